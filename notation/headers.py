r"""The headers of a record: what the rules and the set-up are, and everything else that people note about a game.

``[Name "value"]``, with ``\"`` and ``\\`` inside the quotes. The headers that make up the set-up are listed in
``SETUP_HEADERS``; all others are kept as they are, in their order.
"""

import re
from collections import Counter
from typing import Final

from calimala_es.components import ACTIONS, CELLS, COLOUR_WORDS, DECK, ROWS, SCORING_TILES
from calimala_es.setup import Setup
from notation.escapes import escape

FORMAT_VERSION: Final = "1"

SETUP_HEADERS: Final = ("CGN", "Rules", "Seats", "City", "Council", "Deck", "Cells", "Position")
"""The headers that the set-up is read from, in the order in which they are written."""

RESULT: Final = "Result"
"""The header with everybody's points in the order of the seats, as ``42-38-35``; any other value is only kept."""

NAME_HEADERS: Final = {word.capitalize(): code for code, word in COLOUR_WORDS.items()}
"""The header that gives the name of the player of a colour, as ``Blue``."""

_QUOTE: Final = '"'
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
HEADER: Final = re.compile(rf'\[\s*({_NAME.pattern})\s+"([^"\\]*+(?:\\.[^"\\]*+)*+)"\s*\]')


class HeaderError(ValueError):
    """A header that cannot be; carries what was expected and the rule."""

    def __init__(self, message: str, expected: str = "", rule: str = "") -> None:
        """Keep what is wrong and what would be right."""
        super().__init__(message)
        self.expected = expected
        self.rule = rule


def format_header(name: str, value: str) -> str:
    """``[Name "value"]``; raises ``HeaderError`` for what is no name."""
    if not _NAME.fullmatch(name):
        raise HeaderError(f"{name!r} is no name of a header", "a letter, then letters, digits and _, 64 at most")
    return f'[{name} "{escape(value, _QUOTE)}"]'


def parse_rules(value: str) -> tuple[str, int]:
    """The edition and the version of its rules, as ``first 1``."""
    name, _, version = value.strip().partition(" ")
    version = version.strip() or "1"
    if not version.isascii() or not version.isdigit() or len(version) > 4:
        raise HeaderError(f"{value!r} is no rule set", "an edition and a version, as first 1", "R3")
    return name.lower(), int(version)


def parse_seats(value: str) -> str:
    """The colours of the players, the one who starts first; as letters or as words."""
    letters = {word: code for code, word in COLOUR_WORDS.items()}
    return "".join(letters.get(word, word) for word in value.lower().replace(",", " ").split())


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


def parse_council(value: str) -> tuple[str, ...]:
    """The scoring tiles in their order."""
    tiles = value.upper().replace(",", " ").split()
    strange = [tile for tile in tiles if tile not in SCORING_TILES]
    doubled = [tile for tile, count in Counter(tiles).items() if count > 1]
    lacking = [tile for tile in SCORING_TILES if tile not in tiles]
    for words, found in (("no scoring tiles:", strange), ("more than once:", doubled), ("lacking:", lacking)):
        if found:
            raise HeaderError(f"{words} {' '.join(found)}", f"each of {' '.join(SCORING_TILES)} once", "R2.2")
    return tuple(tiles)


def format_deck(deck: tuple[int, ...]) -> str:
    """``W5 B5 ...``: the copies of each action card in the box."""
    return " ".join(f"{card}{copies}" for card, copies in zip(ACTIONS, deck, strict=True))


def parse_deck(value: str) -> tuple[int, ...]:
    """The copies of each action card, in the order of ``ACTIONS``."""
    copies: dict[str, int] = {}
    for word in value.upper().split():
        if word[0] not in ACTIONS or word[0] in copies:
            raise HeaderError(f"{word!r} is no new card", f"each of {' '.join(ACTIONS)} once", "R2.3")
        copies[word[0]] = _parse_count(word, word[1:], "a card and a number, as W5", "R2.3")
    if len(copies) != len(ACTIONS):
        raise HeaderError("a deck names every action card", format_deck(DECK), "R2.3")
    return tuple(copies[card] for card in ACTIONS)


def format_cells(cells: tuple[int, ...]) -> str:
    """The rows whose number of cells is not that of the box, as ``SMN.W=4 LIS=10``; empty if all are."""
    return " ".join(f"{row}={count}" for row, count, usual in zip(ROWS, cells, CELLS, strict=True) if count != usual)


def parse_cells(value: str) -> tuple[int, ...]:
    """The number of cells of every row of ``ROWS``; rows that are not named have those of the box."""
    cells: dict[str, int] = {}
    for word in value.upper().split():
        row, _, count = word.partition("=")
        if row not in ROWS or row in cells:
            raise HeaderError(f"{word!r} names no new row", "a row and a number, as SMN.W=3", "R2.5")
        cells[row] = _parse_count(word, count, "a row and a number, as SMN.W=3", "R2.5")
    return tuple(cells.get(row, usual) for row, usual in zip(ROWS, CELLS, strict=True))


def _parse_count(word: str, count: str, expected: str, rule: str) -> int:
    if not count.isascii() or not count.isdigit() or len(count) > 2:
        raise HeaderError(f"{word!r} says no number", expected, rule)
    return int(count)


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
