"""The variations of a body: lines that begin where the last decision was taken, each inside another."""

import re
from typing import Final

from calimala_es.state import State
from notation.errors import NotationError, NotUniqueError, NotWellFormedError
from notation.grammar.annotations import TAKES_BRACES, Prefix
from notation.grammar.tokens import Source
from notation.limits import MOST_DECISIONS, MOST_NESTED
from notation.reader.line import Line
from notation.reader.noting import Noting
from notation.reader.problems import WrongWordError
from notation.variations import START, UNTOLD

OPEN: Final = "("
CLOSE: Final = ")"

_OPENING: Final = re.compile(r"\((?:([A-Za-z][A-Za-z0-9-]{0,31})?=|([A-Za-z][A-Za-z0-9-]{0,31}):)")


class Branching(Noting):
    """Enters variations and leaves them.

    ``ids`` are those in the text, ``lacks_ids`` says whether some are missing. ``_floor`` is the number of decisions up
    to which no variation can begin, ``_passed`` the number of decisions in variations that were closed.
    """

    def __init__(self, source: Source, start: State, errors: list[NotationError]) -> None:
        """Start at ``start``."""
        super().__init__(source, start, errors)
        self._outer: list[Line] = []
        self.ids: set[str] = set()
        self.lacks_ids = False
        self._floor = 0
        self._passed = 0

    @property
    def main(self) -> Line:
        """The main line, as far as it was read."""
        return self._outer[0] if self._outer else self._decider.line

    def _open(self, token: str) -> int:
        """Begin a variation; return the number of characters before the word that may be written on the parenthesis."""
        match = _OPENING.fullmatch(token)
        skipped = len(token) if match else len(OPEN)
        line = self._line
        if self._skipping or line.is_lost:
            self._skipping += 1
            return skipped
        if len(line.moves) <= (0 if self._outer else self._floor):
            self._skipping = 1
            message = "a variation stands behind the decision that it replaces, and there is none"
            raise WrongWordError(NotWellFormedError, message, "a decision before (")
        if len(self._outer) >= MOST_NESTED or self._passed + len(line.moves) > MOST_DECISIONS:
            self._skipping = 1
            expected = f"{MOST_NESTED} in each other and {MOST_DECISIONS} decisions in all at most"
            raise WrongWordError(NotWellFormedError, "there are too many variations", expected)
        id = self._id(match[1] or match[2]) if match else UNTOLD
        self.lacks_ids = self.lacks_ids or id == UNTOLD
        self._outer.append(line)
        self._decider.line = line.branch(id)
        self._names_variation = bool(match) and token.endswith(TAKES_BRACES)
        self._prefix = Prefix() if self._names_variation else None
        return skipped

    def _id(self, told: str | None) -> str:
        """Return the id of a variation as written; the reader supplies missing ids."""
        if told is None:
            return UNTOLD
        id = told.lower()
        if id == START:
            self._skipping = 1
            raise WrongWordError(NotWellFormedError, "start is the place before the first decision", "another id")
        if id in self.ids:
            self._skipping = 1
            raise WrongWordError(NotUniqueError, f"there are two variations {id}", "an id of its own")
        self.ids.add(id)
        return id

    def _close(self) -> None:
        if self._skipping:
            self._skipping -= 1
            return
        if not self._outer:
            raise WrongWordError(NotWellFormedError, "there is no variation to close", "( before )")
        ended = self._end_variation()
        if not ended.moves and ended.sound is None:
            raise WrongWordError(NotWellFormedError, "the variation has no decision", "a decision before )")

    def _close_all(self) -> None:
        """Report at the end of the text what it leaves open."""
        index = len(self._tokens) - 1
        if self._prefix is not None:
            self._report(self._without_braces(index), index)
        if self._outer or self._skipping:
            self._report(WrongWordError(NotWellFormedError, "a variation is not closed", CLOSE), index)
        while self._outer:
            self._end_variation()

    def _end_variation(self) -> Line:
        """Go back to the line that contains a variation; return the variation as a line."""
        ended = self._line
        self._decider.line = self._outer.pop()
        self._passed += len(ended.moves)
        variation = ended.as_variation()
        if variation is not None:
            self._line.vary(variation)
        return ended
