"""Why the rules refuse something, with people's names and in every language."""

from collections.abc import Callable
from typing import Any, Final

from calimala_es.clauses import DEED_WORDS, Clause
from replays.languages import ENGLISH
from replays.names import Names
from replays.words.basics import action_words, either, listed, place_words


def refusal_words(words: str, names: Names, who: str = "") -> str:
    """A clause of the rules core as a table says it; ``who`` is what its seat is called, if not by name.

    Words that are no clause are the program's own: they stay as they are, in another language than English in quotes.
    """
    language = names.language
    if not isinstance(words, Clause):
        return words if language.code == ENGLISH.code or not words else language.text("“{words}”", words=words)
    fields = {name: _FIELDS[name](value, names) if name in _FIELDS else value for name, value in words.fields.items()}
    return language.text(words.message, **fields | ({"seat": who} if who else {}))


def _action(code: str, names: Names) -> str:
    return action_words(code, names.language) if code in DEED_WORDS else code


def _actions(codes: str, names: Names) -> list[str]:
    return [action_words(code, names.language) for code in codes]


_FIELDS: Final[dict[str, Callable[[Any, Names], str]]] = {
    "seat": lambda seat, names: names.name(seat),
    "action": _action,
    "actions": lambda codes, names: listed(_actions(codes, names), names.language),
    "deeds": lambda codes, names: either(_actions(codes, names), names.language),
    "neither": lambda codes, names: names.language.word("list", " nor ").join(_actions(codes, names)),
    "tile": lambda code, names: place_words(code, names.language),
    "waiting": refusal_words,
}
"""How the fields of a clause are said, see ``Clause``."""
