"""What a record with gaps knows: which parts of a position, and everybody's points by its checks.

What a missed turn brought is not recorded, so cubes, goods and hands are not known after it, and what a scoring pays
does not follow from the cubes that are. But the checks of a turn say what was seen: an order implies what its tile
pays, a total gives everybody's points. A check never changes a game, so points by checks are conclusions about it.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from operator import add
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.checks import nothing_scored, wrong_points
from calimala_es.commands import (
    DeclineOffer,
    DoAction,
    DrawCard,
    EndActivation,
    MarkMissed,
    ObservePart,
    PlayCard,
    SkipAction,
)
from calimala_es.components import SEATS
from calimala_es.events import AreaScored, InfluenceScored, TileScored
from calimala_es.frames import GameOver, InfluenceReveal, Placement
from calimala_es.game import Game, Move
from calimala_es.gaps import ANSWERED, is_at_rest
from calimala_es.headers import RESULT
from calimala_es.messages import Message
from calimala_es.notes import TOTAL, Check, points_checks
from calimala_es.scoring import result
from calimala_es.state import State

NEXT_CLOCKWISE: Final = "n"
"""The part of a ranking that decides every tie (R9.4)."""

_LIGHT: Final = (EndActivation, DeclineOffer, DrawCard, ObservePart, MarkMissed)
"""Decisions that checks of a turn's end may precede."""

_SCORINGS: Final = (TileScored, AreaScored, InfluenceScored)
_DEEDS: Final = (DoAction, PlayCard, SkipAction)

Points = tuple[int, ...]


class ScoreClaim(NamedTuple):
    """A check of an order or of points, and the number of moves before it."""

    number: int
    word: str


class PointsChange(NamedTuple):
    """From the state after ``number`` moves on, how many points more than that state everybody has.

    ``is_unsure``: nobody knows, since a scoring is not recorded.
    """

    number: int
    more: Points
    is_unsure: bool


class PointsByChecks(NamedTuple):
    """Everybody's points by the checks of a line of moves.

    ``taken`` are the claims that say what was seen, by their place among all: the others are about recorded turns.
    ``problems`` are those that disagree with what is known, with what is wrong.
    """

    changes: tuple[PointsChange, ...]
    number_of_claims: int = 0
    taken: frozenset[int] = frozenset()
    problems: tuple[tuple[int, Message], ...] = ()

    def at(self, number: int) -> PointsChange | None:
        """Return what holds after so many moves; ``None`` if the points are those of the state."""
        place = bisect_right(self.changes, number, key=lambda change: change.number)
        return self.changes[place - 1] if place else None


def claims_of(moves: Sequence[Move]) -> list[ScoreClaim]:
    """Return the claims of a line of moves, those of its own layer."""
    return [
        ScoreClaim(number, check.word)
        for number, move in enumerate(moves, 1)
        for check in points_checks(move.notes)
        if isinstance(check, Check)
    ]


def points_by_checks(start: State, moves: Sequence[Move], claims: Sequence[ScoreClaim]) -> PointsByChecks:
    """Return everybody's points by the claims of a line of moves that goes on from ``start``."""
    if not moves or not moves[-1].state.has_gap:
        return PointsByChecks((), len(claims))
    return _Settling(start, moves, claims).settle()


