"""Going through the games of a text, one after another, and being told what comes: headers, decisions, notes.

A visitor may skip a game once it has seen the headers, and then none of its decisions is read; or a variation, and then
nothing in it is told. One game at a time is held, however long the text.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Final, Generic, TypeVar

from calimala_es.commands import Command
from calimala_es.decide import step
from calimala_es.events import Event
from calimala_es.state import State
from notation.budget import Budget
from notation.errors import Finding, NotationError
from notation.heading.starting import read_start
from notation.notes import AnyNote, Notes
from notation.reader import Reading, read_game
from notation.record import Move, Variation
from notation.words.tokens import Source, split_games

Result = TypeVar("Result")


class Skip(Enum):
    """What a visitor answers that wants to see no more of a game or of a variation."""

    SKIP = "skip"


SKIP: Final = Skip.SKIP


class Visitor(Generic[Result]):
    """Is told what comes, in the order of the text; every method may be left as it is but ``end_game``.

    One visitor sees all games of a text, so ``begin_game`` is where to forget the one before.
    """

    def begin_game(self, line: int) -> None:
        """A game begins, on this line of the text."""

    def header(self, name: str, value: str) -> None:
        """A header as it is written, those of the set-up included."""

    def end_headers(self, start: State | None) -> Skip | None:
        """The game starts from this position, ``None`` if the headers do not tell it; ``SKIP`` skips the decisions."""

    def note(self, note: AnyNote, state: State) -> None:
        """Something said: at the start, behind a decision, or before the first decision of a variation.

        ``state`` is the position there.
        """

    def decision(self, before: State, command: Command, events: Sequence[Event], after: State) -> None:
        """A decision, its events, and the positions on either side of it."""

    def begin_variation(self, variation: Variation, before: State) -> Skip | None:
        """A variation instead of the last decision, which was taken in ``before``; ``SKIP`` skips what is in it."""

    def end_variation(self) -> None:
        """The end of a variation that was not skipped; the line that it stands in goes on."""

    def finding(self, finding: Finding) -> None:
        """Something that is not as the text says; told at the end."""

    def error(self, error: NotationError) -> None:
        """Something that cannot be read; told at the end. The decisions were those before the first error."""

    def end_game(self) -> Result:
        """The game is over, was skipped or could not be read further; what came of it."""
        raise NotImplementedError


def visit(
    text: str | Iterable[str], visitor: Visitor[Result], name: str = "<text>", *, budget: Budget | None = None
) -> Iterator[Result]:
    """Show the games of a text to a visitor; what came of each, as soon as it is there.

    ``text`` may be an open file or any other source of lines. Of a game beyond the ``budget`` the headers are told, and
    that it is.
    """
    for source in split_games(text, name):
        yield visit_game(source, visitor, budget=budget)


def visit_game(source: Source, visitor: Visitor[Result], *, budget: Budget | None = None) -> Result:
    """Show one game to a visitor; what came of it."""
    visitor.begin_game(source.line)
    errors: list[NotationError] = []
    start = read_start(source, errors)
    for header in start.headers:
        visitor.header(header.name, header.value)
    if visitor.end_headers(start.state) is not SKIP:
        if start.state is None:
            _tell(errors, (), visitor)
        else:
            _show(read_game(source, budget=budget), visitor)
    return visitor.end_game()


def _show(reading: Reading, visitor: Visitor[Result]) -> None:
    """Show what was read behind the headers."""
    if reading.record is not None and reading.states:
        _say(reading.record.notes, reading.states[0], visitor)
        for number, move in enumerate(reading.record.moves):
            before, after = reading.states[number : number + 2]
            _decide(before, move, reading.events[number], after, visitor)
    _tell(reading.errors, reading.findings, visitor)


def _tell(errors: Sequence[NotationError], findings: Sequence[Finding], visitor: Visitor[Result]) -> None:
    for error in errors:
        visitor.error(error)
    for finding in findings:
        visitor.finding(finding)


def _say(notes: Notes, state: State, visitor: Visitor[Result]) -> None:
    for note in notes:
        visitor.note(note, state)


def _decide(before: State, move: Move, events: Sequence[Event], after: State, visitor: Visitor[Result]) -> None:
    """Show a decision, what is said about it, and what might have been instead."""
    visitor.decision(before, move.command, events, after)
    _say(move.notes, after, visitor)
    for variation in move.variations:
        if visitor.begin_variation(variation, before) is not SKIP:
            _vary(before, variation, visitor)
            visitor.end_variation()


def _vary(state: State, variation: Variation, visitor: Visitor[Result]) -> None:
    _say(variation.notes, state, visitor)
    for move in variation.moves:
        events, after = step(state, move.command)
        _decide(state, move, events, after, visitor)
        state = after
