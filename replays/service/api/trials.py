"""Trials: variations that are only played. The answer shows one, with what may come next; nothing is saved."""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from calimala_es.commands import PlaceDisc
from calimala_es.errors import AnnotationError
from calimala_es.game import Move, moves_from
from calimala_es.legal import legal
from calimala_es.messages import Message
from calimala_es.state import State
from notation.grammar.symbols import format_command
from notation.lines import parse_after
from replays.edit.nodes import Point
from replays.edit.tree import Tree
from replays.page import Page
from replays.replay import NotRecordedError
from replays.service.access import Right
from replays.service.api.comments import demand_voice
from replays.service.api.decision_options import DecisionOption, decision_options, unseen_command
from replays.service.api.exports import page_of_record
from replays.service.api.note_places import place_of
from replays.service.api.possible_decisions import PossibleDecisions
from replays.service.endpoints import VOICES, ApiRequest, Endpoint
from replays.service.limits import too_many
from replays.service.problems import Problem
from replays.text.languages import message
from replays.text.messages import prompt_text, seat_waited_for

MOST_DECISIONS: Final = 500
"""Decisions in one variation."""

MOST_NOTATION: Final = 8_000
"""Characters of the decisions of a variation."""

_Id = Annotated[str, Meta(max_length=80)]
_Position = Annotated[int, Meta(ge=0, le=1_000_000)] | None
_Decisions = Annotated[str, Meta(max_length=MOST_NOTATION)]


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
    """A variation as far as it was played, and the decisions that are legal next.

    ``symbols`` are its decisions in notation, with those that follow automatically: cards that nobody sees, and
    decisions without an alternative. ``line`` is its id in ``page``, the content of the viewer's page with it; before
    the first decision they are ``""`` and ``null``. ``continues`` is the id of the variation that it continues, empty
    for a new one. ``words`` say what the game waits for, ``seat`` from whom.
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


def demand_whole(request: ApiRequest) -> None:
    """Raise a ``Problem`` for somebody who does not see the whole game, and so cannot play on from a moment of it."""
    if not request.view.sees_all:
        detail = Message("variations are possible once the game is over, or with the recorder's key")
        raise Problem(403, "not-allowed", detail)


def read_decisions(notation: str, point: Point) -> list[Move]:
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


def try_variation(request: ApiRequest) -> TrialResult:
    """Play decisions instead of those that were played, and return the page with them; nothing is saved."""
    demand_voice(request)
    demand_whole(request)
    given = request.body_as(Trial)
    view, cached = request.view, request.cached_game
    tree = Tree.of(view.record)
    place = place_of(cached, view, tree, given.at, given.line, given.position)
    firsts = (*view.replay.firsts, view.replay.last)
    if not view.replay.known(firsts[place.on_main]).goods:
        raise NotRecordedError(
            Message("this record does not say what the players have, so their legal decisions are not known")
        )
    point = place.point
    continues = point.branch.id if point.next is None and point.branch.instead_of is not None else ""
    if point.next is None and not continues:
        raise AnnotationError(Message("a variation replaces a decision, and there is none after this one"))
    moves = read_decisions(given.decisions, point)
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
        words=prompt_text(state, names),
        seat=seat if seat >= 0 else None,
        over=state.is_over,
        options=decision_options(PossibleDecisions(state), names),
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
        "POST", "/api/games/{id}/trial", try_variation, "Try a variation without saving it",
        takes=Trial, gives=TrialResult, right=Right.LOOK, roles=VOICES, heavy=True, problems=(404, 422),
    ),
)  # fmt: skip
