"""Weights from positions: spreads, points and chances, each worked out exactly, so that equal data give equal weights.

Points are a regression with a penalty that draws weights to "the points now and what is likely to be paid". Chances
are a logistic regression between the players of a game (Newton's method) that is drawn to the weights of the points,
times the factor that explains most. numpy is needed here only.
"""

from collections.abc import Sequence
from importlib import import_module
from itertools import combinations
from typing import Any, Final

from calimala_es.components import (
    AREA_ROWS,
    CHURCHES,
    PALAZZO_ROW,
    PORTS,
    TILE_ROWS,
    TRADING_CITIES,
)
from calimala_es.playing.board import CUBE_WIDTH
from replays.judge.features import NAMES
from replays.judge.model import Weights
from replays.judge.places import (
    AREA,
    ARTWORK,
    CHURCH,
    CITIES,
    CITY,
    COUNCIL,
    CUBE_MASK,
    KINDS,
    MATERIAL,
    MOST_TURNS,
    SPREADS,
)
from training.games import Sample

PLACES: Final = (
    *((CITY, TILE_ROWS[city]) for city in (*PORTS, *TRADING_CITIES)),
    *((CHURCH, TILE_ROWS[church]) for church in CHURCHES),
    (ARTWORK, TILE_ROWS["ART"]),
    (CITIES, TILE_ROWS["PORT"]),
    (CITIES, TILE_ROWS["TRADE"]),
    *((MATERIAL, TILE_ROWS[material]) for material in ("WOOD", "BRICK", "MARBLE")),
    (COUNCIL, (PALAZZO_ROW,)),
    *((AREA, rows) for rows in AREA_ROWS.values()),
)
"""Places of each kind, with their rows."""

PAID: Final = NAMES.index("areas") + 1
"""The first numbers are points, and what is likely to be paid."""

POINTS_PENALTY: Final = 30.0
CHANCES_PENALTY: Final = 60.0
FACTORS: Final = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)
_STEPS: Final = 12
_FEW: Final = 30


def numpy() -> Any:
    """Return the module; raise ``SystemExit`` with what to do where it is not installed."""
    try:
        return import_module("numpy")
    except ImportError as error:
        raise SystemExit("numpy is not installed; install it with: pip install '.[train]'") from error


def usual_spreads() -> list[list[int]]:
    """Return spreads to begin with: two cubes after twelve turns."""
    return [[min(SPREADS - 1, round(4 * (turns / 3) ** 0.5)) for turns in range(MOST_TURNS)] for _ in range(KINDS)]


def fit_spreads(games: Sequence[Sequence[Sample]]) -> list[list[int]]:
    """Return by kind and turns how far the lead of one player over another moves: a standard deviation.

    It is measured between the positions of each game, and smoothed to a power of the turns.
    """
    np = numpy()
    sums = np.zeros((KINDS, MOST_TURNS, 2))
    for game in games:
        for early, late in combinations(game, 2):
            turns = late.turn - early.turn
            if 0 < turns < MOST_TURNS:
                for kind, rows in PLACES:
                    gained = [_cubes(late, rows, seat) - _cubes(early, rows, seat) for seat in range(len(early.points))]
                    mean = sum(gained) / len(gained)
                    spread = 2 * sum((more - mean) ** 2 for more in gained) / (len(gained) - 1)
                    sums[kind, turns] += (spread, 1)
    return [_smoothed(np, sums[kind]) for kind in range(KINDS)]


def _cubes(sample: Sample, rows: Sequence[int], seat: int) -> int:
    counts = sum(sample.cubes[row] for row in rows if row < len(sample.cubes))
    return counts >> CUBE_WIDTH * seat & CUBE_MASK


