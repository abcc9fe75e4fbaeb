"""Where the search for inputs begins: sound games, in every form."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from notation import format_position, read_games
from notation.share import encode

EXAMPLES: Final = Path(__file__).resolve().parent.parent / "examples"


def _texts() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.cgn"))]


def _beginnings() -> Iterator[bytes]:
    """Yield the headers and the first turns of every example."""
    for text in _texts():
        yield text[:1_400].encode()


def _positions() -> Iterator[bytes]:
    for text in _texts():
        for reading in read_games(text):
            states = reading.game.states if reading.game else ()
            yield from (format_position(state).encode() for state in islice(states, 5, None, 40))


def _codes() -> Iterator[bytes]:
    for text in _texts():
        yield from (encode(reading.game).encode() for reading in read_games(text) if reading.game)


SEEDS: Final[dict[str, Callable[[], Iterator[bytes]]]] = {
    "game": _beginnings,
    "scan": _beginnings,
    "position": _positions,
    "share": _codes,
}
"""The inputs that a target begins with, where there are better ones than none."""
