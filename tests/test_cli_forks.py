"""fork, futures, undo, redo and repair on the command line."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from calimala_es.checks import digest_check
from calimala_es.game import Game
from notation import loads
from tests.cli_runs import Table, game_text, on_terminal

ROOT = Path(__file__).resolve().parent.parent
HEAD = (
    '[City "WBM/U-A/VTS"]\n[Seats "bry"]\n'
    '[Council "ART LIS SMN WOOD TRO BAR SMF BRICK HAM PORT LON SCR TRADE BRU MARBLE"]\n\n0. W M U\n'
)
GAME = HEAD + "1. BM B M 2. WB W {so} B 3. WB W B / W B 4. MA AC M 5. BM B M / B M\n"
"""A game in which red builds with the goods of the first turn."""


@pytest.fixture
def game(table: Table) -> Path:
    """Return the game in a file."""
    return table.file("game.cgn", GAME)


@pytest.fixture
def stored(table: Table, game: Path) -> str:
    """Return the game in the store."""
    table.ok("import", game, "--id", "friday")
    return "friday"


def exported(table: Table, id: str) -> Game:
    """Return a game of the store."""
    return loads(table.ok("export", id))


# Undo and redo.


def test_undo_and_redo(table: Table, stored: str) -> None:
    """undo removes one decision, several, or everything after a place; redo restores all of it."""
    before = table.ok("export", stored)
    assert table.ok("undo", stored).splitlines()[0].startswith("undone:")
    table.ok("undo", stored, "-n", 3)
    table.ok("undo", stored, "--to", "2.1")
    assert len(exported(table, stored).moves) < len(loads(GAME).moves) - 4
    output = table.json("redo", stored, "--to", "4.0.1")
    assert output["at"] == "4.1.1"
    table.ok("redo", stored, "--all")
    assert table.ok("export", stored) == before
    assert table.json("check", stored) == []


def version_of(table: Table, id: str) -> int:
    """Return the present version of a game."""
    version: int = next(change["version"] for change in table.json("log", id) if change["version"])
    return version


def test_what_something_else_was_recorded_over(table: Table, stored: str) -> None:
    """Overwritten decisions are listed with a version that restores them, as it does those that replaced them."""
    before = table.ok("export", stored)
    table.ok("undo", stored, "--to", "1")
    table.ok("record", stored, input="2. BM B M")
    meanwhile = table.ok("export", stored)
    (undone,) = table.json("log", stored, "--undone")
    assert undone["turn"] == 2
    assert undone["decisions"][:1] == ["WB"]
    returned = table.ok("undo", stored, "--version", undone["version"])
    assert table.ok("export", stored) == before
    found = re.search("calimala (undo .* --version .*) restores the game as it was", returned)
    assert found
    table.ok(*found[1].split())
    assert table.ok("export", stored) == meanwhile
    table.ok("undo", stored, "--version", undone["version"])
    (undone,) = table.json("log", stored, "--undone")
    assert undone["decisions"] == ["BM", "B", "M"]
    table.ok("undo", stored, "--version", undone["version"])
    assert table.ok("export", stored) == meanwhile
    assert table.json("check", stored) == []


def test_whole_turns(table: Table, stored: str) -> None:
    """--turn undoes and redoes whole turns of the game that was changed last; the rest of a turn is one."""
    table.ok("undo", "--to", "3.0")
    assert table.json("undo", "--turn")["at"].startswith("2.")
    table.ok("redo", "--all")
    there = table.json("show", stored)["last"]
    assert table.json("undo", "--turn", "-n", 2)["redoable"] > 4
    assert table.json("redo", "--turn", "-n", 2)["at"] == there
    assert table.run("redo", "--turn").code == 1
    assert table.run("undo", "--turn", "-n", 99).code == 1


def test_what_cannot_be_undone(table: Table, stored: str, game: Path) -> None:
    """Each mistake with undo and redo has its own message and exit code."""
    assert table.run("undo", stored, "-n", 999).code == 1
    for line in (["redo", stored], ["redo", stored, "--all"], ["redo", stored, "-n", 2]):
        output = table.run(*line)
        assert (output.code, "there is nothing to redo in friday" in output.err) == (1, True)
    assert table.run("undo", stored, "--to", "5").code == 1
    assert table.run("undo", stored, "--to", "9").code == 3
    assert table.run("undo", stored, "--version", "9999").code == 3
    assert table.run("undo", stored, "-n", 2, "--to", "1").code == 2
    assert table.run("undo", game).code == 2
    assert table.run("undo", "nobody").code == 3


def test_cards_that_were_dealt_go_with_their_decision(table: Table) -> None:
    """In a game that the program deals, undoing a decision undoes the card that was dealt for it."""
    table.ok("new", "b", "r", "y", "--seed", "7", "--deal", "--id", "dealt")
    table.ok("record", "dealt", input="")
    moves = exported(table, "dealt").moves
    assert moves
    table.ok("undo", "dealt")
    assert not exported(table, "dealt").moves
    table.ok("redo", "dealt")
    assert exported(table, "dealt").moves == moves


# Forks.


def test_a_fork_in_the_store(table: Table, stored: str) -> None:
    """A fork begins with the same decisions and positions, names its origin, and continues by itself."""
    output = table.json("fork", f"{stored}#3", "--id", "what-if")
    assert (output["id"], output["from"]) == ("what-if", "friday#3.4.1")
    fork, origin = exported(table, "what-if"), exported(table, stored)
    assert fork.header("Fork") == "friday#3.4.1"
    assert fork.moves == origin.moves[: len(fork.moves)]
    assert fork.states == origin.states[: len(fork.moves) + 1]
    table.ok("record", "what-if", input="4. MA A- M")
    assert exported(table, stored) == origin


def test_a_fork_knows_what_its_player_knew(table: Table) -> None:
    """In a player's fork cards that the player could not see are unknown, and nothing is in it of the later game."""
    table.file("full.cgn", game_text(1))
    table.ok("import", table.folder / "full.cgn", "--id", "full")
    table.ok("fork", "full#5", "--as", "red", "--id", "seen")
    seen = table.ok("export", "seen")
    (table.folder / "begun.cgn").write_text(table.ok("fork", table.folder / "full.cgn", "--at", "5"), encoding="utf-8")
    begun = table.ok("export", table.folder / "begun.cgn", "--as", "red")
    assert [line for line in seen.splitlines() if "[Fork" not in line] == begun.splitlines()
    assert "Result" not in seen


