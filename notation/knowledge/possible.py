"""Whether the unknown cards of a ledger can be cards of the box.

Every demand has to be met from one generation, by a card of its own that the seat drew from it unseen and early
enough, and no generation gives more of a card than it has. With one shuffle that is a flow in a network, which decides
it exactly; with more of them each cut between two generations gives such a network, which refutes most of what is
impossible, and a search decides the rest.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final

from calimala_es.components import ACTIONS
from notation.knowledge.flow import Edge, circulation
from notation.knowledge.ledger import Demand, Ledger, Unknown

MOST_TRIALS: Final = 200
"""The number of trials after which a search gives up and takes the record for possible."""
MOST_PAIRS: Final = 6
"""The number of pairs of drawn cards, of which one is another, that are told apart."""

_Range = tuple[int, int]


def is_possible(ledger: Ledger, card: str = "") -> bool:
    """Whether the cards of the box can be where the ledger has them; with ``card`` only those of this action."""
    pairs = ledger.pairs[:MOST_PAIRS]
    for choice in product((0, 1), repeat=len(pairs)):
        left = [Counter(counts) for counts in ledger.left]
        told = [pair.drawn[which] for pair, which in zip(pairs, choice, strict=True)]
        for pair, drawn in zip(pairs, told, strict=True):
            left[drawn.generation][pair.card] -= 1
        gone = {*told} | {drawn for pair in ledger.pairs[MOST_PAIRS:] for drawn in pair.drawn}
        unknown = [drawn for drawn in ledger.unknown if drawn not in gone] if gone else ledger.unknown
        demands = [demand for demand in ledger.demands if card in {"", demand.card}]
        cards = card or ACTIONS
        if all(counts[each] >= 0 for counts in left for each in cards) and _Sums(left, unknown, demands).come_out():
            return True
    return False


class _Sums:
    """Demands that have to be met from generations."""

    def __init__(self, left: Sequence[Counter[str]], unknown: Iterable[Unknown], demands: Sequence[Demand]) -> None:
        self.left = left
        self.demands = demands
        self.times: dict[tuple[int, int], list[int]] = defaultdict(list)
        for drawn in unknown:
            self.times[drawn.seat, drawn.generation].append(drawn.time)
        self.trials = MOST_TRIALS

    def come_out(self) -> bool:
        """Whether every demand can be met."""
        if len(self.left) == 1:
            return self._from_one()
        return self._search([(0, demand.latest) for demand in self.demands])

    def _from_one(self) -> bool:
        wanted = Counter(demand.card for demand in self.demands)
        if any(count > self.left[0][card] for card, count in wanted.items()):
            return False
        met: Counter[int] = Counter()
        for demand in self.demands:
            met[demand.seat] += 1
            if met[demand.seat] > self._drawn(demand.seat, [0], demand.time):
                return False
        return True

    def _drawn(self, seat: int, generations: Iterable[int], time: int) -> int:
        """How many unknown cards a seat had from these generations at a time."""
        return sum(bisect_left(self.times.get((seat, generation), ()), time) for generation in generations)

    def _search(self, ranges: list[_Range]) -> bool:
        """Whether every demand can be met from a generation of its range."""
        self.trials -= 1
        last = len(self.left) - 1
        everything = range(len(self.demands))
        for cut in range(last):
            if self._split(everything, ranges, range(cut + 1), range(cut + 1, last + 1)) is None:
                return False
        rest: Iterable[int] = everything
        for cut in range(last):
            split = self._split(rest, ranges, range(cut, cut + 1), range(cut + 1, last + 1))
            if split is None:
                break
            rest = [index for index, is_old in split.items() if not is_old]
        else:
            return True
        return self._branch(ranges)

    def _branch(self, ranges: list[_Range]) -> bool:
        """Look at both halves of a range; out of trials, what is not refuted is taken for possible."""
        index = next((index for index, (first, last) in enumerate(ranges) if first < last), None)
        if index is None:
            return False
        first, last = ranges[index]
        for half in ((first, first), (first + 1, last)):
            if self.trials <= 0 or self._search([*ranges[:index], half, *ranges[index + 1 :]]):
                return True
        return False

    def _split(self, which: Iterable[int], ranges: Sequence[_Range], old: range, new: range) -> dict[int, bool] | None:
        """Which of these demands are met from old generations, the others from new ones; ``None`` if it cannot be.

        A demand is a unit that flows, if it is met from an old one, from its card to its seat, and along the seat's
        demands in the order of time: so far no more of them than old cards were drawn, and no fewer than there were
        too few new ones.
        """
        by_card: dict[str, list[int]] = defaultdict(list)
        by_seat: dict[int, list[int]] = defaultdict(list)
        edges: list[Edge] = []
        units = [*which]
        for index in units:
            demand = self.demands[index]
            first, last = ranges[index]
            by_card[demand.card].append(index)
            by_seat[demand.seat].append(index)
            edges.append(Edge(demand.card, index, int(last < new.start), int(first < new.start)))
        for card, indices in by_card.items():
            most_old, most_new = (sum(self.left[each][card] for each in part) for part in (old, new))
            edges.append(Edge("", card, max(0, len(indices) - most_new), min(len(indices), most_old)))
        for seat, indices in by_seat.items():
            for number, index in enumerate(indices, 1):
                time = self.demands[index].time
                least = max(0, number - self._drawn(seat, new, time))
                following = indices[number] if number < len(indices) else ""
                edges.append(Edge(index, following, least, min(number, self._drawn(seat, old, time))))
        flow = circulation(edges)
        return None if flow is None else dict(zip(units, map(bool, flow), strict=False))
