"""What happens to the decisions after a repaired one, and who decides that."""

from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from enum import Enum
from itertools import chain
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
from calimala_es.messages import Text, waiting_for
from calimala_es.state import State
from notation.grammar.symbols import format_command

Trouble = Literal["refused", "gone", "missing", "chance", "idle", "over"]
"""What is wrong with a decision.

``"refused"``: it is illegal. ``"gone"``: no decision of its kind is due. ``"missing"``: a decision is due that was not
recorded. ``"chance"``: it is a card that is not possible, or that nobody draws. ``"idle"``: it is no longer due, and
only skipped or ended something. ``"over"``: the game has ended before.
"""


class Resolution(Enum):
    """What can happen to a decision that is no longer legal, other than a legal one in its place.

    ``DROPPED``: it is omitted, a placement with its turn. ``OBSERVED``: its effects become observations; for a
    placement those of its turn. In both cases a card that is not possible becomes unknown. ``STOPPED``: the game ends
    before it.
    """

    DROPPED = "dropped"
    OBSERVED = "observed"
    STOPPED = "stopped"


Choice = Command | Resolution
"""The answer to a conflict: the legal decision to use instead, or a resolution."""


class RepairConflict(NamedTuple):
    """A later decision that is no longer legal, and the position of the repaired game in which it would come.

    ``id`` is its place in the game before the repair, e.g. ``7.2.1``, ``seat`` its player (``None``: nobody), ``word``
    the decision in notation. ``rule``, ``reason`` and ``remedy`` are those of the refusal. ``nearest`` are the most
    similar legal decisions, the most similar first, ``words`` each of them in notation; both are empty if no decision
    of its kind is due.
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
"""A function that resolves a conflict; an illegal answer raises ``IllegalCommandError``."""


class RepairOutcome(Struct, frozen=True):
    """Something in the repaired game that has changed; fields as in ``RepairConflict``.

    ``what`` is what was done: ``"replaced"``, ``"dropped"``, ``"observed"``, ``"stopped"``; ``"supplied"`` where the
    record had nothing, and then ``id`` is the place of the next decision; ``"entered"`` if a person supplied the
    decision, and then ``id`` is its own in the repaired game. ``instead`` are the decisions now in its place.
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
        """Whether a person or a function had to resolve it."""
        return self.trouble in ("refused", "gone") or (self.trouble == "chance" and self.what != "dropped")


class WrongCheck(NamedTuple):
    """A check of the game before the repair that would be wrong: the place that it follows, and its text."""

    id: str
    word: str


class Repaired(NamedTuple):
    """A repaired game.

    ``record`` is the whole game, ``first`` the number of decisions before the repaired one, ``outcomes`` what happened
    to those after it. ``places`` maps every number of decisions of the original game to the corresponding number in
    the repaired one; ``checks`` are the checks that were right and would now be wrong, and that are omitted.
    """

    record: Game
    first: int
    outcomes: tuple[RepairOutcome, ...]
    places: tuple[int, ...]
    checks: tuple[WrongCheck, ...] = ()

    @property
    def conflicts(self) -> tuple[RepairOutcome, ...]:
        """The outcomes that had to be resolved."""
        return tuple(outcome for outcome in self.outcomes if outcome.is_conflict)


def choose_observed(conflict: RepairConflict) -> Choice:
    """Resolve a conflict by observations: the effects at the table remain."""
    return Resolution.OBSERVED


def choose_dropped(conflict: RepairConflict) -> Choice:
    """Resolve a conflict by omitting the decision."""
    return Resolution.DROPPED


def choose_stopped(conflict: RepairConflict) -> Choice:
    """Resolve a conflict by ending the game before the first decision that is no longer legal."""
    return Resolution.STOPPED


def choose_nearest(conflict: RepairConflict) -> Choice:
    """Resolve a conflict by the most similar legal decision; omit the decision if there is none."""
    return conflict.nearest[0] if conflict.nearest else Resolution.DROPPED


# ----------------------------------------------------------------------------------------------------
# The legal decisions that are most similar to an illegal one.

MOST: Final = 3
"""The number of decisions that are listed."""


def nearest_decisions(state: State, command: Command, word: str) -> tuple[Command, ...]:
    """Return the legal decisions most similar to a command, best first: those about the same action, street or card.

    ``word`` is how it was recorded.

    For an action, other options of it come first, then skipping it; for a card, only other options of that card are
    listed, since playing a card is never required.
    """
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
    """Return the subject of a decision."""
    if isinstance(command, DoAction | SkipAction):
        return command.action
    if isinstance(command, PlaceDisc):
        return command.street
    return getattr(command, "card", None)


# ----------------------------------------------------------------------------------------------------
# Decisions that are due in a repaired game and were not recorded: who may supply them, and where they come.

Supplier = Callable[[RepairConflict], Command]
"""A function that supplies a decision that was not recorded: one of ``nearest``, which are all the legal ones (cards
of the hand only if there is nothing else), or ``command``, which means that it is not known.

``id`` is the place in the repaired game.
"""


def missing_decision(state: State, unknown: Command, place: str) -> RepairConflict | None:
    """Return the question to ask where ``unknown`` would be inserted; ``None`` if no player decides anything there.

    If only one decision is possible, it is the only one of ``nearest``.
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
    """Return the id of a command that follows ``moves``, the first of which was decided in ``start``."""
    first = next((at for at in range(len(moves) - 1, -1, -1) if isinstance(moves[at].command, PlaceDisc)), 0)
    before = [*chain.from_iterable(move.events for move in moves[first:])]
    last = moves[-1].state if moves else start
    ids = ids_from(moves[first - 1].state if first else start, (*before, *step(last, command)[0]))
    return str(ids[len(before)])
