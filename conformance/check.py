#!/usr/bin/env python3
"""Tries a program that reads the notation on every case, over its standard input and output.

Needs Python 3.11 and nothing else. ``conformance/README.md`` says what a program has to answer, and at which level.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from threading import Timer
from typing import Any, Final, TypeGuard

HERE: Final = Path(__file__).resolve().parent
CASES: Final = HERE / "cases"
VERSION: Final = (HERE / "VERSION").read_text(encoding="ascii").strip()

LEVELS: Final = {1: "text", 2: "rules", 3: "errors", 4: "events", 5: "notes"}
RULE_SETS: Final = ("first", "two-players", "second", "intrigue", "families")
SECTIONS: Final = (
    "headers",
    "turn-0",
    "turns",
    "council",
    "intrigue",
    "families",
    "end",
    "missed",
    "notes",
    "variations",
    "checks",
    "shorthand",
    "characters",
    "several-games",
    "positions",
    "limits",
    "errors",
    "whole-games",
)
"""The folders of cases, in the order of the table."""

FIELDS: Final = (
    "version",
    "rules",
    "colours",
    "city",
    "council",
    "seats taken",
    "box",
    "turn",
    "streets",
    "rows",
    "cards",
)
"""The fields of a position line before those of the players; the last one has the frames."""

BASE_ROWS: Final = (
    "SMF.W SMF.B SMF.M SMF.A SMN.W SMN.B SMN.M SMN.A SCR.W SCR.B SCR.M SCR.A PAL.A BAR LIS LON TRO BRU HAM"
)
INTRIGUE_ROWS: Final = (
    "CAR SMF.R SMN.R SCR.R PAL.R EMP.W EMP.B EMP.M TRO.W TRO.B TRO.M BRU.W BRU.B BRU.M HAM.W HAM.B HAM.M"
)

SET_UP_FIELDS: Final = FIELDS.index("turn")
ABBREVIATED: Final = "... "
"""What stands in an answer for the fields before the turn, if they are those of the game before."""

PARTS: Final = {
    "streets": ("/", "12 23 45 56 78 89 14 25 36 47 58 69"),
    "rows": ("/", f"{BASE_ROWS} {INTRIGUE_ROWS}"),
    "cards": (";", "deck discard-pile starting-cards by-the-board"),
    "player": (
        ";",
        "discs materials cloth ships houses points open-cards known-cards unknown-cards dealt kept shown last-part",
    ),
    "frames": (">", ""),
}
"""What separates the parts of a field, and their names, where one differs without the others."""

NOT_LEGAL: Final = "not legal"
"""The kind of an error that a program finds by the rules of the game alone."""

MOST_REPORTED: Final = 3
"""How many differences of one case are reported."""

PATIENCE: Final = 60.0
"""Seconds that a program may take for one case."""

Games = list[dict[str, Any]]

EPILOG: Final = """\
levels:
  1 text    the canonical text, or line and column of the first error
  2 rules   what is legal, and the position line of the last position
  3 errors  all errors and findings, and the text before the first error
  4 events  what happened, in the cases about events
  5 notes   the cases with notes, checks and variations

examples:
  python conformance/check.py                                        Calimala itself
  python conformance/check.py --level 2 --ruleset first -- ./my-reader -q
  python conformance/check.py --only turns,65-75 --verbose -- node reader.mjs

The report counts cases, and for each level the games in them.

