"""Setting up, simulating, and the demo."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest

from cli.commands.games import simulate
from notation import loads
from tests.absent import make_absent
from tests.cli_runs import ROOT, Table, game_text
from tests.profiles import few, is_long

# new


def test_new_says_what_is_where(table: Table) -> None:
    """new prints city, scoring tiles, seats, discs, cards, the seed, and how to go on, in 80 columns."""
    out = table.ok("new", "blue=Maria", "red=Angelica", "yellow=Tania", "--seed", "7", "--id", "lily")
    assert "Maria (blue), Angelica (red) and Tania (yellow). Maria (blue) begins." in " ".join(out.split())
    assert "12 coloured and 3 white discs" in out
    assert "3 each, 1 face up beside the board" in out
    assert "seed 7" in out
    assert "calimala record lily" in out
    assert max(map(len, out.splitlines())) <= 80


def test_same_seed_same_table(table: Table) -> None:
    """The same seed gives the same table; without one each table is different."""
    first, second = (table.json("new", "b", "r", "y", "--seed", "7") for _ in range(2))
    assert first["id"] != second["id"]
    assert {**first, "id": ""} == {**second, "id": ""}
    other = table.json("new", "b", "r", "y")
    assert (other["city"], other["council"]) != (first["city"], first["council"])


def test_given_tiles_lie_as_they_are_given(table: Table) -> None:
    """Specified tiles are not shuffled, and no seed is printed if nothing was."""
    council = "LIS SMN WOOD TRO BRU HAM BAR LON SMF SCR ART PORT TRADE BRICK MARBLE"
    output = table.json("new", "b", "r", "y", "--city", "wbm/u-a/vts", "--council", council, "--id", "lily")
    assert output["id"] == "lily"
    assert [player["colour"] for player in output["players"]] == ["blue", "red", "yellow"]
    assert (output["city"], output["council"], output["seed"]) == ("WBM/U-A/VTS", council.split(), None)


def test_players_are_named_in_any_way(table: Table) -> None:
    """A player is given as colour and name, a colour, or a name, which gets the next free colour."""
    output = table.json("new", "Maria", "b=Angelica", "yellow", "Paolo")
    assert [(player["colour"], player["name"]) for player in output["players"]] == [
        ("red", "Maria"),
        ("blue", "Angelica"),
        ("yellow", None),
        ("green", "Paolo"),
    ]


def test_a_letter_beside_a_name_is_an_initial(table: Table) -> None:
    """A single letter is a colour only if all players without a name are colours; beside a name it is a name."""
    initials = table.json("new", "A", "C", "B")["players"]
    assert [player["name"] for player in initials] == ["A", "C", "B"]
    colours = table.json("new", "r", "green=Maria", "b")["players"]
    assert [(player["colour"], player["name"]) for player in colours] == [
        ("red", None),
        ("green", "Maria"),
        ("blue", None),
    ]


def test_headers_and_other_boxes(table: Table) -> None:
    """Headers, the date and other numbers of cards and cells are recorded."""
    args = ["--date", "2026.11.20", "--header", "Event=Club night", "--deck", "W9 B5 M5 U5 A5 V5 S5 T5 C5"]
    table.ok("new", "b", "r", "y", "--id", "lily", "--cells", "BAR=9", *args)
    text = table.ok("export", "lily")
    assert [
        line for line in ('[Date "2026.11.20"]', '[Event "Club night"]', '[Cells "BAR=9"]') if line not in text
    ] == []
    assert '[Deck "W9' in text


@pytest.mark.parametrize(
    "args",
    [
        ["b"],
        ["b", "b", "r"],
        ["b", "r", "y", "--city", "WBM/U-A/VTT"],
        ["b", "r", "y", "--city", "WBM"],
        ["b", "r", "y", "--deck", "Q5"],
        ["b", "r", "mauve=Maria"],
        ["b", "r", "y", "--header", "x"],
        ["b", "r", "y", "--header", "City=WBM/U-A/VTS"],
        ["a", "b", "c", "d", "e", "f"],
        [],
    ],
)
def test_table_that_cannot_be(args: list[str], table: Table) -> None:
    """A table against the rules, or that cannot be read, is wrong usage, and no game is made."""
    assert table.run("new", *args).code == 2
    assert table.json("list") == []


# simulate


def test_simulated_games_are_legal_and_canonical(table: Table) -> None:
    """Every simulated game is a whole legal game in canonical notation."""
    path = table.folder / "games.cgn"
    for players in (3, 4, 5):
        table.ok("games", "simulate", "-n", "3", "--players", players, "--bot", "greedy", "--bot", "random", "-o", path)
        assert table.run("check", path).code == 0
        assert table.run("check", "--tidy", "--dry-run", path).code == 0


def test_same_seed_same_games(table: Table) -> None:
    """The same seed gives the same games, wherever they are written."""
    first = table.ok("games", "simulate", "-n", "3", "--seed", "x")
    assert table.ok("games", "simulate", "-n", "3", "--seed", "x") == first
    assert table.ok("games", "simulate", "-n", "3", "--seed", "y") != first
    assert (
        table.ok("games", "simulate", "-n", "2", "--seed", "x")
        == first[: len(table.ok("games", "simulate", "-n", "2", "--seed", "x"))]
    )


@pytest.mark.long
def test_players_think_as_long_as_they_may(table: Table) -> None:
    """With a limit in milliseconds a game is whole; none is no limit."""
    thinking = ("games", "simulate", "--players", "2", "--bot", "quick", "--milliseconds")
    assert loads(table.ok(*thinking, "1")).state.is_over
    assert "--milliseconds" in table.run(*thinking, "0").err


def test_simulated_games_in_a_folder(table: Table) -> None:
    """In a folder each game has a file, named after the seed, so that games of another seed replace none."""
    folder = f"{table.folder}/games/"
    for seed in ("x", "autumn 2"):
        out = table.ok("games", "simulate", "-n", "2", "--seed", seed, "-o", folder)
        assert len(out.splitlines()) == 2
    names = sorted(path.name for path in (table.folder / "games").iterdir())
    assert names == ["autumn-2-0001.cgn", "autumn-2-0002.cgn", "x-0001.cgn", "x-0002.cgn"]
    assert (table.folder / "games" / names[2]).read_text() == table.ok("games", "simulate", "--seed", "x")


def test_simulated_results(table: Table) -> None:
    """--json gives points, winners and sizes."""
    output = table.json("games", "simulate", "-n", "2", "--bot", "random", "--players", "3")
    assert list(output[0]) == ["game", "players", "points", "winners", "turns", "decisions"]
    assert [len(game["points"]) for game in output] == [3, 3]
    assert output[0]["players"] == ["random"] * 3


def test_simulated_games_in_the_store(table: Table) -> None:
    """--keep saves the games in the store and prints their ids."""
    ids = table.ok("games", "simulate", "-n", "3", "--keep").split()
    assert sorted(ids) == [game["id"] for game in table.json("list")]
    assert table.json("check", "--all") == []


def test_stopped_simulation_keeps_finished_games(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C the file has the games that are finished, which is reported; without any it stays as it was."""

    def stopped(play: Callable[[list[int]], list[str]], *_: object) -> Iterator[list[str]]:
        if finished:
            yield play(finished)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "spread", stopped)
    arguments = ("games", "simulate", "-n", "9", "--bot", "random", "-o", table.folder / "games.cgn")
    finished = [1, 2]
    result = table.run(*arguments)
    assert (result.code, result.err.split(": ")[0], result.err.split()[-4:]) == (
        130,
        "Stopped",
        ["2", "of", "9", "games."],
    )
    finished = []
    result = table.run(*arguments)
    assert (result.code, result.err, table.ok("games", "find", "games.cgn", "--count")) == (130, "", "2\n")


