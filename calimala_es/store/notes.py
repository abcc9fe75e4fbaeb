"""What people say about a game: headers and notes, from the rows of their own stream.

A game's facts and what is said about it do not mix: every game has a second stream, and people's names stand beside
the rows of it, where they can be erased.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from msgspec import Struct

from calimala_es.components import COLOUR_WORDS
from calimala_es.errors import StaleGameError
from calimala_es.store.annotations import COMMENT, ERASED, kept, told
from calimala_es.store.recorder import Name
from calimala_es.store.row_events import HeaderRemoved, HeaderWritten, NoteWritten
from calimala_es.store.rows import Entry, placed

PERSONAL_HEADERS: Final = frozenset({*COLOUR_WORDS.values(), "scribe", "author", "annotator", "layer"})
"""The headers, in small letters, whose values are people's names: the players' colours, who wrote, and layers."""

CHECK: Final = "check"
"""The kind of a note that says what should hold."""

Headers = tuple[tuple[str, str], ...]


def notes_stream(game: str) -> str:
    """The id of the stream in which a game's headers and notes stand; no game can have it as its own."""
    return f"{game}/notes"


class Note(Struct, frozen=True):
    """A remark about the moment after the first ``anchor`` commands of the game as it stands; 0 is the start.

    ``kind`` is ``"comment"``, ``"check"`` or another short word. ``time`` is when it was said, where somebody told so.
    """

    anchor: int
    text: str
    kind: str = COMMENT
    author: str = ""
    time: datetime | None = None


class Header(NamedTuple):
    """A header as its row tells it; ``value`` is ``None`` where it stands among the names."""

    name: str
    value: str | None
    version: int


class Saying(NamedTuple):
    """A header or a note to be written, and the name that belongs beside its row."""

    fact: HeaderWritten | HeaderRemoved | NoteWritten
    name: str | None = None


def is_personal(header: str) -> bool:
    """Whether the value of a header of this name is somebody's name."""
    return header.casefold() in PERSONAL_HEADERS


def header_written(name: str, value: str, *, again: bool, since: int = 0) -> Saying:
    """A header's value; ``again``: beside others of that name; ``since``: the version of the game that it came with."""
    if is_personal(name):
        return Saying(HeaderWritten(kept(name), "", personal=True, again=again, since=since), kept(value))
    return Saying(HeaderWritten(kept(name), kept(value), again=again, since=since))


def header_set(name: str, value: str | None, since: int = 0) -> Saying:
    """A header in the place of one of the same name; ``None`` takes it out."""
    if value is None:
        return Saying(HeaderRemoved(kept(name), since))
    return header_written(name, value, again=False, since=since)


def written_notes(game: str, notes: Iterable[Note], numbers: Sequence[int]) -> list[Saying]:
    """Notes anchored to the numbers of the commands that stand; raises ``StaleGameError`` if there are too few."""
    sayings: list[Saying] = []
    for note in notes:
        if not 0 <= note.anchor <= len(numbers):
            raise StaleGameError(f"{game} has {len(numbers)} commands; there is no moment after {note.anchor}")
        after = numbers[note.anchor - 1] if note.anchor else 0
        fact = NoteWritten(after, note.kind, kept(note.text), note.time, bool(note.author))
        sayings.append(Saying(fact, kept(note.author) or None))
    return sayings


def placed_sayings(game: str, version: int, now: datetime, sayings: Sequence[Saying]) -> tuple[list[Entry], list[Name]]:
    """The rows of what is said about a game, from ``version`` of its stream on, and the names beside them."""
    stream = notes_stream(game)
    entries = placed(stream, version, [Entry(0, now, saying.fact) for saying in sayings])
    names = [(stream, place, saying.name) for place, saying in enumerate(sayings, version) if saying.name is not None]
    return entries, names


def fold_headers(entries: Iterable[Entry], came_by: Callable[[int], bool]) -> list[Header]:
    """The headers as they are, in the order in which they were first written.

    ``came_by`` says of a version of the game whether the game as it stands has come by it.
    """
    headers: list[Header] = []
    for entry in entries:
        event = entry.event
        if not isinstance(event, HeaderWritten | HeaderRemoved) or (event.since and not came_by(event.since)):
            continue
        if isinstance(event, HeaderRemoved):
            headers = [header for header in headers if header.name != event.name]
        else:
            written = Header(event.name, None if event.personal else event.value, entry.originator_version)
            headers = [*headers, written] if event.again else _replaced(headers, written)
    return headers


def _replaced(headers: list[Header], written: Header) -> list[Header]:
    """The headers with the first of this name replaced and all later ones of it gone."""
    places = [place for place, header in enumerate(headers) if header.name == written.name]
    if not places:
        return [*headers, written]
    first, *_ = places
    return [*headers[:first], written, *[header for header in headers[first + 1 :] if header.name != written.name]]


def named_headers(headers: Iterable[Header], names: Mapping[int, str]) -> Headers:
    """The headers with the names that have not been erased."""
    return tuple(
        (told(header.name), told(names.get(header.version, ERASED) if header.value is None else header.value))
        for header in headers
    )


def standing_notes(entries: Iterable[Entry], numbers: Sequence[int], names: Mapping[int, str]) -> tuple[Note, ...]:
    """The notes about commands that stand, by place and then in the order in which they were written.

    ``numbers`` are those of the commands that stand.
    """
    places = {0: 0, **{number: place for place, number in enumerate(numbers, 1)}}
    notes = [
        Note(
            places[event.after],
            told(event.text),
            event.kind,
            told(names.get(entry.originator_version, ERASED)) if event.signed else "",
            event.time,
        )
        for entry in entries
        if isinstance(event := entry.event, NoteWritten) and event.after in places
    ]
    return tuple(sorted(notes, key=lambda note: note.anchor))


def has_names(entries: Collection[Entry]) -> bool:
    """Whether any of these rows has a name beside it."""
    return any(getattr(entry.event, "personal", False) or getattr(entry.event, "signed", False) for entry in entries)
