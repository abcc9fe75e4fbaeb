"""What every request passes and every answer gets: checks of its head, headers of answers, the log, packing.

The guard is in front of the application, which never sees a request that the guard refuses.
"""

import asyncio
import gzip
import logging
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import chain
from time import perf_counter
from typing import Final, Protocol

from starlette.datastructures import QueryParams
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Part

from calimala_es.messages import Message
from replays.service.admission import check_origin, plain_address
from replays.service.limits import Rates
from replays.service.metrics import ASKED, Traffic
from replays.service.options import Options
from replays.service.problems import Problem, not_found, problem_of, wanted_language

_PACKED_FROM: Final = 1_024
_PACKED_HOW: Final = 5


def packed(body: bytes) -> bytes:
    """Return a body in gzip."""
    return gzip.compress(body, _PACKED_HOW, mtime=0)


def pack(response: Response, accepted: str, make: Callable[[bytes], bytes] = packed) -> Response:
    """Return an answer, packed by ``make`` for somebody who unpacks it where that is worth it."""
    body = bytes(response.body)
    if len(body) >= _PACKED_FROM and "gzip" in accepted and "content-encoding" not in response.headers:
        response.body = make(body)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
        response.headers.add_vary_header("Accept-Encoding")
    return response


class Packing(GZipMiddleware):
    """Packs answers that come in parts, and those that no endpoint gave, for those who unpack them."""

    def __init__(self, app: ASGIApp) -> None:
        """Hold the application whose answers are packed."""
        super().__init__(app, minimum_size=_PACKED_FROM, compresslevel=_PACKED_HOW)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        unpacks = any(b"gzip" in value for name, value in scope["headers"] if name == b"accept-encoding")
        await (super().__call__ if unpacks else self.app)(scope, receive, send)


# Requests.

_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::[0-9]{1,5})?")
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_WATCHED: Final = "/health"
"""Those who watch over a service ask for this by any name."""


class HeadCheck:
    """What has to hold for the head of every request: the length of its address, its host, its origin."""

    def __init__(self, options: Options) -> None:
        """Check by these options."""
        self._options = options
        self._hosts = frozenset(name.lower().strip("[]") for name in options.hosts)

    def check(self, scope: Scope) -> None:
        """Raise ``Problem`` for a request that no endpoint gets to see."""
        most = self._options.limits.address
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > most:
            detail = Message("this address is too long; the limit is {number} characters", number=most)
            raise Problem(414, "too-long", detail, most=most)
        if not scope["path"].isprintable():
            raise not_found()
        headers = dict(scope["headers"])
        if sum(map(len, chain.from_iterable(scope["headers"]))) > self._options.limits.headers:
            detail = Message("the headers of this request are too large")
            raise Problem(431, "too-large", detail, {"Connection": "close"})
        if b"content-length" in headers and b"transfer-encoding" in headers:
            detail = Message("a request cannot have both `Content-Length` and `Transfer-Encoding`")
            raise Problem(400, "bad-request", detail, {"Connection": "close"})
        if self._hosts and scope["path"] != _WATCHED:
            self._check_host(headers, scope)
        if not self._options.shared and scope["method"] not in _SAFE:
            check_origin(scope, headers, self._options)

    def _check_host(self, headers: Mapping[bytes, bytes], scope: Scope) -> None:
        """Raise ``Problem`` for a name that is not one of this service, as another site would make a browser send."""
        name = host_name(headers.get(b"host", b"").decode("latin-1"))
        server = scope.get("server")
        if name in self._hosts or (self._options.by_address and server and name == plain_address(server[0] or "")):
            return
        words = Message(
            "this service does not answer to this name: a proxy in front of it must pass on the header `Host`, and "
            "`--hostname` adds a name"
        )
        raise Problem(421, "wrong-host", words)


def host_name(host: str) -> str:
    """Return the name in a ``Host`` header, without the port, in small letters; empty for what is not a host."""
    found = _HOST.fullmatch(host)
    return found[1].strip("[]").lower() if found else ""


def add_prefix(scope: Scope, prefix: str) -> None:
    """Let the path of a request begin with the prefix, whether a proxy has left it on or not."""
    if not prefix:
        return
    path: str = scope["path"]
    scope["root_path"] = prefix
    if path == prefix:
        scope["path"] = f"{prefix}/"
    elif not path.startswith(f"{prefix}/"):
        scope["path"] = prefix + path


# Answers.

