"""A game that was played again: every position, the events between them, and steps at every level.

A *position* is the number of events that have happened, 0 the start: ``replay.states[position]`` is the state there
and ``replay.events[position]`` the event that leads to the next. A *step* at a level is a run of events; the steps of
a level follow each other without a gap, and the steps of a finer level lie inside those of a coarser one.

Knows nothing of rules: states come from the moves and from ``evolve``.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from enum import Enum
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple

from msgspec.structs import replace

from calimala_es.commands import Command, PlaceDisc
from calimala_es.errors import CalimalaError, UnknownIdError
from calimala_es.events import (
    ActivationEnded,
    CardDiscarded,
    CardDrawn,
    DeckShuffled,
    DiscActivated,
    DiscPromoted,
    DiscRemoved,
    DiscTakenBack,
    EndReached,
    Event,
    GameEnded,
    OfferDeclined,
    PartObserved,
    PlayBegan,
    SeatTaken,
    TileScored,
    TurnEnded,
    WentUnrecorded,
    WhiteDiscUsed,
)
from calimala_es.evolve import evolve
from calimala_es.frames import GameOver
from calimala_es.game import Game, Move, start_of
from calimala_es.gaps import stand_ins
from calimala_es.ids import EventId, Numbering, ids_from, numbering_in, parse_id
from calimala_es.known import GameKnowledge, Known
from calimala_es.messages import Message
from calimala_es.state import State
from calimala_es.view import PUBLIC, Viewer, view
from notation.places import is_start


class Level(Enum):
    """How far a step goes.

    ``GAME`` is all there is. A ``ROUND`` is one turn of every player who has one, in the order of seats, all of turn 0,
    or the end of the game from the moment it is reached. A ``TURN`` is everything from a placement until the next, all
    of turn 0, or the end of the game from the moment it is reached. An ``ACTIVATION`` is the placement, one disc's
    activation with the third party's answer, or what closes the turn: the intrigue action and the council. An
    ``ACTION`` is one thing done with all that comes of it at once: the card drawn, the tile scored.
    """

    GAME = "game"
    ROUND = "round"
    TURN = "turn"
    ACTIVATION = "activation"
    ACTION = "action"
    EVENT = "event"

    # There is one of each, and this hash costs no call in Python: steps are looked up by level all the time.
    __hash__ = object.__hash__


class Gap(NamedTuple):
    """A place where the game went on after something that nobody wrote down, or that was only seen.

    ``position`` is the one before the event.
    """

    position: int
    id: EventId
    event: WentUnrecorded | PartObserved


class Step(NamedTuple):
    """The events from position ``start`` up to position ``end``; ``id`` is that of the first."""

    level: Level
    number: int
    start: int
    end: int
    id: EventId
    events: tuple[Event, ...]


_OPENING: Final = (DiscActivated, WhiteDiscUsed)
_FOLLOW: Final = (ActivationEnded, CardDrawn, DeckShuffled, OfferDeclined, PlayBegan, TurnEnded)
_SEATING: Final = (SeatTaken, DiscPromoted, DiscTakenBack, DiscRemoved)


def _level_begun(event: Event, previous: Event, is_new: bool) -> Level:
    """Return the coarsest level of which a step begins with an event within a turn; ``is_new``: its activation is.

    The end of a turn alone begins no activation; a white disc's begins when a player uses the disc (R11.Pazzi).
    """
    kind, was = type(event), type(previous)
    if was is TurnEnded or kind is WhiteDiscUsed:
        return Level.ACTIVATION
    if was is not WhiteDiscUsed and is_new and kind is not TurnEnded:
        return Level.ACTIVATION
    follows = was in _OPENING or kind in _FOLLOW or (isinstance(event, CardDiscarded) and not event.step)
    if follows or (kind is TileScored and was in _SEATING):
        return Level.EVENT
    return Level.ACTION


def _ends_round(event: Event, turn: int) -> bool:
    """Return whether a round ends with a turn, by its number and the event after it: turn 0, and before the end.

    Otherwise it ends if the next turn is that of a seat not after its own.
    """
    return type(event) is EndReached or not turn


class Course(NamedTuple):
    """Where the ids and the steps of a game have got to: the numbering, the last event, ``None`` before the first, and
    the number of the turn that goes on and the seat whose turn it is.
    """

    numbering: Numbering
    event: Event | None
    turn: int
    active: int

    @classmethod
    def of(cls, start: State) -> "Course":
        """Return the course of a game that starts from a position."""
        return cls(numbering_in(start), None, 0, start.active)

    def go_on(self, event: Event, state: State) -> tuple[EventId, Level, "Course"]:
        """Return the id of the event that comes next, in a state, the coarsest level at which a step begins with it,
        and the course after it.
        """
        before, previous = self.numbering.id, self.event
        (id,), numbering = self.numbering.number((event,))
        if previous is None:
            return id, Level.GAME, Course(numbering, event, id.turn, self.active)
        if id.turn == before.turn and type(event) is not EndReached:
            level = _level_begun(event, previous, id.activation != before.activation)
            return id, level, Course(numbering, event, self.turn, self.active)
        is_round = _ends_round(event, self.turn) or state.active <= self.active
        return id, Level.ROUND if is_round else Level.TURN, Course(numbering, event, id.turn, state.active)


_STAND_INS: Final = (WentUnrecorded, CardDrawn, OfferDeclined)
"""The events that may stand for something that is not recorded."""


class NotRecordedError(CalimalaError):
    """A request for something that is not recorded; the message says what."""


class Replay:
    """A game walked event by event.

    ``firsts[i]`` is the position before command ``i``; ``states`` has one state more than there are ``events``.
    In a record with gaps states have the points that its checks say.
    """

    def __init__(self, game: Game) -> None:
        """Replay a game; raises ``NoPositionsError`` for a record with only the result."""
        firsts: list[int] = []
        events: list[Event] = []
        for move in game.moves:
            firsts.append(len(events))
            events += move.events
        self.game = game
        self.start = start_of(game)
        self.has_gaps = game.state.has_gap
        if self.has_gaps and events and isinstance(events[-1], GameEnded) and isinstance(self.end.now, GameOver):
            events[-1] = GameEnded(tuple([mat.points for mat in self.end.mats]), self.end.now.winners, self.end.now.by)
        self.firsts = tuple(firsts)
        self.events = tuple(events)
        self._found_bounds: dict[Level, tuple[int, ...]] = {}

    @property
    def commands(self) -> tuple[Command, ...]:
        """The decisions."""
        return self.game.commands

    @cached_property
    def knowledge(self) -> GameKnowledge:
        """What the game knows at each moment."""
        return GameKnowledge(self.game)

    # Positions.

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The state at every position."""
        state = self.start
        states = [state]
        for move in self.game.moves:
            for event in move.events[:-1]:
                state = evolve(state, event)
                states.append(state)
            state = move.state
            states.append(state)
        if not (self.has_gaps and self.knowledge.points.changes):
            return tuple(states)
        shown, ends = self.knowledge.with_points, self.ends
        return tuple([shown(state, bisect_right(ends, position)) for position, state in enumerate(states)])

    def state_at(self, position: int) -> State:
        """Return the state at a position; those of all positions are made only where no decision was made there."""
        if not self.has_gaps and "states" not in self.__dict__:
            number = bisect_left(self.firsts, position)
            if self.before(number) == position:
                return self.game.state_at(number)
        return self.states[position]

    @property
    def end(self) -> State:
        """The last state that was reached."""
        state = self.game.state
        return self.knowledge.with_points(state, len(self.game.moves)) if self.has_gaps else state

    @property
    def last(self) -> int:
        """The position of the last state."""
        return len(self.events)

    @property
    def ends(self) -> tuple[int, ...]:
        """The position after each command, with all its consequences."""
        return (*self.firsts[1:], self.last) if self.firsts else ()

    @cached_property
    def ids(self) -> tuple[EventId, ...]:
        """The id of every event; a game that starts from a position counts on from its turn."""
        return tuple(ids_from(self.start, self.events))

    def id_before(self, position: int) -> EventId:
        """Return the id of the event that led to a position; those of all events are made only where it is not among
        the last ones. Ids count anew with every disc that is placed.
        """
        if "ids" in self.__dict__ or self.has_gaps:
            return self.ids[position - 1]
        number = len(self.firsts) - 1
        while number and type(self.game.moves[number].command) is not PlaceDisc:
            number -= 1
        first = self.firsts[number]
        if not number or first >= position:
            return self.ids[position - 1]
        return ids_from(self.game.state_at(number), self.events[first:position])[-1]

    def find(self, id: str, *, before: bool = False, names_last: bool = True) -> int:
        """Return the position *after* a turn ``"7"``, an activation ``"7.2"`` or an event ``"7.2.3"``.

        With ``before`` return the position before the first one. ``start`` is the position 0, before which there is
        none. Raises ``UnknownIdError``, which says how far the game goes unless ``names_last`` is off.
        """
        if is_start(id):
            if before:
                raise UnknownIdError(Message("there is nothing before the start"))
            return 0
        wanted = parse_id(id)
        first, end = self.span_of(wanted)
        if first == end:
            if not names_last:
                raise UnknownIdError(Message("there is no moment {place} in this game", place=id))
            words = {"place": id, "reason": self.reach_message(wanted)}
            raise UnknownIdError(Message("there is no moment {place} in this game; {reason}", **words))
        return first if before else end

    def span_of(self, numbers: tuple[int, ...]) -> tuple[int, int]:
        """Return the positions before and after a turn, an activation or an event; they are equal if it is not there.

        Ids never go back, so those that begin with the same numbers are side by side. The end of an activation shares
        the id of the event before it, and is no part of that.
        """
        first, end = bisect_left(self.ids, numbers), bisect_left(self.ids, (*numbers[:-1], numbers[-1] + 1))
        return first, min(end, first + 1) if len(numbers) == len(EventId._fields) else end

    def reach_message(self, wanted: tuple[int, ...]) -> Message:
        """Return how far the game goes, or the part of it that would contain a place."""
        for length in range(len(wanted) - 1, 0, -1):
            inside = [found for found in self.ids if found[:length] == wanted[:length]]
            if inside:
                part, last = ".".join(map(str, wanted[:length])), inside[-1]
                if length == 1:
                    return Message("turn {place} goes up to {last}", place=part, last=last)
                return Message("activation {place} goes up to {last}", place=part, last=last)
        if not self.ids:
            return Message("nothing has happened yet")
        return Message("the game goes up to {last}", last=self.ids[-1])

    def command_at(self, position: int) -> int:
        """Return the index of the command that the event at a position belongs to."""
        return bisect_right(self.firsts, position) - 1

    def before(self, number: int) -> int:
        """Return the position before command ``number``, counted from 0; after the last, the last position."""
        return self.firsts[number] if number < len(self.firsts) else self.last

    # Steps.

    def _find_bounds(self, level: Level) -> tuple[int, ...]:
        """Find the positions at which the steps of a level begin, and the last; a coarser step begins finer ones."""
        starts: Sequence[int]
        if not self.events:
            starts = []
        elif level is Level.GAME:
            starts = [0]
        elif level is Level.EVENT:
            starts = range(self.last)
        elif level is Level.ROUND:
            starts = self._rounds()
        elif level is Level.TURN:
            starts = self._turns
        else:
            starts = self._starts_within_turns[level]
        bounds = self._found_bounds[level] = (*starts, self.last)
        return bounds

    @cached_property
    def _turns(self) -> list[int]:
        """The positions at which turns begin, and the end when it is reached."""
        return [0] + [
            place
            for place, (before, id) in enumerate(pairwise(self.ids), 1)
            if id.turn != before.turn or type(self.events[place]) is EndReached
        ]

    @cached_property
    def _starts_within_turns(self) -> dict[Level, list[int]]:
        """The positions at which activations and actions begin."""
        turns, ids = {*self._turns}, self.ids
        activations: list[int] = []
        actions: list[int] = []
        for place, event in enumerate(self.events):
            level = Level.ACTIVATION
            if place not in turns:
                is_new = ids[place].activation != ids[place - 1].activation
                level = _level_begun(event, self.events[place - 1], is_new)
            if level is Level.ACTIVATION:
                activations.append(place)
            if level is not Level.EVENT:
                actions.append(place)
        return {Level.ACTIVATION: activations, Level.ACTION: actions}

    def _rounds(self) -> list[int]:
        """Return the starts of rounds: turn 0, the end, and each turn of a seat not after the previous one."""
        return [0] + [
            turn
            for before, turn in pairwise(self._turns)
            if _ends_round(self.events[turn], self.ids[before].turn)
            or self.state_at(turn).active <= self.state_at(before).active
        ]

    def starts(self, level: Level) -> Sequence[int]:
        """Return the positions at which the steps of a level begin."""
        return (self._found_bounds.get(level) or self._find_bounds(level))[:-1]

    def count(self, level: Level) -> int:
        """Return the number of steps at a level."""
        return len(self._found_bounds.get(level) or self._find_bounds(level)) - 1

    def step(self, level: Level, number: int) -> Step:
        """Return step ``number`` of a level, the first is 0; raises ``IndexError``."""
        bounds = self._found_bounds.get(level) or self._find_bounds(level)
        if not 0 <= number < len(bounds) - 1:
            raise IndexError(f"{level.value} step {number} of {len(bounds) - 1}")
        start, end = bounds[number], bounds[number + 1]
        return Step(level, number, start, end, self.ids[start], self.events[start:end])

    def coming(self, level: Level, position: int) -> Step | None:
        """Return the step that comes at a position, or is in progress there; ``None`` at the end."""
        bounds = self._found_bounds.get(level) or self._find_bounds(level)
        number = bisect_right(bounds, position)
        if number == len(bounds):
            return None
        start, end = bounds[number - 1], bounds[number]
        return Step(level, number - 1, start, end, self.ids[start], self.events[start:end])

    def step_before(self, level: Level, position: int) -> int | None:
        """Return the number of the step that led to ``position``, or was in progress; ``None`` at the start."""
        bounds = self._found_bounds.get(level) or self._find_bounds(level)
        return bisect_left(bounds, position) - 1 if position > 0 else None

    def next(self, level: Level, position: int) -> int:
        """Return the position at which the next or current step ends; the last position is unchanged."""
        bounds = self._found_bounds.get(level) or self._find_bounds(level)
        return bounds[min(bisect_right(bounds, position), len(bounds) - 1)]

    def previous(self, level: Level, position: int) -> int:
        """Return the position at which the step that led here began; position 0 is unchanged."""
        bounds = self._found_bounds.get(level) or self._find_bounds(level)
        return bounds[max(bisect_left(bounds, position) - 1, 0)]

    # What is recorded: where most turns have only their placement, their missed rests are not shown.

    @cached_property
    def gaps(self) -> tuple[Gap, ...]:
        """Where the game went on after something *missed* or *observed*, in order."""
        return tuple(
            Gap(place, self.ids[place], event)
            for place, event in enumerate(self.events)
            if isinstance(event, WentUnrecorded | PartObserved)
        )

    def gaps_until(self, position: int) -> tuple[Gap, ...]:
        """Return the gaps whose events have happened at a position."""
        return self.gaps[: bisect_left(self.gaps, position, key=lambda gap: gap.position)]

    def recorded_gaps(self, position: int) -> tuple[Gap, ...]:
        """Return the gaps until a position that have something to show."""
        return tuple(gap for gap in self.gaps_until(position) if not self.is_hidden(gap.position))

    def known(self, position: int) -> Known:
        """Return what is recorded of a position."""
        return self.knowledge.at(bisect_left(self.firsts, position))

    @cached_property
    def _missed(self) -> frozenset[int]:
        return stand_ins(self.start, self.game.moves)

    def is_hidden(self, place: int) -> bool:
        """Return whether the event at a position is in the missed rest of one of many turns."""
        if not self.has_gaps or not isinstance(self.events[place], _STAND_INS):
            return False
        number = self.command_at(place)
        if number not in self._missed or place != self.firsts[number]:
            return False
        return not (self.states[place].turn and self.known(place + 1).goods)

    # Viewpoints.

    def view(self, viewer: Viewer = PUBLIC) -> "Replay":
        """Return the same game as a seat, or the public, sees it; positions and ids are the same."""
        return Replay(view(self.game, viewer))


def branch(replay: Replay, anchor: int, moves: Sequence[Move]) -> Replay:
    """Return the game with other moves in place of all those after the first ``anchor``.

    ``replay`` is the full view, since the moves that follow are.
    """
    return Replay(replace(replay.game, moves=(*replay.game.moves[:anchor], *moves)))
