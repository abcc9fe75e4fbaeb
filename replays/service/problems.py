"""The one table from errors to answers: ``application/problem+json`` as RFC 9457 has it.

``type`` is a word under ``/api/problems/``, ``title`` its sentence, ``detail`` what is wrong in this case; the other
members say where (``line``, ``column``, ``context``), why (``rule``) and what would be right (``expected``,
``suggestions``). ``due`` is off for a decision that is refused since it is one of another moment.

All sentences are messages until the answer is made: they are in the language that the address names with ``lang``,
those of pages in the language of the page.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec
from starlette.datastructures import QueryParams
from starlette.responses import Response

from calimala_es.errors import (
    CalimalaError,
    GameExistsError,
    GameNotFoundError,
    IllegalCommandError,
    LibraryError,
    NotDueError,
    NothingToUndoError,
    SetupError,
    StaleGameError,
    StoreError,
    UnknownIdError,
    UnsavedError,
)
from calimala_es.messages import Message, Text
from calimala_es.store import AccessError
from notation.errors import NotationError, NotWellFormedError, TooLongError
from notation.json.forms import JsonError
from notation.share.envelope import NoShareCodeError, ShareCodeError
from replays.drawing.render import UndrawnError
from replays.html import language_tag
from replays.text.languages import ENGLISH, Language, UnknownLanguageError, language_of, message
from replays.text.messages import message_of_colours

PLACE: Final = "/api/problems/"
"""The path of what a type of problem means."""

MEDIA_TYPE: Final = "application/problem+json"

TITLES: Final[dict[str, str]] = {
    "not-found": message("Not found, or not shared with you"),
    "bad-request": message("The request could not be understood"),
    "illegal-decision": message("This breaks the rules"),
    "not-well-formed": message("This is not valid notation"),
    "no-share-code": message("This text contains no share code"),
    "stale": message("Somebody else has changed the game in the meantime"),
    "no-key": message("This requires a key"),
    "not-allowed": message("Your key does not allow this"),
    "key-reused": message("The idempotency key was used for another request"),
    "precondition-required": message("Specify which version of the game you saw"),
    "nothing-there": message("There are not that many decisions to undo or redo"),
    "exists": message("This already exists"),
    "disagreement": message("What was entered contradicts the game"),
    "too-large": message("This is too large"),
    "too-many": message("Too many requests"),
    "too-slow": message("The request took too long to arrive"),
    "too-long": message("The address is too long"),
    "wrong-method": message("This is not possible here"),
    "wrong-host": message("No service with this name runs here"),
    "wrong-origin": message("Pages on other sites cannot do this"),
    "wrong-type": message("This type of request is not supported"),
    "unavailable": message("Something this needs is not responding"),
    "not-saving": message("Nothing can be saved at the moment"),
    "fault": message("Internal error"),
}
"""Every type of problem with its title."""


class Problem(CalimalaError):  # noqa: N818 - the standard's own word
    """Something that cannot be answered: ``type`` of ``TITLES``, the status, and members beside ``detail``."""

    def __init__(
        self, status: int, type: str, detail: Text, headers: dict[str, str] | None = None, /, **more: Any
    ) -> None:
        """Hold what the answer has."""
        super().__init__(detail)
        self.status = status
        self.type = type
        self.detail = detail
        self.headers = headers or {}
        self.more = more

    def __reduce__(self) -> tuple[Any, ...]:
        return _problem, (self.status, self.type, self.detail, self.headers, self.more)

    def members(self, prefix: str = "", language: Language = ENGLISH) -> dict[str, Any]:
        """Return the members of the answer in a language; ``prefix`` is the one of all paths of the service."""
        type, title = f"{prefix}{PLACE}{self.type}", language.text(TITLES[self.type])
        words = {
            name: message_of_colours(value, language) if isinstance(value, Message) else value
            for name, value in {"detail": self.detail, **self.more}.items()
        }
        return {"type": type, "title": title, "status": self.status, **words}

    def response(self, prefix: str = "", language: Language = ENGLISH) -> Response:
        """Return the answer in a language; ``prefix`` is the one of all paths of the service."""
        return Response(
            msgspec.json.encode(self.members(prefix, language)),
            self.status,
            {**self.headers, "Cache-Control": "no-store", "Content-Language": language_tag(language)},
            MEDIA_TYPE,
        )


def _problem(status: int, type: str, detail: Text, headers: dict[str, str], more: dict[str, Any]) -> Problem:
    """Return a problem that another process has found."""
    return Problem(status, type, detail, headers, **more)


def wanted_language(query: QueryParams) -> Language:
    """Return the language that the query of an address names; English without one, and for one that is unknown."""
    try:
        return language_of(query.get("lang", ""))
    except UnknownLanguageError:
        return ENGLISH


def not_found() -> Problem:
    """Return the problem of everything that does not exist and of everything that one may not see: the same."""
    return Problem(404, "not-found", Message("there is nothing at this address that you can view"))


def no_decision(number: int, count: int) -> Problem:
    """Return the problem of a decision, by its number, that a game of so many decisions does not have."""
    return Problem(
        404, "not-found", Message("there is no decision {number}: the game has {limit}", number=number, limit=count)
    )


def key_reused() -> Problem:
    """Return the problem of a request with the idempotency key of another one."""
    return Problem(422, "key-reused", Message("this idempotency key was used for another request; choose another one"))


def one_of(words: Iterable[str]) -> Message:
    """Return the message that exactly one of several words is expected."""
    return Message("use exactly one of these: {words}", words=", ".join(words))


def _of_notation(error: NotationError) -> Problem:
    # What is wrong with a text as a whole has its beginning as its place.
    is_whole = isinstance(error, TooLongError) or (not error.place.text and (error.line, error.column) == (1, 1))
    place = {} if is_whole else {"line": error.line, "column": error.column, "context": error.context()}
    more: dict[str, Any] = {
        **place,
        "rule": error.rule or None,
        "expected": error.expected or None,
        "suggestions": [*error.suggestions],
    }
    is_refused = error.rule and not isinstance(error, NotWellFormedError)
    if is_refused:
        more["due"] = error.is_due
    return Problem(422, "illegal-decision" if is_refused else "not-well-formed", error.message, **more)


def _of_validation(error: msgspec.ValidationError) -> Problem:
    message, _, path = str(error).partition(" - at `")
    return Problem(422, "bad-request", message, path=path.rstrip("`") or "$")


def _worded(status: int, type: str, detail: Message | None = None) -> Callable[[Any], Problem]:
    """Return what makes a problem of an error, with the error's own words unless there are others."""
    return lambda error: Problem(status, type, detail or error.text)


