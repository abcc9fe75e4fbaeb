"""What nobody decides: for each frame that proceeds by itself, a function with what follows and the state after it."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from calimala_es.agenda import end_reason
from calimala_es.board import STREET_INDEX
from calimala_es.components import (
    ALL_ROWS,
    AREA_ROWS,
    INTRIGUE,
    SEATS,
    TILE_ROWS,
    UNKNOWN,
    WHITE,
    InfluenceCard,
    MaybeTile,
    Row,
    StartChoice,
)
from calimala_es.events import (
    ActionImpossible,
    AreaScored,
    DeckShuffled,
    DiscActivated,
    DiscPromoted,
    DiscRemoved,
    EndReached,
    FamilyStarted,
    GameEnded,
    InfluenceScored,
    PlayBegan,
    SeatTaken,
    ThirdPartyActed,
    TileScored,
    TurnEnded,
)
from calimala_es.evolve import Outcome, outcome
from calimala_es.evolve.activation import drawn_instead
from calimala_es.evolve.council import turn_ended
from calimala_es.families import FAMILIES
from calimala_es.frames import (
    Activation,
    ActivationDue,
    AreaScoring,
    CardDraw,
    EndCheck,
    FamilyStart,
    FirstTurn,
    Frame,
    InfluenceScoring,
    IntrigueChoice,
    Promotion,
    ThirdPartyAnswer,
    TileScoring,
    TurnEnd,
)
from calimala_es.reach import mat_mask, possible_intrigue
from calimala_es.scoring import area_points, bonus, final_cards, free_tiles, next_tile, result, score_place, tile_rows
from calimala_es.state import SEAT_OF, State, has_free_cell


def _start(state: State, now: FamilyStart) -> Outcome | None:
    """Return the start effect that leaves no choice, which happens at once (R11)."""
    choices = start_choices(state, now.seat)
    return outcome(state, FamilyStarted(now.seat, choices[0] if choices else "")) if len(choices) < 2 else None


def start_choices(state: State, seat: int) -> tuple[StartChoice, ...]:
    """Return the start effects that a seat's family has to choose from (R11)."""
    return FAMILIES[state.mats[seat].family].choices(state, seat)


def _open_play(state: State, now: FirstTurn) -> Outcome:
    return outcome(state, PlayBegan())


def _activate(state: State, due: ActivationDue) -> Outcome:
    seat, street, depth, pending = due.seat, due.street, due.depth, due.pending
    activation = Activation(seat, street, depth, pending, due.duty, due.all_impossible)
    events = (DiscActivated(seat, street, depth, pending),)
    return events, replace(state, now=activation) if pending else drawn_instead(state, activation)


def _shuffle(state: State, now: CardDraw) -> Outcome | None:
    """Make the open pile the deck where a card comes next and the deck is empty (R5.11)."""
    return outcome(state, DeckShuffled()) if not state.deck and state.discard else None


def _third_party(state: State, now: ThirdPartyAnswer) -> Outcome:
    """Put a cube of the third colour wherever the player put one, if a cell is free (R8.7)."""
    rows: tuple[Row, ...] = tuple(ALL_ROWS[row] for row in now.rows if has_free_cell(state, row))
    return outcome(state, ThirdPartyActed(state.setup.players, rows))


def _choose_intrigue(state: State, now: IntrigueChoice) -> Outcome | None:
    """Bring a card if neither intrigue action is possible (R10.1)."""
    possible = possible_intrigue(now.pending, state.free_cells | mat_mask(state.mats[now.seat]))
    return None if possible else outcome(state, ActionImpossible(now.seat, INTRIGUE))


def _promote(state: State, now: Promotion) -> Outcome | None:
    """Return the seat for the bottom disc of four; a coloured disc takes it for a white one (R6.1 to R6.3).

    Where no tile is left to score the disc leaves the game (R7.2), or takes a seat anyway (R9.2).
    """
    disc = state.stacks[STREET_INDEX[now.street]][0]
    tile = seat_tile(state, now)
    if tile is None:
        return outcome(state, DiscRemoved(now.street, disc))
    if disc != WHITE:
        return outcome(state, SeatTaken(SEAT_OF[disc], now.street, tile))
    if state.mats[now.seat].coloured:
        return outcome(state, DiscPromoted(now.seat, now.street, tile))
    if not any(str(now.seat) in stack for stack in state.stacks):
        return outcome(state, DiscRemoved(now.street, disc))
    return None


def seat_tile(state: State, now: Promotion) -> MaybeTile | None:
    """Return the tile that a seat goes to, empty for none; ``None`` if there is no seat any more (R7.2, R9.2)."""
    tile = now.tile if now.tile and now.tile in free_tiles(state) else next_tile(state)
    return "" if tile is None and state.setup.edition.ends_by_any_player else tile


def _score_tile(state: State, now: TileScoring) -> Outcome:
    setup = state.setup
    score = score_place(state, now.tile, tile_rows(setup, now.tile), setup.edition.tile_points)
    return outcome(state, TileScored(now.tile, *score, bonus(state, now.tile, score.ranking)))


def _score_area(state: State, now: AreaScoring) -> Outcome:
    score = score_place(state, now.area, AREA_ROWS[now.area], area_points(state, now.area))
    return outcome(state, AreaScored(now.area, *score))


_TURNS_ENDED: Final = [(TurnEnded(seat),) for seat in range(len(SEATS))]


def _end_turn(state: State, now: TurnEnd) -> Outcome:
    events = _TURNS_ENDED[state.active]
    return events, turn_ended(state, events[0])


def _end_game(state: State, now: EndCheck) -> Outcome:
    return outcome(state, EndReached(end_reason(state) or ""))


def _score_influence(state: State, now: InfluenceScoring) -> Outcome:
    cards: list[InfluenceCard] = [card for card in final_cards(state) if card != UNKNOWN]
    if now.index < len(cards):
        card = cards[now.index]
        points = state.setup.edition.influence_points
        return outcome(state, InfluenceScored(card, *score_place(state, card, TILE_ROWS[card], points)))
    winners, by = result(state)
    return outcome(state, GameEnded(tuple(mat.points for mat in state.mats), winners, by))


CONSEQUENCES: Final[dict[type[Frame], Callable[[State, Any], Outcome | None]]] = {
    FamilyStart: _start,
    FirstTurn: _open_play,
    ActivationDue: _activate,
    CardDraw: _shuffle,
    ThirdPartyAnswer: _third_party,
    IntrigueChoice: _choose_intrigue,
    Promotion: _promote,
    TileScoring: _score_tile,
    AreaScoring: _score_area,
    TurnEnd: _end_turn,
    EndCheck: _end_game,
    InfluenceScoring: _score_influence,
}
