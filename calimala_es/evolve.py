"""From one state to the next: what each event changes. Total: an event that was recorded is never refused.

One function an event in ``ARMS``; only what changed is replaced.
"""

from bisect import bisect
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from calimala_es.actions import WAYS
from calimala_es.board import STREET_INDEX, room_after, street_actions
from calimala_es.components import GAME, SEATS, UNKNOWN, WHITE
from calimala_es.council import free_tiles
from calimala_es.ending import ends_by_tiles, next_seat, reveal_frames
from calimala_es.events import (
    ActionDone,
    ActionImpossible,
    ActionWaived,
    ActivationEnded,
    CardDrafted,
    CardDrawn,
    CardPlayed,
    DeckShuffled,
    DiscActivated,
    DiscPlaced,
    DiscPromoted,
    DiscRemoved,
    DiscTakenBack,
    EndReached,
    Event,
    GameEnded,
    InfluenceDealt,
    InfluenceKept,
    InfluenceRevealed,
    InfluenceScored,
    InfluenceTurnedUp,
    PartObserved,
    SeatTaken,
    TileScored,
    TurnEnded,
    WentUnrecorded,
)
from calimala_es.observation import apply_observation, unseen
from calimala_es.state import (
    SEAT_OF,
    Activation,
    Bottom,
    Drawing,
    Due,
    EndCheck,
    Finale,
    Frame,
    Mat,
    Over,
    Placing,
    Scoring,
    State,
    TurnEnd,
)


def evolve(state: State, event: Event) -> State:
    """The state after ``event``."""
    return ARMS[type(event)](state, event)


def fold(state: State, events: "list[Event] | tuple[Event, ...]") -> State:
    """The state after all ``events``, without asking whether they were legal."""
    arms = ARMS
    for event in events:
        state = arms[type(event)](state, event)
    return state


def with_mat(mats: tuple[Mat, ...], seat: int, mat: Mat) -> tuple[Mat, ...]:
    """The mats with one of them replaced."""
    changed = [*mats]
    changed[seat] = mat
    return tuple(changed)


def card_added(cards: str, card: str) -> str:
    """A pile of cards, kept in alphabetical order, with one more."""
    if card in cards:
        return cards.replace(card, card * 2, 1)
    place = bisect(cards, card)
    return cards[:place] + card + cards[place:]


def card_gained(mat: Mat, card: str) -> Mat:
    """A mat with one more card in the hand, known or not."""
    if card == UNKNOWN:
        return replace(mat, unknown=mat.unknown + 1)
    return replace(mat, secret=card_added(mat.secret, card))


def card_lost(mat: Mat, card: str) -> Mat:
    """A mat without a card that was played: an open one first, then one that is known, else an unknown one (R5.12)."""
    if card in mat.open:
        return replace(mat, open=mat.open.replace(card, "", 1))
    if card in mat.secret:
        return replace(mat, secret=mat.secret.replace(card, "", 1))
    return replace(mat, unknown=mat.unknown - 1)


def _proceed(state: State, **changes: Any) -> State:
    """Drop the frame that is done; the next one comes up."""
    later = state.later
    return replace(state, now=later[0], later=later[1:], **changes)


def _influence_dealt(state: State, event: InfluenceDealt) -> State:
    mat = replace(state.mats[event.seat], dealt=event.cards)
    return _proceed(state, mats=with_mat(state.mats, event.seat, mat))


def _influence_turned_up(state: State, event: InfluenceTurnedUp) -> State:
    return _proceed(state, by_board=(*state.by_board, event.card))


def _influence_kept(state: State, event: InfluenceKept) -> State:
    mat = state.mats[event.seat]
    return _proceed(state, mats=with_mat(state.mats, event.seat, replace(mat, kept=(*mat.kept, event.card))))


def _card_drafted(state: State, event: CardDrafted) -> State:
    """The starting card is taken from those laid out; the last drafter's leftovers join the deck (R3.5)."""
    seat, card = event.seat, event.card
    mat = state.mats[seat]
    mats = with_mat(state.mats, seat, replace(mat, open=card_added(mat.open, card)))
    left = state.laid_out.replace(card, "", 1)
    pool = state.pool.replace(card, "", 1)
    begins = type(state.later[0]) is Placing
    return _proceed(
        state,
        mats=mats,
        pool=pool,
        laid_out="" if begins else left,
        deck=state.deck + len(left) if begins else state.deck,
        turn=1 if begins else 0,
    )


