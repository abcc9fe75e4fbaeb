"""Where two lines of decisions diverge, and how their positions differ there and at the end.

The lines may belong to two games, or to a record and one of its variations (``line_of``). Decisions are compared one
by one. A card that only one line knows does not count as a difference; other ways of recording the same game are
handled by ``merge``.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.game import Game, Move, start_of, variations_of
from calimala_es.ids import EventId
from calimala_es.known import extent_of
from calimala_es.notes import Notes
from calimala_es.state import State
from notation.grammar.notes import format_note
from notation.grammar.symbols import format_command
from notation.writer.games import format_appendix
from replays.edit.align import known_side
from replays.edit.combine import join_commands, join_states
from replays.edit.conflicts import (
    PartDifference,
    compare_positions,
    compare_setups,
    find_surplus,
    format_differences,
    turn_like,
)
from replays.edit.sources import first_ids
from replays.edit.tree import unknown_variation

MOST_SYMBOLS: Final = 12
"""The number of decisions of each line that are shown from the point where they diverge."""


class Parting(NamedTuple):
    """Where two lines diverge: the number of decisions that they share, and how each continues.

    ``ids`` are the places of the first decision that differs, ``None`` for a line that has ended; ``words`` are the
    next decisions of each in notation; ``parts`` are the differences of the positions after the first decision that
    differs.
    """

    number: int
    ids: tuple[EventId | None, EventId | None]
    words: tuple[tuple[str, ...], tuple[str, ...]]
    parts: tuple[PartDifference, ...]


class HeaderDifference(NamedTuple):
    """A header, and its values in each record; a line of the set-up where the name is empty."""

    name: str
    one: tuple[str, ...]
    other: tuple[str, ...]


class NoteDifference(NamedTuple):
    """What only one of two lines says after a decision that both have: notes and variations in notation.

    ``id`` is the place of the decision, ``None`` before the first.
    """

    id: EventId | None
    one: tuple[str, ...]
    other: tuple[str, ...]


class GameDifference(NamedTuple):
    """All differences between two lines of decisions.

    ``setup`` are the lines of the set-up, or of the position at the start, that only one has: if there are any,
    nothing else is compared. ``start`` are the parts of the position at the start that only one knows, and ``known``
    says for how many shared decisions each knows more. ``parting`` is ``None`` if they share all decisions; ``end``
    lists the differences of the last positions; ``lengths`` are the numbers of decisions.
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
    """What two lines share, as ``pairs`` of numbers; the ``places`` where each continues; for how many each knows
    more.

    A card by the board that only one line knows is turned up in the other line alone.
    """

    pairs: list[tuple[int, int]]
    places: tuple[int, int]
    known: tuple[int, int]


class PlayedLine:
    """A game, and the ``ids`` of the first event of each of its decisions."""

    def __init__(self, game: Game) -> None:
        """Number the decisions of a game; raises ``NoPositionsError`` for a record with only the result."""
        start_of(game)
        self.game = game
        self.ids = first_ids(game)

    def command(self, number: int) -> Command | None:
        """Return a decision; ``None`` after the last."""
        return self.game.moves[number].command if number < len(self.game.moves) else None

    def words(self, first: int) -> tuple[str, ...]:
        """Return the decisions from ``first`` on in notation, as many as are shown."""
        shown = enumerate(self.game.moves[first : first + MOST_SYMBOLS], first)
        return tuple(format_command(self.game.state_at(number), move.command) for number, move in shown)

    def said(self, number: int) -> list[str]:
        """Return what is written after a decision, in notation."""
        move, before = self.game.moves[number], self.game.state_at(number)
        lines = (" ".join(format_appendix((), (variation,), [before])) for variation in move.variations)
        return [*_words(move.notes, move.state), *lines]

    def id(self, number: int) -> EventId | None:
        """Return the place of a decision."""
        return self.ids[number] if number < len(self.ids) else None


