"""What becomes of the decisions behind a repaired one, and who says so."""

from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from enum import Enum
from itertools import chain, islice
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from calimala_es.commands import (
    CHANCE_COMMANDS,
    Command,
    DeclineOffer,
    DoAction,
    KeepInfluence,
    PlaceDisc,
    PlayCard,
    SkipAction,
)
from calimala_es.decide import step
from calimala_es.game import Game, Move
from calimala_es.ids import ids_from
from calimala_es.legal import legal
from calimala_es.messages import Text
from calimala_es.state import State
from calimala_es.waiting import waiting_for
from notation.grammar.symbols import format_command

Trouble = Literal["refused", "gone", "missing", "chance", "idle", "over"]
"""What is wrong with a decision.

``"refused"``: the rules refuse it. ``"gone"``: nothing is due that it could answer. ``"missing"``: something is due
that the record does not tell. ``"chance"``: it is a card that cannot come, or that nobody draws. ``"idle"``: it is
gone, and only left something undone or ended something. ``"over"``: the game has ended before.
"""


class Resolution(Enum):
    """What can become of a decision that cannot stand, beside a legal one in its place.

    ``DROPPED``: it is left out, a placement with its turn. ``OBSERVED``: what it changed is kept as observations, a
    placement with its turn. A card that cannot have come is unknown with either. ``STOPPED``: the game ends before it.
    """

    DROPPED = "dropped"
    OBSERVED = "observed"
    STOPPED = "stopped"


Choice = Command | Resolution
"""What somebody says of a conflict: the legal decision that comes instead, or a resolution."""


class RepairConflict(NamedTuple):
    """A later decision that cannot stand, and the position of the repaired game in which it would come.

    ``id`` is its place in the game before the repair, as ``7.2.1``, ``seat`` whose it was (``None``: nobody's),
    ``word`` the decision as it was written. ``rule``, ``reason`` and ``remedy`` are those of the refusal. ``nearest``
    are the legal decisions most like it, the likest first, ``words`` what each is written as; none where nothing is due
    that it could answer.
    """

    id: str
    seat: int | None
    word: str
    trouble: Trouble
    command: Command
    state: State
    rule: str
    reason: Text
    remedy: Text
    nearest: tuple[Command, ...] = ()
    words: tuple[str, ...] = ()


Chooser = Callable[[RepairConflict], Choice]
"""Says what becomes of a conflict; a decision that is not legal there is refused with ``IllegalCommandError``."""


class RepairOutcome(Struct, frozen=True):
    """Something in the repaired game that is not as it was; fields as in ``RepairConflict``.

    ``what`` is what was done: ``"replaced"``, ``"dropped"``, ``"observed"``, ``"stopped"``, or ``"supplied"`` where the
    record had nothing, and then ``id`` is the place of what followed; ``"told"`` where somebody was asked for that, and
    then it is its own in the repaired game. ``instead`` are the decisions that stand there.
    """

    what: str
    trouble: Trouble
    id: str
    seat: int | None
    word: str
    rule: str
    reason: Text
    remedy: Text
    nearest: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()

    @property
    def is_conflict(self) -> bool:
        """Whether somebody had to say what becomes of it."""
        return self.trouble in ("refused", "gone") or (self.trouble == "chance" and self.what != "dropped")


class WrongCheck(NamedTuple):
    """A check of the game before the repair that would be wrong: the place that it stands behind, and the word."""

    id: str
    word: str


class Repaired(NamedTuple):
    """A repaired game.

    ``record`` is the whole game, ``first`` the number of decisions before the repaired one, ``outcomes`` what came of
    those behind it. ``places`` has, for every number of decisions of the game as it was, the number of those that stand
    where they have happened, and ``checks`` the checks that were right and would be wrong, which are left out.
    """

    record: Game
    first: int
    outcomes: tuple[RepairOutcome, ...]
    places: tuple[int, ...]
    checks: tuple[WrongCheck, ...] = ()

    @property
    def conflicts(self) -> tuple[RepairOutcome, ...]:
        """What somebody had to decide."""
        return tuple(outcome for outcome in self.outcomes if outcome.is_conflict)


