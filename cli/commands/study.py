"""``study``: a game on one screen, with steps, a search and annotations."""

import sys
from typing import Any

import click

from cli.exits import MissingProgramError, to_install
from cli.files import STANDARD_INPUT, GameName, address_of
from cli.options import OK, CommandWithExamples
from cli.study.study import Study
from cli.study.study_session import sitting_of
from cli.viewpoint import LAYERS_OPTION, SEAT, layers_named, report_seen_errors, seat_of
from cli.walk.walk import END_IS_HIDDEN
from replays.replay import Level

LEVELS = {level.value: level for level in Level}


@click.command(
    "study",
    cls=CommandWithExamples,
    examples=(
        "calimala study friday",
        "calimala study game.cgn --at 12 --level activation",
        "calimala study game.cgn#v1:7.2 --by Maria",
        "calimala study game.cgn --no-spoilers",
        "calimala study friday --as red",
    ),
)
@click.argument("name", metavar="GAME", type=GameName())
@click.option("--at", metavar="PLACE", help="Begin after turn 7, activation 7.2, event 7.2.3; v1:7.2 in a variation.")
@click.option("--level", default="turn", show_default=True, type=click.Choice([*LEVELS]), help="How far a step goes.")
@SEAT
@LAYERS_OPTION
@click.option("--no-spoilers", is_flag=True, help="Tell nothing of what comes later, or of how long it goes on.")
@click.option("--by", default="", metavar="NAME", help="Who says what you say; without it the record itself.")
def study_command(name: str, at: str | None, level: str, seat: str | None, by: str, **asked: Any) -> int:
    """Study a game on one screen, and annotate it.

    The board, all turns, what happened in words, what was said, what the position is worth; with keys for steps,
    jumps, variations, viewpoints, a search, and for saying something. ? tells them. Needs a terminal and textual.
    """
    study = study_of(name, at, level, seat, by, **asked)
    run(study)
    walk = study.walk
    is_open = walk.sees_all and walk.shows_end
    is_end = walk.shows_end or walk.at == walk.replay.last
    return report_seen_errors(study.sitting.game, sees_all=is_open, is_end=is_end) or OK


def study_of(name: str, at: str | None, level: str, seat: str | None, by: str, **asked: Any) -> Study:
    """Return the study that the options request; raise as ``find_game``, and ``click.UsageError``."""
    address = address_of(name)
    if address.name == STANDARD_INPUT:
        raise click.UsageError("the keys come from where - is read; study takes a game of the store or a file")
    if at is not None and address.place:
        raise click.UsageError(f"{name} names a place already; --at is one too many")
    if asked["no_spoilers"] and LEVELS[level] is Level.GAME:
        raise click.UsageError(f"--level game: {END_IS_HIDDEN}")
    sitting = sitting_of(name, by)
    sitting.game.shown_layers = layers_named(asked["layers"])
    study = Study(sitting, LEVELS[level], shows_end=not asked["no_spoilers"])
    if seat is not None:
        study.look(seat_of(seat, study.walk.game), sees_all=False)
    place = at or address.place
    if place:
        study.go(place)
    return study


def run(study: Study) -> None:
    """Show a study until the user leaves; raise if there is no terminal, or textual is not installed."""
    try:
        from cli.study.screens.app import StudyApp
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("textual", "rich"):
            raise
        raise MissingProgramError(f"study needs textual; {to_install('textual')}") from error
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("study needs a terminal; `calimala step` and `calimala show` print instead")
    app = StudyApp(study)
    app.run()
    if app.fault:
        raise app.fault