def test_a_fork_of_a_text(table: Table, game: Path) -> None:
    """A fork of a text is a text, printed or written to a file; --id adds it to the store."""
    text = table.ok("fork", game, "--at", "3")
    assert loads(text).moves == loads(GAME).moves[: len(loads(text).moves)]
    assert table.ok("fork", game, "--at", "3", "-o", table.folder / "fork.cgn").strip().endswith("fork.cgn")
    assert (table.folder / "fork.cgn").read_text(encoding="utf-8") == text
    assert table.json("fork", game, "--before", "--at", "1", "--id", "begun")["decisions"] == len(loads(HEAD).moves)


def test_variations(table: Table, stored: str, game: Path) -> None:
    """A variation can be added to a text and to a stored game."""
    copy = table.folder / "copy.cgn"
    table.ok("annotate", game, "--at", "4.0.1", "--variation", "MA A- M", "--title", "no artwork", "-o", copy)
    text = copy.read_text(encoding="utf-8")
    ((variation,),) = [move.variations for move in loads(text).moves if move.variations]
    assert (variation.name, len(variation.moves)) == ("no artwork", 3)
    table.ok("annotate", f"{stored}#4.0.1", "--variation", "MA A- M")
    assert exported(table, stored).commands == loads(GAME).commands
    assert table.run("show", "friday#v1").code == 0


