"""The options that ``show`` and ``step`` share: jumps, and reading without learning how a game ends."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

import click

from calimala_es.errors import UnknownIdError
from calimala_es.view import PUBLIC
from cli.games import FoundGame, report_errors
from cli.group import FINDINGS, OK
from cli.terminal import complain
from cli.viewpoint import seat_of
from replays.replay import Replay
from replays.stepping import Jumps, Subject, markers_of, parse_subject
from replays.stepping.jumps import next_of, previous_of

_Function = TypeVar("_Function", bound=Callable[..., Any])

SCORING: Final = "scoring"
ACTIVATION: Final = "activation"
MARKER: Final = "marker"
CHANGE: Final = "change"
KINDS: Final = (SCORING, ACTIVATION, MARKER, CHANGE)
"""The kinds of jump targets.

A scoring; a player's activation; a missed decision, an observation or a note; a change of the followed object.
"""

SEEN_ERROR: Final = "there is an error in the text here; `calimala check` tells it"
"""The message for an error whose words could reveal what that viewpoint hides."""


class Jump(NamedTuple):
    """Where to go: the next or the previous target of a kind, of a player, of an object."""

    kind: str
    is_forward: bool
    of: str | None
    subject: Subject | None


def jump_options(function: _Function) -> _Function:
    """Add ``--next``, ``--previous``, ``--of``, ``--object`` and ``--no-spoilers`` to a command."""
    for option in (
        click.option(
            "--no-spoilers", is_flag=True, help="Tell nothing of what comes later, or of how long it goes on."
        ),
        click.option("--object", "thing", metavar="OBJECT", help="SMF.W, AS, AS/1, disc:7, card:W, influence:LIS."),
        click.option("--of", metavar="SEAT", help="Whose activations; otherwise those of --as."),
        click.option("--previous", type=click.Choice(KINDS), help="Go back to one; change: of --object."),
        click.option("--next", type=click.Choice(KINDS), help="Go on from there to one; change: of --object."),
    ):
        function = option(function)
    return function


def jump_of(game: FoundGame, asked: dict[str, Any]) -> Jump | None:
    """Return the jump that the options request; raise ``click.UsageError`` and ``SubjectError``."""
    if asked["next"] and asked["previous"]:
        raise click.UsageError("--next and --previous exclude each other")
    kind = asked["next"] or asked["previous"]
    if kind is None:
        return None
    if kind == CHANGE and asked["thing"] is None:
        raise click.UsageError(f"--{_way(bool(asked['next']))} change needs --object")
    return Jump(kind, bool(asked["next"]), asked["of"] or asked["seat"], subject_of(game, asked["thing"]))


def _way(is_forward: bool) -> str:
    return "next" if is_forward else "previous"


def subject_of(game: FoundGame, thing: str | None) -> Subject | None:
    """Return the requested object, if any; raise ``SubjectError``."""
    return None if thing is None else parse_subject(thing, game.setup)


def jumps_of(game: FoundGame, replay: Replay, own: tuple[int, ...] = ()) -> Jumps:
    """Return the jump targets in a game, in a replay of it as a viewer saw it."""
    return Jumps(replay, markers_of(game.replay, game.heard(sees_all=replay is game.replay), own))


def jumped(jumps: Jumps, jump: Jump, game: FoundGame, position: int) -> int:
    """Return the position that a jump leads to; raise ``UnknownIdError`` if there is none, and ``click.UsageError``."""
    found = (next_of if jump.is_forward else previous_of)(_places(jumps, jump, game, position), position)
    if found is None:
        where = f"after {game.ids[position - 1]}" if position else "after the start"
        where = where if jump.is_forward else where.replace("after", "before", 1)
        raise UnknownIdError(f"there is no {jump.kind} {where}")
    return found


def _places(jumps: Jumps, jump: Jump, game: FoundGame, position: int) -> tuple[int, ...]:
    if jump.kind == SCORING:
        return jumps.scorings
    if jump.kind == MARKER:
        return jumps.markers
    if jump.kind == CHANGE:
        return jumps.changes(jump.subject, position) if jump.subject else ()
    viewer = seat_of(jump.of, game) if jump.of else PUBLIC
    if viewer is None:
        raise click.UsageError("whose activation? --of says it, or --as")
    return jumps.activations(viewer)


def report_seen_errors(game: FoundGame, *, sees_all: bool, is_end: bool) -> int:
    """Report errors as ``report_errors`` does, without anything hidden by the viewpoint or by ``--no-spoilers``.

    ``is_end`` is off if the part that was read does not reach the errors, for a user who wants no spoilers.
    """
    if not game.errors or not is_end:
        return OK
    if sees_all:
        return report_errors(game)
    complain(SEEN_ERROR)
    return FINDINGS
