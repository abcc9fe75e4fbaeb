"""In which language the command line tells games."""

import json
import re

import pytest

from cli.group import USAGE
from replays.text.languages import LANGUAGES
from tests.cli_runs import ROOT, Run, Table

GAME = ROOT / "examples" / "game-of-four.cgn"
STUDY = ROOT / "examples" / "study.cgn"
TURN = {
    "ru": "Maria кладёт",
    "zh_TW": "Maria 把",
    "hu": "Maria letesz",
    "en": "Maria places",
}


@pytest.mark.parametrize("code", LANGUAGES)
def test_an_option_chooses_the_language(table: Table, code: str) -> None:
    """Behind the command, or before it; the one behind counts."""
    assert TURN[code] in table.ok("step", GAME, "--lang", code)
    assert TURN[code] in table.ok("--lang", code, "step", GAME)
    assert TURN["ru"] in table.ok("--lang", code, "step", GAME, "--lang", "ru")


def test_every_view_of_a_game_has_it(table: Table) -> None:
    """The board, the points, what may come, the turn as a picture, the table that is laid out, and what is kept."""
    assert "Сейчас: Maria: нужно положить диск (R4.1)" in table.ok("show", GAME, "--at", "20", "--lang", "ru")
    assert "портовые города" in table.ok("show", GAME, "--points", "--lang", "ru")
    assert "положить белый диск на улицу" in table.ok("legal", GAME, "--at", "20", "--lang", "ru")
    assert "кладёт цветной диск" in table.ok("diagram", GAME, "43", "--format", "dot", "-o", "-", "--lang", "ru")
    told = table.ok("new", "Maria", "red", "yellow", "--families", "Bardi,Medici,Scali", "--lang", "ru", "--id", "one")
    assert "Красный" in told
    assert "раз в ход" in " ".join(told.split())
    kept = table.ok("record", "one", "--lang", "ru", input="0. ? ? ? / HAM / ? ? ? / W V U / AF\n")
    assert "Maria начинает за семью Bardi: скульптура в Санта-Мария-дель-Фьоре" in kept
    assert "Maria: нужно положить диск" in kept


@pytest.mark.parametrize("code", ["ru", "zh_TW"])
def test_other_ways_are_described_in_one_language(table: Table, code: str) -> None:
    """What a repair comes to, futures, annotations and undone spans have no English sentence, nor half of one."""
    table.ok("import", GAME, "--id", "four")
    table.ok("undo", "four", "3")
    table.ok("fork", "four#22", "--id", "other")
    repaired = [
        table.run("repair", GAME, "--at", "22.1.2", "CCB", *policy, "--dry-run", "--lang", code)
        for policy in ((), ("--nearest",), ("--keep-observed",), ("--drop",), ("--stop",))
    ]
    told = re.sub(r"--[a-z-]+", "", "".join(run.out + run.err for run in repaired))
    told += table.ok("undo", "four", "--list", "--lang", code)
    told += table.ok("futures", GAME, "other", "--lang", code).replace(str(GAME), "")
    for word in ("nearest", "would", "cannot", "stand", "share", "decision", "own", "behind", "still", "holds", "may"):
        assert not re.search(rf"\b{word}", told), word
    checks = table.ok("annotate", GAME, "--lang", code)
    assert "check" not in checks


def test_messages_call_people_by_their_names(table: Table) -> None:
    """Whoever is waited for and whoever the rules refuse is called as everywhere, by name."""
    assert "Now: Maria has to place a disc (R4.1)" in table.ok("show", GAME, "--at", "20")
    told = table.run("repair", GAME, "--at", "22.1.2", "CCB", "--dry-run").out
    assert "Angelica cannot ship as SN" in " ".join(told.split())
    assert "red" not in told.split()


def test_the_environment_chooses_it_as_well(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """An option goes before it."""
    speak(monkeypatch, "zh-tw")
    assert TURN["zh_TW"] in table.ok("step", GAME)
    assert TURN["en"] in table.ok("step", GAME, "--lang", "en")


def test_json_is_the_same_for_everybody(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that read it do not depend on who runs them."""
    commands = (
        ("show", GAME),
        ("step", GAME, "--changes"),
        ("legal", GAME, "--at", "20"),
        ("analyse", GAME),
        ("futures", STUDY),
        ("annotate", STUDY),
    )
    english = [table.json(*command) for command in commands]
    speak(monkeypatch, "ru")
    assert [table.json(*command) for command in commands] == english
    assert json.dumps(english).isascii()


@pytest.mark.parametrize("code", ["xx", "../../etc", "русский"])
def test_an_unknown_language_is_reported_with_those_that_there_are(
    table: Table, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    """Asked for by an option or by the environment, before anything is printed."""
    refuses(table.run("show", GAME, "--lang", code))
    speak(monkeypatch, code)
    refusal = table.run("show", GAME)
    refuses(refusal)
    assert "CALIMALA_LANG" in refusal.err


def test_help_names_the_languages(table: Table) -> None:
    """Where somebody looks for them."""
    for told in (table.ok("--help"), table.ok("show", "--help")):
        words = " ".join(told.split())
        assert f"--lang LANG Tell games in {', '.join(LANGUAGES)}," in words
        assert "$CALIMALA_LANG" in words


def refuses(run: Run) -> None:
    """Check that a run prints only a message that lists all languages, with the code for misuse."""
    assert run.code == USAGE
    assert run.out == ""
    assert all(f"{known} ({name})" in run.err for known, name in LANGUAGES.items())


def speak(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Set the language of every command line that is run from here on."""
    monkeypatch.setenv("CALIMALA_LANG", code)
