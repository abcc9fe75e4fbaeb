"""``new``: a table is set up, shuffled where nothing is given, and everybody is told what lies where."""

import re
from collections.abc import Callable, Sequence
from random import Random, SystemRandom
from typing import Any, Final, NamedTuple

import click
from msgspec.structs import replace

from calimala_es.allowed import check_setup
from calimala_es.components import ACTION_WORDS, COLOUR_WORDS, COLOURS, INFLUENCE_CARDS
from calimala_es.editions import EDITIONS
from calimala_es.initial import initial
from calimala_es.setup import Ruleset, Setup
from calimala_es.shuffle import shuffled_setup
from calimala_es.state import State
from cli.games import now, the_store
from cli.group import Command
from cli.naming import create_somewhere, day_of
from cli.records import SHUFFLE_HEADER, names_of
from cli.settings import color_option, json_option, settings, store_option
from cli.terminal import paint, say, write_json
from notation.headers import SETUP_HEADERS, HeaderError, format_city, parse_cells, parse_city, parse_council, parse_deck
from replays.board import CITY_WIDTH, Drawing, city_lines, council_lines
from replays.names import Table, table_of
from replays.style import Style, beside, wrapped
from replays.words import listed

_HEADER: Final = re.compile(r"([A-Za-z][A-Za-z0-9_]{0,63})=(.*)", re.DOTALL)
_CODES: Final = {word: code for code, word in COLOUR_WORDS.items()} | {code: code for code in COLOURS}


_PARSERS: Final[dict[str, Callable[[str], object]]] = {
    "City": parse_city,
    "Council": parse_council,
    "Deck": parse_deck,
    "Cells": parse_cells,
}


class Seats(NamedTuple):
    """Who plays: colours in turn order, and the headers with the names."""

    colours: str
    headers: list[tuple[str, str]]


def parse_seats(people: Sequence[str]) -> Seats:
    """The seating that ``blue=Maria``, ``blue`` or ``Maria`` one after another describe."""
    parts = [_parse_seat(person) for person in people]
    taken = [colour for colour, _ in parts if colour]
    free = (colour for colour in COLOURS if colour not in taken)
    if len(parts) > len(COLOURS):
        raise click.BadParameter(f"{len(parts)} players; there are {len(COLOURS)} colours", param_hint="PLAYER")
    seats = [(colour or next(free), name) for colour, name in parts]
    headers = [(COLOUR_WORDS[colour].capitalize(), name) for colour, name in seats if name]
    return Seats("".join(colour for colour, _ in seats), headers)


def _parse_seat(person: str) -> tuple[str, str]:
    """Colour and name, either of which may be empty."""
    word, equals, name = person.partition("=")
    colour = _CODES.get(word.strip().casefold(), "")
    if equals and not colour:
        raise click.BadParameter(f"{word!r} is no colour; {' '.join(COLOUR_WORDS.values())}", param_hint="PLAYER")
    return (colour, name.strip()) if equals or colour else ("", person.strip())


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
    cls=Command,
    examples=(
        "calimala new blue=Maria red=Angelica yellow=Tania green=Paolo",
        "calimala new Maria Angelica Tania --seed 7",
        'calimala new b r y --city WBM/U-A/VTS --council "LIS SMN WOOD ..." --id final-2026',
    ),
)
@click.argument("people", metavar="PLAYER...", nargs=-1, required=True)
@click.option("--id", "id", metavar="ID", help="What the game is called; otherwise the day and a word.")
@click.option("--seed", metavar="TEXT", help="Shuffle by this seed: the same seed, the same table.")
@click.option("--city", metavar="TILES", help="The tiles as they lie, as WBM/U-A/VTS; the centre is -.")
@click.option("--council", metavar="TILES", help='The scoring tiles in order, as "LIS SMN WOOD ...".')
@click.option("--deck", metavar="COPIES", help='Other numbers of action cards, as "W5 B5 ...".')
@click.option("--cells", metavar="CELLS", help="Other numbers of cells on the board, as SMF.W=5.")
@click.option("--deal", is_flag=True, help="The program shuffles the cards, and deals while you record.")
@click.option("--date", metavar="DATE", help="When it is played, as 2026.11.20; otherwise today.")
@click.option("--header", "headers", multiple=True, metavar="NAME=VALUE", callback=_parse_header, help="One more.")
@json_option
@store_option
@color_option
def new_command(
    people: Sequence[str],
    id: str | None,
    seed: str | None,
    city: str | None,
    council: str | None,
    deck: str | None,
    cells: str | None,
    deal: bool,
    date: str | None,
    headers: list[tuple[str, str]],
    as_json: bool,
) -> None:
    """Set up a game and say what lies where.

    PLAYERs are named in seating order from the starting player, each as blue=Maria, or the colour or the name alone.
    City and scoring tiles that are not given are shuffled.
    """
    seats = parse_seats(people)
    seed = seed if seed is not None else str(SystemRandom().randrange(1_000_000))
    parts = _parts({"City": city, "Council": council, "Deck": deck, "Cells": cells})
    setup = _setup(seats.colours, parts, seed)
    said = [("Date", date or f"{now():%Y.%m.%d}"), *seats.headers, *headers]
    if deal:
        said.append((SHUFFLE_HEADER, seed))
    store = the_store(create=True)
    day = day_of(dict(said)["Date"], now().date())
    game = create_somewhere(lambda free: store.create(free, setup, headers=said), id, day)
    used = seed if deal or not (city and council) else None
    if as_json:
        write_json(_setup_json(game, setup, said, used))
    else:
        print_setup(game, setup, table_of(setup, names_of(setup, said)), used)


