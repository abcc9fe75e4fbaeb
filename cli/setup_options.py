"""From options to a table: which rules are played, with which box, and how the board is laid out.

`new` and `simulate` have the same options.
"""

import re
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from datetime import date, timedelta
from functools import wraps
from random import Random
from typing import Any, Final

import click

from calimala_es.components import COLOUR_WORDS
from calimala_es.editions import EDITIONS, FIRST, SECOND
from calimala_es.errors import SetupError
from calimala_es.headers import DATE
from calimala_es.messages import Message
from calimala_es.setup import Setup
from cli.exits import wrong_value
from cli.games import now
from cli.options import settings
from cli.setup_file import read_box
from notation.headers.setup_headers import (
    SETUP_HEADERS,
    HeaderError,
    parse_cells,
    parse_city,
    parse_council,
    parse_deck,
    parse_settings,
)
from replays.text.messages import message_of_colours
from replays.wishes import COLOUR_CODES, DEAL, NONE, Box, Wishes, edition_of, wished_setup

_Callback = Callable[[click.Context, click.Parameter, Any], Any]


def setup_of(colours: str, random: Random, wishes: Wishes) -> Setup:
    """Return the requested set-up, shuffling the rest; raise ``SetupError`` and ``click.BadParameter``."""
    edition = EDITIONS[edition_of(wishes)]
    if wishes.settings and not edition.has_settings:
        raise SetupError(
            Message("{edition} has no settings; only the second edition does", edition=edition.title), "R9.3"
        )
    with tile_errors():
        return wished_setup(colours, random, wishes)


@contextmanager
def tile_errors() -> Generator[None]:
    """Turn what is wrong with intrigue tiles, which are read in the light of the city, into ``click.BadParameter``."""
    try:
        yield
    except HeaderError as error:
        raise click.BadParameter(_sentence(error), param_hint="--intrigue-tiles") from None


def _sentence(error: HeaderError) -> str:
    """Return what is wrong with a value and what was expected, in the requested language."""
    message = Message("{reason}; expected {expected}", reason=error.text, expected=error.expected)
    return message_of_colours(message, settings().language)


# Options.


def _reading(parse: Callable[[str], object]) -> _Callback:
    """Return a callback that reads a value as a header of the notation is read."""

    def read(_context: click.Context, _parameter: click.Parameter, value: str | tuple[str, ...] | None) -> object:
        if not value:
            return None
        try:
            return parse(value if isinstance(value, str) else " ".join(value))
        except HeaderError as error:
            raise click.BadParameter(_sentence(error)) from None

    return read


def _read_third(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str:
    if value is None:
        return ""
    if value.strip().casefold() not in COLOUR_CODES:
        raise wrong_value(
            "{word} is not a colour; choose {meant}", word=repr(value), meant=" ".join(COLOUR_WORDS.values())
        )
    return COLOUR_CODES[value.strip().casefold()]


def _read_families(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    if not value.replace(",", " ").strip():
        raise wrong_value(
            "{word} is not a family; write {deal}, {none}, or one for each player, e.g. Bardi,Medici,-",
            word=repr(value),
            deal=DEAL,
            none=NONE,
        )
    return value.casefold() if value.casefold() in (DEAL, NONE) else value


def _read_box(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Box:
    return read_box(value) if value else Box()


_OPTIONS: Final = (
    click.option(
        "--edition",
        type=click.Choice([*EDITIONS]),
        metavar="EDITION",
        help=f"first ({FIRST.player_range}) or second ({SECOND.player_range}) (default: first)",
    ),
    click.option("--intrigue", is_flag=True, help="Add the expansion; implies the second edition"),
    click.option(
        "--families",
        default=NONE,
        metavar="WHICH",
        callback=_read_families,
        help="deal, none, or a list in seating order, e.g. Bardi,Medici,-; implies --intrigue",
    ),
    click.option(
        "--setting",
        "settings",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_reading(parse_settings),
        help="A setting of the second edition, e.g. active_draw_limit=2",
    ),
    click.option(
        "--third",
        metavar="COLOUR",
        callback=_read_third,
        help="With two players, the third party's colour (default: a free one)",
    ),
    click.option(
        "--city",
        metavar="TILES",
        callback=_reading(parse_city),
        help="Action tiles row by row, e.g. WBM/U-A/VTS",
    ),
    click.option(
        "--council",
        metavar="TILES",
        callback=_reading(parse_council),
        help='Scoring tiles in order, e.g. "LIS SMN WOOD ..."',
    ),
    click.option(
        "--intrigue-tiles",
        default="",
        metavar="TILES",
        help='Intrigue tiles by street, e.g. "WB:KR BM:KE ..."',
    ),
    click.option(
        "--box",
        metavar="FILE",
        callback=_read_box,
        help="What is in your box; see calimala rules --box",
    ),
    click.option(
        "--deck",
        metavar="CARDS",
        callback=_reading(parse_deck),
        help='Number of each action card, e.g. "W5 B5 ..."',
    ),
    click.option(
        "--cells",
        metavar="CELLS",
        callback=_reading(parse_cells),
        help='Rows with a different number of cells, e.g. "SMF.W=5 BAR=9"',
    ),
)


_DAY: Final = re.compile(r"([0-9]{4}|[?]{4})(?:[-.]([0-9]{1,2}|[?]{1,2})(?:[-.]([0-9]{1,2}|[?]{1,2}))?)?")
_AGO: Final = {"today": 0, "yesterday": 1}


def read_day(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """Read a day as the notation writes it, ``2026.11.20`` or ``2026.11.??``; nothing stays nothing."""
    if not value:
        return value
    if value.casefold() in _AGO:
        return f"{now() - timedelta(days=_AGO[value.casefold()]):%Y.%m.%d}"
    found = _DAY.fullmatch(value.strip())
    year, month, day = ((part or "?").lstrip("?") for part in found.groups()) if found else ("", "", "")
    try:
        if not found:
            raise ValueError
        date(int(year or 2000), int(month or 1), int(day or 1))
    except ValueError:
        raise wrong_value(
            "{word} is not a day: write e.g. 2026-11-20, 2026-11, 2026, today or yesterday", word=repr(value[:40])
        ) from None
    return f"{year or '????'}.{month.zfill(2) if month else '??'}.{day.zfill(2) if day else '??'}"


_HEADER: Final = re.compile(r"([A-Za-z][A-Za-z0-9_]{0,63})=(.*)", re.DOTALL)


def read_headers(_context: click.Context, _parameter: click.Parameter, values: Sequence[str]) -> list[tuple[str, str]]:
    """Read headers given as ``NAME=VALUE``; those of the set-up are refused."""
    found = [_HEADER.fullmatch(value) for value in values]
    if not all(found):
        raise wrong_value("write a header as NAME=VALUE, e.g. Event=Final")
    taken = [match[1] for match in found if match and match[1] in SETUP_HEADERS]
    if taken:
        raise wrong_value("{header} is part of the set-up; use the options for rules and layout", header=taken[0])
    if any(match[1] == DATE for match in found if match):
        raise wrong_value("set the day of play with --date")
    return [(match[1], match[2]) for match in found if match]


TABLE_HEADINGS: Final = {"--edition": "Rules", "--city": "Layout"}
"""The titles of these options in a help."""


def table_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that describe the table; the command receives them together as ``wishes``."""

    @wraps(function)
    def with_wishes(**values: Any) -> Any:
        given = {name: values.pop(name) for name in Wishes.__struct_fields__}
        given |= {name: given[name] or {} for name in ("settings", "cells")}
        return function(wishes=Wishes(**given), **values)

    wrapped: Callable[..., Any] = with_wishes
    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped
