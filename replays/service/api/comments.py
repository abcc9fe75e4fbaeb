"""Comments: what is said aloud at the table, and what somebody says to themselves.

They are annotations in the store. While a game is played, ``table`` is heard by everybody, and what a seat says to
itself by that seat and by those who write the game down; once it is over everybody reads all of it.
"""

from collections.abc import Callable, Iterator
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace
from starlette.responses import Response

from calimala_es.messages import Message
from calimala_es.notes import AnyNote, Comment
from calimala_es.setup import Setup
from calimala_es.store import Annotation, Author, Draft
from calimala_es.store.annotations import annotation_id
from replays.service.access import Principal, Right
from replays.service.api.decisions import annotate_once
from replays.service.endpoints import VOICES, ApiRequest, Endpoint, json_response
from replays.service.limits import too_many
from replays.service.problems import Problem, no_decision, not_found
from replays.service.visibility.game_views import CachedGame, GameView
from replays.service.visibility.pseudonyms import OWNER, SCRIBE, TABLE_LAYER, Pseudonyms, own_layer, pseudonyms_of
from replays.text.languages import message

LONGEST: Final = 10_000
MOST_COMMENTS: Final = 5_000
_LAYERS: Final = {Right.RECORD: SCRIBE, Right.OWN: OWNER, Right.ADMIN: OWNER}
"""The layers of those who write the game down, for what they say to themselves."""

_Text = Annotated[str, Meta(min_length=1, max_length=LONGEST, pattern=r"\S")]


class NewComment(Struct, frozen=True, forbid_unknown_fields=True):
    """A comment after a decision: its number (0: the start) or the id of one of its events (default: the last one).

    ``layer`` is ``table`` for everybody, ``own`` for what only the author and the recorders read during the game.
    """

    text: _Text
    at: int | str = ""
    layer: Literal["table", "own"] = "table"


class NewText(Struct, frozen=True, forbid_unknown_fields=True):
    """The new text of a comment."""

    text: _Text


class CommentInfo(Struct, frozen=True):
    """A comment: the number of decisions before it, its text and its layer; ``mine`` if the sender may change it."""

    id: str
    decision: int
    text: str
    layer: str
    time: str
    mine: bool


class Comments(Struct, frozen=True):
    """All comments that the sender may read, in the order of the game."""

    version: int
    comments: list[CommentInfo]


def get_comments(request: ApiRequest) -> Comments:
    """Return the comments that the sender may read, without names if the sender may not know them."""
    cached, principal, view = request.cached_game, request.principal, request.view
    infos = [_info(one, cached, principal) for one in heard_by(cached, principal, is_comment)]
    if not cached.view_key(principal).names_shown:
        called = view.cached(Pseudonyms, lambda: pseudonyms_of(cached.stored.game))
        infos = [_nameless(one, called) for one in infos]
    return Comments(view.version, infos)


def _nameless(info: CommentInfo, called: Pseudonyms) -> CommentInfo:
    text, row = called.hide(info.text), info.id.rpartition("-")[2]
    layer = called.layers.get(info.layer)
    if layer:
        return replace(info, id=f"{layer}-{row}", layer=layer, text=text)
    return replace(info, layer=called.hide(info.layer), text=text)


def add_comment(request: ApiRequest) -> Response:
    """Add a comment at a moment of the game."""
    demand_voice(request)
    given = request.body_as(NewComment)
    at = anchor_of(request.view, given.at)
    setup = request.cached_game.stored.state.setup
    layer = TABLE_LAYER if given.layer == TABLE_LAYER else layer_of(request.principal, setup)

    def draft(cached: CachedGame) -> Draft:
        if len(cached.stored.annotations) >= MOST_COMMENTS:
            raise too_many(MOST_COMMENTS, message("too many comments in the game; the limit is {number}"))
        return Draft(at, Comment(given.text), authors={"": Author(short=layer)})

    cached = annotate_once(request, draft)
    return json_response(_info(_last(cached, layer, is_comment), cached, request.principal), 201)


def edit_comment(request: ApiRequest) -> CommentInfo:
    """Change the text of a comment of your own."""
    given = request.body_as(NewText)
    cached, one = own_annotation(request, is_comment)
    assert isinstance(one.note, Comment), "only comments are found"
    request.service.store.annotations.edit_note(cached.stored, one.id, replace(one.note, text=given.text))
    cached = request.reload()
    return _info(cached.stored.annotations.find(one.id), cached, request.principal)


def retract_comment(request: ApiRequest) -> Response:
    """Delete a comment of your own."""
    cached, one = own_annotation(request, is_comment)
    request.service.store.annotations.retract(cached.stored, one.id)
    return Response(status_code=204)


