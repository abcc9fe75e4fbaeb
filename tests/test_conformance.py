"""The conformance cases: Calimala agrees with them, and they cover the whole specification."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import cache
from io import StringIO
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final
from zipfile import ZipFile

import pytest

import notation
from calimala_es.commands import (
    ActivateWhiteDisc,
    ChooseTile,
    Command,
    DeclineOffer,
    DoAction,
    MarkMissed,
    MoveCube,
    PlayCard,
)
from calimala_es.components import ACTIONS
from calimala_es.events import EVENTS, AreaScored, InfluenceScored, TileScored
from calimala_es.frames import ActionOffer, CardOffer, DiscOffer, MoveOffer, TileOffer
from calimala_es.game import Game
from calimala_es.position import FRAME_WORDS
from calimala_es.reach import ACTION_OPTIONS
from calimala_es.scoring import CLAUSE_WORDS
from calimala_es.setup import RULE_SETS, rule_set_of
from conformance import check
from conformance.accept import accepted, marks_of
from conformance.answer import KINDS, answer, main
from conformance.archive import NAME, write_archive
from conformance.check import Case
from conformance.games import GAMES, SECTION, random_game, write_cases
from notation import dumps, loads, read_games
from notation.grammar.tokens import split_games
from notation.json.events import dumps_events
from notation.json.forms import tag_of
from notation.json.reader import read_events
from tests.notation.test_specification import ELEMENTARY, PAGE, pattern_of, productions, quoted, section
from tests.text.test_links import LINK, anchors, text_of

HERE: Final = Path(check.__file__).parent
README: Final = (HERE / "README.md").read_text(encoding="utf-8")
PACKAGE: Final = Path(notation.__file__).parent
PATHS: Final = check.paths()
LEAST: Final = 150
MOST_BYTES: Final = 1_000_000
"""The size of all answers, of which only those about events have events."""


@cache
def cases() -> tuple[Case, ...]:
    return tuple(map(check.load, PATHS))


@cache
def records() -> tuple[tuple[Case, Game], ...]:
    """Return the games of all cases but those of whole games."""
    asked = (case for case in cases() if case.section != SECTION)
    return tuple((case, reading.game) for case in asked for reading in read_games(case.text) if reading.game)


# Calimala itself.


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_calimala_agrees(path: Path) -> None:
    """Calimala's answer to every case is the expected one, tags and layout included."""
    accepted_before = path.with_suffix(".json").read_text(encoding="utf-8")
    events, recommended = marks_of(accepted_before)
    assert accepted(path, events=events, recommended=recommended) == accepted_before


def test_calimala_agrees_over_its_streams(capsys: pytest.CaptureFixture[str]) -> None:
    """The program that represents Calimala answers each line with a line and ends with its input."""
    assert check.main(["--informative", "--only", "1-25,113-114,262"]) == 0
    assert capsys.readouterr().out.endswith(f"\nsuite {check.VERSION}, level 5: 28 cases, 0 differ\n")


def test_answers_are_read_as_they_are_written() -> None:
    """The files of answers are short, and other programs are asked for whole answers, which are those of Calimala."""
    for path in PATHS[::9]:
        case = check.load(path)
        events = any("events" in game for game in case.games)
        asked = [*check.points(case, informative=True)]
        assert [*check.differences(case, answer(case.text, events=events), asked)] == []


def test_answers_are_short() -> None:
    """All answers together stay within their size."""
    assert sum(path.with_suffix(".json").stat().st_size for path in PATHS) < MOST_BYTES


def test_canonical_text_of_a_case_is_a_fixed_point() -> None:
    """The canonical text of a case is read as the same game and written again unchanged, as a part of a question is."""
    for case in cases():
        for text in {game["text"] for game in case.games} - {None}:
            assert text in case.text or dumps(loads(text)) == text


def test_records_of_cases_have_events() -> None:
    """Records of results, and some others, can be written as events and read back."""
    for case, record in records():
        if not record.has_positions or int(case.number) % 9 == 0:
            assert [*read_events([*dumps_events(record)])] == [record], case.name


# The cases as a whole.


def test_every_case_has_a_number_and_an_answer() -> None:
    """No two cases share a number; each is in the folder of a section, and beside it is its answer."""
    numbers = [case.number for case in cases()]
    assert numbers == sorted({*numbers})
    assert len(PATHS) >= LEAST
    assert {path.with_suffix(".json") for path in PATHS} == {*check.CASES.glob("*/*.json")}
    assert {path.parent.name for path in check.CASES.rglob("*.*")} == {*check.SECTIONS}
    assert all(re.fullmatch(r"[0-9]{3}-[a-z0-9-]+", path.stem) for path in PATHS)


