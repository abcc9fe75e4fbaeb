"""Determine which decisions of a placement record are written, and which are supplied when it is read.

A reader supplies the rest of a turn recorded by its placement, the points that checks state, and what the recorded
decisions require. All of that follows from what is recorded, so it is not written, and this module finds it again.
"""

from collections.abc import Sequence
from typing import NamedTuple

from calimala_es.checks import MARK, format_points
from calimala_es.commands import (
    ChooseStart,
    ChooseTile,
    Command,
    DeclineOffer,
    DiscardCard,
    DoAction,
    DrawCard,
    MarkMissed,
    MoveCube,
    ObservePart,
    PlaceDisc,
    PlayCard,
    SkipAction,
    TakeDiscBack,
)
from calimala_es.components import UNKNOWN
from calimala_es.events import ActionImpossible, Event
from calimala_es.frames import ActionOffer, Activation, GameOver, InfluenceReveal, IntrigueChoice, Placement, TileOffer
from calimala_es.game import Game, Move
from calimala_es.known import EVERYTHING, NOTHING, Known
from calimala_es.notes import Check
from calimala_es.state import State
from notation.partial.means import Following, cards_after, is_first_of_two, means_of, means_of_placement
from notation.partial.points import claims_of, final_points, points_by_checks
from notation.partial.rest import is_at_rest, rest_command, supplied_until

Moves = Sequence[Move]

_ANSWERS = (TakeDiscBack, ChooseTile)
"""The decisions that accompany the placement of a turn, since they change stacks or the order of scorings."""


class Turn(NamedTuple):
    """A turn: its decisions from ``first`` to before ``end``, and whether they are recorded in full."""

    first: int
    end: int
    is_full: bool


class Context(NamedTuple):
    """What came before a line of decisions.

    ``is_incomplete``: something of an earlier turn is not recorded. ``is_unsure``: the points are not known.
    ``is_full``: the turn under way, if there is one, is recorded in full.
    """

    is_incomplete: bool = False
    is_unsure: bool = False
    is_full: bool = False


class Coverage(NamedTuple):
    """A line of decisions: which of them are supplied, its turns, and the context at each of them and at the end."""

    supplied: list[bool]
    turns: list[Turn]
    contexts: list[Context]


def coverage_of(start: State, moves: Moves, context: Context) -> Coverage:
    """Return which decisions of a line that continues from ``start`` are written."""
    return _CoverageReader(start, moves, context).read()


def record_coverage(record: Game) -> Coverage:
    """Return which decisions of the main line of a placement record are written."""
    return coverage_of(record.start, record.moves, Context(is_full=True))


