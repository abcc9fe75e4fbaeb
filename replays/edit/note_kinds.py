"""The outer form of a note: a kind and a text, as a person writes them and ``--json`` has them.

The text of a kind is that of the notation without its sign: ``?!`` is a glyph, ``b+`` an advantage, ``AS/2`` a mark.
One of an unknown kind is a note ``$kind={text}``. Within the program a note is a struct of ``calimala_es.notes``.
"""

import re
from typing import Final

from msgspec.structs import replace

from calimala_es.checks import is_check
from calimala_es.errors import AnnotationError
from calimala_es.game import Variation
from calimala_es.messages import Message
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
from notation.grammar.notes import format_note, parse_note
from notation.places import NO_ID
from replays.edit.nodes import Decisions, Node

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


MOST_SAID: Final = 100_000
"""The length limit in characters of one note from a command line."""

_RIGHT: Final = {
    GLYPH: "! ? !! ?? !? ?! or $0 to $255",
    ADVANTAGE: "a colour with + to +++, e.g. b++; = for level, ? for unclear",
    EVALUATION: "percentages in seating order, e.g. 55-30-15",
    MARK: "a street AS, its second disc AS/2, a row SMF.W, a tile >LIS, a part of a mat b.wood; in a colour AS:b",
}
"""Examples of a valid note of each kind."""


def checked_note(kind: str, text: str, state: State) -> AnyNote:
    """Return a note of a kind at a position; raise ``AnnotationError`` for a text that is not of that kind."""
    if len(text) > MOST_SAID:
        raise AnnotationError(
            Message(
                "the text is too long: {number} characters; the limit is {limit}", number=len(text), limit=MOST_SAID
            )
        )
    if kind == TITLE:
        return to_note(kind, text, state)
    word = repr(text[:60])
    note = parse_kind(kind, text, state)
    if note is None:
        raise AnnotationError(
            Message("{word} is not valid here; expected {expected}", word=word, expected=_RIGHT[kind])
            if kind in _RIGHT
            else Message("{word} is not valid here as {kind}", word=word, kind=kind)
        )
    if isinstance(note, Evaluation) and len(note.chances) != state.setup.players:
        raise AnnotationError(
            Message(
                "{word} has {number} chances for {players} players; expected one for each, {expected}",
                word=word,
                number=len(note.chances),
                players=state.setup.players,
                expected=_RIGHT[EVALUATION],
            )
        )
    return note


def alternative(point: object, decisions: Decisions, name: str) -> Variation:
    """Return a variation instead of a decision, as it is before it is written: without ids.

    Raises ``NotationError``, ``TreeError``, ``IllegalCommandError``, and ``AnnotationError`` for a point that is not a
    decision.
    """
    if not isinstance(point, Node):
        raise AnnotationError(Message("a variation replaces a decision: name it, e.g. {example}", example="GAME#7.2"))
    branch = point.add_variation(decisions, name)
    variation = _without_ids(branch.variation())
    branch.delete()
    return variation


def _without_ids(variation: Variation) -> Variation:
    """Return a typed variation without ids, which it gets when it is written."""
    moves = [replace(move, variations=tuple(map(_without_ids, move.variations))) for move in variation.moves]
    return replace(variation, id=NO_ID, moves=tuple(moves))
