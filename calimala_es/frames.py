"""What a game waits for, or does next: the frames on the stack of a state.

A frame in which a player or chance decides waits for a command; every other one proceeds by itself, with one event. The
stack takes the place of phases: whatever interrupts is put on top, and what it interrupted goes on below. Below the
frame on top the stack is an ``Agenda``.
"""

from typing import Final, TypeAlias, cast

from msgspec import Struct

from calimala_es.components import ActionCards, Actions, Area, MaybeTile, SeatOrder, Street, Tile
from calimala_es.events import Deciding


class InfluenceDeal(Struct, frozen=True, array_like=True, tag=1, gc=False):
    """Chance deals influence cards to a seat (R3.4)."""

    seat: int


class InfluenceTurnUp(Struct, frozen=True, array_like=True, tag=2, gc=False):
    """Chance puts an influence card by the board, face up (R3.4)."""


class InfluenceChoice(Struct, frozen=True, array_like=True, tag=3, gc=False):
    """A player chooses the influence card to keep (R3.4)."""

    seat: int


class CardDraft(Struct, frozen=True, array_like=True, tag=4, gc=False):
    """A player takes a starting card (R3.5)."""

    seat: int


class Placement(Struct, frozen=True, array_like=True, tag=5, gc=False):
    """The active player places a disc (R4.1)."""

    seat: int


class ActivationDue(Struct, frozen=True, array_like=True, tag=6, gc=False):
    """A disc is about to be activated; proceeds by itself (R4.3, R4.4). Fields as in ``Activation``."""

    seat: int
    street: Street
    depth: int
    pending: Actions
    duty: int = 0
    all_impossible: int = 0


class Activation(Struct, frozen=True, array_like=True, tag=7, gc=False):
    """A player does the pending actions of an active disc and plays cards (R4.3 to R5.10).

    ``pending`` are the actions not yet settled, the lower square's first; ``duty`` is that of ``DiscPlaced`` until
    one of them is done. ``all_impossible`` is 1 as long as every one that was settled was impossible, where it takes a
    whole activation of that to bring a card (R9.3).
    """

    seat: int
    street: Street
    depth: int
    pending: Actions
    duty: int = 0
    all_impossible: int = 0


class CardDraw(Struct, frozen=True, array_like=True, tag=8, gc=False):
    """Chance gives a player a card (R5.9); shuffles the open pile first where the deck is empty (R5.11)."""

    seat: int


class Promotion(Struct, frozen=True, array_like=True, tag=9, gc=False):
    """A stack of four loses its bottom disc (R4.5, R6).

    Waits only where the active player has to choose one of his discs on the streets (R6.3). ``tile`` is the tile that
    was chosen for the seat; without a choice it is the next one.
    """

    seat: int
    street: Street
    tile: MaybeTile = ""


class TileScoring(Struct, frozen=True, array_like=True, tag=10, gc=False):
    """A tile is scored; proceeds by itself (R6.4)."""

    tile: Tile


class TurnEnd(Struct, frozen=True, array_like=True, tag=11, gc=False):
    """The turn passes; proceeds by itself (R4.5)."""


class EndCheck(Struct, frozen=True, array_like=True, tag=12, gc=False):
    """The game checks whether it is over; proceeds by itself (R7.1, R7.2)."""


class InfluenceReveal(Struct, frozen=True, array_like=True, tag=13, gc=False):
    """An influence card is revealed; seat ``GAME``: one by the board that is not known yet (R7.3)."""

    seat: int


class InfluenceScoring(Struct, frozen=True, array_like=True, tag=14, gc=False):
    """The influence card of this index is scored; proceeds by itself (R7.3)."""

    index: int


class GameOver(Struct, frozen=True, array_like=True, tag=15, gc=False):
    """The game has ended (R7.4). Fields as in ``GameEnded``."""

    winners: SeatOrder
    by: Deciding


class InfluenceOpening(Struct, frozen=True, array_like=True, tag=16, gc=False):
    """One of two players puts an influence card by the board, face up (R8.2)."""

    seat: int


class FamilyStart(Struct, frozen=True, array_like=True, tag=17, gc=False):
    """A family's start effect (R11); waits only where there is something to choose."""

    seat: int