exit codes: 0 every case agrees; 1 some do not; 2 the program did not answer.
"""


class NoAnswerError(Exception):
    """The program ended, or said something that is not an answer."""


@dataclass(frozen=True)
class Case:
    """A text, and what must be answered."""

    section: str
    name: str
    text: str
    level: int
    rule_sets: tuple[str, ...]
    games: Games
    is_recommended: bool = False
    """The specification only recommends what is answered."""

    @property
    def number(self) -> str:
        """The number with which the name begins, which is that of the case for ever."""
        return self.name.partition("-")[0]


@dataclass(frozen=True)
class Point:
    """One thing that a program must answer about one game of a case: a part of the answer, and its level."""

    game: int
    level: int
    part: str
    expected: Any


@dataclass(frozen=True)
class Difference:
    """A point on which a program does not agree."""

    case: Case
    point: Point
    given: Any

    def __str__(self) -> str:
        """Return the difference on one line."""
        return f"{self.case.name}: game {self.point.game}, {self.point.part}: {self.said}"

    @property
    def said(self) -> str:
        """What differs, in words."""
        if self.point.part == "position" and isinstance(self.given, str):
            return position_difference(self.point.expected, self.given)
        return first_difference(self.point.expected, self.given)


# The cases.


def paths(wanted: Sequence[range | str] = (), directory: Path = CASES) -> list[Path]:
    """Return the texts in the order of their numbers, or those of these sections and with these numbers."""
    found = sorted(directory.glob("*/*.cgn"), key=lambda path: path.name)
    return [path for path in found if not wanted or any(_is_in(path, part) for part in wanted)]


def _is_in(path: Path, part: range | str) -> bool:
    return path.parent.name == part if isinstance(part, str) else int(path.name.partition("-")[0]) in part


def selection(text: str) -> list[range | str]:
    """Return the sections and spans of numbers of a list like ``turns,1,5-9``; raises ``ValueError``."""
    return [part if part in SECTIONS else _span(part) for part in text.split(",") if part]


def _span(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def load(path: Path) -> Case:
    """Return a case with the answer that lies beside its text."""
    text = path.read_bytes().decode("utf-8")
    answer = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    lines = text.split("\n")
    games: Games = []
    for game in answer["games"]:
        games.append(expanded(game, lines, games))
    rule_sets = tuple(answer["rules"])
    is_recommended = answer.get("recommended", False)
    return Case(path.parent.name, path.stem, text, answer["level"], rule_sets, games, is_recommended)


def expanded(game: Mapping[str, Any], lines: Sequence[str], before: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what must be answered about a game: its text has lines of the question where the answer has numbers.

    Its position has the first fields of the position ``before`` where the answer has points.
    """
    text, position = game["text"], game.get("position")
    if text is not None:
        parts = ([part] if isinstance(part, str) else lines[part[0] - 1 : part[1]] for part in text)
        text = "".join(line + "\n" for part in parts for line in part)
    if position and position.startswith(ABBREVIATED):
        position = set_up_of(before) + position.removeprefix(ABBREVIATED)
    return {"errors": [], "findings": [], **game, "text": text, "position": position}


def set_up_of(games: Iterable[Mapping[str, Any]]) -> str:
    """Return the fields of the last position line of these games that say what the game is, with a blank after them."""
    lines = [game["position"] for game in games if game.get("position")]
    return "".join(field + " " for field in lines[-1].split(" ")[:SET_UP_FIELDS]) if lines else ""


def points(case: Case, *, informative: bool = False) -> Iterator[Point]:
    """Yield what must be answered to a case; ``informative`` adds what errors are called and by which rule."""
    for number, game in enumerate(case.games, 1):
        for level, part, expected in _parts(game, informative=informative):
            yield Point(number, max(level, case.level), part, expected)


def _parts(game: Mapping[str, Any], *, informative: bool) -> Iterator[tuple[int, str, Any]]:
    first = first_of(game["errors"])
    if first is None:
        yield 1, "text", game["text"]
        yield 1, "first error", None
        if game["position"] is not None:
            yield 2, "position", game["position"]
    else:
        yield 2 if game["errors"][0]["kind"] == NOT_LEGAL else 1, "first error", first
        yield 3, "text", game["text"]
    yield 3, "errors", places_of(game["errors"])
    yield 3, "findings", places_of(game["findings"])
    if "events" in game:
        yield 4, "events", game["events"]
    if informative:
        yield 3, "kinds and rules", game["errors"]


