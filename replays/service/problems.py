"""The one table from errors to answers: ``application/problem+json`` as RFC 9457 has it.

``type`` is a word under ``/api/problems/``, ``title`` its sentence, ``detail`` what is wrong in this case; the other
members say where (``line``, ``column``, ``context``), why (``rule``) and what would be right (``expected``,
``suggestions``). ``due`` is off for a decision that is refused since it is one of another moment.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import msgspec
from starlette.responses import Response

from calimala_es.anyway import UnrecordableError
from calimala_es.errors import (
    AnnotationError,
    CalimalaError,
    GameExistsError,
    GameIdError,
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
    "illegal-decision": "The rules refuse this",
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


def _of_command(error: IllegalCommandError) -> Problem:
    return Problem(422, "illegal-decision", str(error), rule=error.rule, due=not isinstance(error, NotDueError))


def _of_setup(error: SetupError) -> Problem:
    return Problem(422, "illegal-decision", str(error), rule=error.rule)


def _of_json(error: JsonError) -> Problem:
    return Problem(422, "not-well-formed", error.message, path=error.path, expected=error.expected or None)


def _of_validation(error: msgspec.ValidationError) -> Problem:
    message, _, path = str(error).partition(" - at `")
    return Problem(422, "bad-request", message, path=path.rstrip("`") or "$")


def _of_json_text(error: msgspec.DecodeError) -> Problem:
    return Problem(400, "bad-request", f"this is no JSON: {str(error).removeprefix('JSON is malformed: ')}")


def _worded(status: int, type: str) -> Callable[[Exception], Problem]:
    return lambda error: Problem(status, type, str(error))


def _saying(status: int, type: str, detail: str) -> Callable[[Exception], Problem]:
    return lambda _: Problem(status, type, detail)


def _as_it_is(problem: Problem) -> Problem:
    return problem


def _of_nothing(_: Exception) -> Problem:
    return not_found()


class _Line(NamedTuple):
    kind: type[Exception]
    members: Callable[[Any], Problem]


_TABLE: Final = (
    _Line(Problem, _as_it_is),
    _Line(GameNotFoundError, _of_nothing),
    _Line(NotationError, _of_notation),
    _Line(IllegalCommandError, _of_command),
    _Line(UnrecordableError, _worded(422, "bad-request")),
    _Line(SetupError, _of_setup),
    _Line(JsonError, _of_json),
    _Line(msgspec.ValidationError, _of_validation),
    _Line(msgspec.DecodeError, _of_json_text),
    _Line(UnicodeDecodeError, _saying(400, "bad-request", "this is no text in UTF-8")),
    _Line(RecursionError, _saying(400, "bad-request", "something in this is nested too deeply")),
    _Line(NoShareCodeError, _worded(422, "no-share-code")),
    _Line(ShareCodeError, _worded(422, "not-well-formed")),
    _Line(UnknownIdError, _worded(404, "not-found")),
    _Line(AccessError, _worded(409, "not-allowed")),
    _Line(GameExistsError, _worded(409, "exists")),
    _Line(StaleGameError, _worded(412, "stale")),
    _Line(NothingToUndoError, _worded(409, "nothing-there")),
    _Line(AnnotationError, _worded(422, "bad-request")),
    _Line(GameIdError, _worded(422, "bad-request")),
    _Line(UnknownLanguageError, _worded(400, "bad-request")),
    _Line(UndrawnError, _saying(503, "unavailable", "this service has no program that can draw this")),
    _Line(StoreError, _saying(503, "unavailable", "the store of games does not answer; try again")),
    _Line(CalimalaError, _worded(422, "bad-request")),
)
"""The first line that fits decides; what fits none is a fault."""


def problem_of(error: Exception) -> Problem | None:
    """Return an error as a problem; ``None`` for a fault of the service."""
    line = next((line for line in _TABLE if isinstance(error, line.kind)), None)
    return line.members(error) if line else None
