"""From decisions to lines of text: one line a turn, strokes between sections, variations further in.

What can be derived is left out: the end of a turn's last activation, and that an offer was declined, are written only
where something is said about it, where the record stops there, or where the next word would be taken for something
else. A ``Style`` says how a text is written where it is not to be canonical.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from calimala_es.commands import (
    ChooseTile,
    Command,
    DeclineOffer,
    DraftCard,
    DrawCard,
    EndActivation,
    MarkMissed,
    ObservePart,
    PlaceDisc,
    SkipAction,
    TakeDiscBack,
)
from calimala_es.frames import (
    Activation,
    CardDraft,
    CardDraw,
    DiscOffer,
    FamilyStart,
    Frame,
    GameOver,
    InfluenceChoice,
    InfluenceDeal,
    InfluenceOpening,
    InfluenceReveal,
    InfluenceTurnUp,
    KeepOneCard,
    MoveOffer,
    Placement,
)
from calimala_es.game import Move, Variation
from calimala_es.gaps import UNKNOWN_INFLUENCE, unsaid_moves
from calimala_es.legal import legal
from calimala_es.notes import AnyNote, Check, Comment, Notes
from calimala_es.state import State, activation_of
from notation.grammar.notes import format_note, noted_words
from notation.grammar.symbols import DECLINED, END, ENDING, format_command, read_symbol
from notation.grammar.tokens import quote_comment
from notation.places import is_variation_id

INDENT: Final = "  "
"""The indent of the lines of a variation, and of the rest of a line that was broken."""

_WORD: Final = re.compile(r"[^\s{}]*\{[^\\}]*+(?:\\.[^\\}]*+)*+\}|\S+", re.DOTALL)
"""A word, or braces with what is written on them; canonical text has blanks between them."""


class Style(NamedTuple):
    """What a writer leaves out and how it lays out lines; the canonical form is ``Style()``.

    ``notes`` are all that is said but checks, ``comments`` the comments among them, ``checks`` the checks. ``layers``
    are those of which notes and checks are written, the empty one for what is in no layer; ``None`` means all.
    ``one_line`` puts the decisions of a game on one line; ``width`` is where lines are broken, 0 for nowhere: a word or
    a comment that is longer stays whole. Without ``headers`` the text is a part of a game.
    """

    notes: bool = True
    checks: bool = True
    variations: bool = True
    headers: bool = True
    one_line: bool = False
    comments: bool = True
    layers: frozenset[str] | None = None
    width: int = 0

    def keeps(self, note: AnyNote) -> bool:
        """Return whether a note is written."""
        if self.layers is not None and note.layer not in self.layers:
            return False
        if type(note) is Check:
            return self.checks
        return self.notes and (self.comments or type(note) is not Comment)

    def laid_out(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the lines of a body in this style, from canonical lines."""
        for line in [" ".join(line.strip() for line in lines)] if self.one_line else lines:
            if self.width and len(line) > self.width:
                yield from break_line(line, self.width)
            elif line:
                yield line


CANONICAL: Final = Style()


def break_line(line: str, width: int) -> Iterator[str]:
    """Yield a canonical line, broken between words where it is longer; the rest is indented."""
    margin = line[: len(line) - len(line.lstrip())]
    part = ""
    for word in _WORD.findall(line):
        if part and len(margin) + len(part) + 1 + len(word) > width:
            yield margin + part
            margin = line[: len(line) - len(line.lstrip())] + INDENT
            part = word
        else:
            part = f"{part} {word}" if part else word
    yield margin + part


UNSEPARATED: Final = 0
"""What no stroke follows: a placement, the beginning of a line, a stroke."""

_CLOSING: Final = 4
"""What closes a turn; the sections before are the activations by depth, 1 to 3."""

