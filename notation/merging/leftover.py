"""Moves of a record that cannot be played where they belong, as text with all that stands behind them."""

from calimala_es.notes import Comment
from notation.merging.pieces import Stretch
from notation.merging.retelling import told_rest, words_of
from notation.merging.trace import Trace
from notation.writing.layout import Layout
from notation.writing.style import CANONICAL


def leftover(trace: Trace, moves: Stretch) -> Comment:
    """A comment with the name of a record and some of its moves as they are written, with the marks of their turns.

    Notes and variations are in the text, since they speak of these moves and of nothing that the line has.
    """
    if trace.game.depth == "placements":
        text = " ".join(words_of([*told_rest(trace, moves)]))
    else:
        layout = Layout(CANONICAL, set(), depth=1)
        layout.write(trace.game.state_at(moves.first), trace.game.moves[slice(*moves)])
        text = "\n".join(layout.lines)
    return Comment(f"{trace.source}: {text}")
