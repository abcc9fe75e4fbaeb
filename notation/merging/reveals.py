"""The influence cards by the board that two records turn over at the end, in whatever order (R7.3, R8.2).

A record turns over what it does not know yet; so one may turn over a card that the other knew from the beginning, and
leave open another one that the other turns over.
"""

from collections.abc import Iterator, Sequence
from operator import attrgetter

from calimala_es.commands import RevealInfluence
from calimala_es.components import GAME, UNKNOWN
from calimala_es.frames import InfluenceReveal
from calimala_es.state import State
from notation.merging.pieces import Apart, Piece, Seen, Stretch, Together
from notation.merging.trace import Trace


def is_by_board(state: State) -> bool:
    """Whether a card by the board is turned over next."""
    return type(state.now) is InfluenceReveal and state.now.seat == GAME


def turned_over(traces: tuple[Trace, Trace], places: Sequence[int]) -> tuple[list[Piece], list[int]]:
    """The pieces of the cards by the board that both turn over from these moves on, and the moves behind them."""
    ends = [_end_of_run(trace, place) for trace, place in zip(traces, places, strict=True)]
    return [*_Cards(traces, places, ends).pieces()], ends


def _end_of_run(trace: Trace, first: int) -> int:
    return next((place for place in range(first, trace.end) if not is_by_board(trace.game.state_at(place))), trace.end)


class _Cards:
    """The moves of each record that turn over a card that is named, by the card, and those of cards that are not."""

    def __init__(self, traces: tuple[Trace, Trace], places: Sequence[int], ends: Sequence[int]) -> None:
        self.traces = traces
        self.ends = ends
        self.before = [{*trace.game.state_at(place).by_board} for trace, place in zip(traces, places, strict=True)]
        self.named: list[dict[str, int]] = [{}, {}]
        self.unknown: list[list[int]] = [[], []]
        for side, trace in enumerate(traces):
            for number in range(places[side], ends[side]):
                card = getattr(trace.command(number), "card", UNKNOWN)
                if card == UNKNOWN:
                    self.unknown[side].append(number)
                else:
                    self.named[side][card] = number

    def pieces(self) -> Iterator[Piece]:
        """What both name, or one names and the other does not, and what neither knows, as one decision each.

        Those stand in the order of the first record: where two records agree it is that of both.
        """
        together = [*self._both_named()]
        yield from self._known_before()
        together += self._one_named()
        contradictions = [*self._contradictions()]
        together += self._none_named()
        yield from sorted(together, key=attrgetter("one"))
        yield from contradictions
        for side in (0, 1):
            for number in self.unknown[side]:
                yield Seen(side, number)

    def _both_named(self) -> Iterator[Together]:
        one, other = self.named
        for card in [card for card in one if card in other]:
            yield Together(one.pop(card), other.pop(card), RevealInfluence(card))

    def _known_before(self) -> Iterator[Seen]:
        """Cards that one turns over, and the other knew from the beginning."""
        for side in (0, 1):
            for card in [card for card in self.named[side] if card in self.before[1 - side]]:
                yield Seen(side, self.named[side].pop(card))

    def _one_named(self) -> Iterator[Together]:
        for side in (0, 1):
            unknown = self.unknown[1 - side]
            for card in [*self.named[side]][: len(unknown)]:
                number, hidden = self.named[side].pop(card), unknown.pop(0)
                one, other = (number, hidden) if side == 0 else (hidden, number)
                yield Together(one, other, RevealInfluence(card))

    def _none_named(self) -> Iterator[Together]:
        one, other = self.unknown
        while one and other:
            yield Together(one.pop(0), other.pop(0), RevealInfluence(UNKNOWN))

    def _contradictions(self) -> Iterator[Piece]:
        """Cards that only one names, and for which the other has no card that it does not know."""
        left = [[*named.values()] for named in self.named]
        for one, other in zip(*left, strict=False):
            yield Apart(Stretch(one, one + 1), Stretch(other, other + 1))
        for side in (0, 1):
            for number in left[side][len(left[1 - side]) :]:
                if self.ends[1 - side] == self.traces[1 - side].end:
                    yield Seen(side, number)
                else:
                    gap = Stretch(self.ends[1 - side], self.ends[1 - side])
                    told = Stretch(number, number + 1)
                    yield Apart(*((told, gap) if side == 0 else (gap, told)))
