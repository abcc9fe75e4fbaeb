"""Points by source, as a table, and what depended on ties, in sentences."""

from replays.analysis.analysis import Analysis
from replays.analysis.points import Tie
from replays.names import Names
from replays.scores import Scores, scores_lines
from replays.words import clause_words, listed, place_words, points_words, victory_words


def point_lines(analysis: Analysis, names: Names) -> list[str]:
    """Return a line for each source, the sums, the points without each tie clause, and the winner."""
    points = analysis.points
    if points is None:
        return []
    lines = scores_lines(Scores(points.sources, points.totals), names)
    sentences = point_sentences(analysis, names)
    return [*lines, "", *sentences] if sentences else lines


def point_sentences(analysis: Analysis, names: Names) -> list[str]:
    """Return the points without each tie clause, and the winner."""
    points, language = analysis.points, names.language
    if points is None:
        return []
    lines = [_tie_words(tie, names) for tie in points.ties]
    lines += [_clause_words(clause, gained, names) for clause, gained in points.by_clause.items()]
    if points.victory:
        words = victory_words("".join(map(str, points.victory.winners)), points.victory.by, names)
        lines += [*[""] * bool(lines), language.text("{victory}.", victory=words)]
    return lines


def _tie_words(tie: Tie, names: Names) -> str:
    language = names.language
    changed = [
        language.text("{name} {points}", name=names.name(seat), points=points_words(shared, language))
        for seat, (shared, gained) in enumerate(zip(tie.shared, tie.gained, strict=True))
        if gained
    ]
    pairs = listed(
        (
            language.text("{one} before {other}", one=names.name(one), other=names.name(other))
            for one, other in tie.seats
        ),
        language,
    )
    fields = {"place": place_words(tie.place, language), "pairs": pairs, "clause": clause_words(tie.clause, language)}
    if not changed:
        return language.text("{place}: {pairs} by {clause}, which changed no points.", **fields)
    return language.text(
        "{place}: {pairs} by {clause}. Had they shared: {list}.", **fields, list=listed(changed, language)
    )


def _clause_words(clause: str, gained: tuple[int, ...], names: Names) -> str:
    language = names.language
    told = [
        language.text("{name} {number}", name=names.name(seat), number=f"{number:+d}")
        for seat, number in enumerate(gained)
        if number
    ]
    words = clause_words(clause, language)
    if not told:
        return language.text("In all, the clause “{clause}” moved no points.", clause=words)
    return language.text("In all, by the clause “{clause}”: {list}.", clause=words, list=listed(told, language))
