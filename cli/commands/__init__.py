"""The commands of the program, a module each; ``cli.main`` names them for the help."""
