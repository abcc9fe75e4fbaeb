"""What the end of a turn, seats, scorings and the end of the game change (sections 6 and 7, R9.2, R10.9)."""

from operator import add

from msgspec.structs import replace

from calimala_es.agenda import after_tile, end_frames, interrupt, next_seat, proceed, reason_after_round, scoring_frames
from calimala_es.board import STREET_INDEX
from calimala_es.components import GAME, SEATS, UNKNOWN, WHITE, MaybeTile, Street
from calimala_es.events import (
    AreaScored,
    DiscPromoted,
    DiscRemoved,
    DiscTakenBack,
    EndReached,
    GameEnded,
    InfluenceRevealed,
    InfluenceScored,
    SeatTaken,
    TileScored,
    TurnEnded,
)
from calimala_es.frames import NOTHING, EndCheck, GameOver, InfluenceScoring, Placement, Promotion
from calimala_es.scoring import free_tiles
from calimala_es.state import MISSED, Mat, State, agenda_of, with_mat

_END_CHECK = EndCheck()
_PLACING = tuple(Placement(seat) for seat in range(len(SEATS)))


def _without_disc(state: State, street: Street, place: int) -> list[str]:
    """Return the stacks without the disc at ``place`` (0 the bottom) of a street."""
    stacks = [*state.stacks]
    index = STREET_INDEX[street]
    stack = stacks[index]
    stacks[index] = stack[:place] + stack[place + 1 :]
    return stacks


def _seated(state: State, seat: int, tile: MaybeTile, stacks: list[str], mats: tuple[Mat, ...]) -> State:
    """Put a seat on a tile, which is scored next; without a tile into the council alone (R9.2)."""
    seats = state.seats + SEATS[seat]
    if not tile:
        return proceed(replace(state, seats=seats, stacks=tuple(stacks), mats=mats))
    place = state.setup.council.index(tile)
    council = state.council[:place] + SEATS[seat] + state.council[place + 1 :]
    now, later = agenda_of(scoring_frames(state, tile), state.later)
    return replace(state, now=now, later=later, council=council, seats=seats, stacks=tuple(stacks), mats=mats)


def seat_taken(state: State, event: SeatTaken) -> State:
    """Make the bottom disc a seat."""
    return _seated(state, event.seat, event.tile, _without_disc(state, event.street, 0), state.mats)


def disc_promoted(state: State, event: DiscPromoted) -> State:
    """Take the white disc into the supply and a coloured one out of it for the council."""
    mat = state.mats[event.seat]
    mat = replace(mat, coloured=mat.coloured - 1, white=mat.white + 1)
    mats = with_mat(state.mats, event.seat, mat)
    return _seated(state, event.seat, event.tile, _without_disc(state, event.street, 0), mats)


def disc_taken_back(state: State, event: DiscTakenBack) -> State:
    """Put the white disc on top of the stack that the player's disc leaves (R6.3), or in its place (R9.6)."""
    stacks = _without_disc(state, event.street, 0)
    index = STREET_INDEX[event.source]
    stack = stacks[index]
    place = len(stack) - event.depth
    above = stack[place + 1 :]
    swaps = state.setup.edition.white_disc_swaps
    stacks[index] = stack[:place] + (WHITE + above if swaps else above + WHITE)
    return _seated(state, event.seat, event.tile, stacks, state.mats)


def disc_removed(state: State, event: DiscRemoved) -> State:
    """Go on without a free tile; otherwise score the tile without a seat (R6.3, R7.2)."""
    stacks = tuple(_without_disc(state, event.street, 0))
    tiles = free_tiles(state)
    if not tiles:
        return proceed(replace(state, stacks=stacks))
    chosen = state.now.tile if type(state.now) is Promotion else ""
    return interrupt(replace(state, stacks=stacks), scoring_frames(state, chosen if chosen in tiles else tiles[0]))


def _paid(state: State, points: tuple[int, ...]) -> tuple[Mat, ...]:
    mats = [*state.mats]
    for seat, won in enumerate(points):
        if won:
            mat = mats[seat]
            mats[seat] = replace(mat, points=mat.points + won)
    return tuple(mats)


def tile_scored(state: State, event: TileScored) -> State:
    """Pay points, and mark the tile as scored."""
    setup, council = state.setup, state.council
    place = setup.council.index(event.tile)
    if council[place] == ".":
        council = council[:place] + "x" + council[place + 1 :]
    points = tuple(map(add, event.points, event.bonus)) if event.bonus else event.points
    mats = _paid(state, points)
    if not setup.families:
        now, later = state.later
        return replace(state, mats=mats, council=council, now=now, later=later)
    scored = replace(state, mats=mats, council=council)
    return proceed(replace(scored, later=agenda_of(after_tile(scored, event.tile), scored.later)))


def area_scored(state: State, event: AreaScored) -> State:
    """Pay points for an area of Intrigue (R10.9)."""
    return proceed(replace(state, mats=_paid(state, event.points)))


def turn_ended(state: State, event: TurnEnded) -> State:
    """Pass the turn, or go to the end; what may happen once in a turn may happen again."""
    seat, used = next_seat(state), MISSED if MISSED in state.used else ""
    if seat is None or reason_after_round(state):
        return replace(state, now=_END_CHECK, later=NOTHING, used=used)
    return replace(state, turn=state.turn + 1, active=seat, now=_PLACING[seat], later=NOTHING, used=used)


def end_reached(state: State, event: EndReached) -> State:
    """Put what is scored at the end on the agenda."""
    now, later = agenda_of(end_frames(state))
    return replace(state, now=now, later=later)


def influence_scored(state: State, event: InfluenceScored) -> State:
    """Pay points for an influence card, and go on to the next one."""
    assert type(state.now) is InfluenceScoring
    return replace(state, mats=_paid(state, event.points), now=InfluenceScoring(state.now.index + 1))


def game_ended(state: State, event: GameEnded) -> State:
    """End the game."""
    return replace(state, now=GameOver(event.winners, event.by), later=NOTHING)


def influence_revealed(state: State, event: InfluenceRevealed) -> State:
    """Reveal a card, by the board or in front of a player (R7.3)."""
    if event.seat == GAME:
        place = state.by_board.index(UNKNOWN)
        by_board = (*state.by_board[:place], event.card, *state.by_board[place + 1 :])
        return proceed(replace(state, by_board=by_board))
    mat = state.mats[event.seat]
    mat = replace(mat, kept=mat.kept[1:], shown=(*mat.shown, event.card))
    return proceed(replace(state, mats=with_mat(state.mats, event.seat, mat)))
