"""``new``: set up a table, shuffling everything that is not given, and print its layout."""

import re
import sys
from collections.abc import Sequence
from random import Random, SystemRandom
from typing import Final, NamedTuple

import click
from msgspec.structs import replace

from calimala_es.components import COLOUR_WORDS, COLOURS
from calimala_es.game import play
from calimala_es.headers import DATE, SHUFFLE
from cli.games import now, save_new_game, the_store
from cli.options import CommandWithExamples, json_option, settings
from cli.setup_options import setup_of, table_options
from cli.setup_output import print_setup
from cli.setup_questions import Table, ask_table
from cli.terminal import say, write_json
from notation.headers.setup_headers import SETUP_HEADERS
from replays.positions import setup_json
from replays.text.names import Names, names_of
from replays.wishes import COLOUR_CODES, Wishes

_HEADER: Final = re.compile(r"([A-Za-z][A-Za-z0-9_]{0,63})=(.*)", re.DOTALL)


class Seats(NamedTuple):
    """The players: their colours in turn order, and the headers with their names."""

    colours: str
    headers: list[tuple[str, str]]


def parse_seats(people: Sequence[str], third: str = "") -> Seats:
    """Return the seating for people given as ``blue=Maria``, ``blue`` or ``Maria``.

    Letters alone are colours if all people are letters, e.g. ``b r y``; next to a name, a letter is an initial. Nobody
    gets the colour ``third`` without naming it.
    """
    bare = [person.strip() for person in people if "=" not in person]
    are_letters = all(person.casefold() in COLOUR_CODES for person in bare)
    parts = [_parse_seat(person, are_letters=are_letters) for person in people]
    taken = [colour for colour, _ in parts if colour]
    if len(parts) > len(COLOURS):
        raise click.BadParameter(f"{len(parts)} players; there are {len(COLOURS)} colours", param_hint="PLAYER")
    free = iter(sorted((colour for colour in COLOURS if colour not in taken), key=lambda colour: colour == third))
    _check_names([name for _, name in parts if name])
    seats = [(colour or next(free), name) for colour, name in parts]
    headers = [(COLOUR_WORDS[colour].capitalize(), name) for colour, name in seats if name]
    return Seats("".join(colour for colour, _ in seats), headers)


def _parse_seat(person: str, *, are_letters: bool) -> tuple[str, str]:
    """Return colour and name, either of which may be empty; a letter alone is a colour if ``are_letters``."""
    word, equals, name = person.partition("=")
    colour = COLOUR_CODES.get(word.strip().casefold(), "")
    if equals and not colour:
        raise click.BadParameter(f"{word!r} is not a colour; {' '.join(COLOUR_WORDS.values())}", param_hint="PLAYER")
    is_colour = equals or (colour and (are_letters or len(word.strip()) > 1))
    return (colour, name.strip()) if is_colour else ("", person.strip())


def _check_names(names: Sequence[str]) -> None:
    """Raise ``click.BadParameter`` if two players have one name; letter case makes no difference."""
    for number, name in enumerate(names):
        if name.casefold() in map(str.casefold, names[:number]):
            raise click.BadParameter(
                f"{name!r} plays twice: every player needs a different name; try {name} and {name}-B",
                param_hint="PLAYER",
            )


def _asked(given: Table) -> Table:
    """Return the table that somebody describes on the terminal; without one, raise ``click.UsageError``."""
    if not (sys.stdin and sys.stdin.isatty()):
        raise click.UsageError(
            "nobody plays: name the players clockwise from the starting player, e.g. calimala new blue=Maria red=Tania;"
            " on a terminal, calimala new asks"
        )
    return ask_table(given, input, say, settings().language)


def _parse_header(_context: click.Context, _parameter: click.Parameter, values: Sequence[str]) -> list[tuple[str, str]]:
    found = [_HEADER.fullmatch(value) for value in values]
    if not all(found):
        raise click.BadParameter("a header is NAME=VALUE, as Event='Club night'")
    taken = [match[1] for match in found if match and match[1] in SETUP_HEADERS]
    if taken:
        raise click.BadParameter(f"{taken[0]} is told by the set-up itself")
    return [(match[1], match[2]) for match in found if match]


@click.command(
    "new",
    cls=CommandWithExamples,
    examples=(
        "calimala new",
        "calimala new blue=Maria red=Angelica yellow=Tania green=Paolo",
        "calimala new Maria Angelica --third purple",
        "calimala new Maria Angelica Tania --edition second --seed 7",
        "calimala new Maria Angelica Tania --intrigue --setting active_draw_limit=2",
        "calimala new Maria Angelica Tania --families Bardi,Medici,-",
        'calimala new b r y --city WBM/U-A/VTS --council "LIS SMN WOOD ..." --id final-2026',
    ),
)
@click.argument("people", metavar="[PLAYER]...", nargs=-1)
@click.option("--id", "id", metavar="ID", help="What the game is called; otherwise the day and a word.")
@click.option("--seed", metavar="TEXT", help="Shuffle by this seed: the same seed, the same table.")
@table_options
@click.option("--deal", is_flag=True, help="The program shuffles the cards, and deals while you record.")
@click.option("--date", metavar="DATE", help="When it is played, as 2026.11.20; otherwise today.")
@click.option("--header", "headers", multiple=True, metavar="NAME=VALUE", callback=_parse_header, help="One more.")
@json_option
def new_command(
    people: Sequence[str],
    id: str | None,
    seed: str | None,
    wishes: Wishes,
    deal: bool,
    date: str | None,
    headers: list[tuple[str, str]],
    as_json: bool,
) -> None:
    """Set up a game and say what lies where.

    PLAYERs are named in seating order from the starting player, each as blue=Maria, or the colour or the name alone.
    Without them, calimala asks on a terminal, one question at a time. Without more it is the first edition; two players
    have a third party beside them. Tiles that are not given are shuffled.
    """
    if not people:
        table = _asked(Table(wishes=wishes, deals=deal))
        people, wishes, deal = table.arguments, table.wishes, table.deals
    seats = parse_seats(people, wishes.third)
    seed = seed if seed is not None else str(SystemRandom().randrange(1_000_000))
    setup = setup_of(seats.colours, Random(seed), wishes)
    said = [(DATE, date or f"{now():%Y.%m.%d}"), *seats.headers, *headers]
    if deal:
        said.append((SHUFFLE, seed))
    store = the_store(create=True)
    game = save_new_game(store, replace(play(setup), headers=tuple(said)), id, now().date())
    names = names_of(setup, said)
    used = seed if deal or wishes.leaves_to_chance else None
    if as_json:
        write_json({"id": game, **setup_json(setup, names), "seed": used})
    else:
        print_setup(game, setup, Names.of(setup, names, settings().language), used)
