"""The events of a game, as lines of JSON: all of them, or what came since."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.responses import Response

from calimala_es.errors import GameNotFoundError
from calimala_es.store.seen import row_version
from replays.service.asking.asker import Right
from replays.service.endpoints import NDJSON, Asked, Endpoint, Query
from replays.service.kept import made_of, sent
from replays.service.live.transcripts import Transcript, change_between, transcript_of
from replays.service.seeing.sight import sight_of


class SinceQuery(Query, frozen=True):
    """From where on."""

    since: Annotated[
        str,
        Meta(description="A version of the game, or the id of a message to those who follow; empty for everything."),
    ] = ""


def events_of(asked: Asked) -> Response:
    """The lines of the game; behind a first one that says how many of the known lines stay, where some are known.

    Where it cannot be told what somebody knew, none of it stays.
    """
    sight = asked.sight
    now = asked.service.live.transcripts.of(sight, asked.held.eyes(asked.asker))
    since = asked.query.since
    lines = now.lines if not since else tuple(_changed(seen_at(asked, since), now))
    response = sent(asked, made_of("".join(f"{line}\n" for line in lines).encode()), NDJSON)
    response.headers["Calimala-Position"] = now.id
    return response


def _changed(before: Transcript | None, now: Transcript) -> Iterator[str]:
    change = change_between(before, now)
    yield msgspec.json.encode({"type": "since", "version": now.version, "keep": change.keep}).decode()
    yield from now.lines[change.keep :]


def seen_at(asked: Asked, since: str) -> Transcript | None:
    """What who asks had seen at a version, or when a message had this id; ``None`` where that cannot be told.

    What is not remembered is made of the game as it was, and trusted if it has the tag of the message.
    """
    held, live = asked.held, asked.service.live
    eyes = held.eyes(asked.asker)
    known = live.transcripts.known(held.game.id, eyes, since)
    number, _, tag = since.partition("-")
    if known is not None or not number.isdecimal():
        return known
    version = int(number[:9]) if eyes.writes else row_version(held.game.entries, int(number[:9]), eyes.viewer)
    if not 0 < version <= held.game.version:
        return None
    try:
        game = asked.service.store.load(held.game.id, version)
    except GameNotFoundError:
        return None
    made = transcript_of(sight_of(game, asked.asker, held.told, names_shown=eyes.names_shown))
    return made if tag in ("", made.tag) else None


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/events", events_of, "The events of a game, as lines of JSON",
        gives=NDJSON, right=Right.LOOK, query=SinceQuery, headers=("ETag", "Calimala-Position"),
    ),
)  # fmt: skip
