"""What an analysis cannot know, in sentences."""

from typing import Final

from replays.analysis.analysis import Analysis
from replays.analysis.basis import CUBES, POINTS
from replays.languages import Language, message
from replays.names import Names
from replays.words import listed

MOST_PLACES: Final = 6
"""The number of ids that are listed; for more only their number is given."""

_LACKING: Final = {
    CUBES: message("Cubes are not recorded: races, turning points and what is still to be scored are left out."),
    POINTS: message("Points are not recorded: where they came from and who led is left out."),
}


def basis_lines(analysis: Analysis, names: Names) -> list[str]:
    """Return a sentence for everything that is not recorded; none for a complete record."""
    language, basis = names.language, analysis.basis
    lines = [language.text(words) for part, words in _LACKING.items() if part in basis.lacking]
    if CUBES not in basis.lacking and basis.missed:
        lines.append(
            language.counted(
                "Nobody wrote down what happened at {number} place: {places}. All that came later rests on that.",
                "Nobody wrote down what happened at {number} places: {places}. All that came later rests on that.",
                len(basis.missed),
                places=places_words(basis.missed, language),
            )
        )
    if CUBES not in basis.lacking and basis.observed:
        lines.append(
            language.counted(
                "The position was set right by what was seen at {number} place: {places}.",
                "The position was set right by what was seen at {number} places: {places}.",
                len(basis.observed),
                places=places_words(basis.observed, language),
            )
        )
    if basis.unknown_cards:
        lines.append(
            language.counted(
                "{number} influence card is not known, and left out of all that is still to be scored.",
                "{number} influence cards are not known, and left out of all that is still to be scored.",
                basis.unknown_cards,
            )
        )
    return lines


def places_words(ids: tuple[str, ...], language: Language) -> str:
    """List the first of several ids, and say if there are more."""
    if len(ids) <= MOST_PLACES:
        return listed(ids, language)
    shown = language.word("list", ", ").join(ids[:MOST_PLACES])
    return language.text("{places} and others", places=shown)


def rests_words(ids: tuple[str, ...], language: Language) -> list[str]:
    """Say that something is uncertain because of what was missed or observed at these places; nothing if there are
    none.
    """
    return (
        [language.text("This rests on what was missed or observed at {places}.", places=places_words(ids, language))]
        if ids
        else []
    )
