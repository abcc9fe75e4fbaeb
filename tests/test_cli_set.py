"""set: what was entered at the start is corrected, in the store and in files."""

from pathlib import Path

import pytest

from tests.cli_runs import ROOT, Table, on_terminal

GAME = ROOT / "examples" / "game-of-four.cgn"
CITY = "VTS/U-M/BAW"
"""A city in which streets of the game are missing."""


@pytest.fixture
def stored(table: Table) -> str:
    """Return the id of a game of the store."""
    table.ok("import", GAME, "--id", "friday")
    return "friday"


def headers(table: Table, game: object) -> dict[str, str]:
    """Return the headers of a game."""
    lines = table.ok("export", game).splitlines()
    return dict(line.strip("[]").replace('"', "").split(" ", 1) for line in lines if line.startswith("["))


def test_names_and_headers(table: Table, stored: str) -> None:
    """Names, the date and headers are corrected, added and removed as one change, which undo takes back."""
    before = table.ok("export", stored)
    line = ("--name", "blue=Marie", "--date", "2025.11.21", "--header", "Event=Final", "--header", "Site=")
    output = " ".join(table.ok("set", *line).split())
    assert "set: Event=Final Site= Blue=Marie Date=2025.11.21" in output
    after = headers(table, stored)
    assert (after["Blue"], after["Date"], after["Event"]) == ("Marie", "2025.11.21", "Final")
    assert "Site" not in after
    assert [change["what"] for change in table.json("log", stored, "-n", 2)] == ["headers", "created"]
    assert "Marie" in table.ok("list")
    assert table.ok("undo", stored).startswith("undone: set: Event=Final")
    assert table.ok("export", stored) == before
    table.ok("redo", stored)
    assert headers(table, stored) == after
    assert table.json("check", "--all") == []


def test_name_by_what_the_player_is_called(table: Table, stored: str) -> None:
    """A name is corrected by the old name as well as by the colour, in whatever letter case."""
    table.ok("set", stored, "--name", "blue=Ann")
    table.ok("set", stored, "--name", "ann=Anna")
    assert headers(table, stored)["Blue"] == "Anna"
    assert "nobody plays Bob" in table.run("set", stored, "--name", "Bob=Rob").err


def test_a_game_gets_another_id(table: Table, stored: str) -> None:
    """--id renames the game; the old id says the new one, and undo gives it back."""
    before = table.ok("export", stored)
    assert table.ok("set", stored, "--id", "final") == "renamed from friday to final\n"
    assert [game["id"] for game in table.json("list")] == ["final"]
    output = table.run("show", stored)
    assert (output.code, output.err) == (3, "calimala: error: friday is called final now; use that id\n")
    assert table.ok("export", "final") == before
    table.ok("undo")
    assert table.ok("export", "friday") == before


def test_scoring_tiles_in_another_order(table: Table, stored: str) -> None:
    """A corrected council is shown and changes no decision; the log has one change, which is undone as a whole."""
    before = table.ok("export", stored)
    tiles = headers(table, stored)["Council"].split()
    output = table.ok("set", stored, "--council", " ".join([*tiles[1:], tiles[0]]))
    assert output.startswith(f'[Council "{" ".join([*tiles[1:], tiles[0]])}"]\n')
    assert headers(table, stored)["Council"].split() == [*tiles[1:], tiles[0]]
    change = table.json("log", stored, "-n", 1)[0]
    assert (change["what"], change["setup"]) == ("corrected", True)
    assert "set-up corrected" in table.ok("log", stored, "-n", "1")
    assert table.json("check", "--all") == []
    assert "undone: set-up corrected" in table.ok("undo", stored)
    assert table.ok("export", stored) == before


def test_colours_and_seats(table: Table, stored: str) -> None:
    """--seats corrects who sits where: decisions stay with the seats, and names with the colours."""
    seats = headers(table, stored)["Seats"]
    names = {colour: headers(table, stored)[colour] for colour in ("Blue", "Red")}
    table.ok("set", stored, "--seats", seats[::-1])
    after = headers(table, stored)
    assert (after["Seats"], after["Blue"], after["Red"]) == (seats[::-1], names["Blue"], names["Red"])
    assert table.json("check", "--all") == []


