"""A PostgreSQL server that freezes, and goes on: nobody waits without end, and nothing acknowledged is lost."""

import os
import signal
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Final

import pytest

from calimala_es.errors import StoreError
from calimala_es.store import Store, open_store
from calimala_es.store import postgres as in_postgres
from tests.postgres import Server
from tests.stores.places import clock
from tests.strategies import Playout

pytestmark = pytest.mark.needs("postgresql")

FRIDAY: Final = Playout(4, 3)
COMMANDS: Final = FRIDAY.game.commands
DECISIONS: Final = 30
SECONDS: Final = 1
"""How long one waits for an answer here."""


@contextmanager
def frozen(server: Server) -> Generator[None]:
    """Let no process of a server go on."""
    first = server._process.pid
    children = Path(f"/proc/{first}/task/{first}/children").read_text(encoding="ascii").split()
    processes = [first, *map(int, children)]
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


def is_appended(store: Store, number: int) -> bool:
    """Append a decision; return whether that was acknowledged."""
    try:
        store.append("g", COMMANDS[number])
    except StoreError:
        return False
    return True


@pytest.mark.long
def test_a_server_that_freezes(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a server is frozen everybody who reads or writes soon gets an error, and the same store goes on when the
    server does, with every decision that was acknowledged."""
    monkeypatch.setattr(in_postgres, "ANSWER_SECONDS", SECONDS)
    with open_store(postgres.fresh_url(), clock) as store, ThreadPoolExecutor(4) as threads:
        game = store.append(store.create("g", FRIDAY.setup), COMMANDS[:4])
        with frozen(postgres):
            begun = monotonic()
            calls = (lambda: store.load("g"), store.summaries, lambda: store.append(game, COMMANDS[4]))
            waiting = [threads.submit(call) for call in calls]
            for one in waiting:
                with pytest.raises(StoreError):
                    one.result(timeout=30)
            assert monotonic() - begun < SECONDS + in_postgres.CONNECT_SECONDS + 4
        # The server may have carried out the statement that nobody waited for.
        found = store.load("g").game.commands
        assert found in (COMMANDS[:4], COMMANDS[:5])
        store.append("g", COMMANDS[len(found)])
        assert store.verify("g") == []


def test_a_server_that_is_restarted_under_load(postgres: Server) -> None:
    """A server that crashes and is started again while decisions are recorded has all that were acknowledged."""
    with open_store(postgres.fresh_url(), clock) as store:
        store.create("g", FRIDAY.setup)
        acknowledged, crashes = 0, [20, 10]
        while acknowledged < DECISIONS:
            if crashes and acknowledged == crashes[-1]:
                crashes.pop()
                postgres.halt()
                assert not is_appended(store, acknowledged)
                postgres.start()
            if is_appended(store, acknowledged):
                acknowledged += 1
            else:
                found = len(store.load("g").game.moves)
                assert found in (acknowledged, acknowledged + 1)
                acknowledged = found
        assert store.load("g").game.commands == COMMANDS[:DECISIONS]
        assert store.verify("g") == []
