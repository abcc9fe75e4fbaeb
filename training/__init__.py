"""Learning the weights of the judge from games that the program plays against itself: ``python -m training``."""
