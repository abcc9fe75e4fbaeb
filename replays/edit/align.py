"""Which decisions of two records of one game correspond to each other.

Both are replayed side by side. As long as the same decision is due in both, and the two readings are compatible, they
advance together. A decision that is missing in one spans those of the other up to the end of the missed activation or
turn. Where they contradict each other, each is followed to the next moment that both have, at the latest to the end of
the turn.
"""

from collections.abc import Iterator, Sequence
from operator import attrgetter

from calimala_es.commands import Command, MarkMissed, ObservePart, PlaceDisc, RevealInfluence
from calimala_es.components import GAME, IDLE_SUPPORT, INFLUENCE_CARDS, SUPPORT, UNKNOWN, InfluenceCard
from calimala_es.frames import Activation, GameOver, InfluenceReveal, Placement
from calimala_es.gaps import is_at_rest
from calimala_es.state import State
from replays.edit.combine import join_commands
from replays.edit.sources import (
    Alone,
    Apart,
    Deeper,
    Filled,
    Piece,
    Seen,
    SharedMoment,
    SourceGame,
    Stretch,
    Together,
    is_same_frame,
    shared_moment,
)

FARTHEST = 200
"""The number of decisions to search ahead for a moment that both have."""


def align(one: SourceGame, other: SourceGame, starts: tuple[int, int]) -> Iterator[Piece]:
    """Yield the pieces of two records, of which one begins at a move of the other, in their order."""
    for side, start in enumerate(starts):
        if start:
            yield Alone(side, Stretch(0, start))
    aligner = _Aligner(one, other)
    aligner.places = [*starts]
    yield from aligner.pieces()


