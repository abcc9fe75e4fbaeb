"""What becomes of the decisions behind a repaired one, and who says so."""

from collections.abc import Callable
from enum import Enum
from typing import Literal, NamedTuple

from msgspec import Struct

from calimala_es.commands import Command
from calimala_es.game import Game
from calimala_es.state import State

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


class Conflict(NamedTuple):
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
    reason: str
    remedy: str
    nearest: tuple[Command, ...] = ()
    words: tuple[str, ...] = ()


Chooser = Callable[[Conflict], Choice]
"""Says what becomes of a conflict; a decision that is not legal there is refused with ``IllegalCommandError``."""


class Outcome(Struct, frozen=True):
    """Something in the repaired game that is not as it was; fields as in ``Conflict``.

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
    reason: str
    remedy: str
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
    outcomes: tuple[Outcome, ...]
    places: tuple[int, ...]
    checks: tuple[WrongCheck, ...] = ()

    @property
    def conflicts(self) -> tuple[Outcome, ...]:
        """What somebody had to decide."""
        return tuple(outcome for outcome in self.outcomes if outcome.is_conflict)


def keeping_observed(conflict: Conflict) -> Choice:
    """A chooser: what happened at the table has happened, its effects stay."""
    return Resolution.OBSERVED


def dropping(conflict: Conflict) -> Choice:
    """A chooser: what cannot stand is left out."""
    return Resolution.DROPPED


def stopping(conflict: Conflict) -> Choice:
    """The game ends before the first decision that cannot stand."""
    return Resolution.STOPPED


def taking_nearest(conflict: Conflict) -> Choice:
    """The legal decision that is most like it; where there is none it is left out."""
    return conflict.nearest[0] if conflict.nearest else Resolution.DROPPED