class FirstTurn(Struct, frozen=True, array_like=True, tag=18, gc=False):
    """The first turn begins after the start effects; proceeds by itself."""


class ThirdPartyAnswer(Struct, frozen=True, array_like=True, tag=19, gc=False):
    """The third party acts after the activation at ``depth``; proceeds by itself (R8.7).

    ``rows`` are the rows that got a cube in that activation so far, in the order in which they first did.
    """

    depth: int
    rows: tuple[int, ...] = ()


class IntrigueChoice(Struct, frozen=True, array_like=True, tag=20, gc=False):
    """The active player takes one of these two intrigue actions, or none (R10.1)."""

    seat: int
    pending: Actions


class CardDiscard(Struct, frozen=True, array_like=True, tag=21, gc=False):
    """The active player may discard cards, each for a ``step`` on the faction track, -1 or 1 (R10.5)."""

    seat: int
    step: int


class KeepOneCard(Struct, frozen=True, array_like=True, tag=22, gc=False):
    """A player who drew these cards keeps one of them (R11.Scali)."""

    seat: int
    drawn: ActionCards = ""


class CardOffer(Struct, frozen=True, array_like=True, tag=23, gc=False):
    """A player may play one card (R11.Medici)."""

    seat: int


class ActionOffer(Struct, frozen=True, array_like=True, tag=24, gc=False):
    """A player may carry out one of these actions instead of drawing a card (R11.Spini)."""

    seat: int
    actions: Actions


class MoveOffer(Struct, frozen=True, array_like=True, tag=25, gc=False):
    """A player may move a cube from one of the rows ``sources`` to one of ``targets`` (R11.Bardi, R11.Pulci).

    ``mark`` is what is then noted as used up in this turn.
    """

    seat: int
    sources: tuple[int, ...]
    targets: tuple[int, ...]
    mark: str = ""


class TileOffer(Struct, frozen=True, array_like=True, tag=26, gc=False):
    """The active player may have this tile scored before the next one (R11.Cerchi)."""

    seat: int
    tile: Tile


class DiscOffer(Struct, frozen=True, array_like=True, tag=27, gc=False):
    """The active player may activate a white disc like an own one (R11.Pazzi)."""

    seat: int
    street: Street
    depth: int


class AreaScoring(Struct, frozen=True, array_like=True, tag=28, gc=False):
    """The cardinal's or the emperor's area is scored; proceeds by itself (R10.9)."""

    area: Area


Frame = (
    InfluenceDeal
    | InfluenceTurnUp
    | InfluenceChoice
    | CardDraft
    | Placement
    | ActivationDue
    | Activation
    | CardDraw
    | Promotion
    | TileScoring
    | TurnEnd
    | EndCheck
    | InfluenceReveal
    | InfluenceScoring
    | GameOver
    | InfluenceOpening
    | FamilyStart
    | FirstTurn
    | ThirdPartyAnswer
    | IntrigueChoice
    | CardDiscard
    | KeepOneCard
    | CardOffer
    | ActionOffer
    | MoveOffer
    | TileOffer
    | DiscOffer
    | AreaScoring
)

Frames = tuple[Frame, ...]
"""Frames, the one that comes next first."""

Agenda: TypeAlias = tuple[Frame, "Agenda"]
"""The frame that comes next, and the agenda after it: a frame comes on top, and goes, without a copy of the others."""

NOTHING: Final = cast("Agenda", ())
"""The agenda after the last frame; no event goes beyond it."""

OFFERS = (CardOffer, ActionOffer, MoveOffer, TileOffer, DiscOffer, CardDiscard)
"""The frames in which a player may do something, or decline."""

SEAT_FRAMES = (
    InfluenceChoice,
    CardDraft,
    Placement,
    Activation,
    Promotion,
    InfluenceOpening,
    FamilyStart,
    IntrigueChoice,
    KeepOneCard,
    *OFFERS,
)
"""The frames in which a player decides."""

CHANCE_FRAMES = (InfluenceDeal, InfluenceTurnUp, CardDraw)
"""The frames that wait for chance."""

INTERRUPTIONS: Final = (CardDraw, KeepOneCard, ActionOffer, MoveOffer)
"""The frames that may come on top of an activation."""
