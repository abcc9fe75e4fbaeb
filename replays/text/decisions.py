"""Decisions as sentences: commands, start effects, and what was observed at the table.

Every kind of command has an entry in ``COMMAND_WORDS``.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from calimala_es.board import is_street
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
from calimala_es.components import COLOUR_WORDS, EMPEROR, IDLE_SUPPORT, PLACE_WORDS, UNKNOWN, WHITE
from calimala_es.events import ActionImpossible, Event
from replays.text.deeds import deed_text
from replays.text.languages import Language, message
from replays.text.names import Names
from replays.text.terms import (
    action_term,
    card_term,
    colour_term,
    depth_term,
    disc_term,
    faction_term,
    influence_term,
    join_and,
    of_street,
    onto_street,
    place_term,
    row_term,
    step_term,
    street_term,
)

_MAT_WORDS: Final = {
    "coloured": message("coloured discs in {name}'s supply"),
    "white": message("white discs in {name}'s supply"),
    "support": message("support discs in {name}'s supply"),
    "wood": message("{name}'s wood"),
    "brick": message("{name}'s brick"),
    "marble": message("{name}'s marble"),
    "cloth": message("cloth in {name}'s workshops"),
    "ships": message("{name}'s ships"),
    "houses": message("{name}'s trading houses"),
    "points": message("{name}'s points"),
    "hand": message("{name}'s hand"),
    "faction": message("{name}'s place on the faction track"),
}
_TABLE_WORDS: Final = {
    "council": message("council"),
    "deck": message("deck"),
    "discard": message("discard pile"),
    "active": message("whose turn it is"),
}
_SEATED_PARTS: Final = ("council", "active")
_FACTION: Final = ".faction"


def part_term(part: str, names: Names) -> str:
    """Return a part of the position that was observed."""
    if part[1:2] == ".":
        return names.language.text(_MAT_WORDS[part[2:]], name=names.by_seat[int(part[0])])
    if is_street(part):
        return street_term(names, part)
    return row_term(part, names.language) if is_row(part) else names.language.text(_TABLE_WORDS[part])


def is_row(part: str) -> bool:
    """Return whether a part of the position is a row of cells."""
    return part.partition(".")[0] in PLACE_WORDS


def value_term(part: str, value: str, names: Names) -> str:
    """Return the value of an observed part; discs, cubes and seats by their colours, a stack from the bottom up."""
    if part.endswith(_FACTION):
        return faction_term(int(value), names.language)
    is_marks = part.isdigit() or is_row(part) or part in _SEATED_PARTS
    comma = names.language.word("list", ", ")
    words = comma.join([_mark_text(letter, names) for letter in names.letters(value)]) if is_marks else value
    return words or names.language.text("nothing")


def _mark_text(letter: str, names: Names) -> str:
    """Return a disc or a cube by the letter of its colour; a letter of no player stays as it is written."""
    if letter == WHITE:
        return names.language.word("colour", "white")
    return colour_term(letter, names.language) if letter in COLOUR_WORDS else letter


def observation_text(part: str, value: str, names: Names) -> str:
    """Return an observation, as an event or as a command."""
    return names.language.text(
        "seen at the table, {part}: {value}", part=part_term(part, names), value=value_term(part, value, names)
    )


# A family's start effects.


_STEPS: Final = {"K": -1, "E": 1}


def start_text(choice: str, language: Language) -> str:
    """Return the chosen start effect of a family, as in ``commands.ChooseStart``."""
    if choice in _STEPS:
        return step_term(_STEPS[choice], language)
    kind, where = choice[0], choice[1:]
    if kind == "A":
        return deed_text(kind, where, language)
    return language.text("a cube in {rows}", rows=row_term(f"{EMPEROR}.{where}", language))


# Commands: one entry per kind in ``COMMAND_WORDS``.


def _dealing(command: DealInfluence, names: Names) -> str:
    if not command.cards:
        return names.language.text("deal unknown cards")
    cards = join_and((influence_term(card, names.language) for card in command.cards), names.language)
    return names.language.text("deal {cards}", cards=cards)


def _placing(command: PlaceDisc, names: Names) -> str:
    place = message("place {disc} on {street}")
    if command.disc == IDLE_SUPPORT:
        place = message("place {disc} on {street} and draw two cards")
    disc, street = disc_term(command.disc, names.language), onto_street(names, command.street)
    return names.language.text(place, disc=disc, street=street)


def _playing(command: PlayCard, names: Names) -> str:
    card = card_term(command.action, names.language)
    deed = deed_text(command.action, command.option, names.language)
    return names.language.text("play {card}: {deed}", card=card, deed=deed)


def _taking_back(command: TakeDiscBack, names: Names) -> str:
    depth, street = depth_term(command.depth, names.language), of_street(names, command.street)
    return names.language.text("take back the {depth} disc from {street}", depth=depth, street=street)


def _moving(command: MoveCube, names: Names) -> str:
    source, target = (row_term(row, names.language) for row in (command.source, command.target))
    return names.language.text("move a cube from {source} to {target}", source=source, target=target)


def _of_influence(known: str, unknown: str) -> Callable[[Any, Names], str]:
    """Return a function for the clause about an influence card, which may be known or not."""

    def words(command: Any, names: Names) -> str:
        if command.card == UNKNOWN:
            return names.language.text(unknown)
        return names.language.text(known, place=influence_term(command.card, names.language))

    return words


COMMAND_WORDS: Final[dict[type[Command], Callable[[Any, Names], str]]] = {
    DealInfluence: _dealing,
    TurnUpInfluence: _of_influence(
        message("put {place} face up beside the board"), message("put an unknown card face up beside the board")
    ),
    KeepInfluence: _of_influence(message("keep {place}"), message("keep an unknown card")),
    DraftCard: lambda c, t: t.language.text("take {card}", card=card_term(c.card, t.language)),
    PlaceDisc: _placing,
    DoAction: lambda c, t: deed_text(c.action, c.option, t.language),
    SkipAction: lambda c, t: t.language.text("skip {action}", action=action_term(c.action, t.language)),
    PlayCard: _playing,
    EndActivation: lambda c, t: t.language.text("play no more cards"),
    DrawCard: lambda c, t: t.language.text("draw {card}", card=card_term(c.card, t.language)),
    TakeDiscBack: _taking_back,
    RevealInfluence: _of_influence(message("reveal {place}"), message("reveal an unknown card")),
    MarkMissed: lambda c, t: t.language.text("what happened here was not recorded"),
    ObservePart: lambda c, t: observation_text(c.part, c.value, t),
    OpenInfluence: _of_influence(
        message("lay {place} face up beside the board"), message("lay an unknown card face up beside the board")
    ),
    ChooseStart: lambda c, t: t.language.text("start with {start}", start=start_text(c.choice, t.language)),
    DeclineOffer: lambda c, t: t.language.text("decline the offer"),
    DiscardCard: lambda c, t: t.language.text("discard {card}", card=card_term(c.card, t.language)),
    MoveCube: _moving,
    ChooseTile: lambda c, t: t.language.text("have {tile} scored first", tile=place_term(c.tile, t.language)),
    ActivateWhiteDisc: lambda c, t: t.language.text("activate the white disc"),
}
"""The clause of each kind of command."""


def command_text(command: Command, names: Names) -> str:
    """Return the command as a clause; an illegal command may not have one.

    >>> from random import Random
    >>> from calimala_es.initial import shuffled_setup
    >>> names = Names.of(shuffled_setup("bry", Random(7)), {0: "Maria"})
    >>> command_text(PlaceDisc("12"), names)
    'place a coloured disc on the ship-transport street'
    """
    return COMMAND_WORDS[type(command)](command, names)


def move_text(command: Command, events: Iterable[Event], names: Names) -> str:
    """Return a decision that was taken as a clause; an action that is skipped as it is impossible is called so (R5.9).

    >>> from random import Random
    >>> from calimala_es.initial import shuffled_setup
    >>> names = Names.of(shuffled_setup("bry", Random(7)), {0: "Maria"})
    >>> move_text(SkipAction("T"), [ActionImpossible(0, "T")], names)
    'transport is impossible'
    """
    if isinstance(command, SkipAction) and any(isinstance(event, ActionImpossible) for event in events):
        return names.language.text("{action} is impossible", action=action_term(command.action, names.language))
    return command_text(command, names)
