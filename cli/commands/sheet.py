"""``sheet``: a score pad for a table, as a page to print and to fill in with a pencil."""

from collections.abc import Sequence, Set
from random import Random
from typing import Final

import click
from msgspec.structs import replace

from calimala_es.headers import DATE, EVENT, SITE
from calimala_es.setup import Setup
from cli.commands.new import parse_seats
from cli.files import STANDARD_INPUT, GameName, address_of, check_html, output_path, write_file
from cli.games import FoundGame, find_game, report_errors
from cli.options import OK, CommandWithExamples, settings
from cli.setup_options import setup_of, table_options
from cli.setup_output import rules_words
from cli.terminal import harmless, say, write_data
from notation.partial.rest import stand_in
from replays.drawing.pad import CITY, COUNCIL, INTRIGUE_TILES, Pad, pad_html
from replays.text.names import Names, SeatNames, names_of
from replays.wishes import DEAL, USUAL, Wishes

USUAL_PLAYERS: Final = 4


@click.command(
    "sheet",
    cls=CommandWithExamples,
    examples=(
        "calimala sheet --players 3",
        "calimala sheet --player Maria --player Angelica --player Tania --seed 7",
        "calimala sheet --players 5 --intrigue -o intrigue.html",
        "calimala sheet friday --lang zh_TW",
        "calimala sheet --city WBM/U-A/VTS -o pads/",
    ),
)
@click.argument("name", metavar="[GAME]", type=GameName(), required=False)
@click.option("--players", type=click.IntRange(2, 5), help="How many players; otherwise those of --player, or 4.")
@click.option("--player", "people", multiple=True, metavar="PLAYER", help="As for `new`, in seating order; again.")
@click.option("--seed", metavar="TEXT", help="Shuffle as `new` does; without it what you do not name is blank.")
@table_options
@click.option("--event", metavar="TEXT", help="Printed above; so are --date and --site.")
@click.option("--date", metavar="DATE")
@click.option("--site", metavar="TEXT")
@click.option("-o", "--output", metavar="PATH", help="An .html file or a folder; - prints it.")
def sheet_command(
    name: str | None,
    players: int | None,
    people: Sequence[str],
    seed: str | None,
    wishes: Wishes,
    event: str | None,
    date: str | None,
    site: str | None,
    output: str | None,
) -> int:
    """Make a score pad for a game, to print from a browser.

    Four pages of A5 on both sides of a sheet of A4, to be folded: the city with its streets, the council, the points,
    the codes, and a row for every turn. For a GAME with its tiles and names, otherwise for the table that the options
    say. Prints the name of the file.
    """
    check_html(output)
    if name is not None and (players or people or seed is not None or wishes != USUAL):
        raise click.UsageError("a GAME has its own table; leave the other options out")
    game = find_game(name) if name is not None else None
    pad = _game_pad(game) if game else _option_pad(players, people, seed, wishes)
    texts = {field: text for field, text in (("event", event), ("date", date), ("site", site)) if text is not None}
    content = pad_html(replace(pad, **texts))
    if output == STANDARD_INPUT:
        write_data(content)
    else:
        path = output_path(output, f"{_stem(name)}.html")
        write_file(path, [content])
        say(harmless(str(path)))
    return report_errors(game) if game else OK


def _game_pad(game: FoundGame) -> Pad:
    """Return the pad of a game; anything that a record of the result alone does not have is blank."""
    blank = {part for part, tiles in ((CITY, game.setup.city), (COUNCIL, game.setup.council)) if not tiles}
    setup = stand_in(game.setup).setup if blank else game.setup
    event, date, site = (game.record.header(header) or "" for header in (EVENT, DATE, SITE))
    return replace(_pad_of(setup, game.player_names, blank), event=event, date=date, site=site)


def _option_pad(players: int | None, people: Sequence[str], seed: str | None, wishes: Wishes) -> Pad:
    """Return the pad of the table in the options; anything left to chance is blank unless there is a seed."""
    if people and players not in (None, len(people)):
        raise click.UsageError(f"--players says {players}, and {len(people)} are named")
    if seed is None and wishes.families == DEAL:
        raise click.UsageError("families are dealt by a --seed; name them, or leave them out")
    seats = parse_seats(people or [""] * (players or USUAL_PLAYERS), wishes.third)
    setup = setup_of(seats.colours, Random(seed or ""), wishes)
    by_chance = {CITY: wishes.city, COUNCIL: wishes.council, INTRIGUE_TILES: wishes.intrigue_tiles}
    blank = {part for part, value in by_chance.items() if seed is None and not value}
    return _pad_of(setup, names_of(setup, seats.headers), blank)


def _pad_of(setup: Setup, names: SeatNames, blank: Set[str]) -> Pad:
    language = settings().language
    return Pad(Names.of(setup, names, language), rules_words(setup, language), frozenset(blank))


def _stem(name: str | None) -> str:
    """Return the name of the file without its ending, if the user does not give one."""
    if name in (None, STANDARD_INPUT):
        return "sheet"
    address = address_of(str(name))
    return f"{address.stem}{f'-{address.number}' if address.number else ''}-sheet"
