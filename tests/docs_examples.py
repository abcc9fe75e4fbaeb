"""Run the examples in the project's documents: what a document shows must happen.

Each document has a folder of its own in which its examples run one after the other, with a copy of the project's
`examples/` in it, an empty home folder, and the installed `calimala` first on the search path. Three
kinds of blocks take part:

- ` ```python `: code, or a session with `>>>`, in one namespace for the whole document.
- ` ```console `: commands after `$ ` and below each exactly what it prints, both streams together. `...` alone on a
  line matches any lines, within a line any characters. `> ` directly below a command continues it. A
  command that fails is followed by `$ echo $?` and its code.
  A shell runs the first block of the README with the installed program, in a long run all of its blocks. Elsewhere
  `calimala` is called in this process, which saves the start of an interpreter each time, and a shell runs the other
  parts of a pipeline.
- any block right below `<!-- file: NAME -->`: its text is written to that file first.

` ```sh ` and ` ```text ` are for what is only to be read, and `<!-- skip: next -->` leaves one block out.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, chdir, contextmanager
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner
from sybil import Document, Example, Region, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

from cli.main import calimala
from tests.profiles import is_long

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "folder_of_the_examples"
STACK = "stack_of_the_examples"
FIRST = "line_of_the_first_commands"
FILE = re.compile(
    r"^<!-- file: (?P<name>\S+) -->\n+(?P<fence>```+)[^\n]*\n(?P<text>.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL
)
PIPE = re.compile(r"""(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^|'"\\])+""", re.DOTALL)
"""A part of a pipeline."""
CALIMALA = re.compile(r"""\s*calimala\b(?:'[^']*'|"[^"]*"|[^'"$`*?~;&()])*$""")
"""The program with arguments that mean the same without a shell."""


@dataclass(frozen=True)
class Command:
    """One command of a console block and what the document says it prints."""

    text: str
    output: str


def parse_console(block: str) -> list[Command]:
    """Return the commands of a console block.

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
    """Return whether a text matches what a document shows; `...` matches anything, spaces at line ends do not count."""
    pattern = ""
    for line in _stripped(expected):
        if line.strip() == "...":
            pattern += r"(?:[^\n]*\n)*?"
        else:
            pattern += "[^\\n]*?".join(re.escape(part) for part in line.split("...")) + "\n"
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in _stripped(actual))) is not None


def _stripped(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().splitlines()]


def isolated_environment(home: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of somebody who has just installed the program: English, no colours, 80 columns wide."""
    ours = ("CALIMALA_", "XDG_", "COLUMNS", "LINES", "FORCE_COLOR", "CLICOLOR", "LC_", "LANG")
    others = {name: value for name, value in environment.items() if not name.startswith(ours)}
    return others | {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "APPDATA": str(home),
        "LOCALAPPDATA": str(home),
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), environment.get("PATH", "")]),
        "COLUMNS": "80",
        "LANG": "C.UTF-8",
        "NO_COLOR": "1",
        "PYTHONUTF8": "1",
        "TERM": "dumb",
    }


class Run(NamedTuple):
    """The output of a command, both streams together and each alone, and its exit code."""

    shown: bytes
    stdout: bytes
    stderr: bytes
    code: int


def run_console(block: str, folder: Path, *, installed: bool = False) -> str | None:
    """Run the commands of a console block, `calimala` as it is installed or in this process.

    Returns:
        What differs from the document, or None.
    """
    code = 0
    commands = parse_console(block)
    with surroundings(folder):
        for index, command in enumerate(commands):
            run = run_shell(command.text, code) if installed else run_pipeline(command.text, code)
            code, actual = run.code, run.shown.decode()
            if not is_shown_by(command.output, actual):
                lines = unified_diff(_stripped(command.output), _stripped(actual), "document", "program", lineterm="")
                return "\n".join([f"$ {command.text}", *lines])
            following = commands[index + 1].text if index + 1 < len(commands) else ""
            if code and following != "echo $?":
                return f"$ {command.text}\nends with code {code}; the document has to show it by `$ echo $?`"
    return None


