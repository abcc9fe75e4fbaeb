"""Games that begin: a table as somebody wants it becomes a set-up, a text or a share code becomes a game.

Whatever of a set-up is not given is dealt by the chance of the service.
"""

from collections.abc import Sequence
from hashlib import blake2b
from itertools import count
from random import Random
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.components import COLOUR_WORDS, COLOURS
from calimala_es.errors import GameExistsError
from calimala_es.game import Game
from calimala_es.headers import DATE, EVENT, SITE
from calimala_es.initial import initial
from calimala_es.messages import Message
from calimala_es.setup import rule_set_of
from calimala_es.store import OWNER, RECORDER, SEAT, UNLISTED, VIEWER, AccessEvent, KeyGiven, VisibilitySet
from notation.errors import quote
from notation.headers.setup_headers import HeaderError, parse_city, parse_council, parse_settings
from notation.reader.games import loads
from notation.share import decode_from
from notation.writer.games import dumps
from replays.positions import setup_json
from replays.service.access import RandomBytes, digest_of, key_path, new_id, new_key
from replays.service.endpoints import ApiRequest, Endpoint, etag, json_response
from replays.service.limits import BUDGET, check_size
from replays.service.problems import Problem, key_reused, one_of
from replays.text.names import names_of
from replays.wishes import COLOUR_CODES, DEAL, NONE, Wishes, wished_setup

_SEED: Final = 16
"""Bytes of chance for a set-up."""

_Name = Annotated[str, Meta(max_length=200)]
_Line = Annotated[str, Meta(max_length=1_000)]


class NewPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player: the colour, e.g. ``blue`` or ``b`` (default: the next free one), and the name."""

    colour: str = ""
    name: _Name = ""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table: who is playing, in seating order, and by which rules.

    ``settings`` are those of the second edition, e.g. ``active_draw_limit=2``; ``third`` is the third party's colour;
    ``families`` is ``deal``, ``none``, or one per seat, e.g. ``Bardi,Medici,-``. ``city``, ``council`` and
    ``intrigue_tiles`` are as in the headers of a game. With ``deal`` whatever is not given is dealt; without it all of
    this is required. ``event``, ``site`` and ``date`` (``2026.11.20``) are headers.
    """

    players: Annotated[list[NewPlayer], Meta(min_length=2, max_length=5)]
    edition: Literal["first", "second"] | None = None
    settings: _Line = ""
    third: str = ""
    intrigue: bool = False
    intrigue_tiles: _Line = ""
    families: _Line = NONE
    city: _Line = ""
    council: _Line = ""
    deal: bool = False
    event: _Name = ""
    site: _Name = ""
    date: _Name = ""


class DealtSetup(Struct, frozen=True):
    """A set-up: the text with which its game begins, its rule set, and where everything is.

    ``notation`` creates the game with ``POST /api/games``. ``setup`` has players, city, council and intrigue tiles.
    """

    notation: str
    rules: str
    setup: dict[str, Any]


def game_of_table(table: NewTable, chance: RandomBytes) -> Game:
    """Return the game that begins at such a table; raises ``Problem`` and ``SetupError``."""
    colours = _colours(table)
    try:
        wishes = _wishes(table)
        if wishes.leaves_to_chance and not table.deal:
            detail = Message("specify the city, the council and the intrigue tiles, or set `deal`")
            raise Problem(422, "bad-request", detail)
        setup = wished_setup(colours, Random(chance(_SEED)), wishes)
    except HeaderError as error:
        more = {"expected": error.expected or None, "rule": error.rule or None}
        raise Problem(422, "not-well-formed", error.text, **more) from None
    names = [(COLOUR_WORDS[colour].capitalize(), one.name) for colour, one in zip(colours, table.players, strict=True)]
    about = [(EVENT, table.event), (SITE, table.site), (DATE, table.date), *names]
    return Game(setup, initial(setup), headers=tuple((name, value) for name, value in about if value))


def _colours(table: NewTable) -> str:
    """Return the colours of the seats; a player without one gets the first that is free."""
    given = [_colour(player.colour) for player in table.players]
    third = _colour(table.third)
    free = iter(sorted((one for one in COLOURS if one not in given), key=lambda colour: colour == third))
    return "".join(colour or next(free) for colour in given)


def _colour(word: str) -> str:
    if word and word.strip().casefold() not in COLOUR_CODES:
        detail = Message("{word} is not a colour", word=quote(word))
        raise Problem(422, "bad-request", detail, expected=" ".join(COLOUR_WORDS.values()))
    return COLOUR_CODES.get(word.strip().casefold(), "")


def _wishes(table: NewTable) -> Wishes:
    families = table.families.strip() or NONE
    return Wishes(
        edition=table.edition,
        settings=parse_settings(table.settings),
        third=_colour(table.third),
        intrigue=table.intrigue,
        intrigue_tiles=table.intrigue_tiles,
        families=families.casefold() if families.casefold() in (DEAL, NONE) else families,
        city=parse_city(table.city) if table.city else None,
        council=parse_council(table.council) if table.council else None,
    )


def deal(request: ApiRequest) -> DealtSetup:
    """Return a set-up for a table without creating a game."""
    record = game_of_table(request.body_as(NewTable), request.service.chance)
    setup = setup_json(record.setup, names_of(record.setup, record.headers))
    return DealtSetup(dumps(record), rule_set_of(record.setup), setup)


# A game: its text, or a table.

SHORTEST_KEY: Final = 22
"""Characters of an idempotency key that makes a game: so many as 128 random bits take."""

