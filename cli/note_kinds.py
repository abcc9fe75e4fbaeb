"""The outer form of a note: a kind and a text, as a person writes them and ``--json`` has them.

The text of a kind is that of the notation without its sign: ``?!`` is a glyph, ``b+`` an advantage, ``AS/2`` a mark.
One of an unknown kind is a note ``$kind={text}``. Within the program a note is a struct of ``calimala_es.notes``.
"""

import re
from typing import Final

from msgspec.structs import replace

from calimala_es.checks import is_check
from calimala_es.notes import (
    Advantage,
    AnyNote,
    Check,
    Clock,
    Comment,
    Evaluation,
    Extension,
    Glyph,
    Mark,
    Stamp,
    glyph_sign,
)
from calimala_es.state import State
from calimala_es.store import Annotation
from notation.grammar.notes import format_note, parse_note

COMMENT: Final = "comment"
ON_POSITION: Final = "position"
GLYPH: Final = "glyph"
ADVANTAGE: Final = "advantage"
EVALUATION: Final = "evaluation"
MARK: Final = "mark"
TITLE: Final = "title"
CHECK: Final = "check"
STAMP: Final = "stamp"
CLOCK: Final = "clock"
EXTENSION: Final = "extension"
"""Kinds of notes: a comment on a decision and one on the position after it, a sign, who is ahead, the chances, a
place, a heading, what should hold, two kinds of times, and a word that this version does not know."""

VARIATION: Final = "variation"
"""The kind of an annotation that is no note."""

_KIND: Final = re.compile(r"[a-z][a-z-]{0,31}")

_ONE_WORD: Final[dict[str, tuple[type[AnyNote], str]]] = {
    GLYPH: (Glyph, ""),
    ADVANTAGE: (Advantage, "%"),
    EVALUATION: (Evaluation, "%"),
    MARK: (Mark, "#"),
    STAMP: (Stamp, ";"),
    CLOCK: (Clock, ";"),
}
"""The kinds that are one word in the notation, and the sign that it begins with there."""

_KINDS: Final = {note: kind for kind, (note, _) in _ONE_WORD.items()}


def parse_kind(kind: str, text: str, state: State) -> AnyNote | None:
    """Return the note of a kind with this text; ``None`` for an unknown kind, or a text that is not of that kind."""
    if kind in (COMMENT, ON_POSITION):
        return Comment(text, on_position=kind == ON_POSITION)
    if kind == CHECK:
        return Check(text) if is_check(text) else None
    if kind == EXTENSION:
        word, has_text, rest = text.partition(" ")
        return Extension(word, rest if has_text else None)
    wanted, sign = _ONE_WORD.get(kind, (None, ""))
    note = parse_note(sign + text, state) if wanted and text else None
    return note if wanted and isinstance(note, wanted) else None


def to_note(kind: str, text: str, state: State) -> AnyNote:
    """Return the note of a kind with this text, ``$kind={text}`` where ``parse_kind`` has none."""
    return parse_kind(kind, text, state) or Extension(f"${kind}", text)


def kind_and_text(one: Annotation, state: State) -> tuple[str, str]:
    """Return the kind and the text of an annotation; ``state`` is any position of the game."""
    return (VARIATION, one.name) if one.note is None else note_kind_and_text(one.note, state)


def note_kind_and_text(note: AnyNote, state: State) -> tuple[str, str]:
    """Return the kind and the text of a note, from which ``to_note`` makes the same note of the empty layer."""
    if isinstance(note, Comment):
        return ON_POSITION if note.on_position else COMMENT, note.text
    if isinstance(note, Check):
        return CHECK, note.word
    if isinstance(note, Glyph):
        return GLYPH, glyph_sign(note.number)
    if isinstance(note, Extension):
        return _extension_kind_and_text(note, state)
    word = format_note(replace(note, layer="", time=""), state)
    return _KINDS[type(note)], word[1:]


def _extension_kind_and_text(note: Extension, state: State) -> tuple[str, str]:
    if note.text is None:
        return EXTENSION, note.word
    kind = note.word[1:]
    is_kind = note.word[0] == "$" and _KIND.fullmatch(kind) and kind != VARIATION
    if is_kind and parse_kind(kind, note.text, state) is None:
        return kind, note.text
    return EXTENSION, f"{note.word} {note.text}"
