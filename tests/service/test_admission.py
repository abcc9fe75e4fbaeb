"""What may be sent to be stored: who may begin games, how much one address may send, and how much room there is."""

import socket
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from starlette.types import Receive, Scope, Send

from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from calimala_es.store import open_store
from notation import dumps
from replays.service.admission import is_near
from replays.service.options import Beginners, Limits, Options
from tests.cli_runs import Table
from tests.service.asking import ADMIN, OPTIONS, Client, Instance, Person, clock
from tests.service.serving import asked, serving

TEXT: Final = dumps(play(shuffled_setup("bry", Random(1))))
GAME: Final = {"notation": TEXT}
PHOTO: Final = b"\xff\xd8\xff" + b"x" * 5_000 + b"\xff\xd9"
FAR, NEAR = "203.0.113.7", "192.168.1.20"


def sender(service: Instance, address: str, key: str = "", server: str = "192.168.1.5") -> Person:
    """Return somebody who sends from an address, with or without a key, to one of the service's."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await service.app({**scope, "client": (address, 4000), "server": (server, 8000)}, receive, send)

    return Person(Client(app), key)


def imported(person: Person, **headers: str) -> Any:
    """Return the answer to a game sent as text, as a form on any page could send it."""
    return person.post("/api/import", content=TEXT.encode(), headers={"Content-Type": "text/plain", **headers})


# Who may begin games.


@pytest.mark.parametrize(
    ("begin", "beginners"),
    [
        (Beginners.OWNER, set[str]()),
        (Beginners.NETWORK, {NEAR, "127.0.0.1", "::1", "fe80::1%eth0", "::ffff:10.0.0.9"}),
        (Beginners.ANYBODY, {NEAR, "127.0.0.1", "::1", "fe80::1%eth0", "::ffff:10.0.0.9", FAR, "2001:db8::7"}),
    ],
)
def test_who_may_begin_games(begin: Beginners, beginners: set[str]) -> None:
    """Only those whom the setting names begin games, by a table, a text or an import; the admin key always does; all
    others may still look."""
    service = Instance(Options(begin=begin, admin=OPTIONS.admin, limits=OPTIONS.limits))
    for address in (NEAR, "127.0.0.1", "::1", "fe80::1%eth0", "::ffff:10.0.0.9", FAR, "2001:db8::7"):
        for key, code in (("", 201 if address in beginners else 403), (ADMIN, 201)):
            person = sender(service, address, key)
            assert person.post("/api/games", json=GAME).status_code == code, address
            assert imported(person).status_code == (200 if code == 201 else 403)
        answer = sender(service, address).get("/api/games/example/state")
        assert answer.status_code == 200
    if begin is not Beginners.ANYBODY:
        problem = sender(service, FAR).post("/api/games", json=GAME).json()
        assert problem["type"] == "/api/problems/not-allowed"
        assert ("network" in problem["detail"]) == (begin is Beginners.NETWORK)


def test_neighbours_by_ipv6() -> None:
    """An address of the internet is near if the service has one of the same network; nonsense is not."""
    assert is_near("2001:db8:1:2::7", "2001:db8:1:2::1")
    assert not is_near("2001:db8:1:3::7", "2001:db8:1:2::1")
    assert not is_near("172.32.0.1", "192.168.1.5")
    assert not is_near("testclient", "192.168.1.5")
    assert not is_near("", "")


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://testserver.example"])
def test_other_sites_begin_no_games(origin: str) -> None:
    """No page of another site begins a game, even on a service whose public games it may read; the pages of the service
    and programs do, through a proxy too."""
    service = Instance(Options(address="https://games.example/calimala", limits=OPTIONS.limits))
    somebody = service.anybody()
    other = somebody.post("/api/games", json=GAME, headers={"Origin": origin})
    assert (other.status_code, other.json()["type"]) == (403, "/api/problems/wrong-origin")
    assert imported(somebody, Origin=origin).status_code == 403
    assert service.store.summaries() == []
    for own in ("http://testserver", "https://games.example"):
        assert somebody.post("/api/games", json=GAME, headers={"Origin": own}).status_code == 201


# How much.


def limited(**limits: int) -> Instance:
    """Return a service with some limits of its own."""
    return Instance(
        Options(admin=OPTIONS.admin, limits=Limits(per_second=0, **{"games": 0, "stored": 0, "spared": 0} | limits))
    )


def test_games_of_one_address() -> None:
    """An address begins so many games a day and no more, a repeated request counts once, others are not affected, nor
    is the admin; the games that were begun go on."""
    service = limited(games=3)
    person = sender(service, FAR)
    made = [person.post("/api/games", json=GAME) for _ in range(4)]
    assert [answer.status_code for answer in made] == [201, 201, 201, 429]
    assert int(made[3].headers["retry-after"]) > 1000
    (refused,) = imported(person).text.splitlines()
    assert "too-many" in refused
    recorder = sender(service, FAR, made[0].json()["keys"]["recorder"])
    path = f"/api/games/{made[0].json()['id']}/comments"
    assert recorder.post(path, json={"text": "Well begun."}).status_code == 201
    for other in (sender(service, NEAR), sender(service, FAR, ADMIN)):
        assert other.post("/api/games", json=GAME).status_code == 201
    assert len(service.store.summaries()) == 5


def test_games_of_all_addresses() -> None:
    """All addresses together begin twenty times as many games as one."""
    service = limited(games=1)
    codes = [sender(service, f"203.0.113.{number}").post("/api/games", json=GAME).status_code for number in range(30)]
    assert codes == [201] * 20 + [429] * 10


def test_bytes_of_one_address() -> None:
    """Whatever an address sends to be stored is counted, and nothing else."""
    service = limited(stored=60_000)
    person = sender(service, FAR)
    made = person.post("/api/games", json=GAME).json()
    path = f"/api/games/{made['id']}"
    recorder = sender(service, FAR, made["keys"]["recorder"])
    codes = [
        recorder.post(f"{path}/comments", json={"text": "x" * 9_000}).status_code for _ in range(5)
    ]  # fmt: skip
    assert codes[:3] == [201] * 3
    assert codes[-1] == 429
    assert recorder.post(f"{path}/undo", json={}, headers={"If-Match": "*"}).status_code in (409, 429)
    assert (
        sender(service, NEAR, made["keys"]["recorder"]).post(f"{path}/comments", json={"text": "x"}).status_code == 201
    )
    assert recorder.get(f"{path}/now").status_code == 200


# Room.


def test_a_disk_that_is_nearly_full(tmp_path: Path) -> None:
    """Where less is free than is spared no games begin and no photos come, and `/health` says so; a game that is
    recorded goes on."""
    with open_store(tmp_path / "games.db", clock()) as store:
        made = Instance(store=store).game(TEXT)
        free = store.free_bytes()
        assert free is not None
        full = Instance(Options(limits=Limits(per_second=0, spared=free * 2)), store)
        recorder = full.person(made["keys"]["recorder"])
        path = f"/api/games/{made['id']}"
        for answer in (
            recorder.post("/api/games", json=GAME),
            recorder.post(f"{path}/photos", content=PHOTO, headers={"Content-Type": "image/jpeg"}),
        ):
            assert (answer.status_code, answer.json()["type"]) == (503, "/api/problems/not-saving")
        assert recorder.post(f"{path}/comments", json={"text": "Well begun."}).status_code == 201
        assert full.anybody().get("/health").json()["saving"] == "full"
        assert Instance(store=store).anybody().get("/health").json()["saving"] == "ok"


# Names.


def test_names_on_a_network(tmp_path: Path) -> None:
    """A service for a network answers to the addresses that it has, to its name, and to names that it was given; not to
    those of others, with which a page of another site would be taken for one of its own."""
    name = socket.gethostname().partition(".")[0]
    with serving(tmp_path / "games.db", "--host", "0.0.0.0", "--hostname", "games.lan") as server:
        there = f"http://127.0.0.1:{server.port}"
        for host in ("127.0.0.1", "localhost", name, f"{name}.local", "GAMES.lan:8000"):
            assert asked(f"{there}/api/games", Host=host).status == 200, host
        for host in ("evil.example", "192.0.2.9", "lan", f"{name}.evil.example"):
            answer = asked(f"{there}/api/games", Host=host)
            assert answer.status == 421, host
            assert "--hostname" in answer.text
        assert asked(server.link("/api/games")).status == 200


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--who-may-begin", "owner"], "CALIMALA_ADMIN_KEY"),
        (["--who-may-begin", "network", "--address", "https://games.example"], "--proxy"),
        (["--who-may-begin", "everybody"], "--who-may-begin"),
    ],
)
def test_settings_that_let_everybody_or_nobody_begin(table: Table, options: list[str], says: str) -> None:
    """A setting that would mean something else than it says is refused."""
    run = table.run("serve", *options)
    assert run.code == 2
    assert says in run.err
