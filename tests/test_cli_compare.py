"""diff on the command line."""

from pathlib import Path

import pytest

from tests.cli_runs import Table, game_text

HEAD = (
    '[City "WBM/U-A/VTS"]\n[Seats "bry"]\n'
    '[Council "ART LIS SMN WOOD TRO BAR SMF BRICK HAM PORT LON SCR TRADE BRU MARBLE"]\n\n0. W M U\n'
)
ONE = HEAD + "1. WB W B 2. MA A- M\n"
OTHER = HEAD + "1. WB W (v1={first} B W) B 2. BM {so} B M 3. WB W B\n"


@pytest.fixture
def files(table: Table) -> tuple[Path, Path]:
    """Return two games that differ from the second turn on."""
    return table.file("one.cgn", ONE), table.file("other.cgn", OTHER)


def test_the_same(table: Table, files: tuple[Path, Path]) -> None:
    """Equal games are said to be so, and the code is 0."""
    assert table.ok("compare", files[0], files[0]) == "The games do not differ.\n"
    assert table.ok("compare", files[0], "-", input=ONE) == "The games do not differ.\n"


def test_where_two_games_differ(table: Table, files: tuple[Path, Path]) -> None:
    """compare prints the first different decision with its place, and the parts that differ there and at the end."""
    output = table.run("compare", *files)
    assert output.code == 1
    assert output.out.splitlines()[:6] == [
        "one.cgn -> other.cgn",
        "They share 14 decisions:",
        "  one.cgn    2.0.1  MA A- -? M",
        "  other.cgn  2.0.1  BM B M / WB W B",
        "After the first difference:",
        "  BM - -> r, MA r -> -",
    ]
    assert "r.brick 0 -> 1" in output.out
    assert "Notes after 1.1.2:\n  other.cgn: (v1={first} 1... B W )" in output.out


def test_variations(table: Table, files: tuple[Path, Path]) -> None:
    """A variation is compared as a line of its own; an unknown one is not found."""
    output = table.run("compare", f"{files[1]}#v1", files[1])
    assert output.code == 1
    assert "other.cgn#v1  1.1.2  B W\n" in output.out
    assert table.run("compare", f"{files[1]}#v7", files[1]).code == 3
    assert table.run("compare", f"{files[1]}#v1:1.1", files[1]).code == 2


def test_what_only_one_knows(table: Table) -> None:
    """A redacted copy agrees with the game to the end, and the number of better known decisions is printed."""
    full = table.file("full.cgn", game_text(1))
    seen = table.file("seen.cgn", table.ok("export", "--as", "public", full))
    output = table.run("compare", full, seen)
    assert output.code == 1
    line = output.out.splitlines()[1]
    assert line.startswith("full.cgn records ")
    assert line.endswith(" in more detail")
    assert "share" not in output.out
    document = table.run("compare", seen, full, "--json").json
    assert (document["same"], document["parting"], document["start"]) == (False, None, [])
    assert document["known"][0] == 0 < document["known"][1]


def test_json(table: Table, files: tuple[Path, Path]) -> None:
    """--json has the same, as pairs of the first and the second."""
    output = table.run("compare", *files, "--json")
    assert output.code == 1
    assert output.json["same"] is False
    assert output.json["parting"]["shared"] == 14
    assert output.json["parting"]["at"] == ["2.0.1", "2.0.1"]
    assert {"part": "r.brick", "values": ["0", "1"]} in output.json["end"]
    assert table.run("compare", *files, "--json", "--by-turn").json["turns"][1]["words"] == ["WB W B", "WB W B"]
    assert table.json("compare", files[0], files[0])["same"] is True


def test_by_turn(table: Table, files: tuple[Path, Path]) -> None:
    """--by-turn shows each turn of both, with the points after it."""
    output = table.run("compare", *files, "--by-turn").out.splitlines()
    assert output[1:] == [
        "  1. both       WB W B  =0-0-0",
        "  2. one.cgn    MA A-? M  =0-0-0",
        "     other.cgn  BM B M  =0-0-0",
        "  3. one.cgn    -",
        "     other.cgn  WB W B  =0-0-0",
    ]


def test_several_games(table: Table) -> None:
    """The games of two files are compared in pairs."""
    one = table.file("a.cgn", f"{game_text(1)}\n{ONE}")
    other = table.file("b.cgn", f"{game_text(1)}\n{OTHER}")
    output = table.run("compare", one, other)
    assert output.code == 1
    assert output.out.startswith("a.cgn#2 -> b.cgn#2\n")
    assert [each["same"] for each in table.run("compare", one, other, "--json").json] == [True, False]


def test_other_tables(table: Table, files: tuple[Path, Path]) -> None:
    """Games of two tables differ in their set-up, and nothing else of them is compared."""
    output = table.run("compare", files[0], table.file("x.cgn", game_text(1)))
    assert output.code == 1
    assert "The set-ups differ:\n  one.cgn: [Seats" in output.out
    assert "share" not in output.out


def test_damaged(table: Table, files: tuple[Path, Path]) -> None:
    """A game with errors is reported, and not compared."""
    output = table.run("compare", files[0], "-", input=OTHER.replace("2. BM", "2. QQ"))
    assert (output.code, output.out) == (1, "")
    assert "'QQ'" in output.err
