"""The points of a tree: its start, and its decisions with the position, the events and the id of each.

A decision (``Node``) never changes, nor does what comes before it; what may change is what comes after, what may come
instead of it, which line it stands in, and what is said about it. So the position of a node is worked out once.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.events import Event
from calimala_es.game import Game, Move
from calimala_es.ids import EventId, Numbering, numbering_in
from calimala_es.notes import AnyNote
from calimala_es.state import State
from notation.places import PlaceId
from notation.tree.growing import Decisions, Last, TreeError
from notation.tree.noted import Noted
from notation.words.symbols import format_command

if TYPE_CHECKING:
    from notation.tree.branches import Branch


class Point(Noted):
    """A point of a game: the start, or a decision. ``state`` is the position there, ``depth`` the decisions up to it.

    ``next`` is the decision that follows on the same line, ``branch`` that line.
    """

    def __init__(self, branch: "Branch", state: State, depth: int, notes: Iterable[AnyNote]) -> None:
        """A point without anything behind it."""
        self.branch = branch
        self.state = state
        self.depth = depth
        self.notes = [*notes]
        self.next: Node | None = None

    @property
    def spoken_of(self) -> State:
        """The position that notes here speak of."""
        return self.state

    @property
    def led_here(self) -> Last | None:
        """The position before the decision that led here, and the decision."""
        return None

    @property
    def numbering(self) -> Numbering:
        """Where the ids of events have got to."""
        return numbering_in(self.state)

    def add(self, decisions: Decisions) -> "Node":
        """Go on from here; the last of the decisions.

        At the end of a line they go on with it, elsewhere they begin a variation beside what comes. All of them are
        decided by the rules: raises ``IllegalCommandError`` for commands and ``NotationError`` for words, and then
        nothing is added. What a text says before its first decision is said here.
        """
        return self.branch.grow(self, decisions)


class Root(Point):
    """The start of a game, where nothing is decided."""


class Node(Point):
    """A decision: ``command`` with its ``events``, the point ``parent`` before it, and ``variations`` instead of it."""

    def __init__(self, parent: Point, branch: "Branch", move: Move) -> None:
        """A decision behind a point, which does not know of it yet."""
        super().__init__(branch, move.state, parent.depth + 1, move.notes)
        self.parent = parent
        self._move = move
        self.variations: list[Branch] = []
        self._numbering: Numbering | None = None

    @property
    def command(self) -> Command:
        """The decision."""
        return self._move.command

    @property
    def events(self) -> tuple[Event, ...]:
        """What followed from it."""
        return self._move.events

    @property
    def move(self) -> Move:
        """The decision as a game has it, with notes and variations as they are now."""
        variations = tuple(branch.variation() for branch in self.variations)
        return replace(self._move, notes=tuple(self.notes), variations=variations)

    @property
    def symbol(self) -> str:
        """The decision as a word of notation."""
        return format_command(self.parent.state, self.command)

    @property
    def path(self) -> list["Node"]:
        """The decisions from the start to this one, it included."""
        found: list[Node] = []
        point: Point = self
        while isinstance(point, Node):
            found.append(point)
            point = point.parent
        return found[::-1]

    @property
    def game(self) -> Game:
        """The game from the start to this decision, by way of the variations that it is in."""
        root = self.branch.lines.root
        return Game(root.state.setup, root.state, tuple(node._move for node in self.path))

    @property
    def led_here(self) -> Last:
        """The position before the decision, and the decision."""
        return self.parent.state, self._move

    # Ids.

    @property
    def numbering(self) -> Numbering:
        """Where the ids of events have got to behind this decision."""
        unnumbered: list[Node] = []
        point: Point = self
        while isinstance(point, Node) and point._numbering is None:
            unnumbered.append(point)
            point = point.parent
        numbering = point.numbering if not isinstance(point, Node) else point._numbering
        for node in reversed(unnumbered):
            assert numbering is not None
            for event in node.events:
                numbering = numbering.after(event)
            node._numbering = numbering
        assert numbering is not None
        return numbering

    @property
    def event_ids(self) -> tuple[EventId, ...]:
        """The ids of the events on this line, without the variation."""
        numbering = self.parent.numbering
        found: list[EventId] = []
        for event in self.events:
            numbering = numbering.after(event)
            found.append(numbering.id)
        return tuple(found)

    @property
    def places(self) -> tuple[PlaceId, ...]:
        """The places of the events."""
        return tuple(PlaceId.of(self.branch.id, id) for id in self.event_ids)

    @property
    def id(self) -> str:
        """The place of the first event, as ``7.2.3`` or ``v1:7.2.3``; ``Tree.find`` finds the decision by it."""
        return str(self.places[0])

    # Editing.

    def add_variation(self, decisions: Decisions, name: str = "", id: str = "") -> "Branch":
        """Put a variation behind the others: decisions that may come instead of this one, decided by the rules.

        Without an ``id`` it gets one that no variation of the tree has or had. Raises as ``add``, and ``TreeError``.
        """
        return self.branch.lines.begin(self, decisions, name, id)

    def promote(self) -> None:
        """Promote the variation that this decision stands in, see ``Branch.promote``."""
        self.branch.promote()

    def promote_to_main(self) -> None:
        """Make this decision one of the main line, by promoting as often as it takes."""
        self.branch.require()
        while self.branch.instead_of is not None:
            self.branch.promote()

    def demote(self) -> None:
        """Let the first of the variations take the place of this decision and of those behind it."""
        if not self.variations:
            raise TreeError(f"there is no variation beside {self.id} that could take its place")
        self.variations[0].promote()

    def delete(self) -> None:
        """Take away this decision and all behind it; the first of its variations, if there is one, goes on instead."""
        self.branch.require()
        if self.variations:
            self.demote()
        if self.branch.instead_of is not None and self.branch.first is self:
            self.branch.delete()
        else:
            self.branch.cut(self)

    def __repr__(self) -> str:
        """The id and the symbol."""
        return f"<Node {self.id} {self.symbol}>"