class _Screen(StringIO):
    """A terminal that keeps what it shows."""

    def isatty(self) -> bool:
        return True


def test_remaining_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The remaining time does not count how long the first games took, for which the processes had to begin."""
    screen, clock = _Screen(), iter([50.0, 50.0, 52.0])
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(simulate, "perf_counter", lambda: next(clock))
    pieces = iter([[0] * 25, [0] * 25])
    assert len([*simulate.with_progress(pieces, simulate.Simulated(["greedy"], "1", None, None), 100)]) == 50
    shown = [re.findall(r"\d+%|\d\d:\d\d:\d\d", line) for line in screen.getvalue().split("\r")]
    assert [words for words in shown if words] == [["0%"], ["25%"], ["50%", "00:00:04"]]


def test_mixed_games_in_a_library(table: Table) -> None:
    """Mixed games have several rule sets and numbers of players; a library takes each game once."""
    mixed = ("games", "simulate", "--mixed", "--bot", "random", "--library", "games", "-n")
    assert table.ok(*mixed, "5") == "Added 5 games\n"
    assert table.ok(*mixed, "2", "--first", "5") == "Added 1 game\n1 game was already there, or appeared twice\n"
    rows = table.json("games", "ask", "games", "--sql", "SELECT rules, players, source FROM games WHERE complete")
    assert {row["source"] for row in rows} == {f"seed 1#{number}" for number in range(1, 7)}
    assert len({row["rules"] for row in rows}) > 2
    assert len({row["players"] for row in rows}) > 2
    assert "--mixed and --intrigue" in table.run(*mixed, "1", "--intrigue").err
    assert table.run("games", "simulate", "--players", "2", "--edition", "second", "--library", "other").code == 2
    assert not (table.folder / "other").exists()


def test_hyphen_is_the_standard_output(table: Table) -> None:
    """``-o -`` prints, as everywhere; a folder cannot be printed."""
    assert table.ok("games", "simulate", "-o", "-") == table.ok("games", "simulate")
    game = table.file("game.cgn", game_text())
    for command in (["fork", game, "--at", "3"], ["merge", game, game]):
        assert table.ok(*command, "-o", "-") == table.ok(*command)
    assert table.run("games", "split", game, "-o", "-").code == 2
    assert not (table.folder / "-").exists()


def test_simulate_nothing(table: Table) -> None:
    """Zero games are allowed; too few players are a usage error."""
    assert table.ok("games", "simulate", "-n", "0") == ""
    assert table.run("games", "simulate", "--players", "1").code == 2
    assert table.run("games", "simulate", "--keep", "--json").code == 2


# demo


def test_demo_shows_everything(table: Table) -> None:
    """demo shows import, replay, points with sources, verification and three pictures, without the own store."""
    folder = table.folder / "shown"
    out = table.ok("--demo", folder)
    assert "Imported a game with " in out
    assert "Final result: " in out
    assert "influence: " in out
    assert "all as recorded" in out
    pictures = sorted(folder.glob("turn-*.svg"))
    assert len(pictures) == 3
    assert all(str(picture) in out for picture in pictures)
    assert not table.store.exists()
    assert table.run("--demo", folder).code == 2


def test_demo_finds_a_place_by_itself(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a folder everything goes to a new temporary folder, whose name is printed; without the package of one
    screen, it recommends plain text.
    """
    make_absent(monkeypatch, "textual")
    monkeypatch.setattr("tempfile.tempdir", str(table.folder))
    out = table.ok("--demo")
    (folder,) = table.folder.glob("calimala-demo-*")
    assert str(folder) in out
    assert " study demo --plain --store " in out