def run_pipeline(text: str, code: int) -> Run:
    """Run a command after one that ended with this code, each `calimala` of its pipeline in this process."""
    stages = PIPE.findall(text)
    if not any(map(CALIMALA.match, stages)):
        return run_shell(text, code)
    shown, run = b"", Run(b"", b"", b"", code)
    for stage in stages:
        shown += run.stderr
        run = run_calimala(stage, run.stdout) if CALIMALA.match(stage) else run_shell(stage, code, run.stdout)
    return run._replace(shown=shown + run.shown)


def run_shell(text: str, code: int, stdin: bytes = b"") -> Run:
    """Let a shell run a command after one that ended with this code."""
    result = subprocess.run(
        f"(exit {code})\n{text}",  # so that `echo $?` prints the code of the command before
        shell=True,
        input=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return Run(result.stdout, result.stdout, b"", result.returncode)


def run_calimala(text: str, stdin: bytes) -> Run:
    """Run one `calimala` in this process, with the files that `<` and `>` name."""
    words = shlex.shlex(text, posix=True, punctuation_chars="<>")
    words.whitespace_split, words.commenters = True, ""
    files: dict[str, Path] = {}
    _, *arguments = words
    while len(arguments) > 2 and arguments[-2] in {"<", ">"}:
        *arguments, sign, name = arguments
        files[sign] = Path(name)
    if "<" in files:
        stdin = files["<"].read_bytes()
    result = CliRunner().invoke(calimala, arguments, stdin, catch_exceptions=False, prog_name="calimala")
    run = Run(result.output_bytes, result.stdout_bytes, result.stderr_bytes, result.exit_code)
    if ">" in files:
        files[">"].write_bytes(run.stdout)
        return run._replace(shown=run.stderr, stdout=b"")
    return run


def _evaluate_console(example: Example) -> str | None:
    is_first = example.namespace.setdefault(FIRST, example.line) == example.line
    installed = Path(example.path).resolve() == ROOT / "README.md" and (is_first or is_long())
    return run_console(example.parsed, example.namespace[FOLDER], installed=installed)


def _write_file(example: Example) -> None:
    name, text = example.parsed
    path: Path = example.namespace[FOLDER] / "work" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _parse_files(document: Document) -> Iterator[Region]:
    for match in FILE.finditer(document.text):
        # The region is the comment alone: the block below may be an example itself.
        yield Region(match.start(), match.start("fence"), (match["name"], match["text"]), _write_file)


@contextmanager
def surroundings(folder: Path) -> Generator[None]:
    """Let this process be in the folder's `work`, with its `home` and nothing else of a person's environment."""
    before = dict(os.environ)
    with chdir(folder / "work"):
        os.environ.clear()
        os.environ.update(isolated_environment(folder / "home", before))
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)


def _set_up(namespace: dict[str, Any]) -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="calimala-docs-")))
        (folder / "home").mkdir()
        (folder / "work").mkdir()
        if (ROOT / "examples").is_dir():
            shutil.copytree(ROOT / "examples", folder / "work" / "examples")
        stack.enter_context(surroundings(folder))
        namespace[FOLDER] = folder
        namespace[STACK] = stack.pop_all()


def _tear_down(namespace: dict[str, Any]) -> None:
    namespace[STACK].close()


def documents() -> Sybil:
    """Return the examples of the README, of `docs/` and of the transcripts, as pytest collects them."""
    return Sybil(
        parsers=[
            CodeBlockParser("console", _evaluate_console),
            PythonCodeBlockParser(),
            SkipParser(),
            _parse_files,
        ],
        path=str(ROOT),
        patterns=["README.md", "docs/*.md", "docs/**/*.md", "tests/transcripts/*.md"],
        setup=_set_up,
        teardown=_tear_down,
    )
