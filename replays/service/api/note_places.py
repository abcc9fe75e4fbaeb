"""Where notes are: moments as the store has them, and the positions of a page that readers of notes know."""

from typing import NamedTuple

from calimala_es.errors import UnknownIdError
from calimala_es.messages import Message
from replays.edit.nodes import Point
from replays.edit.tree import Branch, Tree
from replays.service.visibility.game_views import CachedGame, GameView
from replays.service.visibility.moments import moment_at


class NotePlace(NamedTuple):
    """A moment as notes have it: so many decisions into the game, or into a variation (the id of its annotation).

    ``point`` is that moment in the tree; ``on_main`` says how many decisions of the game lead there.
    """

    anchor: int
    variation: str
    point: Point
    on_main: int


def place_of(cached: CachedGame, view: GameView, tree: Tree, at: str, line: str, position: int | None) -> NotePlace:
    """Return the place of a moment: ``at``, or after ``position`` events of a line.

    Raises ``UnknownIdError``, also for a variation that is not seen.
    """
    if position is not None:
        return placed(cached, _point_after(tree, line, position))
    moment = moment_at(view, at)
    count = moment.replay.command_at(moment.position - 1) + 1 if moment.position else 0
    branch = tree.variation(moment.variation) if moment.variation else tree.main
    return placed(cached, branch.last.path[count - 1] if count and branch.last else tree.root)


def _point_after(tree: Tree, line: str, position: int) -> Point:
    """Return the first moment of a line, from the start of the game, that has so many events before it."""
    branch = tree.variation(line) if line else tree.main
    point: Point = tree.root
    events = 0
    for node in branch.last.path if branch.last else ():
        if events >= position:
            break
        point, events = node, events + len(node.events)
    if events < position:
        raise UnknownIdError(Message("there is no moment {place} in this game", place=position))
    return point


def placed(cached: CachedGame, point: Point) -> NotePlace:
    """Return the place of a point of the tree."""
    branch = point.branch
    anchor = point.depth - branch.begins_at.depth
    outer = branch
    while outer.instead_of is not None and outer.instead_of.branch.instead_of is not None:
        outer = outer.instead_of.branch
    on_main = outer.begins_at.depth if outer.instead_of is not None else point.depth
    return NotePlace(anchor, _annotation_of(cached, branch), point, on_main)


def _annotation_of(cached: CachedGame, branch: Branch) -> str:
    """Return the id of the annotation that a line is; empty for what was played."""
    return "" if branch.instead_of is None else cached.stored.variations[branch.id]


class NoteLines:
    """The lines of play that somebody sees, by the ids of the annotations that they are, with all their positions."""

    def __init__(self, cached: CachedGame, view: GameView) -> None:
        """Number the events of the main line, and of variations where they are seen."""
        replay = view.replay
        self._ends: dict[str, list[int]] = {"": [*replay.firsts, replay.last]}
        self.labels: dict[str, str] = {}
        self.symbols: dict[str, tuple[str, ...]] = {}
        if not view.sees_all:
            return
        ids = cached.stored.variations
        for branch in view.tree.variations():
            id = ids.get(branch.id, "")
            path = branch.last.path if branch.last else []
            at = sum(len(node.events) for node in path if node.depth <= branch.begins_at.depth)
            ends = [at]
            for node in branch:
                ends.append(ends[-1] + len(node.events))
            self._ends[id] = ends
            self.labels[id] = branch.id
            self.symbols[id] = tuple(node.symbol for node in branch)

    def position(self, variation: str, anchor: int) -> int:
        """Return how many events are before a moment of a line, 0 for one that is not seen."""
        ends = self._ends.get(variation, [0])
        return ends[min(anchor, len(ends) - 1)]
