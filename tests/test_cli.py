"""The command line as a whole: help, exit codes, harmless output, and every way in which it can fail."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from calimala_es.game import Game
from calimala_es.notes import Comment
from cli.exits import TextError, code_of
from cli.main import calimala
from cli.manual import reference
from cli.options import CODES, LazyGroup
from cli.terminal import harmless
from notation import dumps
from tests.cli_runs import PROGRAM, ROOT, Table, game_text, on_terminal, played


def command_tree(group: LazyGroup = calimala, *path: str) -> Iterator[tuple[str, click.Command, str]]:
    """Yield every command of the program: its words, itself, and its line in the list of its group."""
    for section in group.sections.values():
        for name, entry in section.items():
            command = group.get_command(click.Context(group), name)
            assert command is not None
            yield " ".join((*path, name)), command, entry.help
            if isinstance(command, LazyGroup):
                yield from command_tree(command, *path, name)


COMMANDS = [*command_tree()]
_EACH = pytest.mark.parametrize(("name", "command", "line"), COMMANDS, ids=[name for name, _, _ in COMMANDS])
_GAME = ROOT / "examples" / "game-of-four.cgn"
PAGES = [ROOT / "README.md", *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.name != "cli.md")]
EVERYWHERE = ("--store", "--color", "--lang", "--help", "--json")
"""The options that the reference explains once for all commands."""

FULL = Path("/dev/full")
ESCAPES = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


# Help.


@_EACH
def test_help_ends_in_examples(name: str, command: click.Command, line: str, table: Table) -> None:
    """The help of every command shows how it is called, and fits 80 columns."""
    help_text = table.ok(*name.split(), "--help")
    assert "Examples:" in help_text
    examples = help_text.split("Examples:")[1]
    assert f"calimala {name}" in examples
    assert [line for line in help_text.splitlines() if len(line) > 80 and "calimala" not in line] == []


@_EACH
def test_list_of_commands_has_one_line_each(name: str, command: click.Command, line: str, table: Table) -> None:
    """A command has one line in the list of its group, in the same words in which the help begins or in others."""
    group = table.ok(*name.split()[:-1], "--help")
    assert re.search(rf"^  {name.rsplit(maxsplit=1)[-1]} +{re.escape(line)}$", group, re.MULTILINE)
    assert command.help


@_EACH
def test_transcript_of_every_command(name: str, command: click.Command, line: str) -> None:
    """The transcripts, which are executed, show each command at work and refusing something, with its exit code."""
    text = (ROOT / "tests" / "transcripts" / "commands.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## `([\w ]+)`\n(.*?)(?=^## `|\Z)", text, re.MULTILINE | re.DOTALL))
    assert f"calimala {name}" in sections[name]
    assert re.search(r"^\$ echo \$\?\n[1-9]", sections[name], re.MULTILINE)


@_EACH
def test_reference_has_every_command_and_option(name: str, command: click.Command, line: str) -> None:
    """docs/cli.md has a section for every command, in which each of its options is named."""
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^### `([a-z ]+[a-z])[^`]*`\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL))
    assert name in sections
    missing = [
        option
        for parameter in command.params
        if isinstance(parameter, click.Option)
        for option in parameter.opts
        if option.startswith("--") and option not in EVERYWHERE and option not in sections[name]
    ]
    assert missing == []


def test_help_has_every_exit_code(table: Table) -> None:
    """The help lists each exit code with its meaning."""
    text = " ".join(table.ok("--help").split())
    assert [code for code, words in CODES.items() if f"{code} {words}" not in text] == []


def test_reference_is_up_to_date() -> None:
    """docs/cli.md is what the commands make of it."""
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert text == reference(), "python -m cli.manual > docs/cli.md makes it again"


def written_commands(text: str) -> Iterator[list[str]]:
    """Yield the words of each command line of the program in a document."""
    for line in re.findall(r"(?:`|^\$ |^|\| )calimala ([^`\n|]+)", re.sub(r"\n> ", " ", text), re.MULTILINE):
        try:
            yield shlex.split(line, comments=True)
        except ValueError:
            yield line.split()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_documents_name_commands_and_options_that_exist(page: Path) -> None:
    """Every command line in a document is one of the program: the command exists, and each of its options."""
    names = {name: command for name, command, _ in COMMANDS}
    for words in written_commands(page.read_text(encoding="utf-8")):
        if words[0].startswith("-") or words[0].isupper():
            continue
        command = names.get(" ".join(words[:2])) or names.get(words[0])
        assert command is not None, words
        known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        options = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert options - known - {"--help"} == set(), words


def test_manual_is_a_page_for_man(table: Table) -> None:
    """--man prints a page for man with every command, its usage once, of which man has nothing to complain about."""
    page = table.ok("--man")
    assert page.startswith(".TH CALIMALA 1 ")
    usages = "".join(f"{line} " for line in page.splitlines() if line.startswith(".SS "))
    assert [name for name, _, _ in COMMANDS if f'.SS "calimala {name}' not in usages] == []
    assert page.count("calimala new [PLAYER]...") == 1
    if shutil.which("man"):
        shown = subprocess.run(
            ["man", "--warnings", "-l", "-"],
            input=page,
            capture_output=True,
            text=True,
            check=True,
            env=table.environment,
        )
        assert "Set up a game" in shown.stdout
        assert shown.stderr == ""


@pytest.mark.skipif(os.name == "nt", reason="terminals differ")
def test_manual_is_text_on_a_terminal(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal --man shows text through a pager."""
    monkeypatch.setenv("PAGER", "cat")
    shown = on_terminal(table, "--man")
    assert "\ncalimala games find [GAME]..." in shown.replace("\r", "")
    assert ".SS" not in shown


