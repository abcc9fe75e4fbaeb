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
from notation.grammar.tokens import Source, split_games
from notation.json.events import dumps_events
from notation.json.forms import JsonError
from notation.json.reader import GameLines, format_in, read_events, read_json, split_events, split_json
from notation.reader.games import read_game
from notation.writer.games import dumps
from replays.service.access import Principal, Right
from replays.service.api.new_games import MadeGame, store_game
from replays.service.endpoints import CGN, NDJSON, TEXT, ApiRequest, Endpoint, Query, read_body, too_large
from replays.service.limits import BUDGET
from replays.service.live.streams import Parts
from replays.service.problems import Problem, problem_of, wanted_language

_WORD: Final = "body"


class BulkExportQuery(Query, frozen=True):
    """In which format."""

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


class SentText(NamedTuple):
    """The text of a game that was sent, the ``number``-th, before it is read; or what is wrong with it.

    ``form`` is as in ``format_in``.
    """

    number: int
    content: Source | GameLines | Problem | None
    form: str = ""

    @property
    def is_text(self) -> bool:
        """Whether there is anything to read."""
        return isinstance(self.content, Source | GameLines)


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
    """Yield a line of answer for each game: another process reads it, this one stores it."""
    texts, apart = _split(request, pieces), request.service.apart
    while True:
        try:
            text = await to_thread.run_sync(next, texts, None)
        except ClientDisconnect:
            return
        if text is None:
            return
        read = partial(read_text, text=text)
        try:
            if apart is None or not text.is_text:
                game = await to_thread.run_sync(read, request)
            else:
                game = await apart.make(request, read)
        except Problem as problem:
            game = ReadGame(text.number, problems=(_problem_members(request, problem),))
        line = await to_thread.run_sync(_imported, request, game)
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
    return (read_text(request, text=text) for text in _split(request, pieces))


def _split(request: ApiRequest, pieces: Iterable[str]) -> Iterator[SentText]:
    """Yield the texts of the games of a text; the last one that is not for the sender is a problem."""
    number, most = 0, request.service.options.limits.text
    try:
        form, lines = _form_of(_lines(pieces, most))
        for number, text in enumerate(_texts(form, lines, most), 1):
            if number > 1 and not request.is_admin:
                detail = Message("without the admin key only one game can be imported at a time")
                yield SentText(number, Problem(403, "not-allowed", detail))
                return
            yield SentText(number, text, form)
        if not number:
            yield SentText(0, Problem(422, "bad-request", Message("this contains no game")))
    except (CalimalaError, UnicodeDecodeError) as error:
        yield SentText(number + 1, problem_of(error))


def _form_of(lines: Iterator[str]) -> tuple[str, Iterator[str]]:
    """Return the form of a text by its first line, and all its lines."""
    head: list[str] = []
    for line in lines:
        head.append(line)
        if line.strip():
            break
    return format_in(head[-1] if head else ""), chain(head, lines)


def _texts(form: str, lines: Iterator[str], most: int) -> Iterator[Source | GameLines]:
    """Yield the texts of games."""
    if form == "cgn":
        return split_games(lines, _WORD)
    return split_events(lines, most) if form == "ndjson" else split_json(lines)


def read_text(request: ApiRequest, *, text: SentText) -> ReadGame:
    """Return the game of a text, or what is wrong with it."""
    number, content, form = text
    if isinstance(content, Source):
        reading = read_game(content, budget=BUDGET)
        problems = tuple(_problem_members(request, error) for error in reading.errors)
        return ReadGame(number, reading.line, None if problems else reading.game, problems)
    if isinstance(content, GameLines):
        read = read_events if form == "ndjson" else read_json
        found = next(read(content.lines, _WORD))
        if not isinstance(found, JsonError):
            return ReadGame(number, None, found)
        error = found.at(_WORD, content.line)
        return ReadGame(number, error.line, problems=(_problem_members(request, error),))
    assert content is not None, "every error of the project is in the table"
    return ReadGame(number, problems=(_members(request, content),))


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
    return _members(request, problem)


def _members(request: ApiRequest, problem: Problem) -> dict[str, Any]:
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
