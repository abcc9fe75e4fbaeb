"""From a placement to its first event: which disc may be placed, and where (R4.1, R4.2, R8.3, R8.4)."""

from functools import partial
from typing import Final

from calimala_es.board import STREET_INDEX, STREETS, street_actions, street_names
from calimala_es.commands import PlaceDisc
from calimala_es.components import COLOURED, IDLE_SUPPORT, SUPPORT, WHITE
from calimala_es.decide.illegal import comes_at_another_time
from calimala_es.duty import placement_duty, support_placements
from calimala_es.errors import IllegalCommandError
from calimala_es.events import DiscPlaced
from calimala_es.evolve import Outcome
from calimala_es.evolve.activation import placed_and_activated
from calimala_es.frames import Placement
from calimala_es.messages import Message, player
from calimala_es.state import Mat, State


def place(state: State, command: PlaceDisc) -> Outcome:
    """Place a disc of the supply on a street that offers something (R4.1, R4.2)."""
    now = state.now
    if type(now) is not Placement:
        raise comes_at_another_time(state, command)
    seat, street, disc = now.seat, command.street, command.disc
    supply = _SUPPLIES.get(disc)
    if street not in STREET_INDEX or supply is None:
        raise _unknown(command)
    mat = state.mats[seat]
    if not getattr(mat, supply):
        raise IllegalCommandError(command, "R4.1", _none_left(state, seat, supply), _supply_message(mat))
    if supply == "support":
        placed = _support_placed(state, command, now)
    else:
        duty = placement_duty(state, mat, street)
        if duty is None:
            raise _closed_street(state, command, seat)
        placed = DiscPlaced(seat, street, disc, duty)
    return placed_and_activated(state, placed)


def _unknown(command: PlaceDisc) -> IllegalCommandError:
    if command.street not in STREET_INDEX:
        message = Message("there is no street {street}", street=command.street)
        return IllegalCommandError(command, "R2.1", message, " ".join(STREETS))
    message = Message("{disc} is not a kind of disc", disc=repr(command.disc))
    return IllegalCommandError(command, "R4.1", message, Message("choose {meant}", meant=" ".join(_SUPPLIES)))


def _closed_street(state: State, command: PlaceDisc, seat: int) -> IllegalCommandError:
    """Return the error of a street none of whose actions can become possible, while others are open (R4.2)."""
    return IllegalCommandError(
        command, "R4.2", partial(_neither_possible, state, command, seat), partial(_open_streets, state, seat)
    )


def _neither_possible(state: State, command: PlaceDisc, seat: int) -> Message:
    return Message(
        "{seat} can do neither {neither}, with or without cards from hand",
        neither=street_actions(state.setup.city)[command.street],
        seat=player(state, seat),
    )


_SUPPLIES: Final = {
    COLOURED: "coloured",
    WHITE: "white",
    SUPPORT: "support",
    IDLE_SUPPORT: "support",
}
"""The part of the supply that each kind of disc comes from."""


def _supply_message(mat: Mat) -> Message:
    counts = {"coloured": mat.coloured, "white": mat.white}
    if mat.support:
        return Message(
            "coloured discs in the supply: {coloured}, white: {white}, support: {support}",
            support=mat.support,
            **counts,
        )
    return Message("coloured discs in the supply: {coloured}, white: {white}", **counts)


def _none_left(state: State, seat: int, supply: str) -> Message:
    if supply == "coloured":
        return Message("{seat} has no coloured disc left", seat=player(state, seat))
    if supply == "white":
        return Message("{seat} has no white disc left", seat=player(state, seat))
    return Message("{seat} has no support disc left", seat=player(state, seat))


def _support_placed(state: State, command: PlaceDisc, now: Placement) -> DiscPlaced:
    """Place a support disc on a street that has none (R8.3, R8.4)."""
    placements = support_placements(state, state.mats[now.seat])
    duty = placements.get((command.street, command.disc))
    if duty is not None:
        return DiscPlaced(now.seat, command.street, command.disc, duty)
    seat = player(state, now.seat)
    names = street_names(state.setup.city)
    remedy = _possible_streets([names[street] for street, disc in placements if disc == command.disc])
    if state.setup.third_mark in state.stacks[STREET_INDEX[command.street]]:
        raise IllegalCommandError(command, "R8.3", Message("there is already a support disc on this street"), remedy)
    idle = [names[street] for street, disc in placements if disc == IDLE_SUPPORT]
    if command.disc == SUPPORT and len(idle) == len(placements) > 0:
        message = Message(
            "no street without a support disc offers {seat} a possible action, so this disc draws two cards",
            seat=seat,
        )
        remedy = Message("place a support disc that draws two cards, on {streets}", streets=" ".join(idle))
        raise IllegalCommandError(command, "R8.4", message, remedy)
    if command.disc == SUPPORT:
        actions = street_actions(state.setup.city)[command.street]
        message = Message("{seat} can do neither {neither}", neither=actions, seat=seat)
        raise IllegalCommandError(command, "R4.2", message, remedy)
    message = Message(
        "{seat} draws for a support disc only when no other disc is left to place and no street offers a "
        "possible action",
        seat=seat,
    )
    raise IllegalCommandError(command, "R8.4", message, Message("place a support disc where an action is possible"))


def _open_streets(state: State, seat: int) -> Message:
    """Return the streets that are open."""
    names, mat = street_names(state.setup.city), state.mats[seat]
    return _possible_streets([names[street] for street in STREETS if placement_duty(state, mat, street) is not None])


def _possible_streets(names: list[str]) -> Message:
    if not names:
        return Message("no street is possible")
    return Message("possible streets: {streets}", streets=" ".join(names))
