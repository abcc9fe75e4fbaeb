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
from replays.service.api.possible_decisions import PossibleDecisions
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


def shortcuts(possible: PossibleDecisions, names: Names) -> list[Shortcut]:
    """Return the ways to do all actions that the active disc has left; none if there are too many, or only one is
    left.
    """
    return [_shortcut(possible, commands, names) for _, commands in outcomes(possible)]


def outcomes(possible: PossibleDecisions) -> list[tuple[State, tuple[Command, ...]]]:
    """Return what may come of all actions that the active disc has left, each with the decisions that lead there.

    No action is skipped that can be done, and no card is played. Where the order of the actions makes no difference
    there is one outcome.
    """
    frame = possible.state.now
    if not isinstance(frame, Activation) or len(frame.pending) < 2:
        return []
    found: list[tuple[PossibleDecisions, tuple[Command, ...]]] = [(possible, ())]
    for _ in frame.pending:
        before, found = found, []
        # States are compared: to hash one takes several times as long.
        states: list[State] = []
        for here, commands in before:
            for further in _deeds(here, frame):
                after, more = _with_unseen(here, further)
                if after.state not in states:
                    states.append(after.state)
                    found.append((after, (*commands, *more)))
                if len(found) > _MOST_STATES:
                    return []
    return [(after.state, commands) for after, commands in found] if len(found) <= MOST_OUTCOMES else []


def _deeds(possible: PossibleDecisions, frame: Activation) -> Iterator[Command]:
    """Yield how each pending action is done, those that are impossible last; nothing where another disc is next."""
    now = possible.state.now
    if not isinstance(now, Activation) or (now.street, now.depth) != (frame.street, frame.depth):
        return
    yield from possible.acts
    doable = possible.doable
    yield from (option for option in possible.commands if type(option) is SkipAction and option.action not in doable)


def _with_unseen(possible: PossibleDecisions, command: Command) -> tuple[PossibleDecisions, list[Command]]:
    """Return what may be decided after a command and what nobody at the table sees after it, and these commands."""
    commands = [command]
    possible = possible.after(command)
    while (unseen := unseen_command(possible.state)) is not None:
        commands.append(unseen)
        possible = possible.after(unseen)
    return possible, commands


def _shortcut(possible: PossibleDecisions, commands: tuple[Command, ...], names: Names) -> Shortcut:
    symbols: list[str] = []
    steps: list[ShortcutStep] = []
    for command in commands:
        symbols.append(format_command(possible.state, command))
        if isinstance(command, DoAction | SkipAction):
            steps.append(ShortcutStep(command.action, _step_text(possible, command, names)))
        possible = possible.after(command)
    steps = [_repeated(step, len([*same]), names.language) for step, same in groupby(steps)]
    return Shortcut(" ".join(symbols), names.language.word("list", "; ").join(step.words for step in steps), steps)


def _step_text(possible: PossibleDecisions, command: DoAction | SkipAction, names: Names) -> str:
    """Return how an action is done, by its name alone where there is only one way; or that it is impossible."""
    if isinstance(command, SkipAction):
        return skip_text(possible, command, names)
    return command_text(command, names) if command.option else action_term(command.action, names.language)


def _repeated(step: ShortcutStep, count: int, language: Language) -> ShortcutStep:
    if count == 1:
        return step
    return ShortcutStep(step.action, language.text("{deed} twice", deed=step.words))


def following_step(possible: PossibleDecisions, names: Names) -> FollowingStep | None:
    """Return what the game waits for once the activation is ended; ``None`` where it cannot be ended, or what comes
    then is neither a disc nor a placement.
    """
    after = after_end(possible)
    if after is None:
        return None
    state = after.state
    scored = [event.tile for event in possible.move(_END).events if isinstance(event, TileScored)]
    seat = seat_waited_for(state)
    return FollowingStep(
        state.turn,
        seat if seat >= 0 else None,
        active_disc(state),
        scored[0] if scored else None,
        after.made(decision_options, names),
        after.made(shortcuts, names),
    )


_END: Final = EndActivation()


def after_end(possible: PossibleDecisions) -> PossibleDecisions | None:
    """Return what may be decided once the activation is ended, see ``following_step``."""
    if not isinstance(possible.state.now, Activation) or _END not in possible.commands:
        return None
    after = possible.after(_END)
    return after if isinstance(after.state.now, Activation | Placement) else None
