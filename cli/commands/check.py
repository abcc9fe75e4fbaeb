"""``check``: errors and other findings in games, in texts and in the store."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from calimala_es.components import ACTION_WORDS
from calimala_es.errors import CalimalaError, GameNotFoundError, NoStoreError, StoreError
from calimala_es.messages import Message, Text
from calimala_es.store import Store, open_store
from cli.exits import TextError, message_of, message_of_game, point_to_rule, wrong_usage
from cli.files import EXAMPLE, LAST, is_file, is_game_id, no_game_in, source_name
from cli.games import all_ids, full_id, inference_text, now_in_utc, the_store
from cli.options import FINDINGS, OK, CommandWithExamples, json_option, settings
from cli.processes import WORKERS, processes_options, workforce
from cli.readable import game_lines
from cli.streams import GAMES_OR_NONE, code_among, lines_of_game
from cli.terminal import complain, harmless, note, paint, say, write_json
from cli.tidying import check_are_files, tidy_file
from notation import Finding, NotationError, NotLegalError, Reading, dumps, read_games
from notation.errors import Place
from notation.json.forms import JsonError
from notation.share import ShareCodeError
from replays.knowledge.explain import find_card_conflict, find_certain_cards
from replays.text.languages import ENGLISH, Language, message
from replays.text.messages import message_of_colours, message_text
from replays.text.names import Names, names_of
from replays.text.terms import action_term, influence_term
from replays.workers import Workforce, growing, spread

Problem = NotationError | Finding


_FIRST: Final = 50
"""The games that are checked before any other process is started."""

_MOST: Final = 200
"""The most games that a worker checks before it answers."""

CARDS = "cards"
CERTAIN = "certain"
REMARK = "remark"
STORED = "store"
UNREADABLE = "unreadable"


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
    as_in={"games build": WORKERS},
    examples=("calimala check --all --json", "calimala check league/*.cgn --tidy"),
)
@GAMES_OR_NONE
@click.option("--all", "checks_all", is_flag=True, help="Check the whole store")
@click.option("--cards", is_flag=True, help="Report where the box has too few cards")
@click.option("--certain", is_flag=True, help="Report unknown cards that can only be one card")
@click.option("--remarks", is_flag=True, help="Report words that were read as something else")
@click.option("--tidy", is_flag=True, help="Rewrite files in standard form, unless they have errors")
@click.option("--dry-run", is_flag=True, help="With --tidy, only name the files that would change")
@click.option("--diff", "as_diff", is_flag=True, help="With --tidy, print the changes as a patch")
@processes_options
@json_option
def check_command(
    names: Sequence[str],
    checks_all: bool,
    tidy: bool,
    dry_run: bool,
    as_diff: bool,
    processes: int | None,
    scheduler: str,
    as_json: bool,
    **wanted: bool,
) -> int:
    """Replay games against the rules and report every problem as file:line:column. In the store, also compare every
    saved event with the replayed one. Only --tidy changes files.
    """
    if names and checks_all:
        raise wrong_usage("use only one of {options}", options=("GAME", "--all"))
    if (processes or scheduler) and not checks_all:
        raise wrong_usage("{option} needs {other}", option="--processes" if processes else "--scheduler", other="--all")
    if (dry_run or as_diff) and not tidy:
        raise wrong_usage("{option} needs {other}", option="--dry-run" if dry_run else "--diff", other="--tidy")
    if dry_run and as_diff:
        raise wrong_usage("use only one of {options}", options=("--dry-run", "--diff"))
    if tidy:
        check_are_files(names)
    check = _Check(wanted, as_json=as_json)
    code = OK
    names = all_ids() if checks_all else names or (LAST,)
    unjudged = ((name, False) for name in names)
    for name, is_sound in _judged(names, wanted, workforce(processes, scheduler)) if checks_all else unjudged:
        if is_sound:
            check.sound_game()
            continue
        before = check.errors
        try:
            check.game(name)
            if tidy and check.errors == before:
                code = max(code, tidy_file(name, dry_run=dry_run, as_diff=as_diff))
        except NoStoreError:
            raise
        except (TextError, GameNotFoundError, ShareCodeError, StoreError, OSError) as error:
            check.unreadable(name, error)
            code = max(code, code_among(error, names))
    if checks_all:
        check.store_faults()
    check.finish()
    return max(code, FINDINGS if check.problems else OK)


def _judged(ids: Sequence[str], wanted: Mapping[str, bool], workers: Workforce) -> Iterator[tuple[str, bool]]:
    """Yield the games of the store in their order, and whether there is nothing to report about each.

    That is found out by several processes. What there is about the others is found out again, and reported, here.
    """
    if wanted["cards"] or wanted["certain"]:
        yield from ((id, False) for id in ids)
        return
    place = settings().store_place
    where = place.absolute() if isinstance(place, Path) else place
    judge = partial(_are_sound, place=where, remarking=wanted["remarks"])
    pieces = growing(ids, _MOST, _FIRST)
    yield from zip(ids, chain.from_iterable(spread(judge, pieces, workers)), strict=True)


def _are_sound(ids: Sequence[str], place: Path | str, *, remarking: bool) -> list[bool]:
    try:
        with open_store(place, now_in_utc, create=False) as store:
            return [_is_sound(store, id, remarking=remarking) for id in ids]
    except StoreError:
        return [False] * len(ids)


def _is_sound(store: Store, id: str, *, remarking: bool) -> bool:
    """Return whether a stored game is what its decisions make of it, and every statement in its text is true."""
    try:
        if store.verify(id):
            return False
        lines = dumps(store.load(id).game).splitlines(keepends=True)
    except CalimalaError:
        return False
    (reading,) = read_games(lines, id, remarking=remarking, inferring=True)
    return not (reading.errors or reading.findings or reading.remarks or reading.inferred)


class _Check:
    """The games that were checked: how many, and what was found in them."""

    def __init__(self, wanted: Mapping[str, bool], *, as_json: bool) -> None:
        self._wanted = wanted
        self._as_json = as_json
        self._language = ENGLISH if as_json else settings().language
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
        file, lines = (source_name(name), game_lines(name, self._skipped)) if is_file(name) else lines_of_game(name)
        before = self._games
        for reading in read_games(lines, file, remarking=self._wanted["remarks"], inferring=True):
            self._games += 1
            self.errors += len(reading.errors)
            self._report(_in_order([*self._reported(reading, file)]))
        if self._games == before:
            raise no_game_in(name)

    def sound_game(self) -> None:
        """Count a game that others have checked, about which there is nothing to report."""
        self._games += 1

    def _skipped(self, error: JsonError) -> None:
        """Report a game of a text in another form that cannot be read; its place is where its document begins."""
        self._games += 1
        self.errors += 1
        reason = message_of_colours(error.reason, self._language)
        self._report([Reported(UNREADABLE, Finding(Place(error.source, error.line, 1, ""), reason))])

    def store_faults(self) -> None:
        """Report what the database finds wrong with its own file."""
        store = the_store()
        self._report([_stored(store.location, fault) for fault in store.faults])

    def unreadable(self, name: str, error: Exception) -> None:
        """Report a text or a game that cannot be read, or that is not there."""
        self.problems += 1
        if not self._as_json:
            complain(message_of_game(name, error))
            return
        place, reason = Place(source_name(name), 0, 0, ""), message_of(error)
        if isinstance(error, TextError):
            place, reason = error.place or place, message_of_colours(error.reason, self._language)
        self._found.append(Reported(UNREADABLE, Finding(place, reason)))

    def _reported(self, reading: Reading, file: str) -> Iterator[Reported]:
        language = self._language
        yield from _inference(reading, file, language)
        yield from _problems(reading, language)
        if self._wanted["cards"]:
            yield from _conflicts(reading, file, language)
        if self._wanted["certain"]:
            yield from _certainties(reading, file, language)
        into_words = partial(message_of_colours, language=language)
        yield from (Reported(REMARK, each.finding.in_words(into_words)) for each in reading.remarks)

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
            _print_verdict(self._games, self.problems, self._language)
        if self._illegal:
            point_to_rule(self._illegal)


def _stored(id: str, difference: str) -> Reported:
    """Return a difference between a stored game and its decisions replayed."""
    return Reported(STORED, Finding(Place(id, 0, 0, ""), difference))


def _inference(reading: Reading, file: str, language: Language) -> Iterator[Reported]:
    """Yield the city that the streets of a game determine if it has no header for it."""
    if reading.inferred:
        yield Reported(REMARK, Finding(_beginning(reading, file), inference_text(reading.inferred, language)))


def _in_order(reported: list[Reported]) -> list[Reported]:
    """Return the findings about a game, in the order of the text."""
    return sorted(reported, key=lambda each: each.problem.place[1:3])


def _problems(reading: Reading, language: Language) -> Iterator[Reported]:
    """Yield the errors of a game in its text and under the rules, in a language."""
    problems: tuple[Problem, ...] = (*reading.errors, *reading.findings)
    if not problems:
        return
    into_words = _into_words(reading, language)
    for problem in problems:
        kind = _KINDS.get(type(problem).__name__, "error")
        yield Reported(kind, problem.in_words(into_words))


def _into_words(reading: Reading, language: Language) -> Callable[[Text], str]:
    """Return what puts a message into words, with the names of the game if it could be read."""
    record = reading.game
    if record is None:
        return partial(message_of_colours, language=language)
    return partial(message_text, names=Names.of(record.setup, names_of(record.setup, record.headers), language))


def _conflicts(reading: Reading, file: str, language: Language) -> Iterator[Reported]:
    """Yield the place from which on the cards of the box cannot explain a game, as far as it is sound."""
    found = find_card_conflict(reading.game) if reading.game and reading.game.has_positions else None
    if found:
        message = Message("{id}: {reason}", id=found.id, reason=found.message)
        yield Reported(CARDS, Finding(_beginning(reading, file), message).in_words(_into_words(reading, language)))


def _certainties(reading: Reading, file: str, language: Language) -> Iterator[Reported]:
    """Yield the unknown cards of a game that can only be one card."""
    for each in find_certain_cards(reading.game) if reading.game and reading.game.has_positions else ():
        card = action_term(each.card, language) if each.card in ACTION_WORDS else influence_term(each.card, language)
        words = language.text("{id}: the unknown card is {card}", id=each.id, card=card)
        yield Reported(CERTAIN, Finding(_beginning(reading, file), words))


def _beginning(reading: Reading, file: str) -> Place:
    return Place(file, reading.line, 1, "")


def _print_reported(reported: Sequence[Reported]) -> None:
    for each in reported:
        place, _, message = str(each.problem).partition(": ")
        if each.kind == STORED:
            place = each.problem.place.source
        say(f"{paint(f'{harmless(place)}:', 'heading')} {harmless(message)}")
        if isinstance(each.problem, NotationError) and (context := each.problem.context()):
            say(paint(harmless(context), "quiet"))


def _print_verdict(games: int, found: int, language: Language) -> None:
    read = language.counted("{number} game", "{number} games", games)
    problems = language.counted("{number} problem", "{number} problems", found)
    if not found:
        note(language.text("{games}, nothing wrong", games=read))
    elif found == 1:
        note(language.text("{games}, {problems}", games=read, problems=problems))
    else:
        follow = message("{games}, {problems}; later problems in a game may follow from its first")
        note(language.text(follow, games=read, problems=problems))


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
