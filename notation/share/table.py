"""The set-up in the number: seats, city, council, Intrigue, families, and what of the box is not as usual."""

from collections.abc import Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from calimala_es.components import (
    ACTIONS,
    ALL_ROWS,
    COLOURS,
    INTRIGUE_PAIRS,
    INTRIGUE_TILES,
    ROWS,
    SCORING_TILES,
    Tile,
)
from calimala_es.editions import BY_ACTION, BY_ACTIVATION, EDITIONS, Settings
from calimala_es.families import FAMILIES
from calimala_es.setup import Ruleset, Setup, ruleset_of
from notation.share.number import NO_YES, Coder

T = TypeVar("T")

_SELDOM: Final = (63, 1)
"""The weights of what is hardly ever so."""

_NUMBERS: Final = range(100)
"""What a number of copies, cells or draws may be."""

_SCOPES: Final = (BY_ACTION, BY_ACTIVATION)
_CENTRE: Final = "C"


_EDITIONS: Final = ("first", "second")
"""The editions that this version of the code knows, in an order that never changes."""


def code_setup(coder: Coder, setup: Setup | None, *, may_be_missing: bool) -> Setup:
    """Return a set-up, put into a number or taken out of it; what comes out has not been checked against the rules.

    ``may_be_missing``: city and council may be unknown.
    """
    edition = EDITIONS[coder.among(_EDITIONS, setup.ruleset.edition if setup else None)]
    players = coder.among(tuple(edition.discs), setup.players if setup else None)
    colours = "".join(_drawn(coder, COLOURS, players, setup.colours if setup else None))
    third = ""
    if edition.support.get(players):
        third = coder.among([colour for colour in COLOURS if colour not in colours], setup.third if setup else None)
    city = ""
    council: tuple[Tile, ...] = ()
    if not may_be_missing or coder.among(NO_YES, bool(setup.city) if setup else None):
        tiles = [action for action in ACTIONS if action != _CENTRE]
        around = _drawn(coder, tiles, len(tiles), setup.city[:4] + setup.city[5:] if setup else None)
        city = "".join((*around[:4], _CENTRE, *around[4:]))
    if not may_be_missing or coder.among(NO_YES, bool(setup.council) if setup else None):
        council = tuple(_drawn(coder, SCORING_TILES, len(SCORING_TILES), setup.council if setup else None))
    intrigue: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    if edition.goes_with_intrigue and coder.among(NO_YES, bool(setup.intrigue) if setup else None):
        intrigue = _intrigue(coder, setup.intrigue if setup else None)
        if coder.among(NO_YES, bool(setup.families) if setup else None):
            families = _families(coder, players, setup.families if setup else None)
    rules = _rules(coder, ruleset_of(edition.name, intrigue=bool(intrigue)), setup.ruleset if setup else None)
    return Setup(colours, city, council, rules, third, intrigue, families)


def _drawn(coder: Coder, kinds: Sequence[T], count: int, wanted: Sequence[T] | None) -> list[T]:
    """Return so many of ``kinds`` one after another, each out of those that are left; of equal ones any is the same."""
    left = [*kinds]
    chosen: list[T] = []
    for place in range(count):
        different = [kind for kind in dict.fromkeys(kinds) if kind in left]
        weights = [left.count(kind) for kind in different]
        chosen.append(coder.among(different, None if wanted is None else wanted[place], weights))
        left.remove(chosen[-1])
    return chosen


def _intrigue(coder: Coder, wanted: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the twelve intrigue tiles: those of the box shuffled, or any."""
    if not coder.among(NO_YES, None if wanted is None else sorted(wanted) != sorted(INTRIGUE_TILES), _SELDOM):
        return tuple(_drawn(coder, INTRIGUE_TILES, len(INTRIGUE_TILES), wanted))
    return tuple(coder.among(INTRIGUE_PAIRS, wanted[place] if wanted else None) for place in range(len(INTRIGUE_TILES)))


def _families(coder: Coder, players: int, wanted: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the family of each seat: one of those left, or none."""
    chosen: list[str] = []
    for seat in range(players):
        left = [*(family for family in FAMILIES if family not in chosen), ""]
        chosen.append(coder.among(left, None if wanted is None else wanted[seat]))
    return tuple(chosen)


def _rules(coder: Coder, usual: Ruleset, wanted: Ruleset | None) -> Ruleset:
    """Return the rule set: as usual, or the deck, cells, settings and faction track that are not."""
    if not coder.among(NO_YES, None if wanted is None else wanted != usual, _SELDOM):
        return usual
    rules = usual
    if coder.among(NO_YES, None if wanted is None else wanted.deck != usual.deck):
        rules = replace(rules, deck=_counts(coder, len(ACTIONS), wanted.deck if wanted else None))
    if coder.among(NO_YES, None if wanted is None else wanted.cells != usual.cells):
        rows = len(ALL_ROWS) if len(usual.cells) > len(ROWS) else len(ROWS)
        rules = replace(rules, cells=_counts(coder, rows, wanted.cells if wanted else None))
    if EDITIONS[usual.edition].has_settings and coder.among(
        NO_YES, None if wanted is None else wanted.settings != usual.settings
    ):
        rules = replace(rules, settings=_settings(coder, wanted.settings if wanted else None))
    track = (usual.steps, usual.stages)
    if coder.among(NO_YES, None if wanted is None else (wanted.steps, wanted.stages) != track):
        steps = coder.among(_NUMBERS[1:], wanted.steps if wanted else None)
        stages: list[int] = []
        for stage in range(3):
            later = range(stages[-1] + 1 if stages else 1, steps + 1)
            stages.append(coder.among(later, wanted.stages[stage] if wanted else None))
        rules = replace(rules, steps=steps, stages=tuple(stages))
    return rules


def _counts(coder: Coder, length: int, wanted: tuple[int, ...] | None) -> tuple[int, ...]:
    return tuple(coder.among(_NUMBERS, None if wanted is None else wanted[place]) for place in range(length))


def _settings(coder: Coder, wanted: Settings | None) -> Settings:
    return Settings(
        coder.among(_SCOPES, wanted.compensation_scope if wanted else None),
        coder.among(_NUMBERS, None if wanted is None else wanted.active_draw_limit),
        coder.among(NO_YES, None if wanted is None else wanted.placement_may_draw),
        coder.among(NO_YES, None if wanted is None else wanted.art_counts_pal),
    )
