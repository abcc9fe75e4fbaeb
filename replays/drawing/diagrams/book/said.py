"""What somebody wrote, as lines of a book: no sign in it controls anything, and none of it is without end."""

from collections.abc import Iterator, Mapping
from typing import Final

from calimala_es.game import Layer
from calimala_es.notes import AnyNote
from replays.drawing.diagrams.graph import one_line
from replays.names import Table
from replays.words import note_words

LONGEST_LINE: Final = 4_000
"""Columns of one line of a note."""

MOST_LINES: Final = 200
"""Lines of one note."""


def line_words(text: str) -> str:
    """A text as one line."""
    return one_line(text, LONGEST_LINE)


def note_lines(note: AnyNote, table: Table, layers: Mapping[str, Layer]) -> Iterator[str]:
    """The lines of a note in words, empty ones left out."""
    for line in note_words(note, table, layers).splitlines()[:MOST_LINES]:
        if words := line_words(line):
            yield words
