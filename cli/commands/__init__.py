"""The commands of the program, one module each; ``cli.main`` names them for the help."""
