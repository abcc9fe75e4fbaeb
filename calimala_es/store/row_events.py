"""What the rows of a store say: the store's own events, beside those of the rules (``calimala_es.events``).

They are structs of the same kind: frozen, with a fixed integer tag that is never used twice, new fields only at the end
and with a default. Their tags are negative, so that they never meet one of the rules.

A game that starts in the middle is stored with its position by the names of its parts (``StoredPosition``), since the
layout of ``State`` may change with the program; what follows from the other parts is left out.
"""

from datetime import datetime
from typing import Final

from msgspec import Struct

from calimala_es.board import free_cells_mask
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
from calimala_es.frames import Frame
from calimala_es.setup import Setup
from calimala_es.state import Mat, State

# A position.


class StoredMat(Struct, frozen=True, omit_defaults=True, gc=False):
    """A player's mat; the fields are those of ``calimala_es.state.Mat``."""

    coloured: int
    white: int
    wood: int = 0
    brick: int = 0
    marble: int = 0
    cloth: tuple[int, ...] = (0,)
    ships: int = 0
    houses: str = ""
    points: int = 0
    open: str = ""
    secret: str = ""
    unknown: int = 0
    dealt: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    support: int = 0
    family: str = ""
    faction: int = 0


class StoredPosition(Struct, frozen=True, gc=False):
    """A position; the fields are those of ``calimala_es.state.State`` that do not follow from the others."""

    turn: int
    active: int
    mats: tuple[StoredMat, ...]
    rows: tuple[str, ...]
    stacks: tuple[str, ...]
    council: str
    seats: str
    deck: int
    discard: str
    pool: str
    laid_out: str
    by_board: tuple[str, ...]
    now: Frame
    later: tuple[Frame, ...]
    used: str = ""


def _parts(value: object, names: tuple[str, ...]) -> dict[str, object]:
    return {name: getattr(value, name) for name in names}


def stored_position(state: State) -> StoredPosition:
    """Return the stored form of a state; its set-up is stored elsewhere."""
    parts = _parts(state, StoredPosition.__struct_fields__)
    parts["mats"] = tuple(StoredMat(**_parts(mat, StoredMat.__struct_fields__)) for mat in state.mats)  # type: ignore[arg-type]
    return StoredPosition(**parts)  # type: ignore[arg-type]


def restored_state(setup: Setup, position: StoredPosition) -> State:
    """Return the state from which ``position`` was stored."""
    parts = _parts(position, StoredPosition.__struct_fields__)
    parts["mats"] = tuple(Mat(**_parts(mat, StoredMat.__struct_fields__)) for mat in position.mats)  # type: ignore[arg-type]
    return State(setup=setup, free_cells=free_cells_mask(position.rows, setup.ruleset.cells), **parts)  # type: ignore[arg-type]


# The stream of a game, and that of its headers.


class GameCreated(Struct, frozen=True, array_like=True, tag=-1, gc=False):
    """The first event of a game: its set-up, and the position it goes on from if that is not turn 0."""

    setup: Setup
    start: StoredPosition | None = None


class Undone(Struct, frozen=True, array_like=True, tag=-2, gc=False):
    """The last ``count`` commands that stood were taken out of the game, with all that followed from them.

    ``carried`` are pairs of numbers of commands: one that comes with this in the place of those taken out, and the
    earlier one by which people speak of it, so that what is said about that one is said about this one. ``back_to`` is
    the version as which the game stands with what comes with this; 0 for none. ``brings`` is how many commands come
    with this, in the rows behind it.
    """

    count: int = 1
    carried: tuple[tuple[int, int], ...] = ()
    back_to: int = 0
    brings: int = 0


class Redone(Struct, frozen=True, array_like=True, tag=-3, gc=False):
    """The last ``count`` commands that were taken out stand again, the one taken out last first.

    ``back_to`` is the version as which the game stands with them; 0 for none.
    """

    count: int = 1
    back_to: int = 0


class HeaderWritten(Struct, frozen=True, array_like=True, tag=-4, gc=False):
    """A header got this value; with ``again`` it stands beside those of the same name instead of replacing them.

    A ``personal`` value is not here but among the names, from where it can be erased. ``since`` is the version of the
    game with which it came: where the game goes back to an earlier one, the header does as well; 0 for one of all.
    """

    name: str
    value: str = ""
    personal: bool = False
    again: bool = False
    since: int = 0


class HeaderRemoved(Struct, frozen=True, array_like=True, tag=-5, gc=False):
    """All headers of this name were taken out; ``since`` as in ``HeaderWritten``."""

    name: str
    since: int = 0


class NoteWritten(Struct, frozen=True, array_like=True, tag=-6, gc=False):
    """Something was said about the game after command number ``after`` (0: before the first).

    ``kind`` is ``"comment"``, ``"check"`` or another short word; ``time`` is when it was said, if that was told. The
    author of a ``signed`` note stands among the names.
    """

    after: int
    kind: str
    text: str
    time: datetime | None = None
    signed: bool = False


# The stream of an author. Its first row is ``AuthorCame``, number 0; ``ShortNameGiven`` follows for a short
# name. The rows of one change share a number, counted from 1 and never used twice in the stream; ``Undone`` and
# ``Redone`` undo and redo changes, as they do with the commands of a game.

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


# Rights, claimed cards, receipts, puzzles.


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
