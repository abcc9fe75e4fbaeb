"""Notes of a study: comments, glyphs, marks and variations at any place of a game, by those who play it or record it.

They are the annotations that ``calimala annotate`` writes, and what a note may be is checked by the same functions.
While a game continues, a seat writes and reads only beside what was played: a variation is checked against the whole
game, so that whether it is legal may reveal what the seat cannot see. A *trial* is a variation that is only played:
the answer shows it on the page, with what may come next, and nothing is saved.
"""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.commands import PlaceDisc
from calimala_es.errors import AnnotationError, GameNotFoundError, UnknownIdError
from calimala_es.game import Move, Variation, moves_from
from calimala_es.legal import legal
from calimala_es.messages import Message
from calimala_es.notes import Advantage, AnyNote, Comment, Evaluation, Glyph, Mark, is_title
from calimala_es.state import State
from calimala_es.store import Annotation, Author, Draft, shared_length
from notation.grammar.symbols import format_command
from notation.lines import parse_after
from replays.edit.nodes import Node, Point
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
from replays.edit.tree import Branch, Tree
from replays.page import Page
from replays.page.contents import MOST_LINES
from replays.replay import NotRecordedError
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
from replays.service.api.decision_options import DecisionOption, decision_options, unseen_command
from replays.service.api.decisions import annotate_once, check_seen, seen_versions
from replays.service.api.exports import page_of_record
from replays.service.endpoints import VOICES, ApiRequest, Endpoint, etag, json_response
from replays.service.limits import too_many
from replays.service.problems import Problem, not_found
from replays.service.visibility.game_views import CachedGame, GameView
from replays.service.visibility.moments import moment_at
from replays.service.visibility.pseudonyms import TABLE_LAYER, layer_titles
from replays.text.languages import message
from replays.text.messages import seat_waited_for, waiting_text

MOST_DECISIONS: Final = 500
"""Decisions in one variation."""

MOST_NOTATION: Final = 8_000
"""Characters of the decisions of a variation."""

_MOST_NAME: Final = 200

NoteKind = Literal["comment", "position", "glyph", "advantage", "evaluation", "mark", "title", "variation"]
_KINDS: Final = {COMMENT, ON_POSITION, GLYPH, ADVANTAGE, EVALUATION, MARK, TITLE}

_Id = Annotated[str, Meta(max_length=80)]
_Position = Annotated[int, Meta(ge=0, le=1_000_000)] | None
_Text = Annotated[str, Meta(max_length=LONGEST)]
_Decisions = Annotated[str, Meta(max_length=MOST_NOTATION)]


class NewNote(Struct, frozen=True, forbid_unknown_fields=True):
    """A note after the moment ``at`` (``start``, the id of an event, e.g. ``7.2.1`` or ``v1:7.2.1``; default: the end).

    With ``position`` it is after that many events, as in the content of the page, of the variation ``line`` (default:
    what was played).
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

    ``version`` is that of the game; ``own`` is what the sender is called, whose own notes are in ``layer``; ``varies``
    if the sender may add variations.
    """

    version: int
    own: str
    layer: str
    varies: bool
    notes: list[NoteInfo]


class Trial(Struct, frozen=True, forbid_unknown_fields=True):
    """A variation to try: ``decisions`` in notation, instead of those that follow a moment, which is named as for
    a note.

    At the end of a variation they continue it.
    """

    at: _Id = "start"
    decisions: _Decisions = ""
    line: _Id = ""
    position: _Position = None


class TrialResult(Struct, frozen=True):
    """A variation as far as it was played, and what may come next.

    ``symbols`` are its decisions in notation, with those that follow automatically: cards that nobody sees, and
    decisions without an alternative. ``line`` is its id in ``page``, the content of the viewer's page with it; ``""``
    and ``null`` before the first decision. ``continues`` is the id of the variation that it continues, empty for a new
    one. ``words`` say what the game waits for, ``seat`` from whom.
    """

    version: int
    symbols: list[str]
    line: str
    page: Any
    continues: str
    words: str
    seat: int | None
    over: bool
    options: list[DecisionOption]


# Where something is.


class _Place(NamedTuple):
    """A moment as notes have it: so many decisions into the game, or into a variation (the id of its annotation).

    ``point`` is that moment in the tree; ``on_main`` says how many decisions of the game lead there.
    """

    anchor: int
    variation: str
    point: Point
    on_main: int


