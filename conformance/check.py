#!/usr/bin/env python3
"""Tries a program that reads the notation on every case, over its standard input and output.

Needs Python 3.11 and nothing else. ``conformance/README.md`` tells what a program has to answer.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
CASES = HERE / "cases"
PARTS = ("text", "events", "errors", "findings")
MOST_TOLD = 3

EPILOG = """\
examples:
  python conformance/check.py                       Calimala itself
  python conformance/check.py -- ./my-reader -q     another program
  python conformance/check.py --skip events --only 1-40 -- node reader.mjs

exit codes: 0 every case agrees; 1 some do not; 2 the program did not answer.
"""


class NoAnswerError(Exception):
    """The program ended, or said something that is no answer."""


def main(arguments: list[str]) -> int:
    """Try the program that is named, or Calimala."""
    own, _, named = (arguments, None, []) if "--" not in arguments else _split(arguments)
    parser = argparse.ArgumentParser(
        prog="check.py", description=__doc__, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", metavar="N,N-N", help="numbers of cases")
    parser.add_argument("--skip", action="append", default=[], choices=PARTS, help="do not compare these")
    asked = parser.parse_args(own)
    parts = [part for part in PARTS if part not in asked.skip]
    program = named or [sys.executable, "-m", "conformance.answer"]
    failed = total = 0
    try:
        for case, games in answers(program, cases(asked.only)):
            total += 1
            differences = [*compare(expected(case), games, parts)]
            failed += bool(differences)
            for difference in differences[:MOST_TOLD]:
                print(f"{case.stem}: {difference}")
    except NoAnswerError as error:
        print(f"check.py: {error}", file=sys.stderr)
        return 2
    print(f"{total} cases, {failed} differ")
    return int(failed > 0)


def _split(arguments: list[str]) -> tuple[list[str], str, list[str]]:
    place = arguments.index("--")
    return arguments[:place], "--", arguments[place + 1 :]


def cases(only: str = "") -> list[Path]:
    """The texts in the order of their numbers; ``only`` names some, as ``1,5-9``."""
    spans = [span.partition("-") for span in only.split(",") if span]
    wanted = [range(int(first), int(last or first) + 1) for first, _, last in spans]
    paths = sorted(CASES.glob("*.cgn"))
    return [path for path in paths if not wanted or any(number_of(path) in span for span in wanted)]


def number_of(case: Path) -> int:
    """The number that a case begins with."""
    return int(case.name[:3])


def expected(case: Path) -> list[dict[str, Any]]:
    """What has to be answered."""
    told = json.loads(case.with_suffix(".json").read_text(encoding="utf-8"))
    return [{**game, "text": "".join(game["text"]) if game["text"] else None} for game in told["games"]]


def text_of(case: Path) -> str:
    """The text of a case, byte for byte."""
    return case.read_bytes().decode("utf-8")


def answers(program: list[str], paths: list[Path]) -> Iterator[tuple[Path, list[dict[str, Any]]]]:
    """What the program answers, case by case."""
    try:
        process = subprocess.Popen(
            program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", cwd=HERE.parent
        )
    except OSError as error:
        raise NoAnswerError(f"{program[0]}: {error.strerror}") from error
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        for case in paths:
            question = {"case": case.name[:3], "text": text_of(case)}
            try:
                process.stdin.write(json.dumps(question) + "\n")
                process.stdin.flush()
                answer = json.loads(process.stdout.readline())
                yield case, list(answer["games"])
            except (OSError, ValueError, LookupError, TypeError) as error:
                process.kill()
                raise NoAnswerError(f"no answer to {case.name}: {error}") from error
        process.stdin.close()


def compare(wanted: list[dict[str, Any]], given: list[dict[str, Any]], parts: list[str]) -> Iterator[str]:
    """What is not as it should be, in words."""
    if len(wanted) != len(given):
        yield f"{len(given)} games instead of {len(wanted)}"
        return
    for number, (right, answer) in enumerate(zip(wanted, given, strict=True), 1):
        for part in parts:
            if right[part] != answer.get(part):
                yield f"game {number}, {part}: {first_difference(right[part], answer.get(part))}"


def first_difference(right: Any, given: Any) -> str:
    """Where two values part."""
    if isinstance(right, str) and isinstance(given, str):
        right, given = right.splitlines(keepends=True), given.splitlines(keepends=True)
    if not isinstance(right, list) or not isinstance(given, list):
        return f"{short(given)} instead of {short(right)}"
    for place, (wanted, got) in enumerate(zip(right, given, strict=False), 1):
        if wanted != got:
            return f"the {place}. is {short(got)} instead of {short(wanted)}"
    return f"{len(given)} instead of {len(right)}"


def short(value: Any) -> str:
    """A value on one line."""
    text = json.dumps(value)
    return text if len(text) <= 200 else text[:200] + "..."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
