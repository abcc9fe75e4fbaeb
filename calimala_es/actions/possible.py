"""What a player can do: the options of every action that a mat and the board allow, for each family (R5, R10.3, R11).

A question about what can be done is one operation on masks: ``mat_mask`` has the bits of a player's mat and family,
``State.free_cells`` those of the board.
"""

from typing import Final

from msgspec import structs

from calimala_es.components import ACTIONS, INTRIGUE_ACTIONS
from calimala_es.families import FAMILIES
from calimala_es.intrigue import INTRIGUE_OPTIONS
from calimala_es.options import BASE_OPTIONS, BUILT, FIRST_FREE_BIT, STOCK, ActionOption
from calimala_es.state import Mat

_REPLACED: Final = "".join(
    action for action in ACTIONS if any(action in family.replaced for family in FAMILIES.values())
)
"""The actions that some family does not do with the usual options."""

USUAL_BITS: Final = {action: 1 << (FIRST_FREE_BIT + place) for place, action in enumerate(_REPLACED)}
"""The bit of those who do such an action with the usual options."""

OWN_BITS: Final = {
    name: 1 << (FIRST_FREE_BIT + len(_REPLACED) + place)
    for place, name in enumerate(name for name, family in FAMILIES.items() if family.options)
}
"""The bit of a family that has options of its own."""

TRAITS: Final = {
    name: OWN_BITS.get(name, 0)
    | sum(bit for action, bit in USUAL_BITS.items() if not family or action not in family.replaced)
    for name, family in {"": None, **FAMILIES}.items()
}
"""The bits that say which options a family's player has, by name of the family; empty for who has none."""

_STOCK: Final = {
    name: [[[bits | traits for bits in by_marble] for by_marble in by_brick] for by_brick in STOCK]
    for name, traits in TRAITS.items()
}
"""The bits of the warehouses and of a family, by its name, then as in ``STOCK``."""

OWN_TRAITS: Final = sum(OWN_BITS.values())
"""The bits of all families that have options of their own."""

TRAIT_BITS: Final = sum(USUAL_BITS.values()) | OWN_TRAITS

FAMILY_OF_TRAITS: Final = {bits: FAMILIES[name] for name, bits in TRAITS.items() if name in OWN_BITS}
"""The family with options of its own, by its bits."""


def mat_mask(mat: Mat) -> int:
    """Return the bits of what a player's goods, ships, houses, workshops and family allow."""
    return _STOCK[mat.family][mat.wood][mat.brick][mat.marble] | BUILT[mat.houses][mat.ships][mat.cloth]


def _needing(option: ActionOption, bit: int) -> ActionOption:
    """Return the option with one more bit that it needs."""
    return structs.replace(option, needs=option.needs | bit) if bit else option


def _options_of(action: str) -> dict[str, ActionOption]:
    """Return the usual options, then those that families add."""
    options = {code: _needing(option, USUAL_BITS.get(action, 0)) for code, option in BASE_OPTIONS[action].items()}
    for name, bit in OWN_BITS.items():
        options |= {code: _needing(option, bit) for code, option in FAMILIES[name].options.get(action, {}).items()}
    return options


ACTION_OPTIONS: Final[dict[str, dict[str, ActionOption]]] = {
    **{action: _options_of(action) for action in ACTIONS},
    **INTRIGUE_OPTIONS,
}
"""Every option of every action, in the order in which ``legal`` lists them."""


def _relevant(action: str) -> int:
    bits = 0
    for option in ACTION_OPTIONS[action].values():
        bits |= option.needs
    return bits


RELEVANT: Final = {action: _relevant(action) for action in ACTION_OPTIONS}
"""The bits that an action's options ask for."""


class _PossibleOptions(dict[int, tuple[str, ...]]):
    """The options that a mask allows, worked out when first asked for."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self._options = ACTION_OPTIONS[action]

    def __missing__(self, mask: int) -> tuple[str, ...]:
        options = tuple(code for code, option in self._options.items() if mask & option.needs == option.needs)
        self[mask] = options
        return options


_POSSIBLE: Final = {action: (RELEVANT[action], _PossibleOptions(action)) for action in ACTION_OPTIONS}


def possible_options(action: str, mask: int) -> tuple[str, ...]:
    """Return the options of an action that are possible now; none if the action is impossible.

    ``mask`` is ``State.free_cells | mat_mask(mat)``.
    """
    relevant, options = _POSSIBLE[action]
    return options[mask & relevant]


def possible_intrigue(pending: str, mask: int) -> str:
    """Return those of the intrigue actions that are possible now (R10.3)."""
    return "".join(action for action in INTRIGUE_ACTIONS if action in pending and possible_options(action, mask))
