"""The lines of a tree: how they are extended, exchanged and cut, and the ids of variations."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from calimala_es.commands import EndActivation
from calimala_es.errors import UnknownIdError
from calimala_es.game import Game, Move, Variation, settle_notes, start_of
from calimala_es.initial import initial
from calimala_es.messages import Message
from calimala_es.notes import Comment
from calimala_es.setup import Setup
from calimala_es.state import State
from notation.budget import Budget
from notation.errors import MOST_NESTED
from notation.places import MAIN, PlaceId, is_variation_id, parse_place
from notation.reader.games import loads
from notation.writer.games import dumps
from notation.writer.layout import CANONICAL, Style
from replays.edit.nodes import Decisions, Node, Noted, Point, Root, TreeError, read_decisions


class Branch(Noted):
    """A line of decisions: the main line, or a variation from its first decision on, without variations in it.

    ``id`` names it; ``name`` is free text; ``notes`` come before the first decision; ``instead_of`` is the decision to
    which it is an alternative, ``None`` for the main line; ``first`` and ``last`` are its ends, ``None`` if it is
    empty.
    """

    def __init__(self, lines: "Branches", id: str = MAIN, name: str = "", instead_of: Node | None = None) -> None:
        """Create a line without decisions."""
        self.lines = lines
        self.id = id
        self.name = name
        self.notes = []
        self.instead_of = instead_of
        self.first: Node | None = None
        self.last: Node | None = None

    @property
    def spoken_of(self) -> State:
        """The position before the first decision."""
        return self.begins_at.state

    @property
    def begins_at(self) -> Point:
        """The point before its first decision; the root for the main line."""
        return self.lines.root if self.instead_of is None else self.instead_of.parent

    @property
    def nested(self) -> int:
        """The number of variations that contain it, itself included; 0 for the main line."""
        return 0 if self.instead_of is None else self.instead_of.branch.nested + 1

    def __iter__(self) -> Iterator[Node]:
        """Yield the decisions in their order."""
        node = self.first
        while node is not None:
            yield node
            node = node.next

    def after(self, node: Node) -> Iterator[Node]:
        """Yield the decisions after one of them."""
        following = node.next
        while following is not None:
            yield following
            following = following.next

    def variations(self) -> Iterator["Branch"]:
        """Return all variations in this line, each before those in it."""
        for node in self:
            for branch in node.variations:
                yield branch
                yield from branch.variations()

    def moves(self) -> tuple[Move, ...]:
        """Return the decisions as a record has them, with notes and variations."""
        return tuple(node.move for node in self)

    def variation(self) -> Variation:
        """Return the variation as a record has it."""
        return Variation(self.id, self.moves(), self.name, tuple(self.notes))

    def require(self) -> None:
        """Raise ``TreeError`` for a deleted line."""
        branch = self
        while branch.instead_of is not None:
            branch = branch.instead_of.branch
        if branch is not self.lines.main:
            raise TreeError(Message("this variation was deleted"))

    # Growing.

    def fill(self, point: Point, moves: Iterable[Move]) -> Node:
        """Put decisions with their notes and variations at the end of the line; return the last of them."""
        added: dict[str, Branch] = {}
        nodes = self.decided(point, moves, added)
        self.append(point, nodes)
        self.lines.by_id.update(added)
        return nodes[-1]

    def grow(self, point: Point, decisions: Decisions) -> Node:
        """Continue from a point of this line, see ``Point.add``; return the last of the decisions."""
        if point.next is not None:
            variation = self.lines.begin(point.next, decisions)
            assert variation.last is not None, "a variation has decisions"
            return variation.last
        self.require()
        notes, moves = read_decisions(decisions, point.state, point.led_here, self.lines.free_ids())
        last = self.fill(point, moves)
        point.notes += notes
        return last

    def claim(self, added: dict[str, "Branch"]) -> None:
        """Use the id unless another variation has it; raises ``TreeError``."""
        if not is_variation_id(self.id):
            raise TreeError(
                Message(
                    "{word} is not an id of a variation: begin with a lower-case letter, then use lower-case letters, "
                    "digits and -; {reserved} is reserved",
                    word=repr(self.id[:60]),
                    reserved="start",
                )
            )
        if self.id in added or self.id in self.lines.by_id:
            raise TreeError(Message("there is already a variation {id}", id=self.id))
        added[self.id] = self

    def decided(self, point: Point, moves: Iterable[Move], added: dict[str, "Branch"]) -> list[Node]:
        """Return decisions of this line after a point, without adding them to that point.

        Their variations are put into ``added``. Raises ``IllegalCommandError``.
        """
        nodes: list[Node] = []
        for move in moves:
            node = Node(point, self, move)
            if nodes:
                nodes[-1].next = node
            nodes.append(node)
            if move.variations:
                node.variations = [self.lines.decided(node, variation, added) for variation in move.variations]
            point = node
        if not nodes:
            raise TreeError(Message("there is no decision to add"))
        return nodes

    def append(self, point: Point, nodes: Sequence[Node]) -> None:
        """Put decisions at the end of the line."""
        point.next = nodes[0]
        self.first = self.first or nodes[0]
        self.last = nodes[-1]

    def set(self, nodes: Sequence[Node]) -> None:
        """Replace the decisions of this line."""
        self.first, self.last = nodes[0], nodes[-1]

    # Editing.

    def promote(self) -> "Branch":
        """Exchange this variation with the rest of its parent line; return the line that now contains it.

        The rest of that line becomes a variation at the same place, with an id that no variation had; the promoted
        decisions take the id of the line that they continue, so the id of this variation is given up. Its name and
        notes are moved to the position before it. If this variation is an alternative to the first decision of another
        variation, both keep their ids, names and notes, and only change places. Variations that were alternatives to
        one of the two first decisions become alternatives to the other.
        """
        self.require()
        node, first = self.instead_of, self.first
        if node is None or first is None:
            raise TreeError(Message("the main line cannot be promoted"))
        line = node.branch
        is_whole = line.instead_of is not None and line.first is node
        inner = [*first.variations, *(branch for one in line.after(node) for branch in one.variations)]
        if inner and self.nested + 1 + max(_height(branch) for branch in inner) > MOST_NESTED:
            raise TreeError(Message("variations are nested too deeply; the limit is {limit}", limit=MOST_NESTED))
        place = node.variations.index(self)
        if is_whole:
            self._take_place_of(line)
            rest = line
        else:
            rest = Branch(self.lines, self.lines.free_id())
            self.lines.by_id[rest.id] = rest
            line.split(node, rest)
            line.take_over(node.parent, self)
        node.variations[place] = rest
        node.variations, first.variations = first.variations, node.variations
        for one in (node, first):
            for branch in one.variations:
                branch.instead_of = one
        return first.branch

    def _take_place_of(self, line: "Branch") -> None:
        """Take the place of another variation."""
        outer = line.instead_of
        assert outer is not None
        outer.variations[outer.variations.index(line)] = self
        self.instead_of = outer

    def split(self, node: Node, rest: "Branch") -> None:
        """Move the decisions from a node on into an empty line."""
        rest.first, rest.last = node, self.last
        for one in rest:
            one.branch = rest
        parent = node.parent
        parent.next = None
        if self.first is node:
            self.first = self.last = None
        else:
            assert isinstance(parent, Node)
            self.last = parent

    def take_over(self, point: Point, variation: "Branch") -> None:
        """Continue with the decisions of a variation, which is given up."""
        nodes = [*variation]
        for node in nodes:
            node.branch = self
        variation.first = variation.last = None
        self.append(point, nodes)
        name = [Comment(variation.name, on_position=True)] if variation.name else []
        point.notes += [*name, *variation.notes]
        self.lines.give_up(variation)

    def move(self, place: int) -> None:
        """Move to another position among the variations of the same decision, 0 is the first; raises ``IndexError``."""
        self.require()
        if self.instead_of is None:
            raise TreeError(Message("the main line cannot be moved among the variations"))
        variations = self.instead_of.variations
        if not 0 <= place < len(variations):
            raise IndexError(f"place {place} of {len(variations)} variations")
        variations.remove(self)
        variations.insert(place, self)

    def delete(self) -> None:
        """Delete this variation, and all variations in it."""
        self.require()
        if self.instead_of is None:
            raise TreeError(Message("the main line cannot be deleted; its first decision can"))
        self.instead_of.variations.remove(self)
        self.lines.forget(self)

    def cut(self, node: Node) -> None:
        """Delete the decisions of this line from a node on."""
        rest = Branch(self.lines)
        self.split(node, rest)
        self.lines.forget(rest)

    def __repr__(self) -> str:
        """Return the id and the name."""
        return f"<Branch {self.id or 'main'}{f' {self.name!r}' if self.name else ''}>"


class Branches:
    """The variations of one tree by their ids; an id that was given up is not used again."""

    def __init__(self, start: State) -> None:
        """Create an empty main line."""
        self.main = Branch(self)
        self.root = Root(self.main, start, 0, ())
        self.by_id: dict[str, Branch] = {}
        self.given_up: set[str] = set()
        self._numbers = count(1)

    def free_ids(self) -> Iterator[str]:
        """Yield ids that no variation of the tree has or had."""
        for number in self._numbers:
            id = f"v{number}"
            if id not in self.by_id and id not in self.given_up:
                yield id

    def free_id(self) -> str:
        """Return one of them."""
        return next(self.free_ids())

    def begin(self, node: Node, decisions: Decisions, name: str = "", id: str = "") -> Branch:
        """Add a variation to a decision, see ``Node.add_variation``."""
        node.branch.require()
        branch = Branch(self, id or self.free_id(), name, node)
        if branch.nested > MOST_NESTED:
            raise TreeError(Message("variations are nested too deeply; the limit is {limit}", limit=MOST_NESTED))
        parent = node.parent
        notes, moves = read_decisions(decisions, parent.state, parent.led_here, self.free_ids())
        branch.notes += notes
        added: dict[str, Branch] = {}
        branch.claim(added)
        branch.set(branch.decided(parent, moves, added))
        node.variations.append(branch)
        self.by_id.update(added)
        return branch

    def decided(self, node: Node, variation: Variation, added: dict[str, Branch]) -> Branch:
        """Return a variation of a decision, without adding it to that decision."""
        branch = Branch(self, variation.id, variation.name, node)
        branch.notes += variation.notes
        branch.claim(added)
        branch.set(branch.decided(node.parent, variation.moves, added))
        return branch

    def give_up(self, branch: Branch) -> None:
        """Remove a line from the tree."""
        branch.instead_of = None
        if self.by_id.pop(branch.id, None):
            self.given_up.add(branch.id)

    def forget(self, branch: Branch) -> None:
        """Remove a line from the tree, with all variations in it."""
        for inner in branch.variations():
            del self.by_id[inner.id]
            self.given_up.add(inner.id)
        self.give_up(branch)


def _height(nodes: Iterable[Node]) -> int:
    """Return how deeply variations are nested in these decisions."""
    return max((1 + _height(branch) for node in nodes for branch in node.variations), default=0)


# ----------------------------------------------------------------------------------------------------
# A whole game as a tree: from a record or a text and back, and the ways to go through it.

_MOST_SHOWN = 8


class Tree:
    """A game that can be navigated and edited.

    ``headers`` are those that are not part of the set-up, ``root`` is the start, ``main`` the main line. The rules
    have checked every decision, and every position is stored, so reading one costs nothing.
    """

    def __init__(self, start: Setup | State) -> None:
        """Create a game without decisions, from its beginning or from any position."""
        self.lines = Branches(start if isinstance(start, State) else initial(start))
        self.headers: list[tuple[str, str]] = []

    @classmethod
    def of(cls, record: Game) -> "Tree":
        """Return the tree of a game; raises ``NoPositionsError`` for one with only the result."""
        tree = cls(start_of(record))
        tree.headers = [*record.headers]
        tree.root.notes += record.notes
        if record.moves:
            tree.main.fill(tree.root, record.moves)
        return tree

    @classmethod
    def read(cls, text: str | Iterable[str], name: str = "<text>", *, budget: Budget | None = None) -> "Tree":
        """Read the tree of the one game in a text; raises the same errors as ``loads``."""
        return cls.of(loads(text, name, budget=budget))

    def record(self) -> Game:
        """Return the game as a value; ``Tree.of(record).record() == record``."""
        state = self.root.state
        notes, headers = tuple(self.root.notes), tuple(self.headers)
        return settle_notes(Game(state.setup, state, self.main.moves(), headers, notes))

    def text(self, style: Style = CANONICAL) -> str:
        """Return the game as canonical text, or in the given ``style``."""
        return dumps(self.record(), style)

    # Headers.

    def header(self, name: str) -> str | None:
        """Return the value of the first header of that name."""
        return next((value for key, value in self.headers if key == name), None)

    def set_header(self, name: str, value: str) -> None:
        """Change the value of the first header of that name; add the header at the end if there is none."""
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
        """Yield all decisions in the order of the text: each before its variations, these before the next decision."""
        waiting = [self.main.first]
        while waiting:
            node = waiting.pop()
            if node is not None:
                yield node
                waiting.append(node.next)
                waiting += [branch.first for branch in reversed(node.variations)]

    def variations(self) -> Iterator[Branch]:
        """Yield all variations, each before those in it."""
        return self.main.variations()

    # Ids.

    def variation(self, id: str) -> Branch:
        """Return the variation with an id; raises ``UnknownIdError``."""
        branch = self.lines.by_id.get(id)
        if branch is None:
            raise unknown_variation(id, [*self.lines.by_id])
        return branch

    def find(self, place: str | PlaceId) -> Node:
        """Return the decision of an event (``7.2.3``, ``v1:7.2.3``), or the first in an activation, turn or variation.

        If no player decided anything there, return the decision that caused it; the end of an activation is none.
        Raises ``UnknownIdError``.
        """
        wanted = parse_place(place) if isinstance(place, str) else place
        branch = self.variation(wanted.variation) if wanted.variation else self.main
        brought_about = decided = None
        for node in branch:
            first, *others = node.event_ids
            if type(node.command) is not EndActivation:
                decided = node
                if wanted.has(first):
                    return node
            if brought_about is None and any(map(wanted.has, others)):
                brought_about = decided or node
        if brought_about is not None:
            return brought_about
        reason = Message("no decision has been made")
        if branch.first and branch.last:
            ends = {"first": branch.first.id, "last": branch.last.places[-1]}
            reason = Message("the line goes from {first} to {last}", **ends)
        raise UnknownIdError(Message("there is no moment {place} in this game; {reason}", place=wanted, reason=reason))


def unknown_variation(id: str, known: Sequence[str]) -> UnknownIdError:
    """Return the error for an id that no variation of a game has, with the first of those that it has."""
    word = repr(id[:60])
    if not known:
        return UnknownIdError(Message("there is no variation {word} in this game; it has none", word=word))
    words = " ".join((*known[:_MOST_SHOWN], *("…",) * (len(known) > _MOST_SHOWN)))
    return UnknownIdError(Message("there is no variation {word} in this game; it has {words}", word=word, words=words))