_MOST_SHARED: Final = 200_000


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to begin or to add, in exactly one of three forms.

    ``notation``: its text, or only its headers. ``share``: a share code, or an address that contains one. ``table``:
    who is playing, and by which rules.
    """

    notation: str | None = None
    share: Annotated[str, Meta(max_length=_MOST_SHARED)] | None = None
    table: NewTable | None = None
    visibility: Literal["private", "unlisted", "public"] = UNLISTED


class GameKeys(Struct, frozen=True):
    """The keys of a game, shown only once; those of the seats in seating order."""

    owner: str
    recorder: str
    seats: list[str]
    viewer: str


class MadeGame(Struct, frozen=True):
    """A new game, with the addresses of its pages; ``seat0`` is that of the first seat."""

    id: str
    version: int
    keys: GameKeys
    links: dict[str, str]


def create_game(request: ApiRequest) -> Response:
    """Begin a game, or add one that was played."""
    given = request.body_as(NewGame)
    name = request.idempotency_key(SHORTEST_KEY)
    if name is None:
        record = request.read or _record(given, request.service.chance)
        return store_and_answer(request, record, given.visibility)
    return _create_once(request, given, name)


def read_game(request: ApiRequest) -> Game | None:
    """Return the game that a request gives, where nothing of it is left to chance."""
    given = request.body_as(NewGame)
    return _record(given, request.service.chance) if given.table is None else None


def _record(given: NewGame, chance: RandomBytes) -> Game:
    forms = [form for form in (given.notation, given.share, given.table) if form is not None]
    if len(forms) != 1:
        raise Problem(422, "bad-request", one_of(("notation", "share", "table")))
    if given.notation is not None:
        return loads(given.notation, budget=BUDGET)
    if given.share is not None:
        return decode_from(given.share)
    assert given.table is not None, "one of them is given"
    return game_of_table(given.table, chance)


def _create_once(request: ApiRequest, given: NewGame, name: str) -> Response:
    """Return the game that this request makes or has made: id and keys follow from its name and its body."""
    id = new_id(_derived_bytes(name.encode(), b"id"))
    secret = (name.encode(), request.body)
    try:
        return store_and_answer(
            request,
            request.read or _record(given, _derived_bytes(*secret, b"deal")),
            given.visibility,
            _derived_bytes(*secret),
            id,
        )
    except GameExistsError:
        cached = request.service.games.get(id)
    keys = _new_keys(_derived_bytes(*secret), cached.stored.state.setup.players)
    if cached.access.key_of(digest_of(keys.owner)) is None:
        raise key_reused()
    return _made_response(request, MadeGame(id, cached.stored.version, keys, _links(request, id, keys)), 200)


def _derived_bytes(*secrets: bytes) -> RandomBytes:
    """Return what gives bytes that follow from secrets, others each time."""
    digests = b"".join(blake2b(secret).digest() for secret in secrets)
    numbers = count()
    return lambda size: blake2b(digests + str(next(numbers)).encode(), digest_size=size).digest()


def store_and_answer(
    request: ApiRequest, record: Game, visibility: str, chance: RandomBytes | None = None, id: str | None = None
) -> Response:
    """Store a record as a game, and give its keys."""
    return _made_response(request, store_game(request, record, visibility, chance, id), 201)


def _made_response(request: ApiRequest, made: MadeGame, status: int) -> Response:
    headers = {
        "Location": request.link(f"/api/games/{made.id}"),
        "ETag": etag(made.version),
        "Cache-Control": "no-store",
    }
    return json_response(made, status, headers)


def store_game(
    request: ApiRequest, record: Game, visibility: str, chance: RandomBytes | None = None, id: str | None = None
) -> MadeGame:
    """Store a record as a game, with an id that nobody can guess; raises ``Problem`` for one too large."""
    check_size(record)
    service = request.service
    service.admission.charge_game(request.http.scope, is_admin=request.is_admin)
    keys = _new_keys(chance or service.chance, record.setup.players)
    rights = [VisibilitySet(visibility), *_given(keys)]
    game = service.store.create(id or new_id(service.chance), record, access=rights)
    return MadeGame(game.id, game.version, keys, _links(request, game.id, keys))


def _new_keys(chance: RandomBytes, players: int) -> GameKeys:
    owner, recorder, viewer = (new_key(role, chance) for role in (OWNER, RECORDER, VIEWER))
    return GameKeys(owner, recorder, [new_key(SEAT, chance) for _ in range(players)], viewer)


def _links(request: ApiRequest, id: str, keys: GameKeys) -> dict[str, str]:
    return {
        "game": request.link(f"/g/{id}"),
        "record": request.link(key_path(id, RECORDER, keys.recorder)),
        "own": request.link(key_path(id, OWNER, keys.owner)),
        "look": request.link(key_path(id, VIEWER, keys.viewer)),
        **{f"seat{seat}": request.link(key_path(id, SEAT, key)) for seat, key in enumerate(keys.seats)},
    }


def _given(keys: GameKeys) -> Sequence[AccessEvent]:
    alone = [(OWNER, keys.owner), (RECORDER, keys.recorder), (VIEWER, keys.viewer)]
    return (
        *(KeyGiven(digest_of(key), role) for role, key in alone),
        *(KeyGiven(digest_of(key), SEAT, seat) for seat, key in enumerate(keys.seats)),
    )


ENDPOINTS = (
    Endpoint(
        "POST", "/api/deal", deal, "Deal a set-up for a table",
        takes=NewTable, gives=DealtSetup, problems=(422,),
    ),
    Endpoint(
        "POST", "/api/games", create_game, "Begin or add a game",
        takes=NewGame, gives=MadeGame, status=201, also=(200,), reads=read_game, most="text", problems=(400, 422),
        headers=("Location", "ETag"), once=True, begins=True,
    ),
)  # fmt: skip
