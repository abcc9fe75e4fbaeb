"""What the game waits for, and who must act."""

from calimala_es.components import GAME
from calimala_es.state import State
from calimala_es.waiting import waiting_for
from replays.names import Names
from replays.words.messages import message_text


def waiting_words(state: State, names: Names, who: str = "") -> str:
    """Return what the game waits for, in a sentence without a full stop.

    ``who`` is the subject for the seat that must act, by default its name. The rule that applies is in
    ``waiting.waiting_for``.
    """
    return message_text(waiting_for(state)[1], names, who)


def seat_waited_for(state: State) -> int:
    """Return the seat that must act, or that chance must give something to; ``GAME`` if there is none."""
    return getattr(state.now, "seat", GAME)
