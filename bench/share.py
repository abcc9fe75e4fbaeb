"""Share codes: how long they are beside what is in them, and how fast they are made and read.

What is in a game is counted here without the coder: the bits of a set-up are the logarithm of the number of set-ups of
its kind, those of a card that comes the logarithm of how many cards can come over how many of them are that one, those
of a decision the logarithm of the number of decisions. The length is that of the bytes before they are written in
characters, and the most that is allowed is 1.02 times what is in the game and 8 bytes. Random games by all rules, every
card known, without names and comments; python-chess, which has no such code, reads its own text of a game.
"""

from collections.abc import Iterator
from functools import cache
from io import StringIO
from math import comb, factorial, log2, perm
from random import Random
from typing import Final

from bench.games import chess_games, options
from bench.harness import Figure, beside, contender, race, timed
from calimala_es.commands import Command, DealInfluence, DrawCard, TurnUpInfluence
from calimala_es.components import COLOURS, INFLUENCE_CARDS
from calimala_es.decide import step
from calimala_es.deck import chance_command, is_chance
from calimala_es.families import FAMILIES
from calimala_es.game import play
from calimala_es.initial import dealt_families, initial, shuffled_setup
from calimala_es.setup import Ruleset, Setup, ruleset_of
from calimala_es.state import State
from notation.share import decode, encode, encode_bytes

EACH: Final = 20
"""Games by each of the rules."""

SLACK_BYTES: Final = 8
SLACK: Final = 1.02


def table(kind: str, players: int, random: Random) -> Setup:
    """Return a shuffled table of a kind."""
    rules = ruleset_of("second") if kind == "second edition" else Ruleset()
    intrigue = kind in {"Intrigue", "families"}
    families = dealt_families(players, random) if kind == "families" else ()
    return shuffled_setup(COLOURS[:players], random, None if intrigue else rules, intrigue=intrigue, families=families)


KINDS: Final = ("two players", "first edition", "second edition", "Intrigue", "families")


class SharedGame:
    """A random game of which every card is known, and the bits that are in it."""

    def __init__(self, kind: str, seed: int) -> None:
        """Play it."""
        random = Random(seed)
        players = 2 if kind == "two players" else 3 + seed % 3
        state = initial(table(kind, players, random))
        self.bits = setup_bits(state.setup)
        self.decisions = 0
        commands: list[Command] = []
        while not state.is_over:
            chosen = chance_command(state, random) if is_chance(state) else random.choice(options(state))
            bits = choice_bits(state, chosen)
            self.bits += bits
            self.decisions += bits > 0
            commands.append(chosen)
            state = step(state, chosen)[1]
        self.record = play(state.setup, commands)


def setup_bits(setup: Setup) -> float:
    """Return the bits of a set-up of which the box is as usual."""
    editions = 2
    numbers_of_players = len(setup.edition.discs)
    ways = editions * numbers_of_players * perm(len(COLOURS), setup.players) * factorial(8) * factorial(15)
    if setup.third:
        ways *= len(COLOURS) - setup.players
    if setup.edition.goes_with_intrigue:
        ways *= 2
    if setup.intrigue:
        ways *= 2 * factorial(12) // 2**6
    if setup.families:
        ways *= perm(len(FAMILIES), setup.players)
    return log2(ways)


def choice_bits(state: State, command: object) -> float:
    """Return the bits of what came in a state: of the possibilities, or of the cards beside those like it."""
    if isinstance(command, DrawCard):
        return log2(len(state.pool) / state.pool.count(command.card))
    if isinstance(command, DealInfluence | TurnUpInfluence):
        gone = sum(len(mat.dealt) for mat in state.mats)
        count = len(command.cards) if isinstance(command, DealInfluence) else 1
        return log2(comb(len(INFLUENCE_CARDS) - gone, count))
    return log2(len(options(state)))


@cache
def games(kind: str) -> tuple[SharedGame, ...]:
    """Return the games of a kind."""
    return tuple(SharedGame(kind, seed) for seed in range(EACH))


def figures(rounds: int) -> Iterator[Figure]:
    """Measure length by kind of rules, then speed."""
    for kind in KINDS:
        played = games(kind)
        lengths = [len(encode_bytes(game.record)) for game in played]
        most = [SLACK * game.bits / 8 + SLACK_BYTES for game in played]
        worst = min(allowed / length for allowed, length in zip(most, lengths, strict=True))
        length, allowed = sum(lengths) / EACH, sum(most) / EACH
        yield Figure(f"share code, {kind}", "bytes/game", length, "at most", allowed, allowed / length, 1)
        yield Figure(f"share code, {kind}, the longest for what is in it", "ratio", worst, "at least", 1, worst, 1)
        entropy = sum(game.bits for game in played) / 8 / EACH
        yield Figure(f"share code, {kind}", "bytes/game", length, "what is in it", entropy, entropy / length)
    yield from _speeds(rounds)


def _speeds(rounds: int) -> Iterator[Figure]:
    pgn = contender("chess.pgn")
    played = games("first edition")
    records = [game.record for game in played]
    codes = [encode(record) for record in records]
    assert [decode(code) for code in codes] == records
    decisions = sum(game.decisions for game in played)
    texts: list[str] = []
    for moves in chess_games():
        tree = pgn.Game()
        tree.add_line(moves)
        texts.append(str(tree))
    plies = sum(map(len, chess_games()))
    made, read, chess = race(
        [
            lambda: timed(lambda: [encode(record) for record in records], decisions),
            lambda: timed(lambda: [decode(code) for code in codes], decisions),
            lambda: timed(lambda: [pgn.read_game(StringIO(text)) for text in texts], plies),
        ],
        rounds,
    )
    yield beside("share code to checked game", "decisions/s", "python-chess, text", read, chess)
    yield beside("game to proven share code", "decisions/s", "python-chess, text", made, chess)
