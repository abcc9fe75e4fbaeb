"""A game of a merge: where each of its decisions was written, and what nobody tells of it."""

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from calimala_es.commands import Command, MarkMissed
from calimala_es.decide import step
from calimala_es.events import TurnEnded
from calimala_es.frames import INTERRUPTIONS
from calimala_es.game import Game, Move
from calimala_es.ids import EventId, ids_from
from calimala_es.state import State, activation_of
from notation.depth.rest import is_at_rest, rest_command
from notation.depth.telling import Context, Turn, record_telling
from notation.merging.conflicts import Origin, Reading
from notation.words.symbols import format_command

MOST_SYMBOLS = 20
"""The symbols of a reading that are told; of longer ones the first."""


class Trace:
    """A game with what a merge has to know of it.

    ``origins`` is where each move was written first. Of a record of placements ``turns`` are its turns, ``supplied``
    the moves that it does not tell, and ``untold`` these and what was missed up to the end of a turn of which it tells
    something; ``contexts`` is what came before each move.
    """

    def __init__(self, game: Game, source: str, origins: Sequence[Origin] | None = None) -> None:
        """Look at a game that is called ``source``; without ``origins`` all of it was written there."""
        self.game = game
        self.source = source
        self.origins: Sequence[Origin] = [Origin(source, id) for id in first_ids(game)] if origins is None else origins
        self.supplied: frozenset[int] = frozenset()
        self.untold: frozenset[int] = frozenset()
        self.turns: list[Turn] = []
        self.contexts: Sequence[Context] = [Context(is_told=True)] * (len(game.moves) + 1)
        if game.depth == "placements":
            telling = record_telling(game)
            self.turns, self.contexts = telling.turns, telling.contexts
            self.supplied = frozenset(number for number, is_supplied in enumerate(telling.supplied) if is_supplied)
            self.untold = self.supplied.union(*(self._missed_rest(turn) for turn in telling.turns))

    def _missed_rest(self, turn: Turn) -> Iterator[int]:
        """The last moves of a turn, as far as they only stand for what was missed; nothing is said about them."""
        for number in range(turn.end - 1, turn.first - 1, -1):
            state = self.game.state_at(number)
            if is_at_rest(state) or not _is_bare(self.game.moves[number], rest_command(state)):
                return
            yield number

    def with_moves(self, moves: Sequence[Move], start: State | None = None) -> "Trace":
        """Return the same record with other moves, perhaps from another position."""
        game = replace(self.game, moves=tuple(moves), start=self.game.start if start is None else start)
        return Trace(game, self.source, self.origins)

    @property
    def origin_of_start(self) -> Origin:
        """Where the position at the start is written."""
        return Origin(self.source)

    @property
    def end(self) -> int:
        """The number of moves."""
        return len(self.game.moves)

    def command(self, number: int) -> Command:
        """The decision of a move."""
        return self.game.moves[number].command

    def symbols(self, first: int, end: int) -> str:
        """The decisions from one move up to another as they are written."""
        numbers = range(first, min(end, first + MOST_SYMBOLS))
        shown = " ".join(format_command(self.game.state_at(number), self.command(number)) for number in numbers)
        return f"{shown} ..." if end - first > MOST_SYMBOLS else shown

    def reading(self, first: int, end: int) -> Reading:
        """What stands from one move up to another; where nothing does, before which move."""
        origin = self.origins[first] if first < self.end else Origin(self.source)
        return Reading(origin, self.symbols(first, end))

    def turn_end(self, number: int) -> int:
        """How many moves there are up to the end of the turn in which a move is taken, or of the record."""
        turn = self.game.state_at(number).turn
        for place, move in enumerate(self.game.moves[number:], number + 1):
            if move.state.turn != turn or any(isinstance(event, TurnEnded) for event in move.events):
                return place
        return self.end

    def tells_nothing(self, stretch: tuple[int, int]) -> bool:
        """Whether moves only say that nobody wrote down what happened, which contradicts nothing."""
        moves = self.game.moves[slice(*stretch)]
        return bool(moves) and all(_is_bare(move, MarkMissed()) for move in moves)

    def is_gapped(self, number: int) -> bool:
        """Whether something before a move was missed."""
        return any(type(move.command) is MarkMissed for move in self.game.moves[:number])


def first_ids(game: Game) -> list[EventId]:
    """Return the id of the first event of each move."""
    ids = ids_from(game.start, (event for move in game.moves for event in move.events))
    found: list[EventId] = []
    for move in game.moves:
        first, *_ = islice(ids, len(move.events))
        found.append(first)
    return found


def _is_bare(move: Move, command: Command) -> bool:
    """Whether a move is this decision, and nothing is said about it."""
    return move.command == command and not move.notes and not move.variations


def replay_line(state: State, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return moves decided again from another state; raises ``IllegalCommandError`` for one that the rules refuse.

    Their variations stay as they are, since each is decided where it is taken into a line.
    """
    replayed: list[Move] = []
    for move in moves:
        events, state = step(state, move.command)
        replayed.append(replace(move, events=tuple(events), state=state))
    return tuple(replayed)


Moment = tuple[int, str, object, object, object, str, int]


def moment_of(state: State) -> Moment:
    """What two records of one game have in common at one moment: the turn, and what is due of whom."""
    now = state.now
    activation = activation_of(state)
    pending = activation.pending if activation else str(getattr(now, "pending", ""))
    frames = sum(isinstance(frame, INTERRUPTIONS) for frame in (now, *state.later))
    place = (getattr(now, "seat", None), getattr(now, "street", None), getattr(now, "depth", None))
    return (state.turn, type(now).__name__, *place, pending, frames)


def is_same_frame(state: State, other: State) -> bool:
    """Whether the same kind of decision is due of the same player in the same turn."""
    now, due = state.now, other.now
    return (state.turn, type(now), getattr(now, "seat", None)) == (other.turn, type(due), getattr(due, "seat", None))
