"""Changes of a game: as it was seen, once, and with what happened meanwhile; decisions appended, undone and redone.

A request says by ``If-Match`` which version it saw; where the game has another one by then nothing is done, and the
problem says what came since. A request with an ``Idempotency-Key`` is carried out once, however often it comes.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import blake2b
from typing import Annotated, Any, Final, TypeVar

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.anyway import AnywayCommand, play_anyway, with_forgotten_draw
from calimala_es.errors import GameNotFoundError, IllegalCommandError, NothingToUndoError, StaleGameError
from calimala_es.game import Game, Move, moves_from
from calimala_es.legal import legal
from calimala_es.messages import Message, Text
from calimala_es.state import State
from calimala_es.store import Draft, Receipt, StoredGame, drafts_at, shared_length
from notation.errors import quote
from notation.grammar.symbols import format_command
from notation.json.forms import convert
from notation.json.game import CommandForm, command_of_form
from notation.lines import ParsedLine, expected_deed, parse_deed, parse_line
from replays.service.access import DIGEST, Right, digest_of
from replays.service.api.decision_options import unseen_command
from replays.service.api.snapshot_answers import SNAPSHOT_FORMS, SnapshotQuery, snapshot_response
from replays.service.endpoints import ApiRequest, Endpoint, etag, json_response
from replays.service.limits import check_length
from replays.service.problems import Problem, key_reused, one_of
from replays.service.visibility.game_views import CachedGame, GameView
from replays.text.languages import Language
from replays.text.messages import message_text

ATTEMPTS: Final = 20
"""How often something is tried again that any version will do for, while others write."""

_ETAG: Final = re.compile(r'"([0-9]{1,9})"')


class WriteQuery(SnapshotQuery, frozen=True):
    """How much of the game is in the answer."""

    now: Annotated[int, Meta(description="0 to get only the version of the game.")] = 1


class WrittenVersion(Struct, frozen=True):
    """The game after a change: its version, and how many decisions it has."""

    version: int
    decisions: int


Change = Callable[[CachedGame, Receipt | None], StoredGame]
"""Changes a game as somebody saw it, with what the request is known again by; returns the game after it."""


def write_once(
    request: ApiRequest, change: Change, status: int = 200, report: Callable[[GameView], object] | None = None
) -> Response:
    """Let a request change the game that it saw, once; return the game after it, or what ``report`` makes of that."""
    receipt = receipt_of(request)
    games = request.service.games
    for _ in range(ATTEMPTS):
        cached = request.cached_game
        if receipt is not None and is_known(games.receipts(cached).get(receipt.key), receipt):
            # What was carried out while this request came in is newer than the game that it found.
            request.reload()
            break
        check_seen(request)
        try:
            after = change(cached, receipt)
        except StaleGameError:
            request.reload()
            continue
        request.changed_to(games.replace(cached, after, receipt))
        break
    else:
        detail = Message("others keep changing this game, so nothing was saved; try again")
        raise Problem(412, "stale", detail)
    if report is None and request.query.now:
        return snapshot_response(request, status)
    version = request.version
    answer = report(request.view) if report else WrittenVersion(version, request.cached_game.stored.count)
    return json_response(answer, status, {"ETag": etag(version)})


def annotate_once(request: ApiRequest, draft: Callable[[CachedGame], Draft]) -> CachedGame:
    """Let a request say something about a game, once, whatever is decided meanwhile; return the game as it is then."""
    receipt = receipt_of(request)
    for _ in range(ATTEMPTS):
        cached = request.cached_game
        if receipt is not None and is_known(request.service.games.receipts(cached).get(receipt.key), receipt):
            return request.reload()
        try:
            request.service.store.append(cached.stored, (), receipt, [draft(cached)])
        except StaleGameError:
            request.reload()
            continue
        return request.reload()
    raise Problem(412, "stale", Message("others keep changing this game, so nothing was saved; try again"))


# Once.


def receipt_of(request: ApiRequest) -> Receipt | None:
    """Return by what the request is known again; ``None`` where it gives itself no name."""
    name = request.idempotency_key()
    if name is None:
        return None
    body = blake2b(request.http.scope["path"].encode() + b"\n" + request.body, digest_size=DIGEST).digest()
    return Receipt(digest_of(f"{request.key} {name}"), body)


def is_known(known: bytes | None, receipt: Receipt) -> bool:
    """Return whether the request was carried out before, ``known`` being the digest of the content that it had then;
    raises ``Problem`` where that was another one.
    """
    if known is not None and known != receipt.body:
        raise key_reused()
    return known is not None


# As it was seen.


def check_seen(request: ApiRequest) -> None:
    """Raise a ``Problem`` unless the game is as the sender saw it; ``*`` is any version.

    Those who may see all of it are sent what came since.
    """
    if request.http.headers.get("if-match", "").strip() == "*":
        return
    version, seen = request.version, seen_versions(request)
    if not seen:
        detail = Message("specify the version of the game that you saw: `If-Match: {version}`", version=etag(version))
        raise Problem(428, "precondition-required", detail)
    if version not in seen:
        writes = request.principal.may(Right.RECORD)
        raise Problem(
            412,
            "stale",
            Message("the game is now at version {version}", version=version),
            {"ETag": etag(version)},
            version=version,
            **(_meanwhile(request, max(seen)) if writes else _NOTHING_KNOWN),
        )


def seen_versions(request: ApiRequest) -> list[int]:
    """Return the versions of the game that the sender says to have seen."""
    return [int(one) for one in _ETAG.findall(request.http.headers.get("if-match", ""))]


_NOTHING_KNOWN: Final[dict[str, Any]] = {"undone": None, "meanwhile": None}


def _meanwhile(request: ApiRequest, seen: int) -> dict[str, Any]:
    """Return what came since a version: how many decisions were taken back, and those that came, in notation."""
    game, played = request.cached_game.stored, request.view.game
    try:
        before = request.service.store.load(game.id, seen)
    except GameNotFoundError:
        return _NOTHING_KNOWN
    same = shared_length(before.numbers, game.numbers)
    came = range(same, len(played.moves))
    return {
        "undone": len(before.numbers) - same,
        "meanwhile": [format_command(played.state_at(number), played.moves[number].command) for number in came],
    }


# Decisions that are appended.

_MOST_AT_ONCE = 2_000


class Decisions(Struct, frozen=True, forbid_unknown_fields=True):
    """Decisions to append, all or none, in exactly one of three forms.

    ``notation``: one or more decisions on a line, with comments and checks. ``commands``: objects as in a game in JSON.
    ``anyway``: one decision in notation that was made at the table although it breaks the rules; what it changed, or
    what stood in its way, is recorded as observed. With ``auto`` whatever follows that nobody at the table sees (a card
    drawn, an influence card chosen) is appended as unknown.
    """

    notation: str | None = None
    commands: Annotated[list[dict[str, Any]], Meta(max_length=_MOST_AT_ONCE)] | None = None
    anyway: str | None = None
    auto: bool = False


class RedoTarget(Struct, frozen=True, forbid_unknown_fields=True):
    """How many decisions to redo (default: one), or with ``to`` how many the game has afterwards."""

    count: Annotated[int, Meta(ge=1)] | None = None
    to: Annotated[int, Meta(ge=0)] | None = None


class UndoTarget(RedoTarget, frozen=True, forbid_unknown_fields=True):
    """How far to undo, with one of ``count`` (of decisions, default: one), ``to`` (how many remain) or ``version``.

    ``version`` restores that version, whatever was corrected, undone or replaced since.
    """

    version: Annotated[int, Meta(ge=1)] | None = None


_Target = TypeVar("_Target", bound=RedoTarget)


def _steps(request: ApiRequest, kind: type[_Target]) -> _Target:
    steps = request.body_as(kind)
    given = [name for name in steps.__struct_fields__ if getattr(steps, name) is not None]
    if len(given) > 1:
        raise Problem(422, "bad-request", one_of(given))
    return steps


def append_decisions(request: ApiRequest) -> Response:
    """Append decisions if they are legal."""
    given = request.body_as(Decisions)

    def change(cached: CachedGame, receipt: Receipt | None) -> StoredGame:
        played = cached.stored.played
        stays = len(played.moves)
        if given.anyway is not None and (deed := parse_deed(given.anyway, played.state)) is not None:
            stays, played = with_forgotten_draw(played, deed)
        line = _read_moves(request, given, played)
        # The moves of a long game are not gone through for each decision that is added to it.
        moves = played.moves[stays:] + line.moves
        if given.auto:
            moves += _unseen_moves(moves[-1].state if moves else played.state)
        check_length(stays + len(moves))
        store = request.service.store
        if stays < len(played.moves):
            commands = [move.command for move in moves]
            again = {place: place for place in range(stays + 1, len(played.moves) + 1)}
            return store.rewrite(cached.stored, stays, commands, again, None, receipt)
        bare = tuple([Move(move.command, move.events, move.state) for move in moves])
        return store.append_moves(cached.stored, bare, receipt, [*_drafts(line, len(played.moves))])

    return write_once(request, change, 201)


def _drafts(line: ParsedLine, before: int) -> Iterator[Draft]:
    """Yield the notes and variations of a line that follows so many decisions."""
    yield from drafts_at(before, line.notes)
    for number, move in enumerate(line.moves, before + 1):
        yield from drafts_at(number, move.notes, move.variations)


def _read_moves(request: ApiRequest, given: Decisions, played: Game) -> ParsedLine:
    """Return the decisions of a request; raises what is wrong with them, with the names of the players."""
    forms = (given.notation, given.commands, given.anyway)
    given_forms = [form.strip() if isinstance(form, str) else form for form in forms if form is not None]
    if len(given_forms) != 1:
        raise Problem(422, "bad-request", one_of(("notation", "commands", "anyway")))
    if not any(given_forms):
        raise Problem(422, "bad-request", Message("this contains no decision"))
    # A language that does not exist is refused before anything is saved.
    words_for = partial(_words_for, request, request.language)
    if given.commands is not None:
        try:
            return ParsedLine(_moves_from_json(given.commands, played))
        except IllegalCommandError as illegal:
            raise illegal.in_words(words_for()) from illegal
    if given.anyway is not None:
        return ParsedLine(play_anyway(played.state, _deed(given.anyway, played.state)))
    line = parse_line(given.notation or "", played, "body")
    if line.errors:
        error = line.errors[0]
        raise error.in_words(words_for())
    return line


def _words_for(request: ApiRequest, language: Language) -> Callable[[Text], str]:
    """Return what puts messages into words of a language, with the names of the players."""
    return partial(message_text, names=request.view.names_in(language))


def _deed(word: str, state: State) -> AnywayCommand:
    """Return what was played anyway; raises ``Problem`` for what cannot have been done."""
    deed = parse_deed(word, state)
    if deed is None:
        detail = Message("{word} cannot have been done here", word=quote(word.strip().upper()))
        raise Problem(422, "not-well-formed", detail, expected=expected_deed(state))
    return deed


def _moves_from_json(commands: list[dict[str, Any]], game: Game) -> tuple[Move, ...]:
    """Return decisions that came as JSON; raises ``JsonError`` and ``IllegalCommandError``."""
    moves: list[Move] = []
    for one in commands:
        state = moves[-1].state if moves else game.state
        moves += moves_from(state, (command_of_form(convert(one, CommandForm)),))
    return tuple(moves)


def _unseen_moves(state: State) -> tuple[Move, ...]:
    """Return what comes by itself without anybody seeing it."""
    moves: list[Move] = []
    while (command := unseen_command(state)) is not None and command in legal(state):
        moves += moves_from(state, (command,))
        state = moves[-1].state
    return tuple(moves)


def undo_decisions(request: ApiRequest) -> Response:
    """Undo the last decisions, or everything since a version."""
    steps = _steps(request, UndoTarget)

    def change(cached: CachedGame, receipt: Receipt | None) -> StoredGame:
        if steps.version is not None:
            _check_before(steps.version, cached.stored.version)
            return request.service.store.return_to(cached.stored, steps.version, receipt)
        there = len(cached.stored.numbers)
        count = steps.count or 1 if steps.to is None else there - steps.to
        if count == 0:
            return cached.stored
        if count < 0:
            raise NothingToUndoError(
                Message("cannot keep {number} decisions: the game has {limit}", number=steps.to, limit=there)
            )
        if count > there:
            raise NothingToUndoError(
                Message("cannot undo {number} decisions: the game has {limit}", number=count, limit=there)
            )
        return request.service.store.undo(cached.stored, count, receipt)

    return write_once(request, change)


def _check_before(version: int, here: int) -> None:
    """Raise a ``Problem`` unless there was such a version before the current one of a game."""
    if version > here:
        detail = Message("there is no version {number}: the game is at version {version}", number=version, version=here)
        raise Problem(404, "not-found", detail)
    if version == here:
        detail = Message("the game is at version {version} already; choose an earlier one", version=here)
        raise Problem(422, "bad-request", detail)


def redo_decisions(request: ApiRequest) -> Response:
    """Redo decisions that were undone, until something new is recorded."""
    steps = _steps(request, RedoTarget)

    def change(cached: CachedGame, receipt: Receipt | None) -> StoredGame:
        there = len(cached.stored.numbers)
        count = steps.count or 1 if steps.to is None else steps.to - there
        if count == 0:
            return cached.stored
        if count < 0:
            raise NothingToUndoError(
                Message(
                    "cannot redo as far as decision {number}: the game already has {limit} decisions",
                    number=steps.to,
                    limit=there,
                )
            )
        redoable = cached.stored.redoable
        if count > redoable:
            raise NothingToUndoError(
                Message("cannot redo {number} decisions: only {limit} can be redone", number=count, limit=redoable)
            )
        return request.service.store.redo(cached.stored, count, receipt)

    return write_once(request, change)


_PROBLEMS = (409, 412, 422, 428)

ENDPOINTS = (
    Endpoint(
        "POST", "/api/games/{id}/decisions", append_decisions, "Append decisions",
        takes=Decisions, gives=(*SNAPSHOT_FORMS, WrittenVersion), right=Right.RECORD, query=WriteQuery, status=201,
        brief=True, problems=_PROBLEMS,
    ),
    Endpoint(
        "POST", "/api/games/{id}/undo", undo_decisions, "Undo decisions",
        takes=UndoTarget, gives=(*SNAPSHOT_FORMS, WrittenVersion), right=Right.RECORD, query=WriteQuery,
        problems=(404, *_PROBLEMS),
    ),
    Endpoint(
        "POST", "/api/games/{id}/redo", redo_decisions, "Redo decisions",
        takes=RedoTarget, gives=(*SNAPSHOT_FORMS, WrittenVersion), right=Right.RECORD, query=WriteQuery,
        problems=_PROBLEMS,
    ),
)  # fmt: skip
