"""What the rows of a store say: the store's own events, beside those of the rules (``calimala_es.events``).

They are structs of the same kind: frozen, with a fixed integer tag that is never used twice, new fields only at the end
and with a default. Their tags are negative, so that they never meet one of the rules.

A game that starts in the middle is stored with its position by the names of its parts (``StoredPosition``), since the
layout of ``State`` may change with the program; what follows from the other parts is left out.
"""

from typing import Final, get_args

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
from calimala_es.components import InfluenceCard
from calimala_es.frames import Frames
from calimala_es.notes import AnyNote
from calimala_es.setup import Setup
from calimala_es.state import Built, Mat, State, Stock, agenda_of

# A position.


class StoredMat(Struct, frozen=True, omit_defaults=True, gc=False):
    """A player's mat; the fields are those of ``calimala_es.state.Mat``."""

    coloured: int
    white: int
    stock: Stock = Stock()
    built: Built = Built()
    points: int = 0
    open: str = ""
    secret: str = ""
    unknown: int = 0
    dealt: tuple[InfluenceCard, ...] = ()
    kept: tuple[InfluenceCard, ...] = ()
    shown: tuple[InfluenceCard, ...] = ()
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
    by_board: tuple[InfluenceCard, ...]
    frames: Frames
    used: str = ""


def _fields(value: object, names: tuple[str, ...]) -> dict[str, object]:
    """Return the fields of these names."""
    return {name: getattr(value, name) for name in names}


def stored_position(state: State) -> StoredPosition:
    """Return the stored form of a state; its set-up is stored elsewhere."""
    parts = _fields(state, StoredPosition.__struct_fields__)
    parts["mats"] = tuple(StoredMat(**_fields(mat, StoredMat.__struct_fields__)) for mat in state.mats)  # type: ignore[arg-type]
    return StoredPosition(**parts)  # type: ignore[arg-type]


def restored_state(setup: Setup, position: StoredPosition) -> State:
    """Return the state from which ``position`` was stored."""
    parts = _fields(position, StoredPosition.__struct_fields__)
    parts["mats"] = tuple(Mat(**_fields(mat, StoredMat.__struct_fields__)) for mat in position.mats)  # type: ignore[arg-type]
    del parts["frames"]
    parts["now"], parts["later"] = agenda_of(position.frames)
    return State(setup=setup, free_cells=free_cells_mask(position.rows, setup.ruleset.cells), **parts)  # type: ignore[arg-type]


# The stream of a game, and that of its headers.


class GameCreated(Struct, frozen=True, array_like=True, tag=-1, gc=False):
    """The first event of a game: its set-up, and the position that it starts from if that is not turn 0."""

    setup: Setup
    start: StoredPosition | None = None


class Undone(Struct, frozen=True, array_like=True, tag=-2, gc=False):
    """The last ``count`` commands of the game were undone, with all that followed from them.

    If others replace them, those are in the next rows, and ``brings`` is their number. ``carried`` are pairs of numbers
    of commands: a new one, and an earlier one whose notes belong to it from now on. ``back_to`` is the version that the
    game is at again with the new ones; 0 for none. ``begins`` is what the game begins with from now on, if its set-up
    was corrected: then all commands are undone.
    """

    count: int = 1
    carried: tuple[tuple[int, int], ...] = ()
    back_to: int = 0
    brings: int = 0
    begins: GameCreated | None = None


class Redone(Struct, frozen=True, array_like=True, tag=-3, gc=False):
    """The ``count`` commands that were undone last are part of the game again, the last undone one first.

    ``back_to`` is the version that the game is at again with them; 0 for none.
    """

    count: int = 1
    back_to: int = 0


class HeaderWritten(Struct, frozen=True, array_like=True, tag=-4, gc=False):
    """A header got this value; with ``again`` it is added to those of the same name instead of replacing them.

    A ``personal`` value is not here but among the names, where it can be erased. ``since`` is the version of the game
    that it came with: if the game returns to an earlier one, so does the header; 0 for a header of all versions.
    """

    name: str
    value: str = ""
    personal: bool = False
    again: bool = False
    since: int = 0


class HeaderRemoved(Struct, frozen=True, array_like=True, tag=-5, gc=False):
    """All headers of this name were removed; ``since`` as in ``HeaderWritten``."""

    name: str
    since: int = 0


# The stream of an author. Its first row is ``AuthorAdded``, number 0; ``ShortNameGiven`` follows for a short name.
# The rows of one change share a number, counted from 1 and never used twice in the stream; ``Undone`` and
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


class AuthorAdded(Struct, frozen=True, array_like=True, tag=-6, gc=False):
    """Somebody began to write about the game. The name of a ``signed`` author is stored beside this row.

    ``language`` is a BCP 47 tag, or empty; ``header`` the place among the game's headers of the one that declares the
    author's layer, ``-1`` after the others; an author who is not ``declared`` has none.
    """

    signed: bool = False
    language: str = ""
    header: int = -1
    declared: bool = False


class ShortNameGiven(Struct, frozen=True, array_like=True, tag=-7, gc=False):
    """The author's layer has a short name, which is stored beside this row."""


