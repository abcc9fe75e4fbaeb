"""What placements, activations, actions and cards change (sections 4 and 5, R8.4 to R8.7, R10.1)."""

from functools import partial
from typing import Final

from msgspec.structs import replace

from calimala_es.agenda import (
    ALL_IMPOSSIBLE,
    DRAWS,
    after_cubes,
    compensation_frames,
    draw_frames,
    interrupt,
    proceed,
    rest_of_turn,
)
from calimala_es.board import STREET_INDEX, street_actions
from calimala_es.components import (
    COLOURED,
    IDLE_SUPPORT,
    IDLE_SUPPORT_CARDS,
    ROW_INDEX,
    SEATS,
    UNKNOWN,
    WHITE,
    ActionCards,
    Actions,
    Stack,
)
from calimala_es.deck import with_pool
from calimala_es.editions import BY_ACTIVATION, EDITIONS
from calimala_es.events import (
    ActionDone,
    ActionImpossible,
    ActionWaived,
    ActivationEnded,
    CardDrawn,
    CardPlayed,
    DeckShuffled,
    DiscActivated,
    DiscPlaced,
    ThirdPartyActed,
)
from calimala_es.frames import (
    ActionOffer,
    Activation,
    ActivationDue,
    Agenda,
    CardDiscard,
    Frame,
    Frames,
    KeepOneCard,
    ThirdPartyAnswer,
)
from calimala_es.options import TOWARDS, ActionOption, Answers, pooled
from calimala_es.reach import ACTION_OPTIONS
from calimala_es.scoring import can_step
from calimala_es.state import Mat, State, agenda_of, card_added, cubes_added, frames_of, hand_without, with_cubes


def disc_placed(state: State, event: DiscPlaced) -> State:
    """Put a disc of the supply on top; a support disc is the third party's from then on."""
    mats, stacks, actions, all_impossible, later = _placed(state, event)
    due = ActivationDue(event.seat, event.street, 1, actions, event.duty, all_impossible)
    return replace(state, now=due, later=later, mats=mats, stacks=stacks)


def placed_and_activated(state: State, event: DiscPlaced) -> tuple[tuple[DiscPlaced | DiscActivated, ...], State]:
    """Put a disc on top and begin its activation in one go, but for one that begins later (R8.4)."""
    if event.disc == IDLE_SUPPORT:
        return (event,), disc_placed(state, event)
    mats, stacks, actions, all_impossible, later = _placed(state, event)
    seat, street = event.seat, event.street
    activation = Activation(seat, street, 1, actions, event.duty, all_impossible)
    begun = DiscActivated(seat, street, 1, actions)
    return (event, begun), replace(state, now=activation, later=later, mats=mats, stacks=stacks)


def _placed(state: State, event: DiscPlaced) -> tuple[tuple[Mat, ...], tuple[Stack, ...], Actions, int, Agenda]:
    """Return what a placement changes, the mats and the stacks; the actions and ``all_impossible`` of the disc's
    activation, and what follows it.
    """
    seat, street = event.seat, event.street
    setup, place = state.setup, STREET_INDEX[street]
    stacks, mats = [*state.stacks], [*state.mats]
    mat = mats[seat]
    pending = actions = street_actions(setup.city)[street]
    if event.disc == COLOURED:
        mats[seat] = replace(mat, coloured=mat.coloured - 1)
        disc = SEATS[seat]
    elif event.disc == WHITE:
        mats[seat] = replace(mat, white=mat.white - 1)
        disc, pending = WHITE, actions[0] * 2 + actions[1] * 2
    else:
        mats[seat] = replace(mat, support=mat.support - 1)
        disc, pending = setup.third_mark, "" if event.disc == IDLE_SUPPORT else actions
    stacks[place] = stack = stacks[place] + disc
    all_impossible = ALL_IMPOSSIBLE[setup.ruleset.settings.compensation_scope]
    rest = rest_of_turn(state, seat, street, stack, actions, all_impossible)
    return tuple(mats), tuple(stacks), pending, all_impossible, rest


def disc_activated(state: State, event: DiscActivated) -> State:
    """Begin the activation; without actions it is that of R8.4, in which cards come instead."""
    due = state.now
    if type(due) is ActivationDue:
        activation = Activation(event.seat, event.street, event.depth, event.actions, due.duty, due.all_impossible)
    else:
        activation = Activation(event.seat, event.street, event.depth, event.actions)
    return replace(state, now=activation) if event.actions else drawn_instead(state, activation)


