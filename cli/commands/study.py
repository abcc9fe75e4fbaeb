"""``study``: a game on one screen, with keys and plain text, or as a list of its steps."""

import sys
from collections.abc import Mapping
from itertools import islice
from typing import Any, Final

import click

from cli.exits import wrong_usage
from cli.files import GAME, STANDARD_INPUT, address_of, one_place
from cli.games import find_place
from cli.options import OK, CommandWithExamples, json_option
from cli.study.study import Study
from cli.study.study_session import study_session_of
from cli.terminal import note_small_terminal, write_json
from cli.viewpoint import (
    LAYERS_OPTION,
    NO_SPOILERS,
    SEAT,
    find_layers,
    jump_of,
    jump_options,
    layers_named,
    report_seen_errors,
    seat_of,
    subject_of,
)
from cli.walk.keys import walk_by_keys
from cli.walk.walk import END_IS_HIDDEN, Walk, history_json, print_history, print_step, step_json
from replays.replay import Level, Step

LEVELS: Final = {level.value: level for level in Level}

MOST_STEPS: Final = 1_000_000
ONE_STEP: Final = 1
"""The number of steps printed for a user who wants no spoilers: a longer list would reveal where the game ends."""

_OF_LISTS: Final = ("next", "previous", "of", "thing", "changes", "undone", "steps")
"""The options that the full screen does not take."""


_SCREEN_LINES: Final = 24
"""The lines that the board, the turns and the keys take on one screen."""


@click.command(
    "study",
    cls=CommandWithExamples,
    headings={"--next": "With --plain or --list"},
    as_in={"show": {"seat", "layers", "no_spoilers", "next", "previous", "of", "thing"}},
    ending="Needs the tui extra, except with --plain or --list.",
    examples=(
        "calimala study friday",
        "calimala study game.cgn --object disc:3 --history --list",
    ),
)
@GAME
@click.option("--by", default="", metavar="NAME", help="Author of your notes (default: unsigned)")
@click.option("--at", metavar="MOMENT", help="Where to begin, e.g. 7.2 (default: the start)")
@click.option(
    "--level",
    default="turn",
    metavar="LEVEL",
    type=click.Choice([*LEVELS]),
    help="Step by game, round, turn, activation, action or event (default: turn)",
)
@SEAT
@LAYERS_OPTION
@NO_SPOILERS
@click.option("--record", is_flag=True, help="Begin by recording, if the game is not over")
@click.option("--plain", is_flag=True, help="Keys and plain text, e.g. for a screen reader")
@click.option("--list", "as_list", is_flag=True, help="Print the steps, even in a terminal")
@jump_options
@click.option("-n", "--number", "steps", type=click.IntRange(1, MOST_STEPS), metavar="N", help="Print N steps")
@click.option("--history", is_flag=True, help="Print the history of --object")
@click.option("--changes", is_flag=True, help="Print what each step changed")
@click.option("--undone", is_flag=True, help="Print undone decisions where they were made")
@json_option
def study_command(name: str, level: str, by: str, plain: bool, record: bool, **asked: Any) -> int:
    """Step through a game on one screen: the board, the turns, the comments and what the position is worth. Try
    variations and add notes. Press ? for the keys.

    In a pipe, the steps are printed as text.
    """
    if asked["no_spoilers"] and LEVELS[level] is Level.GAME:
        raise wrong_usage("{place}: {reason}", place="--level game", reason=END_IS_HIDDEN)
    is_terminal = bool(sys.stdin and sys.stdin.isatty() and sys.stdout.isatty())
    if asked["as_list"] or asked["as_json"] or asked["history"] or not is_terminal:
        return _list(_walk_of(name, level, asked), asked)
    if address_of(name).name == STANDARD_INPUT:
        raise wrong_usage(
            "keys are read from standard input, so the game cannot be read from there; name a game in "
            "your store or a file, or add --list"
        )
    if plain:
        walk = _walk_of(name, level, asked)
        walk_by_keys(walk)
        return _report(walk, walk.at)
    if any(asked[option] for option in _OF_LISTS):
        raise wrong_usage("these options need --plain or --list; see calimala study --help")
    asked = {option: asked[option] for option in ("at", "seat", "layers", "no_spoilers")}
    study = study_of(name, level=level, by=by, **asked)
    note_small_terminal(_SCREEN_LINES)
    run(study, records=record)
    return _report(study.walk, study.walk.at)


# On one screen.


def study_of(name: str, at: str | None, level: str, seat: str | None, by: str, **asked: Any) -> Study:
    """Return the study that the options request; raise as ``find_game``, and ``click.UsageError``."""
    place = one_place(name, at)
    session = study_session_of(name, by)
    session.game.shown_layers = layers_named(asked["layers"])
    study = Study(session, LEVELS[level], shows_end=not asked["no_spoilers"])
    if seat is not None:
        study.look(seat_of(seat, study.walk.game), sees_all=False)
    if place:
        study.go(place)
    return study


def run(study: Study, *, records: bool = False) -> None:
    """Show a study until the user leaves, beginning with recording if ``records`` is on.

    Raises ``MissingProgramError`` if textual is not installed.
    """
    try:
        from cli.study.screens.app import StudyApp
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("textual", "rich"):
            raise
        from cli.installing import missing_package

        raise missing_package("calimala study", "textual", "tui", "or add --plain") from error
    app = StudyApp(study, records=records)
    app.run()
    if app.fault:
        raise app.fault


# As text.


def _walk_of(name: str, level: str, asked: Mapping[str, Any]) -> Walk:
    """Return the walk that the options request, at its first place; raise as ``find_place``."""
    game = find_place(name, asked["at"])
    game.shown_layers = find_layers(asked["layers"], game)
    walk = Walk(game, LEVELS[level], shows_end=not asked["no_spoilers"])
    if asked["seat"] is not None:
        walk.look(seat_of(asked["seat"], game))
    if game.place:
        walk.go(game.place)
    elif game.variation:
        walk.at = game.branch
    elif asked["history"] and walk.shows_end:
        walk.to_end()
    if asked["history"] and asked["thing"] is None:
        raise wrong_usage("{option} needs {other}", option="--history", other="--object")
    walk.shows_changes, walk.shows_undone = asked["changes"], asked["undone"]
    jump = jump_of(game, dict(asked))
    if jump:
        walk.jump(jump)
    walk.subject = subject_of(game, asked["thing"])
    return walk


def _list(walk: Walk, asked: Mapping[str, Any]) -> int:
    """Print the history of the object, or the steps from here on, as many as requested."""
    if asked["history"]:
        if asked["as_json"]:
            write_json(history_json(walk))
        else:
            print_history(walk)
        return _report(walk, walk.at)
    if asked["next"] or asked["previous"]:
        walk.at = walk.replay.previous(walk.level, walk.at)
        walk.subject = None
    most = asked["steps"] if asked["steps"] or walk.shows_end else ONE_STEP
    steps: list[Step] = [*islice(walk.steps(), most)]
    if asked["as_json"]:
        write_json([step_json(walk, step) for step in steps])
    else:
        for step in steps:
            print_step(walk, step)
    return _report(walk, steps[-1].end if steps else walk.at)


def _report(walk: Walk, until: int) -> int:
    """Report the errors in the text, as far as the viewer may know them, and return the exit code."""
    is_open = walk.sees_all and walk.shows_end
    return report_seen_errors(walk.game, sees_all=is_open, is_end=walk.shows_end or until == walk.replay.last) or OK
