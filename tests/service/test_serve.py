"""`calimala serve`: the server from its operator's point of view."""

import http.client
import json
import re
import select
import signal
import socket
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from starlette.applications import Starlette

from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from cli.commands.serve import address_of
from notation import dumps
from replays.service.access import is_key
from tests.absent import make_absent
from tests.cli_runs import Table
from tests.document import Document
from tests.profiles import few, is_long
from tests.service.proxy import proxied
from tests.service.serving import PATIENCE, Serving, asked, serving

TEXT = dumps(replace(play(shuffled_setup("bry", Random(1))), headers=(("Event", "Friday"),)))
ADMIN = "cala_" + "A" * 22


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Yield a server for tests that do not change it."""
    store = tmp_path_factory.mktemp("serve") / "games.sqlite"
    with serving(store, "--rate", 0, environment={"CALIMALA_ADMIN_KEY": ADMIN}) as running:
        yield running


def test_it_serves_and_stops(tmp_path: Path) -> None:
    """The first line is the address, at which it answers; SIGTERM ends it with code 0 and the streams of followers at
    once, and saved games are there."""
    store = tmp_path / "games.sqlite"
    with serving(store, "--patience", 600) as server:
        assert json.loads(server.get("/health"))["status"] == "ok"
        status, _, text = asked(server.link("/api/games"), "POST", {"notation": TEXT})
        assert status == 201
        made = json.loads(text)
        address = server.link(f"/api/games/{made['id']}/follow")
        with urllib.request.urlopen(address, timeout=PATIENCE) as stream:
            while not stream.readline().startswith(b"data:"):
                pass
            server.process.send_signal(signal.SIGTERM)
            rest = stream.read()
        assert rest.strip() == b""
        assert server.process.wait(PATIENCE) == 0
    assert made["id"] in Table(tmp_path).ok("list", "--store", store)


def test_the_address_is_one_that_phones_can_open() -> None:
    """A service that listens on all addresses prints one that this computer has: no phone can open the others."""
    with socket.socket() as everywhere, socket.socket() as here:
        everywhere.bind(("0.0.0.0", 0))
        here.bind(("127.0.0.1", 0))
        assert re.fullmatch(rf"http://(?!0\.)[0-9.]+:{everywhere.getsockname()[1]}/", address_of(everywhere))
        assert address_of(here) == f"http://127.0.0.1:{here.getsockname()[1]}/"


def test_port_in_use(table: Table) -> None:
    """If the port is in use, the message names it and what to do, with code 7."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        run = table.run("serve", "--port", port)
    assert run.code == 7
    assert f"127.0.0.1, port {port}" in run.err
    assert "--port 0" in run.err


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("--address", "games.example", "https://games.example/path"),
        ("--address", "https://games.example/?x", "https://games.example/path"),
        ("--address", "https://games.example/<b>", "https://games.example/path"),
        ("--prefix", "calimala", "/calimala"),
        ("--prefix", "/../x", "/calimala"),
        ("--address", "https://games.example/a/..", "https://games.example/path"),
        ("--proxy", "localhost", "127.0.0.1"),
        ("--port", "70000", "65535"),
        ("--games", "secret", "unlisted"),
    ],
)
def test_invalid_values_of_options(table: Table, option: str, value: str, says: str) -> None:
    """An invalid value of an option is an error that lists valid ones, with code 2."""
    run = table.run("serve", option, value)
    assert run.code == 2
    assert option in run.err
    assert says in run.err


@pytest.mark.parametrize("host", ["host.invalid", "192.0.2.1"])
def test_an_unknown_host(host: str, table: Table) -> None:
    """A host without an address, or one with that of another computer, is wrong usage; another port would not help."""
    run = table.run("serve", "--host", host, "--port", 0)
    assert (run.code, "--port" in run.err) == (2, False)
    assert host in run.err