_OF_TURN_0: Final[dict[type[Frame], int]] = {
    InfluenceDeal: 5,
    InfluenceTurnUp: 6,
    InfluenceChoice: 7,
    InfluenceOpening: 8,
    CardDraft: 9,
    FamilyStart: 10,
    CardDraw: 10,
    KeepOneCard: 10,
}
"""The sections of turn 0."""


_AT_REST: Final[frozenset[type[Frame]]] = frozenset((Placement, InfluenceReveal, GameOver))
"""The frames between turns, and those of the end."""


def _section(state: State) -> int | None:
    """Return the section that a decision taken in this state belongs to, which a stroke separates from the next.

    ``None``: that of the decision before it.
    """
    now = state.now
    if type(now) is Activation or type(now) is DiscOffer:
        return now.depth
    if type(now) in _AT_REST:
        return UNSEPARATED
    if not state.turn:
        return _OF_TURN_0.get(type(now), UNSEPARATED)
    if type(now) is MoveOffer and now.mark:
        return None
    activation = activation_of(state)
    return activation.depth if activation else _CLOSING


class Layout:
    """Puts the words of a line of decisions into lines of text: one a turn, with strokes between sections.

    A variation has lines of its own, further in, and after it the turn goes on in a line that repeats its mark.
    """

    def __init__(self, style: Style, ids: set[str], depth: int = 0) -> None:
        self.style = style
        self.ids = ids
        self.depth = depth
        self.lines: list[str] = []
        self.words: list[str] = []
        self.mark: str | None = None
        self.section = UNSEPARATED
        self.declined: list[State] = []
        self.takes_card = False
        self.is_broken = False
        self.is_bare = False

    def write(self, start: State, moves: Sequence[Move]) -> None:
        """Write a line of decisions that continues from ``start`` to its end."""
        first = 0 if self.depth else self._unknown_deals(start, moves)
        state = moves[first - 1].state if first else start
        last = len(moves) - 1
        unsaid = unsaid_moves(start, moves)
        for number, move in enumerate(moves[first:], first):
            if number not in unsaid:
                self.add(move, state, is_last=number == last)
            if move.variations and self.style.variations:
                self.vary(move.variations, state)
            state = move.state
        self.finish(state)

    def _unknown_deals(self, start: State, moves: Sequence[Move]) -> int:
        """Return how many moves come before the draft, if nothing is known or said of the influence cards in them."""
        if type(start.now) is not InfluenceDeal or start.now.seat:
            return 0
        for number, move in enumerate(moves):
            if move.command not in UNKNOWN_INFLUENCE.values():
                return number if type(move.command) is DraftCard else 0
            if self.notes(move.notes, move.state) or (move.variations and self.style.variations):
                return 0
        return 0

    def notes(self, notes: Notes, state: State) -> list[str]:
        """Return the words of notes that stand in ``state``."""
        return [format_note(note, state) for note in notes if self.style.keeps(note)]

    def add(self, move: Move, before: State, *, is_last: bool) -> None:
        """Write a decision; what follows from the next ones is left out."""
        command, after = move.command, move.state
        kind = type(command)
        notes = [note for note in move.notes if self.style.keeps(note)] if move.notes else []
        is_spoken_of = bool(notes) or is_last or bool(move.variations and self.style.variations)
        if kind in _MAY_BE_LEFT_OUT and not is_spoken_of:
            if kind is DeclineOffer:
                self.declined.append(before)
                return
            if _section(after) == UNSEPARATED:
                return
        symbol = format_command(before, command)
        now = before.now
        goes_on = type(now) is Activation and now.depth == self.section
        mark = None if goes_on else _mark_of(before)
        is_new_line = mark is not None and mark != self.mark
        is_on_last = kind is DrawCard and self.takes_card
        if not (is_new_line or is_on_last) and (self.is_broken or (not self.words and self.depth)):
            self.go_on(before)
        if self.declined:
            if self.is_bare if is_new_line else any(_takes(state, command, symbol) for state in self.declined):
                if self.is_broken:
                    self.go_on(before)
                self._write_declined()
            self.declined.clear()
        if kind not in _BESIDE_PLACEMENT:
            self.is_bare = kind is PlaceDisc
        if is_on_last:
            self.words[-1] += symbol[1:]
        else:
            if is_new_line:
                self.end_line()
                self.words, self.mark, self.section = [str(mark)], mark, UNSEPARATED
                self.is_broken = False
            if not goes_on:
                self._separate(before, symbol)
            self.words.append(symbol)
        if notes:
            self.words[-1:] = noted_words(self.words[-1], notes, after)
        self.takes_card = kind is SkipAction and not is_spoken_of and activation_of(after) is not None
        if kind is EndActivation:
            self.section = UNSEPARATED

    def finish(self, last: State) -> None:
        """End the last line with the offers declined and the end of an activation."""
        section = _section(last)
        is_ended = self.section and section and section != self.section
        if self.is_broken and (self.declined or is_ended):
            self.go_on(last)
        self._write_declined()
        if is_ended:
            self.words.append(END)
        self.end_line()

    def vary(self, variations: Sequence[Variation], before: State) -> None:
        """Write what might have come instead of the decision taken in ``before``."""
        self.end_line()
        self.words = []
        for variation in variations:
            self.lines += self.variation_lines(variation, before)
        self.is_broken = True

    def variation_lines(self, variation: Variation, before: State) -> list[str]:
        """Return the lines of a variation that begins in ``before``."""
        if not is_variation_id(variation.id) or variation.id in self.ids or not variation.moves:
            raise ValueError(f"{variation.id!r} is not an id of a variation, occurs twice, or the variation is empty")
        self.ids.add(variation.id)
        name = f"={quote_comment(variation.name)}" if variation.name else ":"
        inner = Layout(self.style, self.ids, self.depth + 1)
        inner.write(before, variation.moves)
        first, *others = inner.lines
        opening = " ".join((f"({variation.id}{name}", *self.notes(variation.notes, before), first))
        *others, last = [opening, *others]
        return [INDENT + line for line in (*others, f"{last} )")]

    def go_on(self, state: State) -> None:
        """Begin a line in the middle of a turn."""
        self.is_broken = False
        self.words = [f"{(self.mark or _turn_mark(state)).rstrip('.')}..."]

    def end_line(self) -> None:
        """Put the words so far into a line."""
        if self.words:
            self.lines.append(" ".join(self.words))

    def _separate(self, state: State, symbol: str) -> None:
        """Return a stroke, where a decision belongs to another section than what is written before it."""
        section = _section(state)
        if section is None or section == self.section:
            return
        if section and self.section and symbol != END:
            self.words.append(END)
        self.section = section

    def _write_declined(self) -> None:
        """Write what was declined, where it cannot be left out."""
        for state in self.declined:
            self._separate(state, DECLINED)
            self.words.append(DECLINED)
        self.declined.clear()


def _turn_mark(state: State) -> str:
    """Return the mark of the line that a moment belongs to."""
    return ENDING + "." if isinstance(state.now, InfluenceReveal | GameOver) else f"{state.turn}."


_MAY_BE_LEFT_OUT: Final = frozenset((DeclineOffer, EndActivation))

_BESIDE_PLACEMENT: Final = frozenset((ObservePart, MarkMissed, TakeDiscBack, ChooseTile, EndActivation))
"""What may be said in a turn of which nothing but the placement is recorded."""


def _takes(state: State, command: Command, symbol: str) -> bool:
    """Return whether a symbol would be read at an offer that was declined, and not after it."""
    return isinstance(command, MarkMissed | ObservePart) or bool(
        {*(read_symbol(state, symbol) or ())} & {*legal(state)}
    )


def _mark_of(state: State) -> str | None:
    """Return the mark of a new line that a decision taken in this state may need."""
    kind = type(state.now)
    if kind is Placement:
        return f"{state.turn}."
    if kind is InfluenceReveal:
        return ENDING + "."
    return "0." if not state.turn else None
