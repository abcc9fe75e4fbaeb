"""What each player's discs brought, the actions not done, and what the discs gave to others, in sentences."""

from collections import Counter
from typing import Final

from calimala_es.components import COLOURED, SUPPORT, WHITE
from replays.analysis.activations import IMPOSSIBLE, WAIVED, Omission
from replays.analysis.analysis import CUBES, Analysis
from replays.analysis.discs import FATES, DiscUse, Gift, OtherPoints
from replays.analysis.origins import BEFORE, FACTION, INSTEAD, INTRIGUE, OBSERVED, OFFER, SEAT, START
from replays.stepping.lives import PROMOTED, SEATED
from replays.text.analysis.numbers import activations_term, result_terms, share_text
from replays.text.languages import Language, message
from replays.text.names import Names
from replays.text.terms import action_term, join_and, street_term

_SEAT: Final = FATES[SEATED]
_PROMOTED: Final = FATES[PROMOTED]


def disc_lines(analysis: Analysis, names: Names) -> list[str]:
    """Return a sentence for each player and kind of disc, then what each player did not do."""
    has_cubes = CUBES not in analysis.basis.missing
    lines = [_use_text(use, names, has_cubes=has_cubes) for use in analysis.discs.by_seat]
    omitted = [
        words
        for seat in range(names.setup.players)
        for words in _omitted_text(seat, [one for one in analysis.omissions if one.seat == seat], names)
    ]
    return [*lines, *([""] if omitted else []), *omitted]


def _kind_text(use: DiscUse, language: Language) -> str:
    if use.disc == WHITE:
        return language.counted("{number} white disc", "{number} white discs", use.discs)
    if use.disc == SUPPORT:
        return language.counted("{number} support disc", "{number} support discs", use.discs)
    assert use.disc == COLOURED
    return language.counted("{number} coloured disc", "{number} coloured discs", use.discs)


def _use_text(use: DiscUse, names: Names, *, has_cubes: bool) -> str:
    language = names.language
    fields = {
        "name": names.name(use.seat),
        "discs": _kind_text(use, language),
        "activations": activations_term(use.activations, language),
        "given": activations_term(use.given, language),
        "seats": language.counted("{number} seat", "{number} seats", use.fates.get(_SEAT, 0)),
    }
    if not has_cubes:
        return language.text("{name}, {discs}: {activations}. For others: {given}. In the council: {seats}.", **fields)
    fields |= {
        "brought": join_and(result_terms(use, language) or [language.text("nothing")], language),
        "points": share_text(use.points, language),
    }
    if use.disc == WHITE:
        fields["back"] = language.counted(
            "{number} returned to the supply", "{number} returned to the supply", use.fates.get(_PROMOTED, 0)
        )
        return language.text(
            ("{name}, {discs}: {activations} ({brought}), worth {points} in the end. For others: {given}. {back}."),
            **fields,
        )
    return language.text(
        (
            "{name}, {discs}: {activations} ({brought}), worth {points} in the end. For others: {given}. In "
            "the council: {seats}."
        ),
        **fields,
    )


def _omitted_text(seat: int, own: list[Omission], names: Names) -> list[str]:
    language = names.language
    lines: list[str] = []
    waived = Counter(one.action for one in own if one.kind == WAIVED)
    impossible = Counter(one.action for one in own if one.kind == IMPOSSIBLE)
    name = names.name(seat)
    if waived:
        lines.append(language.text("{name} skipped: {actions}.", name=name, actions=_actions(waived, language)))
    if impossible:
        drawn, fields = sum(one.drawn for one in own), {"name": name, "actions": _actions(impossible, language)}
        if drawn:
            cards = language.counted("{number} card drawn", "{number} cards drawn", drawn)
            lines.append(
                language.text("{name} could not do: {actions} (compensation: {cards}).", **fields, cards=cards)
            )
        else:
            lines.append(language.text("{name} could not do: {actions} (compensation: none).", **fields))
    return lines


def _actions(often: Counter[str], language: Language) -> str:
    return join_and(
        (
            language.text("{action} ({number})", action=action_term(action, language), number=number)
            for action, number in often.most_common()
        ),
        language,
    )


# Gifts, in sentences: one for each giver and receiver.


def gift_lines(analysis: Analysis, names: Names) -> list[str]:
    """Return what each player's turns gave to everybody, other points, and the greatest gifts."""
    cells = sorted(analysis.gifts.cells, key=lambda gift: (gift.giver, gift.receiver != gift.giver, gift.receiver))
    has_cubes = CUBES not in analysis.basis.missing
    lines = [_gift_text(gift, names, has_cubes=has_cubes) for gift in cells]
    others = [_other_text(other, names) for other in analysis.gifts.others if has_cubes]
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
            "Turn {turn}, {street}: {giver} gave {receiver} an activation, worth {points} in the end.",
            turn=one.turn,
            street=street_term(names, one.street),
            giver=names.name(one.giver),
            receiver=names.name(one.receiver),
            points=share_text(one.points, language),
        )
        for one in sorted(gifts, key=lambda one: -one.points)[:MOST_GIFTS]
    ]


def _gift_text(gift: Gift, names: Names, *, has_cubes: bool) -> str:
    language = names.language
    fields = {"giver": names.name(gift.giver), "receiver": names.name(gift.receiver)}
    activations = activations_term(gift.activations, language)
    if not has_cubes:
        if gift.giver == gift.receiver:
            return language.text("{giver}, own discs: {activations}.", **fields, activations=activations)
        return language.text("{giver} to {receiver}: {activations}.", **fields, activations=activations)
    points = share_text(gift.points, language)
    if gift.receiver >= names.setup.players:
        cubes = language.counted("{number} cube", "{number} cubes", gift.cubes)
        return language.text(
            "{receiver} added {cubes} after {giver}'s actions, worth {points} in the end.",
            **fields,
            cubes=cubes,
            points=points,
        )
    brought = join_and(result_terms(gift, language) or [language.text("nothing")], language)
    fields |= {"activations": activations, "brought": brought, "points": points}
    if gift.giver == gift.receiver:
        return language.text("{giver}, own discs: {activations} ({brought}), worth {points} in the end.", **fields)
    return language.text("{giver} to {receiver}: {activations} ({brought}), worth {points} in the end.", **fields)


_OTHERS: Final = {
    INTRIGUE: message("{name}: {points} from intrigue actions."),
    INSTEAD: message("{name}: {points} from actions done instead of drawing cards."),
    OFFER: message("{name}: {points} from cards played before a tile was scored."),
    SEAT: message("{name}: {points} from council seats that {giver} triggered."),
    START: message("{name}: {points} from the family's start."),
    FACTION: message("{name}: {points} from the faction track."),
    OBSERVED: message("{name}: {points} from what was seen at the table."),
    BEFORE: message("{name}: {points} from what was on the table before this record."),
}
"""The origins of points that followed from no activation."""

_OWN_SEATS: Final = message("{name}: {points} from council seats that they triggered themselves.")


def _other_text(other: OtherPoints, names: Names) -> str:
    giver = names.name(other.giver) if other.giver >= 0 else ""
    points = share_text(other.points, names.language)
    words = _OWN_SEATS if other.kind == SEAT and other.giver == other.seat else _OTHERS[other.kind]
    return names.language.text(words, name=names.name(other.seat), points=points, giver=giver)
