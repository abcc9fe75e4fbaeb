"""Messages: sentences about a game, put into words when they are printed; and what the game waits for, as one of them.

A message is an English sentence with fields in braces and the values of the fields. It is made where something is
found out and knows no names and no language; ``str`` calls players by their colours, and ``replays.text`` prints it
with people's names and in every language. What fills a field depends on its name:

``seat``      a ``Player``
``action``    the code of an action; ``actions`` several that are all meant, ``deeds`` several of which one is,
              ``neither`` several of which none is
``parts``     several messages, with semicolons between them
``options``   options of the command line, of which one may be used
``meant``     symbols with spaces between them, of which one is meant; ``sources`` and ``targets`` likewise
``colours``   the letters of colours, each with its word
``edition``   the title of an edition
``tile``      the code of a scoring tile
``waiting``   another message: what the game waits for; ``reason`` one that says why, ``expected`` what would be right,
              ``taken`` and ``left`` what two records say
              whatever else: text as it is
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from calimala_es.components import COLOUR_WORDS, DEED_WORDS, GAME
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
from calimala_es.state import State, activation_of


class Player(NamedTuple):
    """Whom a message speaks of: a seat and its colour; the seat ``GAME``, without a colour, is the board."""

    seat: int
    colour: str


def player(state: State, seat: int) -> Player:
    """Return the player of a seat as a message has it.

    >>> from calimala_es import Setup, initial
    >>> player(initial(Setup("bry", "WBMUCAVTS")), 1)
    Player(seat=1, colour='r')
    """
    return Player(seat, "" if seat == GAME else state.setup.parties[seat])


class Message:
    """A sentence with fields in braces, and what fills them.

    >>> str(Message("{seat} cannot {action}", seat=Player(0, "b"), action="V"))
    'blue cannot weave'
    """

    __slots__ = ("fields", "text")

    def __init__(self, text: str, /, **fields: Any) -> None:
        """Save the sentence and the fields."""
        self.text = text
        self.fields = fields

    def __str__(self) -> str:
        """Return the sentence in English, with colours for names."""
        return self.text.format(**{name: _in_english(name, value) for name, value in self.fields.items()})

    def __repr__(self) -> str:
        fields = "".join(f", {name}={value!r}" for name, value in self.fields.items())
        return f"Message({self.text!r}{fields})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.text, self.fields) == (other.text, other.fields)

    def __hash__(self) -> int:
        return hash(self.text)


Text = Message | str
"""A message, or words of the program's own, which are English for everybody."""


def _in_english(name: str, value: Any) -> str:
    if name == "seat":
        return COLOUR_WORDS.get(value.colour, "the board")
    if name == "action":
        return DEED_WORDS.get(value, str(value))
    if name in _BETWEEN:
        return _listed([DEED_WORDS[action] for action in value], _BETWEEN[name])
    if name == "parts":
        return "; ".join(map(str, value))
    if name in ("meant", "sources", "targets"):
        return _listed(value.split(), " or ")
    if name == "options":
        return _listed(value, " and ")
    if name == "colours":
        return ", ".join(f"{colour} {COLOUR_WORDS[colour]}" for colour in value)
    return str(value)


def _listed(words: Sequence[str], between: str) -> str:
    return between.join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


_BETWEEN: Final = {"actions": " and ", "deeds": " or ", "neither": " nor "}
"""What is written before the last of several actions."""


# ----------------------------------------------------------------------------------------------------
# What the game waits for, as a message, and the rule that applies.

_OF_FAMILY: Final = "R11.{family}"
"""The rule about a seat's family."""

WAITING: Final[dict[type[Frame], tuple[str, str]]] = {
    InfluenceDeal: ("R3.4", "deal influence cards to {seat}"),
    InfluenceTurnUp: ("R3.4", "put an influence card beside the board"),
    InfluenceChoice: ("R3.4", "{seat} must keep an influence card"),
    CardDraft: ("R3.5", "{seat} must take a starting card"),
    Placement: ("R4.1", "{seat} must place a disc"),
    Activation: ("R4.3", "{seat} may play cards, or end the activation"),
    CardDraw: ("R5.9", "{seat} must draw a card"),
    Promotion: ("R6.3", "{seat} must take a disc back from a street"),
    InfluenceOpening: ("R8.2", "{seat} must lay an influence card face up beside the board"),
    FamilyStart: ("R11", "{seat} must choose the start of the {family} family"),
    IntrigueChoice: ("R10.1", "{seat} must do an intrigue action, {deeds}, or skip it"),
    CardDiscard: ("R10.5", "{seat} may discard cards for steps on the faction track"),
    KeepOneCard: ("R11.Scali", "{seat} must discard one of the cards drawn"),
    CardOffer: (_OF_FAMILY, "{seat} may play a card before the scoring"),
    ActionOffer: (_OF_FAMILY, "{seat} may do the {deeds} action instead of drawing a card"),
    MoveOffer: (_OF_FAMILY, "{seat} may move a cube"),
    TileOffer: (_OF_FAMILY, "{seat} may have {tile} scored first"),
    DiscOffer: (_OF_FAMILY, "{seat} may activate the white disc"),
    InfluenceReveal: ("R7.3", "reveal {seat}'s influence card"),
    GameOver: ("R7.4", "the game is over"),
}
"""For each frame that waits: the rule that applies, and what the game waits for."""

BOARD_REVEAL: Final = "reveal the influence card beside the board"
"""The same for an influence card that no player has."""

GOES_ON: Final = ("R4", "nothing to decide: the game continues")
"""The same where the game waits for nobody."""

ACTING: Final = "{seat} must do or skip the {actions} actions"
"""The same in an activation with actions still to be settled."""

ACTING_ONCE: Final = "{seat} must do or skip the {actions} action"
"""The same with one action."""


def waiting_for(state: State) -> tuple[str, Message]:
    """Return the rule that applies now, and what the game waits for.

    >>> from calimala_es import Setup, initial
    >>> rule, message = waiting_for(initial(Setup("bry", "WBMUCAVTS")))
    >>> rule, str(message)
    ('R3.4', 'deal influence cards to blue')
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
        fields["actions"] = (*dict.fromkeys(now.pending),)
        message = ACTING if len(fields["actions"]) > 1 else ACTING_ONCE
    elif type(now) is InfluenceReveal and seat == GAME:
        message = BOARD_REVEAL
    elif type(now) is IntrigueChoice:
        fields["deeds"] = (*now.pending,)
    elif type(now) is ActionOffer:
        fields["deeds"] = (*now.actions,)
    elif type(now) is TileOffer:
        fields["tile"] = now.tile
    elif type(now) is FamilyStart:
        fields["family"] = state.mats[seat].family
    return Message(message, **fields)
