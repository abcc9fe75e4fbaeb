"""Messages of the rules with people's names, in every language."""

from collections.abc import Callable
from typing import Any, Final

from calimala_es.components import DEED_WORDS
from calimala_es.messages import Player, Text
from replays.languages import ENGLISH
from replays.names import Names
from replays.words.basics import action_words, either, listed, place_words


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
    return action_words(code, names.language) if code in DEED_WORDS else code


def _actions(codes: str, names: Names) -> list[str]:
    return [action_words(code, names.language) for code in codes]


_FIELDS: Final[dict[str, Callable[[Any, Names], str]]] = {
    "seat": _seat,
    "action": _action,
    "actions": lambda codes, names: listed(_actions(codes, names), names.language),
    "deeds": lambda codes, names: either(_actions(codes, names), names.language),
    "neither": lambda codes, names: names.language.word("list", " nor ").join(_actions(codes, names)),
    "tile": lambda code, names: place_words(code, names.language),
    "waiting": message_text,
}
"""How the fields of a message are printed, see ``calimala_es.messages``."""
