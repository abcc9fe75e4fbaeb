"""A server that is killed while several clients write loses nothing acknowledged, and does nothing twice."""

import http.client
import json
import os
import signal
import subprocess
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from random import Random
from typing import Any

import pytest

from calimala_es.decide import step
from calimala_es.store import open_store
from notation.grammar.symbols import format_command
from tests.profiles import is_long
from tests.service.asking import clock
from tests.service.by_chance import symbols
from tests.service.serving import serving

WRITERS = 3
KILLS = 3 if is_long() else 2
PATIENCE = 60.0


class Writer(threading.Thread):
    """A client that records a game over a failing connection, and repeats its requests until they are answered."""

    def __init__(self, seed: int) -> None:
        super().__init__(daemon=True)
        self.text, self.symbols = symbols(seed)
        self.port = 0
        self.made: dict[str, Any] = {}
        self.acknowledged = 0
        self.again = 0
        self.wrong = ""
        self.done = threading.Event()

    def begin(self, port: int) -> None:
        self.port = port
        self.made = self.ask("/api/games", {"notation": self.text}, {})
        self.start()

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
        path = f"/api/games/{self.made['id']}/decisions?now=0"
        for number, symbol in enumerate(self.symbols):
            headers = {
                "Authorization": f"Bearer {self.made['keys']['recorder']}",
                "If-Match": "*",
                "Idempotency-Key": f"decision {number}",
            }
            answer = self.ask(path, {"notation": symbol}, headers)
            if answer is None:
                return
            if answer["decisions"] != number + 1:
                self.wrong = f"decision {number + 1} is acknowledged as {answer}"
                return
            self.acknowledged = number + 1
        self.done.set()


def killed(process: "subprocess.Popen[bytes]") -> None:
    """End a server as a crash does."""
    os.kill(process.pid, signal.SIGKILL)
    process.wait()


def has_written(writers: list[Writer], more: int) -> None:
    """Wait until each writer has had so many more decisions acknowledged, or has no more."""
    wanted = [writer.acknowledged + more for writer in writers]
    end = time.monotonic() + PATIENCE
    while any(one.acknowledged < most and one.is_alive() for one, most in zip(writers, wanted, strict=True)):
        assert time.monotonic() < end, "nothing is acknowledged any more"
        time.sleep(0.002)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_nothing_acknowledged_is_lost_and_nothing_doubled(tmp_path: Path) -> None:
    """A server under load is killed and restarted repeatedly, and writers repeat unanswered requests with their
    idempotency keys. Afterwards each game has exactly the acknowledged decisions, in order, each once, and at most one
    more, whose answer was lost. Every game verifies."""
    place = tmp_path / "games.db"
    chance = Random(7)
    writers = [Writer(seed) for seed in range(WRITERS)]
    for kill in range(KILLS + 1):
        with serving(place, "--rate", 0, "--no-log") as server:
            for writer in writers:
                writer.port = server.port
                if not kill:
                    writer.begin(server.port)
            has_written(writers, 4 + chance.randrange(12))
            if kill < KILLS:
                killed(server.process)
            for writer in writers if kill == KILLS else ():
                writer.done.set()
                writer.join(PATIENCE)
    assert [writer.wrong for writer in writers] == [""] * WRITERS
    assert sum(writer.again for writer in writers) >= KILLS
    with open_store(place, clock()) as store:
        for writer in writers:
            stored = store.load(writer.made["id"])
            state, saved = stored.game.start, list[str]()
            for command in stored.game.commands:
                saved.append(format_command(state, command))
                _, state = step(state, command)
            assert saved == writer.symbols[: len(saved)]
            assert 0 <= len(saved) - writer.acknowledged <= 1
            assert not stored.undone
            assert store.verify(stored.id) == []
