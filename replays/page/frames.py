"""A line of a game as frames: what happened, in words, and what it changed."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from replays.page.slots import Value, difference
from replays.page.teller import Teller
from replays.replay import Level, Replay

_LEVELS = tuple(Level)


class Frame(Struct, frozen=True, array_like=True):
    """One event.

    ``id`` is its place, ``level`` the number of the coarsest level of which a step begins with it (0 the whole game),
    ``actor`` the seat that acted or below zero nobody, ``words`` the number of a sentence, ``changed`` slots by number,
    each followed by its value after the event.
    """

    id: str
    level: int
    actor: int
    words: int
    changed: list[Any]


def frames(replay: Replay, teller: Teller, since: int = 0) -> list[Frame]:
    """Return the frames of a replay from a position on; the first contains the changes to that position."""
    levels = levels_of(replay)
    made: list[Frame] = []
    before = teller.values(replay.states[since], since)
    for position in range(since, replay.last):
        event = replay.events[position]
        after = teller.values(replay.states[position + 1], position + 1)
        id, words = str(replay.ids[position]), teller.number(teller.words(event, position))
        made.append(Frame(id, levels[position], event.actor, words, difference(before, after)))
        before = after
    return made


def levels_of(replay: Replay) -> list[int]:
    """Return for each event the number of the coarsest level at which a step begins with it."""
    levels = [len(_LEVELS) - 1] * replay.last
    for number, level in reversed([*enumerate(_LEVELS)]):
        for step in range(replay.count(level)):
            levels[replay.step(level, step).start] = number
    return levels


class View(Struct, frozen=True):
    """The differences between a viewer's view and the record: numbers of sentences, and slots, by frame number.

    Frame 0 is the position before the first frame. ``changed`` has slots in the form of a ``Frame``, those whose value
    differs from the record's there, or differed before; a slot that agrees again has the record's value.
    """

    words: dict[int, int]
    changed: dict[int, list[Any]]


def view(replay: Replay, seen: Replay, teller: Teller, since: int = 0) -> View:
    """Return how ``seen``, a view of ``replay``, differs from it."""
    words: dict[int, int] = {}
    changed: dict[int, list[Any]] = {}
    differing: dict[int, Value] = {}
    for number, position in enumerate(range(since, replay.last + 1)):
        if position > since:
            told = teller.words(seen.events[position - 1], position - 1)
            if told != teller.words(replay.events[position - 1], position - 1):
                words[number] = teller.number(told)
        whole, other = (teller.values(shown.states[position], position) for shown in (replay, seen))
        here = _differences(whole, other, differing)
        if here:
            changed[number] = here
    return View(words, changed)


def _differences(whole: Sequence[Value], seen: Sequence[Value], differing: dict[int, Value]) -> list[Any]:
    """Return the slots whose difference has changed; store in ``differing`` those that differ."""
    told: list[Any] = []
    for slot, (one, other) in enumerate(zip(whole, seen, strict=True)):
        if one != other:
            if differing.get(slot) != other:
                differing[slot] = other
                told += (slot, other)
        elif slot in differing:
            del differing[slot]
            told += (slot, None)
    return told
