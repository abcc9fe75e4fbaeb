"""The turn that is being played, as notation, and the last decisions one by one."""

from collections.abc import Mapping

from msgspec import Struct

from calimala_es.commands import Command, MarkMissed, ObservePart, PlaceDisc
from calimala_es.ids import ids_from
from calimala_es.state import State
from notation.record import Move
from notation.words.symbols import format_command
from replays.lines import History, canonical
from replays.names import Table
from replays.words import command_words
from replays.words.waiting import seat_waited_for


class Decided(Struct, frozen=True):
    """A decision that stands: the id of its first event, its place among all (the first is 1), notation, words.

    ``seat`` is who decided it, ``null`` where it was nobody at the table. ``first`` is the number of the first decision
    that is taken back with it: another one where both came in one request, and something was observed in it.
    """

    id: str
    number: int
    symbol: str
    words: str
    seat: int | None
    first: int


def turn_line(history: History) -> str:
    """The decisions of the turn that is being played, or of the last one where it has just ended."""
    turn, first = history.state.turn, len(history.commands)
    while first and history.states[first - 1].turn == turn:
        first -= 1
    moves = [Move(command) for command in history.commands[first:]]
    return "\n".join(canonical(moves, history.states[first:]))


def last_decisions(history: History, table: Table, most: int, firsts: Mapping[int, int]) -> list[Decided]:
    """The last decisions, the newest last."""
    count = len(history.commands)
    first = max(0, count - most)
    ids = _ids(history, first)
    return [
        Decided(
            ids[number],
            number + 1,
            format_command(history.states[number], history.commands[number]),
            command_words(history.commands[number], table),
            _decider(history.states[number], history.commands[number]),
            firsts.get(number + 1, number + 1),
        )
        for number in range(first, count)
    ]


def _decider(state: State, command: Command) -> int | None:
    seat = -1 if isinstance(command, ObservePart | MarkMissed) else seat_waited_for(state)
    return seat if seat >= 0 else None


def _ids(history: History, first: int) -> dict[int, str]:
    """The ids of the decisions from ``first`` on: ids count anew with every disc that is placed."""
    count = len(history.commands)
    if first == count:
        return {}
    while first and not isinstance(history.commands[first], PlaceDisc):
        first -= 1
    events = [event for number in range(first, count) for event in history.events[number]]
    ids = ids_from(history.states[first], events)
    told: dict[int, str] = {}
    for number in range(first, count):
        told[number] = str(next(ids))
        for _ in history.events[number][1:]:
            next(ids)
    return told
