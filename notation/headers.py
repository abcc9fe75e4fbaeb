"""The headers of a record: what the rules and the set-up are, and everything else that people note about a game.

``[Name "value"]``, with ``\\"`` and ``\\\\`` inside the quotes. The headers that make up the set-up are listed in
``SETUP_HEADERS``; all others are kept as they are, in their order.
"""

import re
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from calimala_es.components import ACTIONS, CELLS, COLOUR_WORDS, DECK, ROWS
from calimala_es.setup import Ruleset, Setup

FORMAT_VERSION: Final = "1"

SETUP_HEADERS: Final = ("CGN", "Rules", "Seats", "City", "Council", "Deck", "Cells", "Position")
"""The headers that the set-up is read from, in the order in which they are written."""

DESCRIPTIVE_HEADERS: Final = ("Event", "Site", "Date", "Time", "Round", "Scribe", "Result")
"""Headers with a meaning of their own beside the players' names; any other is kept and never looked at."""

NAME_HEADERS: Final = {word.capitalize(): code for code, word in COLOUR_WORDS.items()}
"""The header that gives the name of the player of a colour, as ``Blue``."""

HEADER: Final = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]{0,63})\s+"((?:[^"\\\n]|\\.)*)"\s*\]')


class Header(NamedTuple):
    """One header and where it stands: the offset in its line."""

    name: str
    value: str
    line: int
    column: int
    text: str


class HeaderError(ValueError):
    """A header value that cannot be; carries what was expected and the rule."""

    def __init__(self, message: str, expected: str, rule: str = "") -> None:
        """Keep what is wrong and what would be right."""
        super().__init__(message)
        self.expected = expected
        self.rule = rule


def quote(value: str) -> str:
    """A header value with quotes and backslashes escaped, and line ends as ``\\n``."""
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")


_ESCAPES: Final = {"n": "\n", "r": "\r"}


def unquote(value: str) -> str:
    """The value that ``quote`` was given."""
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[1]), value)


def format_header(name: str, value: str) -> str:
    """``[Name "value"]``."""
    return f'[{name} "{quote(value)}"]'


def format_city(city: str) -> str:
    """``WBM/U-A/VTS``: three rows, the centre as a dash."""
    tiles = city[:4] + "-" + city[5:]
    return "/".join((tiles[:3], tiles[3:6], tiles[6:]))


def parse_city(value: str) -> str:
    """The nine tiles of ``WBM/U-A/VTS``; rows may run together and the centre may be ``C``."""
    tiles = value.upper().replace("/", "").replace(" ", "")
    if len(tiles) != 9:
        raise HeaderError(f"{value!r} is no city", "three rows of three tiles, as WBM/U-A/VTS", "R2.1")
    return tiles[:4] + tiles[4].replace("-", "C") + tiles[5:]


def format_deck(deck: tuple[int, ...]) -> str:
    """``W5 B5 ...``: the copies of each action card in the box."""
    return " ".join(f"{card}{copies}" for card, copies in zip(ACTIONS, deck, strict=True))


def parse_deck(value: str) -> tuple[int, ...]:
    """The copies of each action card, in the order of ``ACTIONS``."""
    copies: dict[str, int] = {}
    for word in value.upper().split():
        if word[0] not in ACTIONS or not word[1:].isascii() or not word[1:].isdigit() or len(word) > 3:
            raise HeaderError(f"{word!r} is no number of copies", "a card and a number, as W5", "R2.3")
        copies[word[0]] = int(word[1:])
    if set(copies) != set(ACTIONS):
        raise HeaderError("a deck names every action card", format_deck(DECK), "R2.3")
    return tuple(copies[card] for card in ACTIONS)


def format_cells(cells: tuple[int, ...]) -> str:
    """The rows whose number of cells is not that of the box, as ``SMN.W4 LIS10``; empty if all are."""
    return " ".join(
        f"{row}={count}" for row, count, usual in zip(ROWS, cells, CELLS, strict=True) if count != usual
    )


def parse_cells(value: str) -> tuple[int, ...]:
    """The number of cells of every row of ``ROWS``; rows that are not named have those of the box."""
    cells = dict(zip(ROWS, CELLS, strict=True))
    for word in value.upper().split():
        row, _, count = word.partition("=")
        if row not in cells or not count.isascii() or not count.isdigit() or len(count) > 2:
            raise HeaderError(f"{word!r} is no number of cells", "a row and a number, as SMN.W=3", "R2.5")
        cells[row] = int(count)
    return tuple(cells.values())


def _parse_rules(value: str) -> tuple[str, int]:
    name, _, version = value.strip().partition(" ")
    version = version.strip() or "1"
    if not version.isascii() or not version.isdigit() or len(version) > 4:
        raise HeaderError(f"{value!r} is no rule set", "an edition and a version, as first 1", "R3")
    return name.lower(), int(version)


def _parse_seats(value: str) -> str:
    return value.strip().lower()


_PARSERS: Final[dict[str, Callable[[str], object]]] = {
    "Rules": _parse_rules,
    "Seats": _parse_seats,
    "City": parse_city,
    "Council": lambda value: tuple(value.upper().split()),
    "Deck": parse_deck,
    "Cells": parse_cells,
}


def parse_setup_header(name: str, value: str) -> object:
    """The part of the set-up that a header gives; raises ``HeaderError``."""
    return _PARSERS[name](value)


def setup_of(parts: dict[str, object]) -> Setup:
    """The set-up that the parsed headers make up; seats, city and council must be among them."""
    edition, version = parts.get("Rules", ("first", 1))  # type: ignore[misc]
    ruleset = Ruleset(edition, version, parts.get("Deck", DECK), parts.get("Cells", CELLS))  # type: ignore[arg-type]
    return Setup(parts["Seats"], parts["City"], parts["Council"], ruleset)  # type: ignore[arg-type]


def seats_of_names(names: Iterable[str]) -> str:
    """The seating that the order of the name headers gives, where no ``Seats`` header does."""
    return "".join(NAME_HEADERS[name] for name in names if name in NAME_HEADERS)


def format_setup(setup: Setup) -> list[str]:
    """The header lines of a set-up."""
    rules = setup.ruleset
    lines = [
        format_header("CGN", FORMAT_VERSION),
        format_header("Rules", f"{rules.edition} {rules.version}"),
        format_header("Seats", setup.colours),
        format_header("City", format_city(setup.city)),
        format_header("Council", " ".join(setup.council)),
        format_header("Deck", format_deck(rules.deck)),
    ]
    cells = format_cells(rules.cells)
    return [*lines, format_header("Cells", cells)] if cells else lines
