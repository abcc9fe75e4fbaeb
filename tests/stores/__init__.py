"""Notes and rights on stored games."""
