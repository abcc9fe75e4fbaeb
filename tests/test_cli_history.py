"""What was done to the games of the store: log, delete, list --deleted, and undo of any change."""

from pathlib import Path

import pytest

from tests.cli_runs import ROOT, Table, on_terminal

GAME = ROOT / "examples" / "two-players.cgn"


@pytest.fixture
def stored(table: Table) -> str:
    """Return the id of a game with two changes beside its creation."""
    table.ok("import", GAME, "--id", "friday")
    table.ok("undo", "friday", "-n", "2")
    table.ok("annotate", "friday#1", "--by", "Maria", "-m", "Why not the port?")
    return "friday"


def test_log_has_every_change(table: Table, stored: str) -> None:
    """log prints version, time, turn and what was done, newest first, in 80 columns."""
    lines = table.ok("log").splitlines()
    assert [line.split(maxsplit=4)[-1] for line in lines[:1]] == ["added 2-3: Why not the port?"]
    assert "undone:" in lines[1]
    assert lines[-1].split()[-4:] == ["created,", "with", lines[-1].split()[-2], "decisions"]
    assert max(map(len, lines)) <= 80
    assert table.ok("log", stored, "-n", "1") == f"{lines[0]}\n"
    changes = table.json("log", stored)
    assert [change["what"] for change in changes] == ["written", "undone", "created"]
    assert changes[1]["version"] == changes[2]["version"] + 1
    assert len(changes[1]["undone"]) == 2
    (replaced,) = table.json("log", stored, "--undone")
    assert replaced["decisions"] == changes[1]["undone"]


def test_a_version_is_brought_back(table: Table, stored: str) -> None:
    """Any version of log is brought back, and is a change of its own that is undone as a whole."""
    now = table.ok("show", stored, "--position")
    version = table.json("log", stored)[-1]["version"]
    table.ok("undo", stored, "--version", version)
    before = table.ok("show", stored, "--position")
    assert before != now
    assert table.json("log", stored, "-n", 1)[0]["what"] in ("redone", "returned")
    assert "has no version 9999" in table.run("undo", stored, "--version", 9999).err


def test_a_deleted_game_is_not_found(table: Table, stored: str) -> None:
    """A deleted game is in no list and under no name; log has it, an error names undo, which restores it."""
    table.ok("export", stored)
    assert "calimala undo friday restores it" in table.ok("delete", stored)
    assert table.json("list") == []
    assert [game["id"] for game in table.json("list", "--deleted")] == ["friday"]
    assert table.json("list", "--deleted")[0]["deleted"]
    for command in ("show", "export", "record", "delete"):
        output = table.run(command, stored)
        assert (output.code, output.out) == (3, ""), command
    assert "friday was deleted; restore it with calimala undo friday" in table.run("show", stored).err
    taken = table.run("import", GAME, "--id", stored)
    assert (taken.code, "the id of a deleted game; restore or purge it" in taken.err) == (4, True)
    assert table.json("check", "--all") == []
    assert [change["what"] for change in table.json("log", stored)][:3] == ["deleted", "names_erased", "written"]
    assert "Why not the port?" in table.ok("log", stored)
    assert "restored" in table.ok("undo")
    assert "Maria" not in table.ok("export", stored)
    assert "Why not the port?" in table.ok("export", stored)
    assert table.json("list", "--deleted") == []
    assert table.ok("list", "--deleted") == "There are no deleted games.\n"
    assert [change["what"] for change in table.json("log", stored)][:3] == ["restored", "deleted", "names_erased"]


def test_a_purged_game_is_gone(table: Table, stored: str) -> None:
    """A purged game cannot be restored, and its id is free; a deleted one can be purged."""
    table.ok("delete", stored)
    assert table.ok("delete", stored, "--purge") == "friday  erased\n"
    assert table.run("undo", stored).code == 3
    assert table.json("list", "--deleted") == []
    table.ok("import", GAME, "--id", stored)
    assert table.json("delete", stored, "--purge") == [{"id": "friday", "purged": True}]


def test_delete_asks_first(table: Table, stored: str) -> None:
    """On a terminal delete asks, and deletes nothing without a yes; --yes does not ask."""
    assert "Nothing was deleted." in on_terminal(table, "delete", stored, keys=["n\r"])
    assert [game["id"] for game in table.json("list")] == [stored]
    assert "restores it" in on_terminal(table, "delete", stored, keys=["y\r"])
    assert table.json("list") == []
    table.ok("undo", stored)
    assert "[y/N]" not in on_terminal(table, "delete", stored, "--purge", "--yes")


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        (["delete"], 2, "GAME... is missing"),
        (["delete", "nothing"], 3, "there is no game 'nothing'"),
        (["delete", "friday", "nothing"], 3, "there is no game 'nothing'"),
        (["delete", "./friday.cgn"], 2, "delete this file as you would any other"),
        (["log", "./friday.cgn"], 2, "changes are recorded only for games in your store"),
        (["log", "nothing"], 3, "there is no game 'nothing'"),
    ],
)
def test_mistakes(table: Table, stored: str, line: list[str], code: int, words: str) -> None:
    """Each mistake has its own message and exit code, and nothing is deleted."""
    output = table.run(*line)
    assert (output.code, words in " ".join(output.err.split())) == (code, True), output
    assert [game["id"] for game in table.json("list")] == [stored]


def test_an_empty_store(table: Table, tmp_path: Path) -> None:
    """log and delete of a store that is not there say how it is made."""
    for command in ("log", "delete"):
        output = table.run(command, "friday")
        assert (output.code, "calimala new" in output.err) == (3, True)
