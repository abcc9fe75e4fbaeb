"""What happened: the immutable facts that a game is made of.

Every event is a frozen struct with a fixed integer tag. Tags are never used twice and new fields only come last, with
a default, so that a game that is stored today can always be read. Consequences are events too: a program that shows a
game never has to derive the rules again. An event's ``actor`` is the seat that did it, ``CHANCE`` or ``GAME``.
"""

from typing import Final, Literal

from msgspec import Struct

from calimala_es.components import (
    CHANCE,
    GAME,
    Action,
    Actions,
    Area,
    Card,
    DiscKind,
    InfluenceCard,
    MaybeTile,
    Row,
    SeatOrder,
    StartChoice,
    Street,
    Tile,
)


class Event(Struct, frozen=True, array_like=True, gc=False):
    """Something that happened; kinds without a seat override ``actor``."""

    @property
    def actor(self) -> int:
        """The seat that did this, ``CHANCE`` or ``GAME``."""
        return GAME


class _SeatEvent(Event, frozen=True, array_like=True, gc=False):
    seat: int

    @property
    def actor(self) -> int:
        return self.seat


class _ChanceEvent(Event, frozen=True, array_like=True, gc=False):
    @property
    def actor(self) -> int:
        return CHANCE


FULL_DUTY: Final = 2
HIDDEN_DUTY: Final = 1
NO_DUTY: Final = 0
"""The values of ``DiscPlaced.duty`` (R4.2)."""


EndReason = Literal["discs", "tiles", ""]
"""Why a game ends: its discs are placed, its tiles are scored, or it was observed to be so (R7.1, R7.2)."""

Deciding = Literal["points", "council", "shared", "open"]
"""What decides who wins (R7.4)."""


class InfluenceDealt(_ChanceEvent, frozen=True, array_like=True, tag=1, gc=False):
    """A seat got its influence cards; ``cards`` are those known (R3.4)."""

    seat: int
    cards: tuple[InfluenceCard, ...]


class InfluenceTurnedUp(_ChanceEvent, frozen=True, array_like=True, tag=2, gc=False):
    """An influence card was put by the board, face up (R3.4)."""

    card: InfluenceCard


class InfluenceKept(_SeatEvent, frozen=True, array_like=True, tag=3, gc=False):
    """A player chose one influence card to keep; the others went out unseen (R3.4)."""

    card: InfluenceCard


class CardDrafted(_SeatEvent, frozen=True, array_like=True, tag=4, gc=False):
    """A player took a starting card; everybody saw it (R3.5)."""

    card: Card


class DiscPlaced(_SeatEvent, frozen=True, array_like=True, tag=5, gc=False):
    """A disc was placed on top of a street (R4.1); ``disc`` as in ``commands.PlaceDisc``.

    ``duty`` is whether one of the street's actions must now be done (R4.2): 2 yes; 1 yes, though only somebody who
    knows the player's hand can see it; 0 no, since no street offered anything.
    """

    street: Street
    disc: DiscKind
    duty: int = 2


class DiscActivated(_SeatEvent, frozen=True, array_like=True, tag=6, gc=False):
    """A disc's activation began; ``depth`` 1 is the disc just placed, 2 and 3 are below it (R4.3, R4.4)."""

    street: Street
    depth: int
    actions: Actions


class ActionDone(_SeatEvent, frozen=True, array_like=True, tag=7, gc=False):
    """An action that was activated, offered or an intrigue action was done (R5, R10.3, R11.Spini)."""

    action: Action
    option: str


class ActionWaived(_SeatEvent, frozen=True, array_like=True, tag=8, gc=False):
    """A possible action was given up (R5.9); ``"I"``: the intrigue action (R10.1)."""

    action: Action


class ActionImpossible(_SeatEvent, frozen=True, array_like=True, tag=9, gc=False):
    """An action was impossible when its turn came (R5.9); ``"I"``: neither intrigue action was possible (R10.1)."""

    action: Action


class CardPlayed(_SeatEvent, frozen=True, array_like=True, tag=10, gc=False):
    """A card was played from the hand and its action done (R5.10)."""

    action: Action
    option: str


