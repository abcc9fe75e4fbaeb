"""What was taken back in a stored game, and where it stood: each undone span as a continuation of its own.

A game's numbers are never used twice, so the commands that were given form a tree: each follows the one that stood
last when it was given. Those that stand are one way through it; every other way is a span.
"""

from msgspec import Struct

from calimala_es.events import Event
from calimala_es.store.game import Step, StoredGame, walked


class UndoneSpan(Struct, frozen=True):
    """Commands that were given one after the other and taken back.

    ``anchor`` is how many of the commands that stand came before; ``steps`` are those that followed, of which the first
    ``shared`` belong to an earlier span as well. ``is_redoable``: a redo would bring them back.
    """

    anchor: int
    steps: tuple[Step, ...]
    shared: int
    is_redoable: bool

    @property
    def told(self) -> tuple[Step, ...]:
        """The steps that no earlier span has."""
        return self.steps[self.shared :]

    @property
    def batches(self) -> tuple[tuple[Event, ...], ...]:
        """The events of each step."""
        return tuple(step.events for step in self.steps)


def undone_spans(game: StoredGame) -> tuple[UndoneSpan, ...]:
    """Return the undone spans of a stored game by anchor, those of one anchor in the order in which they were given."""
    undone = {step.number: step for step in game.undone}
    if not undone:
        return ()
    parents = _parents(game)
    anchors = {0: 0, **{number: place for place, number in enumerate(game.numbers, 1)}}
    redoable = {step.number for step in game.redoable_steps}
    ends = sorted(undone.keys() - {parents[number] for number in undone})
    spans: list[UndoneSpan] = []
    told: set[int] = set()
    for end in ends:
        way = [end]
        while parents[way[-1]] in undone:
            way.append(parents[way[-1]])
        way.reverse()
        shared = sum(number in told for number in way)
        told.update(way)
        steps = tuple(undone[number] for number in way)
        spans.append(UndoneSpan(anchors[parents[way[0]]], steps, shared, end in redoable))
    return tuple(sorted(spans, key=lambda span: span.anchor))


def _parents(game: StoredGame) -> dict[int, int]:
    """Return the number of the command before which each was given, 0 at the start."""
    parents: dict[int, int] = {}
    for _, standing in walked(game.entries[1:]):
        if standing:
            parents.setdefault(standing[-1], standing[-2] if len(standing) > 1 else 0)
    return parents
