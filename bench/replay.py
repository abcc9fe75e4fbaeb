"""Going through games that are there already: checked decisions, and trusted events.

Commands and moves are ready made, so that neither side reads text. ``step`` checks every command and makes its events;
python-chess asks ``is_legal`` and pushes. Decisions are those with another possibility, of players and of chance (a
card drawn is checked like any other command); two more lines count players alone, and all commands.
"""

from collections.abc import Iterator

from bench.games import Game, chess_games, games
from bench.harness import Figure, beside, contender, race, timed
from calimala_es.decide import step
from calimala_es.evolve import fold

RIVAL = "python-chess"


def _checked(played: tuple[Game, ...]) -> None:
    for game in played:
        state = game.start
        for command in game.commands:
            _, state = step(state, command)


def _folded(played: tuple[Game, ...]) -> None:
    for game in played:
        fold(game.start, game.events)


def _chess_checked() -> None:
    chess = contender("chess")
    for moves in chess_games():
        board = chess.Board()
        for move in moves:
            assert board.is_legal(move)
            board.push(move)


def _chess_pushed() -> None:
    chess = contender("chess")
    for moves in chess_games():
        board = chess.Board()
        for move in moves:
            board.push(move)


def figures(rounds: int) -> Iterator[Figure]:
    """Checked replay beside ``is_legal`` and ``push``, trusted fold beside ``push``."""
    played = games()
    decisions = sum(game.decisions for game in played)
    by_players = sum(game.by_players for game in played)
    commands = sum(len(game.commands) for game in played)
    events = sum(len(game.events) for game in played)
    plies = sum(len(moves) for moves in chess_games())
    ours, theirs = race(
        [lambda: timed(lambda: _checked(played), decisions), lambda: timed(_chess_checked, plies)], rounds
    )
    alone, forced_too = by_players / decisions, commands / decisions
    yield beside("checked replay", "decisions/s", RIVAL, ours, theirs, goal=2.5)
    yield beside("checked replay, players alone", "decisions/s", RIVAL, ours, theirs, share=alone)
    yield beside("checked replay, forced ones too", "commands/s", RIVAL, ours, theirs, share=forced_too)
    ours, theirs = race([lambda: timed(lambda: _folded(played), events), lambda: timed(_chess_pushed, plies)], rounds)
    yield beside("trusted fold", "events/s", RIVAL, ours, theirs, goal=3)
