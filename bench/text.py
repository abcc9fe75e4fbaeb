"""Games as text: reading and checking, writing, and how long the text is.

Ours is the canonical text of the same random games as in ``replay``, every draw written; the chess games are written by
python-chess's exporter. Reading ends in a checked game on all sides, which nobody stores; writing starts from checked
moves. Texts that are read are new in every lap on all sides; a line with "seen before" has the last ones once more.
Decisions are
those with another possibility, of players and of chance; lines with "players alone" count less. The length counts the
moves' text with line ends, turn numbers and separators, without headers.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from io import StringIO
from typing import Any

from bench.games import ChessGame, NewGame, batches, chess_batches, chess_games, chess_tree, games, new_game
from bench.harness import Figure, Lap, beside, contender, race, timed
from notation import dumps, loads

HEADER_END = "\n\n"


@cache
def _chess_trees() -> tuple[Any, ...]:
    return tuple(map(chess_tree, chess_games()))


def chess_texts() -> list[str]:
    """Return the games of chess as PGN, with the seven usual headers."""
    pgn = contender("chess.pgn")
    return [str(tree.accept(pgn.StringExporter())) for tree in _chess_trees()]


def _read_chess(batch: Sequence[ChessGame]) -> None:
    pgn = contender("chess.pgn")
    for one in batch:
        game = pgn.read_game(StringIO(one.text))
        assert not game.errors


def _read_strictly(batch: Sequence[ChessGame]) -> None:
    parser = contender("pgn_read.core.parser")
    for one in batch:
        for game in parser.PGN().read_games(StringIO(one.text)):
            assert game.state is None


def _read(batch: Sequence[NewGame]) -> None:
    for game in batch:
        assert loads(game.text).moves


def _body(text: str) -> str:
    return text.partition(HEADER_END)[2]


def figures(rounds: int) -> Iterator[Figure]:
    """Measure reading, writing and length."""
    new = batches(new_game, _read, rounds + 1)
    new_chess = chess_batches(_read_chess, rounds + 1)
    unread, unread_chess, unread_strictly = iter(new), iter(new_chess), iter(new_chess)
    games_in_all = [game for batch in new for game in batch]
    decisions = sum(game.decisions for game in games_in_all)
    by_players = sum(game.by_players for game in games_in_all)
    alone, all_units = by_players / decisions, sum(len(game.commands) for game in games_in_all) / decisions

    def read(batch: Sequence[NewGame]) -> Lap:
        return timed(lambda: _read(batch), sum(game.decisions for game in batch))

    def read_chess(batch: Sequence[ChessGame], reader: Callable[[Sequence[ChessGame]], None] = _read_chess) -> Lap:
        return timed(lambda: reader(batch), sum(len(game.moves) for game in batch))

    ours, chess, strict, again, chess_again = race(
        [
            lambda: read(next(unread)),
            lambda: read_chess(next(unread_chess)),
            lambda: read_chess(next(unread_strictly), _read_strictly),
            lambda: read(new[rounds]),
            lambda: read_chess(new_chess[rounds]),
        ],
        rounds,
    )
    yield beside("text to checked game", "decisions/s", "python-chess", ours, chess, goal=3.5, all_units=all_units)
    yield beside("text to checked game", "decisions/s", "pgn-read", ours, strict, goal=1.2, all_units=all_units)
    yield beside("text to game, players alone", "decisions/s", "python-chess", ours, chess, share=alone)
    yield beside("text to game, players alone", "decisions/s", "pgn-read", ours, strict, share=alone)
    yield beside(
        "text to checked game, seen before", "decisions/s", "python-chess", again, chess_again, all_units=all_units
    )

    played, plies = games(), sum(len(moves) for moves in chess_games())
    written = sum(game.decisions for game in played)
    assert [loads(dumps(one.game)) for one in played] == [one.game for one in played]
    ours, chess = race(
        [lambda: timed(lambda: [dumps(one.game) for one in played], written), lambda: timed(chess_texts, plies)],
        rounds,
    )
    yield beside("writing text", "decisions/s", "python-chess", ours, chess, goal=4, all_units=all_units)
    yield beside("writing, players alone", "decisions/s", "python-chess", ours, chess, share=alone)

    length = sum(len(_body(game.text).encode()) for game in games_in_all)
    chess_length = sum(len(_body(text).encode()) for text in chess_texts()) / plies
    yield _size("canonical text", length / decisions, "at most", 5, goal=1)
    yield _size("canonical text, players alone", length / by_players, "at most", 5)
    yield _size("canonical text", length / decisions, "PGN", chess_length)


def _size(name: str, ours: float, rival: str, theirs: float, goal: float | None = None) -> Figure:
    return Figure(name, "bytes/decision", ours, rival, theirs, theirs / ours, goal)
