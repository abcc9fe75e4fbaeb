"""Patterns of positions: ``AS=b?r* *.points>=50 LIS~rr turn>=5`` holds where every condition does.

The parts are called as in observations of the notation, with some more; ``PART_WORDS`` lists them. A street, a row, a
hand or the council compared with a number is how much lies there. ``*.`` is any player, one of whom has to fit.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from calimala_es.board import STREET_INDEX, street_names
from calimala_es.components import (
    ACTIONS,
    COLOURS,
    ROW_INDEX,
    SCORING_TILES,
    SEATS,
    UNKNOWN,
)
from calimala_es.frames import GameOver
from calimala_es.setup import Setup
from calimala_es.state import Mat, State
from notation.position.soundness import FRAME_WORDS
from replays.patterns.conditions import Condition, Facts, PatternError, parse_conditions

ANYBODY: Final = "*"

_MAT_FACTS: Final[dict[str, Callable[[Mat], str | int]]] = {
    "discs": lambda mat: mat.supply,
    "coloured": lambda mat: mat.coloured,
    "white": lambda mat: mat.white,
    "support": lambda mat: mat.support,
    "wood": lambda mat: mat.wood,
    "brick": lambda mat: mat.brick,
    "marble": lambda mat: mat.marble,
    "cloth": lambda mat: sum(mat.cloth),
    "workshops": lambda mat: len(mat.cloth),
    "ships": lambda mat: mat.ships,
    "houses": lambda mat: mat.houses,
    "points": lambda mat: mat.points,
    "hand": lambda mat: "".join(sorted(mat.open + mat.secret, key=ACTIONS.index)) + UNKNOWN * mat.unknown,
    "family": lambda mat: mat.family,
    "faction": lambda mat: mat.faction,
    "kept": lambda mat: ".".join(mat.kept),
}
"""The parts of what a player has, by name behind the colour and a point."""

_TABLE_FACTS: Final[dict[str, Callable[[State], str | int]]] = {
    "turn": lambda state: state.turn,
    "active": lambda state: state.setup.colours[state.active],
    "players": lambda state: state.setup.players,
    "deck": lambda state: state.deck,
    "discard": lambda state: state.discard,
    "seats": lambda state: _colours(state, state.seats),
    "now": lambda state: FRAME_WORDS[type(state.now)],
    "winner": lambda state: _colours(state, state.now.winners) if type(state.now) is GameOver else "",
}
"""The parts of the table by name."""

PART_WORDS: Final = (
    "a street (AS), a row (SMF.W, LIS), a tile of the council (>LIS), "
    f"{' '.join(_TABLE_FACTS)}, or a colour or * with one of {' '.join(_MAT_FACTS)} (b.points)"
)

PLACED_ONLY: Final = frozenset(
    ("turn", "active", "players", "seats", "discs", "coloured", "white", "support", "family")
)
"""The parts, beside streets and the council, that records of placements alone tell as well."""


class PositionPattern(Struct, frozen=True):
    """Conditions on a position, all of which have to hold."""

    conditions: tuple[Condition, ...]

    def of(self, setup: Setup) -> Callable[[State], bool]:
        """Return a test for positions of a game with this set-up; parts that the game does not have match nothing."""
        tests = [(condition, _facts(condition.name, setup)) for condition in self.conditions]
        return lambda state: all(condition.holds(facts(state)) for condition, facts in tests)

    @property
    def tells_by_placements(self) -> bool:
        """Whether a record of placements is enough."""
        return all(
            condition.name.rpartition(".")[2] in PLACED_ONLY or condition.name[0] == ">" or _is_street(condition.name)
            for condition in self.conditions
        )


def parse_position_pattern(text: str) -> PositionPattern:
    """Read the pattern of a position; raises ``PatternError`` with the column."""
    conditions = tuple(
        Condition(_part(condition), condition.operator, condition.value, condition.column)
        for condition in parse_conditions(text)
    )
    if not conditions:
        raise PatternError(1, "a pattern has at least one condition, as turn>=5")
    return PositionPattern(conditions)


def _part(condition: Condition) -> str:
    """Return the name of a part for look-up; raises ``PatternError`` for one that no game has."""
    name = condition.name
    who, point, what = name.lower().partition(".")
    if point and who in {*COLOURS, ANYBODY} and what in _MAT_FACTS:
        return name.lower()
    if name.lower() in _TABLE_FACTS:
        return name.lower()
    upper = name.upper()
    if _is_street(upper) or upper in ROW_INDEX or (upper[0] == ">" and upper[1:] in SCORING_TILES):
        return upper
    raise PatternError(condition.column, f"{name[:40]!r} is no part of a position; {PART_WORDS}")


def _is_street(name: str) -> bool:
    if len(name) != 2:
        return False
    return name in STREET_INDEX or (set(name) <= set(ACTIONS) and name[0] != name[1])


def _colours(state: State, marks: str) -> str:
    """Return marks of seats as colours."""
    return "".join(state.setup.parties[int(mark)] if mark in SEATS else mark for mark in marks)


def _facts(part: str, setup: Setup) -> Callable[[State], Facts]:
    """Return the value of a part in positions of the game; nothing if the game has no such part."""
    who, point, what = part.partition(".")
    if point and what in _MAT_FACTS:
        seats = [seat for seat, colour in enumerate(setup.colours) if who in {colour, ANYBODY}]
        fact = _MAT_FACTS[what]
        return lambda state: [fact(state.mats[seat]) for seat in seats]
    if part in _TABLE_FACTS:
        of_table = _TABLE_FACTS[part]
        return lambda state: (of_table(state),)
    if part[0] == ">":
        tile = setup.council.index(part[1:])
        return lambda state: (_colours(state, state.council[tile]),)
    if part in ROW_INDEX:
        row = ROW_INDEX[part]
        return lambda state: [_colours(state, cubes) for cubes in state.rows[row : row + 1]]
    names = street_names(setup.city).items()
    streets = [STREET_INDEX[street] for street, name in names if part == street or sorted(part) == sorted(name)]
    return lambda state: [_colours(state, state.stacks[street]) for street in streets]
