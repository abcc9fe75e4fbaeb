"""What was done although the rules refuse it: observations make it possible, and others take them back.

So the decision itself stands in the record, and the turn goes on from it by the rules: who lies below a disc is
activated, and what is impossible brings a card; an action that was done is settled, and brings none. An observation in
the middle of a turn lifts the duty of R4.2.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from calimala_es.board import STREET_INDEX
from calimala_es.commands import Command, DoAction, ObservePart, PlaceDisc, PlayCard
from calimala_es.components import MOST_SHIPS, MOST_WORKSHOPS, SUPPORT
from calimala_es.decide import step
from calimala_es.decide.unrecorded import is_being_activated
from calimala_es.errors import IllegalCommandError
from calimala_es.events import DiscPlaced
from calimala_es.evolve import evolve
from calimala_es.observation import PARTS, part_exists
from calimala_es.options import HOUSE_CODES
from calimala_es.state import Mat, State, with_mat
from notation.merging.parts import part_value

_ENOUGH: Final = 3
"""Of goods: there is some to pay with, and room for more."""

_BUILDINGS: Final = (("", MOST_SHIPS - 1, MOST_WORKSHOPS - 1), (HOUSE_CODES, MOST_SHIPS, MOST_WORKSHOPS))
"""Houses, ships and the most workshops: with room to build one more, and all."""

_MOST_CUBES: Final = 3
"""That an action puts into one row."""


def placed_anyway(command: PlaceDisc, state: State, seat: int) -> list[Command] | None:
    """The fewest observations after which the placement is legal, the placement, and how it truly lies there then.

    Where a disc that the supply lacks is all that stood in the way it is seen to be there, and the duty of R4.2 stands.
    ``None`` where that does not make it legal: for a support disc for which cards are drawn (R8.4) all streets would
    have to offer nothing.
    """
    helping = _fewest(_helping(state, _lent(command, state, seat)), command, state)
    after = state_after([*helping, command], state)
    if after is None or not is_being_activated(after, command.street):
        return None
    supplied = replace(state, mats=with_mat(state.mats, seat, _supplied(state.mats[seat])))
    return _taken_back(helping, command, evolve(supplied, DiscPlaced(seat, command.street, command.disc, 0)), state)


def deed_anyway(command: DoAction | PlayCard, state: State, seat: int, lent: Mat, truth: State) -> list[Command] | None:
    """The fewest observations after which an action or a card is legal, that, and what ``truth`` has of it otherwise.

    ``lent`` is a mat with which anything can be done. ``None`` where that does not make it legal.
    """
    rows = _with_free_cells(state, _MOST_CUBES)
    for houses, ships, workshops in _BUILDINGS:
        built = replace(lent, houses=houses, ships=ships, cloth=lent.cloth[:workshops])
        mats = with_mat(state.mats, seat, built)
        helping = _fewest(_helping(state, replace(rows, mats=mats)), command, state)
        commands = _taken_back(helping, command, truth, state)
        if commands is not None:
            return commands
    return None


def _taken_back(helping: Sequence[ObservePart], command: Command, truth: State, state: State) -> list[Command] | None:
    """A decision that observations help, and others after which what they lent is as in ``truth``."""
    after = state_after([*helping, command], state)
    if after is None:
        return None
    back = [
        ObservePart(one.part, value)
        for one in helping
        if (value := part_value(truth, one.part)) != part_value(after, one.part)
    ]
    commands: list[Command] = [*helping, command, *back]
    return commands if state_after(commands, state) else None


def _helping(state: State, lent: State) -> list[ObservePart]:
    """Everything of a position that is otherwise, as observations."""
    parts = [part for part in PARTS if part_exists(part, state.setup)]
    return [ObservePart(part, value) for part in parts if (value := part_value(lent, part)) != part_value(state, part)]


def _lent(command: PlaceDisc, state: State, seat: int) -> State:
    """The position with all that could be needed: goods, buildings, a free cell in each row, no support disc there."""
    stacks = [*state.stacks]
    if command.disc == SUPPORT:
        place = STREET_INDEX[command.street]
        stacks[place] = stacks[place].replace(state.setup.third_mark, "")
    needed = replace(rich(state.mats[seat]), houses=HOUSE_CODES)
    return replace(_with_free_cells(state), stacks=tuple(stacks), mats=with_mat(state.mats, seat, needed))


def _with_free_cells(state: State, free: int = 1) -> State:
    """The position with so many free cells in each row, as far as it has them."""
    cells = state.setup.ruleset.cells
    rows = tuple(row[: max(0, count - free)] for row, count in zip(state.rows, cells, strict=True))
    return replace(state, rows=rows)


def _fewest(helping: Sequence[ObservePart], command: Command, state: State) -> list[ObservePart]:
    """Of all that helps no more than it takes: the last are left out first, rows before goods."""
    kept = [*helping]
    for one in reversed(helping):
        without = [other for other in kept if other is not one]
        if state_after([*without, command], state) is not None:
            kept = without
    return kept


def rich(mat: Mat) -> Mat:
    """A mat with some of everything, and room for more."""
    return replace(
        _supplied(mat),
        wood=_ENOUGH,
        brick=_ENOUGH,
        marble=_ENOUGH,
        cloth=(_ENOUGH,) * len(mat.cloth),
        ships=2,
        houses="",
    )


def _supplied(mat: Mat) -> Mat:
    """A mat that has a disc of each kind."""
    return replace(mat, coloured=max(mat.coloured, 1), white=max(mat.white, 1), support=max(mat.support, 1))


def state_after(commands: Sequence[Command], state: State) -> State | None:
    """Where decisions lead; ``None`` where one is refused."""
    try:
        for command in commands:
            _, state = step(state, command)
    except IllegalCommandError:
        return None
    return state
