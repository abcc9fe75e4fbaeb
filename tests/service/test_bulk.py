"""Many games at once: export as one stream, import game by game."""

import asyncio
import json
import logging
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from calimala_es.errors import StoreError
from calimala_es.game import Game, moves_from, play
from calimala_es.initial import shuffled_setup
from calimala_es.store import memory_store
from notation import dumps, read_games
from notation.json.events import dumps_events
from notation.json.reader import read_events
from replays.service.options import Limits
from tests.service.asgi import scope_of
from tests.service.asking import ADMIN, OPTIONS, Instance, clock
from tests.service.by_chance import any_command
from tests.service.following import Connection, asked


def played(seed: int, decisions: int = 20) -> Game:
    chance = Random(seed)
    setup = shuffled_setup("bry", chance)
    game = replace(play(setup), headers=(("Event", f"game {seed}"), ("Blue", "Maria")))
    for _ in range(decisions):
        game = game.added(moves_from(game.state, [any_command(game.state, chance)]))
    return game


TEXTS = [dumps(played(seed)) for seed in range(4)]


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_games_come_in_and_go_out(service: Instance) -> None:
    """Games that the admin imports as one text are exported as the same text, game by game."""
    admin = service.person(ADMIN)
    answer = lines_of(admin.post("/api/import?visibility=public", content="\n".join(TEXTS)).text)
    assert [line["number"] for line in answer] == [1, 2, 3, 4]
    made = [line["made"] for line in answer]
    assert all(one["keys"]["owner"].startswith("calo_") for one in made)
    exported = [dumps(reading.game) for reading in read_games(admin.get("/api/export").text) if reading.game]
    assert sorted(exported) == sorted(TEXTS)
    events = admin.get("/api/export?format=ndjson").text.splitlines(keepends=True)
    assert sorted(dumps(record) for record in read_events(events) if isinstance(record, Game)) == sorted(TEXTS)


def test_events_come_in(service: Instance) -> None:
    """Lines of events are imported like text."""
    lines = [f"{line}\n" for seed in (1, 2) for line in dumps_events(played(seed))]
    answer = lines_of(service.person(ADMIN).post("/api/import", content="".join(lines)).text)
    assert len(answer) == 2
    found = {service.anybody().get(f"/api/games/{line['made']['id']}/notation").status_code for line in answer}
    assert found == {200}


def test_a_game_that_is_wrong_disturbs_no_other(service: Instance) -> None:
    """A game is imported completely or not at all, and its errors are reported with line and column."""
    wrong = TEXTS[1].replace("\n1. ", "\n1. XYZ ")
    answer = lines_of(service.person(ADMIN).post("/api/import", content="\n".join([TEXTS[0], wrong, TEXTS[2]])).text)
    assert ["made" in line for line in answer] == [True, False, True]
    problem = answer[1]["problems"][0]
    assert answer[1]["line"] == len(TEXTS[0].splitlines()) + 2
    assert problem["line"] > answer[1]["line"]
    assert problem["column"] >= 1
    assert problem["status"] == 422
    assert len(service.store.summaries()) == 2


def test_without_a_key_one_game(service: Instance) -> None:
    """Without a key one game can be imported; of several the first is, and the answer says why no other is."""
    answer = lines_of(service.anybody().post("/api/import", content="\n".join(TEXTS[:2])).text)
    assert "made" in answer[0]
    assert answer[1]["problems"][0]["status"] == 403
    assert len(answer) == 2
    assert len(service.store.summaries()) == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"\xff\xfe", 400), (b"{" * 1000, 422), (b'{"format": "calimala-events-1"}\n', 422), (b"hello", 422)],
)
def test_a_body_without_a_game_is_reported(service: Instance, body: bytes, status: int) -> None:
    """A body that cannot be read is answered by a line that says so, and nothing is saved."""
    answer = lines_of(service.anybody().post("/api/import", content=body).text)
    assert [line["problems"][0]["status"] for line in answer] == [status]
    assert not service.store.summaries()


