"""What is due in a repaired game and was not told: who may say what was done, and where it comes."""

from collections.abc import Callable, Sequence
from itertools import chain, islice

from calimala_es.commands import CHANCE_COMMANDS, Command, KeepInfluence, PlaceDisc, PlayCard
from calimala_es.decide import step
from calimala_es.game import Move
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


def place_of_next(start: State, moves: Sequence[Move], command: Command) -> str:
    """The id that a command gets which comes behind ``moves``, the first of which was decided in ``start``."""
    first = next((at for at in range(len(moves) - 1, -1, -1) if isinstance(moves[at].command, PlaceDisc)), 0)
    before = [*chain.from_iterable(move.events for move in moves[first:])]
    last = moves[-1].state if moves else start
    ids = ids_from(moves[first - 1].state if first else start, (*before, *step(last, command)[0]))
    return str(next(islice(ids, len(before), None)))
