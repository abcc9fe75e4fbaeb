"""What changed between two positions, as data and as lines of text.

Knows nothing of events: whatever comes between the positions, the difference is the same.
"""

from typing import Final

from msgspec import Struct

from calimala_es.board import STREETS
from calimala_es.components import ALL_ROWS, SEATS, InfluenceCard, Row, Street, Tile
from calimala_es.state import Mat, State, seats_on_no_tile


class MatChange(Struct, frozen=True, omit_defaults=True, gc=False):
    """What one seat has more (or, below zero, less) of than before.

    ``coloured``, ``white`` and ``support`` are discs of the supply, ``wood``, ``brick`` and ``marble`` cubes of the
    warehouses, ``cloth`` all cloth in the workshops. ``houses`` are the trading cities with a new house (out of
    ``TBH``). ``gained`` and ``lost`` are known cards of the hand, ``unknown`` the difference in unknown ones, ``hand``
    that of the whole hand. ``keeps`` and ``shown`` are influence cards that it keeps and has turned over. ``faction``
    are steps on the faction track, below zero towards the cardinal. The third party comes after the seats, and has
    points only.
    """

    seat: int
    coloured: int = 0
    white: int = 0
    wood: int = 0
    brick: int = 0
    marble: int = 0
    cloth: int = 0
    workshops: int = 0
    ships: int = 0
    houses: str = ""
    points: int = 0
    hand: int = 0
    gained: str = ""
    lost: str = ""
    unknown: int = 0
    keeps: tuple[str, ...] = ()
    shown: tuple[InfluenceCard, ...] = ()
    support: int = 0
    faction: int = 0


class RowChange(Struct, frozen=True, gc=False):
    """A row of cells of the board whose cubes changed; ``added`` is the difference per party."""

    row: Row
    before: str
    after: str
    added: tuple[int, ...]


class StreetChange(Struct, frozen=True, gc=False):
    """A street whose stack changed; bottom disc first."""

    street: Street
    before: str
    after: str


class TileChange(Struct, frozen=True, gc=False):
    """A scoring tile whose mark in the council changed: ``.`` free, ``x`` scored without a seat, or a seat."""

    tile: Tile
    before: str
    after: str


class Changes(Struct, frozen=True, omit_defaults=True, gc=False):
    """All that differs between two positions of a game; what did not change is not in it.

    ``deck`` and ``discard`` are differences in the number of cards; ``late`` are the seats on no tile, if they changed
    (R9.2).
    """

    mats: tuple[MatChange, ...] = ()
    rows: tuple[RowChange, ...] = ()
    streets: tuple[StreetChange, ...] = ()
    council: tuple[TileChange, ...] = ()
    deck: int = 0
    discard: int = 0
    by_board: tuple[InfluenceCard, ...] = ()
    late: str = ""


def changes(before: State, after: State) -> Changes:
    """Return what differs in ``after``, a later or an earlier position of the same game.

    Parts that are the same object, as most are in neighbouring positions, are skipped.
    """
    mats, rows, stacks, council = before.mats, before.rows, before.stacks, before.council
    is_seated_alike = council is after.council and before.seats is after.seats
    if mats is after.mats and rows is after.rows and stacks is after.stacks and is_seated_alike:
        if before.deck == after.deck and before.discard is after.discard and before.by_board is after.by_board:
            return _NOTHING
    return Changes(
        () if mats is after.mats else _mat_changes(mats, after.mats),
        () if rows is after.rows else _row_changes(rows, after.rows, len(mats)),
        () if stacks is after.stacks else _street_changes(stacks, after.stacks),
        () if council is after.council else _tile_changes(before, after),
        after.deck - before.deck,
        len(after.discard) - len(before.discard),
        () if before.by_board == after.by_board else after.by_board,
        "" if is_seated_alike else _late(before, after),
    )


_NOTHING: Final = Changes()


def _row_changes(before: tuple[str, ...], after: tuple[str, ...], parties: int) -> tuple[RowChange, ...]:
    return tuple(
        [
            RowChange(row, old, new, tuple([new.count(seat) - old.count(seat) for seat in SEATS[:parties]]))
            for row, old, new in zip(ALL_ROWS, before, after, strict=False)
            if old is not new and old != new
        ]
    )


def _street_changes(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[StreetChange, ...]:
    return tuple(
        [
            StreetChange(street, old, new)
            for street, old, new in zip(STREETS, before, after, strict=True)
            if old is not new and old != new
        ]
    )


def _tile_changes(before: State, after: State) -> tuple[TileChange, ...]:
    tiles = zip(after.setup.council, before.council, after.council, strict=True)
    return tuple([TileChange(tile, old, new) for tile, old, new in tiles if old != new])


def _late(before: State, after: State) -> str:
    late = seats_on_no_tile(after)
    return late if late != seats_on_no_tile(before) else ""


def _mat_changes(before: tuple[Mat, ...], after: tuple[Mat, ...]) -> tuple[MatChange, ...]:
    return tuple(
        [
            _mat_change(seat, old, new)
            for seat, (old, new) in enumerate(zip(before, after, strict=True))
            if old is not new and old != new
        ]
    )


def _mat_change(seat: int, old: Mat, new: Mat) -> MatChange:
    was, has = old.built, new.built
    hand, gained, lost = _hand_change(old, new)
    return MatChange(
        seat,
        new.coloured - old.coloured,
        new.white - old.white,
        new.stock.wood - old.stock.wood,
        new.stock.brick - old.stock.brick,
        new.stock.marble - old.stock.marble,
        sum(has.cloth) - sum(was.cloth),
        len(has.cloth) - len(was.cloth),
        has.ships - was.ships,
        "" if has is was else "".join([code for code in has.houses if code not in was.houses]),
        new.points - old.points,
        hand,
        gained,
        lost,
        new.unknown - old.unknown,
        new.kept if new.kept != old.kept and len(new.kept) >= len(old.kept) else (),
        new.shown if new.shown != old.shown else (),
        new.support - old.support,
        new.faction - old.faction,
    )


def _hand_change(old: Mat, new: Mat) -> tuple[int, str, str]:
    """Return how many more cards there are, and which known ones were added and removed."""
    if old.open is new.open and old.secret is new.secret:
        return new.unknown - old.unknown, "", ""
    had, has = old.open + old.secret, new.open + new.secret
    return new.hand_size - old.hand_size, _beyond(has, had), _beyond(had, has)


def _beyond(cards: str, others: str) -> str:
    """Return the cards that occur more often in the first hand."""
    return "".join(card * max(cards.count(card) - others.count(card), 0) for card in sorted({*cards}))


# As text.
