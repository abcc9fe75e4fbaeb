"""What is still to be scored: who would get what, by which clause, and who needs how many cubes."""

from collections.abc import Iterator, Sequence
from typing import Final

from replays.analysis.analysis import Analysis
from replays.analysis.prospects import Prospect, Worth
from replays.names import Names
from replays.scores import INFLUENCE
from replays.words import cubes_words, influence_words, listed, place_words, points_words, ranking_words

INDENT: Final = "  "


def prospect_lines(analysis: Analysis, names: Names) -> list[str]:
    """Return all that is still to be scored, the next tile first."""
    return [line for prospect in analysis.next for line in prospect_words(prospect, names)]


def prospect_words(prospect: Prospect, names: Names) -> list[str]:
    """Return one place in its current state: a sentence, and below it who needs what."""
    language = names.language
    place = place_words(prospect.place, language)
    if prospect.kind == INFLUENCE:
        place = language.text("influence card {place}", place=influence_words(prospect.place, language))
    elif prospect.ahead == 0:
        place = language.text("the next tile, {place}", place=place)
    if not prospect.ranking:
        return [language.text("{place}: nobody has a cube there.", place=place)]
    paid = Worth(prospect.counts, prospect.ranking, prospect.decided, prospect.points, prospect.bonus).paid
    outcome = [
        language.text(
            "{name} {points} for {cubes}",
            name=names.name(int(seat)),
            points=points_words(paid[int(seat)], language),
            cubes=cubes_words(prospect.place, prospect.counts[int(seat)], language),
        )
        for seat in prospect.ranking
    ]
    ties = ranking_words(names, prospect.ranking, prospect.decided)
    told = language.word("list", ", ").join(outcome)
    first = (
        language.text(
            "{place}: {outcome} ({ties}).", place=place, outcome=told, ties=language.word("list", "; ").join(ties)
        )
        if ties
        else language.text("{place}: {outcome}.", place=place, outcome=told)
    )
    lacking = lacking_words(prospect.to_next, prospect.to_first, prospect.place, names)
    return [first, *(INDENT + words for words in lacking)]


def lacking_words(to_next: Sequence[int], to_first: Sequence[int], place: str, names: Names) -> Iterator[str]:
    """Yield who needs how many cubes to be first, and who needs fewer to rank one place higher, the nearest first.

    Every player who is not first is listed; the third party is omitted.
    """
    language, players = names.language, names.setup.players
    first = [(lacks, seat) for seat, lacks in enumerate(to_first[:players]) if lacks]
    higher = [
        (lacks, seat)
        for seat, (lacks, most) in enumerate(zip(to_next[:players], to_first, strict=False))
        if 0 < lacks < most
    ]
    if first:
        yield language.text("Needed to be first there: {list}.", list=_lacking(first, place, names))
    if higher:
        yield language.text("Needed to stand one place higher: {list}.", list=_lacking(higher, place, names))


def _lacking(lacking: list[tuple[int, int]], place: str, names: Names) -> str:
    language = names.language
    return listed(
        (
            language.text("{name} {cubes}", name=names.name(seat), cubes=cubes_words(place, lacks, language))
            for lacks, seat in sorted(lacking)
        ),
        language,
    )
