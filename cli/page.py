"""A game as a page of HTML, for ``export --html``: whose view it holds, and how large it is."""

from collections.abc import Collection
from pathlib import Path
from typing import Final

from calimala_es.events import Event
from calimala_es.view import Viewer
from cli.addresses import address_of
from cli.games import Game, report_errors
from cli.settings import settings
from cli.terminal import harmless, say, write_data
from cli.texts import STANDARD_INPUT, output_path, write_file
from cli.viewpoint import layers_named, sees_all, viewer_of
from notation.redact import redact
from notation.tree import Tree
from replays.depths import Depths
from replays.diagrams.moments import lacking_words
from replays.page import Page, page_html, page_of, viewer_module, viewers_of

_KILOBYTE: Final = 1000


def write_page(game: Game, output: str | None, seat: str | None, layers: Collection[str]) -> int:
    """Write the page of a game, by default into a file named after it, and say where and how large; the exit code."""
    page = page_of_game(game, seat, layers)
    html = page_html(page, settings().language.text("Without JavaScript this page cannot show the game."))
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


def _whose(viewer: Viewer, game: Game) -> str:
    """Whose view a page holds, in words."""
    language = game.table.language
    if viewer is None:
        return language.text("As the public saw it. Of what people said it has only what tells nothing hidden.")
    return language.text(
        "As {name} saw it. Of what people said it has only what tells nothing hidden.", name=game.table.person(viewer)
    )


def page_of_game(game: Game, seat: str | None, layers: Collection[str]) -> Page:
    """The page's content: the whole record with its views, or what one viewer saw of it and nothing else."""
    kept = layers_named([*layers])
    record, replay = game.record, game.replay
    viewers = viewers_of(replay) if record.depth == "full" else ()
    notices: tuple[str, ...] = ()
    if not sees_all(seat):
        viewer, viewers = viewer_of(seat, game), ()
        notices = (_whose(viewer, game),)
        record, replay = redact(record, viewer, kept), replay.view(viewer)
    depths = Depths(game)
    known = depths.known(replay.last)

    def told(event: Event, place: int) -> str:
        return "" if depths.is_hidden(place) else depths.words(event, place, game.table)

    return page_of(
        Tree.of(record),
        replay,
        game.table,
        viewers=viewers,
        kept=kept,
        told=told,
        known=depths.known,
        gaps=depths.marks(replay.last),
        notices=[*notices, *lacking_words(replay, replay.last, known, settings().language)],
    )
