"""The tables of a library: what a row of each is, and what its columns hold.

Every table has the column ``game``, by which they are joined. A street is named by its two tiles (``AS``), which is the
same from whichever side of the table somebody looks; seats count from 0 in turn order. Lists with one number a seat end
with the third party's, if there is one (R8.1). What a record does not know is null.
"""

from typing import Annotated, Final, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

VERSION: Final = 2
"""The version of the tables: the next is for libraries that a program for this one would misunderstand."""


def _about(words: str) -> Meta:
    return Meta(description=words)


Game = Annotated[str, _about("the digest of the game")]
Turn = Annotated[int, _about("the number of the turn; 0 before the first")]
Seat = Annotated[int, _about("the seat, from 0 in turn order")]
EventAt = Annotated[str, _about("the id of the event in the game, e.g. `7.2.3`")]


class GameRow(Struct, frozen=True, gc=False):
    """A game: how it is headed, what was played and how long."""

    game: Game
    source: Annotated[str, _about("where it was found, e.g. `league.cgn#2`")]
    text: Annotated[str, _about("the digest of the text that was read")]
    event: Annotated[str, _about("the occasion; empty if not recorded")]
    date: Annotated[str, _about("the day as it is written, e.g. `2026.11.20` or `2026.??.??`")]
    year: Annotated[int | None, _about("the year")]
    rules: Annotated[str, _about("the rule set: first, two-players, second, intrigue, families")]
    players: Annotated[int, _about("how many people played")]
    third: Annotated[str, _about("the colour of the third party; empty without one")]
    city: Annotated[str, _about("the nine tiles, turned or mirrored to come first in the order WBMUAVSTC")]
    council: Annotated[list[str], _about("the scoring tiles in their order")]
    setup: Annotated[str | None, _about("the key of the set-up: the same however the city lies, and in all colours")]
    extent: Annotated[str, _about("how much is recorded: full, placements, result")]
    complete: Annotated[bool, _about("whether the result is known")]
    turns: Annotated[int | None, _about("the turns of a game that was recorded to its end")]
    decisions: Annotated[int | None, _about("the decisions of a game that was recorded in full")]


class SeatRow(Struct, frozen=True, gc=False):
    """A player in a game, and how it ended."""

    game: Game
    seat: Seat
    colour: Annotated[str, _about("the letter of the colour")]
    name: Annotated[str, _about("the player's name; empty if not recorded")]
    family: Annotated[str, _about("the player's family; empty without one")]
    points: Annotated[int | None, _about("the points at the end")]
    rank: Annotated[int | None, _about("1 for every winner; the others by points")]
    won: Annotated[bool | None, _about("whether this player won, alone or with others")]


class DecisionRow(Struct, frozen=True, gc=False):
    """A decision of a player or of chance in the main line, except the end of an activation."""

    game: Game
    number: Annotated[int, _about("the place among the decisions, from 1")]
    id: EventAt
    turn: Turn
    seat: Annotated[int | None, _about("who decided; null for chance")]
    active: Annotated[int, _about("whose turn it was")]
    kind: Annotated[str, _about("the command: `place_disc`, `do_action`, `play_card`, ...")]
    street: Annotated[str, _about("the two tiles of the street; empty without one")]
    disc: Annotated[str, _about("what was placed: c coloured, w white, s or d support")]
    action: Annotated[str, _about("the letter of the action, or of the card that was played")]
    option: Annotated[str, _about("what was chosen for it, as in the notation")]
    card: Annotated[str, _about("the card that was drawn, taken, discarded or revealed")]
    symbol: Annotated[str, _about("the decision as in the notation")]
    key: Annotated[str | None, _about("the key of the position before it; null for chance, and after a gap")]


class ScoringRow(Struct, frozen=True, gc=False):
    """What a scoring brought to one seat."""

    game: Game
    id: EventAt
    turn: Turn
    kind: Annotated[str, _about("tile, influence or area")]
    place: Annotated[str, _about("the code of the tile, the card's place or the area")]
    seat: Seat
    count: Annotated[int, _about("the cubes that counted")]
    rank: Annotated[int | None, _about("the place in the order, from 1; null without a cube")]
    clause: Annotated[
        str, _about("what put the seat ahead of the next: `.` more cubes, a letter the clause, `e` nothing")
    ]
    points: Annotated[int, _about("the points, without those of the faction track")]
    bonus: Annotated[int, _about("the points for the faction track")]


