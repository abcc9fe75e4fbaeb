"""What a store does with annotations: everybody's in a stream of their own."""

from collections.abc import Iterable, Sequence

from calimala_es.commands import Command
from calimala_es.store.annotations.standing import Annotations
from calimala_es.store.annotations.values import Annotation, Author, Change, Draft
from calimala_es.store.annotations.writing import Writer
from calimala_es.store.facts import Redone, Undone
from calimala_es.store.game import StoredGame
from calimala_es.store.opened import Opened


class Annotating(Opened):
    """The part of a store that is about annotations. An author is told by the name, or as a value.

    Those that save raise ``StaleGameError`` where the same author wrote since the ``StoredGame`` was read.
    """

    def annotations(self, game: StoredGame | str) -> Annotations:
        """What stands of all that is said about a game, by all authors, with ids; and its history."""
        return self._current(game).annotations

    def history(self, game: StoredGame | str) -> tuple[Change, ...]:
        """Everything that the authors of annotations did, the earliest first."""
        return self.annotations(game).history

    def annotate(
        self, game: StoredGame | str, author: str | Author, drafts: Draft | Iterable[Draft]
    ) -> tuple[str, ...]:
        """Let an author say something, all as one change; the ids of what was said.

        ``""`` is the record itself. Authors never conflict with each other. Raises ``AnnotationError`` for what cannot
        be said, ``IllegalCommandError`` for a variation that the rules refuse, ``UnknownIdError`` for one that is not
        there, and ``StaleGameError`` for a moment that the game has not reached.
        """
        said = [drafts] if isinstance(drafts, Draft) else [*drafts]

        def act(writer: Writer) -> tuple[str, ...]:
            return writer.say(writer.author_called(author) if isinstance(author, str) else author, said)

        return self._streams.write(self._current(game), act, self._now())

    def edit(
        self, game: StoredGame | str, id: str, text: str | None = None, commands: Sequence[Command] | None = None
    ) -> Annotation:
        """Let an annotation say something else; a variation can get another name, or become longer or shorter.

        Raises ``UnknownIdError``, ``AnnotationError`` and ``IllegalCommandError``.
        """
        game = self._current(game)
        self._streams.write(game, lambda writer: writer.edit(id, text, commands), self._now())
        return self.annotations(game.id).find(id)

    def retract(self, game: StoredGame | str, *ids: str) -> None:
        """Take annotations back; what is said inside of a variation goes and comes back with it."""
        self._streams.write(self._current(game), lambda writer: writer.retract(*ids), self._now())

    def undo_notes(self, game: StoredGame | str, author: str | Author, count: int = 1) -> Annotations:
        """Undo an author's last changes; what stands then. Raises ``NothingToUndoError``."""
        game = self._current(game)
        self._streams.take_back(game, author, Undone(count), self._now())
        return self.annotations(game.id)

    def redo_notes(self, game: StoredGame | str, author: str | Author, count: int = 1) -> Annotations:
        """Bring an author's undone changes back; what stands then. Raises ``NothingToUndoError``."""
        game = self._current(game)
        self._streams.take_back(game, author, Redone(count), self._now())
        return self.annotations(game.id)
