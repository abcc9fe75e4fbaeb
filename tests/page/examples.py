"""The games of `examples/`, as text and as records."""

from functools import cache

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
