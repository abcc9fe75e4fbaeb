"""The end of the game (section 7): who moves next, whether it is over, and who has won."""

from functools import lru_cache
from typing import Final

from calimala_es.components import INFLUENCE_CARDS, SEATS, UNKNOWN
from calimala_es.council import standing
from calimala_es.families import FAMILIES
from calimala_es.state import Mat, State

BY_DISCS: Final = "discs"
BY_TILES: Final = "tiles"
"""The reasons in ``events.EndReached`` (R7.1, R7.2)."""


def next_seat(state: State) -> int | None:
    """The next seat clockwise with a disc to place; ``None`` if all are placed."""
    mats = state.mats
    for seat in _CLOCKWISE[len(mats)][state.active]:
        if mats[seat].coloured or mats[seat].white or mats[seat].support:
            return seat
    return None


_CLOCKWISE: Final = [
    [[(seat + step) % players for step in range(1, players + 1)] for seat in range(players)]
    for players in range(len(SEATS) + 1)
]
"""The seats in turn order from the next one on, by number of players and seat."""


def has_placed_all(mat: Mat) -> bool:
    """Whether a player has placed his last disc, but for those that his family leaves unused (R9.1, R11.Pazzi)."""
    unused = FAMILIES[mat.family].unused if mat.family else 0
    return mat.coloured + mat.white + mat.support <= unused


def end_reason(state: State) -> str | None:
    """Why the game is over after this turn; ``None`` if it goes on (R7.1, R7.2, R9.1).

    The end may be triggered before; the round is finished, so that all have had equally many turns.
    """
    return reason_after_round(state) or (BY_DISCS if next_seat(state) is None else None)


def reason_after_round(state: State) -> str | None:
    """Why the game is over at the end of a round, whoever has discs left (R7.2, R9.1); ``None`` if it goes on."""
    setup = state.setup
    if state.turn % len(setup.colours):
        return None
    if "." not in state.council:
        return BY_TILES
    return BY_DISCS if setup.edition.ends_by_any_player and any(map(has_placed_all, state.mats)) else None


def final_cards(state: State) -> tuple[str, ...]:
    """The influence cards in the order in which they are scored: the board's, then by seat (R7.3)."""
    cards = [*_in_order(state.by_board)]
    for mat in state.mats:
        cards += _in_order(mat.shown)
    return tuple(cards)


@lru_cache(maxsize=1 << 10)
def _in_order(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards of one place in the order of the box, unknown ones last."""
    return cards if len(cards) < 2 else tuple(sorted(cards, key=(*INFLUENCE_CARDS, UNKNOWN).index))


def result(state: State) -> tuple[str, str]:
    """The winners as seats and what decided, as in ``events.GameEnded`` (R7.4); the third party cannot win (R8.9)."""
    if UNKNOWN in final_cards(state):
        return "", "open"
    seats = SEATS[: state.setup.players]
    most = max(state.mats[int(seat)].points for seat in seats)
    leaders = [seat for seat in seats if state.mats[int(seat)].points == most]
    if len(leaders) == 1:
        return leaders[0], "points"
    best = max(standing(state, seat) for seat in leaders)
    winners = "".join(seat for seat in leaders if standing(state, seat) == best)
    return winners, "council" if len(winners) == 1 else "shared"
