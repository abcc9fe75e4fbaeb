"""What becomes of the decisions after a correction: the options that choose it, the questions, the report."""

import sys
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import click
from msgspec.structs import asdict, replace

from calimala_es.components import COLOUR_WORDS
from calimala_es.game import Game
from calimala_es.legal import legal
from cli.exits import wrong_usage
from cli.files import write_file
from cli.games import FoundGame, the_store
from cli.options import FINDINGS, OK, json_option
from cli.terminal import WIDTH, harmless, note, paint, say, write_data, write_json
from notation import dumps
from notation.grammar.symbols import format_command
from notation.lines import format_moves
from replays.edit.conflicts import compare_setups
from replays.edit.edits import Edit
from replays.edit.outcomes import (
    Choice,
    Chooser,
    RepairConflict,
    Repaired,
    Resolution,
    choose_dropped,
    choose_nearest,
    choose_observed,
    choose_stopped,
)
from replays.edit.repair import repair
from replays.edit.repaired import rewriting_of
from replays.text.decisions import command_text
from replays.text.languages import Language, message
from replays.text.names import Names
from replays.text.repairs import conflict_text, outcome_text
from replays.text.terminal import wrapped

_CHOOSERS: Final[dict[str, Chooser]] = {
    "observed": choose_observed,
    "nearest": choose_nearest,
    "drop": choose_dropped,
    "stop": choose_stopped,
}
"""The resolution that each option chooses, by the option's name."""

REPAIR_PARAMETERS: Final = (*_CHOOSERS, "dry_run", "output")
"""The parameters of every correction, which ``calimala repair`` explains."""

_SET: Final = message("set: {headers}")

_KEYS: Final = {"o": Resolution.OBSERVED, "d": Resolution.DROPPED, "s": Resolution.STOPPED}
"""The letter that the user types for each resolution."""


_OPTIONS: Final = (
    click.option("--nearest", is_flag=True, help="Replace illegal decisions with the nearest legal ones"),
    click.option("--observed", is_flag=True, help="Keep their results, as seen at the table"),
    click.option("--drop", is_flag=True, help="Leave them out"),
    click.option("--stop", is_flag=True, help="Remove the first of them and everything after it"),
    click.option("--dry-run", is_flag=True, help="Only print what would change"),
    click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the result here"),
    json_option,
)


class RepairOptions(NamedTuple):
    """What the options of a correction say: who chooses what becomes of later decisions, and where the result goes."""

    chooser: Chooser | None
    dry_run: bool
    output: Path | None
    as_json: bool


