"""``check``: errors and other findings in games, in texts and in the store."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import click

from calimala_es.components import ACTION_WORDS
from calimala_es.errors import GameNotFoundError
from cli.exits import TextError, code_of, message_of, point_to_rule
from cli.files import EXAMPLE, LAST, GameName, is_file, is_game_id, no_game_in
from cli.games import all_ids, full_id, inference_words, the_store
from cli.options import FINDINGS, OK, CommandWithExamples, json_option
from cli.streams import text_of
from cli.terminal import complain, counted, harmless, note, paint, say, write_json
from cli.tidying import check_are_files, tidy_file
from notation import Finding, NotationError, NotLegalError, Reading, Remark, read_games
from notation.errors import Place
from replays.knowledge.explain import find_card_conflict, find_certain_cards
from replays.text.messages import message_text
from replays.text.names import Names, names_of

Problem = NotationError | Finding

MAY_FOLLOW = "; later ones may follow from the first in a game"

CARDS = "cards"
CERTAIN = "certain"
REMARK = "remark"
STORED = "store"


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
    ending="Exit code 1 if anything was found, or --dry-run names a file.",
    examples=("calimala check --all --json", "calimala check league/*.cgn --tidy"),
)
@click.argument("names", metavar="[GAME]...", nargs=-1, type=GameName())
@click.option("--all", "checks_all", is_flag=True, help="Check the whole store")
@click.option("--cards", is_flag=True, help="Report where the cards in the box are not enough")
@click.option("--certain", is_flag=True, help="Report unknown cards that can only be one card")
@click.option("--remarks", is_flag=True, help="Report words that were read as something else")
@click.option("--tidy", is_flag=True, help="Rewrite files in standard form, unless they have errors")
@click.option("--dry-run", is_flag=True, help="With --tidy, only name the files that would change")
@click.option("--diff", "as_diff", is_flag=True, help="With --tidy, print the changes as a patch instead")
@json_option
def check_command(
    names: Sequence[str], checks_all: bool, tidy: bool, dry_run: bool, as_diff: bool, as_json: bool, **wanted: bool
) -> int:
    """Replay games against the rules and report every problem as file:line:column. In the store, compare every event
    too, including undone ones. Only --tidy writes.
    """
    if names and checks_all:
        raise click.UsageError("use either GAME or --all")
    if (dry_run or as_diff) and not tidy:
        raise click.UsageError("--dry-run and --diff need --tidy")
    if dry_run and as_diff:
        raise click.UsageError("use only one of --dry-run and --diff")
    if tidy:
        check_are_files(names)
    names = all_ids() if checks_all else names or (LAST,)
    check = _Check(wanted, as_json=as_json)
    code = OK
    for name in names:
        before = check.errors
        try:
            check.game(name)
            if tidy and check.errors == before:
                code = max(code, tidy_file(name, dry_run=dry_run, as_diff=as_diff))
        except (TextError, GameNotFoundError) as error:
            complain(message_of(error))
            code = max(code, code_of(error))
    check.finish()
    return max(code, FINDINGS if check.problems else OK)


class _Check:
    """The games that were checked: how many, and what was found in them."""

    def __init__(self, wanted: Mapping[str, bool], *, as_json: bool) -> None:
        self._wanted = wanted
        self._as_json = as_json
        self._found: list[Reported] = []
        self._games = self.problems = self.errors = 0
        self._illegal: Problem | None = None

    def game(self, name: str) -> None:
        """Check the games that a name refers to: every one of a file, or one of the store with its events."""
        if is_game_id(name) and not is_file(name) and name != EXAMPLE:
            store = the_store()
            name = full_id(store, name)
            differences = store.verify(name)
            if differences:
                self._games += 1
                self._report([_stored(name, str(difference)) for difference in differences])
                return
        file, lines = text_of(name)
        before = self._games
        for reading in read_games(lines, file, remarking=self._wanted["remarks"], inferring=True):
            self._games += 1
            self.errors += len(reading.errors)
            self._report(_in_order([*self._reported(reading, file)]))
        if self._games == before:
            raise no_game_in(name)

    def _reported(self, reading: Reading, file: str) -> Iterator[Reported]:
        yield from _inference(reading, file)
        yield from _problems(reading)
        if self._wanted["cards"]:
            yield from _conflicts(reading, file)
        if self._wanted["certain"]:
            yield from _certainties(reading, file)
        yield from (Reported(REMARK, Finding(each.place, _meaning(each))) for each in reading.remarks)

    def _report(self, reported: list[Reported]) -> None:
        wrong = [each.problem for each in reported if each.is_wrong]
        self.problems += len(wrong)
        self._illegal = self._illegal or next((each for each in wrong if isinstance(each, NotLegalError)), None)
        if self._as_json:
            self._found += reported
        else:
            _print_reported(reported)

    def finish(self) -> None:
        """Print how many games and problems there are, or everything as JSON."""
        if self._as_json:
            write_json([_reported_json(*each) for each in self._found])
            return
        if self._games:
            _print_verdict(self._games, self.problems)
        if self._illegal:
            point_to_rule(self._illegal)


def _stored(id: str, difference: str) -> Reported:
    """Return a difference between a stored game and its decisions replayed."""
    return Reported(STORED, Finding(Place(id, 0, 0, ""), difference))


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
        if each.kind == STORED:
            place = each.problem.place.source
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
        "line": place.line or None,
        "column": place.column or None,
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
