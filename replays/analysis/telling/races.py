"""The races, in sentences: what each scoring paid, how close it was, what it would have paid otherwise."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from calimala_es.events import AreaScored, Event, InfluenceScored, TileScored
from replays.analysis.analysis import Analysis
from replays.analysis.races import Outcome, Race
from replays.analysis.telling.basis import rests_words
from replays.analysis.telling.prospects import lacking_words
from replays.languages import message
from replays.names import Names
from replays.scores import AREA, INFLUENCE
from replays.words import event_words, listed, points_words

INDENT: Final = "  "


def race_lines(analysis: Analysis, names: Names) -> list[str]:
    """Return each scoring in order, and below it how it might have been."""
    scored = sorted((race for race in analysis.races if race.id), key=lambda race: (race.turn, _place_in_game(race)))
    lines: list[str] = []
    for race in scored:
        lines.append(
            names.language.text("Turn {turn}: {scoring}.", turn=race.turn, scoring=event_words(_event(race), names))
        )
        lines += [INDENT + words for words in beside_words(race, names)]
    return lines


def _place_in_game(race: Race) -> tuple[int, ...]:
    return tuple(map(int, race.id.split(".")))


def _event(race: Race) -> Event:
    """Return the event of the scoring."""
    told = race.outcome
    fields = (told.counts, told.ranking, told.decided, told.points)
    if race.kind == INFLUENCE:
        return InfluenceScored(race.place, *fields)
    return AreaScored(race.place, *fields) if race.kind == AREA else TileScored(race.place, *fields, told.bonus)


_EARLIER: Final = message("A turn earlier: {list}.")
_LATER: Final = message("A turn later: {list}.")


def beside_words(race: Race, names: Names) -> Iterator[str]:
    """Yield sentences on how a scoring might have been: missing cubes, points a turn earlier or later."""
    language = names.language
    yield from lacking_words(race.to_next, race.to_first, race.place, names)
    for words, other in ((_EARLIER, race.earlier), (_LATER, race.later)):
        if other and other.paid != race.outcome.paid:
            yield language.text(words, list=_outcome_words(other, names))
    changes = sum(one not in (NOBODY, other) for one, other in pairwise(map(_leader, race.paid[: race.scored_in + 1])))
    if changes:
        yield language.counted(
            "The first place there changed hands once.",
            "The first place there changed hands {number} times.",
            changes,
        )
    yield from rests_words(race.rests_on, language)


def _leader(paid: tuple[int, ...]) -> int:
    """Return the party that got most, the first of equals."""
    return paid.index(max(paid)) if any(paid) else NOBODY


NOBODY: Final = -1


def _outcome_words(outcome: Outcome, names: Names) -> str:
    language = names.language
    told = [
        language.text("{name} {points}", name=names.name(seat), points=points_words(points, language))
        for seat, points in enumerate(outcome.paid)
        if points
    ]
    return listed(told, language) if told else language.text("nobody anything")
