"""``book``: the key positions of an annotated game, as one file of HTML or PDF."""

from collections.abc import Sequence
from typing import Final

import click

from calimala_es.events import Event
from cli.addresses import address_of
from cli.diagram import note_lost_letters
from cli.exits import MissingProgramError
from cli.games import GameName, find_place, report_errors
from cli.group import Command
from cli.installing import to_install
from cli.settings import color_option, language_option, settings, store_option
from cli.terminal import harmless, say, write_data
from cli.texts import STANDARD_INPUT, form_of, output_path, write_file
from cli.viewpoint import KEPT_LAYERS, SEAT, layers_kept, sees_all, viewer_of
from notation.redact import redact
from notation.tree import Tree
from replays.depths import Depths
from replays.diagrams import UndrawnError
from replays.diagrams.book import PYPDF, Book, NoPdfError, book_html, book_of, book_pdf

FORMATS: Final = ("html", "pdf")


@click.command(
    "book",
    cls=Command,
    examples=(
        "calimala book game.cgn -o game.html",
        "calimala book 2026-11-20-lily -o lily.pdf",
        "calimala book game.cgn --at 20 --as public --keep-layer maria -o first-half.html",
        "calimala book game.cgn --lang ru -o kniga.html",
    ),
)
@click.argument("name", metavar="GAME", type=GameName())
@click.option("--at", metavar="ID", help="As far as turn 7, activation 7.2, event 7.2.3; port:7.2 in a variation.")
@SEAT
@KEPT_LAYERS
@click.option("--format", "format", type=click.Choice(FORMATS), help="Otherwise by the ending of --output, or html.")
@click.option("-o", "--output", metavar="PATH", help="A file or a folder; - prints html.")
@store_option
@color_option
@language_option
def book_command(
    name: str, at: str | None, seat: str | None, layers: Sequence[str], format: str | None, output: str | None
) -> int:
    """Make a book of a game, as HTML or PDF.

    A chapter for each turn in which somebody said something (a comment, a glyph, a variation) or a tile was scored:
    the city before it, the turn as a picture, what happened and what was said. html is one file that needs no network
    and prints a chapter a page; pdf is for paper and needs Graphviz and pypdf. --as leaves out what people said, as
    redact does, since it may tell of hidden cards. Prints the name of the file.
    """
    form = form_of(output, FORMATS, FORMATS[0], format)
    if output == STANDARD_INPUT and form != FORMATS[0]:
        raise click.UsageError("-o - prints html")
    if layers and sees_all(seat):
        raise click.UsageError("--keep-layer needs --as; without it every layer is in the book")
    game = find_place(name, at)
    record, replay = game.record, game.replay
    if not sees_all(seat):
        viewer = viewer_of(seat, game)
        record, replay = redact(record, viewer, layers_kept(layers, game)), replay.view(viewer)
    position = replay.find(game.place) if game.place else replay.last
    depths = Depths(game)

    def told(event: Event, place: int) -> str:
        return "" if depths.is_hidden(place) else depths.words(event, place, game.table)

    language, known = settings().language, depths.known(position)
    book = book_of(Tree.of(record), replay, position, game.names, language, known, told)
    content = _made(book, form)
    note_lost_letters((dot for chapter in book.chapters for dot in chapter.pictures), form)
    if output == STANDARD_INPUT:
        write_data(content.decode())
        return report_errors(game)
    path = output_path(output, f"{address_of(game.name).stem}.{form}")
    write_file(path, [content])
    say(harmless(str(path)))
    return report_errors(game)


def _made(book: Book, form: str) -> bytes:
    """The file; raises ``MissingProgramError`` where something that makes it is not installed."""
    try:
        return book_pdf(book) if form == "pdf" else book_html(book, settings().language).encode()
    except NoPdfError as error:
        raise MissingProgramError(f"{error}; {to_install(PYPDF)}") from None
    except UndrawnError as error:
        raise MissingProgramError(str(error)) from None
