"""``python -m fuzz.service``: requests that schemathesis makes of the OpenAPI document, asked of a real server.

The server is ``calimala serve`` with a store of its own and three games: one that is over, one that goes on, one that
has just begun; half of the time is asked with the admin's key, half without any. A fault of the server (5xx), an answer
of a kind or a form that the document does not promise, or a crash fails the run. What follows a game without an end is
left out.
"""

import argparse
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.request import Request, urlopen

from calimala_es.deck import chance_command, is_chance
from calimala_es.game import moves_from, play
from calimala_es.initial import shuffled_setup
from calimala_es.legal import legal
from notation import dumps
from replays.service.access import new_key

ROOT: Final = Path(__file__).resolve().parent.parent
CHECKS: Final = "not_a_server_error,content_type_conformance,response_schema_conformance"
ENDLESS: Final = "/api/games/{id}/follow"
MINUTES: Final = 10.0
CONFIGURATION: Final = """
[parameters]
"path.id" = "{game}"
"header.If-Match" = "*"

# What oEmbed prescribes for a format that is not spoken is 501.
[checks]
not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "501"]
"""
MOST_PRINTED: Final = 20_000
"""The number of characters of the log, from its first fault on, that are printed."""


def played(seed: int, most: int) -> str:
    """Return the text of a game of at most this many random decisions."""
    chance = Random(seed)
    setup = shuffled_setup("bryg"[: 2 + seed % 3], chance)
    game = play(setup)
    while not game.state.is_over and len(game.moves) < most:
        state = game.state
        command = chance_command(state, chance) if is_chance(state) else chance.choice(legal(state))
        game = game.added(moves_from(state, [command]))
    return dumps(game)


@contextmanager
def served(folder: Path, admin: str) -> Generator[str]:
    """Yield the address of a server of an empty store; raise ``RuntimeError`` if it ends before it is asked to."""
    command = [
        sys.executable,
        "-c",
        "from cli.main import main; main()",
        "serve",
        "--port",
        "0",
        "--rate",
        "0",
        "--no-log",
    ]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "CALIMALA_ADMIN_KEY": admin}
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(
            [*command, "--store", str(folder / "games.db")], env=environment, stdout=subprocess.PIPE, stderr=log
        )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().decode().strip().rstrip("/")
        if process.poll() is not None:
            raise RuntimeError(f"the server ended: {process.returncode}")
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()


def begun(address: str, text: str) -> str:
    """Make a game and return its id."""
    body = json.dumps({"notation": text, "visibility": "public"}).encode()
    with urlopen(Request(f"{address}/api/games", body, {"Content-Type": "application/json"})) as answer:
        made: dict[str, Any] = json.load(answer)
    return str(made["id"])


def configured(folder: Path, game: str) -> Path:
    """Return a configuration by which requests are about an existing game."""
    path = folder / f"{game}.toml"
    path.write_text(CONFIGURATION.format(game=game), encoding="utf-8")
    return path


def run(address: str, folder: Path, game: str, key: str, seconds: float, seed: int) -> int:
    """Send requests for so many seconds and return the exit code of schemathesis."""
    command = [
        *(sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()"),
        *("--config-file", str(configured(folder, game))),
        *("run", f"{address}/api/openapi.json", "--checks", CHECKS, "--exclude-path", ENDLESS),
        *("--max-time", str(int(seconds)), "--continue-on-failure", "--no-color", "--seed", str(seed)),
        *("--request-timeout", "60", "--suppress-health-check", "all", "--warnings", "off"),
        *(("-H", f"Authorization: Bearer {key}") if key else ()),
    ]
    return subprocess.run(command, cwd=folder, check=False).returncode


def main(arguments: Iterable[str]) -> int:
    """Run the service and the requests, and return 0 if nothing was found."""
    parser = argparse.ArgumentParser(prog="python -m fuzz.service", description=__doc__)
    parser.add_argument("--minutes", type=float, default=MINUTES, help="how long, all in all (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the requests (default %(default)s)")
    asked = parser.parse_args([*arguments])
    admin = new_key("admin", secrets.token_bytes)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with served(folder, admin) as address:
            games = [begun(address, played(seed, most)) for seed, most in ((1, 10_000), (2, 60), (4, 0))]
            runs = [(game, key) for key in ("", admin) for game in games]
            share = asked.minutes * 60 / len(runs)
            started = time.monotonic()
            codes = [run(address, folder, game, key, share, asked.seed) for game, key in runs]
            print(f"{time.monotonic() - started:.0f} s, exit codes {codes}")
        log = (folder / "server.log").read_text(encoding="utf-8")
    faults = log.count("fault ")
    print(log[log.find("fault ") :][:MOST_PRINTED] if faults else "", f"{faults} faults in the log of the server")
    return int(any(codes) or faults > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