class ActivationEnded(_SeatEvent, frozen=True, array_like=True, tag=11, gc=False):
    """A player with cards in the hand played no more of them in this activation."""


class CardDrawn(_ChanceEvent, frozen=True, array_like=True, tag=12, gc=False):
    """A seat drew a card (R5.9)."""

    seat: int
    card: Card


class DeckShuffled(_ChanceEvent, frozen=True, array_like=True, tag=13, gc=False):
    """The discard pile became the new deck (R5.11)."""


class SeatTaken(_SeatEvent, frozen=True, array_like=True, tag=14, gc=False):
    """The bottom disc of a street went to a scoring tile as its owner's seat (R6.1).

    Without a tile: into the council, where none is free any more (R9.2); so in the next two events.
    """

    street: Street
    tile: MaybeTile


class DiscPromoted(_SeatEvent, frozen=True, array_like=True, tag=15, gc=False):
    """The bottom disc was white: it came into the supply, and a coloured one of the supply took the seat (R6.2)."""

    street: Street
    tile: MaybeTile


class DiscTakenBack(_SeatEvent, frozen=True, array_like=True, tag=16, gc=False):
    """The bottom disc was white and there was no coloured disc in the supply (R6.3).

    The player's disc at ``depth`` of street ``source`` took the seat on ``tile``; the white disc of ``street`` went on
    top of ``source``.
    """

    street: Street
    source: Street
    depth: int
    tile: MaybeTile


class DiscRemoved(Event, frozen=True, array_like=True, tag=17, gc=False):
    """The bottom disc of a street left the game (R7.2, or R6.3 where the player has no other disc)."""

    street: Street
    disc: str


class TileScored(Event, frozen=True, array_like=True, tag=18, gc=False):
    """A scoring tile was scored (R6.4 to R6.6).

    ``counts`` and ``points`` are per seat; ``ranking`` lists the seats with a cube, best first; ``decided`` has for
    each pair of neighbours in it what put one ahead of the other: ``.`` more cubes, a letter the clause of the tie
    rule, ``e`` nothing, so they share. ``bonus``, with Intrigue, is what each got more for the faction track (R10.8).
    """

    tile: Tile
    counts: tuple[int, ...]
    ranking: SeatOrder
    decided: str
    points: tuple[int, ...]
    bonus: tuple[int, ...] = ()


class TurnEnded(_SeatEvent, frozen=True, array_like=True, tag=19, gc=False):
    """A turn was over (R4.5)."""


class EndReached(Event, frozen=True, array_like=True, tag=20, gc=False):
    """The last turn was over: ``"discs"`` were all placed (R7.1, R9.1), or ``"tiles"`` all scored (R7.2)."""

    reason: EndReason


class InfluenceRevealed(_SeatEvent, frozen=True, array_like=True, tag=21, gc=False):
    """An influence card was revealed, or stayed unknown; seat ``GAME``: the card by the board (R7.3)."""

    card: InfluenceCard


class InfluenceScored(Event, frozen=True, array_like=True, tag=22, gc=False):
    """An influence card was scored for everybody (R7.3); fields as in ``TileScored``."""

    card: InfluenceCard
    counts: tuple[int, ...]
    ranking: SeatOrder
    decided: str
    points: tuple[int, ...]


class GameEnded(Event, frozen=True, array_like=True, tag=23, gc=False):
    """The game ended (R7.4): winners as seats, by ``"points"``, by ``"council"`` (seats and PAL artwork), ``"shared"``.

    ``"open"``, without winners: an influence card stayed unknown.
    """

    points: tuple[int, ...]
    winners: SeatOrder
    by: Deciding


class WentUnrecorded(_SeatEvent, frozen=True, array_like=True, tag=24, gc=False):
    """What came next happened at the table and was not recorded."""


class PartObserved(Event, frozen=True, array_like=True, tag=25, gc=False):
    """A part of the position was seen to be like this, whatever the rules say."""

    part: str
    value: str


