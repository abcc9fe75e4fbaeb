"""The events of a game, as lines of JSON: all of them, what came since, or as they come, as server-sent events.

A message to a follower says what leads from what they had to what they may see by then. Its id is the version of the
game and a tag; a follower who comes back with it goes on from there.
"""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from functools import lru_cache
from typing import Annotated, Final

import msgspec
from anyio import to_thread
from msgspec import Meta
from starlette.responses import Response

from calimala_es.errors import GameNotFoundError
from calimala_es.messages import Message
from calimala_es.store.read_models import row_version
from replays.service.access import Right
from replays.service.endpoints import NDJSON, ApiRequest, Endpoint, Query, content_response
from replays.service.live.followers import Follower, Transcript, change_between, takes_back, transcript_of
from replays.service.live.streams import Parts
from replays.service.problems import Problem
from replays.service.visibility.game_views import Content, ViewKey, view_for


class SinceQuery(Query, frozen=True):
    """What is known already."""

    since: Annotated[
        str,
        Meta(description="A version of the game, or the id of a message to followers (default: everything)."),
    ] = ""


EVENT_STREAM: Final = "text/event-stream"

HEARTBEAT: Final = 15.0
"""Seconds after which a follower is sent a sign of life."""

_RETRY: Final = b"retry: 2000\n\n"
_BEAT: Final = b": still here\n\n"
_GONE: Final = b"event: gone\ndata: {}\n\n"


def get_events(request: ApiRequest) -> Response:
    """Return the events of the game as lines.

    With ``since`` the first line says how many of the known lines remain, and only new ones follow; none remain if it
    is unknown what the sender had.
    """
    key = request.cached_game.view_key(request.principal)
    now = request.service.followers.transcripts.of(request.view, key)
    since = request.query.since
    lines = now.lines if not since else tuple(_changed(seen_at(request, since), now))
    text = "".join(f"{line}\n" for line in lines)
    response = content_response(request, Content(text.encode()), NDJSON)
    response.headers["Calimala-Position"] = now.id
    return response


def _changed(before: Transcript | None, now: Transcript) -> Iterator[str]:
    change = change_between(before, now)
    yield msgspec.json.encode({"type": "since", "version": now.version, "unchanged": change.unchanged}).decode()
    yield from now.lines[change.unchanged :]


def seen_at(request: ApiRequest, since: str) -> Transcript | None:
    """Return what the sender had seen at a version, or when a message had this id; ``None`` where that is not known.

    What is not remembered is made of the game as it was, and trusted if it has the tag of the message.
    """
    cached = request.cached_game
    key = cached.view_key(request.principal)
    known = request.service.followers.transcripts.find(cached.stored.id, key, since)
    number, _, tag = since.partition("-")
    if known is not None or not number.isdecimal():
        return known
    version = int(number[:9]) if key.writes else row_version(cached.stored.rows, int(number[:9]), key.viewer)
    if not 0 < version <= cached.stored.version:
        return None
    try:
        game = request.service.store.load(cached.stored.id, version)
    except GameNotFoundError:
        return None
    then = ViewKey.of(request.principal, is_over=game.state.is_over, names_shown=cached.access.names_shown)
    found = transcript_of(view_for(game, cached.entered, then))
    return found if tag in ("", found.tag) else None


async def follow(request: ApiRequest) -> Response:
    """Send messages until either side closes the connection; the first one has everything, or what changed.

    ``lines``: keep the first ``unchanged`` lines and add ``lines``. ``rewind``: the same, but lines that were sent are
    gone, e.g. after an undo. ``gone``: the sender can no longer view the game, or the game was deleted or renamed.
    """
    if not request.service.followers.has_room():
        detail = Message("too many viewers are following games here; try again later")
        raise Problem(503, "unavailable", detail, {"Retry-After": "30"})
    since = request.http.headers.get("last-event-id") or request.query.since
    follower = Follower(request.id, request.principal_for)
    return Parts(_messages(request, follower, since), EVENT_STREAM, {"X-Accel-Buffering": "no"})


async def _messages(request: ApiRequest, follower: Follower, since: str) -> AsyncGenerator[bytes]:
    followers, streams = request.service.followers, request.http.app.state.streams
    streams.begin(follower)
    try:
        yield _RETRY
        await followers.add(follower)
        if since:
            follower.seen = await to_thread.run_sync(seen_at, request, since)
        now = await to_thread.run_sync(followers.now, follower.game, follower.principal_for)
        if not follower.woken.is_set():
            follower.wake(now)
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
        followers.remove(follower)
        streams.end(follower)


async def _is_woken(follower: Follower) -> bool:
    """Wait until there is something to send; return false where nothing was for as long as a heartbeat takes."""
    try:
        async with asyncio.timeout(HEARTBEAT):
            await follower.woken.wait()
    except TimeoutError:
        return False
    follower.woken.clear()
    return True


@lru_cache(maxsize=128)
def message(before: Transcript | None, after: Transcript) -> bytes:
    """Return the message that leads from one transcript to another; made once for all who get it."""
    change = change_between(before, after)
    word = "rewind" if takes_back(before, change) else "lines"
    return b"".join(
        (b"event: ", word.encode(), b"\nid: ", after.id.encode(), b"\ndata: ", msgspec.json.encode(change), b"\n\n")
    )


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/events", get_events, "The events of a game, as lines of JSON",
        gives=NDJSON, right=Right.LOOK, query=SinceQuery, heavy=True, headers=("ETag", "Calimala-Position"),
    ),
    Endpoint(
        "GET", "/api/games/{id}/follow", follow, "Follow a game: server-sent events",
        gives=EVENT_STREAM, right=Right.LOOK, query=SinceQuery, streams=True, problems=(503,),
    ),
)  # fmt: skip