_TURN_END: Final = TurnEnd()
_END_CHECK: Final = EndCheck()


@lru_cache(maxsize=1 << 14)
def _rest_of_turn(city: str, street: str, stack: str, seat: int) -> tuple[Frame, ...]:
    """What follows the activation of the top disc: those of the next two, and the council's (R4.4, R4.5)."""
    actions = street_actions(city)[street]
    below = [
        Due(SEAT_OF[disc], street, depth, actions) for depth, disc in enumerate(stack[-2:-4:-1], 2) if disc in SEAT_OF
    ]
    return (*below, Bottom(seat, street), _TURN_END) if len(stack) > 3 else (*below, _TURN_END)


def _disc_placed(state: State, event: DiscPlaced) -> State:
    seat, street, city = event.seat, event.street, state.setup.city
    actions = street_actions(city)[street]
    stacks = [*state.stacks]
    mats = [*state.mats]
    mat = mats[seat]
    if event.disc == WHITE:
        mats[seat] = replace(mat, white=mat.white - 1)
        stack = stacks[STREET_INDEX[street]] + WHITE
        actions = actions[0] * 2 + actions[1] * 2
    else:
        mats[seat] = replace(mat, coloured=mat.coloured - 1)
        stack = stacks[STREET_INDEX[street]] + SEATS[seat]
    stacks[STREET_INDEX[street]] = stack
    return replace(
        state,
        mats=tuple(mats),
        stacks=tuple(stacks),
        now=Due(seat, street, 1, actions, event.duty),
        later=_rest_of_turn(city, street, stack, seat),
    )


def _disc_activated(state: State, event: DiscActivated) -> State:
    due = state.now
    duty = due.duty if type(due) is Due else 0
    return replace(state, now=Activation(event.seat, event.street, event.depth, event.actions, duty))


def _with_cubes(state: State, seat: int, places: tuple[int, ...]) -> tuple[tuple[str, ...], int]:
    """The rows with a cube of ``seat`` more in each of ``places``, and what is free in them."""
    rows, room = [*state.rows], state.room
    cells = state.setup.ruleset.cells
    for row in places:
        rows[row] += SEATS[seat]
        room = room_after(room, row, cells[row] - len(rows[row]))
    return tuple(rows), room


def _action_done(state: State, event: ActionDone) -> State:
    """Cubes go to the board, goods and buildings change on the mat; the duty of R4.2 is fulfilled."""
    seat, now, later = event.seat, state.now, state.later
    assert type(now) is Activation
    way = WAYS[event.action][event.way]
    mats = [*state.mats]
    mats[seat] = mat = way.change(mats[seat])
    rows, room = _with_cubes(state, seat, way.rows) if way.rows else (state.rows, state.room)
    pending = now.pending.replace(event.action, "", 1)
    if pending or mat.open or mat.secret or mat.unknown:
        left = Activation(now.seat, now.street, now.depth, pending)
        return replace(state, mats=tuple(mats), rows=rows, room=room, now=left)
    return replace(state, mats=tuple(mats), rows=rows, room=room, now=later[0], later=later[1:])


def _card_played(state: State, event: CardPlayed) -> State:
    """The card goes to the open pile, from the pool if nobody knew that it was in the hand; its action is done."""
    seat, card, now, later = event.seat, event.action, state.now, state.later
    assert type(now) is Activation
    way = WAYS[card][event.way]
    mats = [*state.mats]
    held = mats[seat]
    mats[seat] = mat = way.change(card_lost(held, card))
    rows, room = _with_cubes(state, seat, way.rows) if way.rows else (state.rows, state.room)
    if not (now.pending or mat.open or mat.secret or mat.unknown):
        now, later = later[0], later[1:]
    return replace(
        state,
        mats=tuple(mats),
        rows=rows,
        room=room,
        discard=card_added(state.discard, card),
        pool=state.pool if mat.unknown == held.unknown else state.pool.replace(card, "", 1),
        now=now,
        later=later,
    )


