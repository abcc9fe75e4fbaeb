"""Gifts: what the activations from each player's placements gave to whom, and which points followed.

They include all points of the track: those that followed from activations by giver and receiver, and all others by
their origin (``origins``).
"""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from replays.analysis.activations import Activated, brought
from replays.analysis.origins import ACTIVATION, ORIGINS, THIRD, Share


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

    kind: str
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
