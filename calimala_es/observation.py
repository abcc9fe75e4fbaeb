"""Parts of a position that were seen to be like this, whatever the rules say.

Players misplay and people who record miss a turn; an observation corrects one part of the position, and the rules go on
from there. ``PARTS`` has every part and how its value is written; values of a part are text, so that one event serves
all.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from calimala_es.board import STREET_INDEX, STREETS, free_cells_mask
from calimala_es.components import (
    ACTIONS,
    ALL_ROWS,
    MOST_SHIPS,
    MOST_WORKSHOPS,
    ROW_INDEX,
    SEATS,
    UNKNOWN,
    WAREHOUSE_CELLS,
    WORKSHOP_CELLS,
)
from calimala_es.deck import with_pool
from calimala_es.frames import Placement
from calimala_es.messages import Message
from calimala_es.options import HOUSE_CODES, pooled
from calimala_es.setup import Setup
from calimala_es.state import Mat, State, agenda_of, with_mat


class Part(NamedTuple):
    """A kind of part: the form of its value (a pattern, and in words), and how it changes the state."""

    pattern: str
    form: Message
    apply: Callable[[State, str, str], State]


def _street(state: State, part: str, value: str) -> State:
    stacks = [*state.stacks]
    stacks[STREET_INDEX[part]] = value
    return replace(state, stacks=tuple(stacks))


def _row(state: State, part: str, value: str) -> State:
    rows = [*state.rows]
    rows[ROW_INDEX[part]] = value
    return replace(state, rows=tuple(rows), free_cells=free_cells_mask(tuple(rows), state.setup.ruleset.cells))


def _mat(change: Callable[[Mat, str, str], Mat]) -> Callable[[State, str, str], State]:
    def apply(state: State, part: str, value: str) -> State:
        seat, field = int(part[0]), part[2:]
        return with_pool(replace(state, mats=with_mat(state.mats, seat, change(state.mats[seat], field, value))))

    return apply


def _number(mat: Mat, field: str, value: str) -> Mat:
    return replace(mat, **{field: int(value)})


def _stored(mat: Mat, field: str, value: str) -> Mat:
    return replace(mat, stock=replace(mat.stock, **{field: int(value)}))


def _cloth(state: State, part: str, value: str) -> State:
    """Spread the cloth evenly where it is rearranged at any time (R5.8)."""
    seat = int(part[0])
    built = replace(state.mats[seat].built, cloth=tuple(int(count) for count in value.split(".")))
    if state.setup.edition.is_cloth_pooled:
        built = pooled(built)
    return replace(state, mats=with_mat(state.mats, seat, replace(state.mats[seat], built=built)))


def _ships(mat: Mat, field: str, value: str) -> Mat:
    return replace(mat, built=replace(mat.built, ships=int(value)))


def _houses(mat: Mat, field: str, value: str) -> Mat:
    return replace(mat, built=replace(mat.built, houses="".join(code for code in HOUSE_CODES if code in value)))


def _hand(mat: Mat, field: str, value: str) -> Mat:
    """Make the hand secret: from now on only somebody who saw it knows its cards (R5.12)."""
    secret = "".join(sorted(value.replace(UNKNOWN, "")))
    return replace(mat, open="", secret=secret, unknown=value.count(UNKNOWN))


def _council(state: State, part: str, value: str) -> State:
    council = value.ljust(len(state.setup.council), ".")
    return replace(state, council=council, seats="".join(mark for mark in council if mark in SEATS))


def _deck(state: State, part: str, value: str) -> State:
    return replace(state, deck=int(value))


def _discard(state: State, part: str, value: str) -> State:
    return with_pool(replace(state, discard="".join(sorted(value))))


def _active(state: State, part: str, value: str) -> State:
    """Make the next placement this seat's; before the first turn it is still to come."""
    seat = int(value)
    now, later = agenda_of([Placement(seat) if type(frame) is Placement else frame for frame in state.frames])
    return replace(state, active=seat, now=now, later=later)


_STOCK: Final = Part(
    f"[0-{WAREHOUSE_CELLS}]", Message("a number from 0 to {most}", most=WAREHOUSE_CELLS), _mat(_stored)
)
_DISCS: Final = Part("[0-9]|1[0-9]", Message("a number of discs"), _mat(_number))

