"""Where a long word may be broken: about its middle, between two syllables, in any language of the game."""

from re import IGNORECASE
from re import compile as pattern
from typing import Final

SOFT_HYPHEN: Final = "\u00ad"

_VOWELS: Final = "aeiouyäöüáéíóőúűаеёиоуыэюя"
_SYLLABLE: Final = pattern(
    rf"[{_VOWELS}][^{_VOWELS}\s-]*?(?=(?:sch|ch|st|sp|sz|cs|gy|ny|ty|zs|[^{_VOWELS}\s-])[{_VOWELS}])", IGNORECASE
)


def middle_break(word: str) -> int:
    """Return how many letters stand before the break between two syllables that is nearest the middle, 0 without one.

    >>> middle_break("contributions"), middle_break("port")
    (6, 0)
    """
    breaks = [found.end() for found in _SYLLABLE.finditer(word)]
    return min(breaks, key=lambda at: abs(at - len(word) / 2), default=0)


def with_soft_hyphens(text: str, longest: int) -> str:
    """Return a text with a place to break in each word of more letters than ``longest``.

    >>> with_soft_hyphens("contributions of wood", 7).split("\u00ad")
    ['contri', 'butions of wood']
    """
    return " ".join(
        word[:at] + SOFT_HYPHEN + word[at:] if len(word) > longest and (at := middle_break(word)) else word
        for word in text.split(" ")
    )
