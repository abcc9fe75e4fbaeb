"""What a store does with decisions that do not stand: undo, redo, others in their place, a return to any version."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Final, cast

from calimala_es.commands import Command
from calimala_es.decide import step
from calimala_es.errors import NothingToUndoError
from calimala_es.state import State
from calimala_es.store.access import Admitting, Receipt
from calimala_es.store.location import store_errors
from calimala_es.store.notes import header_set, notes_stream, placed_sayings
from calimala_es.store.opened import stale
from calimala_es.store.recorder import Name
from calimala_es.store.row_events import Redone, Undone
from calimala_es.store.rows import Entry, Fact, placed
from calimala_es.store.stored_game import StoredGame, closing_digest, project_game, walked

_AS_THEY_ARE: Final[Mapping[str, str | None]] = MappingProxyType({})
"""No header is another."""


class Rewriting(Admitting):
    """The part of a store that goes back. Nothing is ever deleted, and nothing is saved that the rules refuse."""

    def undo(self, game: StoredGame | str, count: int = 1, receipt: Receipt | None = None) -> StoredGame:
        """Undo the last commands of the game, each with all that followed; raises ``NothingToUndoError``."""
        game = self._current(game)
        if not 1 <= count <= len(game.numbers):
            raise NothingToUndoError(f"{game.id} has {len(game.numbers)} commands that can be undone, not {count}")
        return self._take_back(game, Undone(count), receipt)

    def redo(self, game: StoredGame | str, count: int = 1, receipt: Receipt | None = None) -> StoredGame:
        """Redo what was undone, as long as no new command came; raises ``NothingToUndoError``."""
        game = self._current(game)
        if not 1 <= count <= game.redoable:
            raise NothingToUndoError(f"{game.id} has {game.redoable} commands that can be redone, not {count}")
        return self._take_back(game, Redone(count, _last_ending(game, game.redoable_steps[count - 1].number)), receipt)

    def rewrite(
        self,
        game: StoredGame | str,
        keep: int,
        commands: Sequence[Command],
        carried: Mapping[int, int] | None = None,
        headers: Mapping[str, str | None] | None = None,
        receipt: Receipt | None = None,
    ) -> StoredGame:
        """Put other commands in the place of all but the first ``keep``, in one transaction; nothing is deleted.

        ``carried`` are places among the commands as they then stand, the first is 1, with the places of those that
        stood and are meant by what people said: that goes over to them, and back with an undo. ``headers`` are those
        that are otherwise in the game as it then stands, ``None`` for one that it has not; where the game goes back
        they do as well. Raises ``NothingToUndoError`` where there are fewer commands than are to be kept, and
        ``IllegalCommandError``.
        """
        game = self._current(game)
        there = len(game.numbers)
        if not 0 <= keep <= there:
            raise NothingToUndoError(f"{game.id} has {there} commands, not {keep} that could be kept")
        anchors = {place: game.anchors[was - 1] for place, was in (carried or {}).items()}
        return self._rewritten(game, keep, commands, anchors, headers=headers or {}, receipt=receipt)

    def return_to(self, game: StoredGame | str, version: int, receipt: Receipt | None = None) -> StoredGame:
        """Return the game to its state with ``version`` rows, whatever was undone or replaced since.

        Nothing is deleted: the current state can be returned to as well. Raises ``GameNotFoundError`` if there is no
        such version.
        """
        game = self._current(game)
        with store_errors(self._location):
            target = self._game(game.id, version)
        keep = shared(game.numbers, target.numbers)
        back = target.numbers[keep:]
        redoable = tuple(step.number for step in game.redoable_steps)
        if keep == len(game.numbers) and back and redoable[: len(back)] == back:
            return self._take_back(game, Redone(len(back), version), receipt)
        if not back:
            count = len(game.numbers) - keep
            return self._take_back(game, Undone(count, (), version), receipt) if count else game
        anchors = dict(enumerate(target.anchors[keep:], keep + 1))
        return self._rewritten(game, keep, target.commands[keep:], anchors, back_to=version, receipt=receipt)

    def _rewritten(
        self,
        game: StoredGame,
        keep: int,
        commands: Sequence[Command],
        anchors: Mapping[int, int],
        *,
        headers: Mapping[str, str | None] = _AS_THEY_ARE,
        back_to: int = 0,
        receipt: Receipt | None = None,
    ) -> StoredGame:
        """The game with other commands behind the first ``keep``; ``anchors`` by their places."""
        now, number = self._now(), game.next_number
        rows, _ = decided(game.states[keep], commands, number, now)
        carried = tuple((number + place - keep - 1, anchor) for place, anchor in sorted(anchors.items()))
        count = len(game.numbers) - keep
        undone = [Entry(0, now, Undone(count, carried, back_to, len(commands)))] if count or carried else []
        if not undone and not rows:
            return game
        return self._taken_over(game, [*undone, *rows], headers, receipt)

    def _take_back(self, game: StoredGame, event: Undone | Redone, receipt: Receipt | None = None) -> StoredGame:
        return self._taken_over(game, [Entry(0, self._now(), event)], receipt=receipt)

    def _taken_over(
        self,
        game: StoredGame,
        rows: list[Entry],
        headers: Mapping[str, str | None] = _AS_THEY_ARE,
        receipt: Receipt | None = None,
    ) -> StoredGame:
        """Save rows, and with them the headers that the game has since; the game after them."""
        since = game.version + 1
        entries = placed(game.id, since, rows)
        after = project_game(game, entries)
        assert after is not None
        said: list[Entry] = []
        names: list[Name] = []
        if headers:
            with store_errors(self._location):
                last = self._games.recorder.last_version(notes_stream(game.id))
            sayings = [header_set(name, value, since) for name, value in headers.items()]
            said, names = placed_sayings(game.id, last + 1, self._now(), sayings)
        receipts = self._receipts(game.id, receipt, after.version)
        self._save([*entries, *said, *receipts], stale(game.id), names)
        return self._annotated(after, self._notes(game.id), self._streams.logs(game.id))


def _last_ending(game: StoredGame, number: int) -> int:
    """Return the last version in which a command was the last current one."""
    return max(entry.originator_version for entry, standing in walked(game.entries[1:]) if standing[-1:] == [number])


def shared(one: Sequence[int], other: Sequence[int]) -> int:
    """Return how many numbers of commands two versions of a game have in common at the beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))


def decided(state: State, commands: Sequence[Command], number: int, now: datetime) -> tuple[list[Entry], State]:
    """Return the entries that follow from commands, the first of which gets ``number``, and the state after them."""
    entries: list[Entry] = []
    for command in commands:
        events, state = step(state, command)
        rows = [Entry(number, None, cast("Fact", event)) for event in events]
        rows[0].time = now
        rows[-1].digest = closing_digest(events, state)
        entries += rows
        number += 1
    return entries, state
