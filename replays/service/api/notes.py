"""Comments: what is said aloud at the table, and what somebody says to themselves.

They are annotations of the store. While a game is played, ``table`` is heard by everybody, and what a seat says to
itself by that seat and by those who write the game down; once it is over everybody reads all of it.
"""

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace
from starlette.responses import Response

from calimala_es.setup import Setup
from calimala_es.store import COMMENT, ON_POSITION, Annotation, Author, Draft
from calimala_es.store.annotations.values import annotation_id
from replays.service.api.decisions_writing import said
from replays.service.asking.asker import Asker, Right
from replays.service.endpoints import VOICES, Asked, Endpoint, answer
from replays.service.games import Held
from replays.service.problems import Problem, not_found
from replays.service.seeing.pseudonyms import OWNER, SCRIBE, TABLE_LAYER, Pseudonyms, own_layer, pseudonyms_of
from replays.service.seeing.sight import Sight
from replays.stored.records import record_of

LONGEST: Final = 10_000
MOST_COMMENTS: Final = 5_000
_KINDS: Final = (COMMENT, ON_POSITION)
_LAYERS: Final = {Right.RECORD: SCRIBE, Right.OWN: OWNER, Right.ADMIN: OWNER}
"""The layers of those who write the game down, for what they say to themselves."""

_Text = Annotated[str, Meta(min_length=1, max_length=LONGEST, pattern=r"\S")]


class NewComment(Struct, frozen=True, forbid_unknown_fields=True):
    """A comment behind a decision: its number (0: the start) or the id of one of its events; without it the last one.

    ``layer`` is ``table`` for what is said aloud, ``own`` for what somebody says to themselves.
    """

    text: _Text
    at: int | str = ""
    layer: Literal["table", "own"] = "table"


class OtherText(Struct, frozen=True, forbid_unknown_fields=True):
    """What a comment says instead."""

    text: _Text


class CommentTold(Struct, frozen=True):
    """A comment: behind how many decisions it stands, what it says, in which layer; ``mine`` may be changed."""

    id: str
    decision: int
    text: str
    layer: str
    time: str
    mine: bool


class Comments(Struct, frozen=True):
    """All comments that somebody hears, in the order of the game."""

    version: int
    comments: list[CommentTold]


def comments_of(asked: Asked) -> Comments:
    """The comments of a game that who asks hears; for who may not know names, without them."""
    held, asker, sight = asked.held, asked.asker, asked.sight
    told = [_told(one, held, asker) for one in heard(held, asker, _KINDS)]
    if not held.eyes(asker).names_shown:
        called: Pseudonyms = sight.kept.get(Pseudonyms) or pseudonyms_of(record_of(held.game))
        sight.kept[Pseudonyms] = called
        told = [_nameless(one, called) for one in told]
    return Comments(sight.version, told)


def _nameless(told: CommentTold, called: Pseudonyms) -> CommentTold:
    text, row = called.hide(told.text), told.id.rpartition("-")[2]
    layer = called.layers.get(told.layer)
    if layer:
        return replace(told, id=f"{layer}-{row}", layer=layer, text=text)
    return replace(told, layer=called.hide(told.layer), text=text)


def write(asked: Asked) -> Response:
    """Say something."""
    demand_voice(asked)
    given = asked.taken(NewComment)
    at = moment(asked.sight, given.at)
    layer = TABLE_LAYER if given.layer == TABLE_LAYER else own_layer_of(asked.asker, asked.held.game.setup)

    def draft(held: Held) -> Draft:
        if len(held.game.annotations) >= MOST_COMMENTS:
            raise Problem(422, "bad-request", f"at most {MOST_COMMENTS} comments stand in one game")
        return Draft(at, given.text, author=Author(short=layer))

    held = said(asked, draft)
    return answer(_told(_last(held, layer, _KINDS), held, asked.asker), 201)


def rewrite(asked: Asked) -> CommentTold:
    """Let a comment of one's own say something else."""
    given = asked.taken(OtherText)
    held, one = own(asked, _KINDS)
    asked.service.store.edit(held.game, one.id, given.text)
    held = asked.service.games.get(asked.id)
    return _told(held.game.annotations.find(one.id), held, asked.asker)


