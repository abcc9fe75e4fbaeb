"""Games: begin one, take one in, read one, list those that everybody may find."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from starlette.responses import Response

from calimala_es.store import (
    OWNER,
    RECORDER,
    SEAT,
    UNLISTED,
    VIEWER,
    AccessEvent,
    KeyGiven,
    VisibilitySet,
)
from notation.reader import loads
from notation.record import Record
from notation.writer import dumps
from replays.service.asking.asker import Right
from replays.service.asking.keys import digest_of, key_path, new_id, new_key
from replays.service.endpoints import TEXT, Asked, Endpoint, answer, etag
from replays.stored.records import keep_record


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to begin or to take in: its text in notation, of which the headers may be all."""

    notation: str
    visibility: Literal["private", "unlisted", "public"] = UNLISTED


class Keys(Struct, frozen=True):
    """The keys of a game, told this once: those of the seats in the order of the seats."""

    owner: str
    recorder: str
    seats: list[str]
    viewer: str


class Made(Struct, frozen=True):
    """A game that was made."""

    id: str
    version: int
    keys: Keys
    links: dict[str, str]


def create(asked: Asked) -> Response:
    """Begin a game, or take in one that was played."""
    given = asked.taken(NewGame)
    return made(asked, loads(given.notation), given.visibility)


def made(asked: Asked, record: Record, visibility: str) -> Response:
    """Keep a record as a game, and tell its keys."""
    told = kept_game(asked, record, visibility)
    headers = {"Location": asked.link(f"/api/games/{told.id}"), "ETag": etag(told.version)}
    return answer(told, 201, headers)


def kept_game(asked: Asked, record: Record, visibility: str) -> Made:
    """The game, with an id that nobody can guess, that a record was kept as."""
    service = asked.service
    players = record.setup.players
    keys = Keys(
        new_key(OWNER, service.chance),
        new_key(RECORDER, service.chance),
        [new_key(SEAT, service.chance) for _ in range(players)],
        new_key(VIEWER, service.chance),
    )
    game = keep_record(service.store, new_id(service.chance), record, [VisibilitySet(visibility), *_given(keys)])
    links = {
        "game": asked.link(f"/g/{game.id}"),
        "record": asked.link(key_path(game.id, RECORDER, keys.recorder)),
        "own": asked.link(key_path(game.id, OWNER, keys.owner)),
        "look": asked.link(key_path(game.id, VIEWER, keys.viewer)),
        **{f"seat{seat}": asked.link(key_path(game.id, SEAT, key)) for seat, key in enumerate(keys.seats)},
    }
    return Made(game.id, game.version, keys, links)


def _given(keys: Keys) -> Sequence[AccessEvent]:
    alone = [(OWNER, keys.owner), (RECORDER, keys.recorder), (VIEWER, keys.viewer)]
    return (
        *(KeyGiven(digest_of(key), role) for role, key in alone),
        *(KeyGiven(digest_of(key), SEAT, seat) for seat, key in enumerate(keys.seats)),
    )


def notation_of(asked: Asked) -> Response:
    """The game in notation, as who asks may see it."""
    sight = asked.sight
    return Response(dumps(sight.record), headers={"ETag": etag(sight.version)}, media_type=TEXT)


ENDPOINTS = (
    Endpoint(
        "POST", "/api/games", create, "Begin a game, or take one in",
        takes=NewGame, gives=Made, status=201, most="text", problems=(422,),
    ),
    Endpoint("GET", "/api/games/{id}/notation", notation_of, "The game in notation", gives=TEXT, right=Right.LOOK),
)  # fmt: skip
