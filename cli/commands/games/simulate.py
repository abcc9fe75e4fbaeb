"""``games simulate``: whole legal games by automatic players."""

import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import chain
from math import inf
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple, TextIO, TypeVar

import click
from click.core import ParameterSource

from calimala_es.checks import format_points
from calimala_es.components import COLOUR_WORDS, COLOURS
from calimala_es.decide import step
from calimala_es.editions import EDITIONS, FIRST, SECOND
from calimala_es.errors import GameExistsError
from calimala_es.game import Game, Move
from calimala_es.headers import EVENT, RESULT
from calimala_es.initial import initial
from calimala_es.store import PreparedGame, begin_game
from cli.commands.games.build import need_library, open_or_create, say_added, show_progress
from cli.commands.games.split import safe_name
from cli.exits import wrong_usage
from cli.files import GAME_SUFFIX, STANDARD_INPUT, is_folder, output_path, write_and_name
from cli.games import free_id, now, save_new_game, the_store
from cli.options import CommandWithExamples, join_or, json_option, settings
from cli.processes import WORKERS, workers_options
from cli.setup_options import setup_of, table_options
from cli.terminal import note, say, write_data, write_json
from notation import dumps
from replays.judge.hands import Past
from replays.players import PLAYERS, next_command, seated
from replays.players.levels import TimeLimit
from replays.positions import colours_json
from replays.wishes import DEAL, USUAL, Wishes, edition_of
from replays.workers import ALONE, Workforce, growing, spread

T = TypeVar("T")

FEW: Final = 20
"""From this many games on, other processes play them, and progress is shown."""

_MOST: Final = 200
"""The most games of players who do not look ahead that a worker plays before it answers."""

_SOME_SECONDS: Final = 1
"""How long games are played before the remaining time is estimated."""

_SLOW: Final = frozenset({"quick", "strong"})
"""Players who think so long that each of their games is a piece of work."""


@click.command(
    "simulate",
    cls=CommandWithExamples,
    as_in={"games build": WORKERS, "new": Wishes.__struct_fields__},
    examples=(
        "calimala games simulate -n 100 --players 3 -o games.cgn",
        "calimala games simulate --bot greedy --bot random --families deal --keep",
        "calimala games simulate -n 1000 --mixed --library simulated",
    ),
)
@click.option(
    "-n",
    "--number",
    default=1,
    type=click.IntRange(0, 10_000_000),
    metavar="N",
    help="Number of games (default: 1)",
)
@click.option(
    "--first",
    default=1,
    type=click.IntRange(1, 10_000_000),
    metavar="N",
    help="Number of the first game (default: 1)",
)
@click.option("--players", default=4, type=click.IntRange(2, 5), metavar="N", help="Players in each (default: 4)")
@click.option(
    "--bot",
    "bots",
    multiple=True,
    type=click.Choice([*PLAYERS]),
    metavar="NAME",
    help=f"{join_or(PLAYERS)}, one per seat, repeated in order if there are fewer (default: greedy)",
)
@click.option(
    "--milliseconds",
    type=click.IntRange(1, 600_000),
    metavar="N",
    help="Time that quick and strong take for each decision; the same seed then gives different games",
)
@click.option("--seed", default="1", metavar="TEXT", help="Same seed, same games (default: 1)")
@table_options
@click.option(
    "--mixed",
    is_flag=True,
    help="Choose rules, players and bots (default: greedy, random) at random",
)
@click.option("--keep", is_flag=True, help="Add the games to your store and print their ids")
@click.option("-o", "--output", metavar="FILE", help="Write the games here; in a folder/, one file per game")
@click.option(
    "--library",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="LIBRARY",
    help="Add the games to a library, unless already there",
)
@workers_options
@json_option
@click.pass_context
def simulate_command(
    context: click.Context,
    number: int,
    first: int,
    players: int,
    bots: Sequence[str],
    milliseconds: int | None,
    seed: str,
    wishes: Wishes,
    mixed: bool,
    output: str | None,
    keep: bool,
    library: Path | None,
    workers: Workforce,
    as_json: bool,
) -> None:
    """Let the program play whole games, and print them in notation. Without a layout, every game is shuffled anew.
    random plays any legal decision; greedy plays for points; quick and strong look ahead, strong for a second or more
    per turn.
    """
    if keep + as_json + (output is not None) + (library is not None) > 1:
        raise wrong_usage("use only one of {options}", options=("--keep", "--json", "--output", "--library"))
    if mixed:
        if fixed := _fixed(context):
            raise wrong_usage("use only one of {options}", options=("--mixed", fixed[0]))
        simulated = Simulated(bots or ("greedy", "random"), seed, None, milliseconds)
    else:
        if len(bots) > players:
            raise wrong_usage("there are {number} bots for {players} players", number=len(bots), players=players)
        kinds = bots or ("greedy",)
        simulated = Simulated([kinds[seat % len(kinds)] for seat in range(players)], seed, wishes, milliseconds)
    numbers, shared = range(first, first + number), workers if number >= FEW or workers.scheduler else ALONE
    if keep:
        _keep(simulated, numbers, shared)
    elif library:
        _build(library, simulated, numbers, shared)
    elif as_json:
        write_json([*with_progress(_played(simulated, _result_json, numbers, shared), simulated, number)])
    else:
        _write(_played(simulated, _text, numbers, shared), simulated, numbers, output)


