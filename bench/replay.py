"""Going through games that are there already: checked decisions, trusted events, seeks, steps, and the first picture.

Commands and moves are ready made, so that neither side reads text. ``step`` checks every command and makes its events;
python-chess asks ``is_legal`` and pushes. Decisions are those with another possibility, of players and of chance (a
card drawn is checked like any other command), and in one line of players alone; beside our speed is that of all
commands, forced ones too. The games are new in every lap on both sides; a line without a goal has the last ones once
more.

A seek goes to the state after an event by its id, anywhere in the game; python-chess asks a node of a game 80 plies
deep for its board. A step goes on by an event (and in a line without a goal by an action) and has its story: what
each player has more or less, the streets before and after; python-chess pushes a move. A stored game of five is
opened up to its first picture: store, states, then the board as text or a turn's diagram as DOT; python-chess reads a
PGN with as many plies as there are decisions and draws the last position as SVG.
"""

import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from bench.games import ChessGame, NewGame, batches, chess_batches, chess_games, games, new_game
from bench.harness import Figure, Lap, beside, contender, race, timed
from calimala_es.decide import step
from calimala_es.evolve import fold
from calimala_es.game import Game
from calimala_es.store import open_store
from replays.drawing.diagrams import turn_diagram
from replays.replay import Level, Replay
from replays.stepping import story
from replays.text.board.picture import board_text

RIVAL = "python-chess"


def _checked(batch: Sequence[NewGame]) -> None:
    for game in batch:
        state = game.start
        for command in game.commands:
            _, state = step(state, command)


def _folded(batch: Sequence[NewGame]) -> None:
    for game in batch:
        fold(game.start, game.events)


def _chess_checked(batch: Sequence[ChessGame]) -> None:
    chess = contender("chess")
    for game in batch:
        board = chess.Board()
        for move in game.moves:
            assert board.is_legal(move)
            board.push(move)


def _chess_pushed(played: Iterable[Sequence[Any]]) -> None:
    chess = contender("chess")
    for moves in played:
        board = chess.Board()
        for move in moves:
            board.push(move)


def _plies(batch: Sequence[ChessGame]) -> int:
    return sum(len(game.moves) for game in batch)


def figures(rounds: int) -> Iterator[Figure]:
    """Measure checked replay beside ``is_legal`` and ``push``, trusted fold beside ``push``."""
    new = batches(new_game, _checked, 2 * (rounds + 1))
    chess = chess_batches(_chess_checked, 2 * (rounds + 1))
    checked, folded = iter(new[: rounds + 1]), iter(new[rounds + 1 :])
    chess_checked, chess_pushed = iter(chess[: rounds + 1]), iter(chess[rounds + 1 :])
    games_in_all = [game for batch in new for game in batch]
    decisions = sum(game.decisions for game in games_in_all)
    alone = sum(game.by_players for game in games_in_all) / decisions
    all_units = sum(len(game.commands) for game in games_in_all) / decisions
    last, last_chess = new[rounds], chess[rounds]

    def check(batch: Sequence[NewGame]) -> Lap:
        return timed(lambda: _checked(batch), sum(game.decisions for game in batch))

    def check_chess(batch: Sequence[ChessGame]) -> Lap:
        return timed(lambda: _chess_checked(batch), _plies(batch))

    ours, theirs, again, theirs_again = race(
        [
            lambda: check(next(checked)),
            lambda: check_chess(next(chess_checked)),
            lambda: check(last),
            lambda: check_chess(last_chess),
        ],
        rounds,
    )
    yield beside("checked replay", "decisions/s", RIVAL, ours, theirs, goal=2.5, all_units=all_units)
    yield beside(
        "checked replay, players alone", "decisions/s", RIVAL, ours, theirs, goal=2, share=alone, all_units=all_units
    )
    yield beside("checked replay, seen before", "decisions/s", RIVAL, again, theirs_again, all_units=all_units)
    yield beside("checked replay, players alone, seen before", "decisions/s", RIVAL, again, theirs_again, share=alone)

    def follow(batch: Sequence[NewGame]) -> Lap:
        return timed(lambda: _folded(batch), sum(len(game.events) for game in batch))

    def push(batch: Sequence[ChessGame]) -> Lap:
        return timed(lambda: _chess_pushed([game.moves for game in batch]), _plies(batch))

    ours, theirs = race([lambda: follow(next(folded)), lambda: push(next(chess_pushed))], rounds)
    yield beside("trusted fold", "events/s", RIVAL, ours, theirs, goal=3)
    yield from _seeks(rounds)
    yield from _steps(rounds)
    yield from _openings(rounds)


# Seeks.

SEEKS = 2_000
CHESS_SEEKS = 40
PLY = 80
"""How many seeks a lap has on either side, and how deep the node of chess is."""


