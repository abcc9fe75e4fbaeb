"""The games of `examples/`, as text and as records."""

import re
from base64 import b64decode
from functools import cache
from zlib import decompress

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


def data_of(html: str) -> str:
    """Return the JSON that is packed in a page, empty where a document has none."""
    return "".join(
        decompress(b64decode(data)).decode()
        for data in re.findall(r'<script type="application/zlib">(.*?)</script>', html)
    )