def places_of(errors: object) -> object:
    """Return lines and columns of errors or findings; what is no list of objects is returned as it is."""
    if not _is_list(errors):
        return errors
    return [_place_of(error) for error in errors]


def first_of(errors: object) -> object:
    """Return line and column of the first error, or ``None`` if there is none."""
    return _place_of(errors[0]) if _is_list(errors) and errors else None


def _place_of(error: object) -> object:
    return [error.get("line"), error.get("column")] if _is_object(error) else error


# What the program answers.


def answers(program: Sequence[str], cases: Iterable[Case]) -> Iterator[tuple[Case, Games]]:
    """Yield what the program answers, case by case; raises ``NoAnswerError`` for one that it does not answer."""
    try:
        process = subprocess.Popen(
            program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", cwd=HERE.parent
        )
    except OSError as error:
        raise NoAnswerError(f"{program[0]}: {error.strerror}") from error
    try:
        for case in cases:
            timer = Timer(PATIENCE, process.kill)
            timer.start()
            try:
                yield case, _asked(process, case)
            finally:
                timer.cancel()
    finally:
        process.kill()
        process.communicate()


def question(case: Case) -> dict[str, Any]:
    """Return what a program is asked."""
    return {"case": case.number, "text": case.text, "events": any("events" in game for game in case.games)}


