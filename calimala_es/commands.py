"""What may be asked for: the decisions of players, of chance, and of whoever writes the game down.

A command is a wish; ``decide`` turns it into events or refuses it. Streets are named by their squares (``"36"``),
actions, ways and places by the codes of the rules (section 1). ``"?"`` is an unknown card.
"""

from msgspec import Struct


class Command(Struct, frozen=True, array_like=True, gc=False):
    """Any command."""


class DealInfluence(Command, frozen=True, array_like=True, tag=1, gc=False):
    """Chance deals influence cards to the next seat (R3.4); ``cards`` are those known, in the order of section 1."""

    cards: tuple[str, ...]


class TurnUpInfluence(Command, frozen=True, array_like=True, tag=2, gc=False):
    """Chance lays an influence card face up by the board (R3.4)."""

    card: str


class KeepInfluence(Command, frozen=True, array_like=True, tag=3, gc=False):
    """The next player keeps one of the influence cards dealt (R3.4)."""

    card: str


class DraftCard(Command, frozen=True, array_like=True, tag=4, gc=False):
    """The next player takes one of the starting cards that lie open (R3.5)."""

    card: str


class Place(Command, frozen=True, array_like=True, tag=5, gc=False):
    """The active player places a disc, ``"c"`` coloured or ``"w"`` white, on a street (R4.1)."""

    street: str
    disc: str = "c"


class Act(Command, frozen=True, array_like=True, tag=6, gc=False):
    """The player whose disc is active carries out a pending action in one of its ways (R4.3, R5)."""

    action: str
    way: str = ""


class Skip(Command, frozen=True, array_like=True, tag=7, gc=False):
    """A pending action is not done: waived where it is possible, impossible otherwise (R5.9)."""

    action: str


class PlayCard(Command, frozen=True, array_like=True, tag=8, gc=False):
    """The player whose disc is active plays a card from the hand and carries out its action (R5.10)."""

    action: str
    way: str = ""


class EndActivation(Command, frozen=True, array_like=True, tag=9, gc=False):
    """The player whose disc is active plays no more cards."""


class DrawCard(Command, frozen=True, array_like=True, tag=10, gc=False):
    """Chance gives the card that is due (R5.9)."""

    card: str


class TakeBack(Command, frozen=True, array_like=True, tag=11, gc=False):
    """The active player takes one of his discs from a street for the council (R6.3); ``depth`` 1 is the top."""

    street: str
    depth: int = 1


class RevealInfluence(Command, frozen=True, array_like=True, tag=12, gc=False):
    """The next kept influence card is turned over at the end, or stays untold (R7.3)."""

    card: str


class Missed(Command, frozen=True, array_like=True, tag=13, gc=False):
    """What was due now happened at the table, and nobody wrote it down."""


class Observed(Command, frozen=True, array_like=True, tag=14, gc=False):
    """A part of the position is so, whatever the rules say; see ``observation.PARTS`` for parts and values."""

    part: str
    value: str


COMMANDS = (
    DealInfluence,
    TurnUpInfluence,
    KeepInfluence,
    DraftCard,
    Place,
    Act,
    Skip,
    PlayCard,
    EndActivation,
    DrawCard,
    TakeBack,
    RevealInfluence,
    Missed,
    Observed,
)
"""Every kind of command."""

CHANCE_COMMANDS = (DealInfluence, TurnUpInfluence, DrawCard)
"""The commands that nobody decides."""
