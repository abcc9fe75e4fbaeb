"""Random playouts: list what is legal, choose, decide, go on, until the game is over.

Chance is drawn live from what is unseen, nothing is kept from one decision to the next. catanatron plays with its own
random players. A decision is a player's with more than one option; in the second line all commands and all of
catanatron's ticks count, forced ones, draws and dice too.
"""

import random as global_random
from collections.abc import Iterator
from itertools import count
from random import Random
from time import perf_counter
from typing import Any, Final

from bench.games import options
from bench.harness import Figure, Lap, beside, contender, race
from calimala_es.components import COLOURS
from calimala_es.decide import step
from calimala_es.initial import initial
from calimala_es.shuffle import chance_command, is_chance, shuffled_setup

GAMES_A_LAP: Final = 15
CATAN_GAMES_A_LAP: Final = 3


def playout(seed: int) -> tuple[int, int]:
    """Play one game; the players' decisions with more than one option, and all commands."""
    random = Random(seed)
    choice = random.random
    state = initial(shuffled_setup(COLOURS[: 3 + seed % 3], random))
    decisions = commands = 0
    while not state.is_over:
        commands += 1
        if is_chance(state):
            command = chance_command(state, random)
        else:
            possible = options(state)
            decisions += len(possible) > 1
            command = possible[int(choice() * len(possible))]
        _, state = step(state, command)
    return decisions, commands


class _Ours:
    """Our contender; every lap plays other games."""

    def __init__(self, *, all_commands: bool) -> None:
        self._seeds = count()
        self._all = all_commands

    def __call__(self) -> Lap:
        started = perf_counter()
        units = sum(playout(next(self._seeds))[self._all] for _ in range(GAMES_A_LAP))
        return Lap(units, perf_counter() - started)


class _Catanatron:
    """Four of catanatron's random players; every lap plays other games."""

    def __init__(self, *, all_commands: bool) -> None:
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
        started = perf_counter()
        for _ in range(CATAN_GAMES_A_LAP):
            players = [self._player(colour) for colour in self._catanatron.Color]
            self._catanatron.Game(players, seed=next(self._seeds)).play()
        return Lap(self._ticks[0], perf_counter() - started)


def figures(rounds: int) -> Iterator[Figure]:
    """Beside catanatron, counted in two ways."""
    ours, theirs = race([_Ours(all_commands=False), _Catanatron(all_commands=False)], rounds)
    yield beside("random playouts", "decisions/s", "catanatron", ours, theirs, goal=5)
    ours, theirs = race([_Ours(all_commands=True), _Catanatron(all_commands=True)], rounds)
    yield beside("random playouts, forced ones too", "commands/s", "catanatron", ours, theirs)
