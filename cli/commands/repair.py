"""``repair``: correct one decision of a game, and replay everything after it."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import click
from msgspec.structs import asdict

from calimala_es.components import COLOUR_WORDS
from calimala_es.legal import legal
from cli.files import GameName, write_file
from cli.games import FoundGame, find_place, sound, the_store
from cli.options import FINDINGS, OK, CommandWithExamples, json_option
from cli.prompt import WIDTH
from cli.terminal import note, paint, say, write_data, write_json
from notation import dumps
from notation.grammar.symbols import format_command
from notation.places import PlaceId, parse_place
from replays.edit.edits import Edit, insert_at, remove_at, replace_at
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
from replays.text.languages import Language
from replays.text.names import Names
from replays.text.repairs import conflict_text, outcome_text
from replays.text.terminal import wrapped

_CHOOSERS: Final[dict[str, Chooser]] = {
    "keep_observed": choose_observed,
    "nearest": choose_nearest,
    "drop": choose_dropped,
    "stop": choose_stopped,
}
"""The resolution that each option chooses, by the option's name."""

_KEYS: Final = {"o": Resolution.OBSERVED, "d": Resolution.DROPPED, "s": Resolution.STOPPED}
"""The letter that the user types for each resolution."""


@click.command(
    "repair",
    cls=CommandWithExamples,
    examples=(
        'calimala repair friday#7.1.2 "AC"',
        'calimala repair game.cgn --at 7 "AS AC SL / AM" --nearest -o repaired.cgn',
        'calimala repair friday#12.2.3 --insert "+W"',
        "calimala repair friday#12.2.3 --out --dry-run",
    ),
)
@click.argument("name", metavar="GAME", type=GameName())
@click.argument("decisions", metavar="[DECISIONS]", required=False)
@click.option("--at", metavar="ID", help="The decision 7.2.3, or all of activation 7.2 or turn 7.")
@click.option("--insert", "inserts", is_flag=True, help="Put DECISIONS before that place.")
@click.option("--out", "takes_out", is_flag=True, help="Take out what stands there.")
@click.option("--keep-observed", is_flag=True, help="Keep what cannot stand as observed.")
@click.option("--nearest", is_flag=True, help="Take the nearest legal decision instead.")
@click.option("--drop", is_flag=True, help="Leave out what cannot stand.")
@click.option("--stop", is_flag=True, help="End the game before the first that cannot stand.")
@click.option("--dry-run", is_flag=True, help="Only tell what would become of the rest.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the text there.")
@json_option
def repair_command(
    name: str,
    decisions: str | None,
    at: str | None,
    inserts: bool,
    takes_out: bool,
    dry_run: bool,
    output: Path | None,
    as_json: bool,
    **answers: bool,
) -> int:
    """Set one decision of a game right, and decide the rest again.

    What comes before it stays as it is. Of every later decision that the rules then refuse, or that nothing asks for,
    somebody says what becomes of it: on a terminal you are asked, elsewhere an option says it for all. Without one, and
    with --dry-run, they are only text, and the code is 1.

    A game of the store is repaired there: what stood is undone and kept, `calimala undo --list` tells how it comes
    back. Of a text the repaired one is written.
    """
    chooser = _chooser(answers)
    game = sound(find_place(name, at))
    with game.naming():
        edit = _edit(game, decisions, inserts=inserts, takes_out=takes_out)
    in_store = game.stored is not None and output is None
    if in_store and any(move.notes or move.variations for move in edit.moves):
        raise click.UsageError("a repair in the store takes decisions alone; `calimala annotate` says more about them")
    asks = chooser is None and not dry_run and not as_json and _can_ask(prints=not game.stored and output is None)
    choose = _asking(game.names) if asks else chooser or choose_observed
    found = repair(game.record, edit, choose)
    is_open = chooser is None and not asks and bool(found.conflicts)
    is_same = found.record.commands == game.record.commands
    is_saved = not dry_run and not is_open and not (in_store and is_same)
    text = dumps(found.record) if is_saved and not game.stored and output is None else None
    if as_json:
        write_json(_document(found, text, is_saved))
    else:
        print_line = note if is_saved and not in_store else say
        _print_outcomes(game.names, found, print_line, is_open=is_open, is_saved=is_saved, is_same=is_same)
    if is_saved:
        _keep(game, found, output)
        if text is not None and not as_json:
            write_data(text)
    return FINDINGS if found.conflicts and not is_saved else OK


def _chooser(answers: Mapping[str, bool]) -> Chooser | None:
    """Return the function that answers for all conflicts; ``None`` without such an option."""
    said = [name for name, is_said in answers.items() if is_said]
    if len(said) > 1:
        options = " and ".join(f"--{name.replace('_', '-')}" for name in said)
        raise click.UsageError(f"{options} do not go together: one of them answers for all that cannot stand")
    return _CHOOSERS[said[0]] if said else None


def _edit(game: FoundGame, decisions: str | None, *, inserts: bool, takes_out: bool) -> Edit:
    """Return the requested correction."""
    if not game.place:
        raise click.UsageError("say which decision: game.cgn#7.2.3, or --at 7.2.3")
    if takes_out and (inserts or decisions is not None):
        raise click.UsageError("--out takes something out; DECISIONS and --insert do not go with it")
    place = PlaceId(game.variation, parse_place(game.place).numbers)
    if takes_out:
        return remove_at(game.record, place)
    if decisions is None:
        raise click.UsageError('say what is right, as "AC"; or take out what stands there, with --out')
    return insert_at(game.record, place, decisions) if inserts else replace_at(game.record, place, decisions)


# Questions.


def _can_ask(*, prints: bool) -> bool:
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
            options="--keep-observed, --nearest, --drop",
            last="--stop",
        )
        print_line(text)
    elif is_same:
        print_line(language.text("that is already recorded there; no decision was changed"))
    elif not found.outcomes:
        print_line(language.text("everything else is unchanged"))


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


def _keep(game: FoundGame, found: Repaired, output: Path | None) -> None:
    """Write the repaired game, or change the stored one."""
    if output is not None:
        write_file(output, [dumps(found.record)])
    elif game.stored:
        the_store().rewrite(game.stored, *rewriting_of(game.record, found))


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
