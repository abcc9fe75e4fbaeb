"""The English of messages, of the API's description and of documents has none of the words and shapes that no native
speaker would use; what a service refuses is a message."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

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
}
"""Patterns that do not occur, each with what is written instead."""

REQUESTS: Final = "been carried out|is carried out once|were carried out"
"""Requests to the service, unlike actions, are carried out."""

GENERATED: Final = ("docs/cli.md", "docs/notation.md")
"""Pages that print the helps of commands, and the specification of the notation, which is a text of its own."""


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


def prose() -> Iterator[tuple[str, str]]:
    """Yield every message, the texts of the API and every document without examples and code, with where it is."""
    yield from described(json.loads(document(ENDPOINTS, "")), "openapi")
    for each, places in messages().items():
        yield places[0], f"{each.text}\n{each.plural}"
    for path in [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CHANGELOG.md"]:
        place = path.relative_to(ROOT).as_posix()
        if place not in GENERATED:
            text = re.sub(r"```.*?```|`[^`]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            yield place, re.sub(REQUESTS, "", text)


@pytest.mark.parametrize("pattern", INSTEAD)
def test_no_text_has_words_that_nobody_speaks(pattern: str) -> None:
    """Messages and documents do not have the word or shape; ``INSTEAD`` says what is written in its place."""
    found = [
        f"{place}: {text[max(0, match.start() - 40) : match.end() + 20]!r}"
        for place, text in prose()
        for match in re.finditer(pattern, text)
    ]
    assert found == [], f"write {INSTEAD[pattern]}"


SENTENCE_AT: Final = {"Problem": 2, "PostError": 0, "PuzzleError": 0, "PhotoError": 0, "AccessError": 0}
"""What a service refuses: the names of the errors, and which of their arguments is the sentence."""


def test_what_a_service_refuses_is_a_message() -> None:
    """No sentence about an error is a plain text, which pages in other languages would show in English."""
    plain = [
        f"{path.name}:{call.lineno}"
        for path in (ROOT / "replays").rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in SENTENCE_AT
        if isinstance(call.args[SENTENCE_AT[call.func.id]], ast.Constant | ast.JoinedStr)
    ]
    assert plain == []
