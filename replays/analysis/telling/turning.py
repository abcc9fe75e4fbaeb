"""Turning points, in sentences; what is told of a turn adds up to its lasting changes."""

from collections.abc import Iterator, Sequence
from typing import Final

from replays.analysis.analysis import Analysis
from replays.analysis.turning import Cause, Done, Turning
from replays.names import Table
from replays.scores import INFLUENCE
from replays.words import clause_words, deed_words, influence_words, listed, place_words, points_words

MOST_CAUSES: Final = 4
"""Of more causes than these the rest is told as a sum."""

INDENT: Final = "  "


def turning_lines(analysis: Analysis, table: Table) -> list[str]:
    """The turning points in the order of the game: who gained and lost, in which scorings, by which clause."""
    lines: list[str] = []
    for turning in sorted(analysis.turning, key=lambda turning: (turning.turn, turning.seat < 0)):
        lines.append(_turning_words(turning, table))
        lines += [INDENT + words for words in _causes(turning, table)]
    return lines


def _turning_words(turning: Turning, table: Table) -> str:
    language = table.language
    changes = listed(_gains(turning.lasting, table), language)
    if turning.seat < 0:
        return language.text("After the last turn, for good: {list}.", list=changes)
    return language.text(
        "Turn {turn}, of {name}, for good: {list}.", turn=turning.turn, name=table.name(turning.seat), list=changes
    )


def _gains(lasting: Sequence[int], table: Table) -> Iterator[str]:
    """What each party gained or lost for good, of those that did."""
    for seat, number in enumerate(lasting):
        if number:
            yield table.language.text("{name} {number}", name=table.name(seat), number=f"{number:+d}")


def _causes(turning: Turning, table: Table) -> Iterator[str]:
    language = table.language
    if turning.deeds:
        deeds = language.word("list", "; ").join(_deed_words(deed, table) for deed in turning.deeds)
        yield language.text("What was done: {deeds}.", deeds=deeds)
    yield from _places(turning, table)
    before, after = turning.leaders_before, turning.leaders_after
    if before != after and len(after) < table.setup.players:
        yield language.text(
            "With all that would be scored then, the lead goes to {names}.",
            names=listed((table.name(seat) for seat in after), language),
        )


def _places(turning: Turning, table: Table) -> Iterator[str]:
    """The places behind the changes: the weightiest one by one, the others as a sum, and whose changes are even."""
    language = table.language
    causes = [cause for cause in turning.causes if turning.lasting[cause.seat]]
    shown = len(causes) if len(causes) == MOST_CAUSES + 1 else MOST_CAUSES
    for cause in causes[:shown]:
        yield _cause_words(cause, table)
    others = causes[shown:]
    if others:
        sums = [sum(cause.lasting for cause in others if cause.seat == seat) for seat in range(len(turning.lasting))]
        if any(sums):
            told = listed(_gains(sums, table), language)
            yield language.text("And from {number} more: {list}.", number=len(others), list=told)
        else:
            yield language.text("And {number} more, which come to nothing together.", number=len(others))
    even = sorted({cause.seat for cause in turning.causes if not turning.lasting[cause.seat]})
    if even:
        names = listed((table.name(seat) for seat in even), language)
        yield language.text("Gains and losses are equal: {names}.", names=names)


def _deed_words(deed: Done, table: Table) -> str:
    language, name = table.language, table.name(deed.seat)
    if not deed.action:
        if not deed.option:
            return language.text("a seat in the council for {name}", name=name)
        return language.text("a seat for {name}: {place}", name=name, place=place_words(deed.option, language))
    words = deed_words(deed.action, deed.option, language)
    if deed.is_card:
        return language.text("{name} by a card: {deed}", name=name, deed=words)
    return language.text("{name}: {deed}", name=name, deed=words)


def _cause_words(cause: Cause, table: Table) -> str:
    language = table.language
    place = place_words(cause.place, language)
    if cause.kind == INFLUENCE:
        place = language.text("influence card {place}", place=influence_words(cause.place, language))
    fields = {
        "place": place,
        "name": table.name(cause.seat),
        "points": _paid_words(cause, table),
    }
    if cause.clause:
        fields |= {"other": table.name(cause.other), "clause": clause_words(cause.clause, language)}
        if cause.scored:
            return language.text(
                "{place}, scored then: {name} {points}; with {other} it is decided by {clause}.",
                **fields,
            )
        return language.text("{place}: {name} {points}; with {other} it is decided by {clause}.", **fields)
    if cause.scored:
        return language.text("{place}, scored then: {name} {points}.", **fields)
    return language.text("{place}: {name} {points}.", **fields)


def _paid_words(cause: Cause, table: Table) -> str:
    """What the place paid after the turn and before; where not all of that lasted, what did."""
    language = table.language
    fields = {"after": points_words(cause.after, language), "before": cause.before}
    if cause.lasting == cause.after - cause.before:
        return language.text("{after} instead of {before}", **fields)
    return language.text("{after} instead of {before}, {number} for good", **fields, number=f"{cause.lasting:+d}")