def test_the_admin_key(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new key for the environment is printed each time; an invalid one is an error with code 2, and never printed."""
    keys = {table.ok("serve", "--new-admin-key").strip() for _ in range(3)}
    assert len(keys) == 3
    assert all(is_key(key) and key.startswith("cala_") for key in keys)
    monkeypatch.setattr(Table, "environment", {**table.environment, "CALIMALA_ADMIN_KEY": "hunter2"})
    run = table.run("serve", "--port", 0)
    assert run.code == 2
    assert "--new-admin-key" in run.err
    assert "hunter2" not in run.err


def test_the_admin_opens_everything(server: Serving) -> None:
    """The key of the environment opens a private game; without it that game is not found."""
    made = json.loads(asked(server.link("/api/games"), "POST", {"notation": TEXT, "visibility": "private"})[2])
    address = server.link(f"/api/games/{made['id']}/notation")
    assert asked(address, key=ADMIN)[0] == 200
    assert asked(address)[0] == 404
    assert ADMIN not in server.log
    assert made["id"] not in server.log


def test_a_store_that_begins_is_reported(server: Serving) -> None:
    """A new store is reported, so that a mistyped path is noticed."""
    assert re.search("Created a new store of games in .*games.sqlite[.]", server.log)


def test_nothing_is_installed(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """If packages are missing, the message names the extra and what installs it, with code 6."""
    make_absent(monkeypatch, "uvicorn", "replays.service")
    run = table.run("serve", "--port", 0)
    assert run.code == 6
    assert "calimala serve needs uvicorn, which is not installed: run " in run.err
    assert "[serve]" in run.err


@pytest.mark.parametrize(("options", "synchronous"), [((), 1), (("--durable",), 2)])
def test_durable_reaches_the_store(
    table: Table, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], synchronous: int
) -> None:
    """With `--durable` every connection of the store waits for the disk at each change (SQLite: 2, FULL)."""
    seen: list[int] = []

    def look(app: Starlette, *_: object) -> None:
        recorder = app.state.service.store._streams.recorder
        for connection in (recorder._writer, recorder.datastore.pool.get_connection()):
            seen.extend(connection.cursor().sqlite_cursor.execute("PRAGMA synchronous").fetchone())

    monkeypatch.setattr("replays.service.server.serve", look)
    table.ok("serve", "--port", 0, *options)
    assert seen == [synchronous, synchronous]


def test_games_of_the_command_line(table: Table) -> None:
    """Games of the command line are listed if only this computer can connect; with a proxy only if --games says so."""
    table.ok("new", "b", "r", "y", "--seed", 1, "--id", "friday")
    for options, status in few([((), 200), (("--proxy", "127.0.0.1"), 404), (("--games", "private"), 404)], 2):
        with serving(table.store, *options) as server:
            assert asked(server.link("/api/games/friday/state"))[0] == status
            assert "Created" not in server.log


# With a proxy in front.


@pytest.mark.parametrize("strips", few([True, False]))
def test_through_a_proxy(tmp_path: Path, strips: bool) -> None:
    """With a proxy in front and a prefix, which the proxy strips or not, all links lead back through it."""
    options = ("--address", "https://games.example/our/games", "--proxy", "127.0.0.1", "--games", "public")
    with (
        serving(tmp_path / "games.sqlite", *options) as server,
        proxied(server.port, "/our/games", strips=strips) as front,
    ):
        status, headers, text = asked(f"{front}/api/games", "POST", {"notation": TEXT, "visibility": "public"})
        assert status == 201
        made = json.loads(text)
        assert headers["Location"] == f"https://games.example/our/games/api/games/{made['id']}"
        assert all(link.startswith("https://games.example/our/games/") for link in made["links"].values())
        assert headers["Strict-Transport-Security"]
        links: set[str] = set()
        for path in ("/", f"/g/{made['id']}"):
            status, _, html = asked(front + path)
            assert status == 200
            found = {link for link in Document(html).values("href", "src") if link[0] != "#"}
            assert found
            links |= found
        local_links = [link.removeprefix("https://games.example") for link in sorted(links)]
        assert all(link.startswith("/our/games/") for link in local_links), local_links
        for link in local_links[:: 1 if is_long() else 5]:
            # A picture of a turn that was not played yet is refused, but found.
            assert asked(front.removesuffix("/our/games") + link)[0] in (200, 422), link


@pytest.mark.long
def test_a_prefix_without_an_address(tmp_path: Path) -> None:
    """With a prefix alone links have the requested host and the prefix."""
    with serving(tmp_path / "games.sqlite", "--prefix", "/c", "--games", "public") as server:
        made = json.loads(asked(server.link("/c/api/games"), "POST", {"notation": TEXT})[2])
        assert made["links"]["game"] == server.link(f"/c/g/{made['id']}")
        assert asked(made["links"]["game"])[0] == 200


@pytest.mark.long
def test_clients_of_a_proxy(tmp_path: Path) -> None:
    """Each client of a trusted proxy has its own limit; the same claim by anybody else is ignored."""
    headers = [{"X-Forwarded-For": f"203.0.113.{number}"} for number in range(1, 125)]
    for options, limited in (((), True), (("--proxy", "127.0.0.1"), False)):
        with serving(tmp_path / "games.sqlite", "--rate", 0.01, "--games", "public", *options) as server:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
            statuses: list[int] = []
            for each in headers:
                connection.request("GET", "/nowhere", headers=each)
                answer = connection.getresponse()
                answer.read()
                statuses.append(answer.status)
            connection.close()
        assert (429 in statuses) == limited


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_connections_of_one_address(tmp_path: Path) -> None:
    """However few open files the shell allows, an address with many connections keeps nobody from connecting."""
    from resource import RLIMIT_NOFILE, getrlimit, setrlimit

    usual, most = getrlimit(RLIMIT_NOFILE)
    setrlimit(RLIMIT_NOFILE, (200, most))
    try:
        with serving(tmp_path / "games.sqlite") as server, ExitStack() as held:
            setrlimit(RLIMIT_NOFILE, (usual, most))
            where = "127.0.0.1", server.port
            many = [held.enter_context(socket.create_connection(where, timeout=PATIENCE)) for _ in range(250)]
            assert json.loads(server.get("/health"))["status"] == "ok"
            assert select.select(many, [], [], 0)[0] == [], "nobody had to wait until others were hung up on"
    finally:
        setrlimit(RLIMIT_NOFILE, (usual, most))


# What is no proper request.


def exchanged(server: Serving, sent: bytes) -> bytes:
    """Send some bytes and return everything that is answered until the server hangs up."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(sent)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return answer


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 40_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\x00b\r\n\r\n",
        b"GET /\r\nInjected: x HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /",
    ],
    ids=["nonsense", "two hosts", "too long", "nul", "two lines", "two lengths", "negative", "no chunk", "two ends"],
)
def test_an_invalid_request(server: Serving, sent: bytes) -> None:
    """An invalid HTTP request is rejected as a problem, the connection is closed, and the service continues."""
    answer = exchanged(server, sent)
    assert re.match(rb"HTTP/1.1 4[0-9][0-9] ", answer)
    assert b"application/problem+json" in answer
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"Traceback" not in answer
    assert json.loads(server.get("/health"))["status"] == "ok"


def test_lines_in_addresses(server: Serving) -> None:
    """Line ends in an address never appear in a header."""
    sent = b"GET /g/a%0d%0aSet-Cookie:%20x=1?lang=%0d%0aX:1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    head = exchanged(server, sent).partition(b"\r\n\r\n")[0]
    assert head.startswith(b"HTTP/1.1 404 ")
    assert b"Set-Cookie" not in head


def test_long_addresses(server: Serving) -> None:
    """An address that is too long is rejected."""
    status, _, text = asked(server.link("/g/" + "a" * 5000))
    assert status == 414
    assert json.loads(text)["most"] < 5000
