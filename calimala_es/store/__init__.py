"""The store: games saved as the events that happened, which are only ever added to.

``open_store`` opens a file, ``memory_store`` stores games in memory; both return a ``Store``. A ``StoredGame`` is a
game at one version, as a value. Nothing outside this package knows how games are stored; nothing in it reads the clock
or chooses a path of its own.
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
    Key,
    Receipt,
)
from calimala_es.store.annotated_game import Annotations
from calimala_es.store.annotations import (
    COMMENT,
    ERASED,
    EVALUATION,
    GLYPH,
    MARK,
    ON_POSITION,
    STANDING,
    TITLE,
    VARIATION,
    Annotation,
    Author,
    Change,
    Draft,
)
from calimala_es.store.location import is_postgres
from calimala_es.store.notes import CHECK, Note
from calimala_es.store.read_models import Result, Summary
from calimala_es.store.row_events import (
    AccessEvent,
    Acknowledged,
    KeyGiven,
    KeyRevoked,
    NamesErased,
    NamesShown,
    PuzzleMade,
    VisibilitySet,
)
from calimala_es.store.store import Store, memory_store, open_store
from calimala_es.store.stored_game import Step, StoredGame
from calimala_es.store.verify import Difference

__all__ = [
    "CHECK",
    "COMMENT",
    "ERASED",
    "EVALUATION",
    "GLYPH",
    "MARK",
    "ON_POSITION",
    "OWNER",
    "PRIVATE",
    "PUBLIC_GAME",
    "RECORDER",
    "ROLES",
    "SEAT",
    "STANDING",
    "TITLE",
    "UNLISTED",
    "VARIATION",
    "VIEWER",
    "VISIBILITIES",
    "Access",
    "AccessError",
    "AccessEvent",
    "Acknowledged",
    "Annotation",
    "Annotations",
    "Author",
    "Change",
    "Difference",
    "Draft",
    "Key",
    "KeyGiven",
    "KeyRevoked",
    "NamesErased",
    "NamesShown",
    "Note",
    "PuzzleMade",
    "Receipt",
    "Result",
    "Step",
    "Store",
    "StoredGame",
    "Summary",
    "VisibilitySet",
    "is_postgres",
    "memory_store",
    "open_store",
]
