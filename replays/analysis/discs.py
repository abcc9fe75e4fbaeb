"""What discs brought: to whom each player's placements gave what, and what happened to each disc.

Gifts include all points of the track: those that followed from activations by giver and receiver, and all others by
their origin (``origins``).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final

from msgspec import Struct

from calimala_es.board import street_names
from calimala_es.components import COLOURED, IDLE_SUPPORT, SUPPORT, WHITE, DiscKind
from calimala_es.events import DiscPlaced
from replays.analysis.activations import Activated, brought
from replays.analysis.origins import ACTIVATION, ORIGINS, THIRD, OriginKind, Share
from replays.replay import Replay
from replays.stepping.discs import discs_of
from replays.stepping.lives import ACTIVATED, PLACED, PROMOTED, REMOVED, SEATED, TAKEN_BACK, Life


class Gift(Struct, frozen=True):
    """The results for ``receiver`` of all activations in the turns of ``giver``; both may be the same seat.

    ``activations``, ``actions`` (by the disc, or instead of a card), ``played`` and ``drawn`` cards, ``impossible``
    and ``waived`` actions, and ``cubes`` put on the board are counts; ``points`` followed from those cubes. The third
    party (R8.7) has no activations: its ``cubes`` are those that it added in response.
    """

    giver: int
    receiver: int
    activations: int
    actions: int
    played: int
    drawn: int
    impossible: int
    waived: int
    points: Fraction
    cubes: int


class OtherPoints(Struct, frozen=True):
    """Points of ``seat`` that followed from no activation, with their ``kind`` (one of ``origins.ORIGINS``).

    ``giver`` is the seat whose turn it was, -1 if there was none.
    """

    kind: OriginKind
    giver: int
    seat: int
    points: Fraction


class Gifts(Struct, frozen=True):
    """All gifts, an entry for each giver and receiver with any, and the points that are not gifts."""

    cells: tuple[Gift, ...]
    others: tuple[OtherPoints, ...]


def gifts(activated: Sequence[Activated], followed: Sequence[Share], third: int | None) -> Gifts:
    """Return who gave what to whom; ``third`` is the number of the third party, ``None`` if there is none (R8.1).

    ``activated`` are all activations of a game, ``followed`` all its points by their origin (``origins.shares``).
    """
    pairs = sorted({(one.giver, one.receiver) for one in activated})
    cells = [_gift(pair, [one for one in activated if (one.giver, one.receiver) == pair]) for pair in pairs]
    if third is not None:
        givers = sorted({one.giver for one in activated if one.third_cubes})
        cells += [_answers(giver, third, activated) for giver in givers]
    return Gifts(tuple(cells), tuple(_others(followed)))


def _gift(pair: tuple[int, int], own: Sequence[Activated]) -> Gift:
    return Gift(*pair, activations=len(own), **brought(own), cubes=sum(one.cubes for one in own))


def _answers(giver: int, third: int, activated: Sequence[Activated]) -> Gift:
    """Return the cubes that the third party added after the activations of a player's turns."""
    own = [one for one in activated if one.giver == giver]
    cubes, points = sum(one.third_cubes for one in own), sum((one.third_points for one in own), Fraction(0))
    nothing = brought(())
    nothing["points"] = points
    return Gift(giver, third, 0, **nothing, cubes=cubes)


def _others(followed: Sequence[Share]) -> list[OtherPoints]:
    sums: dict[tuple[int, int, int], Fraction] = {}
    for share in followed:
        if share.kind not in (ACTIVATION, THIRD):
            key = (ORIGINS.index(share.kind), share.giver, share.seat)
            sums[key] = sums.get(key, Fraction(0)) + share.points
    return [OtherPoints(ORIGINS[kind], giver, seat, points) for (kind, giver, seat), points in sorted(sums.items())]


# The results of each disc: its activations with their actions, cards and points, and what happened to it.
#
# The player who gets an activation is not always the one who placed the disc: a white one is activated for the player
# who places it, later for nobody, or for a player with R11.Pazzi.

