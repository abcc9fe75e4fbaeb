"""A table beside a stranger: how long a phone waits while one other address does its worst.

One phone records a game, twenty decisions a second at most, and three connections follow it; somebody else opens a
picture, a share code and a page of other games. First alone, then beside ``bench/stranger_worst.py``. Each has an
address of its own on the loopback network, and the service its default limits. The slowest hundredth of the phone's
waits may become twice as long; nobody but the stranger is refused.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

from bench.harness import Figure, Missing
from bench.service import appends, symbols
from bench.service_load import request_of
from bench.service_serving import ROOT, ours
from bench.store import random_game
from calimala_es.game import play
from calimala_es.store import PUBLIC_GAME, VisibilitySet, open_store

SECONDS: Final = 20.0
"""How long either part takes."""

_PAUSE: Final = 0.05
_OTHERS: Final = 300
"""Public games, more than the service holds."""

_MOMENT: Final = datetime(2026, 11, 20, 19, tzinfo=UTC)
_NEIGHBOUR: Final = "127.0.0.3"
_RESTS: Final = 1.0
"""Seconds between two requests of the neighbour."""

_GOAL: Final = 0.5


class Waits(NamedTuple):
    """Seconds that the phone waited for answers, its followers for decisions, the neighbour for pictures; and who was
    refused what.
    """

    phone: list[float]
    followers: list[float]
    neighbour: list[float]
    refused: list[str]


def slowest(seconds: list[float]) -> float:
    """Return the time within which 99 of 100 were answered, in milliseconds."""
    return sorted(seconds)[int(len(seconds) * 0.99)] * 1000


class _Connection:
    """A connection for one request after the other."""

    def __init__(self, port: int, address: str) -> None:
        self._port = port
        self._address = address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes) -> str:
        """Return the status of the answer."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(self._address, 0))
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = head.partition(b"content-length:")[2].partition(b"\r\n")[0]
        await reader.readexactly(int(length))
        return head[9:12].decode()

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()


async def _record(port: int, decisions: Iterator[bytes], until: float, waits: Waits, sent: list[float]) -> None:
    with closing(_Connection(port, "127.0.0.1")) as connection:
        await connection.ask(request_of("GET", "/record/example"))
        while perf_counter() < until and (decision := next(decisions, None)) is not None:
            started = perf_counter()
            sent.append(started)
            status = await connection.ask(decision)
            waits.phone.append(perf_counter() - started)
            if status != "201":
                waits.refused.append(f"phone {status}")
            await asyncio.sleep(_PAUSE)


async def _follow(port: int, game: str, waits: Waits, sent: list[float]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with closing(writer):
        writer.write(request_of("GET", f"/api/games/{game}/follow"))
        status = (await reader.readline())[9:12].decode()
        if status != "200":
            waits.refused.append(f"follower {status}")
            return
        heard = 0
        while line := await reader.readline():
            if line.startswith(b"data:") and sent:
                # Decisions that came between two looks at the log are in one message: that of the first counts.
                waits.followers.extend(perf_counter() - sent[heard] for _ in range(heard < len(sent)))
                heard = len(sent)
        waits.refused.append("follower, ended")


async def _look(port: int, others: list[str], until: float, waits: Waits) -> None:
    number = 0
    with closing(_Connection(port, _NEIGHBOUR)) as connection:
        while perf_counter() < until:
            game = others[number % len(others)]
            path = (f"{game}/board.png?at={number % 20 + 1}", f"{game}/share", f"{game}/page")[number % 3]
            started = perf_counter()
            status = await connection.ask(request_of("GET", f"/api/games/{path}"))
            waits.neighbour.append(perf_counter() - started)
            if status != "200":
                waits.refused.append(f"neighbour {status} at {path}")
            number += 1
            await asyncio.sleep(_RESTS)


async def _part(port: int, seed: int, others: list[str], seconds: float) -> Waits:
    """Record a game that three follow."""
    decided = symbols(seed)
    requests = [*appends(port, [decided], "")]
    game = requests[0].split(b"/")[3].decode()
    waits, sent, until = Waits([], [], [], []), list[float](), perf_counter() + seconds
    following = [asyncio.create_task(_follow(port, game, waits, sent)) for _ in range(3)]
    await asyncio.sleep(0.5)
    await asyncio.gather(_record(port, iter(requests), until, waits, sent), _look(port, others[:20], until, waits))
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    return waits


def beside_stranger(seconds: float, report: Callable[[str], object]) -> tuple[Waits, Waits]:
    """Return the waits without and with the stranger; ``report`` is given what the stranger got."""
    with tempfile.TemporaryDirectory() as folder:
        return _beside_stranger(Path(folder, "games.db"), seconds, report)


def _beside_stranger(place: Path, seconds: float, report: Callable[[str], object]) -> tuple[Waits, Waits]:
    others = [f"other{number}" for number in range(_OTHERS)]
    games = [play(*random_game(seed)) for seed in range(8)]
    with open_store(place, lambda: _MOMENT) as store:
        for number, other in enumerate(others):
            store.create(other, games[number % len(games)], access=[VisibilitySet(PUBLIC_GAME)])
    with ours(place, limited=True) as port:
        quiet = asyncio.run(_part(port, 1, others, seconds))
        command = [sys.executable, "-m", "bench.stranger_worst", str(port), str(seconds + 2), *others]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as stranger:
            assert stranger.stdout is not None
            stranger.stdout.readline()
            disturbed = asyncio.run(_part(port, 2, others, seconds))
            statuses: dict[str, Any] = json.loads(stranger.stdout.readline())
        report(f"the stranger got {statuses}")
    return quiet, disturbed


def figures(rounds: int) -> Iterator[Figure | Missing]:
    """Measure the waits of the phone, of its followers and of others, alone and beside a stranger."""
    if sys.platform != "linux":
        yield Missing("a table beside a stranger", "only Linux gives each an address of its own without any set-up")
        return
    quiet, disturbed = beside_stranger(
        SECONDS if rounds > 1 else SECONDS / 4, lambda words: print(words, file=sys.stderr)
    )
    for name, before, after, goal in (
        ("the phone", quiet.phone, disturbed.phone, _GOAL),
        ("those who follow", quiet.followers, disturbed.followers, None),
        ("a neighbour", quiet.neighbour, disturbed.neighbour, None),
    ):
        mine, alone = slowest(after), slowest(before)
        yield Figure(f"beside a stranger: {name}, p99", "ms", mine, "alone", alone, alone / mine, goal)
    refused = [*quiet.refused, *disturbed.refused]
    if refused:
        yield Missing("beside a stranger", f"refused: {', '.join(refused)}")


if __name__ == "__main__":
    for figure in figures(2):
        print(figure)
