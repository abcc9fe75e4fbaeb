"""The page of a game that goes on: its last decisions, with all scorings so far.

After each decision there is a new page, which differs from the one before in what that decision brought. So what was
made for the decisions before it is used again, and only those after it are put into words.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from calimala_es.events import DiscPlaced, Event
from calimala_es.evolve import evolve
from calimala_es.game import Game, Move
from calimala_es.state import State
from replays.page.contents import Page, PageLine, page_of_lines
from replays.page.frames import TABLE_SLOTS, Frame, PageSentences, Value, changed_slots, level_number, values
from replays.page.moments import ScoringMoment, earlier_moments, moments
from replays.replay import Replay
from replays.text.board.turn import waiting_sentence
from replays.text.events import recorded_event_text
from replays.text.names import Names

_WAITING: Final = TABLE_SLOTS.index("waiting")
"""The slot with the number of a sentence, which is another one on each page."""


class _Position(NamedTuple):
    """The value of each slot, but for the sentence that says what is waited for, and that sentence."""

    values: tuple[Value, ...]
    waiting: str

    def numbered(self, page_text: PageSentences) -> tuple[Value, ...]:
        """Return the value of each slot on a page."""
        number = page_text.number(self.waiting)
        return (*self.values[:_WAITING], number, *self.values[_WAITING + 1 :])


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


class _Made(NamedTuple):
    """What was made of the moves of a game: the events of those from ``first`` on, and every scoring.

    ``position`` is the one before these moves; ``last`` counts the events of all moves.
    """

    names: Names
    moves: tuple[Move, ...]
    last: int
    first: int
    position: _Position
    events: tuple[tuple[_Happened, ...], ...]
    scored: tuple[ScoringMoment, ...]

    def leads_to(self, game: Game, names: Names, first: int) -> bool:
        """Return whether a game is this one with more moves, or none, and what is wanted of it begins in these."""
        count = len(self.moves)
        if game.state.has_gap or not (self.first <= first <= count and 0 < count <= len(game.moves)):
            return False
        # Moves that are the same are the same objects, but for a game that was made anew.
        if game.moves[count - 1] is not self.moves[-1] or game.moves[:count] != self.moves:
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

    def page(self, game: Game, names: Names, most: int, earlier: Sequence[Event] = ()) -> Page:
        """Return what shows where a game is: its last ``most`` decisions, before which the position is 0, with all its
        scorings; those before have a place of 0 or less.

        ``game`` is what the recipient may see; if it is the end of a longer one, ``earlier`` is what happened before.

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
            turns = _Turns.of(game, len(known.moves))
            self._made = made = _continued(known, turns, game.moves, first)
            return _page(turns.replay, made)
        replay = Replay(game)
        self._made = made = _begun(replay, names, first, earlier)
        return _page(replay, made)


# What is made of moves.


def _begun(replay: Replay, names: Names, first: int, earlier: Sequence[Event]) -> _Made:
    """Return what is made of the moves of a game from ``first`` on; ``earlier`` happened before the game."""
    game, place = replay.game, replay.before(first)
    position = _position(replay, names, place, replay.states[place] if replay.has_gaps else game.state_at(first))
    events = tuple(_happened(_Turns.of(game, first), names, first, position))
    scored = (*earlier_moments(earlier, names), *_scored(replay, names))
    return _Made(names, game.moves, replay.last, first, position, events, scored)


def _continued(known: _Made, turns: "_Turns", moves: tuple[Move, ...], first: int) -> _Made:
    """Return what is made of moves from ``first`` on, with what is known of those that the game had.

    ``turns`` are the last ones, with all moves that came since.
    """
    since, gone = len(known.moves), first - known.first
    position = known.events[gone - 1][-1].after if gone else known.position
    happened = tuple(_happened(turns, known.names, since, known.end))
    place = turns.before(since)
    scored = [
        replace(moment, at=moment.at - place + known.last) for moment in _scored(turns.replay, known.names, place)
    ]
    last = known.last + turns.replay.last - place
    return _Made(known.names, moves, last, first, position, (*known.events[gone:], *happened), (*known.scored, *scored))


