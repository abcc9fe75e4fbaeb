"""Following a game: every message leads to the current game, and hidden changes send no message."""

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from calimala_es.commands import Command, DealInfluence
from calimala_es.decide import step
from calimala_es.deck import chance_command, is_chance
from calimala_es.game import Game, play
from calimala_es.initial import shuffled_setup
from calimala_es.legal import legal
from calimala_es.state import State
from calimala_es.store import KeyRevoked, memory_store
from notation import dumps
from notation.grammar.symbols import format_command
from notation.json.reader import read_events
from replays.service.options import Limits
from tests.service.asking import OPTIONS, Instance, clock
from tests.service.by_chance import any_command
from tests.service.following import Connection, asked, connected
from tests.stores.sayings import comment

QUICK = replace(OPTIONS, poll=0.01)


@pytest.fixture
def service() -> Iterator[Instance]:
    with memory_store(clock()) as store:
        yield Instance(QUICK, store)


class Table:
    """A game that its recorder records at random."""

    def __init__(self, service: Instance, visibility: str = "unlisted", seed: int = 1) -> None:
        self.service = service
        self.made = service.game(dumps(play(shuffled_setup("bry", Random(seed)))), visibility)
        self.id = self.made["id"]
        self.recorder = self.made["keys"]["recorder"]
        self.chance = Random(seed)

    @property
    def path(self) -> str:
        return f"/api/games/{self.id}"

    @property
    def state(self) -> State:
        return self.service.store.load(self.id).state

    def symbol(self) -> str:
        state = self.state
        return format_command(state, any_command(state, self.chance))

    async def goes_on(self, decisions: int = 1) -> None:
        for _ in range(decisions):
            answer = await asked(
                self.service.app, "POST", f"{self.path}/decisions", self.recorder, {"notation": self.symbol()},
                If_Match="*",
            )  # fmt: skip
            assert answer.status == 201

    async def lines(self, key: str = "") -> list[Any]:
        answer = await asked(self.service.app, "GET", f"{self.path}/events", key)
        assert answer.status == 200
        return [json.loads(line) for line in (await answer.parts.get() or b"").splitlines()]


def taken(had: list[Any], message: dict[str, Any] | None) -> list[Any]:
    """Return the lines that a follower has after a message."""
    assert message is not None
    lines: list[Any] = message["data"]["lines"]
    return had[: message["data"]["unchanged"]] + lines


async def until(connection: Connection, had: list[Any], lines: list[Any]) -> list[Any]:
    while had != lines:
        had = taken(had, await connection.message())
    return had


def test_everything_comes_and_can_be_read(service: Instance) -> None:
    """A follower from the start has exactly the lines of the events after each change, and they are a game."""
    table = Table(service)

    async def run() -> list[Any]:
        async with connected(service.app, "GET", f"{table.path}/follow") as connection:
            assert connection.headers["content-type"].startswith("text/event-stream")
            had = await until(connection, [], await table.lines())
            for _ in range(12):
                await table.goes_on()
                had = await until(connection, had, await table.lines())
            return had

    had = asyncio.run(run())
    (record,) = read_events(map(json.dumps, had))
    assert isinstance(record, Game)
    assert len(record.moves) == 12


def test_an_undo_is_reported(service: Instance) -> None:
    """An undo is sent as a rewind to the lines that stay."""
    table = Table(service)

    async def run() -> None:
        await table.goes_on(8)
        async with connected(service.app, "GET", f"{table.path}/follow") as connection:
            had = await until(connection, [], await table.lines())
            service.store.undo(table.id, 3)
            message = await connection.message()
            assert message is not None
            assert message["event"] == "rewind"
            assert taken(had, message) == await table.lines() == had[: message["data"]["unchanged"]]

    asyncio.run(run())


def test_a_follower_continues_after_a_lost_connection(service: Instance) -> None:
    """After a lost connection only the lines since then are sent, even if the service was restarted."""
    table = Table(service)

    async def run(*, forgetting: bool) -> None:
        await table.goes_on(4)
        async with connected(service.app, "GET", f"{table.path}/follow") as connection:
            message = await connection.message()
            had = taken([], message)
            assert message is not None
        await table.goes_on(3)
        if forgetting:
            service.app = Instance(QUICK, service.store).app
        headers = {"Last-Event-ID": message["id"]}
        async with connected(service.app, "GET", f"{table.path}/follow", headers) as connection:
            message = await connection.message()
            assert message is not None
            assert message["data"]["unchanged"] == len(had)
            assert taken(had, message) == await table.lines()

    asyncio.run(run(forgetting=False))
    asyncio.run(run(forgetting=True))


@pytest.mark.parametrize("id", ["999999-0", "x", "3-ffffffffffff", "-1", "٣", "0", "99999999999999999999"])
def test_ids_that_nobody_saw_start_anew(service: Instance, id: str) -> None:
    """A follower with an unknown id gets everything."""
    table = Table(service)

    async def run() -> None:
        await table.goes_on(4)
        headers = {"Last-Event-ID": id}
        async with connected(service.app, "GET", f"{table.path}/follow", headers) as connection:
            message = await connection.message()
            assert taken([], message) == await table.lines()

    if id.isascii():
        asyncio.run(run())
    answer = service.anybody().get(f"{table.path}/events", params={"since": id})
    assert answer.status_code == 200
    assert json.loads(answer.text.splitlines()[0])["unchanged"] == 0


