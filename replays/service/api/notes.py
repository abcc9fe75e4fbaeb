"""Notes of a study: comments, glyphs, marks and variations at any place of a game, by those who play it or record it.

They are the annotations that ``calimala annotate`` writes, and what a note may be is checked by the same functions.
While a game continues, a seat writes and reads only beside what was played: a variation is checked against the whole
game, so that whether it is legal may reveal what the seat cannot see.
"""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.errors import AnnotationError, GameNotFoundError
from calimala_es.game import Variation
from calimala_es.messages import Message
from calimala_es.notes import Advantage, AnyNote, Comment, Evaluation, Glyph, Mark, is_title
from calimala_es.store import Annotation, Author, Draft, shared_length
from replays.edit.note_kinds import (
    ADVANTAGE,
    COMMENT,
    EVALUATION,
    GLYPH,
    MARK,
    ON_POSITION,
    TITLE,
    VARIATION,
    alternative,
    checked_note,
    note_kind_and_text,
)
from replays.edit.tree import Tree
from replays.page.contents import MOST_LINES
from replays.service.access import Right
from replays.service.api.comments import (
    LONGEST,
    MOST_COMMENTS,
    demand_voice,
    heard_by,
    is_own,
    layer_of,
    shown_id,
)
from replays.service.api.decisions import annotate_once, check_seen, seen_versions
from replays.service.api.note_places import NoteLines, NotePlace, place_of, placed
from replays.service.api.trials import MOST_NOTATION, demand_whole, read_decisions
from replays.service.endpoints import VOICES, ApiRequest, Endpoint, etag, json_response
from replays.service.limits import too_many
from replays.service.problems import Problem, not_found
from replays.service.visibility.game_views import CachedGame
from replays.service.visibility.pseudonyms import TABLE_LAYER, layer_titles
from replays.text.languages import message

_MOST_NAME: Final = 200

NoteKind = Literal["comment", "position", "glyph", "advantage", "evaluation", "mark", "title", "variation"]
_KINDS: Final = {COMMENT, ON_POSITION, GLYPH, ADVANTAGE, EVALUATION, MARK, TITLE}

_Id = Annotated[str, Meta(max_length=80)]
_Position = Annotated[int, Meta(ge=0, le=1_000_000)] | None
_Text = Annotated[str, Meta(max_length=LONGEST)]
_Decisions = Annotated[str, Meta(max_length=MOST_NOTATION)]


class NewNote(Struct, frozen=True, forbid_unknown_fields=True):
    """A note after the moment ``at`` (``start``, the id of an event, e.g. ``7.2.1`` or ``v1:7.2.1``; default: the end).

    With ``position`` it is after that many events of the variation ``line`` (default: what was played), counted as in
    the content of the page.
    ``text`` is that of the kind: ``!?`` for a glyph, ``b+`` for who is ahead, ``55-30-15`` for chances, ``AS`` or
    ``SMF.W`` for a mark, the name of a variation. A variation has ``decisions`` in notation, instead of those that
    follow ``at``. ``layer`` is ``table`` for everybody, ``own`` for what only the author and the recorders read during
    the game.
    """

    kind: NoteKind
    text: _Text = ""
    at: _Id = ""
    decisions: _Decisions = ""
    layer: Literal["table", "own"] = "own"
    line: _Id = ""
    position: _Position = None


class NewContent(Struct, frozen=True, forbid_unknown_fields=True):
    """The new text of a note; of a variation its name, and its decisions from the first one, if they change."""

    text: _Text | None = None
    decisions: _Decisions | None = None


class NoteInfo(Struct, frozen=True):
    """A note: its kind, text and author, and where it is.

    ``line`` is the id of the variation that it is in, empty for what was played; ``position`` the number of events
    before it there, as in the content of the page, ``first`` that up to the first event of the decision that it is
    about. ``mine`` if the sender may change it; ``version`` is what a change
    must name in ``If-Match``. A variation has its own id in ``label``, and its ``decisions`` in notation.
    """

    id: str
    kind: str
    text: str
    author: str
    layer: str
    line: str
    position: int
    first: int
    time: str
    mine: bool
    version: str
    label: str = ""
    decisions: tuple[str, ...] = ()


class Notes(Struct, frozen=True):
    """All notes that the sender may read, in the order of the game.

    ``version`` is that of the game; ``own`` is the name of the sender, and ``layer`` the layer of their own notes;
    ``varies`` if the sender may add variations.
    """

    version: int
    own: str
    layer: str
    varies: bool
    notes: list[NoteInfo]


