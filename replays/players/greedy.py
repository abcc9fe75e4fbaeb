"""What a player is, and the one that leaves everything to chance."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from calimala_es.board import STREET_INDEX, street_actions
from calimala_es.commands import (
    ActivateWhiteDisc,
    ChooseStart,
    ChooseTile,
    Command,
    DeclineOffer,
    DiscardCard,
    DoAction,
    DraftCard,
    KeepInfluence,
    MoveCube,
    OpenInfluence,
    PlaceDisc,
    PlayCard,
    SkipAction,
)
from calimala_es.components import (
    COLOURED,
    EMPEROR,
    IDLE_SUPPORT,
    IDLE_SUPPORT_CARDS,
    INTRIGUE,
    ROW_INDEX,
    UNKNOWN,
    WHITE,
    Tile,
)
from calimala_es.editions import BY_ACTIVATION
from calimala_es.frames import ActionOffer, Activation, CardDiscard
from calimala_es.options import BUILDING_CODES
from calimala_es.scoring import next_tile, score_place, tile_rows
from calimala_es.state import SEAT_OF, State
from replays.players.outlook import CARD_PRICES, CARD_VALUE, Outlook

Player = Callable[[State, Sequence[Command], Random], Command]
"""A function that chooses one of the legal decisions in a state in which the player must act."""


def play_random(state: State, options: Sequence[Command], random: Random) -> Command:
    """Return any decision, all equally likely; known cards are never left unnamed.

    >>> from calimala_es.deck import chance_command
    >>> from calimala_es.game import play
    >>> from calimala_es.initial import shuffled_setup
    >>> from calimala_es.legal import legal
    >>> random = Random(7)
    >>> game = play(shuffled_setup("bry", random))
    >>> state = game.state
    >>> play_random(state, legal(state), random) in legal(state)
    True
    """
    known = options[:-1] if len(options) > 1 and getattr(options[-1], "card", "") == UNKNOWN else options
    return known[int(random.random() * len(known))]


# The player that looks for points: it judges every decision by the points that it is likely to bring soon.

RIVALRY: Final = 0.3
"""How much a gain of somebody else counts against a placement that gives it."""

THIRD_RIVALRY: Final = 0.1
"""The same of a gain of the third party, which cannot win."""

WHITE_GAIN: Final = 1.55
WHITE_COST: Final = 0.5
"""How much more a white disc brings on its street, and what it is worth to keep it."""

SEAT_VALUE: Final = 0.8
NOISE: Final = 0.05
"""A seat in the council; and how far near-equal decisions are drawn by lot."""

LASTING: Final = 1.0
"""What a coloured disc brings later, when others place discs on it, beside one that is never activated again."""


def play_greedy(state: State, options: Sequence[Command], random: Random) -> Command:
    """Return the decision that seems to bring most points soon; ties are broken at random.

    >>> from calimala_es.deck import chance_command, is_chance
    >>> from calimala_es.game import play
    >>> from calimala_es.initial import shuffled_setup
    >>> from calimala_es.legal import legal
    >>> random = Random(7)
    >>> game = play(shuffled_setup("bry", random))
    >>> while is_chance(game.state):
    ...     game = game.added(play(game.state, [chance_command(game.state, random)]).moves)
    >>> play_greedy(game.state, legal(game.state), random)
    KeepInfluence(card='PAL')
    """
    if len(options) == 1 or type(options[0]) not in _JUDGES:
        return play_random(state, options, random)
    seat = state.actor or 0
    outlooks = [Outlook(state, other, is_own=other == seat) for other in range(len(state.mats))]
    judged = [(_judge(outlooks, seat, option) + NOISE * random.random(), option) for option in options]
    return max(judged, key=lambda pair: pair[0])[1]


def _judge(outlooks: Sequence[Outlook], seat: int, command: Command) -> float:
    judge = _JUDGES.get(type(command))
    return judge(outlooks, seat, command) if judge else 0.0


# In an activation, and the intrigue action.


def _judge_act(outlooks: Sequence[Outlook], seat: int, command: DoAction) -> float:
    return outlooks[seat].value(command.action, command.option)


def _judge_card(outlooks: Sequence[Outlook], seat: int, command: PlayCard) -> float:
    outlook = outlooks[seat]
    return outlook.value(command.action, command.option) - outlook.card(UNKNOWN)


def _judge_skip(outlooks: Sequence[Outlook], seat: int, command: SkipAction) -> float:
    """Judge a skip: an impossible action may bring a card; a possible one is skipped only to avoid a loss."""
    outlook = outlooks[seat]
    if command.action == INTRIGUE:
        return 0.0
    if outlook.can(command.action):
        return -0.2
    now = outlook.state.now
    brings_card = outlook.state.setup.ruleset.settings.compensation_scope != BY_ACTIVATION or (
        type(now) is Activation and now.all_impossible and len(now.pending) == 1
    )
    return CARD_VALUE * outlook.time if brings_card else -0.1


# Placements.


def _judge_place(outlooks: Sequence[Outlook], seat: int, command: PlaceDisc) -> float:
    """Judge a placement: its own activations and the intrigue action, less a share of what others get."""
    own, state = outlooks[seat], outlooks[seat].state
    place = STREET_INDEX[command.street]
    pair, stack = street_actions(state.setup.city)[command.street], state.stacks[place]
    third = state.setup.third_mark
    answers = bool(third) and (third in stack or command.disc not in COLOURED + WHITE)
    value = _activated(outlooks, seat, seat, pair, answers=answers)
    if command.disc == WHITE:
        value = value * WHITE_GAIN - WHITE_COST
    elif command.disc == IDLE_SUPPORT:
        value = IDLE_SUPPORT_CARDS * CARD_VALUE
    if command.disc in COLOURED + WHITE:
        value += sum(
            _activated(outlooks, seat, SEAT_OF[disc], pair, answers=answers)
            for disc in stack[:-3:-1]
            if disc in SEAT_OF and disc != third
        )
    if third and command.disc == COLOURED:
        value += LASTING * own.time
    if state.setup.intrigue:
        value += own.scheme(state.setup.intrigue[place])
    if len(stack) == 3:
        value += SEAT_VALUE if stack[0] in {str(seat), WHITE} else -RIVALRY * SEAT_VALUE
    return value


def _activated(outlooks: Sequence[Outlook], seat: int, owner: int, pair: str, *, answers: bool) -> float:
    """Return what an activation of ``owner`` is worth to ``seat``, with the third party's response."""
    found = [outlooks[owner].best(action) for action in pair]
    gain = sum(value for value, _ in found)
    value = gain if owner == seat else -RIVALRY * gain
    if answers:
        rows = {row for _, rows in found for row in rows}
        value -= THIRD_RIVALRY * sum(outlooks[-1].cubes[row] for row in rows)
    return value