RawHeader = tuple[bytes, bytes]

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What a page of the service may run and load: what comes from the service, and nothing inline."""

_ALWAYS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "geolocation=(), microphone=(), payment=()",
}
_SHARED: Final = {
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "ETag, Location, Retry-After, Content-Disposition, Calimala-Position",
}
_ALONE: Final = {"cross-origin-resource-policy": "same-origin"}
_ENCRYPTED: Final = {"strict-transport-security": "max-age=31536000"}

PREFLIGHT: Final = {
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "access-control-allow-headers": (
        "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, Accept-Language"
    ),
    "access-control-max-age": "86400",
}
"""The answer to a browser that asks whether a page of another site may send something."""


def usual_headers(options: Options) -> dict[str, str]:
    """Return the headers that every answer has unless it has its own, by names in small letters.

    A key is never sent by a browser by itself, so a page of another site that reads what everybody may read gets
    nothing that it could not have asked for on its own; but for a service that only this computer reaches.
    """
    encrypted = _ENCRYPTED if options.address.startswith("https:") else {}
    return {**_ALWAYS, **(_SHARED if options.shared else _ALONE), **encrypted}


def complete_headers(given: list[RawHeader], usual: list[RawHeader]) -> list[RawHeader]:
    """Return the headers of an answer, and those of the usual ones that it does not have."""
    names = {name.lower() for name, _ in given}
    return given + [header for header in usual if header[0] not in names]


ANSWER: Final = "calimala.answer"
"""Where the scope of a request has its answer."""

CONNECTION: Final = "calimala.connection"
"""Where the scope of a request has its connection, if the server has one that sends whole answers."""


class Connection(Protocol):
    """What a server's connection may do beside what every server does."""

    def whole_body(self) -> bytes | None:
        """Return the body of a request of which nothing was received yet; ``None`` if it has not arrived."""
        ...

    def send_whole(self, status: int, head: bytes, body: bytes) -> bool:
        """Send an answer in one piece, ``head`` being the lines of its headers; return whether that could be done."""
        ...


_LINE: Final = re.compile(rb"[a-z0-9-]+: [^\0\s]+(?:[ \t]+[^\0\s]+)*\r\n")
"""The line of a header that has nothing at which a line might end."""

_FRAMING: Final = frozenset((b"connection", b"transfer-encoding"))
"""The headers that change how an answer is sent."""

_MOST_LINES: Final = 256
"""Headers that are remembered as they are sent: most answers have the same, but for versions and lengths."""


@lru_cache(maxsize=_MOST_LINES)
def _plain_line(header: RawHeader) -> bytes | None:
    """Return the line of a header; ``None`` for one that has to be looked at more closely."""
    line = b"%b: %b\r\n" % header
    return line if _LINE.fullmatch(line) and header[0] not in _FRAMING else None


class UsualHeaders:
    """The headers that every answer has unless it has its own."""

    def __init__(self, headers: list[RawHeader]) -> None:
        """Store them; their names are in small letters."""
        self._headers: Final = headers
        self._names: Final = frozenset(name for name, _ in headers)
        self._lines: Final = header_lines(headers)

    def added_to(self, given: list[RawHeader]) -> list[RawHeader]:
        """Return the headers of an answer, these included."""
        return complete_headers(given, self._headers)

    def head(self, given: list[RawHeader], size: int) -> bytes | None:
        """Return the lines of the headers of an answer with so many bytes, these included; ``None`` for headers that
        have to be looked at more closely.
        """
        lines = [line for line in map(_plain_line, given) if line]
        if len(lines) < len(given) or (b"content-length", b"%d" % size) not in given:
            return None
        if not self._names.isdisjoint([name for name, _ in given]):
            return header_lines(self.added_to(given))
        return b"".join([*lines, self._lines])


def header_lines(headers: Iterable[RawHeader]) -> bytes:
    """Return headers as they are sent."""
    return b"".join([b"%b: %b\r\n" % header for header in headers])


class OutgoingAnswer:
    """An answer on its way out: its status, 0 before it has begun, and the bytes that were sent."""

    def __init__(self, send: Send, usual: UsualHeaders) -> None:
        """Begin with nothing sent."""
        self._send = send
        self._usual = usual
        self.status = 0
        self.size = 0

    def send_whole(self, response: Response, connection: Connection | None) -> bool:
        """Send an answer in one piece; return whether that could be done."""
        has_parts = type(response).__call__ is not Response.__call__ or response.background is not None
        if connection is None or has_parts:
            return False
        body = bytes(response.body)
        head = self._usual.head(response.raw_headers, len(body))
        if head is None or not connection.send_whole(response.status_code, head, body):
            return False
        self.status, self.size = response.status_code, len(body)
        return True

    async def send(self, part: Part) -> None:
        """Send a part."""
        if part["type"] == "http.response.start":
            self.status = part["status"]
            part["headers"] = self._usual.added_to([*part.get("headers", ())])
        elif part["type"] == "http.response.body":
            self.size += len(part.get("body", b""))
        await self._send(part)


