"""Annotated games as text: comments, glyphs and variations, beside annotated games of chess in python-chess.

Both sides have the same density: after every eighth decision a comment and a glyph, at every sixteenth a variation of
six decisions. The decisions of variations count, and every decision is checked on both sides. Our texts are new in
every lap.
"""

from collections.abc import Iterator, Sequence
from io import StringIO
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from bench.games import batches, chess_games, options, play
from bench.harness import Figure, Lap, beside, contender, race, timed
from calimala_es.deck import chance_command, is_chance
from calimala_es.game import Game, Move, Variation, moves_from
from calimala_es.notes import Comment, Glyph
from calimala_es.state import State
from notation import dumps, read_games

NOTED = 8
VARIED = 16
LENGTH = 6
WORDS = "the better street, since the disc below is nobody's and the tile comes next"


def annotated(game: Game) -> tuple[Game, int]:
    """Return a game with notes and variations, and its decisions with another possibility, variations included."""
    random, state, decisions, ids = Random(1), game.start, 0, 0
    moves: list[Move] = []
    for number, move in enumerate(game.moves):
        is_choice = len(options(state)) > 1
        decisions += is_choice
        notes = (Comment(WORDS), Glyph(number % 6 + 1)) if number % NOTED == 0 else ()
        variations: tuple[Variation, ...] = ()
        if number % VARIED == 0 and is_choice:
            ids += 1
            line, counted = _line(state, random)
            decisions += counted
            variations = (Variation(f"v{ids}", line),)
        moves.append(replace(move, notes=notes, variations=variations))
        state = move.state
    return replace(game, moves=tuple(moves)), decisions


def _line(state: State, random: Random) -> tuple[tuple[Move, ...], int]:
    moves: list[Move] = []
    decisions = 0
    while len(moves) < LENGTH and options(state):
        possible = options(state)
        decisions += len(possible) > 1
        command = chance_command(state, random) if is_chance(state) else random.choice(possible)
        moves += moves_from(state, [command])
        state = moves[-1].state
    return tuple(moves), decisions


def chess_texts() -> tuple[list[str], int]:
    """Return annotated games of chess as PGN, and their plies, those of variations included."""
    pgn, board_of = contender("chess.pgn"), contender("chess")
    texts: list[str] = []
    plies = 0
    for played in chess_games():
        random, tree, board = Random(1), pgn.Game(), board_of.Board()
        node = tree
        for number, move in enumerate(played):
            after = node.add_variation(move)
            plies += 1
            if number % NOTED == 0:
                after.comment = WORDS
                after.nags.add(number % 6 + 1)
            if number % VARIED == 0:
                plies += _chess_line(node, board.copy(), random)
            board.push(move)
            node = after
        texts.append(str(tree.accept(pgn.StringExporter())))
    return texts, plies


def _chess_line(node: Any, board: Any, random: Random) -> int:
    plies = 0
    while plies < LENGTH and any(board.legal_moves):
        move = random.choice([*board.legal_moves])
        node = node.add_variation(move)
        board.push(move)
        plies += 1
    return plies


def _read_chess(texts: list[str]) -> None:
    pgn = contender("chess.pgn")
    for text in texts:
        assert not pgn.read_game(StringIO(text)).errors


class AnnotatedText(NamedTuple):
    """An annotated game as text, and its decisions, those of variations included."""

    text: str
    decisions: int


def annotated_text(seed: int) -> AnnotatedText:
    """Return a random game with notes and variations as text."""
    game, decisions = annotated(play(seed).game)
    return AnnotatedText(dumps(game), decisions)


def _read(batch: Sequence[AnnotatedText]) -> None:
    for one in batch:
        for reading in read_games(one.text):
            assert not reading.errors


def figures(rounds: int) -> Iterator[Figure]:
    """Measure reading annotated games with full legality."""
    unread = iter(batches(annotated_text, _read, rounds + 1))
    pgn_texts, plies = chess_texts()

    def read(batch: Sequence[AnnotatedText]) -> Lap:
        return timed(lambda: _read(batch), sum(one.decisions for one in batch))

    ours, chess = race([lambda: read(next(unread)), lambda: timed(lambda: _read_chess(pgn_texts), plies)], rounds)
    yield beside("annotated text to checked game", "decisions/s", "python-chess", ours, chess, goal=3)