@pytest.mark.long
def test_a_tile_that_lay_elsewhere(table: Table, stored: str) -> None:
    """Illegal decisions are reported, and nothing is changed unless an option says what becomes of them."""
    before = table.ok("export", stored)
    output = table.run("set", stored, "--city", CITY)
    assert output.code == 1
    assert "BC is not a street of this city" in " ".join(output.out.split())
    assert "nothing was changed. Use --nearest, --observed, --drop or --stop." in " ".join(output.out.split())
    assert table.run("set", stored, "--city", CITY, "--nearest", "--dry-run").code == 1
    assert table.ok("export", stored) == before
    for answer in ("--nearest", "--observed", "--drop", "--stop"):
        table.ok("set", stored, "--city", CITY, answer)
        assert headers(table, stored)["City"] == CITY
        assert table.json("check", "--all") == []
        table.ok("undo", stored)
        assert table.ok("export", stored) == before
    assert table.run("set", stored, "--city", CITY, "--drop", "--json").json["kept"] is True


def test_asked_on_a_terminal(table: Table, stored: str) -> None:
    """On a terminal set asks what becomes of a decision that is no longer legal; Ctrl-C changes nothing."""
    before = table.ok("export", stored)
    shown = on_terminal(table, "set", stored, "--city", CITY, keys=["\x03"])
    assert "is not a street of this city" in shown
    assert "Nothing was changed." in shown
    assert table.ok("export", stored) == before
    assert "Saved" in on_terminal(table, "set", stored, "--city", CITY, keys=["D\r"])
    assert headers(table, stored)["City"] == CITY


def test_a_file_is_printed_or_written(table: Table) -> None:
    """A file stays as it is: the corrected text is printed, or written with -o."""
    path = table.file("game.cgn", GAME.read_text(encoding="utf-8"))
    printed = table.run("set", path, "--name", "blue=Marie")
    assert (printed.code, '[Blue "Marie"]' in printed.out) == (0, True)
    assert "set: Blue=Marie" in printed.err
    assert path.read_text(encoding="utf-8") == GAME.read_text(encoding="utf-8")
    out = table.folder / "new.cgn"
    table.ok("set", path, "--name", "blue=Marie", "-o", out)
    assert out.read_text(encoding="utf-8") == printed.out
    result = table.file("result.cgn", '[Seats "bry"]\n[Depth "result"]\n[Result "30-20-10"]\n')
    assert '[Blue "Marie"]' in table.ok("set", result, "--name", "blue=Marie")


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ([], 2, "name what to correct, e.g. --name blue=Maria"),
        (["--id", "final", "--date", "today"], 2, "--id cannot be combined with other corrections; use it alone"),
        (["--id", "The Final"], 2, "not an id of a game"),
        (["--id", "other"], 4, "is taken"),
        (["--name", "Maria"], 2, "write e.g. blue=Maria"),
        (["--name", "purple=Maria"], 2, "nobody plays purple; the players are"),
        (["--name", "blue=tania"], 2, "every player needs a different name; try tania-B"),
        (["--header", "City=WBM/U-A/VTS"], 2, "use the options for rules and layout"),
        (["--header", "Event"], 2, "write a header as NAME=VALUE"),
        (["--city", "WBM"], 2, "is not a city"),
        (["--council", "LIS"], 2, "missing"),
        (["--seats", "bry"], 1, "every decision belongs to one"),
        (["--seats", "bbry"], 2, "colour"),
        (["--intrigue"], 2, "intrigue tiles are missing for"),
        (["--families", "deal"], 2, "cannot deal families; name them"),
        (["--nearest", "--drop", "--city", CITY], 2, "use only one of"),
    ],
)
def test_mistakes(table: Table, stored: str, line: list[str], code: int, words: str) -> None:
    """Each mistake has its own message and exit code, and nothing is changed."""
    table.ok("import", ROOT / "examples" / "study.cgn", "--id", "other")
    before = table.ok("export", stored)
    output = table.run("set", stored, *line)
    assert (output.code, words in " ".join(output.err.split())) == (code, True), output
    assert table.ok("export", stored) == before
    assert [change["what"] for change in table.json("log", stored)] == ["created"]


def test_a_file_has_no_id(table: Table, tmp_path: Path) -> None:
    """--id of a file says what a file has instead."""
    path = table.file("game.cgn", GAME.read_text(encoding="utf-8"))
    assert "rename the file" in table.run("set", path, "--id", "final").err


def test_forks_find_a_renamed_original(table: Table, stored: str) -> None:
    """A fork is joined to its original, and compared with it, under the id that the original has by then."""
    table.ok("fork", f"{stored}#20", "--id", "what-if")
    table.ok("record", "what-if", input="_\n")
    table.ok("set", stored, "--id", "final")
    assert "what-if" in table.ok("compare", "final")
    assert "final#" in table.ok("fork", "what-if", "--join")
