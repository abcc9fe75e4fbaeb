"""Games of placements and of results on the command line: what is not recorded is not shown, and never made up."""

from pathlib import Path

import pytest

from tests.cli_runs import ROOT, Table

FULL = str(ROOT / "examples" / "game-of-four.cgn")
RESULT = '[Blue "Maria"] [Red "Angelica"] [Yellow "Tania"] [Result "42-38-35"]\n'


@pytest.fixture
def placements(table: Table, tmp_path: Path) -> str:
    """Return a file with a game recorded by its placements only."""
    path = tmp_path / "placements.cgn"
    path.write_text(table.run("export", FULL, "--depth", "placements").out, encoding="utf-8")
    return str(path)


@pytest.fixture
def result(tmp_path: Path) -> str:
    """Return a file with a game recorded by its result only."""
    path = tmp_path / "result.cgn"
    path.write_text(RESULT, encoding="utf-8")
    return str(path)


def test_export_of_less(table: Table, placements: str) -> None:
    """`export --depth` reduces a game to its placements or its result, and its output is canonical."""
    text = Path(placements).read_text(encoding="utf-8")
    assert "\n7. " in text
    assert " A-" not in text
    assert table.run("export", placements).out == text
    assert table.run("check", placements).code == 0
    short = table.run("export", placements, "--depth", "result").out
    assert '[Result "' in short
    assert "\n1. " not in short


def test_board_says_what_is_not_recorded(table: Table, placements: str) -> None:
    """`show` draws streets, council, discs and points, and says that the rest is not recorded."""
    board = table.run("show", placements, "--at", "30").out
    assert "Not recorded: cubes on the board, goods and buildings, cards" in board
    assert "player       pts discs\n" in board
    assert "Deck" not in board
    assert "workshops" not in board
    assert "workshops" in table.run("show", FULL, "--at", "30").out


def test_points_that_nobody_recorded_are_not_shown(table: Table, tmp_path: Path) -> None:
    """If a scoring is not recorded, the points are a question mark."""
    path = tmp_path / "game.cgn"
    head = table.run("export", FULL, "--depth", "placements").out.split("\n\n")[0]
    path.write_text(f"{head}\n\nUV UV UV UV UV", encoding="utf-8")
    board = table.run("show", str(path)).out
    assert "Not recorded: points, cubes on the board" in board
    assert "Maria          ?" in board
    assert table.run("show", str(path), "--points").out.startswith("Cubes are not recorded; the points are not known.")


def test_winner_by_cubes_is_not_made_up(table: Table, placements: str) -> None:
    """The winner of a tie, which depends on unrecorded cubes, is reported as not recorded."""
    for command in ("show", "study"):
        shown = " ".join(table.run(command, placements).out.split())
        assert "which of the tied players won is not recorded" in shown


def test_json_says_what_is_recorded(table: Table, placements: str) -> None:
    """`show --json` says how much of the game is recorded, and what of the position."""
    shown = table.run("show", placements, "--json").json
    assert shown["extent"] == "placements"
    assert shown["recorded"] == {"stacks": True, "points": True, "cubes": False, "goods": False, "cards": False}
    assert all(table.run("show", FULL, "--json").json["recorded"].values())


def test_steps_show_only_what_is_recorded(table: Table, placements: str) -> None:
    """`step` skips stand-ins for unrecorded decisions, and a scoring does not claim that nobody has a cube."""
    steps = table.run("study", placements).out
    assert "not written down" not in steps
    assert "nobody wrote down" not in steps
    assert "nobody has a cube" not in steps
    assert "cubes not recorded" in steps


def test_what_may_come_is_not_known(table: Table, placements: str) -> None:
    """`legal` says that legal decisions are unknown, instead of judging by unrecorded goods."""
    asked = table.run("show", "--legal", placements, "--at", "30")
    assert asked.code == 1
    assert "does not say what the players have" in asked.err


@pytest.mark.parametrize("command", ["show", "study", "show --legal", "import"])
def test_result_has_no_positions(table: Table, command: str, result: str) -> None:
    """Commands that need positions say that there are none; others accept the game."""
    asked = table.run(*command.split(), result)
    assert asked.code == 1
    assert "has only the result" in asked.err
    assert table.run("export", result).code == table.run("check", result).code == 0


def test_result_needs_no_position_to_be_passed_on(table: Table, result: str) -> None:
    """`export` writes a game of the result alone as notation, as a code, as somebody saw it, and as a score pad."""
    text = Path(result).read_text(encoding="utf-8")
    canonical = table.ok("export", result)
    code = table.ok("export", "--to", "code", result, "--names").strip()
    assert text.split("]", maxsplit=1)[0] in canonical
    assert table.ok("export", result) == table.ok("export", f"share:{code}") == canonical
    assert table.ok("export", "--as", "blue", result) == canonical
    assert table.ok("export", "--to", "pad", result, "-o", table.folder / "pad.html").endswith("pad.html\n")


def test_store_keeps_what_is_recorded(table: Table, placements: str) -> None:
    """A game of placements is exported from the store as it was imported, and verified there."""
    assert table.run("import", placements, "--id", "shallow").code == 0
    assert table.run("export", "shallow").out == Path(placements).read_text(encoding="utf-8")
    assert table.run("check", "shallow").code == 0


def test_a_game_of_placements_is_recorded_further(table: Table) -> None:
    """`record` goes on with a game of placements: the number of a turn says that the rest of the one before was missed;
    a street alone is more likely to be a mistake."""
    table.file("evening.cgn", table.ok("export", FULL, "--depth", "placements").split("\n20. ")[0] + "\n")
    table.ok("import", "evening.cgn", "--id", "evening")
    run = table.run("record", "evening", input="20. WM\n21. AT\n")
    assert run.code == 0
    assert table.ok("export", "evening").endswith("\n20. WM\n21. AT\n")
    assert table.run("record", "evening", input="WM\n").code == 1


def test_list_shows_the_points_of_the_checks(table: Table, placements: str) -> None:
    """A finished game of placements is in the list with the points and the winner that its checks give."""
    table.ok("import", FULL, "--id", "whole")
    table.ok("import", placements, "--id", "shallow")
    shallow, whole = sorted(table.json("list"), key=lambda game: game["id"])
    assert [player["points"] for player in shallow["players"]] == [player["points"] for player in whole["players"]]
    assert shallow["over"]
