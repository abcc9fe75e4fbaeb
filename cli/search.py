"""Searching for games: what their headers, their tables and a moment in them must match."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from calimala_es.headers import NAME_HEADERS
from calimala_es.setup import Setup, rule_set_of
from cli.streams import Damage, GameText, games_of
from cli.terminal import counted, note
from notation import NotationError, Reading
from notation.files.scan import GameEntry
from notation.headers.starting import read_start
from notation.reader.inference import with_inferred_city
from replays.patterns import EventPattern, PositionPattern
from replays.replay import Replay


class HeaderTest(NamedTuple):
    """What a header must be: its name, how it is compared, and with what."""

    name: str
    negated: bool
    pattern: re.Pattern[str] | None

    def holds(self, entry: GameEntry) -> bool:
        """Return whether a header of that name fits; for a negated test, whether none does."""
        fits = [
            self.pattern is None or self.pattern.search(value) for name, value in entry.headers if name == self.name
        ]
        return any(fits) != self.negated


class Wanted(Struct, frozen=True):
    """All criteria of a search: headers, the table, and a moment in the game."""

    headers: tuple[HeaderTest, ...] = ()
    people: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    players: tuple[int, ...] = ()
    events: tuple[EventPattern, ...] = ()
    positions: tuple[PositionPattern, ...] = ()

    @property
    def asks_for_table(self) -> bool:
        """Whether rules, families or the number of players are criteria."""
        return bool(self.rules or self.families or self.players)

    @property
    def asks_for_moment(self) -> bool:
        """Whether an event or a position is a criterion, for which the game must be replayed."""
        return bool(self.events or self.positions)

    def fits_headers(self, entry: GameEntry) -> bool:
        """Return whether the headers match."""
        seated = [value.casefold() for name, value in entry.headers if name in NAME_HEADERS]
        return all(test.holds(entry) for test in self.headers) and all(name in seated for name in self.people)

    def fits_table(self, setup: Setup) -> bool:
        """Return whether the rules, the families and the number of players match."""
        return (
            (not self.rules or rule_set_of(setup) in self.rules)
            and {*self.families} <= {*setup.families}
            and (not self.players or setup.players in self.players)
        )

    def knows(self, depth: str) -> bool:
        """Return whether a record of this depth contains what the criteria need."""
        if depth == "full":
            return True
        if depth != "placements":
            return False
        return all(one.needs_placements_only for one in self.events) and all(
            one.needs_placements_only for one in self.positions
        )

    def moment(self, replay: Replay) -> int | None:
        """Return the first matching position, after one of the events if any are wanted; ``None`` if there is none."""
        setup = replay.start.setup
        tests = [pattern.of(setup) for pattern in self.positions]
        first = 1 if self.events else 0
        for place in range(first, len(replay.states)):
            if self.events and not any(pattern.holds(replay.events[place - 1], setup) for pattern in self.events):
                continue
            if all(test(replay.states[place]) for test in tests):
                return place
        return None


class Match(NamedTuple):
    """A matching game, read if that was necessary, and the id of the event at which it matches."""

    found: GameText
    reading: Reading | None = None
    id: str = ""

    @property
    def place(self) -> str:
        """The place, e.g. ``games.cgn#2``, or ``games.cgn#2#7.2.3``."""
        return self.found.place + (f"#{self.id}" if self.id else "")


class Search:
    """Searches games, reads no more of each than necessary, and counts those that it cannot judge."""

    def __init__(self, wanted: Wanted, *, negated: bool, is_written: bool) -> None:
        """Prepare a search; ``negated`` finds the games that do not match, ``is_written`` reads every game found."""
        self.wanted = wanted
        self.negated = negated
        self.is_written = is_written
        self.damage = Damage()
        self.silent = 0

    def matches(self, files: Sequence[str]) -> Iterator[Match]:
        """Yield the games that match."""
        for found in games_of(files):
            try:
                match = self._match(found)
            except NotationError as error:
                self.damage.report(error)
                continue
            if match:
                yield match

    def code(self) -> int:
        """Report what could not be searched, and return the exit code for it."""
        if self.silent:
            note(f"{counted(self.silent, 'game')} passed over: the record is not deep enough to tell")
        return self.damage.code()

    def _match(self, found: GameText) -> Match | None:
        """Return a game if it matches; raise the first error of a game that must be read for it."""
        wanted = self.wanted
        if found.passage.text is None:
            raise found.too_long()
        fits = wanted.fits_headers(found.passage.entry)
        if fits and wanted.asks_for_table:
            errors: list[NotationError] = []
            start = read_start(with_inferred_city(found.source())[0], errors)
            if start.state is None:
                raise errors[0]
            fits = wanted.fits_table(start.state.setup)
        if fits and wanted.asks_for_moment:
            return self._moment(found)
        if fits == self.negated:
            return None
        return Match(found, _sound(found) if self.is_written else None)

    def _moment(self, found: GameText) -> Match | None:
        reading = _sound(found)
        assert reading.game is not None, "a game without errors has a record"
        if not self.wanted.knows(reading.game.depth):
            self.silent += 1
            return None
        replay = Replay(reading.game)
        moment = self.wanted.moment(replay)
        if (moment is not None) == self.negated:
            return None
        return Match(found, reading, str(replay.ids[moment - 1]) if moment else "")


def _sound(found: GameText) -> Reading:
    """Return a game after reading it; raise its first error."""
    reading = found.reading()
    if reading.errors:
        raise reading.errors[0]
    return reading
