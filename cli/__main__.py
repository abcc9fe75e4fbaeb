"""``python -m cli``: the program, wherever its script is not on the search path."""

from cli.main import main

main()
