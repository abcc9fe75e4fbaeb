"""Where two lines of decisions part, and how their positions differ there and at the end.

The lines may be those of two games, or of a record and one of its variations (``line_of``). Decisions are compared one
by one. A card that one knows and the other does not is no parting; what else is the same game told in two ways is a
matter of ``merging``.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.errors import UnknownIdError
from calimala_es.game import Game, Move
from calimala_es.ids import EventId
from calimala_es.notes import Notes
from calimala_es.state import State
from notation.grammar.annotations import format_note
from notation.grammar.symbols import format_command
from notation.headers.setup_headers import format_setup
from notation.partial.telling import record_telling
from notation.position.symmetry import SYMMETRIES, turned_record, turned_setup
from notation.variations import variations_of
from notation.writer.games import start_of, words_behind
from replays.edit.align import known_side
from replays.edit.combine import joined, joined_state, parts_of
from replays.edit.sources import first_ids

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
    of other tables is comparable. ``start`` are the parts of the position at the start that only one knows, and
    ``known`` of how many decisions that they share each knows more. ``parting`` is ``None`` where they share all;
    ``end`` tells how the last positions differ; ``lengths`` are the numbers of decisions.
    """

    lengths: tuple[int, int]
    setup: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    parting: Parting | None = None
    end: tuple[PartDifference, ...] = ()
    headers: tuple[HeaderDifference, ...] = ()
    notes: tuple[NoteDifference, ...] = ()
    start: tuple[PartDifference, ...] = ()
    known: tuple[int, int] = (0, 0)

    @property
    def is_none(self) -> bool:
        """Whether nothing differs."""
        return not (any(self.setup) or self.start or any(self.known) or self.parting or self.headers or self.notes)


class SharedMoves(NamedTuple):
    """What two lines share, as ``pairs`` of numbers; the ``places`` where each goes on; of how many each knows more.

    A card by the board that only one knows is turned over in the other alone.
    """

    pairs: list[tuple[int, int]]
    places: tuple[int, int]
    known: tuple[int, int]


class PlayedLine:
    """A game, and the ``ids`` of the first event of each of its decisions."""

    def __init__(self, game: Game) -> None:
        """Number a game; raises ``NoPositionsError`` for a record that tells only the result."""
        start_of(game)
        self.game = game
        self.ids = first_ids(game)
        self._contexts = record_telling(game).contexts if game.depth == "placements" else None

    def command(self, number: int) -> Command | None:
        """A decision; ``None`` behind the last."""
        return self.game.moves[number].command if number < len(self.game.moves) else None

    def words(self, first: int) -> tuple[str, ...]:
        """The decisions from one on as they are written, so many as are shown."""
        shown = enumerate(self.game.moves[first : first + MOST_SYMBOLS], first)
        return tuple(format_command(self.game.state_at(number), move.command) for number, move in shown)

    def said(self, number: int) -> list[str]:
        """What stands behind a decision, as it is written."""
        move, before = self.game.moves[number], self.game.state_at(number)
        context = self._contexts[number] if self._contexts else None
        lines = (" ".join(words_behind((), (variation,), [before], context)) for variation in move.variations)
        return [*_words(move.notes, move.state), *lines]

    def id(self, number: int) -> EventId | None:
        """The place of a decision."""
        return self.ids[number] if number < len(self.ids) else None


def difference(one: Game, other: Game) -> Difference:
    """What differs between two records; the city of the second is turned as that of the first lies.

    Of a record that tells only the result the headers are compared.
    """
    other = _turned(other, one)
    if "result" in (one.depth, other.depth):
        return Difference((len(one.moves), len(other.moves)), headers=_header_differences(one, other))
    first, second = PlayedLine(one), PlayedLine(other)
    lengths = (len(one.moves), len(other.moves))
    headers, setup = _header_differences(one, other), _setup_difference(one, other)
    if any(setup):
        return Difference(lengths, setup, headers=headers)
    shared = _shared(first, second)
    return Difference(
        lengths,
        parting=_parting(first, second, shared),
        end=part_differences(one.state, other.state),
        headers=headers,
        notes=tuple(_note_differences(first, second, shared.pairs)),
        start=part_differences(one.start, other.start),
        known=shared.known,
    )


