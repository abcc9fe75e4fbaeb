"""A Pygments lexer of the notation: the only module that knows Pygments, which finds it by its entry point."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Token, string_to_tokentype

from notation.grammar.tokens import BYTE_ORDER_MARK, FIRST_HEADER
from notation.headers.setup_headers import MEDIA_TYPE
from notation.highlight.kinds import ESCAPE, KINDS, SPANS, WORDS, Rule

if TYPE_CHECKING:
    from pygments.token import TokenType

POP: Final = "#pop"


def token_of(kind: str) -> "TokenType":
    """Return the token of a kind of word."""
    return string_to_tokentype(KINDS[kind].token)


def _action(rule: Rule) -> "TokenType | Callable[..., Any]":
    tokens = [token_of(kind) for kind in rule.kinds]
    return tokens[0] if len(tokens) == 1 else bygroups(*tokens)


def _states() -> dict[str, list[Any]]:
    """Return the rules of the text, and of what is between two signs."""
    spans = {
        span.opening.pattern: [
            (span.closing.pattern, _action(span.closing), POP),
            (span.end, Token, POP),
            (ESCAPE.pattern, _action(ESCAPE)),
            (span.plain, token_of(span.kind)),
        ]
        for span in SPANS
    }
    openings = [(span.opening.pattern, _action(span.opening), span.opening.pattern) for span in SPANS]
    words = [(rule.pattern, _action(rule)) for rule in WORDS]
    return {"root": [(r"\s+", token_of("blank")), *openings, *words], **spans}


class CgnLexer(RegexLexer):
    """Games of Calimala as text."""

    name = "CGN"
    aliases: ClassVar = ["cgn", "calimala"]
    filenames: ClassVar = ["*.cgn"]
    mimetypes: ClassVar = [MEDIA_TYPE]
    flags = re.IGNORECASE | re.MULTILINE
    tokens: ClassVar = _states()

    @staticmethod
    def analyse_text(text: str) -> float:
        """Return 1 for a text that begins as every file of games does, else 0."""
        return float(text.removeprefix(BYTE_ORDER_MARK).startswith(FIRST_HEADER))
