"""One decision in the number: which of those that are legal, a card at the odds of those that may still come.

``Habits`` say, once for a record, how often its scribe did not see a card, and how often something was missed or
observed; what never happens costs nothing.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

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
from calimala_es.frames import CardDraw, InfluenceChoice, InfluenceDeal, InfluenceOpening, InfluenceTurnUp, Placement
from calimala_es.game import Move
from calimala_es.legal import legal
from calimala_es.observation import PARTS, part_exists
from calimala_es.setup import Setup
from calimala_es.state import State
from notation.share.number import NO_YES, Coder

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
