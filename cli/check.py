"""``check`` and ``fmt``: texts of games, looked through and put into their one canonical form."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from cli.codes import FINDINGS, OK
from cli.exits import TextError, message_of
from cli.group import Command
from cli.pointers import point_to_rule
from cli.settings import json_option
from cli.terminal import complain, harmless, note, paint, say, write_data, write_json
from cli.texts import STANDARD_INPUT, source_name, text_lines, write_file
from notation import Finding, NotationError, Reading, dumps, read_games
from replays.words import counted

_FILES = click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(allow_dash=True))


Problem = NotationError | Finding

MAY_FOLLOW = "; what comes after the first of a game may follow from it"


@click.command(
    "check",
    cls=Command,
    examples=(
        "calimala check game.cgn",
        "calimala check league/*.cgn --json",
        "calimala export --all | calimala check -",
    ),
)
@_FILES
@json_option
def check_command(files: Sequence[str], as_json: bool) -> int:
    """Check texts; say what is wrong and where.

    Every decision is checked against the rules. Each line of the output is file:line:column: message, with the place
    in the text below it. Checks (=12-9-7) and results that do not agree are told too. Ends with code 1 if anything was
    found.
    """
    found: list[Problem] = []
    games = 0
    for file in files:
        before = games
        for reading in read_games(text_lines(file), source_name(file)):
            games += 1
            problems = _problems(reading)
            found += problems
            if not as_json:
                _print_problems(problems)
        if games == before:
            raise TextError(f"{source_name(file)}:1:1: there is no game in it")
    if as_json:
        write_json([_problem_json(problem) for problem in found])
    else:
        _print_verdict(games, len(found))
        for problem in found:
            point_to_rule(problem)
    return FINDINGS if found else OK


def _problems(reading: Reading) -> list[Problem]:
    """What is wrong with a game, in the order of the text."""
    problems: list[Problem] = [*reading.errors, *reading.findings]
    return sorted(problems, key=lambda problem: problem.place[1:3])


def _print_problems(problems: Sequence[Problem]) -> None:
    for problem in problems:
        place, _, message = str(problem).partition(": ")
        say(f"{paint(f'{harmless(place)}:', 'heading')} {harmless(message)}")
        if isinstance(problem, NotationError):
            say(paint(harmless(problem.context()), "quiet"))


def _print_verdict(games: int, found: int) -> None:
    problems = f"{counted(found, 'problem')}{MAY_FOLLOW if found > 1 else ''}" if found else "nothing wrong"
    note(f"{counted(games, 'game')}, {problems}")


def _problem_json(problem: Problem) -> dict[str, Any]:
    place = problem.place
    return {
        "file": place.source,
        "line": place.line,
        "column": place.column,
        "length": place.length,
        "kind": _KINDS.get(type(problem).__name__, "error"),
        "message": problem.message,
        "rule": getattr(problem, "rule", "") or None,
        "expected": getattr(problem, "expected", "") or None,
    }


_KINDS = {
    "NotWellFormedError": "not-well-formed",
    "NotLegalError": "not-legal",
    "NotUniqueError": "not-unique",
    "Finding": "disagreement",
}
"""What the kinds of problems are called in JSON."""


@click.command(
    "fmt",
    cls=Command,
    examples=("calimala fmt game.cgn", "calimala fmt --write league/*.cgn", "calimala fmt --check *.cgn"),
)
@_FILES
@click.option("-w", "--write", is_flag=True, help="Write the files in place; each wholly or not at all.")
@click.option("--check", "only_check", is_flag=True, help="Only name the files that are not canonical; code 1 then.")
def fmt_command(files: Sequence[str], write: bool, only_check: bool) -> int:
    """Write texts in the canonical form.

    One line a turn, nothing that can be left out, comments and checks kept. A text with errors is told and left alone,
    and the command ends with code 1.
    """
    if write and only_check:
        raise click.UsageError("--write and --check exclude each other")
    return max([_format_file(file, write=write, only_check=only_check) for file in files])


def _format_file(file: str, *, write: bool, only_check: bool) -> int:
    original: list[str] = []
    try:
        canonical = canonical_text(_kept(text_lines(file), original), source_name(file))
    except (NotationError, TextError) as error:
        complain(message_of(error))
        point_to_rule(error)
        return FINDINGS
    if only_check:
        return _name_if_changed(file, "".join(original) != canonical)
    if write and file != STANDARD_INPUT:
        if "".join(original) != canonical:
            write_file(Path(file), [canonical])
            note(f"{file}: written")
    else:
        write_data(canonical)
    return OK


def _kept(lines: Iterator[str], kept: list[str]) -> Iterator[str]:
    for line in lines:
        kept.append(line)
        yield line


def _name_if_changed(file: str, is_changed: bool) -> int:
    if is_changed:
        say(harmless(source_name(file)))
    return FINDINGS if is_changed else OK


def canonical_text(lines: Iterator[str], name: str) -> str:
    """All games of a text in canonical form with an empty line between; raises the first ``NotationError``."""
    return "\n".join(_canonical_game(reading) for reading in read_games(lines, name))


def _canonical_game(reading: Reading) -> str:
    if reading.errors or reading.record is None:
        raise reading.errors[0]
    return dumps(reading.record, reading.states)
