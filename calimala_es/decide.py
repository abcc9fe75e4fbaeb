"""From a command to the events that follow, or to a refusal that names its rule.

One function a command in ``_DECIDERS`` checks it and gives its first events; one function a frame in ``_PROCEED``
gives the consequences that nobody decides, until somebody or chance has to. The checks agree with ``legal``: a command
is accepted if and only if ``legal`` lists it (``Missed`` and ``Observed``, which are no part of the game, are not).
"""

from collections.abc import Callable
from typing import Any, Final, NoReturn

from calimala_es.actions import WAYS, able, possible_ways
from calimala_es.board import STREET_INDEX, STREETS, street_actions, street_names
from calimala_es.commands import (
    Act,
    Command,
    DealInfluence,
    DraftCard,
    DrawCard,
    EndActivation,
    KeepInfluence,
    Missed,
    Observed,
    Place,
    PlayCard,
    RevealInfluence,
    Skip,
    TakeBack,
    TurnUpInfluence,
)
from calimala_es.components import (
    ACTION_WORDS,
    ACTIONS,
    COLOUR_WORDS,
    COLOURED,
    GAME,
    UNKNOWN,
    WHITE,
)
from calimala_es.council import next_tile, score_place
from calimala_es.editions import EDITIONS
from calimala_es.ending import end_reason, final_cards, result
from calimala_es.errors import IllegalCommandError
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
from calimala_es.evolve import ARMS, evolve
from calimala_es.observation import PARTS, part_exists, value_fits
from calimala_es.reach import held, reaches, within_reach
from calimala_es.secrets import keepable, may_be_dealt, revealable
from calimala_es.state import (
    SEAT_OF,
    Activation,
    Bottom,
    Dealing,
    Drafting,
    Drawing,
    Due,
    EndCheck,
    Finale,
    Frame,
    Keeping,
    Mat,
    Over,
    Placing,
    Revealing,
    Scoring,
    State,
    TurnEnd,
    TurningUp,
    own_discs,
)

FULL_DUTY: Final = 2
HIDDEN_DUTY: Final = 1
NO_DUTY: Final = 0
"""The values of ``events.DiscPlaced.duty``."""


def decide(state: State, command: Command) -> list[Event]:
    """The events that ``command`` leads to; raises ``IllegalCommandError`` if the rules refuse it."""
    return step(state, command)[0]


def step(state: State, command: Command) -> tuple[list[Event], State]:
    """The events that ``command`` leads to and the state after them; raises ``IllegalCommandError``."""
    events = _DECIDERS[type(command)](state, command)
    for event in events:
        state = ARMS[type(event)](state, event)
    while type(now := state.now) in _PROCEED:
        consequence = _PROCEED[type(now)](state, now)
        if consequence is None:
            break
        events.append(consequence)
        state = ARMS[type(consequence)](state, consequence)
    return events, state


# Checks that ``legal`` shares.


def hand_of(mat: Mat) -> str:
    """The cards of a hand that are known."""
    return mat.open + mat.secret


def playable(state: State, mat: Mat, card: str) -> bool:
    """Whether the hand holds this card, or an unknown one that may be it."""
    return card in mat.open or card in mat.secret or (mat.unknown > 0 and card in state.pool)


def placement_duty(state: State, mat: Mat, street: str) -> int | None:
    """The duty that a disc on this street brings, or ``None`` where R4.2 forbids it."""
    actions = street_actions(state.setup.city)[street]
    word = state.room | able(mat)
    for action in actions:
        if possible_ways(action, word):
            return FULL_DUTY
    hand = held(mat.open + mat.secret)
    if not any(reaches(action, word, hand) for action in actions):
        if not within_reach(word, hand):
            return NO_DUTY
        if not any(reaches(action, word, hand, mat.unknown, state.pool) for action in actions):
            return None
    return FULL_DUTY if not mat.secret or within_reach(word, held(mat.open)) else HIDDEN_DUTY


def leaves_duty_open(state: State, mat: Mat, word: int, pending: str) -> bool:
    """Whether one of ``pending`` can still be done as the duty of R4.2 asks, if need be after playing cards."""
    for action in pending:
        if possible_ways(action, word):
            return True
    hand = held(mat.open + mat.secret)
    return any(reaches(action, word, hand, mat.unknown, state.pool) for action in pending)


def skip_keeps_duty(state: State, now: Activation, mat: Mat, word: int, action: str) -> bool:
    """Whether leaving ``action`` undone still lets the duty of R4.2 be fulfilled."""
    return leaves_duty_open(state, mat, word, now.pending.replace(action, "", 1))