def part_differences(one: State, other: State) -> tuple[PartDifference, ...]:
    """The parts in which two positions of games of one table differ."""
    parts, others = parts_of(one), parts_of(other)
    return tuple(
        PartDifference(part, value, others.get(part, "")) for part, value in parts.items() if value != others.get(part)
    )


def _shared(first: PlayedLine, second: PlayedLine) -> SharedMoves:
    """What two lines have in common, as far as either knows it."""
    lines = (first, second)
    pairs: list[tuple[int, int]] = []
    places, known = [0, 0], [0, 0]
    while True:
        states = [line.game.state_at(place) for line, place in zip(lines, places, strict=True)]
        one, other = (line.command(place) for line, place in zip(lines, places, strict=True))
        side = known_side(states, (one, other))
        if side is not None and (one, other)[side] is not None:
            places[side] += 1
            known[1 - side] += 1
            continue
        command = joined(one, other, states[0]) if one is not None and other is not None else None
        if command is None:
            return SharedMoves(pairs, (places[0], places[1]), (known[0], known[1]))
        known = [known[0] + (command != other), known[1] + (command != one)]
        pairs.append((places[0], places[1]))
        places = [place + 1 for place in places]


def _parting(one: PlayedLine, other: PlayedLine, shared: SharedMoves) -> Parting | None:
    place, there = shared.places
    ends = len(one.game.moves), len(other.game.moves)
    if shared.places == ends:
        return None
    behind = one.game.state_at(min(place + 1, ends[0])), other.game.state_at(min(there + 1, ends[1]))
    return Parting(
        len(shared.pairs),
        (one.id(place), other.id(there)),
        (one.words(place), other.words(there)),
        part_differences(*behind),
    )


def _turned(record: Game, like: Game) -> Game:
    if record.setup.city == like.setup.city:
        return record
    for symmetry in SYMMETRIES:
        if turned_setup(record.setup, symmetry).city == like.setup.city:
            return turned_record(record, symmetry)
    return record


def _setup_difference(one: Game, other: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines of the set-up that only one has; positions at the start by their parts."""
    lines = [format_setup(record.setup) for record in (one, other)]
    mine, theirs = ([line for line in these if line not in those] for these, those in (lines, lines[::-1]))
    starts = start_of(one), start_of(other)
    if not (mine or theirs) and joined_state(*starts) is None:
        parts = part_differences(*starts)
        mine, theirs = [f"{part} {value}" for part, value, _ in parts], [f"{part} {value}" for part, _, value in parts]
        return tuple(mine) or ("start",), tuple(theirs) or ("start",)
    return tuple(mine), tuple(theirs)


def _header_differences(one: Game, other: Game) -> tuple[HeaderDifference, ...]:
    names = dict.fromkeys(name for name, _ in (*one.headers, *other.headers))
    told = [
        HeaderDifference(name, *(tuple(value for key, value in each.headers if key == name) for each in (one, other)))
        for name in names
    ]
    return tuple(each for each in told if each.one != each.other)


def _note_differences(
    first: PlayedLine, second: PlayedLine, pairs: Sequence[tuple[int, int]]
) -> Iterator[NoteDifference]:
    """What is said otherwise at the start and behind the decisions that both have."""
    one, two = first.game, second.game
    if one.notes != two.notes:
        yield _said(None, _words(one.notes, one.start), _words(two.notes, two.start))
    for number, same in pairs:
        move, other = one.moves[number], two.moves[same]
        if (move.notes, move.variations) != (other.notes, other.variations):
            yield _said(first.ids[number], first.said(number), second.said(same))


def _words(notes: Notes, state: State) -> list[str]:
    return [format_note(note, state) for note in notes]


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


def line_of(record: Game, id: str) -> Game:
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
