"""What a game records of a moment: records of less depth have less, and what their reader supplied is not shown."""

from bisect import bisect_left
from functools import cached_property
from typing import Final

from calimala_es.errors import CalimalaError
from calimala_es.events import (
    AreaScored,
    CardDrawn,
    Event,
    GameEnded,
    InfluenceScored,
    OfferDeclined,
    PartObserved,
    TileScored,
    WentUnrecorded,
)
from calimala_es.frames import InfluenceReveal
from notation.partial.coverage import EVERYTHING, Coverage, Known, known, record_coverage
from replays.replay import Gap, Replay
from replays.text.board.turn import recorded_end_text
from replays.text.events import event_text
from replays.text.names import Names
from replays.text.terms import scored_text

_SUPPLIED: Final = (WentUnrecorded, CardDrawn, OfferDeclined)


class NotRecordedError(CalimalaError):
    """A request for something that is not recorded; the message says what."""


class Depths:
    """The information recorded at each position of a game's replay."""

    def __init__(self, replay: Replay) -> None:
        """Store the replay."""
        self.replay = replay
        self.is_full = replay.game.depth == "full"
        self._known: dict[int, Known] = {}

    @cached_property
    def _recorded(self) -> Coverage:
        return record_coverage(self.replay.game)

    def known(self, position: int) -> Known:
        """Return what is recorded of a position."""
        if self.is_full:
            return EVERYTHING
        count = bisect_left(self.replay.firsts, position)
        if count not in self._known:
            self._known[count] = known(self.replay.game, count)
        return self._known[count]

    def gaps(self, position: int) -> tuple[Gap, ...]:
        """Return what was not recorded or only observed until a position, as far as the record says so."""
        return tuple(gap for gap in self.replay.gaps_until(position) if not self.is_supplied(gap.position))

    def is_supplied(self, place: int) -> bool:
        """Return whether an event represents something that is not recorded."""
        if self.is_full:
            return False
        number = self.replay.command_at(place)
        return self._recorded.supplied[number] and place == self.replay.firsts[number]

    def is_hidden(self, place: int) -> bool:
        """Return whether an event has nothing to show; points that follow from a check have."""
        if self.is_full:
            return False
        event = self.replay.events[place]
        has_points = isinstance(event, PartObserved) and event.part.endswith(".points") and not self._is_end(place)
        return self.is_supplied(place) and not has_points and isinstance(event, (*_SUPPLIED, PartObserved))

    def _is_end(self, place: int) -> bool:
        """Return whether influence cards are revealed here, so that only the last total has points."""
        return type(self.replay.states[place].now) is InfluenceReveal

    def words(self, event: Event, place: int, names: Names) -> str:
        """Return an event in words, empty if nothing of it is recorded.

        For a scoring without recorded cubes, omit who got what.
        """
        if self.is_full:
            return event_text(event, names)
        if self.is_hidden(place):
            return ""
        language = names.language
        if isinstance(event, GameEnded):
            last = self.known(place + 1)
            end = recorded_end_text(event.winners, event.by, names, last)
            if not last.points:
                return language.text("the game is over: {end}", end=end)
            points = "-".join(map(str, event.points))
            return language.text("the game is over: {end}; points {points}", end=end, points=points)
        if not isinstance(event, TileScored | AreaScored | InfluenceScored) or self.known(place).cubes:
            return event_text(event, names)
        where = (
            event.area if isinstance(event, AreaScored) else getattr(event, "tile", "") or getattr(event, "card", "")
        )
        return language.text("{scored}: the cubes are not recorded", scored=scored_text(where, language))
