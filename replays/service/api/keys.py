"""What belongs to the owner of a game: its keys, who may look at it, and the names of its people."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.components import COLOUR_WORDS
from calimala_es.errors import UnknownIdError
from calimala_es.messages import Message
from calimala_es.store import SEAT, Access, AccessKey, KeyGiven, NamesShown, VisibilitySet
from notation.errors import quote
from replays.service.access import Right, digest_of, key_path, new_key
from replays.service.endpoints import ApiRequest, Endpoint, json_response
from replays.service.problems import Problem


class KeyInfo(Struct, frozen=True):
    """A key that was given out, without the key itself.

    ``number`` names it, ``seat`` is the place of a seat's key, from 0, and ``colour`` its colour; ``given`` is when.
    """

    number: int
    role: str
    seat: int | None
    colour: str | None
    given: datetime | None
    revoked: bool


class PersonInfo(Struct, frozen=True):
    """A player: the seat, the colour as a word, and the name, empty without one."""

    seat: int
    colour: str
    name: str


class RightsInfo(Struct, frozen=True):
    """Who may do what with a game: keys, who may look, and what people are called for those who only look."""

    id: str
    visibility: str
    names_shown: bool
    people: list[PersonInfo]
    keys: list[KeyInfo]


class NewKey(Struct, frozen=True, forbid_unknown_fields=True):
    """A key to be given out; one of a seat says which, from 0."""

    role: Literal["owner", "recorder", "seat", "viewer"]
    seat: Annotated[int, Meta(ge=-1, le=4)] = -1


class GivenKey(Struct, frozen=True):
    """A key that was given out, shown only this once, and the address that carries it."""

    number: int
    role: str
    seat: int | None
    key: str
    link: str


class NewVisibility(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may look without a key."""

    visibility: Literal["private", "unlisted", "public"]


class NamesChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether those who only look read people's names, or their colours."""

    shown: bool


def get_rights(request: ApiRequest) -> RightsInfo:
    """Give all that the owner settles, as it is."""
    return _rights_info(request, request.cached_game.access)


def _rights_info(request: ApiRequest, access: Access) -> RightsInfo:
    access = access.with_default(request.service.games.default)
    view = request.view
    colours = view.record.setup.colours
    people = [
        PersonInfo(seat, COLOUR_WORDS[colour], view.player_names.get(seat, "")) for seat, colour in enumerate(colours)
    ]
    keys = [_key(key, colours) for key in access.keys]
    return RightsInfo(view.id, access.visibility, access.names_shown, people, keys)


def _key(key: AccessKey, colours: str) -> KeyInfo:
    is_seat = key.role == SEAT and key.seat < len(colours)
    seat, colour = (key.seat, COLOUR_WORDS[colours[key.seat]]) if is_seat else (None, None)
    return KeyInfo(key.number, key.role, seat, colour, key.given, key.revoked)


def give_key(request: ApiRequest) -> Response:
    """Give a key out."""
    wanted = request.body_as(NewKey)
    game = request.cached_game.stored
    is_seat = wanted.role == SEAT
    players = game.state.setup.players
    if is_seat != (0 <= wanted.seat < players):
        detail = Message("only a seat's key has a seat, which is a number from 0 to {number}", number=players - 1)
        raise Problem(422, "bad-request", detail)
    service = request.service
    key = new_key(wanted.role, service.chance)
    digest = digest_of(key)
    made = service.store.access.give_key(game.id, KeyGiven(digest, wanted.role, wanted.seat)).key_of(digest)
    assert made is not None, "it was given"
    seat = wanted.seat if is_seat else None
    given_key = GivenKey(made.number, wanted.role, seat, key, request.link(key_path(game.id, wanted.role, key)))
    return json_response(given_key, 201, _NOT_STORED)


def revoke_key(request: ApiRequest) -> RightsInfo:
    """Let a key open nothing any more."""
    number = request.path["number"]
    if not number.isdecimal() or len(number) > _DIGITS:
        raise UnknownIdError(Message("there is no key {number} that could be revoked", number=quote(number)))
    return _rights_info(request, request.service.store.access.revoke_key(request.cached_game.stored.id, int(number)))


def set_visibility(request: ApiRequest) -> RightsInfo:
    """Set who may look without a key."""
    wanted = request.body_as(NewVisibility)
    return _rights_info(
        request, request.service.store.access.add(request.cached_game.stored.id, VisibilitySet(wanted.visibility))
    )


def show_names(request: ApiRequest) -> RightsInfo:
    """Set whether those who only look read names."""
    wanted = request.body_as(NamesChoice)
    return _rights_info(
        request, request.service.store.access.add(request.cached_game.stored.id, NamesShown(wanted.shown))
    )


def erase_names(request: ApiRequest) -> Response:
    """Erase the names of everybody for good."""
    request.service.store.erase_names(request.cached_game.stored.id)
    return Response(status_code=204)


def erase_name(request: ApiRequest) -> Response:
    """Erase the name of one player for good, wherever it is a name in this game."""
    view = request.view
    words = [COLOUR_WORDS[colour] for colour in view.record.setup.colours]
    wanted = request.path["colour"]
    if wanted not in words:
        raise UnknownIdError(Message("nobody plays with this colour; the players are {words}", words=", ".join(words)))
    name = view.player_names.get(words.index(wanted))
    if name is not None:
        request.service.store.erase_person(name, view.id)
    return Response(status_code=204)


_NOT_STORED = {"Cache-Control": "no-store"}
_DIGITS = 9

ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/keys", get_rights, "Who may do what with the game", gives=RightsInfo, right=Right.OWN,
    ),
    Endpoint(
        "POST", "/api/games/{id}/keys", give_key, "Give a key out, which is shown only this once",
        takes=NewKey, gives=GivenKey, right=Right.OWN, status=201, problems=(409, 422),
    ),
    Endpoint(
        "DELETE", "/api/games/{id}/keys/{number}", revoke_key, "Revoke a key; the last one of an owner stays",
        gives=RightsInfo, right=Right.OWN, problems=(404, 409),
    ),
    Endpoint(
        "PUT", "/api/games/{id}/visibility", set_visibility, "Settle who may look without a key",
        takes=NewVisibility, gives=RightsInfo, right=Right.OWN, problems=(422,),
    ),
    Endpoint(
        "PUT", "/api/games/{id}/names", show_names, "Settle whether those who only look read people's names",
        takes=NamesChoice, gives=RightsInfo, right=Right.OWN, problems=(422,),
    ),
    Endpoint(
        "DELETE", "/api/games/{id}/names", erase_names, "Erase everybody's name for good",
        right=Right.OWN, status=204,
    ),
    Endpoint(
        "DELETE", "/api/games/{id}/names/{colour}", erase_name, "Erase a player's name for good",
        right=Right.OWN, status=204, problems=(404,),
    ),
)  # fmt: skip