def test_cases_of_every_level_and_rule_set() -> None:
    """Every rule set has cases of its own at every level but that of notes, which are the same by all rules."""
    for name in RULE_SETS:
        levels = {point.level for case in cases() if case.rule_sets == (name,) for point in check.points(case)}
        assert levels >= {1, 2, 3, 4}, name
    assert check.RULE_SETS == RULE_SETS


def test_whole_random_games_of_every_rule_set() -> None:
    """Fifty whole games of every rule set follow from their numbers; each is canonical, and some have unknown cards."""
    random_games = {case.rule_sets[0]: case for case in cases() if "-random-" in case.name}
    assert [*random_games] == [*RULE_SETS]
    for name, case in random_games.items():
        texts = [game["text"] for game in case.games]
        assert "\n".join(texts) == case.text
        assert len({*texts}) == GAMES == 50
        assert all(game["position"].rpartition(" ")[2].startswith("over:") for game in case.games)
        assert 10 < sum("?" in text for text in texts) < 40
        assert dumps(random_game(name, 7)) == dumps(random_game(name, 7))


def test_typed_games_leave_out_what_a_reader_supplies() -> None:
    """Most games as they may be typed are read to their end, and none is typed as it is written."""
    typed_cases = {case.rule_sets[0]: case for case in cases() if "-typed-" in case.name}
    assert [*typed_cases] == [*RULE_SETS]
    for case in typed_cases.values():
        sound = [game for game in case.games if not game["errors"]]
        assert len(case.games) == 10
        assert len(sound) >= 6
        assert all(game["position"].rpartition(" ")[2].startswith("over:") for game in sound)
        assert not any(game["text"] in case.text for game in sound)


def test_readme_lists_the_sections() -> None:
    """The tables have every section and level, and the example is a case and its answer."""
    rows = re.findall(r"^\| ([a-z0-9-]+) \| ([A-Za-z]+)", README, re.MULTILINE)
    assert [name for name, _ in rows if name in check.SECTIONS] == [*check.SECTIONS]
    assert [(int(level), name) for level, name in rows if level.isdecimal()] == [*check.LEVELS.items()]
    assert {*RULE_SETS} <= quoted(README)
    asked, answered = map(json.loads, re.findall(r"^```json\n(.*?)\n```$", README, re.MULTILINE | re.DOTALL))
    assert asked == check.question(cases()[0])
    (given,), (game,) = answered["games"], answer(asked["text"])
    assert [*given] == [*game]
    assert {*game, "events"} <= quoted(README)
    assert all(game[part].startswith(given[part].removesuffix("...")) for part in ("text", "position"))
    assert {*KINDS.values()} <= quoted(README)


# What the cases leave out: nothing of the grammar, and no error.


@cache
def inputs() -> str:
    return "\n".join(case.text for case in cases())


@cache
def outputs() -> tuple[str, ...]:
    return tuple(game["text"] for case in cases() for game in case.games if game["text"])


