"""The language in which the command line describes games."""

import json
import re

import pytest

from cli.options import USAGE
from replays.text.languages import LANGUAGES
from tests.cli_runs import ROOT, Run, Table

GAME = ROOT / "examples" / "game-of-four.cgn"
STUDY = ROOT / "examples" / "study.cgn"
TURN = {
    "ru": "Maria кладёт",
    "zh_TW": "Maria 把",
    "hu": "Maria letesz",
    "en": "Maria places",
    "de": "Maria legt",
}


@pytest.mark.parametrize("code", LANGUAGES)
def test_an_option_chooses_the_language(table: Table, code: str) -> None:
    """The option may be after the command or before it; the one after it counts."""
    assert TURN[code] in table.ok("study", GAME, "--lang", code)
    assert TURN[code] in table.ok("--lang", code, "study", GAME)
    assert TURN["ru"] in table.ok("--lang", code, "study", GAME, "--lang", "ru")


def test_every_view_of_a_game_has_it(table: Table) -> None:
    """The board, the points, legal decisions, diagrams, a new table and confirmations are in the language."""
    assert "Сейчас: Maria: нужно положить диск (R4.1)" in table.ok("show", GAME, "--at", "20", "--lang", "ru")
    assert "портовые города" in table.ok("show", GAME, "--points", "--lang", "ru")
    assert "положить белый диск на улицу" in table.ok("show", "--legal", GAME, "--at", "20", "--lang", "ru")
    assert "кладёт цветной диск" in table.ok("draw", GAME, "--turn", "43", "--format", "dot", "-o", "-", "--lang", "ru")
    output = table.ok(
        "new", "Maria", "red", "yellow", "--families", "Bardi,Medici,Scali", "--lang", "ru", "--id", "one"
    )
    assert "Красный" in output
    assert "раз в ход" in " ".join(output.split())
    recorded = table.ok("record", "one", "--lang", "ru", input="0. ? ? ? / HAM / ? ? ? / W V U / AF\n")
    assert "Maria получает стартовый бонус семьи Bardi: скульптура в Санта-Мария-дель-Фьоре" in recorded
    assert "Maria: нужно положить диск" in recorded


@pytest.mark.parametrize("code", ["ru", "zh_TW"])
def test_other_ways_are_described_in_one_language(table: Table, code: str) -> None:
    """Repairs, futures, annotations and undone spans contain no English words in another language."""
    table.ok("import", GAME, "--id", "four")
    table.ok("undo", "four", "-n", "3")
    table.ok("fork", "four#22", "--id", "other")
    repaired = [
        table.run("repair", GAME, "--at", "22.1.2", "CCB", *policy, "--dry-run", "--lang", code)
        for policy in ((), ("--nearest",), ("--observed",), ("--drop",), ("--stop",))
    ]
    output = re.sub(r"--[a-z-]+", "", "".join(run.out + run.err for run in repaired))
    output += table.ok("log", "four", "--undone", "--lang", code) + table.ok("log", "four", "-n", "2", "--lang", code)
    for names in ((GAME, "other"), (GAME, "other", "four")):
        output += table.run("compare", *names, "--lang", code).out.replace(str(GAME), "")
    for word in (
        "nearest",
        "would",
        "cannot",
        "legal",
        "decision",
        "own",
        "after",
        "instead",
        "undid",
        "in hand",
        "may",
    ):
        assert not re.search(rf"\b{word}", output), word
    checks = table.ok("annotate", GAME, "--lang", code)
    assert "check" not in checks


def test_errors_of_the_recorder_are_in_its_language(table: Table) -> None:
    """An error while recording is in the language as a whole: what is wrong, what is expected, what may be meant."""
    table.ok("new", "Maria", "red", "yellow", "--seed", "7", "--id", "one")
    table.ok("record", "one", input="0. ? ? ? / HAM / ? ? ? / W V U\n")
    error = " ".join(table.run("record", "one", "--lang", "ru", input="1. WX\n").err.split())
    assert "здесь не подходит; Maria: нужно положить диск (R4.1); ожидается: WA WV BT" in error
    assert "«" not in error