@pytest.mark.skipif(os.name == "nt", reason="programs start differently")
@pytest.mark.parametrize(
    ("on_path", "name", "folder"), few([(False, "bin/calimala", "my demo"), (True, "calimala", "shown")])
)
def test_what_the_demo_recommends_works(on_path: bool, name: str, folder: str, table: Table) -> None:
    """The lines under "To see more" work as printed: with the program's name if it is found, else with its path."""
    program = table.file("calimala", f"#!{sys.executable}\nfrom cli.main import main\nmain()\n")
    program.chmod(0o755)
    program = program.rename(_made(table.folder / "bin") / program.name)
    environment = table.environment | {"PATH": str(program.parent) if on_path else ""}

    def output(command: list[str]) -> str:
        return subprocess.run(
            command, cwd=table.folder, env=environment, capture_output=True, text=True, check=True
        ).stdout

    lines = output([str(program), "--demo", folder]).split("To see more:\n")[1].splitlines()
    assert len(lines) == 4
    assert all(line.startswith(f"  {name} ") for line in lines)
    assert output(["/bin/sh", "-c", lines[0]])
    for line in lines[1:]:
        assert output(["/bin/sh", "-c", line]) if is_long() else table.ok(*shlex.split(line)[1:])


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def test_demo_game_is_sound_and_one_of_the_examples(table: Table) -> None:
    """The game of the demo is canonical, without findings, and the complete game of the examples."""
    path = ROOT / "replays" / "example.cgn"
    assert table.run("check", path).err == "1 game, nothing wrong\n"
    assert table.run("check", "--tidy", "--dry-run", path).code == 0
    assert (ROOT / "examples" / "game-of-four.cgn").read_bytes() == path.read_bytes()