def test_a_fork_is_joined(table: Table, stored: str) -> None:
    """Decisions recorded in a fork can be joined to the game as a variation with a chosen name."""
    table.ok("fork", f"{stored}#3", "--name", "no artwork", "--id", "what-if")
    assert table.run("fork", "what-if", "--join").code == 1
    table.ok("record", "what-if", input="4. MA A- M {kept}")
    place = table.ok("fork", "what-if", "--join").strip()
    ((variation,),) = [move.variations for move in exported(table, stored).moves if move.variations]
    assert (place, variation.name) == (f"friday#{variation.id}", "no artwork")
    assert variation.moves[-1].comments == ("kept",)
    assert table.run("fork", stored, "--join").code == 2


def test_a_fork_is_joined_again(table: Table, stored: str) -> None:
    """Decisions recorded after joining continue the same variation; without any, that is an error."""
    table.ok("fork", f"{stored}#3", "--name", "no artwork", "--id", "what-if")
    table.ok("record", "what-if", input="4. MA A-")
    place = table.ok("fork", "what-if", "--join")
    assert table.run("fork", "what-if", "--join").code == 1
    table.ok("record", "what-if", input="M {later}")
    assert table.ok("fork", "what-if", "--join") == place
    ((variation,),) = [move.variations for move in exported(table, stored).moves if move.variations]
    assert variation.moves[-1].comments == ("later",)


def test_what_cannot_be_forked(table: Table, stored: str, game: Path) -> None:
    """Each mistake with fork has its own exit code; records of a result are rejected with a message."""
    assert table.run("fork", f"{stored}#99").code == 3
    assert table.run("fork", stored, "MA").code == 2
    assert table.run("fork", stored, "--join", "--name", "late").code == 2
    assert table.run("fork", stored, "--before").code == 2
    shallow = table.file("result.cgn", '[Seats "bry"]\n[Result "42-38-35"]\n')
    output = table.run("fork", shallow, "--at", "start")
    assert (output.code, "only the result" in output.err) == (1, True)


# Futures.


def test_futures(table: Table, stored: str) -> None:
    """compare prints variations and forks beside the game: turns, points, and changes since they differ."""
    table.ok("annotate", f"{stored}#4.0.1", "--variation", "MA A- M")
    table.ok("fork", f"{stored}#3", "--id", "what-if")
    table.ok("record", "what-if", input="4. BM B M / B M")
    lines = table.ok("compare", stored).splitlines()
    assert lines[0] == "These games share 25 decisions."
    assert [line.split()[0] for line in lines[2:4]] == ["friday#v1", "what-if"]
    output = table.json("compare", stored)
    assert [one["game"] for one in output["futures"]] == ["friday", "friday#v1", "what-if"]
    assert output["shared"] == 25
    assert [one["at"] for one in output["futures"]] == ["4.0.1"] * 3
    assert output["futures"][0]["decisions"] > output["futures"][1]["decisions"] == 3
    assert table.json("compare", "friday", "what-if", "friday#v1")["shared"] == 25
    assert table.run("compare", "friday", "what-if", "--json").json["parting"]["shared"] == 25


def test_no_futures(table: Table, stored: str, game: Path) -> None:
    """A game without variations cannot be compared alone, and games of different tables differ in their set-up."""
    assert table.run("compare", stored).code == 2
    other = table.file("other.cgn", game_text(1))
    assert table.run("compare", game, other).code == 1


# Repair.


def test_repair_in_the_store(table: Table, stored: str) -> None:
    """A repair preserves the old version and the notes, and undo restores the old game completely."""
    before = table.ok("export", stored)
    output = table.ok("repair", f"{stored}#1", "BM", "B", "M-", "--nearest")
    assert "4.1.2 Blue: A- instead of AC" in output
    repaired = table.ok("export", stored)
    assert "1. BM B M-" in repaired
    assert "{so}" in repaired
    assert table.json("check", stored) == []
    (undone,) = table.json("log", stored, "--undone")
    assert undone["what"] == "recorded"
    table.ok("undo", stored)
    assert table.ok("export", stored) == before
    table.ok("redo", stored)
    assert table.ok("export", stored) == repaired