def _smoothed(np: Any, sums: Any) -> list[int]:
    turns = np.arange(MOST_TURNS)
    known = sums[:, 1] >= _FEW
    if known.sum() < 2:
        return [0, *[1] * (MOST_TURNS - 1)]
    mean, weight = sums[known, 0] / sums[known, 1] + 1e-3, np.sqrt(sums[known, 1])
    columns = np.stack([np.ones(known.sum()), np.log(turns[known])], 1) * weight[:, None]
    start, power = np.linalg.lstsq(columns, np.log(mean) * weight, rcond=None)[0]
    quarters = 4 * np.sqrt(np.exp(start + power * np.log(turns[1:])))
    return [0, *[int(min(SPREADS - 1, max(1, round(float(one))))) for one in quarters]]


class Table:
    """Positions of games with equally many players, as arrays: numbers, also times the time left, and outcomes."""

    def __init__(self, games: Sequence[Sequence[Sample]]) -> None:
        """Gather the positions."""
        np = numpy()
        samples = [sample for game in games for sample in game]
        players = len(samples[0].points)
        numbers = np.array([sample.reading.numbers[:players] for sample in samples], float)
        time = np.array([sample.reading.time for sample in samples])
        self.numbers: Any = np.concatenate([numbers, numbers * time[:, None, None]], 2)
        self.won: Any = np.array([sample.won for sample in samples])
        self.points: Any = np.array([sample.points for sample in samples])


def fit(tables: Sequence[Table], spreads: list[list[int]]) -> Weights:
    """Return the weights that explain these positions best."""
    np = numpy()
    points = _fit_points(np, tables)
    return Weights(_rows(points), _rows(_fit_chances(np, tables, points)), spreads)


def _rows(weights: Any) -> tuple[list[float], list[float]]:
    rounded = [round(float(weight), 4) for weight in weights]
    return rounded[: len(NAMES)], rounded[len(NAMES) :]


def _sizes(np: Any, tables: Sequence[Table]) -> Any:
    """Return how large each number usually is, so that a penalty is fair to all."""
    count = sum(len(table.numbers) for table in tables)
    return sum((table.numbers**2).mean(1).sum(0) for table in tables) / count


def _fit_points(np: Any, tables: Sequence[Table]) -> Any:
    goal = np.zeros(2 * len(NAMES))
    goal[:PAID] = 1
    matrix = np.diag(POINTS_PENALTY * _sizes(np, tables) + 1e-3)
    vector = np.zeros(len(goal))
    for table in tables:
        rows = table.numbers.reshape(-1, len(goal))
        matrix += rows.T @ rows
        vector += rows.T @ (table.points.reshape(-1) - rows @ goal)
    return goal + np.linalg.solve(matrix, vector)


def chances(np: Any, table: Table, weights: Any) -> Any:
    """Return the chances of the players in each position."""
    sums = table.numbers @ weights
    shares = np.exp(sums - sums.max(1, keepdims=True))
    return shares / shares.sum(1, keepdims=True)


def log_loss(np: Any, tables: Sequence[Table], weights: Any) -> float:
    """Return the average log loss of these weights."""
    losses = [-(table.won * np.log(chances(np, table, weights) + 1e-12)).sum(1) for table in tables]
    return float(np.concatenate(losses).mean())


def _fit_chances(np: Any, tables: Sequence[Table], points: Any) -> Any:
    goal = min((factor * points for factor in FACTORS), key=lambda weights: log_loss(np, tables, weights))
    weights = goal.copy()
    penalty = np.diag(CHANCES_PENALTY * _sizes(np, tables) + 1e-4)
    for _ in range(_STEPS):
        slope, matrix = penalty @ (weights - goal), penalty.copy()
        for table in tables:
            found = chances(np, table, weights)
            slope += np.einsum("ij,ijd->d", found - table.won, table.numbers)
            mean = np.einsum("ij,ijd->id", found, table.numbers)
            rows = ((table.numbers - mean[:, None]) * np.sqrt(found)[:, :, None]).reshape(-1, len(goal))
            matrix += rows.T @ rows
        weights -= np.linalg.solve(matrix, slope)
    return weights
