"""The folder in Firefox and in WebKit, of which Safari is made: a game is recorded, and opened without a server.

Firefox's own protocol needs no other program; WebKit has a driver (W3C WebDriver), and draws on a display without a
screen.
"""

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

import pytest

from tests.pocket.folder import served
from tests.pocket.test_phone import TABLE

pytestmark = [pytest.mark.timeout(900), pytest.mark.long]

_PATIENCE: Final = 240
"""Seconds for a start on a busy machine."""

_ASK: Final = """async (method, path, value, version) => {
    const headers = { "Content-Type": "application/json", ...(version && { "If-Match": `"${version}"` }) };
    const answer = await fetch(path, { method, headers, body: value && JSON.stringify(value) });
    return [answer.status, await answer.json()];
}"""
_WAIT: Final = """async (selector) => {
    for (;;) {
        const found = document.querySelector("#pages")?.contentDocument?.querySelector(selector);
        if (found) return found.textContent;
        await new Promise((resolve) => setTimeout(resolve, 200));
    }
}"""


_CALL: Final = (
    "const [...given] = arguments; const done = given.pop();"
    "({function})(...given).then(done, (error) => done(String(error)));"
)
"""Lets a function be called whose promise is waited for."""


class Browser(Protocol):
    """A browser with one page."""

    def open(self, address: str) -> None:
        """Open a page."""

    def call(self, function: str, *values: object) -> Any:
        """Return what a function of JavaScript returns in the page."""


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _waiting(attempt: Callable[[], Any], what: str) -> Any:
    """Return what an attempt returns once it does not fail."""
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            return attempt()
        except OSError:
            assert time.monotonic() < end, f"{what} does not start"
            time.sleep(0.2)


_MINI_BROWSER: Final = next((str(path) for path in Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")), "")
"""Debian's smallest browser of WebKit, which is on no search path."""


class Firefox:
    """A Firefox, asked over its socket."""

    def __init__(self, port: int) -> None:
        self._socket: socket.socket = _waiting(lambda: socket.create_connection(("127.0.0.1", port)), "Firefox")
        self._file = self._socket.makefile("rb")
        self._number = 0
        self._receive()
        self.command("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {}}})
        self.command("WebDriver:SetTimeouts", {"script": 1000 * _PATIENCE, "pageLoad": 1000 * _PATIENCE})

    def _receive(self) -> Any:
        size = b""
        while (character := self._file.read(1)) != b":":
            assert character, "Firefox has ended"
            size += character
        return json.loads(self._file.read(int(size)))

    def command(self, name: str, fields: dict[str, Any]) -> Any:
        """Send a command and return its answer."""
        self._number += 1
        message = json.dumps([0, self._number, name, fields]).encode()
        self._socket.sendall(f"{len(message)}:".encode() + message)
        _, _, error, answer = self._receive()
        assert error is None, error
        return answer

    def close(self) -> None:
        """Close the connection."""
        self._file.close()
        self._socket.close()

    def open(self, address: str) -> None:
        """Open a page."""
        self.command("WebDriver:Navigate", {"url": address})

    def call(self, function: str, *values: object) -> Any:
        """Return what a function of JavaScript returns in the page."""
        script = _CALL.replace("{function}", function)
        return self.command("WebDriver:ExecuteAsyncScript", {"script": script, "args": values})["value"]


@contextmanager
def firefox(profile: Path) -> Generator[Firefox]:
    """Yield a Firefox with a new profile."""
    port = _free_port()
    (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n', encoding="utf-8")
    program = shutil.which("firefox-esr") or shutil.which("firefox") or ""
    command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            with closing(Firefox(port)) as browser:
                yield browser
        finally:
            process.terminate()


class WebKit:
    """A browser of WebKit, asked through its driver."""

    def __init__(self, port: int) -> None:
        self._address = f"http://127.0.0.1:{port}/"
        _waiting(lambda: self._send("GET", "status", None), "WebKit")
        options = {"binary": _MINI_BROWSER, "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._session = self._send("POST", "session", wanted)["sessionId"]
        self.command("timeouts", {"script": 1000 * _PATIENCE, "pageLoad": 1000 * _PATIENCE})

    def _send(self, method: str, path: str, fields: Mapping[str, Any] | None) -> Any:
        data = None if fields is None else json.dumps(fields).encode()
        request = urllib.request.Request(
            self._address + path, data, {"Content-Type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=2 * _PATIENCE) as answer:
                return json.loads(answer.read())["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from None

    def command(self, name: str, fields: Mapping[str, Any]) -> Any:
        """Send a command and return its answer."""
        return self._send("POST", f"session/{self._session}/{name}", fields)

    def close(self) -> None:
        """End the browser."""
        self._send("DELETE", f"session/{self._session}", None)

    def open(self, address: str) -> None:
        """Open a page."""
        self.command("url", {"url": address})

    def call(self, function: str, *values: object) -> Any:
        """Return what a function of JavaScript returns in the page."""
        return self.command("execute/async", {"script": _CALL.replace("{function}", function), "args": values})


@contextmanager
def _display() -> Generator[str]:
    """Yield the name of a display without a screen."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x900x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        os.close(writing)
        try:
            with os.fdopen(reading) as numbers:
                yield f":{numbers.readline().strip()}"
        finally:
            process.terminate()


@contextmanager
def webkit(folder: Path) -> Generator[WebKit]:
    """Yield a browser of WebKit that has stored nothing."""
    port = _free_port()
    with _display() as display:
        places = {name: str(folder) for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
        command = ["WebKitWebDriver", f"--port={port}", "--host=127.0.0.1"]
        with subprocess.Popen(command, env={**os.environ, **places, "DISPLAY": display}) as process:
            try:
                with closing(WebKit(port)) as browser:
                    yield browser
            finally:
                process.terminate()


@pytest.mark.parametrize(
    "started",
    [
        pytest.param(firefox, id="firefox", marks=pytest.mark.needs("firefox")),
        pytest.param(webkit, id="webkit", marks=pytest.mark.needs("webkit", "xvfb")),
    ],
)
def test_a_game_in_another_browser(
    folder: Path, tmp_path: Path, started: Callable[[Path], AbstractContextManager[Browser]]
) -> None:
    """A decision is checked, saved, and there again once the server is gone; it can be undone then."""
    with started(tmp_path) as browser:
        with served(folder) as address:
            browser.open(address)
            assert browser.call(_WAIT, "h1") == "Games of Calimala"
            made = {"notation": TABLE, "visibility": "private"}
            status, game = browser.call(_ASK, "POST", "app/api/games", made, None)
            assert status == 201
            path = f"app/api/games/{game['id']}/decisions"
            assert browser.call(_ASK, "POST", path, {"notation": "XX"}, game["version"])[0] == 422
            assert browser.call(_ASK, "POST", path, {"notation": "WB"}, game["version"])[0] == 201
            browser.open("about:blank")
        browser.open(f"{address}#/record/{game['id']}")
        browser.call(_WAIT, "[data-part=state][data-kind=saved]")
        assert "activates wood and brick" in browser.call(_WAIT, "[data-part=waiting]")
        undo = f"app/api/games/{game['id']}/undo"
        now = browser.call(_ASK, "GET", f"app/api/games/{game['id']}/now", None, None)[1]
        assert browser.call(_ASK, "POST", undo, {"count": 1}, now["version"])[0] == 200
