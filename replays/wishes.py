"""From the wishes for a table to its set-up: which rules are played, with which box, and where everything is."""

from collections.abc import Collection, Mapping
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.board import street_names
from calimala_es.components import (
    ALL_ROWS,
    CELLS,
    COLOUR_WORDS,
    COLOURS,
    DECK,
    INTRIGUE_CELLS,
    INTRIGUE_TILES,
    TRACK_STAGES,
    TRACK_STEPS,
)
from calimala_es.editions import FIRST, SECOND
from calimala_es.errors import SetupError
from calimala_es.initial import check_setup, dealt_families, shuffled_intrigue, shuffled_setup
from calimala_es.messages import Message
from calimala_es.setup import Ruleset, Setup
from notation.headers.setup_headers import parse_families, parse_intrigue, settings_of
from replays.text.languages import message

COLOUR_CODES: Final = {word: code for code, word in COLOUR_WORDS.items()} | {code: code for code in COLOURS}
"""What a person may call a colour."""

DEAL: Final = "deal"
NONE: Final = "none"


class Box(Struct, frozen=True):
    """Numbers of the box.

    ``deck`` in the order of ``ACTIONS``, ``cells`` in that of ``ROWS``, ``intrigue_cells`` in that of
    ``INTRIGUE_ROWS``; ``steps`` and ``stages`` of the faction track; ``tiles``, the twelve intrigue tiles before they
    are shuffled.
    """

    deck: tuple[int, ...] = DECK
    cells: tuple[int, ...] = CELLS
    intrigue_cells: tuple[int, ...] = INTRIGUE_CELLS
    steps: int = TRACK_STEPS
    stages: tuple[int, ...] = TRACK_STAGES
    tiles: tuple[str, ...] = INTRIGUE_TILES


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
        """Whether Intrigue is played: families and given tiles imply it."""
        return self.intrigue or bool(self.intrigue_tiles) or self.families != NONE

    @property
    def leaves_to_chance(self) -> bool:
        """Whether anything must be shuffled or dealt."""
        return bool(self.shuffled)

    @property
    def shuffled(self) -> tuple[str, ...]:
        """What must be shuffled or dealt."""
        parts = {
            message("City"): self.city is None,
            message("Scoring tiles"): self.council is None,
            message("Intrigue tiles"): self.has_intrigue and not self.intrigue_tiles,
            message("Families"): self.families == DEAL,
        }
        return tuple(part for part, is_open in parts.items() if is_open)


USUAL: Final = Wishes()
"""The first edition with everything shuffled."""


def wished_setup(colours: str, random: Random, wishes: Wishes) -> Setup:
    """Return the requested set-up, with the rest shuffled; raises ``SetupError``, and ``HeaderError`` for tiles."""
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
        # Tiles are named by the streets of the city, which has to be one.
        check_setup(setup)
        setup = replace(setup, intrigue=parse_intrigue(wishes.intrigue_tiles, setup.city))
    return check_setup(setup)


def corrected_setup(setup: Setup, wishes: Wishes, given: Collection[str], colours: str = "") -> Setup:
    """Return a set-up in which the fields that are ``given`` are as in the wishes, and everything else as it was.

    Nothing is shuffled. Raises ``SetupError``, and ``HeaderError`` for tiles.
    """
    has_intrigue = bool(setup.intrigue) or wishes.has_intrigue
    if has_intrigue and not setup.intrigue and not wishes.intrigue_tiles:
        streets = " ".join(street_names(wishes.city or setup.city).values())
        raise SetupError(Message("intrigue tiles are missing for {streets}", streets=streets), "R10.2")
    corrected = replace(
        setup,
        colours=colours or setup.colours,
        city=wishes.city or setup.city,
        council=wishes.council or setup.council,
        third=wishes.third or setup.third,
        ruleset=_corrected_rules(setup, wishes, given, has_intrigue=has_intrigue),
        families=_families(setup.players, Random(0), wishes) if "families" in given else setup.families,
    )
    if wishes.intrigue_tiles:
        corrected = replace(corrected, intrigue=parse_intrigue(wishes.intrigue_tiles, corrected.city))
    return check_setup(corrected)


def _corrected_rules(setup: Setup, wishes: Wishes, given: Collection[str], *, has_intrigue: bool) -> Ruleset:
    """Return the rules of a set-up with the given parts: the box as a whole, or numbers of cards and cells."""
    known, box = setup.ruleset, wishes.box
    edition = wishes.edition or (SECOND.name if has_intrigue and not setup.intrigue else known.edition)
    rules = known if edition == known.edition else replace(known, edition=edition, settings=settings_of(edition, {}))
    rules = replace(rules, settings=replace(rules.settings, **wishes.settings))
    if "box" in given:
        rules = replace(rules, deck=box.deck, steps=box.steps, stages=box.stages)
    usual = box.cells + box.intrigue_cells if "box" in given else (*known.cells, *INTRIGUE_CELLS)
    rows = ALL_ROWS[: len(CELLS) + len(INTRIGUE_CELLS) * has_intrigue]
    if strange := [row for row in wishes.cells if row not in rows]:
        raise SetupError(Message("only a game with Intrigue has the row {row}", row=strange[0]), "R10.4")
    cells = tuple(wishes.cells.get(row, number) for row, number in zip(rows, usual, strict=False))
    return replace(rules, cells=cells, deck=wishes.deck or rules.deck)


def ruleset_of(wishes: Wishes) -> Ruleset:
    """Return the requested rule set: with Intrigue the second edition unless another is named."""
    box, has_intrigue = wishes.box, wishes.has_intrigue
    edition = edition_of(wishes)
    rules = Ruleset(
        edition, deck=wishes.deck or box.deck, cells=_cells(wishes), settings=settings_of(edition, {**wishes.settings})
    )
    return replace(rules, steps=box.steps, stages=box.stages) if has_intrigue else rules


def edition_of(wishes: Wishes) -> str:
    """Return the name of the requested edition: with Intrigue the second unless another is named."""
    return wishes.edition or (SECOND.name if wishes.has_intrigue else FIRST.name)


def _cells(wishes: Wishes) -> tuple[int, ...]:
    usual = wishes.box.cells + (wishes.box.intrigue_cells if wishes.has_intrigue else ())
    for row in wishes.cells:
        if row not in ALL_ROWS[: len(usual)]:
            raise SetupError(Message("only a game with Intrigue has the row {row}", row=row), "R10.4")
    return tuple(wishes.cells.get(row, number) for row, number in zip(ALL_ROWS, usual, strict=False))


def _families(players: int, random: Random, wishes: Wishes) -> tuple[str, ...]:
    if wishes.families == NONE:
        return ()
    return dealt_families(players, random) if wishes.families == DEAL else parse_families(wishes.families)
