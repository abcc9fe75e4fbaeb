"""What the rows of these streams say. Tags, as those of ``calimala_es.store.facts``, are never used twice; new fields
come last, with a default.
"""

from typing import Final

from msgspec import Struct

from calimala_es.store.annotations.events import AnyCommand


class KeyGiven(Struct, frozen=True, array_like=True, tag=-12, gc=False):
    """A key was given out, of which only the ``digest`` is kept; the version of this row is its number.

    ``role`` is ``owner``, ``recorder``, ``seat`` or ``viewer``, ``seat`` the one that a key of a seat is for.
    """

    digest: bytes
    role: str
    seat: int = -1


class KeyRevoked(Struct, frozen=True, array_like=True, tag=-13, gc=False):
    """The key of this number opens nothing any more."""

    key: int


class VisibilitySet(Struct, frozen=True, array_like=True, tag=-14, gc=False):
    """Who may look at the game without a key: see ``access.VISIBILITIES``."""

    visibility: str


class NamesShown(Struct, frozen=True, array_like=True, tag=-15, gc=False):
    """Whether those who only look at the game read the names of people, or their colours."""

    shown: bool


class NamesErased(Struct, frozen=True, array_like=True, tag=-16, gc=False):
    """The names of the people of the game were erased; what was made of them before is out of date."""


class CommandTold(Struct, frozen=True, array_like=True, tag=-17, gc=False):
    """What command ``number`` of the game was, as the seat knows it whose cards it is about; ``None`` takes it back."""

    number: int
    command: AnyCommand | None = None


class Acknowledged(Struct, frozen=True, array_like=True, tag=-18, gc=False):
    """A request was carried out, and the game had ``version`` rows then.

    ``key`` is the digest of what the request called itself, ``body`` that of what it asked for.
    """

    key: bytes
    body: bytes
    version: int


class PuzzleMade(Struct, frozen=True, array_like=True, tag=-19, gc=False):
    """The placement of ``turn`` of ``game`` is to be guessed, at an address that does not tell the game.

    With ``hand`` the action cards are shown of who has to place. The only row of a stream of its own.
    """

    game: str
    turn: int
    hand: bool = False


AccessEvent = KeyGiven | KeyRevoked | VisibilitySet | NamesShown | NamesErased

AnyRightsEvent = AccessEvent | CommandTold | Acknowledged | PuzzleMade

RIGHTS_EVENTS: Final = (
    KeyGiven,
    KeyRevoked,
    VisibilitySet,
    NamesShown,
    NamesErased,
    CommandTold,
    Acknowledged,
    PuzzleMade,
)
"""Every kind of row that only these streams have."""
