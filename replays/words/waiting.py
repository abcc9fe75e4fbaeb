"""What the game waits for, and who has to act."""

from typing import Final

from calimala_es.components import GAME
from calimala_es.refusals import DOES, GOES_ON, MAY_PLAY, WAITING
from calimala_es.state import ActionOffer, Activation, Frame, Scheming, State
from replays.languages import Language
from replays.names import Table
from replays.words.basics import action_words, either, listed, place_words

_DOES: Final = f"{{seat}} {DOES}"
_MAY_PLAY: Final = f"{{seat}} {MAY_PLAY}"


def waiting_words(state: State, table: Table, who: str) -> str:
    """What is waited for, in a sentence without a full stop; ``who`` is what the seat that has to act is called.

    The rule that is at work is in ``refusals.waiting_for``.
    """
    now = state.now
    _, sentence = WAITING.get(type(now), GOES_ON)
    if isinstance(now, Activation):
        sentence = _DOES if now.pending else _MAY_PLAY
    seat = seat_waited_for(state)
    actions = _actions(now, table.language)
    tile = getattr(now, "tile", "")
    return table.language.text(
        sentence,
        seat=who,
        family=state.mats[seat].family if seat >= 0 else "",
        actions=actions,
        deeds=actions,
        tile=place_words(tile, table.language) if tile else "",
    )


def seat_waited_for(state: State) -> int:
    """The seat that is waited for, or that chance is to give something; ``GAME`` if it is none."""
    return getattr(state.now, "seat", GAME)


def _actions(now: Frame, language: Language) -> str:
    """The actions that are waited for."""
    if isinstance(now, Scheming):
        return either((action_words(action, language) for action in now.pending), language)
    if isinstance(now, ActionOffer):
        return either((action_words(action, language) for action in now.actions), language)
    if isinstance(now, Activation) and now.pending:
        return listed((action_words(action, language) for action in dict.fromkeys(now.pending)), language)
    return ""