def _fixed(context: click.Context) -> list[str]:
    """Return the options given that say what every table is to be."""
    names = {"players", *Wishes.__struct_fields__}
    return [
        parameter.opts[0]
        for parameter in context.command.params
        if parameter.name in names and context.get_parameter_source(parameter.name) is not ParameterSource.DEFAULT
    ]


def _write(pieces: Iterator[list[str]], simulated: "Simulated", numbers: range, output: str | None) -> None:
    """Write games with these numbers to a folder, a file or the standard output."""
    number = len(numbers)
    if output and is_folder(output):
        for each, text in zip(numbers, with_progress(pieces, simulated, number, is_printed=True), strict=True):
            path = output_path(output, f"{safe_name(simulated.seed) or 'game'}-{each:04}{GAME_SUFFIX}")
            write_and_name(path, [text])
    elif output and output != STANDARD_INPUT:
        _write_file(with_progress(pieces, simulated, number), number, Path(output))
    else:
        for text in _parted(with_progress(pieces, simulated, number, is_printed=True)):
            write_data(text)


def _parted(texts: Iterator[str]) -> Iterator[str]:
    """Yield texts with an empty line before each but the first."""
    return (f"\n{text}" if number else text for number, text in enumerate(texts))


def _write_file(texts: Iterator[str], number: int, path: Path) -> None:
    """Write so many games to a file; after Ctrl-C those that are finished, if any, and report how many they are."""
    finished = 0
    stopped: list[KeyboardInterrupt] = []

    def until_stopped() -> Iterator[str]:
        nonlocal finished
        try:
            for finished, text in enumerate(texts, 1):  # noqa: B007
                yield text
        except KeyboardInterrupt as stop:
            if not finished:
                raise
            stopped.append(stop)

    write_and_name(path, _parted(until_stopped()))
    if stopped:
        note(
            settings().language.text(
                "Stopped: {file} has {number} of {total} games.", file=path, number=finished, total=number
            )
        )
        raise stopped[0]


def with_progress(
    pieces: Iterator[list[T]], simulated: "Simulated", number: int, *, is_printed: bool = False
) -> Iterator[T]:
    """Yield so many games with a progress bar on the standard error, if that is a terminal and the work is long.

    If something ``is_printed`` about each game on the same terminal, that shows the progress.
    """
    is_long = number >= FEW or (number > 1 and simulated.is_slow)
    if not is_long or not _is_terminal(sys.stderr) or (is_printed and _is_terminal(sys.stdout)):
        yield from chain.from_iterable(pieces)
        return
    begun: tuple[float, int] | None = None
    with click.progressbar(length=number, label="playing", file=sys.stderr) as bar:
        for piece in pieces:
            yield from piece
            # The first piece took longer than others, as the processes had to begin: it is no measure of the rest.
            begun = begun or (perf_counter(), len(piece))
            seconds, games = perf_counter() - begun[0], bar.pos + len(piece) - begun[1]
            if seconds >= _SOME_SECONDS and games:
                bar.avg, bar.eta_known = [seconds / games], True
            bar.last_eta = inf
            bar.update(len(piece))


def _is_terminal(stream: TextIO | None) -> bool:
    return bool(stream and stream.isatty())


class Simulated(NamedTuple):
    """Games to be played: the player of each seat, the seed, what the table is to be, and the time for a decision.

    Without wishes every game is another one, and ``seats`` are the players from whom each seat gets one.
    """

    seats: Sequence[str]
    seed: str
    wishes: Wishes | None
    milliseconds: int | None

    @property
    def is_slow(self) -> bool:
        """Whether some player looks ahead."""
        return not _SLOW.isdisjoint(self.seats)

    def check(self) -> None:
        """Raise ``SetupError`` if the games cannot be played."""
        if self.wishes is not None:
            setup_of(_colours(len(self.seats), self.wishes), Random(self.seed), self.wishes)

    def game(self, number: int) -> Game:
        """Return a game; raise ``SetupError``."""
        if self.wishes is None:
            random = Random(f"{self.seed}/{number}/table")
            players, wishes = random.choice(_TABLES)
            seats: Sequence[str] = [random.choice(self.seats) for _ in range(players)]
        else:
            seats, wishes = self.seats, self.wishes
        return play_game(seats, self.seed, number, wishes, self.milliseconds)