def repair_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a correction; the command receives them together as ``options``."""

    @wraps(function)
    def with_options(dry_run: bool, output: Path | None, as_json: bool, **values: Any) -> Any:
        answers = {name: values.pop(name) for name in _CHOOSERS}
        return function(options=RepairOptions(_chooser(answers), dry_run, output, as_json), **values)

    wrapped: Callable[..., Any] = with_options
    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def carry_out(
    game: FoundGame, edit: Edit, options: RepairOptions, headers: Mapping[str, str | None] = MappingProxyType({})
) -> int:
    """Replay a game after a correction, report what becomes of it and save it; return the exit code.

    ``headers`` are corrected as well, ``None`` to remove one.
    """
    in_store = game.stored is not None and options.output is None
    prints = not game.stored and options.output is None
    chooser, as_json = options.chooser, options.as_json
    asks = chooser is None and not options.dry_run and not as_json and can_ask(prints=prints)
    choose = _asking(game.names) if asks else chooser or choose_observed
    try:
        found = repair(game.record, edit, choose)
    except (KeyboardInterrupt, EOFError):
        note(game.names.language.text("Nothing was changed."))
        raise
    found = found._replace(record=with_headers(found.record, headers))
    is_open = chooser is None and not asks and bool(found.conflicts)
    is_same = found.record.commands == game.record.commands and found.record.setup == game.record.setup
    is_saved = not options.dry_run and not is_open and not (in_store and is_same and not headers)
    text = dumps(found.record) if is_saved and prints else None
    print_line = note if is_saved and not in_store else say
    if as_json:
        write_json(_document(found, text, is_saved))
    else:
        if headers and not is_open:
            print_line(game.names.language.text(_SET, headers=format_headers(headers)))
        for line in () if is_open else compare_setups(game.setup, found.record.setup)[1]:
            print_line(harmless(line))
        if not (is_open or is_same or edit.start):
            _print_line(found, print_line)
        if not (is_same and headers):
            _print_outcomes(game.names, found, print_line, is_open=is_open, is_saved=is_saved, is_same=is_same)
    if is_saved:
        _keep(game, found, options.output, headers)
        if text is not None and not as_json:
            write_data(text)
        elif not as_json:
            print_saved(game, options.output, print_line)
    return FINDINGS if found.conflicts and not is_saved else OK


def carry_headers(game: FoundGame, options: RepairOptions, headers: Mapping[str, str | None]) -> int:
    """Correct the headers of a text that has no decisions, and write it; return the exit code."""
    text = dumps(with_headers(game.record, headers))
    if options.as_json:
        write_json({"kept": not options.dry_run, "headers": [[*header] for header in headers.items()], "text": text})
    else:
        note(game.names.language.text(_SET, headers=format_headers(headers)))
    if options.dry_run:
        return OK
    if options.output is not None:
        write_file(options.output, [text])
    elif not options.as_json:
        write_data(text)
    return OK


def format_headers(headers: Mapping[str, str | None]) -> str:
    """Return e.g. ``Blue=Maria Event=``, where the latter was removed."""
    return " ".join(f"{harmless(name)}={harmless(value or '')}" for name, value in headers.items())


def with_headers(record: Game, headers: Mapping[str, str | None]) -> Game:
    """Return a game with headers replaced, added, or removed (``None``)."""
    for name, value in headers.items():
        places = [place for place, (known, _) in enumerate(record.headers) if known == name]
        others = [header for header in record.headers if header[0] != name]
        if value is not None:
            others.insert(places[0] if places else len(others), (name, value))
        record = replace(record, headers=tuple(others))
    return record


def _chooser(answers: Mapping[str, bool]) -> Chooser | None:
    """Return the function that answers for all conflicts; ``None`` without such an option."""
    said = [name for name, is_said in answers.items() if is_said]
    if len(said) > 1:
        options = [f"--{name.replace('_', '-')}" for name in said]
        raise wrong_usage("use only one of {options}", options=options)
    return _CHOOSERS[said[0]] if said else None


# Questions.


def can_ask(*, prints: bool) -> bool:
    """Return whether a person can be asked; not if standard output is redirected and will receive the text."""
    is_there = sys.stdin and sys.stdin.isatty()
    return bool(is_there and (not prints or (sys.stdout and sys.stdout.isatty())))


def _asking(names: Names) -> Chooser:
    """Return a function that asks about every conflict; a capital letter answers for all that follow as well."""
    always: list[Resolution] = []
    language = names.language

    def choose(conflict: RepairConflict) -> Choice:
        if always:
            return always[0]
        for line in wrapped(conflict_text(conflict, names).split(" "), WIDTH):
            say(line)
        for number, (option, word) in enumerate(zip(conflict.nearest, conflict.words, strict=True), 1):
            say(f"  {number} {paint(word, 'heading')}  {command_text(option, names)}")
        if conflict.trouble == "chance":
            say(language.text("  another card, or s to stop here"))
        else:
            say(language.text("  o keep as observed, d drop, s stop here; O or D for all; or another decision"))
        while True:
            answer = input("? ").strip()
            choice = _answer(answer, conflict)
            if choice is not None:
                if answer in ("O", "D") and isinstance(choice, Resolution):
                    always.append(choice)
                return choice
            say(language.text("enter a number, o, d, s or a decision that is legal here"))

    return choose


def _answer(answer: str, conflict: RepairConflict) -> Choice | None:
    """Return the meaning of an answer; ``None`` if it has none."""
    if answer.isdecimal() and answer.isascii() and 1 <= int(answer[:4]) <= len(conflict.nearest):
        return conflict.nearest[int(answer[:4]) - 1]
    known: dict[str, Choice] = {format_command(conflict.state, one): one for one in legal(conflict.state)}
    return known.get(answer.upper()) if answer.upper() in known else _KEYS.get(answer.lower())


# What is reported and saved.


def _print_outcomes(
    names: Names, found: Repaired, print_line: Callable[[str], None], *, is_open: bool, is_saved: bool, is_same: bool
) -> None:
    """Report what happened to every decision."""
    language = names.language
    for outcome in found.outcomes:
        words = conflict_text if is_open and outcome.is_conflict else outcome_text
        for line in wrapped(words(outcome, names).split(" "), WIDTH):
            print_line(line)
        if outcome.nearest and (is_open or outcome.what != "replaced"):
            print_line(language.text("  nearest: {decisions}", decisions=" ".join(outcome.nearest)))
    if found.checks:
        for line in wrapped(_check_words(found, language, is_saved=is_saved).split(" "), WIDTH):
            print_line(line)
    if is_open:
        text = language.counted(
            "{number} decision is no longer legal; nothing was changed. Use {options} or {last}.",
            "{number} decisions are no longer legal; nothing was changed. Use {options} or {last}.",
            len(found.conflicts),
            options="--nearest, --observed, --drop",
            last="--stop",
        )
        print_line(text)
    elif is_same:
        print_line(language.text("this is what was already recorded; no decision was changed"))
    elif not found.outcomes:
        print_line(language.text("everything else is unchanged"))


def _print_line(found: Repaired, print_line: Callable[[str], None]) -> None:
    """Print the corrected turn in notation, if anything is left of it."""
    moves, first = found.record.moves, found.first
    if first == len(moves):
        return
    states = found.record.states
    turn = states[first].turn
    begin = next(number for number in range(first + 1) if states[number].turn == turn)
    end = next((number for number in range(first, len(moves)) if states[number].turn != turn), len(moves))
    for line in format_moves(replace(found.record, moves=moves[:end]), begin):
        print_line(line)


def print_saved(game: FoundGame, output: Path | None, print_line: Callable[[str], None]) -> None:
    """Print where a corrected game is, and how a stored one comes back."""
    text = game.names.language.text
    if output is not None:
        print_line(text("Wrote {file}", file=output))
    else:
        assert game.stored is not None
        back = f"calimala undo {game.name} --version {game.stored.version}"
        print_line(text("Saved; {command} restores the game as it was.", command=back))


def _check_words(found: Repaired, language: Language, *, is_saved: bool) -> str:
    """Return the checks that would be wrong, each after its place; they are removed once the game is saved."""
    checks = language.word("list", ", ").join(f"{check.id} {check.word}" for check in found.checks)
    if is_saved:
        return language.counted(
            "{number} check was dropped because it would be wrong: {checks}",
            "{number} checks were dropped because they would be wrong: {checks}",
            len(found.checks),
            checks=checks,
        )
    return language.counted(
        "{number} check would be wrong: {checks}",
        "{number} checks would be wrong: {checks}",
        len(found.checks),
        checks=checks,
    )


def _keep(game: FoundGame, found: Repaired, output: Path | None, headers: Mapping[str, str | None]) -> None:
    """Write the corrected game, or change the stored one."""
    if output is not None:
        write_file(output, [dumps(found.record)])
    elif game.stored:
        rewriting = rewriting_of(game.record, found)
        start = found.record.start if found.record.start != game.record.start else None
        if start is None and found.record.commands == game.record.commands:
            the_store().correct_headers(game.stored, headers)
            return
        changed = {**rewriting.headers, **headers}
        the_store().rewrite(game.stored, *rewriting._replace(headers=changed), start=start)


def _document(found: Repaired, text: str | None, is_saved: bool) -> dict[str, Any]:
    colours = found.record.setup.parties
    return {
        "kept": is_saved,
        "before": found.first,
        "decisions": len(found.record.moves),
        "outcomes": [
            {
                **{key: [*value] if isinstance(value, tuple) else value for key, value in asdict(outcome).items()},
                "reason": str(outcome.reason),
                "remedy": str(outcome.remedy),
                "seat": None if outcome.seat is None or outcome.seat < 0 else COLOUR_WORDS[colours[outcome.seat]],
            }
            for outcome in found.outcomes
        ],
        "checks": [check._asdict() for check in found.checks],
        "text": text,
    }
