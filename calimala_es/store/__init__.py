"""The store: games kept as the events that happened, only ever added to.

``open_store`` opens a file, ``memory_store`` keeps games in memory; both give a ``Store``. A ``StoredGame`` is a game
at one version, as a value. Nothing outside of this package knows how games are kept; nothing in it asks for the time
or for a path of its own.
"""

from calimala_es.store.annotations.log import ERASED
from calimala_es.store.annotations.standing import Annotations
from calimala_es.store.annotations.values import (
    COMMENT,
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
from calimala_es.store.game import Step, StoredGame
from calimala_es.store.notes import CHECK, Note
from calimala_es.store.store import Store, memory_store, open_store
from calimala_es.store.summaries import Result, Summary
from calimala_es.store.verify import Difference

__all__ = [
    "CHECK",
    "COMMENT",
    "ERASED",
    "EVALUATION",
    "GLYPH",
    "MARK",
    "ON_POSITION",
    "STANDING",
    "TITLE",
    "VARIATION",
    "Annotation",
    "Annotations",
    "Author",
    "Change",
    "Difference",
    "Draft",
    "Note",
    "Result",
    "Step",
    "Store",
    "StoredGame",
    "Summary",
    "memory_store",
    "open_store",
]
