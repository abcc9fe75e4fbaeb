"""What can be wrong with a text: where, what, what was expected, and which rule says so; and how much of it is read.

Three failures have three names, as they ask for three remedies: the text is not well formed, it asks for something
against the rules, or it can be read in more than one way.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Final, NamedTuple

from calimala_es.errors import CalimalaError
from calimala_es.messages import Message, Text

MOST_GAME_CHARS: Final = 4_000_000
MOST_HEADERS: Final = 1_000
MOST_DECISIONS: Final = 100_000
"""Decisions in one game; only observations can make up so many."""
MOST_ERRORS: Final = 50
"""Errors in one game after which reading it is given up."""
MOST_FINDINGS: Final = 1_000
"""Findings that are reported in one game."""
MOST_NESTED: Final = 50
"""Variations in each other."""


class Place(NamedTuple):
    """A place in a text: the source's name, line and column from 1, the line itself and the length of the token."""

    source: str
    line: int
    column: int
    text: str
    length: int = 1


MOST_QUOTED: Final = 40


MOST_LISTED: Final = 200


def quote(word: str) -> str:
    """Return a word in quotes for a message; of a long one only the beginning.

    >>> quote("wine")
    "'wine'"
    """
    return repr(word) if len(word) <= MOST_QUOTED else f"{word[:MOST_QUOTED]!r}..."


def shorten(words: str) -> str:
    """Return words for a message; of very many only the first."""
    return words if len(words) <= MOST_LISTED else f"{words[:MOST_LISTED]}..."


LazyPlace = Place | Callable[[], Place]
"""A place in a text, or what finds it on request."""

LazyText = Text | Callable[[], Text]
"""A message, or what makes it on request: damaged texts have many errors that nobody reads."""

Suggest = Callable[[], tuple[str, ...]]
"""Finds what may have been meant, on request."""


def to_text(words: LazyText) -> Text:
    """Return the message, made now if it is not yet."""
    return words() if callable(words) else words


def nothing_suggested() -> tuple[str, ...]:
    """Return no suggestions."""
    return ()


