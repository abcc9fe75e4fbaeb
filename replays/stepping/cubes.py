"""The lives of the cubes on the board: what brought each, where it went, what it counted for (R5.11, R6.4)."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from calimala_es.components import ALL_ROWS, AREA_ROWS, SEATS, TILE_ROWS, Row
from calimala_es.events import AreaScored, CubeMoved, Event, InfluenceScored, PartObserved, TileScored
from calimala_es.scoring import tile_rows
from calimala_es.setup import Setup
from calimala_es.state import State
from replays.replay import Replay
from replays.stepping.lives import ADDED, CLOSED_UP, COUNTED, GONE, LAY, MOVED, SEEN, Growing, Happening, Life, Lying

_SCORINGS: Final = (TileScored, InfluenceScored, AreaScored)


class Cubes(NamedTuple):
    """The lives of all cubes, and the cubes in each row over time."""

    lives: tuple[Life, ...]
    rows: Lying[str]


def cubes_of(replay: Replay) -> Cubes:
    """Return the life of every cube of a game, whole or as somebody saw it."""
    board = _Board(replay)
    before = replay.start
    for at, event in enumerate(replay.events):
        after = replay.states[at + 1]
        if isinstance(event, _SCORINGS):
            board.count(at, event)
        elif before.rows is not after.rows:
            board.change(at, event, before, after)
        before = after
    return Cubes(tuple(cube.life() for cube in board.cubes), board.rows)


def name_at(life: Life, position: int) -> str:
    """Return the name of a cube at a position: its row and cell, ``-`` for one that is gone."""
    row = cell = ""
    for happening in life.until(position).happenings:
        if happening.what == GONE:
            row, cell = happening.place, "-"
        elif happening.what != COUNTED:
            row, cell = happening.place, str(happening.number)
    return f"{row}/{cell}"


def scored_rows(event: TileScored | InfluenceScored | AreaScored, setup: Setup) -> tuple[str, Sequence[int]]:
    """Return the tile, card or area that is scored, and the rows that count for it (R6.4, R7.3, R10.7, R10.9)."""
    if isinstance(event, TileScored):
        return event.tile, tile_rows(setup, event.tile)
    if isinstance(event, InfluenceScored):
        return event.card, TILE_ROWS[event.card]
    return event.area, AREA_ROWS[event.area]


class _Board:
    """The cubes while the events are gone through."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._names = ALL_ROWS[: len(replay.start.rows)]
        self.rows: Lying[str] = Lying(self._names)
        self.cubes: list[Growing] = []
        for row, marks in zip(self._names, replay.start.rows, strict=True):
            self.rows.put(row, 0, tuple(self._come(row, mark, cell, -1, LAY) for cell, mark in enumerate(marks, 1)))

    def _come(self, row: Row, mark: str, cell: int, at: int, what: str) -> int:
        """Add a cube by the event at a place, -1 before the first; return its number."""
        cube = Growing(f"{row}/{cell}", "cube", mark)
        self.cubes.append(cube)
        self._happen(cube, at, what, row, cell, int(mark))
        return len(self.cubes) - 1

    def _happen(self, cube: Growing, at: int, what: str, place: str, number: int = 0, seat: int | None = None) -> None:
        id = str(self._replay.ids[at]) if at >= 0 else ""
        cube.happenings.append(Happening(at + 1, id, what, seat, place, number))

    def count(self, at: int, event: TileScored | InfluenceScored | AreaScored) -> None:
        """Count all cubes of the rows that are scored."""
        place, rows = scored_rows(event, self._replay.start.setup)
        for row in rows:
            for number in self.rows.last(self._names[row]):
                cube = self.cubes[number]
                self._happen(cube, at, COUNTED, place, event.points[int(cube.mark)], int(cube.mark))

    def change(self, at: int, event: Event, before: State, after: State) -> None:
        """Add cubes, move one, or correct a row by an observation."""
        if isinstance(event, CubeMoved):
            self._move(at, event)
        for row in _changed(before.rows, after.rows):
            self._fill(at, self._names[row], after.rows[row], is_seen=isinstance(event, PartObserved))

    def _move(self, at: int, event: CubeMoved) -> None:
        """Move the mover's last cube in its row to another one (R11.Bardi, R11.Pulci); those after it close up."""
        source, target = self.rows.last(event.source), self.rows.last(event.target)
        mark = SEATS[event.seat]
        number = next(number for number in reversed(source) if self.cubes[number].mark == mark)
        left = tuple(other for other in source if other != number)
        self.rows.put(event.source, at + 1, left)
        for cell in range(source.index(number), len(left)):
            self._happen(self.cubes[left[cell]], at, CLOSED_UP, event.source, cell + 1)
        target = self.rows.last(event.target)
        self.rows.put(event.target, at + 1, (*target, number))
        self._happen(self.cubes[number], at, MOVED, event.target, len(target) + 1, event.seat)

    def _fill(self, at: int, row: Row, marks: str, *, is_seen: bool) -> None:
        """Fill a row with these cubes; those that agree from the left on are the ones that were there."""
        lying = self.rows.last(row)
        same = agreeing([self.cubes[number].mark for number in lying], marks)
        for number in lying[same:]:
            self._happen(self.cubes[number], at, GONE, row)
        what = SEEN if is_seen else ADDED
        come = [self._come(row, mark, cell, at, what) for cell, mark in enumerate(marks[same:], same + 1)]
        self.rows.put(row, at + 1, (*lying[:same], *come))


def _changed(before: Sequence[str], after: Sequence[str]) -> Iterator[int]:
    return (row for row, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)


def agreeing(marks: Sequence[str], seen: str) -> int:
    """Return how many marks from the first on are the same."""
    pairs = zip(marks, seen, strict=False)
    return next((place for place, (one, other) in enumerate(pairs) if one != other), min(len(marks), len(seen)))
