"""The options that ``show`` and ``step`` share: jumps, and reading without learning how a game ends."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeVar

import click
from msgspec.structs import replace

from calimala_es.components import COLOUR_WORDS
from calimala_es.errors import UnknownIdError
from calimala_es.store import UndoneSpan
from calimala_es.view import PUBLIC, Viewer
from cli.games import FoundGame, report_errors
from cli.group import FINDINGS, OK
from cli.settings import settings
from cli.terminal import complain
from cli.viewpoint import seat_of
from replays.replay import Level, Replay, Step, branch
from replays.stepping import History, Jumps, Subject, markers_of, parse_subject
from replays.stepping.jumps import next_of, previous_of
from replays.text.terminal import Palette

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


# ----------------------------------------------------------------------------------------------------
# A user's way through a game: the place, the level, the viewer, and the object that is followed.

END_IS_HIDDEN = "the end is hidden (--no-spoilers)"


class Walk:
    """A game that a user walks through.

    ``at`` is the position; ``shows_end`` is off for a user who wants no spoilers; ``subject`` is the object that is
    followed; ``own`` are the positions marked on the way; ``shows_changes`` and ``shows_undone`` say what is shown in
    addition, and ``board_part`` is the part with which the board begins on a screen without room for everything.
    """

    def __init__(self, game: FoundGame, level: Level, *, shows_end: bool = True) -> None:
        """Begin at the start, seeing everything."""
        self.game = game
        self.level = level
        self.shows_end = shows_end
        self.record = game.replay
        self.viewer_name = "all"
        self.at = 0
        self.subject: Subject | None = None
        self.own: tuple[int, ...] = ()
        self.shows_changes = False
        self.shows_undone = False
        self.board_part = 0
        self._viewers = ["all", *map(str, range(game.setup.players)), "public"]
        self._set(game.replay)

    def _set(self, replay: Replay) -> None:
        self.replay = replay
        self.noted = self.game.noted(sees_all=self.sees_all)
        self._jumps: Jumps | None = None

    @property
    def jumps(self) -> Jumps:
        """The possible jumps, as the viewer sees the game; found when somebody jumps."""
        if self._jumps is None:
            self._jumps = jumps_of(self.game, self.replay, self.own)
        return self._jumps

    @cached_property
    def palette(self) -> Palette:
        """How the output is painted."""
        return Palette(colour=settings().has_colour)

    # The viewer.

    @property
    def sees_all(self) -> bool:
        """Whether the record is shown in full."""
        return self.viewer_name == "all"

    @property
    def viewer(self) -> Viewer:
        """The seat of the viewer; ``PUBLIC`` for the public and if everything is shown."""
        return int(self.viewer_name) if self.viewer_name.isdigit() else PUBLIC

    def look(self, viewer: Viewer) -> None:
        """Show the game as a seat or the public sees it."""
        self.viewer_name = "public" if viewer is PUBLIC else str(viewer)
        self._set(self.game.replay.view(viewer))

    def look_at_all(self) -> None:
        """Show the record in full."""
        self.viewer_name = "all"
        self._set(self.game.replay)

    def next_view(self) -> None:
        """Switch to the next view: all, each seat, the public."""
        self.viewer_name = self._viewers[(self._viewers.index(self.viewer_name) + 1) % len(self._viewers)]
        self._set(self.game.replay if self.sees_all else self.game.replay.view(self.viewer))

    # The place.

    def steps(self) -> list[Step]:
        """Return the steps from here on; for an object that is followed, those in which it changes."""
        replay, level = self.replay, self.level
        first = replay.step_before(level, self.at)
        steps = (replay.step(level, number) for number in range(first or 0, replay.count(level)))
        coming = [step for step in steps if step.start >= self.at]
        if self.subject is None:
            return coming
        places = self.jumps.changes(self.subject, self.at)
        return [step for step in coming if any(step.start < place <= step.end for place in places)]

    def go(self, target: str) -> None:
        """Go to a place by its id; raise ``UnknownIdError``."""
        self.at = self.replay.find(target, names_last=self.shows_end)

    def jump(self, jump: Jump) -> None:
        """Go to the next or the previous target of a kind; raise ``UnknownIdError`` if there is none."""
        self.at = jumped(self.jumps, jump, self.game, self.at)

    def jump_to(self, kind: str, *, is_forward: bool, seat: int | None = None) -> None:
        """Go to a target as ``jump`` does; an activation is that of ``seat``, the viewer, or the active player."""
        of = None
        if kind == ACTIVATION:
            looking, active = self.viewer, self.replay.states[self.at].active
            whose = seat if seat is not None else looking if looking is not None else active
            of = COLOUR_WORDS[self.game.setup.colours[whose]]
        if kind == CHANGE and self.subject is None:
            raise UnknownIdError("nothing is followed; f says what")
        self.jump(Jump(kind, is_forward, of, self.subject))

    def by(self, level: Level) -> None:
        """Continue by steps of a level; raise ``UnknownIdError`` for the whole game if the end is hidden."""
        if level is Level.GAME and not self.shows_end:
            raise UnknownIdError(END_IS_HIDDEN)
        self.level = level

    def forward(self) -> None:
        """Go one step forward."""
        self.at = self.replay.next(self.level, self.at)

    def back(self) -> None:
        """Go one step back."""
        self.at = self.replay.previous(self.level, self.at)

    def to_start(self) -> None:
        """Go back to the start of the game."""
        self.at = 0

    def to_end(self) -> None:
        """Go forward to the end of the game; raise ``UnknownIdError`` for a user who wants no spoilers."""
        if not self.shows_end:
            raise UnknownIdError(END_IS_HIDDEN)
        self.at = self.replay.last

    def mark(self) -> None:
        """Mark the position, or remove its mark."""
        self.own = tuple(sorted({*self.own} ^ {self.at}))
        self._set(self.replay)

    # Additional text.

    def history(self) -> History | None:
        """Return the history, up to here, of the object that is followed."""
        return self.jumps.histories.of(self.subject, self.at) if self.subject else None

    @cached_property
    def _undone(self) -> dict[int, list[UndoneSpan]]:
        """The spans that were undone, by the position at which they began."""
        found: dict[int, list[UndoneSpan]] = {}
        for span in self.game.stored.undone if self.game.stored else ():
            found.setdefault(self.game.replay.before(span.anchor), []).append(span)
        return found

    def undone_at(self, position: int) -> Sequence[tuple[UndoneSpan, Replay, int]]:
        """Return the spans undone at a position, each with the game it would have made and where it begins in it.

        Whether one can be redone is shown only if the end may be shown, since the game ends there.
        """
        found: list[tuple[UndoneSpan, Replay, int]] = []
        for span in self._undone.get(position, ()):
            made = branch(self.game.replay, span.anchor, span.moves)
            seen = made if self.sees_all else made.view(self.viewer)
            shown = span if self.shows_end else replace(span, is_redoable=False)
            found.append((shown, seen, made.before(span.anchor + span.shared)))
        return found
