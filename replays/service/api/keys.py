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
    """The details of a key, without the key itself.

    ``number`` identifies it; a seat's key has the ``seat``, from 0, and its ``colour``; ``given`` is when it was
    created.
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
    """Who may do what with a game: keys, who can view it, and whether viewers see names."""

    id: str
    visibility: str
    names_shown: bool
    people: list[PersonInfo]
    keys: list[KeyInfo]


class NewKey(Struct, frozen=True, forbid_unknown_fields=True):
    """A key to create; a seat's key names the seat, from 0."""

    role: Literal["owner", "recorder", "seat", "viewer"]
    seat: Annotated[int, Meta(ge=-1, le=4)] = -1


class GivenKey(Struct, frozen=True):
    """A new key, shown only once, and the address that contains it."""

    number: int
    role: str
    seat: int | None
    key: str
    link: str


class NewVisibility(Struct, frozen=True, forbid_unknown_fields=True):
    """Who can view the game without a key."""

    visibility: Literal["private", "unlisted", "public"]


class NamesChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether viewers see people's names, or their colours."""

    shown: bool


def get_rights(request: ApiRequest) -> RightsInfo:
    """Return the keys, the visibility and the names, which the owner can change."""
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
    """Create a key."""
    wanted = request.body_as(NewKey)
    game = request.cached_game.stored
    is_seat = wanted.role == SEAT
    players = game.state.setup.players
    if is_seat != (0 <= wanted.seat < players):
        detail = Message(
            "a key for a seat must name a seat from 0 to {number}; keys of other kinds must not name one",
            number=players - 1,
        )
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
    """Revoke a key, so that it no longer gives access."""
    number = request.path["number"]
    if not number.isdecimal() or len(number) > _DIGITS:
        raise UnknownIdError(Message("there is no key {number} that could be revoked", number=quote(number)))
    return _rights_info(request, request.service.store.access.revoke_key(request.cached_game.stored.id, int(number)))


def set_visibility(request: ApiRequest) -> RightsInfo:
    """Choose who can view the game without a key."""
    wanted = request.body_as(NewVisibility)
    return _rights_info(
        request, request.service.store.access.add(request.cached_game.stored.id, VisibilitySet(wanted.visibility))
    )


def show_names(request: ApiRequest) -> RightsInfo:
    """Choose whether viewers see people's names."""
    wanted = request.body_as(NamesChoice)
    return _rights_info(
        request, request.service.store.access.add(request.cached_game.stored.id, NamesShown(wanted.shown))
    )


def erase_names(request: ApiRequest) -> Response:
    """Erase the names of all players permanently."""
    request.service.store.erase_names(request.cached_game.stored.id)
    return Response(status_code=204)


def erase_name(request: ApiRequest) -> Response:
    """Erase the name of a player permanently, wherever this game uses it as a name."""
    view = request.view
    words = [COLOUR_WORDS[colour] for colour in view.record.setup.colours]
    wanted = request.path["colour"]
    if wanted not in words:
        raise UnknownIdError(Message("nobody has this colour; the players are {words}", words=", ".join(words)))
    name = view.player_names.get(words.index(wanted))
    if name is not None:
        request.service.store.erase_person(name, view.id)
    return Response(status_code=204)


_NOT_STORED = {"Cache-Control": "no-store"}
_DIGITS = 9

ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/keys", get_rights, "Keys, visibility and names", gives=RightsInfo, right=Right.OWN,
    ),
    Endpoint(
        "POST", "/api/games/{id}/keys", give_key, "Create a key, which is shown only once",
        takes=NewKey, gives=GivenKey, right=Right.OWN, status=201, problems=(409, 422),
    ),
    Endpoint(
        "DELETE", "/api/games/{id}/keys/{number}", revoke_key, "Revoke a key, except an owner's last one",
        gives=RightsInfo, right=Right.OWN, problems=(404, 409),
    ),
    Endpoint(
        "PUT", "/api/games/{id}/visibility", set_visibility, "Choose who can view the game without a key",
        takes=NewVisibility, gives=RightsInfo, right=Right.OWN, problems=(422,),
    ),
    Endpoint(
        "PUT", "/api/games/{id}/names", show_names, "Choose whether viewers see people's names",
        takes=NamesChoice, gives=RightsInfo, right=Right.OWN, problems=(422,),
    ),
    Endpoint(
        "DELETE", "/api/games/{id}/names", erase_names, "Erase everybody's name permanently",
        right=Right.OWN, status=204,
    ),
    Endpoint(
        "DELETE", "/api/games/{id}/names/{colour}", erase_name, "Erase a player's name permanently",
        right=Right.OWN, status=204, problems=(404,),
    ),
)  # fmt: skip
