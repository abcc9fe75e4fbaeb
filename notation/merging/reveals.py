"""The influence cards by the board that two records turn over at the end, in whatever order (R7.3, R8.2).

A record turns over what it does not know yet; so one may turn over a card that the other knew from the beginning, and
leave open another one that the other turns over.
"""

from collections.abc import Iterator, Sequence

from calimala_es.commands import RevealInfluence
from calimala_es.components import GAME, UNKNOWN
from calimala_es.state import Revealing, State
from notation.merging.pieces import Apart, Piece, Seen, Stretch, Together
from notation.merging.trace import Trace


def is_by_board(state: State) -> bool:
    """Whether a card by the board is turned over next."""
    return type(state.now) is Revealing and state.now.seat == GAME


def turned_over(traces: tuple[Trace, Trace], places: Sequence[int]) -> tuple[list[Piece], list[int]]:
    """The pieces of the cards by the board that both turn over from these moves on, and the moves behind them."""
    ends = [_end_of_run(trace, place) for trace, place in zip(traces, places, strict=True)]
    return [*_Cards(traces, places, ends).pieces()], ends


def _end_of_run(trace: Trace, first: int) -> int:
    return next((place for place in range(first, trace.end) if not is_by_board(trace.states[place])), trace.end)


class _Cards:
    """The moves of each record that turn over a card that is named, by the card, and those of cards that are not."""

    def __init__(self, traces: tuple[Trace, Trace], places: Sequence[int], ends: Sequence[int]) -> None:
        self.traces = traces
        self.ends = ends
        self.before = [{*trace.states[place].by_board} for trace, place in zip(traces, places, strict=True)]
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
        """What both name, or one names and the other does not, and what neither knows, as one decision each."""
        named, unknown = self.named, self.unknown
        for card in [card for card in named[0] if card in named[1]]:
            yield Together(named[0].pop(card), named[1].pop(card), RevealInfluence(card))
        for side in (0, 1):
            for card in [card for card in named[side] if card in self.before[1 - side]]:
                yield Seen(side, named[side].pop(card))
        for side in (0, 1):
            for card in [*named[side]][: len(unknown[1 - side])]:
                yield self._together(side, named[side].pop(card), unknown[1 - side].pop(0), card)
        yield from self._contradictions()
        for one, other in zip(*unknown, strict=False):
            yield Together(one, other, RevealInfluence(UNKNOWN))
        for side in (0, 1):
            for number in unknown[side][len(unknown[1 - side]) :]:
                yield Seen(side, number)

    @staticmethod
    def _together(side: int, number: int, unknown: int, card: str) -> Together:
        numbers = (number, unknown) if side == 0 else (unknown, number)
        return Together(*numbers, RevealInfluence(card))

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
