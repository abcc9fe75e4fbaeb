"""Reduce records to a shallower depth, and make a placement record full once every turn is recorded in full."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from calimala_es.board import STREETS
from calimala_es.checks import MARK, format_points, points_check
from calimala_es.commands import (
    ChooseStart,
    ChooseTile,
    Command,
    MarkMissed,
    ObservePart,
    PlaceDisc,
    RevealInfluence,
    TakeDiscBack,
)
from calimala_es.components import GAME, SEATS, UNKNOWN, WHITE
from calimala_es.errors import CalimalaError, IllegalCommandError
from calimala_es.events import AreaScored, TileScored
from calimala_es.frames import GameOver, InfluenceReveal, Placement
from calimala_es.game import Depth, Game, Move
from calimala_es.headers import RESULT
from calimala_es.notes import Check, Comment, Notes
from calimala_es.state import State
from notation.grammar.symbols import MISSED, format_command
from notation.partial.coverage import record_coverage
from notation.partial.deciding import PlacementDecider
from notation.partial.rest import is_at_rest, stand_in
from notation.reader.line import Line
from notation.reader.problems import WrongWordError


class DepthError(CalimalaError):
    """A record cannot have the requested depth; the message gives the reason."""


_SHALLOWER: tuple[Depth, ...] = ("full", "placements", "result")


def reduce_depth(record: Game, depth: Depth) -> Game:
    """Return the same game at a shallower depth: only placements, scorings and points, or only the result.

    Comments stay with the turn they are about; variations and other notes are dropped. Before every turn the streets,
    stacks, council, supplies and points are those of the record: where the game differed from the rules, they are
    observed. An observation in the middle of a turn moves to the end of the turn. If it ended the game, or prevented
    the end, the game ends in another turn, and the differences are observed.

    Raises ``DepthError`` for a depth that requires more than the record has.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> reduce_depth(play(Setup("bry", "WBMUCAVTS")), "result").depth
    'result'
    """
    if _SHALLOWER.index(depth) < _SHALLOWER.index(record.depth):
        raise DepthError(f"a record that tells {record.depth} cannot be made to tell {depth} by leaving something out")
    if depth == record.depth:
        return record
    if depth == "result":
        return _result_of(record)
    return _PlacementsMaker(record).make()


def to_full_depth(record: Game) -> Game:
    """Return a placement record as a full record if every turn is recorded in full.

    Raises ``DepthError`` otherwise.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> game = play(Setup("bry", "WBMUCAVTS"))
    >>> to_full_depth(reduce_depth(game, "placements")).depth
    'full'
    """
    if record.depth == "full":
        return record
    if record.depth == "result":
        raise DepthError("a record that has only the result has no turns")
    coverage = record_coverage(record)
    for turn in coverage.turns:
        if any(type(move.command) is MarkMissed for move in record.moves[turn.first : turn.end]):
            raise DepthError(f"turn {record.state_at(turn.first).turn} is not recorded in full")
    if coverage.contexts[-1].is_incomplete:
        raise DepthError("some turn is not recorded in full")
    return replace(record, depth="full")


def _comments(notes: Notes) -> Notes:
    return tuple(note for note in notes if type(note) is Comment)


def _result_of(record: Game) -> Game:
    headers = record.headers
    last = record.state
    if last.is_over and last.now.winners and record.header(RESULT) is None:  # type: ignore[union-attr]
        headers = (*headers, (RESULT, format_points(last)))
    return Game(record.setup, stand_in(record.setup), (), headers, _comments(record.notes), "result")


_MAT_PARTS = ("coloured", "white", "support")


class _PlacementsMaker:
    """Follows a full record and writes what the depth of placements includes."""

    def __init__(self, record: Game) -> None:
        self.record = record
        self.states = record.states
        self.line = Line(record.start)
        self.decider = PlacementDecider(self.line)

    def make(self) -> Game:
        for note in _comments(self.record.notes):
            self.line.note(note)
        place = self._begin()
        while place < len(self.record.moves):
            place = self._go_on(place)
        self.decider.finish(at_end=True)
        self._agree(self.states[-1])
        self.line.close()
        return replace(self.record, moves=tuple(self.line.moves), notes=self.line.notes_at(0), depth="placements")

    def _begin(self) -> int:
        """Write turn 0, or the rest of the turn that a position is in the middle of, as it was recorded."""
        states, moves = self.states, self.record.moves
        end = next((place for place, state in enumerate(states) if is_at_rest(state)), len(moves))
        for move in moves[:end]:
            if states[0].turn:
                self._decide(move.command)
            elif type(move.command) is ChooseStart:
                self.decider.start(move.command.choice)
        return end

    def _decide(self, command: Command) -> None:
        try:
            self.line.apply(command)
        except IllegalCommandError as error:
            raise DepthError(f"the record breaks off: {error}") from error

    def _go_on(self, place: int) -> int:
        state, moves = self.states[place], self.record.moves
        if type(moves[place].command) is ObservePart:
            return place + 1
        if type(state.now) is InfluenceReveal:
            return self._reveal(place)
        end = next(
            (n for n in range(place + 1, len(self.states)) if is_at_rest(self.states[n])),
            len(moves),
        )
        self._agree(state)
        if type(self.line.state.now) is Placement or not self.line.state.turn:
            self._turn(state, moves[place:end], self.states[place : end + 1])
        return end

    def _turn(self, state: State, moves: Sequence[Move], states: Sequence[State]) -> None:
        placed = moves[0].command
        council = self.line.state.council
        try:
            self.decider.symbol(format_command(state, placed) if type(placed) is PlaceDisc else MISSED)
        except WrongWordError:
            self.line.forget(len(self.line.moves))
            self.decider.symbol(MISSED)
        for move in moves:
            for note in _comments(move.notes):
                self.line.note(note)
        for move, before in zip(moves, states, strict=False):
            if isinstance(move.command, TakeDiscBack | ChooseTile):
                self._answer(format_command(before, move.command))
        is_seen = any(type(move.command) is ObservePart for move in moves)
        if is_at_rest(states[-1]) and not is_seen:
            is_scored = self.decider.ahead().council != council
            for word in _checks(moves, states, is_scored=is_scored):
                self.line.note(Check(word))

    def _answer(self, word: str) -> None:
        before = len(self.line.moves)
        try:
            self.decider.symbol(word)
        except WrongWordError:
            self.line.forget(before)

    def _reveal(self, place: int) -> int:
        """Write the influence cards that were revealed, on the board or in hands, and what was seen between them."""
        line, last, moves = self.line, self.states[-1], self.record.moves
        reveals = iter([n for n in range(place, len(moves)) if type(moves[n].command) is RevealInfluence])
        self._agree(self.states[place])
        while type(line.state.now) is InfluenceReveal:
            card = _revealed(line.state, moves[place:], self.states[place:], last)
            if card is None:
                break
            if (number := next(reveals, None)) is not None:
                self._agree(self.states[number])
            self._turn_over(card)
        if type(last.now) is GameOver and last.now.winners and type(line.state.now) is GameOver:
            line.note(Check(points_check(last)))
        return len(self.record.moves)

    def _turn_over(self, card: str) -> None:
        before = len(self.line.moves)
        try:
            self.decider.symbol(card)
        except WrongWordError:
            self.line.forget(before)
            self.decider.symbol(UNKNOWN)

    def _agree(self, state: State) -> None:
        """Observe what this depth includes and what came out differently."""
        self.decider.finish(at_end=True)
        mine = self.line.state
        if not mine.turn and state.turn and any(_different(self.decider.ahead(), state)):
            self.decider.finish()
            mine = self.line.state
        if not is_at_rest(state) or not is_at_rest(mine) or type(mine.now) is GameOver or not state.turn:
            return
        for part, value in _different(mine, state):
            if (part, value) != ("active", SEATS[self.line.state.active]):
                self.line.apply(ObservePart(part, value))


def _checks(moves: Sequence[Move], states: Sequence[State], *, is_scored: bool) -> Iterator[str]:
    """Yield the order of the turn's last scoring, if there was one, and all players' points, if they changed."""
    parties = states[-1].setup.parties
    scored = [event for move in moves for event in move.events if isinstance(event, TileScored | AreaScored)]
    if is_scored and scored and isinstance(scored[-1], TileScored):
        yield MARK + ("".join(parties[int(seat)] for seat in scored[-1].ranking) or "0")
    points = [mat.points for mat in states[0].mats]
    if scored or points != [mat.points for mat in states[-1].mats]:
        yield points_check(states[-1])


def _revealed(state: State, moves: Sequence[Move], states: Sequence[State], last: State) -> str | None:
    """Return the card that is revealed next according to the full record; ``None`` if the record stops before."""
    now = state.now
    assert type(now) is InfluenceReveal
    if now.seat == GAME:
        known = [card for card in last.by_board if card != UNKNOWN and card not in state.by_board]
        return known[0] if known else UNKNOWN
    known_cards = [
        move.command.card
        for move, before in zip(moves, states, strict=False)
        if type(move.command) is RevealInfluence and getattr(before.now, "seat", None) == now.seat
    ]
    done = len(state.mats[now.seat].shown)
    return known_cards[done] if done < len(known_cards) else None


def _different(mine: State, state: State) -> Iterator[tuple[str, str]]:
    """Yield the parts that this depth includes and that differ in ``state``, with their values there.

    Missing discs come before whose turn it is, and surplus discs come after it: a player who is observed without discs
    on their turn is passed over, and that counts as a turn. Where it was counted, they come before it.
    """
    for street, stack, wanted in zip(STREETS, mine.stacks, state.stacks, strict=True):
        if stack != wanted:
            yield street, wanted
    if mine.council != state.council:
        yield "council", state.council.rstrip(".")
    supplies = [
        (f"{seat}.{part}", getattr(mat, part), getattr(wanted_mat, part))
        for seat, (mat, wanted_mat) in enumerate(zip(mine.mats, state.mats, strict=True))
        for part in (_MAT_PARTS if seat < state.setup.players else ())
    ]
    yield from ((part, str(wanted)) for part, number, wanted in supplies if number < wanted)
    surplus = [(part, str(wanted)) for part, number, wanted in supplies if number > wanted]
    active = [("active", SEATS[state.active])] if mine.active != state.active and type(mine.now) is Placement else []
    yield from surplus + active if mine.turn < state.turn else active + surplus
    for seat, (mat, wanted_mat) in enumerate(zip(mine.mats, state.mats, strict=True)):
        if mat.points != wanted_mat.points:
            yield f"{seat}.points", str(wanted_mat.points)


__all__ = ["WHITE", "DepthError", "reduce_depth", "to_full_depth"]
