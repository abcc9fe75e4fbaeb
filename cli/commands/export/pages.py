"""One game in one file: pages, reports and books of HTML, score pads, QR codes, and posts for forums and chats."""

import re
import sys
from collections.abc import Callable
from io import StringIO
from typing import Final, NamedTuple

import click
from msgspec.structs import replace

from calimala_es.events import Event
from calimala_es.headers import DATE, EVENT, SITE
from cli.commands.draw import note_lost_letters
from cli.commands.export.records import share_text
from cli.commands.export.request import Request, check_folder, stem_of
from cli.exits import MissingProgramError, wrong_usage, wrong_value
from cli.files import STANDARD_INPUT, form_of
from cli.games import FoundGame, find_game, find_place, report_errors
from cli.options import OK, settings
from cli.pads import game_pad
from cli.selection import Search, no_match
from cli.terminal import json_text
from cli.viewpoint import find_layers, seat_of, seen_replay
from replays.analysis import analyse, until
from replays.drawing.book import book_html, book_of
from replays.drawing.pad import pad_html
from replays.drawing.render import QR_FORMATS, QUIET_ZONE, UndrawnError, draw_qr, qr_code
from replays.edit.redact import redact
from replays.edit.tree import Tree
from replays.page import page_html, recorded_page, whose_view
from replays.posts import FORUMS, Address, PostError, format_post, make_post
from replays.report import report
from replays.text.events import recorded_event_text
from replays.text.messages import error_text
from replays.text.names import Names, clean_name
from replays.text.terms import join_and

Content = str | bytes


def write_pages(request: Request) -> int:
    """Write each game into a file of its own, or the only one to the standard output, and return the exit code."""
    if request.selects:
        request, code = _selected(request)
    else:
        code = OK
    check_folder(request)
    form = FORMS[request.form]
    for name in request.names:
        usual = f"{stem_of([name])}{form.suffix}"
        if usual.endswith(".html"):
            request.check_terminal(usual)
        game = find_place(name, request.at) if form.takes_place else find_game(name)
        reduced = game.with_record(request.reduced(game.record))
        request.deliver(usual, [form.make(request.seated(game), reduced)])
        code = max(code, report_errors(game))
    return code


def _selected(request: Request) -> tuple[Request, int]:
    """Return the request with the names of the games that are selected, and the exit code for those with errors."""
    if STANDARD_INPUT in request.names:
        raise wrong_usage("standard input can be read only once")
    search = Search(request.selection, reads_all=False)
    names = [match.found.place for match in search.matches(request.names)]
    code = search.code()
    if not names:
        raise no_match()
    return replace(request, names=tuple(names)), code


# Pages, reports, books and pads.


def _page(request: Request, game: FoundGame) -> str:
    """Return the page of the whole record with its views, or of what one viewer saw."""
    viewer = () if request.seat is None else (seat_of(request.seat, game),)
    notices = [whose_view(one, game.names) for one in viewer]
    layers = find_layers(request.layers, game)
    return page_html(recorded_page(game.replay, game.names, viewer=viewer, open_layers=layers, notices=notices))


LONGEST_HEADING: Final = 100
"""The number of columns after which a header is cut."""


def _report(request: Request, game: FoundGame) -> str:
    position = game.replay.find(game.place) if game.place else game.replay.last
    analysis = analyse(until(seen_replay(game, request.seat), position), game.replay.known(position))
    headers = {name: clean_name(game.record.header(name) or "", LONGEST_HEADING) for name in (EVENT, DATE, SITE)}
    players = join_and((game.names.person(seat) for seat in range(game.setup.players)), game.names.language)
    title = headers.pop(EVENT) or clean_name(game.name, LONGEST_HEADING)
    about = [players, *filter(None, [", ".join(filter(None, headers.values()))])]
    return report(analysis, game.names, title=title, about=about)


def _book(request: Request, game: FoundGame) -> str:
    record, replay = game.record, game.replay
    if request.seat is not None:
        viewer = seat_of(request.seat, game)
        record, replay = redact(record, viewer, find_layers(request.layers, game)), replay.view(viewer)
    position = replay.find(game.place) if game.place else replay.last

    def event_text(event: Event, place: int) -> str:
        return recorded_event_text(event, place, game.names, game.replay)

    language, known = settings().language, game.replay.known(position)
    book = book_of(Tree.of(record), replay, position, game.player_names, language, known, event_text)
    try:
        content = book_html(book, language)
    except UndrawnError as error:
        raise MissingProgramError(str(error)) from None
    note_lost_letters((dot for chapter in book.chapters for dot in chapter.pictures), "svg")
    return content


def _pad(_request: Request, game: FoundGame) -> str:
    return pad_html(game_pad(game))


# QR codes.

_HALF_BLOCK: Final = "\u2580"


def _qr(request: Request, game: FoundGame) -> Content:
    """Return a QR code as a picture, or of blocks for a terminal, above its text."""
    text = share_text(request, game)
    if request.output is not None:
        return draw_qr(text, form_of(request.output, QR_FORMATS, "svg"))
    try:
        _HALF_BLOCK.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        raise wrong_usage("this terminal cannot show a QR code; save it to a file, e.g. -o game.svg") from None
    shown = StringIO()
    qr_code(text).terminal(shown, border=QUIET_ZONE, compact=True)
    return f"{shown.getvalue()}{text}\n"


# Posts.

_ON_SERVICE: Final = re.compile(r"(?P<service>https?://[^\s?#]{1,500})/g/(?P<id>[a-z0-9-]{1,64})")


def _post(request: Request, game: FoundGame) -> str:
    replay = seen_replay(game, request.seat)
    names = game.names if request.with_names else Names.of(game.setup, {}, settings().language)
    first, last = request.scorings
    try:
        post = make_post(
            replay,
            names,
            first=first,
            last=last,
            words=request.message,
            pictures=_pictures(request.url),
            address=request.url or "",
        )
    except PostError as error:
        raise click.UsageError(error_text(error, settings().language)) from None
    parts = format_post(post, FORUMS[request.form], spoilers=request.spoiler_tags)
    if request.as_json:
        return json_text({"for": request.form, "scorings": post.scorings, "parts": parts}) + "\n"
    return f"\n{'-' * 20}\n".join(parts) + "\n"


def _pictures(url: str | None) -> Address | None:
    """Return the addresses of pictures of a game on a service, given the game's own; ``None`` without one."""
    if url is None:
        return None
    found = _ON_SERVICE.fullmatch(url)
    if not found:
        example = "https://games.example/g/k7mq2xw9hd4f"
        raise wrong_value(
            "{word} is not the address of a game; write e.g. {example}",
            word=repr(url[:60]),
            example=example,
            option="--url",
        )
    return lambda at: f"{found['service']}/api/games/{found['id']}/board.png?at={at}"


class _Form(NamedTuple):
    """How a game becomes a file: its content, the end of the file's name, and whether it may end at a place."""

    make: Callable[[Request, FoundGame], Content]
    suffix: str
    takes_place: bool = False


FORMS: Final[dict[str, _Form]] = {
    "page": _Form(_page, ".html"),
    "report": _Form(_report, "-report.html", takes_place=True),
    "book": _Form(_book, "-book.html", takes_place=True),
    "pad": _Form(_pad, "-pad.html"),
    "qr": _Form(_qr, "-qr.svg"),
    **{forum: _Form(_post, f"-{forum}.txt") for forum in FORUMS},
}
"""The forms in which one game is a file, by name."""
