"""The conformance cases: Calimala agrees with them, and they cover the whole specification."""

import ast
import json
import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from io import StringIO
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest

import notation
from conformance import check
from conformance.accept import laid_out
from conformance.answer import KINDS, answer, main
from notation import dumps, loads, read_games
from notation.grammar.tokens import split_games
from notation.json.events import dumps_events
from notation.json.reader import read_events
from tests.notation.test_specification import ELEMENTARY, PAGE, pattern_of, productions, quoted, section

HERE: Final = Path(check.__file__).parent
README: Final = (HERE / "README.md").read_text(encoding="utf-8")
PACKAGE: Final = Path(notation.__file__).parent
CASES: Final = check.cases()
LEAST: Final = 150


@cache
def text_of(case: Path) -> str:
    return check.text_of(case)


# Calimala itself.


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_calimala_agrees(case: Path) -> None:
    """Calimala's answer to every case is the expected one."""
    assert [*check.compare(check.expected(case), answer(text_of(case)))] == []


def test_calimala_agrees_over_its_streams(capsys: pytest.CaptureFixture[str]) -> None:
    """The program that represents Calimala answers each line with a line and ends with its input."""
    assert check.main(["--only", "1-25,113-114,262"]) == 0
    assert capsys.readouterr().out == "28 cases, 0 differ\n"


def test_answers_lie_as_they_are_written() -> None:
    """The files of answers have a line for every line of text and every event, so that differences can be read."""
    for case in CASES:
        assert case.with_suffix(".json").read_text(encoding="utf-8") == laid_out(check.expected(case))


def test_canonical_text_of_a_case_is_a_fixed_point() -> None:
    """The canonical text of a case is read as the same game and written again unchanged."""
    for text in outputs():
        assert dumps(loads(text)) == text


def test_records_of_cases_have_events() -> None:
    """Records of less than full depth, and some others, can be written as events and read back."""
    for case in CASES:
        for reading in read_games(text_of(case)):
            record = reading.game
            if record is not None and (record.depth != "full" or check.number_of(case) % 9 == 0):
                assert [*read_events([*dumps_events(record)])] == [record], case


# The cases as a whole.


def test_every_case_has_a_number_and_an_answer() -> None:
    """No two cases share a number, each has its answer, and no answer is without a case."""
    numbers = [check.number_of(case) for case in CASES]
    assert numbers == sorted({*numbers})
    assert len(CASES) >= LEAST
    assert {case.stem for case in CASES} == {path.stem for path in check.CASES.glob("*.json")}
    assert all(re.fullmatch(r"[0-9]{3}-[a-z0-9-]+", case.stem) for case in CASES)


def test_readme_lists_the_groups() -> None:
    """The table of groups has every case once, and the example is a case and its answer."""
    spans = [
        (int(first), int(last)) for first, last in re.findall(r"^\| ([0-9]{3})-([0-9]{3}) \|", README, re.MULTILINE)
    ]
    assert all(before[1] < after[0] for before, after in pairwise(spans))
    numbers = [check.number_of(case) for case in CASES]
    assert all(any(first <= number <= last for first, last in spans) for number in numbers)
    assert all(any(first <= number <= last for number in numbers) for first, last in spans)
    question, answered = map(json.loads, re.findall(r"^```json\n(.*?)\n```$", README, re.MULTILINE | re.DOTALL))
    assert question == {"case": "001", "text": text_of(CASES[0])}
    (given,), (game,) = answered["games"], answer(question["text"])
    assert {*given} == {*game} == {*check.PARTS} <= quoted(README)
    assert game["text"].startswith(given["text"].removesuffix("..."))
    assert [event["type"] for event in game["events"][:2]] == [event["type"] for event in given["events"]]
    assert {*KINDS.values()} <= quoted(README)


# What the cases leave out: nothing of the grammar, and no error.


@cache
def inputs() -> str:
    return "\n".join(map(text_of, CASES))


@cache
def outputs() -> tuple[str, ...]:
    return tuple(game["text"] for case in CASES for game in check.expected(case) if game["text"])


@cache
def tokens() -> frozenset[str]:
    """Return the words and comments of all inputs in small letters."""
    return frozenset(
        token.lower() for text in map(text_of, CASES) for game in split_games(text, "") for token in game.tokens()
    )


@cache
def lines_of_outputs() -> frozenset[str]:
    """Return the lines below the headers of all canonical texts."""
    return frozenset(line for text in outputs() for line in text.split("\n\n", 1)[1].splitlines(keepends=True))