class _Aligner:
    def __init__(self, one: SourceGame, other: SourceGame) -> None:
        self.traces = (one, other)
        self.places = [0, 0]

    def pieces(self) -> Iterator[Piece]:
        one, other = self.traces
        while self.places[0] < one.end and self.places[1] < other.end:
            yield from self._next()
        for side, trace in enumerate(self.traces):
            if self.places[side] < trace.end:
                yield Alone(side, Stretch(self.places[side], trace.end))

    def _next(self) -> Iterator[Piece]:
        """Yield the pieces that come next at the moment that both have reached."""
        states = [trace.game.state_at(place) for trace, place in zip(self.traces, self.places, strict=True)]
        commands = [trace.command(place) for trace, place in zip(self.traces, self.places, strict=True)]
        side = self._shallow_side()
        if side is not None:
            yield self._deeper(side)
            return
        if any(type(command) is ObservePart for command in commands):
            yield from self._observed()
            return
        side = _missed_side(commands)
        if side is not None and is_same_frame(*states):
            yield self._filled(side)
            return
        if any(is_by_board(state) for state in states) and all(
            isinstance(state.now, InfluenceReveal | GameOver) for state in states
        ):
            pieces, self.places = align_board_cards(self.traces, self.places)
            yield from pieces
            return
        command = self._joined(*self.places)
        if command is not None:
            yield Together(self.places[0], self.places[1], command)
            self.places = [place + 1 for place in self.places]
        else:
            yield self._apart(states)

    def _shallow_side(self) -> int | None:
        """Return the record with less detail than the other: in the middle of a turn, or of turn 0."""
        is_gap = [place in trace.gap for trace, place in zip(self.traces, self.places, strict=True)]
        if is_gap.count(True) == 1:
            return is_gap.index(True)
        return next((side for side in (0, 1) if self._is_ahead(side)), None)

    def _is_ahead(self, side: int) -> bool:
        """Return whether a record of placements has reached the end of a turn that the other has in more detail."""
        trace, other = self.traces[side], self.traces[1 - side]
        state, there = trace.game.state_at(self.places[side]), other.game.state_at(self.places[1 - side])
        is_bare = self.places[side] - 1 in trace.gap
        if not is_bare or not is_at_rest(state) or is_at_rest(there) or not there.turn:
            return False
        return state.turn > there.turn or type(state.now) is not Placement

    def _deeper(self, side: int) -> Deeper:
        """Return the shallow record's gap up to the turn's end, or to the next shared decision (R6.3, R11.Cerchi)."""
        ends = [_rest_after(trace, place) for trace, place in zip(self.traces, self.places, strict=True)]
        shallow, there = self.traces[side], self.traces[1 - side]
        first, begin = self.places[side], self.places[1 - side]
        end = next((number for number in range(first, ends[side]) if number not in shallow.gap), ends[side])
        goal = ends[1 - side]
        if end < ends[side]:
            command = shallow.command(end)
            goal = next((number for number in range(begin, goal) if there.command(number) == command), goal)
        self.places[side], self.places[1 - side] = end, goal
        return Deeper(side, Stretch(first, end), Stretch(begin, goal))

    def _joined(self, one: int, other: int) -> Command | None:
        """Return the decision that two moves have in common; ``None`` if they are different decisions."""
        traces = self.traces
        states = traces[0].game.state_at(one), traces[1].game.state_at(other)
        if not is_same_frame(*states):
            return None
        commands = traces[0].command(one), traces[1].command(other)
        is_bare = one + 1 in traces[0].gap, other + 1 in traces[1].gap
        if is_bare[0] != is_bare[1] and _is_same_support(*commands):
            return commands[is_bare[0]]
        return join_commands(*commands, states[0])

    def _observed(self) -> Iterator[Piece]:
        """Yield all observations at one moment, in any order."""
        runs = [self._run(trace, place) for trace, place in zip(self.traces, self.places, strict=True)]
        left = [*runs[1]]
        for number in runs[0]:
            for same in left:
                command = join_commands(
                    self.traces[0].command(number), self.traces[1].command(same), self.traces[0].game.state_at(number)
                )
                if command is not None:
                    left.remove(same)
                    yield Together(number, same, command)
                    break
            else:
                yield Seen(0, number)
        for number in left:
            yield Seen(1, number)
        self.places = [place + len(run) for place, run in zip(self.places, runs, strict=True)]

    @staticmethod
    def _run(trace: SourceGame, first: int) -> list[int]:
        end = first
        while end < trace.end and type(trace.command(end)) is ObservePart:
            end += 1
        return [*range(first, end)]

    def _filled(self, side: int) -> Filled:
        """Return a missed decision, with the other record's moves that fill it."""
        trace, other = self.traces[side], self.traces[1 - side]
        number, first = self.places[side], self.places[1 - side]
        end = _span_end(trace.game.state_at(number), trace.game.state_at(number + 1), other, first)
        self.places[side], self.places[1 - side] = number + 1, end
        return Filled(side, number, Stretch(first, end))

    def _apart(self, states: Sequence[State]) -> Apart:
        """Return moves that contradict each other, up to the next moment that both have."""
        one, other = self.places
        ends = [trace.turn_end(place) for trace, place in zip(self.traces, self.places, strict=True)]
        if states[0].turn != states[1].turn:
            ends[states[0].turn < states[1].turn] = self.places[states[0].turn < states[1].turn]
        else:
            ends = self._next_moment(ends)
        self.places = ends
        return Apart(Stretch(one, ends[0]), Stretch(other, ends[1]))

    def _next_moment(self, ends: list[int]) -> list[int]:
        """Return the nearest moment that both have, preferably one after which they agree; otherwise the turn's end."""
        one, other = self.places
        moments: dict[SharedMoment, list[int]] = {}
        for place in range(other, min(ends[1], other + FARTHEST) + 1):
            moments.setdefault(shared_moment(self.traces[1].game.state_at(place)), []).append(place)
        found = [
            (not self._go_on(mine, theirs), mine - one + theirs - other, abs(mine - one - theirs + other), mine, theirs)
            for mine in range(one, min(ends[0], one + FARTHEST) + 1)
            for theirs in moments.get(shared_moment(self.traces[0].game.state_at(mine)), ())
            if mine > one or theirs > other
        ]
        return [*min(found)[3:]] if found else ends

    def _go_on(self, one: int, other: int) -> bool:
        """Return whether both continue in the same way from there."""
        if one == self.traces[0].end or other == self.traces[1].end:
            return True
        return self._joined(one, other) is not None


def _is_same_support(one: Command, other: Command) -> bool:
    """Return whether a support disc is on the same street; records of placements omit its cards (R8.4)."""
    if not (isinstance(one, PlaceDisc) and isinstance(other, PlaceDisc)):
        return False
    return one.street == other.street and {one.disc, other.disc} <= {SUPPORT, IDLE_SUPPORT}


def _missed_side(commands: Sequence[Command]) -> int | None:
    """Return the record that missed a decision that the other one has."""
    missed = [type(command) is MarkMissed for command in commands]
    return missed.index(True) if missed.count(True) == 1 else None


def known_side(states: Sequence[State], commands: Sequence[Command | None]) -> int | None:
    """Return the record that turns up the card by the board at the end, since only the other knew it before."""
    reveals = [is_by_board(state) for state in states]
    known = [
        is_board and getattr(command, "card", "") in INFLUENCE_CARDS and getattr(command, "card", "") in other.by_board
        for is_board, command, other in zip(reveals, commands, reversed(states), strict=True)
    ]
    if True in known:
        return known.index(True)
    if reveals.count(True) != 1:
        return None
    side = reveals.index(True)
    return side if isinstance(states[1 - side].now, InfluenceReveal | GameOver) else None


def _rest_after(trace: SourceGame, place: int) -> int:
    """Return the nearest move at which no turn is in progress."""
    return next((number for number in range(place, trace.end) if is_at_rest(trace.game.state_at(number))), trace.end)


