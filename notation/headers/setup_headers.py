r"""The headers of a game: what the rules and the set-up are, and everything else that people note about a game.

``[Name "value"]``, with ``\"`` and ``\\`` inside the quotes. The headers that make up the set-up are listed in
``SETUP_HEADERS``; all others stay as they are, in their order. First the form, then cells, settings, Intrigue and
families (R2.5, R9 to R11), then the others.
"""

import re
from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from typing import Final, NoReturn

from msgspec import structs

from calimala_es.board import STREETS, street_names
from calimala_es.components import (
    ACTIONS,
    ALL_ROWS,
    CELLS,
    COLOUR_WORDS,
    DECK,
    INTRIGUE_ACTIONS,
    INTRIGUE_CELLS,
    ROWS,
    SCORING_TILES,
    TILE_OF,
    Street,
    Tile,
)
from calimala_es.editions import EDITIONS, Settings
from calimala_es.errors import CalimalaError
from calimala_es.messages import Message, Text
from calimala_es.position import format_city, format_faction, format_settings
from calimala_es.setup import Setup
from notation.errors import MOST_QUOTED, quote, shorten
from notation.grammar.tokens import escape

_QUOTE: Final = '"'
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
HEADER: Final = re.compile(rf'\[\s*({_NAME.pattern})\s+"([^"\\]*+(?:\\.[^"\\]*+)*+)"\s*\]')


class HeaderError(CalimalaError, ValueError):
    """A header that cannot be; carries what was expected and the rule."""

    def __init__(self, message: Message, expected: Text = "", rule: str = "") -> None:
        """Keep what is wrong and what would be right."""
        super().__init__(message)
        self.expected = expected
        self.rule = rule


def format_header(name: str, value: str) -> str:
    r"""Return ``[Name "value"]``; raises ``HeaderError`` for what is not a name.

    >>> format_header("Event", 'The "big" one')
    '[Event "The \\"big\\" one"]'
    """
    if not _NAME.fullmatch(name):
        raise HeaderError(
            Message("{word} is not a valid header name", word=repr(name)),
            Message("a letter, then up to 63 letters, digits and _"),
        )
    return f'[{name} "{escape(value, _QUOTE)}"]'


def parse_count(word: str, count: str, expected: Message, rule: str) -> int:
    """Return a number of at most two digits in a word."""
    if not count.isascii() or not count.isdigit() or len(count) > 2:
        raise HeaderError(Message("{word} is not a number from 0 to {most}", word=quote(word), most=99), expected, rule)
    return int(count)


def refuse_name(
    word: str, name: str, unknown: Message, known: Collection[str], expected: Message, rule: str
) -> NoReturn:
    """Refuse a name that is not in ``known``, which ``unknown`` says, or is repeated."""
    reason = Message("{word} is named twice", word=quote(name)) if name in known else unknown
    raise HeaderError(
        Message("{word}: {reason}", word=quote(word), reason=reason) if word != name else reason, expected, rule
    )


# The headers of cells, of settings of the second edition, of Intrigue and of families (R2.5, R9 to R11).


def format_cells(cells: tuple[int, ...]) -> str:
    """Return the rows whose number of cells is not that of the box, as ``SMN.W=4 LIS=10``; empty if all are."""
    usual = _ALL_CELLS[: len(cells)]
    rows = ALL_ROWS[: len(cells)]
    return " ".join(f"{row}={count}" for row, count, known in zip(rows, cells, usual, strict=True) if count != known)


_ALL_CELLS: Final = CELLS + INTRIGUE_CELLS


def parse_cells(value: str) -> dict[str, int]:
    """Return the rows that are named, with their number of cells."""
    cells: dict[str, int] = {}
    for word in value.upper().split():
        row, _, count = word.partition("=")
        if row not in ALL_ROWS or row in cells:
            unknown = Message("{word} is not a row of the board", word=quote(row))
            refuse_name(word, row, unknown, ALL_ROWS, _EXPECTED_CELLS, "R2.5")
        cells[row] = parse_count(word, count, _EXPECTED_CELLS, "R2.5")
    return cells


_EXPECTED_CELLS: Final = Message("a row and a number, e.g. SMN.W=3")


def cells_of(named: dict[str, int], *, intrigue: bool) -> tuple[int, ...]:
    """Return the number of cells of every row of a game; rows that are not named have those of the box.

    Raises ``HeaderError`` where a row of Intrigue is named in a game without it.
    """
    rows = ALL_ROWS if intrigue else ROWS
    if not named:
        return _ALL_CELLS[: len(rows)]
    strange = [row for row in named if row not in rows]
    if strange:
        message = Message("only a game with Intrigue has the row {row}", row=strange[0])
        raise HeaderError(message, Message("a row of the board (R2.5), or an Intrigue header"), "R10.4")
    return tuple(named.get(row, usual) for row, usual in zip(rows, _ALL_CELLS, strict=False))


_FLAGS: Final = {"yes": True, "no": False}
_USUAL_SETTINGS: Final[dict[str, object]] = structs.asdict(Settings())
SETTINGS_WORDS: Final = "compensation_scope=action active_draw_limit=2 placement_may_draw=yes art_counts_pal=no"
"""Every setting with a value, as an example."""


