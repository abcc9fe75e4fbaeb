"""``calimala study``: the model without a screen, and the screen driven by keys."""
