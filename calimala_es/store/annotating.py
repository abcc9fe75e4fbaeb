"""What a store does with annotations: each author's are in a separate stream."""

from collections.abc import Iterable, Sequence

from calimala_es.commands import Command
from calimala_es.store.annotated_game import Annotations
from calimala_es.store.annotation_writer import Writer
from calimala_es.store.annotations import Annotation, Author, Change, Draft
from calimala_es.store.opened import Opened
from calimala_es.store.row_events import Redone, Undone
from calimala_es.store.stored_game import StoredGame


class Annotating(Opened):
    """The part of a store that is about annotations.

    An author is given by name, or as a value. The methods that save raise ``StaleGameError`` if the same author wrote
    since the ``StoredGame`` was read.
    """

    def annotations(self, game: StoredGame | str) -> Annotations:
        """Return the current annotations of a game by all authors, with ids, and their history."""
        return self._current(game).annotations

    def history(self, game: StoredGame | str) -> tuple[Change, ...]:
        """Return everything that the authors of annotations did, the earliest first."""
        return self.annotations(game).history

    def annotate(
        self, game: StoredGame | str, author: str | Author, drafts: Draft | Iterable[Draft]
    ) -> tuple[str, ...]:
        """Save an author's annotations as one change; return their ids.

        ``""`` is the record itself. Authors never conflict with each other. Raises ``AnnotationError`` for an invalid
        annotation, ``IllegalCommandError`` for an illegal variation, ``UnknownIdError`` for a variation that does not
        exist, and ``StaleGameError`` for a moment that the game has not reached.
        """
        said = [drafts] if isinstance(drafts, Draft) else [*drafts]

        def act(writer: Writer) -> tuple[str, ...]:
            return writer.say(writer.author_called(author) if isinstance(author, str) else author, said)

        return self._streams.write(self._current(game), act, self._now())

    def edit(
        self, game: StoredGame | str, id: str, text: str | None = None, commands: Sequence[Command] | None = None
    ) -> Annotation:
        """Change an annotation; a variation can be renamed, extended or shortened.

        Raises ``UnknownIdError``, ``AnnotationError`` and ``IllegalCommandError``.
        """
        game = self._current(game)
        self._streams.write(game, lambda writer: writer.edit(id, text, commands), self._now())
        return self.annotations(game.id).find(id)

    def retract(self, game: StoredGame | str, *ids: str) -> None:
        """Retract annotations; the annotations inside a variation disappear and return with it."""
        self._streams.write(self._current(game), lambda writer: writer.retract(*ids), self._now())

    def undo_notes(self, game: StoredGame | str, author: str | Author, count: int = 1) -> Annotations:
        """Undo an author's last changes and return the current annotations; raises ``NothingToUndoError``."""
        game = self._current(game)
        self._streams.take_back(game, author, Undone(count), self._now())
        return self.annotations(game.id)

    def redo_notes(self, game: StoredGame | str, author: str | Author, count: int = 1) -> Annotations:
        """Redo an author's undone changes and return the current annotations; raises ``NothingToUndoError``."""
        game = self._current(game)
        self._streams.take_back(game, author, Redone(count), self._now())
        return self.annotations(game.id)
