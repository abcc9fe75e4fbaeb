"""The real server and slow clients."""

import http.client
import json
import socket
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager, suppress
from random import Random
from typing import NamedTuple

import pytest
from starlette.responses import Response
from uvicorn import Config, Server

from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from calimala_es.store import memory_store
from notation import dumps
from replays.service.app import ENDPOINTS, service_app
from replays.service.endpoints import TEXT, ApiRequest, Endpoint
from replays.service.options import Limits, Options
from replays.service.server import BoundedConnection
from tests.service.asking import chance, clock
from tests.service.serving import PATIENCE

QUICK = Limits(per_second=0, head=0.3, reading=0.3, slowest=1e9, sending=0.3, answering=0.3, drawing=1)
NOTATION = dumps(play(shuffled_setup("bry", Random(1))))


class Running(NamedTuple):
    """A server in a thread, and its port."""

    port: int
    server: Server


@contextmanager
def listening(limits: Limits, *more: Endpoint) -> Generator[Running]:
    """Yield a server in a thread, with tight limits, and with endpoints of a test before the others."""
    with pytest.MonkeyPatch.context() as patch, memory_store(clock()) as store, closing(socket.socket()) as taken:
        options = Options(limits=limits)
        patch.setattr(BoundedConnection, "options", options)
        app = service_app(store, options, clock(), chance(), endpoints=(*more, *ENDPOINTS))
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        config = Config(app, http=BoundedConnection, ws="none", lifespan="off", log_config=None, access_log=False)
        server = Server(config)
        thread = threading.Thread(target=server.run, args=[[taken]], daemon=True)
        thread.start()
        try:
            yield Running(taken.getsockname()[1], server)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with listening(QUICK) as running:
        yield running.port


def until(is_so: Callable[[], bool]) -> bool:
    """Return whether something becomes true in time."""
    for _ in range(PATIENCE * 50):
        if is_so():
            return True
        threading.Event().wait(0.02)
    return False


def answers(port: int) -> bool:
    """Return whether the server answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", "/health")
    status = connection.getresponse().status
    connection.close()
    return status == 200


def rest_of(connection: socket.socket) -> bytes:
    """Return everything that arrives until the other side hangs up."""
    connection.settimeout(PATIENCE)
    answer = b""
    try:
        while part := connection.recv(65536):
            answer += part
    except ConnectionResetError:
        pass
    return answer


@pytest.mark.parametrize("sent", [b"G", b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-", b"\r\n"])
def test_a_head_that_does_not_come(port: int, sent: bytes) -> None:
    """A client that does not finish the head of its request gets a problem and is disconnected."""
    with socket.create_connection(("127.0.0.1", port)) as slow:
        slow.sendall(sent)
        answer = rest_of(slow)
    assert answer.startswith(b"HTTP/1.1 408 ") or sent == b"\r\n"
    assert answers(port)


def test_nothing_at_all(port: int) -> None:
    """A client that sends nothing is disconnected."""
    with socket.create_connection(("127.0.0.1", port)) as silent:
        assert rest_of(silent) == b""


def test_a_head_drop_by_drop(port: int) -> None:
    """A client that sends a little now and then is disconnected, too."""
    with socket.create_connection(("127.0.0.1", port)) as slow:
        slow.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n")
        stop = threading.Event()

        def drip() -> None:
            while not stop.wait(0.05):
                try:
                    slow.sendall(b"X: y\r\n")
                except OSError:
                    return

        dripping = threading.Thread(target=drip)
        dripping.start()
        answer = rest_of(slow)
        stop.set()
        dripping.join(PATIENCE)
    assert answer == b"" or answer.startswith(b"HTTP/1.1 408 ")


def test_a_body_that_does_not_come(port: int) -> None:
    """A client that does not send the announced body gets a problem, and others are served meanwhile."""
    head = (
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    )
    slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(60)]
    for connection in slow:
        connection.sendall(head)
    assert answers(port)
    answer = [rest_of(connection) for connection in slow]
    for connection in slow:
        connection.close()
    assert all(one.startswith(b"HTTP/1.1 408 ") for one in answer)


def test_a_body_that_nobody_wants(port: int) -> None:
    """A client that goes on sending a body after the answer is disconnected."""
    head = b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port)) as slow:
        slow.sendall(head)
        assert rest_of(slow).startswith(b"HTTP/1.1 404 ")


HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
SLOW_TO_READ = {
    "lines": HEAD + b"a:\r\n" * 8_000 + b"\r\n",
    "few bytes, many lines": HEAD + b"a:\n" * 101 + b"\n",
    "behind another": HEAD + b"\r\n" + HEAD + b"a:\r\n" * 8_000 + b"\r\n",
    "tiny chunks": CHUNKED + b"1\r\nx\r\n" * 20_000 + b"0\r\n\r\n",
    "trailers": CHUNKED + b"0\r\n" + b"a:\r\n" * 20_000 + b"\r\n",
}
"""What costs little to send, and would take long to read."""


@pytest.mark.parametrize("kind", SLOW_TO_READ)
def test_what_takes_long_to_read(port: int, kind: str) -> None:
    """A client that sends many headers, or a body in tiny parts, is refused before they are all read, so it costs no
    more than others; nothing that comes after is read. Where no answer was sent before it can read why. That it was
    answered before makes no difference."""
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(HEAD + b"\r\n")
        assert client.recv(65536).startswith(b"HTTP/1.1 200 OK")
        with suppress(OSError):
            client.sendall(SLOW_TO_READ[kind] + HEAD + b"Connection: close\r\n\r\n")
        answer = rest_of(client)
    sound = answer.count(b"HTTP/1.1 200 OK")
    assert sound <= (kind in {"behind another", "tiny chunks", "trailers"})
    assert sound or answer.startswith(b"HTTP/1.1 400 ")
    assert answers(port)


def test_a_body_in_small_parts(port: int) -> None:
    """A body may come in many parts that are no larger than a small network's packets."""
    body = json.dumps({"notation": NOTATION + " " * 200_000}).encode()
    parts = [body[first : first + 300] for first in range(0, len(body), 300)]
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts)
    head = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
    assert asked(port, f"{head}Transfer-Encoding: chunked\r\n", chunks + b"0\r\n\r\n").startswith(b"HTTP/1.1 201 ")


