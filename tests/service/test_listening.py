"""Followers of a store in PostgreSQL hear what the server announces, and by looking where nothing is heard."""

import asyncio
from collections.abc import Iterator
from contextlib import closing, suppress
from random import Random
from time import monotonic
from typing import Final

import pytest
from msgspec.structs import replace

from calimala_es.commands import DealInfluence
from calimala_es.errors import StoreError
from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from calimala_es.store import Store, memory_store, open_store
from notation import dumps
from replays.service.live.listening import Listening
from tests.postgres import Server
from tests.service.asking import OPTIONS, Instance, clock
from tests.service.following import connected

pytestmark = pytest.mark.needs("postgresql")

TEXT: Final = dumps(play(shuffled_setup("bry", Random(1))))
SELDOM: Final = replace(OPTIONS, poll=5.0)
"""Followers who hear only by looking wait for five seconds."""


@pytest.fixture
def stores(postgres: Server) -> Iterator[tuple[Store, Store]]:
    url = postgres.fresh_url()
    with open_store(url, clock()) as one, open_store(url, clock()) as other:
        yield one, other


def test_followers_hear_at_once(stores: tuple[Store, Store]) -> None:
    """A follower hears long before the next look what another program saved."""
    service = Instance(SELDOM, stores[0])
    made = service.game(TEXT)

    async def run() -> float:
        async with connected(service.app, "GET", f"/api/games/{made['id']}/follow") as connection:
            await connection.message()
            begun = monotonic()
            await asyncio.to_thread(stores[1].append, made["id"], DealInfluence(("LIS", "LON")))
            assert await connection.message() is not None
            return monotonic() - begun

    assert asyncio.run(run()) < SELDOM.poll / 2


def test_a_lost_connection_is_made_again(postgres: Server, stores: tuple[Store, Store]) -> None:
    """If the connection with the announcements is lost one looks instead, and soon listens again."""

    async def run() -> None:
        with closing(Listening(stores[0], 0.3)) as listening:
            await listening.begin()
            assert postgres.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
            await asyncio.wait_for(listening.wait(), 5)
            begun = monotonic()
            await listening.wait()
            assert monotonic() - begun < 1
            await asyncio.sleep(1.3)
            await listening.begin()
            await asyncio.to_thread(stores[1].create, "friday", shuffled_setup("bry", Random(1)))
            await asyncio.wait_for(listening.wait(), 1)

    asyncio.run(run())


def test_a_server_that_is_stopped(postgres: Server) -> None:
    """A server that has ended is an error like every other reading, for those who listen and those who begin to."""
    with open_store(postgres.fresh_url(), clock()) as store:
        announcements = store.announcements()
        assert announcements is not None
        postgres.halt()
        try:
            with suppress(StoreError):
                # What the server said at its end may be read first.
                announcements.take()
            with pytest.raises(StoreError):
                announcements.take()
            with pytest.raises(StoreError):
                store.announcements()
        finally:
            announcements.close()
            postgres.start()


def test_other_stores_announce_nothing() -> None:
    """In memory and in a file nothing is announced: one looks."""
    with memory_store(clock()) as store:
        assert store.announcements() is None
