"""Parts of a position that somebody saw at the table, and their values."""

from typing import Final

from calimala_es.components import PLACE_WORDS
from replays.names import Table
from replays.words.basics import faction_words, row_words, street_words

_MAT_WORDS: Final = {
    "coloured": "coloured discs in the supply",
    "white": "white discs in the supply",
    "support": "support discs in the supply",
    "cloth": "cloth in the workshops",
    "faction": "place on the faction track",
}
_SEATED_PARTS: Final = ("council", "active")
_FACTION: Final = ".faction"


def part_words(part: str, table: Table) -> str:
    """A part of the position that was observed."""
    if part[1:2] == ".":
        return f"{_MAT_WORDS.get(part[2:], part[2:])} of {table.name(int(part[0]))}"
    if part.isdigit():
        return street_words(table, part)
    return row_words(part) if _is_row(part) else part


def _is_row(part: str) -> bool:
    return part.partition(".")[0] in PLACE_WORDS


def value_words(part: str, value: str, table: Table) -> str:
    """The value of an observed part; discs, cubes and seats as letters of colours."""
    if part.endswith(_FACTION):
        return faction_words(int(value))
    is_marks = part.isdigit() or _is_row(part) or part in _SEATED_PARTS
    return (table.letters(value) if is_marks else value) or "nothing"


def observed_words(part: str, value: str, table: Table) -> str:
    """An observation, as an event or as what is asked for."""
    return f"seen at the table, {part_words(part, table)}: {value_words(part, value, table)}"
