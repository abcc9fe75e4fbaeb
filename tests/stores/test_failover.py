"""A primary that is lost under load, and the standby that takes its place: nothing that was acknowledged is missing."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from random import Random
from threading import Event
from time import monotonic, sleep
from typing import NamedTuple

import pytest

from calimala_es.deck import chance_command, is_chance
from calimala_es.errors import StoreError
from calimala_es.initial import shuffled_setup
from calimala_es.legal import legal
from calimala_es.store import Store, open_store
from calimala_es.store.rows import EventRow
from tests.postgres import USER, Server

GAMES = 6
"""Games that are recorded at the same time."""

EACH = 20
"""Decisions of each game before the primary is lost, and after that."""

SECONDS = 60
"""How long either part may take."""

LONGEST = 40.0
"""Seconds that nobody waits longer: 35 for a statement and 5 for a connection."""


class Recording(NamedTuple):
    """What the recorder of a game heard: the ``rows`` that were acknowledged, and how long each answer took."""

    game: str
    rows: list[EventRow]
    waits: list[float]
    errors: list[str]


@pytest.fixture
def pair() -> Iterator[tuple[Server, Server]]:
    """Yield a primary and its standby, without which the primary acknowledges nothing."""
    with closing(_Stopped(Server())) as primary, closing(_Stopped(Server(primary.server))) as standby:
        primary.server.run(
            "ALTER SYSTEM SET synchronous_standby_names = '*'",
            "SELECT pg_reload_conf()",
        )
        yield primary.server, standby.server


class _Stopped(NamedTuple):
    """A server that is stopped when it is closed."""

    server: Server

    def close(self) -> None:
        self.server.stop()


@pytest.mark.long
@pytest.mark.needs("postgresql")
def test_a_standby_has_all_that_the_primary_acknowledged(pair: tuple[Server, Server]) -> None:
    """Recorders go on through the same URL once the standby is promoted, no acknowledged decision is missing, and what
    fails in between is an error within the time that the page says.
    """
    primary, standby = pair
    hosts = f"127.0.0.1:{primary.port},127.0.0.1:{standby.port}"
    url = f"postgresql://{USER}@{hosts}/postgres?target_session_attrs=read-write"
    recordings = [Recording(f"game-{number}", [], [], []) for number in range(GAMES)]
    with open_store(url, _now) as store, ThreadPoolExecutor(GAMES) as threads:
        for number, recording in enumerate(recordings):
            store.create(recording.game, shuffled_setup("bryg", Random(number)))
        over = Event()
        recorders = [threads.submit(_record, store, recording, over) for recording in recordings]
        try:
            _wait_for(recordings, [0] * GAMES)
            primary.halt()
            before = [len(recording.rows) for recording in recordings]
            standby.run("SELECT pg_promote()")
            _wait_for(recordings, before)
        finally:
            over.set()
        for recorder in recorders:
            recorder.result()
    with open_store(standby.url(), _now, create=False) as store:
        for recording in recordings:
            stored = store.load(recording.game)
            # What was lost would have been decided anew, in the same place.
            versions = [row.originator_version for row in recording.rows]
            assert versions == sorted({*versions})
            assert recording.rows == [stored.rows[version - 1] for version in versions]
            assert max(recording.waits) < LONGEST
            assert not store.verify(recording.game)


def _wait_for(recordings: Sequence[Recording], before: Sequence[int]) -> None:
    """Wait until each game has more decisions."""
    end = monotonic() + SECONDS
    while any(len(one.rows) < count + EACH for one, count in zip(recordings, before, strict=True)):
        assert monotonic() < end, recordings
        sleep(0.05)


def _record(store: Store, recording: Recording, over: Event) -> None:
    """Record decisions at random until it is over; after an error load the game again."""
    chance = Random(recording.game)
    game = None
    while not over.is_set():
        started = monotonic()
        try:
            game = game or store.load(recording.game)
            command = chance_command(game.state, chance) if is_chance(game.state) else chance.choice(legal(game.state))
            game = store.append(game, command)
            recording.rows.append(game.rows[-1])
        except StoreError as error:
            recording.errors.append(str(error))
            game = None
        recording.waits.append(monotonic() - started)
        # Fifty decisions a second at most: a game has four hundred.
        sleep(0.02)


def _now() -> datetime:
    return datetime(2026, 11, 29, 20, tzinfo=UTC)
