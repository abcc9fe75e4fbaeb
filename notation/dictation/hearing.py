"""From dictated text to terms: words with their sense, symbols of the notation, notes, and the pauses between them.

Nothing here knows the position. Every term keeps where it stood, so that whatever is said about it names that place.
"""

import re
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from calimala_es.components import COLOUR_WORDS, UNKNOWN
from notation.dictation.vocabulary import FILLER, LONGEST, SINGLE_WORDS, VOCABULARY
from notation.words.tokens import TOKEN, quote_comment

NONE: Final = 0
COMMA: Final = 1
STOP: Final = 2
"""What separates a term from the one before it: nothing, a comma, or the end of a line or sentence."""

WORD: Final = "word"
RAW: Final = "raw"
NOTE: Final = "note"
MARK: Final = "mark"
OWNER: Final = "owner"
"""The kinds of terms: a word with a sense, a word that is none, a note, the number of a turn, who acts."""

_SPOKEN: Final = "spoken"
"""A word of the vocabulary that is not yet put together with those beside it."""

_MARK: Final = re.compile(r"([0-9]{1,9}|[Ee])(?:\.+|:)")
_GLUED_MARK: Final = re.compile(r"([0-9]{1,9}\.+)(.+)", re.DOTALL)
_PARTS: Final = re.compile(r"/|,|[^/,]+")
_GLYPH: Final = re.compile(r"(.*[^-!?.])([!?]{1,2})", re.DOTALL)
_STAMP: Final = re.compile(r";[0-9A-Za-z].*", re.DOTALL)
_NOTE_SIGNS: Final = ("{", "}", "(", ")", "%", "$", "#", "&", "=", "!", "?!", "??")
_ENDS: Final = {",": COMMA, ";": STOP, ":": STOP, ".": STOP}
_HYPHENS: Final = re.compile("[-‐‑–—]")
_COMMENT: Final = re.compile(
    rf"(?:{'|'.join(word for word, sense in VOCABULARY.items() if sense == 'comment')})\s*:([^\n]*)", re.IGNORECASE
)


class Term(NamedTuple):
    """A part of what was said; ``pause`` is what stands before it, ``offset`` and ``length`` where it was read."""

    kind: str
    value: str
    said: str
    offset: int
    length: int
    pause: int = NONE

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.offset + self.length

    @property
    def sense(self) -> str:
        """The sense of a word; empty for every other term."""
        return self.value if self.kind == WORD else ""


def hear(body: str, names: Collection[str] = ()) -> list[Term]:
    """The terms of a game's body; ``names`` are those of players, who may be called before they act (``Maria:``)."""
    return [*_phrases(_paused(_Hearing(body, names).terms()))]


class _Hearing:
    """Cuts a text into words; what ends in a colon and is a name is an owner."""

    def __init__(self, body: str, names: Collection[str]) -> None:
        self.body = body
        called = sorted({*names, *COLOUR_WORDS, *COLOUR_WORDS.values()} - {""}, key=len, reverse=True)
        patterns = "|".join(r"\s+".join(map(re.escape, name.split())) for name in called)
        self.owner = re.compile(rf"({patterns})\s*:(?=\s|\Z|[A-Za-z]{{2}})", re.IGNORECASE)

    def terms(self) -> Iterator[Term]:
        """Terms, each word alone; a line end before a term is its pause, punctuation a term of its own."""
        place = 0
        while match := TOKEN.search(self.body, place):
            start = match.start()
            pause = STOP if not place or "\n" in self.body[place:start] else NONE
            whole = self._owner(start) or self._comment(start)
            if whole:
                yield whole
                place = whole.end
            else:
                yield from _cut(match[0], start, pause)
                place = match.end()

    def _owner(self, start: int) -> Term | None:
        owner = self.owner.match(self.body, start)
        return Term(OWNER, " ".join(owner[1].split()), owner[0], start, len(owner[0]), STOP) if owner else None

    def _comment(self, start: int) -> Term | None:
        """``note: ...`` up to the end of the line, as a comment of the notation."""
        comment = _COMMENT.match(self.body, start)
        if not comment or not comment[1].strip():
            return None
        return Term(NOTE, quote_comment(comment[1].strip()), comment[0], start, len(comment[0]), STOP)


_PAUSE: Final = "pause"
"""A term that is nothing but punctuation; ``pause`` belongs to the term behind it."""