class _Settling:
    """Follows a line of moves turn by turn, with what everybody has more than the states say."""

    def __init__(self, start: State, moves: Sequence[Move], claims: Sequence[ScoreClaim]) -> None:
        self.states = [start, *[move.state for move in moves]]
        self.moves = moves
        self.claims = claims
        self.more = [0] * len(start.mats)
        self.unsure: set[int] = set()
        self.changes: list[PointsChange] = []
        self.taken: set[int] = set()
        self.problems: list[tuple[int, Message]] = []

    def settle(self) -> PointsByChecks:
        starts = [number for number, state in enumerate(self.states[:-1]) if self._begins(number, state)]
        for first, end in pairwise([0, *starts, len(self.moves)]):
            if first < end:
                self._turn(first, end)
        return PointsByChecks(tuple(self.changes), len(self.claims), frozenset(self.taken), tuple(self.problems))

    def _begins(self, number: int, state: State) -> bool:
        """Return whether a turn begins with a move, or the end of the game does."""
        if type(state.now) is Placement:
            return type(self.moves[number].command) is not ObservePart
        is_end = type(state.now) is InfluenceReveal
        return is_end and not (number and type(self.states[number - 1].now) is InfluenceReveal)

    def _turn(self, first: int, end: int) -> None:
        """Apply the claims of the moves from ``first`` to before ``end``: a turn, and what was seen after it."""
        last = end
        if type(self.states[first].now) is not InfluenceReveal:
            last = next((number for number in range(first + 1, end) if is_at_rest(self.states[number])), end)
        if self.states[last].has_gap:
            self._claims(first, last, is_over=last < len(self.moves) or is_at_rest(self.states[last]))
        for number in range(first, end):
            command = self.moves[number].command
            if type(command) is ObservePart and command.part.endswith(".points"):
                seat = int(command.part[0])
                self.more[seat] = 0
                self.unsure.discard(seat)
                self._change(number + 1)

    def _claims(self, first: int, end: int, *, is_over: bool) -> None:
        """Apply the claims of a turn, or of the end; those of a turn that is not over say nothing yet."""
        claims = {place: claim for place, claim in enumerate(self.claims) if first < claim.number <= end}
        self.taken |= claims.keys()
        if is_over:
            said, scored, state = self._said(first, end), _Scored.of(self.moves[first:end]), self.states[end]
            for place, claim in claims.items():
                if claim.number > said:
                    points, problem = self._points_by(claim.word, state, scored)
                    self.more = [point - mat.points for point, mat in zip(points, state.mats, strict=True)]
                    self.problems += [(place, problem)] if problem else []
            if scored.unknown:
                self.unsure = {*range(len(self.more))}
        self._change(end)

    def _said(self, first: int, end: int) -> int:
        """Return the number of the move that claims about the end of a turn come after.

        In a recorded turn it is the last deed.
        """
        moves = self.moves[first:end]
        if not any(isinstance(move.command, _DEEDS) for move in moves):
            return first
        return max(number for number, move in enumerate(moves, first) if self._is_deed(number, move))

    def _points_by(self, word: str, state: State, scored: "_Scored") -> tuple[Sequence[int], Message | None]:
        """Return everybody's points by a claim, unchanged if it cannot be true, and what is wrong with it."""
        said, have = word[1:], [*map(add, self.more, [mat.points for mat in state.mats])]
        if TOTAL.fullmatch(word):
            total = [*map(int, said.split("-"))]
            if len(total) != len(have):
                counts = {"number": len(total), "players": len(have)}
                return have, Message("the check has points for {number} players, but {players} can score", **counts)
            is_wrong = total != have and not (self.unsure or scored.unknown)
            scored.unknown = 0
            self.unsure.clear()
            return total, wrong_points(said, "-".join(map(str, have))) if is_wrong else None
        if not scored.is_tile:
            return have, nothing_scored(said)
        ranking = _ranking(said, state)
        if ranking is None:
            return have, Message("{word} is not an order of the players who can score", word=said)
        return scored.settled(ranking, have, state), None

    def _is_deed(self, number: int, move: Move) -> bool:
        return not isinstance(move.command, _LIGHT) and not isinstance(self.states[number].now, ANSWERED)

    def _change(self, number: int) -> None:
        change = PointsChange(number, tuple(self.more), bool(self.unsure))
        last = self.changes[-1] if self.changes else None
        if last is None or (last.more, last.is_unsure) != (change.more, change.is_unsure):
            self.changes.append(change)


class _Scored(Struct):
    """The scorings of a turn: whether the last is of a tile, what it paid, and of how many this is not known."""

    is_tile: bool
    paid: Points
    unknown: int

    @classmethod
    def of(cls, moves: Sequence[Move]) -> "_Scored":
        """Return what was scored in these moves, where nothing is known yet."""
        scorings = [event for move in moves for event in move.events if isinstance(event, _SCORINGS)]
        last = scorings[-1] if scorings else None
        return cls(isinstance(last, TileScored), last.points if last else (), len(scorings))

    def settled(self, ranking: str, have: Sequence[int], state: State) -> list[int]:
        """Return what everybody has instead if the last tile was paid in this order."""
        pays = _pays(ranking, state)
        points = [max(0, own - old + new) for own, old, new in zip(have, self.paid, pays, strict=True)]
        self.paid = pays
        if not _may_be_more(ranking, state):
            self.unknown = max(0, self.unknown - 1)
        return points


