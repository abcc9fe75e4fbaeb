"""The TextMate grammar of the notation, which many editors read: made from the table of kinds."""

from typing import Any, Final

from notation.highlight.kinds import ESCAPE, KINDS, SPANS, WORDS, Rule, Span

NAME: Final = "CGN"
SCOPE: Final = "cgn"
_NO_CASE: Final = "(?i)"


def grammar() -> dict[str, Any]:
    """Return the grammar as JSON has it."""
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": NAME,
        "scopeName": f"source.{SCOPE}",
        "fileTypes": [SCOPE],
        "patterns": [*map(_span, SPANS), *map(_rule, WORDS)],
    }


def scope_of(kind: str) -> str:
    """Return the scope of a kind of word; empty for blanks."""
    scope = KINDS[kind].scope
    return f"{scope}.{SCOPE}" if scope else ""


def _rule(rule: Rule) -> dict[str, Any]:
    match = {"match": _NO_CASE + rule.pattern}
    return match | ({"name": scope_of(rule.kinds[0])} if len(rule.kinds) == 1 else {"captures": _captures(rule)})


def _captures(rule: Rule) -> dict[str, Any]:
    """Return the kind of the whole match, or those of its groups."""
    first = 0 if len(rule.kinds) == 1 else 1
    scopes = {str(group): scope_of(kind) for group, kind in enumerate(rule.kinds, first)}
    return {group: {"name": scope} for group, scope in scopes.items() if scope}


def _span(span: Span) -> dict[str, Any]:
    return {
        "begin": _NO_CASE + span.opening.pattern,
        "beginCaptures": _captures(span.opening),
        "end": f"{_NO_CASE}{span.closing.pattern}|{span.end}",
        "endCaptures": _captures(span.closing),
        "contentName": scope_of(span.kind),
        "patterns": [_rule(ESCAPE)],
    }
