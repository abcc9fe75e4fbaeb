"""Scorings in sentences: what each paid and might have paid, and what is still to be scored."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, cast

from calimala_es.events import AreaScored, Event, InfluenceScored, TileScored
from replays.analysis.analysis import Analysis
from replays.analysis.prospects import Prospect, Worth
from replays.analysis.races import Outcome, Race
from replays.scores import AREA, INFLUENCE
from replays.text.analysis.numbers import uncertainty_lines
from replays.text.events import event_text
from replays.text.languages import message
from replays.text.names import Names
from replays.text.terms import cubes_term, influence_card_term, join_and, place_term, points_term, tie_lines

INDENT: Final = "  "


def prospects_lines(analysis: Analysis, names: Names) -> list[str]:
    """Return all that is still to be scored, the next tile first."""
    return [line for prospect in analysis.next for line in prospect_lines(prospect, names)]


def prospect_lines(prospect: Prospect, names: Names) -> list[str]:
    """Return one place in its current state: a sentence, and below it who needs what."""
    language = names.language
    place = place_term(prospect.place, language)
    if prospect.kind == INFLUENCE:
        place = influence_card_term(prospect.place, language)
    elif prospect.ahead == 0:
        place = language.text("the next tile, {place}", place=place)
    if not prospect.ranking:
        return [language.text("{place}: nobody has a cube there.", place=place)]
    paid = Worth(prospect.counts, prospect.ranking, prospect.decided, prospect.points, prospect.bonus).paid
    shares = [
        language.text(
            "{name} {points} for {cubes}",
            name=names.name(int(seat)),
            points=points_term(paid[int(seat)], language),
            cubes=cubes_term(prospect.place, prospect.counts[int(seat)], language),
        )
        for seat in prospect.ranking
    ]
    ties = tie_lines(names, prospect.ranking, prospect.decided)
    outcome = language.word("list", ", ").join(shares)
    first = (
        language.text(
            "{place}: {outcome} ({ties}).", place=place, outcome=outcome, ties=language.word("list", "; ").join(ties)
        )
        if ties
        else language.text("{place}: {outcome}.", place=place, outcome=outcome)
    )
    missing_cubes = missing_cubes_lines(prospect.to_next, prospect.to_first, prospect.place, names)
    return [first, *(INDENT + words for words in missing_cubes)]


def missing_cubes_lines(to_next: Sequence[int], to_first: Sequence[int], place: str, names: Names) -> Iterator[str]:
    """Yield who needs how many cubes to be first, and who needs fewer to rank one place higher, the nearest first.

    Every player who is not first is listed; the third party is omitted.
    """
    language, players = names.language, names.setup.players
    first = [(missing, seat) for seat, missing in enumerate(to_first[:players]) if missing]
    higher = [
        (missing, seat)
        for seat, (missing, most) in enumerate(zip(to_next[:players], to_first, strict=False))
        if 0 < missing < most
    ]
    if first:
        yield language.text("Still needed to come first: {list}.", list=_cubes_text(first, place, names))
    if higher:
        yield language.text("Still needed to move up one place: {list}.", list=_cubes_text(higher, place, names))


def _cubes_text(missing_cubes: list[tuple[int, int]], place: str, names: Names) -> str:
    language = names.language
    return join_and(
        (
            language.text(
                "{name} {cubes}", name=names.name(seat), cubes=cubes_term(place, missing, language, is_needed=True)
            )
            for missing, seat in sorted(missing_cubes)
        ),
        language,
    )


# The races, in sentences: what each scoring paid, how close it was, what it would have paid otherwise.


def race_lines(analysis: Analysis, names: Names) -> list[str]:
    """Return each scoring in order, and below it how it might have been."""
    scored = sorted((race for race in analysis.races if race.id), key=lambda race: (race.turn, _place_in_game(race)))
    lines: list[str] = []
    for race in scored:
        lines.append(
            names.language.text("Turn {turn}: {scoring}.", turn=race.turn, scoring=event_text(_event(race), names))
        )
        lines += [INDENT + words for words in alternative_lines(race, names)]
    return lines


def _place_in_game(race: Race) -> tuple[int, ...]:
    return tuple(map(int, race.id.split(".")))


def _event(race: Race) -> Event:
    """Return the event of the scoring."""
    outcome, place = race.outcome, cast(Any, race.place)
    fields = (outcome.counts, outcome.ranking, outcome.decided, outcome.points)
    if race.kind == INFLUENCE:
        return InfluenceScored(place, *fields)
    return AreaScored(place, *fields) if race.kind == AREA else TileScored(place, *fields, outcome.bonus)


_EARLIER: Final = message("If scored a turn earlier: {list}.")
_LATER: Final = message("If scored a turn later: {list}.")
_TWICE: Final = 2


def alternative_lines(race: Race, names: Names) -> Iterator[str]:
    """Yield sentences on how a scoring might have been: missing cubes, points a turn earlier or later."""
    language = names.language
    yield from missing_cubes_lines(race.to_next, race.to_first, race.place, names)
    for words, other in ((_EARLIER, race.earlier), (_LATER, race.later)):
        if other and other.paid != race.outcome.paid:
            yield language.text(words, list=_outcome_text(other, names))
    changes = sum(one not in (NOBODY, other) for one, other in pairwise(map(_leader, race.paid[: race.scored_in + 1])))
    if changes == _TWICE:
        yield language.text("The lead there changed hands twice.")
    elif changes:
        yield language.counted(
            "The lead there changed hands once.",
            "The lead there changed hands {number} times.",
            changes,
        )
    yield from uncertainty_lines(race.rests_on, language)


def _leader(paid: tuple[int, ...]) -> int:
    """Return the party that got most, the first of equals."""
    return paid.index(max(paid)) if any(paid) else NOBODY


NOBODY: Final = -1


def _outcome_text(outcome: Outcome, names: Names) -> str:
    language = names.language
    gains = [
        language.text("{name} {points}", name=names.name(seat), points=points_term(points, language))
        for seat, points in enumerate(outcome.paid)
        if points
    ]
    return join_and(gains, language) if gains else language.text("no points for anybody")
