"""Places that somebody may want to come back to: what was missed or observed, what was said, a reader's own."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

from msgspec import Struct

from calimala_es.events import AreaScored, DiscActivated, InfluenceScored, TileScored, WentUnrecorded
from calimala_es.game import Game, Move
from calimala_es.notes import AnyNote, Check, Comment, Glyph
from replays.replay import Replay
from replays.stepping.histories import Histories, Subject

MISSED: Final = "missed"
OBSERVED: Final = "observed"
COMMENT: Final = "comment"
GLYPH: Final = "glyph"
NOTE: Final = "note"
VARIATION: Final = "variation"
OWN: Final = "own"
"""The kinds of markers; ``NOTE``: something else that was said, e.g. a mark or who is ahead, but no check."""

_KINDS: Final[dict[type[AnyNote], str]] = {Comment: COMMENT, Glyph: GLYPH}


class Marker(Struct, frozen=True):
    """A place at a position, of a kind, and whose it is: the author's layer, empty for the record's own."""

    position: int
    kind: str
    layer: str = ""


def markers_of(replay: Replay, record: Game, own: Iterable[int] = ()) -> tuple[Marker, ...]:
    """Return all markers of a game in order; ``own`` are positions that a reader marked.

    ``record`` is the one that was replayed. Notes on a decision come after all its consequences.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> replay = Replay(loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8")))
    >>> markers_of(replay, replay.game)[1]
    Marker(position=16, kind='comment', layer='')
    """
    found = [
        Marker(gap.position + 1, MISSED if isinstance(gap.event, WentUnrecorded) else OBSERVED) for gap in replay.gaps
    ]
    found += _note_markers(record, 0)
    for move, end in zip(record.moves, replay.ends, strict=True):
        found += _note_markers(move, end)
    found += [Marker(position, OWN) for position in own if 0 <= position <= replay.last]
    return tuple(sorted(dict.fromkeys(found), key=lambda marker: marker.position))


def _note_markers(noted: Move | Game, position: int) -> list[Marker]:
    found = [
        Marker(position, _KINDS.get(type(note), NOTE), note.layer) for note in noted.notes if type(note) is not Check
    ]
    return found + [Marker(position, VARIATION) for _ in getattr(noted, "variations", ())]


# ----------------------------------------------------------------------------------------------------
# From a position to the next or previous one of a kind: a scoring, an activation, a marker, a change of a thing.
#
# A jump goes to the position directly after the event, so that the last step is the one that was looked for. The
# positions of each kind are stored, and a jump is a bisection.


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