def test_version(table: Table) -> None:
    """--version names the program and its release."""
    assert table.ok("--version").startswith("calimala ")


def test_start_imports_no_rules() -> None:
    """Help is printed without importing the rules, the store, graphviz or any command, only the list of languages."""
    code = "import sys\nfrom cli.main import main\ntry: main(['--help'])\nexcept SystemExit: print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    loaded = set(shown.splitlines()[-1].split())
    heavy = {"msgspec", "calimala_es", "notation", "eventsourcing", "graphviz", "platformdirs", "sqlite3"}
    assert loaded & heavy == set()
    languages = {"text", "text.languages"}
    assert {name.removeprefix("replays.") for name in loaded if name.startswith("replays.")} <= languages


def test_mistyped_command_is_reported_with_the_one_meant(table: Table) -> None:
    """An unknown command ends with code 2 and a suggestion."""
    result = table.run("shwo")
    assert result.code == 2
    assert "calimala: error: there is no command 'shwo'; did you mean show?" in result.err
    assert "den Befehl 'shwo' gibt es nicht; meintest du show?" in table.run("--lang", "de", "shwo").err
    assert "'Mria' is not in this game; did you mean Maria?" in table.run("show", "example", "--as", "Mria").err


@pytest.mark.parametrize("words", [(), ("undo",), ("games", "find")])
def test_help_before_a_command_prints_its_help(table: Table, words: tuple[str, ...]) -> None:
    """`help undo` prints what `undo --help` prints, `help` alone what `--help` prints."""
    assert table.ok("help", *words) == table.ok(*words, "--help")


def test_no_command_shows_the_help(table: Table) -> None:
    """A run without a command shows the help, and the code is 2."""
    result = table.run()
    assert result.code == 2
    assert "At the table:" in result.err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str, table: Table) -> None:
    """Each shell gets a script that asks the program, and the program answers with commands."""
    assert "_CALIMALA_COMPLETE" in table.ok("--completion", shell)
    environment = {"_CALIMALA_COMPLETE": "bash_complete", "COMP_WORDS": "calimala sho", "COMP_CWORD": "1"}
    asked = subprocess.run(PROGRAM, env=table.environment | environment, capture_output=True, text=True, check=False)
    assert asked.stdout.split() == ["plain,show"]


def test_completion_knows_the_games_of_the_store(table: Table) -> None:
    """The ids of the store are offered where a game is expected."""
    table.ok("new", "b", "r", "y", "--id", "lily")
    environment = {"_CALIMALA_COMPLETE": "bash_complete", "COMP_WORDS": "calimala show li", "COMP_CWORD": "2"}
    asked = subprocess.run(PROGRAM, env=table.environment | environment, capture_output=True, text=True, check=False)
    assert "plain,lily" in asked.stdout.split()


