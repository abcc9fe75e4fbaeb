"""Writing a game down: decisions that are appended to the game that somebody saw, taken back and brought back."""

from functools import partial
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.anyway import AnywayCommand, play_anyway, with_forgotten_draw
from calimala_es.errors import NothingToUndoError
from calimala_es.game import Game, Move, moves_from
from calimala_es.legal import legal
from calimala_es.state import State
from calimala_es.store import Receipt
from notation.json.forms import converted
from notation.json.game import CommandForm, command_of_form
from notation.lines import ParsedLine, expected_deed, parse_deed, parse_line
from notation.reader.behind import Behind
from replays.service.access import Right
from replays.service.api.snapshot import Snapshot
from replays.service.api.snapshot_choices import unseen_command
from replays.service.api.writing import GameChange, WriteQuery, WrittenVersion, write_once
from replays.service.endpoints import Endpoint
from replays.service.game_cache import CachedGame
from replays.service.limits import check_length
from replays.service.problems import Problem
from replays.service.request import ApiRequest
from replays.stored.annotations import drafts_behind
from replays.stored.records import names_of
from replays.text.messages import message_text
from replays.text.names import Names

_MOST_AT_ONCE = 2_000


class Decisions(Struct, frozen=True, forbid_unknown_fields=True):
    """Decisions to append, all or none: in one of three forms.

    ``notation``: one or several on a line, with comments and checks among them. ``commands``: objects as a JSON game
    has them. ``anyway``: one decision in notation that was done at the table although the rules refuse it; what it
    changed, or what stood in its way, is written down as observed. With ``auto`` whatever comes then without anybody at
    the table seeing it (a card drawn, an influence card chosen) is appended as unknown.
    """

    notation: str | None = None
    commands: Annotated[list[dict[str, Any]], Meta(max_length=_MOST_AT_ONCE)] | None = None
    anyway: str | None = None
    auto: bool = False


class RedoTarget(Struct, frozen=True, forbid_unknown_fields=True):
    """How many decisions are taken back or brought back, without it one; ``to`` says how many are to stand then."""

    count: Annotated[int, Meta(ge=1)] | None = None
    to: Annotated[int, Meta(ge=0)] | None = None


class UndoTarget(RedoTarget, frozen=True, forbid_unknown_fields=True):
    """How far a game goes back: by ``count``, ``to`` or ``version``, one of them.

    ``version`` lets it stand as it stood at that version, whatever was set right, taken back or put in its place since.
    """

    version: Annotated[int, Meta(ge=1)] | None = None


_Target = TypeVar("_Target", bound=RedoTarget)


def _steps(request: ApiRequest, kind: type[_Target]) -> _Target:
    steps = request.body_as(kind)
    given = [f"`{name}`" for name in steps.__struct_fields__ if getattr(steps, name) is not None]
    if len(given) > 1:
        raise Problem(422, "bad-request", f"how far it goes is told by one of {', '.join(given)}, not by all")
    return steps


def append_decisions(request: ApiRequest) -> Response:
    """Append decisions, if the rules allow them."""
    given = request.body_as(Decisions)

    def change(cached: CachedGame, receipt: Receipt | None) -> GameChange:
        stays, played = len(cached.played.commands), cached.played
        if given.anyway is not None and (deed := parse_deed(given.anyway, played.state)) is not None:
            stays, played = with_forgotten_draw(played, deed)
        line = _read_moves(request, given, cached, played)
        if given.auto:
            line = line.joined(ParsedLine(_unseen_moves(played.added(line.moves))))
        check_length(len(played.commands) + len(line.moves))
        drafts = [*drafts_behind(len(played.commands), Behind(line.notes), {}, played.state)]
        for number, move in enumerate(line.moves, len(played.commands) + 1):
            if move.notes or move.variations:
                drafts += drafts_behind(number, move, {}, played.state)
        commands = [move.command for move in line.moves]
        if stays < len(played.commands):
            again = {place: place for place in range(stays + 1, len(played.commands) + 1)}
            commands = [*played.commands[stays:], *commands]
            return GameChange(request.service.store.rewrite(cached.game, stays, commands, again, None, receipt))
        after = request.service.store.append(cached.game, commands, receipt, drafts)
        return GameChange(after, played.added(line.moves))

    return write_once(request, change, 201)


