"""The errors that the project raises on purpose; all are ``CalimalaError``."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from calimala_es.messages import Message, Text

if TYPE_CHECKING:
    from calimala_es.commands import Command


class CalimalaError(Exception):
    """The root of the project's errors; its text is meant for a person.

    It is raised with a message, which can be put into words in any language, or with plain English.
    """

    @property
    def text(self) -> Text:
        """What a person reads about it; ``str`` is the same in English."""
        words = self.args[0] if self.args else ""
        return words if isinstance(words, Message) else str(words)


class SetupError(CalimalaError):
    """A set-up that the box or the rules do not allow. ``rule`` is the id of the rule."""

    def __init__(self, message: Text, rule: str) -> None:
        """Save the rule beside the message."""
        super().__init__(Message("{reason} ({rule})", reason=message, rule=rule))
        self.message = message
        self.rule = rule

    def __reduce__(self) -> tuple[type["SetupError"], tuple[Text, str]]:
        """Return what another process makes the error of."""
        return type(self), (self.message, self.rule)


class BoardError(CalimalaError):
    """A position or a command that a board with all cards open does not have."""


class IllegalCommandError(CalimalaError):
    """A command that breaks the rules; nothing was recorded.

    ``rule`` is the id of the rule, ``message`` says what is wrong, ``remedy`` what would be right, empty if that is not
    known. Both are messages, put into words when they are printed; ``str`` calls players by their colours.

    Most of these errors are never read, since programs try what may come. So for words that take work there may be a
    function that makes them when somebody asks.
    """

    __slots__ = ("_message", "_remedy", "command", "rule")

    def __init__(
        self,
        command: "Command",
        rule: str,
        message: Text | Callable[[], Text],
        remedy: Text | Callable[[], Text] = "",
    ) -> None:
        """Save the illegal command beside the rule, what is wrong and what would be right."""
        self.command = command
        self.rule = rule
        self._message = message
        self._remedy = remedy

    @property
    def message(self) -> Text:
        """What is wrong."""
        return self._message() if callable(self._message) else self._message

    @property
    def remedy(self) -> Text:
        """What would be right, empty if that is not known."""
        return self._remedy() if callable(self._remedy) else self._remedy

    @property
    def text(self) -> Text:
        """What is wrong, the rule, and what would be right."""
        if not self.remedy:
            return Message("{reason} ({rule})", reason=self.message, rule=self.rule)
        return Message("{reason} ({rule}); {expected}", reason=self.message, rule=self.rule, expected=self.remedy)

    def in_words(self, say: Callable[[Text], str]) -> "IllegalCommandError":
        """Return the same error with its messages put into words, e.g. with people's names."""
        kind = NotDueError if isinstance(self, NotDueError) else IllegalCommandError
        return kind(self.command, self.rule, say(self.message), say(self.remedy))

    def __str__(self) -> str:
        """Return ``message (rule); remedy``."""
        return str(self.text)


class NotDueError(IllegalCommandError):
    """A command that comes at another moment than its own; it may be right at that one."""

    __slots__ = ()


class UnknownIdError(CalimalaError):
    """No event of the game has this id, or it is not an id."""


class GameNotFoundError(CalimalaError):
    """The store has no game of that id."""


class GameDeletedError(GameNotFoundError):
    """The game of that id was deleted; it can be restored until it is purged."""


class GameRenamedError(GameNotFoundError):
    """The game of that id has another one by now: ``id``."""

    def __init__(self, message: Text, id: str) -> None:
        """Set the message and the present id."""
        super().__init__(message)
        self.id = id


class GameExistsError(CalimalaError):
    """The store has a game of that id already."""


class GameIdError(CalimalaError):
    """A text that cannot be the id of a game."""


class NothingToUndoError(CalimalaError):
    """More commands were to be undone, or redone, than there are."""


class StaleGameError(CalimalaError):
    """Somebody else added to the game since it was read; nothing was saved."""


class AnnotationError(CalimalaError):
    """An annotation that a game cannot have."""


class StoreError(CalimalaError):
    """A store of games cannot be opened, read or written."""


class NoStoreError(StoreError):
    """There is no store where one was to be opened."""


class UnsavedError(StoreError):
    """Nothing was saved: the store can be read, but not written at the moment."""


class StorePackageError(StoreError):
    """A package that a store of this kind needs is not installed."""


class LibraryError(CalimalaError):
    """A folder is no library of games, or of another version, or somebody else is adding games to it."""


class QueryError(LibraryError):
    """A query to a library is not one ``SELECT``, or not valid SQL."""


class WorkersError(CalimalaError):
    """The processes or the cluster that share the work cannot be reached, or cannot do it."""


class NoPositionsError(CalimalaError):
    """Positions or decisions are required, but the record has only the result."""

    def __init__(self) -> None:
        """Set the message."""
        super().__init__(Message("this record has only the result, so it has no positions and no decisions"))
