"""From options to a table: which rules are played, with which box, and how the board is laid out.

`new` and `simulate` have the same options.
"""

from collections.abc import Callable
from functools import wraps
from random import Random
from typing import Any, Final

import click

from calimala_es.components import COLOUR_WORDS
from calimala_es.editions import EDITIONS, FIRST, SECOND
from calimala_es.errors import SetupError
from calimala_es.messages import Message
from calimala_es.setup import Setup
from cli.options import settings
from cli.setup_file import read_box
from notation.headers.setup_headers import (
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
        raise SetupError(Message("{edition} has no settings; the second edition has", edition=edition.title), "R9.3")
    try:
        return wished_setup(colours, random, wishes)
    except HeaderError as error:
        raise click.BadParameter(_sentence(error), param_hint="'--intrigue-tiles'") from None


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
        raise click.BadParameter(f"{value!r} is not a colour; {' '.join(COLOUR_WORDS.values())}")
    return COLOUR_CODES[value.strip().casefold()]


def _read_families(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    if not value.replace(",", " ").strip():
        raise click.BadParameter(f"{value!r} names none; {DEAL}, {NONE}, or one for each player, as Bardi,Medici,-")
    return value.casefold() if value.casefold() in (DEAL, NONE) else value


def _read_components(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Box:
    return read_box(value) if value else Box()


_OPTIONS: Final = (
    click.option(
        "--edition",
        type=click.Choice([*EDITIONS]),
        help=f"first: {FIRST.player_range}; second: {SECOND.player_range}. Without it the first.",
    ),
    click.option(
        "--setting",
        "settings",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_reading(parse_settings),
        help="A setting of the second edition, as active_draw_limit=2; again for more.",
    ),
    click.option("--third", metavar="COLOUR", callback=_read_third, help="Two players: the third party's colour."),
    click.option("--intrigue", is_flag=True, help="Play with Intrigue, and so the second edition."),
    click.option(
        "--intrigue-tiles",
        default="",
        metavar="TILES",
        help='They lie so, as "WB:KR BM:KE ..."; otherwise shuffled.',
    ),
    click.option(
        "--families",
        default=NONE,
        metavar="WHICH",
        callback=_read_families,
        help="With Intrigue: deal, none, or chosen, as Bardi,Medici,-",
    ),
    click.option(
        "--components",
        "box",
        metavar="FILE",
        callback=_read_components,
        help="Numbers of your box; `calimala components` prints such a file.",
    ),
    click.option(
        "--city", metavar="TILES", callback=_reading(parse_city), help="They lie so, as WBM/U-A/VTS; the centre is -."
    ),
    click.option(
        "--council",
        metavar="TILES",
        callback=_reading(parse_council),
        help='The scoring tiles in order, as "LIS SMN WOOD ...".',
    ),
    click.option(
        "--deck", metavar="COPIES", callback=_reading(parse_deck), help='Other numbers of cards, as "W5 B5 ...".'
    ),
    click.option(
        "--cells", metavar="CELLS", callback=_reading(parse_cells), help="Other numbers of cells, as SMF.W=5."
    ),
)


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
