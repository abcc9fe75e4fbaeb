"""The page of a game that goes on: its last decisions, with all scorings so far.

After each decision there is a new page, which differs from the one before in what that decision brought. So what was
made for the decisions before it is used again, and only those after it are put into words.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from calimala_es.events import DiscPlaced, Event
from calimala_es.evolve import evolve
from calimala_es.game import Game, Move, start_of
from calimala_es.state import State
from replays.page.contents import Page, PageLine, page_of_lines
from replays.page.frames import LEVEL_NUMBERS, TABLE_SLOTS, Frame, PageSentences, SlotGroups, Value
from replays.page.moments import ScoringMoment, moments, moments_of, winners_of
from replays.replay import Course, Replay
from replays.text.board.turn import waiting_sentence
from replays.text.events import event_text, recorded_event_text
from replays.text.names import Names

_WAITING: Final = TABLE_SLOTS.index("waiting")
"""The slot with the number of a sentence, which is another one on each page."""


class _Position(NamedTuple):
    """What is shown of a position, but for the sentence that says what is waited for, and that sentence."""

    shown: SlotGroups
    waiting: str


class _Happened(NamedTuple):
    """An event as in ``Frame``, with its sentence, what it changed before and after the slot of what is waited for, and
    the position after it.
    """

    id: str
    level: int
    actor: int
    words: str
    early: list[Any]
    late: list[Any]
    after: _Position


class _Text(NamedTuple):
    """The frames of events, and the words of their sentences; words and sentences have numbers in the order of use."""

    frames: list[Frame]
    numbers: dict[str, int]
    words: dict[str, int]
    sentences: list[list[int]]

    @classmethod
    def of(cls, position: _Position) -> "_Text":
        """Return the text of a page that begins with a position."""
        text = cls([], {}, {}, [])
        text.number(position.waiting)
        return text

    def number(self, sentence: str) -> int:
        """Return the number of a sentence, which gets one where it has none."""
        found = self.numbers.get(sentence)
        if found is None:
            words = self.words
            self.sentences.append([words.setdefault(word, len(words)) for word in sentence.split(" ")])
            found = self.numbers[sentence] = len(self.numbers)
        return found

    def added(self, before: _Position, moves: Sequence[Sequence[_Happened]]) -> "_Text":
        """Return the text with the events of more moves, which follow a position."""
        text = _Text([*self.frames], {**self.numbers}, {**self.words}, [*self.sentences])
        waiting = before.waiting
        for id, level, actor, words, early, late, after in chain.from_iterable(moves):
            said: Sequence[int] = ()
            if after.waiting != waiting:
                waiting = after.waiting
                said = (_WAITING, text.number(waiting))
            text.frames.append(Frame(id, level, actor, text.number(words), [*early, *said, *late]))
        return text


class _Made(NamedTuple):
    """What was made of the moves of a game: the events of those from ``first`` on, and every scoring.

    ``position`` is the one before these moves, where the places of scorings count from, and ``start`` the values of its
    slots; ``course`` is that after them, ``text`` that of their events.
    """

    names: Names
    moves: tuple[Move, ...]
    first: int
    position: _Position
    start: tuple[Value, ...]
    events: tuple[tuple[_Happened, ...], ...]
    course: Course
    scored: list[ScoringMoment]
    winners: tuple[int, ...]
    text: _Text

    def leads_to(self, game: Game, names: Names, first: int) -> bool:
        """Return whether a game is this one with more moves, or none, and what is wanted of it begins in these."""
        count = len(self.moves)
        if game.state.has_gap or not (self.first <= first <= count and 0 < count <= len(game.moves)):
            return False
        # A move leads to a position, and one that is the same object has the same past.
        if game.moves[count - 1] is not self.moves[-1]:
            return False
        return names.by_seat == self.names.by_seat and names.language is self.names.language

    @property
    def end(self) -> _Position:
        """The position after these moves."""
        return self.events[-1][-1].after if self.events else self.position


class LivePages:
    """The pages of a game as it goes on, for those who see the same of it. May be asked from several threads."""

    def __init__(self) -> None:
        """Begin with nothing made."""
        self._made: _Made | None = None

    def page(self, game: Game, names: Names, most: int, earlier: Callable[[], Sequence[Event]] = tuple) -> Page:
        """Return what shows where a game is: its last ``most`` decisions, before which the position is 0, with all its
        scorings; those before have a place of 0 or less.

        ``game`` is what the recipient may see; of the end of a longer one ``earlier`` returns what happened before.

        >>> from pathlib import Path
        >>> from notation import loads
        >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
        >>> page = LivePages().page(game, Names.of(game.setup), 5)
        >>> len(page.lines[0].frames), len(page.lines[0].moments), page.winners
        (15, 20, (1,))
        """
        first = max(0, len(game.moves) - most)
        known = self._made
        if known is not None and known.leads_to(game, names, first):
            made = _continued(known, game, first)
        else:
            made = _begun(game, names, first, earlier())
        self._made = made
        return _page(game.state, made)


# What is made of moves.


def _begun(game: Game, names: Names, first: int, earlier: Sequence[Event]) -> _Made:
    """Return what is made of the moves of a game from ``first`` on; ``earlier`` happened before the game."""
    # What a record with gaps knows of a position may follow from any other.
    replay = Replay(game) if game.state.has_gap else None
    events: Sequence[Event]
    place = sum(len(move.events) for move in game.moves[:first])
    if replay is None:
        state = game.state_at(first) if first else start_of(game)
        events = [event for move in game.moves for event in move.events]
        scored = [*moments_of(events, names, 1 - place)]
    else:
        state, events = replay.states[replay.before(first)], replay.events
        scored = _placed(moments(replay, PageSentences(names, None, replay.known)), place)
    wording = _Wording(names, replay)
    position = wording.position(state, place)
    happened, course = wording.happened(game, first, place, _course_at(game, first), position)
    winners, text = winners_of(events), _Text.of(position).added(position, happened)
    every = [*moments_of(earlier, names, 1 - place - len(earlier)), *scored]
    return _Made(names, game.moves, first, position, position.shown.values, happened, course, every, winners, text)


def _continued(known: _Made, game: Game, first: int) -> _Made:
    """Return what is made of the moves of a game from ``first`` on, with what is known of those that it had."""
    names, since, gone = known.names, len(known.moves), first - known.first
    happened, course = _Wording(names).happened(game, since, 0, known.course, known.end)
    events = [event for move in game.moves[since:] for event in move.events]
    winners = winners_of(events) if events else known.winners
    position, start, stays, scored, text = known.position, known.start, known.events, known.scored, known.text
    if gone:
        before, stays = stays[:gone], stays[gone:]
        position = before[-1][-1].after
        start = position.shown.values
        scored = _placed(scored, sum(map(len, before)))
        text = _Text.of(position).added(position, stays)
    scored = [*scored, *moments_of(events, names, len(text.frames) + 1)]
    text = text.added(known.end, happened)
    return _Made(names, game.moves, first, position, start, (*stays, *happened), course, scored, winners, text)


def _placed(scored: Iterable[ScoringMoment], since: int) -> list[ScoringMoment]:
    """Return scorings with places that count from a later position."""
    return [replace(moment, at=moment.at - since) for moment in scored]


def _course_at(game: Game, number: int) -> Course:
    """Return the course of a game before a move. It is followed from the beginning of the turn before that of the move,
    which takes as long in the hundredth turn as in the first; a record with gaps is followed from its start.
    """
    moves = game.moves
    placed = (
        place for place in range(min(number, len(moves) - 1), 0, -1) if type(moves[place].events[0]) is DiscPlaced
    )
    first = 0 if game.state.has_gap else next(islice(placed, 1, None), 0)
    course = Course.of(game.state_at(first))
    for steps in islice(_steps(game, first, None), number - first):
        for event, before, _ in steps:
            _, _, course = course.go_on(event, before)
    return course


def _steps(game: Game, number: int, record: Replay | None) -> Iterator[list[tuple[Event, State, State]]]:
    """Yield the events of each move of a game from one on, each with the states before and after it; ``record`` is the
    replay of a game with gaps.
    """
    if record is not None:
        steps = [*zip(record.events, record.states, record.states[1:], strict=False)]
        for first, end in zip(record.firsts[number:], record.ends[number:], strict=True):
            yield steps[first:end]
        return
    state = game.state_at(number)
    for move in game.moves[number:]:
        found: list[tuple[Event, State, State]] = []
        *events, last = move.events
        for event in events:
            before, state = state, evolve(state, event)
            found.append((event, before, state))
        found.append((last, state, move.state))
        state = move.state
        yield found


class _Wording(NamedTuple):
    """How the events and positions of a game are put into words; ``record`` is its replay if it has gaps."""

    names: Names
    record: Replay | None = None

    def position(self, state: State, place: int) -> _Position:
        """Return what is shown of a position, which is at a place in the game."""
        if self.record is None:
            return _Position(SlotGroups.of(state), waiting_sentence(state, self.names))
        known = self.record.known(place)
        return _Position(SlotGroups.of(state, 0, known.missing), waiting_sentence(state, self.names, known))

    def words(self, event: Event, state: State, place: int) -> str:
        """Return an event, which happened in a state at a place in the game, in words."""
        if self.record is None:
            return event_text(event, self.names, state)
        return recorded_event_text(event, place, self.names, self.record)

    def happened(
        self, game: Game, number: int, place: int, course: Course, before: _Position
    ) -> tuple[tuple[tuple[_Happened, ...], ...], Course]:
        """Return the events of each move of a game from one on, and the course after them.

        ``place`` is the number of events before them, ``course`` and ``before`` are those before them.
        """
        moves: list[tuple[_Happened, ...]] = []
        for steps in _steps(game, number, self.record):
            found: list[_Happened] = []
            for event, state, state_after in steps:
                words = self.words(event, state, place)
                id, level, course = course.go_on(event, state)
                place += 1
                after = self.position(state_after, place)
                changed = after.shown.changed_since(before.shown)
                early = bisect_left(changed[::2], _WAITING) * 2
                found.append(
                    _Happened(
                        str(id), LEVEL_NUMBERS[level], event.actor, words, changed[:early], changed[early:], after
                    )
                )
                before = after
            moves.append(tuple(found))
        return tuple(moves), course


# The page.


def _page(end: State, made: _Made) -> Page:
    """Return the page of what was made; ``end`` is the last state."""
    text = made.text
    line = PageLine(
        id="",
        name="",
        leaves=0,
        at=0,
        after=0,
        frames=text.frames,
        scorings=[],
        moments=made.scored,
        activations=[[] for _ in made.names.colours],
        gaps=[],
        turns=[],
    )
    # The first sentence is that of the first position, whose values have its number.
    return page_of_lines(made.names, end, made.winners, made.start, [line], (tuple(text.words), text.sentences))
