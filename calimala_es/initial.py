"""The beginning: set-ups that are shuffled, those that the rules allow, and the first position (R3)."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from calimala_es.agenda import first_frames
from calimala_es.board import STREETS, free_cells_mask
from calimala_es.components import (
    ACTIONS,
    ALL_ROWS,
    COLOUR_WORDS,
    COLOURS,
    INTRIGUE_PAIRS,
    INTRIGUE_TILES,
    ROWS,
    SCORING_TILES,
    UNKNOWN,
    Tile,
)
from calimala_es.editions import BY_ACTION, BY_ACTIVATION, EDITIONS, UNLIMITED
from calimala_es.errors import SetupError
from calimala_es.families import FAMILIES
from calimala_es.setup import RULES_VERSION, Ruleset, Setup, ruleset_of
from calimala_es.state import Mat, State


def initial(setup: Setup) -> State:
    """Return the position before the influence cards are dealt; raise ``SetupError``.

    >>> from calimala_es import Setup
    >>> state = initial(Setup("bry", "WBMUCAVTS"))
    >>> state.turn, state.now, state.deck
    (0, InfluenceDeal(seat=0), 40)
    """
    check_setup(setup)
    edition, players = setup.edition, setup.players
    frames = first_frames(setup)
    pool = "".join(sorted("".join(card * copies for card, copies in zip(ACTIONS, setup.ruleset.deck, strict=True))))
    rows, free_cells = _empty_rows(setup.ruleset.cells)
    return State(
        setup=setup,
        turn=0,
        active=0,
        mats=(*(_first_mat(setup, seat) for seat in range(players)), *((Mat(0, 0),) if setup.third else ())),
        rows=rows,
        free_cells=free_cells,
        stacks=("",) * 12,
        council="." * len(setup.council),
        seats="",
        deck=len(pool) - len(edition.starting_cards),
        discard="",
        pool=pool,
        laid_out=edition.starting_cards,
        by_board=tuple(UNKNOWN for _ in range(edition.face_down.get(players, 0))),
        now=frames[0],
        later=frames[1:],
    )


@lru_cache(maxsize=16)
def _empty_rows(cells: tuple[int, ...]) -> tuple[tuple[str, ...], int]:
    """Return the rows of a board without cubes, and the mask of their cells, all free."""
    rows = ("",) * len(cells)
    return rows, free_cells_mask(rows, cells)


def _first_mat(setup: Setup, seat: int) -> Mat:
    """Return the discs of a seat's supply (R3.3, R8.1, R11.Pazzi) and its family."""
    coloured, white = setup.edition.discs[setup.players]
    support = setup.edition.support.get(setup.players, 0)
    family = FAMILIES.get(setup.families[seat]) if setup.families else None
    if family is None:
        return Mat(coloured, white, support=support)
    return Mat(coloured + family.discs[0], white + family.discs[1], support=support, family=family.name)


# The set-ups that the box and the rules allow.

_MOST: Final = 99
"""More than any box has of anything."""


class _Objection(NamedTuple):
    """Why a set-up cannot be played, and the rule that says so."""

    reason: str
    rule: str


def check_setup(setup: Setup) -> Setup:
    """Return ``setup`` if it can be played; raise ``SetupError`` with the rule otherwise."""
    for objection in _objections(setup):
        raise SetupError(*objection)
    return setup


def _objections(setup: Setup) -> Iterator[_Objection]:
    rules = setup.ruleset
    if rules.edition not in EDITIONS:
        yield _Objection(f"unknown rules {rules.edition!r}; known: {', '.join(EDITIONS)}", "R3")
    if rules.version != RULES_VERSION:
        yield _Objection(f"rules version {rules.version} is not known here; this is version {RULES_VERSION}", "R3")
    if setup.intrigue and not setup.edition.goes_with_intrigue:
        yield _Objection(f"Intrigue is played with the second edition, not with {setup.edition.title}", "R10")
    yield from _about_seats(setup)
    yield from _about_board(setup)
    yield from _about_box(setup)
    yield from _about_settings(setup)
    yield from _about_intrigue(setup)
    yield from _about_families(setup)


def _about_seats(setup: Setup) -> Iterator[_Objection]:
    edition = setup.edition
    colours = setup.colours
    if len(colours) not in edition.discs:
        rule = "R9.7" if len(colours) == 2 else "R3.3"
        count = "1 player" if len(colours) == 1 else f"{len(colours)} players"
        yield _Objection(f"{count}; {edition.title} is for {edition.player_range}", rule)
    known = ", ".join(f"{code} {word}" for code, word in COLOUR_WORDS.items())
    if len(set(colours)) != len(colours) or not set(colours) <= set(COLOURS):
        yield _Objection(f"colours {colours!r}; each player has one of his own out of {known}", "R3.1")
    if edition.support.get(len(colours)):
        if len(setup.third) != 1 or setup.third in colours or setup.third not in COLOURS:
            yield _Objection(f"third party {setup.third!r}; a colour that nobody plays, out of {known}", "R8.1")
    elif setup.third:
        yield _Objection("a third party takes part with two players only", "R8.1")


def _about_board(setup: Setup) -> Iterator[_Objection]:
    if len(setup.city) != 9 or set(setup.city) != set(ACTIONS) or setup.city[4] != "C":
        yield _Objection(
            f"city {setup.city!r}; nine squares, contribute (C) in the centre, W B M U A V S T once", "R2.1"
        )
    if sorted(setup.council) != sorted(SCORING_TILES):
        yield _Objection(f"council {' '.join(setup.council)}; each of {' '.join(SCORING_TILES)} once", "R2.2")