def _asked(process: "subprocess.Popen[str]", case: Case) -> Games:
    """Return the answer to one case."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(question(case)) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
    except (OSError, ValueError) as error:
        raise NoAnswerError(f"no answer to {case.name}: {error}") from error
    if not line:
        raise NoAnswerError(f"no answer to {case.name}: the program has ended, or was too slow")
    try:
        answer = json.loads(line)
        games = answer["games"]
        if answer["case"] != case.number or not all(map(_is_object, games)):
            raise ValueError(f'no object with "case": "{case.number}" and a list "games" of objects')
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise NoAnswerError(f"no answer to {case.name}: {short(line)}: {error!r}") from error
    return list(games)


def differences(case: Case, given: Games, asked: Iterable[Point]) -> Iterator[Difference]:
    """Yield the points on which an answer differs; with another number of games it differs on all of them."""
    for point in asked:
        if len(given) != len(case.games):
            yield Difference(case, Point(point.game, point.level, "number of games", len(case.games)), len(given))
        else:
            value = _given(given[point.game - 1], point.part)
            if value != point.expected:
                yield Difference(case, point, value)


def _given(game: Mapping[str, Any], part: str) -> object:
    match part:
        case "first error":
            return first_of(game.get("errors"))
        case "errors" | "findings":
            return places_of(game.get(part))
        case "kinds and rules":
            return game.get("errors")
        case _:
            return game.get(part)


# The report.


@dataclass(frozen=True)
class Result:
    """A case that was tried: what was asked, and on what the answer differs."""

    case: Case
    asked: list[Point]
    differences: list[Difference]


Table = dict[str, dict[str, tuple[int, int]]]
"""For each section how many cases agree of all that were asked, and at each level how many games."""


def table_of(results: Iterable[Result]) -> Table:
    """Return how many cases of each section agree, and how many of their games at each level."""
    counts: Table = {}
    for result in results:
        wrong = {(found.point.game, found.point.level) for found in result.differences}
        row = counts.setdefault(result.case.section, {})
        _count(row, "cases", agrees=not wrong)
        for game, level in {(point.game, point.level) for point in result.asked}:
            _count(row, str(level), agrees=(game, level) not in wrong)
    return {section: counts[section] for section in SECTIONS if section in counts}


def _count(row: dict[str, tuple[int, int]], column: str, *, agrees: bool) -> None:
    right, asked = row.get(column, (0, 0))
    row[column] = (right + agrees, asked + 1)


def format_table(table: Table) -> str:
    """Return the table as text, with a last row for all sections."""
    levels = sorted({column for row in table.values() for column in row} - {"cases"})
    columns = ["cases", *levels]
    rows = [["section", "cases", *(f"{level} {LEVELS[int(level)]}" for level in levels)]]
    for section, row in table.items():
        rows.append([section, *(_cell([row[column]] if column in row else []) for column in columns)])
    rows.append(["all", *(_cell([row[column] for row in table.values() if column in row]) for column in columns)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join(
        "  ".join((row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:]))).rstrip() + "\n" for row in rows
    )


def _cell(counts: Sequence[tuple[int, int]]) -> str:
    return "/".join(str(sum(count)) for count in zip(*counts, strict=True)) if counts else "-"


def format_result(result: Result, *, verbose: bool) -> str:
    """Return what differs in a case, or nothing if all agrees; ``verbose`` adds its text and each whole difference."""
    reported = result.differences if verbose else result.differences[:MOST_REPORTED]
    text = "".join(f"{found}\n" + (_whole(found) if verbose else "") for found in reported)
    if verbose and text:
        text = f"--- {result.case.section}/{result.case.name}.cgn\n{result.case.text.rstrip()}\n---\n{text}"
    return text


def _whole(found: Difference) -> str:
    before, after = map(_lines, (found.point.expected, found.given))
    return "".join(f"    {line.rstrip()}\n" for line in unified_diff(before, after, "expected", "given", lineterm=""))


def _lines(value: object) -> list[str]:
    if isinstance(value, str):
        return value.splitlines()
    return [json.dumps(part) for part in value] if _is_list(value) else [json.dumps(value)]


def format_tap(number: int, result: Result) -> str:
    """Return the line of a case in the Test Anything Protocol, and what differs as a comment."""
    outcome = "not ok" if result.differences else "ok"
    said = "".join(f"# {found}\n" for found in result.differences)
    return f"{outcome} {number} - {result.case.section}/{result.case.name}\n{said}"


def to_json(results: Sequence[Result], level: int) -> dict[str, Any]:
    """Return the whole report as one object."""
    counts = {section: {key: [*row[key]] for key in sorted(row)} for section, row in table_of(results).items()}
    found = [
        {
            "case": result.case.number,
            "section": result.case.section,
            **vars(found.point),
            "given": found.given,
            "said": found.said,
        }
        for result in results
        for found in result.differences
    ]
    return {"suite": VERSION, "level": level, "cases": len(results), "table": counts, "differences": found}


def first_difference(right: object, given: object) -> str:
    """Return where two values part, in words."""
    if isinstance(right, str) and isinstance(given, str) and "\n" in right:
        right, given = right.splitlines(keepends=True), given.splitlines(keepends=True)
    if not _is_list(right) or not _is_list(given):
        return f"{short(given)} instead of {short(right)}"
    for place, (wanted, got) in enumerate(zip(right, given, strict=False), 1):
        if wanted != got:
            return f"the {place}. is {short(got)} instead of {short(wanted)}"
    return f"{len(given)} instead of {len(right)}"


def position_difference(right: str, given: str) -> str:
    """Return the first field in which two position lines differ, and within it the first part, in words.

    >>> position_difference("P1 first.1 bry", "P1 second.1 bry")
    'field 2, rules: "second.1" instead of "first.1"'
    """
    wanted, got = right.split(" "), given.split(" ")
    different = (number for number, pair in enumerate(zip(wanted, got, strict=False)) if pair[0] != pair[1])
    number = next(different, None)
    if number is None:
        return f"{len(got)} fields instead of {len(wanted)}"
    name = _name_of_field(number, wanted)
    mark, names = PARTS.get(name.split(" ")[0], ("", ""))
    part, value, expected = _first_part(got[number], wanted[number], mark, names)
    field = min(number, len(FIELDS)) + 1 + (name == "frames")
    return f"field {field}, {name}{part}: {short(value)} instead of {short(expected)}"


def _name_of_field(number: int, line: Sequence[str]) -> str:
    if number < len(FIELDS):
        return FIELDS[number]
    if number == len(line) - 1:
        return "frames"
    colours = line[FIELDS.index("colours")].partition(";")[0].replace("+", "")
    return f"player {colours[number - len(FIELDS)]}"


def _first_part(given: str, expected: str, mark: str, names: str) -> tuple[str, str, str]:
    """Return the name of the first part that differs, as the end of a field's name, and both values of it."""
    wanted, got = (text.split(mark) if mark else [text] for text in (expected, given))
    if len(wanted) != len(got) or not mark:
        return "", given, expected
    number = next(number for number, pair in enumerate(zip(wanted, got, strict=True)) if pair[0] != pair[1])
    named = names.split(" ")
    name = named[number].replace("-", " ") if number < len(named) and names else f"part {number + 1}"
    return f", {name}", got[number], wanted[number]