def _read_moves(request: ApiRequest, given: Decisions, cached: CachedGame, played: Game) -> ParsedLine:
    """Return the decisions of a request; raises what is wrong with them, with the names of the players."""
    forms = (given.notation, given.commands, given.anyway)
    given_forms = [form.strip() if isinstance(form, str) else form for form in forms if form is not None]
    if len(given_forms) != 1:
        raise Problem(422, "bad-request", "decisions come as one of `notation`, `commands` and `anyway`")
    if not any(given_forms):
        raise Problem(422, "bad-request", "there is no decision in this")
    if given.commands is not None:
        return ParsedLine(_moves_from_json(given.commands, played))
    if given.anyway is not None:
        return ParsedLine(play_anyway(played.state, _deed(given.anyway, played.state)))
    line = parse_line(given.notation or "", played, "body")
    if line.errors:
        error = line.errors[0]
        names = Names.of(cached.game.setup, names_of(cached.game.setup, cached.game.headers), request.language)
        raise error.in_words(partial(message_text, names=names))
    return line


def _deed(word: str, state: State) -> AnywayCommand:
    """Return what was played anyway; raises ``Problem`` for what cannot have been done."""
    deed = parse_deed(word, state)
    if deed is None:
        detail = f"{word.strip().upper()[:60]!r} is nothing that can have been done here"
        raise Problem(422, "not-well-formed", detail, expected=expected_deed(state))
    return deed


def _moves_from_json(commands: list[dict[str, Any]], game: Game) -> tuple[Move, ...]:
    """Return decisions that came as JSON; raises ``JsonError`` and ``IllegalCommandError``."""
    moves: list[Move] = []
    for one in commands:
        state = moves[-1].state if moves else game.state
        moves += moves_from(state, (command_of_form(converted(one, CommandForm)),))
    return tuple(moves)


def _unseen_moves(game: Game) -> tuple[Move, ...]:
    """Return what comes by itself without anybody seeing it."""
    state, moves = game.state, list[Move]()
    while (command := unseen_command(state)) is not None and command in legal(state):
        moves += moves_from(state, (command,))
        state = moves[-1].state
    return tuple(moves)


def undo_decisions(request: ApiRequest) -> Response:
    """Take the last decisions back, or all that came since a version."""
    steps = _steps(request, UndoTarget)

    def change(cached: CachedGame, receipt: Receipt | None) -> GameChange:
        if steps.version is not None:
            _check_before(steps.version, cached.game.version)
            return GameChange(request.service.store.return_to(cached.game, steps.version, receipt))
        there = len(cached.played.commands)
        count = steps.count or 1 if steps.to is None else there - steps.to
        if count == 0:
            return GameChange(cached.game, cached.played)
        if count < 0:
            raise NothingToUndoError(f"{there} decisions stand, so {steps.to} cannot be left")
        if count > there:
            raise NothingToUndoError(f"{there} decisions can be taken back, not {count}")
        return GameChange(request.service.store.undo(cached.game, count, receipt))

    return write_once(request, change)


def _check_before(version: int, here: int) -> None:
    """Raise a ``Problem`` unless there was such a version before the current one of a game."""
    if version > here:
        raise Problem(404, "not-found", f"the game is at version {here}; there is no version {version}")
    if version == here:
        raise Problem(422, "bad-request", f"the game is at version {here}; what it goes back to is one before")


def redo_decisions(request: ApiRequest) -> Response:
    """Put decisions back that were taken back, as long as nothing new came."""
    steps = _steps(request, RedoTarget)

    def change(cached: CachedGame, receipt: Receipt | None) -> GameChange:
        there = len(cached.played.commands)
        count = steps.count or 1 if steps.to is None else steps.to - there
        if count == 0:
            return GameChange(cached.game, cached.played)
        if count < 0:
            raise NothingToUndoError(f"{there} decisions stand already, more than {steps.to}")
        if count > cached.game.redoable:
            raise NothingToUndoError(f"{cached.game.redoable} decisions can be brought back, not {count}")
        return GameChange(request.service.store.redo(cached.game, count, receipt))

    return write_once(request, change)


_REFUSALS = (409, 412, 422, 428)

ENDPOINTS = (
    Endpoint(
        "POST", "/api/games/{id}/decisions", append_decisions, "Append decisions",
        takes=Decisions, gives=(Snapshot, WrittenVersion), right=Right.RECORD, query=WriteQuery, status=201,
        problems=_REFUSALS, quick=True,
    ),
    Endpoint(
        "POST", "/api/games/{id}/undo", undo_decisions, "Take decisions back",
        takes=UndoTarget, gives=(Snapshot, WrittenVersion), right=Right.RECORD, query=WriteQuery,
        problems=(404, *_REFUSALS),
    ),
    Endpoint(
        "POST", "/api/games/{id}/redo", redo_decisions, "Bring decisions back",
        takes=RedoTarget, gives=(Snapshot, WrittenVersion), right=Right.RECORD, query=WriteQuery, problems=_REFUSALS,
    ),
)  # fmt: skip
