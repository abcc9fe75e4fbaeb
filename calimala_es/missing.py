"""What is missing for an action that is impossible: for one option what it needs, for all of them what they share (R5).

Nothing is reported as missing that is there: where different options are missing different things, only what holds for
all is reported.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from calimala_es.board import FREE_BIT
from calimala_es.messages import Message
from calimala_es.options import OWN_BIT, TRADING_CODES
from calimala_es.reach import ACTION_OPTIONS, OWN_BITS, TRAIT_BITS, USUAL_BITS
from calimala_es.state import State

MISSING: Final = {
    "own": "only the {family} family can do it that way",
    "usual": "the {family} family does it differently",
    "W stock 1": "it needs wood, but there is none in the warehouse",
    "W stock 2": "it needs two wood, but there is not enough in the warehouse",
    "B stock 1": "it needs brick, but there is none in the warehouse",
    "B stock 2": "it needs two brick, but there is not enough in the warehouse",
    "M stock 1": "it needs marble, but there is none in the warehouse",
    "ships 1": "it needs a ship, but there is none",
    "ships 2": "it needs two ships, but there are not enough",
    "ships 3": "it needs three ships, but there are not enough",
    "house in": "it needs a trading house in {tile}, but there is none",
    "house": "it needs a trading house, but there is none",
    "cloth 1": "it needs cloth, but there is none in the workshops",
    "cloth 2": "it needs two cloth, but there is not enough in the workshops",
    "cloth 3": "it needs three cloth, but there is not enough in the workshops",
    "W room 1": "the warehouse for wood is full",
    "B room 1": "the warehouse for brick is full",
    "M room 1": "the warehouse for marble is full",
    "berth 1": "there is no space for another ship",
    "lot 1": "there is no space for another workshop",
    "empty in": "there is already a trading house in {tile}",
    "loom 1": "all workshops are full",
    "place": "there is no free space for it",
    "places": "there are not enough free spaces for it",
    "goods": "the required resources are missing",
    "either": "the required resources, or space for the result, are missing",
}
"""The messages; of several things that are missing for an option the first in this order is reported."""

_ORDER: Final = {name: place for place, name in enumerate(MISSING)}


class Missing(NamedTuple):
    """Something that is missing: a name of ``MISSING``, and the city or the family that is meant.

    ``kind`` is what it has in common with what is missing for other options; ``is_good`` is on for goods, ships and
    houses, off for places where something could go.
    """

    name: str
    kind: str
    is_good: bool
    fields: tuple[tuple[str, str], ...] = ()


_GOODS: Final = ("stock", "ships", "cloth", "house")


def _missing_on_mat() -> Iterator[tuple[int, Missing]]:
    for (question, count), bit in OWN_BIT.items():
        code, _, thing = question.rpartition(" ")
        is_good = thing in _GOODS
        if code in TRADING_CODES and thing in ("house", "empty"):
            yield bit, Missing(f"{thing} in", thing, is_good, (("tile", TRADING_CODES[code]),))
        else:
            yield bit, Missing(f"{question} {count}", question, is_good)


_MISSING_BY_BIT: Final[dict[int, Missing]] = {
    **dict(_missing_on_mat()),
    **{bit: Missing("place" if cells == 1 else "places", "place", False) for (_, cells), bit in FREE_BIT.items()},
    **{bit: Missing("own", "own", False, (("family", family),)) for family, bit in OWN_BITS.items()},
    **dict.fromkeys(USUAL_BITS.values(), Missing("usual", "usual", False)),
}
"""What is missing where a bit is not set."""


def missing_in_option(action: str, option: str, mask: int) -> tuple[Missing, ...]:
    """Return what is missing for an option, where ``mask`` is ``State.free_cells | mat_mask(mat)``.

    Nothing is missing for one that is possible, or that does not exist.
    """
    known = ACTION_OPTIONS[action].get(option)
    bits = known.needs & ~mask if known else 0
    found = {missing for bit, missing in _MISSING_BY_BIT.items() if bit & bits}
    return tuple(sorted(found, key=lambda missing: (_ORDER[missing.name], missing.fields)))


def missing_throughout(action: str, mask: int) -> Missing:
    """Return what is missing for all options of an impossible action, of those that the player's family has."""
    traits = mask & TRAIT_BITS
    options = [
        missing_in_option(action, option, mask)
        for option, known in ACTION_OPTIONS[action].items()
        if not known.needs & TRAIT_BITS & ~traits
    ]
    kinds = [{missing.kind for missing in each} for each in options]
    shared = {kind for kind in kinds[0] if all(kind in others for others in kinds)}
    found = sorted(
        (missing for each in options for missing in each if missing.kind in shared),
        key=lambda missing: _ORDER[missing.name],
    )
    if not found:
        is_good = all(any(missing.is_good for missing in each) for each in options)
        return Missing("goods" if is_good else "either", "", is_good)
    # Where it is missing in several cities, or for several cubes, the least of it is missing everywhere.
    return found[0]._replace(name=found[0].kind, fields=()) if found[0].kind in MISSING else found[0]


def missing_message(state: State, missing: Missing, seat: int) -> Message:
    """Return the message that something is missing for a seat."""
    fields: dict[str, Any] = {"family": state.mats[seat].family, **dict(missing.fields)}
    return Message(MISSING[missing.name], **fields)