@cache
def tokens() -> frozenset[str]:
    """Return the words and comments of all inputs in small letters."""
    return frozenset(
        token.lower() for case in cases() for game in split_games(case.text, "") for token in game.tokens()
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

OF_WHOLE_TEXTS: Final = frozenset(("text", "game", "body"))
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


@pytest.mark.long
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


@pytest.mark.long
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
    """Every way of every action is a word of some canonical text."""
    found = {word for text in outputs() for word in re.split(r"[\s()]+", text)}
    codes = {action + way for action, ways in ACTION_OPTIONS.items() for way in ways if action not in "ST"}
    codes |= {f"{action}-" for action in ACTIONS}
    codes |= {"SB", "SL", "SN", "TT", "TB", "TH", "SLLN", "I-", "/", "_", "^", "--"}
    assert len(codes) > 80
    assert not codes - found
    for suffix in ("", "2", "0", "00", ">", ">1", ">2", ":=-"):
        assert any(re.fullmatch("[WBMUAVST]{2}" + suffix, word) for word in found), suffix


SCHEMES: Final = frozenset(
    ('[Name "value"]', "WB:KR BM:EN ...", "part:=value", "$word=", "7.2.3", "v1:7.2.3", "6.2.4.6", "1.x")
)
"""What the specification shows of words and values without being one that a case can have."""


@pytest.mark.parametrize("number", range(2, 12))
def test_every_example_of_the_specification_occurs(number: int) -> None:
    """Every word, header and frame that the specification shows is in some question, or in some answer."""
    said = (inputs() + "".join(str(case.games) for case in cases())).lower()
    words = quoted(re.sub("^```.*?^```$", "", section(number), flags=re.MULTILINE | re.DOTALL)) - SCHEMES
    streets = "12 23 45 56 78 89 14 25 36 47 58 69"
    assert [word for word in sorted(words) if word.lower() not in said and word != streets] == []


def test_every_header_and_frame_occurs() -> None:
    """Every header of section 3 occurs in some input, and every frame in some position line."""
    for name in quoted(section(3).split("| --- | --- | --- |")[1].split("\n\n")[0]):
        if re.fullmatch("[A-Z][A-Za-z]+", name) and len(name) > 2:
            assert re.search(rf"\[\s*{name}\s", inputs()), name
    for word in FRAME_WORDS.values():
        assert re.search(rf"[ >]{re.escape(word)}[:>\"]", inputs()), word


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
    "is not a valid header name": "writing, not reading",
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


def places_not_reached() -> dict[Path, set[int]]:
    """Return the lines on which errors are made, of the modules that read games, that do not run for any case."""
    left: dict[str, set[int]] = {}
    within: dict[CodeType, bool] = {}

    def local(frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            left[frame.f_code.co_filename].discard(frame.f_lineno)
        return local

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        name = code.co_filename
        if not name.startswith(str(PACKAGE)):
            return None
        if code not in within:
            if name not in left:
                left[name] = places_of_errors(Path(name))
            within[code] = not left[name].isdisjoint(line for _, _, line in code.co_lines())
        return local if within[code] and left[name] else None

    wrong = [case for case in cases() if any(game["errors"] or game["findings"] for game in case.games)]
    texts = [case.text for case in wrong]
    before = sys.gettrace()
    sys.settrace(enter)
    try:
        for text in texts:
            for _ in read_games(text):
                pass
    finally:
        sys.settrace(before)
    return {Path(name): lines for name, lines in left.items()}


@pytest.mark.long
def test_every_error_occurs() -> None:
    """Every place that makes an error, in every module that reads games, is reached by some case."""
    missing: list[str] = []
    excused: set[str] = set()
    for path, lines in places_not_reached().items():
        source = path.read_text(encoding="utf-8").splitlines()
        for line in sorted(lines):
            words = " ".join(source[line - 1 : line + 2])
            reasons = {reason for reason in NOT_ASKED if reason in words}
            excused |= reasons
            if not reasons:
                missing.append(f"{path.name}:{line}: {source[line - 1].strip()}")
    assert missing == []
    assert excused == {*NOT_ASKED}


def test_every_event_and_every_clause_of_ties_occurs() -> None:
    """The answers with events have every kind of event, and everything that decides between neighbours in a scoring."""
    events = [event for case in cases() for game in case.games for event in game.get("events") or ()]
    assert {event["type"] for event in events} >= {tag_of(kind) for kind in EVENTS}
    assert {sign for event in events for sign in event.get("decided", "")} == {*CLAUSE_WORDS}


def small_games() -> Iterable[Game]:
    """Yield the games with positions of all cases but those of whole games."""
    return (game for _, game in records() if game.has_positions)


TIES: Final = [
    ("first", TileScored, "abcde"),
    ("first", InfluenceScored, "abcde"),
    ("two-players", TileScored, "abcde"),
    ("second", TileScored, "abrdpn"),
    ("second", InfluenceScored, "abrdpn"),
    ("intrigue", AreaScored, "abrdpn"),
]
"""What may decide a tie, by rule set and scoring (R6.6, R9.4)."""


@pytest.mark.parametrize(("rule_set", "kind", "signs"), TIES)
def test_every_clause_decides_a_tie_of_every_scoring(
    rule_set: str, kind: type[TileScored | InfluenceScored | AreaScored], signs: str
) -> None:
    """Each clause of an edition decides a tie of tiles, influence cards and areas in some small case."""
    games = [game for game in small_games() if rule_set_of(game.setup) == rule_set]
    events = [event for game in games for move in game.moves for event in move.events]
    assert {sign for event in events if isinstance(event, kind) for sign in event.decided} >= {*signs}


Offer = ActionOffer | CardOffer | DiscOffer | MoveOffer | TileOffer

OFFERED: Final[list[tuple[type[Offer], str, type[Command]]]] = [
    (ActionOffer, "Spini", DoAction),
    (CardOffer, "Medici", PlayCard),
    (DiscOffer, "Pazzi", ActivateWhiteDisc),
    (MoveOffer, "Bardi", MoveCube),
    (MoveOffer, "Pulci", MoveCube),
    (TileOffer, "Cerchi", ChooseTile),
]
"""The offers of the families, and the decisions that take them."""


@pytest.mark.parametrize(("kind", "family", "taken"), OFFERED)
def test_every_offer_is_taken_declined_and_missed(kind: type[Offer], family: str, taken: type[Command]) -> None:
    """Each family's offer is taken, declined and missed in small cases, not only in whole games."""
    found: set[type[Command]] = set()
    for game in small_games():
        for before, move in zip(game.states, game.moves, strict=False):
            now = before.now
            if isinstance(now, kind) and before.mats[now.seat].family == family:
                found.add(type(move.command))
    assert found >= {taken, DeclineOffer, MarkMissed}


def test_every_kind_of_error_is_asked_for() -> None:
    """The answers contain findings and errors of every kind."""
    games = [game for case in cases() for game in case.games]
    assert {error["kind"] for game in games for error in game["errors"]} == {*KINDS.values()}
    assert any(game["findings"] for game in games)


# The script that tries other programs.


def program(code: str) -> list[str]:
    """Return a program that answers as this code says: ``ask`` is its request, ``right`` the correct answer."""
    head = "import json, sys; from conformance import check\nfor line in sys.stdin:\n ask = json.loads(line)\n"
    head += " (path,) = check.paths(check.selection(ask['case']))\n"
    head += " right = {'case': ask['case'], 'games': check.load(path).games}\n"
    return ["--", sys.executable, "-c", head + "".join(f" {line}\n" for line in code.splitlines())]


def number_of(name: str) -> str:
    """Return the number of the case of this name."""
    return next(case.number for case in cases() if case.name[4:] == name)


SAY: Final = "\nprint(json.dumps(right), flush=True)"


@pytest.mark.parametrize(
    ("code", "answered"),
    [
        ("right['games'][0]['text'] += '\\n'", "text: 8 instead of 7"),
        ("right['games'][0]['text'] = None", "text: null instead of"),
        ("right['games'][0]['errors'].append({})", "first error: [null, null] instead of null"),
        ("del right['games'][0]['position']", "position: null instead of"),
        ("right['games'][0]['findings'] = 3", "findings: 3 instead of []"),
        ("right['games'] *= 2", "number of games: 2 instead of 1"),
    ],
)
def test_a_wrong_answer_is_reported(code: str, answered: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong answer is reported with its case, its game and the difference; the exit code is 1."""
    assert check.main(["--only", "1", *program(code + SAY)]) == 1
    out = capsys.readouterr().out
    assert out.startswith("001-fewest-headers: ")
    assert answered in out
    assert out.endswith("level 5: 1 cases, 1 differ\n")


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
    assert "no answer to 001-fewest-headers: " in capsys.readouterr().err


def test_a_program_that_is_not_there_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """A program that cannot be started is reported by its name; the exit code is 2."""
    assert check.main(["--", "./no-such-reader"]) == 2
    assert "./no-such-reader" in capsys.readouterr().err


WRONG_ERRORS: Final = "for game in right['games']: game.update(findings=[{}], errors=[*game['errors'], {}])"


@pytest.mark.parametrize(("level", "differs"), [("1", 0), ("2", 0), ("3", 1)])
def test_a_level_asks_no_more_than_it_says(level: str, differs: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Later errors, findings and what comes before an error are asked from level 3 on."""
    assert check.main(["--level", level, "--only", number_of("no-deck"), *program(WRONG_ERRORS + SAY)]) == differs
    assert ("errors: 2 instead of 1" in capsys.readouterr().out) == bool(differs)


def test_illegal_decisions_are_asked_from_level_2_on(capsys: pytest.CaptureFixture[str]) -> None:
    """At level 1 nobody is asked whether a decision is legal, or for the last position."""
    silent = "for game in right['games']: game.update(errors=[], position='')"
    illegal = next(case.number for case in cases() if case.level == 2)
    assert check.main(["--level", "1", "--only", illegal, *program(silent + SAY)]) == 0
    assert check.main(["--level", "2", "--only", illegal, *program(silent + SAY)]) == 1
    assert "first error: null instead of [" in capsys.readouterr().out
    assert check.main(["--level", "1", "--only", "1", *program(silent + SAY)]) == 0
    assert check.main(["--level", "2", "--only", "1", *program(silent + SAY)]) == 1
    assert 'position: field 1, version: "" instead of "P1"' in capsys.readouterr().out


def test_kinds_and_rules_are_informative(capsys: pytest.CaptureFixture[str]) -> None:
    """Kinds and rules of errors are compared only when that is asked for."""
    wrong = "for game in right['games']: game['errors'][0].update(kind='bad', rule='R1')"
    only = ["--only", number_of("no-deck"), *program(wrong + SAY)]
    assert check.main(only) == 0
    assert check.main(["--informative", *only]) == 1
    assert "kinds and rules: the 1. is" in capsys.readouterr().out


def test_cases_are_chosen_by_rule_set_and_level() -> None:
    """A rule set leaves out the cases with games of others; below level 5 none has notes."""
    chosen = check.asked_cases((), 2, ["second", "intrigue"])
    assert {name for case in chosen for name in case.rule_sets} == {"second", "intrigue"}
    assert max(case.level for case in chosen) <= 2
    assert {case.level for case in check.asked_cases((), 5, [])} == {1, 2, 5}
    small = {case.number for case in check.asked_cases((), 4, [])}
    plain = (game for case, game in records() if case.number in small)
    assert not any(move.notes or move.variations for game in plain for move in game.moves)


def test_report_in_other_forms(capsys: pytest.CaptureFixture[str]) -> None:
    """The report is also one object of JSON, or lines of the Test Anything Protocol; in words it has a table."""
    wrong = program("right['games'][0]['text'] = right['games'][0]['text'].replace('bry', 'rby')" + SAY)
    assert check.main(["--only", "1-2", "--json", *wrong]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["suite"] == check.VERSION
    assert report["table"]["headers"]["2"] == [2, 2]
    assert report["table"]["headers"]["cases"] == [0, 2]
    assert report["table"]["headers"]["1"][0] < 2
    found = report["differences"][0]
    assert (found["case"], found["section"], found["game"], found["level"]) == ("001", "headers", 1, 1)
    assert found["given"] == found["expected"].replace("bry", "rby")
    assert found["said"].startswith("the 3. is ")
    assert check.main(["--only", "1,3", "--tap", *program(SAY)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "TAP version 14",
        "1..2",
        "ok 1 - headers/001-fewest-headers",
        "ok 2 - headers/003-seats-from-names",
    ]
    assert check.main(["--only", "1", "--tap", *wrong]) == 1
    assert "not ok 1 - headers/001-fewest-headers\n# 001-fewest-headers: game 1, text" in capsys.readouterr().out
    assert check.main(["--only", "1", "--verbose", *wrong]) == 1
    out = capsys.readouterr().out
    assert out.startswith("--- headers/001-fewest-headers.cgn\n" + cases()[0].text)
    assert '    -[Seats "bry"]\n    +[Seats "rby"]\n' in out
    assert re.search(r"^headers +0/1 +0/1 +1/1 +1/1$", out, re.MULTILINE)


DIFFERENT_FIELDS: Final = [
    ("P1 first.1 ", "P1 first.2 ", 'field 2, rules: "first.2" instead of "first.1"'),
    (" 1b ", " 2b ", 'field 8, turn: "2b" instead of "1b"'),
    (" /////", " b/////", 'field 9, streets, 12: "b" instead of ""'),
    ("/ 42;", "/y 42;", 'field 10, rows, HAM: "y" instead of ""'),
    (" 42;", " 41;", 'field 11, cards, deck: "41" instead of "42"'),
    ("12+3;0.0.0;0;0;-;0;B", "12+3;0.0.0;0;1;-;0;B", 'field 12, player r, ships: "1" instead of "0"'),
    (" place:b", " place:r", 'field 13, frames, part 1: "place:r" instead of "place:b"'),
    (" place:b", "", "14 fields instead of 15"),
]


@pytest.mark.parametrize(("right", "wrong", "said"), DIFFERENT_FIELDS)
def test_the_first_field_that_differs_is_named(right: str, wrong: str, said: str) -> None:
    """The report names the first field in which position lines differ, its part, and both values."""
    position = check.load(PATHS[0]).games[0]["position"]
    assert right in position
    assert check.position_difference(position, position.replace(right, wrong, 1)) == said


def test_what_is_only_recommended_is_asked_when_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    """A case of what the specification only recommends is asked together with what is informative."""
    recommended = [case for case in cases() if case.is_recommended]
    assert {case.number for case in recommended} == {"217", "218"}
    lenient = program("for game in right['games']: game.update(errors=[])" + SAY)
    only = ["--only", recommended[0].number, *lenient]
    assert check.main(only) == 0
    assert check.main(["--informative", *only]) == 1
    assert "1 cases, 1 differ" in capsys.readouterr().out


@pytest.mark.long
def test_more_games_are_written_for_other_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Other games than those of the suite are written as cases; those of the suite are written again unchanged."""
    write_cases(tmp_path / "more", ["second"], GAMES, 3)
    write_cases(tmp_path / "first", ["two-players"], 0, GAMES)
    write_cases(tmp_path / "typed", ["first"], GAMES, 10, typed=True)
    (more,), (first,), (typed,) = (check.paths((), tmp_path / name) for name in ("more", "first", "typed"))
    assert (more.name, first.name) == ("400-random-second.cgn", "400-random-two-players.cgn")
    assert len([*read_games(more.read_text(encoding="utf-8"))]) == 3
    for suffix in (".cgn", ".json"):
        suite = check.CASES / SECTION / f"401-random-two-players{suffix}"
        assert first.with_suffix(suffix).read_bytes() == suite.read_bytes()
        assert typed.with_suffix(suffix).read_bytes() == suite.with_name(f"450-typed-first{suffix}").read_bytes()
    capsys.readouterr()
    assert check.main(["--cases", str(tmp_path / "more")]) == 0
    assert "1 cases, 0 differ" in capsys.readouterr().out


def test_only_what_is_asked_is_tried() -> None:
    """Sections, numbers and ranges of numbers choose the cases; anything else is rejected with exit code 2."""
    assert [path.name[:3] for path in check.paths(check.selection("3,7-9"))] == ["003", "007", "008", "009"]
    assert {path.parent.name for path in check.paths(check.selection("end,limits"))} == {"end", "limits"}
    with pytest.raises(SystemExit) as refused:
        check.main(["--only", "first"])
    assert refused.value.code == 2


def test_archive_is_the_suite_without_the_program(tmp_path: Path) -> None:
    """The archive has the script, the cases and the pages, works by itself, and is the same each time."""
    for name in ("one.zip", "two.zip"):
        write_archive(tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with ZipFile(tmp_path / "one.zip") as archive:
        names = archive.namelist()
        archive.extractall(tmp_path)
    assert sum(name.endswith(".cgn") for name in names) == len(PATHS)
    assert [name for name in names if name.endswith(".py")] == [f"{NAME}/conformance/check.py"]
    script = tmp_path / NAME / "conformance" / "check.py"
    ran = subprocess.run([sys.executable, "-I", str(script)], capture_output=True, text=True, check=False)
    assert (ran.returncode, "name the program to try after --" in ran.stderr) == (2, True)
    reader = "import json, sys\nfor line in sys.stdin: print(json.dumps({**json.loads(line), 'games': []}), flush=True)"
    command = [sys.executable, "-I", str(script), "--only", "1", "--", sys.executable, "-c", reader]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, "number of games: 0 instead of 1" in ran.stdout) == (1, True)


def test_no_link_of_the_archive_dangles(tmp_path: Path) -> None:
    """Each link of a packed page leads to a packed file and one of its headings; other links are words."""
    write_archive(tmp_path / "suite.zip")
    with ZipFile(tmp_path / "suite.zip") as archive:
        archive.extractall(tmp_path)
    pages = [*(tmp_path / NAME).rglob("*.md")]
    assert len(pages) == 7
    for page in pages:
        for name, anchor in LINK.findall(text_of(page)):
            target = page.parent / name if name else page
            assert target.is_file(), (page.name, name)
            assert not anchor or anchor in anchors(target), (page.name, name, anchor)
    assert "(schemas/events.schema.json)" in (tmp_path / NAME / "docs" / "json.md").read_text(encoding="utf-8")
    assert "The architecture explains" in (tmp_path / NAME / "docs" / "glossary.md").read_text(encoding="utf-8")


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
    assert "## 13 Grammar" in PAGE
