"""Lines of decisions while they are read: the main line of a record, and the open variations, one in another."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from calimala_es.checks import LOOK_BACK
from calimala_es.commands import Command
from calimala_es.decide import step
from calimala_es.events import Event
from calimala_es.game import Move, Variation, count_decided
from calimala_es.gaps import is_bare_turn
from calimala_es.known import PointsByChecks, ScoreClaim, points_by_checks
from calimala_es.messages import Message
from calimala_es.notes import AnyNote, Notes
from calimala_es.state import State
from notation.errors import MOST_DECISIONS, MOST_NESTED, NotUniqueError, NotWellFormedError
from notation.grammar.notes import TAKES_BRACES
from notation.places import MAIN, NO_ID, START
from notation.reader.problems import WrongWordError


class Line:
    """Moves in their order, from ``start`` on.

    ``sound`` is the number of decisions before the first error, ``None`` as long as there is none; ``is_lost`` says
    that nothing is read up to the next turn, ``doubted`` the turn in which something could not be read; ``separated``
    the number of decisions before the last stroke, ``said`` that up to the last unknown card or declined offer written.
    """

    def __init__(self, start: State, outer: "Line | None" = None, id: str = MAIN) -> None:
        """Start at ``start``; a variation follows the last decision of its ``outer`` line."""
        self.id = id
        self.name = ""
        self._outer = outer
        self.start = start
        self.moves: list[Move] = []
        self.sound: int | None = None
        self.is_lost = False
        self.doubted = -1
        self.separated = -1
        self.said = 0
        self.records_influence = False
        # Checks that may say what was seen in a turn that was missed, each with the index of its token.
        self.claims: list[tuple[ScoreClaim, int]] = []
        # By the number of decisions before them, which rises from one to the next.
        self._notes: dict[int, list[AnyNote]] = {}
        self._variations: dict[int, list[Variation]] = {}

    @property
    def state(self) -> State:
        """The position reached."""
        return self.moves[-1].state if self.moves else self.start

    @property
    def decided(self) -> int:
        """The number of moves up to the last decision: strokes are none, so nothing is said of them."""
        return count_decided(self.moves)

    def state_at(self, number: int) -> State:
        """Return the state after so many decisions."""
        return self.moves[number - 1].state if number else self.start

    @property
    def state_before(self) -> State:
        """The state in which the last decision was taken."""
        return self.moves[-2].state if len(self.moves) > 1 else self.start

    @property
    def states(self) -> list[State]:
        """The state at the start and after each decision."""
        return [self.start, *[move.state for move in self.moves]]

    @property
    def happened(self) -> Sequence[Sequence[Event]]:
        """The events of the decisions up to here, as far back as any check looks."""
        return self.happened_before(len(self.moves))

    def happened_before(self, number: int) -> Sequence[Sequence[Event]]:
        """Return the events of the first ``number`` decisions, as far back as any check looks."""
        events = [move.events for move in self.moves[max(0, number - LOOK_BACK) : number]]
        outer = self._outer
        return events if outer is None else [*outer.happened_before(outer.decided - 1), *events][-LOOK_BACK:]

    @property
    def is_bare_turn(self) -> bool:
        """Whether a turn is under way of which this line has only the placement."""
        return is_bare_turn(self.start, self.moves, self.said)

    @property
    def may_be_unrecorded(self) -> bool:
        """Whether something was missed, or is if the turn under way has no more than its placement."""
        return self.state.has_gap or self.is_bare_turn

    def claim(self, word: str, index: int) -> None:
        """Store a check after the decisions so far, to be settled when the whole line is known."""
        if self.sound is None:
            self.claims.append((ScoreClaim(len(self.moves), word), index))

    def checked_points(self) -> PointsByChecks:
        """Return everybody's points by the checks of this line, whose claims come after those of the lines around it.

        They are counted from the first decision of the main line.
        """
        return points_by_checks(*self._history())

    def _history(self) -> tuple[State, list[Move], list[ScoreClaim]]:
        """Return the start of the main line, the moves up to here, and the claims."""
        claims = [claim for claim, _ in self.claims]
        if self._outer is None:
            return self.start, self.moves, claims
        start, moves, before = self._outer._history()
        moves = moves[: len(moves) - len(self._outer.moves) + self._outer.decided - 1]
        number = len(moves)
        before = [claim for claim in before if claim.number <= number]
        return (
            start,
            [*moves, *self.moves],
            [*before, *(ScoreClaim(number + claim.number, claim.word) for claim in claims)],
        )

    def branch(self, id: str) -> "Line":
        """Return a variation of the last decision: it begins where that was taken."""
        variation = Line(self.state_at(self.decided - 1), self, id)
        variation.records_influence = self.records_influence
        return variation

    def apply(self, command: Command) -> None:
        """Add a decision; raises ``IllegalCommandError``."""
        events, state = step(self.state, command)
        self.moves.append(Move(command, events, state))

    def forget(self, sound: int) -> None:
        """Remove all decisions but the first ``sound``, and what follows them."""
        if len(self.moves) == sound:
            return
        del self.moves[sound:]
        self.said = min(self.said, sound)
        notes, variations = self._notes, self._variations
        while notes and next(reversed(notes)) > sound:
            notes.popitem()
        while variations and next(reversed(variations)) > sound:
            variations.popitem()

    def insert(self, commands: Sequence[Command]) -> None:
        """Insert decisions before the last one, which retains what follows it; raises ``IllegalCommandError``."""
        last = len(self.moves)
        notes, variations = self._notes.pop(last, None), self._variations.pop(last, None)
        command = self.moves[-1].command
        self.forget(last - 1)
        for inserted in (*commands, command):
            self.apply(inserted)
        if notes is not None:
            self._notes[len(self.moves)] = notes
        if variations is not None:
            self._variations[len(self.moves)] = variations

    def doubt(self, before: int) -> None:
        """Mark that something after so many decisions was unreadable: they remain, and what follows is only checked."""
        if self.sound is None:
            self.sound = before
        self.doubted = self.state_at(before).turn

    def note(self, note: AnyNote) -> None:
        """Add a note after the decisions so far."""
        if self.sound is None:
            self._notes.setdefault(self.decided, []).append(note)

    def notes_at(self, number: int) -> Notes:
        """Return the notes after so many decisions."""
        return tuple(self._notes.get(number, ()))

    def vary(self, variation: Variation) -> None:
        """Add a variation after the last decision."""
        if self.sound is None:
            self._variations.setdefault(self.decided, []).append(variation)

    def close(self) -> None:
        """Leave only what is sound, and put notes and variations on their decisions."""
        if self.sound is not None:
            self.forget(self.sound)
        notes, variations, moves = self._notes, self._variations, self.moves
        for number in notes.keys() | variations.keys() if notes or variations else ():
            if number:
                moves[number - 1] = replace(
                    moves[number - 1], notes=self.notes_at(number), variations=tuple(variations.get(number, ()))
                )

    def as_variation(self) -> Variation | None:
        """Return this line as a variation; ``None`` if no decision of it is sound."""
        self.close()
        return Variation(self.id, tuple(self.moves), self.name, self.notes_at(0)) if self.moves else None


# ----------------------------------------------------------------------------------------------------
# The variations of a body that are open: lines that begin where the last decision was taken, each inside another.

OPEN: Final = "("
CLOSE: Final = ")"

_OPENING: Final = re.compile(r"\((?:([A-Za-z][A-Za-z0-9-]{0,31})?=|([A-Za-z][A-Za-z0-9-]{0,31}):)")


class OpenedVariation(NamedTuple):
    """A variation just opened, and whether its name in braces comes next."""

    line: Line
    is_named: bool


class OpenVariations:
    """The lines around the one that is read, the main line first.

    ``skipped`` is the number of parentheses open around what is passed over, ``ids`` are those in the text;
    ``is_id_missing`` says whether some variation has none.
    """

    def __init__(self) -> None:
        """Start on the main line."""
        self.floor = 0
        """The number of decisions of the main line up to which no variation can begin."""
        self.ids: set[str] = set()
        self.is_id_missing = False
        self.skipped = 0
        self._outer: list[Line] = []
        # The number of decisions in variations that were closed.
        self._passed = 0

    def __len__(self) -> int:
        """Return how many variations are open in each other."""
        return len(self._outer)

    def main(self, line: Line) -> Line:
        """Return the main line, if ``line`` is the one that is read."""
        return self._outer[0] if self._outer else line

    def open(self, opening: str, line: Line) -> OpenedVariation | None:
        """Open a variation of the last decision of a line; ``None`` if it is passed over.

        ``opening`` is the parenthesis with what is written on it, see ``opening_of``.
        """
        if self.skipped or line.is_lost:
            self.skipped += 1
            return None
        try:
            self._check(line)
            id = self._id(opening)
        except WrongWordError:
            self.skipped = 1
            raise
        self._outer.append(line)
        return OpenedVariation(line.branch(id), opening.endswith(TAKES_BRACES))

    def close(self, line: Line) -> Line:
        """Return the line that contains the variation ``line``, with the variation after its last decision."""
        outer = self._outer.pop()
        self._passed += len(line.moves)
        variation = line.as_variation()
        if variation is not None:
            outer.vary(variation)
        return outer

    def _check(self, line: Line) -> None:
        """Raise ``WrongWordError`` if no variation can begin here, or no further one."""
        if line.decided <= (0 if self._outer else self.floor):
            message = Message("a variation replaces the decision before it, and there is none")
            raise WrongWordError(NotWellFormedError, message, Message("a decision before ("))
        if len(self._outer) >= MOST_NESTED or self._passed + len(line.moves) > MOST_DECISIONS:
            limits = {"depth": MOST_NESTED, "number": MOST_DECISIONS}
            expected = Message("variations nested up to {depth} deep, with up to {number} decisions in all", **limits)
            raise WrongWordError(NotWellFormedError, Message("there are too many variations"), expected)

    def _id(self, opening: str) -> str:
        """Return the id of a variation as written; the reader supplies missing ids."""
        id = opening[1:-1].lower()
        if id == START:
            message = Message("start is the moment before the first decision")
            raise WrongWordError(NotWellFormedError, message, Message("another id"))
        if id in self.ids:
            raise WrongWordError(NotUniqueError, Message("two variations are named {id}", id=id), Message("another id"))
        if id == NO_ID:
            self.is_id_missing = True
        else:
            self.ids.add(id)
        return id


def opening_of(token: str) -> str:
    """Return the parenthesis at the head of a word, with an id that is written on it."""
    return token if _OPENING.fullmatch(token) else OPEN
