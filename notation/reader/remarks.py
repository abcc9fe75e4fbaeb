"""What the reader took for something other than what is written, and what may have been meant by a word.

Neither is a mistake: remarks are for those who ask, so that no text is repaired in silence.
"""

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from msgspec import Struct

from calimala_es.checks import MARK
from calimala_es.commands import DeclineOffer, DrawCard, EndActivation, MarkMissed
from calimala_es.components import UNKNOWN
from calimala_es.game import Move
from calimala_es.gaps import UNKNOWN_INFLUENCE
from calimala_es.legal import legal
from calimala_es.messages import Message
from calimala_es.state import State
from notation.errors import Finding, Place
from notation.grammar.notes import noted_words, split_glyphs
from notation.grammar.symbols import END, format_command
from notation.grammar.tokens import Places, Source, is_annotation, plain_header, plain_tokens


class Remark(NamedTuple):
    """A word, its place, and what it was read as; an empty word was missing there."""

    place: Place
    word: str
    meaning: str

    @property
    def finding(self) -> Finding:
        """The remark as a finding, at its place."""
        if not self.word:
            return Finding(self.place, Message("{meaning} is missing and is assumed", meaning=self.meaning))
        return Finding(self.place, Message("{word} is read as {meaning}", word=repr(self.word), meaning=self.meaning))


_SILENT: Final = (EndActivation(), DeclineOffer(), MarkMissed(), DrawCard(UNKNOWN), *UNKNOWN_INFLUENCE.values())
"""The decisions that canonical text omits, or writes on the word before."""


def canonical_words(word: str, before: State, moves: Sequence[Move], *, is_mark: bool) -> str:
    """Return a word's decisions in canonical text, with those supplied before it; empty if it is canonical already.

    ``before`` is the state before the first of them; for ``is_mark``, the number of a turn, all of them were supplied.
    """
    if word == END or word[:1] == MARK or is_annotation(word):
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
    if symbols and not is_mark:
        symbols[-1:] = noted_words(symbols[-1], split_glyphs(word)[1], state)
    said = " ".join(symbols)
    return said if said != word.upper() else ""


def retyped_remarks(source: Source, tokens: Sequence[str]) -> Iterator[Remark]:
    """Yield remarks about what a phone or a word processor made of headers and words."""
    for line, text in source.retyped:
        yield Remark(Place(source.name, line, 1, text, len(text)), text.strip(), plain_header(text).strip())
    if source.body.isascii():
        return
    places = Places(source, tokens)
    for index, (token, plain) in enumerate(zip(tokens, plain_tokens(tokens), strict=True)):
        if plain != token:
            yield Remark(places.of(index), token, plain)


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
