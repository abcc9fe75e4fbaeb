#!/usr/bin/env python3
"""Tries a program that reads the notation on every case, over its standard input and output.

Needs Python 3.11 and nothing else. ``conformance/README.md`` tells what a program has to answer.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Timer
from typing import Any, TypeGuard

HERE = Path(__file__).resolve().parent
CASES = HERE / "cases"
PARTS = ("text", "events", "errors", "findings")
RULES = "rules"
"""What may be skipped beside whole parts: the rules that errors name."""
MOST_TOLD = 3
PATIENCE = 60.0
"""Seconds that a program may take for one case."""

Games = list[dict[str, Any]]

EPILOG = """\
examples:
  python conformance/check.py                       Calimala itself
  python conformance/check.py -- ./my-reader -q     another program
  python conformance/check.py --skip events --only 1-40 -- node reader.mjs

exit codes: 0 every case agrees; 1 some do not; 2 the program did not answer.
"""


class NoAnswerError(Exception):
    """The program ended, or said something that is no answer."""


def main(arguments: Sequence[str]) -> int:
    """Try the program that is named behind ``--``, or Calimala."""
    arguments = list(arguments)
    end = arguments.index("--") if "--" in arguments else len(arguments)
    parser = argparse.ArgumentParser(
        prog="check.py", description=__doc__, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", type=spans, default=[], metavar="N,N-N", help="numbers of cases")
    parser.add_argument("--skip", action="append", default=[], choices=[*PARTS, RULES], help="do not compare these")
    asked = parser.parse_args(arguments[:end])
    program = arguments[end + 1 :] or [sys.executable, "-m", "conformance.answer"]
    failed = total = 0
    try:
        for case, games in answers(program, cases(asked.only)):
            total += 1
            differences = [*compare(expected(case), games, asked.skip)]
            failed += bool(differences)
            for difference in differences[:MOST_TOLD]:
                print(f"{case.stem}: {difference}")
    except NoAnswerError as error:
        print(f"check.py: {error}", file=sys.stderr)
        return 2
    print(f"{total} cases, {failed} differ")
    return int(failed > 0)


def spans(text: str) -> list[range]:
    """Numbers of cases, as ``1,5-9``; raises ``ValueError``."""
    parted = [part.partition("-") for part in text.split(",") if part]
    return [range(int(first), int(last or first) + 1) for first, _, last in parted]


def cases(wanted: Sequence[range] = ()) -> list[Path]:
    """The texts in the order of their numbers, or those with a number in one of these spans."""
    paths = sorted(CASES.glob("*.cgn"))
    return [path for path in paths if not wanted or any(number_of(path) in span for span in wanted)]


def number_of(case: Path) -> int:
    """The number that a case begins with."""
    return int(case.name[:3])


def expected(case: Path) -> Games:
    """What has to be answered."""
    told = json.loads(case.with_suffix(".json").read_text(encoding="utf-8"))
    return [{**game, "text": None if game["text"] is None else "".join(game["text"])} for game in told["games"]]


def text_of(case: Path) -> str:
    """The text of a case, byte for byte."""
    return case.read_bytes().decode("utf-8")


def answers(program: Sequence[str], paths: Sequence[Path]) -> Iterator[tuple[Path, Games]]:
    """What the program answers, case by case; raises ``NoAnswerError`` for one that it does not answer."""
    try:
        process = subprocess.Popen(
            program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", cwd=HERE.parent
        )
    except OSError as error:
        raise NoAnswerError(f"{program[0]}: {error.strerror}") from error
    try:
        for case in paths:
            timer = Timer(PATIENCE, process.kill)
            timer.start()
            try:
                yield case, _asked(process, case)
            finally:
                timer.cancel()
    finally:
        process.kill()
        process.communicate()


def _asked(process: "subprocess.Popen[str]", case: Path) -> Games:
    """The answer to one case."""
    assert process.stdin is not None
    assert process.stdout is not None
    number = case.name[:3]
    try:
        process.stdin.write(json.dumps({"case": number, "text": text_of(case)}) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
    except (OSError, ValueError) as error:
        raise NoAnswerError(f"no answer to {case.name}: {error}") from error
    if not line:
        raise NoAnswerError(f"no answer to {case.name}: the program has ended, or was too slow")
    try:
        answer = json.loads(line)
        games = answer["games"]
        if answer["case"] != number or not all(map(_is_object, games)):
            raise ValueError(f'no object with "case": "{number}" and a list "games" of objects')
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise NoAnswerError(f"no answer to {case.name}: {short(line)}: {error!r}") from error
    return list(games)


def compare(wanted: Games, given: Games, skipped: Sequence[str] = ()) -> Iterator[str]:
    """What is not as it should be, in words."""
    if len(wanted) != len(given):
        yield f"{len(given)} games instead of {len(wanted)}"
        return
    for number, (right, answer) in enumerate(zip(wanted, given, strict=True), 1):
        for part in PARTS:
            compared, told = right[part], answer.get(part)
            if part == "errors" and RULES in skipped:
                compared, told = _without_rules(compared), _without_rules(told)
            if part not in skipped and compared != told:
                yield f"game {number}, {part}: {first_difference(compared, told)}"


def _without_rules(errors: object) -> object:
    if not _is_list(errors):
        return errors
    return [{**error, "rule": ""} if _is_object(error) else error for error in errors]


def first_difference(right: object, given: object) -> str:
    """Where two values part."""
    if isinstance(right, str) and isinstance(given, str):
        right, given = right.splitlines(keepends=True), given.splitlines(keepends=True)
    if not _is_list(right) or not _is_list(given):
        return f"{short(given)} instead of {short(right)}"
    for place, (wanted, got) in enumerate(zip(right, given, strict=False), 1):
        if wanted != got:
            return f"the {place}. is {short(got)} instead of {short(wanted)}"
    return f"{len(given)} instead of {len(right)}"


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _is_object(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def short(value: object) -> str:
    """A value on one line."""
    text = json.dumps(value)
    return text if len(text) <= 200 else text[:200] + "..."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
