"""What is said about a game, and by whom, as values."""

import json
import re
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from calimala_es.commands import Command
from calimala_es.errors import UnknownIdError

COMMENT: Final = "comment"
ON_POSITION: Final = "position"
GLYPH: Final = "glyph"
STANDING: Final = "standing"
EVALUATION: Final = "evaluation"
MARK: Final = "mark"
TITLE: Final = "title"
VARIATION: Final = "variation"
"""Kinds of annotations: a comment on a decision and one on the position after it, a sign, who stands better, the
chances, a place that is pointed at, a heading, what might have been instead. Any other short word is kept as well."""

MOST_TEXT: Final = 4_000_000
"""Characters in one annotation."""

MOST_NAME: Final = 100_000
"""Characters in an author's name."""

MOST_AUTHORS: Final = 1_000
"""Authors of one game."""

MOST_NESTED: Final = 50
"""Variations in each other."""

_ESCAPED: Final = "\0"
_ID: Final = re.compile(r"([1-9][0-9]{0,3})-([1-9][0-9]{0,8})")


class Author(Struct, frozen=True):
    """Who says something; without a name and a short name it is the record itself that says it.

    ``name`` is ``"?"`` where it was ``erased``; ``short`` the short name of the layer, empty where a text may choose
    one; ``language`` a BCP 47 tag. ``header`` is the place of the header that declares the layer, ``-1`` behind the
    others, and a layer that has neither name nor language can be ``declared`` all the same.
    """

    name: str = ""
    short: str = ""
    language: str = ""
    header: int = -1
    declared: bool = False
    erased: bool = False

    @property
    def shown(self) -> str:
        """How a person reads it: the name, else the short name; empty for the record itself."""
        return self.name or self.short

    def is_called(self, name: str) -> bool:
        """Whether this name means the author."""
        return not self.erased and name in ((self.name, self.short) if name else (self.shown,))

    def is_same(self, other: "Author") -> bool:
        """Whether two values are one author, of whom one may be told in less detail."""
        if self.erased or other.erased:
            return False
        if not other.name:
            return self.short == other.short and not (self.name and not other.short)
        return self.name == other.name and (self.language == other.language or not (self.language and other.language))


class Annotation(Struct, frozen=True):
    """Something that stands, said by somebody about a game.

    ``id`` stays the same whatever is edited, undone and redone. ``anchor`` is the moment after so many commands of the
    game as it stands, 0 the start; inside of a ``variation`` (an id) after so many of its decisions. It is ``None``
    where those commands were undone, or the variation is not there. A variation has ``commands`` that may come instead
    of the decision ``anchor`` of its line, its name as ``text``, and a ``label`` for texts. ``time`` is when it was
    said, empty where nobody told; ``order`` sorts what is said at one place.
    """

    id: str
    author: Author
    kind: str
    text: str
    anchor: int | None
    variation: str = ""
    commands: tuple[Command, ...] = ()
    label: str = ""
    time: str = ""
    order: int = 0

    @property
    def layer(self) -> int:
        """The number of the author's stream, counted from 1."""
        return parse_annotation_id(self.id)[0]

    @property
    def is_variation(self) -> bool:
        """Whether it is a variation."""
        return self.kind == VARIATION


class Draft(Struct, frozen=True):
    """Something to be said; fields as those of ``Annotation``.

    ``time`` is ``None`` for the moment of saving. ``author`` is ``None`` for whoever writes the drafts; ``inside`` is
    said inside of a variation, and its ``variation`` is not told.
    """

    anchor: int
    text: str = ""
    kind: str = COMMENT
    variation: str = ""
    commands: tuple[Command, ...] = ()
    label: str = ""
    time: str | None = None
    author: Author | None = None
    inside: tuple["Draft", ...] = ()


class Change(Struct, frozen=True):
    """One row of an author's stream: who did what, when.

    ``what`` is ``"written"``, ``"edited"``, ``"retracted"``, ``"undone"`` or ``"redone"``; of the last two ``count``
    says how many changes. ``before`` and ``after`` are what the annotation said, ``None`` where it did not stand. What
    was undone and not brought back does not stand (``stands``); ``number`` counts an author's changes.
    """

    author: Author
    number: int
    time: datetime | None
    what: str
    id: str = ""
    before: Annotation | None = None
    after: Annotation | None = None
    count: int = 0
    stands: bool = True


def annotation_id(layer: int, version: int) -> str:
    """The id of the annotation that a row wrote: ``2-5`` is row 5 of the second author's stream."""
    return f"{layer}-{version}"


def parse_annotation_id(id: str) -> tuple[int, int]:
    """The author's number and the row; raises ``UnknownIdError`` for what can be no id of an annotation."""
    match = _ID.fullmatch(id)
    if not match:
        raise UnknownIdError(f"{id[:60]!r} is no id of an annotation; they look like 2-5: author 2, row 5")
    return int(match[1]), int(match[2])


def moment_text(moment: datetime) -> str:
    """A moment as notes tell it: ``2026-11-20T19:04:11Z``."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def kept(text: str) -> str:
    """A text as bytes can keep it: one that cannot be encoded, with halves of surrogate pairs, is escaped."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return _ESCAPED + json.dumps(text)
    return _ESCAPED + json.dumps(text) if text.startswith(_ESCAPED) else text


def told(text: str) -> str:
    """The text that was kept."""
    if not text.startswith(_ESCAPED):
        return text
    try:
        return str(json.loads(text[1:]))
    except ValueError:
        return text
