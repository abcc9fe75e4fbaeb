"""Numbers and places in the sentences of an analysis: shares of points, results, and what cannot be known."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from replays.analysis.analysis import CUBES, POINTS, Analysis
from replays.analysis.discs import DiscUse, Gift
from replays.text.languages import Language, message
from replays.text.names import Names
from replays.text.terminal import padded
from replays.text.terms import join_and, points_term

COLUMN: Final = 9
"""The columns of a cell in a table."""


def share_text(points: Fraction, language: Language) -> str:
    """Return points rounded as in ``rounded_share``, e.g. ``7.5 points``; whole numbers without decimals."""
    rounded = rounded_share(points)
    if rounded.denominator == 1:
        return points_term(rounded.numerator, language)
    return language.word("fraction", "{number} points", number=decimal_text(rounded, language))


def rounded_share(points: Fraction) -> Fraction:
    """Return points rounded for display: to a tenth, and very small values to a hundredth."""
    return round(points, 1 if points >= _ENOUGH else 2)


def decimal_text(number: Fraction, language: Language) -> str:
    """Return a number with at most two decimal places in the form of the language, ``7.5`` or ``7,5``."""
    digits = f"{float(number):.2f}".rstrip("0").rstrip(".")
    return digits.replace(".", language.word("decimal sign", "."))


_ENOUGH: Final = Fraction(1, 10)


def activations_term(number: int, language: Language) -> str:
    """Return e.g. ``1 activation``, ``2 activations``."""
    return language.counted("{number} activation", "{number} activations", number)


def result_terms(own: Gift | DiscUse, language: Language) -> list[str]:
    """List the results of activations that are not 0: actions, cards played, cards drawn, actions not done."""
    results = (
        (own.actions, language.counted("{number} action", "{number} actions", own.actions)),
        (own.played, language.counted("{number} card played", "{number} cards played", own.played)),
        (own.drawn, language.counted("{number} card drawn", "{number} cards drawn", own.drawn)),
        (own.waived, language.counted("{number} action skipped", "{number} actions skipped", own.waived)),
        (
            own.impossible,
            language.counted("{number} action impossible", "{number} actions impossible", own.impossible),
        ),
    )
    return [words for number, words in results if number]


def row(label: str, cells: Sequence[object], width: int) -> str:
    """Return a line of a table: a label of the given width, then right-aligned cells."""
    return (padded(label, width) + "".join(f"{padded(str(cell), COLUMN)} " for cell in cells)).rstrip()


# What an analysis cannot know, in sentences.

MOST_PLACES: Final = 6
"""The number of ids that are listed; for more only their number is given."""

_MISSING: Final = {
    CUBES: message("Cubes were not recorded, so races, turning points and the scorings still to come are left out."),
    POINTS: message("Points were not recorded, so where they came from and who led are left out."),
}


def basis_lines(analysis: Analysis, names: Names) -> list[str]:
    """Return a sentence for everything that is not recorded; none for a complete record."""
    language, basis = names.language, analysis.basis
    lines = [language.text(words) for part, words in _MISSING.items() if part in basis.missing]
    if CUBES not in basis.missing and basis.missed:
        lines.append(
            language.counted(
                "What happened at {number} moment was not recorded: {places}. Everything later depends on it.",
                "What happened at {number} moments was not recorded: {places}. Everything later depends on it.",
                len(basis.missed),
                places=places_text(basis.missed, language),
            )
        )
    if CUBES not in basis.missing and basis.observed:
        lines.append(
            language.counted(
                "The position was corrected at {number} moment to match what was seen at the table: {places}.",
                "The position was corrected at {number} moments to match what was seen at the table: {places}.",
                len(basis.observed),
                places=places_text(basis.observed, language),
            )
        )
    if basis.unknown_cards:
        lines.append(
            language.counted(
                "{number} influence card is unknown and not counted in what is still to be scored.",
                "{number} influence cards are unknown and not counted in what is still to be scored.",
                basis.unknown_cards,
            )
        )
    return lines


def places_text(ids: tuple[str, ...], language: Language) -> str:
    """List the first of several ids, and say if there are more."""
    if len(ids) <= MOST_PLACES:
        return join_and(ids, language)
    shown = language.word("list", ", ").join(ids[:MOST_PLACES])
    return language.text("{places} and others", places=shown)


def uncertainty_lines(ids: tuple[str, ...], language: Language) -> list[str]:
    """Say that something is uncertain because of what was missed or observed at these places; nothing if there are
    none.
    """
    return (
        [
            language.text(
                "This is uncertain: something was not recorded, or only observed, at {places}.",
                places=places_text(ids, language),
            )
        ]
        if ids
        else []
    )
