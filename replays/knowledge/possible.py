"""Whether the unknown cards of a ledger can be cards of the box, and one way in which they can.

Every demand must be met from one generation, by a separate card that the seat drew from it unseen and early enough,
and no generation gives more copies of a card than it has. Most demands are settled directly: only one generation can
meet them, or one has enough for every seat that could use it. The others are contested. Between two generations this
is a flow in a network, which gives an exact answer. Among more of them a search decides, and two kinds of networks
refute most impossible cases: one for each card on its own, in which the seats share nothing but the card, and one for
each cut between older and newer generations, each part treated as one.

Sets of generations are bit masks, ``1 << generation`` for each.
"""

from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

from calimala_es.components import ACTIONS
from replays.knowledge.ledger import Demand, Ledger, Unknown

# Flows in networks.


class Edge(NamedTuple):
    """An edge with a flow of at least ``least`` and at most ``most``."""

    start: Hashable
    end: Hashable
    least: int
    most: int


_SOURCE = object()
_SINK = object()


def circulation(edges: Sequence[Edge]) -> list[int] | None:
    """Return a flow for each edge such that inflow equals outflow at every node; ``None`` if there is none.

    The required flow of every edge is supplied at a source and removed at a sink; a solution exists if all of it can
    get through.
    """
    ends: list[Hashable] = []
    room: list[int] = []
    leaving: dict[Hashable, list[int]] = defaultdict(list)
    excess: dict[Hashable, int] = defaultdict(int)

    def join(start: Hashable, end: Hashable, most: int) -> None:
        for node, other, free in ((start, end, most), (end, start, 0)):
            leaving[node].append(len(ends))
            ends.append(other)
            room.append(free)

    for edge in edges:
        if edge.least > edge.most:
            return None
        join(edge.start, edge.end, edge.most - edge.least)
        excess[edge.end] += edge.least
        excess[edge.start] -= edge.least
    for node, more in [*excess.items()]:
        if more:
            join(*((_SOURCE, node) if more > 0 else (node, _SINK)), abs(more))
    wanted = sum(more for more in excess.values() if more > 0)
    while wanted:
        path = _path(leaving, ends, room)
        if path is None:
            return None
        for index in path:
            room[index] -= 1
            room[index ^ 1] += 1
        wanted -= 1
    return [edge.least + room[2 * index + 1] for index, edge in enumerate(edges)]


def _path(leaving: dict[Hashable, list[int]], ends: list[Hashable], room: list[int]) -> list[int] | None:
    """Return the edges of a shortest path with free capacity from the source to the sink."""
    came: dict[Hashable, int] = {_SOURCE: -1}
    waiting = deque([_SOURCE])
    while waiting:
        node = waiting.popleft()
        for index in leaving[node]:
            end = ends[index]
            if room[index] and end not in came:
                came[end] = index
                if end is _SINK:
                    return _way_back(came, ends)
                waiting.append(end)
    return None


def _way_back(came: dict[Hashable, int], ends: list[Hashable]) -> list[int]:
    path: list[int] = []
    node: Hashable = _SINK
    while (index := came[node]) >= 0:
        path.append(index)
        node = ends[index ^ 1]
    return path


# Explanations.

MOST_TRIALS: Final = 200
"""The number of trials after which a search gives up."""
MOST_PAIRS: Final = 6
"""The number of pairs of drawn cards, one of which is a given card, that are distinguished."""

_Cell = tuple[int, int]
"""A seat and a generation."""


class UndecidedError(Exception):
    """The search gave up: it is not known whether there is an explanation."""


class Explanation(NamedTuple):
    """One way in which the cards of the box can be where a ledger has them.

    ``left`` has the cards of each generation that meet no demand, ``draws`` the times of a seat's unknown draws from a
    generation, and ``met`` the demands that these meet, in the order of time.
    """

    left: Sequence[Counter[str]]
    draws: Mapping[_Cell, Sequence[int]]
    met: Mapping[_Cell, Sequence[Demand]]

    def cards(self, drawn: Unknown) -> set[str]:
        """Return what an unknown card can be if every demand is met from the same generation as here."""
        cell = drawn.seat, drawn.generation
        times, met = self.draws.get(cell, ()), self.met.get(cell, ())
        if drawn.time not in times:
            return set()
        others = [time for time in times if time != drawn.time]
        cards = {
            demand.card
            for index, demand in enumerate(met)
            if drawn.time < demand.time and _is_enough(others, [*met[:index], *met[index + 1 :]])
        }
        if _is_enough(others, met):
            cards.update(card for card, count in self.left[drawn.generation].items() if count > 0)
        return cards


def is_possible(ledger: Ledger, card: str = "") -> bool:
    """Return whether the cards of the box can be where the ledger has them, as in ``find_explanation``.

    If the search gives up, the ledger counts as possible.
    """
    try:
        return find_explanation(ledger, card) is not None
    except UndecidedError:
        return True


