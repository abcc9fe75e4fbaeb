"""A server that is killed while several clients write loses nothing acknowledged, and does nothing twice.

`KILLS=1000 python3 run.py test tests/service/test_crash.py` kills it as often as that.
"""

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from calimala_es.decide import step
from calimala_es.store import open_store
from notation.grammar.symbols import format_command
from tests.cli_runs import ROOT
from tests.profiles import is_long
from tests.service.asking import clock
from tests.service.by_chance import symbols
from tests.service.serving import serving

WRITERS = 3
KILLS = int(os.environ.get("KILLS") or (3 if is_long() else 2))
PATIENCE = 60.0 + KILLS


class Recorded:
    """A game that a client has made, with its decisions in notation and how many of them were acknowledged."""

    def __init__(self, made: dict[str, Any], symbols: list[str]) -> None:
        self.made = made
        self.symbols = symbols
        self.acknowledged = 0


class Writer(threading.Thread):
    """A client that records one game after another over a failing connection, and repeats its requests until they are
    answered.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(daemon=True)
        self.seeds = count(seed, WRITERS)
        self.port = 0
        self.games: list[Recorded] = []
        self.again = 0
        self.wrong = ""
        self.done = threading.Event()

    @property
    def acknowledged(self) -> int:
        """How many decisions were acknowledged in all."""
        return sum(game.acknowledged for game in self.games)

    def ask(self, path: str, content: Any, headers: dict[str, str]) -> Any:
        """Repeat a request until it is answered; an error is not an answer that this client can get."""
        body = json.dumps(content).encode()
        while not self.done.is_set():
            address = f"http://127.0.0.1:{self.port}{path}"
            request = urllib.request.Request(address, body, {"Content-Type": "application/json", **headers})
            try:
                with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                self.wrong = f"{error.code} {error.read()[:500]!r}"
                self.done.set()
            except (OSError, ValueError, http.client.HTTPException):
                self.again += 1
                time.sleep(0.01)
        return None

    def run(self) -> None:
        for seed in self.seeds:
            text, decided = symbols(seed)
            made = self.ask(
                "/api/games", {"notation": text}, {"Idempotency-Key": f"game {seed} of a writer, made once"}
            )
            if made is None:
                return
            self.games.append(Recorded(made, decided))
            if not self.record(self.games[-1]):
                return

    def record(self, game: Recorded) -> bool:
        """Append all decisions of a game; return whether they are acknowledged."""
        path = f"/api/games/{game.made['id']}/decisions?now=0"
        for number, symbol in enumerate(game.symbols):
            headers = {
                "Authorization": f"Bearer {game.made['keys']['recorder']}",
                "If-Match": "*",
                "Idempotency-Key": f"decision {number}",
            }
            answer = self.ask(path, {"notation": symbol}, headers)
            if answer is None:
                return False
            if answer["decisions"] != number + 1:
                self.wrong = f"decision {number + 1} is acknowledged as {answer}"
                return False
            game.acknowledged = number + 1
        return True


PARENT = """
import os, signal, sys
from cli.main import main
import replays.service.app, replays.service.server
for line in sys.stdin:
    child = os.fork()
    if not child:
        sys.argv = ["calimala", "serve", "--port", "0", "--rate", "0", "--no-log", "--store", line.rstrip("\\n")]
        main()
    sys.stdin.readline()
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    print(flush=True)
"""
"""Starts the server that is named by a line and kills it at the next line; each is forked, so that none starts anew."""


class KilledServers:
    """Servers of a store, one after another, each of which ends as in a crash."""

    def __init__(self, place: Path) -> None:
        self.place = place
        command = [sys.executable, "-c", PARENT]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.parent = subprocess.Popen(command, cwd=ROOT, **pipes)

    def start(self) -> int:
        """Start a server and return its port."""
        address = self._answer(f"{self.place}\n")
        assert address.startswith("http://127.0.0.1:"), address
        return int(address.rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        """End the server as a crash does."""
        self._answer("\n")

    def _answer(self, line: str) -> str:
        assert self.parent.stdin is not None
        assert self.parent.stdout is not None
        self.parent.stdin.write(line)
        self.parent.stdin.flush()
        answer: str = self.parent.stdout.readline()
        return answer.strip()

    def close(self) -> None:
        """End the parent, and a server that still runs."""
        assert self.parent.stdin is not None
        assert self.parent.stdout is not None
        self.parent.stdin.close()
        self.parent.wait(PATIENCE)
        self.parent.stdout.close()


def has_written(writers: list[Writer], more: int) -> None:
    """Wait until each writer has had so many more decisions acknowledged."""
    wanted = [writer.acknowledged + more for writer in writers]
    end = time.monotonic() + PATIENCE
    while any(one.acknowledged < most and one.is_alive() for one, most in zip(writers, wanted, strict=True)):
        assert time.monotonic() < end, "nothing is acknowledged any more"
        time.sleep(0.002)


@pytest.mark.timeout(300 + 10 * KILLS)
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_nothing_acknowledged_is_lost_and_nothing_doubled(tmp_path: Path) -> None:
    """A server under load is killed and restarted repeatedly, and writers repeat unanswered requests with their
    idempotency keys. Afterwards each game has exactly the acknowledged decisions, in order, each once, and at most one
    more, whose answer was lost; a game is made once as well. Every game verifies."""
    place = tmp_path / "games.db"
    chance = Random(7)
    writers = [Writer(seed) for seed in range(WRITERS)]
    with closing(KilledServers(place)) as servers:
        for kill in range(KILLS):
            port = servers.start()
            for writer in writers:
                writer.port = port
                if not kill:
                    writer.start()
            has_written(writers, 1 + chance.randrange(8))
            servers.kill()
    with serving(place, "--rate", 0, "--no-log") as server:
        for writer in writers:
            writer.port = server.port
        has_written(writers, 4)
        for writer in writers:
            writer.done.set()
            writer.join(PATIENCE)
    assert [writer.wrong for writer in writers] == [""] * WRITERS
    assert sum(writer.again for writer in writers) >= KILLS
    games = [game for writer in writers for game in writer.games]
    with open_store(place, clock()) as store:
        made, stored_ids = {game.made["id"] for game in games}, {*store.ids()}
        assert made <= stored_ids
        assert len(stored_ids - made) <= WRITERS
        for game in games:
            stored = store.load(game.made["id"])
            state, saved = stored.game.start, list[str]()
            for command in stored.game.commands:
                saved.append(format_command(state, command))
                _, state = step(state, command)
            assert saved == game.symbols[: len(saved)]
            assert 0 <= len(saved) - game.acknowledged <= 1
            assert not stored.undone
            assert store.verify(stored.id) == []
    print(f"{KILLS} kills, {len(games)} games, {sum(game.acknowledged for game in games)} decisions acknowledged")
