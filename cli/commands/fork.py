"""``fork``: continue a game from any of its moments, as a game of its own or as a variation."""

from pathlib import Path
from typing import Final, NamedTuple

import click
from msgspec.structs import replace

from calimala_es.errors import GameRenamedError
from calimala_es.game import Game, Variation
from calimala_es.headers import FORK
from calimala_es.messages import Message
from calimala_es.store import Author, Draft, drafts_at
from calimala_es.view import Viewer
from cli.exits import wrong_usage
from cli.files import GAME, STANDARD_INPUT, address_of, write_file
from cli.games import FoundGame, find_game, find_place, now, save_new_game, sound, the_store
from cli.options import CommandWithExamples, json_option, settings
from cli.terminal import say, write_data, write_json
from cli.viewpoint import SeatName, seat_of
from notation import dumps
from notation.places import is_start, parse_place
from replays.edit.fork import fork_game, join_back
from replays.edit.nodes import TreeError
from replays.edit.redact import redact
from replays.edit.tree import Branch, Tree

_OWN: Final = {"": Author()}
"""The author of the notes in a fork: the record itself."""


class ForkPoint(NamedTuple):
    """A moment of a game between two decisions: how many have happened, and the last event's place, if there is one."""

    number: int
    id: str | None


@click.command(
    "fork",
    cls=CommandWithExamples,
    examples=("calimala fork friday#7 --as red --id what-if", "calimala fork what-if --join"),
)
@GAME
@click.option("--at", metavar="MOMENT", help="The moment at which the fork begins (default: the end)")
@click.option("--before", is_flag=True, help="Begin before that moment")
@click.option("--as", "seat", metavar="SEAT", type=SeatName(), help="Start with only the cards this seat knew")
@click.option("--id", "id", metavar="ID", help="Save the fork in the store as ID (default: the date and a word)")
@click.option("--name", "variation", metavar="NAME", default="", help="Name of the variation for --join")
@click.option("--join", is_flag=True, help="Add this fork to its original as a variation")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the fork here")
@json_option
def fork_command(
    name: str,
    at: str | None,
    before: bool,
    seat: str | None,
    id: str | None,
    output: Path | None,
    variation: str,
    join: bool,
    as_json: bool,
) -> None:
    """Start a new game with the same decisions up to a moment. Continue it with calimala record. A fork of a file is
    printed.
    """
    if join:
        if at or before or seat or id or variation:
            raise wrong_usage("--join needs a fork, and can be combined only with -o and --json")
        _join(name, output, as_json)
        return
    game = sound(find_place(name, at))
    moment = _moment(game, before)
    viewer = None if seat is None else (seat_of(seat, game),)
    _fork(name, game, moment, viewer, variation, id, output, as_json)


def _moment(game: FoundGame, before: bool) -> ForkPoint:
    """Return the moment that a place names: after the decision that it belongs to, or before it."""
    if before and not game.place:
        raise wrong_usage("{option} needs a moment: {example} or game.cgn#7.2", option="--before", example="--at 7.2")
    replay = game.replay
    position = replay.find(game.place, before=before) if game.place else replay.last
    number = replay.command_at(position if before else position - 1) + (0 if before else 1)
    last = replay.before(number)
    return ForkPoint(number, game.ids[last - 1] if last else None)


def _fork(
    name: str,
    game: FoundGame,
    moment: ForkPoint,
    viewer: tuple[Viewer] | None,
    variation: str,
    id: str | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Make a game of its own."""
    origin = f"{_origin(name, game)}#{moment.id}" if moment.id else _origin(name, game)
    record = game.record
    begun = replace(record, moves=record.moves[: moment.number])
    seen = redact(begun, viewer[0]) if viewer else begun
    fork = fork_game(seen, moment.number, origin, variation)
    stored = None
    if output is not None:
        write_file(output, [dumps(fork)])
    elif game.stored or id:
        stored = save_new_game(the_store(create=True), fork, id, now().date())
    if as_json:
        text = None if stored or output else dumps(fork)
        write_json({"id": stored, "from": origin, "decisions": moment.number, "text": text})
    elif stored:
        language = settings().language
        say(
            language.counted(
                "{fork} continues {game} after {number} decision.",
                "{fork} continues {game} after {number} decisions.",
                moment.number,
                fork=stored,
                game=origin,
            )
        )
        say(language.text("Record it with: {command}", command=f"calimala record {stored}"))
        say(language.text("Add it to the original with: {command}", command=f"calimala fork {stored} --join"))
    elif output is None:
        write_data(dumps(fork))
    elif str(output) != STANDARD_INPUT:
        say(str(output))


def _origin(name: str, game: FoundGame) -> str:
    """Return the name of a game in the header of a fork."""
    if game.stored:
        return game.stored.id
    address = address_of(name)
    if address.number:
        return address.game
    return address.name if len(address.name) <= 200 and address.name != "-" else address.stem


# Joining.


def _keep_variation(game: FoundGame, record: Game, branch: Branch, output: Path | None, as_json: bool) -> None:
    """Write a variation into the store if the game is there, otherwise into a text."""
    id = branch.id
    if game.stored and output is None:
        assert branch.instead_of is not None
        id = _annotate(game, branch.variation(), branch.instead_of.depth)
    elif output is not None:
        write_file(output, [dumps(record)])
    if as_json:
        text = None if game.stored or output else dumps(record)
        words = [node.symbol for node in branch]
        write_json({"game": game.name, "variation": id, "name": branch.name, "decisions": words, "text": text})
    elif game.stored or output:
        say(f"{output or game.name}#{id}")
    else:
        write_data(dumps(record))


def _annotate(game: FoundGame, variation: Variation, anchor: int) -> str:
    """Add a variation to a stored game, or continue an existing one, and return its id in the text."""
    assert game.stored is not None
    store = the_store()
    known = game.stored.variations.get(variation.id)
    if known is None:
        draft = Draft(anchor, variation, authors=_OWN, dated=False)
        (known,) = store.annotations.add(game.stored, "", draft)[:1]
    else:
        length = len(game.stored.annotations.find(known).commands)
        commands = [move.command for move in variation.moves]
        store.annotations.edit_variation(game.stored, known, commands=commands)
        drafts = [
            replace(draft, variation=known)
            for place, move in enumerate(variation.moves[length:], length + 1)
            for draft in drafts_at(place, move.notes, move.variations, _OWN)
        ]
        if drafts:
            store.annotations.add(game.stored.id, "", drafts)
    ids = store.load(game.stored.id).variations
    return next(id for id, annotation in ids.items() if annotation == known)


def _join(name: str, output: Path | None, as_json: bool) -> None:
    """Add a fork's own decisions to the game that it comes from."""
    fork = sound(find_game(name))
    origin = fork.record.header(FORK)
    if origin is None:
        raise wrong_usage(
            "{name} has no {header} header, which would name the game that it comes from", name=name, header=FORK
        )
    address = address_of(origin)
    try:
        game = sound(find_game(address.game))
    except GameRenamedError as error:
        game = sound(find_game(error.id))
    if address.place and not is_start(address.place) and parse_place(address.place).variation:
        raise TreeError(
            Message(
                "{name} comes from a variation, {place}; only forks of the main line can be joined",
                name=name,
                place=origin,
            )
        )
    position = game.replay.find(address.place) if address.place else 0
    number = game.replay.command_at(position - 1) + 1 if position else 0
    record, id = join_back(game.record, number, fork.record)
    branch = Tree.of(record).variation(id)
    _keep_variation(game, record, branch, output, as_json)