def _parts(given: dict[str, str | None]) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    for name, value in given.items():
        if value is not None:
            try:
                parts[name] = _PARSERS[name](value)
            except HeaderError as error:
                raise click.BadParameter(f"{error}; {error.expected}", param_hint=f"'--{name.lower()}'") from None
    return parts


def _setup(colours: str, parts: dict[str, Any], seed: str) -> Setup:
    """The set-up of what is given and, for the rest, of a shuffle; raises ``SetupError``."""
    rules = Ruleset()
    rules = replace(rules, deck=parts.get("Deck", rules.deck), cells=parts.get("Cells", rules.cells))
    shuffled = shuffled_setup(colours, Random(seed), rules)
    return check_setup(
        replace(shuffled, city=parts.get("City", shuffled.city), council=parts.get("Council", shuffled.council))
    )


def _setup_json(id: str, setup: Setup, headers: Sequence[tuple[str, str]], seed: str | None) -> dict[str, Any]:
    names = names_of(setup, headers)
    return {
        "id": id,
        "players": [
            {"colour": COLOUR_WORDS[colour], "name": names.get(seat)} for seat, colour in enumerate(setup.colours)
        ],
        "city": format_city(setup.city),
        "council": [*setup.council],
        "seed": seed,
    }


# What lies where.


def print_setup(id: str, setup: Setup, table: Table, seed: str | None) -> None:
    """Print how the table is to be laid out."""
    state = initial(setup)
    drawing = Drawing(state, table, Style(colour=settings().has_colour))
    tiles = [paint("Scoring tiles", "heading"), *council_lines(drawing)]
    for line in beside([paint("City", "heading"), *city_lines(drawing)], tiles, CITY_WIDTH):
        say(line)
    say()
    for sentence in _sentences(state, table):
        for line in wrapped(sentence.split(), 80, "  "):
            say(line)
    if seed is not None:
        say(f"Shuffled with the seed {seed}.")
    say()
    say(f"The game is {paint(id, 'heading')}. Write it down with: calimala record {id}")


def _sentences(state: State, table: Table) -> list[str]:
    setup = state.setup
    edition = EDITIONS[setup.ruleset.edition]
    people = [
        name if name.lower() == COLOUR_WORDS[colour] else f"{name} ({COLOUR_WORDS[colour]})"
        for name, colour in zip(table.names, setup.colours, strict=True)
    ]
    mat = state.mats[0]
    left = len(INFLUENCE_CARDS) - setup.players * edition.dealt[setup.players]
    by_board = edition.by_board[setup.players]
    out = left - by_board
    influence = [
        f"{edition.dealt[setup.players]} each",
        *([f"{by_board} face up by the board"] if by_board else []),
        *([f"{out} out unseen"] if out else []),
    ]
    laid_out = listed(ACTION_WORDS[card] for card in state.laid_out)
    return [
        f"Seats, clockwise: {listed(people)}. {people[0]} begins.",
        f"Everybody has {mat.coloured} coloured and {mat.white} white discs.",
        f"Influence cards: {', '.join(influence)}; everybody keeps one.",
        f"Starting cards: {laid_out} lie open; {people[-1]} takes first, then anticlockwise.",
    ]
