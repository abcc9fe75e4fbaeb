"""Numbers of things, as words with a number; and tables of numbers."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from replays.analysis.discs import DiscUse
from replays.analysis.gifts import Gift
from replays.languages import Language
from replays.names import padded
from replays.words import points_words

COLUMN: Final = 9
"""The columns of a cell in a table."""


def share_words(points: Fraction, language: Language) -> str:
    """Return points rounded as in ``share_told``, e.g. ``7.5 points``; whole numbers without decimals."""
    rounded = share_told(points)
    if rounded.denominator == 1:
        return points_words(rounded.numerator, language)
    return language.word("fraction", "{number} points", number=decimal_words(rounded, language))


def share_told(points: Fraction) -> Fraction:
    """Return points rounded for display: to a tenth, and very small values to a hundredth."""
    return round(points, 1 if points >= _ENOUGH else 2)


def decimal_words(number: Fraction, language: Language) -> str:
    """Return a number with at most two decimal places in the form of the language, ``7.5`` or ``7,5``."""
    digits = f"{float(number):.2f}".rstrip("0").rstrip(".")
    return digits.replace(".", language.word("decimal sign", "."))


_ENOUGH: Final = Fraction(1, 10)


def activations_words(number: int, language: Language) -> str:
    """Return e.g. ``1 activation``, ``2 activations``."""
    return language.counted("{number} activation", "{number} activations", number)


def brought_words(own: Gift | DiscUse, language: Language) -> list[str]:
    """List the results of activations that are not 0: actions, cards played, cards drawn, actions not done."""
    told = (
        (own.actions, language.counted("{number} action", "{number} actions", own.actions)),
        (own.played, language.counted("{number} card played", "{number} cards played", own.played)),
        (own.drawn, language.counted("{number} card drawn", "{number} cards drawn", own.drawn)),
        (own.waived, language.counted("{number} action waived", "{number} actions waived", own.waived)),
        (
            own.impossible,
            language.counted("{number} action impossible", "{number} actions impossible", own.impossible),
        ),
    )
    return [words for number, words in told if number]


def row(label: str, cells: Sequence[object], width: int) -> str:
    """Return a line of a table: a label of the given width, then right-aligned cells."""
    return (padded(label, width) + "".join(f"{padded(str(cell), COLUMN)} " for cell in cells)).rstrip()
