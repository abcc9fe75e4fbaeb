"""A whole game as a tree: from a record or a text and back, and the ways to go through it."""

from collections.abc import Iterable, Iterator

from calimala_es.errors import UnknownIdError
from calimala_es.game import Depth, Game
from calimala_es.initial import initial
from calimala_es.setup import Setup
from calimala_es.state import State
from notation.budget import Budget
from notation.places import PlaceId, parse_place
from notation.reader import loads
from notation.tree.branches import Branch, Lines
from notation.tree.points import Node, Point, Root
from notation.writer import dumps, start_of
from notation.writing.style import CANONICAL, Style

_MOST_TOLD = 8


class Tree:
    """A game to be walked and edited. ``headers`` are those beside the set-up, ``root`` the start, ``main`` the line.

    Every decision has been decided by the rules, and every position is kept, so asking for one costs nothing.
    """

    def __init__(self, start: Setup | State, depth: Depth = "full") -> None:
        """A game without decisions, from its beginning or from any position.

        Where only part of it is told (``depth``) lines cannot be changed, since what nobody told stands in them, too.
        """
        self.lines = Lines(start if isinstance(start, State) else initial(start), depth)
        self.headers: list[tuple[str, str]] = []

    @classmethod
    def of(cls, record: Game) -> "Tree":
        """Return the tree of a game; raises ``NoPositionsError`` for one that tells only the result."""
        tree = cls(start_of(record), record.depth)
        tree.headers = [*record.headers]
        tree.root.notes += record.notes
        if record.moves:
            tree.main.fill(tree.root, record.moves)
        return tree

    @classmethod
    def read(cls, text: str | Iterable[str], name: str = "<text>", *, budget: Budget | None = None) -> "Tree":
        """The tree of the one game of a text; raises as ``loads``."""
        return cls.of(loads(text, name, budget=budget))

    def record(self) -> Game:
        """The game as a value; ``Tree.of(record).record() == record``."""
        state = self.root.state
        notes, headers = tuple(self.root.notes), tuple(self.headers)
        return Game(state.setup, state, self.main.moves(), headers, notes, self.lines.depth)

    def text(self, style: Style = CANONICAL) -> str:
        """The game as canonical text, or as ``style`` asks for."""
        return dumps(self.record(), style)

    # Headers.

    def header(self, name: str) -> str | None:
        """The value of the first header of that name."""
        return next((value for key, value in self.headers if key == name), None)

    def set_header(self, name: str, value: str) -> None:
        """Give the first header of that name another value; put it behind the others if there is none."""
        for place, (key, _) in enumerate(self.headers):
            if key == name:
                self.headers[place] = (name, value)
                return
        self.headers.append((name, value))

    # Ways through the game.

    @property
    def root(self) -> Root:
        """The start."""
        return self.lines.root

    @property
    def main(self) -> Branch:
        """The main line."""
        return self.lines.main

    @property
    def end(self) -> Point:
        """The end of the main line; the root if nothing is decided."""
        return self.main.last or self.root

    def walk(self) -> Iterator[Node]:
        """All decisions in the order of the text: each before its variations, these before what follows it."""
        waiting = [self.main.first]
        while waiting:
            node = waiting.pop()
            if node is not None:
                yield node
                waiting.append(node.next)
                waiting += [branch.first for branch in reversed(node.variations)]

    def variations(self) -> Iterator[Branch]:
        """All variations, each before those in it."""
        return self.main.variations()

    # Ids.

    def variation(self, id: str) -> Branch:
        """The variation of an id; raises ``UnknownIdError``."""
        branch = self.lines.by_id.get(id)
        if branch is None:
            known = [*self.lines.by_id]
            more = f" and {len(known) - _MOST_TOLD} more" if len(known) > _MOST_TOLD else ""
            hint = (
                f"there {'is' if len(known) == 1 else 'are'} {' '.join(known[:_MOST_TOLD])}{more}"
                if known
                else "it has none"
            )
            raise UnknownIdError(f"there is no variation {id[:60]!r} in this game; {hint}")
        return branch

    def find(self, place: str | PlaceId) -> Node:
        """The decision of an event ``7.2.3`` or ``v1:7.2.3``, or the first in an activation, a turn, a variation.

        Where nobody decided anything there it is the one that brought it about. Raises ``UnknownIdError``.
        """
        wanted = parse_place(place) if isinstance(place, str) else place
        branch = self.variation(wanted.variation) if wanted.variation else self.main
        brought_about = None
        for node in branch:
            first, *others = node.event_ids
            if wanted.has(first):
                return node
            if brought_about is None and any(map(wanted.has, others)):
                brought_about = node
        if brought_about is not None:
            return brought_about
        ends = (
            f"the line goes from {branch.first.id} to {branch.last.places[-1]}" if branch.first and branch.last else ""
        )
        raise UnknownIdError(f"there is no place {wanted} in this game; {ends or 'nothing is decided'}")