class NotationError(CalimalaError):
    """A text that cannot be read as written; ``str`` gives ``source:line:column: message``.

    Message and expectation are put into words when they are printed; ``str`` calls players by their colours.
    ``suggestions`` are the legal symbols that may have been meant; ``may_follow`` says that an earlier error in the
    same game may be the cause of this one. ``is_due`` is off for a decision that comes at another moment
    than its own, at which it may be right.
    """

    __slots__ = ("_parts", "_say", "is_due", "may_follow", "suggest")

    def __init__(
        self,
        place: LazyPlace,
        message: LazyText,
        expected: LazyText = "",
        rule: LazyText = "",
        *,
        suggest: Suggest = nothing_suggested,
        may_follow: bool = False,
        is_due: bool = True,
        say: Callable[[Text], str] | None = None,
    ) -> None:
        """Store the place, what is wrong, what would be right, and the rule's id; ``say`` puts messages into words.

        ``Exception`` stores its arguments by itself: damaged texts have many errors that nobody reads.
        """
        self._parts = (place, message, expected, rule)
        self._say = say
        self.suggest = suggest
        self.may_follow = may_follow
        self.is_due = is_due

    @property
    def has_words(self) -> bool:
        """Whether it is known how its messages are put into words."""
        return self._say is not None

    @property
    def text(self) -> Text:
        """The whole sentence, in words."""
        return str(self)

    @cached_property
    def place(self) -> Place:
        """Where it is."""
        place = self._parts[0]
        return place if isinstance(place, Place) else place()

    @cached_property
    def message(self) -> Text:
        """What is wrong."""
        return self._text(self._parts[1])

    @cached_property
    def expected(self) -> Text:
        """What would be right, in words or as a list of symbols; empty if that is not known."""
        return self._text(self._parts[2])

    def _text(self, words: LazyText) -> Text:
        """Return a message, put into words if it is known how."""
        text = to_text(words)
        return self._say(text) if self._say else text

    @cached_property
    def rule(self) -> str:
        """The id of the rule, empty if none applies."""
        return str(to_text(self._parts[3]))

    @cached_property
    def suggestions(self) -> tuple[str, ...]:
        """The legal symbols that may have been meant; ``suggest`` looks for them on request."""
        return self.suggest()

    @property
    def line(self) -> int:
        """The line, from 1."""
        return self.place.line

    @property
    def column(self) -> int:
        """The column, from 1."""
        return self.place.column

    def __str__(self) -> str:
        """Return ``source:line:column: message (rule); expected ...; did you mean ...?`` on one line."""
        return f"{self.place.source}:{self.place.line}:{self.place.column}: {self.sentence}"

    @property
    def sentence(self) -> str:
        """What is wrong, the rule, what would be right and what may have been meant, without the place."""
        reason = to_text(self._parts[1])
        if self.rule:
            reason = Message("{reason} ({rule})", reason=reason, rule=self.rule)
        parts = [reason, *([self._remedy] if self.expected else []), *self._meant()]
        return str(self._text(reason if len(parts) == 1 else Message("{parts}", parts=parts)))

    def in_words(self, say: Callable[[Text], str]) -> "NotationError":
        """Return the same error with its messages put into words, e.g. with people's names."""
        return self._at(self._parts[0], say)

    def in_line(self, text: str) -> "NotationError":
        """Return the same error at the same column of the whole line, of which only a part was read."""
        return self._at(self.place._replace(text=text), self._say)

    def after(self, symbols: str, place: Place) -> "NotationError":
        """Return the same error at a longer word, which means these decisions before it."""
        reason = Message("after {symbols}: {reason}", symbols=symbols, reason=to_text(self._parts[1]))
        return type(self)(
            place, reason, *self._parts[2:], suggest=self.suggest, may_follow=self.may_follow, is_due=self.is_due
        )

    def _at(self, place: LazyPlace, say: Callable[[Text], str] | None) -> "NotationError":
        return type(self)(
            place, *self._parts[1:], suggest=self.suggest, may_follow=self.may_follow, is_due=self.is_due, say=say
        )

    def _meant(self) -> Iterator[Message]:
        """Yield the suggestions as a question, unless the expectation names them all."""
        if not {*self.suggestions} <= {word.rstrip(":,;") for word in str(self.expected).split()}:
            yield Message("did you mean {meant}?", meant=" ".join(self.suggestions))

    @property
    def remedy(self) -> str:
        """What would be right, as a clause."""
        return str(self._text(self._remedy))

    @property
    def _remedy(self) -> Text:
        return Message("expected {expected}", expected=to_text(self._parts[2]))

    def context(self) -> str:
        """Return the offending line with a caret under the token; a long line is cut around it.

        Of a line without anything on it, nothing.
        """
        if not self.place.text.strip():
            return ""
        start = max(0, self.place.column - 1 - 60)
        shown = self.place.text[start : start + 120]
        caret = " " * (self.place.column - 1 - start) + "^" * max(1, min(self.place.length, 60))
        return "".join(char if char.isprintable() else " " for char in shown) + "\n" + caret


class NotWellFormedError(NotationError):
    """The text is not notation: an unknown token, a broken header, an open comment."""


class NotLegalError(NotationError):
    """The text asks for something that the rules refuse; ``rule`` names which, ``expected`` is a clause of its own."""

    @property
    def _remedy(self) -> Text:
        return to_text(self._parts[2])


class NotUniqueError(NotationError):
    """The text leaves out a choice, so it could mean several things."""


class BudgetError(NotationError):
    """The text has more of something than its reader allows."""


class TooLongError(BudgetError):
    """The whole game has more characters than its reader allows; its place is where the game begins."""


class Finding(NamedTuple):
    """Something that was read without an error and is not as it says: a check or a result that does not agree."""

    place: Place
    message: Text

    def in_words(self, say: Callable[[Text], str]) -> "Finding":
        """Return the same finding with its message put into words."""
        return self._replace(message=say(self.message))

    def __str__(self) -> str:
        """Return ``source:line:column: message``."""
        return f"{self.place.source}:{self.place.line}:{self.place.column}: {self.message}"
