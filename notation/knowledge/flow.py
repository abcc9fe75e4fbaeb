"""Whether a network with bounds on every edge carries a flow, and one that it carries."""

from collections import defaultdict, deque
from collections.abc import Hashable, Sequence
from typing import NamedTuple


class Edge(NamedTuple):
    """An edge that carries at least ``least`` and at most ``most``."""

    start: Hashable
    end: Hashable
    least: int
    most: int


_SOURCE = object()
_SINK = object()


def circulation(edges: Sequence[Edge]) -> list[int] | None:
    """What each edge carries where everything that flows into a node flows out of it; ``None`` if nothing does.

    What every edge has to carry is fed in at a source and taken out at a sink; if all of it can get through, it flows.
    """
    ends: list[Hashable] = []
    room: list[int] = []
    leaving: dict[Hashable, list[int]] = defaultdict(list)
    excess: dict[Hashable, int] = defaultdict(int)

    def join(start: Hashable, end: Hashable, most: int) -> None:
        for node, other, free in ((start, end, most), (end, start, 0)):
            leaving[node].append(len(ends))
            ends.append(other)
            room.append(free)

    for edge in edges:
        if edge.least > edge.most:
            return None
        join(edge.start, edge.end, edge.most - edge.least)
        excess[edge.end] += edge.least
        excess[edge.start] -= edge.least
    for node, more in [*excess.items()]:
        if more:
            join(*((_SOURCE, node) if more > 0 else (node, _SINK)), abs(more))
    wanted = sum(more for more in excess.values() if more > 0)
    while wanted:
        path = _path(leaving, ends, room)
        if path is None:
            return None
        for index in path:
            room[index] -= 1
            room[index ^ 1] += 1
        wanted -= 1
    return [edge.least + room[2 * index + 1] for index, edge in enumerate(edges)]


def _path(leaving: dict[Hashable, list[int]], ends: list[Hashable], room: list[int]) -> list[int] | None:
    """The edges of a shortest way with room from the source to the sink."""
    came: dict[Hashable, int] = {_SOURCE: -1}
    waiting = deque([_SOURCE])
    while waiting:
        node = waiting.popleft()
        for index in leaving[node]:
            end = ends[index]
            if room[index] and end not in came:
                came[end] = index
                if end is _SINK:
                    return _way_back(came, ends)
                waiting.append(end)
    return None


def _way_back(came: dict[Hashable, int], ends: list[Hashable]) -> list[int]:
    path: list[int] = []
    node: Hashable = _SINK
    while (index := came[node]) >= 0:
        path.append(index)
        node = ends[index ^ 1]
    return path
