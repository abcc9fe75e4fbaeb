"""``new``: set up a table, shuffling everything that is not given, and print its layout."""

import sys
from collections.abc import Sequence
from random import Random, SystemRandom
from typing import Final, NamedTuple

import click
from msgspec.structs import replace

from calimala_es.components import COLOUR_WORDS, COLOURS
from calimala_es.game import play
from calimala_es.headers import DATE, SHUFFLE
from calimala_es.setup import Setup
from cli.duplicates import deck_of, names_at
from cli.exits import wrong_usage, wrong_value
from cli.files import GameName
from cli.games import find_place, now, save_new_game, sound, the_store
from cli.options import CommandWithExamples, json_option, settings
from cli.pads import table_pad, write_table_pad
from cli.setup_options import TABLE_HEADINGS, read_day, read_headers, setup_of, table_options
from cli.setup_output import print_setup
from cli.setup_questions import Table, ask_table
from cli.terminal import note, note_small_terminal, write_json
from replays.positions import setup_json
from replays.text.names import Names, names_of
from replays.wishes import COLOUR_CODES, Wishes

USUAL_PLAYERS: Final = 4
"""The number of players on a score pad that says nothing else."""


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
    _check_colours(taken)
    if len(parts) > len(COLOURS):
        raise wrong_value(
            "{number} players are too many: there are {most} colours",
            number=len(parts),
            most=len(COLOURS),
            option="PLAYER",
        )
    free = iter(sorted((colour for colour in COLOURS if colour not in taken), key=lambda colour: colour == third))
    _check_names([name for _, name in parts if name])
    seats = [(colour or next(free), name) for colour, name in parts]
    headers = [(COLOUR_WORDS[colour].capitalize(), name) for colour, name in seats if name]
    return Seats("".join(colour for colour, _ in seats), headers)


def _parse_seat(person: str, *, are_letters: bool) -> tuple[str, str]:
    """Return colour and name, either of which may be empty; a letter alone is a colour if ``are_letters``."""
    word, equals, name = person.partition("=")
    colour = COLOUR_CODES.get(word.strip().casefold(), "")
    if equals and not colour and name.strip().casefold() in COLOUR_CODES:
        raise wrong_value(
            "the colour comes first: {example}", example=f"{name.strip()}={word.strip()}", option="PLAYER"
        )
    if equals and not colour:
        raise wrong_value(
            "{word} is not a colour; choose {meant}",
            word=repr(word),
            meant=" ".join(COLOUR_WORDS.values()),
            option="PLAYER",
        )
    is_colour = equals or (colour and (are_letters or len(word.strip()) > 1))
    return (colour, name.strip()) if is_colour else ("", person.strip())


def _check_colours(colours: Sequence[str]) -> None:
    """Raise ``click.BadParameter`` if two players have one colour."""
    for number, colour in enumerate(colours):
        if colour in colours[:number]:
            raise wrong_value(
                "{word} is named twice: every player needs a different colour",
                word=repr(COLOUR_WORDS[colour]),
                option="PLAYER",
            )


def _check_names(names: Sequence[str]) -> None:
    """Raise ``click.BadParameter`` if two players have one name; letter case makes no difference."""
    for number, name in enumerate(names):
        if name.casefold() in map(str.casefold, names[:number]):
            raise wrong_value(
                "{name} plays twice: every player needs a different name; try {example}",
                name=repr(name),
                example=f"{name}-B",
                option="PLAYER",
            )


def _asked(given: Table) -> Table:
    """Return the table that somebody describes on the terminal; without one, raise ``click.UsageError``."""
    if not (sys.stdin and sys.stdin.isatty()):
        raise wrong_usage(
            "name the players clockwise from the starting player, e.g. {example}; in a terminal, calimala new asks you",
            example="calimala new blue=Maria red=Tania",
        )
    return ask_table(given, _answer, note, settings().language)


def _answer(prompt: str) -> str:
    """Return a line that somebody types; the prompt is not a part of the result, even if that goes to a file."""
    if sys.stdout.isatty():
        return input(prompt)
    click.echo(prompt, nl=False, err=True)
    return input()


