"""Random playouts: list what is legal, choose, decide, go on, until the game is over.

Chance is drawn live from what is unseen, nothing is carried from one decision to the next. catanatron plays with its
own random players. A decision is a player's with more than one option. With hands hidden nobody sees what is drawn, as
in a record made at the table, so an unknown card may be any. With Intrigue each of five players has a family, other
ones in every game, and the first edition for five is the rival. Beside our speed is that of all commands; in the last
line they count, and all of catanatron's ticks: forced ones, draws and dice too.

The board for playing out is beside the random playouts of chess in OpenSpiel, which is written in C++; its goal is
higher where mypyc compiled it. Set-ups are shuffled before the clock starts.
"""

import random as global_random
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

from bench.games import options
from bench.harness import Figure, Lap, beside, contender, race
from calimala_es.commands import DrawCard
from calimala_es.components import COLOURS, UNKNOWN
from calimala_es.decide import step
from calimala_es.deck import chance_command, is_chance
from calimala_es.frames import CardDraw
from calimala_es.initial import dealt_families, initial, shuffled_setup
from calimala_es.playing import Board, play_out
from calimala_es.playing import board as playing_board
from calimala_es.setup import Setup

GAMES_A_LAP: Final = 15
CATAN_GAMES_A_LAP: Final = 3
BOARD_GAMES_A_LAP: Final = 60
CHESS_GAMES_A_LAP: Final = 60

BOARD_GOAL: Final = 0.8
COMPILED_GOAL: Final = 3.5
IS_COMPILED: Final = not (playing_board.__file__ or "").endswith(".py")
"""Whether mypyc compiled the board (``python -m bench.compiled``)."""


class Playout(NamedTuple):
    """How much was decided in one game: the players' decisions with more than one option, and all commands."""

    decisions: int
    commands: int


def base_setup(random: Random, seed: int) -> Setup:
    """Return a set-up of the first edition for three, four or five."""
    return shuffled_setup(COLOURS[: 3 + seed % 3], random)


def base_of_five(random: Random, seed: int) -> Setup:
    """Return a set-up of the first edition for five."""
    return shuffled_setup(COLOURS, random)


def five_families(random: Random, seed: int) -> Setup:
    """Return a set-up of the second edition for five with Intrigue and five of the families."""
    return shuffled_setup(COLOURS, random, intrigue=True, families=dealt_families(len(COLOURS), random))


def playout(seed: int, *, hidden: bool = False, table: Callable[[Random, int], Setup] = base_setup) -> Playout:
    """Play one game at such a table; with ``hidden`` hands nobody sees what is drawn."""
    random = Random(seed)
    choice = random.random
    state = initial(table(random, seed))
    decisions = commands = 0
    while not state.is_over:
        commands += 1
        if is_chance(state):
            unseen = hidden and type(state.now) is CardDraw
            command = DrawCard(UNKNOWN) if unseen else chance_command(state, random)
        else:
            possible = options(state)
            decisions += len(possible) > 1
            command = possible[int(choice() * len(possible))]
        _, state = step(state, command)
    return Playout(decisions, commands)


class _Ours:
    """Our contender; every lap plays other games."""

    def __init__(
        self,
        *,
        hidden: bool = False,
        all_commands: bool = False,
        table: Callable[[Random, int], Setup] = base_setup,
    ) -> None:
        self._seeds = count()
        self._hidden = hidden
        self._all = all_commands
        self._table = table
        self._played: list[Playout] = []

    def __call__(self) -> Lap:
        started = process_time()
        played = [playout(next(self._seeds), hidden=self._hidden, table=self._table) for _ in range(GAMES_A_LAP)]
        seconds = process_time() - started
        self._played += played
        return Lap(sum(game.commands if self._all else game.decisions for game in played), seconds)

    @property
    def all_units(self) -> float:
        """Return how many commands came for each decision."""
        return sum(game.commands for game in self._played) / sum(game.decisions for game in self._played)


class _Catanatron:
    """Four of catanatron's random players; every lap plays other games."""

    def __init__(self, *, all_commands: bool = False) -> None:
        catanatron = contender("catanatron")
        self._catanatron = catanatron
        self._seeds = count(1)
        ticks = self._ticks = [0]

        class Player(catanatron.RandomPlayer):  # type: ignore[misc, name-defined]
            """A random player who is counted."""

            def decide(self, game: Any, playable_actions: Any) -> Any:
                if all_commands or len(playable_actions) > 1:
                    ticks[0] += 1
                return playable_actions[global_random.randrange(0, len(playable_actions))]

        self._player = Player

    def __call__(self) -> Lap:
        self._ticks[0] = 0
        started = process_time()
        for _ in range(CATAN_GAMES_A_LAP):
            players = [self._player(colour) for colour in self._catanatron.Color]
            self._catanatron.Game(players, seed=next(self._seeds)).play()
        return Lap(self._ticks[0], process_time() - started)


class _Board:
    """The board for playing out; every lap plays other games."""

    def __init__(self) -> None:
        self._seeds = count()

    def __call__(self) -> Lap:
        seeds = [next(self._seeds) for _ in range(BOARD_GAMES_A_LAP)]
        boards = [Board.from_game(initial(base_setup(Random(seed), seed)), seed + 1) for seed in seeds]
        started = process_time()
        played = sum(play_out(one, Random(seed).random) for one, seed in zip(boards, seeds, strict=True))
        return Lap(played, process_time() - started)


class _Chess:
    """Random playouts of OpenSpiel's chess; every lap plays other games."""

    def __init__(self) -> None:
        self._game: Any = contender("pyspiel").load_game("chess")
        self._seeds = count()

    def __call__(self) -> Lap:
        started = process_time()
        played = 0
        for _ in range(CHESS_GAMES_A_LAP):
            choice = Random(next(self._seeds)).random
            state = self._game.new_initial_state()
            while not state.is_terminal():
                possible = state.legal_actions()
                played += len(possible) > 1
                state.apply_action(possible[int(choice() * len(possible))])
        return Lap(played, process_time() - started)


def figures(rounds: int) -> Iterator[Figure]:
    """Measure beside catanatron, counted in two ways, and Intrigue with families beside the base game."""
    whole, base, known, hidden = (
        _Ours(table=five_families),
        _Ours(table=base_of_five),
        _Ours(),
        _Ours(hidden=True),
    )
    ours, theirs = race([whole, base], rounds)
    yield beside(
        "playouts, Intrigue and five families",
        "decisions/s",
        "first edition",
        ours,
        theirs,
        goal=2 / 3,
        all_units=whole.all_units,
    )
    ours, ours_hidden, theirs = race([known, hidden, _Catanatron()], rounds)
    yield beside("random playouts", "decisions/s", "catanatron", ours, theirs, goal=5, all_units=known.all_units)
    yield beside(
        "random playouts, hands hidden",
        "decisions/s",
        "catanatron",
        ours_hidden,
        theirs,
        goal=5,
        all_units=hidden.all_units,
    )
    ours, theirs = race([_Ours(all_commands=True), _Catanatron(all_commands=True)], rounds)
    yield beside("random playouts, forced ones too", "commands/s", "catanatron", ours, theirs)
    ours, theirs = race([_Board(), _Chess()], rounds)
    yield beside(
        f"board for playing out, {'compiled' if IS_COMPILED else 'plain Python'}",
        "decisions/s",
        "OpenSpiel's chess",
        ours,
        theirs,
        goal=COMPILED_GOAL if IS_COMPILED else BOARD_GOAL,
    )
