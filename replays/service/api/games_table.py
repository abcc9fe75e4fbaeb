"""A table as somebody wants it, made a set-up; what is not told is dealt by the chance of the service."""

from random import Random
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from calimala_es.components import COLOUR_WORDS, COLOURS
from calimala_es.game import Game
from calimala_es.initial import initial
from notation.heading.expansions import parse_settings
from notation.heading.form import HeaderError
from notation.heading.headers import parse_city, parse_council
from notation.writer import dumps
from replays.positions import setup_json
from replays.rule_sets import rule_set_of
from replays.service.asking.keys import Chance
from replays.service.endpoints import Asked, Endpoint
from replays.service.problems import Problem
from replays.stored.records import names_of
from replays.wishes import COLOUR_CODES, DEAL, NONE, Wishes, wished_setup

_SEED: Final = 16
"""Bytes of chance for a set-up."""

_Name = Annotated[str, Meta(max_length=200)]
_Line = Annotated[str, Meta(max_length=1_000)]


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who plays: the colour, as ``blue`` or ``b`` (without one the next that is free), and the name."""

    colour: str = ""
    name: _Name = ""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table: who plays, in the order of the seats, and by which rules.

    ``settings`` are those of the second edition, as ``active_draw_limit=2``; ``third`` is the third party's colour;
    ``families`` is ``deal``, ``none``, or one for each seat, as ``Bardi,Medici,-``. ``city``, ``council`` and
    ``intrigue_tiles`` are as the headers of a game have them. With ``deal`` what is not told is dealt; without it all
    of it has to be told. ``event``, ``site`` and ``date`` (``2026.11.20``) are headers.
    """

    players: Annotated[list[Player], Meta(min_length=2, max_length=5)]
    edition: Literal["first", "second"] | None = None
    settings: _Line = ""
    third: str = ""
    intrigue: bool = False
    intrigue_tiles: _Line = ""
    families: _Line = NONE
    city: _Line = ""
    council: _Line = ""
    deal: bool = False
    event: _Name = ""
    site: _Name = ""
    date: _Name = ""


class Dealt(Struct, frozen=True):
    """A set-up: the text that begins its game, its rule set, and what lies where.

    ``notation`` makes the game with ``POST /api/games``. ``setup`` has players, city, council, intrigue tiles.
    """

    notation: str
    rules: str
    setup: dict[str, Any]


def record_of_table(table: NewTable, chance: Chance) -> Game:
    """The record with which a game at such a table begins; raises ``Problem`` and ``SetupError``."""
    colours = _colours(table)
    try:
        wishes = _wishes(table)
        if wishes.leaves_to_chance and not table.deal:
            raise Problem(
                422, "bad-request", "city, council and the tiles of Intrigue have to be told; or `deal` is on"
            )
        setup = wished_setup(colours, Random(chance(_SEED)), wishes)
    except HeaderError as error:
        raise Problem(422, "not-well-formed", str(error), expected=error.expected, rule=error.rule or None) from None
    names = [(COLOUR_WORDS[colour].capitalize(), one.name) for colour, one in zip(colours, table.players, strict=True)]
    about = [("Event", table.event), ("Site", table.site), ("Date", table.date), *names]
    return Game(setup, initial(setup), headers=tuple((name, value) for name, value in about if value))


def _colours(table: NewTable) -> str:
    """The colours of the seats; who says none gets the first that nobody has."""
    told = [_colour(player.colour) for player in table.players]
    third = _colour(table.third)
    free = iter(sorted((one for one in COLOURS if one not in told), key=lambda colour: colour == third))
    return "".join(colour or next(free) for colour in told)


def _colour(word: str) -> str:
    if word and word.strip().casefold() not in COLOUR_CODES:
        raise Problem(422, "bad-request", f"{word[:60]!r} is no colour", expected=" ".join(COLOUR_WORDS.values()))
    return COLOUR_CODES.get(word.strip().casefold(), "")


def _wishes(table: NewTable) -> Wishes:
    families = table.families.strip() or NONE
    return Wishes(
        edition=table.edition,
        settings=parse_settings(table.settings),
        third=_colour(table.third),
        intrigue=table.intrigue,
        intrigue_tiles=table.intrigue_tiles,
        families=families.casefold() if families.casefold() in (DEAL, NONE) else families,
        city=parse_city(table.city) if table.city else None,
        council=parse_council(table.council) if table.council else None,
    )


def deal(asked: Asked) -> Dealt:
    """A set-up for a table, of which no game is made yet."""
    record = record_of_table(asked.taken(NewTable), asked.service.chance)
    setup = setup_json(record.setup, names_of(record.setup, record.headers))
    return Dealt(dumps(record), rule_set_of(record.setup), setup)


ENDPOINTS = (
    Endpoint(
        "POST", "/api/deal", deal, "A set-up, dealt for a table",
        takes=NewTable, gives=Dealt, problems=(422,),
    ),
)  # fmt: skip