class _CoverageReader:
    def __init__(self, start: State, moves: Moves, context: Context) -> None:
        self.moves = moves
        self.states = [start, *[move.state for move in moves]]
        self.context = context
        self.supplied = [False] * len(moves)
        self.contexts = [context] * (len(moves) + 1)
        self.turns: list[Turn] = []
        self.commands: list[Command] = [move.command for move in moves]

    def read(self) -> Coverage:
        place = self._start()
        while place < len(self.moves):
            place = self._between(place) if is_at_rest(self.states[place]) else self._turn(place, place)
            self.contexts[place:] = [self.context] * (len(self.moves) + 1 - place)
        return Coverage(self.supplied, self.turns, self.contexts)

    def _start(self) -> int:
        """Handle turn 0: what is supplied after its recorded part, and between that and the starts of families."""
        states = self.states
        if states[0].turn or is_at_rest(states[0]):
            return 0
        end = next((place for place, state in enumerate(states) if is_at_rest(state)), len(self.moves))
        for first in range(end):
            runs = self._rest_of_start(first)
            if runs:
                for begin, end in runs:
                    self._mark(begin, end)
                return runs[-1][1]
        return end

    def _rest_of_start(self, first: int) -> list[tuple[int, int]]:
        """Return the runs of supplied decisions from ``first`` to the end of turn 0, with nothing but starts between
        them.

        Empty if something else is there.
        """
        runs: list[tuple[int, int]] = []
        place = first
        while (end := self._supplied_from(place)) is not None:
            runs.append((place, end))
            if is_at_rest(self.states[end]):
                return runs
            if end == len(self.moves) or type(self.commands[end]) is not ChooseStart:
                break
            place = end + 1
        return []

    def _supplied_from(self, first: int) -> int | None:
        """Return the end of what is supplied in turn 0 from ``first`` on; ``None`` if something else is there."""
        rest = [command for command, _ in supplied_until(self.states[first], ())]
        end = first + len(rest)
        return end if rest == self.commands[first:end] and self._are_silent(first, end) else None

    def _are_silent(self, first: int, end: int) -> bool:
        return not any(move.notes or move.variations for move in self.moves[first:end])

    def _mark(self, first: int, end: int, *, is_supplied: bool = True) -> None:
        self.supplied[first:end] = [is_supplied] * (end - first)

    def _mark_means(self, first: int, place: int, means: Sequence[ObservePart] | None = None) -> None:
        """Mark the observations before ``place``, from ``first`` on, that the decision there requires."""
        for begin in range(first, place):
            found = self._means_at(begin, place) if means is None else means
            if [*found] == self.commands[begin:place] and self._are_silent(begin, place):
                self._mark(begin, place)
                return

    def _means_at(self, begin: int, place: int) -> Sequence[ObservePart]:
        state, move = self.states[begin], self.moves[place]
        if type(move.command) is PlaceDisc:
            return means_of_placement(state, move.command) if self.context.is_incomplete else ()
        if type(state.now) is InfluenceReveal:
            return final_points(state, move.command, move.notes) if self.context.is_incomplete else ()
        return means_of(state, move.command, self._following(place))

    def _between(self, place: int) -> int:
        """Handle the moves from a moment at rest: observations, then a turn, or an influence card that is revealed."""
        first = place
        while place < len(self.moves) and type(self.commands[place]) is ObservePart:
            place += 1
        if place == len(self.moves):
            return place
        self._mark_means(first, place)
        return self._turn(place, place + 1) if type(self.states[place].now) is Placement else place + 1

    def _turn(self, first: int, inner: int) -> int:
        """Handle a turn from ``first`` on, and the points that are supplied after it."""
        states = self.states
        end = next((n for n in range(max(inner, first + 1), len(states)) if is_at_rest(states[n])), len(self.moves))
        is_full = self._is_in_full(first, inner, end)
        self.turns.append(Turn(first, end, is_full))
        self.contexts[first:end] = [self.context._replace(is_full=is_full)] * (end - first)
        if not is_full:
            for place in range(inner, end):
                self.supplied[place] = self._is_rest(place)
        elif self.context.is_incomplete:
            self._mark_means_in(inner, end)
        return self._settle(first, end, is_full) if is_at_rest(states[end]) else end

    def _is_in_full(self, first: int, inner: int, end: int) -> bool:
        if inner == first and self.context.is_full:
            return True
        return not all(self._is_rest(place) or self._is_answer(place) for place in range(inner, end))

    def _is_answer(self, place: int) -> bool:
        """Return whether this decision accompanies the placement of a turn."""
        command = self.commands[place]
        is_declined = type(command) is DeclineOffer and type(self.states[place].now) is TileOffer
        return is_declined or type(command) in _ANSWERS

    def _is_rest(self, place: int) -> bool:
        return self.commands[place] == rest_command(self.states[place]) and self._are_silent(place, place + 1)

    def _mark_means_in(self, inner: int, end: int) -> None:
        first = inner
        for place in range(inner, end):
            if type(self.commands[place]) is not ObservePart:
                self._mark_means(first, place)
                first = place + 1

    def _settle(self, first: int, end: int, is_full: bool) -> int:
        incomplete, unsure, _ = self.context
        incomplete |= any(type(command) is MarkMissed for command in self.commands[first:end])
        if incomplete:
            claims = claims_of([(move.command, move.notes) for move in self.moves[first:end]], is_full=is_full)
            points = points_by_checks(claims, self.states[end], self._happened(first, end), is_unsure=unsure)
            after = end + len(points.observed)
            unsure = points.is_unsure
            if [*points.observed] == self.commands[end:after] and self._are_silent(end, after):
                self._mark(end, after)
                end = after
        self.context = Context(incomplete, unsure)
        return end

    def _happened(self, first: int, end: int) -> list[tuple[Event, ...]]:
        return [move.events for move in self.moves[first:end]]

    def _following(self, place: int) -> Following:
        """Return what follows a decision: whether a card is drawn, and which intrigue action or other deed follows."""
        state, command = self.states[place], self.commands[place]
        later = (n for n in range(place + 1, len(self.moves)) if type(self.commands[n]) is not ObservePart)
        after = next(later, None)
        following = self.commands[after] if after is not None else None
        if type(command) is SkipAction and type(state.now) is Activation:
            has_card = type(self.moves[place].events[0]) is ActionImpossible
            offered = after is not None and type(self.states[after].now) is ActionOffer
            return Following(has_card, following if offered and isinstance(following, DoAction) else None)
        if isinstance(following, MoveCube) and isinstance(command, DoAction | PlayCard):
            return Following(moved=following)
        if type(command) is DrawCard and is_first_of_two(state):
            last = next(later, None)
            sorted_out = self.commands[last] if last is not None else None
            second = following.card if type(following) is DrawCard else UNKNOWN
            card = sorted_out.card if type(sorted_out) is DiscardCard else ""
            return Following(cards=cards_after(command.card, second, card))
        schemes = after is not None and type(self.states[after].now) is IntrigueChoice
        return Following(deed=following if schemes and isinstance(following, DoAction | SkipAction) else None)


# What a record knows of a position: everything, or only what its depth includes.


def known(record: Game, count: int | None = None) -> Known:
    """Return what a record knows after ``count`` decisions of its main line (default: after all of them).

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> from msgspec.structs import replace
    >>> known(replace(play(Setup("bry", "WBMUCAVTS")), depth="result")).missing
    ('stacks', 'points', 'cubes', 'goods', 'cards')
    """
    if record.depth == "full":
        return EVERYTHING
    if record.depth == "result":
        return NOTHING
    moves = record.moves if count is None else record.moves[:count]
    state = moves[-1].state if moves else record.start
    coverage = coverage_of(record.start, moves, Context(is_full=True))
    context = coverage.contexts[-1]
    incomplete = context.is_incomplete or any(
        type(move.command) is MarkMissed or not turn.is_full
        for turn in coverage.turns[-1:]
        for move in moves[turn.first : turn.end]
    )
    points = not (context.is_unsure or (type(state.now) is GameOver and incomplete))
    if not points and moves:
        total = MARK + format_points(state)
        points = any(type(note) is Check and note.word == total for note in moves[-1].notes)
    return Known(True, points, not incomplete, not incomplete, not incomplete)
