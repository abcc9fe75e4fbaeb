"""The conflicts that a merge could not resolve, and the changes that it made on its own."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from calimala_es.commands import Command, MarkMissed, PlaceDisc
from calimala_es.decide import step
from calimala_es.events import TurnEnded
from calimala_es.frames import INTERRUPTIONS
from calimala_es.game import Game, Move
from calimala_es.gaps import ANSWERED, is_at_rest, missed_command, unsaid_moves
from calimala_es.ids import EventId, ids_from
from calimala_es.state import State, activation_of
from notation.grammar.symbols import format_command
from replays.edit.conflicts import Claim, Origin

# ----------------------------------------------------------------------------------------------------
# A game in a merge: where each of its decisions was written, and what no record has.

MOST_SYMBOLS = 20
"""The number of symbols of a reading that are shown; of longer ones the first."""


class Stretch(NamedTuple):
    """Moves of a record, from one number up to another."""

    first: int
    end: int


class SourceGame:
    """A game with the information that a merge needs.

    ``origins`` says where each move was written first; ``bare_turns`` are the turns of which only the placement is
    recorded, ``gap`` the moves of what was missed at the end of a turn, and of a missed turn 0.
    """

    def __init__(self, game: Game, source: str, origins: Sequence[Origin] | None = None) -> None:
        """Prepare a game that is called ``source``; without ``origins`` all of it was written there."""
        self.game = game
        self.source = source
        self.origins: Sequence[Origin] = [Origin(source, id) for id in first_ids(game)] if origins is None else origins
        unsaid = unsaid_moves(game.start, game.moves)
        self.gap = unsaid.union(self._missed_ends()) if game.state.has_gap else unsaid
        self.bare_turns = [
            Stretch(number, self.turn_end(number))
            for number, move in enumerate(game.moves)
            if type(move.command) is PlaceDisc and (number + 1 in self.gap or number + 1 == len(game.moves))
        ]

    def _missed_ends(self) -> Iterator[int]:
        """Yield the last moves of each turn, if they only say that nothing was recorded."""
        is_missed = False
        for number in range(len(self.game.moves) - 1, -1, -1):
            state = self.game.state_at(number)
            is_missed |= is_at_rest(self.game.state_at(number + 1))
            if is_missed and isinstance(state.now, ANSWERED):
                continue
            command = missed_command(state) if state.turn else None
            is_missed &= command is not None and _is_bare(self.game.moves[number], command)
            if is_missed:
                yield number

    def with_moves(self, moves: Sequence[Move], start: State | None = None) -> "SourceGame":
        """Return the same record with other moves, perhaps from another position."""
        game = replace(self.game, moves=tuple(moves), start=self.game.start if start is None else start)
        return SourceGame(game, self.source, self.origins)

    @property
    def origin_of_start(self) -> Origin:
        """The place of the position at the start."""
        return Origin(self.source)

    @property
    def end(self) -> int:
        """The number of moves."""
        return len(self.game.moves)

    def command(self, number: int) -> Command:
        """Return the decision of a move."""
        return self.game.moves[number].command

    def symbols(self, first: int, end: int) -> str:
        """Return the decisions from one move up to another in notation."""
        numbers = range(first, min(end, first + MOST_SYMBOLS))
        shown = " ".join(format_command(self.game.state_at(number), self.command(number)) for number in numbers)
        return f"{shown} ..." if end - first > MOST_SYMBOLS else shown

    def reading(self, first: int, end: int) -> Claim:
        """Return the moves from one number up to another as a reading; if there are none, the move that follows."""
        origin = self.origins[first] if first < self.end else Origin(self.source)
        commands = tuple(move.command for move in self.game.moves[first:end])
        return Claim(origin, self.symbols(first, end), commands=commands)

    def turn_end(self, number: int) -> int:
        """Return the number of moves up to the end of the turn that contains a move, or of the record."""
        turn = self.game.state_at(number).turn
        for place, move in enumerate(self.game.moves[number:], number + 1):
            if move.state.turn != turn or any(isinstance(event, TurnEnded) for event in move.events):
                return place
        return self.end

    def is_silent(self, stretch: tuple[int, int]) -> bool:
        """Return whether moves only say that nothing was recorded, which contradicts nothing."""
        moves = self.game.moves[slice(*stretch)]
        return bool(moves) and all(_is_bare(move, MarkMissed()) for move in moves)

    def is_gapped(self, number: int) -> bool:
        """Return whether something before a move was missed."""
        return any(type(move.command) is MarkMissed for move in self.game.moves[:number])


def first_ids(game: Game) -> list[EventId]:
    """Return the id of the first event of each move."""
    ids = iter(ids_from(game.start, (event for move in game.moves for event in move.events)))
    found: list[EventId] = []
    for move in game.moves:
        first, *_ = islice(ids, len(move.events))
        found.append(first)
    return found


def _is_bare(move: Move, command: Command) -> bool:
    """Return whether a move is this decision, without notes or variations."""
    return move.command == command and not move.notes and not move.variations


def replay_line(state: State, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Replay moves from another state; raises ``IllegalCommandError`` for an illegal one.

    Their variations are unchanged, since each is decided when it is added to a line.
    """
    replayed: list[Move] = []
    for move in moves:
        events, state = step(state, move.command)
        replayed.append(replace(move, events=events, state=state))
    return tuple(replayed)


SharedMoment = tuple[int, str, object, object, object, str, int]


def shared_moment(state: State) -> SharedMoment:
    """Return what two records of one game have in common at one moment: the turn, and what is due from which player."""
    now = state.now
    activation = activation_of(state)
    pending = activation.pending if activation else str(getattr(now, "pending", ""))
    frames = sum(isinstance(frame, INTERRUPTIONS) for frame in state.frames)
    place = (getattr(now, "seat", None), getattr(now, "street", None), getattr(now, "depth", None))
    return (state.turn, type(now).__name__, *place, pending, frames)


def is_same_frame(state: State, other: State) -> bool:
    """Return whether the same kind of decision is due from the same player in the same turn."""
    now, due = state.now, other.now
    return (state.turn, type(now), getattr(now, "seat", None)) == (other.turn, type(due), getattr(due, "seat", None))


# ----------------------------------------------------------------------------------------------------
# The pieces into which two records of one game are cut to compare them side by side.


class Together(NamedTuple):
    """A move of each record that are the same decision; ``command`` is the decision with what both know about it."""

    one: int
    other: int
    command: Command


class Alone(NamedTuple):
    """Moves of one record (0 or 1) in a part that the other one, which begins later or has ended, does not have."""

    side: int
    moves: Stretch


class Seen(NamedTuple):
    """A move of one record that is an observation, and that the other does not have."""

    side: int
    number: int


class Filled(NamedTuple):
    """A missed move of one record (``side``), and the moves of the other that fill it."""

    side: int
    number: int
    moves: Stretch


class Deeper(NamedTuple):
    """Moves that one record (``side``) does not have, and the corresponding moves of the other."""

    side: int
    gap: Stretch
    moves: Stretch


class Apart(NamedTuple):
    """Moves of each record that contradict each other; one of the two may be empty."""

    one: Stretch
    other: Stretch


Piece = Together | Alone | Seen | Filled | Deeper | Apart
