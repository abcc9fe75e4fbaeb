"""A card that somebody played although the hand, as it was written down, lacks it: another was written in its place.

Which one nobody can tell, so the card that was drawn last and may have been it is unknown from where it was drawn on,
and the hand keeps its size. To whoever does not see that hand nothing is otherwise.
"""

from calimala_es.commands import Command, DrawCard, PlayCard
from calimala_es.components import UNKNOWN
from calimala_es.decide import step
from calimala_es.errors import IllegalCommandError
from calimala_es.refusals import holds
from notation.words.symbols import DEEDS
from replays.lines import History

_FORGOTTEN = DrawCard(UNKNOWN)


def unsure(word: str, history: History) -> tuple[int, History]:
    """The game in which who acts may hold the card that was played, and how many of its decisions are as they were.

    The game as it is where the hand may hold it, or where no card that was drawn may have been it.
    """
    kept = len(history.commands)
    state, played = history.state, DEEDS.get(word.strip().upper(), (None,))[0]
    seat: int = getattr(state.now, "seat", -1)
    if not isinstance(played, PlayCard) or seat < 0 or holds(state, state.mats[seat], played.action):
        return kept, history
    for place in range(kept - 1, -1, -1):
        command = history.commands[place]
        if isinstance(command, DrawCard) and command != _FORGOTTEN and _whose(history, place) == seat:
            found = _decided_again(history, place)
            if found is not None and holds(found.state, found.state.mats[seat], played.action):
                return place, found
    return kept, history


def _whose(history: History, place: int) -> int:
    seat: int = getattr(history.states[place].now, "seat", -1)
    return seat


def _decided_again(history: History, place: int) -> History | None:
    """The game with the card unknown that a decision drew; ``None`` where something cannot stand then."""
    commands: tuple[Command, ...] = (_FORGOTTEN, *history.commands[place + 1 :])
    states, batches = [*history.states[: place + 1]], [*history.events[:place]]
    try:
        for command in commands:
            events, state = step(states[-1], command)
            batches.append(tuple(events))
            states.append(state)
    except IllegalCommandError:
        return None
    return History((*history.commands[:place], *commands), tuple(states), tuple(batches))
