"""Files of many games: finding games, tokens, damage, and how much memory a file of any size takes.

The headers of a file are read beside python-chess's ``read_headers``, in bytes of each one's own games of ordinary
length with ordinary headers. Tokens are those of whole games without any rules, beside sgfmill's parser, which makes a
tree of properties of its. Damaged texts have a strange word in each game, or one in place of a placement, so that the
turn is lost and much of what follows cannot be; they are read with full legality beside the sound ones, by words.
Memory is the highest of a process of its own that goes through a generated file: a large file beside one a tenth as
large, a ratio of 1 says that it is flat. An index holds 16 bytes a game.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO, StringIO
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from msgspec.structs import replace

from bench.games import games
from bench.harness import Contender, Figure, beside, contender, race, timed
from bench.text import chess_texts
from notation import dumps, read_games
from notation.files.index import index_of, read_at
from notation.files.scan import scan_games, scan_headers
from notation.grammar.tokens import split_games
from notation.reader.games import read_game

MEGABYTES: Final = 20
"""How large the largest generated file is, if nothing else is said."""

SMALLER: Final = 10
"""How often the small file goes into the large one."""

READ_SHARE: Final = 10
"""The part of it that is also read with full legality, which takes longer."""

COPIES: Final = 20
"""How often the games come in the file whose headers are read."""

HEADERS: Final = (
    ("Event", "A league of many evenings"), ("Site", "Florence"), ("Date", "2026.11.20"), ("Round", "3"),
    ("Blue", "Maria"), ("Red", "Angelica"), ("Yellow", "Tania"), ("Result", "*"),
)  # fmt: skip

WRONG: Final = "XX"
_TURN: Final = re.compile(r"(?m)^([1-9][0-9]*\. )(\S+)")


def texts() -> list[str]:
    """Return the games of all measurements as text, with ordinary headers."""
    return [dumps(replace(random_game.game, headers=HEADERS)) for random_game in games()]


def _first(_turns: int) -> Sequence[int]:
    return (0,)


def _middle(turns: int) -> Sequence[int]:
    return (turns // 2,)


class Damage(NamedTuple):
    """What is wrong with a game: in which turns, by their number among all, and what is there for a placement."""

    turns: Callable[[int], Sequence[int]]
    instead: str = WRONG

    def done(self, text: str) -> str:
        """Return the game with the damage."""
        wanted = {*self.turns(len(_TURN.findall(text)))}
        number = iter(range(1_000))
        return _TURN.sub(lambda match: match[1] + self._word(match[2], is_wrong=next(number) in wanted), text)

    def _word(self, word: str, *, is_wrong: bool) -> str:
        return self.instead.format(word) if is_wrong else word


DAMAGES: Final[dict[str, Damage]] = {
    "a strange word in the middle": Damage(_middle, f"{{}} {WRONG}"),
    "a strange word in every turn": Damage(range, f"{{}} {WRONG}"),
    "a turn lost at the start": Damage(_first),
    "a turn lost in the middle": Damage(_middle),
    "all turns lost": Damage(range),
}
"""Kinds of damage, by how a line of the report calls them."""

SLIPS: Final = ("a strange word in the middle", "a turn lost at the start", "a turn lost in the middle")
"""Those that are one slip in a game."""


def _scan(data: bytes) -> None:
    assert sum(1 for _ in scan_headers(BytesIO(data))) == COPIES * len(games())


def _scan_chess(text: str) -> None:
    pgn, file = contender("chess.pgn"), StringIO(text)
    while pgn.read_headers(file) is not None:
        pass


def _sgf(moves: int, random: Random) -> bytes:
    points = ["".join(random.choices("abcdefghijklmnopqrs", k=2)) for _ in range(moves)]
    nodes = "".join(f";{'BW'[number % 2]}[{point}]" for number, point in enumerate(points))
    return f"(;GM[1]FF[4]SZ[19]PB[Maria]PW[Angelica]DT[2026-11-20]RE[B+3]{nodes})".encode()


def figures(rounds: int, megabytes: int = MEGABYTES) -> Iterator[Figure]:
    """Measure headers, tokens, damage and memory; ``megabytes`` is the size of the largest file."""
    ours = texts()
    yield from _header_figures(ours, rounds)
    yield from _token_figures(ours, rounds)
    yield from _damage_figures(ours, rounds)
    yield from _memory_figures(ours, megabytes)


def _header_figures(ours: list[str], rounds: int) -> Iterator[Figure]:
    data = "\n".join(ours * COPIES).encode()
    pgn = "\n\n".join(chess_texts() * COPIES) + "\n"
    one, chess = race(
        [
            lambda: timed(lambda: _scan(data), len(data) / 1e6),
            lambda: timed(lambda: _scan_chess(pgn), len(pgn) / 1e6),
        ],
        rounds,
    )
    yield beside("header scan with offsets", "MB/s", "python-chess", one, chess, goal=1)


def _token_figures(ours: list[str], rounds: int) -> Iterator[Figure]:
    grammar = contender("sgfmill.sgf_grammar")
    random = Random(7)
    records = [_sgf(200, random) for _ in ours]
    units = sum(len(source.tokens()) for text in ours for source in split_games(text, ""))
    theirs = sum(len(grammar.tokenise(record)[0]) for record in records)
    one, sgf = race(
        [
            lambda: timed(lambda: [source.tokens() for text in ours for source in split_games(text, "")], units),
            lambda: timed(lambda: [grammar.parse_sgf_game(record) for record in records], theirs),
        ],
        rounds,
    )
    yield beside("tokens only", "tokens/s", "sgfmill", one, sgf, goal=1)


def _damage_figures(ours: list[str], rounds: int) -> Iterator[Figure]:
    words = sum(len(text.split()) for text in ours)
    damaged = [[damage.done(text) for text in ours] for damage in DAMAGES.values()]
    assert all(reading.errors for texts in damaged for text in texts for reading in read_games(text))
    sound, *others = race([_reader(ours, words), *(_reader(some, words) for some in damaged)], rounds)
    for name, speeds in zip(DAMAGES, others, strict=True):
        goal = 1 if name in SLIPS else None
        yield beside(f"damaged text: {name}", "words/s", "sound text", speeds, sound, goal=goal)


def _reader(some: list[str], words: int) -> Contender:
    return lambda: timed(lambda: [reading for text in some for reading in read_games(text)], words)


# Memory.


def _scan_file(path: Path) -> int:
    with path.open("rb") as file:
        return sum(1 for _ in scan_games(file))


def _split_file(path: Path) -> int:
    with path.open(encoding="utf-8") as file:
        return sum(1 for _ in split_games(file, ""))


def _index_file(path: Path) -> int:
    with path.open("rb") as file:
        found = index_of(file)
        assert read_game(read_at(file, found[-1])).game is not None
        return len(found)


def _read_file(path: Path) -> int:
    with path.open(encoding="utf-8") as file:
        return sum(1 for reading in read_games(file) if reading.game)


WALKS: Final[dict[str, Callable[[Path], int]]] = {
    "headers and bytes of all games": _scan_file,
    "all games as text": _split_file,
    "an index, and the last game by it": _index_file,
    "all games, checked": _read_file,
}
"""What is done with a file, by how a line of the report calls it."""


def _memory_figures(ours: list[str], megabytes: int) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.cgn"
        for name, walk in WALKS.items():
            most = megabytes / READ_SHARE if walk is _read_file else megabytes
            little, much = (_peak(path, ours, size * 1e6, name) for size in (most / SMALLER, most))
            yield Figure(
                f"memory: {name}, {most:g} MB", "MB", much, f"{most / SMALLER:g} MB", little, little / much, 0.8
            )


def _peak(path: Path, ours: list[str], size: float, walk: str) -> float:
    """Return the highest memory of a process that goes through a file of this size, in megabytes."""
    with path.open("wb") as file:
        for text in cycle(ours):
            if file.tell() >= size:
                break
            file.write(text.encode() + b"\n")
    command = [sys.executable, "-m", "bench.files", walk, str(path)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _own_peak() -> float:
    """Return the highest memory of this process so far, in megabytes."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) / 1e3
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


if __name__ == "__main__":
    WALKS[sys.argv[1]](Path(sys.argv[2]))
    print(_own_peak())
