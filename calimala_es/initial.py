"""The beginning: set-ups that are shuffled, those that the rules allow, and the first position (R3)."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from msgspec.structs import replace

from calimala_es.agenda import first_agenda
from calimala_es.board import STREETS, free_cells_mask
from calimala_es.components import (
    ACTIONS,
    ALL_ROWS,
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
from calimala_es.messages import Message
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
    now, later = first_agenda(setup)
    pool = _pool(setup.ruleset.deck)
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
        now=now,
        later=later,
    )


@lru_cache(maxsize=16)
def _pool(deck: tuple[int, ...]) -> str:
    """Return the cards of a box, sorted."""
    return "".join(sorted("".join(card * copies for card, copies in zip(ACTIONS, deck, strict=True))))


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

    reason: Message
    rule: str


def check_setup(setup: Setup) -> Setup:
    """Return ``setup`` if it can be played; raise ``SetupError`` with the rule otherwise."""
    for objection in _objections(setup):
        raise SetupError(*objection)
    return setup


def _objections(setup: Setup) -> Iterator[_Objection]:
    rules = setup.ruleset
    if rules.edition not in EDITIONS:
        message = Message("{word} is not an edition of the rules; choose {meant}", **_choice(rules.edition, EDITIONS))
        yield _Objection(message, "R3")
    if rules.version != RULES_VERSION:
        versions = {"version": rules.version, "known": RULES_VERSION}
        yield _Objection(
            Message("version {version} of the rules is not supported; use version {known}", **versions), "R3"
        )
    if setup.intrigue and not setup.edition.goes_with_intrigue:
        message = Message("Intrigue needs the second edition; this is {edition}", edition=setup.edition.title)
        yield _Objection(message, "R10")
    yield from _about_seats(setup)
    yield from _about_board(setup)
    yield from _about_box(setup)
    yield from _about_settings(setup)
    yield from _about_intrigue(setup)
    yield from _about_families(setup)


def _choice(word: str, known: Iterable[str]) -> dict[str, str]:
    """Return the fields of a message about a word that is not one of those known."""
    return {"word": repr(word), "meant": " ".join(known)}


def _about_seats(setup: Setup) -> Iterator[_Objection]:
    edition = setup.edition
    colours = setup.colours
    if len(colours) not in edition.discs:
        message = Message(
            "{edition} is for {fewest} to {most} players, but this game has {number}",
            edition=edition.title,
            fewest=min(edition.discs),
            most=max(edition.discs),
            number=len(colours),
        )
        yield _Objection(message, "R9.7" if len(colours) == 2 else "R3.3")
    if len(set(colours)) != len(colours) or not set(colours) <= set(COLOURS):
        message = Message(
            "{word} does not give each player a colour of their own; choose from {colours}",
            word=repr(colours),
            colours=COLOURS,
        )
        yield _Objection(message, "R3.1")
    if edition.support.get(len(colours)):
        if len(setup.third) != 1 or setup.third in colours or setup.third not in COLOURS:
            message = Message(
                "{word} is not a colour for the third party; choose one that nobody plays: {colours}",
                word=repr(setup.third),
                colours="".join(colour for colour in COLOURS if colour not in colours),
            )
            yield _Objection(message, "R8.1")
    elif setup.third:
        yield _Objection(Message("only a game for two players has a third party"), "R8.1")


def _about_board(setup: Setup) -> Iterator[_Objection]:
    if len(setup.city) != 9 or set(setup.city) != set(ACTIONS) or setup.city[4] != "C":
        message = Message(
            "{word} is not a city; it needs nine squares: {centre} in the centre, and each of {letters} once",
            word=repr(setup.city),
            centre="C",
            letters="W B M U A V S T",
        )
        yield _Objection(message, "R2.1")
    if sorted(setup.council) != sorted(SCORING_TILES):
        message = Message(
            "{word} is not a council; it needs each of {tiles} once",
            word=repr(" ".join(setup.council)),
            tiles=" ".join(SCORING_TILES),
        )
        yield _Objection(message, "R2.2")


def _about_box(setup: Setup) -> Iterator[_Objection]:
    deck, cells = setup.ruleset.deck, setup.ruleset.cells
    starting = setup.edition.starting_cards
    if len(deck) != len(ACTIONS) or not 0 <= min(deck) <= max(deck) <= _MOST:
        message = Message(
            "{word} is not a deck; it needs 0 to {most} copies of each of {cards}",
            word=_listed(deck),
            most=_MOST,
            cards=" ".join(ACTIONS),
        )
        yield _Objection(message, "R2.3")
    elif any(deck[ACTIONS.index(card)] < 1 for card in starting):
        message = Message("the deck must have at least one of each starting card: {cards}", cards=" ".join(starting))
        yield _Objection(message, "R3.5")
    rows = ALL_ROWS if setup.intrigue else ROWS
    if len(cells) != len(rows) or not 0 <= min(cells) <= max(cells) <= _MOST:
        message = Message(
            "cells {word}: each of the {number} rows needs a number from 0 to {most}",
            word=_listed(cells),
            number=len(rows),
            most=_MOST,
        )
        yield _Objection(message, "R10.4" if setup.intrigue else "R2.5")


def _listed(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _about_settings(setup: Setup) -> Iterator[_Objection]:
    edition, settings = setup.edition, setup.ruleset.settings
    if not edition.has_settings and settings != edition.settings:
        yield _Objection(
            Message("{edition} has no settings; only the second edition does", edition=edition.title), "R9.3"
        )
    if settings.compensation_scope not in (BY_ACTION, BY_ACTIVATION):
        choice = _choice(settings.compensation_scope, (BY_ACTIVATION, BY_ACTION))
        message = Message("{name} cannot be {word}; choose {meant}", name="compensation_scope", **choice)
        yield _Objection(message, "R9.3")
    if not 0 <= settings.active_draw_limit <= UNLIMITED:
        message = Message(
            "{name} cannot be {number}; choose a number from 0 to {most}",
            name="active_draw_limit",
            number=settings.active_draw_limit,
            most=UNLIMITED,
        )
        yield _Objection(message, "R9.3")


def _about_intrigue(setup: Setup) -> Iterator[_Objection]:
    rules, tiles = setup.ruleset, setup.intrigue
    if tiles and len(tiles) != len(STREETS):
        counts = {"number": len(tiles), "streets": len(STREETS)}
        yield _Objection(
            Message("the number of intrigue tiles is {number}, but each of the {streets} streets needs one", **counts),
            "R10.2",
        )
    for tile in tiles:
        if tile not in INTRIGUE_PAIRS:
            choice = _choice(tile, INTRIGUE_PAIRS)
            yield _Objection(Message("{word} is not an intrigue tile; choose {meant}", **choice), "R10.1")
    steps, stages = rules.steps, rules.stages
    are_in_order = len(stages) == 3 and list(stages) == sorted({*stages})
    if not 1 <= steps <= _MOST or not are_in_order or not 1 <= stages[0] <= stages[-1] <= steps:
        message = Message(
            "a faction track of {steps} steps cannot have its stages at {stages}; it needs three different steps, in "
            "ascending order",
            steps=steps,
            stages=_listed(stages),
        )
        yield _Objection(message, "R10.6")


def _about_families(setup: Setup) -> Iterator[_Objection]:
    families = setup.families
    if families and not setup.intrigue:
        yield _Objection(Message("families are only played with Intrigue"), "R11")
    if families and len(families) != setup.players:
        counts = {"number": len(families), "players": setup.players}
        yield _Objection(
            Message(
                (
                    "the number of families is {number}, but the number of players is {players}; name "
                    "one family, or none, for each player"
                ),
                **counts,
            ),
            "R11",
        )
    named = [family for family in families if family]
    for family in named:
        if family not in FAMILIES:
            yield _Objection(Message("{word} is not a family; choose {meant}", **_choice(family, FAMILIES)), "R11")
        if named.count(family) > 1:
            message = Message("two players have the family {family}; only one can have it", family=family)
            yield _Objection(message, "R11")


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


NO_STREETS: Final = Message("intrigue tiles belong to streets, but the city is not recorded")
"""What is wrong with a set-up that has the tiles of Intrigue and no city."""

_ANY_CITY: Final = "WBMUCAVTS"
"""A city with which the rules can check a set-up whose city is not recorded."""


def stand_in(setup: Setup) -> State:
    """Return a first position for a set-up whose city and council may be unknown, to read and write notes in.

    Raises ``SetupError`` for a set-up that the rules do not allow, and for intrigue tiles beside streets that are not
    recorded.
    """
    if setup.intrigue and not setup.city:
        raise SetupError(NO_STREETS, "R10.2")
    return initial(replace(setup, city=setup.city or _ANY_CITY, council=setup.council or SCORING_TILES))
