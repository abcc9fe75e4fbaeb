"""Turning points, in sentences; the numbers given for a turn add up to its lasting changes."""

from collections.abc import Iterator, Sequence
from typing import Final

from replays.analysis.analysis import Analysis
from replays.analysis.turning import MOST_TURNING_POINTS, Cause, Done, Turning
from replays.scores import INFLUENCE
from replays.text.deeds import deed_text
from replays.text.names import Names
from replays.text.terms import clause_term, influence_card_term, join_and, place_term, points_term

MOST_CAUSES: Final = 4
"""The number of causes listed individually; the rest is given as a sum."""

INDENT: Final = "  "


def turning_lines(analysis: Analysis, names: Names) -> list[str]:
    """Return the turning points in the order of the game: who gained and lost, in which scorings, by which clause."""
    return [line for _, lines in turning_paragraphs(analysis, names) for line in lines]


def turning_paragraphs(
    analysis: Analysis, names: Names, most: int = MOST_TURNING_POINTS
) -> Iterator[tuple[Turning, list[str]]]:
    """Yield those turning points that changed most, in the order of the game, each with its lines."""
    for turning in sorted(analysis.turning[:most], key=lambda turning: (turning.turn, turning.seat < 0)):
        yield turning, [_turning_text(turning, names), *(INDENT + words for words in _causes(turning, names))]


def _turning_text(turning: Turning, names: Names) -> str:
    language = names.language
    changes = join_and(_gains(turning.lasting, names), language)
    if turning.seat < 0:
        return language.text("After the last turn, net change: {list}.", list=changes)
    return language.text(
        "Turn {turn} ({name}), net change: {list}.", turn=turning.turn, name=names.name(turning.seat), list=changes
    )


def _gains(lasting: Sequence[int], names: Names) -> Iterator[str]:
    """Yield the net change of each party that gained or lost."""
    for seat, number in enumerate(lasting):
        if number:
            yield names.language.text("{name} {number}", name=names.name(seat), number=f"{number:+d}")


def _causes(turning: Turning, names: Names) -> Iterator[str]:
    language = names.language
    if turning.deeds:
        deeds = language.word("list", "; ").join(_deed_text(deed, names) for deed in turning.deeds)
        yield language.text("Decisive actions – {deeds}.", deeds=deeds)
    yield from _places(turning, names)
    before, after = turning.leaders_before, turning.leaders_after
    if before != after and len(after) < names.setup.players:
        leaders = join_and((names.name(seat) for seat in after), language)
        if len(after) > 1:
            yield language.text(
                "Including everything that would score then, {names} were tied for the lead.", names=leaders
            )
        else:
            yield language.text("Including everything that would score then, {names} took the lead.", names=leaders)


def _places(turning: Turning, names: Names) -> Iterator[str]:
    """Yield the places that changed: the main ones individually, the others as a sum, and parties without change."""
    language = names.language
    causes = [cause for cause in turning.causes if turning.lasting[cause.seat]]
    shown = len(causes) if len(causes) == MOST_CAUSES + 1 else MOST_CAUSES
    for cause in causes[:shown]:
        yield _cause_text(cause, names)
    others = causes[shown:]
    if others:
        sums = [sum(cause.lasting for cause in others if cause.seat == seat) for seat in range(len(turning.lasting))]
        if any(sums):
            gains = join_and(_gains(sums, names), language)
            yield language.text("And {number} more changes: {list}.", number=len(others), list=gains)
        else:
            yield language.text("And {number} more changes, which cancelled each other out.", number=len(others))
    even = sorted({cause.seat for cause in turning.causes if not turning.lasting[cause.seat]})
    if even:
        given = join_and((names.name(seat) for seat in even), language)
        yield language.text("Gains and losses cancelled out for {names}.", names=given)


def _deed_text(deed: Done, names: Names) -> str:
    language, name = names.language, names.name(deed.seat)
    if not deed.action:
        if not deed.option:
            return language.text("a seat in the council for {name}", name=name)
        return language.text("a seat for {name} on {place}", name=name, place=place_term(deed.option, language))
    words = deed_text(deed.action, deed.option, language)
    if deed.is_card:
        return language.text("{name} with a card: {deed}", name=name, deed=words)
    return language.text("{name}: {deed}", name=name, deed=words)


def _cause_text(cause: Cause, names: Names) -> str:
    language = names.language
    place = place_term(cause.place, language)
    if cause.kind == INFLUENCE:
        place = influence_card_term(cause.place, language)
    fields = {
        "place": place,
        "name": names.name(cause.seat),
        "points": _paid_text(cause, names),
    }
    if cause.clause:
        fields |= {"other": names.name(cause.other), "clause": clause_term(cause.clause, language)}
        if cause.scored:
            return language.text(
                "{place}, scored that turn: {name} {points} (tie with {other}: {clause}).",
                **fields,
            )
        return language.text("{place}: {name} {points} (tie with {other}: {clause}).", **fields)
    if cause.scored:
        return language.text("{place}, scored that turn: {name} {points}.", **fields)
    return language.text("{place}: {name} {points}.", **fields)


def _paid_text(cause: Cause, names: Names) -> str:
    """Say what the place paid after the turn and before; if only part of that lasted, say how much."""
    language = names.language
    fields = {"after": points_term(cause.after, language), "before": cause.before}
    if cause.lasting == cause.after - cause.before:
        return language.text("{after} instead of {before}", **fields)
    return language.text("{after} instead of {before}, {number} in the end", **fields, number=f"{cause.lasting:+d}")
