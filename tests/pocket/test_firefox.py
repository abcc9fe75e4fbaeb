"""The folder in Firefox, whose own protocol needs no other program: a game is recorded, and opened without a server."""

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from tests.pocket.folder import served
from tests.pocket.test_phone import TABLE

pytestmark = [pytest.mark.needs("firefox"), pytest.mark.timeout(900), pytest.mark.long]

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


class Firefox:
    """A Firefox, asked over its socket."""

    def __init__(self, port: int) -> None:
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                self._socket = socket.create_connection(("127.0.0.1", port))
                break
            except OSError:
                assert time.monotonic() < end, "Firefox does not start"
                time.sleep(0.2)
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
        script = (
            "const [...given] = arguments; const done = given.pop();"
            f"({function})(...given).then(done, (error) => done(String(error)));"
        )
        return self.command("WebDriver:ExecuteAsyncScript", {"script": script, "args": values})["value"]


@contextmanager
def firefox(profile: Path) -> Generator[Firefox]:
    """Yield a Firefox with a new profile."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n', encoding="utf-8")
    program = shutil.which("firefox-esr") or shutil.which("firefox") or ""
    command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            with closing(Firefox(port)) as browser:
                yield browser
        finally:
            process.terminate()


def test_a_game_in_firefox(folder: Path, tmp_path: Path) -> None:
    """A decision is checked, saved, and there again once the server is gone."""
    with firefox(tmp_path) as browser:
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
        assert "must do or skip the wood and brick actions" in browser.call(_WAIT, "[data-part=waiting]")
