"""Where two lines of decisions part, and how their positions differ there and at the end.

The lines may be those of two games, or of a record and one of its variations (``line_of``). Nothing is aligned or
forgiven here: decisions are compared one by one, and what is the same game told in two ways is a matter of ``merging``.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.decide import step
from calimala_es.errors import UnknownIdError
from calimala_es.ids import EventId, Numbering, numbering_in
from calimala_es.state import State
from notation.heading.headers import format_setup
from notation.merging.parts import parts_of
from notation.notes import Notes
from notation.positions.symmetry import SYMMETRIES, turned_record, turned_setup
from notation.record import Move, Record
from notation.variations import variations_of
from notation.words.annotations import format_note
from notation.words.symbols import format_command
from notation.writer import start_of, words_behind

MOST_SYMBOLS: Final = 12
"""How many decisions of each line are shown from where they part."""


class PartDifference(NamedTuple):
    """A part of a position, as ``b.wood``, ``AS`` or ``SMF.W``, and its values; ``-`` is an empty one."""

    part: str
    one: str
    other: str

    def __str__(self) -> str:
        """``b.wood 1 -> 2``."""
        return f"{self.part} {self.one} -> {self.other}"


class Parting(NamedTuple):
    """Where two lines part: the number of decisions that they share, and what each has from there on.

    ``ids`` are the places of the first decision that differs, ``None`` for a line that has ended; ``words`` the next
    decisions of each as they are written; ``parts`` how the positions differ behind the first that differs.
    """

    number: int
    ids: tuple[EventId | None, EventId | None]
    words: tuple[tuple[str, ...], tuple[str, ...]]
    parts: tuple[PartDifference, ...]


class HeaderDifference(NamedTuple):
    """A header, and the values that each record has of it; a line of the set-up where the name is empty."""

    name: str
    one: tuple[str, ...]
    other: tuple[str, ...]


class NoteDifference(NamedTuple):
    """What only one of two lines says behind a decision that both have: notes and variations as they are written.

    ``id`` is the place of the decision, ``None`` before the first.
    """

    id: EventId | None
    one: tuple[str, ...]
    other: tuple[str, ...]


class Difference(NamedTuple):
    """All that differs between two lines of decisions.

    ``setup`` are the lines of the set-up, or of the position at the start, that only one has: nothing else of two games
    of other tables is comparable. ``parting`` is ``None`` where all decisions are the same; ``end`` tells how the last
    positions differ; ``lengths`` are the numbers of decisions.
    """

    lengths: tuple[int, int]
    setup: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    parting: Parting | None = None
    end: tuple[PartDifference, ...] = ()
    headers: tuple[HeaderDifference, ...] = ()
    notes: tuple[NoteDifference, ...] = ()

    @property
    def is_none(self) -> bool:
        """Whether nothing differs."""
        return not (any(self.setup) or self.parting or self.headers or self.notes)


class PlayedLine:
    """A line of decisions played through: its ``states``, and the ``ids`` of the first event of each decision."""

    def __init__(self, record: Record) -> None:
        """Play a record; raises ``IllegalCommandError`` for one that the rules refuse."""
        self.notes = record.notes
        self.moves = record.moves
        self.states = [start_of(record)]
        self.ids: list[EventId] = []
        numbering: Numbering = numbering_in(self.states[0])
        for move in record.moves:
            events, state = step(self.states[-1], move.command)
            self.states.append(state)
            for number, event in enumerate(events):
                numbering = numbering.after(event)
                if not number:
                    self.ids.append(numbering.id)

    def words(self, first: int) -> tuple[str, ...]:
        """The decisions from one on as they are written, so many as are shown."""
        pairs = zip(self.states[first:], self.moves[first : first + MOST_SYMBOLS], strict=False)
        return tuple(format_command(state, move.command) for state, move in pairs)

    def id(self, number: int) -> EventId | None:
        """The place of a decision."""
        return self.ids[number] if number < len(self.ids) else None


def difference(one: Record, other: Record) -> Difference:
    """What differs between two records; the city of the second is turned as that of the first lies.

    Of a record that tells only the result the headers are compared. Raises ``IllegalCommandError`` for a record that
    the rules refuse.
    """
    other = _turned(other, one)
    if "result" in (one.depth, other.depth):
        return Difference((len(one.moves), len(other.moves)), headers=_header_differences(one, other))
    first, second = PlayedLine(one), PlayedLine(other)
    lengths = (len(first.moves), len(second.moves))
    headers, setup = _header_differences(one, other), _setup_difference(one, other)
    if any(setup):
        return Difference(lengths, setup, headers=headers)
    shared = _shared(one.commands, other.commands)
    return Difference(
        lengths,
        parting=_parting(first, second, shared),
        end=part_differences(first.states[-1], second.states[-1]),
        headers=headers,
        notes=tuple(_note_differences(first, second, shared)),
    )


def part_differences(one: State, other: State) -> tuple[PartDifference, ...]:
    """The parts in which two positions of games of one table differ."""
    parts, others = parts_of(one), parts_of(other)
    return tuple(
        PartDifference(part, value, others.get(part, "")) for part, value in parts.items() if value != others.get(part)
    )


def _shared(one: Sequence[Command], other: Sequence[Command]) -> int:
    """How many decisions two lines have in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))