def parse_settings(value: str) -> dict[str, str | int | bool]:
    """Return the settings that are named, with their values."""
    named: dict[str, str | int | bool] = {}
    for word in value.lower().split():
        name, _, said = word.partition("=")
        if name not in _USUAL_SETTINGS or name in named:
            unknown = Message("{word} is not a setting", word=quote(name))
            refuse_name(word, name, unknown, _USUAL_SETTINGS, Message("{symbols}", symbols=SETTINGS_WORDS), "R9.3")
        named[name] = _parse_setting(word, name, said)
    return named


def _parse_setting(word: str, name: str, said: str) -> str | int | bool:
    usual = _USUAL_SETTINGS[name]
    if isinstance(usual, str):
        return said
    if not isinstance(usual, bool):
        return parse_count(word, said, Message("{symbols}", symbols=f"{name}=2"), "R9.3")
    if said not in _FLAGS:
        message = Message("{word} is neither yes nor no", word=quote(word))
        raise HeaderError(message, Message("{symbols}", symbols=f"{name}=yes {name}=no"), "R9.7")
    return _FLAGS[said]


def settings_of(edition: str, named: dict[str, str | int | bool]) -> Settings:
    """Return the settings of a known edition, except those named."""
    return structs.replace(EDITIONS[edition].settings, **named)


def format_intrigue(setup: Setup) -> str:
    """Return the intrigue tile of every street, as ``WB:KR BM:KE ...``, in the order of ``STREETS``."""
    names = street_names(setup.city)
    return " ".join(f"{names[street]}:{tile}" for street, tile in zip(STREETS, setup.intrigue, strict=True))


def parse_intrigue(value: str, city: str) -> tuple[str, ...]:
    """Return the intrigue tiles in the order of ``STREETS``; streets by their tiles or squares, in any order."""
    streets = {letters: street for street, name in street_names(city).items() for letters in _spellings(street, name)}
    tiles: dict[str, str] = {}
    for word in value.upper().split():
        street, _, tile = word.partition(":")
        if street not in streets or streets[street] in tiles:
            expected = Message(
                "each of the twelve streets once: {streets}", streets=" ".join(street_names(city).values())
            )
            unknown = Message("{word} is not a street of this city", word=quote(street))
            refuse_name(word, street, unknown, streets, expected, "R10.2")
        tiles[streets[street]] = "".join(sorted(tile, key=INTRIGUE_ACTIONS.find))
    missing = [street_names(city)[street] for street in STREETS if street not in tiles]
    if missing:
        message = Message("intrigue tiles are missing for {streets}", streets=" ".join(missing))
        raise HeaderError(message, Message("each of the twelve streets once, e.g. WB:KR"), "R10.2")
    return tuple(tiles[street] for street in STREETS)


def _spellings(street: Street, name: str) -> tuple[str, ...]:
    return street, street[::-1], name, name[::-1]


NO_FAMILY: Final = "-"


def format_families(families: tuple[str, ...]) -> str:
    """Return the family of each seat, as ``Bardi - Medici``."""
    return " ".join(family or NO_FAMILY for family in families)


def parse_families(value: str) -> tuple[str, ...]:
    """Return the family of each seat, empty where there is none; nothing if nobody has one."""
    families = tuple("" if word == NO_FAMILY else word.capitalize() for word in value.replace(",", " ").split())
    return families if any(families) else ()


def parse_faction(value: str) -> tuple[int, tuple[int, ...]]:
    """Return the steps of the faction track, and where its stages begin."""
    expected = Message("the steps and where the three stages begin, e.g. 6 2.4.6")
    wrong = Message("{word} is not a faction track", word=quote(value))
    words = value.split()
    if len(words) != 2:
        raise HeaderError(wrong, expected, "R10.6")
    steps, stages = (tuple(parse_count(value, part, expected, "R10.6") for part in word.split(".")) for word in words)
    if len(steps) != 1 or len(stages) != 3:
        raise HeaderError(wrong, expected, "R10.6")
    return steps[0], stages


FORMAT_VERSION: Final = "1.0"
"""The version of the notation that is written: the lowest that has all that a record needs."""

MEDIA_TYPE: Final = "text/vnd.calimala.cgn"
"""The media type of texts in this notation; they are UTF-8."""

_VERSION: Final = re.compile(r"([0-9]{1,4})\.([0-9]{1,4})")

SETUP_HEADERS: Final = (
    "CGN", "Rules", "Settings", "Seats", "Third", "City", "Council", "Intrigue", "Families", "Deck", "Cells", "Faction",
    "Position",
)  # fmt: skip
"""The headers that the set-up is read from, in the order in which they are written."""


def parse_version(value: str) -> tuple[int, int]:
    """Return the major and the minor version of the notation, of which only the major one decides who can read it.

    >>> parse_version("1.0")
    (1, 0)
    """
    found = _VERSION.fullmatch(value.strip())
    if not found:
        message = Message("{word} is not a version of the notation", word=quote(value))
        raise HeaderError(message, Message("a version, e.g. {version}", version=FORMAT_VERSION))
    return int(found[1]), int(found[2])