class InfluenceOpened(_SeatEvent, frozen=True, array_like=True, tag=26, gc=False):
    """A player put one of the influence cards dealt by the board, face up (R8.2)."""

    card: InfluenceCard


class FamilyStarted(_SeatEvent, frozen=True, array_like=True, tag=27, gc=False):
    """A family's start effect happened, as it was chosen; ``choice`` is empty where there was none (R11)."""

    choice: StartChoice


class PlayBegan(Event, frozen=True, array_like=True, tag=28, gc=False):
    """All start effects were done, so the first turn came (R11)."""


class ThirdPartyActed(Event, frozen=True, array_like=True, tag=29, gc=False):
    """The third party put a cube into each of these rows after an activation (R8.7); ``actor`` is its number."""

    party: int
    rows: tuple[Row, ...]

    @property
    def actor(self) -> int:
        """The third party's number, after those of the seats."""
        return self.party


class OfferDeclined(_SeatEvent, frozen=True, array_like=True, tag=30, gc=False):
    """A player did not make use of an offer, or discarded no more cards (R10.5, R11)."""


class CardDiscarded(_SeatEvent, frozen=True, array_like=True, tag=31, gc=False):
    """A card was discarded.

    ``step`` is what it moved the player on the faction track, -1 towards the cardinal (R10.5); 0: it was one of the two
    drawn (R11.Scali).
    """

    card: Card
    step: int


class CubeMoved(_SeatEvent, frozen=True, array_like=True, tag=32, gc=False):
    """A cube went from one row to another (R11.Bardi, R11.Pulci)."""

    source: Row
    target: Row


class TileChosen(_SeatEvent, frozen=True, array_like=True, tag=33, gc=False):
    """The tile after the next one is scored now (R11.Cerchi)."""

    tile: Tile


class WhiteDiscUsed(_SeatEvent, frozen=True, array_like=True, tag=34, gc=False):
    """The active player uses a white disc below the top like an own one (R11.Pazzi)."""

    street: Street
    depth: int


class AreaScored(Event, frozen=True, array_like=True, tag=35, gc=False):
    """The cardinal's or the emperor's area was scored at the end (R10.9); fields as in ``TileScored``."""

    area: Area
    counts: tuple[int, ...]
    ranking: SeatOrder
    decided: str
    points: tuple[int, ...]


EVENTS = (
    InfluenceDealt,
    InfluenceTurnedUp,
    InfluenceKept,
    CardDrafted,
    DiscPlaced,
    DiscActivated,
    ActionDone,
    ActionWaived,
    ActionImpossible,
    CardPlayed,
    ActivationEnded,
    CardDrawn,
    DeckShuffled,
    SeatTaken,
    DiscPromoted,
    DiscTakenBack,
    DiscRemoved,
    TileScored,
    TurnEnded,
    EndReached,
    InfluenceRevealed,
    InfluenceScored,
    GameEnded,
    WentUnrecorded,
    PartObserved,
    InfluenceOpened,
    FamilyStarted,
    PlayBegan,
    ThirdPartyActed,
    OfferDeclined,
    CardDiscarded,
    CubeMoved,
    TileChosen,
    WhiteDiscUsed,
    AreaScored,
)
"""Every kind of event, by tag."""

AnyEvent = (
    InfluenceDealt
    | InfluenceTurnedUp
    | InfluenceKept
    | CardDrafted
    | DiscPlaced
    | DiscActivated
    | ActionDone
    | ActionWaived
    | ActionImpossible
    | CardPlayed
    | ActivationEnded
    | CardDrawn
    | DeckShuffled
    | SeatTaken
    | DiscPromoted
    | DiscTakenBack
    | DiscRemoved
    | TileScored
    | TurnEnded
    | EndReached
    | InfluenceRevealed
    | InfluenceScored
    | GameEnded
    | WentUnrecorded
    | PartObserved
    | InfluenceOpened
    | FamilyStarted
    | PlayBegan
    | ThirdPartyActed
    | OfferDeclined
    | CardDiscarded
    | CubeMoved
    | TileChosen
    | WhiteDiscUsed
    | AreaScored
)
"""The union that bytes are decoded into."""