def _check_unchanged(request: ApiRequest, place: NotePlace) -> None:
    """Raise a ``Problem`` unless the game as the sender saw it has the same decisions up to a place.

    What came after it does no harm to a note. A seat's versions are not those of the store, so that for a seat any
    change counts.
    """
    seen = seen_versions(request)
    if request.view.version in seen or not request.principal.may(Right.RECORD) or not seen:
        check_seen(request)
        return
    stored = request.cached_game.stored
    try:
        before = request.service.store.load(stored.id, max(seen))
    except GameNotFoundError:
        check_seen(request)
        return
    if shared_length(before.numbers, stored.numbers) < place.on_main:
        check_seen(request)


# Reading.


def get_notes(request: ApiRequest) -> Notes:
    """Return the notes and variations that the sender may read."""
    demand_voice(request)
    view, cached, principal = request.view, request.cached_game, request.principal
    names = view.names_in(request.language)
    layer = layer_of(principal, cached.stored.state.setup)
    return Notes(view.version, layer_titles(names)[layer], layer, view.sees_all, [*_infos(request)])


def _infos(request: ApiRequest) -> Iterator[NoteInfo]:
    cached, view = request.cached_game, request.view
    lines = NoteLines(cached, view)
    for one in _heard(request):
        yield _info(request, one, lines)


def _heard(request: ApiRequest) -> Iterator[Annotation]:
    """Yield what a study is about of all that the sender may read: notes, and variations to those who see the whole
    game.
    """
    cached, view = request.cached_game, request.view
    heard = iter(cached.stored.annotations) if view.sees_all else heard_by(cached, request.principal, _is_shown)
    for one in heard:
        if one.is_variation or (one.note is not None and _is_shown(one.note)):
            yield one


def _is_shown(note: AnyNote) -> bool:
    return isinstance(note, Comment | Glyph | Advantage | Evaluation | Mark) or is_title(note)


def _info(request: ApiRequest, one: Annotation, lines: NoteLines) -> NoteInfo:
    state = request.cached_game.stored.state
    kind, text = (VARIATION, one.name) if one.note is None else note_kind_and_text(one.note, state)
    anchor = max((one.anchor or 0) - one.is_variation, 0)
    short = one.author.short
    return NoteInfo(
        id=shown_id(one),
        kind=kind,
        text=text,
        author=layer_titles(request.view.names_in(request.language)).get(short) or one.author.shown,
        layer=short,
        line=lines.labels.get(one.variation, ""),
        position=lines.position(one.variation, anchor),
        first=lines.position(one.variation, anchor - 1) + 1 if anchor else 0,
        time=one.time,
        mine=is_own(one, request.principal, state.setup),
        version=_version(one),
        label=lines.labels.get(one.id, ""),
        decisions=lines.symbols.get(one.id, ()),
    )


def _version(one: Annotation) -> str:
    """Return a digest of the content of an annotation."""
    content: tuple[Any, ...] = (one.note, one.name, one.commands)
    return blake2b(msgspec.json.encode(content), digest_size=8).hexdigest()


# Writing.


def add_note(request: ApiRequest) -> Response:
    """Add a note or a variation at a moment of the game."""
    demand_voice(request)
    given = request.body_as(NewNote)
    setup = request.cached_game.stored.state.setup
    layer = TABLE_LAYER if given.layer == TABLE_LAYER else layer_of(request.principal, setup)
    authors = {"": Author(short=layer)}
    contents: list[AnyNote | Variation] = []

    def draft(cached: CachedGame) -> Draft:
        _check_room(cached, given)
        tree = _tree(request)
        place = place_of(cached, request.view, tree, given.at, given.line, given.position)
        _check_unchanged(request, place)
        if given.kind != VARIATION:
            note = checked_note(given.kind, _demanded(given.text), place.point.spoken_of)
            contents[:] = [note]
            return Draft(place.anchor, note, place.variation, authors)
        demand_whole(request)
        replaced = place.point.next
        if replaced is None:
            raise AnnotationError(Message("a variation replaces a decision, and there is none after this one"))
        variation = alternative(replaced, read_decisions(given.decisions, replaced.parent), _name(given.text))
        contents[:] = [variation]
        where = placed(cached, replaced)
        return Draft(where.anchor, variation, where.variation, authors)

    annotate_once(request, draft)
    newest = max((one for one in _heard(request) if one.author.short == layer), key=lambda one: one.order, default=None)
    if newest is None:
        raise not_found()
    return json_response(_info(request, newest, NoteLines(request.cached_game, request.view)), 201)


