r"""The headers of a record: what the rules and the set-up are, and everything else that people note about a game.

``[Name "value"]``, with ``\"`` and ``\\`` inside the quotes. The headers that make up the set-up are listed in
``SETUP_HEADERS``; all others are kept as they are, in their order.
"""

from collections import Counter
from typing import Final

from calimala_es.components import ACTIONS, COLOUR_WORDS, DECK, SCORING_TILES
from calimala_es.game import Depth
from calimala_es.setup import Setup
from notation.errors import MOST_QUOTED, cut, quoted
from notation.heading.expansions import format_cells, format_faction, format_families, format_intrigue, format_settings
from notation.heading.form import HeaderError, format_header, parse_count, refuse_name

FORMAT_VERSION: Final = "1"

SETUP_HEADERS: Final = (
    "CGN", "Rules", "Settings", "Seats", "Third", "City", "Council", "Intrigue", "Families", "Deck", "Cells", "Faction",
    "Depth", "Position",
)  # fmt: skip
"""The headers that the set-up is read from, in the order in which they are written."""

DEPTH: Final = "Depth"
"""The header that says how much a record tells: ``placements`` or ``result``; without it everything."""

RESULT: Final = "Result"
"""The header with everybody's points in the order of the seats, as ``42-38-35``; any other value is only kept."""

NAME_HEADERS: Final = {word.capitalize(): code for code, word in COLOUR_WORDS.items()}
"""The header that gives the name of the player of a colour, as ``Blue``."""


def parse_rules(value: str) -> tuple[str, int]:
    """The edition and the version of its rules, as ``first 1``."""
    name, _, version = value.strip().partition(" ")
    version = version.strip() or "1"
    if not version.isascii() or not version.isdigit() or len(version) > 4 or len(name) > MOST_QUOTED:
        raise HeaderError(f"{quoted(value)} is no rule set", "an edition and a version, as first 1", "R3")
    return name.lower(), int(version)


def parse_seats(value: str) -> str:
    """The colours of the players, the one who starts first; as letters or as words."""
    letters = {word: code for code, word in COLOUR_WORDS.items()}
    colours = "".join(letters.get(word, word) for word in value.lower().replace(",", " ").split())
    if len(colours) > MOST_QUOTED:
        raise HeaderError(f"{quoted(value)} are no colours", f"letters out of {' '.join(letters.values())}", "R3.1")
    return colours


def format_city(city: str) -> str:
    """``WBM/U-A/VTS``: three rows, the centre as a dash."""
    tiles = city[:4] + "-" + city[5:]
    return "/".join((tiles[:3], tiles[3:6], tiles[6:]))


def parse_city(value: str) -> str:
    """The nine tiles of ``WBM/U-A/VTS``; rows may run together and the centre may be ``C``."""
    tiles = value.upper().replace("/", "").replace(" ", "")
    if len(tiles) != 9:
        raise HeaderError(f"{quoted(value)} is no city", "three rows of three tiles, as WBM/U-A/VTS", "R2.1")
    return tiles[:4] + tiles[4].replace("-", "C") + tiles[5:]


def parse_council(value: str) -> tuple[str, ...]:
    """The scoring tiles in their order."""
    tiles = value.upper().replace(",", " ").split()
    strange = [tile for tile in tiles if tile not in SCORING_TILES]
    doubled = [tile for tile, count in Counter(tiles).items() if count > 1]
    lacking = [tile for tile in SCORING_TILES if tile not in tiles]
    for words, found in (("no scoring tiles:", strange), ("more than once:", doubled), ("lacking:", lacking)):
        if found:
            raise HeaderError(f"{words} {cut(' '.join(found))}", f"each of {' '.join(SCORING_TILES)} once", "R2.2")
    return tuple(tiles)


def parse_depth(value: str) -> Depth:
    """How much a record tells."""
    depths: dict[str, Depth] = {depth: depth for depth in ("result", "placements", "full")}
    depth = depths.get(value.strip().lower())
    if depth is None:
        raise HeaderError(f"{quoted(value)} is no depth", " or ".join(depths))
    return depth


def format_deck(deck: tuple[int, ...]) -> str:
    """``W5 B5 ...``: the copies of each action card in the box."""
    return " ".join(f"{card}{copies}" for card, copies in zip(ACTIONS, deck, strict=True))


def parse_deck(value: str) -> tuple[int, ...]:
    """The copies of each action card, in the order of ``ACTIONS``."""
    copies: dict[str, int] = {}
    for word in value.upper().split():
        if word[0] not in ACTIONS or word[0] in copies:
            refuse_name(word, word[0], "card", ACTIONS, f"each of {' '.join(ACTIONS)} once", "R2.3")
        copies[word[0]] = parse_count(word, word[1:], "a card and a number, as W5", "R2.3")
    if len(copies) != len(ACTIONS):
        raise HeaderError("a deck names every action card", format_deck(DECK), "R2.3")
    return tuple(copies[card] for card in ACTIONS)


def format_setup(setup: Setup) -> list[str]:
    """The header lines of a set-up; what is usual is left out, but for the deck, and what is unknown."""
    rules = setup.ruleset
    values = {
        "CGN": FORMAT_VERSION,
        "Rules": f"{rules.edition} {rules.version}",
        "Settings": format_settings(rules),
        "Seats": setup.colours,
        "Third": setup.third,
        "City": format_city(setup.city) if setup.city else "",
        "Council": " ".join(setup.council),
        "Intrigue": format_intrigue(setup) if setup.intrigue else "",
        "Families": format_families(setup.families),
        "Deck": format_deck(rules.deck),
        "Cells": format_cells(rules.cells),
        "Faction": format_faction(rules),
    }
    return [format_header(name, value) for name, value in values.items() if value]
