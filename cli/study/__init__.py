"""Studying a game on a terminal: what is shown and done there, without a screen; ``screens`` has that."""
