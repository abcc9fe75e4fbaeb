"""What the reader took for something other than what stands there: spellings, and decisions that it supplied.

Nothing of it is a mistake; it is told to those who ask, so that no text is repaired in silence.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from calimala_es.commands import DeclineOffer, DrawCard, EndActivation
from calimala_es.components import UNKNOWN
from calimala_es.game import Move
from calimala_es.state import State
from notation.errors import Place
from notation.words.annotations import GLYPH_SIGNS, is_annotation
from notation.words.checks import MARK
from notation.words.symbols import END, format_command


class Remark(NamedTuple):
    """A word, where it stands, and what it was read as."""

    place: Place
    word: str
    meaning: str

    def __str__(self) -> str:
        """``source:line:column: word is read as meaning``."""
        place = f"{self.place.source}:{self.place.line}:{self.place.column}"
        return f"{place}: {self.word!r} is read as {self.meaning}"


_GLYPH: Final = re.compile(rf"(?<=[^{GLYPH_SIGNS}])[{GLYPH_SIGNS}]{{1,2}}$")

_SILENT: Final = (EndActivation(), DeclineOffer(), DrawCard(UNKNOWN))
"""What canonical text leaves out, or writes on the word before."""


def rewritten(word: str, before: State, moves: Sequence[Move], *, is_mark: bool) -> str:
    """What the decisions of a word are in canonical text, those supplied before it included; empty if it is that.

    ``before`` is the state before the first of them; for ``is_mark``, the number of a turn, all of them were supplied.
    """
    if word == END or word[:1] == MARK or (is_annotation(word) and word != UNKNOWN):
        return ""
    symbols: list[str] = []
    state = before
    for move in moves:
        symbol = format_command(state, move.command)
        state = move.state
        if type(move.command) is DrawCard and symbols and not is_mark and symbols[-1].endswith(symbol[0]):
            symbols[-1] += symbol[1:]
        elif move.command not in _SILENT or (move is moves[-1] and not is_mark):
            symbols.append(symbol)
    glyph = _GLYPH.search(word)
    said = " ".join((*symbols, glyph[0]) if glyph and symbols and not symbols[-1].endswith(UNKNOWN) else symbols)
    return said if said != word.upper() else ""
