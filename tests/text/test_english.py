"""The English of messages, of help texts, of the API's description and of documents has none of the words and shapes
that no native speaker would use; what a service refuses is a message."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import click
import pytest

from cli.main import calimala
from cli.options import LazyGroup
from replays.service.api.about import document
from replays.service.app import ENDPOINTS
from translation.extraction import messages

ROOT: Final = Path(__file__).resolve().parents[2]

INSTEAD: Final = {
    r"\btold\b|\btells\b": "reported, recorded, says",
    r"(?<![Tt]here )\bis no (?!longer|more)": "is not a",
    r"\blacks?\b|\blacking\b": "is missing",
    r"\bfor good\b": "permanently; net change",
    r"\bby at most\b": "by up to",
    r"\bcarr(y|ies|ied) out\b": "does",
    r"\bwhoever\b": "anyone who",
    r"\b(he|his|him)\b": "the player, they",
    r"\b(has|have|had) to (?!do\b)": "must",
    r"\b(is|are) to be\b": "must; an imperative",
    r"\bbrought back\b|\bbring back\b": "redone, redo",
    r"\btaken? in\b|\btakes in\b": "imported, import",
    r"\b(game|turn) goes on\b": "continues",
    r"\bcannot stand\b": "is no longer legal",
    r"\ba (row|line|field) a (turn|row|game|line)\b": "one row per turn",
    r"\bnobody (wrote|told|recorded|says)\b": "was not recorded",
    r"\bset right\b": "correct",
    r"\bturned? over\b|\blays? open\b|\blaid open\b": "reveal, face up",
    r"\bnot due\b": "not needed here",
    r"\blooks? on\b|\bmay look\b": "views, can view",
    r"\bknown here\b": "is supported, recognised; this version knows",
    r", try again\b": "so nothing was saved; try again",
    r"\bthere is no \w+ in it\b": "no ... was found",
    r"\bthat (it|they) (begins?|ends?|lies?|goes?) (in|on|at)\b": "in which it begins",
    r"\b(somebody|the same author|others) (else )?(keep )?add(s|ed|ing) to\b": "has changed",
    r"\b(coarser|finer) (step|one)": "larger, smaller step",
    r"\bknows? more about\b": "records ... in more detail",
    r"\bis seen to\b": "is seen holding",
}
"""Patterns that do not occur, each with what is written instead."""

REQUESTS: Final = "been carried out|is carried out once|were carried out"
"""Requests to the service, unlike actions, are carried out."""

GENERATED: Final = ("docs/cli.md", "docs/notation.md")
"""Pages that print the helps of commands, and the specification of the notation, which is a text of its own."""

INSTEAD_IN_COMMANDS: Final = INSTEAD | {
    r"; again\b|\bagain for\b": "May be repeated",
    r"\b[Oo]therwise (today|shuffled|an id)\b|\bWithout it\b": "(default: ...)",
    r"\bexclude each other\b|\bgo together\b": "cannot be combined; use only one of",
    r"\bsay (which|the|one|how|it)\b": "name, specify",
    r"\bis none\b|\bare left out\b|\btake out\b": "is not; skipped; remove",
    r"\bright would be\b": "expected",
    r"\bstands? (there|now|better)\b|\bwhat stands\b": "is there; is ahead",
    r"\bdecide[ds]? again\b": "replay",
    r", as [A-Z0-9'`]": "e.g.",
    r"\btake back\b|\btaken back\b": "undo, remove",
    r"\bnot both\b": "use only one of",
    r"default: (with|without)\b": "default: on, off",
    r"\bby --by\b|\bof --by\b": "of this author",
    r"\b(help explains|quit leaves)\b": "type help for help, quit to leave",
}
"""The same for what the command line prints itself."""


Json = dict[str, Any] | list[Any] | str | float | None


def described(part: Json, place: str) -> Iterator[tuple[str, str]]:
    """Yield the summaries and descriptions of an OpenAPI document, with where they are."""
    if isinstance(part, list):
        for number, one in enumerate(part):
            yield from described(one, f"{place}/{number}")
    elif isinstance(part, dict):
        for name, one in part.items():
            if name in ("summary", "description") and isinstance(one, str):
                yield place, one
            else:
                yield from described(one, f"{place}/{name}")


def commands(group: LazyGroup = calimala, path: str = "calimala") -> Iterator[tuple[str, click.Command]]:
    """Yield every group and command of the program, with what calls it."""
    yield path, group
    for section in group.sections.values():
        for name in section:
            command = group.get_command(click.Context(group), name)
            assert command is not None
            if isinstance(command, LazyGroup):
                yield from commands(command, f"{path} {name}")
            else:
                yield f"{path} {name}", command


@cache
def helps() -> tuple[tuple[str, str], ...]:
    """Return the help of every command, with what calls it; that of a group has a line for each of its commands."""
    found: list[tuple[str, str]] = []
    for path, command in commands():
        context = click.Context(command, info_name=path, help_option_names=["-h", "--help"])
        found.append((path, " ".join(command.get_help(context).split())))
    return tuple(found)


@cache
def texts_of_commands() -> tuple[tuple[str, str], ...]:
    """Return the strings in the sources of the command line that are no docstrings, with where they are."""
    found: list[tuple[str, str]] = []
    for path in sorted((ROOT / "cli").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        parts |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                text = "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
                text = node.value
            else:
                continue
            found.append((f"{path.relative_to(ROOT)}:{node.lineno}", " ".join(text.split())))
    return tuple(found)


@cache
def prose() -> tuple[tuple[str, str], ...]:
    """Return every message, the texts of the API and every document without examples and code, with where it is."""
    found = [*described(json.loads(document(ENDPOINTS, "")), "openapi")]
    found += [(places[0], f"{each.text}\n{each.plural}") for each, places in messages().items()]
    for path in [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CHANGELOG.md"]:
        place = path.relative_to(ROOT).as_posix()
        if place not in GENERATED:
            text = re.sub(r"```.*?```|`[^`]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            found.append((place, re.sub(REQUESTS, "", text)))
    return tuple(found)


@pytest.mark.parametrize("pattern", INSTEAD)
def test_no_text_has_words_that_nobody_speaks(pattern: str) -> None:
    """Messages and documents do not have the word or shape; ``INSTEAD`` says what is written in its place."""
    found = [
        f"{place}: {text[max(0, match.start() - 40) : match.end() + 20]!r}"
        for place, text in prose()
        for match in re.finditer(pattern, text)
    ]
    assert found == [], f"write {INSTEAD[pattern]}"


@pytest.mark.parametrize("pattern", INSTEAD_IN_COMMANDS)
def test_no_help_has_words_that_nobody_speaks(pattern: str) -> None:
    """The same holds for the helps and all other texts of the command line, with more that is said shorter."""
    found = [
        f"{place}: {text[max(0, match.start() - 40) : match.end() + 20]!r}"
        for place, text in (*helps(), *texts_of_commands())
        for match in re.finditer(pattern, text)
    ]
    assert found == [], f"write {INSTEAD_IN_COMMANDS[pattern]}"


def test_options_are_described_alike() -> None:
    """The help of an option begins with a capital letter or a value, has no full stop at its end, and is not empty."""
    wrong = [
        f"{path} {option.opts[0]}: {option.help!r}"
        for path, command in commands()
        for option in command.params
        if isinstance(option, click.Option) and not option.hidden
        if not option.help
        or option.help.endswith(".")
        or not re.match(r"[A-Z0-9!]|[a-z][a-z-]*(?:,| \(| or )", option.help)
    ]
    assert wrong == []


SENTENCE_AT: Final = {"Problem": 2, "PostError": 0, "PuzzleError": 0, "PhotoError": 0, "AccessError": 0}
"""What a service refuses: the names of the errors, and which of their arguments is the sentence."""


def test_what_a_service_refuses_is_a_message() -> None:
    """No sentence about an error is a plain text, which pages in other languages would show in English."""
    made = re.compile(rf"\b(?:{'|'.join(SENTENCE_AT)})\(")
    plain = [
        f"{path.name}:{call.lineno}"
        for path in (ROOT / "replays").rglob("*.py")
        if made.search(source := path.read_text(encoding="utf-8"))
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in SENTENCE_AT
        if isinstance(call.args[SENTENCE_AT[call.func.id]], ast.Constant | ast.JoinedStr)
    ]
    assert plain == []
