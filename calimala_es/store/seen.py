"""What those who only look know of the rows of a game: how many there are, when the last came, a seat's decisions.

Whoever writes a game down counts its rows. Those who look on count what they see of that: what was put in the place of
earlier decisions counts as what it adds to them, nothing where all that they see is as before, and one row where it is
not. So no number tells that a card was set right which somebody does not see, or how far back that was.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import pairwise, repeat
from typing import cast

from calimala_es.events import Event, GameEnded
from calimala_es.store.facts import Entry, Fact, Undone
from calimala_es.store.game import timeline
from calimala_es.view import Viewer, view_event


def seen_version(entries: Sequence[Entry], viewer: Viewer) -> int:
    """The number of a game with these rows, its creation the first, for a seat or the public."""
    return max(_numbers(entries, viewer))


def row_version(entries: Sequence[Entry], seen: int, viewer: Viewer) -> int:
    """The last version in rows that has this number; 0 where none has."""
    return max((row for row, number in enumerate(_numbers(entries, viewer), 1) if number == seen), default=0)


def seen_change(entries: Sequence[Entry], viewer: Viewer) -> datetime | None:
    """When a row came last of which a seat, or the public, is told."""
    numbers = [0, *_numbers(entries, viewer)]
    grown = zip(entries, pairwise(numbers), strict=True)
    return max((entry.time for entry, (before, after) in grown if entry.time and after > before), default=None)


def seen_numbers(entries: Sequence[Entry], numbers: Iterable[int]) -> list[int]:
    """Numbers of commands without those that come for earlier ones: as if each had stood since it was given first."""
    again = sorted(new for entry in entries if isinstance(entry.event, Undone) for new, _ in entry.event.carried)
    return [number - bisect_left(again, number) for number in numbers]


def _numbers(entries: Sequence[Entry], viewer: Viewer) -> Iterator[int]:
    """The number after each row; all rows that come with one that takes back have the same."""
    if not any(isinstance(entry.event, Undone) for entry in entries):
        yield from range(1, len(entries) + 1)
        return
    number = row = highest = 0
    while row < len(entries):
        undone, end = entries[row].event, row + 1
        if isinstance(undone, Undone):
            while end < len(entries) and 0 < entries[end].number <= highest + undone.brings:
                end += 1
        if isinstance(undone, Undone) and end > row + 1:
            standing = timeline(entries[1:row]).standing
            taken = [entry.event for rows in standing[len(standing) - undone.count :] for entry in rows]
            came = [entry.event for entry in entries[row + 1 : end]]
            number += _added(_seen(taken, viewer), _seen(came, viewer))
        else:
            number += 1
        highest = max(highest, entries[end - 1].number)
        yield from repeat(number, end - row)
        row = end


def _added(before: Sequence[Fact], after: Sequence[Fact]) -> int:
    """By how much the number grows where events come in the place of others."""
    return len(after) - len(before) if after[: len(before)] == before else 1


def _seen(events: Sequence[Fact], viewer: Viewer) -> list[Fact]:
    """Events behind which nothing comes, as somebody sees them: all of them once the game is over."""
    is_over = bool(events) and isinstance(events[-1], GameEnded)
    seen = (view_event(event, viewer) if isinstance(event, Event) and not is_over else event for event in events)
    return cast("list[Fact]", [*seen])
