"""A full analysis of a game, beside the time that playing it again takes; and one position's prospects, beside a step.

Random games whose commands are ready made. Playing again checks every command; the analysis is that of all parts, with
the ids of the events, which a replay works out when it is asked for them.
"""

from collections.abc import Iterator
from typing import Final

from bench.games import games
from bench.harness import Figure, beside, race, timed
from calimala_es.game import Game, play
from calimala_es.state import State
from replays.analysis import analyse, prospects
from replays.replay import Replay

EACH: Final = 12
"""Games that are analysed in a lap."""

GOAL: Final = 0.1
"""Playing a game again takes at least a tenth of what its analysis takes."""


def _again(game: Game) -> Replay:
    return Replay(play(game.start, game.commands))


def _replayed(played: tuple[Game, ...]) -> None:
    for game in played:
        _again(game)


def _analysed(replays: tuple[Replay, ...]) -> None:
    for replay in replays:
        # A replay keeps the ids that it has worked out; the analysis of a new one has to ask for them.
        analyse(Replay(replay.game))


def _told(positions: tuple[State, ...]) -> None:
    for state in positions:
        prospects(state)


def figures(rounds: int) -> Iterator[Figure]:
    """Games a second, analysed and replayed; then positions a second, whose prospects are told or that are reached."""
    played = tuple(random_game.game for random_game in games()[:EACH])
    replays = tuple(map(_again, played))
    positions = tuple(replay.states[len(replay.states) * number // 8] for replay in replays for number in range(1, 8))
    reached = sum(len(game.commands) for game in played)
    analysed, again, told = race(
        (
            lambda: timed(lambda: _analysed(replays), len(played)),
            lambda: timed(lambda: _replayed(played), len(played)),
            lambda: timed(lambda: _told(positions), len(positions)),
        ),
        rounds,
    )
    yield beside("a full analysis of a game", "games/s", "the checked replay of it", analysed, again, goal=GOAL)
    decided = [speed * reached / len(played) for speed in again]
    yield beside("the prospects of a position", "positions/s", "one checked decision", told, decided)
