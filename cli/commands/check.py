"""``check``: errors and other findings in texts of games."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import click

from calimala_es.components import ACTION_WORDS
from cli.exits import point_to_rule
from cli.files import no_game_in
from cli.games import inference_words
from cli.options import FINDINGS, OK, CommandWithExamples, json_option
from cli.streams import GAMES, text_of
from cli.terminal import counted, harmless, note, paint, say, write_json
from notation import Finding, NotationError, NotLegalError, Reading, Remark, read_games
from notation.errors import Place
from replays.knowledge.explain import find_card_conflict, find_certain_cards
from replays.text.messages import message_text
from replays.text.names import Names, names_of

Problem = NotationError | Finding

MAY_FOLLOW = "; what comes after the first of a game may follow from it"

CARDS = "cards"
CERTAIN = "certain"
REMARK = "remark"


class Reported(NamedTuple):
    """A finding about a game; its kind is what JSON calls it."""

    kind: str
    problem: Problem

    @property
    def is_wrong(self) -> bool:
        """Whether it is a problem; certain cards and remarks are not."""
        return self.kind not in (CERTAIN, REMARK)


@click.command(
    "check",
    cls=CommandWithExamples,
    examples=(
        "calimala check game.cgn",
        "calimala check league/*.cgn --json",
        "calimala check as-red-saw-it.cgn --cards --certain",
        "calimala export --all | calimala check -",
    ),
)
@GAMES
@click.option("--cards", is_flag=True, help="Tell also from where on the cards of the box cannot explain a game.")
@click.option("--certain", "with_certain", is_flag=True, help="Tell unknown cards that can only be one thing.")
@click.option("--remarks", is_flag=True, help="Tell what was read as something else than what stands there.")
@json_option
def check_command(names: Sequence[str], cards: bool, with_certain: bool, remarks: bool, as_json: bool) -> int:
    """Check texts; say what is wrong and where.

    Every decision is checked against the rules. Each line of the output is file:line:column: message, with the place
    in the text below it. Checks (=12-9-7) and results that do not agree are told too. Ends with code 1 if anything was
    found.
    """
    found: list[Reported] = []
    refused: Problem | None = None
    games = problems = 0
    for name in names:
        before = games
        file, lines = text_of(name)
        for reading in read_games(lines, file, remarking=remarks, inferring=True):
            games += 1
            reported = _in_order(
                [
                    *_inference(reading, file),
                    *_problems(reading),
                    *(_conflicts(reading, file) if cards else ()),
                    *(_certainties(reading, file) if with_certain else ()),
                    *(Reported(REMARK, Finding(each.place, _meaning(each))) for each in reading.remarks),
                ]
            )
            wrong = [each.problem for each in reported if each.is_wrong]
            problems += len(wrong)
            refused = refused or next((each for each in wrong if isinstance(each, NotLegalError)), None)
            if as_json:
                found += reported
            else:
                _print_reported(reported)
        if games == before:
            raise no_game_in(name)
    if as_json:
        write_json([_reported_json(*each) for each in found])
    else:
        _print_verdict(games, problems)
        if refused:
            point_to_rule(refused)
    return FINDINGS if problems else OK


def _inference(reading: Reading, file: str) -> Iterator[Reported]:
    """Yield the city that the streets of a game determine if it has no header for it."""
    if reading.inferred:
        yield Reported(REMARK, Finding(_beginning(reading, file), inference_words(reading.inferred)))


def _in_order(reported: list[Reported]) -> list[Reported]:
    """Return the findings about a game, in the order of the text."""
    return sorted(reported, key=lambda each: each.problem.place[1:3])


def _problems(reading: Reading) -> Iterator[Reported]:
    """Yield the errors of a game in its text and under the rules."""
    errors: Sequence[NotationError] = reading.errors
    if errors and (record := reading.game):
        names = Names.of(record.setup, names_of(record.setup, record.headers))
        errors = [error.in_words(partial(message_text, names=names)) for error in errors]
    problems: tuple[Problem, ...] = (*errors, *reading.findings)
    for problem in problems:
        yield Reported(_KINDS.get(type(problem).__name__, "error"), problem)


def _conflicts(reading: Reading, file: str) -> Iterator[Reported]:
    """Yield the place from which on the cards of the box cannot explain a game, as far as it is sound."""
    found = find_card_conflict(reading.game) if reading.game and reading.game.depth != "result" else None
    if found:
        yield Reported(CARDS, Finding(_beginning(reading, file), str(found)))


def _certainties(reading: Reading, file: str) -> Iterator[Reported]:
    """Yield the unknown cards of a game that can only be one card."""
    for each in find_certain_cards(reading.game) if reading.game and reading.game.depth != "result" else ():
        word = ACTION_WORDS.get(each.card, each.card)
        yield Reported(CERTAIN, Finding(_beginning(reading, file), f"{each.id}: the unknown card is {word}"))


def _meaning(remark: Remark) -> str:
    return f"{repr(remark.word) if remark.word else 'nothing'} is read as {remark.meaning}"


def _beginning(reading: Reading, file: str) -> Place:
    return Place(file, reading.line, 1, "")


def _print_reported(reported: Sequence[Reported]) -> None:
    for each in reported:
        place, _, message = str(each.problem).partition(": ")
        say(f"{paint(f'{harmless(place)}:', 'heading')} {harmless(message)}")
        if isinstance(each.problem, NotationError):
            say(paint(harmless(each.problem.context()), "quiet"))


def _print_verdict(games: int, found: int) -> None:
    problems = f"{counted(found, 'problem')}{MAY_FOLLOW if found > 1 else ''}" if found else "nothing wrong"
    note(f"{counted(games, 'game')}, {problems}")


def _reported_json(kind: str, problem: Problem) -> dict[str, Any]:
    place = problem.place
    return {
        "file": place.source,
        "line": place.line,
        "column": place.column,
        "length": place.length,
        "kind": kind,
        "message": str(problem.message),
        "rule": getattr(problem, "rule", "") or None,
        "expected": str(getattr(problem, "expected", "")) or None,
    }


_KINDS = {
    "NotWellFormedError": "not-well-formed",
    "NotLegalError": "not-legal",
    "NotUniqueError": "not-unique",
    "Finding": "disagreement",
}
"""The kinds of problems in JSON; other findings have the names above."""
