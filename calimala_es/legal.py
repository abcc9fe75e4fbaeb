"""The commands that may come now: every one that ``decide`` would accept, in one fixed order.

The order belongs to the rules version, since a share code is made of places in it. Within an activation: the actions
still pending (their options as in ``reach.ACTION_OPTIONS``), leaving one of them undone, cards in the order
of ``ACTIONS``, ending. In a placement: the streets in the order of ``STREETS``, a coloured disc before a white one,
then the support discs. An offer comes before declining it. Elsewhere known cards in the order of the box before the
unknown one. ``MarkMissed`` and ``ObservePart``, which are not part of the game, are not listed.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar

from calimala_es.board import STREET_INDEX, STREETS, street_actions
from calimala_es.commands import (
    ActivateWhiteDisc,
    ChooseStart,
    ChooseTile,
    Command,
    DealInfluence,
    DeclineOffer,
    DiscardCard,
    DoAction,
    DraftCard,
    DrawCard,
    EndActivation,
    KeepInfluence,
    MoveCube,
    OpenInfluence,
    PlaceDisc,
    PlayCard,
    RevealInfluence,
    SkipAction,
    TakeDiscBack,
    TurnUpInfluence,
)
from calimala_es.components import (
    ACTIONS,
    ALL_ROWS,
    COLOURED,
    DISC_KINDS,
    INTRIGUE,
    SEATS,
    UNKNOWN,
    WHITE,
    Action,
    Actions,
    Row,
    Street,
    to_action,
    to_card,
)
from calimala_es.consequences import CONSEQUENCES, start_choices
from calimala_es.deck import dealt_to_each, possible_deals, possible_influence, possible_reveals
from calimala_es.duty import (
    can_meet_duty_after_play,
    can_meet_duty_after_skip,
    can_meet_duty_below,
    is_unjudged,
    offered_actions,
    support_placements,
)
from calimala_es.events import ActionDone, CubeMoved
from calimala_es.frames import (
    ActionOffer,
    Activation,
    CardDiscard,
    CardDraft,
    CardDraw,
    CardOffer,
    DiscOffer,
    FamilyStart,
    Frame,
    InfluenceChoice,
    InfluenceDeal,
    InfluenceOpening,
    InfluenceReveal,
    InfluenceTurnUp,
    IntrigueChoice,
    KeepOneCard,
    MoveOffer,
    Placement,
    Promotion,
    TileOffer,
)
from calimala_es.options import Answers
from calimala_es.reach import ACTION_OPTIONS, RELEVANT, mat_mask, possible_options
from calimala_es.state import Mat, State, has_free_cell, holds, own_discs

Commands = tuple[Command, ...]


def legal(state: State) -> Commands:
    """Return the commands that may come now; none when the game is over, or while it goes on by itself.

    >>> from calimala_es import Setup, initial
    >>> legal(initial(Setup("bry", "WBMUCAVTS")))[0]
    DealInfluence(cards=('BAR', 'LIS', 'LON'))
    """
    now = state.now
    return _LISTINGS[type(now)](state, now) if type(now) in _LISTINGS else ()


_ActionCommand = TypeVar("_ActionCommand", DoAction, PlayCard)


def _ready(action: Action, command: type[_ActionCommand]) -> Answers[int, tuple[_ActionCommand, ...]]:
    """Return commands for every option that a mask allows."""
    return Answers(lambda mask: tuple(command(action, option) for option in possible_options(action, mask)))


_ACTS: Final = {action: (RELEVANT[action], _ready(to_action(action), DoAction)) for action in ACTION_OPTIONS}
_PLAYS: Final = {action: (RELEVANT[action], _ready(to_action(action), PlayCard)) for action in ACTIONS}
_SKIPS: Final = Answers[Actions, tuple[SkipAction, ...]](
    lambda pending: tuple(SkipAction(to_action(action)) for action in dict.fromkeys(pending))
)
"""Leaving each of the pending actions undone."""
_DISCARDS: Final = {card: DiscardCard(to_card(card)) for card in ACTIONS}
_DECLINE: Final = (DeclineOffer(),)
_DRAWS: Final = {card: DrawCard(to_card(card)) for card in ACTIONS + UNKNOWN}
_END: Final = (EndActivation(),)


def _activation(state: State, now: Activation) -> Commands:
    mat = state.mats[now.seat]
    mask = state.free_cells | mat_mask(mat)
    plays = possible_plays(state, mat, mask) if mat.open or mat.secret or mat.unknown else ()
    if now.duty and plays:
        plays = [play for play in plays if can_meet_duty_after_play(state, now, mask, play.action, play.option)]
    if not now.pending:
        return (*plays, *_END)
    acts: list[Command] = []
    skips = _SKIPS[now.pending]
    for skip in skips:
        relevant, ready = _ACTS[skip.action]
        acts += ready[mask & relevant]
    if now.duty:
        left = (
            *acts,
            *[skip for skip in skips if can_meet_duty_after_skip(state, now, mat, mask, skip.action)],
            *plays,
        )
        return left or skips
    return (*acts, *skips, *plays)


def possible_plays(state: State, mat: Mat, mask: int) -> Sequence[PlayCard]:
    """Return the cards that the hand has or may have, in all options that are possible.

    ``mask`` is ``State.free_cells | mat_mask(mat)``.
    """
    cards = mat.open + mat.secret
    if mat.unknown > 0:
        cards += state.pool
    plays: list[PlayCard] = []
    for card, (relevant, ready) in _PLAYS.items():
        if card in cards:
            plays += ready[mask & relevant]
    return plays


@lru_cache(maxsize=1 << 16)
def _placements(city: str, open_actions: str, discs: str) -> Commands:
    """Return the placements on every street that has one of these actions."""
    streets: list[Street] = [
        street for street, pair in street_actions(city).items() if pair[0] in open_actions or pair[1] in open_actions
    ]
    return tuple(PlaceDisc(street, disc) for street in streets for disc in DISC_KINDS if disc in discs)


def _placement(state: State, now: Placement) -> Commands:
    """List placements; unknown cards open no street while known ones and the board open none (R4.2)."""
    mat = state.mats[now.seat]
    mask = state.free_cells | mat_mask(mat)
    actions = ACTIONS if is_unjudged(state) else offered_actions(state, mat, mask) or ACTIONS
    discs = COLOURED * bool(mat.coloured) + WHITE * bool(mat.white)
    placements = _placements(state.setup.city, actions, discs)
    if not mat.support:
        return placements
    return (*placements, *[PlaceDisc(street, disc) for street, disc in support_placements(state, mat)])


def _card_draw(state: State, now: CardDraw) -> Commands:
    pool = state.pool
    return (*[_DRAWS[card] for card in ACTIONS if card in pool], _DRAWS[UNKNOWN])


def _promotion(state: State, now: Promotion) -> Commands:
    """List nothing where the disc proceeds by itself: its own player's, or where no tile is left (R7.2)."""
    if CONSEQUENCES[Promotion](state, now) is not None:
        return ()
    return tuple(
        TakeDiscBack(street, depth)
        for street in STREETS
        for depth in own_discs(state.stacks[STREET_INDEX[street]], str(now.seat))
    )


