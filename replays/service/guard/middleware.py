"""What every request passes and every answer gets."""

from collections.abc import Callable
from time import perf_counter
from typing import Final

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from replays.service.guard.entry import Entry, Rates
from replays.service.guard.headers import PREFLIGHT, Raw, completed, headers_of
from replays.service.guard.log import log_access, log_ended, log_fault
from replays.service.options import Options
from replays.service.problems import Problem, problem_of

_PACKED_FROM: Final = 1_024
_PACKED_HOW: Final = 5


def guards(options: Options, rates: Rates, name_of_fault: Callable[[], str]) -> list[Middleware]:
    """Everything that stands before the end points, the outermost first."""
    return [
        Middleware(Guard, options=options, rates=rates, name_of_fault=name_of_fault),
        Middleware(Packing, minimum_size=_PACKED_FROM, compresslevel=_PACKED_HOW),
    ]


class Packing(GZipMiddleware):
    """Packs answers for those who unpack them, and does nothing for others."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        unpacks = any(b"gzip" in value for name, value in scope["headers"] if name == b"accept-encoding")
        await (super().__call__ if unpacks else self.app)(scope, receive, send)


class Guard:
    """Lets requests in, puts headers on answers, keeps the log, and tells of faults without telling what they are."""

    def __init__(self, app: ASGIApp, options: Options, rates: Rates, name_of_fault: Callable[[], str]) -> None:
        """Stand before an application."""
        self.app = app
        self.options = options
        self.rates = rates
        self.name_of_fault = name_of_fault
        self.entry = Entry(options)
        self.headers: list[Raw] = [(name.encode(), value.encode()) for name, value in headers_of(options).items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            return
        prefixed(scope, self.options.prefix)
        answer = Answer(send, self.headers)
        begun = perf_counter()
        try:
            await self._answered(scope, receive, answer)
        except Exception as error:  # noqa: BLE001 - the log has it, whoever asked is told where
            problem = problem_of(error)
            if problem is not None and problem.status == 503:
                log_ended(scope["method"], scope["path"], error)
                if not answer.status:
                    await problem.response(self.options.prefix)(scope, receive, answer.send)
                return
            name = self.name_of_fault()
            log_fault(name, scope["method"], scope["path"], error)
            if not answer.status:
                await fault(name).response(self.options.prefix)(scope, receive, answer.send)
        finally:
            log_access(scope["method"], scope["path"], answer.status, answer.size, perf_counter() - begun)

    async def _answered(self, scope: Scope, receive: Receive, answer: "Answer") -> None:
        try:
            self.entry.check(scope)
            self.rates.charge(scope, 1)
        except Problem as problem:
            await problem.response(self.options.prefix)(scope, receive, answer.send)
            return
        if scope["method"] == "OPTIONS" and self.options.shared:
            await Response(status_code=204, headers=PREFLIGHT)(scope, receive, answer.send)
            return
        await self.app(scope, receive, answer.send)


class Answer:
    """An answer on its way out: its status, 0 before it has begun, and the bytes that were sent."""

    def __init__(self, send: Send, headers: list[Raw]) -> None:
        """Nothing was sent; ``headers`` are those of every answer."""
        self._send = send
        self._headers = headers
        self.status = 0
        self.size = 0

    async def send(self, message: Message) -> None:
        """Send a part."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = completed([*message.get("headers", ())], self._headers)
        elif message["type"] == "http.response.body":
            self.size += len(message.get("body", b""))
        await self._send(message)


def fault(name: str) -> Problem:
    """What is told of a fault: by which name it is found in the log of the service."""
    told = f"this is a fault of the service; whoever runs it finds it in its log as {name}"
    return Problem(500, "fault", told, fault=name)


def prefixed(scope: Scope, prefix: str) -> None:
    """Let the path of a request begin with the prefix, whether a proxy has left it on or not."""
    if not prefix:
        return
    path: str = scope["path"]
    scope["root_path"] = prefix
    if path == prefix:
        scope["path"] = f"{prefix}/"
    elif not path.startswith(f"{prefix}/"):
        scope["path"] = prefix + path
