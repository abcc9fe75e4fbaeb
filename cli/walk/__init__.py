"""Walking through a game on the command line: where somebody is, what is told there, and the keys that lead on."""
