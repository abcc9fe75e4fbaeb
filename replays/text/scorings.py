"""Scorings as sentences: who got what for which cubes, how ties were decided, who won; and the table of all points."""

from typing import Final

from calimala_es.components import PALAZZO
from calimala_es.events import AreaScored, InfluenceScored, TileScored
from calimala_es.scoring import BY_CUBES, CLAUSE_WORDS, SHARED
from replays.scores import BEFORE, FACTION, INFLUENCE, OBSERVED, PointSource, Scores
from replays.text.languages import Language, message
from replays.text.names import Names
from replays.text.terminal import padded, wrapped
from replays.text.terms import TIE, influence_term, join_and, place_term, points_term, scored_text

_Scoring = TileScored | InfluenceScored | AreaScored


def tie_lines(names: Names, ranking: str, decided: str) -> list[str]:
    """Return what decided between players with equally many cubes, one clause per pair of neighbours."""
    language = names.language
    words: list[str] = []
    for one, other, clause in zip(ranking, ranking[1:], decided, strict=False):
        given = {"one": names.name(int(one)), "other": names.name(int(other))}
        why = clause_term(clause, language)
        if clause == SHARED:
            words.append(language.text("{one} and {other}: {clause}", **given, clause=why))
        elif clause != BY_CUBES:
            words.append(language.text("{one} before {other}: {clause}", **given, clause=why))
    return words


def clause_term(clause: str, language: Language) -> str:
    """Return what ranks one player ahead of another (R6.6), by its letter: ``more seats in the council``."""
    return language.word(TIE, CLAUSE_WORDS[clause])


def cubes_term(place: str, number: int, language: Language) -> str:
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
            points=points_term(event.points[int(seat)], language),
            cubes=cubes_term(place, event.counts[int(seat)], language),
        )
        for seat in event.ranking
    ]
    outcome = language.word("list", ", ").join(parts)
    ties = tie_lines(names, event.ranking, event.decided)
    if not ties:
        return outcome
    return language.text("{outcome} ({ties})", outcome=outcome, ties=language.word("list", "; ").join(ties))


def scoring_text(place: str, event: _Scoring, names: Names) -> str:
    """Return a scoring in a sentence: places, points, cubes, ties."""
    what = scored_text(place, names.language)
    return names.language.text("{scored}: {outcome}", scored=what, outcome=_outcome(place, event, names))


def influence_scoring_text(event: InfluenceScored, names: Names) -> str:
    """Return the scoring of an influence card in words."""
    return names.language.text(
        "the influence card {place} is scored: {outcome}",
        place=influence_term(event.card, names.language),
        outcome=_outcome(event.card, event, names),
    )


def tile_scoring_text(event: TileScored, names: Names) -> str:
    """Return the scoring of a tile in words, with the additional points of the faction track (R10.8)."""
    language = names.language
    words = scoring_text(event.tile, event, names)
    more = [
        language.text("{name} {points}", name=names.name(seat), points=points_term(points, language))
        for seat, points in enumerate(event.bonus)
        if points
    ]
    if not more:
        return words
    return language.text("{scoring}; for the faction track {bonus} more", scoring=words, bonus=join_and(more, language))


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


def end_text(reason: str, names: Names) -> str:
    """Return why the game ends, for ``EndReached`` (R7.1, R7.2, R9.1)."""
    if reason == "discs" and names.setup.edition.ends_by_any_player:
        return names.language.text(_LAST_DISC)
    return names.language.text(_REASONS.get(reason, _LAST_TURN))


def victory_text(winners: str, by: str, names: Names) -> str:
    """Return who has won and what decided, for ``GameEnded`` or a state that is ``GameOver``.

    >>> from random import Random
    >>> from calimala_es.initial import shuffled_setup
    >>> names = Names.of(shuffled_setup("bry", Random(7)), {0: "Maria"})
    >>> victory_text("0", "points", names)
    'Maria wins by points'
    """
    if not winners:
        return names.language.text("the result stays open: an influence card was never told")
    given = join_and((names.name(int(seat)) for seat in winners), names.language)
    return names.language.text(_VICTORIES[by], names=given)


SOURCE_WIDTH: Final = 34

LINE_WIDTH: Final = 80

INDENT: Final = "  "

NAME_WIDTH: Final = 8


def source_text(source: PointSource, language: Language) -> str:
    """Return the name of a source."""
    if source.kind == OBSERVED:
        return language.text("points seen at the table")
    if source.kind == BEFORE:
        return language.text("points before this record")
    place = place_term(source.place, language)
    if source.kind == INFLUENCE:
        return language.text("influence: {place}", place=place)
    return language.text("faction: {place}", place=place) if source.kind == FACTION else place


def _cell(source: PointSource, seat: int) -> str:
    """Return the points followed by the number of cubes, ``3 (5)``; a dot if there was no cube."""
    if not source.counts:
        return str(source.points[seat] or "·")
    count = source.counts[seat]
    return f"{source.points[seat]} ({count})" if count else "·"


def scores_lines(scores: Scores, names: Names) -> list[str]:
    """Return a table with a line for each source: points and, in brackets, cubes; ties are explained below."""
    head = " " * SOURCE_WIDTH + "".join(f"{padded(name, NAME_WIDTH)} " for name in names.by_seat)
    lines = [head.rstrip()]
    for source in scores.sources:
        cells = "".join(f"{_cell(source, seat):<{NAME_WIDTH}} " for seat in range(len(names.by_seat)))
        lines.append(f"{padded(source_text(source, names.language), SOURCE_WIDTH - 1)} {cells}".rstrip())
        for words in tie_lines(names, source.ranking, source.decided):
            first, *rest = words.split(" ")
            lines += wrapped([INDENT + first, *rest], LINE_WIDTH, INDENT * 2)
    totals = "".join(f"{total:<{NAME_WIDTH}} " for total in scores.totals)
    rule = "─" * (SOURCE_WIDTH + (NAME_WIDTH + 1) * len(names.by_seat) - 1)
    together = padded(names.language.text("together"), SOURCE_WIDTH)
    return [*lines, rule, f"{together}{totals}".rstrip()]
