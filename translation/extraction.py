"""What a person may be told: the messages of the sources, found by reading them as Python and never by running them.

A message is a literal in a call of ``language.text``, ``language.counted`` or ``language.word``, whatever comes before
``language``, of a name that stands for one of these methods, of ``message`` and ``plural``, which mark messages in
tables, or of ``clause``, which makes the refusals of the rules core. Words that have a form for each of their contexts
are listed in ``replays.words.vocabulary``.
"""

import ast
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from replays.words.vocabulary import CONTEXTS, SENTENCES

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCES: Final = ("calimala_es", "replays", "cli")
VOCABULARY: Final = "replays/words/vocabulary.py"

_METHODS: Final = ("text", "counted", "word")
_MARKS: Final = {"message": "mark", "plural": "counted", "clause": "text"}


class Message(NamedTuple):
    """A message: its context (empty without one), its text, and its plural (empty without one)."""

    context: str
    text: str
    plural: str = ""


class NotAMessageError(Exception):
    """Something is given to a language that cannot be translated; says where and why."""


def messages(root: Path = ROOT) -> dict[Message, tuple[str, ...]]:
    """Every message with the files that it is in, file by file, in the order in which it stands there."""
    found: dict[Message, list[str]] = {}
    for name in SOURCES:
        for path in sorted((root / name).rglob("*.py")):
            place = path.relative_to(root).as_posix()
            for each in messages_in(path.read_text(encoding="utf-8"), place):
                _add(found, each, place)
    for context, words in CONTEXTS.items():
        for word in words:
            _add(found, Message(context, word), VOCABULARY)
    for sentence in SENTENCES:
        _add(found, Message("", sentence), VOCABULARY)
    return {each: tuple(places) for each, places in found.items()}


def _add(found: dict[Message, list[str]], each: Message, place: str) -> None:
    places = found.setdefault(each, [])
    if place not in places:
        places.append(place)


def messages_in(source: str, place: str) -> Iterator[Message]:
    """The messages of one file; raises ``NotAMessageError`` where one is put together of pieces."""
    tree = ast.parse(source)
    names = _aliases(tree) | _MARKS
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        method = _method(call.func, names)
        if method:
            yield from _message_of(call, method, f"{place}:{call.lineno}")


def _aliases(tree: ast.AST) -> dict[str, str]:
    """Names that are given a method of a language: ``text = table.language.text``."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            several = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
            names = target.elts if several and isinstance(target, ast.Tuple) else [target]
            values = node.value.elts if several and isinstance(node.value, ast.Tuple) else [node.value]
            for name, value in zip(names, values, strict=False):
                if isinstance(name, ast.Name) and (method := _method(value, {})):
                    found[name.id] = method
    return found


def _method(function: ast.expr, names: dict[str, str]) -> str:
    """Which method of a language is called; empty for anything else."""
    if isinstance(function, ast.Name):
        return names.get(function.id, "")
    if not isinstance(function, ast.Attribute) or function.attr not in _METHODS:
        return ""
    owner = function.value
    name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
    return function.attr if name in ("language", "ENGLISH") else ""


def _message_of(call: ast.Call, method: str, place: str) -> Iterator[Message]:
    for first, second in product(*(_literals(argument, place) for argument in (*call.args, None, None)[:2])):
        if method == "text" and first is not None:
            yield Message("", first)
        elif method == "mark" and first is not None:
            yield Message(second or "", first)
        elif method == "counted" and first is not None:
            if second is None:
                raise NotAMessageError(f"{place}: a number needs both of its messages as literals")
            yield Message("", first, second)
        elif method == "word" and second is not None:
            if first is None:
                raise NotAMessageError(f"{place}: the context of a message has to be a literal")
            yield Message(first, second)


def _literals(argument: ast.expr | None, place: str) -> tuple[str | None, ...]:
    """The texts that a literal can be, ``None`` for a name that stands for a marked one.

    Raises ``NotAMessageError`` for what is put together.
    """
    if isinstance(argument, ast.IfExp):
        return (*_literals(argument.body, place), *_literals(argument.orelse, place))
    if isinstance(argument, ast.JoinedStr | ast.BinOp):
        raise NotAMessageError(f"{place}: a message is one literal with named fields, not put together of pieces")
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return (argument.value,)
    return (None,)