def play_keeps_duty(state: State, now: Activation, word: int, card: str, way: str) -> bool:
    """Whether playing a card in this way still lets the duty of R4.2 be fulfilled."""
    left = word & ~WAYS[card][way].spends
    for action in now.pending:
        if possible_ways(action, left):
            return True
    after = evolve(state, CardPlayed(now.seat, card, way))
    mat = after.mats[now.seat]
    return leaves_duty_open(after, mat, after.room | able(mat), now.pending)


# Words for refusals.


def colour_of(state: State, seat: int) -> str:
    """A seat's colour, in words."""
    return COLOUR_WORDS[state.setup.colours[seat]]


_WAITING: Final[dict[type[Frame], tuple[str, str]]] = {
    Dealing: ("R3.4", "the influence cards of {seat} are to be dealt"),
    TurningUp: ("R3.4", "an influence card is to be laid by the board"),
    Keeping: ("R3.4", "{seat} has to keep an influence card"),
    Drafting: ("R3.5", "{seat} has to take a starting card"),
    Placing: ("R4.1", "{seat} has to place a disc"),
    Activation: ("R4.3", "{seat} carries out {pending}"),
    Drawing: ("R5.9", "{seat} has to draw a card"),
    Bottom: ("R6.3", "{seat} has to take a disc back from a street"),
    Revealing: ("R7.3", "the influence card of {seat} is to be turned over"),
    Over: ("R7.4", "the game is over"),
}


def waiting_for(state: State) -> tuple[str, str]:
    """The rule that is at work now, and in words what is waited for."""
    now = state.now
    rule, words = _WAITING.get(type(now), ("R4", "the game goes on by itself"))
    seat = getattr(now, "seat", GAME)
    pending = ""
    if type(now) is Activation:
        todo = dict.fromkeys(now.pending)
        pending = " and ".join(ACTION_WORDS[action] for action in todo) or "hand cards, if any, and ends the activation"
    return rule, words.format(seat="the board" if seat == GAME else colour_of(state, seat), pending=pending)


def _refuse_now(state: State, command: Command) -> NoReturn:
    rule, words = waiting_for(state)
    raise IllegalCommandError(command, rule, f"this cannot come now: {words}")


def _frame_of(state: State, command: Command, frame: type[Any]) -> Any:
    if type(state.now) is not frame:
        _refuse_now(state, command)
    return state.now


# Turn 0.


def _deal(state: State, command: DealInfluence) -> list[Event]:
    now: Dealing = _frame_of(state, command, Dealing)
    edition = EDITIONS[state.setup.ruleset.edition]
    most = edition.dealt[len(state.mats)]
    if not may_be_dealt(state, command.cards, most):
        raise IllegalCommandError(
            command,
            "R3.4",
            f"{', '.join(command.cards)} cannot be dealt to {colour_of(state, now.seat)}",
            f"at most {most} different influence cards that are not known to lie elsewhere, in the order of the box",
        )
    return [InfluenceDealt(now.seat, command.cards)]


def _turn_up(state: State, command: TurnUpInfluence) -> list[Event]:
    _frame_of(state, command, TurningUp)
    if command.card != UNKNOWN and not may_be_dealt(state, (command.card,), 1):
        raise IllegalCommandError(
            command,
            "R3.4",
            f"{command.card} cannot lie by the board",
            "an influence card that is not known to have been dealt",
        )
    return [InfluenceTurnedUp(command.card)]


def _keep(state: State, command: KeepInfluence) -> list[Event]:
    now: Keeping = _frame_of(state, command, Keeping)
    cards = keepable(state, now.seat)
    if command.card not in cards:
        raise IllegalCommandError(
            command,
            "R3.4",
            f"{colour_of(state, now.seat)} cannot keep {command.card}",
            f"one of the cards dealt: {', '.join(cards)}",
        )
    return [InfluenceKept(now.seat, command.card)]


def _draft(state: State, command: DraftCard) -> list[Event]:
    now: Drafting = _frame_of(state, command, Drafting)
    if len(command.card) != 1 or command.card not in state.laid_out:
        raise IllegalCommandError(
            command,
            "R3.5",
            f"{command.card or 'nothing'} does not lie open for {colour_of(state, now.seat)}",
            f"one of {', '.join(state.laid_out)}; the draft is open, so it is always known",
        )
    return [CardDrafted(now.seat, command.card)]


# The turn.


