"""What changed between two positions, as data and as lines of text.

Knows nothing of events: whatever lies between the positions, the difference is the same.
"""

from typing import Final

from msgspec import Struct

from calimala_es.board import STREETS
from calimala_es.components import ALL_ROWS, SEATS, UNKNOWN
from calimala_es.state import Mat, State
from replays.council import seats_on_no_tile
from replays.languages import Language, plural
from replays.names import Names
from replays.words import card_name, faction_words, influence_words, listed, place_words, row_words, street_words


class MatChange(Struct, frozen=True, omit_defaults=True, gc=False):
    """What one seat has more (or, below zero, less) of than before.

    ``coloured``, ``white`` and ``support`` are discs of the supply, ``wood``, ``brick`` and ``marble`` cubes of the
    warehouses, ``cloth`` all cloth in the workshops. ``houses`` are the trading cities with a new house (out of
    ``TBH``). ``gained`` and ``lost`` are known cards of the hand, ``unknown`` the difference in unknown ones, ``hand``
    that of the whole hand. ``kept`` and ``shown`` are influence cards kept and turned over. ``faction`` are steps on
    the faction track, below zero towards the cardinal. The third party comes after the seats, and has points only.
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
    kept: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    support: int = 0
    faction: int = 0


class RowChange(Struct, frozen=True, gc=False):
    """A row of cells of the board whose cubes changed; ``added`` is the difference per party."""

    row: str
    before: str
    after: str
    added: tuple[int, ...]


class StreetChange(Struct, frozen=True, gc=False):
    """A street whose stack changed; bottom disc first."""

    street: str
    before: str
    after: str


class TileChange(Struct, frozen=True, gc=False):
    """A scoring tile whose mark in the council changed: ``.`` free, ``x`` scored without a seat, or a seat."""

    tile: str
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
    by_board: tuple[str, ...] = ()
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
    is_cloth_alike = old.cloth is new.cloth
    hand, gained, lost = _hand_change(old, new)
    return MatChange(
        seat,
        new.coloured - old.coloured,
        new.white - old.white,
        new.wood - old.wood,
        new.brick - old.brick,
        new.marble - old.marble,
        0 if is_cloth_alike else sum(new.cloth) - sum(old.cloth),
        0 if is_cloth_alike else len(new.cloth) - len(old.cloth),
        new.ships - old.ships,
        "" if old.houses is new.houses else "".join([code for code in new.houses if code not in old.houses]),
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

_NUMBER_WORDS: Final = (
    ("coloured", *plural("{number:+d} coloured disc", "{number:+d} coloured discs")),
    ("white", *plural("{number:+d} white disc", "{number:+d} white discs")),
    ("support", *plural("{number:+d} support disc", "{number:+d} support discs")),
    ("wood", *plural("{number:+d} wood", "{number:+d} wood")),
    ("brick", *plural("{number:+d} brick", "{number:+d} brick")),
    ("marble", *plural("{number:+d} marble", "{number:+d} marble")),
    ("cloth", *plural("{number:+d} cloth", "{number:+d} cloth")),
    ("workshops", *plural("{number:+d} workshop", "{number:+d} workshops")),
    ("ships", *plural("{number:+d} ship", "{number:+d} ships")),
    ("points", *plural("{number:+d} point", "{number:+d} points")),
)


def _mat_words(change: MatChange, language: Language) -> list[str]:
    words = [
        language.counted(one, many, number) for field, one, many in _NUMBER_WORDS if (number := getattr(change, field))
    ]
    words += [faction_words(change.faction, language)] if change.faction else []
    words += [language.text("+1 trading house ({code})", code=code) for code in change.houses]
    for sign, cards, unknown in (
        ("+", change.gained, max(change.unknown, 0)),
        ("-", change.lost, max(-change.unknown, 0)),
    ):
        words += [f"{sign} {card_name(card, language)}" for card in cards + UNKNOWN * unknown]
    words += [language.text("keeps {cards}", cards=_influence(change.kept, language))] if change.kept else []
    words += [language.text("shows {cards}", cards=_influence(change.shown, language))] if change.shown else []
    return words


def _influence(cards: tuple[str, ...], language: Language) -> str:
    return listed((influence_words(card, language) for card in cards), language)


def changes_lines(change: Changes, names: Names) -> list[str]:
    """Return the changes as lines for a person, none if nothing changed; stacks and rows as letters of colours."""
    language = names.language
    comma = language.word("list", ", ")
    told = [
        *((names.name(mat.seat), comma.join(_mat_words(mat, language))) for mat in change.mats),
        *((row_words(row.row, language), _before_after(row.before, row.after, names)) for row in change.rows),
        *(
            (street_words(names, street.street), _stack_words(street.before, street.after, names))
            for street in change.streets
        ),
        *((_tile_of(tile, language), _tile_words(tile.after, names)) for tile in change.council),
        *([(language.text("council, on no tile"), names.letters(change.late))] if change.late else []),
    ]
    lines = [language.text("{what}: {change}", what=what, change=words) for what, words in told if words]
    if piles := _pile_words(change, language):
        lines.append(comma.join(piles))
    if change.by_board:
        lines.append(language.text("by the board: {cards}", cards=_influence(change.by_board, language)))
    return lines


def _pile_words(change: Changes, language: Language) -> list[str]:
    deck = [language.text("deck {number:+d}", number=change.deck)] if change.deck else []
    return deck + ([language.text("open pile {number:+d}", number=change.discard)] if change.discard else [])


def _before_after(before: str, after: str, names: Names) -> str:
    empty = names.language.text("empty")
    return f"{names.letters(before) or empty} -> {names.letters(after) or empty}"


def _stack_words(before: str, after: str, names: Names) -> str:
    return names.language.text("{change} (bottom to top)", change=_before_after(before, after, names))


def _tile_of(tile: TileChange, language: Language) -> str:
    return language.text("council, {tile}", tile=place_words(tile.tile, language))


def _tile_words(mark: str, names: Names) -> str:
    if mark in SEATS:
        return names.language.text("a seat for {name}", name=names.name(int(mark)))
    return names.language.text("scored, nobody's seat") if mark == "x" else names.language.text("free")
