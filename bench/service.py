"""How fast the service is beside a starlette hello-world under the same server; how fast followers hear.

Contenders take turns in one run, each for a second: the hello-world, the position at a step of a game, a decision
appended to a game with an idempotency key (a loop of its own has games of its own, no two alike, so that every decision
is saved and none refused; the answer has the version, ``?now=0``). ``bench/service_load.py`` asks over 16 connections
at once. The same with all that is needed to go on recording: what may come and the sheet of the turn, the last
decisions, the next tiles, what everybody has. The same with the page of the table beside it, as a phone shows it that
has nothing yet; and with what changed of all that since the answer before, which a phone asks for.

A game that the service does not hold: more games than it holds, each of which somebody has looked at, asked for in
turn, beside one game that is held; all answers are made once. And games at which nobody has looked yet, beside others
that are held and in which a decision has just been recorded, so that the answer has to be made on both sides; each
request asks for another game there.

Searching: the slowest of searches for parts of words, of one letter to nine, among games that have names, places and
dates, in seconds of a processor.

Followers: connections that follow one game hear of a decision; the time from before it is sent until the last of them
has it, beside the time between two looks at the log (``Options.poll``).
"""

import asyncio
import json
import re
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final
from urllib.request import urlopen

from msgspec.structs import replace

from bench.harness import Contender, Figure, Lap, beside, race
from bench.service_load import load, posted, request_of
from bench.service_serving import hello, ours
from bench.store import MOMENT, random_game
from calimala_es.decide import step
from calimala_es.deck import chance_command, is_chance
from calimala_es.game import Game, play
from calimala_es.initial import initial, shuffled_setup
from calimala_es.legal import legal
from calimala_es.store import PUBLIC_GAME, RECORDER, Access, KeyGiven, Summary, VisibilitySet, open_store
from notation import dumps
from notation.grammar.symbols import format_command
from replays.service.access import digest_of, key_from, new_id
from replays.service.live.game_index import GameIndex
from replays.service.options import Options
from replays.service.visibility.game_views import MOST_HELD

CONNECTIONS: Final = 16
SECONDS: Final = 1.0
FOLLOWERS: Final = 500
CHANGES: Final = 9
LISTED: Final = 10_000

_GAMES_EACH: Final = 5
"""Games that each connection has to write, of more than 400 decisions each."""

_READ: Final = MOST_HELD * 3 // 2
"""Games that are read, more than the service holds."""

_PARTS: Final = 6
"""Laps for which there are games in which nothing was recorded yet."""

_TAG: Final = b"{tag}"
_TAGGED: Final = re.compile(rb'"tag":"([^"]+)"')
"""What a request has in the place of the tag of the last answer, and where an answer has its own."""

_LONG: Final = 60.0
"""Seconds in which requests that are few are all answered."""


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
            yield decision(game, key, symbol, number, query)


def decision(game: str, key: str, symbol: str, number: int, query: str) -> bytes:
    """Return the request that records a decision, the only one of this number."""
    headers = {
        "Authorization": f"Bearer {key}",
        "If-Match": "*",
        "Idempotency-Key": f"{number}",
        "Content-Type": "application/json",
    }
    body = json.dumps({"notation": symbol}).encode()
    return request_of("POST", f"/api/games/{game}/decisions{query}", headers, body)


def writing(port: int, query: str, first: int) -> list[Iterator[bytes]]:
    """Return the requests of all connections, games begun and bytes made; games are those of seeds from ``first`` on,
    each another one.
    """
    games = [symbols(first + number) for number in range(CONNECTIONS * _GAMES_EACH)]
    return [iter([*appends(port, games[number::CONNECTIONS], query)]) for number in range(CONNECTIONS)]


def with_tags(requests: Iterator[bytes]) -> Generator[bytes, bytes | None]:
    """Yield requests, each with the tag of the answer to the one before, as a phone asks for what changed."""
    tag = b""
    for request in requests:
        answer = yield request.replace(_TAG, tag)
        if answer and (found := _TAGGED.search(answer)):
            tag = found[1]


