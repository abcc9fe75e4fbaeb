"""Reading what a person types to add to a tree, as the reader does: text, notes and variations after a decision."""

from collections.abc import Iterable, Iterator
from math import inf
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.errors import CalimalaError
from calimala_es.events import Event
from calimala_es.game import Game, Move, moves_from, replay_moves
from calimala_es.ids import EventId, Numbering, numbering_in
from calimala_es.messages import Message
from calimala_es.notes import (
    GLYPH_NUMBERS,
    Advantage,
    AnyNote,
    Check,
    Clock,
    Comment,
    Evaluation,
    Glyph,
    Mark,
    Note,
    Notes,
    Stamp,
    glyph_sign,
)
from calimala_es.state import State
from notation.grammar.notes import format_note, parse_note
from notation.grammar.symbols import format_command
from notation.lines import parse_after
from notation.places import PlaceId, with_ids

if TYPE_CHECKING:
    from replays.edit.tree import Branch


Decisions = str | Command | Iterable[Command | Move]
"""Consecutive decisions: in notation as a person types it, one of the rules' commands, or several."""

Last = tuple[State, Move]
"""The position before a decision, and the decision."""


class TreeError(CalimalaError):
    """An edit that produces a game that cannot be written, or that uses something no longer in the tree."""


def read_decisions(
    decisions: Decisions, state: State, last: Last | None, ids: Iterator[str]
) -> tuple[Notes, tuple[Move, ...]]:
    """Read the notes before the first decision, and the decisions that continue from ``state``.

    ``last`` is the decision that led to ``state``, ``None`` at the start; variations without an id get one of ``ids``.
    Raises the first ``NotationError``, and ``TreeError`` if there is no decision.
    """
    notes: Notes = ()
    moves: tuple[Move, ...]
    if isinstance(decisions, str):
        notes, moves = _read(decisions, state, last)
        moves = with_ids(moves, ids)
    else:
        several = (decisions,) if isinstance(decisions, Command) else decisions
        moves = _decided(several, state)
    if not moves:
        raise TreeError(Message("there is no decision to add"))
    return notes, moves


def _decided(decisions: Iterable[Command | Move], state: State) -> tuple[Move, ...]:
    """Return decisions that go on from ``state``, each decided there; raises ``IllegalCommandError``."""
    moves: list[Move] = []
    for one in decisions:
        moves += replay_moves(state, (one,)) if isinstance(one, Move) else moves_from(state, (one,))
        state = moves[-1].state
    return tuple(moves)


def _read(text: str, state: State, last: Last | None) -> tuple[Notes, tuple[Move, ...]]:
    """Read the same from a text; variations have the ids that it gives them."""
    before, known = (state, ()) if last is None else (last[0], (last[1],))
    parsed = parse_after(text, before, known, "decisions")
    if parsed.errors:
        raise parsed.errors[0]
    return parsed.notes, parsed.moves


# ----------------------------------------------------------------------------------------------------
# Adding notes to a place of a game: one method for each kind of note.

_Kind = TypeVar("_Kind", bound=Note)


