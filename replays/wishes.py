"""From the wishes for a table to its set-up: which rules are played, with which box, and where everything is."""

from collections.abc import Mapping
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

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
        is_shuffled = self.city is None or self.council is None or (self.has_intrigue and not self.intrigue_tiles)
        return is_shuffled or self.families == DEAL


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