def _about_box(setup: Setup) -> Iterator[_Objection]:
    deck, cells = setup.ruleset.deck, setup.ruleset.cells
    starting = setup.edition.starting_cards
    if len(deck) != len(ACTIONS) or not all(0 <= copies <= _MOST for copies in deck):
        yield _Objection(f"deck {deck}; a number of copies from 0 to {_MOST} for each of {' '.join(ACTIONS)}", "R2.3")
    elif any(deck[ACTIONS.index(card)] < 1 for card in starting):
        yield _Objection(f"the deck lacks one of the starting cards {' '.join(starting)}", "R3.5")
    rows = ALL_ROWS if setup.intrigue else ROWS
    if len(cells) != len(rows) or not all(0 <= count <= _MOST for count in cells):
        rule = "R10.4" if setup.intrigue else "R2.5"
        yield _Objection(f"cells {cells}; a number from 0 to {_MOST} for each of the {len(rows)} rows", rule)


def _about_settings(setup: Setup) -> Iterator[_Objection]:
    edition, settings = setup.edition, setup.ruleset.settings
    if not edition.has_settings and settings != edition.settings:
        yield _Objection(f"{edition.title} has no settings; they are the second edition's", "R9.3")
    if settings.compensation_scope not in (BY_ACTION, BY_ACTIVATION):
        known = f"{BY_ACTIVATION} or {BY_ACTION}"
        yield _Objection(f"compensation_scope {settings.compensation_scope!r}; {known}", "R9.3")
    if not 0 <= settings.active_draw_limit <= UNLIMITED:
        yield _Objection(f"active_draw_limit {settings.active_draw_limit}; from 0 to {UNLIMITED}", "R9.3")


def _about_intrigue(setup: Setup) -> Iterator[_Objection]:
    rules, tiles = setup.ruleset, setup.intrigue
    if tiles and len(tiles) != len(STREETS):
        yield _Objection(f"{len(tiles)} intrigue tiles; one for each of the {len(STREETS)} streets", "R10.2")
    for tile in tiles:
        if tile not in INTRIGUE_PAIRS:
            yield _Objection(f"intrigue tile {tile!r}; two different actions, {' '.join(INTRIGUE_PAIRS)}", "R10.1")
    if not 1 <= rules.steps <= _MOST or list(rules.stages) != sorted({*rules.stages}) or len(rules.stages) != 3:
        yield _Objection(f"track of {rules.steps} steps, stages at {rules.stages}; three stages, each later", "R10.6")
    elif not 1 <= rules.stages[0] <= rules.stages[-1] <= rules.steps:
        yield _Objection(f"stages at {rules.stages}; from 1 to the {rules.steps} steps of the track", "R10.6")


def _about_families(setup: Setup) -> Iterator[_Objection]:
    families = setup.families
    if families and not setup.intrigue:
        yield _Objection("families are played with Intrigue", "R11")
    if families and len(families) != setup.players:
        count = "1 family" if len(families) == 1 else f"{len(families)} families"
        yield _Objection(f"{count} for {setup.players} players; one for each, or none", "R11")
    named = [family for family in families if family]
    for family in named:
        if family not in FAMILIES:
            yield _Objection(f"unknown family {family!r}; known: {', '.join(FAMILIES)}", "R11")
        if named.count(family) > 1:
            yield _Objection(f"two players have the family {family}; each is there once", "R11")


def shuffled_setup(
    colours: str,
    random: Random,
    ruleset: Ruleset | None = None,
    *,
    intrigue: bool = False,
    families: tuple[str, ...] = (),
) -> Setup:
    """Return a table with the eight action tiles and the fifteen scoring tiles shuffled (R3.2).

    With two players of the first edition the third party has the first colour that is free (R8.1). With ``intrigue``
    the intrigue tiles are shuffled (R10.2), and the rule set, if none is given, is the second edition's; ``families``,
    a name for each seat or an empty one, bring Intrigue with them (R11).

    >>> from random import Random
    >>> shuffled_setup("bry", Random(7)).city
    'STMACWUBV'
    """
    intrigue = intrigue or any(families)
    tiles = [action for action in ACTIONS if action != "C"]
    random.shuffle(tiles)
    council: list[Tile] = [*SCORING_TILES]
    random.shuffle(council)
    rules = ruleset or (ruleset_of("second", intrigue=True) if intrigue else Ruleset())
    city = "".join([*tiles[:4], "C", *tiles[4:]])
    third = third_colour(colours) if len(colours) in EDITIONS[rules.edition].support else ""
    return Setup(colours, city, tuple(council), rules, third, shuffled_intrigue(random) if intrigue else (), families)


def third_colour(colours: str) -> str:
    """Return the third party's usual colour: the first that no player has (R8.1).

    >>> third_colour("br"), third_colour("bry")
    ('y', 'g')
    """
    return next(colour for colour in COLOURS if colour not in colours)


def shuffled_intrigue(random: Random, tiles: tuple[str, ...] = INTRIGUE_TILES) -> tuple[str, ...]:
    """Return the twelve intrigue tiles, one for each street (R10.2)."""
    shuffled = [*tiles]
    random.shuffle(shuffled)
    return tuple(shuffled)


def dealt_families(players: int, random: Random) -> tuple[str, ...]:
    """Return a family for each player (R11)."""
    return tuple(random.sample([*FAMILIES], players))