class ActivationRow(Struct, frozen=True, gc=False):
    """An activation of a disc: who got what on whose placement."""

    game: Game
    id: EventAt
    turn: Turn
    giver: Annotated[int, _about("the seat whose turn it was")]
    receiver: Annotated[int, _about("the seat that did the actions")]
    street: Annotated[str, _about("the two tiles of the street")]
    depth: Annotated[int, _about("1 the disc just placed, 2 the next below")]
    height: Annotated[int, _about("how many discs the stack had")]
    disc: Annotated[str, _about("c coloured, w white, s support")]
    done: Annotated[str, _about("the letters of the actions done")]
    played: Annotated[str, _about("the letters of the cards played")]
    waived: Annotated[str, _about("the letters of the actions skipped")]
    impossible: Annotated[str, _about("the letters of the impossible actions")]
    drawn: Annotated[int, _about("the cards drawn")]
    cubes: Annotated[int, _about("the cubes put on the board")]
    points: Annotated[float, _about("the points that followed from them, shared equally among all cubes that counted")]


class PositionRow(Struct, frozen=True, gc=False):
    """The position before a placement, as everybody sees it; streets as on the city of the table ``games``."""

    game: Game
    turn: Turn
    active: Annotated[int, _about("the seat that places")]
    key: Annotated[str, _about("the key of the position: the same however the city lies, and in all colours")]
    heights: Annotated[list[int], _about("the discs on each of the twelve streets")]
    stacks: Annotated[list[str], _about("the discs of each street, the bottom first")]
    seats: Annotated[str, _about("the seats of the council in the order in which they were taken")]
    scored: Annotated[str, _about("for each tile of the council the seat on it, `x` scored without one, `.` free")]
    rows: Annotated[list[str], _about("the seats with cubes in each row, in order of arrival")]
    points: Annotated[list[int], _about("everybody's points")]
    coloured: Annotated[list[int], _about("everybody's coloured discs")]
    white: Annotated[list[int], _about("everybody's white discs")]
    hand: Annotated[list[int], _about("how many cards everybody has")]
    wood: Annotated[list[int], _about("everybody's wood")]
    brick: Annotated[list[int], _about("everybody's brick")]
    marble: Annotated[list[int], _about("everybody's marble")]
    cloth: Annotated[list[int], _about("everybody's cloth")]
    ships: Annotated[list[int], _about("everybody's ships")]
    houses: Annotated[list[int], _about("everybody's trading houses")]


Row = GameRow | SeatRow | DecisionRow | ScoringRow | ActivationRow | PositionRow

TABLES: Final[dict[str, type[Row]]] = {
    "games": GameRow,
    "seats": SeatRow,
    "decisions": DecisionRow,
    "scorings": ScoringRow,
    "activations": ActivationRow,
    "positions": PositionRow,
}
"""Every table by its name, which is also that of its files."""

_TYPES: Final = {str: "VARCHAR", int: "INTEGER", bool: "BOOLEAN", float: "DOUBLE"}


def columns_of(table: str) -> dict[str, str]:
    """Return the columns of a table with their types in SQL.

    >>> columns_of("seats")["points"], columns_of("positions")["heights"]
    ('INTEGER', 'INTEGER[]')
    """
    return {name: _type_of(kind) for name, kind in get_type_hints(TABLES[table]).items()}


def _type_of(kind: object) -> str:
    if get_origin(kind) is list:
        return f"{_TYPES[get_args(kind)[0]]}[]"
    return next(written for plain, written in _TYPES.items() if plain in (get_args(kind) or (kind,)))


def descriptions_of(table: str) -> dict[str, str]:
    """Return the columns of a table with what they hold.

    >>> descriptions_of("seats")["colour"]
    'the letter of the colour'
    """
    hints = get_type_hints(TABLES[table], include_extras=True)
    return {name: get_args(kind)[1].description for name, kind in hints.items()}