def test_what_came_since_a_version(service: Instance) -> None:
    """`events?since=` returns the number of lines that stay, and the others."""
    table = Table(service)
    asyncio.run(table.goes_on(6))
    before = service.anybody().get(f"{table.path}/events")
    asyncio.run(table.goes_on(2))
    after = service.anybody().get(f"{table.path}/events")
    version = before.headers["calimala-position"].partition("-")[0]
    first, *rest = service.anybody().get(f"{table.path}/events", params={"since": version}).text.splitlines()
    unchanged = json.loads(first)["unchanged"]
    assert unchanged == len(before.text.splitlines())
    assert before.text.splitlines()[:unchanged] + rest == after.text.splitlines()


def test_hidden_things_wake_nobody(service: Instance) -> None:
    """A seat that enters its cards, and a recorder's own note, send nothing to the public, but to the seat."""
    table = Table(service)

    async def run() -> None:
        answer = await asked(
            service.app, "POST", f"{table.path}/decisions", table.recorder, {"notation": "?"}, If_Match="*"
        )
        assert answer.status == 201
        public = await table.lines()
        seat0 = table.made["keys"]["seats"][0]
        async with connected(service.app, "GET", f"{table.path}/follow") as connection:
            had = taken([], await connection.message())
            headers = {"Authorization": f"Bearer {seat0}"}
            async with connected(service.app, "GET", f"{table.path}/follow", headers) as seat:
                seen = taken([], await seat.message())
                game = service.store.load(table.id)
                service.store.annotations.add(game, "Anna", comment(1, "Lisbon, I should think."))
                service.store.claims.add(table.id, 0, {game.anchors[0]: DealInfluence(("LIS", "LON"))})
                seen = taken(seen, await seat.message())
                assert seen == await table.lines(seat0) != public
            assert await table.lines() == public == had
            await table.goes_on()
            message = await connection.message()
            assert message is not None
            assert taken(had, message) == await table.lines()
            assert message["data"]["unchanged"] == len(had)

    asyncio.run(run())


def test_a_revoked_key_ends_its_streams(service: Instance) -> None:
    """Revoking a key ends the streams of its owner."""
    table = Table(service, "private")
    viewer = table.made["keys"]["viewer"]

    async def run() -> None:
        async with connected(service.app, "GET", f"{table.path}/follow?key={viewer}") as connection:
            assert await connection.message()
            (number,) = [key.number for key in service.store.access.read(table.id).keys if key.role == "viewer"]
            service.store.access.add(table.id, KeyRevoked(number))
            message = await connection.message()
            assert message is not None
            assert message["event"] == "gone"
            assert await connection.message() is None

    asyncio.run(run())


@pytest.mark.parametrize("end", ["delete", "purge"])
def test_followers_of_a_deleted_game_get_a_last_message(service: Instance, end: str) -> None:
    """Followers of a game that is deleted or purged get the same message as those who may no longer look."""
    table, other = Table(service), Table(service, seed=2)

    async def run() -> None:
        await table.goes_on(4)
        async with connected(service.app, "GET", f"{table.path}/follow") as connection:
            assert await connection.message() is not None
            getattr(service.store, end)(table.id)
            message = await connection.message()
            assert message is not None
            assert message["event"] == "gone"
        async with connected(service.app, "GET", f"{other.path}/follow") as connection:
            had = await until(connection, [], await other.lines())
            await other.goes_on()
            await until(connection, had, await other.lines())

    asyncio.run(run())


def test_a_service_that_stops_ends_all_streams(service: Instance) -> None:
    """Streams of followers do not prevent the service from stopping."""
    table = Table(service)

    async def run() -> None:
        async with connected(service.app, "GET", f"{table.path}/follow") as connection:
            assert await connection.message()
            service.app.state.streams.stop()
            assert await connection.message() is None
        assert service.app.state.service.followers.has_room()

    asyncio.run(run())


def test_only_so_many_may_follow() -> None:
    """Beyond the limit of followers a clear error is sent, and one who leaves makes room."""
    with memory_store(clock()) as store:
        service = Instance(replace(QUICK, limits=Limits(followers=1)), store)
        table = Table(service)

        async def run() -> None:
            async with connected(service.app, "GET", f"{table.path}/follow") as connection:
                assert await connection.message()
                refused = await asked(service.app, "GET", f"{table.path}/follow")
                assert refused.status == 503
                assert refused.headers["retry-after"]
            async with connected(service.app, "GET", f"{table.path}/follow") as connection:
                assert await connection.message()

        asyncio.run(run())


def test_the_end_shows_everything(service: Instance) -> None:
    """When a game is over, all followers get the whole record, hidden cards included."""
    table = Table(service, seed=5)

    async def run() -> None:
        async with connected(service.app, "GET", f"{table.path}/follow") as connection:
            had = taken([], await connection.message())
            while not table.state.is_over:
                commands: list[Command] = []
                game = service.store.load(table.id)
                state = game.state
                while not state.is_over and len(commands) < 200:
                    command = chance_command(state, table.chance) if is_chance(state) else legal(state)[0]
                    commands.append(command)
                    _, state = step(state, command)
                service.store.append(game, commands)
            had = await until(connection, had, await table.lines())
            assert had == await table.lines(table.recorder)

    asyncio.run(run())