@click.command(
    "new",
    cls=CommandWithExamples,
    examples=(
        "calimala new",
        "calimala new blue=Maria red=Angelica yellow=Tania --id friday",
        "calimala new --players 3 --pad pad.html",
    ),
    headings={**TABLE_HEADINGS, "--id": "Game"},
)
@click.argument("people", metavar="[PLAYER]...", nargs=-1)
@table_options
@click.option("--seed", metavar="TEXT", help="Shuffle with this seed: same seed, same table")
@click.option("--deal", is_flag=True, help="Let the program shuffle and deal the cards")
@click.option(
    "--duplicate",
    type=GameName(),
    metavar="GAME",
    help="Play with the set-up, deck and cards of a game begun with --deal, e.g. at another table",
)
@click.option("--id", "id", metavar="ID", help="Short name of the game (default: the date and a word)")
@click.option(
    "--date", metavar="DATE", callback=read_day, help="Day of play, e.g. 2026-11-20 or yesterday (default: today)"
)
@click.option(
    "--header",
    "headers",
    multiple=True,
    metavar="NAME=VALUE",
    callback=read_headers,
    help="Another header, e.g. Event=Final",
)
@click.option("--players", type=click.IntRange(2, 5), metavar="N", help="N players without names")
@click.option(
    "--pad",
    metavar="PATH",
    help="Instead of starting a game, write a score pad to print; without --seed, unknown tiles stay blank",
)
@json_option
def new_command(
    people: Sequence[str],
    wishes: Wishes,
    seed: str | None,
    deal: bool,
    duplicate: str | None,
    id: str | None,
    date: str | None,
    headers: list[tuple[str, str]],
    players: int | None,
    pad: str | None,
    as_json: bool,
) -> None:
    """Set up a game and print the layout.

    Name the players clockwise from the starting player, each as blue=Maria, a colour or a name. Without arguments,
    calimala asks one question at a time. Tiles you do not specify are shuffled.
    """
    if not all(map(str.strip, people)):
        raise wrong_value("a player needs a name or a colour", option="PLAYER")
    if people and players not in (None, len(people)):
        raise wrong_usage("--players is {players}, but {number} are named", players=players, number=len(people))
    if pad is None and not as_json:
        note_small_terminal()
    if duplicate is not None:
        if wishes != Wishes() or seed is not None or deal or players or pad is not None:
            raise wrong_usage("--duplicate copies the whole set-up; only names, headers, a date and an id can be added")
        setup, deck = deck_of(sound(find_place(duplicate, None)))
        said = [(DATE, date or f"{now():%Y.%m.%d}"), *names_at(setup, people), *headers, (SHUFFLE, deck)]
        _begin(setup, said, id, as_json=as_json)
        return
    if pad is not None:
        if id or deal or as_json:
            raise wrong_usage("--pad does not start a game and cannot be combined with --id, --deal or --json")
        seats = parse_seats(people or [""] * (players or USUAL_PLAYERS), wishes.third)
        dated = [(DATE, date)] if date is not None else []
        write_table_pad(pad, table_pad(seats.colours, wishes, seed, [*dated, *seats.headers, *headers]))
        return
    if players and not people:
        people = [""] * players
    if not people:
        table = _asked(Table(wishes=wishes, deals=deal))
        people, wishes, deal = table.arguments, table.wishes, table.deals
    seats = parse_seats(people, wishes.third)
    seed = seed if seed is not None else str(SystemRandom().randrange(1_000_000))
    setup = setup_of(seats.colours, Random(seed), wishes)
    said = [(DATE, date or f"{now():%Y.%m.%d}"), *seats.headers, *headers]
    if deal:
        said.append((SHUFFLE, seed))
    used = seed if deal or wishes.leaves_to_chance else None
    is_laid_out = wishes.city or wishes.council or wishes.intrigue_tiles
    _begin(setup, said, id, as_json=as_json, seed=used, shuffled=wishes.shuffled if is_laid_out else ())


def _begin(
    setup: Setup,
    said: list[tuple[str, str]],
    id: str | None,
    *,
    as_json: bool,
    seed: str | None = None,
    shuffled: Sequence[str] = (),
) -> None:
    """Save a new game, and print how the table is laid out, with the seed by which it was shuffled."""
    game = save_new_game(the_store(create=True), replace(play(setup), headers=tuple(said)), id, now().date())
    names = names_of(setup, said)
    if as_json:
        write_json({"id": game, **setup_json(setup, names), "seed": seed})
    else:
        print_setup(game, setup, Names.of(setup, names, settings().language), seed, shuffled)
