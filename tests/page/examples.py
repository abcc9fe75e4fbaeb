"""The games of `examples/`, as text and as records."""

import re
from base64 import b64decode
from functools import cache
from zlib import decompress

from msgspec.structs import replace

from calimala_es.frames import Placement
from calimala_es.game import Game
from notation import loads
from tests.cli_runs import ROOT


@cache
def text_of(name: str) -> str:
    """Return the text of an example."""
    return (ROOT / "examples" / f"{name}.cgn").read_text(encoding="utf-8")


def example(name: str) -> Game:
    """Return the game of an example."""
    return loads(text_of(name))


def before(name: str, turn: int, frame: type = Placement) -> Game:
    """Return an example up to where a turn waits for something: what is shown of few turns costs less than of all."""
    whole = example(name)
    for count, move in enumerate(whole.moves, 1):
        if move.state.turn == turn and isinstance(move.state.now, frame):
            return replace(whole, moves=whole.moves[:count])
    raise AssertionError(f"no such moment in {name}")


def data_of(html: str) -> str:
    """Return the JSON that is packed in a page, empty where a document has none."""
    return "".join(
        decompress(b64decode(data)).decode()
        for data in re.findall(r'<script type="application/zlib">(.*?)</script>', html)
    )
