"""What the game waits for, and who has to act."""

from calimala_es.components import GAME
from calimala_es.refusals import waiting_for
from calimala_es.state import State
from replays.names import Names
from replays.words.refusals import refusal_words


def waiting_words(state: State, names: Names, who: str = "") -> str:
    """What is waited for, in a sentence without a full stop; ``who`` is what the seat that has to act is called.

    Without it that is its name. The rule that is at work is in ``refusals.waiting_for``.
    """
    return refusal_words(waiting_for(state)[1], names, who)


def seat_waited_for(state: State) -> int:
    """The seat that is waited for, or that chance is to give something; ``GAME`` if it is none."""
    return getattr(state.now, "seat", GAME)
