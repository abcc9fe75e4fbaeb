"""A game at this moment, in one answer for those who write it down: what may come, what came, who has what."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any, Final, NamedTuple

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.components import COLOUR_WORDS
from calimala_es.frames import Placement
from calimala_es.game import Game
from calimala_es.scoring import SHARED
from calimala_es.state import State
from calimala_es.store import StoredGame
from calimala_es.waiting import waiting_for
from notation.grammar.symbols import format_command
from notation.headers.setup_headers import format_city
from replays.analysis.prospects import Prospect, Worth, prospects
from replays.positions import council_json, mats_json
from replays.scores import TILE
from replays.service.access import Right
from replays.service.api.snapshot_choices import (
    ActiveDisc,
    DecisionOption,
    SheetStreet,
    active_disc,
    decision_options,
    turn_sheet,
    unseen_command,
    usual_command,
)
from replays.service.api.snapshot_turn import (
    ALONE,
    RecentDecision,
    RequestGroups,
    format_turn,
    recent_decisions,
    request_groups,
)
from replays.service.endpoints import Endpoint
from replays.service.game_cache import CachedGame
from replays.service.request import ApiRequest, Query
from replays.service.responses import etag, json_response
from replays.service.visibility.game_view import GameView
from replays.stored.records import names_of
from replays.text.analysis.scorings import prospect_lines
from replays.text.messages import message_text, seat_waited_for, waiting_text
from replays.text.names import Names
from replays.text.scorings import tie_lines

# Whose discs come next, for a phone without a connection: clockwise, as long as that is certain.

MOST_TURNS: Final = 12
"""How many turns are listed; a table rarely plays more than that without a connection."""


class ComingTurn(Struct, frozen=True):
    """A turn that begins with one of the next placements; ``seat`` is ``null`` where it is not certain whose it is."""

    turn: int
    seat: int | None


def coming_turns(state: State) -> list[ComingTurn]:
    """Return the turns of the next placements, in order; none before the first disc can be placed, or after the end.

    Each places one disc (R4.1), so the next one clockwise with a disc left is next. A disc may come back to
    somebody who has none (R6.3), so from there on it is not certain.
    """
    if state.is_over or not (state.turn or isinstance(state.now, Placement)):
        return []
    left = [mat.coloured + mat.white + mat.support for mat in state.mats]
    is_placing = isinstance(state.now, Placement)
    seat: int | None = state.active if is_placing else (state.active + 1) % len(left)
    turns: list[ComingTurn] = []
    for turn in range(state.turn + (not is_placing), state.turn + (not is_placing) + MOST_TURNS):
        seat = seat if seat is not None and left[seat] > 0 else None
        turns.append(ComingTurn(turn, seat))
        if seat is not None:
            left[seat] -= 1
            seat = (seat + 1) % len(left)
    return turns


# Who would win the scoring tiles that are still to come, if they were scored in a position.


class TileStanding(Struct, frozen=True):
    """Somebody at a tile: the place (1 is the first), cubes, the points it would pay, the cubes missing to be first.

    A party without a cube there has place 0. ``seat`` of the third party is the one after the players'.
    """

    seat: int
    colour: str
    name: str
    cubes: int
    place: int
    points: int
    lacking: int


class NextTile(Struct, frozen=True):
    """A tile as it would be scored: who has which place, the best first; what decided ties, and all in a sentence.

    ``decided`` is empty where nobody is level with anybody.
    """

    tile: str
    decided: str
    words: str
    standing: list[TileStanding]


def next_tiles(state: State, names: Names, most: int) -> list[NextTile]:
    """Return the next tiles to be scored, the very next one first (R6.4 to R6.6)."""
    return [_told(prospect, names) for prospect in prospects(state, most) if prospect.kind == TILE]


def _told(prospect: Prospect, names: Names) -> NextTile:
    paid = Worth(prospect.counts, prospect.ranking, prospect.decided, prospect.points, prospect.bonus).paid
    places = _places(prospect)
    seats = sorted(range(len(prospect.counts)), key=lambda seat: places.get(seat, len(places) + 1))
    return NextTile(
        prospect.place,
        names.language.word("list", "; ").join(tie_lines(names, prospect.ranking, prospect.decided)),
        prospect_lines(prospect, names)[0],
        [
            TileStanding(
                seat,
                COLOUR_WORDS[names.colours[seat]],
                names.by_seat[seat],
                prospect.counts[seat],
                places.get(seat, 0),
                paid[seat],
                prospect.to_first[seat],
            )
            for seat in seats
        ],
    )


def _places(prospect: Prospect) -> dict[int, int]:
    """Return the place of everybody with a cube there; those whom nothing separates share one."""
    ranking = [int(seat) for seat in prospect.ranking]
    places = dict.fromkeys(ranking[:1], 1)
    for (number, (one, other)), clause in zip(enumerate(pairwise(ranking), 2), prospect.decided, strict=False):
        places[other] = places[one] if clause == SHARED else number
    return places


# The snapshot.

MOST_DECISIONS: Final = 12
MOST_TILES: Final = 3
"""How many of the last decisions, and of the next tiles, are in a snapshot."""


class SnapshotQuery(Query, frozen=True):
    """How much of the game is wanted."""

    sheet: Annotated[
        int, Meta(description="0 leaves out turn_sheet and coming, what a phone needs without a connection.")
    ] = 1
    last: Annotated[int, Meta(ge=0, le=5000, description="How many of the last decisions are told.")] = MOST_DECISIONS


class Snapshot(Struct, frozen=True):
    """The game at this moment, as the sender may know it.

    ``words`` say what is waited for, by ``rule``, from the colour ``player`` and ``seat``, ``null`` where it is nobody
    at the table; ``active`` is the disc that is being activated. ``usual`` is the symbol of the likeliest option,
    ``auto`` of what comes without anybody seeing it. For a phone without a connection ``turn_sheet`` has every street,
    and ``coming`` the turns of the next placements; ``line`` is the turn as notation, ``last`` the last decisions, the
    newest last; ``undo`` and ``redo`` are how many can be undone and redone, ``redo_next`` how many of those belong
    together. ``next`` are the next tiles to be scored, ``players``, ``council`` and ``stacks`` as in the state of the
    game. ``told_problem`` is what of the cards that this seat entered does not agree with the game. ``may`` are the
    rights of the sender, of ``look``, ``tell``, ``record`` and ``own``; a key that was revoked lets its holder do no
    more than anyone.
    """

    version: int
    turn: int
    words: str
    rule: str
    player: str | None
    seat: int | None
    over: bool
    active: ActiveDisc | None
    options: list[DecisionOption]
    usual: str | None
    auto: str | None
    turn_sheet: list[SheetStreet] | None
    coming: list[ComingTurn] | None
    line: str
    last: list[RecentDecision]
    undo: int
    redo: int
    redo_next: int
    next: list[NextTile]
    players: Sequence[Mapping[str, Any]]
    city: str
    stacks: list[str]
    council: Sequence[Mapping[str, Any]]
    told_problem: str | None = None
    may: list[str] = []


class SeenGame(NamedTuple):
    """What a snapshot is made of: the game as the sender may see it."""

    version: int
    game: Game
    player_names: Mapping[int, str]
    names: Names
    redo: int = 0
    problem: str | None = None
    together: RequestGroups = ALONE
    may: Sequence[str] = ()


def get_snapshot(request: ApiRequest) -> Response:
    """Give what one has to know in order to write the game down."""
    return snapshot_response(request, seen_game(request, request.cached_game))


def snapshot_response(request: ApiRequest, seen: SeenGame, status: int = 200) -> Response:
    """Return a snapshot of the game, with its version as ``ETag``."""
    answer = snapshot(seen, has_sheet=bool(request.query.sheet), most=request.query.last)
    return json_response(answer, status, {"ETag": etag(seen.version)})


def seen_game(request: ApiRequest, cached: CachedGame) -> SeenGame:
    """Return the game as the sender may see it."""
    principal = request.principal_for(cached)
    if principal.may(Right.RECORD):
        return whole_game(request, cached.game, cached.played)
    view = cached.view(principal)
    names = view.names_in(request.language)
    problem = problem_text(view, names)
    return SeenGame(view.version, view.replay.game, view.player_names, names, problem=problem, may=principal.rights)


def whole_game(request: ApiRequest, stored: StoredGame, played: Game) -> SeenGame:
    """Return the game for those who write it down, and see all of it."""
    given = names_of(stored.setup, stored.headers)
    joined = request_groups(stored, played.commands, request.query.last)
    names = Names.of(stored.setup, given, request.language)
    return SeenGame(
        stored.version, played, given, names, stored.redoable, together=joined, may=request.principal.rights
    )


def problem_text(view: GameView, names: Names) -> str | None:
    """Return what of the cards that a seat entered does not agree with what the table wrote."""
    found = view.disagreement
    if found is None:
        return None
    return names.language.text(
        "Decision {id} does not go together with the cards that you told: {why} ({rule}).",
        id=str(view.replay.ids[view.replay.firsts[found.refused - 1]]),
        why=message_text(found.error.message, names),
        rule=found.error.rule,
    )


def snapshot(seen: SeenGame, *, has_sheet: bool = True, most: int = MOST_DECISIONS) -> Snapshot:
    """Return the snapshot of a game."""
    game, names = seen.game, seen.names
    state = game.state
    rule, _ = waiting_for(state)
    seat = seat_waited_for(state)
    likely, hidden = usual_command(state), unseen_command(state)
    return Snapshot(
        version=seen.version,
        turn=state.turn,
        words=waiting_text(state, names),
        rule=rule,
        player=COLOUR_WORDS[names.colours[seat]] if seat >= 0 else None,
        seat=seat if seat >= 0 else None,
        over=state.is_over,
        active=active_disc(state),
        options=decision_options(state, names),
        usual=format_command(state, likely) if likely else None,
        auto=format_command(state, hidden) if hidden else None,
        turn_sheet=turn_sheet(state, names) if has_sheet else None,
        coming=coming_turns(state) if has_sheet else None,
        line=format_turn(game),
        last=recent_decisions(game, names, most, seen.together.firsts),
        undo=len(game.moves),
        redo=seen.redo,
        redo_next=min(seen.redo, seen.together.redo),
        next=next_tiles(state, names, MOST_TILES),
        players=mats_json(state, seen.player_names),
        city=format_city(state.setup.city),
        stacks=[names.letters(stack) for stack in state.stacks],
        council=council_json(state),
        told_problem=seen.problem,
        may=[*seen.may],
    )


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/now", get_snapshot, "What may come, what came, and how things stand",
        gives=Snapshot, right=Right.LOOK, query=SnapshotQuery,
    ),
)  # fmt: skip
