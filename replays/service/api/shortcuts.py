"""Several decisions in one tap: all that an active disc does where little is to be chosen, and what follows it.

A player who holds cards may play one until the activation is ended, so most activations end by a decision of their own.
Who taps what comes after it says that as well: those options are offered together with the end.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from msgspec import Struct

from calimala_es.commands import Command, DoAction, EndActivation, SkipAction
from calimala_es.events import TileScored
from calimala_es.frames import Activation, Placement
from calimala_es.game import Move, moves_from
from calimala_es.legal import legal
from calimala_es.state import State
from notation.grammar.symbols import format_command
from replays.service.api.decision_options import (
    ActiveDisc,
    DecisionOption,
    active_disc,
    decision_options,
    skip_text,
    unseen_command,
)
from replays.text.decisions import command_text
from replays.text.languages import Language
from replays.text.messages import seat_waited_for
from replays.text.names import Names
from replays.text.terms import action_term

MOST_OUTCOMES: Final = 6
"""How many outcomes of a disc are offered at most; where there are more, each of its actions is tapped."""

_MOST_STATES: Final = 12
"""How many states are looked at on the way."""


class ShortcutStep(Struct, frozen=True):
    """An action of a shortcut: its letter, and how it is done, or that it is impossible, in words."""

    action: str
    words: str


class Shortcut(Struct, frozen=True):
    """Decisions made with one tap: all in notation, in words, and action by action in their order."""

    symbol: str
    words: str
    steps: list[ShortcutStep]


class FollowingStep(Struct, frozen=True):
    """What the game waits for once the activation is ended: the next disc on the street, or the next placement.

    ``turn`` and ``seat`` say whose it is; ``active`` is the disc that is activated then, ``null`` at a placement.
    ``scored`` is the tile that is scored in between, ``null`` without one. The symbols of ``options`` and ``shortcuts``
    are those of that moment, so the symbol that ends the activation must come before them.
    """

    turn: int
    seat: int | None
    active: ActiveDisc | None
    scored: str | None
    options: list[DecisionOption]
    shortcuts: list[Shortcut]


def shortcuts(state: State, names: Names) -> list[Shortcut]:
    """Return the ways to do all actions that the active disc has left; none if there are too many, or only one is
    left.
    """
    return [_shortcut(state, commands, names) for commands in outcomes(state).values()]


def outcomes(state: State) -> dict[State, tuple[Command, ...]]:
    """Return what may come of all actions that the active disc has left, each with the decisions that lead there.

    No action is skipped that can be done, and no card is played. Where the order of the actions makes no difference
    there is one outcome.
    """
    frame = state.now
    if not isinstance(frame, Activation) or len(frame.pending) < 2:
        return {}
    found: dict[State, tuple[Command, ...]] = {state: ()}
    for _ in frame.pending:
        after: dict[State, tuple[Command, ...]] = {}
        for before, commands in found.items():
            for further in _deeds(before, frame):
                moves = [*_with_unseen(before, further)]
                after.setdefault(moves[-1].state, (*commands, *(move.command for move in moves)))
                if len(after) > _MOST_STATES:
                    return {}
        found = after
    return found if len(found) <= MOST_OUTCOMES else {}


def _deeds(state: State, frame: Activation) -> Iterator[Command]:
    """Yield how each pending action is done, those that are impossible last; nothing where another disc is next."""
    now = state.now
    if not isinstance(now, Activation) or (now.street, now.depth) != (frame.street, frame.depth):
        return
    options = legal(state)
    deeds = [option for option in options if isinstance(option, DoAction)]
    done = {deed.action for deed in deeds}
    yield from deeds
    yield from (option for option in options if isinstance(option, SkipAction) and option.action not in done)


def _with_unseen(state: State, command: Command) -> Iterator[Move]:
    """Yield the move of a command, and those of what nobody at the table sees after it."""
    moves = moves_from(state, (command,))
    while True:
        yield from moves
        unseen = unseen_command(moves[-1].state)
        if unseen is None:
            return
        moves = moves_from(moves[-1].state, (unseen,))


def _shortcut(state: State, commands: tuple[Command, ...], names: Names) -> Shortcut:
    symbols: list[str] = []
    steps: list[ShortcutStep] = []
    for command in commands:
        symbols.append(format_command(state, command))
        if isinstance(command, DoAction | SkipAction):
            steps.append(ShortcutStep(command.action, _step_text(state, command, names)))
        state = moves_from(state, (command,))[-1].state
    steps = [_repeated(step, len([*same]), names.language) for step, same in groupby(steps)]
    return Shortcut(" ".join(symbols), names.language.word("list", "; ").join(step.words for step in steps), steps)


def _step_text(state: State, command: DoAction | SkipAction, names: Names) -> str:
    """Return how an action is done, by its name alone where there is only one way; or that it is impossible."""
    if isinstance(command, SkipAction):
        return skip_text(state, command, names)
    return command_text(command, names) if command.option else action_term(command.action, names.language)


def _repeated(step: ShortcutStep, count: int, language: Language) -> ShortcutStep:
    if count == 1:
        return step
    return ShortcutStep(step.action, language.text("{deed} twice", deed=step.words))


def following_step(state: State, names: Names) -> FollowingStep | None:
    """Return what the game waits for once the activation is ended; ``None`` where it cannot be ended, or what comes
    then is neither a disc nor a placement.
    """
    moves = _ended(state)
    if not moves:
        return None
    after = moves[-1].state
    scored = [event.tile for move in moves for event in move.events if isinstance(event, TileScored)]
    seat = seat_waited_for(after)
    return FollowingStep(
        after.turn,
        seat if seat >= 0 else None,
        active_disc(after),
        scored[0] if scored else None,
        decision_options(after, names),
        shortcuts(after, names),
    )


def after_end(state: State) -> State | None:
    """Return the state once the activation is ended, see ``following_step``."""
    moves = _ended(state)
    return moves[-1].state if moves else None


def _ended(state: State) -> tuple[Move, ...]:
    end = EndActivation()
    if not isinstance(state.now, Activation) or end not in legal(state):
        return ()
    moves = moves_from(state, (end,))
    return moves if isinstance(moves[-1].state.now, Activation | Placement) else ()
