"""The conflicts that a merge could not resolve, and the changes that it made on its own."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from calimala_es.commands import Command, MarkMissed, ObservePart, PlaceDisc
from calimala_es.components import GAME, INFLUENCE_CARDS, UNKNOWN
from calimala_es.decide import step
from calimala_es.events import TurnEnded
from calimala_es.frames import INTERRUPTIONS, InfluenceReveal, Placement
from calimala_es.game import Game, Move
from calimala_es.ids import EventId, ids_from
from calimala_es.state import State, activation_of
from notation.grammar.notes import format_note
from notation.grammar.symbols import format_command
from notation.partial.coverage import Context, Turn, record_coverage
from notation.partial.deciding import IN_FULL
from notation.partial.rest import ANSWERED, is_at_rest, rest_command
from notation.reader.body import ENDING
from notation.reader.games import loads
from notation.writer.games import format_appendix, format_headers
from replays.edit.conflicts import Claim, Origin

# ----------------------------------------------------------------------------------------------------
# A game in a merge: where each of its decisions was written, and what no record has.

MOST_SYMBOLS = 20
"""The number of symbols of a reading that are shown; of longer ones the first."""


class SourceGame:
    """A game with the information that a merge needs.

    ``origins`` says where each move was written first. For a record of placements ``turns`` are its turns,
    ``supplied`` the moves that are not recorded, and ``gap`` these and the moves missed up to the end of a partly
    recorded turn; ``contexts`` is what came before each move.
    """

    def __init__(self, game: Game, source: str, origins: Sequence[Origin] | None = None) -> None:
        """Prepare a game that is called ``source``; without ``origins`` all of it was written there."""
        self.game = game
        self.source = source
        self.origins: Sequence[Origin] = [Origin(source, id) for id in first_ids(game)] if origins is None else origins
        self.supplied: frozenset[int] = frozenset()
        self.gap: frozenset[int] = frozenset()
        self.turns: list[Turn] = []
        self.contexts: Sequence[Context] = [Context(is_full=True)] * (len(game.moves) + 1)
        if game.depth == "placements":
            coverage = record_coverage(game)
            self.turns, self.contexts = coverage.turns, coverage.contexts
            self.supplied = frozenset(number for number, is_supplied in enumerate(coverage.supplied) if is_supplied)
            self.gap = self.supplied.union(*(self._missed_rest(turn) for turn in coverage.turns))

    def _missed_rest(self, turn: Turn) -> Iterator[int]:
        """Yield the last moves of a turn, if they only represent what was missed and have no notes."""
        for number in range(turn.end - 1, turn.first - 1, -1):
            state = self.game.state_at(number)
            if is_at_rest(state) or not _is_bare(self.game.moves[number], rest_command(state)):
                return
            yield number

    def with_moves(self, moves: Sequence[Move], start: State | None = None) -> "SourceGame":
        """Return the same record with other moves, perhaps from another position."""
        game = replace(self.game, moves=tuple(moves), start=self.game.start if start is None else start)
        return SourceGame(game, self.source, self.origins)

    @property
    def origin_of_start(self) -> Origin:
        """The place of the position at the start."""
        return Origin(self.source)

    @property
    def end(self) -> int:
        """The number of moves."""
        return len(self.game.moves)

    def command(self, number: int) -> Command:
        """Return the decision of a move."""
        return self.game.moves[number].command

    def symbols(self, first: int, end: int) -> str:
        """Return the decisions from one move up to another in notation."""
        numbers = range(first, min(end, first + MOST_SYMBOLS))
        shown = " ".join(format_command(self.game.state_at(number), self.command(number)) for number in numbers)
        return f"{shown} ..." if end - first > MOST_SYMBOLS else shown

    def reading(self, first: int, end: int) -> Claim:
        """Return the moves from one number up to another as a reading; if there are none, the move that follows."""
        origin = self.origins[first] if first < self.end else Origin(self.source)
        return Claim(origin, self.symbols(first, end))

    def turn_end(self, number: int) -> int:
        """Return the number of moves up to the end of the turn that contains a move, or of the record."""
        turn = self.game.state_at(number).turn
        for place, move in enumerate(self.game.moves[number:], number + 1):
            if move.state.turn != turn or any(isinstance(event, TurnEnded) for event in move.events):
                return place
        return self.end

    def is_silent(self, stretch: tuple[int, int]) -> bool:
        """Return whether moves only say that nothing was recorded, which contradicts nothing."""
        moves = self.game.moves[slice(*stretch)]
        return bool(moves) and all(_is_bare(move, MarkMissed()) for move in moves)

    def is_gapped(self, number: int) -> bool:
        """Return whether something before a move was missed."""
        return any(type(move.command) is MarkMissed for move in self.game.moves[:number])


def first_ids(game: Game) -> list[EventId]:
    """Return the id of the first event of each move."""
    ids = iter(ids_from(game.start, (event for move in game.moves for event in move.events)))
    found: list[EventId] = []
    for move in game.moves:
        first, *_ = islice(ids, len(move.events))
        found.append(first)
    return found


def _is_bare(move: Move, command: Command) -> bool:
    """Return whether a move is this decision, without notes or variations."""
    return move.command == command and not move.notes and not move.variations


def replay_line(state: State, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Replay moves from another state; raises ``IllegalCommandError`` for an illegal one.

    Their variations are unchanged, since each is decided when it is added to a line.
    """
    replayed: list[Move] = []
    for move in moves:
        events, state = step(state, move.command)
        replayed.append(replace(move, events=events, state=state))
    return tuple(replayed)


