"""The body of a record: turns tokens into lines of decisions, word by word, with the marks of turns between them."""

import re
from collections.abc import Collection, Sequence
from typing import ClassVar, Final

from calimala_es.commands import MarkMissed
from calimala_es.components import UNKNOWN
from calimala_es.frames import Activation
from calimala_es.game import Move
from calimala_es.notes import Notes
from calimala_es.state import State
from notation.errors import NotationError, NotUniqueError, NotWellFormedError, quoted
from notation.grammar.annotations import GLYPH_SIGNS, is_annotation, is_card_due
from notation.grammar.checks import MARK
from notation.grammar.symbols import END, SEEN
from notation.grammar.tokens import Source
from notation.limits import MOST_FINDINGS
from notation.reader.branching import CLOSE, OPEN, Branching
from notation.reader.failing import GivenUpError
from notation.reader.problems import WrongWordError
from notation.reader.remarks import Remark, rewritten

_BARE_MARK: Final = re.compile(r"(?:[0-9]{1,9}|[Ee])\.+")
_TURN: Final = re.compile(r"[0-9]{1,9}\.")
_MARKER: Final = re.compile(r"([0-9]{1,9}|[Ee])(\.+)(.*)", re.DOTALL)
_GLUED_GLYPH: Final = re.compile(rf"(.*-\?|.*[^{GLYPH_SIGNS}])([{GLYPH_SIGNS}]{{1,2}})", re.DOTALL)
_CARD: Final = "-?"
"""The end of a word that says that an unknown card was drawn; its question mark is not a glyph."""
ENDING: Final = "E"
"""Takes the place of a turn number before the influence cards that are revealed at the end."""
_MEANT: Final = "{}" + OPEN
"""The first characters of words that have the same meaning everywhere."""
STRUCK: Final = "X"
"""Strikes out the word before it."""


