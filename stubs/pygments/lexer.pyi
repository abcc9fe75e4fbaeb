from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from pygments.token import TokenType

class Lexer:
    name: ClassVar[str]
    aliases: ClassVar[list[str]]
    filenames: ClassVar[list[str]]
    mimetypes: ClassVar[list[str]]
    def __init__(self, **options: Any) -> None: ...
    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, TokenType, str]]: ...

class RegexLexer(Lexer):
    flags: ClassVar[int]
    tokens: ClassVar[dict[str, list[Any]]]

def bygroups(*args: TokenType) -> Callable[..., Any]: ...
