"""The body of a record: tokens to lines of decisions, with everything that is said about them, and where errors stand.

After an error what can still be read of the turn is checked and not kept; where nothing more can be read of it, it is
taken as missed, so that the turns that follow are looked at too.
"""

import re
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import ClassVar, Final

from calimala_es.commands import Act, Command, DrawCard, Missed, PlayCard, Skip
from calimala_es.components import UNKNOWN
from calimala_es.errors import IllegalCommandError
from calimala_es.events import Event
from calimala_es.state import Activation, Drawing, State
from notation.errors import (
    Finding,
    NotationError,
    NotUniqueError,
    NotWellFormedError,
    Suggest,
    nothing_suggested,
    quoted,
)
from notation.errors import Place as TextPlace
from notation.limits import MOST_DECISIONS, MOST_ERRORS, MOST_FINDINGS, MOST_NESTED
from notation.notes import Check, Evaluation, Extension, Notes
from notation.reading.deciding import Decider, WrongWordError
from notation.reading.line import Line
from notation.reading.remarks import Remark, rewritten
from notation.reading.suggestions import suggested
from notation.record import Move
from notation.variations import UNTOLD
from notation.words.annotations import GLYPH_SIGNS, TAKES_BRACES, Prefix, is_annotation, is_card_due, parse_note
from notation.words.checks import MARK, check_failure, is_check
from notation.words.symbols import END, SEEN
from notation.words.tokens import Places, Source, is_closed, unquote_comment

_BARE_MARK: Final = re.compile(r"(?:[0-9]{1,9}|[Ee])\.+")
_MARKER: Final = re.compile(r"([0-9]{1,9}|[Ee])(\.+)(.*)", re.DOTALL)
_GLUED_GLYPH: Final = re.compile(rf"(.*-\?|.*[^{GLYPH_SIGNS}])([{GLYPH_SIGNS}]{{1,2}})", re.DOTALL)
_CARD: Final = "-?"
"""What ends a word that says that an unknown card came; its question mark is no glyph."""
_OPENING: Final = re.compile(r"\((?:([A-Za-z][A-Za-z0-9-]{0,31})?=|([A-Za-z][A-Za-z0-9-]{0,31}):)")
ENDING: Final = "E"
"""What stands in place of a turn number before the influence cards that are turned over at the end."""
OPEN: Final = "("
CLOSE: Final = ")"
_MEANT: Final = "{}" + OPEN
"""What words begin with that mean something wherever they stand."""
_PLAIN: Final = Prefix()
"""What stands before a comment on a decision that is nobody's in particular."""
STRUCK: Final = "X"
"""What strikes out the word before it."""


class _GivenUpError(Exception):
    """There have been too many errors, or the text is too much."""


