"""What people say about a stored game, each author in a separate stream: written, edited, retracted, undone, redone.

``events`` are the contents of a row, ``values`` what is said and by whom, ``log`` folds one author's rows, ``standing``
combines the authors at the places of the game, ``writing`` makes rows, ``streams`` reads and saves, ``verify`` checks.
"""
