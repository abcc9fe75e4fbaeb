"""The city turned and mirrored: the same game on a table seen from another side.

Streets are named by squares inside the program, so a game that was set up with its city turned by a quarter is another
value though nothing in it differs. The eight symmetries of the three by three squares lead from one to the other; the
rules know none of them from another (R2.1). In text a street is named by its tiles, so there only the ``City``, the
order of ``Intrigue`` and a ``Position`` change. The canonical form of a position, a game or a set-up is that of the
eight whose city comes first; the tiles are all different, so there is exactly one.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.board import STREETS, is_street, street_actions, street_between
from calimala_es.commands import Command
from calimala_es.components import ACTIONS, MaybeStreet, Street
from calimala_es.events import Event
from calimala_es.frames import Frame
from calimala_es.game import Game, Move, Variation
from calimala_es.setup import Setup
from calimala_es.state import State, agenda_of, frames_of

_SIDE: Final = 3


class Symmetry(NamedTuple):
    """One way to turn the city: ``squares[0]`` is where square 1 comes to lie, and so on up to square 9."""

    squares: str

    def street(self, street: Street) -> Street:
        """Return the new place of a street, its lower square first."""
        return _streets_after(self)[street]

    def city(self, city: str) -> str:
        """Return the tiles of squares 1 to 9 once the city is turned."""
        return _city_after(self, city)

    def by_street(self, values: tuple[str, ...]) -> tuple[str, ...]:
        """Return what belongs to the twelve streets, in the order of ``STREETS``, once the city is turned."""
        return tuple([values[place] for place in _places_before(self)])

    def then(self, other: "Symmetry") -> "Symmetry":
        """Return the symmetry that is this one followed by another."""
        return Symmetry("".join(other.squares[int(square) - 1] for square in self.squares))

    @property
    def inverse(self) -> "Symmetry":
        """The one that leads back."""
        return Symmetry("".join(str(self.squares.index(square) + 1) for square in "123456789"))


@lru_cache(maxsize=1 << 10)
def _city_after(symmetry: Symmetry, city: str) -> str:
    return "".join([city[symmetry.squares.index(square)] for square in "123456789"])


@lru_cache(maxsize=8)
def _streets_after(symmetry: Symmetry) -> dict[Street, Street]:
    """Return the new place of every street, in the order of ``STREETS``."""
    squares = [sorted(int(symmetry.squares[int(square) - 1]) for square in street) for street in STREETS]
    return {street: street_between(one, other) for street, (one, other) in zip(STREETS, squares, strict=True)}


@lru_cache(maxsize=8)
def _places_before(symmetry: Symmetry) -> tuple[int, ...]:
    """Return, for each of ``STREETS``, the place among them that it had before the city was turned."""
    turned = [*_streets_after(symmetry).values()]
    return tuple(turned.index(street) for street in STREETS)


def _symmetry(place: Callable[[int, int], tuple[int, int]]) -> Symmetry:
    """Return the symmetry that takes a row and a column, from 0, to others."""
    places = (place(*divmod(square, _SIDE)) for square in range(_SIDE * _SIDE))
    return Symmetry("".join(str(row * _SIDE + column + 1) for row, column in places))


_LAST: Final = _SIDE - 1

SYMMETRIES: Final = (
    _symmetry(lambda row, column: (row, column)),
    _symmetry(lambda row, column: (column, _LAST - row)),
    _symmetry(lambda row, column: (_LAST - row, _LAST - column)),
    _symmetry(lambda row, column: (_LAST - column, row)),
    _symmetry(lambda row, column: (row, _LAST - column)),
    _symmetry(lambda row, column: (_LAST - row, column)),
    _symmetry(lambda row, column: (column, row)),
    _symmetry(lambda row, column: (_LAST - column, _LAST - row)),
)
"""Unchanged; turned clockwise by one, two and three quarters; mirrored left and right, top and bottom, at the falling
and at the rising diagonal."""

IDENTITY: Final = SYMMETRIES[0]

_STREET_FIELDS: Final = ("street", "source", "part")
"""The fields of commands, events and frames that may hold a street; what is none, as a row, stays."""

_PAIR_FIELDS: Final = ("pending", "actions")
"""The fields beside a street that hold actions of its two tiles, the lower square's first."""

_Value = TypeVar("_Value", bound=Struct)


