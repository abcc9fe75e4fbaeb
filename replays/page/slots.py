"""A position as a list of values, each in a named slot: everything that a board shows.

Which slots there are, and in which order, depends on the set-up alone. A value is a number, a string or a list of
strings or numbers. It contains nothing about the future; the given state decides whose cards are hidden.
"""

from typing import Any, Final

from calimala_es.board import STREETS
from calimala_es.components import ALL_ROWS, UNKNOWN
from calimala_es.frames import Activation, DiscOffer, TileScoring
from calimala_es.setup import Setup
from calimala_es.state import Mat, State

Value = int | str | tuple[int, ...] | tuple[str, ...]

TABLE_SLOTS: Final = (
    "turn", "active", "waiting", "unrecorded", "disc", "tile", "council", "seats", "deck", "discard", "laid", "board",
)  # fmt: skip
"""The turn and the seat whose turn it is; the number of the sentence that says what is waited for; the parts of the
position that are not recorded; the disc that is being activated, ``69/2`` for the second from the top; the scoring tile
that is due; the marks of the council's tiles and the order of its seats; the number of cards in the deck, the open
pile, the starting cards laid out, the influence cards by the board."""

MAT_SLOTS: Final = (
    "points", "coloured", "white", "support", "wood", "brick", "marble", "cloth", "ships", "houses",
    "hand", "influence", "faction",
)  # fmt: skip
"""What a seat has: numbers as in ``state.Mat``; the cloth in each workshop; the hand, ``?`` for a card not known; the
influence cards that are shown, kept or else dealt."""


def slots(setup: Setup, rows: int) -> tuple[str, ...]:
    """Return the names of all slots of a game with these rows, e.g. ``row:SMF.W``, ``street:69``, ``m0.points``."""
    return (
        *TABLE_SLOTS,
        *(f"row:{row}" for row in ALL_ROWS[:rows]),
        *(f"street:{street}" for street in STREETS),
        *(f"m{seat}.{name}" for seat in range(len(setup.parties)) for name in MAT_SLOTS),
    )


def values(state: State, waiting: int = 0, unrecorded: tuple[str, ...] = ()) -> tuple[Value, ...]:
    """Return the value of each slot of ``slots(state.setup, len(state.rows))``."""
    return (
        state.turn,
        state.active,
        waiting,
        unrecorded,
        _disc(state),
        _tile(state),
        state.council,
        state.seats,
        state.deck,
        state.discard,
        state.laid_out,
        state.by_board,
        *state.rows,
        *state.stacks,
        *(value for mat in state.mats for value in _mat_values(mat)),
    )


def _disc(state: State) -> str:
    """Return the disc that is being activated, also during an interruption."""
    frames = (frame for frame in (state.now, *state.later) if isinstance(frame, Activation | DiscOffer))
    return next((f"{frame.street}/{frame.depth}" for frame in frames), "")


def _tile(state: State) -> str:
    due = (frame.tile for frame in (state.now, *state.later) if isinstance(frame, TileScoring))
    return next(due, "")


def _mat_values(mat: Mat) -> tuple[Value, ...]:
    return (
        mat.points,
        mat.coloured,
        mat.white,
        mat.support,
        mat.wood,
        mat.brick,
        mat.marble,
        mat.cloth,
        mat.ships,
        mat.houses,
        mat.open + mat.secret + UNKNOWN * mat.unknown,
        mat.shown or mat.kept or mat.dealt,
        mat.faction,
    )


def difference(before: tuple[Value, ...], after: tuple[Value, ...]) -> list[Any]:
    """Return the slots whose value differs, by number, each followed by the later value."""
    return [
        part for slot, (old, new) in enumerate(zip(before, after, strict=True)) if old != new for part in (slot, new)
    ]
