"""Which of many games a command is about: the options that select them, and the search for those that match."""

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fnmatch import translate
from functools import wraps
from typing import Any, Final, NamedTuple

import click
from msgspec import Struct

from calimala_es.errors import GameNotFoundError
from calimala_es.families import FAMILIES
from calimala_es.headers import DATE, NAME_HEADERS
from calimala_es.known import Extent, extent_of
from calimala_es.messages import Message
from calimala_es.setup import RULE_SETS, Setup, rule_set_of
from cli.clicked import NameChoice
from cli.exits import wrong_value
from cli.games import FoundGame
from cli.options import join_or, settings
from cli.setup_options import read_day
from cli.streams import Damage, GameText, games_of
from cli.terminal import note
from notation import NotationError
from notation.files.scan import GameEntry
from notation.headers.starting import read_start
from notation.reader.inference import with_inferred_city
from replays.patterns import EventPattern, PatternError, PositionPattern, parse_event_pattern, parse_position_pattern
from replays.replay import Replay
from replays.text.messages import error_text


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


class Selection(Struct, frozen=True):
    """What games must have to be selected: headers, a table, and a moment in the game; negated, those that do not."""

    days: tuple[str, ...] = ()
    headers: tuple[HeaderTest, ...] = ()
    people: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    players: tuple[int, ...] = ()
    events: tuple[EventPattern, ...] = ()
    positions: tuple[PositionPattern, ...] = ()
    is_negated: bool = False

    @property
    def asks_for_headers(self) -> bool:
        """Whether headers are criteria: dates, names of players or any others."""
        return bool(self.days or self.headers or self.people)

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
        played = [value.replace("-", ".") for name, value in entry.headers if name == DATE]
        return (
            (not self.days or any(day.startswith(self.days) for day in played))
            and all(test.holds(entry) for test in self.headers)
            and all(name in seated for name in self.people)
        )

    def fits_table(self, setup: Setup) -> bool:
        """Return whether the rules, the families and the number of players match."""
        return (
            (not self.rules or rule_set_of(setup) in self.rules)
            and {*self.families} <= {*setup.families}
            and (not self.players or setup.players in self.players)
        )

    def knows(self, extent: Extent) -> bool:
        """Return whether a record of this extent contains what the criteria need."""
        if extent == "full":
            return True
        if extent != "placements":
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
    game: FoundGame | None = None
    id: str = ""

    @property
    def place(self) -> str:
        """The place, e.g. ``games.cgn#2``, or ``games.cgn#2#7.2.3``."""
        return self.found.place + (f"#{self.id}" if self.id else "")


class Search:
    """Searches games, reads no more of each than necessary, and counts those that it cannot judge."""

    def __init__(self, wanted: Selection, *, damage: Damage | None = None, reads_all: bool = True) -> None:
        """Prepare a search; ``reads_all`` reads every game found, also where its headers are enough to judge it.

        Games with errors are reported to ``damage``, by default one of the search.
        """
        self.wanted = wanted
        self.reads_all = reads_all
        self.damage = damage or Damage()
        self.silent = 0

    def matches(self, files: Sequence[str]) -> Iterator[Match]:
        """Yield the games that match."""
        return self._matches_among(games_of(files, damage=self.damage))

    def games(self, files: Sequence[str]) -> Iterator[FoundGame]:
        """Yield the games that match, read; for a search that reads all."""
        return self.games_among(games_of(files, damage=self.damage))

    def games_among(self, games: Iterable[GameText]) -> Iterator[FoundGame]:
        """Yield those of the games that match, read; for a search that reads all."""
        return (match.game for match in self._matches_among(games) if match.game)

    def _matches_among(self, games: Iterable[GameText]) -> Iterator[Match]:
        for found in games:
            try:
                match = self.match(found)
            except NotationError as error:
                self.damage.report(error)
                continue
            if match:
                yield match

    def code(self) -> int:
        """Report what could not be searched, and return the exit code for it."""
        self.report_silent()
        return self.damage.code()

    def report_silent(self) -> None:
        """Report how many games do not record enough."""
        if self.silent:
            language = settings().language
            note(
                language.counted(
                    "Skipped {number} game that was not recorded in enough detail",
                    "Skipped {number} games that were not recorded in enough detail",
                    self.silent,
                )
            )

    def match(self, found: GameText) -> Match | None:
        """Return a game if it matches; raise the first error of a game that must be read for it."""
        wanted = self.wanted
        if found.is_too_long:
            raise found.too_long()
        if found.is_text and not found.passage.entry.headers:
            # Whatever this is, it is no game; reading it says why.
            found.game()
        elif found.is_text and not (found.passage.text or b"").isascii():
            found.source()
        fits = not wanted.asks_for_headers or wanted.fits_headers(found.passage.entry)
        if fits and wanted.asks_for_table:
            errors: list[NotationError] = []
            start = read_start(with_inferred_city(found.source())[0], errors)
            if start.state is None:
                raise errors[0]
            fits = wanted.fits_table(start.state.setup)
        if fits and wanted.asks_for_moment:
            return self._moment(found)
        if fits == self.wanted.is_negated:
            return None
        return Match(found, found.game() if self.reads_all else None)

    def _moment(self, found: GameText) -> Match | None:
        game = found.game()
        if not self.wanted.knows(extent_of(game.record)):
            self.silent += 1
            return None
        replay = game.replay
        moment = self.wanted.moment(replay)
        if (moment is not None) == self.wanted.is_negated:
            return None
        return Match(found, game, str(replay.ids[moment - 1]) if moment else "")