def test_the_result_belongs_to_the_version(table: Table) -> None:
    """A repair in the store updates the header Result as in a text, and every version has its own."""
    whole = table.file("whole.cgn", table.ok("export", table.file("game.cgn", game_text(1))))
    table.ok("import", whole, "--id", "whole")
    place = ("--at", "20.0.1", "--remove")
    texts: list[tuple[int, str]] = []
    for answer in ("--nearest", "--stop"):
        before = version_of(table, "whole")
        table.ok("repair", "whole", *place, answer)
        repaired = table.ok("export", "whole")
        texts.append((version_of(table, "whole"), repaired))
        table.ok("undo", "whole", "--version", before)
        assert table.ok("export", "whole") == whole.read_text(encoding="utf-8")
    assert ["[Result" in text for _, text in texts] == [True, False]
    assert [table.run("repair", whole, *place, answer).out for answer in ("--nearest", "--stop")] == [
        *dict(texts).values()
    ]
    for version, text in texts:
        table.ok("undo", "whole", "--version", version)
        assert table.ok("export", "whole") == text
        assert table.run("check", table.file("version.cgn", text)).code == 0


def test_a_variation_that_only_the_repaired_game_allows(table: Table, stored: str) -> None:
    """A variation that is legal only after a repair is absent from the game before it, and there after it."""
    table.ok("repair", f"{stored}#1.1.3", "M-", "--nearest")
    table.ok("annotate", f"{stored}#4.1.4", "--variation", "+W", "--title", "the card")
    repaired = table.ok("export", stored)
    assert "the card" in repaired
    version = version_of(table, stored)
    table.ok("undo", stored)
    assert "the card" not in table.ok("export", stored)
    table.ok("undo", stored, "--version", version)
    assert table.ok("export", stored) == repaired


def test_repair_of_a_text(table: Table, game: Path) -> None:
    """The repaired text is the output, and what became of the rest is reported beside it."""
    output = table.run("repair", game, "M-", "--at", "1.1.3", "--observed")
    assert output.code == 0
    assert "4.1.2 Blue: AC is kept as observed" in output.err
    assert "SCR.A:=b" in output.out
    assert table.run("check", table.file("repaired.cgn", output.out)).code == 0
    assert table.run("repair", game, "M", "--at", "1.1.3").out == table.ok("export", game)


def test_checks_that_would_be_wrong(table: Table) -> None:
    """Checks that a repair makes wrong are reported with their places: removed from a text, hidden in the store until
    the game is as it was."""
    check = digest_check(loads(GAME.partition(" 5.")[0]).state)
    path = table.file("checked.cgn", GAME.replace(" 5.", f" {check} 5."))
    repaired = ("M-", "--at", "1.1.3", "--nearest")
    output = table.run("repair", path, *repaired)
    assert f"1 check was dropped because it would be wrong: 4.1.3 {check}" in " ".join(output.err.split())
    assert check not in output.out
    assert table.json("repair", path, *repaired)["checks"] == [{"id": "4.1.3", "word": check}]
    assert f"1 check would be wrong: 4.1.3 {check}" in table.run("repair", path, *repaired, "--dry-run").out
    table.ok("import", path, "--id", "checked")
    before = table.ok("export", "checked")
    version = version_of(table, "checked")
    table.ok("repair", "checked", *repaired)
    assert table.ok("export", "checked") == output.out
    table.ok("undo", "checked", "--version", version)
    assert table.ok("export", "checked") == before


def test_where_a_repair_shows_what_became_of_the_rest(table: Table, game: Path, stored: str) -> None:
    """The report of a repair goes to the standard error if a text is written; afterwards a stored game is as before."""
    path = table.folder / "repaired.cgn"
    for source in (game, stored):
        output = table.run("repair", source, "M-", "--at", "1.1.3", "--nearest", "-o", path)
        assert (output.code, output.out) == (0, "")
        assert "4.1.2 Blue: A- instead of AC" in output.err
        assert "1. BM B M-" in path.read_text(encoding="utf-8")
    assert "1. BM B M\n" in table.ok("export", stored)


