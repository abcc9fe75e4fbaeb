"""A game as the lines of its events, as somebody sees it, and what leads from one such transcript to the next.

The lines are those of ``docs/json.md``. A message to somebody who follows says how many of the lines that they have
stay, and which come behind those: so a decision, an undo, a comment and the end of a game, when hidden cards are shown,
are all told alike, and what somebody cannot see changes nothing.
"""

from collections import OrderedDict
from hashlib import blake2b
from threading import Lock
from typing import Any, Final

import msgspec
from msgspec import Struct

from notation.json.events import dumps_events
from replays.service.seeing.sight import Sight

_MOST: Final = 512
"""Transcripts that are kept, to say what changed since."""


class Transcript(Struct, frozen=True, eq=False):
    """What somebody sees of a game at a version; ``tag`` is that of the lines. Told apart by ``id``, not by value."""

    version: int
    lines: tuple[str, ...]
    tag: str

    @property
    def id(self) -> str:
        """By what this transcript is known again: the version, and the tag, since what is said changes no version."""
        return f"{self.version}-{self.tag}"


class Change(Struct, frozen=True):
    """What leads from one transcript to a later one.

    The first ``keep`` lines stay, ``lines`` follow them, and the game is at ``version`` then.
    """

    version: int
    keep: int
    lines: list[msgspec.Raw]


def transcript_of(sight: Sight) -> Transcript:
    """The transcript of what somebody sees."""
    lines = tuple(dumps_events(sight.record))
    return Transcript(sight.version, lines, blake2b("\n".join(lines).encode(), digest_size=6).hexdigest())


def change_between(before: Transcript | None, after: Transcript) -> Change:
    """What leads from one transcript to another; ``None`` stands for nothing at all."""
    had = before.lines if before else ()
    shared = min(len(had), len(after.lines))
    keep = next((place for place in range(shared) if had[place] != after.lines[place]), shared)
    return Change(after.version, keep, [msgspec.Raw(line.encode()) for line in after.lines[keep:]])


def takes_back(before: Transcript | None, change: Change) -> bool:
    """Whether lines go that somebody had."""
    return before is not None and change.keep < len(before.lines)


class Transcripts:
    """Transcripts by game and by who sees it, the latest of each. May be asked from several threads."""

    def __init__(self) -> None:
        """Keep none yet."""
        self._kept: OrderedDict[tuple[str, Any, str], Transcript] = OrderedDict()
        self._lock = Lock()

    def of(self, sight: Sight, eyes: object) -> Transcript:
        """The transcript of a sight that somebody has with these eyes; kept, to be found again."""
        made: Transcript | None = sight.kept.get(transcript_of)
        if made is None:
            made = sight.kept[transcript_of] = transcript_of(sight)
        with self._lock:
            self._kept[sight.id, eyes, made.id] = made
            self._kept.move_to_end((sight.id, eyes, made.id))
            while len(self._kept) > _MOST:
                self._kept.popitem(last=False)
        return made

    def known(self, game: str, eyes: object, id: str) -> Transcript | None:
        """A transcript that these eyes have seen."""
        with self._lock:
            return self._kept.get((game, eyes, id))
