"""Bodies of requests, bounded in size and in time."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from starlette.requests import ClientDisconnect, Request

from replays.service.problems import Problem

_JSON: Final = "application/json"
_PLAIN: Final = "identity"
_UNPACKED: Final = {"Accept-Encoding": _PLAIN}


async def body_of(request: Request, most: int, seconds: float) -> bytes:
    """The body of a request; raises ``Problem`` for one that is too large, packed, or arrives too slowly."""
    packed = request.headers.get("content-encoding", _PLAIN)
    if packed.strip().lower() != _PLAIN:
        raise Problem(415, "wrong-type", f"a body has to come unpacked, not as {packed[:80]!r}", _UNPACKED)
    try:
        async with asyncio.timeout(seconds):
            return b"".join([part async for part in _bounded(request, most)])
    except TimeoutError:
        raise Problem(408, "too-slow", f"the body did not arrive in {seconds:g} seconds") from None
    except ClientDisconnect:
        raise Problem(400, "bad-request", "the connection was closed before the body had arrived") from None


def check_is_json(request: Request) -> None:
    """Raise ``Problem`` for a body that calls itself something else than JSON."""
    kind = request.headers.get("content-type", _JSON).partition(";")[0].strip().lower()
    if kind != _JSON and not kind.endswith("+json"):
        raise Problem(415, "wrong-type", f"a body has to be JSON here: `Content-Type: {_JSON}`, not {kind[:80]!r}")


async def _bounded(request: Request, most: int) -> AsyncIterator[bytes]:
    declared = request.headers.get("content-length", "")
    size = int(declared) if declared.isdecimal() else 0
    if size > most:
        raise too_large(most)
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise too_large(most)
        yield part


def too_large(most: int) -> Problem:
    """What is told of a body that has more than so many bytes."""
    return Problem(413, "too-large", f"at most {most} bytes can be sent here", {"Connection": "close"}, most=most)