def find_explanation(ledger: Ledger, card: str = "") -> Explanation | None:
    """Return a way in which the cards can be where the ledger has them; with ``card`` only those of this action.

    Raises ``UndecidedError`` if there may be one that was not found.
    """
    pairs = ledger.pairs[:MOST_PAIRS]
    demands = [demand for demand in ledger.demands if card in {"", demand.card}]
    for choice in product((0, 1), repeat=len(pairs)):
        left = [Counter(counts) for counts in ledger.left]
        chosen = [pair.drawn[which] for pair, which in zip(pairs, choice, strict=True)]
        for pair, drawn in zip(pairs, chosen, strict=True):
            left[drawn.generation][pair.card] -= 1
        if any(counts[each] < 0 for counts in left for each in card or ACTIONS):
            continue
        gone = {*chosen} | {drawn for pair in ledger.pairs[MOST_PAIRS:] for drawn in pair.drawn}
        draws: dict[_Cell, list[int]] = defaultdict(list)
        for drawn in ledger.unknown:
            if drawn not in gone:
                draws[drawn.seat, drawn.generation].append(drawn.time)
        if (met := _Search(demands).run(_Account(demands, left, draws))) is not None:
            return _explanation(demands, met, left, draws)
    return None


_Met = Mapping[int, int]
"""The generations that meet demands, by the number of each demand."""


def _explanation(
    demands: Sequence[Demand], generations: _Met, left: list[Counter[str]], draws: Mapping[_Cell, list[int]]
) -> Explanation:
    met: dict[_Cell, list[Demand]] = defaultdict(list)
    for index, demand in enumerate(demands):
        left[generations[index]][demand.card] -= 1
        met[demand.seat, generations[index]].append(demand)
    return Explanation(left, draws, met)


def _is_enough(times: Sequence[int], demands: Iterable[Demand]) -> bool:
    """Return whether draws at these times can meet these demands, both in the order of time."""
    return all(bisect_left(times, demand.time) >= number for number, demand in enumerate(demands, 1))


def _members(generations: int) -> Iterator[int]:
    """Yield the numbers in a set of generations."""
    while generations:
        lowest = generations & -generations
        yield lowest.bit_length() - 1
        generations ^= lowest


class _Account:
    """The cards that generations have left, and which generations can meet the open demands.

    ``left`` has the cards of each generation, ``draws`` the times of a seat's draws from one; ``open`` has a set of
    generations for each open demand, ``met`` the generation for each other one.
    """

    def __init__(
        self, demands: Sequence[Demand], left: Sequence[Counter[str]], draws: Mapping[_Cell, Sequence[int]]
    ) -> None:
        self.demands = demands
        self.left = [Counter(counts) for counts in left]
        self.draws = {cell: [*times] for cell, times in draws.items()}
        self.open = {index: (2 << demand.latest) - 1 for index, demand in enumerate(demands)}
        self.met: dict[int, int] = {}

    def copy(self) -> "_Account":
        """Return an independent copy of the account."""
        account = _Account((), self.left, self.draws)
        account.demands, account.open, account.met = self.demands, {**self.open}, {**self.met}
        return account

    @property
    def contested(self) -> list[int]:
        """The generations that can meet open demands, oldest first."""
        generations = 0
        for able in self.open.values():
            generations |= able
        return [*_members(generations)]

    @property
    def open_cards(self) -> set[str]:
        """The cards of the open demands."""
        return {self.demands[index].card for index in self.open}

    def meet(self, index: int, generation: int) -> None:
        """Meet a demand by the latest draw possible: earlier ones are more useful for the other demands."""
        demand = self.demands[index]
        self.left[generation][demand.card] -= 1
        times = self.draws[demand.seat, generation]
        del times[bisect_left(times, demand.time) - 1]
        del self.open[index]
        self.met[index] = generation

    def settle(self) -> bool:
        """Meet all demands that are settled directly; return whether each of the others could be met on its own."""
        before = None
        while before != len(self.open):
            before = len(self.open)
            if not self._narrow():
                return False
            for generation in self.contested:
                self._give(generation)
        return True

    def _narrow(self) -> bool:
        """Restrict each demand to the generations that can meet it; meet it if there is only one."""
        for index, generations in [*self.open.items()]:
            able = sum(1 << each for each in _members(generations) if self._can_meet(index, each))
            if not able:
                return False
            self.open[index] = able
            if not able & (able - 1):
                self.meet(index, able.bit_length() - 1)
        return True

    def _can_meet(self, index: int, generation: int) -> bool:
        demand = self.demands[index]
        times = self.draws.get((demand.seat, generation), ())
        return len(times) > 0 and times[0] < demand.time and self.left[generation][demand.card] > 0

    def _give(self, generation: int) -> None:
        """Meet the demands that a generation can meet without a disadvantage elsewhere.

        It may have enough for every seat that could use it. Or it is the newest generation for demands of one seat for
        one card, and nobody else can use that card or those draws: then it is best to use them for the latest of these
        demands, since the earlier ones are no harder to meet from older generations.
        """
        wanting: dict[int, list[int]] = defaultdict(list)
        asked: Counter[str] = Counter()
        for index, able in self.open.items():
            if able >> generation & 1:
                wanting[self.demands[index].seat].append(index)
                asked[self.demands[index].card] += 1
        for seat, indices in wanting.items():
            demands = [self.demands[index] for index in indices]
            card = demands[0].card
            is_enough = _is_enough(self.draws[seat, generation], demands)
            is_alone = asked[card] == len(indices) and all(
                demand.card == card and not self.open[index] >> generation + 1
                for index, demand in zip(indices, demands, strict=True)
            )
            for index, demand in zip(reversed(indices), reversed(demands), strict=True):
                if is_enough and asked[demand.card] <= self.left[generation][demand.card]:
                    asked[demand.card] -= 1
                    self.meet(index, generation)
                elif is_alone and self._can_meet(index, generation):
                    self.meet(index, generation)


