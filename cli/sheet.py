"""``sheet``: a score pad of A5 for a table, to be printed and filled in with a pencil."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple, TypeVar

import click

from calimala_es.setup import Setup
from cli.addresses import address_of
from cli.codes import OK
from cli.games import FoundGame, GameName, find_game, report_errors
from cli.group import Command
from cli.layout import rules_words
from cli.new import parse_seats
from cli.settings import color_option, store_option
from cli.tables import setup_of, table_options
from cli.terminal import harmless, note, say, write_data
from cli.texts import STANDARD_INPUT, form_of, output_path, write_file
from notation.depth.result import stand_in
from replays.languages import ENGLISH
from replays.names import clean_name, table_of
from replays.sheet import CITY, COUNCIL, INTRIGUE_TILES, Pad, is_writable, pages, pdf, svg
from replays.stored.records import names_of
from replays.wishes import DEAL, USUAL, Wishes

PDF: Final = "pdf"
SVG: Final = "svg"
USUAL_PLAYERS: Final = 4
TITLE: Final = "Calimala: score pad"

_Key = TypeVar("_Key")


@click.command(
    "sheet",
    cls=Command,
    examples=(
        "calimala sheet --players 3",
        "calimala sheet --player Maria --player Angelica --player Tania --seed 7",
        "calimala sheet --players 5 --intrigue -o intrigue.pdf",
        "calimala sheet friday -o friday.svg",
        "calimala sheet --city WBM/U-A/VTS -o - | lp -o media=A5",
    ),
)
@click.argument("name", metavar="[GAME]", type=GameName(), required=False)
@click.option("--players", type=click.IntRange(2, 5), help="How many players; otherwise those of --player, or 4.")
@click.option("--player", "people", multiple=True, metavar="PLAYER", help="As for `new`, in seating order; again.")
@click.option("--seed", metavar="TEXT", help="Shuffle as `new` does; without it what is not told is left blank.")
@table_options
@click.option("--event", metavar="TEXT", help="Printed above; so are --date and --site.")
@click.option("--date", metavar="DATE")
@click.option("--site", metavar="TEXT")
@click.option("--format", "format", type=click.Choice([PDF, SVG]), help="Otherwise by the ending of --output, or pdf.")
@click.option("-o", "--output", metavar="PATH", help="A file or a folder; svg is a file a page; - prints a pdf.")
@store_option
@color_option
def sheet_command(
    name: str | None,
    players: int | None,
    people: Sequence[str],
    seed: str | None,
    wishes: Wishes,
    event: str | None,
    date: str | None,
    site: str | None,
    format: str | None,
    output: str | None,
) -> int:
    """Print a score pad for a game.

    Four pages of A5, which is a sheet of A4, folded: the city with its streets, the council, the points, the codes, and
    a row for every turn. For a GAME with its tiles and names, otherwise for the table that the options say. Prints the
    names of the files.
    """
    if name is not None and (players or people or seed is not None or wishes != USUAL):
        raise click.UsageError("a GAME has its own table; leave the other options out")
    form = form_of(output, (PDF, SVG), PDF, format)
    if form == SVG and output == STANDARD_INPUT:
        raise click.UsageError("-o - prints a pdf; svg is a file a page")
    game = find_game(name) if name is not None else None
    table = _told_by_game(game) if game else _told_by_options(players, people, seed, wishes)
    said = {header: value for header, value in (("Event", event), ("Date", date), ("Site", site)) if value is not None}
    _write(_pad_of(table._replace(texts={**table.texts, **said}), form), form, output, name)
    return report_errors(game) if game else OK


class _Told(NamedTuple):
    """What is told of a table: the set-up, names by seat, headers with where and when, and what is left blank."""

    setup: Setup
    names: Mapping[int, str]
    texts: Mapping[str, str]
    blank: frozenset[str] = frozenset()


def _told_by_game(game: FoundGame) -> _Told:
    """The table of a game; what a record of the result alone does not tell is blank."""
    headers = {header: game.record.header(header) or "" for header in ("Event", "Date", "Site")}
    blank = {part for part, tiles in ((CITY, game.setup.city), (COUNCIL, game.setup.council)) if not tiles}
    setup = stand_in(game.setup).setup if blank else game.setup
    return _Told(setup, game.names, headers, frozenset(blank))


def _told_by_options(players: int | None, people: Sequence[str], seed: str | None, wishes: Wishes) -> _Told:
    """The table that the options tell; what they leave to chance is blank unless there is a seed."""
    if people and players not in (None, len(people)):
        raise click.UsageError(f"--players says {players}, and {len(people)} are named")
    if seed is None and wishes.families == DEAL:
        raise click.UsageError("families are dealt by a --seed; name them, or leave them out")
    seats = parse_seats(people or [""] * (players or USUAL_PLAYERS), wishes.third)
    setup = setup_of(seats.colours, Random(seed or ""), wishes)
    by_chance = {CITY: wishes.city, COUNCIL: wishes.council, INTRIGUE_TILES: wishes.intrigue_tiles}
    blank = frozenset(part for part, value in by_chance.items() if seed is None and not value)
    return _Told(setup, names_of(setup, seats.headers), {}, blank)


def _pad_of(told: _Told, form: str) -> Pad:
    """The pad of a table; names and texts that a PDF has no letters for are left to the pencil, and that is told."""
    names, texts = told.names, told.texts
    if form == PDF:
        names, texts = _writable(names), _writable(texts)
    setup = told.setup
    where = (texts.get("Event", ""), texts.get("Date", ""), texts.get("Site", ""))
    return Pad(table_of(setup, names), rules_words(setup, ENGLISH), told.blank, *where)


def _writable(texts: Mapping[_Key, str]) -> dict[_Key, str]:
    """The texts that a PDF has letters for; the others are told."""
    clean = {key: clean_name(text) for key, text in texts.items()}
    for text in clean.values():
        if not is_writable(text):
            note(f"a pdf has no letters for {text}, so it is left out; --format {SVG} has them")
    return {key: texts[key] for key, text in clean.items() if is_writable(text)}


def _write(pad: Pad, form: str, output: str | None, name: str | None) -> None:
    """Write the pages and tell the names of the files: one PDF, or an SVG for each page with its number."""
    drawn = pages(pad)
    if output == STANDARD_INPUT:
        write_data(pdf(drawn, TITLE))
        return
    path = output_path(output, f"{_stem(name)}.{form}")
    if form == PDF:
        files = {path: pdf(drawn, TITLE)}
    else:
        ending = path.suffix or f".{SVG}"
        numbered = [path.with_name(f"{path.stem}-{number}{ending}") for number in range(1, len(drawn) + 1)]
        files = {file: svg(page) for file, page in zip(numbered, drawn, strict=True)}
    for file, text in files.items():
        write_file(file, [text])
        say(harmless(str(file)))


def _stem(name: str | None) -> str:
    """What a file is called where nobody says it."""
    if name in (None, STANDARD_INPUT):
        return "sheet"
    address = address_of(str(name))
    return f"{address.stem}{f'-{address.number}' if address.number else ''}-sheet"
