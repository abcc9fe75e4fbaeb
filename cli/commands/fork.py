"""``fork``: continue a game from any of its moments, as a game of its own or as a variation."""

from pathlib import Path
from typing import Final, NamedTuple

import click
from msgspec.structs import replace

from calimala_es.game import Game, Variation
from calimala_es.headers import FORK
from calimala_es.store import Author, Draft, drafts_at
from calimala_es.view import Viewer
from cli.files import GameName, address_of, write_file
from cli.games import FoundGame, find_game, find_place, now, save_new_game, sound, the_store
from cli.options import CommandWithExamples, json_option
from cli.terminal import counted, say, write_data, write_json
from cli.viewpoint import SeatName, seat_of
from notation import dumps
from notation.places import is_start, parse_place
from replays.edit.fork import branch_off, fork_game, join_back
from replays.edit.nodes import TreeError
from replays.edit.redact import redact
from replays.edit.tree import Branch, Tree

UNNAMED: Final = "-"
"""The value of ``--variation`` for a variation without a name."""


_OWN: Final = {"": Author()}
"""The author of the notes in a fork: the record itself."""


class ForkPoint(NamedTuple):
    """A moment of a game between two decisions: how many have happened, and the last event's place, if there is one."""

    number: int
    id: str | None


@click.command(
    "fork",
    cls=CommandWithExamples,
    examples=(
        "calimala fork friday#7.2.3",
        "calimala fork friday#7 --as red --id what-if",
        "calimala fork game.cgn#v1 -o on-from-there.cgn",
        'calimala fork game.cgn --at 7 "AS AC SL" --variation "two cloths" -o study.cgn',
        "calimala fork what-if --join",
    ),
)
@click.argument("name", metavar="GAME", type=GameName())
@click.argument("decisions", metavar="[DECISIONS]", required=False)
@click.option("--at", metavar="ID", help="After turn 7, activation 7.2, event 7.2.3; port:7.2 in a variation.")
@click.option("--before", is_flag=True, help="From the position before that place.")
@click.option("--as", "seat", type=SeatName(), help="Know what a player saw (red, r, Maria), or the public.")
@click.option("--id", "id", metavar="ID", help="Into the store under this id; otherwise the day and a word.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the text there.")
@click.option("--variation", metavar="NAME", help="It is to be a variation of this name; - for one without.")
@click.option("--join", is_flag=True, help="Put what a fork has of its own back as a variation.")
@json_option
def fork_command(
    name: str,
    decisions: str | None,
    at: str | None,
    before: bool,
    seat: str | None,
    id: str | None,
    output: Path | None,
    variation: str | None,
    join: bool,
    as_json: bool,
) -> None:
    """Go on from any moment of a game.

    A game of the store is forked into the store, where `calimala record` goes on with it; a text becomes a text. The
    fork begins with the same decisions, its header Fork tells where it comes from. With --as it knows only the cards
    that the seat, or the public, knew then.

    With --variation and DECISIONS these stand beside what was played there. Without DECISIONS the fork is recorded
    like any game, and --join puts what it has of its own into the game that it comes from, as a variation of that name.
    """
    if join:
        if decisions or at or before or seat or id or variation:
            raise click.UsageError("--join takes a fork, and only -o and --json beside it")
        _join(name, output, as_json)
        return
    if decisions is not None and variation is None:
        raise click.UsageError("DECISIONS stand in a variation; say --variation NAME, or - for one without a name")
    if decisions is not None and (seat or id):
        raise click.UsageError("--as and --id are for a fork that is a game of its own")
    game = sound(find_place(name, at))
    moment = _moment(game, before)
    named = "" if variation in (None, UNNAMED) else str(variation)
    if decisions is not None:
        _vary(game, moment, decisions, named, output, as_json)
        return
    viewer = None if seat is None else (seat_of(seat, game),)
    _fork(name, game, moment, viewer, named, id, output, as_json)


def _moment(game: FoundGame, before: bool) -> ForkPoint:
    """Return the moment that a place names: after the decision that it belongs to, or before it."""
    if before and not game.place:
        raise click.UsageError("--before needs a place: --at, or game.cgn#7.2")
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
        say(f"{stored} goes on from {origin}, behind {counted(moment.number, 'decision')}.")
        say(f"Write it down with: calimala record {stored}")
        if variation:
            say(f"As a variation it comes back with: calimala fork {stored} --join")
    elif output is None:
        write_data(dumps(fork))
    else:
        say(str(output))


def _origin(name: str, game: FoundGame) -> str:
    """Return the name of a game in the header of a fork."""
    if game.stored:
        return game.stored.id
    address = address_of(name)
    if address.number:
        return f"{address.name}#{address.number}"
    return address.name if len(address.name) <= 200 and address.name != "-" else address.stem


# Variations.


def _vary(game: FoundGame, moment: ForkPoint, decisions: str, named: str, output: Path | None, as_json: bool) -> None:
    """Add decisions as a variation of those that were played."""
    if game.variation:
        raise TreeError("a variation of a variation is made in its fork; `calimala fork` without DECISIONS makes one")
    tree = Tree.of(game.record)
    with game.naming():
        branch = branch_off(tree, moment.number, decisions, named)
    _keep_variation(game, tree.record(), branch, output, as_json)


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
        raise click.UsageError(f"{name} has no header {FORK} that tells where it comes from")
    address = address_of(origin)
    whole = f"{address.name}#{address.number}" if address.number else address.name
    game = sound(find_game(whole))
    if address.place and not is_start(address.place) and parse_place(address.place).variation:
        raise TreeError(f"{name} comes from a variation, {origin}; only forks of the main line can be joined")
    position = game.replay.find(address.place) if address.place else 0
    number = game.replay.command_at(position - 1) + 1 if position else 0
    record, id = join_back(game.record, number, fork.record)
    branch = Tree.of(record).variation(id)
    _keep_variation(game, record, branch, output, as_json)
