"""From decisions to lines of text."""
