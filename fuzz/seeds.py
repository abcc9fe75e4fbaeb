"""Where the search for inputs begins: games in every form, those of the examples and of the conformance cases."""

from collections.abc import Callable, Iterator
from itertools import islice, product
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from calimala_es.game import play
from calimala_es.setup import Setup
from calimala_es.store import memory_store
from cli.setup_file import format_box
from fuzz.bodies import store_clock
from notation import dumps, format_position, read_games
from notation.json.events import dumps_events
from notation.json.game import dumps_json
from notation.share import encode
from replays.service.app import ENDPOINTS
from replays.wishes import Box

ROOT: Final = Path(__file__).resolve().parent.parent
EXAMPLES: Final = ROOT / "examples"
CASES: Final = ROOT / "conformance" / "cases"
MOST_BYTES: Final = 1_500
"""The longest input: a game is found broken in its first turns or not at all."""


def _texts() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.cgn"))]


def _beginnings() -> Iterator[bytes]:
    """Yield the headers and the first turns of every example, and the short cases whole."""
    for text in _texts():
        yield text[:1_400].encode()
    cases = (path.read_bytes() for path in sorted(CASES.glob("*/*.cgn")))
    yield from (case for case in cases if len(case) <= MOST_BYTES)


def _positions() -> Iterator[bytes]:
    for text in _texts():
        for reading in read_games(text):
            states = reading.game.states if reading.game else ()
            yield from (format_position(state).encode() for state in islice(states, 5, None, 40))


def _codes() -> Iterator[bytes]:
    for text in _texts():
        yield from (encode(reading.game).encode() for reading in read_games(text) if reading.game)


def _boxes() -> Iterator[bytes]:
    yield format_box(Box()).encode()


def _bodies() -> Iterator[bytes]:
    """Yield bodies for each endpoint, the byte that chooses it first."""
    bodies = (
        b'{"notation": "?"}',
        b'{"count": 1}',
        b'{"text": "a", "at": "1"}',
        b'{"table": {"players": [{}, {}], "deal": true}}',
        b'{"setup": {"names": {"red": "a"}}}',
        b'[{"type": "game"}]',
    )
    yield from (
        bytes([number]) + body for number in range(len([one for one in ENDPOINTS if one.takes])) for body in bodies
    )


def _in_pieces() -> Iterator[bytes]:
    """Yield texts of two games in each format, the byte that says how they are cut first."""
    game = play(Setup("bry", "WBMUCAVTS"), [])
    texts = (
        f"{dumps(game)}\n{dumps(game)}",
        f"{dumps_json(game)}\n{dumps_json(game)}",
        "\n".join([*dumps_events(game), *dumps_events(game)]),
    )
    yield from (bytes([size]) + text.encode() for size in (0, 6, 100) for text in texts)


def _changes() -> Iterator[bytes]:
    """Yield changes of one part of one row, in both games."""
    kinds, rows = (0, 160, 210, 230, 250), (0, 90, 200)
    for game, kind, stream, row in product((0, 255), kinds, (0, 200), rows):
        yield bytes([game, kind, stream, 0, row, 3, 5])


def _backups() -> Iterator[bytes]:
    for count in (0, 1):
        with memory_store(store_clock) as store:
            game = play(Setup("bry", "WBMUCAVTS"), [])
            store.create("a", replace(game, headers=(("Blue", "Maria"),) * count))
            store.photos.save("a", "p.png", b"a photo")
            yield b"".join(store.backup())


SEEDS: Final[dict[str, Callable[[], Iterator[bytes]]]] = {
    "game": _beginnings,
    "scan": _beginnings,
    "position": _positions,
    "share": _codes,
    "box": _boxes,
    "body": _bodies,
    "pieces": _in_pieces,
    "rows": _changes,
    "backup": _backups,
}
"""The inputs that a target begins with, where there are better ones than none."""
