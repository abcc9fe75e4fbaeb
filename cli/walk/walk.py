"""A user's way through a game: the place, the level, the viewer, and the object that is followed."""

from collections.abc import Sequence
from functools import cached_property

from msgspec.structs import replace

from calimala_es.components import COLOUR_WORDS
from calimala_es.errors import UnknownIdError
from calimala_es.game import moves_of_events
from calimala_es.store.stored_game import UndoneSpan, undone_spans
from calimala_es.view import PUBLIC, Viewer
from cli.games import FoundGame
from cli.settings import settings
from cli.walk.options import ACTIVATION, CHANGE, Jump, jumped, jumps_of
from replays.replay import Level, Replay, Step
from replays.stepping import History, Jumps, Subject
from replays.stepping.branches import branch
from replays.text.terminal import Palette

END_IS_HIDDEN = "the end is hidden (--no-spoilers)"


class Walk:
    """A game that a user walks through.

    ``at`` is the position; ``tells_end`` is off for a user who wants no spoilers; ``subject`` is the object that is
    followed; ``own`` are the positions marked on the way; ``tells_changes`` and ``tells_undone`` say what is shown in
    addition, and ``board_part`` is the part with which the board begins on a screen without room for everything.
    """

    def __init__(self, game: FoundGame, level: Level, *, tells_end: bool = True) -> None:
        """Begin at the start, seeing everything."""
        self.game = game
        self.level = level
        self.tells_end = tells_end
        self.depths = game.depths
        self.viewer_name = "all"
        self.at = 0
        self.subject: Subject | None = None
        self.own: tuple[int, ...] = ()
        self.tells_changes = False
        self.tells_undone = False
        self.board_part = 0
        self._viewers = ["all", *map(str, range(game.setup.players)), "public"]
        self._set(game.replay)

    def _set(self, replay: Replay) -> None:
        self.replay = replay
        self.noted = self.game.noted(sees_all=self.sees_all)
        self.__dict__.pop("jumps", None)

    @cached_property
    def jumps(self) -> Jumps:
        """The possible jumps, as the viewer sees the game."""
        return jumps_of(self.game, self.replay, self.own)

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
        self.at = self.replay.find(target, tells_reach=self.tells_end)

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
        if level is Level.GAME and not self.tells_end:
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
        if not self.tells_end:
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
        for span in undone_spans(self.game.stored) if self.game.stored else ():
            found.setdefault(self.game.replay.before(span.anchor), []).append(span)
        return found

    def undone_at(self, position: int) -> Sequence[tuple[UndoneSpan, Replay, int]]:
        """Return the spans undone at a position, each with the game it would have made and where it begins in it.

        Whether one can be redone is shown only if the end may be shown, since the game ends there.
        """
        found: list[tuple[UndoneSpan, Replay, int]] = []
        for span in self._undone.get(position, ()):
            made = branch(
                self.game.replay, span.anchor, moves_of_events(self.game.record.state_at(span.anchor), span.batches)
            )
            seen = made if self.sees_all else made.view(self.viewer)
            told = span if self.tells_end else replace(span, is_redoable=False)
            found.append((told, seen, made.before(span.anchor + span.shared)))
        return found
