"""What the reader took for something other than what is written, and what may have been meant by a word.

Neither is a mistake: remarks are for those who ask, so that no text is repaired in silence.
"""

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from msgspec import Struct

from calimala_es.checks import MARK
from calimala_es.commands import DeclineOffer, DrawCard, EndActivation, MarkMissed
from calimala_es.components import UNKNOWN
from calimala_es.game import Move
from calimala_es.gaps import UNKNOWN_INFLUENCE
from calimala_es.legal import legal
from calimala_es.state import State
from notation.errors import Place
from notation.grammar.notes import GLYPH_SIGNS
from notation.grammar.symbols import END, format_command
from notation.grammar.tokens import is_annotation


class Remark(NamedTuple):
    """A word, its place, and what it was read as; an empty word was missing there."""

    place: Place
    word: str
    meaning: str

    def __str__(self) -> str:
        """Return ``source:line:column: word is read as meaning``."""
        place = f"{self.place.source}:{self.place.line}:{self.place.column}"
        return f"{place}: {repr(self.word) if self.word else 'nothing'} is read as {self.meaning}"


_GLYPH: Final = re.compile(rf"(?<=[^{GLYPH_SIGNS}])[{GLYPH_SIGNS}]{{1,2}}$")

_SILENT: Final = (EndActivation(), DeclineOffer(), MarkMissed(), DrawCard(UNKNOWN), *UNKNOWN_INFLUENCE.values())
"""The decisions that canonical text omits, or writes on the word before."""


def canonical_words(word: str, before: State, moves: Sequence[Move], *, is_mark: bool) -> str:
    """Return a word's decisions in canonical text, with those supplied before it; empty if it is canonical already.

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


# What somebody may have meant: the legal decisions that are written most like a word.

MOST: Final = 3
"""How many suggestions are shown."""

_LEAST_LIKENESS: Final = 0.5
_LONGEST: Final = 24
"""Characters of a word that can be meant for a symbol."""


class Suggestions(Struct, frozen=True, gc=False):
    """Finds what an upper-case word may have meant, before or after what was supplied for it, on request."""

    word: str
    before: State
    after: State

    def __call__(self) -> tuple[str, ...]:
        """Return the symbols, the likeliest first."""
        return suggest_symbols(self.word, (self.before, self.after))


def suggest_symbols(word: str, states: Iterable[State]) -> tuple[str, ...]:
    """Return the legal symbols in one of these states most like an upper-case word, the likeliest first.

    >>> from calimala_es import Setup, initial
    >>> suggest_symbols("BAR.LIS.LO", [initial(Setup("bry", "WBMUCAVTS"))])
    ('BAR.LIS.LON', 'BAR.LIS.TRO', 'BAR.LIS.PAL')
    """
    if not word or len(word) > _LONGEST:
        return ()
    symbols = dict.fromkeys(format_command(state, command) for state in states for command in legal(state))
    matcher = SequenceMatcher(None, b=word)
    likeness: dict[str, float] = {}
    for symbol in symbols:
        matcher.set_seq1(symbol)
        if matcher.real_quick_ratio() >= _LEAST_LIKENESS:
            likeness[symbol] = matcher.ratio()
    likely = [symbol for symbol in symbols if likeness.get(symbol, 0) >= _LEAST_LIKENESS]
    return tuple(sorted(likely, key=lambda symbol: -likeness[symbol])[:MOST])