def words() -> Iterable[str]:
    return (token for token in tokens() if token[0] not in "{}")


def comments() -> Iterable[str]:
    return (token for token in tokens() if token[0] == "{")


def header_lines() -> Iterable[str]:
    return {line + "\n" for line in inputs().split("\n") if line.lstrip().startswith("[")}


IMPORTED: Final[dict[str, Callable[[], Iterable[str]]]] = {
    "word": words,
    "comment": comments,
    "header-line": header_lines,
}
"""The texts that contain each production of the import form; the first entry that has it counts."""


def lines_that_begin(mark: str) -> Callable[[], Iterable[str]]:
    return lambda: (line for line in lines_of_outputs() if re.match(mark, line) and not {*"{$#%&!"} & {*line})


EXPORTED: Final = {"turn-0": lines_that_begin("0"), "turn": lines_that_begin("[1-9]"), "end": lines_that_begin("E")}
"""The texts that contain each production of the export form, without notes."""

OF_WHOLE_TEXTS: Final = frozenset(("text", "game", "body", "canonical", "behind", "variation", "indent"))
"""Productions that contain each other and others; every text is an example of them."""


def reaches(root: str, defined: dict[str, str]) -> set[str]:
    """Return the productions that a production is made of, itself among them."""
    found, left = set[str](), {root}
    while left:
        found |= left
        left = {word for name in left for word in re.findall("[a-z0-9-]+", defined[name]) if word in defined} - found
    return found


def occurs_in(texts: Iterable[str], root: str, defined: dict[str, str], target: str) -> bool:
    """Return whether one of these texts matches a production with ``target``, a pattern, taking part."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(ELEMENTARY, "target", f"({target})")
        pattern = pattern_of(defined[root], defined)
    groups = len(re.findall(r"(?<!\\)\((?!\?)", pattern))
    took_part = "|".join(f"(?({number})|(?!))" for number in range(1, groups + 1))
    whole = re.compile(f"(?:{pattern})(?:{took_part})", re.IGNORECASE)
    return any(whole.fullmatch(text) for text in sorted(texts, key=len))


def test_every_production_occurs() -> None:
    """Every production of the import form occurs in some input, and every one of the export form in some answer."""
    defined = productions()
    left = {*defined} - OF_WHOLE_TEXTS
    for root, texts in (IMPORTED | EXPORTED).items():
        for name in left & reaches(root, defined):
            target = pattern_of(defined[name], defined)
            marked = {key: production for key, production in defined.items() if key != name} | {name: "target"}
            assert occurs_in(texts(), root, marked, target), name
        left -= reaches(root, defined)
    assert not left


_LITERAL: Final = re.compile(r'"[^"]*"')


def test_every_literal_of_the_import_form_occurs() -> None:
    """Every code, letter and sign in a production occurs in some input as that part of the production."""
    defined = productions()
    left = {*defined} - OF_WHOLE_TEXTS
    for root, texts in IMPORTED.items():
        for name in left & reaches(root, defined):
            production = defined[name].replace("'\"'", "quote")
            literals = [literal for literal in _LITERAL.finditer(production) if literal[0] != '""']
            seen = literals_seen([*texts()], root, defined, name, production)
            for literal in literals:
                code = literal[0][1:-1]
                if code in seen:
                    continue
                rewritten = production[: literal.start()] + "target" + production[literal.end() :]
                marked = defined | {name: rewritten.replace("quote", "'\"'")}
                able = [text for text in texts() if code.lower() in text.lower()]
                assert occurs_in(able, root, marked, re.escape(code)), (name, code)
        left -= reaches(root, defined)


def literals_seen(texts: list[str], root: str, defined: dict[str, str], name: str, production: str) -> set[str]:
    """Return the literals that occur once in a production and take part in the first match of a text.

    What is missing may still occur in another way; one pattern for all literals saves most patterns of one each.
    """
    codes = [literal[0][1:-1] for literal in _LITERAL.finditer(production)]
    codes = [code for code in codes if code and codes.count(code) == 1]
    rewritten = production
    with pytest.MonkeyPatch.context() as patch:
        for number, code in enumerate(codes):
            word = f"target-{'abcdefghijklmnopqrstuvwxyz'[number // 26]}{'abcdefghijklmnopqrstuvwxyz'[number % 26]}"
            patch.setitem(ELEMENTARY, word, f"({re.escape(code)})(?#{number})")
            rewritten = rewritten.replace(f'"{code}"', word)
        pattern = pattern_of(defined[root], defined | {name: rewritten.replace("quote", "'\"'")})
    numbers = [int(number) for number in re.findall(r"\(\?#(\d+)\)", pattern)]
    whole = re.compile(pattern, re.IGNORECASE)
    assert whole.groups == len(numbers)
    found = (match for text in texts if (match := whole.fullmatch(text)))
    return {
        codes[number]
        for match in found
        for number, part in zip(numbers, match.groups(), strict=True)
        if part is not None
    }


def test_every_symbol_occurs() -> None:
    """Every code of the table of symbols is a word of some canonical text."""
    found = {word for text in outputs() for word in re.split(r"[\s()]+", text)}
    table = quoted(section(17).split("| `0.`")[1])
    codes = {code for code in table if re.fullmatch("[A-Z]{1,5}-?|[/_^-]|--", code)} - {"X"}
    assert len(codes) > 80
    assert not codes - found - {"AS", "-"}
    for suffix in ("", "2", "0", "00", ">", ">1", ">2", ":=-"):
        assert any(re.fullmatch("[WBMUAVST]{2}" + suffix, word) for word in found), suffix


def test_every_header_and_frame_occurs() -> None:
    """Every header of section 4 occurs in some input, and every frame of section 13 in some position line."""
    for name in quoted(section(4).split("| --- | --- | --- |")[1].split("\n\n")[0]):
        if re.fullmatch("[A-Z][A-Za-z]+", name) and len(name) > 2:
            assert re.search(rf"\[\s*{name}\s", inputs()), name
    pending = section(13).split("What is pending:")[1].split("\n\n")[1]
    for row in re.findall(r"^\| (.*?) \|", pending, re.MULTILINE):
        for frame in quoted(row):
            word = frame.split(":")[0]
            assert re.search(rf"[ >]{re.escape(word)}[:>\"]", inputs()), frame


# Every error of the reader.

ERRORS: Final = frozenset(
    (
        "WrongWordError",
        "NotWellFormedError",
        "NotLegalError",
        "NotUniqueError",
        "HeaderError",
        "PositionError",
        "Finding",
    )
)
ERROR_MAKERS: Final = frozenset(("refuse_name", "_refuse", "_report", "_find"))
"""Functions that only make an error."""

NOT_ASKED: Final = {
    "there are too many variations": "a reader may take more",
    "the game is too long": "a reader may take more",
    "too many headers": "a reader may take more",
    "is not a name of a header": "writing, not reading",
    "games instead of one": "of a reader of one game alone",
    "there is no game in this text": "of a reader of one game alone",
    "a starting card is face up twice": "a number of different cards is asked for before",
}
"""Errors that no case has, by their words, and why."""


def places_of_errors(path: Path) -> set[int]:
    """Return the lines of a module on which an error is made; in a position every message is one."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            function = getattr(node.func, "id", getattr(node.func, "attr", ""))
            named = {argument.id for argument in node.args if isinstance(argument, ast.Name)}
            if function in ERRORS | ERROR_MAKERS or (named & ERRORS and function not in {"isinstance", "issubclass"}):
                lines.add(node.lineno)
        if path.name == "soundness.py" and isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
            lines.add(node.lineno)
    return lines


