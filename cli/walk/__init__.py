"""Walking through a game on the command line: the current place, the text shown there, and the keys for moving on."""
