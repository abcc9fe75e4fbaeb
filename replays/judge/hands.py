"""What the unknown cards in the hands may be, given all that somebody saw happen.

Everybody knows what was shuffled into a new deck (R5.11), so an unknown card is one of those of the deck that it was
drawn from; and a card that is played was drawn before, unseen if nobody saw it come. The decks are those of
``replays.knowledge``. Every order of each deck is as likely, and so is every card that a player may have played from
among those drawn unseen: by which of them it was, the cards that are left in the hands differ.

That is sampled by a random walk (Metropolis): from one explanation of everything to the next, a played card at a time.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from calimala_es.components import ACTIONS
from calimala_es.events import Event, PartObserved
from calimala_es.state import State
from calimala_es.view import view_event, view_state
from replays.knowledge.ledger import CARD_EVENTS, Demand, Ledger, Unknown
from replays.knowledge.possible import UndecidedError, find_explanation
from replays.knowledge.sight import is_gap, is_whole

_FIRST_STEPS: Final = 12
_STEPS: Final = 4
"""How many times each played card is tried at another draw, before the first hands and before any others."""


RECORDED: Final = -1
"""The viewer who sees all that was recorded."""


class Past:
    """What happened up to a moment, as far as it concerns cards.

    ``is_complete`` is whether it starts with all the cards of the box and nothing went unrecorded since.
    """

    def __init__(self, start: State) -> None:
        """Begin with a position."""
        self.start = start
        self.is_complete = is_whole(start)
        self._events: list[tuple[int, Event]] = []
        self._time = 0

    def add(self, before: State, events: Iterable[Event]) -> None:
        """Remember what a decision in the position ``before`` was followed by."""
        for event in events:
            self.is_complete = self.is_complete and not is_gap(before, event)
            if isinstance(event, CARD_EVENTS):
                self._events.append((self._time, event))
            self._time += 1

    def hands(
        self, viewer: int | None, most: int | None = None, held: tuple[int, str] | None = None
    ) -> "PossibleHands | None":
        """Return what the hands may be for a viewer; ``None`` if nothing can be concluded.

        Only the first ``most`` events count, all if it is ``None``. ``held`` is a seat with a card that it is known to
        hold then.
        """
        if not self.is_complete:
            return None
        is_hidden = viewer != RECORDED
        ledger = Ledger(view_state(self.start, viewer) if is_hidden else self.start)
        for time, event in self._events:
            if most is not None and time >= most:
                break
            ledger.add(view_event(event, viewer) if is_hidden else event, time)
        if held:
            ledger.add(PartObserved(f"{held[0]}.hand", held[1]), self._time)
        return PossibleHands.of(ledger)


class PossibleHands:
    """The unknown cards in the hands, as a random walk through all that they can be."""

    def __init__(self, ledger: Ledger, slots: list[int]) -> None:
        """Begin with an explanation: the number of the draw that met each demand."""
        self._drawn: Sequence[Unknown] = ledger.unknown
        self._left: Sequence[Counter[str]] = ledger.left
        self._cards = [demand.card for demand in ledger.demands]
        self._slots = slots
        self._owners: dict[int, int] = {slot: number for number, slot in enumerate(slots)}
        self._able: list[list[int]] = [
            [
                slot
                for slot, drawn in enumerate(ledger.unknown)
                if drawn.seat == demand.seat and drawn.time < demand.time and drawn.generation <= demand.latest
            ]
            for demand in ledger.demands
        ]
        self._taken: list[Counter[str]] = [Counter() for _ in ledger.left]
        for card, slot in zip(self._cards, slots, strict=True):
            self._taken[self._drawn[slot].generation][card] += 1
        self._walked = False

    @classmethod
    def of(cls, ledger: Ledger) -> "PossibleHands | None":
        """Return what a ledger leaves open; ``None`` if it has no explanation, or none that is found.

        Two cards of which one was discarded at once, from different decks, are not followed up (R11.Scali).
        """
        if ledger.pairs:
            return None
        try:
            explanation = find_explanation(ledger)
        except UndecidedError:
            return None
        if explanation is None:
            return None
        draws: dict[tuple[int, int], list[int]] = defaultdict(list)
        for slot, drawn in enumerate(ledger.unknown):
            draws[drawn.seat, drawn.generation].append(slot)
        numbers: dict[Demand, list[int]] = defaultdict(list)
        for number, demand in enumerate(ledger.demands):
            numbers[demand].append(number)
        slots = [-1] * len(ledger.demands)
        for cell, met in explanation.met.items():
            for slot, demand in zip(draws[cell], met, strict=False):
                slots[numbers[demand].pop()] = slot
        return cls(ledger, slots)

    def draw(self, random: Random) -> list[str]:
        """Return cards that each seat's unknown ones may be, in the order in which they were drawn."""
        steps = _STEPS if self._walked else _FIRST_STEPS
        self._walked = True
        for _ in range(steps):
            for number, able in enumerate(self._able):
                if len(able) > 1:
                    self._try(number, able[int(random.random() * len(able))], random)
        rest: list[list[str]] = []
        for left, taken in zip(self._left, self._taken, strict=True):
            cards = [card for card in ACTIONS for _ in range(left[card] - taken[card])]
            random.shuffle(cards)
            rest.append(cards)
        hands: dict[int, str] = defaultdict(str)
        for slot, drawn in enumerate(self._drawn):
            if slot not in self._owners:
                hands[drawn.seat] += rest[drawn.generation].pop()
        return [hands[seat] for seat in range(1 + max(hands, default=-1))]

    def _try(self, number: int, slot: int, random: Random) -> None:
        """Let another draw be the one that met a demand, as often as the numbers of ways say."""
        old, other = self._slots[number], self._owners.get(slot)
        if slot == old or (other is not None and old not in self._able[other]):
            return
        source, target = self._drawn[old].generation, self._drawn[slot].generation
        card, back = self._cards[number], "" if other is None else self._cards[other]
        if source != target and card != back:
            if random.random() >= self._ways(card, back, source, target):
                return
            self._move(card, source, target)
            if back:
                self._move(back, target, source)
        self._slots[number], self._owners[slot] = slot, number
        if other is None:
            del self._owners[old]
        else:
            self._slots[other], self._owners[old] = old, other

    def _ways(self, card: str, back: str, source: int, target: int) -> float:
        """Return how many times more ways there are once a card came from another deck, and another one perhaps from
        this one instead.
        """
        ways = self._free(target, card) / (self._free(source, card) + 1)
        if back:
            return ways * self._free(source, back) / (self._free(target, back) + 1)
        others = sum(self._left[target].values()) - sum(self._taken[target].values())
        freed = sum(self._left[source].values()) - sum(self._taken[source].values()) + 1
        return ways * freed / max(1, others)

    def _free(self, generation: int, card: str) -> int:
        """Return how many copies of a card from this deck met no demand."""
        return self._left[generation][card] - self._taken[generation][card]

    def _move(self, card: str, source: int, target: int) -> None:
        self._taken[source][card] -= 1
        self._taken[target][card] += 1
