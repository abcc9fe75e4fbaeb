"""What was done to a stored game, change by change, and what undoing and redoing come to at each moment.

A *change* is what was saved at once: the decisions of one request, an undo, a correction, a new id. Undoing goes back
one *step*: a decision, or a correction, a new id or a deletion as a whole. The steps that led to the present game are a
chain, and each knows a version in which the game was as it is after that step. So undoing a step is returning to such a
version. What was undone can be redone until something new is saved.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.store.row_events import (
    GameCreated,
    GameDeleted,
    GameRenamed,
    GameRestored,
    HeadersCorrected,
    Redone,
    Undone,
)
from calimala_es.store.rows import EventRow

CREATED: Final = "created"
RECORDED: Final = "recorded"
UNDONE: Final = "undone"
REDONE: Final = "redone"
RETURNED: Final = "returned"
CORRECTED: Final = "corrected"
HEADERS: Final = "headers"
RENAMED: Final = "renamed"
DELETED: Final = "deleted"
RESTORED: Final = "restored"
NAMES_ERASED: Final = "names_erased"

_WITH_EFFECT: Final = frozenset((RECORDED, CORRECTED, HEADERS, RENAMED, DELETED))
"""The changes that can be undone."""


class Change(Struct, frozen=True):
    """Something that was done to a game.

    ``what`` is one of the words above. ``version`` is the number of rows that the game had then, 0 for a change that is
    no row of the game; ``time`` when it was saved. ``numbers`` are those of the commands that it saved or redid,
    ``gone`` those of the commands that it undid or replaced, ``last`` that of the last command of the game after it.
    ``has_setup``: the set-up was corrected. ``headers`` are those that it changed, ``None`` for one that was removed;
    ``id`` is the new id of the game, ``was`` the one before; ``back_to`` the version that it returned to. A change that
    was undone or replaced since is not ``current``.
    """

    what: str
    version: int
    time: datetime | None
    numbers: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    last: int = 0
    has_setup: bool = False
    headers: tuple[tuple[str, str | None], ...] = ()
    id: str = ""
    was: str = ""
    back_to: int = 0
    current: bool = True


class UndoStep:
    """A step that led to a game: a decision, or a ``change`` that is undone as a whole.

    ``before`` is the step before it, ``None`` at the beginning. In ``version`` the game was as it is after this step,
    with ``count`` commands. ``place`` is that of the change it belongs to.
    """

    __slots__ = ("before", "change", "count", "place", "version")

    def __init__(
        self, before: "UndoStep | None", version: int, count: int, place: int = 0, change: Change | None = None
    ) -> None:
        """Store what is known of a step."""
        self.before = before
        self.version = version
        self.count = count
        self.place = place
        self.change = change

    @property
    def is_renaming(self) -> bool:
        """Whether the game got another id."""
        return self.change is not None and self.change.what == RENAMED

    @property
    def unchanged(self) -> int:
        """The number of commands that a correction did not replace."""
        return self.count - len(self.change.numbers) if self.change and self.change.what == CORRECTED else self.count

    def chain(self) -> Iterator["UndoStep"]:
        """Yield this step and all before it, the last one first."""
        step: UndoStep | None = self
        while step is not None:
            yield step
            step = step.before


class GameHistory:
    """The changes of a game, the ``last`` step, and the ``undone`` steps that can be redone, the next one last."""

    def __init__(self, rows: Iterable[EventRow]) -> None:
        """Fold the rows of a game."""
        self.last = UndoStep(None, 1, 0)
        self.undone: list[UndoStep] = []
        self._changes: list[Change] = []
        self._current: list[int] = []
        self._redoable: list[int] = []
        self._steps: dict[int, UndoStep] = {}
        self._id = ""
        self._inside: dict[int, UndoStep] = {}
        self._lasting: set[int] = set()
        for group in _groups(rows):
            self._add(group)
            self._steps[group[-1].originator_version] = self.last

    @property
    def changes(self) -> tuple[Change, ...]:
        """All changes, the earliest first."""
        places = self._lasting | self._places()
        return tuple(
            replace(change, current=change.what not in _WITH_EFFECT or place in places)
            for place, change in enumerate(self._changes)
        )

    def _places(self) -> set[int]:
        """Return the places of the changes that the present game comes from."""
        found: set[int] = set()
        kept = self.last.count
        for step in self.last.chain():
            if step.change is not None or step.count <= kept:
                found.add(step.place)
            kept = min(kept, step.unchanged)
        return found

    # One change after another.

    def _add(self, rows: list[EventRow]) -> None:
        event = rows[0].event
        if isinstance(event, GameCreated):
            self._steps[rows[0].originator_version] = self.last
            self._save(CREATED, rows, numbers=self._decide(rows[1:]))
        elif isinstance(event, Undone):
            self._undo(rows, event)
        elif isinstance(event, Redone):
            self._redo(rows, event)
        elif isinstance(event, HeadersCorrected):
            self._take(self._save(HEADERS, rows))
        elif isinstance(event, GameRenamed):
            self._rename(rows, event)
        elif isinstance(event, GameDeleted):
            self._take(self._save(DELETED, rows))
        elif isinstance(event, GameRestored):
            self._save(RESTORED, rows)
            self._end_redo()
            self.last = self.last.before or self.last
        else:
            self._save(RECORDED, rows, numbers=self._decide(rows))

    def _save(self, what: str, rows: Sequence[EventRow], **details: Any) -> Change:
        """Add a change; return it."""
        last = self._current[-1] if self._current else 0
        change = Change(what, rows[-1].originator_version, rows[0].time, last=last, **details)
        self._changes.append(change)
        return change

    def _take(self, change: Change) -> None:
        """Take a step that is undone as a whole."""
        self._end_redo()
        self.last = UndoStep(self.last, change.version, len(self._current), len(self._changes) - 1, change)

    def _end_redo(self) -> None:
        self.undone.clear()
        self._redoable.clear()

    def _decide(self, rows: Sequence[EventRow]) -> tuple[int, ...]:
        """Take a step for each command of these rows; return their numbers."""
        self._end_redo()
        versions: dict[int, list[int]] = {}
        for row in rows:
            versions.setdefault(row.number, []).append(row.originator_version)
        for number, written in versions.items():
            self._current.append(number)
            self.last = UndoStep(self.last, written[-1], len(self._current), len(self._changes))
            self._steps |= dict.fromkeys(written, self.last)
        return tuple(versions)

    def _undo(self, rows: list[EventRow], event: Undone) -> None:
        kept = len(self._current) - event.count
        gone, numbers = tuple(self._current[kept:]), tuple(dict.fromkeys(row.number for row in rows[1:]))
        self._current = [*self._current[:kept], *numbers]
        self._redoable += reversed(gone)
        if event.back_to:
            self._return(rows, event.back_to, numbers, gone)
        elif numbers or event.carried or event.begins is not None:
            self._correct(rows, kept, numbers, gone, has_setup=event.begins is not None)
        else:
            self._save(UNDONE, rows, gone=gone)
            self._go_back(rows[-1].originator_version)
        if numbers or event.begins is not None:
            self._redoable.clear()

    def _correct(
        self, rows: list[EventRow], kept: int, numbers: tuple[int, ...], gone: tuple[int, ...], *, has_setup: bool
    ) -> None:
        """Take the step of a correction; the decisions that it brings can be undone one by one as well."""
        change = self._save(CORRECTED, rows, numbers=numbers, gone=gone, has_setup=has_setup)
        versions = {row.number: row.originator_version for row in rows[1:]}
        inside = next(step for step in self.last.chain() if step.count <= kept)
        for count, version in enumerate(versions.values(), kept + 1):
            inside = self._steps[version] = UndoStep(inside, version, count, len(self._changes) - 1)
        self._take(change)
        self._inside[change.version] = inside

    def _go_back(self, version: int) -> None:
        """Go back to the step that led to as many commands as there are in this version.

        Where that goes past a change of something else, which stays, decisions are all that can be undone from then on.
        """
        step, stays = self.last, False
        while step.count > len(self._current):
            if step.change is None:
                self.undone.append(step)
            elif step.change.what == CORRECTED:
                step = self._inside[step.change.version]
                continue
            else:
                self._lasting.add(step.place)
                stays = True
            assert step.before is not None
            step = step.before
        if stays:
            step = self._only_decisions(step, version)
        self.last = UndoStep(step.before, version, step.count, step.place, step.change)

    def _only_decisions(self, last: UndoStep, version: int) -> UndoStep:
        """Return a chain in which every command that led to a step is a decision of its own."""
        places: dict[int, int] = {}
        kept = last.count
        step: UndoStep | None = last
        while step is not None:
            if step.change is not None and step.change.what == CORRECTED:
                step = self._inside[step.change.version]
                continue
            if step.change is not None:
                self._lasting.add(step.place)
            elif step.count <= kept:
                places[step.count], kept = step.place, step.count - 1
            step = step.before
        found = UndoStep(None, version, 0)
        for count in range(1, last.count + 1):
            found = UndoStep(found, version, count, places[count])
        return found

    def _redo(self, rows: list[EventRow], event: Redone) -> None:
        """Redo commands: the game is as it was in the version that is returned to."""
        numbers = tuple([self._redoable.pop() for _ in range(event.count)])
        self._current += numbers
        target = self._at(event.back_to)
        redone = self.undone[-event.count :]
        if self.undone and self.undone[-1].version == target.version:
            target = self.undone.pop()
        elif all(step.change is None for step in redone):
            del self.undone[-event.count :]
        else:
            self.undone.clear()
        self._save(REDONE, rows, numbers=numbers, back_to=event.back_to)
        self.last = self._named(target)

    def _return(self, rows: list[EventRow], back_to: int, numbers: tuple[int, ...], gone: tuple[int, ...]) -> None:
        """Return to a version: by undoing the last step, by redoing the next one, or from anywhere."""
        before, waiting = self.last.before, self.undone[-1] if self.undone else None
        version = self._at(back_to).version
        if before is not None and before.version == version:
            self.undone.append(self.last)
            what, target = UNDONE, before
        elif (
            waiting is not None
            and waiting.version == version
            and not (waiting.change and waiting.change.what == RENAMED)
        ):
            self.undone.pop()
            what, target = REDONE, waiting
        else:
            self.undone.clear()
            what, target = RETURNED, self._named(self._at(back_to))
        self._save(what, rows, numbers=numbers, gone=gone, back_to=back_to)
        # The latest version that is the same has the commands under the numbers that they have now.
        self.last = UndoStep(target.before, rows[-1].originator_version, target.count, target.place, target.change)

    def _named(self, target: UndoStep) -> UndoStep:
        """Return a step to go back to, without new ids that do not lead to the present one: going back changes none."""
        chain, name, others = [*target.chain()], self._id, set[UndoStep]()
        for step in chain:
            if step.change is not None and step.change.what == RENAMED:
                if step.change.id == name:
                    name = step.change.was
                else:
                    others.add(step)
        if not others:
            return target
        after: UndoStep | None = None
        for step in reversed(chain):
            if step not in others:
                is_same = step.before is after
                after = step if is_same else UndoStep(after, step.version, step.count, step.place, step.change)
        assert after is not None
        return after

    def _rename(self, rows: list[EventRow], event: GameRenamed) -> None:
        change = self._save(RENAMED, rows, id=event.id, was=event.was)
        self._id = event.id
        last, before = self.last.change, self.last.before
        waiting = self.undone[-1] if self.undone else None
        self._redoable.clear()
        if before is not None and last is not None and (last.id, last.was) == (event.was, event.id):
            self.undone.append(self.last)
            self.last = before
            self._lasting.add(len(self._changes) - 1)
        elif waiting is not None and waiting.change is not None and waiting.change.id == event.id:
            self.undone.pop()
            self.last = waiting
            self._lasting.add(len(self._changes) - 1)
        else:
            self._take(change)

    def _at(self, version: int) -> UndoStep:
        """Return the last step of a version; in the midst of a correction, that after it."""
        return self._steps[min(known for known in self._steps if known >= version)]


def _groups(rows: Iterable[EventRow]) -> Iterator[list[EventRow]]:
    """Yield the rows of each change: what one request saved has one time."""
    group: list[EventRow] = []
    time: datetime | None = None
    brings = 0
    for row in rows:
        is_first = bool(row.number) and (not group or group[-1].number != row.number)
        if is_first and brings:
            brings -= 1
        elif not row.number or (is_first and (row.time != time or not _takes_commands(group))):
            if group:
                yield group
            group, time = [], row.time
            brings = row.event.brings if isinstance(row.event, Undone) else 0
        group.append(row)
    if group:
        yield group


def _takes_commands(group: Sequence[EventRow]) -> bool:
    """Return whether commands of the same time belong to a change: its own, or the creation of the game."""
    return bool(group) and (group[0].number > 0 or isinstance(group[0].event, GameCreated))
