"""What a seat told of its cards, laid over the game as that seat saw it.

A seat may say what a command about its cards was as long as that looks the same to everybody else, and leaves what the
table knows of it as it is. Where what it told does not go together with what was written, the table is believed, and
the seat is told. Whatever other seats hold that this one may not know plays no part in that.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from calimala_es.clauses import clause
from calimala_es.commands import Command, DealInfluence, DrawCard, KeepInfluence, Observed
from calimala_es.components import UNKNOWN
from calimala_es.decide import step
from calimala_es.errors import IllegalCommandError
from calimala_es.state import State
from calimala_es.view import PUBLIC, view_command


class Disagreement(NamedTuple):
    """Something that a seat told and that the game refutes.

    ``numbers`` are the commands that it told and that are left out, ``refused`` the place of the first command that
    cannot come with them, counted among those that stand from 1, and why.
    """

    numbers: tuple[int, ...]
    refused: int
    error: IllegalCommandError


class Overlaid(NamedTuple):
    """The commands of a game with those that a seat told, as far as they go together."""

    commands: tuple[Command, ...]
    disagreement: Disagreement | None = None


def is_about(state: State, command: Command, seat: int) -> bool:
    """Whether a command given in ``state`` is about hidden cards of a seat."""
    if isinstance(command, Observed):
        return command.part == f"{seat}.hand"
    return isinstance(command, DealInfluence | DrawCard | KeepInfluence) and getattr(state.now, "seat", None) == seat


def can_be_told(state: State, written: Command, told: Command, seat: int) -> bool:
    """Whether a command may be what was written, as a seat knows it of whose cards it is."""
    if told == written:
        return True
    if not is_about(state, written, seat):
        return False
    looks_alike = view_command(state, told, PUBLIC) == view_command(state, written, PUBLIC)
    return looks_alike and not _cards(written) - _cards(told)


def _cards(command: Command) -> Counter[str]:
    """The cards that a command tells."""
    if isinstance(command, Observed):
        return Counter(command.value.replace(UNKNOWN, ""))
    if isinstance(command, DealInfluence):
        return Counter(command.cards)
    card = getattr(command, "card", UNKNOWN)
    return Counter(() if card == UNKNOWN else (card,))


def overlaid(
    start: State, commands: Sequence[Command], anchors: Sequence[int], told: Mapping[int, Command], seat: int
) -> Overlaid:
    """A game as a seat saw it with the commands that it told, by their numbers in the store.

    ``start`` and ``commands`` are as the seat saw them, ``anchors`` the numbers of the commands. Where they do not all
    go together, those that were played first are kept as far as they do.
    """
    wanted = {place: told[number] for place, number in enumerate(anchors) if number in told}
    refused = _refused(start, commands, wanted, seat)
    if refused is None:
        return Overlaid(_with(commands, wanted))
    kept: dict[int, Command] = {}
    for place, command in sorted(wanted.items()):
        if _refused(start, commands, {**kept, place: command}, seat) is None:
            kept[place] = command
    numbers = tuple(anchors[place] for place in wanted if place not in kept)
    return Overlaid(_with(commands, kept), Disagreement(numbers, *refused))


def _with(commands: Sequence[Command], told: Mapping[int, Command]) -> tuple[Command, ...]:
    return tuple(told.get(place, command) for place, command in enumerate(commands))


def _refused(
    start: State, commands: Sequence[Command], told: Mapping[int, Command], seat: int
) -> tuple[int, IllegalCommandError] | None:
    """The place of the first command that cannot come, counted from 1, and why."""
    state = start
    for place, written in enumerate(commands):
        command = told.get(place, written)
        try:
            if not can_be_told(state, written, command, seat):
                raise IllegalCommandError(
                    command, "R5.12", clause("{seat} has no such card to be told there", state, seat=seat)
                )
            state = step(state, command)[1]
        except IllegalCommandError as error:
            return place + 1, error
    return None