def short(value: object) -> str:
    """Return a value on one line."""
    text = json.dumps(value)
    return text if len(text) <= 200 else text[:200] + "..."


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _is_object(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


# The command line.


def main(arguments: Sequence[str]) -> int:
    """Try the program that is named after ``--``, or Calimala."""
    arguments = list(arguments)
    end = arguments.index("--") if "--" in arguments else len(arguments)
    parser = _parser()
    options = parser.parse_args(arguments[:end])
    program = arguments[end + 1 :]
    if not program:
        if not (HERE / "answer.py").exists():
            parser.error("name the program to try after --")
        program = [sys.executable, "-m", "conformance.answer"]
    chosen = asked_cases(
        options.only, options.level, options.ruleset, directory=options.cases, recommended=options.informative
    )
    results: list[Result] = []
    if options.tap:
        print(f"TAP version 14\n1..{len(chosen)}")
    try:
        for case, games in answers(program, chosen):
            asked = [point for point in points(case, informative=options.informative) if point.level <= options.level]
            results.append(Result(case, asked, [*differences(case, games, asked)]))
            if options.tap:
                print(format_tap(len(results), results[-1]), end="")
            elif not options.json:
                print(format_result(results[-1], verbose=options.verbose), end="")
    except NoAnswerError as error:
        print(f"check.py: {error}", file=sys.stderr)
        return 2
    failed = sum(bool(result.differences) for result in results)
    if options.json:
        print(json.dumps(to_json(results, options.level), indent=1))
    elif not options.tap:
        print(format_table(table_of(results)), end="")
        print(f"suite {VERSION}, level {options.level}: {len(results)} cases, {failed} differ")
    return int(failed > 0)


def asked_cases(
    only: Sequence[range | str],
    level: int,
    rule_sets: Sequence[str],
    *,
    directory: Path = CASES,
    recommended: bool = False,
) -> list[Case]:
    """Return the chosen cases that have something at this level, and no game of another rule set than these.

    What the specification only recommends is left out unless ``recommended`` says otherwise.
    """
    wanted = {*rule_sets} or {*RULE_SETS}
    chosen = (case for case in map(load, paths(only, directory)) if recommended or not case.is_recommended)
    return [case for case in chosen if case.level <= level and wanted.issuperset(case.rule_sets)]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="check.py", description=__doc__, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--level", type=int, default=max(LEVELS), choices=LEVELS, help="the highest level (default: 5)")
    parser.add_argument(
        "--ruleset", action="append", default=[], choices=RULE_SETS, help="cases of this rule set only; may be repeated"
    )
    parser.add_argument(
        "--only", type=selection, default=[], metavar="LIST", help="sections and numbers, e.g. turns,65-75"
    )
    parser.add_argument(
        "--cases", type=Path, default=CASES, metavar="DIR", help="folders of cases (default: those of the suite)"
    )
    parser.add_argument(
        "--informative",
        action="store_true",
        help="ask also what is only recommended, and compare kinds and rules of errors",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--verbose", action="store_true", help="print the texts of the cases that differ, and how")
    form.add_argument("--json", action="store_true", help="print one object of JSON")
    form.add_argument("--tap", action="store_true", help="print the Test Anything Protocol")
    parser.add_argument("--version", action="version", version=f"suite {VERSION}")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
