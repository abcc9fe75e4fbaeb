"""A real server: `calimala serve` in a process of its own, on a free port of this computer."""

import json
import os
import queue
import re
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from email.message import Message
from http.client import HTTPResponse
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.cli_runs import PROGRAM, ROOT

PATIENCE: Final = 30
"""Seconds after which something is expected never to come."""


class Serving:
    """A running server; `address` is from its first line, with a slash at its end."""

    def __init__(self, process: "subprocess.Popen[bytes]", address: str, log: Path) -> None:
        self.process = process
        self.address = address
        self._log = log

    @property
    def port(self) -> int:
        """The port."""
        return int(self.address.rstrip("/").rpartition(":")[2])

    @property
    def log(self) -> str:
        """The standard error so far."""
        return self._log.read_text(encoding="utf-8")

    def link(self, path: str) -> str:
        """Return the URL of a path, which begins with a slash."""
        return self.address.rstrip("/") + path

    def get(self, path: str, key: str = "") -> str:
        """Return the answer at a path."""
        return answered(self.link(path), key=key).decode()

    def send(self, method: str, path: str, content: Any, key: str = "", **headers: str) -> Any:
        """Return the JSON answer to what is sent; the headers' names have underscores for hyphens."""
        return json.loads(answered(self.link(path), method, content, key, **headers))

    def made(self, notation: str, visibility: str = "unlisted") -> dict[str, Any]:
        """Make a game and return its `id`, `version`, `keys` and `links`."""
        game: dict[str, Any] = self.send("POST", "/api/games", {"notation": notation, "visibility": visibility})
        return game

    def notation(self, game: Mapping[str, Any]) -> str:
        """Return the notation of a game as its owner sees it."""
        return self.get(f"/api/games/{game['id']}/notation", game["keys"]["owner"])

    def write(self, game: Mapping[str, Any], what: str = "decisions", **given: Any) -> Any:
        """Write to a game as another of its recorders, and return the answer."""
        return self.send("POST", f"/api/games/{game['id']}/{what}", given, game["keys"]["recorder"], If_Match="*")


class Answer(NamedTuple):
    """A server's answer, which may be a problem."""

    status: int
    headers: Message
    text: str


def asked(address: str, method: str = "GET", content: Any = None, key: str = "", **headers: str) -> Answer:
    """Return a server's answer to what `answered` sends, errors included."""
    try:
        with _answer(address, method, content, key, headers) as answer:
            return Answer(answer.status, answer.headers, answer.read().decode(errors="replace"))
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.headers, error.read().decode(errors="replace"))


def answered(address: str, method: str = "GET", content: Any = None, key: str = "", **headers: str) -> bytes:
    """Return a server's answer; `content` is JSON unless it is bytes. Raises `HTTPError` for an error."""
    with _answer(address, method, content, key, headers) as answer:
        return answer.read()


def _answer(address: str, method: str, content: Any, key: str, headers: Mapping[str, str]) -> HTTPResponse:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    sent |= {"Authorization": f"Bearer {key}"} if key else {}
    body = content if content is None or isinstance(content, bytes) else json.dumps(content).encode()
    if body is not None:
        sent.setdefault("Content-Type", "application/json")
    request = urllib.request.Request(address, body, sent, method=method)
    answer: HTTPResponse = urllib.request.urlopen(request, timeout=PATIENCE)
    return answer


@contextmanager
def serving(
    store: Path | str, *options: object, environment: Mapping[str, str] | None = None, log: Path | None = None
) -> Generator[Serving]:
    """Yield a server of a store, given by a file or a URL, and stop it in the end.

    `log` is the file for its standard error; otherwise it is beside the store.
    """
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("CALIMALA_")}
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    errors = log or Path(store).with_suffix(f".{os.urandom(4).hex()}.log")
    with errors.open("wb") as written:
        process = subprocess.Popen(
            [*PROGRAM, "serve", "--port", "0", "--store", str(store), *map(str, options)],
            env=inherited | {"PYTHONPATH": paths, "PYTHONUTF8": "1"} | dict(environment or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=written,
        )
    try:
        first = _first_line(process)
        assert re.fullmatch(r"http://\S+:[0-9]+/", first), f"{first!r}; {errors.read_text(encoding='utf-8')}"
        server = Serving(process, first, errors)
        server.get("/health")
        yield server
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stdout is not None
        process.stdout.close()


def _first_line(process: "subprocess.Popen[bytes]") -> str:
    lines: queue.Queue[bytes] = queue.Queue()

    def read() -> None:
        assert process.stdout is not None
        lines.put(process.stdout.readline())

    threading.Thread(target=read, daemon=True).start()
    return lines.get(timeout=PATIENCE).decode().strip()
