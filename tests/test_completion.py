"""Completion by Tab, pressed in each shell; the script is put where the reference says, and the shell reads it."""

import os
import re
import select
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.cli_runs import Table
from tests.profiles import few

SHELLS: Final = {
    "bash": (["bash", "--norc", "-i"], "completion", ""),
    "zsh": (["zsh", "-i"], ".zfunc/_calimala", "fpath+=~/.zfunc\nautoload -Uz compinit\ncompinit -u\n"),
    "fish": (["fish", "-i"], ".config/fish/completions/calimala.fish", ""),
}
"""How each shell is started, where the script is in a home, and what `~/.zshrc` says."""

PRESSED: Final = {
    "games s\t\t": ("stats", "split", "simulate"),
    "show frid\t": ("friday",),
    "export --to ndj\t": ("ndjson",),
    "export --no-\t\t": ("--no-comments", "--no-variations"),
    "exp\t": ("export",),
    "show clu\t": ("club.cgn",),
    "--lang zh\t": ("zh_TW",),
}
"""What is typed after the name of the program, and the words that the screen must show then."""

_CONTROL: Final = re.compile(rb"\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\\\)|\x1b[=>()].?|\r")
_INTERRUPT: Final = b"\x03"


class Screen:
    """A shell on a terminal."""

    def __init__(self, terminal: int) -> None:
        self.terminal = terminal

    def read(self, patience: float) -> bytes:
        """Return what the shell writes until it is silent for a while, and answer its questions about the terminal."""
        text = b""
        while select.select([self.terminal], [], [], patience)[0]:
            try:
                part = os.read(self.terminal, 65536)
            except OSError:
                break
            text += part
            if b"\x1b[c" in part or b"\x1b[0c" in part:
                os.write(self.terminal, b"\x1b[?62c")
            if b"\x1b[6n" in part:
                os.write(self.terminal, b"\x1b[1;1R")
        return text

    def press(self, keys: str, expected: tuple[str, ...]) -> str:
        """Press keys, and return what is shown once everything expected is, or after half a minute."""
        os.write(self.terminal, keys.encode())
        shown, ends = "", time.monotonic() + 30
        text = b""
        while not all(word in shown for word in expected) and time.monotonic() < ends:
            text += self.read(0.1)
            shown = _CONTROL.sub(b"", text).decode(errors="replace")
        os.write(self.terminal, _INTERRUPT)
        self.read(0.1)
        return shown


@contextmanager
def shell_at(folder: Path, command: list[str], environment: dict[str, str]) -> Generator[Screen]:
    """Run a shell in a folder, on a terminal of its own, and end it."""
    import pty

    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.execvpe(command[0], command, environment)
    screen = Screen(terminal)
    try:
        screen.read(0.5)
        yield screen
    finally:
        os.close(terminal)
        os.kill(process, 9)
        os.waitpid(process, 0)


@pytest.mark.parametrize(
    "shell",
    [
        "bash",
        pytest.param("zsh", marks=[pytest.mark.needs("zsh"), pytest.mark.long]),
        pytest.param("fish", marks=[pytest.mark.needs("fish"), pytest.mark.long]),
    ],
)
def test_tab_completes(shell: str, table: Table) -> None:
    """Tab completes commands, options, their values, ids of the store, files and languages: all of them in a shell."""
    command, place, start = SHELLS[shell]
    table.ok("new", "b", "r", "y", "--id", "friday")
    table.file("club.cgn", "")
    table.file(".zshrc", start)
    script = table.folder / place
    script.parent.mkdir(parents=True, exist_ok=True)
    script.write_text(table.ok("--completion", shell), encoding="utf-8")
    programs = table.folder / "programs"
    programs.mkdir()
    program = programs / "calimala"
    program.write_text(f"#!{sys.executable}\nfrom cli.main import main\nmain()\n", encoding="utf-8")
    program.chmod(0o755)
    home = {"HOME": str(table.folder), "ZDOTDIR": str(table.folder), "XDG_CONFIG_HOME": str(table.folder / ".config")}
    paths = {"PATH": os.pathsep.join([str(programs), os.environ["PATH"]])}
    with shell_at(table.folder, command, table.environment | home | paths) as screen:
        if shell == "bash":
            screen.press(". ./completion\n", ("completion",))
        for keys, expected in few(PRESSED.items(), 3 if shell == "bash" else 1):
            # Bash alone lists at the second Tab; others would still be busy with it when the line is given up.
            tabs = keys if shell == "bash" else keys.replace("\t\t", "\t")
            shown = screen.press(f"calimala {tabs}", expected)
            assert [word for word in expected if word not in shown] == [], shown
