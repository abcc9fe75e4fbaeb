"""All words of a page in the language of its table: for the controls, and for everything on the table."""

from collections.abc import Sequence
from functools import cache, lru_cache
from string import Formatter
from typing import Final

from calimala_es.board import STREETS
from calimala_es.components import (
    ACTIONS,
    AREA_ROWS,
    CHURCHES,
    INTRIGUE_ACTIONS,
    MATERIALS,
    PALAZZO,
    PORTS,
    SCORING_TILES,
    TRADING_CITIES,
)
from replays.text.languages import Language, message
from replays.text.names import Names
from replays.text.syllables import with_soft_hyphens
from replays.text.terms import (
    BUILDING,
    SHORT_PLACE_WORDS,
    SQUARE,
    TILE,
    action_term,
    colour_term,
    material_term,
    place_term,
    row_term,
    street_term,
)

_CONTROLS: Final = {
    "first": message("Go to the start"),
    "back": message("Back"),
    "on": message("Forward"),
    "last": message("Go to the end"),
    "play": message("Play"),
    "pause": message("Pause"),
    "by": message("Step size"),
    "seen": message("Viewpoint"),
    "everything": message("everybody's cards"),
    "public": message("the public"),
    "line": message("Line"),
    "main": message("the main line"),
    "help": message("Keyboard shortcuts"),
    "close": message("Close"),
    "controls": message("Controls"),
    "more": message("More options"),
    "position": message("Position"),
    "beginning": message("start of the game"),
    "log": message("Game log"),
    "remarks": message("Comments"),
    "hidden": message("Comments are hidden from this viewpoint."),
    "city": message("City"),
    "council": message("Council"),
    "buildings": message("Buildings"),
    "cities": message("Cities"),
    "intrigue": message("Intrigue"),
    "cards": message("Cards"),
    "players": message("Players"),
    "faction": message("Faction track"),
    "points": message("points"),
    "graph": message("Graph"),
    "chances": message("chances of winning"),
    "unrecorded": message("Not recorded: {parts}"),
    "disc": message("white disc"),
    "support": message("support disc"),
    "free": message("free"),
    "closed": message("scored, no seat"),
    "noTile": message("council, on no tile"),
    "empty": message("empty"),
    "deck": message("deck"),
    "pile": message("discard pile"),
    "laid": message("starting cards laid out"),
    "byBoard": message("influence cards beside the board"),
    "influence": message("influence card"),
    "influences": message("Influence cards"),
    "none": message("none"),
    "unknown": message("an unknown card"),
    "missed": message("not recorded"),
    "turn": message("Turn {turn}"),
    "variation": message("variation from here: {name}"),
    "noPlace": message("This game has no moment {place}."),
    "goTo": message("Go to a moment, e.g. 7, 7.2 or 7.2.3"),
    "goToHint": message("7, 7.2 or 7.2.3"),
    "named": message("{what}: {value}"),
    "amount": message("{number} {what}"),
    "branch": message("{id}, {name}"),
    "marked": message("{what} ({mark})"),
    "family": message("{name} as {family}"),
    "steps": message("{number} ({side})"),
    "speed": message("Speed"),
    "sheets": message("Parts of the table"),
    "world": message("World"),
    "europe": message("Europe"),
    "florence": message("Florence"),
    "rest": message("Show the rest"),
    "turnOf": message("Turn {turn}, {name}"),
    "fromTop": message("from the top: {discs}"),
    "next": message("scored next"),
    "seat": message("seat"),
    "councilTile": message("Council tile {number} of {total}"),
    "nobody": message("Nobody has a cube there, so nobody scores."),
    "sources": message("Points and cubes by scoring"),
    "other": message("not from a scoring in this record"),
    "cubes": message("cubes"),
    "since": message("since turn {turn}: {words}"),
    "countsFor": message("Counts for: {places}"),
    "countsNoMore": message("Does not count for any tile still to be scored."),
}
"""The viewer's labels; it fills in the fields in braces."""

_LEVELS: Final = (
    message("game"),
    message("round"),
    message("turn"),
    message("activation"),
    message("action"),
    message("event"),
)

