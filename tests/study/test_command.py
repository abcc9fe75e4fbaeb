"""``calimala study`` on the command line: its requirements and errors."""

import os
import sys
from pathlib import Path

import pytest

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
    assert "a fault of calimala" in screen
    assert "Traceback" not in screen
    assert screen.endswith("=> 70")


def test_a_missing_terminal_is_reported(table: Table, game: Path) -> None:
    """Without a terminal it is a usage error that names commands which print; the standard input is rejected."""
    result = table.run("study", game)
    assert result.code == 2
    assert "calimala step" in result.err
    result = table.run("study", "-", input=game_text())
    assert result.code == 2
    assert "the keys come from where - is read" in result.err


def test_missing_textual_names_what_installs_it(table: Table, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without textual the code is 6, and the message has the command that installs it, with pip or without."""
    make_absent(monkeypatch, "textual", "cli.study.screens")
    result = table.run("study", game)
    assert result.code == 6
    assert f"{sys.executable} -m pip install textual" in result.err
    found: dict[str, object] = {}
    monkeypatch.setattr("importlib.util.find_spec", found.get)
    result = table.run("study", game)
    assert f"python3 -m pip --python {sys.executable} install textual" in result.err


def test_options_that_exclude_each_other_are_refused(table: Table, game: Path) -> None:
    """Two places, the whole game without spoilers, and unknown names, places and games are errors."""
    assert table.run("study", f"{game}#3.0", "--at", "4").code == 2
    assert table.run("study", game, "--level", "game", "--no-spoilers").code == 2
    assert table.run("study", game, "--as", "Nobody").code == 2
    assert table.run("study", game, "--at", "999").code == 3
    assert table.run("study", game, "--at", "v9:1").code == 3
    assert table.run("study", table.folder / "none.cgn").code == 3
    assert table.run("study", "none").code == 3