def drawn_instead(state: State, activation: Activation) -> State:
    """Let cards come instead of the actions of an activation, then its cards from hand (R8.4)."""
    draws = draw_frames(state, activation.seat, IDLE_SUPPORT_CARDS)
    holds = bool(draws or state.mats[activation.seat].hand_size)
    return interrupt(state, (*draws, activation) if holds else draws)


LEFT: Final = Answers[Actions, dict[str, Actions]](
    lambda pending: {action: pending.replace(action, "", 1) for action in pending}
)
"""What is left of an activation's pending actions when one of them is settled: by all of them, and by it."""

_WITH_SETTINGS: Final = frozenset(name for name, edition in EDITIONS.items() if edition.has_settings)
"""The editions in which it is a question of settings whether a card is due (R9.3)."""

_POOLED: Final = frozenset(name for name, edition in EDITIONS.items() if edition.is_cloth_pooled)
"""The editions in which cloth is rearranged at any time, so that it is spread evenly (R5.8)."""


def action_done(state: State, event: ActionDone) -> State:
    """Put cubes on the board and change the mat; the duty of R4.2 is fulfilled."""
    return after_action(state, event.seat, event.action, ACTION_OPTIONS[event.action][event.option])


def after_action(state: State, seat: int, action: str, option: ActionOption) -> State:
    """Return the state after an action of which an option was done; ``decide`` has the option at hand."""
    active = state.now
    mats = [*state.mats]
    mat = mats[seat]
    built = option.built[mat.built]
    if option.moves_cloth and state.setup.ruleset.edition in _POOLED:
        built = pooled(built)
    mats[seat] = mat = replace(mat, stock=option.stock[mat.stock], built=built)
    if type(active) is not Activation:
        rows, free_cells = with_cubes(state, seat, option.rows)
        state = replace(state, mats=tuple(mats), rows=rows, free_cells=free_cells)
        return _done_elsewhere(state, seat, action, option)
    pending = LEFT[active.pending][action]
    now: Frame
    if pending or mat.open or mat.secret or mat.unknown:
        now, later = Activation(seat, active.street, active.depth, pending), state.later
    else:
        now, later = state.later
    if not option.rows:
        return replace(state, mats=tuple(mats), now=now, later=later)
    rows, free_cells = with_cubes(state, seat, option.rows)
    if mat.family or type(state.later[0]) is ThirdPartyAnswer:
        left = Activation(seat, active.street, active.depth, pending)
        return _after_cubes(replace(state, mats=tuple(mats), rows=rows, free_cells=free_cells), seat, option.rows, left)
    return replace(state, mats=tuple(mats), rows=rows, free_cells=free_cells, now=now, later=later)


def _after_cubes(state: State, seat: int, rows: tuple[int, ...], left: Activation) -> State:
    """Let the third party note rows that got a cube (R8.7), or offer to move a cube (R11.Bardi)."""
    mat, later = state.mats[seat], state.later
    answer, after = later
    if type(answer) is ThirdPartyAnswer:
        later = (ThirdPartyAnswer(answer.depth, tuple(dict.fromkeys((*answer.rows, *rows)))), after)
    if left.pending or mat.hand_size:
        later = (left, later)
    return interrupt(replace(state, later=later), after_cubes(state, seat, rows) if mat.family else ())


def _done_elsewhere(state: State, seat: int, action: str, option: ActionOption) -> State:
    """Go on after an intrigue action, or an action instead of a card (R10.5, R11.Spini)."""
    if type(state.now) is ActionOffer:
        return _after_offered(state, seat, option.rows)
    step = TOWARDS.get(action, 0)
    if state.mats[seat].hand_size and can_step(state, seat, step):
        return replace(state, now=CardDiscard(seat, step))
    now, later = state.later
    return replace(state, now=now, later=later)


def _after_offered(state: State, seat: int, rows: tuple[int, ...]) -> State:
    """Drop the card that would have come; an activation that has nothing left is over."""
    _, later = state.later
    left, after = later
    if type(left) is Activation and not left.pending and not state.mats[seat].hand_size:
        later = after
    return interrupt(replace(state, later=later), after_cubes(state, seat, rows) if rows else ())


def card_played(state: State, event: CardPlayed) -> State:
    """Put the card on the open pile, from the pool if it was not known in the hand, and do its action."""
    return after_card(state, event.seat, event.action, ACTION_OPTIONS[event.action][event.option])


