"""What lacks for an action: of a way what it needs and is not there, of an action what all its ways need (R5, R10.3).

Nothing is said to be lacking that is not: where ways lack different things only that is said which holds for all.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from calimala_es.actions.possible import ACTION_OPTIONS, OWN_BITS, TRAIT_BITS, USUAL_BITS
from calimala_es.board import FREE_BIT
from calimala_es.clauses import Clause, clause
from calimala_es.options import OWN_BIT, TRADING_CODES
from calimala_es.state import State

LACKING: Final = {
    "own": "only the family {family} does it so",
    "usual": "the family {family} does it otherwise",
    "W stock 1": "it takes wood, and there is none in the warehouse",
    "W stock 2": "it takes two wood, and there is less in the warehouse",
    "B stock 1": "it takes brick, and there is none in the warehouse",
    "B stock 2": "it takes two brick, and there is less in the warehouse",
    "M stock 1": "it takes marble, and there is none in the warehouse",
    "ships 1": "it takes a ship, and there is none",
    "ships 2": "it takes two ships, and there are fewer",
    "ships 3": "it takes three ships, and there are fewer",
    "house in": "it takes a trading house in {tile}, and there is none",
    "house": "it takes a trading house, and there is none",
    "cloth 1": "it takes cloth, and there is none in the workshops",
    "cloth 2": "it takes two cloth, and there is less in the workshops",
    "cloth 3": "it takes three cloth, and there is less in the workshops",
    "W room 1": "the warehouse for wood is full",
    "B room 1": "the warehouse for brick is full",
    "M room 1": "the warehouse for marble is full",
    "berth 1": "there is no place for another ship",
    "lot 1": "there is no place for another workshop",
    "empty in": "there is a trading house in {tile} already",
    "loom 1": "all workshops are full",
    "place": "there is no free place where it could go",
    "places": "there are not so many free places where it could go",
    "goods": "what it takes is not there",
    "either": "what it takes, or the place for it, is not there",
}
"""What is said of what lacks; where a way lacks several things the first of them is told."""

_ORDER: Final = {name: place for place, name in enumerate(LACKING)}


class Lack(NamedTuple):
    """Something that lacks: a name of ``LACKING``, and the city or the family that is meant.

    ``kind`` is what it has in common with what other ways lack, and ``is_good`` tells goods, ships and houses from
    places for something.
    """

    name: str
    kind: str
    is_good: bool
    fields: tuple[tuple[str, str], ...] = ()


_GOODS: Final = ("stock", "ships", "cloth", "house")


def _own_lacks() -> Iterator[tuple[int, Lack]]:
    for (question, count), bit in OWN_BIT.items():
        code, _, thing = question.rpartition(" ")
        is_good = thing in _GOODS
        if code in TRADING_CODES and thing in ("house", "empty"):
            yield bit, Lack(f"{thing} in", thing, is_good, (("tile", TRADING_CODES[code]),))
        else:
            yield bit, Lack(f"{question} {count}", question, is_good)


_LACKS: Final[dict[int, Lack]] = {
    **dict(_own_lacks()),
    **{bit: Lack("place" if cells == 1 else "places", "place", False) for (_, cells), bit in FREE_BIT.items()},
    **{bit: Lack("own", "own", False, (("family", family),)) for family, bit in OWN_BITS.items()},
    **dict.fromkeys(USUAL_BITS.values(), Lack("usual", "usual", False)),
}
"""What lacks where a bit is not set."""


def lacks_of_option(action: str, option: str, mask: int) -> tuple[Lack, ...]:
    """What a way lacks, where ``mask`` is ``State.free_cells | mat_mask(mat)``; empty for what is possible, or is no
    way.
    """
    known = ACTION_OPTIONS[action].get(option)
    missing = known.needs & ~mask if known else 0
    found = {lack for bit, lack in _LACKS.items() if bit & missing}
    return tuple(sorted(found, key=lambda lack: (_ORDER[lack.name], lack.fields)))


def lack_of_action(action: str, mask: int) -> Lack:
    """What lacks in all ways of an action that is possible in none, of those that the player's family has."""
    traits = mask & TRAIT_BITS
    options = [
        lacks_of_option(action, option, mask)
        for option, known in ACTION_OPTIONS[action].items()
        if not known.needs & TRAIT_BITS & ~traits
    ]
    kinds = [{lack.kind for lack in lacks} for lacks in options]
    shared = {kind for kind in kinds[0] if all(kind in others for others in kinds)}
    found = sorted(
        (lack for lacks in options for lack in lacks if lack.kind in shared), key=lambda lack: _ORDER[lack.name]
    )
    if not found:
        is_good = all(any(lack.is_good for lack in lacks) for lacks in options)
        return Lack("goods" if is_good else "either", "", is_good)
    # Where it lacks in several cities, or for several cubes, what is least of it lacks everywhere.
    return found[0]._replace(name=found[0].kind, fields=()) if found[0].kind in LACKING else found[0]


def lacking(state: State, lack: Lack, seat: int) -> Clause:
    """What lacks for a seat, as a clause."""
    fields: dict[str, Any] = {"family": state.mats[seat].family, **dict(lack.fields)}
    return clause(LACKING[lack.name], state, **fields)
