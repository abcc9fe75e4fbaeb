"""``calimala export``: forms of games, the choice of what they contain, and where they are written."""

import json
import os
from pathlib import Path

import pytest

from notation.json.reader import SCHEMAS, schema_text
from replays.analysis import analysis_schema
from tests.cli_runs import Table, game_text, on_terminal
from tests.page.examples import data_of


@pytest.fixture
def games(table: Table) -> Path:
    """Return a file with two games."""
    return table.file("games.cgn", f"{game_text(1)}\n{game_text(2)}")


@pytest.mark.parametrize("form", ["json", "ndjson", "cgn"])
def test_there_and_back(form: str, table: Table, games: Path) -> None:
    """A conversion into each form and back, by a file and by the standard input, loses nothing."""
    output = table.ok("export", "--to", form, games)
    assert table.ok("export", "-", input=output) == games.read_text(encoding="utf-8")
    assert table.ok("export", "--to", form, table.file("other", "\n\n" + output)) == output


def test_document_a_game_and_a_line(table: Table, games: Path) -> None:
    """In JSON a game is a document on one line; a document may be on several lines, too."""
    documents = [json.loads(line) for line in table.ok("export", "--to", "json", games).splitlines()]
    assert [document["format"] for document in documents] == ["calimala-game-1"] * 2
    spread = table.file("spread.json", json.dumps(documents[1], indent=2))
    assert table.ok("export", "--to", "cgn", spread) == game_text(2)


def test_lines_of_events(table: Table, games: Path) -> None:
    """Each game begins with a line of its own; every other line has the type and the id of an event."""
    lines = [json.loads(line) for line in table.ok("export", "--to", "ndjson", games).splitlines()]
    begins = [number for number, line in enumerate(lines) if line["type"] == "game"]
    assert len(begins) == 2
    assert begins[0] == 0
    assert all({"id", "actor", "decision"} <= line.keys() for line in lines if line["type"] != "game")
    assert lines[-1]["type"] == "game_ended"


def test_output_into_a_file(table: Table, games: Path) -> None:
    """-o writes a file, whose name is printed; games of several files follow each other."""
    out = table.folder / "all.ndjson"
    assert table.ok("export", "--to", "ndjson", games, games, "-o", out) == f"{out}\n"
    again = table.ok("export", "--to", "cgn", out)
    assert again == f"{games.read_text(encoding='utf-8')}\n{games.read_text(encoding='utf-8')}"


def test_game_with_an_error_is_left_out(table: Table, games: Path) -> None:
    """A game with an error is reported with its place, the others are converted, and the code is 1."""
    first, second = table.ok("export", "--to", "json", games).splitlines()
    broken = json.loads(first)
    broken["moves"][3]["command"]["type"] = "fly"
    output = table.run("export", "--to", "cgn", table.file("g.json", f"{json.dumps(broken)}\n{second}\n"))
    assert (output.code, output.out) == (1, game_text(2))
    assert "g.json:1: $.moves[3].command.type" in output.err
    wrong = table.run(
        "export", "--to", "json", "-", input=games.read_text(encoding="utf-8").replace("\n5. ", "\n5. QQ ", 1)
    )
    assert (wrong.code, wrong.out.splitlines()) == (1, [second])
    assert "'QQ'" in wrong.err


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema(name: str, table: Table) -> None:
    """--schema prints the published schema."""
    assert table.ok("export", "--schema", name) == schema_text(name)


def test_schema_of_an_analysis(table: Table) -> None:
    """--schema analysis prints the schema of what analyse --json has."""
    assert table.ok("export", "--schema", "analysis") == analysis_schema()


def test_usage(table: Table, games: Path) -> None:
    """A run needs files or a schema, a known form, and existing files."""
    assert table.run("export", "--to", "json").code == 3
    assert table.run("export", "--to", "json", games, "--schema", "game").code == 2
    assert table.run("export", "--to", "xml", games).code == 2
    assert table.run("export", "--to", "json", table.folder / "nothing.cgn").code == 3
    empty = table.run("export", "--to", "json", table.file("empty.cgn", "\n\n"))
    assert (empty.code, empty.out) == (3, "")
    assert "empty.cgn:1:1: no game was found" in empty.err


@pytest.mark.parametrize(("dialect", "separator"), [("comma", ","), ("excel", ";")])
def test_tables_are_written(dialect: str, separator: str, table: Table, games: Path) -> None:
    """Each game becomes a table that begins with its headers; a table cannot be read."""
    path = table.folder / "games.csv"
    table.ok("export", "--dialect", dialect, games, "-o", path)
    text = path.read_text(encoding="utf-8").replace("\ufeff", "")
    assert sum(line == f"CGN{separator}'1.0" for line in text.splitlines()) == 2
    assert table.run("export", path).code == 1


@pytest.mark.parametrize(
    ("output", "begins"),
    [
        ("game.cgn", '[CGN "1.0"]'),
        ("game.txt", '[CGN "1.0"]'),
        ("game.json", '{"format":'),
        ("game.ndjson", '{"type":"game"'),
        ("game.csv", "CGN,'1.0"),
        ("game.html", "<!DOCTYPE html>"),
    ],
)
def test_ending_of_a_file_chooses_the_form(output: str, begins: str, table: Table) -> None:
    """Without --to the form is that of the file's ending; the name of the file is printed."""
    path = table.folder / output
    assert table.ok("export", table.file("a.cgn", game_text()), "-o", path) == f"{path}\n"
    assert path.read_text(encoding="utf-8").startswith(begins)


