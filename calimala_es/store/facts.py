"""What the store writes down: the events of a game, its own events beside them, and the envelope of a row.

The store's own events are struct kinds of the same family as those of the rules (``calimala_es.events``): frozen, with
a fixed integer tag that is never used twice, new fields only at the end and with a default. Their tags are negative,
so that they never meet one of the rules. Knows nothing of files or of the rules of the game.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from msgspec import Struct

from calimala_es.commands import kind_name
from calimala_es.events import EVENTS, AnyEvent
from calimala_es.setup import Setup
from calimala_es.store.annotations.events import ANNOTATION_EVENTS, AnyAnnotationEvent
from calimala_es.store.position import StoredPosition
from calimala_es.store.rights.events import RIGHTS_EVENTS, AnyRightsEvent


class GameCreated(Struct, frozen=True, array_like=True, tag=-1, gc=False):
    """The first event of a game: its set-up, and the position it goes on from if that is not turn 0."""

    setup: Setup
    start: StoredPosition | None = None


class Undone(Struct, frozen=True, array_like=True, tag=-2, gc=False):
    """The last ``count`` commands that stood were taken out of the game, with all that followed from them.

    ``carried`` are pairs of numbers of commands: one that comes with this in the place of those taken out, and the
    earlier one by which people speak of it, so that what is said about that one is said about this one. ``back_to`` is
    the version as which the game stands with what comes with this; 0 for none. ``brings`` is how many commands come
    with this, in the rows behind it.
    """

    count: int = 1
    carried: tuple[tuple[int, int], ...] = ()
    back_to: int = 0
    brings: int = 0


class Redone(Struct, frozen=True, array_like=True, tag=-3, gc=False):
    """The last ``count`` commands that were taken out stand again, the one taken out last first.

    ``back_to`` is the version as which the game stands with them; 0 for none.
    """

    count: int = 1
    back_to: int = 0


class HeaderWritten(Struct, frozen=True, array_like=True, tag=-4, gc=False):
    """A header got this value; with ``again`` it stands beside those of the same name instead of replacing them.

    A ``personal`` value is not here but among the names, from where it can be erased. ``since`` is the version of the
    game with which it came: where the game goes back to an earlier one, the header does as well; 0 for one of all.
    """

    name: str
    value: str = ""
    personal: bool = False
    again: bool = False
    since: int = 0


class HeaderRemoved(Struct, frozen=True, array_like=True, tag=-5, gc=False):
    """All headers of this name were taken out; ``since`` as in ``HeaderWritten``."""

    name: str
    since: int = 0


class NoteWritten(Struct, frozen=True, array_like=True, tag=-6, gc=False):
    """Something was said about the game after command number ``after`` (0: before the first).

    ``kind`` is ``"comment"``, ``"check"`` or another short word; ``time`` is when it was said, if that was told. The
    author of a ``signed`` note stands among the names.
    """

    after: int
    kind: str
    text: str
    time: datetime | None = None
    signed: bool = False


Fact = (
    AnyEvent
    | GameCreated
    | Undone
    | Redone
    | HeaderWritten
    | HeaderRemoved
    | NoteWritten
    | AnyAnnotationEvent
    | AnyRightsEvent
)
"""Everything that a row can hold."""


class Entry(Struct, array_like=True, gc=False):
    """One row of a stream: an event in its envelope.

    ``number`` is that of the command, counted from 1 and never used twice in a game; 0 where no command was given. In
    an author's stream it is that of the change.
    ``time`` stands on the first row of what was saved for one command. ``digest`` is that of the public position, on
    the last row of a command that closed a turn or the game. Only these four make up the bytes; where the row stands
    is told by its stream and version.
    """

    number: int
    time: datetime | None
    event: Fact
    digest: bytes | None = None
    originator_id: str = ""
    originator_version: int = 0


TOPICS: Final[Mapping[type, str]] = {
    kind: kind_name(kind)
    for kind in (
        *EVENTS,
        *(GameCreated, Undone, Redone, HeaderWritten, HeaderRemoved, NoteWritten),
        *ANNOTATION_EVENTS,
        *RIGHTS_EVENTS,
    )
}
"""The word that stands in a row for its kind of event."""


def placed(stream: str, version: int, entries: list[Entry]) -> list[Entry]:
    """The same entries, told their places in a stream, from ``version`` on."""
    for place, entry in enumerate(entries, version):
        entry.originator_id = stream
        entry.originator_version = place
    return entries
