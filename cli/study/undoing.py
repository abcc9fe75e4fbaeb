"""How far undo reaches in a study: to what was done in this sitting, and to nothing that stood when it began."""

from calimala_es.errors import NothingToUndoError
from calimala_es.store import Annotations, Author
from calimala_es.store.facts import Redone, Undone


class Undoing:
    """What an author did about a game since a sitting began.

    Where the same author wrote by another program meanwhile, that stood as well: undo begins again behind it.
    """

    def __init__(self, annotations: Annotations, author: Author) -> None:
        """Begin with what stands."""
        self._begin(annotations, author)

    def _begin(self, annotations: Annotations, author: Author) -> None:
        self._stood = annotations.undoable(author)
        self._begun = self._seen = _rows(annotations, author)

    def compare(self, annotations: Annotations, author: Author) -> None:
        """See what stands before something is done."""
        if _rows(annotations, author) != self._seen:
            self._begin(annotations, author)

    def follow(self, annotations: Annotations, author: Author) -> None:
        """See what was done."""
        self._seen = _rows(annotations, author)

    def require(self, annotations: Annotations, author: Author, *, is_redo: bool) -> None:
        """Raises ``NothingToUndoError`` where nothing of this sitting can be undone, or nothing brought back."""
        if not is_redo:
            if annotations.undoable(author) <= self._stood:
                raise NothingToUndoError("nothing of this sitting is left to undo")
        elif not annotations.redoable(author):
            if self._is_overtaken(annotations, author):
                raise NothingToUndoError("something was said since; what was undone before is not brought back")
            raise NothingToUndoError("nothing was undone that could be brought back")

    def _is_overtaken(self, annotations: Annotations, author: Author) -> bool:
        """Whether something was said behind what was undone in this sitting."""
        log = annotations.log_of(author)
        events = [entry.event for entry in log.entries[self._begun :]] if log else []
        return any(isinstance(event, Undone) for event in events) and not isinstance(events[-1], Undone | Redone)


def _rows(annotations: Annotations, author: Author) -> int:
    log = annotations.log_of(author)
    return log.version if log else 0