class Body:
    """Reads the tokens of one game and keeps every state of the main line.

    ``reads_runs`` says whether canonical symbols may be read many at a time, since they mean what they usually do.
    """

    reads_runs: ClassVar[bool] = True

    def __init__(self, source: Source, start: State, errors: list[NotationError], *, remarking: bool = False) -> None:
        """Begin at ``start``; what goes wrong is added to ``errors``; ``remarking`` fills ``remarks``.

        ``ids`` are those that the text gives to variations, ``lacks_ids`` whether there are others without one.
        """
        self.source = source
        self.errors = errors
        self.findings: list[Finding] = []
        self.remarks: list[Remark] = []
        self._remarking = remarking
        self._decider = Decider(Line(start))
        self._outer: list[Line] = []
        self.ids: set[str] = set()
        self.lacks_ids = False
        self._floor = 0
        self._passed = 0
        self._skipping = 0
        self._prefix: Prefix | None = None
        self._names_variation = False
        self._tokens = source.tokens()
        self._places = Places(source, self._tokens)
        self._number_on = (-1, 0)

    @classmethod
    def going_on(
        cls,
        source: Source,
        commands: Sequence[Command],
        states: Sequence[State],
        events: Sequence[tuple[Event, ...]],
        errors: list[NotationError],
        *,
        may_vary: bool = False,
    ) -> "Body":
        """Go on from a game so far: its decisions, the start and the state after each, and the events of each.

        ``may_vary``: variations of its last decision may follow at once.
        """
        body = cls(source, states[0], errors)
        line = body._line
        line.moves, line.states, line.events = [*map(Move, commands)], [*states], [*events]
        line.tells_influence = bool(commands)
        body._floor = 0 if may_vary else len(commands)
        return body

    @property
    def _line(self) -> Line:
        return self._decider.line

    @property
    def main(self) -> Line:
        """The main line, as far as it was read."""
        return self._outer[0] if self._outer else self._line

    def read(self) -> None:
        """Read every token; what was read soundly is left in the main line."""
        struck = self._struck() if STRUCK in self._tokens or STRUCK.lower() in self._tokens else frozenset[int]()
        try:
            index = -1
            while (index := self._run(index + 1, struck)) < len(self._tokens):
                token = self._tokens[index]
                line, refused = self._decider.line, self._decider.refused
                before = len(line.moves) if refused is None else refused.before
                try:
                    if refused is None:
                        self._read_token(token, index)
                    else:
                        self._decider.go_on(refused)
                except WrongWordError as problem:
                    self._fail(problem, index, before if self._line is line else len(self._line.moves))
                if self._remarking and self._line is line:
                    self._remark(token, index, before)
            self._close_all()
        except _GivenUpError:
            pass
        self.main.close()

    def _run(self, index: int, struck: Collection[int]) -> int:
        """Read on as long as there is nothing but canonical symbols; the index of the next word to be looked at."""
        is_plain = not (self._remarking or struck or self._prefix or self._skipping)
        if self.reads_runs and is_plain:
            decider = self._decider
            return self._pass_lost(index) if decider.line.is_lost else decider.run(self._tokens, index)
        while index in struck:
            index += 1
        return index

    def _pass_lost(self, index: int) -> int:
        """Pass over the words that mean nothing until a turn begins; the index of one that may mean something."""
        tokens = self._tokens
        while index < len(tokens):
            token = tokens[index]
            if token[0] in _MEANT or token[-1] == CLOSE or "." in token:
                return index
            index += 1
        return index

    @property
    def knows_points(self) -> bool:
        """Whether the points of the main line are those of the game, as far as it goes."""
        return True

    def notes_at(self, number: int) -> Notes:
        """The notes behind so many decisions of the main line."""
        return self.main.notes_at(number)

    # Errors.

    def _fail(self, problem: WrongWordError, index: int, before: int) -> None:
        """Tell what is wrong, and go on as well as can be."""
        line = self._decider.line
        meant = nothing_suggested if problem.kind is NotUniqueError else self._suggested(index, before)
        line.forget(before)
        is_first = line.doubted != line.states[-1].turn
        line.doubt()
        if is_first or problem.kind is not NotUniqueError:
            self._report(problem, index, meant)
        self._prefix = None
        line.is_lost = not self._pass_over(problem, self._tokens[index].upper())

    def _suggested(self, index: int, before: int) -> Suggest:
        """Tells what may have been meant, before or after what was supplied for the word; not before it is asked."""
        states = self._decider.line.states
        return partial(suggested, self._word(index).upper(), (states[before], states[-1]))

    def _pass_over(self, problem: WrongWordError, word: str) -> bool:
        """Whether the rest of an activation can be read behind what is wrong.

        An action that cannot be carried out as it was written is taken as not done.
        """
        line = self._line
        now = line.state.now
        if type(now) is not Activation:
            return False
        command = problem.command
        if isinstance(command, PlayCard):
            return True
        action = command.action if isinstance(command, Act | Skip) else word[:1]
        if action in now.pending:
            try:
                line.apply(Skip(action))
            except IllegalCommandError:
                return False
            if type(line.state.now) is Drawing:
                line.apply(DrawCard(UNKNOWN))
            return True
        return problem.kind is not NotUniqueError and command is None

    def _report(self, problem: WrongWordError, index: int, meant: Suggest = nothing_suggested) -> None:
        error = problem.at(self._finder(index))
        error.suggest = meant
        error.may_follow = bool(self.errors)
        self.errors.append(error)
        if len(self.errors) >= MOST_ERRORS:
            raise _GivenUpError

    def _skipped(self, index: int) -> int:
        """The length of the turn number that is written on a token."""
        marked, skipped = self._number_on
        return skipped if marked == index else 0

    def _word(self, index: int) -> str:
        """A token without the turn number that is written on it."""
        return self._tokens[index][self._skipped(index) :]

    def _finder(self, index: int) -> Callable[[], TextPlace]:
        """Finds the place of a token, once somebody asks."""
        return partial(self._places.of, index, self._skipped(index))

    def _place(self, index: int) -> TextPlace:
        return self._finder(index)()

    def _find(self, index: int, message: str) -> None:
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(Finding(self._place(index), message))

    def _remark(self, token: str, index: int, before: int) -> None:
        line = self._line
        word = self._word(index).rstrip(CLOSE)
        if word and token[0] not in "{}" and len(self.remarks) < MOST_FINDINGS:
            said = rewritten(word, line.states[before:], line.moves[before:], is_mark=bool(_BARE_MARK.fullmatch(word)))
            if said:
                self.remarks.append(Remark(self._place(index), word, said))

    # Tokens.

    def _read_token(self, token: str, index: int) -> None:
        """Everything but the canonical symbols of a turn."""
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
        """A word that is neither a comment nor a parenthesis."""
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
        """A decision, perhaps with a glyph written on it."""
        is_glued = token[-1] in GLYPH_SIGNS and len(token) > 1 and not token.endswith(_CARD)
        glued = _GLUED_GLYPH.fullmatch(token) if is_glued else None
        if glued and not self._decider.means_something(token.upper()):
            self._decider.symbol(glued[1])
            self._annotation(glued[2], index)
        else:
            self._decider.symbol(token)

    def _struck(self) -> frozenset[int]:
        """The words that an ``X`` strikes out, and those ``X`` themselves."""
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

    # Notes.

    def _braces(self, token: str) -> None:
        prefix, self._prefix = self._prefix or _PLAIN, None
        names, self._names_variation = self._names_variation, False
        if not is_closed(token):
            message = "a brace closes no comment" if token[0] == "}" else "the comment is not closed"
            raise WrongWordError(NotWellFormedError, message, "{...}, with \\} for a brace inside")
        if self._skipping:
            return
        text = unquote_comment(token)
        if names:
            self._line.name = text
        elif not self._line.is_lost or prefix == _PLAIN:
            self._line.note(prefix.comment(text))

    def _annotation(self, word: str, index: int) -> None:
        state = self._line.state
        note = parse_note(word, state)
        if note is None:
            message = f"{quoted(word)} is no note"
            raise WrongWordError(NotWellFormedError, message, "a note, as ! $4 %b+ #AS ;0:01:50 or &maria{...}")
        if isinstance(note, Prefix):
            self._prefix = note
            return
        if type(note) is Check:
            self._compare(note.word, index)
        elif type(note) is Extension and note.word[0] != "$":
            self._find(index, f"{quoted(note.word)} is kept as it is; this version does not know it")
        elif type(note) is Evaluation and len(note.chances) != state.setup.players:
            self._find(index, f"{len(note.chances)} chances for {state.setup.players} players")
        self._line.note(note)

    def _check(self, word: str, index: int) -> None:
        """A check holds here, or once everything has happened that is forced up to the end of the turn."""
        if not is_check(word):
            raise WrongWordError(NotWellFormedError, f"{quoted(word)} is no check", "=bry, =12-9-7 or =# and a digest")
        self._compare(word, index)
        self._line.note(Check(word))

    def _compare(self, word: str, index: int) -> None:
        line = self._line
        failure = check_failure(word, line.state, line.happened)
        settled = self._decider.settled() if failure else None
        if settled:
            state, later = settled
            failure = check_failure(word, state, [*line.happened, *later])
        if failure:
            self._find(index, failure)

    # Variations.

    def _open(self, token: str) -> int:
        """Begin a variation; the number of characters up to the word that may be written on the parenthesis."""
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
        """The id of a variation as it is told; the reader supplies the others."""
        if told is None:
            return UNTOLD
        id = told.lower()
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
        """What the text leaves open is told at its end."""
        index = len(self._tokens) - 1
        if self._prefix is not None:
            self._report(self._without_braces(index), index)
        if self._outer or self._skipping:
            self._report(WrongWordError(NotWellFormedError, "a variation is not closed", CLOSE), index)
        while self._outer:
            self._end_variation()

    def _end_variation(self) -> Line:
        """Go back to the line that a variation stands in; the variation as a line."""
        ended = self._line
        self._decider.line = self._outer.pop()
        self._passed += len(ended.moves)
        variation = ended.as_variation()
        if variation is not None:
            self._line.vary(variation)
        return ended

    def _without_braces(self, index: int) -> WrongWordError:
        message = f"{quoted(self._tokens[index])} says what the braces behind it are, and none come"
        return WrongWordError(NotWellFormedError, message, "{...}")

    # Marks of turns.

    def _separate(self) -> None:
        """A stroke; in a turn that is in doubt the rest of the activation is taken as missed."""
        line = self._line
        try:
            self._decider.separate()
        except WrongWordError as problem:
            is_known = problem.kind is NotUniqueError and line.doubted == line.state.turn
            if not is_known or type(line.state.now) is not Activation:
                raise
            line.apply(Missed())
            line.separated = len(line.moves)

    def _mark(self, number: str, index: int, *, is_repeated: bool) -> None:
        """The number of a turn, or the mark of the end; where it has not come, what lies before it is taken as missed.

        A number that has been before is told, and the turn is read all the same; ``7...`` goes on with turn 7.
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
                line.doubt()
                if not is_known:
                    self._report(problem, index)
        if line.is_lost:
            self._decider.recover(turn)
