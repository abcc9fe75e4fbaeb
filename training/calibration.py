"""``python -m training.calibration``: how well the chances of the judge fit games that it has not learned from.

Players of several strengths are at each table: ``greedy``, ``random``, the policy with several amounts of noise, some
of whom keep their white discs or place them early, and players who look ahead. Chances are compared as they are with
all cards open, as everybody sees the game, and as one of the players does.

Beside the judge are two logistic models that get the best factor for these very games, which changes with the time
left: one on today's projection (the points now and what every place would pay if it were scored now) in the same view,
which omits influence cards that are not known there; and one on the points alone.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from math import log
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from msgspec.json import decode

from calimala_es.commands import Command, PlaceDisc
from calimala_es.components import COLOURED, WHITE
from calimala_es.decide import step
from calimala_es.deck import chance_command, is_chance
from calimala_es.frames import Placement
from calimala_es.initial import initial
from calimala_es.legal import legal
from calimala_es.playing import Board, carry_out, legal_decisions, to_command, to_decision
from calimala_es.state import State
from calimala_es.view import PUBLIC, Viewer, view_state
from replays.analysis.prospects import unscored, worth
from replays.drawing.charts import Series, line_chart
from replays.judge.hands import Past
from replays.judge.lookahead import Lookahead
from replays.judge.model import RULE_SETS, TWO, Model, Weights, learned_weights, model_of, softmax
from replays.judge.worlds import sampled_board
from replays.players import PLAYERS, Player, play_random
from training.games import NOISES, THRIFTS, Chooser, looking_ahead, noisy, shuffled_table

OTHERS: Final = ("greedy",) * 4 + ("random",) + ("looking ahead",) * 3
"""The players at the tables, beside one with each amount of noise."""

SHARE: Final = 0.03
WORLDS: Final = 4
BINS: Final = 10

EARLY: Final = 0.6
"""Until when a placement is early: at least so much of the game is left after it."""


class Position(NamedTuple):
    """A position of a held-out game, its time left and how the game ended; then what is said of it.

    ``views`` has the chances by weights and then by view, as in ``VIEWS``; ``projections`` are by view too. ``placed``
    is the kind of disc that was placed in the turn that has just ended, and ``placer`` by whom; only such positions are
    compared by discs, and only they are not drawn by lot.
    """

    time: float
    won: tuple[float, ...]
    views: tuple[tuple[tuple[float, ...], ...], ...]
    projections: tuple[tuple[float, ...], ...]
    points: tuple[float, ...]
    placed: str = ""
    placer: int = 0


VIEWS: Final = ("open", "public", "own seat")
"""What chances may be worked out from: with all cards open, what everybody knows, what one of the players knows."""


class Table:
    """A game that is played on a board and by the readable rules at the same time."""

    def __init__(self, rule_set: str, players: int, weights: Sequence[Weights], random: Random) -> None:
        """Seat players of several strengths."""
        self.state: State = initial(shuffled_table(rule_set, players, random))
        self.board: Board = Board.from_game(self.state)
        self.past: Past = Past(self.state)
        self.models: list[Model] = [Model(each, self.board.rules) for each in weights]
        self.random: Random = random
        self.placed: str = ""
        self.placer: int = 0
        lookahead = Lookahead(model_of(self.board.rules))
        self.players: dict[int, Player] = {}
        self.choosers: dict[int, Chooser] = {}
        for seat in range(self.board.rules.players):
            self._seat(seat, lookahead)

    def _seat(self, seat: int, lookahead: Lookahead) -> None:
        random = self.random
        number = int(random.random() * (len(OTHERS) + len(NOISES)))
        thrift = THRIFTS[int(random.random() * len(THRIFTS))]
        if number >= len(OTHERS):
            self.choosers[seat] = noisy(lookahead.policy, NOISES[number - len(OTHERS)], thrift, random)
        elif OTHERS[number] in PLAYERS:
            self.players[seat] = PLAYERS[OTHERS[number]]
        else:
            self.choosers[seat] = looking_ahead(lookahead, random)

    def play(self) -> list[Position]:
        """Play to the end and return positions."""
        found: list[Position] = []
        while not self.state.is_over:
            before = self.state
            command = self._next()
            if type(command) is PlaceDisc:
                self.placed, self.placer = command.disc, before.active
            events, self.state = step(before, command)
            carry_out(self.board, to_decision(command))
            self.past.add(before, events)
            if self.state.is_over:
                break
            if type(self.state.now) is Placement and self.placed:
                if self.models[0].reader.read(self.board).time >= EARLY and self.random.random() < 4 * SHARE:
                    found.append(self._position(self.placed, self.placer))
            elif self.random.random() < SHARE:
                found.append(self._position())
        won = self.models[0].estimate(self.board).chances
        return [position._replace(won=won) for position in found]

    def _next(self) -> Command:
        actor = self.state.actor
        if is_chance(self.state):
            return chance_command(self.state, self.random)
        if actor is None or actor in self.players:
            player = play_random if actor is None else self.players[actor]
            return player(self.state, legal(self.state), self.random)
        possible = legal_decisions(self.board)
        return to_command(self.choosers[actor](self.board, possible) if len(possible) > 1 else possible[0])

    def _position(self, placed: str = "", placer: int = 0) -> Position:
        state, board = self.state, self.board
        players = range(board.rules.players)
        points = tuple(float(state.mats[seat].points) for seat in players)
        viewer = int(self.random.random() * len(players))
        seen = ([board], self._boards(PUBLIC), self._boards(viewer))
        return Position(
            self.models[0].reader.read(board).time,
            (),
            tuple(tuple(_mean(model, boards) for boards in seen) for model in self.models),
            tuple(_projection(each) for each in (state, view_state(state, PUBLIC), view_state(state, viewer))),
            points,
            placed,
            placer,
        )

    def _boards(self, viewer: Viewer) -> list[Board]:
        """Return boards that may be the one on the table as somebody sees the game."""
        seen, hands = view_state(self.state, viewer), self.past.hands(viewer)
        return [sampled_board(seen, self.random, hands) for _ in range(WORLDS)]


def _projection(state: State) -> tuple[float, ...]:
    """Return the points of the players if everything that is known to be still unscored were scored now."""
    paid = [worth(state, place).paid for place in unscored(state)]
    return tuple(
        float(mat.points + sum(one[seat] for one in paid)) for seat, mat in enumerate(state.mats[: state.setup.players])
    )


def _mean(model: Model, boards: Sequence[Board]) -> tuple[float, ...]:
    found = [model.estimate(board).chances for board in boards]
    return tuple(sum(column) / len(boards) for column in zip(*found, strict=True))


# How good chances are.


def log_loss(pairs: Sequence[tuple[Sequence[float], Sequence[float]]]) -> float:
    """Return the average log loss of chances, each with the shares in the victory."""
    losses = [
        -sum(share * log(max(chance, 1e-9)) for chance, share in zip(chances, won, strict=True))
        for chances, won in pairs
    ]
    return sum(losses) / len(losses)


class Bin(NamedTuple):
    """Chances of about the same size: how many, their mean, and how often they came true."""

    number: int
    chance: float
    won: float


def bins(pairs: Sequence[tuple[Sequence[float], Sequence[float]]]) -> list[Bin]:
    """Return the chances of all players in tenths, none that is empty."""
    rows: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for chances, won in pairs:
        for chance, share in zip(chances, won, strict=True):
            rows[min(BINS - 1, int(chance * BINS))].append((chance, share))
    return [
        Bin(len(row), sum(chance for chance, _ in row) / len(row), sum(share for _, share in row) / len(row))
        for row in rows
        if row
    ]


def calibration_error(found: Sequence[Bin]) -> float:
    """Return the expected calibration error: how far the bins are off, by their size."""
    return sum(one.number * abs(one.chance - one.won) for one in found) / sum(one.number for one in found)


def logistic(positions: Sequence[Position], values: Sequence[Sequence[float]]) -> float:
    """Return the log loss of the logistic model on these values with the best factor, which changes with the time."""
    factors = (0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.6, 0.8)
    return min(
        log_loss(
            [
                (softmax([(late + (early - late) * position.time) * value for value in row]), position.won)
                for position, row in zip(positions, values, strict=True)
            ]
        )
        for late, early in product(factors, factors)
    )


Pairs = list[tuple[tuple[float, ...], tuple[float, ...]]]
"""Chances, and the shares in the victory."""


def pairs(positions: Sequence[Position], view: str, weights: int = 0) -> Pairs:
    """Return the chances in a view, of positions drawn by lot, with what came true."""
    at = VIEWS.index(view)
    return [(position.views[weights][at], position.won) for position in positions if not position.placed]


def drawing(found: dict[str, list[Position]], view: str) -> str:
    """Draw how often chances came true by rule set, in tenths, beside the line on which all would lie."""
    exact = Series("exact", "w", tuple([5.0 + 10 * tenth for tenth in range(BINS)]))
    lines = [exact]
    for colour, (rule_set, positions) in zip("brygp", found.items(), strict=False):
        values: list[float | None] = [None] * BINS
        for one in bins(pairs(positions, view)):
            if one.number >= FEW:
                values[min(BINS - 1, int(one.chance * BINS))] = round(100 * one.won, 1)
        lines.append(Series(rule_set, colour, tuple(values)))
    title = f"How often chances came true in held-out games, in percent, by tenths ({view})"
    words = "; ".join(f"{line.name}: {', '.join(f'{value or 0:g}' for value in line.values)}" for line in lines)
    return line_chart(title, words, lines, across="tenth")


FEW: Final = 30
"""How many chances of about the same size say how often they come true."""


def early(positions: Sequence[Position], disc: str, weights: int = 0) -> tuple[int, float, float]:
    """Return how often such a disc was placed early, the average chance of the placer then, and how often they won."""
    rows = [(one.views[weights][0][one.placer], one.won[one.placer]) for one in positions if one.placed == disc]
    chance, won = (sum(column) / max(1, len(rows)) for column in zip(*(rows or [(0.0, 0.0)]), strict=True))
    return len(rows), chance, won


def held_out(rule_set: str, weights: Sequence[Weights], games: int, seed: str) -> Iterator[Position]:
    """Yield positions of so many games of a rule set, three to five players in turn."""
    counts = (2,) if rule_set == TWO else (3, 4, 5)
    for game in range(games):
        yield from Table(rule_set, counts[game % len(counts)], weights, Random(f"{seed}/{rule_set}/{game}")).play()


def _figures(positions: Sequence[Position], weights: int, rivals: Sequence[float]) -> list[float]:
    """Return the error and the log loss in each view, and there that of the model on the projection."""
    found: list[float] = []
    for view, rival in zip(VIEWS, rivals, strict=True):
        rows = pairs(positions, view, weights)
        found += [calibration_error(bins(rows)), log_loss(rows), rival]
    return found


def _arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training.calibration", description=__doc__)
    parser.add_argument("--games", type=int, default=150, help="games of each rule set (default: 150)")
    parser.add_argument("--seed", default="held out", help="same seed, same games (default: held out)")
    parser.add_argument("--only", action="append", choices=RULE_SETS, help="one rule set; may be repeated")
    parser.add_argument("--beside", type=Path, metavar="FILE", help="other weights, on the same games")
    parser.add_argument("--draw", type=Path, metavar="FILE", help="draw what everybody sees, as SVG")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Print tables as Markdown, a row as soon as it is known, and draw the chances if asked."""
    asked = _arguments(arguments)
    others = [learned_weights()]
    if asked.beside:
        others.append(decode(asked.beside.read_bytes(), type=dict[str, Weights]))
    heads = [f"{what}, {view}" for view in VIEWS for what in ("error", "log loss", "projection")]
    print(f"| rule set | positions | {' | '.join(heads)} | points |")
    print("| --- " + "| --: " * (2 + len(heads)) + "|")
    found: dict[str, list[Position]] = {}
    for rule_set in asked.only or RULE_SETS:
        weights = [each[rule_set] for each in others]
        positions = found[rule_set] = [*held_out(rule_set, weights, asked.games, asked.seed)]
        by_lot = [position for position in positions if not position.placed]
        rivals = [logistic(by_lot, [position.projections[view] for position in by_lot]) for view in range(len(VIEWS))]
        points = logistic(by_lot, [position.points for position in by_lot])
        for number in range(len(others)):
            figures = [*_figures(positions, number, rivals), points]
            name = f"{rule_set}, beside" if number else rule_set
            print(f"| {name} | {len(by_lot)} | " + " | ".join(f"{one:.3f}" for one in figures) + " |", flush=True)
    print("\n| early disc | rule set | positions | mean chance | won |\n| --- | --- | --: | --: | --: |")
    for disc, word in ((COLOURED, "coloured"), (WHITE, "white")):
        for rule_set, positions in found.items():
            for number in range(len(others)):
                count, chance, won = early(positions, disc, number)
                print(f"| {word}{', beside' if number else ''} | {rule_set} | {count} | {chance:.3f} | {won:.3f} |")
    everything = [position for positions in found.values() for position in positions]
    print("\n| view | chances | mean | came true |\n| --- | --: | --: | --: |")
    for view in VIEWS:
        for one in bins(pairs(everything, view)):
            print(f"| {view} | {one.number} | {one.chance:.2f} | {one.won:.2f} |")
    if asked.draw:
        asked.draw.write_text(drawing(found, "public"), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
