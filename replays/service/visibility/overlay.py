"""What a seat entered of its cards, laid over the game as that seat saw it.

A seat may say what a command about its cards was as long as that looks the same to everybody else, and leaves what the
table knows of it as it is. Where what it entered does not agree with what was recorded, the table is believed, and the
seat gets to know. What other seats hold and this one may not know plays no part in that.

Where somebody else saw how many cards its hand has, the seat goes on knowing those that it entered, as far as there is
still room for them and the table writes nothing later that contradicts them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from calimala_es.commands import Command, DealInfluence, DrawCard, KeepInfluence, ObservePart
from calimala_es.components import ACTIONS, UNKNOWN
from calimala_es.decide import step
from calimala_es.errors import IllegalCommandError
from calimala_es.messages import Message, player
from calimala_es.state import State
from calimala_es.view import PUBLIC, view_command

_MOST_DOUBTS: Final = 3
"""How often a game is decided anew, in doubt about cards that are still known after observations."""


class Disagreement(NamedTuple):
    """Something that a seat entered and that the game refutes.

    ``numbers`` are the commands that it entered and that are left out, ``refused`` is the place of the first command
    that is illegal with them, counted from 1, and ``error`` says why.
    """

    numbers: tuple[int, ...]
    refused: int
    error: IllegalCommandError


class Overlaid(NamedTuple):
    """The commands of a game with those that a seat entered, as far as they agree."""

    commands: tuple[Command, ...]
    disagreement: Disagreement | None = None


def is_about_hand(state: State, command: Command, seat: int) -> bool:
    """Return whether a command given in ``state`` is about hidden cards of a seat."""
    if isinstance(command, ObservePart):
        return command.part == f"{seat}.hand"
    return isinstance(command, DealInfluence | DrawCard | KeepInfluence) and getattr(state.now, "seat", None) == seat


def can_be_entered(state: State, written: Command, entered: Command, seat: int) -> bool:
    """Return whether a command may be what was written, as a seat knows it of its own cards."""
    if entered == written:
        return True
    if not is_about_hand(state, written, seat):
        return False
    looks_alike = view_command(state, entered, PUBLIC) == view_command(state, written, PUBLIC)
    return looks_alike and not _cards(written) - _cards(entered)


def _cards(command: Command) -> Counter[str]:
    """Return the cards that a command names."""
    if isinstance(command, ObservePart):
        return Counter(command.value.replace(UNKNOWN, ""))
    if isinstance(command, DealInfluence):
        return Counter(command.cards)
    card = getattr(command, "card", UNKNOWN)
    return Counter(() if card == UNKNOWN else (card,))


def overlay(
    start: State, commands: Sequence[Command], anchors: Sequence[int], entered: Mapping[int, Command], seat: int
) -> Overlaid:
    """Return a game as a seat saw it with the commands that it entered, by their numbers in the store.

    ``start`` and ``commands`` are as the seat saw them, ``anchors`` the numbers of the commands. Where they do not all
    agree, those that were played first are taken as far as they do.
    """
    wanted = {place: entered[number] for place, number in enumerate(anchors) if number in entered}
    whole, refused = _play(start, commands, wanted, seat)
    if refused is None:
        return Overlaid(_with_known_hand(start, commands, wanted, seat) or whole)
    taken: dict[int, Command] = {}
    for place, command in sorted(wanted.items()):
        if _play(start, commands, {**taken, place: command}, seat)[1] is None:
            taken[place] = command
    numbers = tuple(anchors[place] for place in wanted if place not in taken)
    whole = _with_known_hand(start, commands, taken, seat) or _play(start, commands, taken, seat)[0]
    return Overlaid(whole, Disagreement(numbers, *refused))


def put_aside(states: Sequence[State], commands: Sequence[Command], place: int, seat: int) -> tuple[int, ...]:
    """Return the places of draws that an observation of the hand of a seat took back: those right before it, as many
    as the hand has fewer cards then, the newest first.

    ``states`` has the state before each command.
    """
    found: list[int] = []
    seen = commands[place]
    if not isinstance(seen, ObservePart) or not is_about_hand(states[place], seen, seat):
        return ()
    fewer = states[place].mats[seat].hand_size - len(seen.value)
    for at in range(place - 1, -1, -1):
        before, command = states[at], commands[at]
        is_same = isinstance(command, ObservePart) and command.part == seen.part
        if len(found) >= fewer or is_same or not isinstance(command, ObservePart | DrawCard):
            break
        if is_about_hand(before, command, seat):
            found.append(at)
    return tuple(found)


_Refusal = tuple[int, IllegalCommandError] | None
"""The place of the first illegal command, counted from 1, and why."""


def _with_known_hand(
    start: State, commands: Sequence[Command], entered: Mapping[int, Command], seat: int
) -> tuple[Command, ...] | None:
    """Return the commands with those that were entered, where the seat knows its hand through observations; ``None``
    where that is impossible. What the table refutes is known from then on only.
    """
    known_from = 0
    for _ in range(_MOST_DOUBTS):
        whole, refused = _play(start, commands, entered, seat, known_from)
        if refused is None:
            return whole
        known_from = refused[0]
    return None


def _play(
    start: State,
    commands: Sequence[Command],
    entered: Mapping[int, Command],
    seat: int,
    known_from: int | None = None,
) -> tuple[tuple[Command, ...], _Refusal]:
    """Return the commands with those that were entered, as far as they are legal.

    From the place ``known_from`` on the seat goes on knowing its hand where it is observed.
    """
    state = start
    states: list[State] = []
    played: list[Command] = []
    for place, written in enumerate(commands):
        states.append(state)
        command = entered.get(place, written)
        if known_from is not None and place >= known_from and command == written and isinstance(written, ObservePart):
            aside = put_aside(states, (*played, written), place, seat) if is_about_hand(state, written, seat) else ()
            command = _still_known(state, written, [played[at] for at in aside], seat)
        try:
            if not can_be_entered(state, written, command, seat):
                message = Message("{seat} cannot have had that card there", seat=player(state, seat))
                raise IllegalCommandError(command, "R5.12", message)
            state = step(state, command)[1]
        except IllegalCommandError as error:
            return tuple(played), (place + 1, error)
        played.append(command)
    return tuple(played), None


def _still_known(state: State, seen: ObservePart, aside: Sequence[Command], seat: int) -> ObservePart:
    """Return what a seat knows of its hand where it is seen, without the cards that were put aside: all that it knew
    before, if there is room for that.
    """
    if not is_about_hand(state, seen, seat):
        return seen
    mat = state.mats[seat]
    known = Counter(mat.open + mat.secret)
    for draw in aside:
        known -= _cards(draw)
    cards = _cards(seen) | known
    unknown = len(seen.value) - cards.total()
    if unknown < 0:
        return seen
    return ObservePart(seen.part, "".join(sorted(cards.elements(), key=ACTIONS.index)) + UNKNOWN * unknown)
