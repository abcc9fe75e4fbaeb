"""A package without its parsers."""