def after_card(state: State, seat: int, card: str, option: ActionOption) -> State:
    """Return the state after a card was played for an option of its action; ``decide`` has the option at hand."""
    now: Frame = state.now
    later = state.later
    mats = [*state.mats]
    held = mats[seat]
    built = option.built[held.built]
    if option.moves_cloth and state.setup.ruleset.edition in _POOLED:
        built = pooled(built)
    shown, secret, unknown = hand_without(held, card)
    mats[seat] = replace(held, stock=option.stock[held.stock], built=built, open=shown, secret=secret, unknown=unknown)
    discard = card_added(state.discard, card)
    pool = state.pool if unknown == held.unknown else state.pool.replace(card, "", 1)
    active = now if type(now) is Activation else None
    if active is None or not (active.pending or shown or secret or unknown):
        now, later = later
    if not option.rows:
        return replace(state, mats=tuple(mats), discard=discard, pool=pool, now=now, later=later)
    rows, free_cells = with_cubes(state, seat, option.rows)
    played = replace(
        state, mats=tuple(mats), rows=rows, free_cells=free_cells, discard=discard, pool=pool, now=now, later=later
    )
    if active is not None and (held.family or type(state.later[0]) is ThirdPartyAnswer):
        return _after_cubes(replace(played, later=state.later), seat, option.rows, active)
    return played


def settled(state: State, now: Activation, pending: Actions, all_impossible: int) -> State:
    """Return the activation with only these pending actions, or what follows it if nothing is left in it."""
    mat = state.mats[now.seat]
    if pending or mat.open or mat.secret or mat.unknown:
        return replace(state, now=Activation(now.seat, now.street, now.depth, pending, now.duty, all_impossible))
    following, later = state.later
    return replace(state, now=following, later=later)


def action_waived(state: State, event: ActionWaived) -> State:
    """Drop a pending action, or the intrigue action."""
    now = state.now
    return settled(state, now, LEFT[now.pending][event.action], 0) if type(now) is Activation else proceed(state)


def action_impossible(state: State, event: ActionImpossible) -> State:
    """Bring a card if there is one: at once, or when a whole activation was impossible (R5.9, R9.3, R10.1)."""
    now = state.now
    if type(now) is not Activation:
        return interrupt(state, draw_frames(state, event.seat))
    return after_impossible(state, now, LEFT[now.pending][event.action])


def after_impossible(state: State, now: Activation, pending: Actions) -> State:
    """Return the state after one of the actions was impossible; ``pending`` are those that are left."""
    seat = now.seat
    left = Activation(seat, now.street, now.depth, pending, now.duty)
    rules = state.setup.ruleset
    if state.deck and rules.edition not in _WITH_SETTINGS:
        return replace(state, now=DRAWS[seat], later=(left, state.later))
    if rules.settings.compensation_scope == BY_ACTIVATION and (pending or not now.all_impossible):
        return settled(state, now, pending, now.all_impossible)
    draws, mark = compensation_frames(state, seat)
    if not draws:
        return settled(state, now, pending, now.all_impossible)
    return interrupt(replace(state, used=state.used + mark), (*draws, left))


def activation_ended(state: State, event: ActivationEnded) -> State:
    """Go on without more cards in this activation."""
    following, later = state.later
    return replace(state, now=following, later=later)


_WITH_CARD: Final = Answers[ActionCards, Answers[str, ActionCards]](lambda hand: Answers(partial(card_added, hand)))
"""A hand with one card more: by what is in it, and by the card."""


def card_drawn(state: State, event: CardDrawn) -> State:
    """Put a card into the hand; a player who chooses among several has them noted (R11.Scali)."""
    seat, deck, later = event.seat, state.deck, state.later
    mats = [*state.mats]
    mat = mats[seat]
    if event.card == UNKNOWN:
        mats[seat] = replace(mat, unknown=mat.unknown + 1)
    else:
        mats[seat] = replace(mat, secret=_WITH_CARD[mat.secret][event.card])
    if mat.family:
        later = agenda_of(_noting_drawn(frames_of(later), seat, event.card))
    now, later = later
    return replace(
        state,
        mats=tuple(mats),
        deck=deck - 1 if deck else 0,
        pool=state.pool.replace(event.card, "", 1),
        now=now,
        later=later,
    )


def _noting_drawn(frames: Frames, seat: int, card: str) -> Frames:
    """Return what follows with a card noted where a player keeps one of those drawn (R11.Scali)."""
    return tuple(
        [
            KeepOneCard(seat, frame.drawn + card) if type(frame) is KeepOneCard and place < 2 else frame
            for place, frame in enumerate(frames)
        ]
    )


def deck_shuffled(state: State, event: DeckShuffled) -> State:
    """Make the open pile the new deck."""
    return with_pool(replace(state, deck=state.deck + len(state.discard), discard=""))


def third_party_acted(state: State, event: ThirdPartyActed) -> State:
    """Put a cube of the third colour into each row (R8.7)."""
    return proceed(cubes_added(state, event.party, tuple(ROW_INDEX[row] for row in event.rows)))