def test_folder_gets_files_named_after_the_games(table: Table) -> None:
    """In a folder each page, report or pad is named after its game and its form, so that none replaces another."""
    first, second = table.file("a.cgn", game_text(1)), table.file("b.cgn", f"{game_text(2)}\n{game_text(1)}")
    out = f"{table.folder}/out/"
    for form in ("page", "report", "pad"):
        table.ok("export", "--to", form, first, f"{second}#2", "-o", out)
    table.ok("export", first, "-o", out)
    table.ok("export", "--to", "json", first, second, "-o", out)
    table.ok("import", first, "--id", "friday")
    table.ok("export", "last", "-o", out)
    assert sorted(path.name for path in (table.folder / "out").iterdir()) == sorted(
        [
            "a.html",
            "b-2.html",
            "a-report.html",
            "b-2-report.html",
            "a-pad.html",
            "b-2-pad.html",
            "a.cgn",
            "games.json",
            "friday.cgn",
        ]
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "a.pdf"], "draw pictures with calimala draw, or name the format with --to"),
        (["-o", "a.xyz"], "a.xyz: .xyz is not one of .cgn, .json, .ndjson, .csv, .html, .htm; use one of them"),
        (["--to", "json", "-o", "a.html"], "a.html: json is written as .json"),
        (["--to", "page", "-o", "a.txt"], "a.txt: page is written as .html"),
        (["--to", "qr", "-o", "a.jpg"], "a.jpg: qr is written as .svg or .png"),
        (["--to", "page", "--dialect", "excel"], "--dialect does not apply to page, only to csv, plays"),
        (["--to", "plays", "--as", "red"], "--as does not apply to plays"),
        (["--json", "--one-line"], "--one-line does not apply to json, only to cgn"),
        (["--to", "page", "--json"], "--json does not apply to page"),
        (["--to", "viewer"], "viewer takes no games"),
        (["--all"], "use only one of GAME and --all"),
        (["--to", "bgg", "--scorings", "x"], "'x' is not a range of scorings; write e.g. 3-5"),
        (["b.cgn", "--to", "page"], "name a folder, e.g. -o games/"),
    ],
)
def test_options_that_do_not_fit(
    options: list[str], message: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An option or an ending that does not fit the form is wrong usage, and nothing is written."""
    monkeypatch.chdir(table.folder)
    table.file("g.cgn", game_text())
    run = table.run("export", "g.cgn", *options)
    assert (run.code, run.out) == (2, "")
    assert message in run.err
    assert [path.name for path in table.folder.iterdir()] == ["g.cgn"]


@pytest.mark.skipif(os.name == "nt", reason="terminals differ")
def test_long_pages_are_not_shown_on_a_terminal(table: Table) -> None:
    """A page goes to a terminal only on request, with ``-o -``; otherwise the error says how to name a file."""
    shown = on_terminal(table, "export", "example", "--to", "page")
    assert "page is too long for a terminal; name a file, e.g. -o example.html" in shown
    assert shown.endswith("=> 2")


def test_game_changed_last_is_exported(table: Table) -> None:
    """Without a GAME the game of the store that was changed last is exported."""
    table.ok("import", table.file("a.cgn", game_text(1)), "--id", "one")
    table.ok("import", table.file("b.cgn", game_text(2)), "--id", "two")
    table.ok("undo", "one")
    assert table.ok("export") == table.ok("export", "one")


NOTED = game_text().replace("\n3. ", "\n3. {Unsigned} &maria{Marias} ", 1)


@pytest.mark.parametrize("form", ["cgn", "json", "page"])
@pytest.mark.parametrize(
    ("options", "present"),
    [
        ((), {"Unsigned", "Marias"}),
        (("--notes-by", "Maria"), {"Marias"}),
        (("--notes-by", "-"), {"Unsigned"}),
        (("--no-notes",), set[str]()),
        (("--no-comments",), set[str]()),
    ],
)
def test_notes_are_chosen(form: str, options: tuple[str, ...], present: set[str], table: Table) -> None:
    """Notes are those of the named authors, or none, in every form."""
    written = table.ok("export", table.file("g.cgn", NOTED), "--to", form, *options)
    assert {word for word in ("Unsigned", "Marias") if word in written + data_of(written)} == present


@pytest.mark.parametrize("form", ["cgn", "json", "csv", "page", "report", "pad"])
def test_names_are_left_out_on_request(form: str, table: Table) -> None:
    """--no-names writes no header, not even in the messages of a page."""
    path = table.file(
        "g.cgn", game_text().replace("[Event", '[Event "Club night"]\n[Site', 1).replace('"greedy"', '"Zora"')
    )
    whole, written = table.ok("export", path, "--to", form), table.ok("export", path, "--to", form, "--no-names")
    assert "Zora" in whole + data_of(whole)
    for name in ("Zora", "Club night"):
        assert name not in written + data_of(written)


@pytest.mark.parametrize("form", ["page", "report", "code", "cgn"])
def test_viewer_is_named_even_without_names(form: str, table: Table) -> None:
    """A player can be named by --as although --no-names leaves the names out."""
    path = table.file("g.cgn", game_text().replace('"greedy"', '"Zora"', 1))
    written = table.ok("export", path, "--to", form, "--as", "Zora", "--no-names")
    assert written == table.ok("export", path, "--to", form, "--as", "blue", "--no-names")
    assert "Zora" not in written