class _Search:
    """A search for generations that meet all demands."""

    def __init__(self, demands: Sequence[Demand]) -> None:
        self.demands = demands
        self.trials = MOST_TRIALS

    def run(self, account: _Account) -> _Met | None:
        """Return generations that meet all demands, ``None`` if there are none; raises ``UndecidedError`` when it
        gives up.
        """
        if not self.trials:
            raise UndecidedError
        self.trials -= 1
        if not account.settle():
            return None
        if not account.open:
            return account.met
        if any(circulation(_one_card(account, card)) is None for card in account.open_cards):
            return None
        generations = account.contested
        flow: list[int] | None = None
        for cut in range(1, len(generations)):
            flow = circulation(_one_cut(account, generations[:cut], generations[cut:]))
            if flow is None:
                return None
        if flow and len(generations) == 2:
            old, new = generations
            # The first edges are those of the demands: an edge has a flow if the old generation meets its demand.
            is_old = zip(account.open, flow, strict=False)
            return {**account.met, **{index: old if carried else new for index, carried in is_old}}
        index, able = min(account.open.items(), key=lambda item: item[1].bit_count())
        for generation in sorted(_members(able), reverse=True):
            trial = account.copy()
            trial.meet(index, generation)
            if (met := self.run(trial)) is not None:
                return met
        return None


def _one_card(account: _Account, card: str) -> list[Edge]:
    """Return the network of the demands for one card: from each to its seat's draws from a generation, then to the
    cards.

    A demand's node is its number, a generation's the number in a tuple; between them each seat has a node for each of
    its demands in each generation, in the order of time.
    """
    edges: list[Edge] = []
    wanting: dict[_Cell, list[int]] = defaultdict(list)
    for index, able in account.open.items():
        demand = account.demands[index]
        if demand.card == card:
            edges.append(Edge("", index, 1, 1))
            for generation in _members(able):
                wanting[demand.seat, generation].append(index)
                edges.append(Edge(index, (index, generation), 0, 1))
    for (seat, generation), indices in wanting.items():
        following: Iterable[Hashable] = (*((index, generation) for index in indices[1:]), (generation,))
        for index, end in zip(indices, following, strict=True):
            drawn = bisect_left(account.draws[seat, generation], account.demands[index].time)
            edges.append(Edge((index, generation), end, 0, drawn))
    generations = {generation for _, generation in wanting}
    return [*edges, *(Edge((each,), "", 0, account.left[each][card]) for each in generations)]


def _one_cut(account: _Account, old: Sequence[int], new: Sequence[int]) -> list[Edge]:
    """Return the network in which a demand is met from old generations or from new ones.

    A demand that is met from an old one is a unit that flows from its card to its seat, and along the seat's demands
    in the order of time: up to each of them no more units than old cards drawn, and no fewer than the shortage of new
    ones.
    """
    by_card: dict[str, list[int]] = defaultdict(list)
    by_seat: dict[int, list[int]] = defaultdict(list)
    edges: list[Edge] = []
    for index, able in account.open.items():
        demand = account.demands[index]
        by_card[demand.card].append(index)
        by_seat[demand.seat].append(index)
        edges.append(Edge(demand.card, index, int(not able >> new[0]), int(bool(able & ((1 << new[0]) - 1)))))
    for card, indices in by_card.items():
        most_old, most_new = (sum(account.left[each][card] for each in part) for part in (old, new))
        edges.append(Edge("", card, max(0, len(indices) - most_new), min(len(indices), most_old)))
    for seat, indices in by_seat.items():
        for number, index in enumerate(indices, 1):
            time = account.demands[index].time
            drawn_old, drawn_new = (
                sum(bisect_left(account.draws.get((seat, each), ()), time) for each in part) for part in (old, new)
            )
            following: Hashable = indices[number] if number < len(indices) else ""
            edges.append(Edge(index, following, max(0, number - drawn_new), min(number, drawn_old)))
    return edges
