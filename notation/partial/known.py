"""What a record knows of a position: everything, or only what its depth includes."""

from typing import Final, NamedTuple

from calimala_es.checks import MARK, format_points
from calimala_es.commands import MarkMissed
from calimala_es.frames import GameOver
from calimala_es.game import Game
from calimala_es.notes import Check
from notation.partial.coverage import Context, coverage_of


class Known(NamedTuple):
    """The parts of a position that are recorded; a part that is not recorded may look empty in a state, and means
    nothing.

    ``stacks``: the streets, the discs in the supplies, the council and whose turn it is. ``cubes``: the rows of the
    board. ``goods``: warehouses, workshops, ships, houses and the faction track. ``cards``: hands, the deck and the
    open pile.
    """

    stacks: bool = True
    points: bool = True
    cubes: bool = True
    goods: bool = True
    cards: bool = True

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of the parts that are not recorded."""
        return tuple(name for name, is_known in zip(self._fields, self, strict=True) if not is_known)


EVERYTHING: Final = Known()
NOTHING: Final = Known(stacks=False, points=False, cubes=False, goods=False, cards=False)


def known(record: Game, count: int | None = None) -> Known:
    """Return what a record knows after ``count`` decisions of its main line (default: after all of them)."""
    if record.depth == "full":
        return EVERYTHING
    if record.depth == "result":
        return NOTHING
    moves = record.moves if count is None else record.moves[:count]
    state = moves[-1].state if moves else record.start
    coverage = coverage_of(record.start, moves, Context(is_full=True))
    context = coverage.contexts[-1]
    incomplete = context.is_incomplete or any(
        type(move.command) is MarkMissed or not turn.is_full
        for turn in coverage.turns[-1:]
        for move in moves[turn.first : turn.end]
    )
    points = not (context.is_unsure or (type(state.now) is GameOver and incomplete))
    if not points and moves:
        total = MARK + format_points(state)
        points = any(type(note) is Check and note.word == total for note in moves[-1].notes)
    return Known(True, points, not incomplete, not incomplete, not incomplete)
