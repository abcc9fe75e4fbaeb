"""The reach of undo in a study: only changes made in this study, and nothing from before it."""

from calimala_es.errors import NothingToUndoError
from calimala_es.store import Annotations, Author
from calimala_es.store.row_events import Redone, Undone


class Undoing:
    """An author's changes to a game since a study began.

    If the same author wrote with another program in the meantime, undo begins again after that.
    """

    def __init__(self, annotations: Annotations, author: Author) -> None:
        """Begin with the current annotations."""
        self._begin(annotations, author)

    def _begin(self, annotations: Annotations, author: Author) -> None:
        self._stood = annotations.undoable(author)
        self._begun = self._seen = _rows(annotations, author)

    def compare(self, annotations: Annotations, author: Author) -> None:
        """Compare the annotations before a change."""
        if _rows(annotations, author) != self._seen:
            self._begin(annotations, author)

    def follow(self, annotations: Annotations, author: Author) -> None:
        """Record a change after it was made."""
        self._seen = _rows(annotations, author)

    def require(self, annotations: Annotations, author: Author, *, is_redo: bool) -> None:
        """Raise ``NothingToUndoError`` if nothing of this study can be undone, or redone."""
        if not is_redo:
            if annotations.undoable(author) <= self._stood:
                raise NothingToUndoError("nothing of this sitting is left to undo")
        elif not annotations.redoable(author):
            if self._is_overtaken(annotations, author):
                raise NothingToUndoError("something was said since; what was undone before is not brought back")
            raise NothingToUndoError("nothing was undone that could be brought back")

    def _is_overtaken(self, annotations: Annotations, author: Author) -> bool:
        """Return whether something was annotated after what was undone in this study."""
        log = annotations.log_of(author)
        events = [entry.event for entry in log.entries[self._begun :]] if log else []
        return any(isinstance(event, Undone) for event in events) and not isinstance(events[-1], Undone | Redone)


def _rows(annotations: Annotations, author: Author) -> int:
    log = annotations.log_of(author)
    return log.version if log else 0