class Noted:
    """A place with notes.

    ``notes`` are in their order, ``spoken_of`` is the position that they refer to. The keywords ``layer`` (the short
    name of an author's layer) and ``time`` (e.g. ``2026-11-20T19:04:11Z``) of every method give the author and the
    time. Each method returns the note, which is now the last one, and raises ``ValueError`` for one that cannot be
    written as text.
    """

    notes: list[AnyNote]

    @property
    def spoken_of(self) -> State:
        """The position that notes here refer to."""
        raise NotImplementedError

    # Reading.

    def said(self, kind: type[_Kind]) -> tuple[_Kind, ...]:
        """Return the notes of one kind, e.g. ``node.said(Clock)``."""
        return tuple(note for note in self.notes if isinstance(note, kind))

    @property
    def comments(self) -> tuple[str, ...]:
        """The text of the comments."""
        return tuple(note.text for note in self.said(Comment))

    @property
    def glyphs(self) -> tuple[str, ...]:
        """The glyphs in notation: ``!?``, ``$14``."""
        return tuple(glyph_sign(note.number) for note in self.said(Glyph))

    @property
    def checks(self) -> tuple[str, ...]:
        """The checks."""
        return tuple(note.word for note in self.said(Check))

    # Adding notes.

    def note(self, note: AnyNote) -> AnyNote:
        """Put a note after the others."""
        format_note(note, self.spoken_of)
        self.notes.append(note)
        return note

    def comment(self, text: str, *, on_position: bool = False, layer: str = "", time: str = "") -> AnyNote:
        """Comment on the decision, or on the position that it led to."""
        return self.note(Comment(text, on_position=on_position, layer=layer, time=time))

    def glyph(self, sign: str | int, *, layer: str = "", time: str = "") -> AnyNote:
        """Judge the decision, by a sign (e.g. ``!?``) or a number of the PGN standard (``$14`` or 14)."""
        number = sign if isinstance(sign, int) else GLYPH_NUMBERS.get(sign, -1)
        if number < 0 and isinstance(sign, str) and sign[:1] == "$" and sign[1:].isdecimal():
            number = int(sign[1:])
        if number < 0:
            raise ValueError(f"{sign!r} is not a glyph; choose {' '.join(GLYPH_NUMBERS)} and $0 to $255")
        return self.note(Glyph(number, layer=layer, time=time))

    def advantage(self, word: str, *, layer: str = "", time: str = "") -> AnyNote:
        """Say which player is ahead: ``b+``, ``b++``, ``b+++``, ``=``, ``?``."""
        return self.note(Advantage(word, layer=layer, time=time))

    def evaluation(self, *chances: float, layer: str = "", time: str = "") -> AnyNote:
        """Give the chances of winning in percent, in the order of the seats."""
        return self.note(Evaluation(tuple(map(float, chances)), layer=layer, time=time))

    def mark(self, place: str, number: int = 0, colour: str = "", *, layer: str = "", time: str = "") -> AnyNote:
        """Mark a street, a row, a tile or a part of a mat; optionally its disc or cell of that number; optionally in a
        colour.

        Two tiles or squares name a street in either order.
        """
        known = parse_note(f"#{place}", self.spoken_of)
        return self.note(
            Mark(known.place if isinstance(known, Mark) else place, number, colour, layer=layer, time=time)
        )

    def stamp(self, at: str, *, layer: str = "", time: str = "") -> AnyNote:
        """Record when the decision was taken, e.g. ``2026-11-20T19:04:11Z``."""
        return self.note(Stamp(at, layer=layer, time=time))

    def clock(self, seconds: float, colour: str = "", *, layer: str = "", time: str = "") -> AnyNote:
        """Record the time the decision took, or the time a colour's player has left, in seconds to the millisecond."""
        if not 0 <= seconds < inf:
            raise ValueError(f"{seconds} is not a time; a clock shows 0 seconds or more")
        return self.note(Clock(round(float(seconds), 3), colour, layer=layer, time=time))

    def check(self, word: str, *, layer: str = "", time: str = "") -> AnyNote:
        """State what should be true here, e.g. ``=12-9-7``; whether it is true is reported when the text is read."""
        return self.note(Check(word, layer=layer, time=time))

    def unsay(self, kind: type[Note] = Note, *, layer: str | None = None) -> int:
        """Remove the notes of a kind, from one layer or from all; return their number."""
        left = [note for note in self.notes if not isinstance(note, kind) or layer not in (None, note.layer)]
        taken = len(self.notes) - len(left)
        self.notes[:] = left
        return taken


# ----------------------------------------------------------------------------------------------------
# The points of a tree: its start, and its decisions with the position, the events and the id of each. A decision
# (``Node``) never changes, nor does anything before it; later decisions, its variations, its line and its notes may
# change. So the position of a node is computed once.


class Point(Noted):
    """A point of a game: the start, or a decision.

    ``state`` is its position, ``depth`` the number of decisions up to it. ``next`` is the decision that follows on the
    same line, ``branch`` is that line.
    """

    def __init__(self, branch: "Branch", state: State, depth: int, notes: Iterable[AnyNote]) -> None:
        """Create a point with nothing after it."""
        self.branch = branch
        self.state = state
        self.depth = depth
        self.notes = [*notes]
        self.next: Node | None = None

    @property
    def spoken_of(self) -> State:
        """The position that notes here refer to."""
        return self.state

    @property
    def led_here(self) -> Last | None:
        """The position before the decision that led here, and the decision."""
        return None

    @property
    def numbering(self) -> Numbering:
        """The numbering of events up to here."""
        return numbering_in(self.state)

    def add(self, decisions: Decisions) -> "Node":
        """Continue from here and return the last of the decisions.

        At the end of a line they extend it, elsewhere they begin a variation of the next decision. The rules check all
        of them: raises ``IllegalCommandError`` for commands and ``NotationError`` for text, and then nothing is added.
        Notes before the first decision of a text are added here.
        """
        return self.branch.grow(self, decisions)


