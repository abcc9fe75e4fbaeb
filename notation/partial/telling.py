"""Determine which decisions of a placement record are written, and which are supplied when it is read.

A reader supplies the rest of a turn recorded by its placement, the points that checks state, and what the recorded
decisions require. All of that follows from what is recorded, so it is not written, and this module finds it again.
"""

from collections.abc import Sequence
from typing import NamedTuple

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
from calimala_es.frames import ActionOffer, Activation, InfluenceReveal, IntrigueChoice, Placement, TileOffer
from calimala_es.game import Game, Move
from calimala_es.state import State
from notation.partial.means import Following, cards_behind, is_first_of_two, means_of, means_of_placement
from notation.partial.points import claims_of, final_points, told_by
from notation.partial.rest import is_at_rest, rest_command, supplied_until

Moves = Sequence[Move]

_ANSWERS = (TakeDiscBack, ChooseTile)
"""The decisions that accompany the placement of a turn, since they change stacks or the order of scorings."""


class Turn(NamedTuple):
    """A turn: its decisions from ``first`` to before ``end``, and whether they are recorded in full."""

    first: int
    end: int
    is_told: bool


class Context(NamedTuple):
    """What came before a line of decisions.

    ``is_untold``: something of an earlier turn is not recorded. ``is_unsure``: the points are not known. ``is_told``:
    the turn under way, if there is one, is recorded in full.
    """

    is_untold: bool = False
    is_unsure: bool = False
    is_told: bool = False


class Telling(NamedTuple):
    """A line of decisions: which of them are supplied, its turns, and the context at each of them and at the end."""

    supplied: list[bool]
    turns: list[Turn]
    contexts: list[Context]


def telling_of(start: State, moves: Moves, context: Context) -> Telling:
    """Return which decisions of a line that continues from ``start`` are written."""
    return _Teller(start, moves, context).tell()


def record_telling(record: Game) -> Telling:
    """Return which decisions of the main line of a placement record are written."""
    return telling_of(record.start, record.moves, Context(is_told=True))


class _Teller:
    def __init__(self, start: State, moves: Moves, context: Context) -> None:
        self.moves = moves
        self.states = [start, *[move.state for move in moves]]
        self.context = context
        self.supplied = [False] * len(moves)
        self.contexts = [context] * (len(moves) + 1)
        self.turns: list[Turn] = []
        self.commands: list[Command] = [move.command for move in moves]

    def tell(self) -> Telling:
        place = self._start()
        while place < len(self.moves):
            place = self._between(place) if is_at_rest(self.states[place]) else self._turn(place, place)
            self.contexts[place:] = [self.context] * (len(self.moves) + 1 - place)
        return Telling(self.supplied, self.turns, self.contexts)

    def _start(self) -> int:
        """Handle turn 0: what is supplied after its recorded part, and between that and the starts of families."""
        states = self.states
        if states[0].turn or is_at_rest(states[0]):
            return 0
        end = next((place for place, state in enumerate(states) if is_at_rest(state)), len(self.moves))
        for first in range(end):
            runs = self._rest_of_start(first)
            if runs:
                for begin, behind in runs:
                    self._mark(begin, behind)
                return runs[-1][1]
        return end

    def _rest_of_start(self, first: int) -> list[tuple[int, int]]:
        """Return the runs of supplied decisions from ``first`` to the end of turn 0, with nothing but starts between
        them.

        Empty if something else is there.
        """
        runs: list[tuple[int, int]] = []
        place = first
        while (behind := self._supplied_from(place)) is not None:
            runs.append((place, behind))
            if is_at_rest(self.states[behind]):
                return runs
            if behind == len(self.moves) or type(self.commands[behind]) is not ChooseStart:
                break
            place = behind + 1
        return []

    def _supplied_from(self, first: int) -> int | None:
        """Return the end of what is supplied in turn 0 from ``first`` on; ``None`` if something else is there."""
        rest = [command for command, _ in supplied_until(self.states[first], ())]
        behind = first + len(rest)
        return behind if rest == self.commands[first:behind] and self._are_silent(first, behind) else None

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
            return means_of_placement(state, move.command) if self.context.is_untold else ()
        if type(state.now) is InfluenceReveal:
            return final_points(state, move.command, move.notes) if self.context.is_untold else ()
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
        is_told = self._is_told(first, inner, end)
        self.turns.append(Turn(first, end, is_told))
        self.contexts[first:end] = [self.context._replace(is_told=is_told)] * (end - first)
        if not is_told:
            for place in range(inner, end):
                self.supplied[place] = self._is_rest(place)
        elif self.context.is_untold:
            self._mark_means_in(inner, end)
        return self._settle(first, end, is_told) if is_at_rest(states[end]) else end

    def _is_told(self, first: int, inner: int, end: int) -> bool:
        if inner == first and self.context.is_told:
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

    def _settle(self, first: int, end: int, is_told: bool) -> int:
        untold, unsure, _ = self.context
        untold |= any(type(command) is MarkMissed for command in self.commands[first:end])
        if untold:
            claims = claims_of([(move.command, move.notes) for move in self.moves[first:end]], is_told=is_told)
            told = told_by(claims, self.states[end], self._happened(first, end), is_unsure=unsure)
            after = end + len(told.observed)
            unsure = told.is_unsure
            if [*told.observed] == self.commands[end:after] and self._are_silent(end, after):
                self._mark(end, after)
                end = after
        self.context = Context(untold, unsure)
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
            return Following(cards=cards_behind(command.card, second, card))
        schemes = after is not None and type(self.states[after].now) is IntrigueChoice
        return Following(deed=following if schemes and isinstance(following, DoAction | SkipAction) else None)