def _span_end(before: State, after: State, other: SourceGame, first: int) -> int:
    """Return how far a record advances while another misses a decision, from the state before it to the one after."""
    turn_end = other.turn_end(first)
    if type(before.now) is Placement:
        return turn_end
    moment = shared_moment(after)
    frame = (before.now.street, before.now.depth) if type(before.now) is Activation else None
    goes_on = frame is None or _is_open(after, frame)
    for place in range(first + 1, turn_end + 1):
        state = other.game.state_at(place)
        if (goes_on and shared_moment(state) == moment) or (frame and not _is_open(state, frame)):
            return place
    return turn_end


def _is_open(state: State, frame: tuple[str, int]) -> bool:
    """Return whether an activation, or an interruption of it, is in progress."""
    frames = state.frames
    return any(type(each) is Activation and (each.street, each.depth) == frame for each in frames)


# ----------------------------------------------------------------------------------------------------
# The influence cards by the board that two records turn up at the end, in any order (R7.3, R8.2). A record turns up the
# cards that it does not know yet; so one may turn up a card that the other knew from the beginning, and leave another
# one face down that the other turns up.


def is_by_board(state: State) -> bool:
    """Return whether a card by the board is turned up next."""
    return type(state.now) is InfluenceReveal and state.now.seat == GAME


def align_board_cards(traces: tuple[SourceGame, SourceGame], places: Sequence[int]) -> tuple[list[Piece], list[int]]:
    """Return the pieces for the cards by the board that both turn up from these moves on, and the moves after them."""
    ends = [_end_of_run(trace, place) for trace, place in zip(traces, places, strict=True)]
    return [*_Cards(traces, places, ends).pieces()], ends


def _end_of_run(trace: SourceGame, first: int) -> int:
    return next((place for place in range(first, trace.end) if not is_by_board(trace.game.state_at(place))), trace.end)


class _Cards:
    """The moves of each record that turn up a known card, by the card, and those that turn up unknown cards."""

    def __init__(self, traces: tuple[SourceGame, SourceGame], places: Sequence[int], ends: Sequence[int]) -> None:
        self.traces = traces
        self.ends = ends
        self.before = [{*trace.game.state_at(place).by_board} for trace, place in zip(traces, places, strict=True)]
        self.named: list[dict[InfluenceCard, int]] = [{}, {}]
        self.unknown: list[list[int]] = [[], []]
        for side, trace in enumerate(traces):
            for number in range(places[side], ends[side]):
                card: InfluenceCard = getattr(trace.command(number), "card", UNKNOWN)
                if card == UNKNOWN:
                    self.unknown[side].append(number)
                else:
                    self.named[side][card] = number

    def pieces(self) -> Iterator[Piece]:
        """Yield the cards that both or only one of them name, and those that neither knows, as one decision each.

        They are in the order of the first record: where two records agree, it is the order of both.
        """
        together = [*self._both_named()]
        yield from self._known_before()
        together += self._one_named()
        contradictions = [*self._contradictions()]
        together += self._none_named()
        yield from sorted(together, key=attrgetter("one"))
        yield from contradictions
        for side in (0, 1):
            for number in self.unknown[side]:
                yield Seen(side, number)

    def _both_named(self) -> Iterator[Together]:
        one, other = self.named
        both: list[InfluenceCard] = [card for card in one if card in other]
        for card in both:
            yield Together(one.pop(card), other.pop(card), RevealInfluence(card))

    def _known_before(self) -> Iterator[Seen]:
        """Yield cards that one record turns up, and the other knew from the beginning."""
        for side in (0, 1):
            known: list[InfluenceCard] = [card for card in self.named[side] if card in self.before[1 - side]]
            for card in known:
                yield Seen(side, self.named[side].pop(card))

    def _one_named(self) -> Iterator[Together]:
        for side in (0, 1):
            unknown = self.unknown[1 - side]
            named: list[InfluenceCard] = [*self.named[side]]
            for card in named[: len(unknown)]:
                number, hidden = self.named[side].pop(card), unknown.pop(0)
                one, other = (number, hidden) if side == 0 else (hidden, number)
                yield Together(one, other, RevealInfluence(card))

    def _none_named(self) -> Iterator[Together]:
        one, other = self.unknown
        while one and other:
            yield Together(one.pop(0), other.pop(0), RevealInfluence(UNKNOWN))

    def _contradictions(self) -> Iterator[Piece]:
        """Yield cards that only one record names, and for which the other has no unknown card."""
        left = [[*named.values()] for named in self.named]
        for one, other in zip(*left, strict=False):
            yield Apart(Stretch(one, one + 1), Stretch(other, other + 1))
        for side in (0, 1):
            for number in left[side][len(left[1 - side]) :]:
                if self.ends[1 - side] == self.traces[1 - side].end:
                    yield Seen(side, number)
                else:
                    gap = Stretch(self.ends[1 - side], self.ends[1 - side])
                    own = Stretch(number, number + 1)
                    yield Apart(*((own, gap) if side == 0 else (gap, own)))