MAT_PARTS: Final[dict[str, Part]] = {
    "coloured": _DISCS,
    "white": _DISCS,
    "wood": _STOCK,
    "brick": _STOCK,
    "marble": _STOCK,
    "cloth": Part(
        rf"[0-{WORKSHOP_CELLS}](\.[0-{WORKSHOP_CELLS}]){{0,{MOST_WORKSHOPS - 1}}}",
        Message("the cloth in each workshop, e.g. 3.1"),
        _cloth,
    ),
    "support": _DISCS,
    "faction": Part("0|-?[1-9][0-9]?", Message("a step, negative on the cardinal's side"), _mat(_number)),
    "ships": Part(f"[0-{MOST_SHIPS}]", Message("a number from 0 to {most}", most=MOST_SHIPS), _mat(_ships)),
    "houses": Part(f"[{HOUSE_CODES}]{{0,3}}", Message("the cities with a trading house: T, B or H"), _mat(_houses)),
    "points": Part("0|[1-9][0-9]{0,2}", Message("a number of points"), _mat(_number)),
    "hand": Part(f"[{ACTIONS}?]{{0,45}}", Message("the cards in hand, ? for each unknown one"), _mat(_hand)),
}
"""The parts of a player's mat; the part is named by seat and field, as ``0.wood``."""

TABLE_PARTS: Final[dict[str, Part]] = {
    "council": Part(
        "[SEATSx.]{0,15}",
        Message("for each tile: a seat, x if it was scored without one, or a dot if it is still to be scored"),
        _council,
    ),
    "deck": Part("0|[1-9][0-9]{0,2}", Message("the number of cards in the deck"), _deck),
    "discard": Part(f"[{ACTIONS}]{{0,99}}", Message("the cards in the discard pile"), _discard),
    "active": Part("[SEATS]", Message("the seat whose turn it is"), _active),
}

STREET_PART: Final = Part("[SEATSw]{0,4}", Message("the discs on the street, bottom first"), _street)
ROW_PART: Final = Part("[SEATS]{0,99}", Message("the cubes in the row, in order of arrival"), _row)

PARTS: Final[dict[str, Part]] = {
    **{f"{seat}.{field}": part for seat in SEATS for field, part in MAT_PARTS.items()},
    **TABLE_PARTS,
    **dict.fromkeys(STREETS, STREET_PART),
    **dict.fromkeys(ALL_ROWS, ROW_PART),
}
"""Every part that can be observed; in the patterns ``SEATS`` means the seats of the game."""


@cache
def _matcher(part: str, seats: str) -> re.Pattern[str]:
    return re.compile(PARTS[part].pattern.replace("SEATS", seats))


def part_exists(part: str, setup: Setup) -> bool:
    """Check whether a game with this set-up has this part; of the third party there are points only.

    >>> from calimala_es import Setup
    >>> part_exists("b.wood", Setup("bry", "WBMUCAVTS")), part_exists("0.wood", Setup("bry", "WBMUCAVTS"))
    (False, True)
    """
    if part not in PARTS or (part in ROW_INDEX and ROW_INDEX[part] >= len(setup.ruleset.cells)):
        return False
    if part[1:2] != ".":
        return True
    seat, field = int(part[0]), part[2:]
    if seat >= setup.players:
        return field == "points" and seat < len(setup.parties)
    needed = {"support": setup.third, "faction": setup.intrigue}
    return bool(needed.get(field, True))


def value_fits(part: str, value: str, setup: Setup) -> bool:
    """Check whether a part can have this value."""
    if part.endswith(".faction"):
        return _matcher(part, "").fullmatch(value) is not None and abs(int(value)) <= setup.ruleset.steps
    seats = setup.colours if part == "active" else setup.parties
    return _matcher(part, SEATS[: len(seats)]).fullmatch(value) is not None


def apply_observation(state: State, part: str, value: str) -> State:
    """Return the state in which ``part`` is as it was seen.

    >>> from calimala_es import Setup, initial
    >>> state = initial(Setup("bry", "WBMUCAVTS"))
    >>> apply_observation(state, "0.points", "12").mats[0].points
    12
    """
    return PARTS[part].apply(state, part, value)
