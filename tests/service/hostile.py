"""A game that tries to break whatever shows it: markup, scripts and control characters in every text."""

from functools import cache
from random import Random
from typing import Final

from msgspec.structs import replace

from calimala_es.game import Game, Variation
from calimala_es.notes import Comment
from notation import dumps
from tests.strategies import Playout

MARKUP: Final = (
    "</script><script>window.hacked=1</script>",
    "\"'><img src=x onerror=window.hacked=1>",
    "<svg onload=window.hacked=1><style>*{display:none}</style>",
    "<!--<script>",
    "]]></text><script>window.hacked=1</script>",
    "&lt;b&gt;&#60;i>",
    "javascript:window.hacked=1",
    "{{7*7}}${7*7}<%= 7 %>",
    "[x](javascript:alert(1)) ![i](https://evil.example/i.png) **b** `c` ||d|| @everyone <@1> [url=https://evil.example]",
)
SIGNS: Final = (
    "\u202egnp.exe\u2066",
    "a\u0000b",
    "\x1b[31mred\x07",
    "e" + "\u0301" * 40,
    "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "\ufeff\u2028\u2029",
    "\\N \\l -o/tmp/hacked.svg",
    "x" * 3000,
    "=cmd|' /C calc'!A0",
)
HOSTILE: Final = MARKUP + SIGNS


def record(text: str, harmless: str = "", share: float = 0.3) -> Game:
    """Return a running game with a text in every place for free text."""
    game = Playout(3, 5).game
    moves = [*game.moves[: int(len(game.moves) * share)]]
    for place in (3, len(moves) // 2, len(moves) - 1):
        said = Comment(text, layer="table"), Comment(text), Comment(text, on_position=True)
        variation = Variation(f"v{place}", (moves[place],), text)
        moves[place] = replace(moves[place], notes=said, variations=(variation,))
    headers = [(name, text) for name in ("Event", "Site", "Blue", "Red", "Yellow", "Scribe", "Annotator", "Title")]
    headers.append(("Layer", f"maria - {text}"))
    return replace(game, moves=tuple(moves), headers=tuple(headers), notes=(Comment(text),))


@cache
def text_of(text: str, share: float = 0.3) -> str:
    """Return the hostile record as notation."""
    return dumps(record(text, share=share))


def whole(random: Random) -> str:
    """Return one game with every hostile text at once."""
    return text_of(" ".join(random.sample(HOSTILE, len(HOSTILE))))
