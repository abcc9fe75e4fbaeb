"""By which number those who only look know how a game stands.

Whoever writes a game down counts its rows. Those who look on count what was put in the place of earlier decisions as
one row: how many decisions that were would tell which of them was another one, where it is a card that they do not see.
"""

from collections.abc import Iterable, Iterator

from calimala_es.store.facts import Entry, Undone


def seen_version(entries: Iterable[Entry]) -> int:
    """The number of a game with these rows."""
    return max(_numbers(entries), default=0)


def row_version(entries: Iterable[Entry], seen: int) -> int:
    """The last version in rows that has this number; 0 where none has."""
    return max((row for row, number in enumerate(_numbers(entries), 1) if number == seen), default=0)


def _numbers(entries: Iterable[Entry]) -> Iterator[int]:
    """The number after each row."""
    number = highest = brought = 0
    for entry in entries:
        number += not 0 < entry.number <= brought
        highest = max(highest, entry.number)
        if isinstance(entry.event, Undone):
            brought = highest + entry.event.brings
        yield number