_PROBLEMS: Final[dict[type[Exception], Callable[[Any], Problem]]] = {
    Problem: lambda problem: problem,
    GameNotFoundError: lambda _: not_found(),
    NotationError: _of_notation,
    IllegalCommandError: lambda error: Problem(
        422,
        "illegal-decision",
        error.message,
        rule=error.rule,
        expected=error.remedy or None,
        due=not isinstance(error, NotDueError),
    ),
    SetupError: lambda error: Problem(422, "illegal-decision", error.text, rule=error.rule),
    JsonError: lambda error: Problem(
        422, "not-well-formed", error.message, path=error.path, expected=error.expected or None
    ),
    msgspec.ValidationError: _of_validation,
    msgspec.DecodeError: lambda error: Problem(
        400,
        "bad-request",
        Message("this is not JSON: {reason}", reason=str(error).removeprefix("JSON is malformed: ")),
    ),
    UnicodeDecodeError: _worded(400, "bad-request", Message("this is not text in UTF-8")),
    RecursionError: _worded(400, "bad-request", Message("this is nested too deeply")),
    NoShareCodeError: _worded(422, "no-share-code"),
    ShareCodeError: _worded(422, "not-well-formed"),
    UnknownIdError: _worded(404, "not-found"),
    AccessError: _worded(409, "not-allowed"),
    GameExistsError: _worded(409, "exists"),
    StaleGameError: _worded(412, "stale"),
    NothingToUndoError: _worded(409, "nothing-there"),
    UnknownLanguageError: lambda error: Problem(400, "bad-request", str(error)),
    UndrawnError: _worded(503, "unavailable", Message("this service has no program that can draw this")),
    UnsavedError: _worded(
        503,
        "not-saving",
        Message("nothing can be saved here at the moment; try again later"),
    ),
    LibraryError: _worded(503, "unavailable", Message("the library of games cannot be read; try again later")),
    StoreError: _worded(503, "unavailable", Message("the store of games is not responding; try again")),
    CalimalaError: _worded(422, "bad-request"),
}
"""What makes a problem of an error: that of its class, or of the nearest class above; what has none is a fault."""


def problem_of(error: Exception) -> Problem | None:
    """Return an error as a problem; ``None`` for a fault of the service."""
    make = next((_PROBLEMS[kind] for kind in type(error).__mro__ if kind in _PROBLEMS), None)
    return make(error) if make else None
