"""Clauses that can be said otherwise: words in English that remember what they are made of."""

from collections.abc import Mapping
from typing import Any, Final, Self

from calimala_es.components import ACTION_WORDS, COLOUR_WORDS, GAME, INTRIGUE_WORDS
from calimala_es.state import State

DEED_WORDS: Final = {**ACTION_WORDS, **INTRIGUE_WORDS}
"""What every action is called, those of Intrigue included."""


class Clause(str):
    """A clause in English that calls players by their colours.

    ``message`` is the sentence with fields in braces, ``fields`` what fills them: ``seat`` is the number of a seat or
    ``GAME``, ``action`` a code, ``actions`` are several that all are meant, ``deeds`` several of which one is and
    ``neither`` none; ``tile`` is the code of one, ``waiting`` another clause; any other is words as they are.
    """

    __slots__ = ("fields", "message")

    message: str
    fields: Mapping[str, Any]

    def __new__(cls, words: str, message: str, fields: Mapping[str, Any]) -> Self:
        """Keep the words beside what they are made of."""
        made = super().__new__(cls, words)
        made.message = message
        made.fields = fields
        return made


def clause(message: str, state: State, /, **fields: Any) -> Clause:
    """A message with its fields filled, the people being those of a state."""
    words = {name: _in_english(name, value, state) for name, value in fields.items()}
    return Clause(message.format(**words), message, fields)


def colour_of(state: State, seat: int) -> str:
    """A seat's colour, in words."""
    return COLOUR_WORDS[state.setup.parties[seat]]


def _in_english(name: str, value: Any, state: State) -> str:
    if name == "seat":
        return "the board" if value == GAME else colour_of(state, value)
    if name == "action":
        return DEED_WORDS.get(value, str(value))
    if name in _BETWEEN:
        return _BETWEEN[name].join(DEED_WORDS[action] for action in value)
    return str(value)


_BETWEEN: Final = {"actions": " and ", "deeds": " or ", "neither": " nor "}
"""What stands between several actions."""
