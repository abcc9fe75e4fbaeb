"""What an author's rows say. Tags, as those of ``calimala_es.store.facts``, are never used twice; new fields come last.

The first row of a stream is ``AuthorCame``, its number 0; where the author has a short name ``ShortNameGiven`` follows.
The rows of one change share a number, counted from 1 and never used twice in the stream; ``Undone`` and ``Redone`` (in
``facts``) take changes back and bring them back, as they do with the commands of a game.
"""

from typing import Final

from msgspec import Struct

from calimala_es.commands import (
    ActivateWhiteDisc,
    ChooseStart,
    ChooseTile,
    DealInfluence,
    DeclineOffer,
    DiscardCard,
    DoAction,
    DraftCard,
    DrawCard,
    EndActivation,
    KeepInfluence,
    MarkMissed,
    MoveCube,
    ObservePart,
    OpenInfluence,
    PlaceDisc,
    PlayCard,
    RevealInfluence,
    SkipAction,
    TakeDiscBack,
    TurnUpInfluence,
)

AnyCommand = (
    DealInfluence
    | TurnUpInfluence
    | KeepInfluence
    | DraftCard
    | PlaceDisc
    | DoAction
    | SkipAction
    | PlayCard
    | EndActivation
    | DrawCard
    | TakeDiscBack
    | RevealInfluence
    | MarkMissed
    | ObservePart
    | OpenInfluence
    | ChooseStart
    | DeclineOffer
    | DiscardCard
    | MoveCube
    | ChooseTile
    | ActivateWhiteDisc
)
"""The union that the decisions of a variation are decoded into."""


class AuthorCame(Struct, frozen=True, array_like=True, tag=-7, gc=False):
    """Somebody began to write about the game. The name of a ``signed`` author stands beside this row.

    ``language`` is a BCP 47 tag, empty where nobody told; ``header`` the place among the game's headers of the one that
    declares the author's layer, ``-1`` behind the others; an author who is not ``declared`` has none.
    """

    signed: bool = False
    language: str = ""
    header: int = -1
    declared: bool = False


class ShortNameGiven(Struct, frozen=True, array_like=True, tag=-8, gc=False):
    """The short name of the author's layer, which stands beside this row."""


class AnnotationWritten(Struct, frozen=True, array_like=True, tag=-9, gc=False):
    """Something was said about the game after command number ``after`` (0: the start).

    Inside of a ``variation``, which is told by its id ``2-5``, ``after`` counts its decisions (0: before the first).
    ``kind`` is a word of ``values``; ``text`` the comment, the sign or the name. A variation has ``commands``, which
    may come instead of the decision behind which it stands, and the ``label`` by which a text names it. ``time`` is
    when it was said, as ``2026-11-20T19:04:11Z``, empty where nobody told. ``order`` is higher than that of everything
    that the author had seen of the game's annotations.
    """

    kind: str
    text: str
    after: int
    variation: str = ""
    order: int = 0
    time: str = ""
    commands: tuple[AnyCommand, ...] = ()
    label: str = ""


class AnnotationEdited(Struct, frozen=True, array_like=True, tag=-10, gc=False):
    """The annotation of row ``version`` says something else: another text, other decisions; ``None`` is as before."""

    version: int
    text: str | None = None
    commands: tuple[AnyCommand, ...] | None = None


class AnnotationRetracted(Struct, frozen=True, array_like=True, tag=-11, gc=False):
    """The annotation of row ``version`` was taken back by its author."""

    version: int


AnyAnnotationEvent = AuthorCame | ShortNameGiven | AnnotationWritten | AnnotationEdited | AnnotationRetracted

ANNOTATION_EVENTS: Final = (AuthorCame, ShortNameGiven, AnnotationWritten, AnnotationEdited, AnnotationRetracted)
"""Every kind of row that only an author's stream has."""
