"""Runs the examples in the project's documents: what a document shows is what happens.

Each document has a folder of its own in which its examples run one after the other, with a copy of the project's
`examples/` in it, a home folder in which nothing lies, and the installed `calimala` first on the search path.
Three kinds of blocks take part:

- ` ```python `: code, or a session with `>>>`, in one namespace for the whole document.
- ` ```console `: commands after `$ ` and below each exactly what it prints, both streams together. `...` alone on a
  line stands for any lines, inside of a line for any characters. `> ` directly below a command continues it. A
  command that fails is followed by `$ echo $?` and its code.
- any block right below `<!-- file: NAME -->`: its text is written to that file first.

` ```sh ` and ` ```text ` are for what is only to be read, and `<!-- skip: next -->` leaves one block out.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any

from sybil import Document, Example, Region, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "folder_of_the_examples"
BEFORE = "before_the_examples"
FILE = re.compile(
    r"^<!-- file: (?P<name>\S+) -->\n+(?P<fence>```+)[^\n]*\n(?P<text>.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True)
class Command:
    """One command of a console block and what the document says it prints."""

    text: str
    output: str


def parse_console(block: str) -> list[Command]:
    """The commands of a console block.

    Raises:
        ValueError: the block does not start with a command.
    """
    commands: list[list[str]] = []
    outputs: list[list[str]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            commands.append([line[2:]])
            outputs.append([])
        elif not commands:
            raise ValueError(f"a console block starts with `$ ` and a command, not with {line!r}")
        elif not outputs[-1] and (line == ">" or line.startswith("> ")):
            commands[-1].append(line[2:])
        else:
            outputs[-1].append(line)
    return [Command("\n".join(c), "\n".join(o)) for c, o in zip(commands, outputs, strict=True)]


def is_shown_by(expected: str, actual: str) -> bool:
    """Whether a text is what a document shows, where `...` stands for anything; spaces at line ends do not count."""
    pattern = ""
    for line in _stripped(expected):
        if line.strip() == "...":
            pattern += r"(?:[^\n]*\n)*?"
        else:
            pattern += "[^\\n]*?".join(re.escape(part) for part in line.split("...")) + "\n"
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in _stripped(actual))) is not None


def _stripped(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().splitlines()]


def isolated_environment(home: Path) -> dict[str, str]:
    """The environment of somebody who has just installed the program: English, no colours, 80 columns wide."""
    ours = ("CALIMALA_", "XDG_", "COLUMNS", "LINES", "FORCE_COLOR", "CLICOLOR", "LC_", "LANG")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return kept | {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "APPDATA": str(home),
        "LOCALAPPDATA": str(home),
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]),
        "COLUMNS": "80",
        "LANG": "C.UTF-8",
        "NO_COLOR": "1",
        "PYTHONUTF8": "1",
        "TERM": "dumb",
    }


def run_console(block: str, folder: Path) -> str | None:
    """Runs the commands of a console block; what differs from the document, or None."""
    code = 0
    commands = parse_console(block)
    for index, command in enumerate(commands):
        result = subprocess.run(
            f"(exit {code})\n{command.text}",  # so that `echo $?` tells the code of the command before
            shell=True,
            cwd=folder / "work",
            env=isolated_environment(folder / "home"),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        code = result.returncode
        actual = result.stdout.decode()
        if not is_shown_by(command.output, actual):
            lines = unified_diff(_stripped(command.output), _stripped(actual), "document", "program", lineterm="")
            return "\n".join([f"$ {command.text}", *lines])
        following = commands[index + 1].text if index + 1 < len(commands) else ""
        if code and following != "echo $?":
            return f"$ {command.text}\nends with code {code}; the document has to show it by `$ echo $?`"
    return None


def _evaluate_console(example: Example) -> str | None:
    return run_console(example.parsed, example.namespace[FOLDER])


def _write_file(example: Example) -> None:
    name, text = example.parsed
    path: Path = example.namespace[FOLDER] / "work" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _parse_files(document: Document) -> Iterator[Region]:
    for match in FILE.finditer(document.text):
        # The region is the comment alone: the block below may be an example itself.
        yield Region(match.start(), match.start("fence"), (match["name"], match["text"]), _write_file)


def _set_up(namespace: dict[str, Any]) -> None:
    folder = Path(tempfile.mkdtemp(prefix="calimala-docs-"))
    (folder / "home").mkdir()
    if (ROOT / "examples").is_dir():
        shutil.copytree(ROOT / "examples", folder / "work" / "examples")
    else:
        (folder / "work").mkdir()
    namespace[FOLDER] = folder
    namespace[BEFORE] = (Path.cwd(), dict(os.environ))
    _enter(folder / "work", isolated_environment(folder / "home"))


def _tear_down(namespace: dict[str, Any]) -> None:
    _enter(*namespace[BEFORE])
    shutil.rmtree(namespace[FOLDER], ignore_errors=True)


def _enter(directory: Path, environment: dict[str, str]) -> None:
    os.chdir(directory)
    os.environ.clear()
    os.environ.update(environment)


def documents() -> Sybil:
    """The examples of the README and of `docs/`, as pytest collects them."""
    return Sybil(
        parsers=[
            CodeBlockParser("console", _evaluate_console),
            PythonCodeBlockParser(),
            SkipParser(),
            _parse_files,
        ],
        path=str(ROOT),
        patterns=["README.md", "docs/*.md", "docs/**/*.md"],
        setup=_set_up,
        teardown=_tear_down,
    )
