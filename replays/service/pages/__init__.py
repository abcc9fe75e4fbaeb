"""The pages for people, a module a subject; each ends in its ``ENDPOINTS``."""
