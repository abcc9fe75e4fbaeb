"""The story of a step: what every party has more or less, and the streets that it is about before and after."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.board import STREET_INDEX
from calimala_es.components import Street
from calimala_es.events import DiscActivated, DiscPlaced
from calimala_es.ids import EventId
from calimala_es.known import Known
from calimala_es.state import State
from replays.changes import Changes, MatChange, StreetChange, changes
from replays.replay import Replay, Step


class Delta(Struct, frozen=True, omit_defaults=True, gc=False):
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


class Story(Struct, frozen=True, gc=False):
    """A step: which it is, and what it changed.

    ``until`` is the id of its last event. ``deltas`` are those of the parties of whom something changed; ``streets``
    those where a disc was placed or activated, or that changed, in that order, equal before and after where only
    activations happened; ``changes`` has all in detail.
    """

    step: Step
    until: EventId
    deltas: tuple[Delta, ...]
    streets: tuple[StreetChange, ...]
    changes: Changes


def story(replay: Replay, step: Step) -> Story:
    """Return what happened in a step of a replay.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> from replays.replay import Level
    >>> replay = Replay(loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8")))
    >>> turn = story(replay, replay.step(Level.TURN, 5))
    >>> str(turn.until), [(delta.seat, delta.cubes) for delta in turn.deltas]
    ('5.4.1', [(0, 1)])
    """
    before, after = replay.states[step.start], replay.states[step.end]
    change = changes(before, after)
    about: list[Street] = [event.street for event in step.events if isinstance(event, _ABOUT_STREETS)]
    return Story(
        step,
        replay.ids[step.end - 1],
        _deltas(change) if change.mats or change.rows else (),
        _streets(about, change, before) if about or change.streets else (),
        change,
    )


_ABOUT_STREETS: Final = (DiscPlaced, DiscActivated)


def _deltas(change: Changes) -> tuple[Delta, ...]:
    if not change.rows:
        return tuple([delta for mat in change.mats if (delta := _delta(mat)) is not None])
    mats = {mat.seat: mat for mat in change.mats}
    found: list[Delta] = []
    for seat, cubes in enumerate(map(sum, zip(*[row.added for row in change.rows], strict=True))):
        mat = mats.get(seat)
        delta = _delta(mat, cubes) if mat is not None else Delta(seat, cubes) if cubes else None
        if delta is not None:
            found.append(delta)
    return tuple(found)


def _delta(mat: MatChange, cubes: int = 0) -> Delta | None:
    goods = mat.wood + mat.brick + mat.marble + mat.cloth
    discs = mat.coloured + mat.white + mat.support
    if cubes or goods or mat.hand or discs or mat.points:
        return Delta(mat.seat, cubes, goods, mat.hand, discs, mat.points)
    return None


def _streets(about: Iterable[Street], change: Changes, before: State) -> tuple[StreetChange, ...]:
    changed: dict[Street, StreetChange] = {street.street: street for street in change.streets}
    streets: list[Street] = [*about, *changed]
    return tuple([changed.get(street) or _still(street, before) for street in dict.fromkeys(streets)])


def _still(street: Street, state: State) -> StreetChange:
    stack = state.stacks[STREET_INDEX[street]]
    return StreetChange(street, stack, stack)


def recorded(story: Story, known: Known) -> Story:
    """Return a story without the parts that are not recorded."""
    if not known.missing:
        return story
    change = story.changes
    mats = [_recorded_mat(mat, known) for mat in change.mats]
    left = Changes(
        tuple([mat for mat in mats if mat != MatChange(mat.seat)]),
        change.rows if known.cubes else (),
        change.streets,
        change.council,
        change.deck if known.cards else 0,
        change.discard if known.cards else 0,
        change.by_board,
        change.late,
    )
    return replace(story, deltas=_deltas(left), changes=left)


def _recorded_mat(mat: MatChange, known: Known) -> MatChange:
    fields: dict[str, int | str] = {}
    if not known.points:
        fields["points"] = 0
    if not known.goods:
        fields |= {
            "wood": 0,
            "brick": 0,
            "marble": 0,
            "cloth": 0,
            "workshops": 0,
            "ships": 0,
            "houses": "",
            "faction": 0,
        }
    if not known.cards:
        fields |= {"hand": 0, "gained": "", "lost": "", "unknown": 0}
    return replace(mat, **fields)
