"""Why the rules refuse something, with people's names and in every language."""

from collections.abc import Callable
from typing import Any, Final

from calimala_es.clauses import DEED_WORDS, Clause
from replays.languages import ENGLISH
from replays.names import Table
from replays.words.basics import action_words, either, listed, place_words


def refusal_words(words: str, table: Table, who: str = "") -> str:
    """A clause of the rules core as a table says it; ``who`` is what its seat is called, if not by name.

    Words that are no clause are the program's own: they stay as they are, in another language than English in quotes.
    """
    language = table.language
    if not isinstance(words, Clause):
        return words if language.code == ENGLISH.code or not words else language.text("“{words}”", words=words)
    fields = {name: _FIELDS[name](value, table) if name in _FIELDS else value for name, value in words.fields.items()}
    return language.text(words.message, **fields | ({"seat": who} if who else {}))


def _action(code: str, table: Table) -> str:
    return action_words(code, table.language) if code in DEED_WORDS else code


def _actions(codes: str, table: Table) -> list[str]:
    return [action_words(code, table.language) for code in codes]


_FIELDS: Final[dict[str, Callable[[Any, Table], str]]] = {
    "seat": lambda seat, table: table.name(seat),
    "action": _action,
    "actions": lambda codes, table: listed(_actions(codes, table), table.language),
    "deeds": lambda codes, table: either(_actions(codes, table), table.language),
    "neither": lambda codes, table: table.language.word("list", " nor ").join(_actions(codes, table)),
    "tile": lambda code, table: place_words(code, table.language),
    "waiting": refusal_words,
}
"""How the fields of a clause are said, see ``Clause``."""
