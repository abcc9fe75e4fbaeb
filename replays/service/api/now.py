"""All that somebody who writes a game down looks at, in one answer: what may come, what came, and how things stand."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, NamedTuple

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.components import COLOUR_WORDS
from calimala_es.game import Game
from calimala_es.refusals import waiting_for
from calimala_es.store import StoredGame
from notation.heading.headers import format_city
from notation.words.symbols import format_command
from replays.names import Table, table_of
from replays.positions import council_json, mats_json
from replays.service.api.now_coming import ComingTurn, coming_turns
from replays.service.api.now_council import NextTile, next_tiles
from replays.service.api.now_line import Decided, last_decisions, turn_line
from replays.service.api.now_options import ActiveDisc, NowOption, active_disc, options_now, unseen, usual
from replays.service.api.now_sheet import SheetStreet, sheet_of
from replays.service.api.now_together import ALONE, Together, together
from replays.service.asking.asker import Right
from replays.service.endpoints import Asked, Endpoint, Query, answer, etag
from replays.service.games import Held
from replays.service.seeing.sight import Sight
from replays.stored.records import names_of
from replays.words import refusal_words
from replays.words.waiting import seat_waited_for, waiting_words

MOST_DECISIONS: Final = 12
MOST_TILES: Final = 3
"""How many of the last decisions, and of the next tiles, are told."""


class NowQuery(Query, frozen=True):
    """How much is told."""

    sheet: Annotated[
        int, Meta(description="0 leaves out turn_sheet and coming, what a phone needs without a connection.")
    ] = 1
    last: Annotated[int, Meta(ge=0, le=5000, description="How many of the last decisions are told.")] = MOST_DECISIONS


class Now(Struct, frozen=True):
    """A game where it stands, as who asks may know it.

    ``words`` say what is waited for, by ``rule``, from the colour ``player`` and ``seat``, ``null`` where it is nobody
    at the table; ``active`` is the disc that is being activated. ``usual`` is the symbol of the option that is
    likeliest, ``auto`` of what comes without anybody seeing it. For a phone without a connection ``turn_sheet`` has
    every street, and ``coming`` the turns of the next placements; ``line`` is the turn as notation, ``last`` the last
    decisions, the newest last; ``undo`` and ``redo`` are how many can be taken back and brought back, ``redo_next`` how
    many of those belong together. ``next`` are the next tiles to be scored, ``players``, ``council`` and ``stacks`` as
    in the state of the game. ``told_problem`` is what of the cards that this seat told does not agree with the game.
    ``may`` are the things that who asks may do, of ``look``, ``tell``, ``record`` and ``own``; a key that was revoked
    lets its holder do no more than anybody.
    """

    version: int
    turn: int
    words: str
    rule: str
    player: str | None
    seat: int | None
    over: bool
    active: ActiveDisc | None
    options: list[NowOption]
    usual: str | None
    auto: str | None
    turn_sheet: list[SheetStreet] | None
    coming: list[ComingTurn] | None
    line: str
    last: list[Decided]
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


class Standing(NamedTuple):
    """Of what ``Now`` is made: the game as who asks may see it."""

    version: int
    history: Game
    names: Mapping[int, str]
    table: Table
    redo: int = 0
    problem: str | None = None
    together: Together = ALONE
    may: Sequence[str] = ()


def now_of(asked: Asked) -> Response:
    """What who writes the game down has to know now."""
    return told_now(asked, standing_of(asked, asked.held))


def told_now(asked: Asked, standing: Standing, status: int = 200) -> Response:
    """The answer with what stands; what is appended is answered with it as well."""
    told = now(standing, has_sheet=bool(asked.query.sheet), most=asked.query.last)
    return answer(told, status, {"ETag": etag(standing.version)})


def standing_of(asked: Asked, held: Held) -> Standing:
    """How a game stands, for who asks."""
    asker = asked.asker_of(held)
    if asker.may(Right.RECORD):
        return written(asked, held.game, held.history)
    sight = held.sight(asker)
    table = sight.table(asked.language)
    problem = problem_words(sight, table)
    return Standing(sight.version, sight.replay.game, sight.names, table, problem=problem, may=asker.rights)


def problem_words(sight: Sight, table: Table) -> str | None:
    """What of the cards that a seat told does not go together with what the table wrote."""
    found = sight.disagreement
    if found is None:
        return None
    return table.language.text(
        "Decision {id} does not go together with the cards that you told: {why} ({rule}).",
        id=str(sight.replay.ids[sight.replay.firsts[found.refused - 1]]),
        why=refusal_words(found.error.reason, table),
        rule=found.error.rule,
    )


def written(asked: Asked, game: StoredGame, history: Game) -> Standing:
    """How a game stands for who writes it down, and sees all of it."""
    names = names_of(game.setup, game.headers)
    joined = together(game, history.commands, asked.query.last)
    table = table_of(game.setup, names, asked.language)
    return Standing(game.version, history, names, table, game.redoable, together=joined, may=asked.asker.rights)


def now(standing: Standing, *, has_sheet: bool = True, most: int = MOST_DECISIONS) -> Now:
    """All of it."""
    history, table = standing.history, standing.table
    state = history.state
    rule, _ = waiting_for(state)
    seat = seat_waited_for(state)
    likely, hidden = usual(state), unseen(state)
    return Now(
        version=standing.version,
        turn=state.turn,
        words=waiting_words(state, table),
        rule=rule,
        player=COLOUR_WORDS[table.colours[seat]] if seat >= 0 else None,
        seat=seat if seat >= 0 else None,
        over=state.is_over,
        active=active_disc(state),
        options=options_now(state, table),
        usual=format_command(state, likely) if likely else None,
        auto=format_command(state, hidden) if hidden else None,
        turn_sheet=sheet_of(state, table) if has_sheet else None,
        coming=coming_turns(state) if has_sheet else None,
        line=turn_line(history),
        last=last_decisions(history, table, most, standing.together.firsts),
        undo=len(history.commands),
        redo=standing.redo,
        redo_next=min(standing.redo, standing.together.redo),
        next=next_tiles(state, table, MOST_TILES),
        players=mats_json(state, standing.names),
        city=format_city(state.setup.city),
        stacks=[table.letters(stack) for stack in state.stacks],
        council=council_json(state),
        told_problem=standing.problem,
        may=[*standing.may],
    )


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/now", now_of, "What may come, what came, and how things stand",
        gives=Now, right=Right.LOOK, query=NowQuery,
    ),
)  # fmt: skip
