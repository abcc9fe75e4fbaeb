"""What is heavy is answered in processes of its own: the same answers, with a limit, ended when nobody waits."""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bench.stranger import beside_stranger, slowest
from calimala_es.errors import StoreError
from calimala_es.store import open_store
from replays.service.access import digest_of
from replays.service.apart import Home, _Given, _made
from replays.service.app import ENDPOINTS
from replays.service.endpoints import ApiRequest
from replays.service.options import Limits, Options
from replays.service.problems import Problem, not_found
from replays.service.processes import Left, Processes
from tests.service.asgi import Ask, answers_to, header, scope_of
from tests.service.asking import ADMIN, Instance, chance, clock
from tests.service.calls import dies, endless, identity
from tests.service.serving import asked, serving

ROOT = Path(__file__).resolve().parents[2]
GAME = (ROOT / "examples" / "game-of-four.cgn").read_text(encoding="utf-8")
PATHS = (
    "/api/games/{id}/share",
    "/api/games/{id}/board.svg?at=7.2",
    "/api/games/{id}/diagram.dot?kind=city",
    "/api/games/{id}/page?lang=de",
    "/api/games/{id}/analysis",
    "/api/games/{id}/events",
    "/api/games/{id}/events?since=40",
    "/api/games/{id}/export.cgn?as=red",
    "/api/games/{id}/puzzles/9",
    "/api/games/{id}/board.svg?at=nowhere",
    "/api/games/{id}/diagram.svg?kind=nothing&lang=hu",
    "/g/{id}/400",
)


@pytest.mark.long
def test_answers_are_those_of_one_process(tmp_path: Path) -> None:
    """The answers of another process are to the last byte those of the process that serves, problems included; large
    texts, and games that the owner of the service imports, are read there and stored here."""
    place = tmp_path / "games.db"
    several = "\n".join([GAME, GAME.replace("1. ", "1. nonsense ", 1), GAME]).encode()
    with serving(place, "--games", "public", "--durable", environment={"CALIMALA_ADMIN_KEY": ADMIN}) as server:
        id = server.made(GAME, "public")["id"]
        large = server.send("POST", "/api/games", {"notation": GAME.replace("\n\n", "\n\n{" + "x" * 40_000 + "} ", 1)})
        wrong = asked(server.link("/api/games"), "POST", {"notation": GAME + "99. nonsense " + " " * 20_000})
        paths = [path.replace("{id}", id) for path in PATHS]
        host = server.address.removeprefix("http://").rstrip("/")
        there = [asked(server.link(path)) for path in paths]
        imported = asked(server.link("/api/import"), "POST", several, ADMIN, Content_Type="text/plain").text
    with open_store(place, clock()) as store:
        options = Options(visibility="public", names=True, shared=False, admin=digest_of(ADMIN))
        app = Instance(options, store).app
        here = answers_to(app, [Ask("GET", path, headers=(("host", host),)) for path in paths])
        assert len(store.load(large["id"]).game.moves) == len(store.load(id).game.moves)
        (read_here,) = answers_to(app, [Ask("POST", "/api/import", several)], ADMIN)
        lines = [[json.loads(line) for line in text.splitlines()] for text in (imported, read_here.body)]
        made = [[store.load(line.pop("made")["id"]).game for line in (one[0], one[2])] for one in lines]
        assert lines[0] == lines[1]
        assert made[0] == made[1]
    for path, ours, theirs in zip(paths, here, there, strict=True):
        assert (ours.status, ours.body.decode()) == (theirs.status, theirs.text), path
        assert header(ours, "etag") == theirs.headers.get("etag", "")
    assert wrong.status == 422
    assert "nonsense" in wrong.text


# Processes.


async def _soon() -> None:
    await asyncio.sleep(0.3)


def processes_with(**limits: Any) -> Processes:
    """Return processes with limits."""
    return Processes(Limits(**limits), os.getpid)


def test_a_call_is_bounded(caplog: pytest.LogCaptureFixture) -> None:
    """A call that computes without an end is ended when its processor time is over, one that nobody waits for at once,
    one that waits when an answer is due, one that ends its process with it; each is a problem that says what happened,
    each is charged, and the next call is carried out. The log says that a process ended by itself."""

    async def work() -> None:
        spent: list[float] = []
        processes = processes_with(processor=1, answering=60)

        async def problem(call: Callable[[], object], left: Left | None = None) -> str:
            with pytest.raises(Problem) as raised:
                await processes.run("one", call, left, spent.append)
            assert raised.value.headers["Retry-After"]
            assert raised.value.status == 503
            return str(raised.value.detail)

        first = await processes.run("one", identity, None, spent.append)
        assert await problem(endless) == "this took more than 1 s of processor time; ask for something smaller"
        assert 0.5 <= spent[-1] < 3
        assert await processes.run("one", identity, None, spent.append) == first
        await problem(endless, _soon)
        assert spent[-1] >= 1
        second = await processes.run("one", identity, None, spent.append)
        assert second != first
        assert not caplog.messages
        assert await problem(dies) == "the process that worked on this ended unexpectedly; try again"
        assert "a process that draws and packs ended by itself" in caplog.text
        processes = processes_with(answering=2)
        assert await problem(partial(identity, 60)) == "this took more than 2 s; try again later"

    asyncio.run(work())


@pytest.mark.long
def test_one_sender_does_not_have_all_processes() -> None:
    """While one sender fills its line, the calls of another are carried out at once; only the first is refused."""

    async def work() -> None:
        processes, loop = processes_with(), asyncio.get_running_loop()

        def call(who: str, seconds: float) -> Awaitable[int]:
            return asyncio.ensure_future(processes.run(who, partial(identity, seconds), None, float))

        await asyncio.gather(call("one", 0.3), call("two", 0.3))
        begun = loop.time()
        many = [call("one", 0.3) for _ in range(18)]
        await asyncio.sleep(0)
        assert await call("two", 0)
        assert loop.time() - begun < 2
        for each in many:
            assert isinstance(each, asyncio.Future)
            each.cancel()
        found = await asyncio.gather(*many, return_exceptions=True)
        assert [one.status for one in found if isinstance(one, Problem)] == [503]

    asyncio.run(work())


# What comes back from there.


def _raising(error: Exception, _: ApiRequest) -> None:
    raise error


@pytest.mark.parametrize(
    ("error", "status", "ended"),
    [(not_found(), 404, ""), (StoreError("gone"), 503, "gone"), (ValueError("a mistake"), None, "")],
)
def test_what_is_wrong_is_passed_on(error: Exception, status: int | None, ended: str, tmp_path: Path) -> None:
    """A problem comes back as it is, a store that fails with the reason for the log, a fault with its trace."""
    place = tmp_path / "games.db"
    open_store(place, clock()).close()
    endpoint = next(one for one in ENDPOINTS if one.path == "/api/games/{id}/share")
    scope = {**scope_of("GET", "/api/games/a/share", {}), "path_params": {"id": "a"}}
    given = _Given(endpoint.method, endpoint.path, scope, b"", partial(_raising, error))
    made = _made(Home(place, Options(), clock(), chance()), given)
    assert (made.problem.status if made.problem else None, made.ended) == (status, ended)
    assert ("a mistake" in made.fault) == (status is None)


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_table_beside_a_stranger() -> None:
    """While one address does its worst within the limits, nobody else is refused, and a phone is answered in time."""
    got: list[str] = []
    quiet, disturbed = beside_stranger(10, got.append)
    assert quiet.refused + disturbed.refused == []
    assert slowest(disturbed.phone) < max(10 * slowest(quiet.phone), 1000), got
