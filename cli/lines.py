"""One line of notation written while a game is played: read in the light of all that came before it."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from calimala_es.commands import CHANCE_COMMANDS, Command
from calimala_es.events import Event
from calimala_es.shuffle import chance_command, is_chance
from calimala_es.state import State
from notation import Finding, Move, NotationError, Record, dumps
from notation.body import Body
from notation.tokens import Source


class History(NamedTuple):
    """A game so far: its commands, the start and the state after each, and the events of each."""

    commands: tuple[Command, ...]
    states: tuple[State, ...]
    events: tuple[tuple[Event, ...], ...]

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.states[-1]


class Said(NamedTuple):
    """What is said about a moment."""

    comments: tuple[str, ...]
    checks: tuple[str, ...]


class Line(NamedTuple):
    """What a line came to: the decisions that are sound, and what is wrong with it or does not agree.

    ``said`` are the comments and checks that belong to the decision before the line.
    """

    moves: tuple[Move, ...]
    states: tuple[State, ...]
    events: tuple[tuple[Event, ...], ...]
    said: Said
    errors: tuple[NotationError, ...]
    findings: tuple[Finding, ...]


Dealer = Callable[[State, int], Command]
"""Gives what chance decides in a state; the number counts the decisions of chance before it."""


def seeded_dealer(seed: str) -> Dealer:
    """A shuffled deck that deals the same card again when a decision was taken back."""

    def deal(state: State, number: int) -> Command:
        return chance_command(state, Random(f"{seed}/{number}"))

    return deal


class _TableBody(Body):
    """A body that goes on from a game so far; a dealer, if there is one, answers whenever chance is due."""

    def __init__(self, source: Source, history: History, errors: list[NotationError], dealer: Dealer | None) -> None:
        super().__init__(source, history.states[0], errors)
        self.states = [*history.states]
        self.events = [*history.events]
        self.moves = [Move(command) for command in history.commands]
        self._tells_influence = bool(history.commands)
        self._dealer = dealer

    def _apply(self, command: Command) -> None:
        super()._apply(command)
        if self._dealer:
            self.deal(self._dealer)

    def deal(self, dealer: Dealer) -> None:
        """Let chance decide as long as it is due."""
        while is_chance(self.states[-1]):
            number = sum(isinstance(move.command, CHANCE_COMMANDS) for move in self.moves)
            super()._apply(dealer(self.states[-1], number))


def read_line(text: str, history: History, name: str, number: int = 1, dealer: Dealer | None = None) -> Line:
    """Read a line that goes on from ``history``; ``name`` and ``number`` say where it stands."""
    errors: list[NotationError] = []
    body = _TableBody(Source(name, (), text, number), history, errors, dealer)
    body.read()
    return _line(body, history)


def deal_due(history: History, dealer: Dealer) -> Line:
    """What chance decides now, if it is due."""
    body = _TableBody(Source("", (), "", 1), history, [], dealer)
    body.deal(dealer)
    return _line(body, history)


def _line(body: Body, history: History) -> Line:
    known = len(history.commands)
    return Line(
        moves=tuple(body.moves[known:]),
        states=tuple(body.states[known:]),
        events=tuple(body.events[known:]),
        said=_said(body, known),
        errors=tuple(body.errors),
        findings=tuple(body.findings),
    )


def _said(body: Body, known: int) -> Said:
    """What was said in this line before its first decision."""
    if not known:
        return Said(tuple(body.opening_comments), tuple(body.opening_checks))
    last = body.moves[known - 1]
    return Said(last.comments, last.checks)


def canonical(moves: Sequence[Move], states: Sequence[State]) -> list[str]:
    """The decisions as the notation has them, a line a turn."""
    if not moves:
        return []
    record = Record(states[0].setup, tuple(Move(move.command) for move in moves), start=states[0])
    return dumps(record, states).split("\n\n", 1)[1].rstrip("\n").split("\n")
