"""One decision in the number: which of those that are legal, a card at the odds of those that may still come.

``Habits`` say, once for a record, how often its scribe did not see a card, and how often something was missed or
observed; what never happens costs nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from calimala_es.commands import (
    Command,
    DealInfluence,
    DrawCard,
    KeepInfluence,
    MarkMissed,
    ObservePart,
    OpenInfluence,
    TurnUpInfluence,
)
from calimala_es.components import ACTIONS, UNKNOWN
from calimala_es.decide.unrecorded import can_be_missed
from calimala_es.deck import dealt_to_each
from calimala_es.errors import IllegalCommandError
from calimala_es.frames import CardDraw, InfluenceChoice, InfluenceDeal, InfluenceOpening, InfluenceTurnUp, Placement
from calimala_es.game import Move, Variation, moves_from
from calimala_es.legal import legal
from calimala_es.messages import Message
from calimala_es.notes import Notes
from calimala_es.observation import PARTS, part_exists
from calimala_es.setup import Setup
from calimala_es.state import State
from notation.errors import MOST_NESTED
from notation.share.envelope import MOST_COUNT, ShareCodeError, damaged
from notation.share.number import NO_YES, Coder, natural

WHOLE: Final = 16
"""Shares are sixteenths."""

_SHARES: Final = range(WHOLE + 1)
_MOSTLY_NONE: Final = (48, *(1,) * WHOLE)
"""The weights of the shares themselves: none is as usual."""

_CARD_COMMANDS: Final = (DealInfluence, TurnUpInfluence, KeepInfluence, OpenInfluence, DrawCard)
_CARD_FRAMES: Final = (InfluenceDeal, InfluenceTurnUp, InfluenceChoice, InfluenceOpening, CardDraw)
"""The decisions that name a card, or say that it is unknown, and where they are due."""

_UNLISTED: Final = (MarkMissed, ObservePart)
"""What ``legal`` does not list."""

_SIGNS: Final = f"0123456789.-{ACTIONS}Hxw?"
"""What values of observations are made of."""

_END: Final = ""
_VALUE: Final = (_END, *_SIGNS)
_LONGEST: Final = 128


class Habits(NamedTuple):
    """Shares in sixteenths.

    Of unknown cards among all cards; of what is unlisted where a placement is due, and elsewhere; of
    what was missed among the unlisted.
    """

    unknown: int
    unlisted_placements: int
    unlisted: int
    missed: int


def habits_of(start: State, moves: Iterable[Move]) -> Habits:
    """Return the habits of the scribe of these decisions, variations included; raises ``IllegalCommandError``."""
    most = dealt_to_each(start)
    decided = [*_decided(start, moves)]
    with_cards = [command for _, command in decided if isinstance(command, _CARD_COMMANDS)]
    unlisted = [isinstance(command, _UNLISTED) for state, command in decided if type(state.now) is not Placement]
    placements = [isinstance(command, _UNLISTED) for state, command in decided if type(state.now) is Placement]
    missed = [type(command) is MarkMissed for _, command in decided if isinstance(command, _UNLISTED)]
    return Habits(
        _share([_leaves_unknown(command, most) for command in with_cards]),
        _share(placements),
        _share(unlisted),
        _share(missed),
    )


def _decided(state: State, moves: Iterable[Move]) -> Iterator[tuple[State, Command]]:
    """Yield every decision with the state in which it was taken."""
    lines = [(state, moves)]
    while lines:
        state, moves = lines.pop()
        for move in moves:
            yield state, move.command
            lines += [(state, variation.moves) for variation in move.variations]
            state = move.state


def _share(cases: list[bool]) -> int:
    """Return how many sixteenths of the cases are true; 0 and 16 only if none or all are."""
    part, whole = sum(cases), len(cases)
    return 0 if not part else WHOLE if part == whole else min(max(round(WHOLE * part / whole), 1), WHOLE - 1)


def code_habits(coder: Coder, habits: Habits | None) -> Habits:
    """Return the habits, put into a number or taken out of it."""
    unknown, placements, unlisted = (
        coder.among(_SHARES, None if habits is None else habits[place], _MOSTLY_NONE) for place in range(3)
    )
    missed = coder.among(_SHARES, habits.missed if habits else None) if placements or unlisted else 0
    return Habits(unknown, placements, unlisted, missed)


def code_decision(coder: Coder, state: State, habits: Habits, wanted: Command | None) -> Command:
    """Return the decision in this state, put into a number or taken out of it."""
    options = legal(state)
    share = habits.unlisted_placements if type(state.now) is Placement else habits.unlisted
    weights = (WHOLE - share if options else 0, share)
    if coder.among(NO_YES, None if wanted is None else isinstance(wanted, _UNLISTED), weights):
        return _unlisted(coder, state, habits, wanted)
    if not isinstance(state.now, _CARD_FRAMES):
        return coder.among(options, wanted)
    most = dealt_to_each(state)
    unknown = [command for command in options if _leaves_unknown(command, most)]
    known = [command for command in options if not _leaves_unknown(command, most)]
    weights = (WHOLE - habits.unknown if known else 0, habits.unknown)
    if coder.among(NO_YES, None if wanted is None else _leaves_unknown(wanted, most), weights):
        # Of a deal that is known in part little is expected: nothing is known as often as anything.
        likely = [len(unknown) - 1 or 1 if command == DealInfluence(()) else 1 for command in unknown]
        return coder.among(unknown, wanted, likely)
    if type(state.now) is not CardDraw:
        return coder.among(known, wanted)
    return coder.among(known, wanted, [state.pool.count(_card(command)) for command in known])


def _leaves_unknown(command: Command, most: int) -> bool:
    """Return whether a decision leaves a card unknown; ``most`` is the number of cards dealt to each."""
    if type(command) is DealInfluence:
        return len(command.cards) < most
    return _card(command) == UNKNOWN


def _card(command: Command) -> str:
    """Return the card that a decision names."""
    return getattr(command, "card", "")


def _unlisted(coder: Coder, state: State, habits: Habits, wanted: Command | None) -> Command:
    weights = (WHOLE - habits.missed, habits.missed if can_be_missed(state) else 0)
    if coder.among(NO_YES, None if wanted is None else type(wanted) is MarkMissed, weights):
        return MarkMissed()
    seen = wanted if isinstance(wanted, ObservePart) else None
    part = coder.among(_parts(state.setup), seen.part if seen else None)
    value = ""
    while len(value) < _LONGEST:
        sign = coder.among(_VALUE, None if seen is None else (seen.value + _END)[len(value) : len(value) + 1])
        if sign == _END:
            break
        value += sign
    return ObservePart(part, value)


@lru_cache(maxsize=64)
def _parts(setup: Setup) -> tuple[str, ...]:
    """Return the parts of a position that can be observed in a game of this set-up."""
    return tuple(part for part in PARTS if part_exists(part, setup))


# ----------------------------------------------------------------------------------------------------
# Decisions and variations in the number: a line of decisions, and after each those that might have come instead.

_TO_THE_END: Final = (1, 15)
_ONE_MORE: Final = (63, 1)
"""The weights of no and yes: whether a line goes on to the end of the game, whether there is one more variation."""


@dataclass(slots=True)
class CodedMove:
    """A decision, what is said about it and what might have come instead."""

    move: Move
    notes: Notes = ()
    variations: list["CodedLine"] = field(default_factory=list["CodedLine"])

    @property
    def state(self) -> State:
        """The state after it."""
        return self.move.state

    def as_move(self) -> Move:
        """Return the same as a part of a record."""
        return replace(
            self.move, notes=self.notes, variations=tuple(branch.as_variation() for branch in self.variations)
        )


@dataclass(slots=True)
class CodedLine:
    """A line of decisions from ``state`` on: the main line, or a variation with its id and its name."""

    state: State
    id: str = ""
    name: str = ""
    notes: Notes = ()
    decided: list[CodedMove] = field(default_factory=list[CodedMove])

    def as_variation(self) -> Variation:
        """Return the same as a part of a record."""
        return Variation(self.id, tuple(decided.as_move() for decided in self.decided), self.name, self.notes)


class BranchCoder:
    """Walks through the lines of one record, whichever way."""

    def __init__(self, coder: Coder, habits: Habits, *, varies: bool) -> None:
        """Start; ``varies`` says whether there are any variations."""
        self._coder = coder
        self._habits = habits
        self._varies = varies
        self._count = 0

    def code(self, branch: CodedLine, moves: Sequence[Move] | None, nested: int = 0) -> CodedLine:
        """Return the line that begins with ``branch``; raises ``ShareCodeError`` and ``IllegalCommandError``."""
        if nested > MOST_NESTED:
            message = Message("variations are nested more than {most} deep; leave some out", most=MOST_NESTED)
            raise ShareCodeError(message)
        state = branch.state
        ends = None if moves is None else (moves[-1].state if moves else state).is_over
        count = None
        if not self._coder.among(NO_YES, ends, _TO_THE_END):
            count = natural(self._coder, None if moves is None else len(moves))
        while not state.is_over if count is None else len(branch.decided) < count:
            self._tick()
            move = None if moves is None else moves[len(branch.decided)]
            decided = self._decision(state, move)
            branch.decided.append(decided)
            self._variations(decided, state, move, nested)
            state = decided.state
        return branch

    def _tick(self) -> None:
        self._count += 1
        if self._count > MOST_COUNT:
            message = Message("the game has more than {most} decisions, too many for a share code", most=MOST_COUNT)
            raise ShareCodeError(message)

    def _decision(self, state: State, move: Move | None) -> CodedMove:
        command = code_decision(self._coder, state, self._habits, move.command if move else None)
        try:
            (decided,) = moves_from(state, (command,))
        except IllegalCommandError as error:
            raise damaged(error.text) from error
        return CodedMove(decided, move.notes if move else ())

    def _variations(self, decided: CodedMove, before: State, move: Move | None, nested: int) -> None:
        """Return what might have come instead of a decision taken in the state ``before``."""
        while self._varies:
            number = len(decided.variations)
            if not self._coder.among(NO_YES, None if move is None else number < len(move.variations), _ONE_MORE):
                return
            found = move.variations[number] if move else None
            branch = CodedLine(before, found.id, found.name, found.notes) if found else CodedLine(before)
            decided.variations.append(self.code(branch, found.moves if found else None, nested + 1))
            if not branch.decided:
                raise ShareCodeError(Message("the variation has no decision"))