def _parting(one: PlayedLine, other: PlayedLine, shared: int) -> Parting | None:
    if shared == len(one.moves) == len(other.moves):
        return None
    behind = [line.states[min(shared + 1, len(line.moves))] for line in (one, other)]
    return Parting(
        shared, (one.id(shared), other.id(shared)), (one.words(shared), other.words(shared)), part_differences(*behind)
    )


def _turned(record: Record, like: Record) -> Record:
    if record.setup.city == like.setup.city:
        return record
    for symmetry in SYMMETRIES:
        if turned_setup(record.setup, symmetry).city == like.setup.city:
            return turned_record(record, symmetry)
    return record


def _setup_difference(one: Record, other: Record) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines of the set-up that only one has; positions at the start by their parts."""
    lines = [format_setup(record.setup) for record in (one, other)]
    mine, theirs = ([line for line in these if line not in those] for these, those in (lines, lines[::-1]))
    if not (mine or theirs) and start_of(one) != start_of(other):
        parts = part_differences(start_of(one), start_of(other))
        mine, theirs = [f"{part} {value}" for part, value, _ in parts], [f"{part} {value}" for part, _, value in parts]
        return tuple(mine) or ("start",), tuple(theirs) or ("start",)
    return tuple(mine), tuple(theirs)


def _header_differences(one: Record, other: Record) -> tuple[HeaderDifference, ...]:
    names = dict.fromkeys(name for name, _ in (*one.headers, *other.headers))
    told = [
        HeaderDifference(name, *(tuple(value for key, value in each.headers if key == name) for each in (one, other)))
        for name in names
    ]
    return tuple(each for each in told if each.one != each.other)


def _note_differences(first: PlayedLine, second: PlayedLine, shared: int) -> list[NoteDifference]:
    """What is said otherwise at the start and behind the decisions that both have."""
    found: list[NoteDifference] = []
    if first.notes != second.notes:
        found.append(_said(None, _words(first.notes, first.states[0]), _words(second.notes, second.states[0])))
    for number in range(shared):
        move, same = first.moves[number], second.moves[number]
        if (move.notes, move.variations) != (same.notes, same.variations):
            states = first.states[number : number + 2]
            words = [[*_words(each.notes, states[-1]), *_lines(each, states)] for each in (move, same)]
            found.append(_said(first.ids[number], words[0], words[1]))
    return found


def _words(notes: Notes, state: State) -> list[str]:
    return [format_note(note, state) for note in notes]


def _lines(move: Move, states: Sequence[State]) -> list[str]:
    return [" ".join(words_behind((), (variation,), states)) for variation in move.variations]


def _said(id: EventId | None, one: list[str], other: list[str]) -> NoteDifference:
    """What only one of two says; where both say the same in another order, everything."""
    mine, theirs = _without(one, other), _without(other, one)
    return (
        NoteDifference(id, tuple(mine), tuple(theirs))
        if mine or theirs
        else NoteDifference(id, tuple(one), tuple(other))
    )


def _without(words: list[str], others: list[str]) -> list[str]:
    left = [*others]
    found: list[str] = []
    for word in words:
        if word in left:
            left.remove(word)
        else:
            found.append(word)
    return found


# Lines of a record.


def line_of(record: Record, id: str) -> Record:
    """A record in which a variation is the main line: the decisions up to it, then its own; the headers stay.

    Raises ``UnknownIdError`` if there is no variation of this id.
    """
    moves = _moves_to(record.moves, id)
    if moves is None:
        known = ", ".join(variation.id for variation in variations_of(record)) or "none"
        raise UnknownIdError(f"there is no variation {id[:60]!r} in this game; it has {known}")
    return replace(record, moves=moves)


def _moves_to(moves: tuple[Move, ...], id: str) -> tuple[Move, ...] | None:
    """The moves up to a variation, and its own."""
    for number, move in enumerate(moves):
        for variation in move.variations:
            inner = variation.moves if variation.id == id else _moves_to(variation.moves, id)
            if inner is not None:
                return (*moves[:number], *inner)
    return None
