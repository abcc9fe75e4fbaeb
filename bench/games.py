"""What is measured with: seeded random games of Calimala and of chess, the same in every run.

Tables of the rules answer faster what was asked before, and memory that was used before is read faster. So games of
either kind that are decided or read are others in every lap, and another process has played them; a few hundred others
are decided before the first lap.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from bench.harness import contender
from calimala_es.commands import Command
from calimala_es.components import COLOURS
from calimala_es.deck import chance_command, is_chance
from calimala_es.events import Event
from calimala_es.frames import InfluenceChoice
from calimala_es.game import Game, Move, moves_from
from calimala_es.initial import initial, shuffled_setup
from calimala_es.legal import legal
from calimala_es.state import State
from notation import dumps

GAMES: Final = 60
CHESS_GAMES: Final = 40
SEEN_BATCHES: Final = 5
"""How many batches of games are used before anything is measured."""

MOST_PLIES: Final = 160
"""A random game of chess is left here; most real ones are over by then."""


class RandomGame(NamedTuple):
    """A whole game, and how many decisions are among its moves.

    ``decisions`` counts the moves for which there was another possibility, of players and of chance; ``by_players``
    those of players alone.
    """

    game: Game
    decisions: int
    by_players: int


def options(state: State) -> tuple[Command, ...]:
    """Return what a random player chooses from: all that is legal but an unknown influence card."""
    commands = legal(state)
    return commands[:-1] if type(state.now) is InfluenceChoice else commands


def play(seed: int) -> RandomGame:
    """Return a random game of three, four or five players, every card known."""
    random = Random(seed)
    start = state = initial(shuffled_setup(COLOURS[: 3 + seed % 3], random))
    moves: list[Move] = []
    decisions = by_players = 0
    while not state.is_over:
        possible = options(state)
        decisions += len(possible) > 1
        if is_chance(state):
            command = chance_command(state, random)
        else:
            by_players += len(possible) > 1
            command = possible[int(random.random() * len(possible))]
        moves += moves_from(state, [command])
        state = moves[-1].state
    return RandomGame(Game(start.setup, start, tuple(moves)), decisions, by_players)


@cache
def games() -> tuple[RandomGame, ...]:
    """Return the games that are replayed and written."""
    return tuple(play(seed) for seed in range(GAMES))


class NewGame(NamedTuple):
    """A random game that this process has not seen: ready made, and as text; ``decisions`` as in ``RandomGame``."""

    start: State
    commands: tuple[Command, ...]
    events: tuple[Event, ...]
    text: str
    decisions: int
    by_players: int


def new_game(seed: int) -> NewGame:
    """Return a random game as commands, events and text."""
    game, decisions, by_players = play(seed)
    events = tuple([event for move in game.moves for event in move.events])
    return NewGame(game.start, game.commands, events, dumps(game), decisions, by_players)


_Made = TypeVar("_Made")


def batches(
    make: Callable[[int], _Made], use: Callable[[Sequence[_Made]], object], count: int, games: int = GAMES
) -> list[Sequence[_Made]]:
    """Return batches of what another process makes of seeds, after ``use`` had some others here."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as elsewhere:
        made = [*elsewhere.map(make, range((SEEN_BATCHES + count) * games), chunksize=games)]
    use(made[: SEEN_BATCHES * games])
    return [made[first : first + games] for first in range(SEEN_BATCHES * games, len(made), games)]


class ChessGame(NamedTuple):
    """A random game of chess: moves of python-chess, and PGN with the seven usual headers."""

    moves: Sequence[Any]
    text: str


def chess_game(seed: int) -> ChessGame:
    """Return a random game of chess as moves and text."""
    chess, pgn = contender("chess"), contender("chess.pgn")
    random, board = Random(seed), chess.Board()
    while len(board.move_stack) < MOST_PLIES and not board.is_game_over():
        board.push(random.choice([*board.legal_moves]))
    text = str(chess_tree(board.move_stack).accept(pgn.StringExporter()))
    return ChessGame(tuple(board.move_stack), text)


def chess_tree(moves: Sequence[Any]) -> Any:
    """Return the game tree of python-chess with these moves as its main line."""
    tree = contender("chess.pgn").Game()
    tree.add_line(moves)
    return tree


def chess_batches(use: Callable[[Sequence[ChessGame]], object], count: int) -> list[Sequence[ChessGame]]:
    """Return batches of new games of chess."""
    return batches(chess_game, use, count, CHESS_GAMES)


@cache
def chess_games() -> tuple[Sequence[Any], ...]:
    """Return random games of chess, as moves of python-chess."""
    return tuple(chess_game(seed).moves for seed in range(CHESS_GAMES))
