"""A game as a page of HTML, for ``export --html``: whose view it holds, and how large it is."""

from collections.abc import Collection
from pathlib import Path
from typing import Final

from cli.addresses import address_of
from cli.games import FoundGame, report_errors
from cli.terminal import harmless, say, write_data
from cli.texts import STANDARD_INPUT, output_path, write_file
from cli.viewpoint import layers_named, sees_all, viewer_of
from replays.page import Page, page_html, recorded_page, viewer_module, whose_view

_KILOBYTE: Final = 1000


def write_page(game: FoundGame, output: str | None, seat: str | None, layers: Collection[str]) -> int:
    """Write the page of a game, by default into a file named after it, and say where and how large; the exit code."""
    page = page_of_game(game, seat, layers)
    html = page_html(page)
    if output == STANDARD_INPUT:
        write_data(html)
        return report_errors(game)
    _write(output_path(output, f"{address_of(game.name).stem}.html"), html)
    return report_errors(game)


def write_viewer(path: Path) -> None:
    """Write the module that defines the element, for pages of other people."""
    _write(path, viewer_module())


def _write(path: Path, text: str) -> None:
    write_file(path, [text])
    say(f"{harmless(str(path))}: {-(-len(text.encode()) // _KILOBYTE)} KB")


def page_of_game(game: FoundGame, seat: str | None, layers: Collection[str]) -> Page:
    """The page's content: the whole record with its views, or what one viewer saw of it and nothing else."""
    viewer = () if sees_all(seat) else (viewer_of(seat, game),)
    notices = [whose_view(one, game.table) for one in viewer]
    return recorded_page(game, game.table, viewer=viewer, kept=layers_named([*layers]), notices=notices)