@cache
def _replays() -> tuple[Replay, ...]:
    return tuple(Replay(random_game.game) for random_game in games())


def _places(first: float, last: float) -> list[tuple[Replay, str]]:
    """Return ids in that part of the games."""
    random = Random(1)
    replays = [random.choice(_replays()) for _ in range(SEEKS)]
    return [(replay, str(replay.ids[int(random.uniform(first, last) * replay.last)])) for replay in replays]


def _seek(places: list[tuple[Replay, str]]) -> None:
    for replay, id in places:
        assert replay.states[replay.find(id)] is not None


@cache
def _deep_node() -> Any:
    node: Any = contender("chess.pgn").Game()
    for move in next(moves for moves in chess_games() if len(moves) > PLY)[:PLY]:
        node = node.add_variation(move)
    return node


def _chess_seek() -> None:
    node = _deep_node()
    for _ in range(CHESS_SEEKS):
        assert node.board().ply() == PLY


def _seeks(rounds: int) -> Iterator[Figure]:
    anywhere, early, late = _places(0, 1), _places(0, 0.1), _places(0.9, 1)
    ours, theirs, first, last = race(
        [
            lambda: timed(lambda: _seek(anywhere), SEEKS),
            lambda: timed(_chess_seek, CHESS_SEEKS),
            lambda: timed(lambda: _seek(early), SEEKS),
            lambda: timed(lambda: _seek(late), SEEKS),
        ],
        rounds,
    )
    yield beside("seek anywhere, by its id", "seeks/s", f"{RIVAL} node.board(), ply {PLY}", ours, theirs, goal=10)
    yield beside("seek in the last tenth", "seeks/s", "in the first tenth", last, first, goal=0.8)


# Steps.


def _step_through(level: Level) -> None:
    for replay in _replays():
        at = 0
        while (coming := replay.coming(level, at)) is not None:
            at = story(replay, coming).step.end


def _steps(rounds: int) -> Iterator[Figure]:
    plies = sum(len(moves) for moves in chess_games())
    events, actions = (sum(replay.count(level) for replay in _replays()) for level in (Level.EVENT, Level.ACTION))
    by_event, by_action, theirs = race(
        [
            lambda: timed(lambda: _step_through(Level.EVENT), events),
            lambda: timed(lambda: _step_through(Level.ACTION), actions),
            lambda: timed(lambda: _chess_pushed(chess_games()), plies),
        ],
        rounds,
    )
    yield beside("one step with its story", "steps/s", f"{RIVAL} push", by_event, theirs, goal=0.5)
    yield beside("one step by action", "steps/s", f"{RIVAL} push", by_action, theirs)


# Opening.

FIVE = 5
MOMENT = datetime(2026, 11, 20, tzinfo=UTC)


@contextmanager
def _stored(played: list[Game]) -> Generator[Path]:
    """Open a store with these games in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        with open_store(path, lambda: MOMENT) as store:
            for number, game in enumerate(played):
                store.create(f"game-{number}", game)
        yield path


def _open(path: Path, count: int, draw: Callable[[Replay], str]) -> None:
    for number in range(count):
        with open_store(path, lambda: MOMENT) as store:
            game = store.load(f"game-{number}").played
        assert draw(Replay(game))


def _texts_of_length(lengths: list[int]) -> list[str]:
    """Return random games of chess as PGN with so many plies each."""
    chess, pgn = contender("chess"), contender("chess.pgn")
    texts: list[str] = []
    seed = 0
    for length in lengths:
        board = chess.Board()
        while len(board.move_stack) < length:
            random, board = Random(seed), chess.Board()
            seed += 1
            while len(board.move_stack) < length and any(board.legal_moves):
                board.push(random.choice([*board.legal_moves]))
        texts.append(str(pgn.Game.from_board(board).accept(pgn.StringExporter())))
    return texts


def _open_chess(texts: list[str]) -> None:
    pgn, svg = contender("chess.pgn"), contender("chess.svg")
    for text in texts:
        assert svg.board(pgn.read_game(StringIO(text)).end().board())


def _openings(rounds: int) -> Iterator[Figure]:
    played = [one for one in games() if one.game.setup.players == FIVE][:FIVE]
    count = len(played)
    texts = _texts_of_length([one.decisions for one in played])
    with _stored([one.game for one in played]) as path:
        board, dot, theirs = race(
            [
                lambda: timed(lambda: _open(path, count, lambda replay: board_text(replay.end)), count, perf_counter),
                lambda: timed(lambda: _open(path, count, lambda replay: turn_diagram(replay, 9)), count, perf_counter),
                lambda: timed(lambda: _open_chess(texts), count, perf_counter),
            ],
            rounds,
        )
    rival = f"{RIVAL} and chess.svg"
    yield beside("stored game of five to its board", "games/s", rival, board, theirs)
    yield beside("stored game of five to a diagram", "games/s", rival, dot, theirs)
