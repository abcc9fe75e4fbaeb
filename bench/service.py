"""How fast the service is beside a starlette hello-world under the same server; how fast followers hear.

Contenders take turns in one run, each for a second: the hello-world, the position at a step of a game, a decision
appended to a game with an idempotency key (a loop of its own has games of its own, so that every decision is saved and
none refused; the answer has the version, ``?now=0``). ``bench/service_load.py`` asks over 16 connections at once.
The same for an answer with all that a recorder's phone shows.

Followers: connections that follow one game hear of a decision; the time from before it is sent until the last of them
has it, beside the time between two looks at the log (``Options.poll``).
"""

import asyncio
import json
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, Final
from urllib.request import urlopen

from bench import service_page
from bench.harness import Figure, Lap, beside, race
from bench.service_load import load, posted, request_of
from bench.service_serving import hello, ours
from bench.store import random_game
from calimala_es.decide import step
from calimala_es.deck import chance_command, is_chance
from calimala_es.game import Game, play
from calimala_es.initial import initial, shuffled_setup
from calimala_es.legal import legal
from notation import dumps
from notation.grammar.symbols import format_command
from replays.service.options import Options

CONNECTIONS: Final = 16
SECONDS: Final = 1.0
FOLLOWERS: Final = 500
CHANGES: Final = 9

_GAMES_EACH: Final = 30
"""Games that each connection has to write."""


def looked_at(port: int, game: str) -> Any:
    """Return the position at the end of a game."""
    with urlopen(f"http://127.0.0.1:{port}/api/games/{game}/state") as answer:
        return json.load(answer)


def begun(port: int, record: Game) -> tuple[str, str]:
    """Make a game and return its id and its recorder's key."""
    made = posted(port, "/api/games", {"notation": dumps(record), "visibility": "public"})
    return made["id"], made["keys"]["recorder"]


def symbols(seed: int) -> tuple[Game, list[str]]:
    """Return a set-up, and the decisions of a whole random game in notation."""
    setup, commands = random_game(seed)
    state, decided = initial(setup), list[str]()
    for command in commands:
        decided.append(format_command(state, command))
        _, state = step(state, command)
    return play(setup), decided


def states(port: int) -> list[bytes]:
    """Yield requests for the position at every turn of a game that was played."""
    setup, commands = random_game(1)
    game, _ = begun(port, play(setup, commands))
    last = looked_at(port, game)["turn"]
    return [request_of("GET", f"/api/games/{game}/state?at={turn}") for turn in range(1, last + 1)]


def appends(port: int, games: list[tuple[Game, list[str]]], query: str) -> Iterator[bytes]:
    """Yield requests that write games down, decision by decision."""
    for record, decisions in games:
        game, key = begun(port, record)
        for number, symbol in enumerate(decisions):
            headers = {
                "Authorization": f"Bearer {key}",
                "If-Match": "*",
                "Idempotency-Key": f"{number}",
                "Content-Type": "application/json",
            }
            body = json.dumps({"notation": symbol}).encode()
            yield request_of("POST", f"/api/games/{game}/decisions{query}", headers, body)


def writing(port: int, query: str) -> list[Iterator[bytes]]:
    """Return the requests of all connections, games begun and bytes made."""
    games = [symbols(seed) for seed in range(4)]
    return [iter([*appends(port, games * (_GAMES_EACH // 4), query)]) for _ in range(CONNECTIONS)]


def speeds(rounds: int) -> list[Figure]:
    """Return the speeds of reading and writing."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as servers:
        theirs, our = servers.enter_context(hello()), servers.enter_context(ours(Path(folder, "games.db")))
        greeting, asked = request_of("GET", "/"), states(our)
        short, whole = writing(our, "?now=0"), writing(our, "?table=1")

        def greeted() -> Lap:
            return load(theirs, [cycle([greeting]) for _ in range(CONNECTIONS)], SECONDS)

        def looked() -> Lap:
            return load(our, [cycle(asked) for _ in range(CONNECTIONS)], SECONDS)

        found = race([greeted, looked, lambda: load(our, short, SECONDS), lambda: load(our, whole, SECONDS)], rounds)
    rival = "starlette hello-world"
    names = ("position at a step", "a decision appended", "the same, with all a phone shows")
    goals = (0.5, 0.15, None)
    return [
        beside(f"service: {name}", "requests/s", rival, mine, found[0], goal=goal)
        for name, mine, goal in zip(names, found[1:], goals, strict=True)
    ]


class Hearing(asyncio.Protocol):
    """A connection that follows a game; ``heard_by`` is set by each message with an awaited version."""

    def __init__(self, request: bytes) -> None:
        """Follow with this request."""
        self.heard = asyncio.Event()
        self._request = request
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the request."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Read a part; a message ends with an empty line."""
        self._buffer += data
        if b"\nid: " in self._buffer and self._buffer.rstrip(b"\r\n") != self._buffer and b"\n\n" in self._buffer:
            self._buffer = b""
            self.heard.set()


async def _heard(port: int, followers: int, changes: int) -> list[float]:
    chance = Random(1)
    setup = shuffled_setup("bryg", chance)
    game, key = begun(port, play(setup))
    request = request_of("GET", f"/api/games/{game}/follow")
    running = asyncio.get_running_loop()
    there = [
        (await running.create_connection(lambda: Hearing(request), "127.0.0.1", port))[1] for _ in range(followers)
    ]
    state, times = initial(setup), list[float]()
    for _ in range(changes + 1):
        await asyncio.gather(*(one.heard.wait() for one in there))
        for one in there:
            one.heard.clear()
        command = chance_command(state, chance) if is_chance(state) else chance.choice(legal(state))
        body = {"notation": format_command(state, command)}
        headers = {"Authorization": f"Bearer {key}", "If-Match": "*"}
        _, state = step(state, command)
        started = perf_counter()
        await asyncio.to_thread(posted, port, f"/api/games/{game}/decisions?now=0", body, headers)
        await asyncio.gather(*(one.heard.wait() for one in there))
        times.append(perf_counter() - started)
    return times[1:]


def following() -> Figure:
    """Return how long the last of many followers waits for a decision."""
    with tempfile.TemporaryDirectory() as folder, ours(Path(folder, "games.db")) as port:
        times = asyncio.run(_heard(port, FOLLOWERS, CHANGES))
    mine, poll = median(times) * 1000, Options().poll * 1000
    name = f"service: the last of {FOLLOWERS} followers hears"
    return Figure(name, "ms", mine, "between two looks at the log", poll, poll / mine)


def figures(rounds: int) -> Iterator[Figure]:
    """Measure the service: reading, writing, following, and its page."""
    yield from speeds(rounds)
    yield following()
    yield from service_page.figures(min(rounds, 5))


if __name__ == "__main__":
    for figure in figures(5):
        print(figure)
