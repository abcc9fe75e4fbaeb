"""Patterns of positions and events, as a person types them, to find moments of games by.

A pattern is conditions without blanks in them, each a name, an operator and a value: ``LIS~rr b.points>=10``. ``=`` and
``!=`` compare with a value in which ``?`` is any one sign and ``*`` any number of them; ``~`` and ``!~`` ask
whether the value is a part of it. ``< <= > >=`` compare numbers, and ``=`` and ``!=`` do so with numbers. Letter case
does not count.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from fnmatch import translate
from functools import lru_cache
from operator import ge, gt, le, lt
from typing import Any, Final, Literal, cast, get_args, get_origin

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.board import STREET_INDEX, street_names
from calimala_es.commands import kind_name
from calimala_es.components import (
    ACTIONS,
    COLOURED,
    COLOURS,
    ROW_INDEX,
    SCORING_TILES,
    SEATS,
    SUPPORT,
    UNKNOWN,
    WHITE,
)
from calimala_es.errors import CalimalaError
from calimala_es.events import EVENTS, DiscPlaced, Event
from calimala_es.families import FAMILIES
from calimala_es.frames import GameOver
from calimala_es.messages import Message
from calimala_es.position import FRAME_WORDS
from calimala_es.setup import Setup
from calimala_es.state import Mat, State
from replays.wishes import COLOUR_CODES

# Conditions.

LONGEST: Final = 1_000
MOST_CONDITIONS: Final = 40
MOST_STARS: Final = 8

Facts = Iterable[str | int]
"""What is so: numbers and texts, of which one has to fit."""

NUMBER_OPERATORS: Final[dict[str, Callable[[int, int], bool]]] = {"<": lt, "<=": le, ">": gt, ">=": ge}
"""The operators that compare numbers only."""

_CONDITION: Final = re.compile(r"(>?[A-Za-z0-9_.*-]+?)(!=|!~|<=|>=|=|~|<|>)(\S+)")
_VALUE: Final = re.compile(r"[A-Za-z0-9_.?*+:>-]+")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,6}")
_COLOURED: Final = ("active", "winner", "winners", "seat", "party", "actor")
"""The parts and fields whose value is a colour."""

_DISC_LETTERS: Final = {"coloured": COLOURED, "white": WHITE, "support": SUPPORT}
"""The letters of discs, by the words that may be the value of the field ``disc``."""

EMPTY: Final = "-"
"""The value of an empty part."""


class PatternError(CalimalaError):
    """A pattern that cannot be read; ``column`` is the place in it, from 1."""

    def __init__(self, column: int, message: str) -> None:
        """Store the column and what is wrong."""
        super().__init__(f"column {column}: {message}")
        self.column = column


class Condition(Struct, frozen=True):
    """A name, an operator and a value; ``column`` is its place in the pattern, from 1."""

    name: str
    operator: str
    value: str
    column: int = 1

    def holds(self, facts: Facts) -> bool:
        """Return whether one of the facts fits; for ``!=`` and ``!~`` whether one does not."""
        number = int(self.value) if _NUMBER.fullmatch(self.value) else None
        return any(self._fits(fact, number) for fact in facts)

    def _fits(self, fact: str | int, number: int | None) -> bool:
        compare = NUMBER_OPERATORS.get(self.operator)
        if compare:
            return number is not None and compare(fact if isinstance(fact, int) else len(fact), number)
        text = str(fact) or EMPTY
        return (self.operator[0] != "!") == (_matcher(self.value, "~" in self.operator).match(text) is not None)


@lru_cache(maxsize=256)
def _matcher(value: str, is_part: bool) -> re.Pattern[str]:
    return re.compile(translate(f"*{value}*" if is_part else value), re.IGNORECASE)


def parse_conditions(text: str, column: int = 1) -> tuple[Condition, ...]:
    """Read the conditions of a pattern, which starts at a column; raises ``PatternError``.

    >>> parse_conditions("turn>=5")
    (Condition(name='turn', operator='>=', value='5', column=1),)
    """
    if len(text) > LONGEST:
        raise PatternError(column, f"more than {LONGEST} characters")
    found = [_condition(word[0], column + word.start()) for word in re.finditer(r"\S+", text)]
    if len(found) > MOST_CONDITIONS:
        raise PatternError(found[MOST_CONDITIONS].column, f"more than {MOST_CONDITIONS} conditions")
    return tuple(found)


def _condition(word: str, column: int) -> Condition:
    match = _CONDITION.fullmatch(word)
    if not match:
        raise PatternError(column, f"{word[:40]!r} is not a condition; write NAME, one of = != ~ !~ < <= > >=, VALUE")
    name, operator, value = match.groups()
    where = column + match.start(3)
    strange = _VALUE.match(value)
    if not strange or strange.end() < len(value):
        at = strange.end() if strange else 0
        raise PatternError(where + at, f"{value[at]!r} cannot be part of a value")
    if operator in NUMBER_OPERATORS and not _NUMBER.fullmatch(value):
        raise PatternError(where, f"{value[:40]!r} is not a number, but {operator} compares numbers")
    if value.count("*") > MOST_STARS:
        raise PatternError(where, f"more than {MOST_STARS} stars in a value")
    return Condition(name, operator, value, column)


def _with_letters(condition: Condition) -> Condition:
    """Return a condition on a seat or a disc with the letter of the colour or the disc that is its value."""
    name = condition.name.lower()
    letters = COLOUR_CODES if name in _COLOURED else _DISC_LETTERS if name == "disc" else {}
    letter = letters.get(condition.value.casefold(), "")
    return replace(condition, value=letter) if letter else condition


def _check_value(condition: Condition, known: Sequence[str]) -> None:
    """Check that a value fits one of those that there are, if these are ``known``; raise ``PatternError``."""
    if not known or condition.operator in NUMBER_OPERATORS:
        return
    matcher = _matcher(condition.value, "~" in condition.operator)
    if not any(matcher.match(value) for value in known):
        where = condition.column + len(condition.name) + len(condition.operator)
        raise PatternError(
            where, f"{condition.value[:40]!r} is not a value of {condition.name}; choose from {' '.join(known)}"
        )


# Positions: ``AS=b?r* *.points>=40 LIS~rr turn>=5`` holds where every condition does.
#
# The parts are called as in observations of the notation, with some more; ``PART_WORDS`` lists them. A street, a row, a
# hand or the council compared with a number is its number of pieces. ``*.`` is any player, one of whom has to fit.

ANYBODY: Final = "*"

_MAT_FACTS: Final[dict[str, Callable[[Mat], str | int]]] = {
    "discs": lambda mat: mat.supply,
    "coloured": lambda mat: mat.coloured,
    "white": lambda mat: mat.white,
    "support": lambda mat: mat.support,
    "wood": lambda mat: mat.stock.wood,
    "brick": lambda mat: mat.stock.brick,
    "marble": lambda mat: mat.stock.marble,
    "cloth": lambda mat: sum(mat.built.cloth),
    "workshops": lambda mat: len(mat.built.cloth),
    "ships": lambda mat: mat.built.ships,
    "houses": lambda mat: mat.built.houses,
    "points": lambda mat: mat.points,
    "hand": lambda mat: "".join(sorted(mat.open + mat.secret, key=ACTIONS.index)) + UNKNOWN * mat.unknown,
    "family": lambda mat: mat.family,
    "faction": lambda mat: mat.faction,
    "kept": lambda mat: ".".join(mat.kept),
}
"""The parts of what a player has, by name after the colour and a point."""

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
"""The parts, beside streets and the council, that records of placements alone have as well."""


class PositionPattern(Struct, frozen=True):
    """Conditions on a position, all of which have to hold."""

    conditions: tuple[Condition, ...]

    def of(self, setup: Setup) -> Callable[[State], bool]:
        """Return a test for positions of a game with this set-up; parts that the game does not have match nothing."""
        tests = [(condition, _position_facts(condition.name, setup)) for condition in self.conditions]
        return lambda state: all(condition.holds(facts(state)) for condition, facts in tests)

    @property
    def needs_placements_only(self) -> bool:
        """Whether a record of placements is enough."""
        return all(
            condition.name.rpartition(".")[2] in PLACED_ONLY or condition.name[0] == ">" or _is_street(condition.name)
            for condition in self.conditions
        )


def parse_position_pattern(text: str) -> PositionPattern:
    """Read the pattern of a position; raises ``PatternError`` with the column.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> pattern = parse_position_pattern("*.points>=20 turn>=5")
    >>> pattern.of(game.setup)(game.state)
    True
    """
    conditions = tuple(
        Condition(_part(condition), condition.operator, condition.value, condition.column)
        for condition in map(_with_letters, parse_conditions(text))
    )
    if not conditions:
        raise PatternError(1, "a pattern has at least one condition, e.g. turn>=5")
    return PositionPattern(conditions)


_PART_VALUES: Final[dict[str, Sequence[str]]] = {
    "active": COLOURS,
    "family": (EMPTY, *FAMILIES),
    "now": (*FRAME_WORDS.values(),),
}
"""All values of the parts that have only a few."""


def _part(condition: Condition) -> str:
    """Return the name of a part for look-up; raises ``PatternError`` for one that no game has, or for its value."""
    name = condition.name
    who, point, what = name.lower().partition(".")
    who = COLOUR_CODES.get(who, who)
    if point and who in {*COLOURS, ANYBODY} and what in _MAT_FACTS:
        _check_value(condition, _PART_VALUES.get(what, ()))
        return f"{who}.{what}"
    if name.lower() in _TABLE_FACTS:
        _check_value(condition, _PART_VALUES.get(name.lower(), ()))
        return name.lower()
    upper = name.upper()
    if _is_street(upper) or upper in ROW_INDEX or (upper[0] == ">" and upper[1:] in SCORING_TILES):
        return upper
    raise PatternError(condition.column, f"{name[:40]!r} is not part of a position; {PART_WORDS}")


def _is_street(name: str) -> bool:
    if len(name) != 2:
        return False
    return name in STREET_INDEX or (set(name) <= set(ACTIONS) and name[0] != name[1])


def _colours(state: State, marks: str) -> str:
    """Return marks of seats as colours."""
    return "".join(state.setup.parties[int(mark)] if mark in SEATS else mark for mark in marks)


def _position_facts(part: str, setup: Setup) -> Callable[[State], Facts]:
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


# Events: ``tile_scored tile=LIS points>=3`` fits an event of this kind of which every condition holds.
#
# The kinds and their fields are those of ``calimala_es.events``, with ``actor``, who did it. Seats are written as
# colours, streets by their tiles. Of a field with several values each counts, and all of them joined by ``-``.

ANY_KIND: Final = "*"

_EVENT_KINDS: Final[dict[str, type[Event]]] = {kind.__name__.lower(): kind for kind in EVENTS}
_ACTOR: Final = "actor"
_NOBODY: Final = {-1: "chance", -2: "game"}
_ONE_SEAT: Final = ("seat", "party", _ACTOR)
_SEATS: Final = ("ranking", "winners")
_STREETS: Final = ("street", "source")


class EventPattern(Struct, frozen=True):
    """A kind of event, ``None`` for any, and conditions on its fields, all of which have to hold."""

    kind: type[Event] | None
    conditions: tuple[Condition, ...] = ()

    def holds(self, event: Event, setup: Setup) -> bool:
        """Return whether an event of a game with this set-up matches."""
        if self.kind is not None and type(event) is not self.kind:
            return False
        return all(condition.holds(_event_facts(event, condition, setup)) for condition in self.conditions)

    @property
    def needs_placements_only(self) -> bool:
        """Whether a record of placements is enough; it has only where discs were placed."""
        return self.kind is DiscPlaced


def parse_event_pattern(text: str) -> EventPattern:
    """Read the pattern of an event; raises ``PatternError`` with the column.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> pattern = parse_event_pattern("disc_placed seat=b")
    >>> any(pattern.holds(event, game.setup) for move in game.moves for event in move.events)
    True
    """
    word = text.split(maxsplit=1)[0] if text.strip() else ""
    start = text.index(word)
    kind = None if word == ANY_KIND else _EVENT_KINDS.get(word.replace("_", "").replace("-", "").lower())
    if kind is None and word != ANY_KIND:
        raise PatternError(start + 1, _unknown_kind(word))
    conditions = tuple(
        Condition(condition.name.lower(), condition.operator, _street_sorted(condition), condition.column)
        for condition in map(_with_letters, parse_conditions(text[start + len(word) :], start + len(word) + 1))
    )
    known = _fields(kind)
    for condition in conditions:
        if condition.name not in known:
            raise PatternError(
                condition.column, f"{word} has no field {condition.name[:40]!r}; it has {' '.join(known)}"
            )
        _check_value(condition, _field_values(kind, condition.name))
    return EventPattern(kind, conditions)


def _street_sorted(condition: Condition) -> str:
    """Return the value of a condition; the two tiles of a street in the order of its name."""
    value = condition.value.upper()
    is_street = condition.name.lower() in _STREETS and len(value) == 2 and set(value) <= set(ACTIONS)
    return "".join(sorted(value, key=ACTIONS.index)) if is_street else condition.value


def _unknown_kind(word: str) -> str:
    names = [kind_name(kind) for kind in EVENTS]
    close = get_close_matches(word.lower(), names, 3, 0.5)
    known = (
        f"{Message('did you mean {meant}?', meant=' '.join(close))}" if close else f"the kinds are {' '.join(names)}"
    )
    return f"{word[:40]!r} is not a kind of event; {known}" if word else f"the kind of event is missing; {known}"


def _fields(kind: type[Event] | None) -> tuple[str, ...]:
    """Return the fields of a kind; for any kind all that there are."""
    return tuple(dict.fromkeys([field for one in _kinds(kind) for field in (*one.__struct_fields__, _ACTOR)]))


def _kinds(kind: type[Event] | None) -> Sequence[type[Event]]:
    return EVENTS if kind is None else (kind,)


def _field_values(kind: type[Event] | None, field: str) -> tuple[str, ...]:
    """Return all values of a field that has only certain ones; none for a field that may have any."""
    if field in _ONE_SEAT:
        return (*COLOURS, *_NOBODY.values())
    types = [one.__annotations__[field] for one in _kinds(kind) if field in one.__struct_fields__]
    if field in _STREETS or not types:
        return ()
    values = [_literal_values(type) for type in types]
    return tuple(dict.fromkeys(str(value) or EMPTY for several in values for value in several)) if all(values) else ()


def _literal_values(type: Any) -> tuple[object, ...]:
    """Return the values of a literal type, or of a tuple of them; none for another type."""
    if get_origin(type) is tuple:
        type = get_args(type)[0]
    return get_args(type) if get_origin(type) is Literal else ()


def _event_facts(event: Event, condition: Condition, setup: Setup) -> Facts:
    field = condition.name
    value: Any = getattr(event, field, None)
    if value is None:
        return ()
    if field in _ONE_SEAT:
        return (setup.parties[value] if value >= 0 else _NOBODY[value],)
    if isinstance(value, tuple):
        several = cast("tuple[str | int, ...]", value)
        return several if condition.operator in NUMBER_OPERATORS else (*several, "-".join(map(str, several)))
    return (_written(field, value, setup),)


def _written(field: str, value: Any, setup: Setup) -> str | int:
    """Return the value of a field as people write it."""
    if field in _STREETS and value in STREET_INDEX:
        return street_names(setup.city)[value]
    if field in _SEATS:
        return "".join(setup.parties[int(mark)] if mark in SEATS else mark for mark in value)
    return value if isinstance(value, int) else str(value)
