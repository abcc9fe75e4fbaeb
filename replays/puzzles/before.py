"""What is shown of a game before a placement that is to be guessed."""

from typing import NamedTuple

from calimala_es.commands import PlaceDisc
from calimala_es.errors import CalimalaError
from calimala_es.frames import Placement
from calimala_es.game import Game, Move
from calimala_es.legal import legal
from calimala_es.state import State
from calimala_es.view import PUBLIC, Viewer
from replays.edit.redact import redact
from replays.replay import Replay


class PuzzleError(CalimalaError):
    """There is no such placement to be guessed, or the answer is none."""


class PlayedPlacement(NamedTuple):
    """A placement of a game: the number of the command, who placed, and with which command."""

    number: int
    seat: int
    command: PlaceDisc


class Puzzle:
    """A game until a placement, as ``viewer`` saw it, without anything that anybody said, named or wrote above it.

    Also what ``Depths`` asks for; ``replay`` ends where a disc has to be placed.
    """

    def __init__(self, record: Game, viewer: Viewer) -> None:
        """Keep what was known, see ``puzzle_of``."""
        self.record = record
        self.viewer = viewer
        self.replay = Replay(record)

    @property
    def state(self) -> State:
        """The position in which a disc has to be placed."""
        return self.replay.end

    @property
    def answers(self) -> list[PlaceDisc]:
        """The placements that are legal there as far as can be known (R4.2), in the order of the rules."""
        return [command for command in legal(self.state) if isinstance(command, PlaceDisc)]


def placement(replay: Replay, turn: int) -> PlayedPlacement:
    """The placement of a turn; raises ``PuzzleError`` where nobody wrote down one."""
    for number, first in enumerate(replay.firsts):
        command, now = replay.commands[number], replay.states[first].now
        if replay.ids[first].turn == turn and isinstance(command, PlaceDisc) and isinstance(now, Placement):
            return PlayedPlacement(number, now.seat, command)
    raise PuzzleError("there is no placement here that could be guessed")


def puzzle_of(replay: Replay, turn: int, *, with_hand: bool = False) -> Puzzle:
    """The puzzle of a turn's placement, as the public saw the game, or ``with_hand`` as who had to place saw it.

    Raises ``PuzzleError``.
    """
    placed = placement(replay, turn)
    return _seen(replay.game, placed.number, placed.seat if with_hand else PUBLIC)


def turn_of(replay: Replay, turn: int, viewer: Viewer) -> Puzzle:
    """The game until the end of a turn as far as it was played, as somebody saw it."""
    number = sum(replay.ids[first].turn <= turn for first in replay.firsts)
    return _seen(replay.game, number, viewer)


def _seen(record: Game, number: int, viewer: Viewer) -> Puzzle:
    moves = tuple(Move(move.command, move.events, move.state) for move in record.moves[:number])
    begun = Game(record.setup, record.start, moves, depth=record.depth)
    return Puzzle(redact(begun, viewer), viewer)
