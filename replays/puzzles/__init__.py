"""A placement of a game to be guessed: what was known before it, what each answer sets off, what it gave in the game.

What is shown before the answer is made of the decisions before the placement and of nothing else, so it is the same
for all games that agree until there.
"""

from replays.puzzles.answer import Choice, Gift, choice, gifts
from replays.puzzles.before import Puzzle, PuzzleError, placement, puzzle_of

__all__ = ["Choice", "Gift", "Puzzle", "PuzzleError", "choice", "gifts", "placement", "puzzle_of"]
