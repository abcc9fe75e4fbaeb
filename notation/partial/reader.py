"""The bodies of shallow records: placements, or only the result."""

import re
from typing import Final, NoReturn

from calimala_es.checks import is_check
from calimala_es.components import UNKNOWN
from calimala_es.frames import InfluenceReveal, Placement
from calimala_es.messages import Message
from calimala_es.notes import Check
from calimala_es.state import State
from notation.errors import NotationError, NotUniqueError, NotWellFormedError, quote
from notation.grammar.tokens import Source
from notation.partial.deciding import PlacementDecider
from notation.reader.body import ENDING, BodyReader
from notation.reader.problems import Problem, WrongWordError


class PlacementReader(BodyReader):
    """Reads a record of placements with some turns recorded in full."""

    reads_runs = False

    def __init__(self, source: Source, start: State, errors: list[NotationError], *, remarking: bool = False) -> None:
        """Start at ``start``, as ``BodyReader`` does."""
        super().__init__(source, start, errors, remarking=remarking)
        self._placing = PlacementDecider(self._decider.line)
        self._placing.tokens = self._tokens
        self._decider = self._placing
        self._line.speaks_of_ends = True

    def read(self) -> None:
        """Read every token; what was read without errors is left in the main line."""
        super().read()
        if self.main.sound is not None:
            self._placing.line = self.main
            self._placing.mend()

    @property
    def knows_points(self) -> bool:
        """Whether everything paid is known, or a total has given it."""
        return not self._placing.known.context.is_unsure

    def _read_token(self, token: str, index: int) -> None:
        self._placing.index = index
        super()._read_token(token, index)

    # Checks.

    def _check(self, word: str, index: int) -> None:
        """Compare a check where everything is known; otherwise observe it at the end of the turn."""
        if not is_check(word):
            super()._check(word, index)
            return
        known = self._placing.known
        if known.context.is_incomplete or not known.context.is_full:
            known.claims.append((len(self._line.moves), index))
            self._line.note(Check(word))
        else:
            super()._check(word, index)

    def _compare(self, word: str, index: int) -> None:
        known = self._placing.known
        if not known.context.is_incomplete and known.context.is_full:
            super()._compare(word, index)

    def _annotation(self, word: str, index: int) -> None:
        """Read an annotation; after the mark of the end, ``?`` is an influence card that is not recorded."""
        teller = self._placing
        if word == UNKNOWN and teller.known.begins and type(teller.ahead().now) is InfluenceReveal:
            self._symbol(word)
        else:
            super()._annotation(word, index)

    def _finish(self) -> None:
        """End a line by supplying what its last turn omits."""
        if not self._line.is_lost:
            self._placing.finish(at_end=True)
        self._report_problems()

    def _report_problems(self) -> None:
        problems = self._placing.known.problems
        for index, text in problems:
            self.log.find(index, text)
        problems.clear()

    # Variations.

    def _open(self, opening: str) -> None:
        outer = self._line
        super()._open(opening)
        if self._line is not outer:
            self._placing.branch_off(outer)

    def _end_variation(self) -> None:
        self._finish()
        line = self._line
        if line.sound is not None:
            line.close()
            self._placing.mend()
        super()._end_variation()

    def _close_all(self) -> None:
        super()._close_all()
        self._finish()

    # Errors.

    def _pass_over(self, problem: Problem, word: str) -> bool:
        """Treat an impossible placement as a missed turn."""
        teller, line = self._placing, self._line
        if teller.is_full:
            return super()._pass_over(problem, word)
        looks_so = _PLACEMENT.fullmatch(word) is not None
        if not looks_so or problem.kind is NotUniqueError:
            return False
        try:
            teller.finish()
        except WrongWordError:
            return False
        if type(line.state.now) is not Placement:
            return False
        teller.symbol("_")
        return True


_PLACEMENT: Final = re.compile(r"[A-Z1-9]{2}[20]{0,2}:?")


class ResultReader(BodyReader):
    """Reads a record of the result only: what people say about the game, without decisions."""

    reads_runs = False

    def _symbol(self, token: str) -> None:
        self._refuse(token)

    def _separate(self) -> None:
        self._refuse("/")

    def _mark(self, number: str, index: int, *, is_repeated: bool) -> None:
        if number != ENDING and int(number):
            self._refuse(f"{number}.")

    def _read_word(self, token: str, index: int) -> None:
        if ":=" in token:
            self._refuse(token)
        super()._read_word(token, index)

    def _compare(self, word: str, index: int) -> None:
        """Ignore a check, since nothing is known to compare it with."""

    def _pass_over(self, problem: Problem, word: str) -> bool:
        return False

    def _refuse(self, token: str) -> NoReturn:
        message = Message("{word}: a record of the result only has no decisions", word=quote(token))
        raise WrongWordError(NotWellFormedError, message, Message("comments, or a record of another depth"))
