"""The end of the game (section 7): who moves next, whether it is over, and who has won."""

from typing import Final

from calimala_es.components import GAME, SEATS, UNKNOWN
from calimala_es.council import standing
from calimala_es.state import Frame, Revealing, State

BY_DISCS: Final = "discs"
BY_TILES: Final = "tiles"
"""The reasons in ``events.EndReached`` (R7.1, R7.2)."""


def next_seat(state: State) -> int | None:
    """The next seat clockwise with a disc to place; ``None`` if all are placed."""
    mats = state.mats
    for seat in _CLOCKWISE[len(mats)][state.active]:
        if mats[seat].coloured or mats[seat].white:
            return seat
    return None


_CLOCKWISE: Final = [
    [[(seat + step) % players for step in range(1, players + 1)] for seat in range(players)]
    for players in range(len(SEATS) + 1)
]
"""The seats in turn order from the next one on, by number of players and seat."""


def ends_by_tiles(state: State) -> bool:
    """Whether all fifteen tiles are scored and all players have had equally many turns (R7.2)."""
    return "." not in state.council and state.turn % len(state.mats) == 0


def end_reason(state: State) -> str | None:
    """Why the game is over after this turn; ``None`` if it goes on."""
    if ends_by_tiles(state):
        return BY_TILES
    if next_seat(state) is None:
        return BY_DISCS
    return None


def reveal_frames(state: State) -> tuple[Frame, ...]:
    """What is turned over at the end: the board's card if nobody told it yet, then the kept ones by seat (R7.3)."""
    board = [Revealing(GAME) for card in state.by_board if card == UNKNOWN]
    return (*board, *(Revealing(seat) for seat, mat in enumerate(state.mats) for _ in mat.kept))


def final_cards(state: State) -> tuple[str, ...]:
    """The influence cards in the order in which they are scored (R7.3)."""
    return (*state.by_board, *(card for mat in state.mats for card in mat.shown))


def result(state: State) -> tuple[str, str]:
    """The winners as seats and what decided, as in ``events.GameEnded`` (R7.4)."""
    if UNKNOWN in final_cards(state):
        return "", "open"
    seats = SEATS[: len(state.mats)]
    most = max(mat.points for mat in state.mats)
    leaders = [seat for seat in seats if state.mats[int(seat)].points == most]
    if len(leaders) == 1:
        return leaders[0], "points"
    best = max(standing(state, seat) for seat in leaders)
    winners = "".join(seat for seat in leaders if standing(state, seat) == best)
    return winners, "council" if len(winners) == 1 else "shared"
