"""Metrics: what the service counts, and who may read it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from prometheus_client.parser import text_string_to_metric_families

from calimala_es.errors import StoreError
from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from calimala_es.store import memory_store, open_store
from notation import dumps
from tests.service.asking import ADMIN, OPTIONS, Instance, clock
from tests.service.serving import asked, serving

TEXT = dumps(play(shuffled_setup("bry", Random(1))))


@pytest.fixture
def service() -> Iterator[Instance]:
    with memory_store(clock()) as store:
        yield Instance(store=store)


def numbers(text: str) -> dict[tuple[str, ...], float]:
    """Return the values by the names and the labels' values."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def read(service: Instance) -> dict[tuple[str, ...], float]:
    answer = service.person(ADMIN).get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    return numbers(answer.text)


def test_requests_are_counted(service: Instance) -> None:
    """Answers are counted by method, endpoint and status, and their time by the kind of work; what reached none
    is counted too; nothing of a game, of a key or of an address is in it."""
    made = service.game(TEXT)
    path = f"/api/games/{made['id']}"
    for _ in range(3):
        service.anybody().get(f"{path}/state")
    service.anybody().get(f"{path}/keys")
    service.anybody().get("/nowhere")
    text = service.person(ADMIN).get("/metrics").text
    found = numbers(text)
    requests = "calimala_requests_total"
    assert found[requests, "POST", "/api/games", "201"] == 1
    assert found[requests, "GET", "/api/games/{id}/state", "200"] == 3
    assert found[requests, "GET", "/api/games/{id}/keys", "401"] == 1
    assert found[requests, "GET", "other", "404"] == 1
    assert found["calimala_request_seconds_count", "read"] == 4
    assert found["calimala_request_seconds_bucket", "+Inf", "read"] == 4
    assert found["calimala_request_seconds_bucket", "0.001", "read"] <= 4
    assert found["calimala_request_seconds_sum", "write"] > 0
    secrets = [made["id"], made["keys"]["owner"][5:], "testserver", "nowhere"]
    assert not [secret for secret in secrets if secret in text]


def test_the_state_of_the_service(service: Instance) -> None:
    """Games in memory, followers, the log and what keeps the store from saving are measured when somebody asks."""
    before = read(service)
    service.anybody().get(f"/api/games/{service.game(TEXT)['id']}/state")
    after = read(service)
    assert (before["calimala_held_games",], after["calimala_held_games",]) == (0, 1)
    assert after["calimala_store_rows",] > before["calimala_store_rows",]
    assert after["calimala_followers",] == after["calimala_calls", "write"] == 0
    assert after["calimala_store_up",] == 1
    assert after["calimala_store_obstacle", "full"] == 0
    assert {"process_resident_memory_bytes", "process_cpu_seconds_total", "calimala_info"} <= {
        name for name, *_ in after
    }


def test_a_store_that_does_not_answer(service: Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the store does not answer there are metrics, which say so."""

    def ends(*_: Any) -> None:
        raise StoreError("no answer")

    monkeypatch.setattr(type(service.store), "changes_since", ends)
    found = read(service)
    assert found["calimala_store_up",] == 0
    assert ("calimala_store_rows",) not in found


def test_a_store_that_cannot_be_written(tmp_path: Path) -> None:
    """The metrics name what keeps the store from saving."""
    with open_store(tmp_path / "games.db", clock()) as store:
        nearly_full = replace(OPTIONS, limits=replace(OPTIONS.limits, spared=1 << 62))
        assert read(Instance(nearly_full, store))["calimala_store_obstacle", "full"] == 1


def test_who_may_read_them(tmp_path: Path) -> None:
    """Programs on the service's computer read the metrics, and everybody with the admin key; a proxy that asks for
    somebody does not, nor a page of another site, nor the owner of a game."""
    with serving(
        tmp_path / "games.db", "--address", "https://games.example", environment={"CALIMALA_ADMIN_KEY": ADMIN}
    ) as server:
        link = server.link("/metrics")
        owner = server.made(TEXT)["keys"]["owner"]
        assert asked(link).status == 200
        assert asked(link, X_Forwarded_For="127.0.0.1").status == 401
        assert asked(link, Via="1.1 proxy").status == 401
        assert asked(link, Host="games.example").status == 401
        assert asked(link, Origin="https://elsewhere.example").status == 401
        assert asked(link, key=owner, Host="games.example").status == 403
        assert asked(link, key=ADMIN, Host="games.example", X_Forwarded_For="203.0.113.7").status == 200
