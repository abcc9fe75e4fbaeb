"""Gifts, in sentences: one for each giver and receiver."""

from typing import Final

from replays.analysis.analysis import Analysis
from replays.analysis.basis import CUBES
from replays.analysis.gifts import Gift, OtherPoints
from replays.analysis.origins import BEFORE, FACTION, INSTEAD, INTRIGUE, OBSERVED, OFFER, SEAT, START
from replays.analysis.telling.numbers import activations_words, brought_words, share_words
from replays.languages import message
from replays.names import Names
from replays.words import listed, street_words


def gift_lines(analysis: Analysis, names: Names) -> list[str]:
    """Return what each player's turns gave to everybody, other points, and the greatest gifts."""
    cells = sorted(analysis.gifts.cells, key=lambda gift: (gift.giver, gift.receiver != gift.giver, gift.receiver))
    has_cubes = CUBES not in analysis.basis.lacking
    lines = [_gift_words(gift, names, has_cubes=has_cubes) for gift in cells]
    others = [_other_words(other, names) for other in analysis.gifts.others if has_cubes]
    greatest = _greatest(analysis, names) if has_cubes else []
    return [*lines, *([""] if others else []), *others, *([""] if greatest else []), *greatest]


MOST_GIFTS: Final = 5
"""The number of gifts that are listed individually."""


def _greatest(analysis: Analysis, names: Names) -> list[str]:
    """Return the activations of others' discs from which the most points followed, the greatest first."""
    language = names.language
    gifts = [one for one in analysis.activations if one.is_gift and one.points]
    return [
        language.text(
            "Turn {turn}, {street}: {giver} to {receiver}; {points} followed.",
            turn=one.turn,
            street=street_words(names, one.street),
            giver=names.name(one.giver),
            receiver=names.name(one.receiver),
            points=share_words(one.points, language),
        )
        for one in sorted(gifts, key=lambda one: -one.points)[:MOST_GIFTS]
    ]


def _gift_words(gift: Gift, names: Names, *, has_cubes: bool) -> str:
    language = names.language
    fields = {"giver": names.name(gift.giver), "receiver": names.name(gift.receiver)}
    activations = activations_words(gift.activations, language)
    if not has_cubes:
        if gift.giver == gift.receiver:
            return language.text("{giver}, own discs: {activations}.", **fields, activations=activations)
        return language.text("{giver} to {receiver}: {activations}.", **fields, activations=activations)
    points = share_words(gift.points, language)
    if gift.receiver >= names.setup.players:
        cubes = language.counted("{number} cube", "{number} cubes", gift.cubes)
        return language.text(
            "{receiver} answered {giver}: {cubes}; {points} followed.", **fields, cubes=cubes, points=points
        )
    brought = listed(brought_words(gift, language) or [language.text("nothing")], language)
    fields |= {"activations": activations, "brought": brought, "points": points}
    if gift.giver == gift.receiver:
        return language.text("{giver}, own discs: {activations} with {brought}; {points} followed.", **fields)
    return language.text("{giver} to {receiver}: {activations} with {brought}; {points} followed.", **fields)


_OTHERS: Final = {
    INTRIGUE: message("{name}: {points} followed from intrigue actions."),
    INSTEAD: message("{name}: {points} followed from actions instead of cards."),
    OFFER: message("{name}: {points} followed from cards played before a tile was scored."),
    SEAT: message("{name}: {points} followed from seats in the council that {giver} brought about."),
    START: message("{name}: {points} followed from the start of the family."),
    FACTION: message("{name}: {points} came from the faction track."),
    OBSERVED: message("{name}: {points} rest on what was seen at the table."),
    BEFORE: message("{name}: {points} rest on what lay there before this record."),
}
"""The origins of points that followed from no activation."""


def _other_words(other: OtherPoints, names: Names) -> str:
    giver = names.name(other.giver) if other.giver >= 0 else ""
    points = share_words(other.points, names.language)
    return names.language.text(_OTHERS[other.kind], name=names.name(other.seat), points=points, giver=giver)
