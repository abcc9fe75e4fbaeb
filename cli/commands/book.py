"""``book``: the key positions of an annotated game, as one printable page."""

from collections.abc import Sequence

import click

from calimala_es.events import Event
from cli.commands.diagram import note_lost_letters
from cli.exits import MissingProgramError
from cli.files import STANDARD_INPUT, GameName, address_of, check_html, output_path, write_file
from cli.games import find_place, report_errors
from cli.options import CommandWithExamples, settings
from cli.terminal import harmless, say, write_data
from cli.viewpoint import LAYERS_OPTION, SEAT, find_layers, seat_of
from replays.drawing.book import book_html, book_of
from replays.drawing.render import UndrawnError
from replays.edit.redact import redact
from replays.edit.tree import Tree
from replays.text.events import recorded_event_text


@click.command(
    "book",
    cls=CommandWithExamples,
    examples=(
        "calimala book game.cgn -o game.html",
        "calimala book 2026-11-20-lily -o lily.html",
        "calimala book game.cgn --at 20 --as public --keep-layer maria -o first-half.html",
        "calimala book game.cgn --lang ru -o kniga.html",
    ),
)
@click.argument("name", metavar="GAME", type=GameName())
@click.option("--at", metavar="ID", help="As far as turn 7, activation 7.2, event 7.2.3; port:7.2 in a variation.")
@SEAT
@LAYERS_OPTION
@click.option("-o", "--output", metavar="PATH", help="An .html file or a folder; - prints it.")
def book_command(name: str, at: str | None, seat: str | None, layers: Sequence[str], output: str | None) -> int:
    """Make a book of a game, to read in a browser or to print.

    A chapter for each turn in which somebody said something (a comment, a glyph, a variation) or a tile was scored:
    the city before it, the turn as a picture, what happened and what was said. The book is one HTML file that needs
    no network; printed from a browser, also into a PDF, it has a chapter a page. --as leaves out what people said, as
    redact does, since it may tell of hidden cards. Prints the name of the file.
    """
    check_html(output)
    if layers and seat is None:
        raise click.UsageError("--keep-layer needs --as; without it every layer is in the book")
    game = find_place(name, at)
    record, replay = game.record, game.replay
    if seat is not None:
        viewer = seat_of(seat, game)
        record, replay = redact(record, viewer, find_layers(layers, game)), replay.view(viewer)
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
    if output == STANDARD_INPUT:
        write_data(content)
        return report_errors(game)
    path = output_path(output, f"{address_of(game.name).stem}.html")
    write_file(path, [content])
    say(harmless(str(path)))
    return report_errors(game)