def _tree(request: ApiRequest) -> Tree:
    """Return a tree of the game as the sender sees it, which may be changed."""
    return Tree.of(request.view.record)


def _check_room(cached: CachedGame, given: NewNote) -> None:
    annotations = cached.stored.annotations
    if len(annotations) >= MOST_COMMENTS:
        raise too_many(MOST_COMMENTS, message("too many comments in the game; the limit is {number}"))
    if given.kind == VARIATION and len(cached.stored.variations) >= MOST_LINES:
        raise too_many(MOST_LINES, message("too many variations in the game; the limit is {number}"))


def _demanded(text: str) -> str:
    if not text.strip():
        raise Problem(422, "bad-request", Message("the note has no text"), path="$.text")
    return text


def _name(text: str) -> str:
    if len(text) > _MOST_NAME:
        detail = Message(
            "the name is too long: {number} characters; the limit is {limit}", number=len(text), limit=_MOST_NAME
        )
        raise Problem(422, "bad-request", detail, path="$.text")
    return " ".join(text.split())


def change_note(request: ApiRequest) -> NoteInfo:
    """Change the text of a note, or the name and the decisions of a variation, which can become longer or shorter."""
    given = request.body_as(NewContent)
    one = _own(request)
    stored, streams = request.cached_game.stored, request.service.store.annotations
    if one.is_variation:
        commands = None
        if given.decisions is not None:
            demand_whole(request)
            branch = _tree(request).variation(NoteLines(request.cached_game, request.view).labels[one.id])
            commands = [move.command for move in read_decisions(given.decisions, branch.begins_at)]
        name = None if given.text is None else _name(given.text)
        streams.edit_variation(stored, one.id, name, commands)
    else:
        assert one.note is not None, "it is a note"
        kind, _ = note_kind_and_text(one.note, stored.state)
        streams.edit_note(stored, one.id, checked_note(kind, _demanded(given.text or ""), stored.state))
    cached = request.reload()
    return _info(request, cached.stored.annotations.find(one.id), NoteLines(cached, request.view))


def retract_note(request: ApiRequest) -> Response:
    """Delete a note, or a variation with everything written about it."""
    one = _own(request)
    request.service.store.annotations.retract(request.cached_game.stored, one.id)
    return Response(status_code=204)


def _own(request: ApiRequest) -> Annotation:
    """Return the annotation of the address as the sender has seen it; raises ``Problem``."""
    demand_voice(request)
    wanted = request.path["note"]
    one = next((one for one in _heard(request) if shown_id(one) == wanted), None)
    if one is None:
        raise not_found()
    if not is_own(one, request.principal, request.cached_game.stored.state.setup):
        detail = Message("this belongs to somebody else; the recorder can change what is for everybody at the table")
        raise Problem(403, "not-allowed", detail)
    seen = request.http.headers.get("if-match")
    version = _version(one)
    if seen is None:
        detail = Message("specify the version of the note that you saw: `If-Match: {version}`", version=etag(version))
        raise Problem(428, "precondition-required", detail)
    if seen.strip() not in ("*", etag(version)):
        info = _info(request, one, NoteLines(request.cached_game, request.view))
        detail = Message("somebody else changed this note; nothing was changed")
        raise Problem(412, "stale", detail, {"ETag": etag(version)}, note=info)
    return one


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/notes", get_notes, "The notes and variations of a game",
        gives=Notes, right=Right.LOOK, roles=VOICES,
    ),
    Endpoint(
        "POST", "/api/games/{id}/notes", add_note, "Add a note or a variation",
        takes=NewNote, gives=NoteInfo, right=Right.LOOK, roles=VOICES, status=201, problems=(404, 412, 422, 428),
    ),
    Endpoint(
        "PUT", "/api/games/{id}/notes/{note}", change_note, "Change a note or a variation",
        takes=NewContent, gives=NoteInfo, right=Right.LOOK, roles=VOICES, problems=(404, 412, 422, 428),
    ),
    Endpoint(
        "DELETE", "/api/games/{id}/notes/{note}", retract_note, "Delete a note or a variation",
        right=Right.LOOK, roles=VOICES, status=204, problems=(404, 412, 428),
    ),
)  # fmt: skip
