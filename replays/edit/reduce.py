"""A game with less: only its placements, scorings and points, or only its result."""

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
from calimala_es.components import GAME, IDLE_SUPPORT, SEATS, SUPPORT, UNKNOWN, InfluenceCard
from calimala_es.decide import step
from calimala_es.errors import CalimalaError, IllegalCommandError
from calimala_es.events import AreaScored, TileScored
from calimala_es.frames import GameOver, InfluenceReveal, Placement
from calimala_es.game import Game, Move, start_of
from calimala_es.gaps import ANSWERED, is_at_rest, missed_command
from calimala_es.headers import RESULT
from calimala_es.initial import stand_in
from calimala_es.known import GameKnowledge
from calimala_es.messages import Message
from calimala_es.notes import AnyNote, Check, Comment, Notes, points_checks
from calimala_es.state import State


class ReduceError(CalimalaError):
    """A game cannot be reduced; the message gives the reason."""


def reduce_to_result(game: Game) -> Game:
    """Return players and rules, the headers with the result, and the comments on the start: no moves, and no tiles.

    With Intrigue the city stays, since its tiles are named by streets.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> reduce_to_result(play(Setup("bry", "WBMUCAVTS"))).moves
    ()
    """
    headers = game.headers
    knowledge, number = GameKnowledge(game), len(game.moves)
    last = knowledge.with_points(game.state, number)
    if type(last.now) is GameOver and last.now.winners and game.header(RESULT) is None and knowledge.at(number).points:
        headers = (*headers, (RESULT, format_points(last)))
    setup = replace(game.setup, city=game.setup.city if game.setup.intrigue else "", council=())
    return Game(setup, stand_in(setup), (), headers, _comments(game.notes))


def reduce_to_placements(game: Game) -> Game:
    """Return the same game with nothing but placements, scorings and points; the rest of each turn was missed.

    Comments stay with the turn they are about; variations and other notes are dropped. Before every turn the streets,
    stacks, council, supplies and points are those of the game: where it differed from the rules, they are observed. An
    observation in the middle of a turn moves to the end of the turn. If it ended the game, or prevented the end, the
    game ends in another turn, and the differences are observed.

    Raises ``ReduceError`` for a game that cannot go on without what is left out, and ``NoPositionsError`` for one that
    has only its result.
    """
    start_of(game)
    return _Reducer(game).reduce()


def _comments(notes: Notes) -> Notes:
    return tuple(note for note in notes if type(note) is Comment)


_MAT_PARTS = ("coloured", "white", "support")