def test_a_refused_body_that_came_at_once(port: int) -> None:
    """A client that sends a body together with the head, and hangs up afterwards, as proxies do, gets the answer, also
    where nobody wants the body; what comes after it is answered too."""
    head = "POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000\r\n"
    for _ in range(5):
        assert asked(port, f"{head}Connection: close\r\n", bytes(50_000)).startswith(b"HTTP/1.1 404 ")
        more = HEAD + b"\r\n" + f"{head}\r\n".encode() + bytes(50_000) + HEAD + b"Connection: close\r\n\r\n"
        both = asked(port, f"{head}", bytes(50_000) + more)
        assert [both.count(b"HTTP/1.1 %d" % status) for status in (404, 200)] == [2, 2]


def test_an_answer_that_nobody_takes() -> None:
    """A client that does not read a large answer is disconnected."""
    with listening(QUICK, Endpoint("GET", "/large", _much, "Much", gives=TEXT)) as running:
        with socket.socket() as idle:
            idle.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            idle.connect(("127.0.0.1", running.port))
            idle.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert until(lambda: running.server.server_state.total_requests == 1)
            assert until(lambda: not running.server.server_state.connections)
            answer = rest_of(idle)
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert len(answer) < 30_000_000
        assert answers(running.port)


def _much(_: ApiRequest) -> object:
    return Response(b"x" * 30_000_000)


def test_answers_in_one_piece(port: int) -> None:
    """An answer that is sent in one piece is byte for byte the one that h11 sends in parts to a client that hangs up
    afterwards, and the connection goes on: to requests that came together or in turn, with a body in parts, with none,
    or with an error.
    """
    body = json.dumps({"notation": NOTATION}).encode()
    begin = f"POST /api/games/nowhere/undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    requests = [
        *(
            (f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n", b"")
            for method in ("GET", "HEAD", "OPTIONS", "DELETE")
            for path in (
                "/api/games/example/now?lang=de",
                "/health",
                "/nowhere",
                "/api/games/example",
                "/api/games/example/state?at=3",
            )
        ),
        (begin + "Content-Type: application/json\r\n", body),
        (begin + "Content-Type: text/plain\r\n", body),
    ]
    parted = [asked(port, head + "Connection: close\r\n", body) for head, body in requests]
    assert all(b"\r\nConnection: close\r\n" in one or b"\r\nconnection: close\r\n" in one for one in parted)
    together = b"".join(f"{head}\r\n".encode() + body for head, body in requests)
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(together[:-20])
        threading.Event().wait(0.05)
        connection.sendall(together[-20:] + b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        whole = rest_of(connection)
    last = asked(port, "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n", b"")
    expected = [_without(one, b"connection: close") for one in parted]
    assert _timeless(whole) == b"".join(map(_timeless, expected)) + _timeless(last)
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection, connection.makefile("rb") as received:
        for (head, content), answer in zip(requests, expected, strict=True):
            connection.sendall(f"{head}Connection: keep-alive\r\n\r\n".encode() + content)
            assert _timeless(received.read(len(answer))) == _timeless(answer)


def _timeless(answers: bytes) -> bytes:
    """Return answers without the lines of the time."""
    return _without(answers, b"date: ")


def _without(answers: bytes, header: bytes) -> bytes:
    """Return answers without the lines of a header."""
    return b"".join(line for line in answers.splitlines(keepends=True) if not line.lower().startswith(header))


def asked(port: int, head: str, body: bytes) -> bytes:
    """Return what comes until the other side hangs up."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(f"{head}\r\n".encode() + body)
        return rest_of(connection)


def test_a_header_with_a_line_end() -> None:
    """A value in which a line ends does not become a header of its own."""
    endpoint = Endpoint("GET", "/split", lambda _: Response(b"", headers={"X-One": "1\r\nX-Two: 2"}), "", gives=TEXT)
    with listening(QUICK, endpoint) as running:
        assert b"x-two" not in asked(running.port, "GET /split HTTP/1.1\r\nHost: localhost\r\n", b"").lower()


def test_what_takes_too_long() -> None:
    """A request that cannot be answered in time gets an error with the advice to repeat it; heavy requests have a queue
    of their own, and others are served meanwhile."""
    go_on = threading.Event()

    def waiting(_: ApiRequest) -> object:
        go_on.wait(PATIENCE)
        return {}

    slow = Endpoint("GET", "/slow", waiting, "Slow", heavy=True)
    with listening(QUICK, slow) as running:
        try:
            for _ in range(2):
                with closing(http.client.HTTPConnection("127.0.0.1", running.port, timeout=PATIENCE)) as connection:
                    connection.request("GET", "/slow")
                    answer = connection.getresponse()
                    reply = answer.read()
                assert answer.status == 503, reply
                assert answer.headers["Retry-After"]
                assert json.loads(reply)["type"].endswith("unavailable")
            assert answers(running.port)
        finally:
            go_on.set()
