"""``grep``: the games of many files that match patterns of ``replays.patterns``."""

import re
from collections.abc import Callable, Sequence
from fnmatch import translate
from typing import Any, Final

import click

from calimala_es.families import FAMILIES
from calimala_es.setup import RULE_SETS
from cli.group import NOT_FOUND, CommandWithExamples
from cli.search import HeaderTest, Search, Wanted
from cli.settings import store_option
from cli.streams import GAMES, whole_lines, write_bytes
from cli.terminal import harmless, say, write_data
from notation import dumps
from replays.patterns import (
    PatternError,
    parse_event_pattern,
    parse_position_pattern,
)

_HEADER: Final = re.compile(r"([A-Za-z][A-Za-z0-9_]{0,63})(?:(!?[=~])(.*))?", re.DOTALL)
_LONGEST: Final = 1_000


def _read_header(text: str) -> HeaderTest:
    match = _HEADER.fullmatch(text)
    if not match or len(text) > _LONGEST:
        raise click.BadParameter(f"{text[:60]!r}; NAME, NAME=VALUE or NAME~REGEX, with ! before = and ~ for not")
    name, operator, value = match[1], match[2] or "", match[3] or ""
    if not operator:
        return HeaderTest(name, negated=False, pattern=None)
    try:
        pattern = re.compile(value if "~" in operator else translate(value), re.IGNORECASE)
    except re.error as error:
        raise click.BadParameter(f"{value[:60]!r} is no regular expression: {error}") from None
    return HeaderTest(name, operator.startswith("!"), pattern)


def _reading(parse: Callable[[str], Any]) -> Callable[[click.Context, click.Parameter, Sequence[str]], Any]:
    """Return a callback that reads each of the values; an error in a pattern is reported with its column."""

    def read(_context: click.Context, _parameter: click.Parameter, values: Sequence[str]) -> Any:
        try:
            return tuple(parse(value) for value in values)
        except PatternError as error:
            raise click.BadParameter(str(error)) from None

    return read


@click.command(
    "grep",
    cls=CommandWithExamples,
    examples=(
        "calimala grep --header Blue=Maria --header 'Date~^2026' league.cgn",
        "calimala grep --event 'tile_scored tile=LIS points>=9' --list league.cgn",
        "calimala grep --position '*.points>=50 turn<=40' --count *.cgn",
        "calimala grep --family Bardi league.cgn | calimala stats -",
    ),
)
@GAMES
@click.option(
    "--header",
    "headers",
    multiple=True,
    metavar="TEST",
    callback=_reading(_read_header),
    help="NAME, NAME=VALUE (? and * stand for signs) or NAME~REGEX; != and !~ for not.",
)
@click.option(
    "--player",
    "people",
    multiple=True,
    metavar="NAME",
    callback=_reading(str.casefold),
    help="Somebody of this name plays.",
)
@click.option("--rules", multiple=True, type=click.Choice(RULE_SETS), help="The rule set; again for another.")
@click.option(
    "--family",
    "families",
    multiple=True,
    type=click.Choice([*FAMILIES], case_sensitive=False),
    help="Somebody has this family.",
)
@click.option("--players", multiple=True, type=click.IntRange(2, 5), metavar="N", help="So many play.")
@click.option(
    "--event",
    "events",
    multiple=True,
    metavar="PATTERN",
    callback=_reading(parse_event_pattern),
    help="An event, as 'tile_scored tile=LIS'; again for another.",
)
@click.option(
    "--position",
    "positions",
    multiple=True,
    metavar="PATTERN",
    callback=_reading(parse_position_pattern),
    help="A position, as 'AS=b?r* b.points>=10'; behind the event, if there is one.",
)
@click.option("-v", "--not", "negated", is_flag=True, help="The games that are not so.")
@click.option("--raw", is_flag=True, help="Write games byte for byte as they stand.")
@click.option("-l", "--list", "as_list", is_flag=True, help="Only where: FILE#GAME, with the event FILE#GAME#7.2.3.")
@click.option("-c", "--count", "only_count", is_flag=True, help="Only how many.")
@click.option("-m", "--most", type=click.IntRange(min=1), metavar="N", help="Stop after so many.")
@store_option
def grep_command(
    names: Sequence[str], negated: bool, raw: bool, as_list: bool, only_count: bool, most: int | None, **wanted: Any
) -> int:
    """Find games by headers, events and positions.

    Everything that is asked for has to be so: of several --event one, of everything else each; an event and a position
    at the same moment. Games are written in canonical form, unless --raw. Games with errors are told and left out.

    Ends with code 0 if a game was found, 3 if none was, and 1 if games with errors were left out.
    """
    if raw + as_list + only_count > 1:
        raise click.UsageError("--raw, --list and --count exclude each other")
    search = Search(Wanted(**wanted), negated=negated, is_written=not (raw or as_list or only_count))
    found = 0
    for match in search.matches(names):
        if as_list:
            say(harmless(match.place))
        elif raw:
            write_bytes(whole_lines(match.found.passage.text or b""))
        elif match.reading and match.reading.game:
            write_data(("\n" if found else "") + dumps(match.reading.game))
        found += 1
        if found == most:
            break
    if only_count:
        say(str(found))
    return search.code() or (0 if found else NOT_FOUND)
