"""Commands as clauses: one entry per kind in ``COMMAND_WORDS``."""

from collections.abc import Callable
from typing import Any, Final

from calimala_es.commands import (
    ActivateWhiteDisc,
    ChooseStart,
    ChooseTile,
    Command,
    DealInfluence,
    DeclineOffer,
    DiscardCard,
    DoAction,
    DraftCard,
    DrawCard,
    EndActivation,
    KeepInfluence,
    MarkMissed,
    MoveCube,
    ObservePart,
    OpenInfluence,
    PlaceDisc,
    PlayCard,
    RevealInfluence,
    SkipAction,
    TakeDiscBack,
    TurnUpInfluence,
)
from calimala_es.components import IDLE_SUPPORT, UNKNOWN
from replays.languages import message
from replays.names import Names
from replays.words.basics import (
    action_words,
    card_words,
    depth_words,
    disc_words,
    influence_words,
    listed,
    of_street,
    onto_street,
    place_words,
    row_words,
)
from replays.words.deeds import deed_words, start_words
from replays.words.observed import observed_words


def _dealing(command: DealInfluence, names: Names) -> str:
    if not command.cards:
        return names.language.text("deal unknown cards")
    cards = listed((influence_words(card, names.language) for card in command.cards), names.language)
    return names.language.text("deal {cards}", cards=cards)


def _placing(command: PlaceDisc, names: Names) -> str:
    place = message("place {disc} on {street}")
    if command.disc == IDLE_SUPPORT:
        place = message("place {disc} on {street} and draw two cards")
    disc, street = disc_words(command.disc, names.language), onto_street(names, command.street)
    return names.language.text(place, disc=disc, street=street)


def _playing(command: PlayCard, names: Names) -> str:
    card = card_words(command.action, names.language)
    deed = deed_words(command.action, command.option, names.language)
    return names.language.text("play {card}: {deed}", card=card, deed=deed)


def _taking_back(command: TakeDiscBack, names: Names) -> str:
    depth, street = depth_words(command.depth, names.language), of_street(names, command.street)
    return names.language.text("take back the {depth} disc of {street}", depth=depth, street=street)


def _moving(command: MoveCube, names: Names) -> str:
    source, target = (row_words(row, names.language) for row in (command.source, command.target))
    return names.language.text("move a cube from {source} to {target}", source=source, target=target)


def _of_influence(known: str, unknown: str) -> Callable[[Any, Names], str]:
    """Return a function for the clause about an influence card, which may be known or not."""

    def words(command: Any, names: Names) -> str:
        if command.card == UNKNOWN:
            return names.language.text(unknown)
        return names.language.text(known, place=influence_words(command.card, names.language))

    return words


COMMAND_WORDS: Final[dict[type[Command], Callable[[Any, Names], str]]] = {
    DealInfluence: _dealing,
    TurnUpInfluence: _of_influence(message("turn up {place}"), message("turn up an unknown card")),
    KeepInfluence: _of_influence(message("keep {place}"), message("keep an unknown card")),
    DraftCard: lambda c, t: t.language.text("take {card}", card=card_words(c.card, t.language)),
    PlaceDisc: _placing,
    DoAction: lambda c, t: deed_words(c.action, c.option, t.language),
    SkipAction: lambda c, t: t.language.text("{action} not done", action=action_words(c.action, t.language)),
    PlayCard: _playing,
    EndActivation: lambda c, t: t.language.text("play no more cards"),
    DrawCard: lambda c, t: t.language.text("draw {card}", card=card_words(c.card, t.language)),
    TakeDiscBack: _taking_back,
    RevealInfluence: _of_influence(message("turn over {place}"), message("turn over an unknown card")),
    MarkMissed: lambda c, t: t.language.text("nobody wrote down what happened here"),
    ObservePart: lambda c, t: observed_words(c.part, c.value, t),
    OpenInfluence: _of_influence(message("lay {place} open by the board"), message("lay an unknown card open")),
    ChooseStart: lambda c, t: t.language.text("start with {start}", start=start_words(c.choice, t.language)),
    DeclineOffer: lambda c, t: t.language.text("leave what is offered"),
    DiscardCard: lambda c, t: t.language.text("discard {card}", card=card_words(c.card, t.language)),
    MoveCube: _moving,
    ChooseTile: lambda c, t: t.language.text("have {tile} scored first", tile=place_words(c.tile, t.language)),
    ActivateWhiteDisc: lambda c, t: t.language.text("activate the white disc"),
}
"""The clause of each kind of command."""


def command_words(command: Command, names: Names) -> str:
    """Return the command as a clause; an illegal command may not have one."""
    return COMMAND_WORDS[type(command)](command, names)
