"""``export``: whole games as text, as documents of JSON (``docs/json.md``), or one as a page (``docs/page.md``)."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Final

import click

from calimala_es.game import Depth, Game
from cli.files import STANDARD_INPUT, GameName, address_of, output_path, write_file
from cli.games import FoundGame, all_ids, find_game, report_errors
from cli.options import OK, CommandWithExamples, json_option
from cli.terminal import harmless, say, write_data
from cli.viewpoint import LAYERS_OPTION, SeatName, layers_named, seat_of
from notation import dumps
from notation.json.forms import format_document, to_plain
from notation.json.game import game_document
from notation.partial.making import reduce_depth
from replays.edit.redact import redact
from replays.page import Page, page_html, recorded_page, viewer_module, whose_view


@click.command(
    "export",
    cls=CommandWithExamples,
    examples=(
        "calimala export 2026-11-20-lily",
        "calimala export 2026-11-20-lily --as red -o as-red-saw-it.cgn",
        "calimala export --all -o games.cgn",
        "calimala export game.cgn --depth placements",
        "calimala export game.cgn --json",
        "calimala export --html game.cgn -o game.html",
        "calimala export --html game.cgn --as public --keep-layer maria --lang ru",
    ),
)
@click.argument("names", metavar="GAME...", nargs=-1, type=GameName())
@click.option("--all", "take_all", is_flag=True, help="All games of the store.")
@click.option("-o", "--output", type=click.Path(allow_dash=True), metavar="FILE", help="Write there instead.")
@click.option("--as", "seat", type=SeatName(), help="As a player saw it (red, r, Maria), or the public.")
@click.option("--depth", type=click.Choice(["placements", "result"]), help="Tell only that much of each game.")
@json_option
@click.option("--html", "as_page", is_flag=True, help="One game as a page that a browser steps through, in one file.")
@LAYERS_OPTION
@click.option("--viewer", type=click.Path(path_type=Path), metavar="FILE", help="Write the page's element as a module.")
def export_command(names: Sequence[str], take_all: bool, as_page: bool, viewer: Path | None, **asked: Any) -> int:
    """Write games as text, or one as a page.

    In canonical notation, with comments and headers, one after another with an empty line between; or with --json as
    JSON, a game a line, as calimala convert reads and writes it. With --html one game becomes a page that needs no
    network: it opens from a disk in any browser. --viewer writes what shows games in pages of other people.
    """
    if asked["layers"] and not as_page:
        raise click.UsageError("--keep-layer needs --html")
    if viewer is not None:
        write_viewer(viewer)
        if not (names or take_all):
            return OK
    if as_page:
        if len(names) != 1 or take_all or asked["depth"] or asked["as_json"]:
            raise click.UsageError("--html takes one game, and neither --all, --depth nor --json")
        return write_page(find_game(names[0]), asked["output"], asked["seat"], asked["layers"])
    if bool(names) == take_all:
        raise click.UsageError("say which games, or --all")
    return _write_games(names or all_ids(), asked)


def _write_games(names: Sequence[str], asked: dict[str, Any]) -> int:
    """Write games one after another, and return the exit code."""
    seat, depth, output = asked["seat"], asked["depth"], asked["output"]
    games = [find_game(name) for name in names]
    code = max([report_errors(game) for game in games], default=OK)
    records = [_as_requested(game, seat, depth) for game in games]
    texts = (
        [_document_line(game, record) for game, record in zip(games, records, strict=True)]
        if asked["as_json"]
        else ["\n".join(map(dumps, records))]
    )
    if output is None:
        for text in texts:
            write_data(text)
    else:
        write_file(Path(output), texts)
    return code


def _document_line(game: FoundGame, record: Game) -> str:
    """Return a game's document on one line, including what was undone if no particular viewer is requested."""
    undone = undone_json(game) if record is game.record else []
    return format_document(game_document(record) | {"game": game.name} | ({"undone": undone} if undone else {})) + "\n"


def _as_requested(game: FoundGame, seat: str | None, depth: Depth | None) -> Game:
    """Return the record as a seat or the public may have it, or up to a depth."""
    record = game.record
    if seat is not None:
        record = redact(record, seat_of(seat, game))
    return record if depth in (None, record.depth) else reduce_depth(record, depth)


def undone_json(game: FoundGame) -> list[dict[str, Any]]:
    """Return what was removed from a game of the store, in the order in which it was recorded."""
    moves = game.stored.undone_moves if game.stored else {}
    return [{"number": number, "events": to_plain(move.events)} for number, move in moves.items()]


# ----------------------------------------------------------------------------------------------------
# A game as a page of HTML, for ``export --html``: whose view it contains, and how large it is.

_KILOBYTE: Final = 1000


def write_page(game: FoundGame, output: str | None, seat: str | None, layers: Collection[str]) -> int:
    """Write the page of a game, by default into a file named after it, report its size, and return the exit code."""
    page = page_of_game(game, seat, layers)
    html = page_html(page)
    if output == STANDARD_INPUT:
        write_data(html)
        return report_errors(game)
    _write(output_path(output, f"{address_of(game.name).stem}.html"), html)
    return report_errors(game)


def write_viewer(path: Path) -> None:
    """Write the module that defines the element, for other people's pages."""
    _write(path, viewer_module())


def _write(path: Path, text: str) -> None:
    write_file(path, [text])
    say(f"{harmless(str(path))}: {-(-len(text.encode()) // _KILOBYTE)} KB")


def page_of_game(game: FoundGame, seat: str | None, layers: Collection[str]) -> Page:
    """Return the page's content: the whole record with its views, or only what one viewer saw of it."""
    viewer = () if seat is None else (seat_of(seat, game),)
    notices = [whose_view(one, game.names) for one in viewer]
    return recorded_page(game.replay, game.names, viewer=viewer, open_layers=layers_named([*layers]), notices=notices)