class Guard:
    """Lets requests in, puts headers on answers, counts them and writes the log, and reports faults without saying what
    they are.
    """

    def __init__(
        self, app: ASGIApp, options: Options, rates: Rates, traffic: Traffic, name_of_fault: Callable[[], str]
    ) -> None:
        """Store the application that is guarded."""
        self.app = app
        self.options = options
        self.rates = rates
        self.traffic = traffic
        self.name_of_fault = name_of_fault
        self.entry = HeadCheck(options)
        usual = usual_headers(options)
        self.headers = UsualHeaders([(name.encode(), value.encode()) for name, value in usual.items()])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            return
        add_prefix(scope, self.options.prefix)
        answer = OutgoingAnswer(send, self.headers)
        begun = perf_counter()
        try:
            await self._answered(scope, receive, answer)
        except Exception as error:  # noqa: BLE001 - the log has it, the client gets its name
            problem = problem_of(error)
            if problem is not None and problem.status == 503:
                log_ended(scope["method"], scope["path"], error)
                if not answer.status:
                    await self._respond(problem, scope, receive, answer)
                return
            name = self.name_of_fault()
            log_fault(name, scope["method"], scope["path"], error)
            if not answer.status:
                await self._respond(fault(name), scope, receive, answer)
        finally:
            # It knows what sends, which knows the scope: a circle that only the garbage collector would find.
            scope.pop(ANSWER, None)
            seconds = perf_counter() - begun
            self.traffic.count(scope["method"], scope.get(ASKED), answer.status, seconds)
            log_access(scope["method"], scope["path"], answer.status, answer.size, seconds)

    async def _answered(self, scope: Scope, receive: Receive, answer: OutgoingAnswer) -> None:
        try:
            self.entry.check(scope)
            self.rates.charge(scope)
        except Problem as problem:
            if problem.status == 429 and self.rates.floods(scope):
                await asyncio.sleep(self.options.limits.held)
            await self._respond(problem, scope, receive, answer)
            return
        if scope["method"] == "OPTIONS" and self.options.shared:
            await Response(status_code=204, headers=PREFLIGHT)(scope, receive, answer.send)
            return
        scope[ANSWER] = answer
        await self.app(scope, receive, answer.send)

    async def _respond(self, problem: Problem, scope: Scope, receive: Receive, answer: OutgoingAnswer) -> None:
        language = wanted_language(QueryParams(scope["query_string"]))
        await problem.response(self.options.prefix, language)(scope, receive, answer.send)


def fault(name: str) -> Problem:
    """Return the problem of a fault, with the name under which the log of the service has it."""
    detail = Message("this is an error in the service; the service's log lists it as {fault}", fault=name)
    return Problem(500, "fault", detail, fault=name)


# The log: a line for each request, without keys and without what would let others look.

ACCESS: Final = logging.getLogger("calimala.access")
FAULTS: Final = logging.getLogger("calimala.service")

_KEY: Final = re.compile(r"cal[orsva]_[A-Za-z0-9_-]*")
_ID: Final = re.compile(r"(?<=/)([a-z2-9]{4})[a-z2-9]{8}(?![a-z0-9])")
_LONGEST: Final = 160


def logged_path(path: str) -> str:
    """Return the path of a request as the log has it.

    Of ids that nobody can guess there are four letters, enough to distinguish games, and of keys nothing; the query is
    left out.
    """
    shown = _ID.sub(r"\1...", _KEY.sub("cal?_...", path[:_LONGEST]))
    plain = shown if shown.isprintable() else ascii(shown)[1:-1]
    return plain.replace(" ", "%20") + ("..." if len(path) > _LONGEST else "")


def log_access(method: str, path: str, status: int, size: int, seconds: float) -> None:
    """Write the line: method, path, status, bytes of the body, milliseconds."""
    if ACCESS.isEnabledFor(logging.INFO):
        ACCESS.info("%s %s %d %d %.1f", method[:16], logged_path(path), status, size, seconds * 1000)


def log_ended(method: str, path: str, error: object) -> None:
    """Write that an answer was cut short because something it needs did not answer, which is not a fault."""
    FAULTS.warning("cut short %s %s: %s", method[:16], logged_path(path), error)


def log_fault(id: str, method: str, path: str, error: BaseException) -> None:
    """Write a fault with the id that the client got."""
    FAULTS.error("fault %s at %s %s", id, method[:16], logged_path(path), exc_info=error)
