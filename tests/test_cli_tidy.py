"""Canonical text and shorter forms (`calimala export`), and files that are tidied (`calimala check --tidy`)."""

import shutil
import subprocess

import pytest

from notation import dumps, loads
from notation.writer.layout import Style
from tests.cli_runs import Table, damaged, game_text

TYPED = """

[Seats "blue red yellow"]
[City "wbmu-avts"]
[Council "ART LIS SMN WOOD TRO BAR SMF BRICK HAM PORT LON SCR TRADE BRU MARBLE"]
w m u {nothing yet}
am a-b m =0-0-0 {so} &maria!? &tania{no}
mb (v1={the port} 2. wb w) m
"""


def test_a_typed_game_becomes_canonical(table: Table) -> None:
    """The output is the canonical text, and formatting it again changes nothing."""
    out = table.ok("export", "-", input=TYPED)
    assert out == dumps(loads(TYPED))
    assert table.ok("export", "-", input=out) == out


@pytest.mark.parametrize(
    ("options", "style"),
    [
        (["--no-comments"], Style(comments=False)),
        (["--no-notes"], Style(notes=False, variations=False)),
        (["--no-checks"], Style(checks=False)),
        (["--no-variations"], Style(variations=False)),
        (["--notes-by", "maria"], Style(layers=frozenset({"maria"}))),
        (["--notes-by", "-", "--notes-by", "Tania"], Style(layers=frozenset({"", "tania"}))),
        (["--one-line"], Style(one_line=True)),
        (["--width", "40"], Style(width=40)),
    ],
)
def test_less_is_written_where_less_is_asked_for(table: Table, options: list[str], style: Style) -> None:
    """Each option leaves out, or breaks, what it names, in every game."""
    record = loads(TYPED)
    expected = dumps(record, style=style)
    assert expected != dumps(record)
    text = f"{TYPED}\n{TYPED}"
    assert table.ok("export", *options, "-", input=text) == f"{expected}\n{expected}"


def test_a_game_with_errors_is_skipped(table: Table) -> None:
    """A game with errors is reported and skipped, the others are formatted, and the code is 1."""
    bad = damaged(game_text()).replace(" / ", "  /  ")
    result = table.run("export", "-", input=f"{bad}\n{TYPED.lstrip()}")
    assert result.code == 1
    assert result.out == dumps(loads(TYPED))
    assert "'QQ' is not valid here" in result.err
    assert "Skipped 1 game with errors" in result.err


def test_bytes_that_are_not_text_are_left_alone(table: Table) -> None:
    """Unreadable bytes are an error, and a file with them is not written."""
    path = table.file("latin.cgn", TYPED.strip().replace("so", "sò").encode("latin-1"))
    result = table.run("export", path)
    assert result.code == 1
    assert "this is not UTF-8" in result.err
    assert table.run("check", "--tidy", path).code == 1
    assert path.read_bytes() == TYPED.strip().replace("so", "sò").encode("latin-1")


def test_a_file_with_errors_is_never_written(table: Table) -> None:
    """A file with a wrong game is named and not written; other files are, and no temporary file remains."""
    text = f"{TYPED}\n{damaged(game_text())}\n{TYPED}"
    path, good = table.file("games.cgn", text), table.file("good.cgn", game_text(2).replace(" / ", "\n/ "))
    result = table.run("check", "--tidy", path, good)
    assert result.code == 1
    assert "games.cgn:" in result.out
    assert "good.cgn" not in result.out
    assert path.read_text(encoding="utf-8") == text
    assert good.read_text(encoding="utf-8") == game_text(2)
    assert {entry.name for entry in table.folder.iterdir()} == {"games.cgn", "good.cgn"}