class Root(Point):
    """The start of a game, before any decision."""


class Node(Point):
    """A decision: ``command`` with its ``events``, the point ``parent`` before it, and its ``variations``."""

    def __init__(self, parent: Point, branch: "Branch", move: Move) -> None:
        """Create a decision after a point, without adding it to that point."""
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
        """The events that followed from it."""
        return self._move.events

    @property
    def move(self) -> Move:
        """The decision as it appears in a game, with its current notes and variations."""
        variations = tuple(branch.variation() for branch in self.variations)
        return replace(self._move, notes=tuple(self.notes), variations=variations)

    @property
    def symbol(self) -> str:
        """The decision in notation."""
        return format_command(self.parent.state, self.command)

    @property
    def path(self) -> list["Node"]:
        """The decisions from the start to this one, inclusive."""
        found: list[Node] = []
        point: Point = self
        while isinstance(point, Node):
            found.append(point)
            point = point.parent
        return found[::-1]

    @property
    def game(self) -> Game:
        """The game from the start to this decision, through the variations that contain it."""
        root = self.branch.lines.root
        return Game(root.state.setup, root.state, tuple(node._move for node in self.path))

    @property
    def led_here(self) -> Last:
        """The position before the decision, and the decision."""
        return self.parent.state, self._move

    # Ids.

    @property
    def numbering(self) -> Numbering:
        """The numbering of events up to and including this decision."""
        unnumbered: list[Node] = []
        point: Point = self
        while isinstance(point, Node) and point._numbering is None:
            unnumbered.append(point)
            point = point.parent
        numbering = point.numbering if not isinstance(point, Node) else point._numbering
        for node in reversed(unnumbered):
            assert numbering is not None
            numbering = numbering.after(node.events)
            node._numbering = numbering
        assert numbering is not None
        return numbering

    @property
    def event_ids(self) -> tuple[EventId, ...]:
        """The ids of the events on this line, without the variation."""
        return tuple(self.parent.numbering.number(self.events)[0])

    @property
    def places(self) -> tuple[PlaceId, ...]:
        """The places of the events."""
        return tuple(PlaceId.of(self.branch.id, id) for id in self.event_ids)

    @property
    def id(self) -> str:
        """The place of the first event, e.g. ``7.2.3`` or ``v1:7.2.3``; ``Tree.find`` finds the decision by it."""
        return str(self.places[0])

    # Editing.

    def add_variation(self, decisions: Decisions, name: str = "", id: str = "") -> "Branch":
        """Put a variation after the others: alternatives to this decision, checked by the rules.

        Without an ``id`` it gets one that no variation of the tree has or had. Raises the same errors as ``add``, and
        ``TreeError``.
        """
        return self.branch.lines.begin(self, decisions, name, id)

    def promote(self) -> None:
        """Promote the variation that contains this decision; see ``Branch.promote``."""
        self.branch.promote()

    def promote_to_main(self) -> None:
        """Move this decision to the main line, by promoting as often as necessary."""
        self.branch.require()
        while self.branch.instead_of is not None:
            self.branch.promote()

    def demote(self) -> None:
        """Replace this decision and those after it by the first of the variations."""
        if not self.variations:
            raise TreeError(Message("{id} cannot be deleted: no variation beside it could take its place", id=self.id))
        self.variations[0].promote()

    def delete(self) -> None:
        """Delete this decision and all after it; the first of its variations, if there is one, takes its place."""
        self.branch.require()
        if self.variations:
            self.demote()
        if self.branch.instead_of is not None and self.branch.first is self:
            self.branch.delete()
        else:
            self.branch.cut(self)

    def __repr__(self) -> str:
        """Return the id and the symbol."""
        return f"<Node {self.id} {self.symbol}>"
