"""The turn that is being played, as notation, and the last decisions one by one."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from msgspec import Struct

from calimala_es.commands import Command, MarkMissed, ObservePart, PlaceDisc
from calimala_es.game import Game
from calimala_es.ids import ids_from
from calimala_es.state import State
from calimala_es.store import StoredGame
from notation.grammar.symbols import format_command
from notation.lines import format_moves
from replays.text.decisions import command_text
from replays.text.messages import seat_waited_for
from replays.text.names import Names


class RecentDecision(Struct, frozen=True):
    """A current decision: the id of its first event, its place among all (the first is 1), notation, words.

    ``seat`` is who decided it, ``null`` where it was nobody at the table. ``first`` is the number of the first decision
    that is taken back with it: another one where both came in one request, and something was observed in it.
    """

    id: str
    number: int
    symbol: str
    words: str
    seat: int | None
    first: int


def format_turn(game: Game) -> str:
    """Return the decisions of the turn that is being played, or of the last one where it has just ended."""
    turn, first = game.state.turn, len(game.moves)
    while first and game.state_at(first - 1).turn == turn:
        first -= 1
    return "\n".join(format_moves(game, first))


def recent_decisions(game: Game, names: Names, most: int, firsts: Mapping[int, int]) -> list[RecentDecision]:
    """Return the last decisions, the newest last."""
    count = len(game.moves)
    first = max(0, count - most)
    ids = _ids(game, first)
    return [
        RecentDecision(
            ids[number],
            number + 1,
            format_command(game.state_at(number), game.moves[number].command),
            command_text(game.moves[number].command, names),
            _decider(game.state_at(number), game.moves[number].command),
            firsts.get(number + 1, number + 1),
        )
        for number in range(first, count)
    ]


def _decider(state: State, command: Command) -> int | None:
    seat = -1 if isinstance(command, ObservePart | MarkMissed) else seat_waited_for(state)
    return seat if seat >= 0 else None


def _ids(game: Game, first: int) -> dict[int, str]:
    """Return the ids of the decisions from ``first`` on: ids count anew with every disc that is placed."""
    count = len(game.moves)
    if first == count:
        return {}
    while first and not isinstance(game.moves[first].command, PlaceDisc):
        first -= 1
    events = [event for number in range(first, count) for event in game.moves[number].events]
    ids = iter(ids_from(game.state_at(first), events))
    found: dict[int, str] = {}
    for number in range(first, count):
        found[number] = str(next(ids))
        for _ in game.moves[number].events[1:]:
            next(ids)
    return found


# Which decisions are taken back, and brought back, together: those of one request in which something was observed.
#
# What was played anyway is such a request, on every phone of the game. A request is one append to the store, whose rows
# have one time.


class RequestGroups(NamedTuple):
    """For the number of a decision that of the first one that came with it, and how many the next redo brings back."""

    firsts: Mapping[int, int]
    redo: int = 1


ALONE: Final = RequestGroups({})
"""Each for itself."""


def request_groups(game: StoredGame, commands: Sequence[Command], most: int) -> RequestGroups:
    """Return what belongs together among the last decisions of a game, and among those that a redo would put back."""
    undone = game.redoable_steps if game.redoable else ()
    every = [*commands, *(step.command for step in undone)]
    if not any(isinstance(command, ObservePart) for command in every[max(0, len(commands) - most) :]):
        return ALONE
    numbers = (*game.numbers, *(step.number for step in undone))
    times = {entry.number: entry.time for entry in game.entries if entry.time}
    # When the game was made, or set right: what came then had come one by one before.
    otherwise = {None, *(entry.time for entry in game.entries if not entry.number)}
    firsts: dict[int, int] = {}
    for time, found in groupby(range(len(numbers)), lambda place: times.get(numbers[place])):
        places = [*found]
        if time not in otherwise and any(isinstance(every[place], ObservePart) for place in places):
            firsts |= {place + 1: places[0] + 1 for place in places}
    following = firsts.get(len(commands) + 1)
    return RequestGroups(firsts, sum(first == following for first in firsts.values()) if following else 1)
