"""The variations of a body that are open: lines that begin where the last decision was taken, each inside another."""

import re
from typing import Final, NamedTuple

from notation.errors import MOST_DECISIONS, MOST_NESTED, NotUniqueError, NotWellFormedError
from notation.grammar.notes import TAKES_BRACES
from notation.places import NO_ID, START
from notation.reader.line import Line
from notation.reader.problems import WrongWordError

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
        if len(line.moves) <= (0 if self._outer else self.floor):
            message = "a variation stands behind the decision that it replaces, and there is none"
            raise WrongWordError(NotWellFormedError, message, "a decision before (")
        if len(self._outer) >= MOST_NESTED or self._passed + len(line.moves) > MOST_DECISIONS:
            expected = f"{MOST_NESTED} in each other and {MOST_DECISIONS} decisions in all at most"
            raise WrongWordError(NotWellFormedError, "there are too many variations", expected)

    def _id(self, opening: str) -> str:
        """Return the id of a variation as written; the reader supplies missing ids."""
        id = opening[1:-1].lower()
        if id == START:
            raise WrongWordError(NotWellFormedError, "start is the place before the first decision", "another id")
        if id in self.ids:
            raise WrongWordError(NotUniqueError, f"there are two variations {id}", "an id of its own")
        if id == NO_ID:
            self.is_id_missing = True
        else:
            self.ids.add(id)
        return id


def opening_of(token: str) -> str:
    """Return the parenthesis at the head of a word, with an id that is written on it."""
    return token if _OPENING.fullmatch(token) else OPEN