def _place(state: State, command: Place) -> list[Event]:
    now = state.now
    if type(now) is not Placing:
        _refuse_now(state, command)
    mat = state.mats[now.seat]
    if command.street not in STREET_INDEX:
        raise IllegalCommandError(command, "R2.1", f"there is no street {command.street}", " ".join(STREETS))
    if command.disc not in (COLOURED, WHITE):
        raise IllegalCommandError(
            command, "R4.1", f"there is no disc {command.disc!r}", f"{COLOURED} a coloured one, {WHITE} a white one"
        )
    if not (mat.white if command.disc == WHITE else mat.coloured):
        raise IllegalCommandError(
            command,
            "R4.1",
            f"{colour_of(state, now.seat)} has no {'white' if command.disc == WHITE else 'coloured'} disc left",
            f"{mat.coloured} coloured and {mat.white} white discs are in the supply",
        )
    duty = placement_duty(state, mat, command.street)
    if duty is None:
        words = " nor ".join(ACTION_WORDS[action] for action in street_actions(state.setup.city)[command.street])
        raise IllegalCommandError(
            command,
            "R4.2",
            f"neither {words} is possible for {colour_of(state, now.seat)}, with cards of the hand or without",
            "open: " + (" ".join(_open_streets(state, mat)) or "none"),
        )
    return [DiscPlaced(now.seat, command.street, command.disc, duty)]


def _open_streets(state: State, mat: Mat) -> list[str]:
    names = street_names(state.setup.city)
    return [names[street] for street in STREETS if placement_duty(state, mat, street) is not None]


def _refuse_settled(state: State, command: Act | Skip) -> NoReturn:
    _frame_of(state, command, Activation)
    raise IllegalCommandError(
        command,
        "R4.3",
        f"{ACTION_WORDS.get(command.action, command.action)} is not among the actions still to be settled",
        waiting_for(state)[1],
    )


def _act(state: State, command: Act) -> list[Event]:
    now, action = state.now, command.action
    if type(now) is not Activation or action not in now.pending or action not in WAYS:
        _refuse_settled(state, command)
    way = WAYS[action].get(command.way)
    if way is None or way.needs & ~(state.room | able(state.mats[now.seat])):
        _refuse_way(state, command, now)
    return [ActionDone(now.seat, action, command.way)]


def _refuse_way(state: State, command: Act | PlayCard, now: Activation) -> NoReturn:
    ways = possible_ways(command.action, state.room | able(state.mats[now.seat]))
    word = ACTION_WORDS[command.action]
    seat = colour_of(state, now.seat)
    reason = f"{seat} cannot {word}" if word in _VERBS else f"{seat} cannot do {word}"
    raise IllegalCommandError(
        command,
        RULE_OF_ACTION[command.action],
        reason + (f" as {command.action}{command.way}" if command.way else " so"),
        "possible: " + " ".join(command.action + way for way in ways) if ways else f"{word} is impossible now",
    )


_VERBS: Final = ("build", "weave", "ship", "transport", "contribute")
RULE_OF_ACTION: Final = dict(
    zip(ACTIONS, ("R5.1", "R5.1", "R5.1", "R5.2", "R5.3", "R5.4", "R5.5", "R5.6", "R5.7"), strict=True)
)
"""The rule of section 5 that speaks of an action."""


def _skip(state: State, command: Skip) -> list[Event]:
    now, action = state.now, command.action
    if type(now) is not Activation or action not in now.pending or action not in WAYS:
        _refuse_settled(state, command)
    mat = state.mats[now.seat]
    word = state.room | able(mat)
    if now.duty and not skip_keeps_duty(state, now, mat, word, action):
        raise IllegalCommandError(
            command,
            "R4.2",
            f"{colour_of(state, now.seat)} has to do at least one action of the street just chosen",
            f"{ACTION_WORDS[action]} cannot be left out while nothing else would remain possible",
        )
    if possible_ways(action, word):
        return [ActionWaived(now.seat, action)]
    events: list[Event] = [ActionImpossible(now.seat, action)]
    if not state.deck and state.discard:
        events.append(DeckShuffled())
    return events


def _play(state: State, command: PlayCard) -> list[Event]:
    now = state.now
    if type(now) is not Activation:
        _refuse_now(state, command)
    mat = state.mats[now.seat]
    card = command.action
    if card not in ACTION_WORDS or not playable(state, mat, card):
        raise IllegalCommandError(
            command,
            "R5.10",
            f"{colour_of(state, now.seat)} holds no {ACTION_WORDS.get(card, card)} card",
            f"known in the hand: {' '.join(hand_of(mat)) or 'none'}, unknown: {mat.unknown}",
        )
    way = WAYS[card].get(command.way)
    word = state.room | able(mat)
    if way is None or way.needs & ~word:
        _refuse_way(state, command, now)
    if now.duty and not play_keeps_duty(state, now, word, card, command.way):
        raise IllegalCommandError(
            command,
            "R4.2",
            "after this card no action of the street just chosen would be possible, and one has to be done",
            "do one of the street's actions first",
        )
    return [CardPlayed(now.seat, card, command.way)]


