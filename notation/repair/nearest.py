"""The legal decisions that are most like one that the rules refuse."""

from difflib import SequenceMatcher
from typing import Final

from calimala_es.commands import Command, DeclineOffer, DoAction, PlaceDisc, PlayCard, SkipAction
from calimala_es.legal import legal
from calimala_es.state import State
from notation.words.symbols import format_command

MOST: Final = 3
"""How many are told."""


def nearest(state: State, command: Command) -> tuple[Command, ...]:
    """The legal decisions most like ``command``, the likest first: what concerns the same action, street or card.

    An action is like another way of it, then like leaving it out; a card is like another way of that card only, since
    nobody has to play one.
    """
    word = format_command(state, command)
    found: list[tuple[bool, bool, float, int, Command]] = []
    for number, option in enumerate(legal(state)):
        if not _is_comparable(option, command):
            continue
        likeness = SequenceMatcher(None, format_command(state, option), word).ratio()
        is_other = _subject(option) != _subject(command)
        found.append((is_other, type(option) is not type(command), -likeness, number, option))
    return tuple(option for *_, option in sorted(found, key=lambda one: one[:4])[:MOST])


def _is_comparable(option: Command, command: Command) -> bool:
    if isinstance(command, PlayCard):
        return isinstance(option, PlayCard) and option.action == command.action
    if isinstance(command, DoAction | SkipAction):
        return isinstance(option, DoAction | SkipAction | DeclineOffer)
    return type(option) in (type(command), DeclineOffer)


def _subject(command: Command) -> object:
    """What a decision is about."""
    if isinstance(command, DoAction | SkipAction):
        return command.action
    if isinstance(command, PlaceDisc):
        return command.street
    return getattr(command, "card", None)
