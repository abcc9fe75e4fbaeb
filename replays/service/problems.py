"""The one table from errors to answers: ``application/problem+json`` as RFC 9457 has it.

``type`` is a word under ``/api/problems/``, ``title`` its sentence, ``detail`` what is wrong in this case; the other
members say where (``line``, ``column``, ``context``), why (``rule``) and what would be right (``expected``,
``suggestions``). ``due`` is off for a decision that is refused since it is one of another moment.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from starlette.responses import Response

from calimala_es.errors import (
    CalimalaError,
    GameExistsError,
    GameNotFoundError,
    IllegalCommandError,
    NotDueError,
    NothingToUndoError,
    SetupError,
    StaleGameError,
    StoreError,
    UnknownIdError,
)
from calimala_es.store import AccessError
from notation.errors import NotationError, NotWellFormedError, TooLongError
from notation.json.forms import JsonError
from notation.share.envelope import NoShareCodeError, ShareCodeError
from replays.drawing.render import UndrawnError
from replays.text.languages import UnknownLanguageError

PLACE: Final = "/api/problems/"
"""The path of what a type of problem means."""

MEDIA_TYPE: Final = "application/problem+json"

TITLES: Final[dict[str, str]] = {
    "not-found": "There is no such thing here, or it is not yours to see",
    "bad-request": "The request cannot be understood",
    "illegal-decision": "This breaks the rules",
    "not-well-formed": "The text cannot be read",
    "no-share-code": "There is no share code in this text",
    "stale": "Somebody else changed the game meanwhile",
    "no-key": "This needs a key",
    "not-allowed": "Your key does not allow this",
    "key-reused": "The idempotency key was used for another request",
    "precondition-required": "Say which version of the game you saw",
    "nothing-there": "There are not so many decisions to take back or to bring back",
    "exists": "There is such a thing already",
    "disagreement": "What was told does not agree with the game",
    "too-large": "This is too large",
    "too-many": "Too many requests",
    "too-slow": "The request took too long to arrive",
    "too-long": "The address is too long",
    "wrong-method": "This cannot be done here",
    "wrong-host": "There is no service of this name here",
    "wrong-origin": "Pages of other sites may not do this",
    "wrong-type": "The request is of a kind that is not understood here",
    "unavailable": "Something that this needs does not answer",
    "fault": "A fault of the service",
}
"""Every type of problem with its title."""


class Problem(CalimalaError):  # noqa: N818 - the standard's own word
    """Something that cannot be answered: ``type`` of ``TITLES``, the status, and members beside ``detail``."""

    def __init__(
        self, status: int, type: str, detail: str, headers: dict[str, str] | None = None, /, **more: Any
    ) -> None:
        """Hold what the answer has."""
        super().__init__(detail)
        self.status = status
        self.type = type
        self.detail = detail
        self.headers = headers or {}
        self.more = more

    def members(self, prefix: str = "") -> dict[str, Any]:
        """Return the members of the answer; ``prefix`` is the one of all paths of the service."""
        members = {"type": f"{prefix}{PLACE}{self.type}", "title": TITLES[self.type], "status": self.status}
        return {**members, "detail": self.detail, **self.more}

    def response(self, prefix: str = "") -> Response:
        """Return the answer; ``prefix`` is the one of all paths of the service."""
        return Response(
            msgspec.json.encode(self.members(prefix)),
            self.status,
            {**self.headers, "Cache-Control": "no-store"},
            MEDIA_TYPE,
        )


def not_found() -> Problem:
    """Return the problem of everything that does not exist and of everything that one may not see: the same."""
    return Problem(404, "not-found", "there is nothing at this address that you may see")


def _of_notation(error: NotationError) -> Problem:
    # What is wrong with a text as a whole has its beginning as its place.
    is_whole = isinstance(error, TooLongError) or (not error.place.text and (error.line, error.column) == (1, 1))
    place = {} if is_whole else {"line": error.line, "column": error.column, "context": error.context()}
    more: dict[str, Any] = {
        **place,
        "rule": error.rule or None,
        "expected": str(error.expected) or None,
        "suggestions": [*error.suggestions],
    }
    is_refused = error.rule and not isinstance(error, NotWellFormedError)
    if is_refused:
        more["due"] = error.is_due
    return Problem(422, "illegal-decision" if is_refused else "not-well-formed", str(error.message), **more)


def _of_validation(error: msgspec.ValidationError) -> Problem:
    message, _, path = str(error).partition(" - at `")
    return Problem(422, "bad-request", message, path=path.rstrip("`") or "$")


def _worded(status: int, type: str, detail: str = "") -> Callable[[Exception], Problem]:
    """Return what makes a problem of an error, with the error's own words unless there are others."""
    return lambda error: Problem(status, type, detail or str(error))


_PROBLEMS: Final[dict[type[Exception], Callable[[Any], Problem]]] = {
    Problem: lambda problem: problem,
    GameNotFoundError: lambda _: not_found(),
    NotationError: _of_notation,
    IllegalCommandError: lambda error: Problem(
        422, "illegal-decision", str(error), rule=error.rule, due=not isinstance(error, NotDueError)
    ),
    SetupError: lambda error: Problem(422, "illegal-decision", str(error), rule=error.rule),
    JsonError: lambda error: Problem(
        422, "not-well-formed", error.message, path=error.path, expected=error.expected or None
    ),
    msgspec.ValidationError: _of_validation,
    msgspec.DecodeError: lambda error: Problem(
        400, "bad-request", f"this is not JSON: {str(error).removeprefix('JSON is malformed: ')}"
    ),
    UnicodeDecodeError: _worded(400, "bad-request", "this is no text in UTF-8"),
    RecursionError: _worded(400, "bad-request", "something in this is nested too deeply"),
    NoShareCodeError: _worded(422, "no-share-code"),
    ShareCodeError: _worded(422, "not-well-formed"),
    UnknownIdError: _worded(404, "not-found"),
    AccessError: _worded(409, "not-allowed"),
    GameExistsError: _worded(409, "exists"),
    StaleGameError: _worded(412, "stale"),
    NothingToUndoError: _worded(409, "nothing-there"),
    UnknownLanguageError: _worded(400, "bad-request"),
    UndrawnError: _worded(503, "unavailable", "this service has no program that can draw this"),
    StoreError: _worded(503, "unavailable", "the store of games does not answer; try again"),
    CalimalaError: _worded(422, "bad-request"),
}
"""What makes a problem of an error: that of its class, or of the nearest class above; what has none is a fault."""


def problem_of(error: Exception) -> Problem | None:
    """Return an error as a problem; ``None`` for a fault of the service."""
    make = next((_PROBLEMS[kind] for kind in type(error).__mro__ if kind in _PROBLEMS), None)
    return make(error) if make else None