STAYED: Final = "street"
FATES: Final = {SEATED: "seat", TAKEN_BACK: "seat", PROMOTED: "promoted", REMOVED: "removed"}
"""What may happen to a disc: it is on a street at the end, it is a seat in the council (R6.1, R6.3), a white one that
was returned to a supply (R6.2), one that left the game (R6.3, R7.2).
"""


class PlacedDisc(Struct, frozen=True):
    """One placement.

    ``id`` is that of its event, ``seat`` the player who placed it, ``disc`` its kind (``c`` coloured, ``w`` white,
    ``s`` support), ``street`` the letters of the street's two tiles. ``activations`` counts those of this disc, over
    the whole game; ``actions``, ``played``, ``drawn``, ``impossible``, ``waived`` and ``points`` are their results, as
    in ``gifts.Gift``. ``given`` is how many activations of others this placement caused. ``fate`` is one of ``FATES``,
    or ``street``.
    """

    id: str
    turn: int
    seat: int
    disc: DiscKind
    street: str
    activations: int
    actions: int
    played: int
    drawn: int
    impossible: int
    waived: int
    points: Fraction
    given: int
    fate: str


class DiscUse(Struct, frozen=True):
    """All discs of one kind that one player placed: their number ``discs``, and the sums of their results.

    ``fates`` counts what happened to them.
    """

    seat: int
    disc: DiscKind
    discs: int
    activations: int
    actions: int
    played: int
    drawn: int
    impossible: int
    waived: int
    points: Fraction
    given: int
    fates: dict[str, int]


class DiscUses(Struct, frozen=True):
    """Every placement, and their sums by player and kind of disc."""

    placed: tuple[PlacedDisc, ...]
    by_seat: tuple[DiscUse, ...]


def discs(replay: Replay, activated: Sequence[Activated]) -> DiscUses:
    """Return the results of the discs of a game; ``activated`` are all its activations in their order."""
    placed = tuple(_placed(replay, activated))
    order = sorted(placed, key=_owner)
    return DiscUses(placed, tuple(_use(seat, kind, [*own]) for (seat, _, kind), own in groupby(order, _owner)))


_KINDS: Final = COLOURED + WHITE + SUPPORT


def _owner(disc: PlacedDisc) -> tuple[int, int, DiscKind]:
    return disc.seat, _KINDS.index(disc.disc), disc.disc


def _placed(replay: Replay, activated: Sequence[Activated]) -> Iterator[PlacedDisc]:
    by_start = {one.start: one for one in activated}
    given = Counter(one.turn for one in activated if one.is_gift)
    streets = street_names(replay.start.setup.city)
    for life in discs_of(replay).lives:
        first = life.happenings[0]
        event = replay.events[life.begins - 1] if first.what == PLACED else None
        if not isinstance(event, DiscPlaced):
            continue
        own = [
            by_start[happening.position - 1]
            for happening in life.happenings
            if happening.what == ACTIVATED and happening.position - 1 in by_start
        ]
        turn = replay.ids[life.begins - 1].turn
        yield PlacedDisc(
            id=first.id,
            turn=turn,
            seat=event.seat,
            disc=SUPPORT if event.disc == IDLE_SUPPORT else event.disc,
            street=streets[event.street],
            activations=len(own),
            **brought(own),
            given=given[turn],
            fate=_fate(life),
        )


def _fate(life: Life) -> str:
    return next((FATES[happening.what] for happening in reversed(life.happenings) if happening.what in FATES), STAYED)


def _use(seat: int, kind: DiscKind, own: Sequence[PlacedDisc]) -> DiscUse:
    return DiscUse(
        seat,
        kind,
        len(own),
        activations=sum(disc.activations for disc in own),
        actions=sum(disc.actions for disc in own),
        played=sum(disc.played for disc in own),
        drawn=sum(disc.drawn for disc in own),
        impossible=sum(disc.impossible for disc in own),
        waived=sum(disc.waived for disc in own),
        points=sum((disc.points for disc in own), Fraction(0)),
        given=sum(disc.given for disc in own),
        fates=dict(sorted(Counter(disc.fate for disc in own).items())),
    )
