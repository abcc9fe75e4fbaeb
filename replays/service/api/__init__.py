"""The endpoints for programs, a module a subject; each ends in its ``ENDPOINTS``."""
