"""From a placement to its first event: which disc may be placed, and where (R4.1, R4.2, R8.3, R8.4)."""

from typing import Final, NoReturn

from calimala_es.board import STREET_INDEX, STREETS, street_actions, street_names
from calimala_es.clauses import Clause, clause
from calimala_es.commands import PlaceDisc
from calimala_es.components import COLOURED, IDLE_SUPPORT, SUPPORT, WHITE
from calimala_es.duty import placement_duty, support_placements
from calimala_es.errors import IllegalCommandError
from calimala_es.events import DiscPlaced, Event
from calimala_es.frames import Placement
from calimala_es.refusals import refuse_now
from calimala_es.state import Mat, State


def place(state: State, command: PlaceDisc) -> list[Event]:
    """R4.1, R4.2: a disc of the supply on a street that offers something."""
    now = state.now
    if type(now) is not Placement:
        refuse_now(state, command)
    if command.street not in STREET_INDEX or command.disc not in _SUPPLIES:
        _refuse_unknown(state, command)
    mat = state.mats[now.seat]
    supply, _ = _SUPPLIES[command.disc]
    if not getattr(mat, supply):
        _refuse_without(state, command, now.seat, supply)
    if supply == "support":
        return [_support_placed(state, command, now)]
    duty = placement_duty(state, mat, command.street)
    if duty is None:
        _refuse_street(state, command, now.seat)
    return [DiscPlaced(now.seat, command.street, command.disc, duty)]


def _refuse_unknown(state: State, command: PlaceDisc) -> NoReturn:
    if command.street not in STREET_INDEX:
        reason = clause("there is no street {street}", state, street=command.street)
        raise IllegalCommandError(command, "R2.1", reason, " ".join(STREETS))
    known = ", ".join(f"{disc} a {words} one" for disc, (_, words) in _SUPPLIES.items())
    reason = clause("there is no disc {disc}", state, disc=repr(command.disc))
    raise IllegalCommandError(command, "R4.1", reason, known)


def _refuse_without(state: State, command: PlaceDisc, seat: int, supply: str) -> NoReturn:
    raise IllegalCommandError(
        command,
        "R4.1",
        lambda: _none_left(state, seat, supply),
        lambda: f"{_supply_words(state.mats[seat])} discs are in the supply",
    )


def _refuse_street(state: State, command: PlaceDisc, seat: int) -> NoReturn:
    raise IllegalCommandError(
        command,
        "R4.2",
        lambda: clause(
            "neither {neither} is possible for {seat}, with cards of the hand or without",
            state,
            neither=street_actions(state.setup.city)[command.street],
            seat=seat,
        ),
        lambda: "open: " + (" ".join(_open_streets(state, state.mats[seat])) or "none"),
    )


_SUPPLIES: Final = {
    COLOURED: ("coloured", "coloured"),
    WHITE: ("white", "white"),
    SUPPORT: ("support", "support"),
    IDLE_SUPPORT: ("support", "support"),
}
"""The part of the supply that each kind of disc comes from, and what it is called."""


def _supply_words(mat: Mat) -> str:
    counts = f"{mat.coloured} coloured and {mat.white} white"
    return f"{counts} and {mat.support} support" if mat.support else counts


def _none_left(state: State, seat: int, supply: str) -> Clause:
    if supply == "coloured":
        return clause("{seat} has no coloured disc left", state, seat=seat)
    if supply == "white":
        return clause("{seat} has no white disc left", state, seat=seat)
    return clause("{seat} has no support disc left", state, seat=seat)


def _support_placed(state: State, command: PlaceDisc, now: Placement) -> DiscPlaced:
    """R8.3, R8.4: a support disc on a street that has none."""
    placements = support_placements(state, state.mats[now.seat])
    duty = placements.get((command.street, command.disc))
    if duty is not None:
        return DiscPlaced(now.seat, command.street, command.disc, duty)
    seat = now.seat
    names = street_names(state.setup.city)
    remedy = "open: " + (" ".join(names[street] for street, disc in placements if disc == command.disc) or "none")
    if state.setup.third_mark in state.stacks[STREET_INDEX[command.street]]:
        raise IllegalCommandError(command, "R8.3", clause("a support disc lies on this street already", state), remedy)
    idle = [names[street] for street, disc in placements if disc == IDLE_SUPPORT]
    if command.disc == SUPPORT and len(idle) == len(placements) > 0:
        reason = clause(
            "no street without a support disc offers anything to {seat}, so two cards are drawn for this disc",
            state,
            seat=seat,
        )
        raise IllegalCommandError(command, "R8.4", reason, "so, on " + " ".join(idle))
    if command.disc == SUPPORT:
        actions = street_actions(state.setup.city)[command.street]
        reason = clause("neither {neither} is possible for {seat}", state, neither=actions, seat=seat)
        raise IllegalCommandError(command, "R4.2", reason, remedy)
    reason = clause(
        "{seat} draws for a support disc only when nothing else is left to place and no street offers anything",
        state,
        seat=seat,
    )
    raise IllegalCommandError(command, "R8.4", reason, "a support disc on a street that offers something")


def _open_streets(state: State, mat: Mat) -> list[str]:
    names = street_names(state.setup.city)
    return [names[street] for street in STREETS if placement_duty(state, mat, street) is not None]