class NoteWritten(Struct, frozen=True, array_like=True, tag=-8, gc=False):
    """A note was written after command number ``after`` (0: at the start).

    Inside a ``variation``, given by its id ``2-5``, ``after`` counts its decisions (0: before the first). The layer of
    the note is empty, since the stream is the author's. ``order`` is higher than that of everything that the author had
    seen of the game's annotations.
    """

    note: AnyNote
    after: int
    variation: str = ""
    order: int = 0


class VariationWritten(Struct, frozen=True, array_like=True, tag=-9, gc=False):
    """A variation was written: ``commands`` instead of the decision with the number ``after``.

    ``after``, ``variation`` and ``order`` as in ``NoteWritten``; ``label`` is its id in a text, ``time`` as in a note.
    """

    commands: tuple[AnyCommand, ...]
    after: int
    variation: str = ""
    order: int = 0
    name: str = ""
    label: str = ""
    time: str = ""


class NoteEdited(Struct, frozen=True, array_like=True, tag=-10, gc=False):
    """The note of row ``version`` was replaced by another."""

    version: int
    note: AnyNote


class VariationEdited(Struct, frozen=True, array_like=True, tag=-11, gc=False):
    """The variation of row ``version`` has another name or other decisions; ``None`` is as before."""

    version: int
    name: str | None = None
    commands: tuple[AnyCommand, ...] | None = None


class AnnotationRetracted(Struct, frozen=True, array_like=True, tag=-12, gc=False):
    """The note or variation of row ``version`` was retracted by its author."""

    version: int


# Rights, claimed cards, puzzles, judgements.


class KeyGiven(Struct, frozen=True, array_like=True, tag=-13, gc=False):
    """A key was given, of which only the ``digest`` is stored; the version of this row is its number.

    ``role`` is ``owner``, ``recorder``, ``seat`` or ``viewer``, ``seat`` the one that a key of a seat is for.
    """

    digest: bytes
    role: str
    seat: int = -1


class KeyRevoked(Struct, frozen=True, array_like=True, tag=-14, gc=False):
    """The key of this number is invalid from now on."""

    key: int


class VisibilitySet(Struct, frozen=True, array_like=True, tag=-15, gc=False):
    """Who may look at the game without a key: see ``access.VISIBILITIES``."""

    visibility: str


class NamesShown(Struct, frozen=True, array_like=True, tag=-16, gc=False):
    """Whether those who only look at the game read the names of people, or their colours."""

    shown: bool


class NamesErased(Struct, frozen=True, array_like=True, tag=-17, gc=False):
    """The names of the people of the game were erased; what was made of them before is out of date."""


class CommandClaimed(Struct, frozen=True, array_like=True, tag=-18, gc=False):
    """What command ``number`` of the game was, according to the seat whose cards it is about; ``None`` withdraws it."""

    number: int
    command: AnyCommand | None = None


class PuzzleMade(Struct, frozen=True, array_like=True, tag=-20, gc=False):
    """The placement of ``turn`` of ``game`` is to be guessed, at an address that does not name the game.

    With ``hand`` the active player's action cards are shown. The only row of a stream of its own.
    """

    game: str
    turn: int
    hand: bool = False


class GameJudged(Struct, frozen=True, array_like=True, tag=-19, gc=False):
    """The game was judged: ``key`` is the digest of what was judged and how, ``content`` what came of it."""

    key: bytes
    content: bytes


# The game as a whole. In the stream of the game; ``GamePurged`` in a stream that names no game.


class HeadersCorrected(Struct, frozen=True, array_like=True, tag=-21, gc=False):
    """Headers were corrected: those in the stream of headers whose ``since`` is the version of this row."""


class GameRenamed(Struct, frozen=True, array_like=True, tag=-22, gc=False):
    """The game has another id: ``was`` is the one before.

    This row is the last in the streams of the old id, and in those of the new one, which continue them.
    """

    id: str
    was: str


class GameDeleted(Struct, frozen=True, array_like=True, tag=-23, gc=False):
    """The game was deleted: as long as no ``GameRestored`` follows, nobody finds it."""


class GameRestored(Struct, frozen=True, array_like=True, tag=-24, gc=False):
    """The game is no longer deleted."""


class GamePurged(Struct, frozen=True, array_like=True, tag=-25, gc=False):
    """All rows of a game were erased; what was computed of the log before may be out of date."""


WholeGameEvent = HeadersCorrected | GameRenamed | GameDeleted | GameRestored

AccessEvent = KeyGiven | KeyRevoked | VisibilitySet | NamesShown | NamesErased

AnnotationEvent = (
    AuthorAdded | ShortNameGiven | NoteWritten | VariationWritten | NoteEdited | VariationEdited | AnnotationRetracted
)

AnyStoreEvent = (
    GameCreated
    | Undone
    | Redone
    | HeaderWritten
    | HeaderRemoved
    | AnnotationEvent
    | AccessEvent
    | CommandClaimed
    | PuzzleMade
    | GameJudged
    | WholeGameEvent
    | GamePurged
)

STORE_EVENTS: Final[tuple[type, ...]] = get_args(AnyStoreEvent)
"""Every kind of event that only a store has."""
