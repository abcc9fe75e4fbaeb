"""One line of notation written while a game is played: read in the light of all that came before it."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from calimala_es.commands import CHANCE_COMMANDS, Command
from calimala_es.decide import step
from calimala_es.events import Event
from calimala_es.shuffle import chance_command, is_chance
from calimala_es.state import State
from notation import Finding, Move, NotationError, Record, dumps
from notation.notes import Notes
from notation.reading.body import Body
from notation.words.tokens import Source


class Line(NamedTuple):
    """What a line came to: the decisions that are sound, and what is wrong with it or does not agree.

    ``states`` has the one before the line and the one after each decision; ``said`` are the notes that belong to the
    decision before the line.
    """

    states: tuple[State, ...]
    moves: tuple[Move, ...] = ()
    events: tuple[tuple[Event, ...], ...] = ()
    said: Notes = ()
    errors: tuple[NotationError, ...] = ()
    findings: tuple[Finding, ...] = ()

    def joined(self, other: "Line") -> "Line":
        """The line with what came of its next part."""
        moves, said = self.moves, other.said
        if moves:
            last = moves[-1]
            moves = (*moves[:-1], Move(last.command, last.notes + said, last.variations))
            said = ()
        return Line(
            self.states + other.states[1:],
            moves + other.moves,
            self.events + other.events,
            self.said + said,
            self.errors + other.errors,
            self.findings + other.findings,
        )


class History(NamedTuple):
    """A game so far: its commands, the start and the state after each, and the events of each."""

    commands: tuple[Command, ...]
    states: tuple[State, ...]
    events: tuple[tuple[Event, ...], ...]

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.states[-1]

    def grown(self, line: Line) -> "History":
        """The game with the decisions of a line."""
        commands = self.commands + tuple(move.command for move in line.moves)
        return History(commands, self.states + line.states[1:], self.events + line.events)


def read_line(text: str, history: History, name: str, number: int = 1) -> Line:
    """Read a line that goes on from ``history``; ``name`` and ``number`` say where it stands."""
    errors: list[NotationError] = []
    body = Body.going_on(Source(name, (), text, number), *history, errors)
    body.read()
    known, read = len(history.commands), body.main
    return Line(
        states=tuple(read.states[known:]),
        moves=tuple(read.moves[known:]),
        events=tuple(read.events[known:]),
        said=read.notes_at(known),
        errors=tuple(errors),
        findings=tuple(body.findings),
    )


# Cards that the program deals.

Dealer = Callable[[State, int], Command]
"""Gives what chance decides in a state; the number counts the decisions of chance before it."""


def seeded_dealer(seed: str) -> Dealer:
    """A shuffled deck that deals the same card again when a decision was taken back."""

    def deal(state: State, number: int) -> Command:
        return chance_command(state, Random(f"{seed}/{number}"))

    return deal


def deal_due(history: History, dealer: Dealer) -> Line:
    """What chance decides now, as long as it is due."""
    number = sum(isinstance(command, CHANCE_COMMANDS) for command in history.commands)
    states, moves, events = [history.state], list[Move](), list[tuple[Event, ...]]()
    while is_chance(states[-1]):
        command = dealer(states[-1], number + len(moves))
        happened, state = step(states[-1], command)
        states.append(state)
        moves.append(Move(command))
        events.append(tuple(happened))
    return Line(tuple(states), tuple(moves), tuple(events))


def read_dealt_line(text: str, history: History, name: str, number: int, dealer: Dealer) -> Line:
    """Read a line, with a card dealt whenever one is due."""
    source = Source(name, (), text, number)
    line = Line((history.state,))
    for token, offset in zip(source.tokens(), source.offsets(), strict=True):
        part = read_line(" " * offset + token, history, name, number)
        line, history = line.joined(part), history.grown(part)
        if part.errors:
            part.errors[0].place = part.errors[0].place._replace(text=text)
            return line
        dealt = deal_due(history, dealer)
        line, history = line.joined(dealt), history.grown(dealt)
    return line


def canonical(moves: Sequence[Move], states: Sequence[State]) -> list[str]:
    """The decisions as the notation has them, a line a turn."""
    if not moves:
        return []
    record = Record(states[0].setup, tuple(Move(move.command) for move in moves), start=states[0])
    return dumps(record, states).split("\n\n", 1)[1].rstrip("\n").split("\n")
