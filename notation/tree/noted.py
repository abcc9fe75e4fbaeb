"""Saying something about a place of a game: every kind of note by a word of its own."""

from math import inf
from typing import TypeVar

from calimala_es.notes import (
    GLYPH_NUMBERS,
    AnyNote,
    Check,
    Clock,
    Comment,
    Evaluation,
    Glyph,
    Mark,
    Note,
    Stamp,
    Standing,
    glyph_sign,
)
from calimala_es.state import State
from notation.words.annotations import format_note, parse_note

_Kind = TypeVar("_Kind", bound=Note)


class Noted:
    """A place where notes stand: ``notes`` in their order, ``spoken_of`` the position that they speak of.

    Whoever says something is told by ``layer`` (the short name of an author's layer) and ``time`` (as
    ``2026-11-20T19:04:11Z``), both keywords of every method. Each method gives the note, which now stands behind
    the others, and raises ``ValueError`` for one that no text can have.
    """

    notes: list[AnyNote]

    @property
    def spoken_of(self) -> State:
        """The position that notes here speak of."""
        raise NotImplementedError

    # Reading.

    def said(self, kind: type[_Kind]) -> tuple[_Kind, ...]:
        """The notes of one kind, as ``node.said(Clock)``."""
        return tuple(note for note in self.notes if isinstance(note, kind))

    @property
    def comments(self) -> tuple[str, ...]:
        """The text of the comments."""
        return tuple(note.text for note in self.said(Comment))

    @property
    def glyphs(self) -> tuple[str, ...]:
        """The glyphs as they are written: ``!?``, ``$14``."""
        return tuple(glyph_sign(note.number) for note in self.said(Glyph))

    @property
    def checks(self) -> tuple[str, ...]:
        """The checks."""
        return tuple(note.word for note in self.said(Check))

    # Saying something.

    def note(self, note: AnyNote) -> AnyNote:
        """Put a note behind the others."""
        format_note(note, self.spoken_of)
        self.notes.append(note)
        return note

    def comment(self, text: str, *, on_position: bool = False, layer: str = "", time: str = "") -> AnyNote:
        """Say something about the decision, or about the position that it led to."""
        return self.note(Comment(text, on_position=on_position, layer=layer, time=time))

    def glyph(self, sign: str | int, *, layer: str = "", time: str = "") -> AnyNote:
        """Judge the decision, by a sign as ``!?`` or a number of the PGN standard, ``$14`` or 14."""
        number = sign if isinstance(sign, int) else GLYPH_NUMBERS.get(sign, -1)
        if number < 0 and isinstance(sign, str) and sign[:1] == "$" and sign[1:].isdecimal():
            number = int(sign[1:])
        if number < 0:
            raise ValueError(f"{sign!r} is no glyph; there are {' '.join(GLYPH_NUMBERS)} and $0 to $255")
        return self.note(Glyph(number, layer=layer, time=time))

    def standing(self, word: str, *, layer: str = "", time: str = "") -> AnyNote:
        """Say who stands better: ``b+``, ``b++``, ``b+++``, ``=``, ``?``."""
        return self.note(Standing(word, layer=layer, time=time))

    def evaluation(self, *chances: float, layer: str = "", time: str = "") -> AnyNote:
        """Say the chances of winning in percent, in the order of the seats."""
        return self.note(Evaluation(tuple(map(float, chances)), layer=layer, time=time))

    def mark(self, place: str, number: int = 0, colour: str = "", *, layer: str = "", time: str = "") -> AnyNote:
        """Point at a street, a row, a tile or a part of a mat; at its disc or cell of that number; in a colour.

        Two tiles or squares name a street whichever comes first.
        """
        known = parse_note(f"#{place}", self.spoken_of)
        return self.note(
            Mark(known.place if isinstance(known, Mark) else place, number, colour, layer=layer, time=time)
        )

    def stamp(self, at: str, *, layer: str = "", time: str = "") -> AnyNote:
        """Say when the decision was taken, as ``2026-11-20T19:04:11Z``."""
        return self.note(Stamp(at, layer=layer, time=time))

    def clock(self, seconds: float, colour: str = "", *, layer: str = "", time: str = "") -> AnyNote:
        """Say what the decision took, or what is left to the player of a colour, in seconds to the millisecond."""
        if not 0 <= seconds < inf:
            raise ValueError(f"no note can be of {seconds} seconds; a clock shows 0 or more")
        return self.note(Clock(round(float(seconds), 3), colour, layer=layer, time=time))

    def check(self, word: str, *, layer: str = "", time: str = "") -> AnyNote:
        """Say what should hold here, as ``=12-9-7``; whether it does is told when the text is read."""
        return self.note(Check(word, layer=layer, time=time))

    def unsay(self, kind: type[Note] = Note, *, layer: str | None = None) -> int:
        """Take away the notes of a kind, of one layer or of all; how many there were."""
        kept = [note for note in self.notes if not isinstance(note, kind) or layer not in (None, note.layer)]
        taken = len(self.notes) - len(kept)
        self.notes[:] = kept
        return taken
