"""A game as it would be with something else in place of what came after a decision, as with what was undone in it."""

from collections.abc import Sequence

from calimala_es.events import Event
from replays.replay import Replay


def branch(replay: Replay, anchor: int, batches: Sequence[Sequence[Event]]) -> Replay:
    """The game with others in place of all commands after the first ``anchor``: the events of each, as they are.

    ``replay`` is seen by all, since the events that follow are.
    """
    at = replay.before(anchor)
    after = Replay.trusted(replay.states[at], batches)
    return Replay(
        [*replay.commands[:anchor], *after.commands],
        [*replay.firsts[:anchor], *(at + first for first in after.firsts)],
        [*replay.events[:at], *after.events],
        [*replay.states[:at], *after.states],
    )
