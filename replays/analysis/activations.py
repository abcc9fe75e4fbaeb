"""Every activation of a disc, and the actions not done: who gave it to whom, what was done, which points followed.

The *giver* is the player whose turn it is, the *receiver* the player who does the actions: the owner of the disc, or
with a white disc and with R11.Pazzi the giver.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Final, Literal, TypedDict

from msgspec import Struct

from calimala_es.board import STREET_INDEX
from calimala_es.components import COLOURED, INTRIGUE, SUPPORT, WHITE, DiscKind, Street
from calimala_es.events import (
    ActionDone,
    ActionImpossible,
    ActionWaived,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    DeckShuffled,
    DiscActivated,
    PartObserved,
    ThirdPartyActed,
    WentUnrecorded,
    WhiteDiscUsed,
)
from calimala_es.frames import ActionOffer
from calimala_es.reach import ACTION_OPTIONS
from calimala_es.state import State, activation_of
from replays.analysis.origins import ACTIVATION, THIRD, OriginKind, Share, shares
from replays.replay import Replay


class Activated(Struct, frozen=True):
    """One activation of a disc.

    ``id`` is that of its first event; its events are those from position ``start`` up to ``end``. ``disc`` is the
    disc's kind (``c`` coloured, ``w`` white, ``s`` support), ``depth`` 1 the one just placed, ``actions`` the codes of
    its actions. ``done``, ``played``, ``instead``, ``waived`` and ``impossible`` are codes in their order: actions
    done by the disc, cards played, actions done instead of drawing (R11.Spini), actions skipped, impossible actions.
    ``drawn`` counts cards, ``cubes`` those that the receiver put on the board, ``third_cubes`` those that the third
    party added in response (R8.7). ``points`` followed from the receiver's cubes, ``third_points`` from the third
    party's (``origins``). ``is_borrowed``: a white disc below the top (R11.Pazzi). ``rests_on`` are the ids of missed
    or observed events in it.
    """

    id: str
    turn: int
    giver: int
    receiver: int
    street: Street
    depth: int
    disc: DiscKind
    actions: str
    done: str
    played: str
    instead: str
    waived: str
    impossible: str
    drawn: int
    cubes: int
    third_cubes: int
    points: Fraction
    third_points: Fraction
    start: int
    end: int
    is_borrowed: bool = False
    rests_on: tuple[str, ...] = ()

    @property
    def is_gift(self) -> bool:
        """Whether a player other than the one whose turn it was profited."""
        return self.giver != self.receiver


def activations(replay: Replay, followed: tuple[Share, ...] | None = None) -> tuple[Activated, ...]:
    """Return all activations of a game in their order; ``followed`` are its ``shares``, if already computed.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> replay = Replay(game)
    >>> first = activations(replay)[0]
    >>> first.id, first.giver, first.receiver, first.done
    ('1.1.1', 0, 0, 'V')
    """
    known = shares(replay) if followed is None else followed
    own, third = _by_origin(known, ACTIVATION), _by_origin(known, THIRD)
    return tuple(_activated(replay, start, end, own, third) for start, end in _spans(replay))


def _by_origin(followed: tuple[Share, ...], kind: OriginKind) -> dict[int, Fraction]:
    points: dict[int, Fraction] = {}
    for share in followed:
        if share.kind == kind:
            points[share.at] = points[share.at] + share.points if share.at in points else share.points
    return points


def _spans(replay: Replay) -> Iterator[tuple[int, int]]:
    """Yield where each activation begins and ends; the first may have begun before the record."""
    ids = replay.ids
    start = 0 if ids and activation_of(replay.start) else None
    for at, event in enumerate(replay.events):
        if start is not None and (ids[at][:2] != ids[start][:2] or type(event) is WhiteDiscUsed):
            yield start, at
            start = None
        if type(event) is DiscActivated:
            start = at
    if start is not None:
        yield start, replay.last


_NOTHING: Final = Fraction(0)


def _codes(replay: Replay, start: int, end: int) -> dict[type, str]:
    """Return the codes of the actions, in their order by the kind of event; those instead of a card by the offer."""
    codes: dict[type, str] = dict.fromkeys((ActionDone, CardPlayed, ActionOffer, ActionWaived, ActionImpossible), "")
    for event, state in zip(replay.events[start:end], replay.states[start:end], strict=True):
        if isinstance(event, ActionDone | CardPlayed | ActionWaived | ActionImpossible):
            is_instead = isinstance(event, ActionDone) and type(state.now) is ActionOffer
            codes[ActionOffer if is_instead else type(event)] += event.action
    return codes


def _activated(replay: Replay, start: int, end: int, own: dict[int, Fraction], third: dict[int, Fraction]) -> Activated:
    codes, events = _codes(replay, start, end), [*enumerate(replay.events[start:end], start)]
    acts = [(at, event) for at, event in events if isinstance(event, ActionDone | CardPlayed)]
    answers = [(at, event) for at, event in events if isinstance(event, ThirdPartyActed)]
    first, state = replay.events[start], replay.states[start]
    begun = first if isinstance(first, DiscActivated) else activation_of(state)
    assert begun is not None
    return Activated(
        id=str(replay.ids[start]),
        turn=replay.ids[start].turn,
        giver=state.active,
        receiver=begun.seat,
        street=begun.street,
        depth=begun.depth,
        disc=disc_kind(state, begun.street, begun.depth),
        actions=first.actions if isinstance(first, DiscActivated) else getattr(begun, "pending", ""),
        done=codes[ActionDone],
        played=codes[CardPlayed],
        instead=codes[ActionOffer],
        waived=codes[ActionWaived],
        impossible=codes[ActionImpossible],
        drawn=sum(isinstance(event, CardDrawn) for _, event in events),
        cubes=sum(len(ACTION_OPTIONS[event.action][event.option].rows) for _, event in acts),
        third_cubes=sum(len(event.rows) for _, event in answers),
        points=sum((own[at] for at, _ in acts if at in own), _NOTHING),
        third_points=sum((third[at] for at, _ in answers if at in third), _NOTHING),
        start=start,
        end=end,
        is_borrowed=start > 0 and type(replay.events[start - 1]) is WhiteDiscUsed,
        rests_on=tuple(str(replay.ids[at]) for at, event in events if isinstance(event, WentUnrecorded | PartObserved)),
    )


def disc_kind(state: State, street: Street, depth: int) -> DiscKind:
    """Return the kind of the disc at a depth, 1 the top: coloured, white or support; coloured if there is none."""
    stack = state.stacks[STREET_INDEX[street]]
    disc = stack[-depth] if depth <= len(stack) else ""
    if disc == WHITE:
        return WHITE
    return SUPPORT if disc and disc == state.setup.third_mark else COLOURED


class Brought(TypedDict):
    """The total result of several activations; see ``brought``."""

    actions: int
    played: int
    drawn: int
    impossible: int
    waived: int
    points: Fraction


def brought(own: Sequence[Activated]) -> Brought:
    """Sum up some activations: actions by the disc or instead of a card, cards, actions not done, points."""
    return {
        "actions": sum(len(one.done) + len(one.instead) for one in own),
        "played": sum(len(one.played) for one in own),
        "drawn": sum(one.drawn for one in own),
        "impossible": sum(len(one.impossible) for one in own),
        "waived": sum(len(one.waived) for one in own),
        "points": sum((one.points for one in own), _NOTHING),
    }


# Actions that were not done: skipped or impossible, and the cards drawn for them (R5.9, R9.3, R10.1).

WAIVED: Final = "waived"
IMPOSSIBLE: Final = "impossible"


class Omission(Struct, frozen=True):
    """An action that was not done.

    ``kind`` is ``waived`` or ``impossible``, ``action`` its code (``I`` the intrigue action), ``seat`` the player who
    did not do it, ``giver`` the player whose turn it was. ``drawn`` are the cards drawn for it immediately.
    """

    id: str
    turn: int
    kind: Literal["waived", "impossible"]
    seat: int
    giver: int
    action: str
    drawn: int

    @property
    def is_intrigue(self) -> bool:
        """Whether it was the intrigue action of a turn, not an action of a disc."""
        return self.action == INTRIGUE


def omissions(replay: Replay) -> tuple[Omission, ...]:
    """Return all actions that were not done, in their order."""
    return tuple(_omissions(replay))


def _omissions(replay: Replay) -> Iterator[Omission]:
    for at, event in enumerate(replay.events):
        if isinstance(event, ActionWaived | ActionImpossible):
            id, giver = replay.ids[at], replay.states[at].active
            is_waived = isinstance(event, ActionWaived)
            drawn = 0 if is_waived else _drawn_after(replay, at)
            kind: Literal["waived", "impossible"] = WAIVED if is_waived else IMPOSSIBLE
            yield Omission(str(id), id.turn, kind, event.seat, giver, event.action, drawn)


def _drawn_after(replay: Replay, at: int) -> int:
    """Return the cards drawn directly after an event; one of two may be discarded (R11.Scali)."""
    drawn = 0
    for event in islice(replay.events, at + 1, None):
        if isinstance(event, CardDrawn):
            drawn += 1
        elif not isinstance(event, DeckShuffled) and not (isinstance(event, CardDiscarded) and not event.step):
            break
    return drawn
