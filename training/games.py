"""Games that the program plays against itself, and the positions in them from which weights are learned."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from calimala_es.components import COLOURS, DISC_KINDS, WHITE
from calimala_es.initial import dealt_families, initial, shuffled_setup
from calimala_es.playing import Board, carry_out, drawn_decision, legal_decisions
from calimala_es.playing.codes import BY_BOARD, DEALING, DRAWING, KIND, OVER, PLACING, SEAT_AT, TURNING_UP
from calimala_es.setup import Setup, ruleset_of
from replays.judge.features import PositionNumbers
from replays.judge.lookahead import Lookahead
from replays.judge.model import FAMILIES, INTRIGUE, SECOND, TWO, Model, Weights
from replays.judge.policy import Policy

NOISES: Final = (0.05, 0.05, 0.05, 0.05, 0.5, 1.5, 4.0, 30.0)
"""How well players play: how many points are added at random to what each decision seems to bring; one for each seat
is drawn from these. The last is as good as chance."""

THRIFTS: Final = (0.0, 0.0, -4.0, -2.0, 2.0, 4.0, 8.0)
"""How many points a player would pay to keep a white disc; one for each seat is drawn from these. Players who all place
their white discs at the same times would not show what such a disc is worth."""

MOST_CHANCE: Final = 2147483646
SHARE: Final = 0.05
"""The share of decisions after which the position is learned from."""

TRIED: Final = 6
"""How many placements a player tries who looks ahead."""

_WHITE: Final = DISC_KINDS.index(WHITE)
_DISC_MASK: Final = 3
_CHANCE: Final = (DRAWING, DEALING, TURNING_UP)


class Sample(NamedTuple):
    """A position, its turn and the cubes in each row; and the shares in the victory and the points at the end."""

    reading: PositionNumbers
    turn: int
    cubes: list[int]
    won: tuple[float, ...]
    points: tuple[float, ...]


def shuffled_table(rule_set: str, players: int, random: Random) -> Setup:
    """Return a set-up of a rule set; of ``TWO`` always for two."""
    colours = COLOURS[: 2 if rule_set == TWO else players]
    if rule_set == SECOND:
        return shuffled_setup(colours, random, ruleset_of(SECOND, intrigue=False))
    families = dealt_families(len(colours), random) if rule_set == FAMILIES else ()
    return shuffled_setup(colours, random, intrigue=rule_set == INTRIGUE, families=families)


def shuffled_board(rule_set: str, players: int, random: Random) -> Board:
    """Return the board of such a set-up before anything was dealt."""
    setup = shuffled_table(rule_set, players, random)
    return Board.from_game(initial(setup), 1 + int(random.random() * MOST_CHANCE))


Chooser = Callable[[Board, list[int]], int]
"""Chooses one of the legal decisions of a board."""


def is_chance(board: Board) -> bool:
    """Return whether chance decides now."""
    return board.now & KIND in _CHANCE or board.now >> SEAT_AT & 7 == BY_BOARD


def decisions(board: Board, choosers: Sequence[Chooser], random: Random) -> Iterator[int]:
    """Play a game to its end; yield each decision that was not forced after it was carried out."""
    while board.now != OVER:
        if board.now & KIND == DRAWING:
            carry_out(board, drawn_decision(board))
            continue
        possible = legal_decisions(board)
        if len(possible) == 1:
            carry_out(board, possible[0])
            continue
        if is_chance(board):
            decision = possible[int(random.random() * len(possible))]
        else:
            decision = choosers[board.now >> SEAT_AT & 7](board, possible)
        carry_out(board, decision)
        yield decision


def noisy(policy: Policy, noise: float, thrift: float, random: Random) -> Chooser:
    """Return a chooser that plays by a policy with so many points of noise, and keeps white discs for so many."""

    def chosen(board: Board, possible: list[int]) -> int:
        values = [value + noise * random.random() for value in policy.values(board, possible)]
        if thrift and board.now & KIND == PLACING:
            values = [
                value - thrift * (decision & _DISC_MASK == _WHITE)
                for value, decision in zip(values, possible, strict=True)
            ]
        return possible[values.index(max(values))]

    return chosen


def looking_ahead(lookahead: Lookahead, random: Random) -> Chooser:
    """Return a chooser that tries its most promising placements to the end of the turn, and leaves the rest to the
    policy.
    """

    def chosen(board: Board, possible: list[int]) -> int:
        if board.now & KIND != PLACING:
            return lookahead.policy.choose(board, random.random)
        found = lookahead.look([board], lookahead.promising(board, TRIED), 1, random)[0].decision
        # What it saw of the deck does not come.
        board.chance = 1 + int(random.random() * MOST_CHANCE)
        return found

    return chosen


def _any(numbers: Sequence[float], random: Random) -> float:
    return numbers[int(random.random() * len(numbers))]


def play(rule_set: str, players: int, weights: Weights, random: Random) -> list[Sample]:
    """Play a game of players of several strengths, and return positions of it."""
    board = shuffled_board(rule_set, players, random)
    model = Model(weights, board.rules)
    policy = Policy(model.reader)
    choosers = [noisy(policy, _any(NOISES, random), _any(THRIFTS, random), random) for _ in range(board.rules.players)]
    found = [
        (model.reader.read(board), board.turn, board.cubes[:])
        for _ in decisions(board, choosers, random)
        if random.random() < SHARE and board.now != OVER
    ]
    ended = model.estimate(board)
    return [Sample(reading, turn, cubes, *ended) for reading, turn, cubes in found]
