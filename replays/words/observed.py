"""Parts of a position that were observed at the table, and their values."""

from typing import Final

from calimala_es.components import COLOUR_WORDS, PLACE_WORDS, WHITE
from replays.languages import message
from replays.names import Names
from replays.words.basics import colour_words, faction_words, row_words, street_words

_MAT_WORDS: Final = {
    "coloured": message("coloured discs in the supply of {name}"),
    "white": message("white discs in the supply of {name}"),
    "support": message("support discs in the supply of {name}"),
    "wood": message("wood of {name}"),
    "brick": message("brick of {name}"),
    "marble": message("marble of {name}"),
    "cloth": message("cloth in the workshops of {name}"),
    "ships": message("ships of {name}"),
    "houses": message("houses of {name}"),
    "points": message("points of {name}"),
    "hand": message("hand of {name}"),
    "faction": message("place on the faction track of {name}"),
}
_TABLE_WORDS: Final = {
    "council": message("council"),
    "deck": message("deck"),
    "discard": message("open pile"),
    "active": message("whose turn it is"),
}
_SEATED_PARTS: Final = ("council", "active")
_FACTION: Final = ".faction"


def part_words(part: str, names: Names) -> str:
    """Return a part of the position that was observed."""
    if part[1:2] == ".":
        return names.language.text(_MAT_WORDS[part[2:]], name=names.name(int(part[0])))
    if part.isdigit():
        return street_words(names, part)
    return row_words(part, names.language) if _is_row(part) else names.language.text(_TABLE_WORDS[part])


def _is_row(part: str) -> bool:
    return part.partition(".")[0] in PLACE_WORDS


def value_words(part: str, value: str, names: Names) -> str:
    """Return the value of an observed part; discs, cubes and seats by their colours, a stack from the bottom up."""
    if part.endswith(_FACTION):
        return faction_words(int(value), names.language)
    is_marks = part.isdigit() or _is_row(part) or part in _SEATED_PARTS
    words = ", ".join([_mark_words(letter, names) for letter in names.letters(value)]) if is_marks else value
    return words or names.language.text("nothing")


def _mark_words(letter: str, names: Names) -> str:
    """Return a disc or a cube by the letter of its colour; a letter of no player stays as it is written."""
    if letter == WHITE:
        return names.language.word("colour", "white")
    return colour_words(letter, names.language) if letter in COLOUR_WORDS else letter


def observed_words(part: str, value: str, names: Names) -> str:
    """Return an observation, as an event or as a command."""
    return names.language.text(
        "seen at the table, {part}: {value}", part=part_words(part, names), value=value_words(part, value, names)
    )
