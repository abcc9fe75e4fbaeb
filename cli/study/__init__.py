"""Studying a game on a terminal: the model without a screen; ``screens`` has the screen."""
