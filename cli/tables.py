"""From options to a table: which rules are played, with what box, and what lies where.

`new` and `simulate` have the same options.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from random import Random
from typing import Any, Final

import click
from msgspec import Struct
from msgspec.structs import replace

from calimala_es.allowed import check_setup
from calimala_es.components import ALL_ROWS, COLOUR_WORDS, COLOURS
from calimala_es.editions import EDITIONS
from calimala_es.editions.first import FIRST
from calimala_es.editions.second import SECOND
from calimala_es.errors import SetupError
from calimala_es.setup import Ruleset, Setup
from calimala_es.shuffle import dealt_families, shuffled_intrigue, shuffled_setup
from cli.box import Box, read_box
from notation.heading.expansions import parse_cells, parse_families, parse_intrigue, parse_settings, settings_of
from notation.heading.form import HeaderError
from notation.heading.headers import parse_city, parse_council, parse_deck

COLOUR_CODES: Final = {word: code for code, word in COLOUR_WORDS.items()} | {code: code for code in COLOURS}
"""What a person may call a colour."""

DEAL: Final = "deal"
NONE: Final = "none"

_Callback = Callable[[click.Context, click.Parameter, Any], Any]


class Wishes(Struct, frozen=True):
    """What somebody wants of a table; what is ``None`` or empty is as usual, shuffled or, with ``DEAL``, dealt.

    ``cells`` are those of the rows that are named, ``settings`` the values of those that are named; ``intrigue_tiles``
    is as in a record's header, which is read in the light of the city.
    """

    edition: str | None = None
    settings: Mapping[str, str | int | bool] = {}
    third: str = ""
    intrigue: bool = False
    intrigue_tiles: str = ""
    families: str = NONE
    box: Box = Box()
    deck: tuple[int, ...] | None = None
    cells: Mapping[str, int] = {}
    city: str | None = None
    council: tuple[str, ...] | None = None

    @property
    def has_intrigue(self) -> bool:
        """Whether Intrigue is played: families and told tiles imply it."""
        return self.intrigue or bool(self.intrigue_tiles) or self.families != NONE

    @property
    def leaves_to_chance(self) -> bool:
        """Whether anything has to be shuffled or dealt."""
        is_shuffled = self.city is None or self.council is None or (self.has_intrigue and not self.intrigue_tiles)
        return is_shuffled or self.families == DEAL


USUAL: Final = Wishes()
"""The first edition with everything shuffled."""


def setup_of(colours: str, random: Random, wishes: Wishes) -> Setup:
    """The set-up that is wished, and for the rest a shuffle; raises ``SetupError`` and ``click.BadParameter``."""
    shuffled = shuffled_setup(colours, random, ruleset_of(wishes))
    tiles = shuffled_intrigue(random, wishes.box.tiles) if wishes.has_intrigue else ()
    families = _families(len(colours), random, wishes)
    setup = replace(
        shuffled,
        city=wishes.city or shuffled.city,
        council=wishes.council or shuffled.council,
        third=wishes.third or shuffled.third,
        intrigue=tiles,
        families=families,
    )
    if wishes.intrigue_tiles:
        # Tiles are told by the streets of the city, which has to be one.
        check_setup(setup)
        setup = replace(setup, intrigue=_told_tiles(wishes.intrigue_tiles, setup.city))
    return check_setup(setup)


def ruleset_of(wishes: Wishes) -> Ruleset:
    """The rule set that is wished: with Intrigue the second edition unless another is named."""
    box, has_intrigue = wishes.box, wishes.has_intrigue
    edition = wishes.edition or (SECOND.name if has_intrigue else FIRST.name)
    if wishes.settings and not EDITIONS[edition].has_settings:
        raise SetupError(f"{EDITIONS[edition].title} has no settings; `--edition {SECOND.name}` has", "R9.3")
    rules = Ruleset(
        edition, deck=wishes.deck or box.deck, cells=_cells(wishes), settings=settings_of(edition, {**wishes.settings})
    )
    return replace(rules, steps=box.steps, stages=box.stages) if has_intrigue else rules


def _cells(wishes: Wishes) -> tuple[int, ...]:
    usual = wishes.box.cells + (wishes.box.intrigue_cells if wishes.has_intrigue else ())
    for row in wishes.cells:
        if row not in ALL_ROWS[: len(usual)]:
            raise SetupError(f"cells of {row}, which only a game with Intrigue has", "R10.4")
    return tuple(wishes.cells.get(row, number) for row, number in zip(ALL_ROWS, usual, strict=False))


def _told_tiles(value: str, city: str) -> tuple[str, ...]:
    try:
        return parse_intrigue(value, city)
    except HeaderError as error:
        raise click.BadParameter(f"{error}; {error.expected}", param_hint="'--intrigue-tiles'") from None


def _families(players: int, random: Random, wishes: Wishes) -> tuple[str, ...]:
    if wishes.families == NONE:
        return ()
    return dealt_families(players, random) if wishes.families == DEAL else parse_families(wishes.families)


# Options.


def _reading(parse: Callable[[str], object]) -> _Callback:
    """A callback that reads a value as a header of the notation is read."""

    def read(_context: click.Context, _parameter: click.Parameter, value: str | tuple[str, ...] | None) -> object:
        if not value:
            return None
        try:
            return parse(value if isinstance(value, str) else " ".join(value))
        except HeaderError as error:
            raise click.BadParameter(f"{error}; {error.expected}") from None

    return read


def _read_third(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str:
    if value is None:
        return ""
    if value.strip().casefold() not in COLOUR_CODES:
        raise click.BadParameter(f"{value!r} is no colour; {' '.join(COLOUR_WORDS.values())}")
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
    """The options that say which table it is; the command gets them together as ``wishes``."""

    @wraps(function)
    def with_wishes(**values: Any) -> Any:
        told = {name: values.pop(name) for name in Wishes.__struct_fields__}
        told |= {name: told[name] or {} for name in ("settings", "cells")}
        return function(wishes=Wishes(**told), **values)

    wrapped: Callable[..., Any] = with_wishes
    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped
