"""A service whose store cannot be written answers every question, and says why it saves nothing."""

import json
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from calimala_es.store import open_store
from notation import dumps
from tests.service.asking import OPTIONS, Instance, clock
from tests.service.serving import answered, serving

TEXT: Final = dumps(play(shuffled_setup("bry", Random(1))))
SOON: Final = 2.0
"""Seconds in which nobody has waited for another program."""

WRITERS: Final = 6
"""More than a service has threads that write."""

READ: Final = (
    "/health",
    "/api/games",
    "/api/games?q=bry",
    "/api/games/{id}",
    "/api/games/{id}/now",
    "/api/games/{id}/state",
    "/api/games/{id}/notation",
    "/api/games/{id}/photos",
    "/g/{id}",
    "/record/{id}",
    "/",
)
"""What is asked while nothing can be written."""


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[tuple[Instance, dict[str, Any]]]:
    """Yield a service whose file cannot be written, and a game in it."""
    path = tmp_path / "games.db"
    with open_store(path, clock()) as store:
        made = Instance(store=store).game(TEXT, visibility="public")
    Path(f"{path}-shm").mkdir()
    with open_store(path, clock()) as store:
        yield Instance(OPTIONS, store), made


def test_read_only_store(read_only: tuple[Instance, dict[str, Any]]) -> None:
    """Every question is answered; what writes gets 503 with a type of its own, in the language that is asked for, and
    `/health` says why."""
    service, made = read_only
    recorder = service.person(made["keys"]["recorder"])
    for path in READ:
        assert recorder.get(path.format(id=made["id"])).status_code == 200, path
    assert service.anybody().get("/health").json()["saving"] == "read-only"
    for path, body in (
        (f"/api/games/{made['id']}/decisions", {"notation": "?"}),
        (f"/api/games/{made['id']}/comments", {"text": "Nobody reads this."}),
        ("/api/games", {"notation": TEXT}),
    ):
        answer = recorder.post(path, json=body, headers={"If-Match": "*"})
        assert (answer.status_code, answer.json()["type"]) == (503, "/api/problems/not-saving"), answer.text
        assert "games.db" not in answer.text


@pytest.mark.long
def test_store_that_another_program_holds(tmp_path: Path) -> None:
    """While another program holds the file, and more writers wait than there are threads, everything that reads is
    answered at once, `/health` says that the file is locked, and what waited is saved when it is free again: also
    decisions of games that were recorded a moment before, which would need no thread."""
    file = tmp_path / "games.db"
    with serving(file, "--rate", "0") as server, ThreadPoolExecutor(WRITERS) as threads:
        games = [server.made(TEXT, "public") for _ in range(WRITERS)]
        recorder = games[0]["keys"]["recorder"]
        # The process that draws starts with the first page.
        server.get(f"/g/{games[0]['id']}")
        for game in games:
            server.write(game, "decisions", notation="?")
        holder = sqlite3.connect(file, isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")
        saved = [threads.submit(server.write, game, "decisions", notation="?") for game in games[::2]]
        saved += [threads.submit(server.write, game, "comments", text="Saved later.") for game in games[1::2]]
        for _ in range(2):
            for path in READ:
                begun = time.monotonic()
                answered(server.link(path.format(id=games[0]["id"])), key=recorder)
                assert time.monotonic() - begun < SOON, path
        assert not any(one.done() for one in saved)
        assert json.loads(server.get("/health"))["saving"] == "locked"
        holder.execute("ROLLBACK")
        holder.close()
        for one in saved:
            assert one.result(timeout=20)
        decided = [server.notation(game) for game in games]
        assert [text == decided[0] for text in decided] == [True, False] * (WRITERS // 2)
        assert json.loads(server.get("/health")) | {"version": ""} == {"status": "ok", "version": "", "saving": "ok"}
