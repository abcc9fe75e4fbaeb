"""``set``: correct what was entered at the start, and replay every decision."""

from collections.abc import Mapping, Sequence
from typing import Final

import click

from calimala_es.components import COLOUR_WORDS
from calimala_es.headers import DATE
from calimala_es.setup import Setup
from cli.exits import wrong_usage, wrong_value
from cli.files import GAME
from cli.games import FoundGame, find_game, sound, the_store
from cli.options import OK, CommandWithExamples
from cli.repairs import REPAIR_PARAMETERS, RepairOptions, carry_headers, carry_out, repair_options
from cli.setup_options import read_day, read_headers, table_options, tile_errors
from cli.terminal import say, write_json
from notation.headers.setup_headers import parse_seats
from replays.edit.edits import Edit, replace_setup
from replays.edit.tree import Tree
from replays.wishes import DEAL, Wishes, corrected_setup

_TABLE: Final = frozenset((*Wishes.__struct_fields__, "seats"))
"""The parameters that correct the set-up."""


def _read_names(_context: click.Context, _parameter: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    """Read names given as ``PLAYER=NAME``, by what the player is called now, or by the colour."""
    pairs = [value.partition("=") for value in values]
    for value, (word, equals, _) in zip(values, pairs, strict=True):
        if not equals or not word.strip():
            raise wrong_value("{word} is not PLAYER=NAME; write e.g. blue=Maria", word=repr(value))
    return {word.strip(): name.strip() for word, _, name in pairs}


def _by_colour(game: FoundGame, names: Mapping[str, str]) -> dict[str, str]:
    """Return the names by the letters of the colours; raise ``click.BadParameter`` for somebody who does not play."""
    seats = {name.casefold(): seat for seat, name in game.player_names.items()}
    seats |= {word: seat for seat, colour in enumerate(game.setup.colours) for word in (colour, COLOUR_WORDS[colour])}
    found: dict[str, str] = {}
    for word, name in names.items():
        if word.casefold() not in seats:
            people = game.player_names
            players = ", ".join(
                f"{COLOUR_WORDS[colour]}={people[seat]}" if people.get(seat) else COLOUR_WORDS[colour]
                for seat, colour in enumerate(game.setup.colours)
            )
            raise wrong_value(
                "nobody plays {name}; the players are {players}", name=word, players=players, option="--name"
            )
        found[game.setup.colours[seats[word.casefold()]]] = name
    return found


@click.command(
    "set",
    cls=CommandWithExamples,
    as_in={"new": Wishes.__struct_fields__, "repair": REPAIR_PARAMETERS},
    examples=(
        "calimala set friday --name blue=Marie --header Event=Final",
        "calimala set friday --city WBM/U-A/VTS --dry-run",
    ),
)
@GAME
@click.option("--id", "id", metavar="ID", help="Rename the game")
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="PLAYER=NAME",
    callback=_read_names,
    help="Correct the name of a player, e.g. blue=Maria",
)
@click.option("--date", metavar="DATE", callback=read_day, help="Correct the day of play")
@click.option(
    "--header",
    "headers",
    multiple=True,
    metavar="NAME=VALUE",
    callback=read_headers,
    help="Correct or add a header; NAME= removes it",
)
@click.option("--seats", metavar="COLOURS", help="The colours in turn order, e.g. bryg")
@table_options
@repair_options
@click.pass_context
def set_command(
    context: click.Context,
    name: str,
    id: str | None,
    names: Mapping[str, str],
    date: str | None,
    headers: Sequence[tuple[str, str]],
    seats: str | None,
    wishes: Wishes,
    options: RepairOptions,
) -> int:
    """Correct what was entered at the start. Decisions are replayed as in calimala repair.

    To correct a tile, give the whole city or council; a recorded street stays between the same two tiles.
    """
    given = {
        parameter
        for parameter in _TABLE
        if context.get_parameter_source(parameter) is click.core.ParameterSource.COMMANDLINE
    }
    changed: dict[str, str | None] = {header: value or None for header, value in headers}
    is_corrected = bool(given or names or changed or date is not None)
    if id is not None and is_corrected:
        raise wrong_usage("--id cannot be combined with other corrections; use it alone")
    if id is None and not is_corrected:
        raise wrong_usage("name what to correct, e.g. --name blue=Maria; see calimala set --help")
    game = sound(find_game(name))
    if id is not None:
        return _rename(game, id, options)
    names = _by_colour(game, names)
    changed |= {COLOUR_WORDS[colour].capitalize(): value or None for colour, value in names.items()}
    changed |= {DATE: date or None} if date is not None else {}
    _check_people(game, names, changed)
    setup = _corrected(game, wishes, given, seats)
    changed = {header: value for header, value in changed.items() if value != game.record.header(header)}
    if setup != game.setup:
        return carry_out(game, replace_setup(game.record, setup), options, changed)
    if not game.record.has_positions:
        return carry_headers(game, options, changed)
    end = len(game.record.moves)
    return carry_out(game, Edit(Tree.of(game.record), end, end, ()), options, changed)


def _rename(game: FoundGame, id: str, options: RepairOptions) -> int:
    """Give a game of the store another id."""
    if not game.stored or options.output:
        raise wrong_usage("{name} is not in your store, so it has no id; rename the file", name=game.name)
    if not options.dry_run:
        the_store().rename(game.stored, id)
    if options.as_json:
        write_json({"id": id, "was": game.stored.id, "kept": not options.dry_run})
    else:
        say(game.names.language.text("renamed from {old} to {id}", old=game.stored.id, id=id))
    return OK


def _check_people(game: FoundGame, names: Mapping[str, str], changed: Mapping[str, str | None]) -> None:
    """Raise ``click.BadParameter`` if two players would have one name."""
    colours = game.setup.colours
    headers = {**dict(reversed(game.record.headers)), **changed}
    people = [headers.get(COLOUR_WORDS[colour].capitalize()) or "" for colour in colours]
    for colour, name in names.items():
        if name and [person.casefold() for person in people].count(name.casefold()) > 1:
            raise wrong_value(
                "{name} plays twice: every player needs a different name; try {example}",
                name=repr(name),
                example=f"{name}-{colour.upper()}",
                option="--name",
            )


def _corrected(game: FoundGame, wishes: Wishes, given: set[str], seats: str | None) -> Setup:
    """Return the set-up with the corrections."""
    if not given:
        return game.setup
    if wishes.families == DEAL:
        raise wrong_value("a correction cannot deal families; name them, e.g. Bardi,Medici,-")
    with tile_errors():
        return corrected_setup(game.setup, wishes, given, parse_seats(seats) if seats else "")
