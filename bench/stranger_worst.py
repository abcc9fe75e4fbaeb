"""The stranger of ``bench/stranger.py``: one address that does its worst, in a process of its own.

``python -m bench.stranger_worst PORT SECONDS`` begins a game of 60 KB, follows it 500 times, sends twenty heads drop by
drop, and over many connections asks for whatever is drawn, packed, read or looked up, each in a form that nobody asked
for before. Prints as JSON how often it got which status.
"""

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from bench.service_load import request_of
from bench.store import random_game
from calimala_es.game import play
from calimala_es.notes import Comment
from notation import dumps

ADDRESS: Final = "127.0.0.2"
FOLLOWERS: Final = 500
SLOW_HEADS: Final = 20
CONNECTIONS: Final = 24
_SIZE: Final = 60_000
_NICENESS: Final = 5
"""The stranger has another computer; here it may not take the server's."""

_WORDS: Final = "the better street, since the disc below is nobody's and the tile comes next; "
_KINDS: Final = ("turn", "city", "activations", "council", "tree")


def large_game(seed: int = 1) -> str:
    """Return a whole game with comments, 60 KB of notation."""
    game = play(*random_game(seed))
    each = max(1, (_SIZE - len(dumps(game))) // len(game.moves))
    words = (_WORDS * (each // len(_WORDS) + 1))[:each]
    return dumps(replace(game, moves=tuple(replace(move, notes=(Comment(words),)) for move in game.moves)))


def worst(chance: Random, game: str, text: str, others: list[str]) -> Iterator[bytes]:
    """Yield requests without an end, at random."""
    posted = {"Content-Type": "application/json", "Connection": "close"}
    asked = {"Connection": "close", "Accept-Encoding": "gzip"}
    while True:
        turn, width = chance.randrange(1, 40), chance.randrange(200, 2401)
        kind, form = chance.choice(_KINDS), chance.choice(("svg", "png"))
        other = chance.choice(others)
        paths = (
            f"{game}/share",
            f"{game}/qr.png?of=share&at={turn}",
            f"{game}/board.png?at={turn}&width={width}",
            f"{game}/board.svg?at={turn}",
            f"{game}/diagram.{form}?kind={kind}&at={turn}&what={turn}",
            f"{game}/export.html?as=public",
            f"{game}/export.json",
            f"{game}/page?lang=hu",
            f"{game}/analysis?at={turn}",
            f"{game}/post?for=reddit",
            f"{game}/events",
            f"{game}/puzzles/{turn}",
            f"{other}/state?at={turn}",
            f"{other}/share",
            f"{other}/page",
        )
        yield request_of("GET", f"/api/games/{chance.choice(paths)}", asked)
        if chance.random() < 0.1:
            # Another game each time.
            changed = f'[Event "{chance.random()}"]\n{text}'
            yield request_of("POST", "/api/games", posted, json.dumps({"notation": changed}).encode())
            yield request_of("POST", "/api/import", {"Content-Type": "text/plain", **posted}, changed.encode())
        yield request_of("GET", f"/api/games?q={turn}+a", asked)


async def _connected(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(ADDRESS, 0))


async def _answer(port: int, request: bytes) -> tuple[str, bytes]:
    reader, writer = await _connected(port)
    try:
        writer.write(request)
        answer = await reader.read(-1)
        head, _, body = answer.partition(b"\r\n\r\n")
        return head[9:12].decode(), body
    finally:
        writer.close()


async def _ask(port: int, requests: Iterator[bytes], statuses: "Counter[str]") -> None:
    for request in requests:
        try:
            status, _ = await _answer(port, request)
        except OSError:
            status = "reset"
        statuses[status] += 1


async def _follow(port: int, game: str) -> None:
    reader, writer = await _connected(port)
    with suppress(OSError):
        writer.write(request_of("GET", f"/api/games/{game}/follow"))
        while await reader.read(65_536):
            pass
    writer.close()


async def _drip(port: int) -> None:
    while True:
        with suppress(OSError):
            _, writer = await _connected(port)
            for letter in b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n":
                writer.write(bytes([letter]))
                await asyncio.sleep(0.5)
            writer.close()
        await asyncio.sleep(0.1)


async def attack(port: int, seconds: float, others: list[str]) -> "Counter[str]":
    """Do the worst for so long; return how often it got which status."""
    text = large_game()
    sent = json.dumps({"notation": text, "visibility": "public"}).encode()
    headers = {"Content-Type": "application/json", "Connection": "close"}
    _, body = await _answer(port, request_of("POST", "/api/games", headers, sent))
    made: dict[str, Any] = json.loads(body)
    statuses: Counter[str] = Counter()
    print("begun", flush=True)
    requests = [worst(Random(number), made["id"], text, others) for number in range(CONNECTIONS)]
    tasks = [
        *(asyncio.create_task(_ask(port, each, statuses)) for each in requests),
        *(asyncio.create_task(_follow(port, made["id"])) for _ in range(FOLLOWERS)),
        *(asyncio.create_task(_drip(port)) for _ in range(SLOW_HEADS)),
    ]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return statuses


if __name__ == "__main__":
    os.nice(_NICENESS)
    print(json.dumps(asyncio.run(attack(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:]))))
