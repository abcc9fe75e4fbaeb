"""From a position to the next or previous one of a kind: a scoring, an activation, a marker, a change of a thing.

A jump goes to the position directly after the event, so that the last step is the one that was looked for. The
positions of each kind are stored, and a jump is a bisection.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from calimala_es.events import AreaScored, DiscActivated, InfluenceScored, TileScored
from replays.replay import Replay
from replays.stepping.histories import Histories
from replays.stepping.markers import Marker
from replays.stepping.subjects import Subject


class Jumps:
    """The possible jumps in a game; ``markers`` are those of ``markers_of`` or a reader's own, in order."""

    def __init__(self, replay: Replay, markers: Sequence[Marker] = (), histories: Histories | None = None) -> None:
        """Store the game; ``histories`` is shared if there is one already."""
        self.replay = replay
        self.histories = histories or Histories(replay)
        self.markers = tuple(dict.fromkeys(marker.position for marker in markers))

    @cached_property
    def scorings(self) -> tuple[int, ...]:
        """The positions after each tile, influence card or area that is scored."""
        return tuple(
            place
            for place, event in enumerate(self.replay.events, 1)
            if isinstance(event, TileScored | InfluenceScored | AreaScored)
        )

    @cached_property
    def _activations(self) -> tuple[tuple[int, ...], ...]:
        activated: list[list[int]] = [[] for _ in self.replay.start.mats]
        for place, event in enumerate(self.replay.events, 1):
            if isinstance(event, DiscActivated):
                activated[event.seat].append(place)
        return tuple(map(tuple, activated))

    def activations(self, seat: int) -> tuple[int, ...]:
        """Return the positions after the beginning of each activation of a seat."""
        return self._activations[seat]

    def changes(self, subject: Subject, position: int) -> tuple[int, ...]:
        """Return the positions after each event that affects the given subject."""
        return self.histories.positions(subject, position)


def next_of(places: Sequence[int], position: int) -> int | None:
    """Return the first of these places, which are in order, after a position; ``None`` if there is none."""
    found = bisect_right(places, position)
    return places[found] if found < len(places) else None


def previous_of(places: Sequence[int], position: int) -> int | None:
    """Return the last of these places, which are in order, before a position; ``None`` if there is none."""
    found = bisect_left(places, position)
    return places[found - 1] if found else None
