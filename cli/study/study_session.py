"""The reach of undo in a study: only changes made in this study, and nothing from before it."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from calimala_es.commands import Command
from calimala_es.errors import AnnotationError, NothingToUndoError
from calimala_es.messages import Message, Text
from calimala_es.store import Annotation, Annotations, Author, Redone, Undone
from cli.annotating import AnnotationTarget, Spot, TextTarget, kind_and_text, record_of
from cli.commands.annotate import note_draft, variation_draft
from cli.files import Address, address_of, is_game_id, is_read_only, write_file
from cli.games import FoundGame, find_game, load_game, the_store
from notation import NotationError, dumps
from replays.edit.nodes import Node
from replays.edit.note_kinds import checked_note
from replays.edit.tree import Branch, Tree


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
                raise NothingToUndoError(Message("everything added in this study has been undone already"))
        elif not annotations.redoable(author):
            if self._is_overtaken(annotations, author):
                raise NothingToUndoError(
                    Message("notes have been added since, so what was undone before cannot be redone")
                )
            raise NothingToUndoError(Message("there is nothing to redo"))

    def _is_overtaken(self, annotations: Annotations, author: Author) -> bool:
        """Return whether something was annotated after what was undone in this study."""
        log = annotations.log_of(author)
        events = [row.event for row in log.rows[self._begun :]] if log else []
        return any(isinstance(event, Undone) for event in events) and not isinstance(events[-1], Undone | Redone)


def _rows(annotations: Annotations, author: Author) -> int:
    log = annotations.log_of(author)
    return log.version if log else 0


# ----------------------------------------------------------------------------------------------------
# A game that is studied, and where its annotations are saved: the store, or the file it comes from.

_READ_ONLY: Final = Message(
    "notes cannot be added to a share code or the example; write the game to a file first, with {command}",
    command="calimala export",
)
_FAULTY: Final = Message(
    "notes cannot be added to a text with errors; {command} reports them", command="calimala check"
)
_CHANGED: Final = Message("somebody else has changed this game; it was loaded again, and your note was not saved")


class StudyText(TextTarget):
    """A text that is written after every change; changes can be undone during the study."""

    def __init__(self, address: Address) -> None:
        """Import the game of a file."""
        self._path = Path(address.name)
        self._seen = _digest(self._path)
        self.is_written = True
        super().__init__(address, record_of(address), None)

    @property
    def keeps_history(self) -> bool:
        """Whether there is a history: the changes of this study can be undone."""
        return True

    def keep(self, ids: Sequence[str]) -> list[str]:
        """Write the file; the temporary store remains, and so do the ids."""
        self.look()
        self.is_written = False
        write_file(self._path, [*self._file(dumps(self.stored.game).encode())])
        self.is_written = True
        self._seen = _digest(self._path)
        return [*ids]

    @property
    def is_stale(self) -> bool:
        """Return whether another program has written the file in the meantime."""
        return _digest(self._path) != self._seen


def _digest(path: Path) -> bytes:
    return sha256(path.read_bytes()).digest() if path.exists() else b""


class StudySession:
    """A game that a user studies.

    ``game`` is its main line with all annotations, ``tree`` the same as a tree, ``by`` the name of the author of new
    notes. If nothing can be written, ``why_not`` says why.
    """

    def __init__(self, game: FoundGame, target: AnnotationTarget | None, by: str, why_not: Text = "") -> None:
        """Store what was found; see ``study_session_of``."""
        self.target = target
        self.by = by
        self.why_not = why_not
        self.game = game
        self.look()
        self._begin_undoing()

    def _begin_undoing(self) -> None:
        target = self.target
        self._undoing = Undoing(target.stored.annotations, target.author(self.by)) if target else None

    def look(self) -> None:
        """Load the game and its annotations in their current state."""
        if self.target is None:
            self.tree = Tree.of(self.game.record)
            return
        found, old = self.target.stored, self.game
        stored = None if isinstance(self.target, StudyText) else found
        self.game = FoundGame(old.name, self.target.stored.game, stored=stored)
        self.game.shown_layers = old.shown_layers
        self.tree = self.target.tree

    # Current annotations.

    def said_at(self, nodes: Sequence[Node], *, at_start: bool, inside: Branch) -> list[Annotation]:
        """Return the annotations after these decisions, including variations instead of them.

        If ``at_start``, those of the whole game are included; so are the variation that the decisions are ``inside``
        of, and its annotations before its first decision.
        """
        if self.target is None:
            return []
        places = {node.id for node in nodes}
        places.update([""] * at_start, filter(None, [inside.id]))
        here = self.target.stored.variations.get(inside.id)
        return [one for one in self.target.stored.annotations if one.id == here or self.target.place(one) in places]

    def is_own(self, one: Annotation) -> bool:
        """Return whether an annotation is the user's own."""
        return self.target is not None and self.target.author(self.by).is_same(one.author)

    # Annotating.

    def say(self, place: str, kind: str, text: str) -> None:
        """Add a note at a place; raise ``AnnotationError`` if it is not possible there, or cannot be saved."""
        target = self._writable()
        draft = note_draft(target.spot(place), kind, text)
        self._keep(target.store.annotations.add(target.stored, target.author(self.by), [draft]))

    def edit(self, one: Annotation, text: str) -> None:
        """Change the content of an annotation, or the name of a variation."""
        target = self._writable()
        one = self._own(target, one.id)
        spot = Spot(one.variation, one.anchor or 0, target.node(one) or target.tree.root)
        if one.is_variation:
            target.store.annotations.edit_variation(target.stored, one.id, text)
        else:
            kind, _ = kind_and_text(one, spot.state)
            target.store.annotations.edit_note(target.stored, one.id, checked_note(kind, text, spot.state))
        self._keep([one.id])

    def retract(self, one: Annotation) -> None:
        """Retract an annotation."""
        target = self._writable()
        target.store.annotations.retract(target.stored, self._own(target, one.id).id)
        self._keep([])

    def take_back(self, *, is_redo: bool = False) -> None:
        """Undo the user's last change in this study, or redo one.

        Raises ``NothingToUndoError``.
        """
        target = self._writable()
        assert self._undoing is not None, "there is somewhere to write"
        self._undoing.require(target.stored.annotations, target.author(self.by), is_redo=is_redo)
        take = target.store.annotations.redo if is_redo else target.store.annotations.undo
        take(target.stored, target.author(self.by), 1)
        self._keep([])

    def vary(self, node: Node, commands: Sequence[Command]) -> str:
        """Begin a variation instead of a decision, and return its id."""
        target = self._writable()
        draft = variation_draft(target.spot_of(node), commands, "")
        (id,) = self._keep(target.store.annotations.add(target.stored, target.author(self.by), [draft]))
        return self._label(id)

    def go_on(self, branch: Branch, commands: Sequence[Command]) -> str:
        """Continue a variation with these decisions, and return its id."""
        target = self._writable()
        one = self._own(target, target.spot(branch.id).variation)
        target.store.annotations.edit_variation(target.stored, one.id, None, (*one.commands, *commands))
        (id,) = self._keep([one.id])
        return self._label(id)

    def _label(self, id: str) -> str:
        assert self.target is not None
        return self.target.label(id)

    def _writable(self) -> AnnotationTarget:
        if self.target is None:
            raise AnnotationError(self.why_not)
        if not isinstance(self.target, StudyText):
            self.target.look()
        elif self.target.is_stale:
            self._read_again()
            raise AnnotationError(_CHANGED)
        if self._undoing is not None:
            self._undoing.compare(self.target.stored.annotations, self.target.author(self.by))
        return self.target

    def _own(self, target: AnnotationTarget, id: str) -> Annotation:
        """Return an annotation that the user may change; raise ``AnnotationError`` for another author's."""
        one = target.stored.annotations.find(id)
        if not self.is_own(one):
            if one.author.shown:
                whose = one.author.shown
                raise AnnotationError(
                    Message("{id} belongs to {name}; if that is you, say so with --by", id=id, name=whose)
                )
            raise AnnotationError(Message("{id} is unsigned; to change it, start without --by", id=id))
        return one

    def _read_again(self) -> None:
        session = study_session_of(self.game.name, self.by)
        self.target, self.why_not, old = session.target, session.why_not, self.game
        self.game = session.game
        self.game.shown_layers = old.shown_layers
        self.look()
        self._begin_undoing()

    def _keep(self, ids: Sequence[str]) -> list[str]:
        """Save the last change; if it could not be written, it is still shown, and is written with the next change."""
        assert self.target is not None
        try:
            return self.target.keep(ids)
        finally:
            self.look()
            if self._undoing is not None:
                self._undoing.follow(self.target.stored.annotations, self.target.author(self.by))

    def leave(self) -> None:
        """Write what could not be written before; raise ``OSError`` if it still cannot be written."""
        if isinstance(self.target, StudyText) and not self.target.is_written:
            self._keep([])


def study_session_of(name: str, by: str = "") -> StudySession:
    """Return the game with that name as a study by an author; raise as ``find_game``."""
    address = address_of(name)._replace(place="")
    game = find_game(address.game)
    if is_read_only(address.name):
        return StudySession(game, None, by, _READ_ONLY)
    if game.errors:
        return StudySession(game, None, by, _FAULTY)
    try:
        if is_game_id(address.name):
            store = the_store()
            return StudySession(game, AnnotationTarget(store, load_game(store, address.name)), by)
        return StudySession(game, StudyText(address), by)
    except NotationError as error:
        return StudySession(game, None, by, Message("this text cannot be written: {reason}", reason=error.text))
