"""The results of each player's discs, and the actions not done, in sentences."""

from collections import Counter
from typing import Final

from calimala_es.components import COLOURED, SUPPORT, WHITE
from replays.analysis.analysis import Analysis
from replays.analysis.basis import CUBES
from replays.analysis.discs import FATES, DiscUse
from replays.analysis.omissions import IMPOSSIBLE, WAIVED, Omission
from replays.analysis.telling.numbers import activations_words, brought_words, share_words
from replays.languages import Language
from replays.names import Names
from replays.stepping.lives import PROMOTED, SEATED
from replays.words import action_words, listed

_SEAT: Final = FATES[SEATED]
_PROMOTED: Final = FATES[PROMOTED]


def disc_lines(analysis: Analysis, names: Names) -> list[str]:
    """Return a sentence for each player and kind of disc, then what each player did not do."""
    has_cubes = CUBES not in analysis.basis.lacking
    lines = [_use_words(use, names, has_cubes=has_cubes) for use in analysis.discs.by_seat]
    omitted = [
        words
        for seat in range(names.setup.players)
        for words in _omitted_words(seat, [one for one in analysis.omissions if one.seat == seat], names)
    ]
    return [*lines, *([""] if omitted else []), *omitted]


def _kind_words(use: DiscUse, language: Language) -> str:
    if use.disc == WHITE:
        return language.counted("{number} white disc", "{number} white discs", use.discs)
    if use.disc == SUPPORT:
        return language.counted("{number} support disc", "{number} support discs", use.discs)
    assert use.disc == COLOURED
    return language.counted("{number} coloured disc", "{number} coloured discs", use.discs)


def _use_words(use: DiscUse, names: Names, *, has_cubes: bool) -> str:
    language = names.language
    fields = {
        "name": names.name(use.seat),
        "discs": _kind_words(use, language),
        "activations": activations_words(use.activations, language),
        "given": activations_words(use.given, language),
        "seats": language.counted("{number} seat", "{number} seats", use.fates.get(_SEAT, 0)),
    }
    if not has_cubes:
        return language.text("{name}, {discs}: {activations}. To others: {given}. In the council: {seats}.", **fields)
    fields |= {
        "brought": listed(brought_words(use, language) or [language.text("nothing")], language),
        "points": share_words(use.points, language),
    }
    if use.disc == WHITE:
        fields["back"] = language.counted(
            "{number} came back into the supply", "{number} came back into the supply", use.fates.get(_PROMOTED, 0)
        )
        return language.text(
            "{name}, {discs}: {activations} with {brought}; {points} followed. To others: {given}. {back}.", **fields
        )
    return language.text(
        "{name}, {discs}: {activations} with {brought}; {points} followed."
        " To others: {given}. In the council: {seats}.",
        **fields,
    )


def _omitted_words(seat: int, own: list[Omission], names: Names) -> list[str]:
    language = names.language
    lines: list[str] = []
    waived = Counter(one.action for one in own if one.kind == WAIVED)
    impossible = Counter(one.action for one in own if one.kind == IMPOSSIBLE)
    name = names.name(seat)
    if waived:
        lines.append(language.text("{name} waived: {actions}.", name=name, actions=_actions(waived, language)))
    if impossible:
        drawn, fields = sum(one.drawn for one in own), {"name": name, "actions": _actions(impossible, language)}
        if drawn:
            cards = language.counted("{number} card drawn", "{number} cards drawn", drawn)
            lines.append(language.text("Impossible for {name}: {actions}; for that {cards}.", **fields, cards=cards))
        else:
            lines.append(language.text("Impossible for {name}: {actions}; no card was drawn for that.", **fields))
    return lines


def _actions(often: Counter[str], language: Language) -> str:
    return listed(
        (
            language.text("{action} ({number})", action=action_words(action, language), number=number)
            for action, number in often.most_common()
        ),
        language,
    )