@cache
def _fields_of(kind: type[Struct], names: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the names that are fields of a kind of command, event or frame."""
    return tuple([name for name in names if name in kind.__struct_fields__])


def _turned(value: _Value, symmetry: Symmetry) -> _Value:
    """Return a command, an event or a frame with its streets at their new places."""
    changes = {
        name: symmetry.street(street)
        for name in _fields_of(type(value), _STREET_FIELDS)
        if is_street(street := getattr(value, name))
    }
    return replace(value, **changes) if changes else value


def _ordered(value: _Value, city: str) -> _Value:
    """Return an event or a frame that was turned, with the actions of its street in the order of this city."""
    street: MaybeStreet = getattr(value, "street", "")
    if not street:
        return value
    changes: dict[str, Any] = {
        name: _in_order(getattr(value, name), city, street) for name in _fields_of(type(value), _PAIR_FIELDS)
    }
    return replace(value, **changes) if changes else value


@lru_cache(maxsize=1 << 12)
def _in_order(actions: str, city: str, street: Street) -> str:
    """Return actions of a street in the order of its two tiles."""
    return "".join(sorted(actions, key=street_actions(city)[street].index))


@lru_cache(maxsize=64)
def turn_setup(setup: Setup, symmetry: Symmetry) -> Setup:
    """Return a set-up with its city turned, and with it the intrigue tiles beside the streets."""
    intrigue = symmetry.by_street(setup.intrigue) if setup.intrigue else ()
    return replace(setup, city=symmetry.city(setup.city), intrigue=intrigue)


def turn_command(command: Command, symmetry: Symmetry) -> Command:
    """Return the same decision on the turned city."""
    return _turned(command, symmetry)


def turn_event(event: Event, symmetry: Symmetry, city: str) -> Event:
    """Return the same event on the turned city; ``city`` is the one before it is turned."""
    return _ordered(_turned(event, symmetry), symmetry.city(city))


def turn_frame(frame: Frame, symmetry: Symmetry, city: str) -> Frame:
    """Return the same frame on the turned city; ``city`` is the one before it is turned."""
    return _ordered(_turned(frame, symmetry), symmetry.city(city))


def turn_state(state: State, symmetry: Symmetry) -> State:
    """Return the same position on the turned city."""
    city = state.setup.city
    return replace(
        state,
        setup=turn_setup(state.setup, symmetry),
        stacks=symmetry.by_street(state.stacks),
        now=turn_frame(state.now, symmetry, city),
        later=agenda_of([turn_frame(frame, symmetry, city) for frame in frames_of(state.later)]),
    )


def turn_game(record: Game, symmetry: Symmetry) -> Game:
    """Return the same record on the turned city, notes and variations included; places in notes are named by tiles.

    A check of a digest (``=#``) stays as it was said, of the city as it lay then.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> game = play(Setup("bry", "WBMUCAVTS"))
    >>> turn_game(game, SYMMETRIES[1]).setup.city
    'VUWTCBSAM'
    """
    return replace(
        record,
        setup=turn_setup(record.setup, symmetry),
        start=turn_state(record.start, symmetry),
        moves=_turned_moves(record.moves, record.setup.city, symmetry),
    )


def _turned_moves(moves: tuple[Move, ...], city: str, symmetry: Symmetry) -> tuple[Move, ...]:
    return tuple(
        Move(
            turn_command(move.command, symmetry),
            tuple([turn_event(event, symmetry, city) for event in move.events]),
            turn_state(move.state, symmetry),
            move.notes,
            tuple([_turned_variation(variation, city, symmetry) for variation in move.variations]),
        )
        for move in moves
    )


def _turned_variation(variation: Variation, city: str, symmetry: Symmetry) -> Variation:
    return replace(variation, moves=_turned_moves(variation.moves, city, symmetry))


# The canonical form.


@lru_cache(maxsize=1024)
def canonical_symmetry(city: str) -> Symmetry:
    """Return the symmetry that makes a city canonical.

    Of the eight cities it is the one that comes first, square by square, by the order W B M U A V S T C of its tiles.

    >>> canonical_symmetry("SAMTCBVUW").city("SAMTCBVUW")
    'WBMUCAVTS'
    """
    return min(SYMMETRIES, key=lambda symmetry: [ACTIONS.index(tile) for tile in symmetry.city(city)])


def canonical_position(state: State) -> State:
    """Return the position on the canonical city: one and the same for all eight ways in which the city may lie.

    >>> from calimala_es import Setup, initial
    >>> canonical_position(initial(Setup("bry", "SAMTCBVUW"))).setup.city
    'WBMUCAVTS'
    """
    return turn_state(state, canonical_symmetry(state.setup.city))


def canonical_game(record: Game) -> Game:
    """Return the record on the canonical city.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> canonical_game(play(Setup("bry", "SAMTCBVUW"))).setup.city
    'WBMUCAVTS'
    """
    return turn_game(record, canonical_symmetry(record.setup.city))