def _ranking(said: str, state: State) -> str | None:
    parties = state.setup.parties
    letters = "" if said == "0" else said
    if not {*letters} <= {*parties} or len({*letters}) != len(letters):
        return None
    return "".join(SEATS[parties.index(letter)] for letter in letters)


def _pays(ranking: str, state: State) -> Points:
    """Return what a tile pays its first, second and third (R6.5)."""
    places = dict(zip(ranking, state.setup.edition.tile_points, strict=False))
    return tuple(places.get(seat, 0) for seat in SEATS[: len(state.mats)])


def _may_be_more(ranking: str, state: State) -> bool:
    """Return whether other points are paid than the order implies.

    More for the faction track (R10.8), or less where players share (R6.6).
    """
    if state.setup.intrigue:
        return True
    return NEXT_CLOCKWISE not in state.setup.edition.ties and any(
        one not in state.seats and other not in state.seats for one, other in pairwise(ranking)
    )


# What a record knows of a position.


class Known(NamedTuple):
    """The parts of a position that are recorded; one that is not may look empty in a state, and means nothing.

    ``stacks``: the streets, the discs in the supplies, the council and whose turn it is. ``cubes``: the rows of the
    board. ``goods``: warehouses, workshops, ships, houses and the faction track. ``cards``: hands, the deck and the
    open pile.
    """

    stacks: bool = True
    points: bool = True
    cubes: bool = True
    goods: bool = True
    cards: bool = True

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of the parts that are not recorded."""
        return tuple(name for name, is_known in zip(self._fields, self, strict=True) if not is_known)


EVERYTHING: Final = Known()
NOTHING: Final = Known(stacks=False, points=False, cubes=False, goods=False, cards=False)
_MOSTLY_MISSED: Final = Known(points=False, cubes=False, goods=False, cards=False)


class GameKnowledge:
    """What a game knows at each moment: after how many moves which parts, and everybody's points.

    As long as more turns are recorded than have only their placement a position is taken as it is; cubes, goods and
    cards are not known where it is the other way round.
    """

    def __init__(self, game: Game) -> None:
        """Prepare a game."""
        self.game = game
        self.has_gaps = game.state.has_gap
        self.points = (
            points_by_checks(game.start, game.moves, claims_of(game.moves)) if self.has_gaps else PointsByChecks(())
        )
        self._balance = _balance(game) if self.has_gaps else []

    def at(self, number: int) -> Known:
        """Return what is known after so many moves."""
        if not self.game.has_positions:
            return NOTHING
        if not self.has_gaps or self._balance[number] >= 0:
            return EVERYTHING
        change = self.points.at(number)
        return _MOSTLY_MISSED._replace(points=change is None or not change.is_unsure)

    def with_points(self, state: State, number: int) -> State:
        """Return a state of the move before ``number``, or the start, with everybody's points as they are known."""
        change = self.points.at(number)
        if change is None or not any(change.more):
            return state
        mats = [
            replace(mat, points=max(0, mat.points + more)) for mat, more in zip(state.mats, change.more, strict=True)
        ]
        state = replace(state, mats=tuple(mats))
        return replace(state, now=GameOver(*result(state))) if type(state.now) is GameOver else state


def _balance(game: Game) -> list[int]:
    """Return how many more turns were recorded than had only their placement, after each number of moves."""
    balance, counts, is_counted = 0, [0], False
    before = game.start
    for move in game.moves:
        command = move.command
        if type(before.now) is Placement and type(command) is not ObservePart:
            is_counted = type(command) is MarkMissed
        if before.turn and not is_counted and isinstance(command, (*_DEEDS, MarkMissed)):
            is_counted = True
            balance += 1 if isinstance(command, _DEEDS) else -1
        counts.append(balance)
        before = move.state
    return counts


def known(game: Game, count: int | None = None) -> Known:
    """Return what a game knows after ``count`` moves (default: after all of them).

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> known(play(Setup("bry", "WBMUCAVTS"))).missing
    ()
    """
    return GameKnowledge(game).at(len(game.moves) if count is None else count)


Extent = Literal["result", "placements", "full"]
"""How much of a game is recorded: only who won, mostly the placements, or most decisions."""


def extent_of(game: Game) -> Extent:
    """Return how much of a game is recorded.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> extent_of(play(Setup("bry", "WBMUCAVTS")))
    'full'
    """
    is_result = not game.moves and TOTAL.fullmatch(f"={game.header(RESULT)}")
    if is_result or not game.has_positions:
        return "result"
    return "full" if known(game).cubes else "placements"
