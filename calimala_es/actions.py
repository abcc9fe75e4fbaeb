"""What a player can do: the ways of every action that a mat and the board allow, for each family (R5, R10.3, R11).

A question about what can be done is one operation on words of bits: ``able`` says what a player's mat and family
allow, ``State.room`` what the board does. This module knows nothing of turns, discs or cards.
"""

from typing import Final

from msgspec import structs

from calimala_es.components import ACTIONS, INTRIGUE_ACTIONS
from calimala_es.families import FAMILIES
from calimala_es.goods import BRICK, BUILT, CLOTH, FIRST_FREE_BIT, MARBLE, WOOD
from calimala_es.intrigue import INTRIGUE_WAYS
from calimala_es.state import Mat
from calimala_es.ways import BASE_WAYS, Way

_REPLACED: Final = "".join(action for action in ACTIONS if any(action in family.lacks for family in FAMILIES.values()))
"""The actions that some family does not do in the usual ways."""

USUAL_BITS: Final = {action: 1 << (FIRST_FREE_BIT + place) for place, action in enumerate(_REPLACED)}
"""The bit of those who do such an action in the usual ways."""

OWN_BITS: Final = {
    name: 1 << (FIRST_FREE_BIT + len(_REPLACED) + place)
    for place, name in enumerate(name for name, family in FAMILIES.items() if family.ways)
}
"""The bit of a family that has ways of its own."""

TRAITS: Final = {
    name: OWN_BITS.get(name, 0)
    | sum(bit for action, bit in USUAL_BITS.items() if not family or action not in family.lacks)
    for name, family in {"": None, **FAMILIES}.items()
}
"""The bits that say in which ways a family's player does things, by name of the family; empty for who has none."""

_MARBLE: Final = tuple(bits | TRAITS[""] for bits in MARBLE)
"""The bits of the marble warehouse, and those of who has no family: ``able`` is asked several times a decision."""

OWN_TRAITS: Final = sum(OWN_BITS.values())
"""The bits of all families that have ways of their own."""

TRAIT_BITS: Final = sum(USUAL_BITS.values()) | OWN_TRAITS

FAMILY_OF_TRAITS: Final = {bits: FAMILIES[name] for name, bits in TRAITS.items() if name in OWN_BITS}
"""The family with ways of its own that these bits stand for."""


def able(mat: Mat) -> int:
    """The word of bits that says what a player's goods, ships, houses, workshops and family allow."""
    word = WOOD[mat.wood] | BRICK[mat.brick] | _MARBLE[mat.marble] | BUILT[mat.houses][mat.ships] | CLOTH[mat.cloth]
    return word & ~TRAIT_BITS | TRAITS[mat.family] if mat.family else word


def _needing(way: Way, bit: int) -> Way:
    """A way that asks for one bit more."""
    return structs.replace(way, needs=way.needs | bit) if bit else way


def _ways_of(action: str) -> dict[str, Way]:
    """The usual ways, then those that families add."""
    ways = {code: _needing(way, USUAL_BITS.get(action, 0)) for code, way in BASE_WAYS[action].items()}
    for name, bit in OWN_BITS.items():
        ways |= {code: _needing(way, bit) for code, way in FAMILIES[name].ways.get(action, {}).items()}
    return ways


WAYS: Final[dict[str, dict[str, Way]]] = {**{action: _ways_of(action) for action in ACTIONS}, **INTRIGUE_WAYS}
"""Every way of every action, in the order in which ``legal`` lists them."""


def _relevant(action: str) -> int:
    bits = 0
    for way in WAYS[action].values():
        bits |= way.needs
    return bits


RELEVANT: Final = {action: _relevant(action) for action in WAYS}
"""The bits that an action's ways ask for."""


class _Possible(dict[int, tuple[str, ...]]):
    """The ways that a masked word allows, worked out when first asked for."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self._ways = WAYS[action]

    def __missing__(self, word: int) -> tuple[str, ...]:
        ways = tuple(code for code, way in self._ways.items() if word & way.needs == way.needs)
        self[word] = ways
        return ways


_POSSIBLE: Final = {action: (RELEVANT[action], _Possible(action)) for action in WAYS}


def possible_ways(action: str, word: int) -> tuple[str, ...]:
    """The ways in which an action can be done now, where ``word`` is ``State.room | able(mat)``; empty: impossible."""
    relevant, ways = _POSSIBLE[action]
    return ways[word & relevant]


def possible_intrigue(pending: str, word: int) -> str:
    """Those of the intrigue actions that can be done now (R10.3)."""
    return "".join(action for action in INTRIGUE_ACTIONS if action in pending and possible_ways(action, word))