def _end_activation(state: State, command: EndActivation) -> list[Event]:
    now = state.now
    if type(now) is not Activation:
        _refuse_now(state, command)
    if now.pending:
        raise IllegalCommandError(
            command,
            "R4.3",
            f"{waiting_for(state)[1]} first",
            "carry each out, or say that it is not done",
        )
    return [ActivationEnded(now.seat)]


def _draw(state: State, command: DrawCard) -> list[Event]:
    now = state.now
    if type(now) is not Drawing:
        _refuse_now(state, command)
    card = command.card
    if len(card) != 1 or (card not in state.pool and card != UNKNOWN):
        raise IllegalCommandError(
            command,
            "R2.3",
            f"no {ACTION_WORDS.get(card, card)} card can be drawn: all of them have been seen elsewhere",
            f"still to come: {' '.join(sorted({*state.pool}, key=ACTIONS.index))} or ?",
        )
    events: list[Event] = [CardDrawn(now.seat, card)]
    if state.deck == 1 and state.discard:
        events.append(DeckShuffled())
    return events


def _take_back(state: State, command: TakeBack) -> list[Event]:
    now: Bottom = _frame_of(state, command, Bottom)
    tile = next_tile(state)
    place = STREET_INDEX.get(command.street)
    if place is None or tile is None or command.depth not in own_discs(state.stacks[place], str(now.seat)):
        names = street_names(state.setup.city)
        own = [names[s] for s in STREETS if str(now.seat) in state.stacks[STREET_INDEX[s]]]
        raise IllegalCommandError(
            command,
            "R6.3",
            f"{colour_of(state, now.seat)} has no such disc to take back",
            f"discs lie on {' '.join(own) or 'no street'}",
        )
    return [DiscTakenBack(now.seat, now.street, command.street, command.depth, tile)]


def _reveal(state: State, command: RevealInfluence) -> list[Event]:
    now: Revealing = _frame_of(state, command, Revealing)
    cards = revealable(state)
    if command.card not in cards:
        whose = "by the board" if now.seat == GAME else f"of {colour_of(state, now.seat)}"
        raise IllegalCommandError(
            command, "R7.3", f"the influence card {whose} cannot be {command.card}", f"it may be {', '.join(cards)}"
        )
    return [InfluenceRevealed(now.seat, command.card)]


# What goes wrong at a table.

_MISSABLE: Final = (Placing, Activation, Bottom)
_UNTOLD: Final = (Dealing, TurningUp, Keeping, Drawing, Revealing)
"""The frames that an unknown card answers."""


def can_be_missed(state: State) -> bool:
    """Whether what is due now may have gone unrecorded: a turn, the rest of an activation, a disc taken back."""
    return type(state.now) in _MISSABLE


def _missed(state: State, command: Missed) -> list[Event]:
    now = state.now
    if not isinstance(now, _MISSABLE):
        rule, words = waiting_for(state)
        remedy = "? stands for an unknown card" if isinstance(now, _UNTOLD) else ""
        raise IllegalCommandError(command, rule, f"this cannot have been missed: {words}", remedy)
    events: list[Event] = [WentUnrecorded(now.seat)]
    if type(now) is Bottom:
        events.append(DiscRemoved(now.street, WHITE))
    return events


def _observed(state: State, command: Observed) -> list[Event]:
    players = len(state.mats)
    if type(state.now) is Over:
        _refuse_now(state, command)
    if not part_exists(command.part, players):
        raise IllegalCommandError(command, "R2", f"there is no part {command.part!r} of the position")
    if not value_fits(command.part, command.value, players):
        raise IllegalCommandError(
            command,
            "R2",
            f"{command.value!r} cannot be seen at {command.part}",
            f"it takes {PARTS[command.part].words}",
        )
    return [PartObserved(command.part, command.value)]


_DECIDERS: Final[dict[type[Command], Callable[[State, Any], list[Event]]]] = {
    DealInfluence: _deal,
    TurnUpInfluence: _turn_up,
    KeepInfluence: _keep,
    DraftCard: _draft,
    Place: _place,
    Act: _act,
    Skip: _skip,
    PlayCard: _play,
    EndActivation: _end_activation,
    DrawCard: _draw,
    TakeBack: _take_back,
    RevealInfluence: _reveal,
    Missed: _missed,
    Observed: _observed,
}


# What nobody decides.


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


_PROCEED: Final[dict[type[Frame], Callable[[State, Any], Event | None]]] = {
    Placing: _pass_turn,
    Due: _activate,
    Bottom: _settle_bottom,
    Scoring: _score_tile,
    TurnEnd: _end_turn,
    EndCheck: _end_game,
    Finale: _score_influence,
}
