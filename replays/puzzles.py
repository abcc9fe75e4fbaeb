"""A placement of a game to be guessed: what was known before it, what each answer sets off, what it gave in the game.

What is shown before the answer is made of the decisions before the placement and of nothing else, so it is the same
for all games that agree until there.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from calimala_es.commands import PlaceDisc
from calimala_es.components import DiscKind, Street
from calimala_es.decide import step
from calimala_es.errors import CalimalaError, IllegalCommandError
from calimala_es.events import ActivationEnded, DiscActivated, DiscPlaced, TurnEnded
from calimala_es.frames import Activation, ActivationDue, Placement, Promotion
from calimala_es.game import Game, Move
from calimala_es.legal import legal
from calimala_es.messages import Message
from calimala_es.state import State
from calimala_es.view import PUBLIC, Viewer
from notation.grammar.symbols import format_command
from replays.analysis.activations import Activated, activations
from replays.edit.redact import redact
from replays.replay import Replay
from replays.text.analysis.numbers import share_text
from replays.text.decisions import command_text
from replays.text.events import event_texts
from replays.text.names import Names
from replays.text.terms import action_term, join_and

# What is shown of a game before a placement that is to be guessed.


class PuzzleError(CalimalaError):
    """There is no such placement to be guessed, or the answer is none."""


class PlayedPlacement(NamedTuple):
    """A placement of a game: the number of the command, who placed, and with which command."""

    number: int
    seat: int
    command: PlaceDisc


class Puzzle:
    """A game until a placement, as ``viewer`` saw it, without anything that anybody said, named or wrote above it.

    ``replay`` ends where a disc has to be placed.
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
    """Return the placement of a turn; raises ``PuzzleError`` where none is recorded."""
    for number, first in enumerate(replay.firsts):
        command, now = replay.commands[number], replay.states[first].now
        if replay.ids[first].turn == turn and isinstance(command, PlaceDisc) and isinstance(now, Placement):
            return PlayedPlacement(number, now.seat, command)
    raise PuzzleError(Message("there is no placement here to guess"))


def puzzle_of(replay: Replay, turn: int, *, with_hand: bool = False) -> Puzzle:
    """Return the puzzle of a turn's placement, as the public saw the game, or ``with_hand`` as the player who had to
    place saw it.

    Raises ``PuzzleError``.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> replay = Replay(game)
    >>> len(puzzle_of(replay, 7).answers)
    24
    """
    placed = placement(replay, turn)
    return _seen(replay.game, placed.number, placed.seat if with_hand else PUBLIC)


def turn_of(replay: Replay, turn: int, viewer: Viewer) -> Puzzle:
    """Return the game until the end of a turn as far as it was played, as somebody saw it."""
    number = sum(replay.ids[first].turn <= turn for first in replay.firsts)
    return _seen(replay.game, number, viewer)


def _seen(record: Game, number: int, viewer: Viewer) -> Puzzle:
    moves = tuple(Move(move.command, move.events, move.state) for move in record.moves[:number])
    begun = Game(record.setup, record.start, moves)
    return Puzzle(redact(begun, viewer), viewer)


# What a placement sets off, and what the one of the game gave to whom.


class Activates(Struct, frozen=True):
    """A disc that a placement activates: its ``depth``, 1 for the one just placed, its owner and its actions."""

    depth: int
    colour: str
    name: str
    words: str


class Choice(Struct, frozen=True):
    """A placement: in notation and in words, and the discs that it activates, in their order.

    ``to_council`` says that the lowest disc of the street goes to the council.
    """

    symbol: str
    words: str
    street: Street
    disc: DiscKind
    activates: list[Activates]
    to_council: bool


class PuzzleGift(Struct, frozen=True):
    """What an activation of the game gave: to whom, what was done, and the points that its cubes scored in the end.

    ``is_own`` says that the player who placed the disc was activated; ``points`` is a whole number or a fraction, e.g.
    ``7/6``, and ``followed`` the same in words, empty for none.
    """

    colour: str
    name: str
    is_own: bool
    done: list[str]
    points: str
    followed: str


def choice(state: State, command: PlaceDisc, names: Names) -> Choice:
    """Return what a placement in this position sets off; raises ``PuzzleError`` for an illegal one."""
    try:
        after = step(state, command)[1]
    except IllegalCommandError as error:
        raise PuzzleError(error.message) from None
    frames = after.frames
    return Choice(
        symbol=format_command(state, command),
        words=command_text(command, names),
        street=command.street,
        disc=command.disc,
        activates=[_activates(frame, names) for frame in frames if isinstance(frame, ActivationDue | Activation)],
        to_council=any(isinstance(frame, Promotion) for frame in frames),
    )


def _activates(frame: ActivationDue | Activation, names: Names) -> Activates:
    actions = join_and((action_term(action, names.language) for action in frame.pending), names.language)
    words = names.language.text("{name}: {actions}", name=names.name(frame.seat), actions=actions)
    return Activates(frame.depth, names.colours[frame.seat], names.name(frame.seat), words)


def gifts(replay: Replay, puzzle: Puzzle, turn: int, names: Names) -> list[PuzzleGift]:
    """Return what the placement of a turn gave to whom, as the puzzle's viewer saw that turn.

    The points are all that followed in the game, as far as ``replay`` goes.
    """
    seen = turn_of(replay, turn, puzzle.viewer)
    return [
        PuzzleGift(
            names.colours[one.receiver],
            names.name(one.receiver),
            one.receiver == one.giver,
            [*_sentences(seen.replay, one, names)],
            str(one.points),
            _followed(one.points, names),
        )
        for one in activations(replay)
        if one.turn == turn and one.end <= seen.replay.last
    ]


_UNSAID = (DiscActivated, ActivationEnded, DiscPlaced, TurnEnded)


def _sentences(replay: Replay, one: Activated, names: Names) -> Iterator[str]:
    events = replay.events[one.start : one.end]
    for event, words in zip(events, event_texts(events, one.start, names, replay), strict=True):
        if words and not isinstance(event, _UNSAID):
            yield words


def _followed(points: Fraction, names: Names) -> str:
    if not points:
        return ""
    return names.language.text("worth {points} in the end", points=share_text(points, names.language))
