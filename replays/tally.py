"""What is in many games, counted one game after another; holds counts only, however many games there are.

A game counts as complete if it was played to the end, or if the record has its result. Records of less depth than
``full`` are counted as far as they go: of results the points, of placements the turns as well.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from calimala_es.components import UNKNOWN
from calimala_es.events import (
    ActionDone,
    ActionImpossible,
    ActionWaived,
    AreaScored,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    DeckShuffled,
    Event,
    InfluenceScored,
    PartObserved,
    TileScored,
    WentUnrecorded,
)
from calimala_es.frames import GameOver
from calimala_es.game import Game
from calimala_es.headers import NAME_HEADERS, RESULT
from calimala_es.known import extent_of
from calimala_es.setup import rule_set_of
from calimala_es.state import State
from replays.text.names import clean_name

MOST_NAMES: Final = 10_000
"""Players who are total by name; those that come later are only counted."""

_POINTS: Final = re.compile(r"[0-9]{1,4}(-[0-9]{1,4})+")


class Spread:
    """Numbers, and how they are spread; each value is held once."""

    def __init__(self) -> None:
        """Begin without numbers."""
        self.often: Counter[int] = Counter()

    def add(self, *numbers: int) -> None:
        """Count numbers."""
        self.often.update(numbers)

    def merge(self, other: "Spread") -> None:
        """Add the numbers of another spread."""
        self.often.update(other.often)

    @property
    def count(self) -> int:
        """How many numbers there were."""
        return self.often.total()

    @property
    def mean(self) -> float:
        """Their mean; 0 if there were none."""
        return sum(number * often for number, often in self.often.items()) / (self.count or 1)

    @property
    def median(self) -> float:
        """Their median; 0 if there were none."""
        return (self._at((self.count - 1) // 2) + self._at(self.count // 2)) / 2

    def _at(self, place: int) -> int:
        for number in sorted(self.often):
            place -= self.often[number]
            if place < 0:
                return number
        return 0

    @property
    def least(self) -> int:
        """The least of them; 0 if there were none."""
        return min(self.often, default=0)

    @property
    def most(self) -> int:
        """The greatest of them; 0 if there were none."""
        return max(self.often, default=0)


class ResultTally:
    """How somebody did: a seat, a colour or a person."""

    def __init__(self) -> None:
        """Begin without games."""
        self.games = self.finished = self.wins = self.points = 0

    def add(self, points: int | None, *, won: bool) -> None:
        """Add one more game; ``points`` is ``None`` if they are not recorded."""
        self.games += 1
        self.wins += won
        if points is not None:
            self.finished += 1
            self.points += points

    def merge(self, other: "ResultTally") -> None:
        """Add the games of another tally."""
        self.games += other.games
        self.finished += other.finished
        self.wins += other.wins
        self.points += other.points

    @property
    def mean(self) -> float:
        """The mean of the points in the games that record them."""
        return self.points / (self.finished or 1)


class ScoringTally:
    """How often a tile, card or area was scored, and the points that it brought: to all together, and to the best."""

    def __init__(self) -> None:
        """Begin without scorings."""
        self.times = self.points = self.best = 0

    def add(self, points: Sequence[int]) -> None:
        """Add one more scoring with the points of each seat."""
        self.times += 1
        self.points += sum(points)
        self.best += max(points, default=0)

    def merge(self, other: "ScoringTally") -> None:
        """Add the scorings of another tally."""
        self.times += other.times
        self.points += other.points
        self.best += other.best


DONE, BY_CARD, SKIPPED, IMPOSSIBLE = "done", "by card", "skipped", "impossible"
DEEDS: Final = (DONE, BY_CARD, SKIPPED, IMPOSSIBLE)
"""What may come of an action: done by a disc, done by a card, skipped, impossible."""

_DEEDS: Final[dict[type[Event], str]] = {
    ActionDone: DONE,
    CardPlayed: BY_CARD,
    ActionWaived: SKIPPED,
    ActionImpossible: IMPOSSIBLE,
}


class Tally:
    """The counts; see the module."""

    def __init__(self) -> None:
        """Begin with nothing counted."""
        self.games = self.complete = 0
        self.extents: Counter[str] = Counter()
        self.rule_sets: Counter[str] = Counter()
        self.players: Counter[int] = Counter()
        self.seats: dict[int, ResultTally] = {}
        self.colours: dict[str, ResultTally] = {}
        self.families: dict[str, ResultTally] = {}
        self.people: dict[str, ResultTally] = {}
        self.other_people = ResultTally()
        self.points, self.winning = Spread(), Spread()
        self.turns, self.decisions = Spread(), Spread()
        self.deeds: dict[str, Counter[str]] = {}
        self.scorings: dict[str, ScoringTally] = {}
        self.cards: Counter[str] = Counter()
        self.events = self.missed = self.observed = 0

    def add(self, record: Game) -> None:
        """Count one game."""
        setup = record.setup
        extent = extent_of(record)
        state = record.state if record.has_positions else None
        self.games += 1
        self.extents[extent] += 1
        self.rule_sets[rule_set_of(setup)] += 1
        self.players[setup.players] += 1
        points, winners = outcome(record, state)
        if points:
            self.complete += 1
            self.points.add(*points)
            self.winning.add(*[points[seat] for seat in winners[:1]])
        self._add_people(record, points, winners)
        if state is None:
            return
        if state.is_over:
            self.turns.add(state.turn)
        if extent == "full":
            if state.is_over:
                self.decisions.add(len(record.moves))
            for move in record.moves:
                for event in move.events:
                    self._add_event(event)

    def merge(self, other: "Tally") -> None:
        """Add the games of another tally, as if they came after those of this one."""
        for name in ("games", "complete", "events", "missed", "observed"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("extents", "rule_sets", "players", "cards"):
            getattr(self, name).update(getattr(other, name))
        for name in ("other_people", "points", "winning", "turns", "decisions"):
            getattr(self, name).merge(getattr(other, name))
        for name in ("seats", "colours", "families"):
            own = getattr(self, name)
            for key, results in getattr(other, name).items():
                own.setdefault(key, ResultTally()).merge(results)
        for person, results in other.people.items():
            self._person(person).merge(results)
        for action, deeds in other.deeds.items():
            self.deeds.setdefault(action, Counter()).update(deeds)
        for place, scoring in other.scorings.items():
            self.scorings.setdefault(place, ScoringTally()).merge(scoring)

    def _person(self, name: str) -> ResultTally:
        """Return the results of a person, or of everybody who comes after too many others."""
        if name in self.people or len(self.people) < MOST_NAMES:
            return self.people.setdefault(name, ResultTally())
        return self.other_people

    def _add_people(self, record: Game, points: Sequence[int], winners: Sequence[int]) -> None:
        for seat, colour in enumerate(record.setup.colours):
            total = points[seat] if points else None
            won = seat in winners
            self.seats.setdefault(seat, ResultTally()).add(total, won=won)
            self.colours.setdefault(colour, ResultTally()).add(total, won=won)
            if any(record.setup.families) and (family := record.setup.families[seat]):
                self.families.setdefault(family, ResultTally()).add(total, won=won)
            name = clean_name(record.header(_HEADER_OF[colour]) or "")
            if name:
                self._person(name).add(total, won=won)

    def _add_event(self, event: Event) -> None:
        self.events += 1
        deed = _DEEDS.get(type(event))
        if isinstance(event, ActionDone | CardPlayed | ActionWaived | ActionImpossible) and deed:
            self.deeds.setdefault(event.action, Counter())[deed] += 1
        elif isinstance(event, CardDrawn):
            self.cards["drawn"] += 1
            self.cards["drawn unseen"] += event.card == UNKNOWN
        elif isinstance(event, CardDiscarded):
            self.cards["discarded"] += 1
        elif isinstance(event, DeckShuffled):
            self.cards["deck shuffled"] += 1
        elif isinstance(event, TileScored):
            self.scorings.setdefault(event.tile, ScoringTally()).add(event.points)
        elif isinstance(event, InfluenceScored):
            self.scorings.setdefault(f"influence {event.card}", ScoringTally()).add(event.points)
        elif isinstance(event, AreaScored):
            self.scorings.setdefault(event.area, ScoringTally()).add(event.points)
        self.missed += isinstance(event, WentUnrecorded)
        self.observed += isinstance(event, PartObserved)


_HEADER_OF: Final = {colour: word for word, colour in NAME_HEADERS.items()}


def outcome(record: Game, state: State | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the points of the seats, empty if not recorded, and the seats that won, empty if not recorded.

    For a game that was not recorded to its end the header ``Result`` is used; it does not say who won a tie.
    """
    players = record.setup.players
    if state is not None and type(state.now) is GameOver and extent_of(record) == "full":
        points = tuple(mat.points for mat in state.mats[:players])
        return (points, tuple(map(int, state.now.winners))) if state.now.by != "open" else ((), ())
    result = (record.header(RESULT) or "").strip()
    totals = tuple(map(int, result.split("-"))) if _POINTS.fullmatch(result) else ()
    if len(totals) != len(record.setup.parties):
        return (), ()
    points = totals[:players]
    best = [seat for seat in range(players) if points[seat] == max(points)]
    return points, tuple(best) if len(best) == 1 else ()
