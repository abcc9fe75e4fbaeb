"""The end points for programs, a module a subject; each ends in its ``ENDPOINTS``."""