class _Reducer:
    """Follows a game turn by turn and makes another one of its placements.

    ``points`` are everybody's as far as the reduced game says them.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        knowledge = GameKnowledge(game)
        self.states = [knowledge.with_points(state, number) for number, state in enumerate(game.states)]
        self.moves: list[Move] = []
        self.notes: list[AnyNote] = [*_comments(game.notes)]
        self.points = [mat.points for mat in game.start.mats]

    @property
    def state(self) -> State:
        return self.moves[-1].state if self.moves else self.game.start

    def reduce(self) -> Game:
        place = self._begin()
        while place < len(self.game.moves):
            place = self._go_on(place)
        if is_at_rest(self.states[-1]):
            self._agree(self.states[-1])
        return replace(self.game, moves=tuple(self.moves), notes=tuple(self.notes))

    def _apply(self, command: Command) -> None:
        events, state = step(self.state, command)
        self.moves.append(Move(command, events, state))

    def _may_apply(self, command: Command) -> bool:
        try:
            self._apply(command)
        except IllegalCommandError:
            return False
        return True

    def _note(self, number: int, notes: Sequence[AnyNote]) -> None:
        """Add notes to a move."""
        move = self.moves[number]
        self.moves[number] = replace(move, notes=(*move.notes, *notes))

    def _begin(self) -> int:
        """Pass over turn 0 but the starts of families, or copy the rest of the turn that a position is in."""
        states, moves = self.states, self.game.moves
        end = next((place for place, state in enumerate(states) if is_at_rest(state)), len(moves))
        if states[0].turn:
            for move in moves[:end]:
                if not self._may_apply(move.command):
                    raise ReduceError(Message("the rest of the turn in which the record begins cannot be replayed"))
            return end
        for move in moves[:end]:
            self.notes += _comments(move.notes)
        chosen = iter([move.command for move in moves[:end] if type(move.command) is ChooseStart])
        if is_at_rest(states[end]):
            while not is_at_rest(self.state):
                self._apply(missed_command(self.state) or next(chosen))
        return end

    def _go_on(self, place: int) -> int:
        state, moves = self.states[place], self.game.moves
        if type(moves[place].command) is ObservePart:
            return place + 1
        if type(state.now) is InfluenceReveal:
            return self._reveal(place)
        end = next((n for n in range(place + 1, len(self.states)) if is_at_rest(self.states[n])), len(moves))
        self._agree(state)
        if type(self.state.now) is Placement:
            self._turn(moves[place:end], self.states[place : end + 1])
        return end

    def _turn(self, moves: Sequence[Move], states: Sequence[State]) -> None:
        council, first = self.state.council, len(self.moves)
        self._place(moves[0].command)
        self._note(first, [note for move in moves for note in _comments(move.notes)])
        if not is_at_rest(states[-1]):
            return
        answers = [move.command for move in moves if isinstance(move.command, TakeDiscBack | ChooseTile)]
        while (command := missed_command(self.state)) is not None:
            if isinstance(self.state.now, ANSWERED) and answers and self._may_apply(answers.pop(0)):
                continue
            self._apply(command)
        if any(type(move.command) is ObservePart for move in moves):
            return
        checks: list[AnyNote] = [
            Check(word) for word in _checks(moves, states, is_scored=self.state.council != council)
        ]
        if states[-1].has_gap:
            checks = [check for move in moves for check in points_checks(move.notes)]
        self._note(first, checks)
        if checks:
            self.points = [mat.points for mat in states[-1].mats]

    def _place(self, command: Command) -> None:
        if type(command) is PlaceDisc:
            if self._may_apply(command):
                return
            if command.disc == IDLE_SUPPORT and self._may_apply(PlaceDisc(command.street, SUPPORT)):
                return
        self._apply(MarkMissed())

    def _reveal(self, place: int) -> int:
        """Reveal the influence cards that were revealed, on the board or in hands, and what was seen between them."""
        last, moves = self.states[-1], self.game.moves
        reveals = iter([n for n in range(place, len(moves)) if type(moves[n].command) is RevealInfluence])
        self._agree(self.states[place])
        while type(self.state.now) is InfluenceReveal:
            card = _revealed(self.state, moves[place:], self.states[place:], last)
            if card is None:
                break
            if (number := next(reveals, None)) is not None:
                self._agree(self.states[number])
            if not self._may_apply(RevealInfluence(card)):
                self._apply(RevealInfluence(UNKNOWN))
        if type(last.now) is GameOver and last.now.winners and type(self.state.now) is GameOver:
            self._note(-1, [Check(points_check(last))])
            self.points = [mat.points for mat in last.mats]
        return len(moves)

    def _agree(self, state: State) -> None:
        """Observe what a record of placements has and what came out differently."""
        mine = self.state
        if not is_at_rest(mine) or type(mine.now) is GameOver or not state.turn:
            return
        for part, value in (*_different(mine, state), *self._points_observed(state)):
            if (part, value) != ("active", SEATS[self.state.active]):
                self._apply(ObservePart(part, value))

    def _points_observed(self, state: State) -> Iterator[tuple[str, str]]:
        for seat, mat in enumerate(state.mats):
            if self.points[seat] != mat.points:
                self.points[seat] = mat.points
                yield f"{seat}.points", str(mat.points)


def _checks(moves: Sequence[Move], states: Sequence[State], *, is_scored: bool) -> Iterator[str]:
    """Yield the order of the turn's last scoring, if there was one, and all players' points, if they changed."""
    parties = states[-1].setup.parties
    scored = [event for move in moves for event in move.events if isinstance(event, TileScored | AreaScored)]
    if is_scored and scored and isinstance(scored[-1], TileScored):
        yield MARK + ("".join(parties[int(seat)] for seat in scored[-1].ranking) or "0")
    points = [mat.points for mat in states[0].mats]
    if scored or points != [mat.points for mat in states[-1].mats]:
        yield points_check(states[-1])


def _revealed(state: State, moves: Sequence[Move], states: Sequence[State], last: State) -> InfluenceCard | None:
    """Return the card that is revealed next according to the full record; ``None`` if the record stops before."""
    now = state.now
    assert type(now) is InfluenceReveal
    if now.seat == GAME:
        known: list[InfluenceCard] = [card for card in last.by_board if card != UNKNOWN and card not in state.by_board]
        return known[0] if known else UNKNOWN
    known_cards: list[InfluenceCard] = [
        move.command.card
        for move, before in zip(moves, states, strict=False)
        if type(move.command) is RevealInfluence and getattr(before.now, "seat", None) == now.seat
    ]
    done = len(state.mats[now.seat].shown)
    return known_cards[done] if done < len(known_cards) else None


def _different(mine: State, state: State) -> Iterator[tuple[str, str]]:
    """Yield the parts that a record of placements has and that differ in ``state``, with their values there.

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