# Failures: one message and a documented code.


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["show", "lily"], 3, "there is no store of games"),
        (["show", "nowhere.cgn"], 3, "nowhere.cgn: No such file or directory"),
        (["show"], 3, "there is no store of games"),
        (["show", "example", "last"], 2, "too many arguments: last"),
        (
            ["set", "lily", "blue=Maria", "red=Ada"],
            2,
            "too many arguments: blue=Maria red=Ada; write names and headers as",
        ),
        (["--demo", "--man"], 2, "use only one of --demo, --completion, --man and COMMAND"),
        (["--color", "never"], 2, "name a command"),
        (["list", "--store", "."], 4, "is not a store of games: it is not a file"),
        (["check", ".."], 3, "there is no .cgn file in .."),
        (["show", "."], 5, ".: this is a folder; name one of its files"),
        (["check", "bytes"], 1, "bytes:1:3: this is not UTF-8: byte 3 of the file is 0xff"),
        (["check", "zero"], 1, "zero:2:2: this is not text: it has a zero byte"),
        (["check", "sixteen"], 1, "this looks like UTF-16"),
        (["import", "sixteen"], 1, "this looks like UTF-16"),
        (["games", "stats", "./photo"], 1, "photo:1:1: this looks like a picture"),
        (["check", "empty"], 3, "no game was found"),
        (["show", "bad.cgn"], 1, "missing from the set-up: City, Council"),
        (["new", "b"], 2, "the first edition is for 2 to 5 players, but this game has 1 (R3.3)"),
        (["list", "--store", "bytes"], 4, "bytes is not a store of games"),
        (["--demo", "bytes/x"], 5, "bytes/x: Not a directory"),
    ],
)
def test_failure_is_one_message_and_a_code(
    args: list[str], code: int, message: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any mistake of a person is reported in one message, with the documented code."""
    table.file("bytes", b"ok\xff\n")
    table.file("zero", b"ok\no\x00k\n")
    table.file("sixteen", "game".encode("utf-16"))
    table.file("photo", b"\xff\xd8\xff\xe0\x00\x10JFIF")
    table.file("empty", b"")
    table.file("bad.cgn", '[CGN "1.0"]\n[Seats "bry"]\n\n1. WB W\n')
    monkeypatch.chdir(table.folder)
    result = table.run(*args)
    assert result.code == code
    assert result.err.count("calimala: error: ") == 1
    assert message in result.err


def test_fault_is_reported_without_a_trace(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unexpected error is reported as a fault of the program, in one line, with code 70."""

    def fail(*_: object, **__: object) -> None:
        raise KeyError("thing")

    monkeypatch.setattr("cli.commands.show.find_place", fail)
    result = table.run("show", "x")
    assert result.code == 70
    fault = "this is a bug in calimala; please report it: KeyError: 'thing' (CALIMALA_DEBUG=1 shows where)"
    assert result.err == f"calimala: error: {fault}\n"


def test_codes_are_documented() -> None:
    """Every code in the table of errors is one of the documented ones."""
    assert code_of(TextError("x")) in CODES
    assert code_of(ZeroDivisionError()) in CODES


@pytest.mark.skipif(os.name == "nt", reason="pipes break differently")
def test_reader_that_goes_away_is_not_an_error(table: Table) -> None:
    """A broken pipe ends the program quietly with code 141."""
    with table.start("games", "simulate", "-n", "100", "--bot", "random", "--processes", "1") as program:
        assert program.stdout
        assert program.stderr
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == b""
    assert program.returncode == 141


@pytest.mark.skipif(os.name == "nt", reason="signals differ")
def test_ctrl_c(table: Table) -> None:
    """Ctrl-C ends the program quietly with code 130."""
    with table.start("games", "simulate", "-n", "100000", "--bot", "random") as program:
        assert program.stdout
        program.stdout.readline()
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate()
    assert errors.strip() == b""
    assert program.returncode == 130


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full")
@pytest.mark.parametrize("args", [["--help"], ["games", "simulate"], ["list", "--json"]])
def test_full_disk(args: list[str], table: Table) -> None:
    """Output that cannot be written is reported, with code 5."""
    with FULL.open("wb") as full:
        with table.start(*args, stdout=full) as program:
            _, errors = program.communicate()
    assert program.returncode == 5
    assert errors.decode() == "calimala: error: No space left on device\n"


def test_unreadable_place_for_output(table: Table) -> None:
    """A file that cannot be written, e.g. in a missing folder, is named, with code 5, and no other file remains."""
    result = table.run("games", "simulate", "-o", table.folder / "no" / "games.cgn")
    assert result.code == 5
    assert "games.cgn: No such file or directory" in result.err
    assert [*table.folder.iterdir()] == []


def test_missing_input_is_not_the_fault_of_the_output(table: Table) -> None:
    """A missing input file is named itself, with code 3, and the old output stays."""
    stored = table.file("kept.json", "kept")
    result = table.run("export", "--to", "json", table.folder / "nowhere.cgn", "-o", stored)
    assert result.code == 3
    assert "nowhere.cgn: No such file" in result.err
    assert stored.read_text() == "kept"


# Output that harms nobody.

HOSTILE = "Maria\x1b[31m\x1b]0;owned\x07\u202egnp\x9b2J\r\x08"


def commented(text: str) -> Game:
    """Return a game with a comment after its first decision."""
    first, *rest = played().moves
    return replace(played(), moves=(replace(first, notes=(Comment(text),)), *rest))


@pytest.mark.parametrize("args", [["show"], ["show", "--points"], ["study"], ["show", "--legal"], ["analyse"]])
def test_hostile_text_does_nothing_to_the_terminal(args: list[str], table: Table) -> None:
    """Control characters in names and comments reach a terminal as harmless signs."""
    game = commented(HOSTILE)
    headers = (("Blue", HOSTILE), ("Event", HOSTILE))
    path = table.file("hostile.cgn", dumps(replace(game, headers=headers, notes=(Comment(HOSTILE),))))
    for at in ("0.0.1", "20"):
        out = table.ok(*args, path, "--at", at)
        assert ESCAPES.findall(out) == []


@pytest.mark.skipif(os.name == "nt", reason="terminals differ")
def test_hostile_text_on_a_terminal(table: Table) -> None:
    """Text that is written to files byte for byte is made harmless on a terminal."""
    path = table.file("hostile.cgn", dumps(replace(played(), headers=(("Blue", HOSTILE),))))
    shown = on_terminal(table, "export", path)
    assert "owned" in shown
    assert ESCAPES.findall(shown.replace("\r\n", "\n")) == []


def test_hostile_names_in_the_store(table: Table) -> None:
    """Lists, JSON and messages are harmless, and JSON represents the original text."""
    table.ok("new", f"blue={HOSTILE}", "red", "yellow", "--id", "lily")
    assert ESCAPES.findall(table.ok("list")) == []
    assert ESCAPES.findall(table.ok("list", "--json")) == []
    assert dict(table.json("list")[0]["headers"])["Blue"] == HOSTILE
    assert ESCAPES.findall(table.run("show", HOSTILE + ".cgn").err) == []
    assert ESCAPES.findall(table.run(HOSTILE).err) == []


def test_harmless_keeps_letters_of_all_scripts() -> None:
    """Joiners, right-to-left letters and emoji are not changed."""
    text = "Мария ჯ 北京 مرحبا नमस्ते 👩‍🍳\n\ttab"
    assert harmless(text) == text


def test_hostile_text_is_not_taken_for_paint(table: Table) -> None:
    """In coloured output only the program's own colours reach the terminal."""
    path = table.file("hostile.cgn", dumps(replace(commented(HOSTILE), headers=(("Blue", HOSTILE),))))
    for args in (["show", path, "--at", "0.0.1"], ["study", path, "--at", "40"], ["check", path]):
        out = table.ok("--color", "always", *args)
        assert "\x1b[31m" not in out
        assert ESCAPES.findall(re.sub("\x1b\\[[0-9;]*m", "", out)) == []


# Colour.


def test_colour_on_request_only(table: Table) -> None:
    """A pipe gets no colours unless --color=always is given, before or after the command."""
    path = table.file("game.cgn", game_text())
    assert "\x1b[" not in table.ok("show", path)
    assert "\x1b[" in table.ok("show", path, "--color", "always")
    assert "\x1b[" in table.ok("--color", "always", "show", path)
    assert "\x1b[" not in table.ok("--color", "always", "show", path, "--color", "never")


# The store.


def test_store_option_goes_before_the_environment(table: Table) -> None:
    """--store overrides CALIMALA_STORE, before or after the command."""
    other = table.folder / "other.sqlite"
    table.ok("new", "b", "r", "y", "--id", "lily", "--store", other)
    assert table.json("list") == []
    assert [game["id"] for game in table.json("--store", other, "list")] == ["lily"]


def test_looking_makes_no_store(table: Table) -> None:
    """Commands that only read make no file."""
    table.ok("list")
    table.run("show", "lily")
    assert [*table.store.parent.iterdir()] == []


@pytest.mark.parametrize(
    "arguments",
    [["list"], ["new", "b", "r", "y"], ["show", "lily"], ["import", _GAME], ["serve"]],
)
def test_a_folder_that_somebody_names_is_not_made(table: Table, arguments: list[object]) -> None:
    """No command makes the missing folder of a named store, since its name is probably a mistake."""
    place = table.folder / "nowhere" / "games.sqlite"
    result = table.run(*arguments, "--store", place)
    assert (result.code, result.err) == (5, f"calimala: error: {place}: its folder does not exist\n")
    runner = CliRunner(env={**table.environment, "CALIMALA_STORE": str(place)})
    assert runner.invoke(calimala, [str(one) for one in arguments]).exit_code == 5
    assert not place.parent.exists()


def test_the_usual_place_is_made(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the default store is made with it."""
    home = table.folder / "data"

    def place(name: str, *, appauthor: bool) -> Path:
        return home / name

    monkeypatch.setattr("platformdirs.user_data_path", place)
    runner = CliRunner(env={**table.environment, "CALIMALA_STORE": None})
    assert runner.invoke(calimala, ["new", "b", "r", "y", "--id", "lily"]).exit_code == 0
    assert (home / "calimala" / "games.sqlite").is_file()