def _acts(state: State, seat: int, actions: Actions) -> list[DoAction]:
    """Return all possible options of these actions."""
    mask = state.free_cells | mat_mask(state.mats[seat])
    return [act for action in actions for act in _ACTS[action][1][mask & _ACTS[action][0]]]


def _intrigue_choice(state: State, now: IntrigueChoice) -> Commands:
    return (*_acts(state, now.seat, now.pending), *_SKIPS[INTRIGUE])


def _card_discard(state: State, now: CardDiscard) -> Commands:
    mat = state.mats[now.seat]
    return (*[discard for card, discard in _DISCARDS.items() if holds(state, mat, card)], *_DECLINE)


def _keep_one_card(state: State, now: KeepOneCard) -> Commands:
    cards = discardable(state, now)
    return tuple([discard for card, discard in _DISCARDS.items() if card in cards])


def _card_offer(state: State, now: CardOffer) -> Commands:
    mat = state.mats[now.seat]
    mask = state.free_cells | mat_mask(mat)
    return (*possible_plays(state, mat, mask), *_DECLINE)


def _action_offer(state: State, now: ActionOffer) -> Commands:
    acts = _acts(state, now.seat, now.actions)
    return (
        *[act for act in acts if can_meet_duty_below(state, ActionDone(now.seat, act.action, act.option))],
        *_DECLINE,
    )


