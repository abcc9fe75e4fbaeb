"""The parts of a position as values that are written down: those that can be observed, and influence cards."""

from calimala_es.board import STREET_INDEX
from calimala_es.commands import ObservePart
from calimala_es.components import ACTIONS, ROW_INDEX, UNKNOWN
from calimala_es.observation import PARTS, part_exists
from calimala_es.state import State
from notation.words.symbols import NOTHING, SEEN, format_observed


def part_value(state: State, part: str) -> str:
    """The value of a part in the form that ``ObservePart`` has it; a hand with ``?`` for each unknown card."""
    if part in STREET_INDEX:
        return state.stacks[STREET_INDEX[part]]
    if part in ROW_INDEX:
        return state.rows[ROW_INDEX[part]]
    seat, point, field = part.partition(".")
    if not point:
        return str(getattr(state, part))
    mat = state.mats[int(seat)]
    if field == "hand":
        return "".join(sorted(mat.open + mat.secret, key=ACTIONS.index)) + UNKNOWN * mat.unknown
    if field == "cloth":
        return ".".join(map(str, mat.cloth))
    return str(getattr(mat, field))


def parts_of(state: State) -> dict[str, str]:
    """All parts of a position by name, as ``b.wood``, ``AS`` or ``SMF.W``, each with its value; ``-`` is an empty one.

    Influence cards are there as ``by_board`` and, for each player, ``b.dealt``, ``b.kept`` and ``b.shown``.
    """
    setup = state.setup
    named = {"turn": str(state.turn)}
    for part in PARTS:
        if part_exists(part, setup):
            name, _, value = format_observed(state, ObservePart(part, part_value(state, part))).partition(SEEN)
            named[name] = value
    named["by_board"] = ".".join(state.by_board) or NOTHING
    for colour, mat in zip(setup.colours, state.mats, strict=False):
        for name, cards in (("dealt", mat.dealt), ("kept", mat.kept), ("shown", mat.shown)):
            named[f"{colour}.{name}"] = ".".join(cards) or NOTHING
    return named