_RULES: Final = (
    Wishes(edition=FIRST.name),
    Wishes(edition=SECOND.name),
    Wishes(intrigue=True),
    Wishes(families=DEAL),
)
_TABLES: Final = [(players, wishes) for wishes in _RULES for players in sorted(EDITIONS[edition_of(wishes)].discs)]
"""The numbers of players and the rules that a mixed simulation chooses from."""


class _SimulatedGame(NamedTuple):
    """A game that a library may have already, by its number."""

    simulated: Simulated
    number: int

    @property
    def place(self) -> str:
        """The seed and the number of the game."""
        return f"seed {self.simulated.seed}#{self.number}"

    @property
    def written(self) -> bytes:
        """What is the same only for the same game."""
        return f"{self.simulated}/{self.number}".encode()


def _play(item: _SimulatedGame) -> Game:
    return item.simulated.game(item.number)


def _build(folder: Path, simulated: Simulated, numbers: range, workers: Workforce) -> None:
    """Add games with these numbers to a library."""
    need_library()
    from replays.library.building import Progress, build_from

    simulated.check()
    items = (_SimulatedGame(simulated, number) for number in numbers)
    done = Progress()
    show_progress(done, len(numbers))
    for done in build_from(open_or_create(folder), items, _play, workers=workers):
        show_progress(done, len(numbers))
    say_added(done)


def _played(
    simulated: Simulated, finish: Callable[[Game, int], T], numbers: range, workers: Workforce
) -> Iterator[list[T]]:
    """Yield what ``finish`` makes of the games with these numbers, in order, some at a time."""
    play = partial(_play_some, simulated=simulated, finish=finish)
    return spread(play, growing(numbers, _most_of(simulated)), workers)


def _most_of(simulated: Simulated) -> int:
    """Return the most games that a worker plays before it answers."""
    return 1 if simulated.is_slow else _MOST


def _play_some(numbers: list[int], simulated: Simulated, finish: Callable[[Game, int], T]) -> list[T]:
    return [finish(simulated.game(number), number) for number in numbers]


def play_game(
    seats: Sequence[str], seed: str, number: int, wishes: Wishes = USUAL, milliseconds: int | None = None
) -> Game:
    """Return game ``number`` of a seed, by the named players; raise ``SetupError``.

    Players who look ahead think about each decision for so many milliseconds, if that is given.
    """
    random = Random(f"{seed}/{number}")
    start = state = initial(setup_of(_colours(len(seats), wishes), random, wishes))
    past = Past(state) if _SLOW.intersection(seats) else None
    limit = TimeLimit(milliseconds, perf_counter) if milliseconds else None
    players = [seated(name, past, limit) if past else PLAYERS[name] for name in seats]
    moves: list[Move] = []
    while not state.is_over:
        command = next_command(state, players, random)
        events, after = step(state, command)
        moves.append(Move(command, events, after))
        if past:
            past.add(state, events)
        state = after
    colours = state.setup.colours
    names = [(COLOUR_WORDS[colour].capitalize(), name) for colour, name in zip(colours, seats, strict=True)]
    headers = [(EVENT, f"simulated, seed {seed}, game {number}"), *names, (RESULT, format_points(state))]
    return Game(start.setup, start, tuple(moves), tuple(headers))


def _colours(players: int, wishes: Wishes) -> str:
    """Return the first colours, except that of the third party."""
    return "".join(colour for colour in COLOURS if colour != wishes.third)[:players]


def _text(game: Game, _: int) -> str:
    return dumps(game)


class _NewGame(NamedTuple):
    """A game for the store: its number, and what is to be saved."""

    number: int
    new: PreparedGame


def _keep(simulated: Simulated, numbers: range, workers: Workforce) -> None:
    """Save games with these numbers and print their ids; other processes prepare them."""
    store, moment = the_store(create=True), now()
    taken: set[str] = set()

    def tasks() -> Iterator[tuple[int, str]]:
        for number in numbers:
            id = free_id(store, moment.date(), taken)
            taken.add(id)
            yield number, id

    prepare = partial(_prepare_some, simulated=simulated, time=moment)
    prepared = spread(prepare, growing(tasks(), _most_of(simulated)), workers)
    for made in with_progress(prepared, simulated, len(numbers), is_printed=True):
        try:
            store.add(made.new)
            id = made.new.id
        except GameExistsError:
            id = save_new_game(store, simulated.game(made.number), None, moment.date())
        say(id)


def _prepare_some(tasks: list[tuple[int, str]], simulated: Simulated, time: datetime) -> list[_NewGame]:
    return [_NewGame(number, begin_game(id, simulated.game(number), time).new) for number, id in tasks]


def _result_json(game: Game, number: int) -> dict[str, Any]:
    end = game.state
    winners = getattr(end.now, "winners", "")
    return {
        "game": number,
        "players": [value for _, value in game.headers[1:-1]],
        "points": [mat.points for mat in end.mats[: end.setup.players]],
        "winners": colours_json(end, winners),
        "turns": end.turn,
        "decisions": len(game.moves),
    }
