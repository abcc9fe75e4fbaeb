"""What a seat told of its cards, laid over the game as it was written down.

A seat may say what a command about its cards was as long as that looks the same to everybody else. Where what it told
does not go together with what was written, the table is believed, and the seat is told.
"""

from collections.abc import Mapping
from typing import NamedTuple

from calimala_es.commands import Command
from calimala_es.decide import step
from calimala_es.errors import IllegalCommandError
from calimala_es.state import State
from calimala_es.store import StoredGame
from calimala_es.view import PUBLIC, view_command


class Disagreement(NamedTuple):
    """Something that a seat told and that the game refutes.

    ``numbers`` are the commands that it told, ``refused`` that of the command that cannot come then, counted among
    those that stand from 1, and why.
    """

    numbers: tuple[int, ...]
    refused: int
    error: IllegalCommandError


class Overlaid(NamedTuple):
    """The commands of a game with those that a seat told, as far as they go together."""

    commands: tuple[Command, ...]
    disagreement: Disagreement | None = None


def can_be_told(state: State, written: Command, told: Command) -> bool:
    """Whether a command may be what was written, as somebody knows it who sees more."""
    return told == written or view_command(state, told, PUBLIC) == view_command(state, written, PUBLIC)


def overlaid(game: StoredGame, told: Mapping[int, Command]) -> Overlaid:
    """A game with the commands that a seat told, by their numbers in the store."""
    told_at = {place: told[number] for place, number in enumerate(game.anchors) if number in told}
    if not told_at:
        return Overlaid(game.commands)
    commands = tuple(told_at.get(place, command) for place, command in enumerate(game.commands))
    state = game.start
    for place, command in enumerate(commands):
        try:
            if place in told_at and not can_be_told(state, game.commands[place], command):
                raise IllegalCommandError(command, "R5.12", "the game has no such card to be told there")
            state = step(state, command)[1]
        except IllegalCommandError as error:
            numbers = tuple(game.anchors[at] for at in told_at if at <= place)
            return Overlaid(game.commands, Disagreement(numbers, place + 1, error))
    return Overlaid(commands)