def _cut(token: str, offset: int, pause: int) -> Iterator[Term]:
    """The terms of a token without blanks."""
    if token.startswith(_NOTE_SIGNS) or _STAMP.fullmatch(token):
        yield Term(NOTE, token, token, offset, len(token), pause)
        return
    mark = _MARK.fullmatch(token.rstrip(","))
    if mark:
        value = mark[0].replace(":", ".")
        yield Term(MARK, value, mark[0], offset, len(mark[0]), pause)
        return
    glued = _GLUED_MARK.fullmatch(token)
    if glued:
        yield Term(MARK, glued[1], glued[1], offset, len(glued[1]), pause)
        token, offset, pause = glued[2], offset + len(glued[1]), NONE
    for part in _PARTS.finditer(token):
        yield from _cut_part(part[0], offset + part.start(), pause)
        pause = NONE


def _cut_part(part: str, offset: int, pause: int) -> Iterator[Term]:
    word = part.rstrip(",;:.")
    glyph = _GLYPH.fullmatch(word)
    bare = glyph[1] if glyph else word
    if bare == "/":
        yield Term(WORD, "stroke", bare, offset, 1, pause)
    elif bare:
        yield from _words(bare, offset, pause)
    if glyph:
        yield Term(NOTE, glyph[2], glyph[2], offset + len(bare), len(glyph[2]))
    if len(word) < len(part):
        yield Term(_PAUSE, "", part[len(word) :], offset + len(word), 1, max(_ENDS[sign] for sign in part[len(word) :]))


def _words(word: str, offset: int, pause: int) -> Iterator[Term]:
    """A word, or several of the vocabulary that hyphens join."""
    plain = word.casefold().replace("’", "'")
    pieces = _HYPHENS.split(plain)
    if plain == UNKNOWN or (plain.isascii() and plain.isdigit() and len(plain) < 3):
        yield Term(WORD, "unknown" if plain == UNKNOWN else plain, word, offset, len(word), pause)
    elif plain in SINGLE_WORDS:
        yield Term(_SPOKEN, plain, word, offset, len(word), pause)
    elif len(pieces) > 1 and len(plain) == len(word) and all(len(p) > 2 and p in SINGLE_WORDS for p in pieces):
        for piece in pieces:
            yield Term(_SPOKEN, piece, word[: len(piece)], offset, len(piece), pause)
            word, offset, pause = word[len(piece) + 1 :], offset + len(piece) + 1, NONE
    else:
        yield Term(RAW, word, word, offset, len(word), pause)


def _paused(terms: Iterator[Term]) -> Iterator[Term]:
    """Punctuation becomes the pause of the term behind it."""
    owed = NONE
    for term in terms:
        if term.kind == _PAUSE:
            owed = max(owed, term.pause)
        else:
            yield term._replace(pause=max(owed, term.pause))
            owed = STOP if term.kind in (OWNER, MARK) else NONE


def _phrases(terms: Iterator[Term]) -> Iterator[Term]:
    """Words put together to the longest phrases of the vocabulary; what says nothing only leaves its pause."""
    waiting: list[Term] = []
    owed = NONE
    for term in [*terms, None]:
        if term is not None and term.kind == _SPOKEN:
            waiting.append(term)
            continue
        for told in [*_joined(waiting), *([term] if term else [])]:
            pause = max(told.pause, owed)
            is_filler = told.kind == WORD and told.value == FILLER
            owed = pause if is_filler else NONE
            if not is_filler:
                yield told._replace(pause=pause)
        waiting = []


def _joined(words: list[Term]) -> Iterator[Term]:
    place = 0
    while place < len(words):
        phrase = _longest(words[place : place + LONGEST])
        if phrase is None:
            yield words[place]._replace(kind=RAW, value=words[place].said)
            place += 1
        else:
            term, count = phrase
            yield term
            place += count


def _longest(words: list[Term]) -> tuple[Term, int] | None:
    """The longest phrase that begins here, and how many words it has."""
    for count in range(len(words), 0, -1):
        part = words[:count]
        sense = VOCABULARY.get(" ".join(word.value for word in part))
        if sense is not None and not any(word.pause for word in part[1:]):
            first = part[0]
            said = " ".join(word.said for word in part)
            kind = OWNER if sense in COLOUR_WORDS.values() else WORD
            return Term(kind, sense, said, first.offset, part[-1].end - first.offset, first.pause), count
    return None