def diff(one: Game, other: Game) -> GameDifference:
    """Compare two records, with the city of the second in the orientation of the first.

    Only the headers are compared if a record has only the result.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> from replays.edit.fork import fork_game
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> found = diff(game, fork_game(game, 132, "friday#17.2.2"))
    >>> found.lengths, str(found.parting.ids[0])
    ((511, 132), '17.2.3')
    """
    other = turn_like(other, one.setup) or other
    if "result" in (extent_of(one), extent_of(other)):
        return GameDifference((len(one.moves), len(other.moves)), headers=_header_differences(one, other))
    first, second = PlayedLine(one), PlayedLine(other)
    lengths = (len(one.moves), len(other.moves))
    headers, setup = _header_differences(one, other), _setup_difference(one, other)
    if any(setup):
        return GameDifference(lengths, setup, headers=headers)
    shared = _shared_moves(first, second)
    return GameDifference(
        lengths,
        parting=_parting(first, second, shared),
        end=compare_positions(one.state, other.state),
        headers=headers,
        notes=tuple(_note_differences(first, second, shared.pairs)),
        start=compare_positions(one.start, other.start),
        known=shared.known,
    )


def _shared_moves(first: PlayedLine, second: PlayedLine) -> SharedMoves:
    """Return what two lines have in common, with everything that either knows."""
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
        command = join_commands(one, other, states[0]) if one is not None and other is not None else None
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
    after = one.game.state_at(min(place + 1, ends[0])), other.game.state_at(min(there + 1, ends[1]))
    return Parting(
        len(shared.pairs),
        (one.id(place), other.id(there)),
        (one.words(place), other.words(there)),
        compare_positions(*after),
    )


def _setup_difference(one: Game, other: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines of the set-up that only one has; positions at the start are compared part by part."""
    lines, starts = compare_setups(one.setup, other.setup), (start_of(one), start_of(other))
    if any(lines) or join_states(*starts) is not None:
        return lines
    mine, theirs = format_differences(compare_positions(*starts))
    return mine or ("start",), theirs or ("start",)


def _header_differences(one: Game, other: Game) -> tuple[HeaderDifference, ...]:
    names = dict.fromkeys(name for name, _ in (*one.headers, *other.headers))
    found = [
        HeaderDifference(name, *(tuple(value for key, value in each.headers if key == name) for each in (one, other)))
        for name in names
    ]
    return tuple(each for each in found if each.one != each.other)


def _note_differences(
    first: PlayedLine, second: PlayedLine, pairs: Sequence[tuple[int, int]]
) -> Iterator[NoteDifference]:
    """Yield the differences in what is said at the start and after the decisions that both have."""
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
    """Return what only one of two says; everything if both say the same in a different order."""
    mine, theirs = find_surplus(one, other), find_surplus(other, one)
    return NoteDifference(id, mine, theirs) if mine or theirs else NoteDifference(id, tuple(one), tuple(other))


# Lines of a record.


def line_of(record: Game, id: str) -> Game:
    """Return the record with a variation as its main line: the decisions up to it, then its own; headers are
    unchanged.

    Raises ``UnknownIdError`` if there is no variation with this id.
    """
    moves = _moves_to(record.moves, id)
    if moves is None:
        raise unknown_variation(id, [variation.id for variation in variations_of(record)])
    return replace(record, moves=moves)


def _moves_to(moves: tuple[Move, ...], id: str) -> tuple[Move, ...] | None:
    """Return the moves up to a variation, and its own."""
    for number, move in enumerate(moves):
        for variation in move.variations:
            inner = variation.moves if variation.id == id else _moves_to(variation.moves, id)
            if inner is not None:
                return (*moves[:number], *inner)
    return None


# ----------------------------------------------------------------------------------------------------
# Games turn by turn side by side: one set-up played by different people, or several futures of one game.


# ----------------------------------------------------------------------------------------------------
# Several futures of one game side by side: the moves of each from where they diverge, and the result.