_MAJOR: Final = parse_version(FORMAT_VERSION)[0]


def can_read(value: str) -> bool:
    """Return whether text of this version can be read: every version with the same major number can."""
    return parse_version(value)[0] == _MAJOR


def parse_rules(value: str) -> tuple[str, int]:
    """Return the edition and the version of its rules, as ``first 1``."""
    name, *others = value.split() or [""]
    version = " ".join(others) or "1"
    if not version.isascii() or not version.isdigit() or len(version) > 4 or len(name) > MOST_QUOTED:
        message = Message("{word} is not a rule set", word=quote(value))
        raise HeaderError(message, Message("an edition and a version, e.g. first 1"), "R3")
    return name.lower(), int(version)


def parse_seats(value: str) -> str:
    """Return the colours of the players, the one who starts first; as letters or as words.

    >>> parse_seats("blue red yellow"), parse_seats("bry")
    ('bry', 'bry')
    """
    letters = {word: code for code, word in COLOUR_WORDS.items()}
    colours = "".join(letters.get(word, word) for word in value.lower().replace(",", " ").split())
    if len(colours) > MOST_QUOTED:
        message = Message("{word} is not a list of colours", word=quote(value))
        raise HeaderError(message, Message("letters from {letters}", letters=" ".join(letters.values())), "R3.1")
    return colours


def parse_city(value: str) -> str:
    """Return the nine tiles of ``WBM/U-A/VTS``; rows may run together and the centre may be ``C``.

    >>> parse_city("WBM/U-A/VTS")
    'WBMUCAVTS'
    """
    tiles = "".join(value.upper().replace("/", "").split())
    if len(tiles) != 9:
        message = Message("{word} is not a city", word=quote(value))
        raise HeaderError(message, Message("three rows of three tiles, e.g. WBM/U-A/VTS"), "R2.1")
    return tiles[:4] + tiles[4].replace("-", "C") + tiles[5:]


def parse_council(value: str) -> tuple[Tile, ...]:
    """Return the scoring tiles in their order."""
    tiles = value.upper().replace(",", " ").split()
    if len(tiles) == len(SCORING_TILES) and {*tiles} == {*SCORING_TILES}:
        return tuple([TILE_OF[tile] for tile in tiles])
    strange = [tile for tile in tiles if tile not in SCORING_TILES]
    doubled = [tile for tile, count in Counter(tiles).items() if count > 1]
    missing = [tile for tile in SCORING_TILES if tile not in tiles]
    wrong = (
        Message("these are not scoring tiles: {tiles}", tiles=shorten(" ".join(strange))),
        Message("these scoring tiles appear more than once: {tiles}", tiles=shorten(" ".join(doubled))),
        Message("these scoring tiles are missing: {tiles}", tiles=" ".join(missing)),
    )
    message = next(message for message in wrong if message.fields["tiles"])
    raise HeaderError(message, Message("each of {tiles} once", tiles=" ".join(SCORING_TILES)), "R2.2")


def format_deck(deck: tuple[int, ...]) -> str:
    """Return ``W5 B5 ...``: the copies of each action card in the box."""
    return " ".join(f"{card}{copies}" for card, copies in zip(ACTIONS, deck, strict=True))


@lru_cache(maxsize=64)
def parse_deck(value: str) -> tuple[int, ...]:
    """Return the copies of each action card, in the order of ``ACTIONS``."""
    copies: dict[str, int] = {}
    for word in value.upper().split():
        if word[0] not in ACTIONS or word[0] in copies:
            unknown = Message("{word} is not a card", word=quote(word[0]))
            refuse_name(
                word, word[0], unknown, ACTIONS, Message("each of {tiles} once", tiles=" ".join(ACTIONS)), "R2.3"
            )
        copies[word[0]] = parse_count(word, word[1:], Message("a card and a number, e.g. W5"), "R2.3")
    if len(copies) != len(ACTIONS):
        message = Message("the deck does not name every action card")
        raise HeaderError(message, Message("{symbols}", symbols=format_deck(DECK)), "R2.3")
    return tuple(copies[card] for card in ACTIONS)


def format_setup(setup: Setup) -> list[str]:
    """Return the header lines of a set-up; what is usual or unknown is left out.

    >>> from calimala_es import Setup
    >>> format_setup(Setup("bry", "WBMUCAVTS"))[:3]
    ['[Rules "first 1"]', '[Seats "bry"]', '[City "WBM/U-A/VTS"]']
    """
    rules = setup.ruleset
    values = {
        "Rules": f"{rules.edition} {rules.version}",
        "Settings": format_settings(rules),
        "Seats": setup.colours,
        "Third": setup.third,
        "City": format_city(setup.city) if setup.city else "",
        "Council": " ".join(setup.council),
        "Intrigue": format_intrigue(setup) if setup.intrigue else "",
        "Families": format_families(setup.families),
        "Deck": format_deck(rules.deck) if rules.deck != DECK else "",
        "Cells": format_cells(rules.cells),
        "Faction": format_faction(rules),
    }
    return [format_header(name, value) for name, value in values.items() if value]