# Cards.


def _judge_draft(outlooks: Sequence[Outlook], seat: int, command: DraftCard) -> float:
    return CARD_PRICES.get(command.card, 0.0)


def _judge_influence(outlooks: Sequence[Outlook], seat: int, command: KeepInfluence | OpenInfluence) -> float:
    """Judge a card to choose; an unknown card is never chosen if one is known."""
    return -1.0 if command.card == UNKNOWN else 0.0


def _judge_discard(outlooks: Sequence[Outlook], seat: int, command: DiscardCard) -> float:
    """Judge a discard: for a step on the faction track, or the worse of two cards (R10.5, R11.Scali)."""
    outlook = outlooks[seat]
    now = outlook.state.now
    gained = outlook.step(now.step) if type(now) is CardDiscard else 0.0
    return gained - outlook.card(command.card)


# Families.


def _judge_decline(outlooks: Sequence[Outlook], seat: int, command: DeclineOffer) -> float:
    """Judge declining an offer: nothing is lost; instead of Spini's action a card is drawn."""
    outlook = outlooks[seat]
    return outlook.card(UNKNOWN) if type(outlook.state.now) is ActionOffer else 0.0


def _judge_start(outlooks: Sequence[Outlook], seat: int, command: ChooseStart) -> float:
    """Judge a start: a cube in the best row, or the better side of the faction track."""
    outlook, choice = outlooks[seat], command.choice
    if len(choice) < 2:
        return outlook.step(-1 if choice == "K" else 1)
    row = f"{BUILDING_CODES[choice[1]]}.A" if choice[0] == "A" else f"{EMPEROR}.{choice[1]}"
    return outlook.cubes[ROW_INDEX[row]]


def _judge_move(outlooks: Sequence[Outlook], seat: int, command: MoveCube) -> float:
    outlook = outlooks[seat]
    return outlook.cubes[ROW_INDEX[command.target]] - outlook.taken[ROW_INDEX[command.source]]


def _judge_tile(outlooks: Sequence[Outlook], seat: int, command: ChooseTile) -> float:
    """Judge a tile: it is scored first if the lead there is bigger than on the next one (R11.Cerchi)."""
    state = outlooks[seat].state
    other = next_tile(state)
    return _lead(state, seat, command.tile) - (_lead(state, seat, other) if other else 0.0)


def _lead(state: State, seat: int, tile: Tile) -> float:
    """Return how many points more than the average of the others a scoring would bring now."""
    points = score_place(state, tile, tile_rows(state.setup, tile), state.setup.edition.tile_points).points
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def _judge_white(outlooks: Sequence[Outlook], seat: int, command: ActivateWhiteDisc) -> float:
    """Judge the use of a white disc: actions of one's own at no cost."""
    return 1.0


_JUDGES: Final[Mapping[type[Command], Callable[..., float]]] = {
    DoAction: _judge_act,
    PlayCard: _judge_card,
    SkipAction: _judge_skip,
    PlaceDisc: _judge_place,
    DraftCard: _judge_draft,
    KeepInfluence: _judge_influence,
    OpenInfluence: _judge_influence,
    DiscardCard: _judge_discard,
    DeclineOffer: _judge_decline,
    ChooseStart: _judge_start,
    MoveCube: _judge_move,
    ChooseTile: _judge_tile,
    ActivateWhiteDisc: _judge_white,
}