@pytest.mark.parametrize(
    ("typed", "chinese"),
    [
        ("1. WX", "'WX' 在這裡無效；Maria 要放置工人（R4.1）；應為 WB BM"),
        ("1. WB S-", "「海運」不在尚待處理的行動之中（R4.3）；"),
        ("comment", "留言是空的；應為 comment 和你的文字"),
        ("anyway", "缺少決定；應為放置工人，例如 AS"),
        ("anyway BAR", "這裡不可能做 'BAR'；應為放置工人，例如 AS"),
        ("help me", "沒有關於 'me' 的說明；應為 help, help codes"),
    ],
)
def test_what_is_refused_is_one_sentence_of_the_language(typed: str, chinese: str, table: Table) -> None:
    """A refusal of notation, or of a word of the recorder, is in one language, its signs included."""
    table.ok("new", "Maria", "red", "yellow", "--city", "WBM/U-A/VTS", "--id", "one")
    table.ok("record", "one", input="0. ? ? ? / HAM / ? ? ? / W V U\n")
    error = " ".join(table.run("record", "one", "--lang", "zh_TW", input=f"{typed}\n").err.split())
    assert chinese in error
    assert not any(sign in error for sign in ("; ", " ("))


@pytest.mark.parametrize(
    ("text", "russian"),
    [
        ('[City "WB"]', "'WB' — не город (R2.1); ожидается: три ряда по три клетки, например WBM/U-A/VTS"),
        ('[Position "P1"]', "позиция, rules: этой части нет; ожидается: строка позиции, как описано в нотации"),
        ('[Rules "third"]', "нет издания правил 'third'; выберите first или second (R3)"),
        ("1. WX", "'WX' здесь не подходит; Maria: нужно положить диск (R4.1)"),
        ("=1-2-3", "в проверке очки 1-2-3, а по записи 0-0-0"),
    ],
)
def test_errors_in_a_text_are_in_the_language(table: Table, text: str, russian: str) -> None:
    """`check` and other commands report what is wrong with a text in the language; its JSON is in English."""
    headers = GAME.read_text().partition("\n\n")[0]
    is_header = text.startswith("[")
    others = [line for line in headers.splitlines() if not line.startswith(text.split(maxsplit=1)[0] + " ")]
    path = table.file("wrong.cgn", "\n".join([*others, text, "", ""]) if is_header else f"{headers}\n\n{text}\n")
    assert russian in table.run("check", path, "--lang", "ru").out
    assert russian not in str(table.run("check", path, "--lang", "ru", "--json").out)
    if is_header:
        assert russian in table.run("show", path, "--lang", "ru").err
        assert russian in table.run("--lang", "ru", "export", path).err


@pytest.mark.parametrize(
    ("arguments", "russian"),
    [
        (("new", "b"), "первое издание: игроков от 2 до 5, а здесь 1 (R3.3)"),
        (("show", "share:EAAAAAAA"), "код партии повреждён: контрольная сумма неверна; скопируйте его целиком ещё раз"),
        (("new", "bry", "--city", "WB"), "'WB' — не город; ожидается: три ряда по три клетки"),
    ],
)
def test_other_errors_are_in_the_language(table: Table, arguments: tuple[str, ...], russian: str) -> None:
    """An error in a set-up or a share code is in the language."""
    assert russian in " ".join(table.run(*arguments, "--lang", "ru").err.split())


def test_messages_call_people_by_their_names(table: Table) -> None:
    """Prompts and errors call players by their names."""
    assert "Now: Maria must place a disc (R4.1)" in table.ok("show", GAME, "--at", "20")
    output = table.run("repair", GAME, "--at", "22.1.2", "CCB", "--dry-run").out
    assert "Angelica cannot do the ship action" in " ".join(output.split())
    assert "red" not in output.split()


def test_the_environment_chooses_it_as_well(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment chooses the language, and an option overrides it."""
    speak(monkeypatch, "zh-tw")
    assert TURN["zh_TW"] in table.ok("study", GAME)
    assert TURN["en"] in table.ok("study", GAME, "--lang", "en")


def test_json_is_the_same_for_everybody(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """JSON does not depend on the language."""
    commands = (
        ("show", GAME),
        ("study", GAME, "--changes"),
        ("show", "--legal", GAME, "--at", "20"),
        ("analyse", GAME),
        ("compare", STUDY),
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
    """An unknown language, by option or environment, is an error with a list, before anything is printed."""
    refuses(table.run("show", GAME, "--lang", code))
    speak(monkeypatch, code)
    refusal = table.run("show", GAME)
    refuses(refusal)
    assert "CALIMALA_LANG" in refusal.err


def test_help_names_the_languages(table: Table) -> None:
    """The help lists the languages, and every command points to it."""
    *first, last = LANGUAGES
    assert f"--lang LANG {', '.join(first)} or {last} (default:" in " ".join(table.ok("--help").split())
    assert "--lang" in table.ok("show", "--help")


def refuses(run: Run) -> None:
    """Check that a run prints only a message that lists all languages, with the code for misuse."""
    assert run.code == USAGE
    assert run.out == ""
    assert all(f"{known} ({name})" in run.err for known, name in LANGUAGES.items())


def speak(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Set the language of every command line that is run from here on."""
    monkeypatch.setenv("CALIMALA_LANG", code)