# ----------------------------------------------------------------------------------------------------
# The options; their patterns of moments are those of ``replays.patterns``.

_HEADER: Final = re.compile(r"([A-Za-z][A-Za-z0-9_]{0,63})(?:(!?[=~])(.*))?", re.DOTALL)
_LONGEST: Final = 1_000


def _read_days(context: click.Context, parameter: click.Parameter, values: Sequence[str]) -> tuple[str, ...]:
    """Return the beginnings of the dates that are wanted: ``2026.11.20``, or ``2026.11`` for a month."""
    return tuple((read_day(context, parameter, value) or "").rstrip("?.") for value in values)


def _read_header(text: str) -> HeaderTest:
    match = _HEADER.fullmatch(text)
    if not match or len(text) > _LONGEST:
        raise wrong_value(
            "{word} is not a condition for a header; write NAME, NAME=VALUE or NAME~REGEX, or != and !~ for not",
            word=repr(text[:60]),
        )
    name, operator, value = match[1], match[2] or "", match[3] or ""
    if not operator:
        return HeaderTest(name, negated=False, pattern=None)
    try:
        pattern = re.compile(value if "~" in operator else translate(value), re.IGNORECASE)
    except re.error as error:
        raise wrong_value(
            "{word} is not a regular expression: {reason}", word=repr(value[:60]), reason=str(error)
        ) from None
    return HeaderTest(name, operator.startswith("!"), pattern)


@contextmanager
def pattern_errors() -> Generator[None]:
    """Raise an error in a pattern as one of the command line, with its column."""
    try:
        yield
    except PatternError as error:
        raise click.BadParameter(error_text(error, settings().language)) from None


def read_patterns(parse: Callable[[str], Any]) -> Callable[..., tuple[Any, ...]]:
    """Return what reads every value of an option; an error in a pattern is reported with its column."""

    def read(_context: click.Context, _parameter: click.Parameter, values: Sequence[str]) -> tuple[Any, ...]:
        with pattern_errors():
            return tuple(map(parse, values))

    return read


PLAYERS: Final = click.option(
    "--players",
    metavar="N",
    multiple=True,
    type=click.IntRange(2, 5),
    callback=read_patterns(int),
    help="The game has N players",
)
RULE_SET: Final = click.option(
    "--ruleset", "rules", metavar="NAME", multiple=True, type=click.Choice(RULE_SETS), help=join_or(RULE_SETS)
)
"""The options by which games of a store and of a library are selected alike."""

_OPTIONS: Final = (
    click.option("--date", "days", metavar="DATE", multiple=True, callback=_read_days, help="Played on this day"),
    click.option(
        "--header",
        "headers",
        metavar="TEST",
        multiple=True,
        callback=read_patterns(_read_header),
        help="Site, Blue=Mar*, Date~^2026, Blue!=Maria or Blue!~^M",
    ),
    click.option(
        "--player",
        "people",
        metavar="NAME",
        multiple=True,
        callback=read_patterns(str.casefold),
        help="A player has this name",
    ),
    PLAYERS,
    RULE_SET,
    click.option(
        "--family",
        "families",
        metavar="NAME",
        multiple=True,
        type=NameChoice([*FAMILIES], case_sensitive=False),
        help="A player has this family",
    ),
    click.option(
        "--event",
        "events",
        metavar="PATTERN",
        multiple=True,
        callback=read_patterns(parse_event_pattern),
        help="An event, e.g. 'tile_scored tile=LIS points>=3'",
    ),
    click.option(
        "--position",
        "positions",
        metavar="PATTERN",
        multiple=True,
        callback=read_patterns(parse_position_pattern),
        help="A position, e.g. 'AS=b?r* b.points>=10'",
    ),
    click.option("-v", "--not", "is_negated", is_flag=True, help="Select the games that do not match"),
)


def no_match() -> GameNotFoundError:
    """Return the error for a selection without any game."""
    return GameNotFoundError(Message("no game matches the options"))


SELECTION: Final = frozenset(Selection.__struct_fields__)
"""The parameters of a command that these options add."""


def selection_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that select games; the command receives them together as ``selection``."""

    @wraps(function)
    def with_selection(**values: Any) -> Any:
        return function(selection=Selection(**{name: values.pop(name) for name in SELECTION}), **values)

    wrapped: Callable[..., Any] = with_selection
    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped
