"""The messages of the sources: modules and templates are read, as Python and as Jinja has them, and never run.

A message is a literal in a call of ``language.text``, ``language.counted`` or ``language.word``, whatever comes before
``language``, of a name for one of these methods, of ``message`` and ``plural``, which mark messages in tables, or of
``Message``, ``wrong_usage`` and ``wrong_value``, of which errors are made. Words that have a form for each of their
contexts are listed in ``replays.text.terms``. In a template ``text``, ``counted`` and ``word`` are those of its
language.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from jinja2 import Environment, nodes

from replays.text.terms import CONTEXTS, SENTENCES

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCES: Final = ("calimala_es", "notation", "replays", "cli")
VOCABULARY: Final = "replays/text/terms.py"

_METHODS: Final = ("text", "counted", "word")
_MARKS: Final = {
    "message": "mark",
    "plural": "counted",
    "Message": "text",
    "wrong_usage": "text",
    "wrong_value": "text",
}


Literals = tuple[str | None, ...]
"""The texts that an argument can be; ``None`` for a name of a marked one."""


class SourceMessage(NamedTuple):
    """A message: its context (empty without one), its text, and its plural (empty without one)."""

    context: str
    text: str
    plural: str = ""


class NotAMessageError(Exception):
    """Something is given to a language that cannot be translated; the message says where and why."""


@cache
def messages(root: Path = ROOT) -> Mapping[SourceMessage, tuple[str, ...]]:
    """Return every message with the files that it is in, file by file, in its order there."""
    found: dict[SourceMessage, list[str]] = {}
    for name in SOURCES:
        for suffix, messages_in in _READERS.items():
            for path in sorted((root / name).rglob(f"*{suffix}")):
                place = path.relative_to(root).as_posix()
                for each in messages_in(path.read_text(encoding="utf-8"), place):
                    _add(found, each, place)
    for context, words in CONTEXTS.items():
        for word in words:
            _add(found, SourceMessage(context, word), VOCABULARY)
    for sentence in SENTENCES:
        _add(found, SourceMessage("", sentence), VOCABULARY)
    return {each: tuple(places) for each, places in found.items()}


def _add(found: dict[SourceMessage, list[str]], each: SourceMessage, place: str) -> None:
    places = found.setdefault(each, [])
    if place not in places:
        places.append(place)


def messages_in_module(source: str, place: str) -> Iterator[SourceMessage]:
    """Yield the messages of a module; raises ``NotAMessageError`` where one is put together of pieces."""
    tree = [*ast.walk(ast.parse(source))]
    names = _aliases(tree) | _MARKS
    calls = [node for node in tree if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        method = _method(call.func, names)
        if method:
            where = f"{place}:{call.lineno}"
            contexts = [_literals(each.value, where) for each in call.keywords if each.arg == "context"]
            (context,) = contexts[0] if contexts else ("",)
            arguments = [_literals(argument, where) for argument in call.args[:2]]
            yield from _messages_of(method, arguments, where, context or "")


def messages_in_template(source: str, place: str) -> Iterator[SourceMessage]:
    """Yield the messages of a template; raises ``NotAMessageError`` where one is put together of pieces."""
    for call in Environment().parse(source).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in _METHODS:
            where = f"{place}:{call.lineno}"
            yield from _messages_of(call.node.name, [_template_literals(each, where) for each in call.args[:2]], where)


_READERS: Final = {".py": messages_in_module, ".html": messages_in_template}
"""What finds the messages of a file, by the end of its name."""


def _aliases(tree: Sequence[ast.AST]) -> dict[str, str]:
    """Return the names that are given a method of a language: ``text = table.language.text``."""
    found: dict[str, str] = {}
    for node in tree:
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
    """Return the name of the method called on a language, empty for anything else."""
    if isinstance(function, ast.Name):
        return names.get(function.id, "")
    if not isinstance(function, ast.Attribute) or function.attr not in _METHODS:
        return ""
    owner = function.value.func if isinstance(function.value, ast.Call) else function.value
    name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
    return function.attr if name.lstrip("_") in ("language", "ENGLISH") else ""


def _messages_of(method: str, arguments: Sequence[Literals], place: str, context: str = "") -> Iterator[SourceMessage]:
    """Yield the messages of a call of a method with what its arguments can be; ``context`` is that of a plural."""
    for first, second in product(*[*arguments, (None,), (None,)][:2]):
        if method == "text" and first is not None:
            yield SourceMessage("", first)
        elif method == "mark" and first is not None:
            yield SourceMessage(second or "", first)
        elif method == "counted" and first is not None:
            if second is None:
                raise NotAMessageError(f"{place}: a number needs both of its messages as literals")
            yield SourceMessage(context, first, second)
        elif method == "word" and second is not None:
            if first is None:
                raise NotAMessageError(f"{place}: the context of a message has to be a literal")
            yield SourceMessage(first, second)


def _literals(argument: ast.expr, place: str) -> Literals:
    if isinstance(argument, ast.IfExp):
        return (*_literals(argument.body, place), *_literals(argument.orelse, place))
    if isinstance(argument, ast.JoinedStr | ast.BinOp):
        raise NotAMessageError(f"{place}: {_IN_PIECES}")
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return (argument.value,)
    return (None,)


def _template_literals(argument: nodes.Expr, place: str) -> Literals:
    if isinstance(argument, nodes.CondExpr):
        other = _template_literals(argument.expr2, place) if argument.expr2 else ()
        return (*_template_literals(argument.expr1, place), *other)
    if isinstance(argument, nodes.Concat | nodes.BinExpr | nodes.TemplateData):
        raise NotAMessageError(f"{place}: {_IN_PIECES}")
    if isinstance(argument, nodes.Const) and isinstance(argument.value, str):
        return (argument.value,)
    return (None,)


_IN_PIECES: Final = "a message is one literal with named fields, not put together of pieces"
