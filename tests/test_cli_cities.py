"""Games without a recorded city, in every command that accepts a game."""

from pathlib import Path

import pytest

from tests.cli_runs import Table

EXAMPLE = (Path(__file__).parent.parent / "examples" / "game-of-four.cgn").read_text(encoding="utf-8")
CITY = '[City "ATV/B-U/SWM"]\n'
COMMANDS = (
    "show --position",
    "legal --at 4.1 --json",
    "diagram --format dot -o - --at 4",
    "fmt",
    "convert --to csv",
    "redact --as red",
    "grep --list --event tile_scored",
    "stats",
    "share",
    "verify",
    "import",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_city_that_nobody_wrote_down_is_inferred_and_shown(command: str, table: Table) -> None:
    """Each command infers the city from the streets, and says so in one line on the standard error."""
    path = table.file("nocity.cgn", EXAMPLE.replace(CITY, ""))
    word, *options = command.split()
    run = table.run(word, path, *options)
    assert run.code == 0, run
    assert run.err.count(f"{path}:1:1: no header tells the city; it is inferred from VT UV WM BC") == 1


def test_one_of_several_games(table: Table) -> None:
    """Only the chosen game's city is reported."""
    path = table.file("two.cgn", EXAMPLE + "\n" + EXAMPLE.replace(CITY, ""))
    assert table.run("show", f"{path}#1").err == ""
    assert "no header tells the city" in table.run("show", f"{path}#2").err


def test_streets_that_lie_in_several_cities(table: Table) -> None:
    """If the streets do not determine the city, the error says how many remain, and what would decide."""
    path = table.file("short.cgn", EXAMPLE.replace(CITY, "").partition("\n4. ")[0] + "\n")
    for command in ("show", "fmt", "import", "check"):
        run = table.run(command, path)
        assert run.code == 1
        assert "lie in " in run.err + run.out
        assert "the street " in run.err + run.out
