"""``games compare``: the differences between two libraries of the same games, e.g. of two versions of the rules."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from msgspec import structs

from cli.commands.games.build import LIBRARY, need_library
from cli.options import FINDINGS, OK, CommandWithExamples, json_option, settings
from cli.terminal import harmless, note, say, write_json

if TYPE_CHECKING:
    from replays.library.comparing import Difference

_LAST: Final = 1 << 30
"""Greater than every turn: what is about a whole game comes after its turns."""

_WIDEST: Final = 60


@click.command(
    "compare",
    cls=CommandWithExamples,
    examples=("calimala games compare old-rules new-rules",),
    ending="Exit code 1 if anything differs.",
)
@LIBRARY
@click.argument("second", metavar="LIBRARY", type=click.Path(path_type=Path, file_okay=False))
@click.option("--all", "shows_all", is_flag=True, help="List every difference (default: the first one of each game)")
@json_option
def compare_command(folder: Path, second: Path, shows_all: bool, as_json: bool) -> int:
    """Compare two libraries of the same games, built by different versions of the program or of the rules. Report the
    games that only one has, and where a game came out differently.
    """
    need_library()
    from replays.library.comparing import count_common, differences
    from replays.library.folder import Library

    one, other = Library(folder), Library(second)
    found = sorted(differences(one, other), key=_place)
    if as_json:
        write_json([structs.asdict(each) for each in found])
        return FINDINGS if found else OK
    games = 0
    for _, each in groupby(found, key=lambda difference: difference.game):
        games += 1
        for line in _lines([*each], shows_all=shows_all):
            say(line)
    language = settings().language
    common = language.counted("{number} game in both", "{number} games in both", count_common(one, other))
    differing = language.counted("{number} game differs", "{number} games differ", games)
    note(language.text("{common}, {differing}", common=common, differing=differing))
    return FINDINGS if found else OK


def _place(difference: "Difference") -> tuple[Any, ...]:
    """Return what puts differences in order: by game, and there by turn."""
    return (difference.place, difference.game, _LAST if difference.turn is None else difference.turn)


def _lines(found: list["Difference"], *, shows_all: bool) -> Iterator[str]:
    """Yield lines for the differences of one game, all or the first and how many more there are."""
    for difference in found if shows_all else found[:1]:
        yield harmless(_text(difference))
    if len(found) > 1 and not shows_all:
        more = settings().language.counted("{number} more difference", "{number} more differences", len(found) - 1)
        yield f"    {more}"


def _text(difference: "Difference") -> str:
    """Return a difference as a line: the game, the turn, the row, the column with both values."""
    language = settings().language
    parts = [difference.place or difference.game]
    if difference.turn is not None:
        parts.append(language.text("turn {turn}", turn=difference.turn))
    parts.append(" ".join([difference.table, *(f"{name}={value}" for name, value in difference.row.items())]))
    if difference.column:
        parts.append(f"{difference.column}: {_value(difference.one)} / {_value(difference.other)}")
    else:
        parts.append(language.text("only in the first library" if difference.one else "only in the second library"))
    return "  ".join(parts)


def _value(value: Any) -> str:
    text = "?" if value is None else str(value)
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"
