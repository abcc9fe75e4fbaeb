"""``games find``: games whose headers, table or a moment in them match, of the store or of files of any size."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import click

from cli.exits import wrong_usage
from cli.files import source_name
from cli.games import all_ids
from cli.options import NOT_FOUND, OK, CommandWithExamples, json_option, settings
from cli.selection import Match, Search, Selection, selection_options
from cli.streams import GAMES_OR_NONE, whole_lines, write_bytes
from cli.terminal import harmless, note, say, write_data, write_json
from notation import dumps


@click.command(
    "find",
    cls=CommandWithExamples,
    examples=(
        "calimala games find --event 'tile_scored tile=LIS points>=3' league.cgn",
        "calimala games find --family Bardi | calimala games stats -",
    ),
)
@GAMES_OR_NONE
@selection_options
@click.option("-l", "--list", "as_list", is_flag=True, help="Print only the moments: FILE#GAME#MOMENT")
@click.option("-c", "--count", "only_count", is_flag=True, help="Print only the number of games")
@click.option("-n", "--number", type=click.IntRange(min=1), metavar="N", help="Stop after N games")
@click.option("--raw", is_flag=True, help="Print games exactly as written")
@json_option
def find_command(
    names: Sequence[str],
    selection: Selection,
    as_list: bool,
    only_count: bool,
    number: int | None,
    raw: bool,
    as_json: bool,
) -> int:
    """Print the games (default: your whole store) that match every option.

    If --date, --ruleset, --players or --event is repeated, one match is enough; --position is checked right after the
    event.
    """
    if raw + as_list + only_count + as_json > 1:
        raise wrong_usage("use only one of {options}", options=("--raw", "--list", "--count", "--json"))
    search = Search(selection, reads_all=not (raw or as_list or only_count or as_json))
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
            write_data(("\n" if count > 1 else "") + dumps(match.game.record))
    if only_count:
        say(str(count))
    elif not count:
        note(settings().language.text("No game matches the options."))
    return search.code() or (OK if count else NOT_FOUND)


def _match_json(match: Match) -> dict[str, Any]:
    found = match.found
    return {
        "file": source_name(found.file),
        "game": found.number or None,
        "place": match.id or None,
        "headers": [[*header] for header in found.passage.entry.headers],
    }
