"""The moments of a game that are analysed: the end of every turn, and of the game.

At the end of a turn all its deeds are done and it is still that player's turn, so that a scoring then would treat that
player as the active one (R9.4). The first moment is the end of turn 0, or the start of a record that begins later; if
a record stops within a turn, the last moment is there.
"""

from collections.abc import Iterator
from typing import NamedTuple

from calimala_es.events import EndReached, TurnEnded
from calimala_es.state import State
from replays.replay import Replay


class Moment(NamedTuple):
    """A moment: ``turn`` is the last that was played, ``seat`` its player (-1: nobody), ``at`` the position."""

    turn: int
    seat: int
    at: int

    def state(self, replay: Replay) -> State:
        """Return the state at this moment."""
        return replay.states[self.at]


def moments(replay: Replay) -> tuple[Moment, ...]:
    """Return all moments in their order, at least one."""
    return tuple(_moments(replay))


def _moments(replay: Replay) -> Iterator[Moment]:
    ids, events = replay.ids, replay.events
    first = ids[0].turn if ids else replay.start.turn + 1
    ended = 0
    if first:
        yield Moment(first - 1, -1, 0)
    else:
        ended = next((at for at, id in enumerate(ids) if id.turn), replay.last)
        yield Moment(0, -1, ended)
    for at in range(ended, replay.last):
        if type(events[at]) is TurnEnded:
            yield Moment(ids[at].turn, replay.states[at].active, at)
            ended = at + 1
    if ended < replay.last:
        has_ended = any(type(event) is EndReached for event in events[ended:])
        yield Moment(ids[-1].turn, -1 if has_ended else replay.end.active, replay.last)


def moment_of(all_moments: tuple[Moment, ...], at: int) -> int:
    """Return the number of the moment that an event leads to: the end of its turn, or of the game."""
    return next((number for number, moment in enumerate(all_moments) if moment.at >= at), len(all_moments) - 1)