def test_a_repair_that_changes_nothing(table: Table, game: Path, stored: str) -> None:
    """A repair that changes nothing is reported; it makes no version in the store, and a text is written unchanged."""
    version = version_of(table, stored)
    output = table.run("repair", stored, "M", "--at", "1.1.3")
    assert (output.code, output.out) == (0, "this is what was already recorded; no decision was changed\n")
    assert version_of(table, stored) == version
    assert table.json("log", stored, "--undone") == []
    assert table.json("repair", stored, "M", "--at", "1.1.3")["kept"] is False
    assert "no decision was changed" in table.run("repair", game, "M", "--at", "1.1.3").err


def test_without_an_answer(table: Table, game: Path, stored: str) -> None:
    """If nobody chooses what becomes of a decision, it is reported with exit code 1, and nothing is changed."""
    output = table.run("repair", game, "M-", "--at", "1.1.3")
    assert (output.code, "nearest: A-" in output.out) == (1, True)
    assert "nothing was changed" in output.out
    version = version_of(table, stored)
    document = table.run("repair", f"{stored}#1.1.3", "M-", "--nearest", "--dry-run", "--json").json
    assert document["kept"] is False
    first = document["outcomes"][0]
    assert (first["id"], first["what"], first["rule"]) == ("4.1.2", "replaced", "R5.3")
    assert version_of(table, stored) == version


def test_insert_take_out_and_stop(table: Table, game: Path) -> None:
    """A repair can insert a decision, remove a turn, or end the game before the first illegal decision."""
    assert "2. y.wood:=1 WB" in table.ok("repair", game, "y.wood:=1", "--at", "2.0.1", "--insert")
    assert "2. _" in table.run("repair", game, "--remove", "--at", "2", "--drop").out
    stopped = loads(table.run("repair", game, "M-", "--at", "1.1.3", "--stop").out)
    assert len(stopped.moves) < len(loads(GAME).moves)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["M-"], 2),
        (["--at", "1.1.3"], 2),
        (["M-", "--at", "1.1.3", "--remove"], 2),
        (["M-", "--at", "1.1.3", "--nearest", "--drop"], 2),
        (["M-", "--at", "99"], 3),
        (["ZZ", "--at", "1.1.3"], 1),
        (["M-", "--at", "v1:1.1.3"], 3),
        (["--at", "1.4.1", "--remove"], 1),
    ],
)
def test_repairs_that_are_wrong(table: Table, game: Path, arguments: Sequence[str], code: int) -> None:
    """Each mistake with repair has its own exit code."""
    assert table.run("repair", game, *arguments).code == code


def test_a_repair_in_the_store_takes_decisions_alone(table: Table, stored: str) -> None:
    """A repair of a stored game with comments is rejected, since they would be lost; one of a text preserves them."""
    output = table.run("repair", stored, "M- {so}", "--at", "1.1.3", "--nearest")
    assert (output.code, "calimala annotate" in output.err) == (2, True)
    assert (
        table.run("repair", stored, "M- {so}", "--at", "1.1.3", "--nearest", "-o", table.folder / "out.cgn").code == 0
    )
    assert "{so}" in (table.folder / "out.cgn").read_text(encoding="utf-8")


def test_asked_on_a_terminal(table: Table, stored: str) -> None:
    """On a terminal each illegal decision is shown with the nearest legal ones, and the answer is used."""
    shown = on_terminal(table, "repair", f"{stored}#1.1.3", "M-", keys=["x\n", "1\n"])
    assert "skip artwork" in shown
    assert "a number, o, d, s" in shown
    assert shown.endswith("=> 0")
    assert "4. MA A-? M" in table.ok("export", stored)
    assert "1. BM B M-" in shown
    assert "restores the game as it was" in " ".join(shown.split())


@pytest.mark.skipif(os.name == "nt", reason="terminals differ")
def test_ctrl_c_changes_nothing(table: Table, stored: str) -> None:
    """Ctrl-C leaves a repair with a message that nothing was changed, and nothing was."""
    before = table.ok("export", stored)
    shown = on_terminal(table, "repair", f"{stored}#1.1.3", "M-", keys=["\x03"])
    assert "Nothing was changed." in shown
    assert shown.endswith("=> 130")
    assert table.ok("export", stored) == before