def _action_waived(state: State, event: ActionWaived | ActionImpossible) -> State:
    now, later = state.now, state.later
    assert type(now) is Activation
    mat = state.mats[now.seat]
    pending = now.pending.replace(event.action, "", 1)
    if pending or mat.open or mat.secret or mat.unknown:
        return replace(state, now=Activation(now.seat, now.street, now.depth, pending, now.duty))
    return replace(state, now=later[0], later=later[1:])


def _action_impossible(state: State, event: ActionImpossible) -> State:
    """A card is due if there is one."""
    if not (state.deck or state.discard):
        return _action_waived(state, event)
    now = state.now
    assert type(now) is Activation
    left = Activation(now.seat, now.street, now.depth, now.pending.replace(event.action, "", 1), now.duty)
    return replace(state, now=Drawing(event.seat), later=(left, *state.later))


def _card_drawn(state: State, event: CardDrawn) -> State:
    seat, deck, later = event.seat, state.deck, state.later
    mats = [*state.mats]
    mats[seat] = card_gained(mats[seat], event.card)
    return replace(
        state,
        mats=tuple(mats),
        deck=deck - 1 if deck else 0,
        pool=state.pool.replace(event.card, "", 1),
        now=later[0],
        later=later[1:],
    )


def _deck_shuffled(state: State, event: DeckShuffled) -> State:
    shuffled = replace(state, deck=state.deck + len(state.discard), discard="")
    return replace(shuffled, pool=unseen(shuffled))


def _activation_ended(state: State, event: ActivationEnded) -> State:
    later = state.later
    return replace(state, now=later[0], later=later[1:])


def _without_disc(state: State, street: str, place: int) -> list[str]:
    """The stacks without the disc at ``place`` (0 the bottom) of a street."""
    stacks = [*state.stacks]
    index = STREET_INDEX[street]
    stack = stacks[index]
    stacks[index] = stack[:place] + stack[place + 1 :]
    return stacks


def _seated(state: State, seat: int, tile: str) -> dict[str, Any]:
    """The changes that give a seat on a tile, which is scored next."""
    place = state.setup.council.index(tile)
    council = state.council[:place] + SEATS[seat] + state.council[place + 1 :]
    return {"council": council, "seats": state.seats + SEATS[seat], "now": Scoring(tile)}


def _seat_taken(state: State, event: SeatTaken) -> State:
    return replace(state, stacks=tuple(_without_disc(state, event.street, 0)), **_seated(state, event.seat, event.tile))


def _disc_promoted(state: State, event: DiscPromoted) -> State:
    mat = state.mats[event.seat]
    mat = replace(mat, coloured=mat.coloured - 1, white=mat.white + 1)
    return replace(
        state,
        stacks=tuple(_without_disc(state, event.street, 0)),
        mats=with_mat(state.mats, event.seat, mat),
        **_seated(state, event.seat, event.tile),
    )


def _disc_taken_back(state: State, event: DiscTakenBack) -> State:
    stacks = _without_disc(state, event.street, 0)
    index = STREET_INDEX[event.source]
    stack = stacks[index]
    place = len(stack) - event.depth
    stacks[index] = stack[:place] + stack[place + 1 :] + WHITE
    return replace(state, stacks=tuple(stacks), **_seated(state, event.seat, event.tile))


def _disc_removed(state: State, event: DiscRemoved) -> State:
    """Without a free tile the turn goes on; otherwise the next tile is scored with nobody's seat (R6.3, R7.2)."""
    stacks = tuple(_without_disc(state, event.street, 0))
    tiles = free_tiles(state)
    if tiles:
        return replace(state, stacks=stacks, now=Scoring(tiles[0]))
    return _proceed(state, stacks=stacks)


def _paid(state: State, points: tuple[int, ...]) -> tuple[Mat, ...]:
    return tuple(
        [replace(mat, points=mat.points + won) if won else mat for mat, won in zip(state.mats, points, strict=True)]
    )


