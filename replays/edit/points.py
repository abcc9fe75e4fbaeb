"""What somebody types to add to a tree, read as the reader reads it: words, notes and variations behind a decision."""

from collections.abc import Iterable, Iterator
from math import inf
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.errors import CalimalaError
from calimala_es.events import Event
from calimala_es.game import Game, Move, moves_from, replay_moves
from calimala_es.ids import EventId, Numbering, numbering_in
from calimala_es.notes import (
    GLYPH_NUMBERS,
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
    Standing,
    glyph_sign,
)
from calimala_es.state import State
from notation.errors import NotationError
from notation.grammar.annotations import format_note, parse_note
from notation.grammar.symbols import format_command
from notation.grammar.tokens import Source
from notation.places import PlaceId
from notation.reader.body import Body
from notation.variations import with_ids

if TYPE_CHECKING:
    from replays.edit.tree import Branch


Decisions = str | Command | Iterable[Command | Move]
"""Decisions that follow each other: in notation as a person types it, one of the rules' commands, or several."""

Last = tuple[State, Move]
"""The position before a decision, and the decision."""


class TreeError(CalimalaError):
    """An edit that leads to no game that could be written down, or of something that is not in the tree any more."""


def read_decisions(
    decisions: Decisions, state: State, last: Last | None, ids: Iterator[str]
) -> tuple[Notes, tuple[Move, ...]]:
    """What is said before the first decision, and the decisions that go on from ``state``.

    ``last`` is the decision that led to ``state``, ``None`` at the start; variations without an id get one of ``ids``.
    Raises the first ``NotationError``, and ``TreeError`` where there is no decision.
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
        raise TreeError("there is no decision to add")
    return notes, moves


def _decided(decisions: Iterable[Command | Move], state: State) -> tuple[Move, ...]:
    """Return decisions that go on from ``state``, each decided there; raises ``IllegalCommandError``."""
    moves: list[Move] = []
    for one in decisions:
        moves += replay_moves(state, (one,)) if isinstance(one, Move) else moves_from(state, (one,))
        state = moves[-1].state
    return tuple(moves)


def _read(text: str, state: State, last: Last | None) -> tuple[Notes, tuple[Move, ...]]:
    """The same of a text; variations have ids as far as it says them."""
    errors: list[NotationError] = []
    source = Source("decisions", (), text, 1)
    if last is None:
        body = Body(source, state, errors)
    else:
        before, move = last
        body = Body.going_on(source, before, [move], errors)
    body.read()
    if errors:
        raise errors[0]
    line, known = body.main, 0 if last is None else 1
    return line.notes_at(known), tuple(line.moves[known:])


# ----------------------------------------------------------------------------------------------------
# Saying something about a place of a game: every kind of note by a word of its own.

_Kind = TypeVar("_Kind", bound=Note)


class Noted:
    """A place where notes stand: ``notes`` in their order, ``spoken_of`` the position that they speak of.

    Whoever says something is told by ``layer`` (the short name of an author's layer) and ``time`` (as
    ``2026-11-20T19:04:11Z``), both keywords of every method. Each method gives the note, which now stands behind
    the others, and raises ``ValueError`` for one that no text can have.
    """

    notes: list[AnyNote]

    @property
    def spoken_of(self) -> State:
        """The position that notes here speak of."""
        raise NotImplementedError

    # Reading.

    def said(self, kind: type[_Kind]) -> tuple[_Kind, ...]:
        """The notes of one kind, as ``node.said(Clock)``."""
        return tuple(note for note in self.notes if isinstance(note, kind))

    @property
    def comments(self) -> tuple[str, ...]:
        """The text of the comments."""
        return tuple(note.text for note in self.said(Comment))

    @property
    def glyphs(self) -> tuple[str, ...]:
        """The glyphs as they are written: ``!?``, ``$14``."""
        return tuple(glyph_sign(note.number) for note in self.said(Glyph))

    @property
    def checks(self) -> tuple[str, ...]:
        """The checks."""
        return tuple(note.word for note in self.said(Check))

    # Saying something.

    def note(self, note: AnyNote) -> AnyNote:
        """Put a note behind the others."""
        format_note(note, self.spoken_of)
        self.notes.append(note)
        return note

    def comment(self, text: str, *, on_position: bool = False, layer: str = "", time: str = "") -> AnyNote:
        """Say something about the decision, or about the position that it led to."""
        return self.note(Comment(text, on_position=on_position, layer=layer, time=time))

    def glyph(self, sign: str | int, *, layer: str = "", time: str = "") -> AnyNote:
        """Judge the decision, by a sign as ``!?`` or a number of the PGN standard, ``$14`` or 14."""
        number = sign if isinstance(sign, int) else GLYPH_NUMBERS.get(sign, -1)
        if number < 0 and isinstance(sign, str) and sign[:1] == "$" and sign[1:].isdecimal():
            number = int(sign[1:])
        if number < 0:
            raise ValueError(f"{sign!r} is no glyph; there are {' '.join(GLYPH_NUMBERS)} and $0 to $255")
        return self.note(Glyph(number, layer=layer, time=time))

    def standing(self, word: str, *, layer: str = "", time: str = "") -> AnyNote:
        """Say who stands better: ``b+``, ``b++``, ``b+++``, ``=``, ``?``."""
        return self.note(Standing(word, layer=layer, time=time))

    def evaluation(self, *chances: float, layer: str = "", time: str = "") -> AnyNote:
        """Say the chances of winning in percent, in the order of the seats."""
        return self.note(Evaluation(tuple(map(float, chances)), layer=layer, time=time))

    def mark(self, place: str, number: int = 0, colour: str = "", *, layer: str = "", time: str = "") -> AnyNote:
        """Point at a street, a row, a tile or a part of a mat; at its disc or cell of that number; in a colour.

        Two tiles or squares name a street whichever comes first.
        """
        known = parse_note(f"#{place}", self.spoken_of)
        return self.note(
            Mark(known.place if isinstance(known, Mark) else place, number, colour, layer=layer, time=time)
        )

    def stamp(self, at: str, *, layer: str = "", time: str = "") -> AnyNote:
        """Say when the decision was taken, as ``2026-11-20T19:04:11Z``."""
        return self.note(Stamp(at, layer=layer, time=time))

    def clock(self, seconds: float, colour: str = "", *, layer: str = "", time: str = "") -> AnyNote:
        """Say what the decision took, or what is left to the player of a colour, in seconds to the millisecond."""
        if not 0 <= seconds < inf:
            raise ValueError(f"no note can be of {seconds} seconds; a clock shows 0 or more")
        return self.note(Clock(round(float(seconds), 3), colour, layer=layer, time=time))

    def check(self, word: str, *, layer: str = "", time: str = "") -> AnyNote:
        """Say what should hold here, as ``=12-9-7``; whether it does is told when the text is read."""
        return self.note(Check(word, layer=layer, time=time))

    def unsay(self, kind: type[Note] = Note, *, layer: str | None = None) -> int:
        """Take away the notes of a kind, of one layer or of all; how many there were."""
        kept = [note for note in self.notes if not isinstance(note, kind) or layer not in (None, note.layer)]
        taken = len(self.notes) - len(kept)
        self.notes[:] = kept
        return taken


# ----------------------------------------------------------------------------------------------------
# The points of a tree: its start, and its decisions with the position, the events and the id of each.
#
# A decision (``Node``) never changes, nor does what comes before it; what may change is what comes after, what may come
# instead of it, which line it stands in, and what is said about it. So the position of a node is worked out once.


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
