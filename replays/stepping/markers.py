"""Places that somebody may want to come back to: what was missed or observed, what was said, a reader's own."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from calimala_es.events import WentUnrecorded
from calimala_es.game import Game, Move
from calimala_es.notes import AnyNote, Check, Comment, Glyph
from replays.replay import Replay

MISSED: Final = "missed"
OBSERVED: Final = "observed"
COMMENT: Final = "comment"
GLYPH: Final = "glyph"
NOTE: Final = "note"
VARIATION: Final = "variation"
OWN: Final = "own"
"""The kinds of markers; ``NOTE``: something else that was said, as a mark or who stands better, but no check."""

_KINDS: Final[dict[type[AnyNote], str]] = {Comment: COMMENT, Glyph: GLYPH}


class Marker(Struct, frozen=True):
    """A place at a position, of a kind, and whose it is: the author's layer, empty for the record's own."""

    position: int
    kind: str
    layer: str = ""


def markers_of(replay: Replay, record: Game, own: Iterable[int] = ()) -> tuple[Marker, ...]:
    """Return all markers of a game in order; ``own`` are positions that a reader marked.

    ``record`` is the one that was replayed. Notes on a decision come after all its consequences.
    """
    found = [
        Marker(mark.position + 1, MISSED if isinstance(mark.event, WentUnrecorded) else OBSERVED)
        for mark in replay.marks
    ]
    found += _note_markers(record, 0)
    ends = (*replay.firsts[1:], replay.last)
    for move, end in zip(record.moves, ends, strict=False):
        found += _note_markers(move, end)
    found += [Marker(position, OWN) for position in own if 0 <= position <= replay.last]
    return tuple(sorted(dict.fromkeys(found), key=lambda marker: marker.position))


def _note_markers(noted: Move | Game, position: int) -> list[Marker]:
    found = [
        Marker(position, _KINDS.get(type(note), NOTE), note.layer) for note in noted.notes if type(note) is not Check
    ]
    return found + [Marker(position, VARIATION) for _ in getattr(noted, "variations", ())]