def _place(cached: CachedGame, view: GameView, tree: Tree, named: NewNote | Trial) -> _Place:
    """Return where a moment is; raises ``UnknownIdError``, also for a variation that is not seen."""
    if named.position is not None:
        return _placed(cached, _point_after(tree, named.line, named.position))
    moment = moment_at(view, named.at)
    count = moment.replay.command_at(moment.position - 1) + 1 if moment.position else 0
    branch = tree.variation(moment.variation) if moment.variation else tree.main
    return _placed(cached, branch.last.path[count - 1] if count and branch.last else tree.root)


def _point_after(tree: Tree, line: str, position: int) -> Point:
    """Return the first moment of a line, from the start of the game, that has so many events before it."""
    branch = tree.variation(line) if line else tree.main
    point: Point = tree.root
    events = 0
    for node in branch.last.path if branch.last else ():
        if events >= position:
            break
        point, events = node, events + len(node.events)
    if events < position:
        raise UnknownIdError(Message("there is no place {place} in this game", place=position))
    return point


def _placed(cached: CachedGame, point: Point) -> _Place:
    branch = point.branch
    anchor = point.depth - branch.begins_at.depth
    outer = branch
    while outer.instead_of is not None and outer.instead_of.branch.instead_of is not None:
        outer = outer.instead_of.branch
    on_main = outer.begins_at.depth if outer.instead_of is not None else point.depth
    return _Place(anchor, _annotation_of(cached, branch), point, on_main)


def _annotation_of(cached: CachedGame, branch: Branch) -> str:
    """Return the id of the annotation that a line is; empty for what was played."""
    return "" if branch.instead_of is None else cached.stored.variations[branch.id]


def _check_unchanged(request: ApiRequest, place: _Place) -> None:
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
    lines = _Lines(cached, view)
    for one in _heard(request):
        yield _info(request, one, lines)


class _Lines:
    """The lines of play that somebody sees, by the ids of the annotations that they are, with all their positions."""

    def __init__(self, cached: CachedGame, view: GameView) -> None:
        """Number the events of the main line, and of variations where they are seen."""
        replay = view.replay
        self._ends: dict[str, list[int]] = {"": [*replay.firsts, replay.last]}
        self.labels: dict[str, str] = {}
        self.symbols: dict[str, tuple[str, ...]] = {}
        if not view.sees_all:
            return
        ids = cached.stored.variations
        for branch in view.tree.variations():
            id = ids.get(branch.id, "")
            path = branch.last.path if branch.last else []
            at = sum(len(node.events) for node in path if node.depth <= branch.begins_at.depth)
            ends = [at]
            for node in branch:
                ends.append(ends[-1] + len(node.events))
            self._ends[id] = ends
            self.labels[id] = branch.id
            self.symbols[id] = tuple(node.symbol for node in branch)

    def position(self, variation: str, anchor: int) -> int:
        """Return how many events are before a moment of a line, 0 for one that is not seen."""
        ends = self._ends.get(variation, [0])
        return ends[min(anchor, len(ends) - 1)]


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


def _info(request: ApiRequest, one: Annotation, lines: _Lines) -> NoteInfo:
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
        place = _place(cached, request.view, tree, given)
        _check_unchanged(request, place)
        if given.kind != VARIATION:
            note = checked_note(given.kind, _demanded(given.text), place.point.spoken_of)
            contents[:] = [note]
            return Draft(place.anchor, note, place.variation, authors)
        _demand_whole(request)
        replaced = place.point.next
        if replaced is None:
            raise AnnotationError(Message("a variation replaces a decision, and there is none after this one"))
        variation = alternative(replaced, _read(given.decisions, replaced), _name(given.text))
        contents[:] = [variation]
        where = _placed(cached, replaced)
        return Draft(where.anchor, variation, where.variation, authors)

    annotate_once(request, draft)
    newest = max((one for one in _heard(request) if one.author.short == layer), key=lambda one: one.order, default=None)
    if newest is None:
        raise not_found()
    return json_response(_info(request, newest, _Lines(request.cached_game, request.view)), 201)


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


def _demand_whole(request: ApiRequest) -> None:
    """Raise a ``Problem`` for somebody who does not see the whole game, and so cannot play on from a moment of it."""
    if not request.view.sees_all:
        detail = Message("variations are possible once the game is over, or with the recorder's key")
        raise Problem(403, "not-allowed", detail)


def _read(notation: str, replaced: Node) -> list[Move]:
    """Return the decisions of a variation instead of one; raises what is wrong with them."""
    return _decisions(notation, replaced.parent)


