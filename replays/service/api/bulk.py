"""Many games at once, as streams: out as one text, in game by game with a line of answer for each.

Neither holds more than one game at a time, however many there are.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from anyio import from_thread, to_thread
from msgspec import Meta, Struct
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from calimala_es.errors import CalimalaError, GameNotFoundError
from calimala_es.game import Game
from calimala_es.messages import Message
from calimala_es.store import PUBLIC_GAME, UNLISTED
from notation.json.events import dumps_events
from notation.json.forms import JsonError
from notation.json.reader import format_in, read_events, read_json
from notation.reader.games import Reading, read_games
from notation.writer.games import dumps
from replays.service.access import Principal, Right
from replays.service.api.new_games import MadeGame, store_game
from replays.service.endpoints import CGN, NDJSON, TEXT, ApiRequest, Endpoint, Query, read_body, too_large
from replays.service.limits import BUDGET
from replays.service.live.streams import Parts
from replays.service.problems import Problem, problem_of, wanted_language

_WORD: Final = "body"


class BulkExportQuery(Query, frozen=True):
    """In which form."""

    format: Annotated[
        Literal["cgn", "ndjson"], Meta(description="Notation with an empty line between games, or lines of events.")
    ] = "cgn"


class BulkImportQuery(Query, frozen=True):
    """What the games are to be."""

    visibility: Annotated[
        Literal["private", "unlisted", "public"], Meta(description="Who can view the imported games.")
    ] = UNLISTED


class ImportedGame(Struct, frozen=True, omit_defaults=True):
    """What became of a game that was sent, the ``number``-th: what was made, or what is wrong with it.

    ``line`` is the one that it begins with, where it is notation.
    """

    number: int
    line: int | None = None
    made: MadeGame | None = None
    problems: tuple[dict[str, Any], ...] = ()


class ReadGame(NamedTuple):
    """A game that was sent, the ``number``-th, before it is stored; without ``record`` where it has problems."""

    number: int
    line: int | None = None
    record: Game | None = None
    problems: tuple[dict[str, Any], ...] = ()


async def export_games(request: ApiRequest) -> Response:
    """Send every public game as everybody sees it; with the admin key, all games in full."""
    wanted: BulkExportQuery = request.query
    slots, slowest = request.service.exports, request.service.options.limits.slowest
    slots.take()
    kind = NDJSON if wanted.format == "ndjson" else CGN
    return Parts(_written(request), kind, slowest=slowest, ended=slots.free)


async def _written(request: ApiRequest) -> AsyncGenerator[bytes]:
    everything, apart = request.is_admin, request.service.apart
    ids = await to_thread.run_sync(lambda: request.service.game_index.ids(everything=everything))
    is_first = True
    for id in ids:
        write = partial(write_game, id=id, is_first=is_first)
        written = await (to_thread.run_sync(write, request) if apart is None else apart.make(request, write))
        if written:
            yield written
            is_first = False


def write_game(request: ApiRequest, *, id: str, is_first: bool) -> bytes:
    """Return a game as a part of the export; nothing for one that the sender no longer finds."""
    record = _game_if_found(request, id, request.is_admin)
    wanted: BulkExportQuery = request.query
    return b"" if record is None else _WRITERS[wanted.format](record, is_first)


def _game_if_found(request: ApiRequest, id: str, everything: bool) -> Game | None:
    """Return a game as the sender may see it; ``None`` where they no longer find it, or it has more than is shown."""
    service = request.service
    try:
        cached = service.games.read(id)
        found = everything or cached.access.visibility == PUBLIC_GAME
        return cached.view(Principal(Right.ADMIN if everything else Right.LOOK)).record if found else None
    except (GameNotFoundError, Problem):
        return None


def _as_notation(record: Game, is_first: bool) -> bytes:
    return ("" if is_first else "\n").encode() + dumps(record).encode()


def _as_events(record: Game, is_first: bool) -> bytes:
    return "".join(f"{line}\n" for line in dumps_events(record)).encode()


_WRITERS: Final[dict[str, Callable[[Game, bool], bytes]]] = {"cgn": _as_notation, "ndjson": _as_events}


async def import_games(request: ApiRequest) -> Response:
    """Import games, each completely or not at all: any number with the admin key, one without it."""
    request.query  # noqa: B018 - a problem with it is sent before anything else
    limits = request.service.options.limits
    if request.is_admin:
        return Parts(_answers(request, _Pieces(request)), NDJSON, takes=True)
    request.body = await read_body(request.http, limits.text, limits.reading + limits.text / limits.slowest)
    request.service.admission.charge_bytes(request.http.scope, len(request.body), is_admin=False)
    apart = request.service.apart
    games = await (to_thread.run_sync(read_sent, request) if apart is None else apart.make(request, read_sent))
    lines = await to_thread.run_sync(lambda: [_imported(request, game) for game in games])
    content = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    return Response(content, headers={"Cache-Control": "no-store"}, media_type=NDJSON)


def import_text(request: ApiRequest, text: str) -> list[ImportedGame]:
    """Return what becomes of each game of a text: it is stored, unless something is wrong with it."""
    return [_imported(request, game) for game in _read(request, [text])]


def read_sent(request: ApiRequest) -> list[ReadGame]:
    """Return the games in the body of a request, as far as the sender may import them."""
    return [*_read(request, _decoded(request.body))]


def _decoded(body: bytes) -> Iterator[str]:
    yield body.decode()


async def _answers(request: ApiRequest, pieces: Iterable[str]) -> AsyncGenerator[bytes]:
    lines = (_imported(request, game) for game in _read(request, pieces))
    while True:
        try:
            line = await to_thread.run_sync(next, lines, None)
        except ClientDisconnect:
            return
        if line is None:
            return
        yield msgspec.json.encode(line) + b"\n"


class _Pieces:
    """The body as text, piece by piece as it arrives, however long it is; to be read in a thread.

    Raises ``Problem`` where nothing arrives.
    """

    def __init__(self, request: ApiRequest) -> None:
        limits = request.service.options.limits
        self._stream = request.http.stream()
        self._seconds = limits.reading

    def __iter__(self) -> Iterator[str]:
        from codecs import getincrementaldecoder

        decoder = getincrementaldecoder("utf-8")()
        while piece := from_thread.run(self._next):
            yield decoder.decode(piece)
        yield decoder.decode(b"", final=True)

    async def _next(self) -> bytes:
        try:
            async with asyncio.timeout(self._seconds):
                while not (piece := await anext(self._stream, None)):
                    if piece is None:
                        return b""
                return piece
        except TimeoutError:
            detail = Message("nothing arrived for {seconds} s", seconds=f"{self._seconds:g}")
            raise Problem(408, "too-slow", detail) from None


def _lines(pieces: Iterable[str], most: int) -> Iterator[str]:
    """Yield the lines of a text in pieces."""
    rest = ""
    for piece in pieces:
        *lines, rest = (rest + piece).split("\n") if "\n" in piece else (rest + piece,)
        yield from (f"{line}\n" for line in lines)
        if len(rest) > most:
            raise too_large(most)
    if rest:
        yield rest


def _read(request: ApiRequest, pieces: Iterable[str]) -> Iterator[ReadGame]:
    """Yield the games of a text; the last one that is not for the sender is a problem."""
    number, most = 0, request.service.options.limits.text
    try:
        for number, found in enumerate(_found(_lines(pieces, most)), 1):
            if number > 1 and not request.is_admin:
                detail = Message("without the admin key only one game can be imported at a time")
                refusal = Problem(403, "not-allowed", detail)
                yield ReadGame(number, problems=(_problem_members(request, refusal),))
                return
            yield _read_game(request, number, found)
        if not number:
            refusal = Problem(422, "bad-request", Message("this contains no game"))
            yield ReadGame(0, problems=(_problem_members(request, refusal),))
    except (CalimalaError, UnicodeDecodeError) as error:
        yield ReadGame(number + 1, problems=(_problem_members(request, error),))


def _found(lines: Iterator[str]) -> Iterator[Reading | Game | JsonError]:
    head: list[str] = []
    for line in lines:
        head.append(line)
        if line.strip():
            break
    text = chain(head, lines)
    form = format_in(head[-1] if head else "")
    if form == "cgn":
        return read_games(text, _WORD, budget=BUDGET)
    return read_events(text, _WORD) if form == "ndjson" else read_json(text, _WORD)


def _read_game(request: ApiRequest, number: int, found: Reading | Game | JsonError) -> ReadGame:
    line = found.line if isinstance(found, Reading | JsonError) else None
    if isinstance(found, JsonError):
        return ReadGame(number, line, problems=(_problem_members(request, found),))
    errors = found.errors if isinstance(found, Reading) else ()
    record = found.game if isinstance(found, Reading) else found
    if errors or record is None:
        return ReadGame(number, line, problems=tuple(_problem_members(request, error) for error in errors))
    return ReadGame(number, line, record)


def _imported(request: ApiRequest, game: ReadGame) -> ImportedGame:
    """Return what becomes of a game: it is stored, unless something is wrong with it."""
    wanted: BulkImportQuery = request.query
    made, problems = None, game.problems
    try:
        made = store_game(request, game.record, wanted.visibility) if game.record else None
    except CalimalaError as error:
        problems = (_problem_members(request, error),)
    return ImportedGame(game.number, game.line, made, problems)


def _problem_members(request: ApiRequest, error: Exception) -> dict[str, Any]:
    problem = problem_of(error)
    assert problem is not None, "every error of the project is in the table"
    return problem.members(request.service.options.prefix, wanted_language(request.http.query_params))


ENDPOINTS = (
    Endpoint(
        "GET", "/api/export", export_games, "Export all games that the sender can find",
        gives=(CGN, NDJSON), query=BulkExportQuery, streams=True, problems=(503,),
    ),
    Endpoint(
        "POST", "/api/import", import_games, "Import games",
        takes=(CGN, TEXT, NDJSON), gives=NDJSON, query=BulkImportQuery, streams=True, most="text", begins=True,
    ),
)  # fmt: skip
