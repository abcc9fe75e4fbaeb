"""What nobody decides: one function a frame that proceeds by itself gives the event that follows."""

from collections.abc import Callable
from typing import Any, Final

from calimala_es.board import STREET_INDEX
from calimala_es.components import UNKNOWN, WHITE
from calimala_es.council import next_tile, score_place
from calimala_es.editions import EDITIONS
from calimala_es.ending import end_reason, final_cards, result
from calimala_es.events import (
    DiscActivated,
    DiscPromoted,
    DiscRemoved,
    EndReached,
    Event,
    GameEnded,
    InfluenceScored,
    SeatTaken,
    TileScored,
    TurnEnded,
)
from calimala_es.state import SEAT_OF, Bottom, Due, EndCheck, Finale, Frame, Placing, Scoring, State, TurnEnd


def _pass_turn(state: State, now: Placing) -> Event | None:
    """Who has no disc left is passed over; only an observation brings that about."""
    mat = state.mats[state.active]
    return None if mat.coloured or mat.white else TurnEnded(state.active)


def _activate(state: State, due: Due) -> Event:
    return DiscActivated(due.seat, due.street, due.depth, due.pending)


def _settle_bottom(state: State, now: Bottom) -> Event | None:
    """A seat for the bottom disc of four, a coloured disc for a white one, or nothing any more (R6.1 to R6.3, R7.2)."""
    disc = state.stacks[STREET_INDEX[now.street]][0]
    tile = next_tile(state)
    if tile is None:
        return DiscRemoved(now.street, disc)
    if disc != WHITE:
        return SeatTaken(SEAT_OF[disc], now.street, tile)
    if state.mats[now.seat].coloured:
        return DiscPromoted(now.seat, now.street, tile)
    if not any(str(now.seat) in stack for stack in state.stacks):
        return DiscRemoved(now.street, disc)
    return None


def _score_tile(state: State, now: Scoring) -> Event:
    return TileScored(now.tile, *score_place(state, now.tile, EDITIONS[state.setup.ruleset.edition].tile_points))


def _end_turn(state: State, now: TurnEnd) -> Event:
    return TurnEnded(state.active)


def _end_game(state: State, now: EndCheck) -> Event:
    return EndReached(end_reason(state) or "")


def _score_influence(state: State, now: Finale) -> Event:
    cards = [card for card in final_cards(state) if card != UNKNOWN]
    if now.index < len(cards):
        card = cards[now.index]
        points = EDITIONS[state.setup.ruleset.edition].influence_points
        return InfluenceScored(card, *score_place(state, card, points))
    winners, by = result(state)
    return GameEnded(tuple(mat.points for mat in state.mats), winners, by)


CONSEQUENCES: Final[dict[type[Frame], Callable[[State, Any], Event | None]]] = {
    Placing: _pass_turn,
    Due: _activate,
    Bottom: _settle_bottom,
    Scoring: _score_tile,
    TurnEnd: _end_turn,
    EndCheck: _end_game,
    Finale: _score_influence,
}
