"""``games find``: games whose headers, table or a moment in them match, of the store or of files of any size."""

import re
from collections.abc import Callable, Iterator, Sequence
from fnmatch import translate
from itertools import islice
from typing import Any, Final, NamedTuple, TypeVar

import click
from msgspec import Struct

from calimala_es.families import FAMILIES
from calimala_es.game import Game
from calimala_es.headers import NAME_HEADERS
from calimala_es.known import Extent, extent_of
from calimala_es.setup import RULE_SETS, Setup, rule_set_of
from cli.files import source_name
from cli.games import all_ids
from cli.options import NOT_FOUND, OK, CommandWithExamples, join_or, json_option
from cli.streams import GAMES_OR_NONE, Damage, GameText, games_of, whole_lines, write_bytes
from cli.terminal import counted, harmless, note, say, write_data, write_json
from notation import NotationError, dumps
from notation.files.scan import GameEntry
from notation.headers.starting import read_start
from notation.reader.inference import with_inferred_city
from replays.patterns import EventPattern, PatternError, PositionPattern, parse_event_pattern, parse_position_pattern
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
    game: Game | None = None
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
            note(f"Skipped {counted(self.silent, 'game')} that do not record enough to answer")
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
        return Match(found, found.game().record if self.is_written else None)

    def _moment(self, found: GameText) -> Match | None:
        game = found.game().record
        if not self.wanted.knows(extent_of(game)):
            self.silent += 1
            return None
        replay = Replay(game)
        moment = self.wanted.moment(replay)
        if (moment is not None) == self.negated:
            return None
        return Match(found, game, str(replay.ids[moment - 1]) if moment else "")


# ----------------------------------------------------------------------------------------------------
# The command; its patterns of moments are those of ``replays.patterns``.

_Function = TypeVar("_Function", bound=Callable[..., Any])

_HEADER: Final = re.compile(r"([A-Za-z][A-Za-z0-9_]{0,63})(?:(!?[=~])(.*))?", re.DOTALL)
_LONGEST: Final = 1_000


def _read_header(text: str) -> HeaderTest:
    match = _HEADER.fullmatch(text)
    if not match or len(text) > _LONGEST:
        raise click.BadParameter(
            f"{text[:60]!r} is not a test of a header: write NAME, NAME=VALUE or NAME~REGEX, or != and !~ for not"
        )
    name, operator, value = match[1], match[2] or "", match[3] or ""
    if not operator:
        return HeaderTest(name, negated=False, pattern=None)
    try:
        pattern = re.compile(value if "~" in operator else translate(value), re.IGNORECASE)
    except re.error as error:
        raise click.BadParameter(f"{value[:60]!r} is not a regular expression: {error}") from None
    return HeaderTest(name, operator.startswith("!"), pattern)


def _criterion(
    option: str, name: str, metavar: str, help: str, type: Any = None, parse: Callable[[str], Any] | None = None
) -> Callable[[_Function], _Function]:
    """Return an option that may be repeated; an error in a pattern is reported with its column."""

    def read(_context: click.Context, _parameter: click.Parameter, values: Sequence[Any]) -> Any:
        try:
            return tuple(map(parse, values)) if parse else values
        except PatternError as error:
            raise click.BadParameter(str(error)) from None

    return click.option(option, name, multiple=True, metavar=metavar, type=type, callback=read, help=help)


@click.command(
    "find",
    cls=CommandWithExamples,
    examples=(
        "calimala games find --event 'tile_scored tile=LIS points>=3' league.cgn",
        "calimala games find --family Bardi | calimala games stats -",
    ),
    ending="Exit code 3 if nothing matched, 1 if games with errors were skipped.",
)
@GAMES_OR_NONE
@_criterion("--header", "headers", "TEST", "Site, Blue=Mar*, Date~^2026, Blue!=Maria or Blue!~^M", parse=_read_header)
@_criterion("--player", "people", "NAME", "A player has this name", parse=str.casefold)
@_criterion("--players", "players", "N", "N people play", type=click.IntRange(2, 5))
@_criterion("--ruleset", "rules", "NAME", join_or(RULE_SETS), type=click.Choice(RULE_SETS))
@_criterion("--family", "families", "NAME", "A player has this family", type=click.Choice([*FAMILIES], False))
@_criterion(
    "--event", "events", "PATTERN", "An event, e.g. 'tile_scored tile=LIS points>=3'", parse=parse_event_pattern
)
@_criterion(
    "--position", "positions", "PATTERN", "A position, e.g. 'AS=b?r* b.points>=10'", parse=parse_position_pattern
)
@click.option("-v", "--not", "negated", is_flag=True, help="Print the games that do not match")
@click.option("-l", "--list", "as_list", is_flag=True, help="Print only the places: FILE#GAME#PLACE")
@click.option("-c", "--count", "only_count", is_flag=True, help="Print only the number of games")
@click.option("-n", "--number", type=click.IntRange(min=1), metavar="N", help="Stop after N games")
@click.option("--raw", is_flag=True, help="Print games exactly as written")
@json_option
def find_command(
    names: Sequence[str],
    negated: bool,
    as_list: bool,
    only_count: bool,
    number: int | None,
    raw: bool,
    as_json: bool,
    **wanted: Any,
) -> int:
    """Print the games that match every option (default: from the whole store).

    If --ruleset, --players or --event is repeated, one match is enough; --position is checked right after the event.
    """
    if raw + as_list + only_count + as_json > 1:
        raise click.UsageError("use only one of --raw, --list, --count and --json")
    search = Search(Wanted(**wanted), negated=negated, is_written=not (raw or as_list or only_count or as_json))
    matches = islice(search.matches(names or all_ids()), number)
    if as_json:
        found = [_match_json(match) for match in matches]
        write_json(found)
        return search.code() or (OK if found else NOT_FOUND)
    count = 0
    for count, match in enumerate(matches, 1):
        if as_list:
            say(harmless(match.place))
        elif raw:
            write_bytes(whole_lines(match.found.passage.text or b""))
        elif not only_count and match.game:
            write_data(("\n" if count > 1 else "") + dumps(match.game))
    if only_count:
        say(str(count))
    return search.code() or (OK if count else NOT_FOUND)


def _match_json(match: Match) -> dict[str, Any]:
    found = match.found
    return {
        "file": source_name(found.file),
        "game": found.number or None,
        "place": match.id or None,
        "headers": [[*header] for header in found.passage.entry.headers],
    }
