"""Following a game: server-sent events, each saying what leads from what somebody had to what they may see by then.

The id of a message is the version of the game and a tag; whoever comes back with it goes on from there.
"""

import asyncio
from collections.abc import AsyncGenerator
from functools import lru_cache
from typing import Final

import msgspec
from anyio import to_thread
from starlette.responses import Response

from replays.service.api.events import SinceQuery, seen_at
from replays.service.asking.asker import Right
from replays.service.endpoints import Asked, Endpoint
from replays.service.live.streams import Parts
from replays.service.live.transcripts import Transcript, change_between, takes_back
from replays.service.live.watch import Follower
from replays.service.problems import Problem

EVENT_STREAM: Final = "text/event-stream"

HEARTBEAT: Final = 15.0
"""Seconds after which something is said where there is nothing to say."""

_RETRY: Final = b"retry: 2000\n\n"
_BEAT: Final = b": still here\n\n"
_GONE: Final = b"event: gone\ndata: {}\n\n"


async def follow(asked: Asked) -> Response:
    """Messages ``lines``, ``rewind`` and ``gone``, until one of both sides ends it."""
    live = asked.service.live
    if not live.has_room():
        raise Problem(503, "unavailable", "too many follow games here; try again later", {"Retry-After": "30"})
    since = asked.request.headers.get("last-event-id") or asked.query.since
    follower = Follower(asked.id, asked.asker_of)
    return Parts(_messages(asked, follower, since), EVENT_STREAM, {"X-Accel-Buffering": "no"})


async def _messages(asked: Asked, follower: Follower, since: str) -> AsyncGenerator[bytes]:
    live, streams = asked.service.live, asked.request.app.state.streams
    streams.begin(follower)
    try:
        yield _RETRY
        await live.joined(follower)
        if since:
            follower.seen = await to_thread.run_sync(seen_at, asked, since)
        now = await to_thread.run_sync(live.now, follower.game, follower.looks)
        if not follower.woken.is_set():
            follower.tell(now)
        while True:
            if not await _is_woken(follower):
                yield _BEAT
            elif follower.ended:
                return
            elif follower.due is None:
                yield _GONE
                return
            else:
                yield message(follower.seen, follower.due)
                follower.seen = follower.due
    finally:
        live.left(follower)
        streams.end(follower)


async def _is_woken(follower: Follower) -> bool:
    """Wait until there is something to tell; false where nothing was for as long as a heartbeat takes."""
    try:
        async with asyncio.timeout(HEARTBEAT):
            await follower.woken.wait()
    except TimeoutError:
        return False
    follower.woken.clear()
    return True


@lru_cache(maxsize=128)
def message(before: Transcript | None, after: Transcript) -> bytes:
    """The message that leads from one transcript to another; made once for all who get it."""
    change = change_between(before, after)
    word = "rewind" if takes_back(before, change) else "lines"
    return b"".join(
        (b"event: ", word.encode(), b"\nid: ", after.id.encode(), b"\ndata: ", msgspec.json.encode(change), b"\n\n")
    )


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/follow", follow, "Follow a game: server-sent events",
        gives=EVENT_STREAM, right=Right.LOOK, query=SinceQuery, streams=True, problems=(503,),
    ),
)  # fmt: skip
