"""Games: begin one, take one in, read one."""

from collections.abc import Sequence
from hashlib import blake2b
from itertools import count
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.components import COLOUR_WORDS
from calimala_es.errors import GameExistsError
from calimala_es.frames import GameOver
from calimala_es.game import Game
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
from notation.share import decode_from
from notation.writer import dumps
from replays.languages import Language
from replays.page import title_of
from replays.positions import colour_words
from replays.rule_sets import rule_set_of
from replays.service.api.games_table import NewTable, record_of_table
from replays.service.asking.asker import Right
from replays.service.asking.called import called
from replays.service.asking.keys import Chance, digest_of, key_path, new_id, new_key
from replays.service.endpoints import TEXT, Asked, Endpoint, answer, etag
from replays.service.guard.texts import BUDGET, check_size
from replays.service.kept import made as kept
from replays.service.kept import sent
from replays.service.problems import Problem
from replays.service.seeing.sight import Sight
from replays.stored.records import keep_record

SHORTEST_KEY: Final = 22
"""Characters of an idempotency key that makes a game: so many as 128 random bits take."""

_MOST_SHARED: Final = 200_000


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to begin or to take in, in one of three forms.

    ``notation``: its text, of which the headers may be all. ``share``: a share code, or an address that has one.
    ``table``: who plays by which rules.
    """

    notation: str | None = None
    share: Annotated[str, Meta(max_length=_MOST_SHARED)] | None = None
    table: NewTable | None = None
    visibility: Literal["private", "unlisted", "public"] = UNLISTED


class Keys(Struct, frozen=True):
    """The keys of a game, told this once: those of the seats in the order of the seats."""

    owner: str
    recorder: str
    seats: list[str]
    viewer: str


class Made(Struct, frozen=True):
    """A game that was made, with the addresses of its pages; ``seat0`` is that of the first seat."""

    id: str
    version: int
    keys: Keys
    links: dict[str, str]


class PlayerTold(Struct, frozen=True):
    """A player: the seat, the colour, the name (``null`` where it is not told), family and points."""

    seat: int
    colour: str
    name: str | None
    family: str | None
    points: int


class GameTold(Struct, frozen=True):
    """A game, as who asks may know it.

    ``title`` is its own, the event, or who plays; ``rules`` is the name of the rule set, ``depth`` how much the record
    tells, ``decisions`` how many stand; ``winners`` are colours. ``may`` are the things that who asks may do, of
    ``look``, ``tell`` (the cards of ``seat``), ``record`` and ``own``.
    """

    id: str
    version: int
    title: str
    event: str
    site: str
    date: str
    players: list[PlayerTold]
    third: str | None
    rules: str
    turn: int
    decisions: int
    over: bool
    winners: list[str]
    depth: str
    visibility: str
    may: list[str]
    seat: int | None


# Making.


def create(asked: Asked) -> Response:
    """Begin a game, or take in one that was played."""
    given = asked.taken(NewGame)
    name = called(asked.request, SHORTEST_KEY)
    if name is None:
        return made(asked, _record(given, asked.service.chance), given.visibility)
    return _made_once(asked, given, name)


def _record(given: NewGame, chance: Chance) -> Game:
    told = [form for form in (given.notation, given.share, given.table) if form is not None]
    if len(told) != 1:
        raise Problem(422, "bad-request", "a game comes as one of `notation`, `share` and `table`")
    if given.notation is not None:
        return loads(given.notation, budget=BUDGET)
    if given.share is not None:
        return decode_from(given.share)
    assert given.table is not None, "one of them is told"
    return record_of_table(given.table, chance)


def _made_once(asked: Asked, given: NewGame, name: str) -> Response:
    """The game that this request makes or has made: id and keys follow from what it calls itself and what it asks."""
    id = new_id(_chance_of(name.encode(), b"id"))
    secret = (name.encode(), asked.body)
    try:
        return made(asked, _record(given, _chance_of(*secret, b"deal")), given.visibility, _chance_of(*secret), id)
    except GameExistsError:
        held = asked.service.games.get(id)
    keys = _new_keys(_chance_of(*secret), held.game.setup.players)
    if held.access.key_of(digest_of(keys.owner)) is None:
        raise Problem(422, "key-reused", "the same idempotency key came with another request")
    return _told_made(asked, Made(id, held.game.version, keys, _links(asked, id, keys)), 200)


def _chance_of(*secrets: bytes) -> Chance:
    """Bytes that follow from secrets, others each time."""
    digests = b"".join(blake2b(secret).digest() for secret in secrets)
    numbers = count()
    return lambda size: blake2b(digests + str(next(numbers)).encode(), digest_size=size).digest()


def made(asked: Asked, record: Game, visibility: str, chance: Chance | None = None, id: str | None = None) -> Response:
    """Keep a record as a game, and tell its keys."""
    return _told_made(asked, kept_game(asked, record, visibility, chance, id), 201)


def _told_made(asked: Asked, told: Made, status: int) -> Response:
    headers = {"Location": asked.link(f"/api/games/{told.id}"), "ETag": etag(told.version), "Cache-Control": "no-store"}
    return answer(told, status, headers)


def kept_game(asked: Asked, record: Game, visibility: str, chance: Chance | None = None, id: str | None = None) -> Made:
    """The game, with an id that nobody can guess, that a record was kept as; raises ``Problem`` for one too large."""
    check_size(record)
    service = asked.service
    keys = _new_keys(chance or service.chance, record.setup.players)
    rights = [VisibilitySet(visibility), *_given(keys)]
    game = keep_record(service.store, id or new_id(service.chance), record, rights)
    return Made(game.id, game.version, keys, _links(asked, game.id, keys))


def _new_keys(chance: Chance, players: int) -> Keys:
    owner, recorder, viewer = (new_key(role, chance) for role in (OWNER, RECORDER, VIEWER))
    return Keys(owner, recorder, [new_key(SEAT, chance) for _ in range(players)], viewer)


def _links(asked: Asked, id: str, keys: Keys) -> dict[str, str]:
    return {
        "game": asked.link(f"/g/{id}"),
        "record": asked.link(key_path(id, RECORDER, keys.recorder)),
        "own": asked.link(key_path(id, OWNER, keys.owner)),
        "look": asked.link(key_path(id, VIEWER, keys.viewer)),
        **{f"seat{seat}": asked.link(key_path(id, SEAT, key)) for seat, key in enumerate(keys.seats)},
    }


def _given(keys: Keys) -> Sequence[AccessEvent]:
    alone = [(OWNER, keys.owner), (RECORDER, keys.recorder), (VIEWER, keys.viewer)]
    return (
        *(KeyGiven(digest_of(key), role) for role, key in alone),
        *(KeyGiven(digest_of(key), SEAT, seat) for seat, key in enumerate(keys.seats)),
    )


# Reading.


def told(asked: Asked) -> Response:
    """What a game is, in short."""
    sight, access, asker = asked.sight, asked.held.access, asked.asker
    state, setup = sight.replay.end, sight.record.setup
    headers = dict(reversed(sight.record.headers))
    game = GameTold(
        id=sight.id,
        version=sight.version,
        title=name_of(sight, asked.language),
        event=headers.get("Event", ""),
        site=headers.get("Site", ""),
        date=headers.get("Date", ""),
        players=[
            PlayerTold(seat, COLOUR_WORDS[colour], sight.names.get(seat), mat.family or None, mat.points)
            for seat, (colour, mat) in enumerate(zip(setup.colours, state.mats, strict=False))
        ],
        third=COLOUR_WORDS[setup.third] if setup.third else None,
        rules=rule_set_of(setup),
        turn=state.turn,
        decisions=len(sight.record.moves),
        over=state.is_over,
        winners=colour_words(state, state.now.winners) if isinstance(state.now, GameOver) else [],
        depth=sight.record.depth,
        visibility=access.visibility,
        may=asker.rights,
        seat=asker.seat if asker.seat >= 0 else None,
    )
    return answer(game, headers={"ETag": etag(sight.version)})


def name_of(sight: Sight, language: Language) -> str:
    """What a game is called."""
    return title_of(sight.tree, sight.table(language))


def notation_of(asked: Asked) -> Response:
    """The game in notation, as who asks may see it."""
    sight = asked.sight
    return sent(asked, kept(sight, notation_of, lambda: dumps(sight.record).encode()), TEXT)


ENDPOINTS = (
    Endpoint(
        "POST", "/api/games", create, "Begin a game, or take one in",
        takes=NewGame, gives=Made, status=201, also=(200,), most="text", problems=(400, 422),
        headers=("Location", "ETag"), once=True,
    ),
    Endpoint("GET", "/api/games/{id}", told, "What a game is", gives=GameTold, right=Right.LOOK),
    Endpoint("GET", "/api/games/{id}/notation", notation_of, "The game in notation", gives=TEXT, right=Right.LOOK),
)  # fmt: skip
