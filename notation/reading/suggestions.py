"""What somebody may have meant: the legal decisions that are written most like a word."""

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Final

from msgspec import Struct

from calimala_es.legal import legal
from calimala_es.state import State
from notation.words.symbols import format_command

MOST: Final = 3
"""How many are told."""

_LEAST_LIKENESS: Final = 0.5
_LONGEST: Final = 24
"""Characters of a word that can be meant for a symbol."""


class Meant(Struct, frozen=True, gc=False):
    """Tells what may have been meant by an upper-case word, before or after what was supplied for it, once asked."""

    word: str
    before: State
    after: State

    def __call__(self) -> tuple[str, ...]:
        """The symbols, the likest first."""
        return suggested(self.word, (self.before, self.after))


def suggested(word: str, states: Iterable[State]) -> tuple[str, ...]:
    """The symbols of what is legal in one of these states that are most like an upper-case word, the likest first."""
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