def _decisions(notation: str, point: Point) -> list[Move]:
    """Return decisions that go on from a point; raises ``NotationError``, and ``Problem`` for anything else."""
    if not notation.strip():
        return []
    last = point.led_here
    before, known = (point.state, ()) if last is None else (last[0], (last[1],))
    parsed = parse_after(notation, before, known, "decisions")
    if parsed.errors:
        raise parsed.errors[0]
    if parsed.notes or any(move.notes or move.variations for move in parsed.moves):
        detail = Message("a variation can contain only decisions here; send notes one by one")
        raise Problem(422, "bad-request", detail, path="$.decisions")
    if len(parsed.moves) > MOST_DECISIONS:
        raise too_many(MOST_DECISIONS, message("too many decisions in the variation; the limit is {number}"))
    return [*parsed.moves]


def change_note(request: ApiRequest) -> NoteInfo:
    """Change the text of a note, or the name and the decisions of a variation, which can become longer or shorter."""
    given = request.body_as(NewContent)
    one = _own(request)
    stored, streams = request.cached_game.stored, request.service.store.annotations
    if one.is_variation:
        commands = None
        if given.decisions is not None:
            _demand_whole(request)
            branch = _tree(request).variation(_Lines(request.cached_game, request.view).labels[one.id])
            commands = [move.command for move in _decisions(given.decisions, branch.begins_at)]
        name = None if given.text is None else _name(given.text)
        streams.edit_variation(stored, one.id, name, commands)
    else:
        assert one.note is not None, "it is a note"
        kind, _ = note_kind_and_text(one.note, stored.state)
        streams.edit_note(stored, one.id, checked_note(kind, _demanded(given.text or ""), stored.state))
    cached = request.reload()
    return _info(request, cached.stored.annotations.find(one.id), _Lines(cached, request.view))


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
        detail = Message("this belongs to somebody else; the recorder can change what belongs to the table")
        raise Problem(403, "not-allowed", detail)
    seen = request.http.headers.get("if-match")
    version = _version(one)
    if seen is None:
        detail = Message("specify the version of the note that you saw: `If-Match: {version}`", version=etag(version))
        raise Problem(428, "precondition-required", detail)
    if seen.strip() not in ("*", etag(version)):
        info = _info(request, one, _Lines(request.cached_game, request.view))
        detail = Message("somebody else changed this note; nothing was changed")
        raise Problem(412, "stale", detail, {"ETag": etag(version)}, note=info)
    return one


# Trials.


def try_variation(request: ApiRequest) -> TrialResult:
    """Play decisions instead of those that were played, and return the page with them; nothing is saved."""
    demand_voice(request)
    _demand_whole(request)
    given = request.body_as(Trial)
    view, cached = request.view, request.cached_game
    tree = _tree(request)
    place = _place(cached, view, tree, given)
    firsts = (*view.replay.firsts, view.replay.last)
    if not view.replay.known(firsts[place.on_main]).goods:
        raise NotRecordedError(
            Message("this record does not say what the players have, so their legal decisions are not known")
        )
    point = place.point
    continues = point.branch.id if point.next is None and point.branch.instead_of is not None else ""
    if point.next is None and not continues:
        raise AnnotationError(Message("a variation replaces a decision, and there is none after this one"))
    moves = _decisions(given.decisions, point)
    state = moves[-1].state if moves else point.state
    if moves:
        moves += _forced(state)
        state = moves[-1].state
    names = view.names_in(request.language)
    line = ""
    page: Page | None = None
    if moves:
        last = point.add([move.command for move in moves])
        line = last.branch.id
        page = page_of_record(view, tree.record(), request.language)
    seat = seat_waited_for(state)
    return TrialResult(
        version=view.version,
        symbols=_symbols(point.state, moves),
        line=line,
        page=page,
        continues=continues,
        words=waiting_text(state, names),
        seat=seat if seat >= 0 else None,
        over=state.is_over,
        options=decision_options(state, names),
    )


def _symbols(state: State, moves: list[Move]) -> list[str]:
    found: list[str] = []
    for move in moves:
        found.append(format_command(state, move.command))
        state = move.state
    return found


def _forced(state: State) -> list[Move]:
    """Return what comes by itself: cards that nobody sees, and whatever is the only thing possible but a placement."""
    moves: list[Move] = []
    while not state.is_over and len(moves) < MOST_DECISIONS:
        options, unseen = legal(state), unseen_command(state)
        if unseen is None and len(options) == 1 and not isinstance(options[0], PlaceDisc):
            unseen = options[0]
        if unseen is None or unseen not in options:
            break
        moves += moves_from(state, (unseen,))
        state = moves[-1].state
    return moves


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
    Endpoint(
        "POST", "/api/games/{id}/trial", try_variation, "Try a variation without saving it",
        takes=Trial, gives=TrialResult, right=Right.LOOK, roles=VOICES, heavy=True, problems=(404, 422),
    ),
)  # fmt: skip