class Body(Branching):
    """Reads the tokens of one game and stores every state of the main line.

    ``reads_runs`` says whether canonical words may be read many at a time, since they have their usual meaning.
    """

    reads_runs: ClassVar[bool] = True

    def __init__(self, source: Source, start: State, errors: list[NotationError], *, remarking: bool = False) -> None:
        """Start at ``start``; add errors to ``errors``; with ``remarking``, fill ``remarks``."""
        super().__init__(source, start, errors)
        self.remarks: list[Remark] = []
        self._remarking = remarking

    @classmethod
    def going_on(
        cls,
        source: Source,
        start: State,
        moves: Sequence[Move],
        errors: list[NotationError],
        *,
        may_vary: bool = False,
    ) -> "Body":
        """Continue from a game so far; with ``may_vary``, variations of its last decision may follow at once."""
        body = cls(source, start, errors)
        body._line.moves = [*moves]
        body._line.tells_influence = bool(moves)
        body._floor = 0 if may_vary else len(moves)
        return body

    def read(self) -> None:
        """Read every token; what was read without errors is left in the main line."""
        tokens, decider = self._tokens, self._decider
        struck = self._struck() if STRUCK in tokens or STRUCK.lower() in tokens else frozenset[int]()
        reads_runs = self.reads_runs and not struck and not self._remarking
        try:
            index = self._read_run(0, struck, reads_runs=reads_runs)
            while index < len(tokens):
                line = decider.line
                before = len(line.moves)
                try:
                    self._read_token(tokens[index], index)
                except WrongWordError as problem:
                    self._fail(problem, index, before if decider.line is line else len(decider.line.moves))
                if self._remarking and decider.line is line:
                    self._remark(tokens[index], index, before)
                index = self._read_run(index + 1, struck, reads_runs=reads_runs)
            self._close_all()
        except GivenUpError:
            pass
        self.main.close()

    def _read_run(self, index: int, struck: Collection[int], *, reads_runs: bool) -> int:
        """Read on while there are only canonical words; return the index of the next word to examine."""
        if not reads_runs or self._prefix is not None or self._skipping:
            while index in struck:
                index += 1
            return index
        decider, tokens = self._decider, self._tokens
        line = decider.line
        while True:
            if line.is_lost:
                index = self._pass_lost(index)
                if index == len(tokens) or not _TURN.fullmatch(tokens[index]):
                    return index
                decider.recover(int(tokens[index][:-1]))
            else:
                index = decider.run(tokens, index)
                if decider.refused is None:
                    return index
                self._go_on(decider.refused, index)
            index += 1

    def _pass_lost(self, begin: int) -> int:
        """Skip words without meaning until a turn begins; return the index of the first that may have a meaning."""
        tokens = self._tokens
        for index in range(begin, len(tokens)):
            token = tokens[index]
            if "." in token or token[0] in _MEANT or token[-1] == CLOSE:
                return index
        return len(tokens)

    @property
    def knows_points(self) -> bool:
        """Whether the points of the main line are those of the game, as far as it goes."""
        return True

    def notes_at(self, number: int) -> Notes:
        """Return the notes after ``number`` decisions of the main line."""
        return self.main.notes_at(number)

    def _remark(self, token: str, index: int, before: int) -> None:
        line = self._line
        word = self._word(index).rstrip(CLOSE)
        if word and token[0] not in "{}" and len(self.remarks) < MOST_FINDINGS:
            said = rewritten(word, line.state_at(before), line.moves[before:], is_mark=bool(_BARE_MARK.fullmatch(word)))
            if said:
                self.remarks.append(Remark(self._place(index), word, said))

    def _read_token(self, token: str, index: int) -> None:
        """Read any token except the canonical symbols of a turn."""
        if token[0] == "{" or token == "}":
            self._braces(token)
            return
        if self._prefix is not None:
            self._prefix, self._names_variation = None, False
            raise self._without_braces(index - 1)
        closings = 0
        if token[-1] == CLOSE:
            closings = len(token) - len(token.rstrip(CLOSE))
            token = token[: len(token) - closings]
        if token[:1] == OPEN:
            skipped = self._open(token)
            self._number_on = (index, skipped)
            token = token[skipped:]
        if token and not self._skipping:
            before = len(self._line.moves)
            try:
                self._read_word(token, index)
            except WrongWordError as problem:
                self._fail(problem, index, before)
        for _ in range(closings):
            self._close()

    def _read_word(self, token: str, index: int) -> None:
        """Read a word that is neither a comment nor a parenthesis."""
        marker = _MARKER.fullmatch(token) if "." in token else None
        if marker:
            self._mark(marker[1].upper(), index, is_repeated=len(marker[2]) > 1)
            token = marker[3]
            self._number_on = (index, marker.start(3)) if token else self._number_on
        line = self._line
        if line.is_lost or not token:
            return
        if token[0] == MARK:
            self._check(token.lower(), index)
        elif token == END:
            self._separate()
        elif not token.isascii():
            strange = next(char for char in token if not char.isascii())
            message = f"{quoted(token)} has a sign that no symbol has: {strange!r} (U+{ord(strange):04X})"
            raise WrongWordError(NotWellFormedError, message, "Latin letters, digits and signs of ASCII")
        elif is_annotation(token) and not (token == UNKNOWN and is_card_due(line.state)):
            self._annotation(token, index)
        elif SEEN in token:
            self._decider.observe(token)
        elif token in (STRUCK, STRUCK.lower()):
            raise WrongWordError(NotWellFormedError, "there is no word before X that it could strike out", "a decision")
        else:
            self._symbol(token, index)

    def _symbol(self, token: str, index: int) -> None:
        """Read a decision, perhaps with a glyph written on it."""
        is_glued = token[-1] in GLYPH_SIGNS and len(token) > 1 and not token.endswith(_CARD)
        glued = _GLUED_GLYPH.fullmatch(token) if is_glued else None
        if glued and not self._decider.means_something(token.upper()):
            self._decider.symbol(glued[1])
            self._annotation(glued[2], index)
        else:
            self._decider.symbol(token)

    def _struck(self) -> frozenset[int]:
        """Return the words struck out by an ``X``, and those ``X`` themselves."""
        struck: set[int] = set()
        words: list[int] = []
        for index, token in enumerate(self._tokens):
            if token in (STRUCK, STRUCK.lower()):
                if words:
                    struck |= {index, words.pop()}
            elif token[0] == OPEN or token[-1] == CLOSE:
                words.clear()
            elif token[0] not in "{}=" and not is_annotation(token) and not _BARE_MARK.fullmatch(token):
                words.append(index)
        return frozenset(struck)

    # Marks of turns.

    def _separate(self) -> None:
        """Read a stroke; in a doubtful turn the rest of the activation counts as missed."""
        line = self._line
        try:
            self._decider.separate()
        except WrongWordError as problem:
            is_known = problem.kind is NotUniqueError and line.doubted == line.state.turn
            if not is_known or type(line.state.now) is not Activation:
                raise
            line.apply(MarkMissed())
            line.separated = len(line.moves)

    def _mark(self, number: str, index: int, *, is_repeated: bool) -> None:
        """Read the number of a turn, or the mark of the end; if it has not come yet, what precedes it counts as missed.

        A number that was there before is reported, and the turn is read nevertheless; ``7...`` continues turn 7.
        """
        line = self._line
        turn = None if number == ENDING else int(number)
        if not line.is_lost:
            before = len(line.moves)
            try:
                self._decider.arrive(turn, is_repeated=is_repeated)
                return
            except WrongWordError as problem:
                is_known = line.doubted == line.state.turn and problem.kind is NotUniqueError
                line.is_lost = self._decider.is_before(turn)
                if line.is_lost:
                    line.forget(before)
                line.doubt(len(line.moves))
                if not is_known:
                    self._report(problem, index)
        if line.is_lost:
            self._decider.recover(turn)
