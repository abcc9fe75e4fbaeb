"""What is due in a repaired game and was not told: who may say what was done, and where it comes."""

from collections.abc import Callable, Sequence
from itertools import chain, islice

from calimala_es.commands import CHANCE_COMMANDS, Command, KeepInfluence, PlaceDisc, PlayCard
from calimala_es.decide import step
from calimala_es.events import Event
from calimala_es.ids import ids_from
from calimala_es.legal import legal
from calimala_es.refusals import waiting_for
from calimala_es.state import State
from notation.repair.outcomes import Conflict
from notation.words.symbols import format_command

Supplier = Callable[[Conflict], Command]
"""Says what was done where nobody told: one of ``nearest``, which are all that may have been done (cards of the hand
only if there is nothing else), or ``command``, which stands for what nobody knows. ``id`` is the place in the repaired
game.
"""


def missing_in(state: State, unknown: Command, place: str) -> Conflict | None:
    """What somebody has to say of a position in which ``unknown`` would stand; ``None`` where nobody decides anything.

    Where only one thing may have been done, that is the only one of ``nearest``.
    """
    if isinstance(unknown, (*CHANCE_COMMANDS, KeepInfluence)):
        return None
    may = legal(state)
    options = tuple(option for option in may if not isinstance(option, PlayCard)) or tuple(may)
    if not options:
        return None
    rule, waited = waiting_for(state)
    words = tuple(format_command(state, option) for option in options)
    seat: int | None = getattr(state.now, "seat", None)
    return Conflict(place, seat, "", "missing", unknown, state, rule, waited, "", options, words)


def place_of_next(
    states: Sequence[State], moves: Sequence[Command], events: Sequence[tuple[Event, ...]], command: Command
) -> str:
    """The id that a command gets which comes behind ``moves``; ``states`` has the state before each, and the last."""
    first = next((at for at in range(len(moves) - 1, -1, -1) if isinstance(moves[at], PlaceDisc)), 0)
    before = [*chain.from_iterable(events[first:])]
    ids = ids_from(states[first], (*before, *step(states[-1], command)[0]))
    return str(next(islice(ids, len(before), None)))
