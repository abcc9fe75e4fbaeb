"""Messages of the rules with people's names, and what the game waits for, in every language."""

from collections.abc import Callable
from typing import Any, Final

from calimala_es.components import DEED_WORDS, GAME
from calimala_es.messages import Player, Text, waiting_message
from calimala_es.state import State
from replays.text.languages import ENGLISH
from replays.text.names import Names
from replays.text.terms import action_term, join_and, join_or, place_term


def message_text(text: Text, names: Names, who: str = "") -> str:
    """Return a message with the names of a table; ``who`` replaces the name of its seat.

    The program's own words stay as they are, in quotes in languages other than English.
    """
    language = names.language
    if isinstance(text, str):
        return text if language.code == ENGLISH.code or not text else language.text("“{words}”", words=text)
    fields = {name: _FIELDS[name](value, names) if name in _FIELDS else value for name, value in text.fields.items()}
    return language.text(text.text, **fields | ({"seat": who} if who else {}))


def _seat(player: Player, names: Names) -> str:
    return names.name(player.seat)


def _action(code: str, names: Names) -> str:
    return action_term(code, names.language) if code in DEED_WORDS else code


def _actions(codes: str, names: Names) -> list[str]:
    return [action_term(code, names.language) for code in codes]


_FIELDS: Final[dict[str, Callable[[Any, Names], str]]] = {
    "seat": _seat,
    "action": _action,
    "actions": lambda codes, names: join_and(_actions(codes, names), names.language),
    "deeds": lambda codes, names: join_or(_actions(codes, names), names.language),
    "neither": lambda codes, names: names.language.word("list", " nor ").join(_actions(codes, names)),
    "meant": lambda symbols, names: join_or(symbols.split(), names.language),
    "tile": lambda code, names: place_term(code, names.language),
    "waiting": message_text,
    "reason": message_text,
    "expected": message_text,
}
"""How the fields of a message are printed, see ``calimala_es.messages``."""


# What the game waits for, and who must act.


def waiting_text(state: State, names: Names, who: str = "") -> str:
    """Return what the game waits for, in a sentence without a full stop.

    ``who`` is the subject for the seat that must act, by default its name. The rule that applies is in
    ``messages.waiting_rule``.

    >>> from random import Random
    >>> from calimala_es.initial import initial, shuffled_setup
    >>> setup = shuffled_setup("bry", Random(7))
    >>> waiting_text(initial(setup), Names.of(setup, {0: "Maria"}))
    'deal influence cards to Maria'
    """
    return message_text(waiting_message(state), names, who)


def seat_waited_for(state: State) -> int:
    """Return the seat that must act, or that chance must give something to; ``GAME`` if there is none."""
    return getattr(state.now, "seat", GAME)
