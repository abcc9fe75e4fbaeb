"""What the game waits for, as a message, and the rule that applies."""

from typing import Any, Final

from calimala_es.components import GAME
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
    GameOver,
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
from calimala_es.messages import Message, player
from calimala_es.state import State, activation_of

_OF_FAMILY: Final = "R11.{family}"
"""The rule about a seat's family."""

WAITING: Final[dict[type[Frame], tuple[str, str]]] = {
    InfluenceDeal: ("R3.4", "the influence cards of {seat} are to be dealt"),
    InfluenceTurnUp: ("R3.4", "an influence card is to be laid by the board"),
    InfluenceChoice: ("R3.4", "{seat} has to keep an influence card"),
    CardDraft: ("R3.5", "{seat} has to take a starting card"),
    Placement: ("R4.1", "{seat} has to place a disc"),
    Activation: ("R4.3", "{seat} may play cards, or end the activation"),
    CardDraw: ("R5.9", "{seat} has to draw a card"),
    Promotion: ("R6.3", "{seat} has to take a disc back from a street"),
    InfluenceOpening: ("R8.2", "{seat} has to lay an influence card open"),
    FamilyStart: ("R11", "{seat} has to choose the start of the family {family}"),
    IntrigueChoice: ("R10.1", "{seat} has to take an intrigue action, {deeds}, or waive it"),
    CardDiscard: ("R10.5", "{seat} may discard cards for steps on the faction track"),
    KeepOneCard: ("R11.Scali", "{seat} has to discard one of the cards drawn"),
    CardOffer: (_OF_FAMILY, "{seat} may play a card before the scoring"),
    ActionOffer: (_OF_FAMILY, "{seat} may carry out {deeds} instead of drawing a card"),
    MoveOffer: (_OF_FAMILY, "{seat} may move a cube"),
    TileOffer: (_OF_FAMILY, "{seat} may have {tile} scored first"),
    DiscOffer: (_OF_FAMILY, "{seat} may activate the white disc"),
    InfluenceReveal: ("R7.3", "the influence card of {seat} is to be turned over"),
    GameOver: ("R7.4", "the game is over"),
}
"""For each frame that waits: the rule that applies, and what the game waits for."""

GOES_ON: Final = ("R4", "the game goes on by itself")
"""The same where the game waits for nobody."""

ACTING: Final = "{seat} carries out {actions}"
"""The same in an activation with actions still to be settled."""


def waiting_for(state: State) -> tuple[str, Message]:
    """Return the rule that applies now, and what the game waits for.

    >>> from calimala_es import Setup, initial
    >>> rule, message = waiting_for(initial(Setup("bry", "WBMUCAVTS")))
    >>> rule, str(message)
    ('R3.4', 'the influence cards of blue are to be dealt')
    """
    return waiting_rule(state), waiting_message(state)


def waiting_rule(state: State) -> str:
    """Return the rule that applies now."""
    now = state.now
    rule, _ = WAITING.get(type(now), GOES_ON)
    if type(now) is CardDraw and activation_of(state) is None:
        rule = "R10.1" if state.turn else _OF_FAMILY
    if rule != _OF_FAMILY:
        return rule
    seat = getattr(now, "seat", GAME)
    return rule.format(family="" if seat == GAME else state.mats[seat].family)


def waiting_message(state: State) -> Message:
    """Return what the game waits for."""
    now = state.now
    _, message = WAITING.get(type(now), GOES_ON)
    seat = getattr(now, "seat", GAME)
    fields: dict[str, Any] = {"seat": player(state, seat)}
    if type(now) is Activation and now.pending:
        message, fields["actions"] = ACTING, (*dict.fromkeys(now.pending),)
    elif type(now) is IntrigueChoice:
        fields["deeds"] = (*now.pending,)
    elif type(now) is ActionOffer:
        fields["deeds"] = (*now.actions,)
    elif type(now) is TileOffer:
        fields["tile"] = now.tile
    elif type(now) is FamilyStart:
        fields["family"] = state.mats[seat].family
    return Message(message, **fields)


def not_due(state: State) -> Message:
    """Return that something is not due in a state, and what the game waits for there."""
    return Message("this is not due here: {waiting}", waiting=waiting_message(state))
