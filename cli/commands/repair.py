"""``repair``: correct one decision of a game, and replay everything after it."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import click
from msgspec.structs import asdict, replace

from calimala_es.components import COLOUR_WORDS
from calimala_es.legal import legal
from cli.files import GameName, write_file
from cli.games import FoundGame, find_place, sound, the_store
from cli.options import FINDINGS, OK, CommandWithExamples, json_option
from cli.prompt import WIDTH
from cli.terminal import note, paint, say, write_data, write_json
from notation import dumps
from notation.grammar.symbols import format_command
from notation.lines import format_moves
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
    "observed": choose_observed,
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
    ending="Exit code 1 if a decision is no longer legal and no option says what to do.",
    examples=(
        "calimala repair friday#7.1.2 AC",
        'calimala repair game.cgn --at 7 "AS AC SL / AM" --nearest -o game.cgn',
        "calimala repair friday#12.2.3 --remove --dry-run",
    ),
)
@click.argument("name", metavar="GAME#PLACE", type=GameName())
@click.argument("decisions", metavar="[DECISIONS]", required=False)
@click.option("--at", metavar="PLACE", help="The place, if it does not follow GAME")
@click.option("--insert", "inserts", is_flag=True, help="Insert DECISIONS before PLACE")
@click.option("--remove", "removes", is_flag=True, help="Remove what is at PLACE")
@click.option("--nearest", is_flag=True, help="Replace illegal decisions with the nearest legal ones")
@click.option("--observed", is_flag=True, help="Keep their results, as seen at the table")
@click.option("--drop", is_flag=True, help="Leave them out")
@click.option("--stop", is_flag=True, help="End the game before the first of them")
@click.option("--dry-run", is_flag=True, help="Change nothing; print what would change")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the result here, as notation"
)
@json_option
def repair_command(
    name: str,
    decisions: str | None,
    at: str | None,
    inserts: bool,
    removes: bool,
    dry_run: bool,
    output: Path | None,
    as_json: bool,
    **answers: bool,
) -> int:
    """Correct a decision (7.1.2), an activation (7.1) or a turn (7), then replay the rest. For each later decision that
    is no longer legal or needed, you are asked what to do; in a pipe, choose an option. The new line and every
    consequence are printed. Ctrl-C changes nothing.
    """
    chooser = _chooser(answers)
    game = sound(find_place(name, at))
    with game.naming():
        edit = _edit(game, decisions, inserts=inserts, removes=removes)
    in_store = game.stored is not None and output is None
    if in_store and any(move.notes or move.variations for move in edit.moves):
        raise click.UsageError("a repair in the store takes only decisions; add notes with calimala annotate")
    asks = chooser is None and not dry_run and not as_json and _can_ask(prints=not game.stored and output is None)
    choose = _asking(game.names) if asks else chooser or choose_observed
    try:
        found = repair(game.record, edit, choose)
    except (KeyboardInterrupt, EOFError):
        note(game.names.language.text("Nothing was changed."))
        raise
    is_open = chooser is None and not asks and bool(found.conflicts)
    is_same = found.record.commands == game.record.commands
    is_saved = not dry_run and not is_open and not (in_store and is_same)
    text = dumps(found.record) if is_saved and not game.stored and output is None else None
    print_line = note if is_saved and not in_store else say
    if as_json:
        write_json(_document(found, text, is_saved))
    else:
        _print_outcomes(game.names, found, print_line, is_open=is_open, is_saved=is_saved, is_same=is_same)
    if is_saved:
        _keep(game, found, output)
        if text is not None and not as_json:
            write_data(text)
        elif not as_json:
            _print_place(game, output, print_line)
    return FINDINGS if found.conflicts and not is_saved else OK


def _chooser(answers: Mapping[str, bool]) -> Chooser | None:
    """Return the function that answers for all conflicts; ``None`` without such an option."""
    said = [name for name, is_said in answers.items() if is_said]
    if len(said) > 1:
        options = " and ".join(f"--{name.replace('_', '-')}" for name in said)
        raise click.UsageError(f"{options} cannot be combined; use only one of them")
    return _CHOOSERS[said[0]] if said else None


def _edit(game: FoundGame, decisions: str | None, *, inserts: bool, removes: bool) -> Edit:
    """Return the requested correction."""
    if not game.place:
        raise click.UsageError("name the decision, e.g. game.cgn#7.2.3")
    if removes and (inserts or decisions is not None):
        raise click.UsageError("--remove needs a place alone, without DECISIONS or --insert")
    place = PlaceId(game.variation, parse_place(game.place).numbers)
    if removes:
        return remove_at(game.record, place)
    if decisions is None:
        raise click.UsageError('add what is right, e.g. "AC", or remove what is there with --remove')
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
    if not is_open and not is_same:
        _print_line(found, print_line)
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
        print_line(language.text("that is already recorded there; no decision was changed"))
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


def _print_place(game: FoundGame, output: Path | None, print_line: Callable[[str], None]) -> None:
    """Print where the repaired game is, and how a stored one comes back."""
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
