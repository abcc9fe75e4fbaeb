"""Scorings: the points of each player, the number of cubes for them, and how ties were decided."""

from typing import Final

from calimala_es.components import PALAZZO
from calimala_es.events import AreaScored, InfluenceScored, TileScored
from calimala_es.scoring import BY_CUBES, CLAUSE_WORDS, SHARED
from replays.languages import Language, message
from replays.names import Names
from replays.words.basics import influence_words, listed, points_words, scored
from replays.words.vocabulary import TIE

_Scoring = TileScored | InfluenceScored | AreaScored


def ranking_words(names: Names, ranking: str, decided: str) -> list[str]:
    """Return what decided between players with equally many cubes, one clause per pair of neighbours."""
    language = names.language
    words: list[str] = []
    for one, other, clause in zip(ranking, ranking[1:], decided, strict=False):
        given = {"one": names.name(int(one)), "other": names.name(int(other))}
        why = clause_words(clause, language)
        if clause == SHARED:
            words.append(language.text("{one} and {other}: {clause}", **given, clause=why))
        elif clause != BY_CUBES:
            words.append(language.text("{one} before {other}: {clause}", **given, clause=why))
    return words


def clause_words(clause: str, language: Language) -> str:
    """Return what ranks one player ahead of another (R6.6), by its letter: ``more seats in the council``."""
    return language.word(TIE, CLAUSE_WORDS[clause])


def cubes_words(place: str, number: int, language: Language) -> str:
    """Return how many cubes count for a place; for the Palazzo, artwork and seats (R7.3)."""
    if place == PALAZZO:
        return language.counted("{number} artwork or seat", "{number} artworks and seats", number)
    return language.counted("{number} cube", "{number} cubes", number)


def _outcome(place: str, event: _Scoring, names: Names) -> str:
    """Return the points of each player, the number of cubes for them, and how ties were decided."""
    language = names.language
    if not event.ranking:
        return language.text("nobody has a cube there")
    parts = [
        language.text(
            "{name} {points} for {cubes}",
            name=names.name(int(seat)),
            points=points_words(event.points[int(seat)], language),
            cubes=cubes_words(place, event.counts[int(seat)], language),
        )
        for seat in event.ranking
    ]
    outcome = language.word("list", ", ").join(parts)
    ties = ranking_words(names, event.ranking, event.decided)
    if not ties:
        return outcome
    return language.text("{outcome} ({ties})", outcome=outcome, ties=language.word("list", "; ").join(ties))


def scored_words(place: str, event: _Scoring, names: Names) -> str:
    """Return a scoring in a sentence: places, points, cubes, ties."""
    what = scored(place, names.language)
    return names.language.text("{scored}: {outcome}", scored=what, outcome=_outcome(place, event, names))


def card_scored_words(event: InfluenceScored, names: Names) -> str:
    """Return the scoring of an influence card in words."""
    return names.language.text(
        "the influence card {place} is scored: {outcome}",
        place=influence_words(event.card, names.language),
        outcome=_outcome(event.card, event, names),
    )


def tile_words(event: TileScored, names: Names) -> str:
    """Return the scoring of a tile in words, with the additional points of the faction track (R10.8)."""
    language = names.language
    words = scored_words(event.tile, event, names)
    more = [
        language.text("{name} {points}", name=names.name(seat), points=points_words(points, language))
        for seat, points in enumerate(event.bonus)
        if points
    ]
    if not more:
        return words
    return language.text("{scoring}; for the faction track {bonus} more", scoring=words, bonus=listed(more, language))


_REASONS: Final = {
    "discs": message("all discs are placed"),
    "tiles": message("all scoring tiles are scored"),
}
_LAST_DISC: Final = message("a player has placed the last disc")
_LAST_TURN: Final = message("the last turn is over")
_VICTORIES: Final = {
    "points": message("{names} wins by points"),
    "council": message("{names} wins by more seats and Palazzo artwork together"),
    "shared": message("{names} win together: nothing separates them"),
}
"""Sentences by the deciding criterion; only if none decides are there several winners (R7.4)."""


def end_words(reason: str, names: Names) -> str:
    """Return why the game ends, for ``EndReached`` (R7.1, R7.2, R9.1)."""
    if reason == "discs" and names.setup.edition.ends_by_any_player:
        return names.language.text(_LAST_DISC)
    return names.language.text(_REASONS.get(reason, _LAST_TURN))


def victory_words(winners: str, by: str, names: Names) -> str:
    """Return who has won and what decided, for ``GameEnded`` or a state that is ``GameOver``."""
    if not winners:
        return names.language.text("the result stays open: an influence card was never told")
    given = listed((names.name(int(seat)) for seat in winners), names.language)
    return names.language.text(_VICTORIES[by], names=given)
