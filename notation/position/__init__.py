"""A position as one line of text, and on a city that is turned."""
