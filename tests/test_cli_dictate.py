"""The command `dictate`, and `convert` from words and to tables."""

from pathlib import Path

import pytest

from notation import loads
from tests.cli_runs import ROOT, Table
from tests.notation.test_dictation import DRAFT, SETUP

WORDS = DRAFT + "turn one: Maria: marble art, no art, draws brick, marble\n"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """An empty folder."""
    return Table(tmp_path)


GAME = ROOT / "examples" / "game-of-four.cgn"


def test_words_become_notation(table: Table) -> None:
    """The words of a file, or of the standard input, come out as canonical text."""
    text = table.ok("dictate", "-", input=SETUP + WORDS)
    assert text.endswith("0. ? ? ? / ? / ? ? ? / W M U\n1. MA A-B M\n")
    path = table.file("words.txt", SETUP + WORDS)
    output = table.folder / "friday.cgn"
    assert table.ok("dictate", path, "-o", output) == ""
    assert output.read_text(encoding="utf-8") == text


def test_the_set_up_may_come_from_another_text(table: Table) -> None:
    """With `--setup` the words need no headers of their own."""
    setup = table.file("setup.cgn", SETUP)
    assert loads(table.ok("dictate", "-", "--setup", setup, input=WORDS)) == loads(
        table.ok("dictate", "-", input=SETUP + WORDS)
    )
    assert "there are no headers" in table.run("dictate", "-", "--setup", table.file("no.cgn", "x"), input=WORDS).err


def test_what_was_taken_for_what_is_listed_on_demand(table: Table) -> None:
    """`--list` tells on the error output what each phrase became; without it nothing is told."""
    assert table.run("dictate", "-", input=SETUP + WORDS).err == ""
    told = table.run("dictate", "-", "--list", input=SETUP + WORDS).err
    assert "<stdin>:8:18: 'marble art' is read as MA\n" in told


def test_what_is_wrong_is_told_and_left_out(table: Table) -> None:
    """A game with errors is not written, a wrong owner does not keep a game out; both end with code 1."""
    run = table.run("dictate", "-", input=SETUP + WORDS + "marble ship, marble, shp")
    assert (run.code, run.out) == (1, "")
    assert "<stdin>:9:1: 'marble ship': no street" in run.err
    run = table.run("dictate", "-", input=SETUP + WORDS.replace("Maria", "red"))
    assert run.code == 1
    assert "red is called, and it is blue who decides here" in run.err
    assert run.out.endswith("1. MA A-B M\n")
    assert table.run("dictate", "-", input="").code == 3


def test_tables_go_both_ways(table: Table) -> None:
    """`convert` writes a table for any spreadsheet and reads it back, byte for byte; several games stay apart."""
    games = [GAME, ROOT / "examples" / "second-edition.cgn"]
    whole = table.ok("convert", "--to", "cgn", *games)
    for target in ("csv", "excel"):
        written = table.file("games.csv", table.ok("convert", "--to", target, *games))
        assert table.ok("convert", "--from", "csv", "--to", "cgn", written) == whole


def test_words_are_converted_too(table: Table) -> None:
    """`convert --from words` reads what `dictate` reads."""
    path = table.file("words.txt", SETUP + WORDS)
    text = table.ok("convert", "--from", "words", "--to", "cgn", path)
    assert text == table.ok("dictate", path)
    assert Path(path).exists()
