"""What the things of a position are worth to one party, in points: cubes, goods, buildings, cards, steps."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from calimala_es.components import (
    AREA_ROWS,
    INTRIGUE_ACTIONS,
    PORTS,
    ROW_INDEX,
    SEATS,
    TILE_ROWS,
    UNKNOWN,
    WORKSHOP_CELLS,
    InfluenceCard,
    Tile,
)
from calimala_es.editions import BY_ACTIVATION
from calimala_es.frames import TileScoring
from calimala_es.options import TOWARDS, TRADING_CODES
from calimala_es.reach import ACTION_OPTIONS, mat_mask, possible_options
from calimala_es.scoring import BONUSES, SIDE_OF_TILE, area_points, free_tiles, tile_rows
from calimala_es.setup import Setup
from calimala_es.state import State

CARD_VALUE: Final = 0.7
"""What a card in the hand is worth, in points."""

DISTANT: Final = 0.86
"""How much less a tile is worth for each one that is scored before it."""

AT_THE_END: Final = 0.8
"""How much of an influence card or an area is counted on, which are scored last."""

CARD_PRICES: Final = {"V": 1.0, "U": 0.9, "M": 0.8, "W": 0.6, "B": 0.5}
"""What the cards are worth beside each other; those not named are worth ``OTHER_CARD``."""

OTHER_CARD: Final = 0.8


class RowProspect(NamedTuple):
    """Rows that will be scored together, the points of the ranks, and how much that counts."""

    rows: tuple[int, ...]
    points: tuple[int, ...]
    weight: float


class Outlook:
    """What the things of a position are worth to one party, in points.

    Where ``is_own`` is off somebody else thinks for the seat, who does not know its influence cards.
    """

    def __init__(self, state: State, seat: int, *, is_own: bool = True) -> None:
        """Evaluate ``state`` for ``seat``, which may be the third party's."""
        self.state = state
        self.seat = seat
        self.is_own = is_own
        self.mat = state.mats[seat]
        self._word = state.free_cells | mat_mask(self.mat)
        self._best: dict[str, tuple[float, tuple[int, ...]]] = {}

    # Cubes.

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that will be scored, those that are due now first."""
        state = self.state
        due: list[Tile] = [frame.tile for frame in state.frames if type(frame) is TileScoring]
        return tuple(dict.fromkeys(due + free_tiles(state)))

    @cached_property
    def cubes(self) -> tuple[float, ...]:
        """The worth of one more cube in each of the rows of the board."""
        return self._worth(0)

    @cached_property
    def taken(self) -> tuple[float, ...]:
        """The worth of the last cube in each of the rows."""
        return self._worth(-1)

    def _worth(self, change: int) -> tuple[float, ...]:
        """Return what a cube brings if the party has ``change`` cubes more than now."""
        state, setup = self.state, self.state.setup
        cards = state.by_board + self.mat.kept if self.is_own else state.by_board
        areas = tuple([area_points(state, area) for area in AREA_ROWS]) if setup.intrigue else ()
        return _worth_of_cubes(
            state.rows, _prospects(setup, self.tiles, cards, areas), self.seat, len(state.mats), change
        )

    def counts(self, rows: Sequence[int]) -> tuple[int, ...]:
        """Return how many cubes each party has in some rows."""
        return _counts("".join([self.state.rows[row] for row in rows]), len(self.state.mats))

    # Time, goods, actions.

    @cached_property
    def time(self) -> float:
        """The share of the game that is left, from 1 to 0."""
        setup = self.state.setup
        discs = sum(setup.edition.discs[setup.players]) + setup.edition.support.get(setup.players, 0)
        return self.mat.supply / discs

    @cached_property
    def sea(self) -> float:
        """The worth of cloth in the best of the port cities."""
        return max(self.cubes[ROW_INDEX[port]] for port in PORTS)

    def value(self, action: str, way: str) -> float:
        """Return the worth of one option of an action."""
        gained = sum(self.cubes[row] for row in ACTION_OPTIONS[action][way].rows)
        return gained + SIDE_EFFECTS[action](self, way)

    def best(self, action: str) -> tuple[float, tuple[int, ...]]:
        """Return the worth of an activated action, by its best option or its replacement, and the rows it fills."""
        if action not in self._best:
            ways = possible_options(action, self._word)
            self._best[action] = max(
                [(self.value(action, way), ACTION_OPTIONS[action][way].rows) for way in ways],
                default=(self._compensation, ()),
            )
        return self._best[action]

    @cached_property
    def _compensation(self) -> float:
        """A card for an impossible action; if two actions are needed for one, half a card (R9.3)."""
        by_activation = self.state.setup.ruleset.settings.compensation_scope == BY_ACTIVATION
        return CARD_VALUE / 2 if by_activation else CARD_VALUE

    def can(self, action: str) -> bool:
        """Return whether an action is possible now."""
        return bool(possible_options(action, self._word))

    def scheme(self, pair: str) -> float:
        """Return the worth of the better of two intrigue actions, or of the card if neither is possible."""
        values = [self.best(action)[0] for action in pair if self.can(action)]
        return max(0.0, *values) if values else self.card(UNKNOWN)

    # Cards and the faction track.

    def card(self, card: str) -> float:
        """Return the worth of a card in the hand; less towards the end."""
        price = CARD_VALUE * (0.2 + 0.8 * self.time)
        if card == UNKNOWN:
            return price
        return price * (0.7 + 0.4 * CARD_PRICES.get(card, OTHER_CARD)) + (0.1 if self.can(card) else 0)

    def step(self, steps: int) -> float:
        """Return the worth of ``steps`` steps along the faction track."""
        faction = self.mat.faction
        return self._faction(faction + steps) - self._faction(faction)

    def _faction(self, faction: int) -> float:
        """Return what a place on the faction track brings with the tiles to come; a part of it between stages."""
        side = -1 if faction < 0 else 1
        stages = (0, *self.state.setup.ruleset.stages)
        stage = max(place for place, first in enumerate(stages) if abs(faction) >= first)
        here = self._bonus(side, stage)
        if stage + 1 == len(stages):
            return here
        part = (abs(faction) - stages[stage]) / (stages[stage + 1] - stages[stage])
        return here + part * (self._bonus(side, stage + 1) - here)

    def _bonus(self, side: int, stage: int) -> float:
        """Return what a stage brings if the party is, or may get, among the first three."""
        total, weight = 0.0, 1.0
        for tile in self.tiles:
            if SIDE_OF_TILE.get(tile) == side:
                rank = self._rank(tile_rows(self.state.setup, tile))
                more = BONUSES[stage]
                total += weight * (more[rank] if rank < len(more) else 0)
            weight *= DISTANT
        return total

    def _rank(self, rows: Sequence[int]) -> int:
        """Return how many parties are ahead of this one, ties counting half; at least one without cubes."""
        counts = self.counts(rows)
        own = counts[self.seat]
        ahead = sum(count > own for count in counts)
        level = counts.count(own) - 1
        return max(ahead + level // 2, 0 if own else 1)


@lru_cache(1 << 10)
def _prospects(
    setup: Setup, tiles: tuple[Tile, ...], cards: tuple[InfluenceCard, ...], areas: tuple[tuple[int, ...], ...]
) -> tuple[RowProspect, ...]:
    """Return what will be scored: tiles, influence cards as far as they are known, and areas with their points."""
    edition = setup.edition
    prospects: list[RowProspect] = []
    weight = 1.0
    for tile in tiles:
        prospects.append(RowProspect(tile_rows(setup, tile), edition.tile_points, weight))
        weight *= DISTANT
    known = [RowProspect(TILE_ROWS[card], edition.influence_points, AT_THE_END) for card in cards if card != UNKNOWN]
    ends = [RowProspect(rows, points, AT_THE_END) for rows, points in zip(AREA_ROWS.values(), areas, strict=False)]
    return (*prospects, *known, *ends)


@lru_cache(1 << 12)
def _worth_of_cubes(
    rows: tuple[str, ...], prospects: tuple[RowProspect, ...], seat: int, parties: int, change: int
) -> tuple[float, ...]:
    """Return what a cube in each row brings to a seat that has ``change`` cubes more than now."""
    worth = [0.05] * len(rows)
    for scored, points, weight in prospects:
        counts = _counts("".join([rows[row] for row in scored]), parties)
        gain = _gain_of_cube(counts, seat, points, change) * weight
        for row in scored:
            worth[row] += gain
    return tuple(worth)


@lru_cache(1 << 14)
def _gain_of_cube(counts: tuple[int, ...], seat: int, points: tuple[int, ...], change: int) -> float:
    """Return the gain in points by one more cube: by its rank, and as a step towards the next one."""
    own = max(counts[seat] + change, 0)
    others = [count for other, count in enumerate(counts) if other != seat]
    before = _points_of_rank(others, own, points)
    after = _points_of_rank(others, own + 1, points)
    return after - before + 0.25 * points[0] / (1 + abs(max(own, *others) - own))


@lru_cache(1 << 14)
def _counts(cubes: str, parties: int) -> tuple[int, ...]:
    return tuple([cubes.count(mark) for mark in SEATS[:parties]])


def _points_of_rank(others: Sequence[int], own: int, points: tuple[int, ...]) -> float:
    """Return the points for ``own`` cubes; in a tie the average of what the tied parties can get."""
    if not own:
        return 0
    ahead = sum(count > own for count in others)
    level = sum(count == own for count in others)
    places = [points[place] if place < len(points) else 0 for place in range(ahead, ahead + level + 1)]
    return sum(places) / len(places)


def _stored(outlook: Outlook, stock: int, worth: float) -> float:
    """Return the worth of one more cube in a warehouse: the first are needed, the last may never be used."""
    return (worth - 0.15 * stock) * (0.3 + outlook.time)


def _built(outlook: Outlook, way: str) -> float:
    """Return what a building will bring in the time that is left, less the two cubes spent."""
    mat = outlook.mat
    what, paid = way[0], way[1:]
    cost = 0.7 + _spared(outlook, paid)
    if what == "S":
        return outlook.time * outlook.sea * (1.4 - 0.3 * mat.built.ships) - cost
    if what == "W":
        return outlook.time * 2.0 / len(mat.built.cloth) - cost
    return outlook.time * 1.4 * outlook.cubes[ROW_INDEX[TRADING_CODES[what]]] - cost


def _spared(outlook: Outlook, paid: str) -> float:
    """Return the cost of a payment that Peruzzi chooses: it leaves less of what is scarce."""
    left = (outlook.mat.stock.wood - paid.count("W"), outlook.mat.stock.brick - paid.count("B"))
    return 0.05 * abs(left[0] - left[1]) if paid else 0.0


def _woven(outlook: Outlook, way: str) -> float:
    """Return the worth of cloth: part of the best place it can go to, less if it cannot be shipped there yet."""
    mat = outlook.mat
    land = [outlook.cubes[ROW_INDEX[TRADING_CODES[house]]] for house in mat.built.houses]
    outlet = max([outlook.sea if mat.built.ships else 0.5 * outlook.sea, *land])
    stock = sum(mat.built.cloth)
    room = sum(cloth < WORKSHOP_CELLS for cloth in mat.built.cloth)
    return room * outlet * 0.45 * (0.2 + outlook.time) / (1 + 0.4 * stock)


def _schemed(action: str, cost: float) -> Callable[[Outlook, str], float]:
    """Return a function for an intrigue action that spends goods, and lets cards be discarded for steps (R10.5)."""

    def worth(outlook: Outlook, way: str) -> float:
        if not outlook.mat.hand_size:
            return -cost
        return max(0.0, outlook.step(TOWARDS[action]) - outlook.card(UNKNOWN)) - cost

    return worth


SIDE_EFFECTS: Final[Mapping[str, Callable[[Outlook, str], float]]] = {
    "W": lambda outlook, way: _stored(outlook, outlook.mat.stock.wood, 0.9),
    "B": lambda outlook, way: _stored(outlook, outlook.mat.stock.brick, 0.9),
    "M": lambda outlook, way: _stored(outlook, outlook.mat.stock.marble, 1.1),
    "U": _built,
    "A": lambda outlook, way: -0.5,
    "V": _woven,
    "S": lambda outlook, way: -0.3 * len(way),
    "T": lambda outlook, way: -0.3 * len(way),
    "C": lambda outlook, way: -0.4,
    **{action: _schemed(action, 0.3 if action in "KR" else 0.4) for action in INTRIGUE_ACTIONS},
}
"""What an action does beside the cubes that it brings to the board: stock spent and won, ships, houses, workshops."""
