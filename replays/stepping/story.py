"""The story of a step: what every party has more or less, and the streets that it is about before and after."""

from collections.abc import Iterator

from msgspec import Struct

from calimala_es.board import STREET_INDEX
from calimala_es.events import DiscActivated, DiscPlaced
from calimala_es.state import State
from replays.changes import Changes, MatChange, StreetChange, changes
from replays.replay import Level, Replay, Step


class Delta(Struct, frozen=True, omit_defaults=True):
    """What one party has more (or, below zero, less) of: the sums of ``Changes`` that one looks at first.

    ``cubes`` are those on the board, ``goods`` cubes of the warehouses and cloth in the workshops, ``cards`` those of
    the hand, ``discs`` those of the supply. Of the third party, which comes last, there are cubes and points.
    """

    seat: int
    cubes: int = 0
    goods: int = 0
    cards: int = 0
    discs: int = 0
    points: int = 0


class Story(Struct, frozen=True):
    """A step told: which it is, from ``start`` up to ``end`` (positions), and what it changed.

    ``id`` is that of the first event, ``until`` that of the last. ``deltas`` are those of the parties of whom something
    changed; ``streets`` those where a disc was placed or activated, or that changed, in that order, equal before and
    after where only activations happened; ``changes`` has all in detail.
    """

    level: Level
    number: int
    start: int
    end: int
    id: str
    until: str
    deltas: tuple[Delta, ...]
    streets: tuple[StreetChange, ...]
    changes: Changes


def story(replay: Replay, step: Step) -> Story:
    """What happened in a step of a replay."""
    before, after = replay.states[step.start], replay.states[step.end]
    change = changes(before, after)
    return Story(
        step.level,
        step.number,
        step.start,
        step.end,
        str(step.id),
        str(replay.ids[step.end - 1]),
        tuple(_deltas(change, len(after.mats))),
        _streets(step, change, before),
        change,
    )


def _deltas(change: Changes, parties: int) -> Iterator[Delta]:
    mats = {mat.seat: mat for mat in change.mats}
    for seat in range(parties):
        cubes = sum([row.added[seat] for row in change.rows])
        mat = mats.get(seat)
        if mat is not None:
            delta = _delta(mat, cubes)
            if delta != Delta(seat):
                yield delta
        elif cubes:
            yield Delta(seat, cubes)


def _delta(mat: MatChange, cubes: int) -> Delta:
    goods = mat.wood + mat.brick + mat.marble + mat.cloth
    return Delta(mat.seat, cubes, goods, mat.hand, mat.coloured + mat.white + mat.support, mat.points)


def _streets(step: Step, change: Changes, before: State) -> tuple[StreetChange, ...]:
    changed = {street.street: street for street in change.streets}
    about = [event.street for event in step.events if isinstance(event, DiscPlaced | DiscActivated)]
    return tuple([changed.get(street) or _still(street, before) for street in dict.fromkeys([*about, *changed])])


def _still(street: str, state: State) -> StreetChange:
    stack = state.stacks[STREET_INDEX[street]]
    return StreetChange(street, stack, stack)
