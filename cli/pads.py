"""Score pads: of a game, for ``export --to pad``, and of a table that is still to be set up, for ``new --pad``."""

from collections.abc import Sequence, Set
from pathlib import Path
from random import Random

from msgspec.structs import replace

from calimala_es.headers import DATE, EVENT, SITE
from calimala_es.initial import stand_in
from calimala_es.setup import Setup
from cli.exits import wrong_usage
from cli.files import STANDARD_INPUT, is_folder, output_path, write_and_name
from cli.games import FoundGame
from cli.options import settings
from cli.setup_options import setup_of
from cli.setup_output import rules_words
from cli.terminal import write_data
from replays.drawing.pad import CITY, COUNCIL, INTRIGUE_TILES, Pad, pad_html
from replays.text.names import Names, SeatNames, names_of
from replays.wishes import DEAL, Wishes


def game_pad(game: FoundGame) -> Pad:
    """Return the pad of a game; anything that a record of the result alone does not have is blank."""
    blank = {part for part, tiles in ((CITY, game.setup.city), (COUNCIL, game.setup.council)) if not tiles}
    setup = stand_in(game.setup).setup if blank else game.setup
    return _pad(setup, game.player_names, blank, game.record.headers)


def table_pad(colours: str, wishes: Wishes, seed: str | None, headers: Sequence[tuple[str, str]]) -> Pad:
    """Return the pad of a table to be set up; anything left to chance is blank unless there is a seed."""
    if seed is None and wishes.families == DEAL:
        raise wrong_usage("dealing families needs a seed; add --seed, or name the families")
    setup = setup_of(colours, Random(seed or ""), wishes)
    by_chance = {CITY: wishes.city, COUNCIL: wishes.council, INTRIGUE_TILES: wishes.intrigue_tiles}
    blank = {part for part, value in by_chance.items() if seed is None and not value}
    return _pad(setup, names_of(setup, headers), blank, headers)


def write_table_pad(output: str, pad: Pad) -> None:
    """Write a pad as a page into a file or a folder and print its name, or print the page."""
    if output == STANDARD_INPUT:
        write_data(pad_html(pad))
        return
    if not is_folder(output) and Path(output).suffix.lower() not in (".html", ".htm"):
        raise wrong_usage(
            "{file}: {form} is written as .html; a browser prints it or saves it as PDF", file=output, form="pad"
        )
    path = output_path(output, "pad.html")
    write_and_name(path, [pad_html(pad)])


def _pad(setup: Setup, names: SeatNames, blank: Set[str], headers: Sequence[tuple[str, str]]) -> Pad:
    language, known = settings().language, dict(headers)
    event, date, site = (known.get(header, "") for header in (EVENT, DATE, SITE))
    pad = Pad(Names.of(setup, names, language), rules_words(setup, language), frozenset(blank))
    return replace(pad, event=event, date=date, site=site)
