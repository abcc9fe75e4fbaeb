"""What a placement sets off, and what the one of the game gave to whom."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from calimala_es.commands import PlaceDisc
from calimala_es.decide import step
from calimala_es.errors import IllegalCommandError
from calimala_es.events import ActivationEnded, DiscActivated, DiscPlaced, TurnEnded
from calimala_es.frames import Activation, ActivationDue, Promotion
from calimala_es.state import State
from notation.grammar.symbols import format_command
from replays.analysis.activations import Activated, activations
from replays.depths import Depths
from replays.puzzles.before import Puzzle, PuzzleError, turn_of
from replays.replay import Replay
from replays.text.analysis.numbers import share_text
from replays.text.decisions import command_text
from replays.text.names import Names
from replays.text.terms import action_term, join_and


class Activates(Struct, frozen=True):
    """A disc that a placement activates: ``depth`` from 1, the one just placed; whose, and with which actions."""

    depth: int
    colour: str
    name: str
    words: str


class Choice(Struct, frozen=True):
    """A placement: in notation and in words, the discs that it activates in their order, and whether one is to go.

    ``to_council`` says that the lowest disc of the street leaves it for the council.
    """

    symbol: str
    words: str
    street: str
    disc: str
    activates: list[Activates]
    to_council: bool


class Gift(Struct, frozen=True):
    """What an activation of the game gave: to whom, what was done in it, and the points that followed from its cubes.

    ``is_own`` says that who placed was activated; ``points`` is a whole number or a fraction as ``7/6``, and
    ``followed`` the same in words, empty for none.
    """

    colour: str
    name: str
    is_own: bool
    done: list[str]
    points: str
    followed: str


def choice(state: State, command: PlaceDisc, names: Names) -> Choice:
    """What a placement in this position sets off; raises ``PuzzleError`` for one that the rules refuse."""
    try:
        after = step(state, command)[1]
    except IllegalCommandError as error:
        raise PuzzleError(str(error)) from None
    frames = (after.now, *after.later)
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


def gifts(replay: Replay, puzzle: Puzzle, turn: int, names: Names) -> list[Gift]:
    """What the placement of a turn gave to whom, told as the puzzle's viewer saw that turn.

    The points are all that followed in the game, as far as ``replay`` goes.
    """
    seen = turn_of(replay, turn, puzzle.viewer)
    depths = Depths(seen.replay)
    return [
        Gift(
            names.colours[one.receiver],
            names.name(one.receiver),
            one.receiver == one.giver,
            [*_in_words(depths, one, names)],
            str(one.points),
            _followed(one.points, names),
        )
        for one in activations(replay)
        if one.turn == turn and one.end <= seen.replay.last
    ]


_UNSAID = (DiscActivated, ActivationEnded, DiscPlaced, TurnEnded)


def _in_words(depths: Depths, one: Activated, names: Names) -> Iterator[str]:
    for place in range(one.start, one.end):
        event = depths.replay.events[place]
        if not isinstance(event, _UNSAID) and (words := depths.words(event, place, names)):
            yield words


def _followed(points: Fraction, names: Names) -> str:
    if not points:
        return ""
    return names.language.text("{points} followed", points=share_text(points, names.language))