def retract(asked: Asked) -> Response:
    """Take a comment of one's own back."""
    held, one = own(asked, _KINDS)
    asked.service.store.retract(held.game, one.id)
    return Response(status_code=204)


# Who says and hears what.


def demand_voice(asked: Asked) -> None:
    """Raise a ``Problem`` for who neither plays nor writes the game down."""
    if asked.asker.right < Right.TELL:
        asked.demand(Right.RECORD)


def own_layer_of(asker: Asker, setup: Setup) -> str:
    """The layer of what somebody says to themselves."""
    return own_layer(setup, asker.seat) if asker.right is Right.TELL else _LAYERS[asker.right]


def heard(held: Held, asker: Asker, kinds: tuple[str, ...]) -> Iterator[Annotation]:
    """What stands in the game itself and somebody hears."""
    hears_all = held.game.state.is_over or asker.may(Right.RECORD)
    layers = {TABLE_LAYER, *([own_layer(held.game.setup, asker.seat)] if asker.right is Right.TELL else [])}
    for one in held.game.annotations.inside():
        if one.kind in kinds and (hears_all or one.author.short in layers):
            yield one


def is_own(one: Annotation, asker: Asker, setup: Setup) -> bool:
    """Whether somebody may change what was said: what they say to themselves; for who writes the game down the table's;
    for the owner everything.
    """
    if asker.may(Right.OWN):
        return True
    layers = {own_layer_of(asker, setup), *([TABLE_LAYER] if asker.may(Right.RECORD) else [])}
    return one.author.short in layers


def own(asked: Asked, kinds: tuple[str, ...]) -> tuple[Held, Annotation]:
    """What the address names, for who may change it; what somebody does not hear is not there."""
    demand_voice(asked)
    held, asker = asked.service.games.get(asked.id), asked.asker
    wanted = asked.path["note"]
    one = next((one for one in heard(held, asker, kinds) if shown_id(one) == wanted), None)
    if one is None:
        raise not_found()
    if not is_own(one, asker, held.game.setup):
        raise Problem(
            403, "not-allowed", "this is somebody else's; who writes the game down may change what is the table's"
        )
    return held, one


def shown_id(one: Annotation) -> str:
    """What an annotation is called: its layer and its row there, which does not tell what others said."""
    layer, _, row = one.id.partition("-")
    return f"{one.author.short}-{row}" if one.author.short else annotation_id(int(layer), int(row))


def _last(held: Held, layer: str, kinds: tuple[str, ...]) -> Annotation:
    """What was said last in a layer."""
    found = [one for one in held.game.annotations if one.author.short == layer and one.kind in kinds]
    return max(found, key=lambda one: one.order)


def moment(sight: Sight, at: int | str) -> int:
    """The number of decisions at a moment that somebody sees; raises ``UnknownIdError``, ``Problem``."""
    count = len(sight.replay.commands)
    if at == "":
        return count
    if isinstance(at, int):
        if not 0 <= at <= count:
            raise Problem(404, "not-found", f"there are {count} decisions; there is no number {at}")
        return at
    return sight.replay.command_at(sight.replay.find(at, tells_reach=False) - 1) + 1


def _told(one: Annotation, held: Held, asker: Asker) -> CommentTold:
    mine = asker.right >= Right.TELL and is_own(one, asker, held.game.setup)
    return CommentTold(shown_id(one), one.anchor or 0, one.text, one.author.short or one.author.name, one.time, mine)


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/comments", comments_of, "The comments of a game", gives=Comments, right=Right.LOOK,
    ),
    Endpoint(
        "POST", "/api/games/{id}/comments", write, "Say something about a moment",
        takes=NewComment, gives=CommentTold, right=Right.LOOK, roles=VOICES, status=201, problems=(404, 422),
    ),
    Endpoint(
        "PUT", "/api/games/{id}/comments/{note}", rewrite, "Let a comment say something else",
        takes=OtherText, gives=CommentTold, right=Right.LOOK, roles=VOICES, problems=(404, 422),
    ),
    Endpoint(
        "DELETE", "/api/games/{id}/comments/{note}", retract, "Take a comment back",
        right=Right.LOOK, roles=VOICES, status=204, problems=(404,),
    ),
)  # fmt: skip