def lines_run() -> dict[Path, set[int]]:
    """Return the lines of the package that run while all cases are read."""
    run: dict[str, set[int]] = {}
    package = str(PACKAGE)

    def local(frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            run.setdefault(frame.f_code.co_filename, set()).add(frame.f_lineno)
        return local

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        return local if frame.f_code.co_filename.startswith(package) else None

    wrong = [case for case in CASES if any(game["errors"] or game["findings"] for game in check.expected(case))]
    texts = [text_of(case) for case in wrong]
    before = sys.gettrace()
    sys.settrace(enter)
    try:
        for text in texts:
            for _ in read_games(text):
                pass
    finally:
        sys.settrace(before)
    return {Path(name): lines for name, lines in run.items()}


def test_every_error_occurs() -> None:
    """Every place that makes an error, in every module that reads games, is reached by some case."""
    missing: list[str] = []
    excused: set[str] = set()
    for path, lines in lines_run().items():
        source = path.read_text(encoding="utf-8").splitlines()
        for line in sorted(places_of_errors(path) - lines):
            words = " ".join(source[line - 1 : line + 2])
            reasons = {reason for reason in NOT_ASKED if reason in words}
            excused |= reasons
            if not reasons:
                missing.append(f"{path.name}:{line}: {source[line - 1].strip()}")
    assert missing == []
    assert excused == {*NOT_ASKED}


def test_every_kind_of_error_is_asked_for() -> None:
    """The answers contain findings and errors of every kind."""
    games = [game for case in CASES for game in check.expected(case)]
    assert {error["kind"] for game in games for error in game["errors"]} == {*KINDS.values()}
    assert any(game["findings"] for game in games)


# The script that tries other programs.


def program(code: str) -> list[str]:
    """Return a program that answers as this code says: ``ask`` is its request, ``right`` the correct answer."""
    head = "import json, sys; from conformance import check\nfor line in sys.stdin:\n ask = json.loads(line)\n"
    head += " (case,) = check.cases(check.spans(ask['case']))\n"
    head += " right = {'case': ask['case'], 'games': check.expected(case)}\n"
    return ["--", sys.executable, "-c", head + "".join(f" {line}\n" for line in code.splitlines())]


SAY: Final = "\nprint(json.dumps(right), flush=True)"


@pytest.mark.parametrize(
    ("code", "answered"),
    [
        ("right['games'][0]['text'] += '\\n'", "text: 8 instead of 7"),
        ("right['games'][0]['text'] = None", "text: null instead of"),
        ("right['games'][0]['events'][1]['seat'] = 7", 'events: the 2. is {"type": "influence_dealt"'),
        ("del right['games'][0]['events']", "events: null instead of"),
        ("right['games'][0]['errors'].append({})", "errors: 1 instead of 0"),
        ("right['games'][0]['findings'] = 3", "findings: 3 instead of []"),
        ("right['games'] *= 2", "2 games instead of 1"),
    ],
)
def test_a_wrong_answer_is_reported(code: str, answered: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong answer is reported with its case, its game and the difference; the exit code is 1."""
    assert check.main(["--only", "1", *program(code + SAY)]) == 1
    out = capsys.readouterr().out
    assert out.startswith("001-fewest-headers: ")
    assert answered in out
    assert out.endswith("\n1 cases, 1 differ\n")


@pytest.mark.parametrize(
    "code",
    [
        "sys.exit(3)",
        "print('good morning', flush=True)",
        "print('[]', flush=True)",
        'print(\'{"case": "001"}\', flush=True)',
        'print(\'{"case": "001", "games": [3]}\', flush=True)',
        "right['case'] = '002'" + SAY,
        "sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()",
    ],
)
def test_a_program_that_does_not_answer_is_reported(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A program that ends or answers something else is reported with the case; the exit code is 2."""
    assert check.main(["--only", "1", *program(code)]) == 2
    assert "no answer to 001-fewest-headers.cgn" in capsys.readouterr().err


def test_a_program_that_is_not_there_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """A program that cannot be started is reported by its name; the exit code is 2."""
    assert check.main(["--", "./no-such-reader"]) == 2
    assert "./no-such-reader" in capsys.readouterr().err


def test_parts_can_be_skipped(capsys: pytest.CaptureFixture[str]) -> None:
    """Skipped parts are not compared; the rules of errors can be skipped apart from the errors."""
    wrong = "for game in right['games']: game.update(events=[], findings=[{}])\n"
    wrong += "for error in right['games'][0]['errors']: error['rule'] = 'R1'"
    number = next(check.number_of(case) for case in CASES if case.stem.endswith("no-deck"))
    only = ["--only", str(number)]
    assert check.main([*only, "--skip", "events", "--skip", "findings", *program(wrong + SAY)]) == 1
    assert "errors: the 1. is" in capsys.readouterr().out
    assert (
        check.main([*only, *(f"--skip={part}" for part in ("events", "findings", "rules")), *program(wrong + SAY)]) == 0
    )


def test_only_what_is_asked_is_tried() -> None:
    """Numbers and ranges of numbers choose the cases; anything else is rejected with exit code 2."""
    assert [check.number_of(case) for case in check.cases(check.spans("3,7-9"))] == [3, 7, 8, 9]
    with pytest.raises(SystemExit) as refused:
        check.main(["--only", "first"])
    assert refused.value.code == 2


def test_the_answering_program_takes_one_line_at_a_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every question is answered on a line of its own, in the same order."""
    asked = [{"case": "001", "text": "x"}, {"case": "002", "text": ""}]
    monkeypatch.setattr(sys, "stdin", StringIO("".join(json.dumps(question) + "\n" for question in asked)))
    main()
    answered = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["case"] for line in answered] == ["001", "002"]
    assert [len(line["games"]) for line in answered] == [1, 0]


def test_page_and_cases_know_each_other() -> None:
    """The cases name the version of the specification that exists."""
    assert "docs/notation.md" in README
    assert "## 18 " in PAGE
