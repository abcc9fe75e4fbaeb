"""``calimala study`` on the command line: its requirements and errors."""

import os
import re
import sys
from pathlib import Path

import pytest

from cli.installing import to_install
from tests.absent import make_absent
from tests.cli_runs import Table, game_text, on_terminal


@pytest.mark.skipif(os.name == "nt", reason="terminals differ")
def test_a_terminal_shows_the_game_until_somebody_leaves(table: Table, game: Path) -> None:
    """The board is drawn, and q exits with code 0."""
    screen = on_terminal(table, "study", game, "--at", "3", keys=["q"])
    assert "Council" in screen
    assert screen.endswith("=> 0")


@pytest.mark.skipif(os.name == "nt", reason="terminals differ")
def test_fault_is_one_message_without_a_traceback(table: Table, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault restores the terminal and ends with one message and code 70."""
    broken = "import cli.study.screens.deeds as d; d.DEEDS['next_scoring'] = lambda table: [][0]; "
    monkeypatch.setattr("tests.cli_runs.PROGRAM", [sys.executable, "-c", f"{broken}from cli.main import main; main()"])
    screen = on_terminal(table, "study", game, keys=["s"])
    assert "a bug in calimala" in screen
    assert "Traceback" not in screen
    assert screen.endswith("=> 70")


def test_a_pipe_gets_the_steps(table: Table, game: Path) -> None:
    """Without a terminal the steps are printed, of the standard input as well."""
    steps = table.ok("study", game)
    assert steps == table.ok("study", game, "--list") == table.ok("study", "-", input=game_text())
    assert steps.startswith("0.0.1 ")


@pytest.mark.skipif(os.name == "nt", reason="terminals differ")
def test_a_list_is_printed_on_a_terminal(table: Table, game: Path) -> None:
    """--list prints the steps on a terminal; options of a list are errors on the full screen."""
    assert "0.0.1 " in on_terminal(table, "study", game, "--list", "-n", "1")
    assert "these options need --plain or --list" in on_terminal(table, "study", game, "--changes")


@pytest.mark.skipif(os.name == "nt", reason="terminals differ")
def test_missing_textual_names_what_installs_it(table: Table, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without textual the code is 6, the message says what installs it, and that --plain needs no package."""
    absent = "import sys; sys.modules['textual'] = None; "
    monkeypatch.setattr("tests.cli_runs.PROGRAM", [sys.executable, "-c", f"{absent}from cli.main import main; main()"])
    shown = " ".join(on_terminal(table, "study", game).split())
    assert "calimala study needs textual, which is not installed: run" in shown
    assert "or add --plain" in shown
    assert shown.endswith("=> 6")
    make_absent(monkeypatch, "textual", "cli.study.screens")
    assert table.run("study", game).code == 0


def test_what_installs_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """An extra is installed in the way in which the program was: by pipx, by uv, or by pip, which may be elsewhere."""
    assert to_install("tui", "/home/maria/.local/share/pipx/venvs/calimala") == (
        "pipx inject calimala 'rich>=14.2' 'textual<9,>=8'"
    )
    with_uv = to_install("tui", "/home/maria/.local/share/uv/tools/calimala")
    assert re.fullmatch(r'uv tool install ".+\[(\w+,)*serve,(\w+,)*tui\]"', with_uv), "what was installed stays"
    assert re.fullmatch(rf'{sys.executable} -m pip install ".+\[tui\]"', to_install("tui"))
    found: dict[str, object] = {}
    monkeypatch.setattr("importlib.util.find_spec", found.get)
    assert f"python3 -m pip --python {sys.executable} install " in to_install("tui")


def test_options_that_exclude_each_other_are_refused(table: Table, game: Path) -> None:
    """Two places, the whole game without spoilers, and unknown names, places and games are errors."""
    assert table.run("study", f"{game}#3.0", "--at", "4").code == 2
    assert table.run("study", game, "--level", "game", "--no-spoilers").code == 2
    assert table.run("study", game, "--as", "Nobody").code == 2
    assert table.run("study", game, "--at", "999").code == 3
    assert table.run("study", game, "--at", "v9:1").code == 3
    assert table.run("study", table.folder / "none.cgn").code == 3
    assert table.run("study", "none").code == 3
