"""convert: games between notation, documents of JSON and lines of events, as a stream."""

import json
from pathlib import Path

import pytest

from notation.json.reader import SCHEMAS, schema_text
from tests.cli_runs import Table, game_text


@pytest.fixture
def games(table: Table) -> Path:
    """Return a file with two games."""
    return table.file("games.cgn", f"{game_text(1)}\n{game_text(2)}")


@pytest.mark.parametrize("form", ["json", "ndjson", "cgn"])
def test_there_and_back(form: str, table: Table, games: Path) -> None:
    """A conversion into each form and back, by a file and by the standard input, loses nothing."""
    output = table.ok("convert", "--to", form, games)
    assert table.ok("convert", "--to", "cgn", "-", input=output) == games.read_text(encoding="utf-8")
    assert table.ok("convert", "--to", form, "--from", form, table.file("told", "\n\n" + output)) == output


def test_document_a_game_and_a_line(table: Table, games: Path) -> None:
    """By default a game becomes a document on one line; a document may be on several lines, too."""
    documents = [json.loads(line) for line in table.ok("convert", games).splitlines()]
    assert [document["format"] for document in documents] == ["calimala-game-1"] * 2
    spread = table.file("spread.json", json.dumps(documents[1], indent=2))
    assert table.ok("convert", "--to", "cgn", spread) == game_text(2)


def test_lines_of_events(table: Table, games: Path) -> None:
    """Each game begins with a line of its own; every other line has the type and the id of an event."""
    lines = [json.loads(line) for line in table.ok("convert", "--to", "ndjson", games).splitlines()]
    begins = [number for number, line in enumerate(lines) if line["type"] == "game"]
    assert len(begins) == 2
    assert begins[0] == 0
    assert all({"id", "actor", "decision"} <= line.keys() for line in lines if line["type"] != "game")
    assert lines[-1]["type"] == "game_ended"


def test_output_into_a_file(table: Table, games: Path) -> None:
    """-o writes the file instead; games of several files follow each other."""
    out = table.folder / "all.ndjson"
    assert table.ok("convert", "--to", "ndjson", games, games, "-o", out) == ""
    again = table.ok("convert", "--to", "cgn", out)
    assert again == f"{games.read_text(encoding='utf-8')}\n{games.read_text(encoding='utf-8')}"


def test_game_with_an_error_is_left_out(table: Table, games: Path) -> None:
    """A game with an error is reported with its place, the others are converted, and the code is 1."""
    first, second = table.ok("convert", games).splitlines()
    broken = json.loads(first)
    broken["moves"][3]["command"]["type"] = "fly"
    output = table.run("convert", "--to", "cgn", table.file("g.json", f"{json.dumps(broken)}\n{second}\n"))
    assert (output.code, output.out) == (1, game_text(2))
    assert "g.json:1: $.moves[3].command.type" in output.err
    wrong = table.run("convert", "-", input=games.read_text(encoding="utf-8").replace("\n5. ", "\n5. QQ ", 1))
    assert (wrong.code, wrong.out.splitlines()) == (1, [second])
    assert "'QQ'" in wrong.err


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema(name: str, table: Table) -> None:
    """--schema prints the published schema."""
    assert table.ok("convert", "--schema", name) == schema_text(name)


def test_usage(table: Table, games: Path) -> None:
    """A run needs files or a schema, a known form, and existing files."""
    assert table.run("convert").code == 2
    assert table.run("convert", games, "--schema", "game").code == 2
    assert table.run("convert", "--to", "xml", games).code == 2
    assert table.run("convert", table.folder / "nothing.cgn").code == 3
    empty = table.run("convert", table.file("empty.cgn", "\n\n"))
    assert (empty.code, empty.out) == (3, "")
    assert "empty.cgn:1:1: there is no game in it" in empty.err


@pytest.mark.parametrize(("form", "separator"), [("csv", ","), ("excel", ";")])
def test_tables_are_written(form: str, separator: str, table: Table, games: Path) -> None:
    """Each game becomes a table that begins with its headers; a table cannot be read."""
    path = table.folder / "games.csv"
    table.ok("convert", "--to", form, games, "-o", path)
    text = path.read_text(encoding="utf-8").replace("\ufeff", "")
    assert sum(line == f"CGN{separator}1" for line in text.splitlines()) == 2
    assert table.run("convert", path).code == 1
    assert table.run("convert", "--from", form, path).code == 2
