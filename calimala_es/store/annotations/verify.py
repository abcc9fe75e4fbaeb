"""Check the rows of an author's stream one by one, and report what cannot have been written."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from calimala_es.errors import CalimalaError
from calimala_es.state import State
from calimala_es.store.annotations.events import (
    ANNOTATION_EVENTS,
    AnnotationEdited,
    AnnotationRetracted,
    AnnotationWritten,
    AuthorCame,
    ShortNameGiven,
)
from calimala_es.store.annotations.line import decided
from calimala_es.store.facts import TOPICS, Entry, Redone, Undone

Wrong = tuple[Entry, str]
"""A row, and what is wrong with it."""


def wrong_rows(entries: Sequence[Entry], numbers: Collection[int], states: Mapping[int, State]) -> Iterator[Wrong]:
    """Yield what is wrong with the readable rows of one author.

    ``numbers`` are the numbers of all commands that the game ever had, ``states`` the positions before the current
    ones.
    """
    if entries and not isinstance(entries[0].event, AuthorCame):
        yield entries[0], "the first row tells no author"
    done = taken = last = 0
    written: dict[int, AnnotationWritten] = {}
    for place, entry in enumerate(entries):
        event = entry.event
        if isinstance(event, Undone | Redone):
            there = done if isinstance(event, Undone) else taken
            if not 0 < event.count <= there:
                word = "undone" if isinstance(event, Undone) else "redone"
                yield entry, f"{event.count} changes are {word} where there are {there}"
            moved = min(event.count, there) * (1 if isinstance(event, Undone) else -1)
            done, taken = done - moved, taken + moved
        elif not isinstance(event, ANNOTATION_EVENTS) or (place and isinstance(event, AuthorCame)):
            yield entry, f"{TOPICS[type(event)]} does not belong here"
        elif isinstance(event, AnnotationWritten | AnnotationEdited | AnnotationRetracted):
            if entry.number != last:
                if entry.number != last + 1:
                    yield entry, f"change {entry.number} comes after change {last}"
                last, done, taken = entry.number, done + 1, 0
            if isinstance(event, AnnotationWritten):
                written[entry.originator_version] = event
                yield from _misplaced(entry, event, numbers, states)
            elif event.version not in written:
                yield entry, f"there is no annotation in row {event.version} before this"
        elif place != 1 and isinstance(event, ShortNameGiven):
            yield entry, "the short name of an author stands in the second row"


def _misplaced(
    entry: Entry, event: AnnotationWritten, numbers: Collection[int], states: Mapping[int, State]
) -> Iterator[Wrong]:
    if event.variation:
        return
    if event.after and event.after not in numbers:
        yield entry, f"it is about command {event.after}, which the game never had"
    if event.commands and event.after in states:
        try:
            decided(states[event.after], event.commands)
        except (CalimalaError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
            yield entry, f"the rules refuse the variation: {error}"