def test_check_names_files_that_would_change(table: Table) -> None:
    """--dry-run names files that would change, even by line ends or a byte order mark."""
    good = game_text()
    files = {
        "good": good,
        "blank": "\n" + good,
        "end": good + "\n",
        "dos": good.replace("\n", "\r\n"),
        "mark": "\ufeff" + good,
        "between": f"{good}\n\n{good}",
        "two": f"{good}\n{good}",
    }
    paths = {name: table.file(f"{name}.cgn", text) for name, text in files.items()}
    result = table.run("check", "--tidy", "--dry-run", *paths.values())
    assert result.code == 1
    assert result.out.split() == [str(paths[name]) for name in files if name not in {"good", "two"}]
    assert table.run("check", "--tidy", "--dry-run", paths["good"], paths["two"]).code == 0


def test_diff_is_a_patch(table: Table) -> None:
    """`--diff` prints a patch that makes the file canonical, and nothing if nothing changes."""
    text = f"{game_text(2)}\n{game_text().replace(' / ', '  / ')}{TYPED.rstrip()}"
    path = table.file("games.cgn", text)
    diff = table.ok("check", "--tidy", "--diff", path)
    assert diff.startswith(f"--- {path}\n+++ {path}\n@@ -")
    assert "\\ No newline at end of file\n" in diff
    assert table.ok("check", "--tidy", "--diff", table.file("good.cgn", game_text())) == ""
    canonical = table.ok("export", path)
    if shutil.which("patch"):
        args = ["patch", "-s", "-o", "-", str(path)]
        assert (
            subprocess.run(args, input=diff.encode(), capture_output=True, check=True, cwd=table.folder).stdout.decode()
            == canonical
        )


def test_list_shows_what_was_read_as_something_else(table: Table) -> None:
    """`--remarks` prints each reinterpreted word with place and meaning; with `--tidy` the file is written, too."""
    path = table.file("typed.cgn", TYPED)
    lines = table.ok("check", "--remarks", path).splitlines()
    assert f"{path}:7:1: 'am' is read as MA" in lines
    assert f"{path}:8:1: 'mb' is read as BM" in lines
    assert all(line.startswith(f"{path}:") for line in lines)
    assert table.ok("check", "--remarks", "--tidy", path).splitlines() == lines
    assert path.read_text(encoding="utf-8") == dumps(loads(TYPED))
    assert table.ok("check", "--remarks", path) == ""


def test_list_names_a_missing_version(table: Table) -> None:
    """`--remarks` says that a text without a version is read as version 1.0."""
    path = table.file("typed.cgn", TYPED)
    assert f'{path}:3:1: [CGN "1.0"] is missing and is assumed' in table.ok("check", "--remarks", path).splitlines()


@pytest.mark.parametrize(
    "options",
    [["--tidy", "--dry-run", "--diff"], ["--dry-run"], ["--diff"], ["--tidy"], ["--all", "--tidy"], ["--all"]],
)
def test_what_does_not_go_together_is_refused(table: Table, options: list[str]) -> None:
    """Two kinds of output at once, and writing into what is not a file, are wrong usage."""
    assert table.run("check", *options, "-", input=TYPED).code == 2


def test_files_without_games_and_files_that_are_not_there(table: Table) -> None:
    """An empty file among others is reported, with code 1, and these are done; a missing file is code 3."""
    empty, good = table.file("empty.cgn", "\n\n"), table.file("good.cgn", TYPED)
    result = table.run("check", "--tidy", empty, good)
    assert result.code == 1
    assert f"{empty}:1:1: no game was found" in result.err
    assert good.read_text(encoding="utf-8") == dumps(loads(TYPED))
    assert table.run("export", table.folder / "nowhere.cgn").code == 3


def test_any_game_that_others_take(table: Table) -> None:
    """A stored game, a share code and one game of a file are printed canonically; only whole files are written."""
    text = game_text()
    table.ok("import", table.file("game.cgn", text), "--id", "friday")
    code = table.ok("export", "--to", "code", "friday").strip()
    path = table.file("two.cgn", f"{TYPED}\n{text}")
    json = table.file("game.json", table.ok("export", "friday", "--to", "json"))
    for name in ("friday", f"share:{code}", f"{path}#2"):
        assert loads(table.ok("export", name)).commands == loads(text).commands
        assert table.run("check", name, "--tidy").code == 2
    assert "use calimala export to convert" in table.run("check", json, "--tidy").err
