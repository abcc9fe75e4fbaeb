"""Where the points came from, and who led when, on the track and with what was still to be scored."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

from replays.analysis.analysis import Analysis
from replays.analysis.course import Lead, TurnScore
from replays.analysis.points import Tie
from replays.scores import INFLUENCE, Scores
from replays.text.analysis.numbers import row
from replays.text.events import victory_text
from replays.text.languages import message
from replays.text.names import Names
from replays.text.scores import scores_lines
from replays.text.terms import clause_term, influence_card_term, join_and, place_term, points_term


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
    lines = [_tie_text(tie, names) for tie in points.ties]
    lines += [_clause_text(clause, gained, names) for clause, gained in points.by_clause.items()]
    if points.victory:
        words = victory_text("".join(map(str, points.victory.winners)), points.victory.by, names)
        lines += [*[""] * bool(lines), language.text("{victory}.", victory=words)]
    return lines


def _tie_text(tie: Tie, names: Names) -> str:
    language = names.language
    changed = [
        language.text("{name} {points}", name=names.name(seat), points=points_term(shared, language))
        for seat, (shared, gained) in enumerate(zip(tie.shared, tie.gained, strict=True))
        if gained
    ]
    pairs = join_and(
        (
            language.text("{one} beats {other}", one=names.name(one), other=names.name(other))
            for one, other in tie.seats
        ),
        language,
    )
    place = (influence_card_term if tie.kind == INFLUENCE else place_term)(tie.place, language)
    fields = {"place": place, "pairs": pairs, "clause": clause_term(tie.clause, language)}
    if not changed:
        return language.text("{place}: {pairs} ({clause}); this made no difference to the points.", **fields)
    return language.text(
        "{place}: {pairs} ({clause}). Points if they had shared: {list}.", **fields, list=join_and(changed, language)
    )


def _clause_text(clause: str, gained: tuple[int, ...], names: Names) -> str:
    language = names.language
    changed = [
        language.text("{name} {number}", name=names.name(seat), number=f"{number:+d}")
        for seat, number in enumerate(gained)
        if number
    ]
    words = clause_term(clause, language)
    if not changed:
        return language.text("In all, the tiebreaker “{clause}” made no difference to the points.", clause=words)
    return language.text(
        "In all, from the tiebreaker “{clause}”: {list}.", clause=words, list=join_and(changed, language)
    )


# Who led when, on the track and with what was still to be scored.

LABEL: Final = 10


def lead_lines(analysis: Analysis, names: Names) -> list[str]:
    """Return a table with a line for each round, then a sentence for each period of a lead."""
    course = analysis.course
    if not course:
        return []
    language = names.language
    lines = [row(language.text("turn"), names.by_seat, LABEL)]
    lines += [row(label, cells, LABEL) for label, cells in lead_rows(analysis, names)]
    if course[-1].projected:
        lines.append(language.text(IN_BRACKETS))
    return [*lines, "", *lead_sentences(analysis, names)]


IN_BRACKETS: Final = message("In brackets: including everything that would score at that moment.")


def lead_rows(analysis: Analysis, names: Names) -> list[tuple[str, list[str]]]:
    """Return the turn, and everybody's points, at the end of each round and at the last moment."""
    return [_row(point, names) for point in rounds(analysis.course, names.setup.players)]


def lead_sentences(analysis: Analysis, names: Names) -> list[str]:
    """Return a sentence for each period of a lead, on the track and with what was still to be scored."""
    course, language = analysis.course, names.language
    if not course:
        return []
    lines = [*_leaders(course, lambda point: point.lead, names)] or [language.text("Nobody led on the track.")]
    if course[-1].projected_lead:
        led = [*_leaders(course, lambda point: point.projected_lead, names)]
        lines += ["", language.text("Including everything that would score at that moment:")]
        lines += led or [language.text("Nobody led.")]
        if any(point.unknown_cards > analysis.basis.unknown_cards for point in course):
            lines.append(language.text("Influence cards count from the moment they are known."))
    return lines


def rounds(course: Sequence[TurnScore], players: int) -> Iterator[TurnScore]:
    """Yield the ends of the rounds, and the last moment."""
    for number, point in enumerate(course):
        if number == len(course) - 1 or (point.seat >= 0 and point.turn % players == 0):
            yield point


def _row(point: TurnScore, names: Names) -> tuple[str, list[str]]:
    projected = point.projected or ()
    cells = [
        f"{points} ({projected[seat]})" if projected and projected[seat] != points else str(points)
        for seat, points in enumerate(point.points)
    ]
    return turn_label(point, names), cells


def turn_label(point: TurnScore, names: Names) -> str:
    """Return what the row of a moment begins with."""
    return names.language.text("the end") if _is_end(point) else str(point.turn)


def _leaders(course: Sequence[TurnScore], lead_of: Callable[[TurnScore], Lead | None], names: Names) -> Iterator[str]:
    """Yield a sentence for each run of moments with the same leaders."""
    language = names.language
    for leaders, run in groupby(course, lambda point: lead.leaders if (lead := lead_of(point)) else ()):
        moments = [*run]
        if len(leaders) == names.setup.players or not leaders:
            continue
        given = join_and((names.name(seat) for seat in leaders), language)
        leads = {lead.by for moment in moments if (lead := lead_of(moment))}
        turns, points = _turns(moments, names), points_term(max(leads), language)
        if len(leaders) > 1:
            yield language.text("{turns}: {names} were tied for the lead.", turns=turns, names=given)
        elif len(leads) == 1:
            yield language.text("{turns}: {names} led by {points}.", turns=turns, names=given, points=points)
        else:
            yield language.text("{turns}: {names} led by up to {points}.", turns=turns, names=given, points=points)


def _turns(moments: Sequence[TurnScore], names: Names) -> str:
    """Return the turns of a run of moments; the time after the last turn is the end."""
    language, first, last = names.language, moments[0], moments[-1]
    if _is_end(first):
        return language.text("At the end")
    if _is_end(last):
        return language.text("From turn {first} to the end", first=first.turn)
    if first.turn == last.turn:
        return language.text("Turn {turn}", turn=first.turn)
    return language.text("Turns {first} to {last}", first=first.turn, last=last.turn)


def _is_end(point: TurnScore) -> bool:
    """Return whether it is the moment after the last turn."""
    return point.seat < 0 and point.turn > 0 and point.at > 0
