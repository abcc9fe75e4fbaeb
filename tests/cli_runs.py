"""Running the command line: inside this process, and as the program that a person starts."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any, NamedTuple

from click.testing import CliRunner

from calimala_es.game import Game
from cli.commands.games.simulate import play_game
from cli.main import calimala
from notation import dumps

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = [
    sys.executable,
    "-c",
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from cli.main import main; main()",
]
"""The command that starts the program as a terminal does: Ctrl-C reaches it even if the test run ignores it."""

CONTROLLED = [
    sys.executable,
    "-c",
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])",
]
"""The command that starts a program whose terminal sends it signals."""


class Run(NamedTuple):
    """The result of a command line."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The JSON that was printed."""
        return json.loads(self.out)


class Table:
    """A folder, a store beside it, and the program run on them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = folder.parent / f"{folder.name} store" / "games.sqlite"
        self.store.parent.mkdir(exist_ok=True)

    @property
    def environment(self) -> dict[str, str]:
        """A person's surroundings, with this store and 80 columns without colours."""
        variables = {
            name: value for name, value in os.environ.items() if not name.startswith(("CALIMALA_", "NO_COLOR", "LINES"))
        }
        paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
        ours = {"CALIMALA_STORE": str(self.store), "PYTHONPATH": paths, "COLUMNS": "80", "TERM": "xterm"}
        return variables | ours | {"PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}

    def run(self, *args: object, input: str | bytes | None = None) -> Run:
        """Run a command line in this process."""
        runner = CliRunner(env=self.environment)
        result = runner.invoke(calimala, [str(arg) for arg in args], input=input, prog_name="calimala")
        assert "Traceback" not in result.output, result.output
        return Run(result.exit_code, result.stdout, result.stderr)

    def ok(self, *args: object, input: str | bytes | None = None) -> str:
        """Return what a command line prints, which must succeed."""
        result = self.run(*args, input=input)
        assert result.code == 0, result
        return result.out

    def json(self, *args: object) -> Any:
        """Return the JSON that a command line prints, which must succeed."""
        return json.loads(self.ok(*args, "--json"))

    def start(
        self,
        *args: object,
        prefix: Sequence[str] = (),
        stdin: int = subprocess.PIPE,
        stdout: int | IO[bytes] = subprocess.PIPE,
        stderr: int = subprocess.PIPE,
        start_new_session: bool = False,
    ) -> "subprocess.Popen[bytes]":
        """Start the program itself, by another one if there is a prefix."""
        return subprocess.Popen(
            [*prefix, *PROGRAM, *(str(arg) for arg in args)],
            cwd=self.folder,
            env=self.environment,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            start_new_session=start_new_session,
        )

    def file(self, name: str, text: str | bytes) -> Path:
        """Write a file in the folder and return its path."""
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path


def on_terminal(table: Table, *args: object, keys: Sequence[str] | Mapping[str, str] = (), rows: int = 50) -> str:
    """Return what the program shows on a terminal; each of ``keys`` is pressed once it waits.

    Keys with their answers are pressed as soon as the one before is answered.
    """
    import fcntl
    import pty
    import select
    import struct
    import termios

    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 100, 0, 0))

    def shown(patience: float, answer: str = "") -> str:
        text, wanted = b"", " ".join(answer.split()).encode()
        while select.select([ours], [], [], patience)[0]:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            text += part
            patience = 0.25
            if wanted and wanted in b" ".join(text.split()):
                break
        return text.decode(errors="replace")

    with table.start(*args, stdin=its, stdout=its, stderr=its, prefix=CONTROLLED, start_new_session=True) as program:
        os.close(its)
        screens = [shown(10)]
        for key in keys:
            os.write(ours, key.encode())
            screens.append(shown(2, keys[key] if isinstance(keys, Mapping) else ""))
        ends = time.monotonic() + 10
        while program.poll() is None:
            screens.append(shown(0.1))
            if time.monotonic() > ends:
                program.kill()
        screens.append(shown(0.1))
        code = program.returncode
    os.close(ours)
    return "".join([*screens, f"\n=> {code}"])


@cache
def played(number: int = 1, players: Sequence[str] = ("greedy", "random", "greedy", "random")) -> Game:
    """Return a complete game."""
    return play_game(players, "tests", number)


def game_text(number: int = 1) -> str:
    """Return a complete game of four as text."""
    return dumps(played(number))


def damaged(text: str) -> str:
    """Return a game with a word in turn 5 that is no symbol."""
    return text.replace("\n5. ", "\n5. QQ ")


def body_lines(text: str) -> list[str]:
    """Return the lines of a game's text that hold its decisions."""
    return [line for line in text.splitlines() if line and not line.startswith("[")]
