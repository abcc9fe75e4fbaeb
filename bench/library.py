"""A library: what was played in a position, beside going through the texts of all games.

The library has random games of which no two are alike, and is asked for positions in the middle of ``SOUGHT`` of them.
The scan reads each text and compares the positions before all decisions of the same turn. It takes as long for every
game, so only a ``SHARE`` of them is read in a lap, which counts as much less. The more games there are, the greater is
the difference.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from bench.harness import Figure, beside, contender, race, timed
from calimala_es.frames import Placement
from calimala_es.state import State
from cli.commands.games.simulate import play_game
from notation import dumps, loads
from notation.files.scan import scan_games
from replays.library.keys import position_key

GAMES: Final = 500
SHARE: Final = 20
SOUGHT: Final = 5
"""The positions that are asked for in one lap."""


def _found_in(texts: list[str], state: State) -> int:
    """Return in how many games a position is, by reading all of them."""
    key, found = position_key(state), 0
    for text in texts:
        same = (one for one in loads(text).states if (one.turn, one.actor) == (state.turn, state.actor))
        found += any(position_key(one) == key for one in same)
    return found


def _middle(text: str) -> State:
    """Return the position before a placement in the middle of a game."""
    placements = [state for state in loads(text).states if type(state.now) is Placement]
    return placements[len(placements) // 2]


def figures(rounds: int) -> Iterator[Figure]:
    """Yield the figure of the explorer beside a scan, in positions a second."""
    contender("duckdb")
    from replays.library.building import Text, build
    from replays.library.explorer import explore_position
    from replays.library.folder import Library

    texts = [dumps(play_game(["random"] * 4, "bench", number)) for number in range(GAMES)]
    some = texts[: GAMES // SHARE]
    with TemporaryDirectory() as folder:
        library = Library.create(Path(folder) / "library")
        passages = scan_games("\n".join(texts).encode())
        for _ in build(library, (Text(f"games.cgn#{number}", "", one) for number, one in enumerate(passages, 1))):
            pass
        sought = [_middle(text) for text in some[:SOUGHT]]

        def explored() -> None:
            assert all(explore_position(library, state).games == 1 for state in sought)

        def scanned() -> None:
            assert _found_in(some, sought[0]) == 1

        one, other = race(
            (partial(timed, explored, SOUGHT, perf_counter), partial(timed, scanned, 1 / SHARE, perf_counter)), rounds
        )
    name = f"library: a position among {GAMES} games"
    yield beside(name, "positions/s", "reading all games", one, other, goal=20)
