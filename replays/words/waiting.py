"""What the game waits for, and who has to act."""

from calimala_es.components import GAME
from calimala_es.state import State
from calimala_es.waiting import waiting_for
from replays.names import Names
from replays.words.messages import message_text


def waiting_words(state: State, names: Names, who: str = "") -> str:
    """What is waited for, in a sentence without a full stop; ``who`` is what the seat that has to act is called.

    Without it that is its name. The rule that applies is in ``waiting.waiting_for``.
    """
    return message_text(waiting_for(state)[1], names, who)


def seat_waited_for(state: State) -> int:
    """The seat that is waited for, or that chance is to give something; ``GAME`` if it is none."""
    return getattr(state.now, "seat", GAME)
