"""What turn 0 changes (R3.4, R3.5, R8.2, R11)."""

from msgspec.structs import replace

from calimala_es.agenda import draw_frames, interrupt, proceed
from calimala_es.events import (
    CardDrafted,
    FamilyStarted,
    InfluenceDealt,
    InfluenceKept,
    InfluenceOpened,
    InfluenceTurnedUp,
    PlayBegan,
)
from calimala_es.families import FAMILIES
from calimala_es.frames import CardDraft, Placement
from calimala_es.state import State, card_added, with_mat


def influence_dealt(state: State, event: InfluenceDealt) -> State:
    """Put the cards known to be dealt in front of the player."""
    mat = replace(state.mats[event.seat], dealt=event.cards)
    return proceed(replace(state, mats=with_mat(state.mats, event.seat, mat)))


def influence_turned_up(state: State, event: InfluenceTurnedUp) -> State:
    """Put a card by the board."""
    return proceed(replace(state, by_board=(*state.by_board, event.card)))


def influence_kept(state: State, event: InfluenceKept) -> State:
    """Let the player keep a card."""
    mat = state.mats[event.seat]
    return proceed(replace(state, mats=with_mat(state.mats, event.seat, replace(mat, kept=(*mat.kept, event.card)))))


def influence_opened(state: State, event: InfluenceOpened) -> State:
    """Put a player's card by the board (R8.2)."""
    return proceed(replace(state, by_board=(*state.by_board, event.card)))


def card_drafted(state: State, event: CardDrafted) -> State:
    """Take the starting card from those laid out; the last drafter's leftovers join the deck (R3.5)."""
    seat, card = event.seat, event.card
    mat = state.mats[seat]
    mats = with_mat(state.mats, seat, replace(mat, open=card_added(mat.open, card)))
    left = state.laid_out.replace(card, "", 1)
    pool = state.pool.replace(card, "", 1)
    return next_draft(replace(state, mats=mats, pool=pool, laid_out=left))


def next_draft(state: State) -> State:
    """Go on after a draft; after the last one the cards that nobody took join the deck."""
    following, later = state.later
    if type(following) is CardDraft:
        return replace(state, now=following, later=later)
    return replace(
        state,
        laid_out="",
        deck=state.deck + len(state.setup.edition.starting_cards) - state.setup.players,
        turn=1 if type(following) is Placement else 0,
        now=following,
        later=later,
    )


def family_started(state: State, event: FamilyStarted) -> State:
    """Carry out the start effect of a family, and the draws that come with it (R11)."""
    family = FAMILIES[state.mats[event.seat].family]
    after = family.begin(state, event.seat, event.choice)
    return interrupt(after, draw_frames(after, event.seat, family.start_draws))


def play_began(state: State, event: PlayBegan) -> State:
    """Go on to the first turn."""
    return proceed(replace(state, turn=1))