_KEYS: Final = (
    ("→ ←", message("one step forward or back")),
    ("⇧→ ⇧←", message("the same in larger steps")),
    ("w r t a c e", message("step by game, round, turn, activation, action or event")),
    ("Home End g G", message("to the start or the end")),
    ("Space", message("play or pause")),
    ("s S", message("next or previous scoring")),
    ("m M", message("next or previous moment with a comment or something missing")),
    ("1–5", message("next activation of a player; with Alt the previous one")),
    ("n p", message("enter the variation that begins here, or leave it")),
    ("v V", message("next or previous viewpoint")),
    (":", message("go to a moment")),
    ("?", message("this list")),
)
"""Keys and what they do."""


@cache
def controls(language: Language) -> dict[str, str]:
    """Return the viewer's labels by purpose, and what is between the words of a list; fields are left unfilled."""
    labels = {name: _unfilled(words, language) for name, words in _CONTROLS.items()}
    return labels | {"comma": language.word("list", ", "), "semicolon": language.word("list", "; ")}


def _unfilled(words: str, language: Language) -> str:
    """Return a message with its fields unfilled: the viewer fills them."""
    return language.text(words, **{field: f"{{{field}}}" for _, field, _, _ in Formatter().parse(words) if field})


@cache
def levels(language: Language) -> tuple[str, ...]:
    """Return the levels of steps, the coarsest first."""
    return tuple(language.text(words) for words in _LEVELS)


@cache
def keys(language: Language) -> tuple[tuple[str, str], ...]:
    """Return the keys and what each does."""
    return tuple((key, language.text(words)) for key, words in _KEYS)


_LONGEST_WORD: Final = 7
"""Letters of a word that a tile of the council always has room for."""


@lru_cache(maxsize=64)
def names(names: Names, rows: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return the names of everything on the table, by kind and code; ``rows`` are those of the game.

    Tiles with long words have a second name, with places to break them.
    """
    language = names.language
    tiles: dict[str, str] = {code: language.word(TILE, SHORT_PLACE_WORDS[code]) for code in SCORING_TILES}
    broken = {code: with_soft_hyphens(name, _LONGEST_WORD) for code, name in tiles.items()}
    return {
        "square": {code: action_term(code, language, SQUARE) for code in ACTIONS},
        "action": {code: action_term(code, language) for code in ACTIONS + INTRIGUE_ACTIONS},
        "material": {code: material_term(code, language) for code in MATERIALS},
        "tile": tiles,
        "broken": {code: name for code, name in broken.items() if name != tiles[code]},
        "building": {code: place_term(code, language, BUILDING) for code in (*CHURCHES, PALAZZO)},
        "city": {code: place_term(code, language) for code in (*PORTS, *TRADING_CITIES)},
        "area": {code: place_term(code, language) for code in AREA_ROWS},
        "row": {row: row_term(row, language) for row in rows},
        "street": {street: street_term(names, street) for street in STREETS},
        "colour": {
            **{colour: colour_term(colour, language) for colour in names.colours},
            "w": language.word("colour", "white"),
        },
        "mat": {
            "wood": language.word("mat", "wood"),
            "brick": language.word("column", "brick"),
            "marble": language.word("mat", "marble"),
            "cloth": language.text("cloth in workshops"),
            "ships": language.word("column", "ships"),
            "houses": language.word("column", "houses"),
            "hand": language.word("column", "hand"),
            "discs": language.word("column", "discs"),
        },
        "part": {
            "points": language.text("points"),
            "cubes": language.text("cubes on the board"),
            "goods": language.text("goods and buildings"),
            "cards": language.text("cards"),
        },
        "track": {
            "cardinal": language.word("track", "cardinal"),
            "emperor": language.word("track", "emperor"),
        },
        "row_kind": {
            "W": language.word("column", "wood"),
            "B": language.word("column", "brick"),
            "M": language.word("column", "marble"),
            "A": language.word("column", "artwork"),
            "R": action_term("R", language),
        },
    }