def _scored(replay: Replay, names: Names, since: int = 0) -> Iterator[ScoringMoment]:
    """Return the scorings after a position."""
    return moments(replay, PageSentences(names, None, replay.known), since)


def _position(replay: Replay, names: Names, place: int, state: State) -> _Position:
    known = replay.known(place)
    return _Position(values(state, 0, known.missing), waiting_sentence(state, names, known))


class _Turns(NamedTuple):
    """The last turns of a game, and the number of moves before them.

    Their frames take as long in the hundredth turn as in the first. A record with gaps is not cut: what it
    knows of a position may follow from any other.
    """

    replay: Replay
    number: int

    @classmethod
    def of(cls, game: Game, since: int) -> "_Turns":
        """Return the turns from the one before that of a move, or of the last one."""
        moves = game.moves
        placed = (
            number for number in range(min(since, len(moves) - 1), 0, -1) if type(moves[number].events[0]) is DiscPlaced
        )
        first = next(islice(placed, 1, None), 0)
        if not first or game.state.has_gap:
            return cls(Replay(game), 0)
        return cls(Replay(replace(game, start=game.state_at(first), moves=moves[first:])), first)

    def before(self, number: int) -> int:
        """Return the position in them before a move of the game; after the last, the last position."""
        return self.replay.before(number - self.number)

    def states(self, number: int) -> Iterator[Sequence[State]]:
        """Yield the states after the events of each move of the game from one on."""
        replay = self.replay
        game, number = replay.game, number - self.number
        state = game.state_at(number)
        for first, move in zip(replay.firsts[number:], game.moves[number:], strict=True):
            if replay.has_gaps:
                yield replay.states[first + 1 : first + 1 + len(move.events)]
                continue
            states: list[State] = []
            for event in move.events[:-1]:
                state = evolve(state, event)
                states.append(state)
            state = move.state
            yield [*states, state]


def _happened(turns: _Turns, names: Names, number: int, before: _Position) -> Iterator[tuple[_Happened, ...]]:
    """Yield the events of each move of a game from one on; ``before`` is the position before it."""
    replay, place = turns.replay, turns.before(number)
    if place == replay.last:
        return
    for states in turns.states(number):
        found: list[_Happened] = []
        for state in states:
            event = replay.events[place]
            after = _position(replay, names, place + 1, state)
            changed = changed_slots(before.values, after.values)
            early = sum(slot < _WAITING for slot in changed[::2]) * 2
            found.append(
                _Happened(
                    str(replay.ids[place]),
                    level_number(replay, place),
                    event.actor,
                    recorded_event_text(event, place, names, replay),
                    changed[:early],
                    changed[early:],
                    after,
                )
            )
            before, place = after, place + 1
        yield tuple(found)


# The page.


def _page(replay: Replay, made: _Made) -> Page:
    """Return the page of what was made; ``replay`` is the end of the game, or all of it."""
    page_text = PageSentences(made.names)
    start = made.position.numbered(page_text)
    since = made.last - sum(map(len, made.events))
    line = PageLine(
        id="",
        name="",
        leaves=0,
        at=0,
        after=0,
        frames=[*_frames(made, page_text)],
        scorings=[],
        moments=[replace(moment, at=moment.at - since) for moment in made.scored],
        activations=[[] for _ in made.names.colours],
        gaps=[],
        turns=[],
    )
    return page_of_lines(replay, page_text, start, [line])


def _frames(made: _Made, page_text: PageSentences) -> Iterator[Frame]:
    """Yield the frames of the events, with the numbers of their sentences."""
    waiting = made.position.waiting
    for event in chain.from_iterable(made.events):
        is_same, waiting = waiting == event.after.waiting, event.after.waiting
        said: Sequence[int] = () if is_same else (_WAITING, page_text.number(waiting))
        words = page_text.number(event.words)
        yield Frame(event.id, event.level, event.actor, words, [*event.early, *said, *event.late])
