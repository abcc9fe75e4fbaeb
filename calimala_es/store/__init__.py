"""The store: games saved as the events that happened, which are only ever added to.

``open_store`` opens a file or a database, ``memory_store`` stores games in memory; both return a ``Store``. A
``StoredGame`` is a game at one version, as a value. Nothing outside this package knows how games are stored; nothing in
it reads the clock or chooses a path of its own.
"""

from calimala_es.store.access import (
    OWNER,
    PRIVATE,
    PUBLIC_GAME,
    RECORDER,
    ROLES,
    SEAT,
    UNLISTED,
    VIEWER,
    VISIBILITIES,
    Access,
    AccessError,
    AccessKey,
)
from calimala_es.store.annotated_game import Annotations, drafts_at, missing_drafts
from calimala_es.store.annotations import Annotation, AnnotationChange, Author, Draft, annotation_id
from calimala_es.store.history import Change, GameHistory, UndoStep
from calimala_es.store.new_game import PreparedGame, begin_game
from calimala_es.store.read_models import GameResult, Summary, row_version, seen_numbers, seen_version
from calimala_es.store.recorder import Announcements, Obstacle
from calimala_es.store.row_events import (
    AccessEvent,
    KeyGiven,
    KeyRevoked,
    NamesErased,
    NamesShown,
    PuzzleMade,
    Redone,
    Undone,
    VisibilitySet,
)
from calimala_es.store.rows import Receipt
from calimala_es.store.store import SharedGame, Store, memory_store, open_sound, open_store
from calimala_es.store.stored_game import StoredGame, UndoneSpan
from calimala_es.store.streams import PURGED, UNSEEN_STREAM, is_postgres
from calimala_es.store.undoing import shared_length
from calimala_es.store.verify import VerifyDifference

__all__ = [
    "OWNER",
    "PRIVATE",
    "PUBLIC_GAME",
    "PURGED",
    "RECORDER",
    "ROLES",
    "SEAT",
    "UNLISTED",
    "UNSEEN_STREAM",
    "VIEWER",
    "VISIBILITIES",
    "Access",
    "AccessError",
    "AccessEvent",
    "AccessKey",
    "Annotation",
    "AnnotationChange",
    "Annotations",
    "Announcements",
    "Author",
    "Change",
    "Draft",
    "GameHistory",
    "GameResult",
    "KeyGiven",
    "KeyRevoked",
    "NamesErased",
    "NamesShown",
    "Obstacle",
    "PreparedGame",
    "PuzzleMade",
    "Receipt",
    "Redone",
    "SharedGame",
    "Store",
    "StoredGame",
    "Summary",
    "UndoStep",
    "Undone",
    "UndoneSpan",
    "VerifyDifference",
    "VisibilitySet",
    "annotation_id",
    "begin_game",
    "drafts_at",
    "is_postgres",
    "memory_store",
    "missing_drafts",
    "open_sound",
    "open_store",
    "row_version",
    "seen_numbers",
    "seen_version",
    "shared_length",
]
