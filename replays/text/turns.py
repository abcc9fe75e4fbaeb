"""A turn in one sentence: what each player did in it; what somebody did more than once is said once."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from calimala_es.components import UNKNOWN
from calimala_es.events import (
    ActionDone,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CubeMoved,
    DiscPlaced,
    Event,
    ThirdPartyActed,
    WentUnrecorded,
)
from replays.text.events import event_text
from replays.text.languages import Language
from replays.text.names import Names
from replays.text.terms import join_and

_DEEDS: Final = (ActionDone, CardDiscarded, CubeMoved, ThirdPartyActed, WentUnrecorded)
"""The events that a turn is about, besides cards drawn and played."""


def turn_text(events: Iterable[tuple[Event, str]], names: Names) -> str:
    """Return what the players did in a turn, given its events and the sentence of each, which is empty for none.

    A card that is drawn is not named, so everybody may read it. Where nobody did anything, the sentence says which disc
    was placed; it is empty where no disc was.

    >>> from random import Random
    >>> from calimala_es.initial import shuffled_setup
    >>> names = Names.of(shuffled_setup("bry", Random(7)), {0: "Maria", 1: "Tania"})
    >>> deeds = [ActionDone(0, "B", ""), ActionDone(0, "C", "CB"), ActionDone(1, "V", ""), ActionDone(0, "B", "")]
    >>> turn_text([(deed, event_text(deed, names)) for deed in deeds], names)
    'Maria brings brick to the warehouse (×2) and contributes brick to Santa Croce; Tania weaves cloth'
    >>> deeds = [CardPlayed(0, "V", ""), CardDrawn(0, "B")]
    >>> turn_text([(deed, event_text(deed, names)) for deed in deeds], names)
    'Maria weaves cloth with a card and draws a card'
    """
    placed = ""
    deeds: dict[int, Counter[str]] = {}
    for event, sentence in events:
        if isinstance(event, DiscPlaced):
            placed = placed or sentence
        elif sentence and (deed := _deed(event, sentence, names)):
            seat, words = deed
            deeds.setdefault(seat, Counter())[words] += 1
    sentences = [_sentence(counted, names.name(seat), names.language) for seat, counted in deeds.items()]
    return names.language.word("list", "; ").join(sentences) or placed


def _deed(event: Event, sentence: str, names: Names) -> tuple[int, str] | None:
    """Return who did something and what it was; ``None`` where nothing was done that is worth a word in a turn."""
    if isinstance(event, CardDrawn):
        return event.seat, event_text(replace(event, card=UNKNOWN), names)
    if isinstance(event, CardPlayed):
        done = event_text(ActionDone(event.seat, event.action, event.option), names)
        return event.seat, names.language.text("{sentence} with a card", sentence=done)
    is_nothing = (isinstance(event, CardDiscarded) and not event.step) or (
        isinstance(event, ThirdPartyActed) and not event.rows
    )
    return (event.actor, sentence) if isinstance(event, _DEEDS) and not is_nothing else None


def _sentence(counted: Counter[str], name: str, language: Language) -> str:
    """Return the sentences of a player as one, which names the player once."""
    first, *others = [
        language.text("{sentence} (×{number})", sentence=sentence, number=number) if number > 1 else sentence
        for sentence, number in counted.items()
    ]
    return join_and([first, *(sentence.removeprefix(name).lstrip() for sentence in others)], language)