def _move_offer(state: State, now: MoveOffer) -> Commands:
    moves = [MoveCube(source, target) for source, target in cube_moves(state, now)]
    left = [move for move in moves if can_meet_duty_below(state, CubeMoved(now.seat, move.source, move.target))]
    return (*left, *_DECLINE)


def _tile_offer(state: State, now: TileOffer) -> Commands:
    return (ChooseTile(now.tile), *_DECLINE)


def _disc_offer(state: State, now: DiscOffer) -> Commands:
    return (ActivateWhiteDisc(), *_DECLINE)


def _influence_opening(state: State, now: InfluenceOpening) -> Commands:
    return tuple(OpenInfluence(card) for card in possible_influence(state, now.seat))


def _family_start(state: State, now: FamilyStart) -> Commands:
    return tuple(ChooseStart(choice) for choice in start_choices(state, now.seat))


def _influence_deal(state: State, now: InfluenceDeal) -> Commands:
    return tuple(DealInfluence(cards) for cards in possible_deals(state, dealt_to_each(state)))


def _influence_turn_up(state: State, now: InfluenceTurnUp) -> Commands:
    return tuple(TurnUpInfluence(cards[0] if cards else UNKNOWN) for cards in possible_deals(state, 1))


def _influence_choice(state: State, now: InfluenceChoice) -> Commands:
    return tuple(KeepInfluence(card) for card in possible_influence(state, now.seat))


def _card_draft(state: State, now: CardDraft) -> Commands:
    return tuple(DraftCard(to_card(card)) for card in state.laid_out)


def _influence_reveal(state: State, now: InfluenceReveal) -> Commands:
    return tuple(RevealInfluence(card) for card in possible_reveals(state))


_LISTINGS: Final[dict[type[Frame], Callable[[State, Any], Commands]]] = {
    InfluenceDeal: _influence_deal,
    InfluenceTurnUp: _influence_turn_up,
    InfluenceChoice: _influence_choice,
    CardDraft: _card_draft,
    Placement: _placement,
    Activation: _activation,
    CardDraw: _card_draw,
    Promotion: _promotion,
    InfluenceReveal: _influence_reveal,
    InfluenceOpening: _influence_opening,
    FamilyStart: _family_start,
    IntrigueChoice: _intrigue_choice,
    CardDiscard: _card_discard,
    KeepOneCard: _keep_one_card,
    CardOffer: _card_offer,
    ActionOffer: _action_offer,
    MoveOffer: _move_offer,
    TileOffer: _tile_offer,
    DiscOffer: _disc_offer,
}


def discardable(state: State, now: KeepOneCard) -> str:
    """Return the cards that may be the discarded one of those drawn; any where more were seen than there are."""
    known = now.drawn.replace(UNKNOWN, "")
    cards = known + (state.pool or ACTIONS) if known != now.drawn else known
    return "".join(sorted({*cards}))


def cube_moves(state: State, now: MoveOffer) -> list[tuple[Row, Row]]:
    """Return the rows that a cube may leave and reach; rows may have been observed since the offer was made."""
    sources = [row for row in now.sources if SEATS[now.seat] in state.rows[row]]
    targets = [row for row in now.targets if has_free_cell(state, row)]
    return [(ALL_ROWS[source], ALL_ROWS[target]) for source in sources for target in targets if source != target]
