"""Every rule has a test, and every rule that forbids something makes a command illegal in a test."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from calimala_es.families import FAMILIES

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent.parent
RULE = re.compile(r"\b[RE]\d+(?:\.(?:\d+|[A-Z][a-z]+))?\b")


def rules_of_the_game() -> set[str]:
    """Return the ids of sections 3 to 11 in the reference."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\*\*(R(?:[3-9]|1[01])\.\w+)\*\*", text, re.MULTILINE))


@cache
def nodes() -> list[ast.AST]:
    """Return all nodes of the modules that test rules."""
    return [node for path in TESTS.glob("test_*.py") for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]


def functions() -> Iterator[ast.FunctionDef]:
    """Yield every test of the rules."""
    for node in nodes():
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node


def spoken_of(text: str) -> set[str]:
    """Return the ids in a docstring; `R5.1 to R5.7` includes those in between."""
    ids = set(RULE.findall(text))
    for section, first, last in re.findall(r"\bR(\d+)\.(\d+) to R\1\.(\d+)\b", text):
        ids |= {f"R{section}.{number}" for number in range(int(first), int(last) + 1)}
    return ids


def refused() -> set[str]:
    """Return the rules whose breach a test checks: ids that are a whole string, `table.refuses(..., "R4.2")`."""
    return {
        node.value
        for node in nodes()
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE.fullmatch(node.value)
    }


def test_each_rule_is_followed() -> None:
    """Each rule of sections 3 to 11 is the requirement of some test."""
    rules = rules_of_the_game()
    assert len(rules) == 5 + 5 + 12 + 7 + 4 + 11 + 7 + 9 + 7 + len(FAMILIES)
    tested = {rule for function in functions() for rule in spoken_of(ast.get_docstring(function) or "")}
    assert rules - tested == set()


def test_each_example_is_played() -> None:
    """The examples of the first edition, E1, E2, E3 and E5, are tests."""
    tested = {rule for function in functions() for rule in spoken_of(ast.get_docstring(function) or "")}
    assert {"E1", "E2", "E3", "E5"} <= tested


def test_each_illegal_command_is_seen() -> None:
    """Each rule that the program names in an error makes a command illegal in a test."""
    named = {
        rule
        for path in (ROOT / "calimala_es").rglob("*.py")
        for rule in re.findall(r'"(R\d+(?:\.\w+)?)"', path.read_text(encoding="utf-8"))
    }
    assert len(named) > 30
    assert named - refused() - {"R4"} == set()
