"""Every error that the project raises on purpose (all are ``CalimalaError``)."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calimala_es.commands import Command


Words = str | Callable[[], str]
"""Words of a message, or what tells them once somebody asks: most refusals are never read."""


Say = Callable[[str], str]
"""Says words otherwise: clauses with the names of a table, see ``clauses.Clause``."""


def in_words(words: Words) -> str:
    """The words themselves."""
    return words if isinstance(words, str) else words()


class CalimalaError(Exception):
    """The root of the project's errors; its text is meant for a person."""


class SetupError(CalimalaError):
    """A set-up that the box or the rules do not allow. ``rule`` is the id of the rule."""

    def __init__(self, message: str, rule: str) -> None:
        """Keep what is wrong and which rule says so."""
        super().__init__(f"{message} ({rule})")
        self.rule = rule


class IllegalCommandError(CalimalaError):
    """A command that the rules refuse.

    ``rule`` is the id of the rule, ``reason`` what is wrong in one clause, ``remedy`` what would be right; ``told`` are
    the three as they were given, words or what tells them once somebody asks. ``say`` says reason and remedy otherwise,
    as with people's names, once somebody has set it. Nothing was recorded.
    """

    __slots__ = ("command", "say", "told")

    def __init__(self, command: "Command", rule: Words, reason: Words, remedy: Words = "") -> None:
        """Keep the refused command beside the rule, the reason and the remedy.

        ``Exception`` keeps what it is made of by itself: most refusals are never read.
        """
        self.command = command
        self.told = (rule, reason, remedy)
        self.say: Say = str

    @cached_property
    def rule(self) -> str:
        """The id of the rule."""
        return in_words(self.told[0])

    @cached_property
    def reason(self) -> str:
        """What is wrong."""
        return in_words(self.told[1])

    @cached_property
    def remedy(self) -> str:
        """What would be right, empty where nobody can tell."""
        return in_words(self.told[2])

    def __str__(self) -> str:
        """``reason (rule); remedy``."""
        remedy = f"; {self.say(self.remedy)}" if self.remedy else ""
        return f"{self.say(self.reason)} ({self.rule}){remedy}"


class NotDueError(IllegalCommandError):
    """A command that comes at another moment than its own; it may be right at that one."""

    __slots__ = ()


class UnknownIdError(CalimalaError):
    """No event of the game has this id, or it is no id."""


class GameNotFoundError(CalimalaError):
    """The store holds no game of that id."""


class GameExistsError(CalimalaError):
    """The store already holds a game of that id."""


class GameIdError(CalimalaError):
    """A text that cannot be the id of a game."""


class NothingToUndoError(CalimalaError):
    """More commands were to be undone, or redone, than there are."""


class StaleGameError(CalimalaError):
    """Somebody else added to the game since it was read; nothing was saved."""


class AnnotationError(CalimalaError):
    """Something that cannot be said about a game, or not so."""


class StoreError(CalimalaError):
    """The place where games are kept cannot be opened, read or written."""


class NoStoreError(StoreError):
    """There is no store where one was to be opened."""


class StorePackageError(StoreError):
    """A package that a store of this kind needs is not installed."""
