"""The values of a position line, the set-up included; each is checked, since a line may come from anywhere."""

from typing import Any, Final

from msgspec.structs import replace

from calimala_es.agenda import LIMITED
from calimala_es.components import (
    ACTIONS,
    INFLUENCE_CARDS,
    TRACK_STAGES,
    TRACK_STEPS,
    UNKNOWN,
    InfluenceCard,
    Tile,
)
from calimala_es.editions import EDITIONS, Settings
from calimala_es.errors import CalimalaError, SetupError
from calimala_es.families.bardi import USED
from calimala_es.initial import check_setup
from calimala_es.messages import Message, Text
from calimala_es.setup import Ruleset, Setup
from calimala_es.state import MISSED
from notation.errors import quote
from notation.headers.setup_headers import (
    HeaderError,
    cells_of,
    parse_city,
    parse_faction,
    parse_families,
    parse_settings,
)

MOST: Final = 999_999
"""So much more than any game has of anything that no game from here on outgrows what can be read."""


class PositionError(CalimalaError, ValueError):
    """A position line that is none; ``field`` names the part of it that is wrong."""

    def __init__(self, field: str, message: Text) -> None:
        """Keep the field and what is wrong with it."""
        super().__init__(Message("position, {field}: {reason}", field=field, reason=message))
        self.field = field


def of_dash(text: str) -> str:
    """Return a value; a dash is an empty one."""
    return "" if text == "-" else text


def number(field: str, text: str, most: int) -> int:
    """Return a number from 0 on; raises ``PositionError`` naming the field, as all of these do."""
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and int(text) <= most):
        raise PositionError(field, Message("{word} is not a number from 0 to {most}", word=quote(text), most=most))
    return int(text)


def numbers(field: str, text: str, most: int, counts: range) -> tuple[int, ...]:
    """Return numbers with points between them, so many of them."""
    parts = text.split(".")
    if len(parts) not in counts:
        raise PositionError(field, Message("{word} has too few or too many numbers", word=quote(text)))
    return tuple(number(field, part, most) for part in parts)


def parts_of(field: str, text: str, mark: str, count: int) -> list[str]:
    """Return so many parts with a mark between them."""
    parts = text.split(mark)
    if len(parts) != count:
        fields = {"number": len(parts), "count": count, "mark": mark}
        raise PositionError(
            field, Message("the number of parts separated by {mark} must be {count}, not {number}", **fields)
        )
    return parts


def letters(field: str, text: str, alphabet: str, most: int) -> str:
    """Return letters of an alphabet, so many at most."""
    if len(text) > most or not set(text) <= set(alphabet):
        fields = {"word": quote(text), "most": most, "letters": alphabet}
        raise PositionError(field, Message("{word} must consist of up to {most} of the characters {letters}", **fields))
    return text


def card_letters(field: str, text: str) -> str:
    """Return action cards, sorted."""
    return "".join(sorted(letters(field, of_dash(text), ACTIONS, MOST)))


def influence_cards(field: str, text: str, *, unknown: bool) -> tuple[InfluenceCard, ...]:
    """Return influence cards with points between them; ``unknown`` ones where they may be."""
    names = of_dash(text).split(".") if text != "-" else []
    known: tuple[InfluenceCard, ...] = (*INFLUENCE_CARDS, UNKNOWN) if unknown else INFLUENCE_CARDS
    allowed: dict[str, InfluenceCard] = dict(zip(known, known, strict=True))
    if len(names) > len(INFLUENCE_CARDS) or not {*names} <= {*allowed}:
        raise PositionError(field, Message("{word} is not a list of influence cards", word=quote(text)))
    return tuple(allowed[name] for name in names)


def signed(field: str, text: str, most: int) -> int:
    """Return a number that may be below zero."""
    size = number(field, text.removeprefix("-"), most)
    return -size if text[:1] == "-" else size


_MOST_DRAWN: Final = 8
"""The compensation cards of a turn: a white disc on top has four actions, each of two own discs below has two."""


def used_marks(field: str, text: str) -> str:
    """Return the marks of what happened: cards drawn as compensation; once at most each, a cube moved, a gap."""
    once, drawn = [text.count(mark) for mark in (USED, MISSED)], text.count(LIMITED)
    if drawn > _MOST_DRAWN or max(once) > 1 or sum(once) + drawn < len(text):
        raise PositionError(field, Message("{word} is not a list of marks", word=quote(text)))
    return text


# The set-up in a position line: rules, seats and families, city and intrigue tiles, council, box; both ways.


def parse_council_field(text: str) -> tuple[tuple[Tile, ...], str]:
    """Return the scoring tiles, and for each a mark: a dot where it is free."""
    tiles: list[Any] = []
    marks = ""
    for entry in text.split(","):
        tile, colon, mark = entry.partition(":")
        if len(mark) != len(colon):
            message = Message("{word} is not a tile with a seat, e.g. LIS:b or LIS:x", word=quote(entry))
            raise PositionError("council", message)
        tiles.append(tile)
        marks += mark or "."
    return tuple(tiles), marks


def _parse_rules(text: str) -> tuple[str, int, Settings]:
    """Return edition, version and settings, as ``second.1/active_draw_limit=2``."""
    rules, *settings = text.split("/")
    edition, _, version = rules.partition(".")
    usual = EDITIONS[edition].settings if edition in EDITIONS else Settings()
    return edition, number("rules", version, 999), replace(usual, **parse_settings(" ".join(settings)))


def _parse_box(text: str, *, intrigue: bool) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, tuple[int, ...]]]:
    """Return the copies of each card, the cells of each row, and the faction track."""
    deck, cells, track, *more = (*text.split("/"), "-", "-")
    if len(more) > 2:
        raise PositionError("box", Message("there are too many parts separated by {mark}", mark="/"))
    usual = cells_of({}, intrigue=intrigue)
    return (
        numbers("box", deck, 99, range(len(ACTIONS), len(ACTIONS) + 1)),
        usual if cells == "-" else numbers("box", cells, 99, range(len(usual), len(usual) + 1)),
        (TRACK_STEPS, TRACK_STAGES) if track == "-" else parse_faction(track.replace(".", " ", 1)),
    )


def parse_setup_fields(fields: list[str], tiles: tuple[Tile, ...]) -> Setup:
    """Return the set-up that a line's fields say, with these scoring tiles; raises ``PositionError``."""
    parties, _, families = fields[2].partition(";")
    colours, _, third = parties.partition("+")
    city, _, intrigue = fields[3].partition(";")
    try:
        edition, version, settings = _parse_rules(fields[1])
        deck, cells, (steps, stages) = _parse_box(fields[6], intrigue=bool(intrigue))
        return check_setup(
            Setup(
                colours,
                parse_city(city),
                tiles,
                Ruleset(edition, version, deck, cells, settings, steps, stages),
                third,
                tuple(intrigue.split(".")) if intrigue else (),
                parse_families(families.replace(".", " ")),
            )
        )
    except (SetupError, HeaderError) as error:
        raise PositionError("set-up", error.text) from error