def choose_observed(conflict: RepairConflict) -> Choice:
    """A chooser: what happened at the table has happened, its effects stay."""
    return Resolution.OBSERVED


def choose_dropped(conflict: RepairConflict) -> Choice:
    """A chooser: what cannot stand is left out."""
    return Resolution.DROPPED


def choose_stopped(conflict: RepairConflict) -> Choice:
    """The game ends before the first decision that cannot stand."""
    return Resolution.STOPPED


def choose_nearest(conflict: RepairConflict) -> Choice:
    """The legal decision that is most like it; where there is none it is left out."""
    return conflict.nearest[0] if conflict.nearest else Resolution.DROPPED


# ----------------------------------------------------------------------------------------------------
# The legal decisions that are most like one that the rules refuse.

MOST: Final = 3
"""How many are told."""


def nearest(state: State, command: Command) -> tuple[Command, ...]:
    """The legal decisions most like ``command``, the likest first: what concerns the same action, street or card.

    An action is like another way of it, then like leaving it out; a card is like another way of that card only, since
    nobody has to play one.
    """
    word = format_command(state, command)
    found: list[tuple[bool, bool, float, int, Command]] = []
    for number, option in enumerate(legal(state)):
        if not _is_comparable(option, command):
            continue
        likeness = SequenceMatcher(None, format_command(state, option), word).ratio()
        is_other = _subject(option) != _subject(command)
        found.append((is_other, type(option) is not type(command), -likeness, number, option))
    return tuple(option for *_, option in sorted(found, key=lambda one: one[:4])[:MOST])


def _is_comparable(option: Command, command: Command) -> bool:
    if isinstance(command, PlayCard):
        return isinstance(option, PlayCard) and option.action == command.action
    if isinstance(command, DoAction | SkipAction):
        return isinstance(option, DoAction | SkipAction | DeclineOffer)
    return type(option) in (type(command), DeclineOffer)


def _subject(command: Command) -> object:
    """What a decision is about."""
    if isinstance(command, DoAction | SkipAction):
        return command.action
    if isinstance(command, PlaceDisc):
        return command.street
    return getattr(command, "card", None)


# ----------------------------------------------------------------------------------------------------
# What is due in a repaired game and was not told: who may say what was done, and where it comes.

Supplier = Callable[[RepairConflict], Command]
"""Says what was done where nobody told: one of ``nearest``, which are all that may have been done (cards of the hand
only if there is nothing else), or ``command``, which stands for what nobody knows. ``id`` is the place in the repaired
game.
"""


def missing_in(state: State, unknown: Command, place: str) -> RepairConflict | None:
    """What somebody has to say of a position in which ``unknown`` would stand; ``None`` where nobody decides anything.

    Where only one thing may have been done, that is the only one of ``nearest``.
    """
    if isinstance(unknown, (*CHANCE_COMMANDS, KeepInfluence)):
        return None
    may = legal(state)
    options = tuple(option for option in may if not isinstance(option, PlayCard)) or tuple(may)
    if not options:
        return None
    rule, waited = waiting_for(state)
    words = tuple(format_command(state, option) for option in options)
    seat: int | None = getattr(state.now, "seat", None)
    return RepairConflict(place, seat, "", "missing", unknown, state, rule, waited, "", options, words)


def place_of_next(start: State, moves: Sequence[Move], command: Command) -> str:
    """The id that a command gets which comes behind ``moves``, the first of which was decided in ``start``."""
    first = next((at for at in range(len(moves) - 1, -1, -1) if isinstance(moves[at].command, PlaceDisc)), 0)
    before = [*chain.from_iterable(move.events for move in moves[first:])]
    last = moves[-1].state if moves else start
    ids = ids_from(moves[first - 1].state if first else start, (*before, *step(last, command)[0]))
    return str(next(islice(ids, len(before), None)))
