"""``step``: a game step by step, with keys on a terminal, as a list elsewhere."""

import sys
from itertools import islice
from typing import Any, Final

import click

from cli.files import GameName
from cli.games import find_place
from cli.options import CommandWithExamples, json_option
from cli.terminal import write_json
from cli.viewpoint import (
    LAYERS_OPTION,
    SEAT,
    find_layers,
    jump_of,
    jump_options,
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


@click.command(
    "step",
    cls=CommandWithExamples,
    examples=(
        "calimala step 2026-11-20-lily",
        "calimala step game.cgn --at 12 --level activation --as red",
        "calimala step game.cgn#v1:7.2",
        "calimala step game.cgn --level action --changes | less",
        "calimala step game.cgn --at 12 --next scoring --steps 1",
        "calimala step game.cgn --at 12 --object SMF.W --history",
        "calimala step game.cgn --no-spoilers",
        "calimala step game.cgn --json",
    ),
)
@click.argument("name", metavar="GAME", type=GameName())
@click.option("--at", metavar="ID", help="Begin after turn 7, activation 7.2, event 7.2.3; port:7.2 in a variation.")
@click.option("--level", default="turn", show_default=True, type=click.Choice([*LEVELS]), help="How far a step goes.")
@SEAT
@LAYERS_OPTION
@jump_options
@click.option("--history", is_flag=True, help="Print what had become of --object there.")
@click.option("--changes", is_flag=True, help="Print what each step changed as well.")
@click.option("--undone", is_flag=True, help="Print what was undone, where it stood.")
@click.option("--steps", type=click.IntRange(1, MOST_STEPS), metavar="N", help="Print so many steps, not all.")
@click.option("--list", "as_list", is_flag=True, help="Print the steps even on a terminal.")
@json_option
def step_command(name: str, level: str, **asked: Any) -> int:
    """Walk through a game step by step.

    On a terminal with keys: right or space goes on, left back, and r t a c e choose steps of a round, a turn, an
    activation, an action or an event; ? tells the others. Elsewhere, or with --list, the steps are printed: all that
    follow, or those that do something to --object.
    """
    game = find_place(name, asked["at"])
    game.shown_layers = find_layers(asked["layers"], game)
    if asked["no_spoilers"] and LEVELS[level] is Level.GAME:
        raise click.UsageError(f"--level game: {END_IS_HIDDEN}")
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
        raise click.UsageError("--history needs --object")
    walk.shows_changes, walk.shows_undone = asked["changes"], asked["undone"]
    jump = jump_of(game, asked)
    if jump:
        walk.jump(jump)
    walk.subject = subject_of(game, asked["thing"])
    if asked["history"]:
        if asked["as_json"]:
            write_json(history_json(walk))
        else:
            print_history(walk)
        return _report(walk, walk.at)
    if not (asked["as_json"] or asked["as_list"]) and sys.stdin and sys.stdin.isatty() and sys.stdout.isatty():
        walk_by_keys(walk)
        return _report(walk, walk.at)
    if jump:
        walk.at = walk.replay.previous(walk.level, walk.at)
        walk.subject = None
    return _list(walk, asked["steps"], as_json=asked["as_json"])


def _list(walk: Walk, most: int | None, *, as_json: bool) -> int:
    """Print the steps from here on, at most ``most``."""
    if most is None and not walk.shows_end:
        most = ONE_STEP
    steps: list[Step] = [*islice(walk.steps(), most)]
    if as_json:
        write_json([step_json(walk, step) for step in steps])
    else:
        for step in steps:
            print_step(walk, step)
    return _report(walk, steps[-1].end if steps else walk.at)


def _report(walk: Walk, until: int) -> int:
    """Report the errors in the text, as far as the viewer may know them, and return the exit code."""
    is_open = walk.sees_all and walk.shows_end
    return report_seen_errors(walk.game, sees_all=is_open, is_end=walk.shows_end or until == walk.replay.last)
