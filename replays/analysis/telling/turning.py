"""Turning points, in sentences."""

from collections.abc import Iterator
from typing import Final

from replays.analysis.analysis import Analysis
from replays.analysis.turning import Cause, Done, Turning
from replays.names import Table
from replays.scores import INFLUENCE
from replays.words import clause_words, deed_words, influence_words, listed, place_words, points_words

MOST_CAUSES: Final = 4
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
    gained = [
        language.text("{name} {number}", name=table.name(seat), number=f"{number:+d}")
        for seat, number in enumerate(turning.lasting)
        if number
    ]
    changes = listed(gained, language)
    if turning.seat < 0:
        return language.text("After the last turn, for good: {list}.", list=changes)
    return language.text(
        "Turn {turn}, of {name}, for good: {list}.", turn=turning.turn, name=table.name(turning.seat), list=changes
    )


def _causes(turning: Turning, table: Table) -> Iterator[str]:
    language = table.language
    if turning.deeds:
        deeds = language.word("list", "; ").join(_deed_words(deed, table) for deed in turning.deeds)
        yield language.text("What was done: {deeds}.", deeds=deeds)
    for cause in turning.causes[:MOST_CAUSES]:
        yield _cause_words(cause, table)
    before, after = turning.leaders_before, turning.leaders_after
    if before != after and len(after) < table.setup.players:
        yield language.text(
            "With all that would be scored then, the lead goes to {names}.",
            names=listed((table.name(seat) for seat in after), language),
        )


def _deed_words(deed: Done, table: Table) -> str:
    language, name = table.language, table.name(deed.seat)
    if not deed.action:
        if not deed.way:
            return language.text("a seat in the council for {name}", name=name)
        return language.text("a seat for {name}: {place}", name=name, place=place_words(deed.way, language))
    words = deed_words(deed.action, deed.way, language)
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
        "after": points_words(cause.after, language),
        "before": cause.before,
    }
    if cause.clause:
        fields |= {"other": table.name(cause.other), "clause": clause_words(cause.clause, language)}
        if cause.scored:
            return language.text(
                "{place}, scored then: {name} {after} instead of {before}; with {other} it is decided by {clause}.",
                **fields,
            )
        return language.text(
            "{place}: {name} {after} instead of {before}; with {other} it is decided by {clause}.", **fields
        )
    if cause.scored:
        return language.text("{place}, scored then: {name} {after} instead of {before}.", **fields)
    return language.text("{place}: {name} {after} instead of {before}.", **fields)
