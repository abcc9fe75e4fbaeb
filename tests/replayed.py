"""Generated games played again, for the tests of replays."""

from itertools import takewhile
from typing import Final

from msgspec.structs import replace

from calimala_es import step, view_event
from calimala_es.commands import Command, DrawCard, KeepInfluence
from calimala_es.components import to_card
from calimala_es.errors import IllegalCommandError
from calimala_es.events import EndReached, InfluenceRevealed
from calimala_es.frames import InfluenceReveal
from calimala_es.game import Move, play
from calimala_es.view import PUBLIC, Viewer
from replays.replay import Replay
from tests.profiles import examples
from tests.strategies import AT_THE_TABLE, KNOWN, MIXED, WITH_MISTAKES, Playout, Step

FEW: Final = examples(20)
EVERY_KIND: Final = (KNOWN, AT_THE_TABLE, MIXED, WITH_MISTAKES)


def replay_of(playout: Playout) -> Replay:
    """Return a replay of the game, event by event."""
    return Replay(playout.game)


def cut_off(replay: Replay, position: int) -> Replay:
    """Return the game up to a position, even between the events of one decision."""
    moves: list[Move] = []
    for first, move in zip(replay.firsts, replay.game.moves, strict=True):
        if first < position:
            end = min(position, first + len(move.events))
            moves.append(replace(move, events=move.events[: end - first], state=replay.states[end]))
    return Replay(replace(replay.game, moves=tuple(moves)))


def secret_twins(playout: Playout, viewer: Viewer = PUBLIC) -> tuple[Replay, Replay] | None:
    """Return an unfinished game, and the same one with other cards that a viewer did not see; `None` if there is none.

    What changes is what nobody showed: cards that were drawn and never played, and the influence cards chosen.
    """
    played = [*takewhile(lambda each: not _is_ending(each), playout.steps)]
    steps = played
    for index in range(len(played)):
        attempts = (_looking_alike(steps, index, other, viewer) for other in _otherwise(played[index]))
        steps = next(filter(None, attempts), steps)
    if steps is played:
        return None
    one, other = (play(playout.setup, [each.command for each in line]) for line in (played, steps))
    return Replay(one), Replay(other)


def _looking_alike(steps: list[Step], index: int, command: Command, viewer: Viewer) -> list[Step] | None:
    """Return the steps with another command; `None` if a later one is illegal or the viewer sees a difference."""
    state, changed = steps[index].before, steps[:index]
    for before in steps[index:]:
        done = command if len(changed) == index else before.command
        try:
            events, after = step(state, done)
        except IllegalCommandError:
            return None
        if [view_event(event, viewer) for event in events] != [view_event(event, viewer) for event in before.events]:
            return None
        changed.append(Step(state, done, events, after))
        state = after
    return changed


def _otherwise(played: Step) -> list[Command]:
    state, command = played.before, played.command
    if isinstance(command, DrawCard):
        return [DrawCard(to_card(card)) for card in sorted({*state.pool}) if card != command.card]
    if isinstance(command, KeepInfluence):
        dealt = state.mats[getattr(state.now, "seat", 0)].dealt
        return [KeepInfluence(card) for card in dealt if card != command.card]
    return []


def _is_ending(played: Step) -> bool:
    ends = any(isinstance(event, EndReached | InfluenceRevealed) for event in played.events)
    return ends or isinstance(played.before.now, InfluenceReveal)
