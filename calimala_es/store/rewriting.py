"""What a store does with decisions that do not stand: undo, redo, others in their place, a return to any version."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import cast

from calimala_es.commands import Command
from calimala_es.decide import step
from calimala_es.errors import NothingToUndoError
from calimala_es.state import State
from calimala_es.store.facts import Entry, Fact, Redone, Undone, placed
from calimala_es.store.game import StoredGame, closing_digest, project_game
from calimala_es.store.opened import Opened, stale


class Rewriting(Opened):
    """The part of a store that goes back. Nothing is ever deleted, and nothing is saved that the rules refuse."""

    def undo(self, game: StoredGame | str, count: int = 1) -> StoredGame:
        """Take the last commands out of the game, each with all that followed; raises ``NothingToUndoError``."""
        game = self._current(game)
        if not 1 <= count <= len(game.numbers):
            raise NothingToUndoError(f"{game.id} has {len(game.numbers)} commands that can be undone, not {count}")
        return self._take_back(game, Undone(count))

    def redo(self, game: StoredGame | str, count: int = 1) -> StoredGame:
        """Bring back what undo took out, as long as no new command came; raises ``NothingToUndoError``."""
        game = self._current(game)
        if not 1 <= count <= game.redoable:
            raise NothingToUndoError(f"{game.id} has {game.redoable} commands that can be redone, not {count}")
        return self._take_back(game, Redone(count))

    def rewrite(
        self,
        game: StoredGame | str,
        keep: int,
        commands: Sequence[Command],
        carried: Mapping[int, int] | None = None,
    ) -> StoredGame:
        """Put other commands in the place of all but the first ``keep``, in one transaction; nothing is deleted.

        ``carried`` are places among the commands as they then stand, the first is 1, with the places of those that
        stood and are meant by what people said: that goes over to them, and back with an undo. Raises
        ``NothingToUndoError`` where there are fewer commands than are to be kept, and ``IllegalCommandError``.
        """
        game = self._current(game)
        there = len(game.numbers)
        if not 0 <= keep <= there:
            raise NothingToUndoError(f"{game.id} has {there} commands, not {keep} that could be kept")
        anchors = {place: game.anchors[was - 1] for place, was in (carried or {}).items()}
        return self._rewritten(game, keep, commands, anchors)

    def return_to(self, game: StoredGame | str, version: int) -> StoredGame:
        """Let the game stand as it stood when it had ``version`` rows, whatever was undone or put in its place since.

        Nothing is deleted: what stands now can be returned to as well. Raises ``GameNotFoundError`` for a version that
        there is not.
        """
        game = self._current(game)
        with self._told:
            target = self._game(game.id, version)
        keep = shared(game.numbers, target.numbers)
        back = target.numbers[keep:]
        redoable = tuple(step.number for step in game.redoable_steps)
        if keep == len(game.numbers) and back and redoable[: len(back)] == back:
            return self._take_back(game, Redone(len(back)))
        if not back:
            return game if keep == len(game.numbers) else self._take_back(game, Undone(len(game.numbers) - keep))
        anchors = dict(enumerate(target.anchors[keep:], keep + 1))
        return self._rewritten(game, keep, target.commands[keep:], anchors)

    def _rewritten(
        self, game: StoredGame, keep: int, commands: Sequence[Command], anchors: Mapping[int, int]
    ) -> StoredGame:
        """The game with other commands behind the first ``keep``; ``anchors`` by their places."""
        now, number = self._now(), game.next_number
        rows, _ = decided(game.states[keep], commands, number, now)
        carried = tuple((number + place - keep - 1, anchor) for place, anchor in sorted(anchors.items()))
        count = len(game.numbers) - keep
        undone = [Entry(0, now, Undone(count, carried))] if count or carried else []
        if not undone and not rows:
            return game
        entries = placed(game.id, game.version + 1, [*undone, *rows])
        after = project_game(game, entries)
        assert after is not None
        self._save(entries, stale(game.id))
        return self._annotated(after, self._notes(game.id), self._streams.logs(game.id))

    def _take_back(self, game: StoredGame, event: Undone | Redone) -> StoredGame:
        entries = placed(game.id, game.version + 1, [Entry(0, self._now(), event)])
        after = project_game(game, entries)
        assert after is not None
        self._save(entries, stale(game.id))
        return self._annotated(after, self._notes(game.id), self._streams.logs(game.id))


def shared(one: Sequence[int], other: Sequence[int]) -> int:
    """How many numbers of commands two versions of a game both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))


def decided(state: State, commands: Sequence[Command], number: int, now: datetime) -> tuple[list[Entry], State]:
    """The entries that follow from commands, the first of which gets ``number``, and the state after them."""
    entries: list[Entry] = []
    for command in commands:
        events, state = step(state, command)
        rows = [Entry(number, None, cast("Fact", event)) for event in events]
        rows[0].time = now
        rows[-1].digest = closing_digest(events, state)
        entries += rows
        number += 1
    return entries, state