def test_what_is_too_large_ends() -> None:
    """Without the admin's key reading stops at the size limit of a game."""
    with memory_store(clock()) as store:
        service = Instance(replace(OPTIONS, limits=Limits(text=1000)), store)
        assert service.anybody().post("/api/import", content=TEXTS[0] * 30).status_code == 413


def test_only_what_everybody_finds_goes_out(service: Instance) -> None:
    """An export without a key has only the public games, without names and hidden cards."""
    ids = {visibility: service.game(TEXTS[0], visibility)["id"] for visibility in ("public", "unlisted", "private")}
    text = service.anybody().get("/api/export").text
    assert text == service.anybody().get(f"/api/games/{ids['public']}/notation").text
    assert "Maria" not in text
    assert len([*read_games(service.person(ADMIN).get("/api/export").text)]) == 3


class Stuck(Connection):
    """A client that reads nothing of an answer until it is released."""

    def __init__(self) -> None:
        super().__init__()
        self.let_go = asyncio.Event()

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.body":
            await self.let_go.wait()
        await super().send(message)


def test_a_slow_client_does_not_block_others() -> None:
    """A limited number of clients gets all games at once; others are asked to come again, and are served later."""
    service = Instance(replace(OPTIONS, limits=Limits(per_second=0, exports=2)))
    for text in TEXTS[:2]:
        service.game(text, "public")

    async def all_of_it() -> tuple[Connection, Connection, bytes | None]:
        stuck = [Stuck(), Stuck()]
        going = [
            asyncio.create_task(service.app(scope_of("GET", "/api/export", {}), one.receive, one.send)) for one in stuck
        ]
        for one in stuck:
            await one.started()
        refused = await asked(service.app, "GET", "/api/export")
        beside = await asked(service.app, "GET", "/api/games")
        assert beside.status == 200
        for one in stuck:
            one.let_go.set()
        await asyncio.gather(*going)
        later = await asked(service.app, "GET", "/api/export")
        return refused, later, later.parts.get_nowait()

    refused, later, body = asyncio.run(all_of_it())
    assert (refused.status, refused.headers["retry-after"]) == (503, "10")
    assert later.status == 200
    assert body
    assert len([*read_games(body.decode())]) == 2


def test_a_client_that_disconnects_frees_its_place() -> None:
    """A client that disconnects in the middle frees its place."""
    service = Instance(replace(OPTIONS, limits=Limits(per_second=0, exports=1)))
    service.game(TEXTS[0], "public")

    async def all_of_it() -> int:
        stuck = Stuck()
        going = asyncio.create_task(service.app(scope_of("GET", "/api/export", {}), stuck.receive, stuck.send))
        await stuck.started()
        stuck.leave()
        await going
        return (await asked(service.app, "GET", "/api/export")).status

    assert asyncio.run(all_of_it()) == 200


def test_a_store_that_does_not_answer_is_not_a_fault(
    service: Instance, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If the store fails during an export, the export is cut off, with one line in the log."""
    service.game(TEXTS[0], "public")

    def silent(_: str) -> Any:
        raise StoreError("too many ask")

    monkeypatch.setattr(service.store, "load_shared", silent)
    with caplog.at_level(logging.WARNING, logger="calimala.service"):
        service.anybody().client.get("/api/export")
    (record,) = caplog.records
    assert (record.levelname, record.exc_info) == ("WARNING", None)
    assert record.getMessage() == "cut short GET /api/export: too many ask"


@pytest.mark.parametrize("text", ["", " \n\n"])
def test_nothing_is_reported_as_nothing(service: Instance, text: str) -> None:
    """An import without a game is answered by a line that says so."""
    for person in (service.anybody(), service.person(ADMIN)):
        (line,) = lines_of(person.post("/api/import", content=text).text)
        assert line["problems"][0]["detail"] == "this contains no game"
        assert "made" not in line