def speeds(rounds: int) -> list[Figure]:
    """Return the speeds of reading and writing."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as servers:
        theirs, our = servers.enter_context(hello()), servers.enter_context(ours(Path(folder, "games.db")))
        greeting, asked = request_of("GET", "/"), states(our)
        short, whole, tabled = (
            writing(our, query, first) for query, first in (("?now=0", 1_000), ("", 2_000), ("?table=1", 3_000))
        )
        changes = [with_tags(one) for one in writing(our, f"?table=1&since={_TAG.decode()}", 4_000)]

        def greeted() -> Lap:
            return load(theirs, [cycle([greeting]) for _ in range(CONNECTIONS)], SECONDS)

        def looked() -> Lap:
            return load(our, [cycle(asked) for _ in range(CONNECTIONS)], SECONDS)

        def written(requests: Sequence[Iterator[bytes]]) -> Contender:
            return lambda: load(our, requests, SECONDS)

        found = race([greeted, looked, written(short), written(whole), written(tabled), written(changes)], rounds)
    rival = "starlette hello-world"
    names = (
        "position at a step",
        "a decision appended",
        "the same, with all that recording needs",
        "the same, with the page of the table too",
        "the same, with what changed of all that",
    )
    goals = (0.5, 0.25, 0.15, None, None)
    return [
        beside(f"service: {name}", "requests/s", rival, mine, found[0], goal=goal)
        for name, mine, goal in zip(names, found[1:], goals, strict=True)
    ]


def reading(rounds: int) -> list[Figure]:
    """Return the speeds of reading games that are not held beside those of reading some that are."""
    key = key_from("recorder", bytes(16))
    public, recorder = VisibilitySet(PUBLIC_GAME), KeyGiven(digest_of(key), RECORDER)
    with tempfile.TemporaryDirectory() as folder:
        place, decided = Path(folder, "games.db"), list[bytes]()
        with open_store(place, lambda: MOMENT) as store:
            for number in range(_READ):
                whole = play(*random_game(number))
                half = len(whole.moves) // 2
                begun = replace(whole, moves=whole.moves[:half])
                for name in ("looked", "changed", "unseen"):
                    store.create(f"{name}{number}", begun, access=[public, recorder])
                symbol = format_command(whole.state_at(half), whole.moves[half].command)
                decided.append(decision(f"changed{number}", key, symbol, half, "?now=0"))
        with ours(place) as port:
            looked, changing, unseen = (
                [request_of("GET", f"/api/games/{name}{number}/now") for number in range(_READ)]
                for name in ("looked", "changed", "unseen")
            )
            parts = [slice(first, first + _READ // _PARTS) for first in range(0, _READ, _READ // _PARTS)]
            to_change, to_see = iter(parts), iter(parts)

            def turns(requests: list[bytes]) -> Lap:
                return load(port, [cycle(requests[number::CONNECTIONS]) for number in range(CONNECTIONS)], SECONDS)

            def once(requests: list[bytes]) -> Lap:
                return load(port, [iter(requests[number::CONNECTIONS]) for number in range(CONNECTIONS)], _LONG)

            def changed() -> Lap:
                part = next(to_change)
                once(changing[part])
                once(decided[part])
                return once(changing[part])

            once(looked)
            one = race([lambda: turns(looked[:1] * CONNECTIONS), lambda: turns(looked)], rounds)
            others = race([changed, lambda: once(unseen[next(to_see)])], min(rounds, _PARTS - 1))
    unit = "requests/s"
    return [
        beside("service: a game not held", unit, "a game held", one[1], one[0], goal=1 / 3),
        beside(
            "service: a game not looked at before", unit, "a game held, just changed", others[1], others[0], goal=1 / 3
        ),
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


class _Listed:
    """A store with so many games, of which a list needs summaries alone."""

    def __init__(self, games: int) -> None:
        """Make their summaries."""
        chance = Random(1)
        parts = ("ma", "ri", "an", "ge", "lo", "ta", "ni", "ko", "su", "be")
        self.access = self
        self._summaries = [
            Summary(
                new_id(chance.randbytes), "bry", 3, 60, changed=datetime.fromtimestamp(chance.random() * 1e9, UTC),
                headers=(
                    ("Event", f"{''.join(chance.choices(parts, k=4))} evening"),
                    ("Site", "".join(chance.choices(parts, k=3))),
                    ("Date", f"20{chance.randrange(10, 27)}.{chance.randrange(1, 13):02}.{chance.randrange(1, 29):02}"),
                    *((colour, "".join(chance.choices(parts, k=3))) for colour in ("Blue", "Red", "Yellow")),
                ),
            )
            for _ in range(games)
        ]  # fmt: skip

    def summaries(self) -> list[Summary]:
        """Return all summaries."""
        return self._summaries

    def changes_since(self, _: int) -> tuple[dict[str, int], int]:
        """Return that nothing has changed."""
        return {}, 1

    def read(self, _: str) -> Access:
        """Return the rights of a game."""
        return Access(PUBLIC_GAME, names_shown=True)


def searching() -> Figure:
    """Return the time of the slowest search."""
    store: Any = _Listed(LISTED)
    index = GameIndex(store, store.read(""))
    index.find("first", 0, 1, everything=False)
    times = [
        min(_searched(index, words) for _ in range(5))
        for words in (
            "a",
            "ko",
            "20",
            "202",
            "ari",
            "mar",
            "blue",
            "evening",
            "2026.11",
            "marian ko",
            "nowhere",
            "a e i",
        )
    ]
    return Figure(
        f"service: a search among {LISTED:,} games", "ms", max(times) * 1000, "limit", 2.0, 0.002 / max(times), goal=1.0
    )


def _searched(index: GameIndex, words: str) -> float:
    begun = process_time()
    index.find(words, 0, 20, everything=False)
    return process_time() - begun


def following() -> Figure:
    """Return how long the last of many followers waits for a decision."""
    with tempfile.TemporaryDirectory() as folder, ours(Path(folder, "games.db")) as port:
        times = asyncio.run(_heard(port, FOLLOWERS, CHANGES))
    mine, poll = median(times) * 1000, Options().poll * 1000
    name = f"service: the last of {FOLLOWERS} followers hears"
    return Figure(name, "ms", mine, "between two looks at the log", poll, poll / mine)


def figures(rounds: int) -> Iterator[Figure]:
    """Measure the service: reading, writing and following."""
    yield from speeds(rounds)
    yield from reading(rounds)
    yield searching()
    yield following()


if __name__ == "__main__":
    for figure in figures(5):
        print(figure)
