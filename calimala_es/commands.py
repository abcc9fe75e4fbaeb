"""What is asked for: the decisions of players and of chance, and what somebody who writes a game down adds.

A command is a wish; ``decide`` turns it into events, or it is illegal. Streets are named by their squares (``"36"``),
actions, options and places by the codes of the rules (section 1). ``"?"`` is an unknown card.
"""

from functools import cache

from msgspec import Struct

from calimala_es.components import Action, Card, DiscKind, InfluenceCard, Row, StartChoice, Street, Tile


class Command(Struct, frozen=True, array_like=True, gc=False):
    """A decision that is asked for."""


class DealInfluence(Command, frozen=True, array_like=True, tag=1, gc=False):
    """Chance deals influence cards to the next seat (R3.4); ``cards`` are those known, in the order of section 1."""

    cards: tuple[InfluenceCard, ...]


class TurnUpInfluence(Command, frozen=True, array_like=True, tag=2, gc=False):
    """Chance puts an influence card by the board, face up (R3.4)."""

    card: InfluenceCard


class KeepInfluence(Command, frozen=True, array_like=True, tag=3, gc=False):
    """The next player keeps one of the influence cards dealt (R3.4)."""

    card: InfluenceCard


class DraftCard(Command, frozen=True, array_like=True, tag=4, gc=False):
    """The next player takes one of the starting cards that are laid out (R3.5)."""

    card: Card


class PlaceDisc(Command, frozen=True, array_like=True, tag=5, gc=False):
    """The active player places a disc on a street (R4.1).

    ``"c"`` is a coloured disc, ``"w"`` a white one, ``"s"`` a support disc (R8.3), ``"d"`` a support disc where nothing
    is offered (R8.4).
    """

    street: Street
    disc: DiscKind = "c"


class DoAction(Command, frozen=True, array_like=True, tag=6, gc=False):
    """A player does a pending action with one of its options (R4.3, R5, R10.3), or one that is offered."""

    action: Action
    option: str = ""


class SkipAction(Command, frozen=True, array_like=True, tag=7, gc=False):
    """A player leaves a pending action undone: waived where it is possible, impossible otherwise (R5.9).

    ``"I"`` is the intrigue action, which is waived (R10.1).
    """

    action: Action


class PlayCard(Command, frozen=True, array_like=True, tag=8, gc=False):
    """A player plays a card from the hand and does its action (R5.10, R11.Medici)."""

    action: Action
    option: str = ""


class EndActivation(Command, frozen=True, array_like=True, tag=9, gc=False):
    """The player whose disc is active plays no more cards."""


class DrawCard(Command, frozen=True, array_like=True, tag=10, gc=False):
    """Chance gives the card that comes next (R5.9)."""

    card: Card


class TakeDiscBack(Command, frozen=True, array_like=True, tag=11, gc=False):
    """The active player takes an own disc from a street for the council (R6.3); ``depth`` 1 is the top."""

    street: Street
    depth: int = 1


class RevealInfluence(Command, frozen=True, array_like=True, tag=12, gc=False):
    """The next influence card is revealed at the end, or stays unknown (R7.3)."""

    card: InfluenceCard


class MarkMissed(Command, frozen=True, array_like=True, tag=13, gc=False):
    """What came next happened at the table and was not recorded."""


class ObservePart(Command, frozen=True, array_like=True, tag=14, gc=False):
    """A part of the position was seen to be like this, whatever the rules say; see ``observation.PARTS``."""

    part: str
    value: str


class OpenInfluence(Command, frozen=True, array_like=True, tag=15, gc=False):
    """The next player puts one of the influence cards dealt by the board, face up (R8.2)."""

    card: InfluenceCard


class ChooseStart(Command, frozen=True, array_like=True, tag=16, gc=False):
    """The next player chooses the start effect of the family (R11).

    ``"AF"``, ``"AM"``, ``"AC"`` the church that gets an artwork, ``"EW"``, ``"EB"``, ``"EM"`` the row of the emperor's
    area, ``"K"``, ``"E"`` a step towards the cardinal or the emperor.
    """

    choice: StartChoice


class DeclineOffer(Command, frozen=True, array_like=True, tag=17, gc=False):
    """A player does not make use of an offer, or discards no more cards (R10.5, R11)."""


class DiscardCard(Command, frozen=True, array_like=True, tag=18, gc=False):
    """A player discards a card: for a step on the faction track (R10.5), or one of the two drawn (R11.Scali)."""

    card: Card


class MoveCube(Command, frozen=True, array_like=True, tag=19, gc=False):
    """A player moves a cube from one row to another, e.g. ``"LIS"`` to ``"SCR.W"`` (R11.Bardi, R11.Pulci)."""

    source: Row
    target: Row


class ChooseTile(Command, frozen=True, array_like=True, tag=20, gc=False):
    """The active player has the tile after the next one scored (R11.Cerchi)."""

    tile: Tile


class ActivateWhiteDisc(Command, frozen=True, array_like=True, tag=21, gc=False):
    """The active player activates the white disc that is offered like an own one (R11.Pazzi)."""


COMMANDS = (
    DealInfluence,
    TurnUpInfluence,
    KeepInfluence,
    DraftCard,
    PlaceDisc,
    DoAction,
    SkipAction,
    PlayCard,
    EndActivation,
    DrawCard,
    TakeDiscBack,
    RevealInfluence,
    MarkMissed,
    ObservePart,
    OpenInfluence,
    ChooseStart,
    DeclineOffer,
    DiscardCard,
    MoveCube,
    ChooseTile,
    ActivateWhiteDisc,
)
"""Every kind of command."""

CHANCE_COMMANDS = (DealInfluence, TurnUpInfluence, DrawCard)
"""The commands that nobody decides."""


@cache
def kind_name(kind: type) -> str:
    """Return the name of a kind of command, event or note in JSON and in rows of the store.

    >>> kind_name(PlaceDisc)
    'place_disc'
    """
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in kind.__name__)[1:]
