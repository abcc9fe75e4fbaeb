"""The values in a position line: numbers, letters, cards; every one is checked, since a line may come from anywhere."""

from typing import Final

from calimala_es.components import ACTIONS, INFLUENCE_CARDS, UNKNOWN
from notation.errors import quoted

MOST: Final = 999_999
"""So much more than any game has of anything that no game from here on outgrows what can be read."""


class PositionError(ValueError):
    """A position line that is none; ``field`` names the part of it that is wrong."""

    def __init__(self, field: str, message: str) -> None:
        """Keep the field and what is wrong with it."""
        super().__init__(f"position, {field}: {message}")
        self.field = field


def or_dash(text: str) -> str:
    """A value, or a dash where it is empty."""
    return text or "-"


def of_dash(text: str) -> str:
    """A value of which a dash stands for an empty one."""
    return "" if text == "-" else text


def number(field: str, text: str, most: int) -> int:
    """A number from 0 on; raises ``PositionError`` naming the field, as all of these do."""
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and int(text) <= most):
        raise PositionError(field, f"{quoted(text)} is no number from 0 to {most}")
    return int(text)


def numbers(field: str, text: str, most: int, counts: range) -> tuple[int, ...]:
    """Numbers with points between them, so many of them."""
    parts = text.split(".")
    if len(parts) not in counts:
        raise PositionError(field, f"{quoted(text)} has {len(parts)} numbers")
    return tuple(number(field, part, most) for part in parts)


def parts_of(field: str, text: str, mark: str, count: int) -> list[str]:
    """So many parts with a mark between them."""
    parts = text.split(mark)
    if len(parts) != count:
        raise PositionError(field, f"{len(parts)} parts instead of {count}, separated by {mark}")
    return parts


def letters(field: str, text: str, alphabet: str, most: int) -> str:
    """Letters of an alphabet, so many at most."""
    if len(text) > most or not set(text) <= set(alphabet):
        raise PositionError(field, f"{quoted(text)} is not made of {alphabet}, at most {most}")
    return text


def card_letters(field: str, text: str) -> str:
    """Action cards, sorted."""
    return "".join(sorted(letters(field, of_dash(text), ACTIONS, MOST)))


def influence_cards(field: str, text: str, *, unknown: bool) -> tuple[str, ...]:
    """Influence cards with points between them; ``unknown`` ones where they may be."""
    cards = tuple(of_dash(text).split(".")) if text != "-" else ()
    allowed = {*INFLUENCE_CARDS, UNKNOWN} if unknown else {*INFLUENCE_CARDS}
    if len(cards) > len(INFLUENCE_CARDS) or not set(cards) <= allowed:
        raise PositionError(field, f"{quoted(text)} are no influence cards")
    return cards


def signed(field: str, text: str, most: int) -> int:
    """A number that may be below zero."""
    size = number(field, text.removeprefix("-"), most)
    return -size if text[:1] == "-" else size


def used_marks(field: str, text: str) -> str:
    """The marks of what happens once in a turn."""
    if len(text) > 9 or (text and not (text.isascii() and text.isalpha())):
        raise PositionError(field, f"{quoted(text)} are no marks")
    return text
