"""What people say about a stored game, everybody in a stream of their own: written, edited, retracted, undone, redone.

``events`` are what a row says, ``values`` what is said and by whom, ``log`` folds one author's rows, ``standing`` puts
the authors together at the places of the game, ``writing`` makes rows, ``streams`` reads and saves, ``verify`` judges.
"""