SharedMoment = tuple[int, str, object, object, object, str, int]


def shared_moment(state: State) -> SharedMoment:
    """Return what two records of one game have in common at one moment: the turn, and what is due from which player."""
    now = state.now
    activation = activation_of(state)
    pending = activation.pending if activation else str(getattr(now, "pending", ""))
    frames = sum(isinstance(frame, INTERRUPTIONS) for frame in (now, *state.later))
    place = (getattr(now, "seat", None), getattr(now, "street", None), getattr(now, "depth", None))
    return (state.turn, type(now).__name__, *place, pending, frames)


def is_same_frame(state: State, other: State) -> bool:
    """Return whether the same kind of decision is due from the same player in the same turn."""
    now, due = state.now, other.now
    return (state.turn, type(now), getattr(now, "seat", None)) == (other.turn, type(due), getattr(due, "seat", None))


# ----------------------------------------------------------------------------------------------------
# The pieces into which two records of one game are cut to compare them side by side.


class Stretch(NamedTuple):
    """Moves of a record, from one number up to another."""

    first: int
    end: int


class Together(NamedTuple):
    """A move of each record that are the same decision; ``command`` is the decision with what both know about it."""

    one: int
    other: int
    command: Command


class Alone(NamedTuple):
    """Moves of one record (0 or 1) in a part that the other one, which begins later or has ended, does not have."""

    side: int
    moves: Stretch


class Seen(NamedTuple):
    """A move of one record that is an observation, and that the other does not have."""

    side: int
    number: int


class Filled(NamedTuple):
    """A missed move of one record (``side``), and the moves of the other that fill it."""

    side: int
    number: int
    moves: Stretch


class Deeper(NamedTuple):
    """Moves that one record (``side``) does not have, and the corresponding moves of the other."""

    side: int
    gap: Stretch
    moves: Stretch


class Apart(NamedTuple):
    """Moves of each record that contradict each other; one of the two may be empty."""

    one: Stretch
    other: Stretch


Piece = Together | Alone | Seen | Filled | Deeper | Apart


# ----------------------------------------------------------------------------------------------------
# A record of placements written and read again, so that what its reader supplies follows from all that is recorded.


class WrittenMove(NamedTuple):
    """A recorded decision, the position before it, what came before it, and where it was written."""

    move: Move
    before: State
    context: Context
    origin: Origin


def written_moves(trace: SourceGame, moves: Stretch) -> Iterator[WrittenMove]:
    """Yield the recorded moves from one number up to another, without those that its reader supplied."""
    for number in range(*moves):
        if number not in trace.supplied:
            move, before = trace.game.moves[number], trace.game.state_at(number)
            yield WrittenMove(move, before, trace.contexts[number], trace.origins[number])


def drop_known_cards(rest: Sequence[WrittenMove], state: State) -> Iterator[WrittenMove]:
    """Yield the moves after a position, without cards by the board that they turn up and that are already known."""
    left = state.by_board.count(UNKNOWN)
    for each in rest:
        now, card = each.before.now, getattr(each.move.command, "card", "")
        if type(now) is InfluenceReveal and now.seat == GAME:
            if card in INFLUENCE_CARDS and card in state.by_board:
                continue
            if not left and card == UNKNOWN:
                continue
            left -= 1
        yield each


def read_placements(record: Game, written: Sequence[WrittenMove]) -> Game:
    """Read the record of placements with these moves; raises ``NotationError`` if it cannot be read."""
    headers = "\n".join(format_headers(record))
    start = written[0].before if written else None
    said = [format_note(note, start) for note in record.notes] if start else []
    return loads(f"{headers}\n\n{' '.join([*said, *format_placements(written)])}\n")


def format_placements(written: Sequence[WrittenMove]) -> Iterator[str]:
    """Yield the text of a record of placements, with turn numbers."""
    written_mark = ""
    for number, (move, before, context, _) in enumerate(written):
        mark = _mark(before, move.command)
        if mark and mark != written_mark:
            yield mark
            written_mark = mark
        symbol = format_command(before, move.command)
        yield symbol + IN_FULL if type(move.command) is PlaceDisc and _is_in_full(written, number) else symbol
        yield from (format_note(note, move.state) for note in move.notes)
        if move.variations:
            yield from format_appendix((), move.variations, [before], context)
            written_mark = ""


def _mark(state: State, command: Command) -> str:
    """Return the mark before a decision that begins turn 0, a turn or the end."""
    if type(state.now) is InfluenceReveal:
        return f"{ENDING}."
    return (
        f"{state.turn}."
        if not state.turn or (type(state.now) is Placement and type(command) is not ObservePart)
        else ""
    )


def _is_in_full(written: Sequence[WrittenMove], number: int) -> bool:
    """Return whether more of a turn is recorded than its placement."""
    turn: list[Command] = []
    for each in written[number + 1 :]:
        if is_at_rest(each.before):
            break
        if not isinstance(each.before.now, ANSWERED):
            turn.append(each.move.command)
    return any(type(command) is not MarkMissed for command in turn)