def _tile_scored(state: State, event: TileScored) -> State:
    place = state.setup.council.index(event.tile)
    council = state.council
    if council[place] == ".":
        council = council[:place] + "x" + council[place + 1 :]
    return _proceed(state, mats=_paid(state, event.points), council=council)


def _turn_ended(state: State, event: TurnEnded) -> State:
    seat = next_seat(state)
    if seat is None or ends_by_tiles(state):
        return replace(state, now=_END_CHECK, later=())
    return replace(state, turn=state.turn + 1, active=seat, now=Placing(seat), later=())


def _end_reached(state: State, event: EndReached) -> State:
    frames = (*(Scoring(tile) for tile in free_tiles(state)), *reveal_frames(state), Finale(0))
    return replace(state, now=frames[0], later=frames[1:])


def _influence_revealed(state: State, event: InfluenceRevealed) -> State:
    if event.seat == GAME:
        place = state.by_board.index(UNKNOWN)
        by_board = (*state.by_board[:place], event.card, *state.by_board[place + 1 :])
        return _proceed(state, by_board=by_board)
    mat = state.mats[event.seat]
    mat = replace(mat, kept=mat.kept[1:], shown=(*mat.shown, event.card))
    return _proceed(state, mats=with_mat(state.mats, event.seat, mat))


def _influence_scored(state: State, event: InfluenceScored) -> State:
    assert type(state.now) is Finale
    return replace(state, mats=_paid(state, event.points), now=Finale(state.now.index + 1))


def _game_ended(state: State, event: GameEnded) -> State:
    return replace(state, now=Over(event.winners, event.by), later=())


def _went_unrecorded(state: State, event: WentUnrecorded) -> State:
    """A missed turn still used up a disc, coloured as long as there is one; a missed activation is over.

    Where a disc was to be taken back (R6.3) the event that follows says what became of the white one.
    """
    now = state.now
    if type(now) is Placing:
        mat = state.mats[now.seat]
        if mat.coloured:
            mat = replace(mat, coloured=mat.coloured - 1)
        elif mat.white:
            mat = replace(mat, white=mat.white - 1)
        return replace(state, mats=with_mat(state.mats, now.seat, mat), now=_TURN_END, later=())
    return state if type(now) is Bottom else _proceed(state)


def _part_observed(state: State, event: PartObserved) -> State:
    """What was seen stands, and the turn goes on from the stack as it is now.

    A duty of R4.2 falls away, since nothing that could fulfil it may be left.
    """
    state = apply_observation(state, event.part, event.value)
    drawing = (state.now,) if type(state.now) is Drawing else ()
    now = state.later[0] if drawing else state.now
    if not isinstance(now, Activation | Bottom):
        return state
    rest = _rest_of_turn(state.setup.city, now.street, state.stacks[STREET_INDEX[now.street]], state.active)
    if isinstance(now, Activation):
        deeper = [frame for frame in rest if type(frame) is not Due or frame.depth > now.depth]
        frames = (*drawing, replace(now, duty=0), *deeper)
    else:
        frames = tuple(frame for frame in rest if type(frame) is not Due)
    return replace(state, now=frames[0], later=frames[1:])


ARMS: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    InfluenceDealt: _influence_dealt,
    InfluenceTurnedUp: _influence_turned_up,
    InfluenceKept: _influence_kept,
    CardDrafted: _card_drafted,
    DiscPlaced: _disc_placed,
    DiscActivated: _disc_activated,
    ActionDone: _action_done,
    ActionWaived: _action_waived,
    ActionImpossible: _action_impossible,
    CardPlayed: _card_played,
    ActivationEnded: _activation_ended,
    CardDrawn: _card_drawn,
    DeckShuffled: _deck_shuffled,
    SeatTaken: _seat_taken,
    DiscPromoted: _disc_promoted,
    DiscTakenBack: _disc_taken_back,
    DiscRemoved: _disc_removed,
    TileScored: _tile_scored,
    TurnEnded: _turn_ended,
    EndReached: _end_reached,
    InfluenceRevealed: _influence_revealed,
    InfluenceScored: _influence_scored,
    GameEnded: _game_ended,
    WentUnrecorded: _went_unrecorded,
    PartObserved: _part_observed,
}