# Who says and hears what.

NoteTest = Callable[[AnyNote], bool]
"""Returns whether a note is of the wanted kind."""


def is_comment(note: AnyNote) -> bool:
    """Return whether a note is a comment."""
    return isinstance(note, Comment)


def demand_voice(request: ApiRequest) -> None:
    """Raise a ``Problem`` for somebody who neither plays nor writes the game down."""
    if request.principal.right < Right.CLAIM:
        request.demand(Right.RECORD)


def layer_of(principal: Principal, setup: Setup) -> str:
    """Return the layer of what somebody says to themselves."""
    return own_layer(setup, principal.seat) if principal.right is Right.CLAIM else _LAYERS[principal.right]


def heard_by(cached: CachedGame, principal: Principal, is_wanted: NoteTest) -> Iterator[Annotation]:
    """Yield the annotations of the game itself that somebody hears."""
    hears_all = cached.stored.state.is_over or principal.may(Right.RECORD)
    layers = {TABLE_LAYER}
    if principal.right is Right.CLAIM:
        layers.add(own_layer(cached.stored.state.setup, principal.seat))
    for one in cached.stored.annotations.inside():
        if one.note and is_wanted(one.note) and (hears_all or one.author.short in layers):
            yield one


def is_own(one: Annotation, principal: Principal, setup: Setup) -> bool:
    """Return whether somebody may change what was said: a seat its own, those who write the game down that of the
    table as well, the owner everything.
    """
    if principal.may(Right.OWN):
        return True
    layers = {layer_of(principal, setup), *([TABLE_LAYER] if principal.may(Right.RECORD) else [])}
    return one.author.short in layers


def own_annotation(request: ApiRequest, is_wanted: NoteTest) -> tuple[CachedGame, Annotation]:
    """Return the annotation of the address, to those who may change it; one that they do not hear is not found."""
    demand_voice(request)
    cached, principal = request.cached_game, request.principal
    wanted = request.path["note"]
    one = next((one for one in heard_by(cached, principal, is_wanted) if shown_id(one) == wanted), None)
    if one is None:
        raise not_found()
    if not is_own(one, principal, cached.stored.state.setup):
        detail = Message("this belongs to somebody else; the recorder can change what is for everybody at the table")
        raise Problem(403, "not-allowed", detail)
    return cached, one


def shown_id(one: Annotation) -> str:
    """Return the id of an annotation: its layer and its row there, which does not reveal what others said."""
    layer, _, row = one.id.partition("-")
    return f"{one.author.short}-{row}" if one.author.short else annotation_id(int(layer), int(row))


def _last(cached: CachedGame, layer: str, is_wanted: NoteTest) -> Annotation:
    """Return what was said last in a layer."""
    found = [one for one in cached.stored.annotations if one.author.short == layer and one.note and is_wanted(one.note)]
    return max(found, key=lambda one: one.order)


def anchor_of(view: GameView, at: int | str) -> int:
    """Return the number of decisions at a moment that somebody sees; raises ``UnknownIdError``, ``Problem``."""
    count = len(view.replay.commands)
    if at == "":
        return count
    if isinstance(at, int):
        if not 0 <= at <= count:
            raise no_decision(at, count)
        return at
    return view.replay.command_at(view.replay.find(at, names_last=False) - 1) + 1


def _info(one: Annotation, cached: CachedGame, principal: Principal) -> CommentInfo:
    mine = principal.right >= Right.CLAIM and is_own(one, principal, cached.stored.state.setup)
    text = one.note.text if isinstance(one.note, Comment) else ""
    return CommentInfo(shown_id(one), one.anchor or 0, text, one.author.short or one.author.name, one.time, mine)


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/comments", get_comments, "The comments of a game", gives=Comments, right=Right.LOOK,
    ),
    Endpoint(
        "POST", "/api/games/{id}/comments", add_comment, "Add a comment",
        takes=NewComment, gives=CommentInfo, right=Right.LOOK, roles=VOICES, status=201, problems=(404, 422),
    ),
    Endpoint(
        "PUT", "/api/games/{id}/comments/{note}", edit_comment, "Change a comment",
        takes=NewText, gives=CommentInfo, right=Right.LOOK, roles=VOICES, problems=(404, 422),
    ),
    Endpoint(
        "DELETE", "/api/games/{id}/comments/{note}", retract_comment, "Delete a comment",
        right=Right.LOOK, roles=VOICES, status=204, problems=(404,),
    ),
)  # fmt: skip
