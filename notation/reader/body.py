"""The body of a record: turns tokens into lines of decisions, word by word, with the marks of turns and the notes.

After an error, the rest of the turn is checked where it can be read, but not stored; where nothing more can be read, it
counts as missed, so that the turns that follow are checked too.
"""

import re
from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import islice
from typing import Final

from calimala_es.checks import MARK, is_check
from calimala_es.commands import DoAction, DrawCard, MarkMissed, PlayCard, SkipAction
from calimala_es.components import UNKNOWN, to_action
from calimala_es.errors import IllegalCommandError
from calimala_es.frames import Activation, CardDraw, Placement
from calimala_es.game import Move
from calimala_es.messages import Message
from calimala_es.notes import CLAIM, GLYPH_NUMBERS, Check, Evaluation, Extension
from calimala_es.state import State
from notation.errors import (
    MOST_FINDINGS,
    Finding,
    NotationError,
    NotUniqueError,
    NotWellFormedError,
    nothing_suggested,
    quote,
)
from notation.grammar.notes import GLYPH_SIGNS, Prefix, parse_note, split_glyphs
from notation.grammar.symbols import END, ENDING, SEEN
from notation.grammar.tokens import Places, Source, is_annotation, is_closed, plain_tokens, plain_word, unquote_comment
from notation.reader.deciding import Decider, RefusedSymbol, failure_of_check, read_run
from notation.reader.line import CLOSE, OPEN, Line, OpenVariations, opening_of
from notation.reader.problems import ErrorLog, GivenUpError, Problem, WrongWordError, glyph_of_its_own
from notation.reader.remarks import Remark, Suggestions, canonical_words, retyped_remarks

_BARE_MARK: Final = re.compile(r"(?:[0-9]{1,9}|[Ee])\.+")
_TURN: Final = re.compile(r"[0-9]{1,9}\.")
_MARKER: Final = re.compile(r"([0-9]{1,9}|[Ee])(\.+)(.*)", re.DOTALL)
_MEANT: Final = "{}" + OPEN
"""The first characters of words that have the same meaning everywhere."""
STRUCK: Final = "X"
"""Strikes out the word before it."""
PLAIN: Final = Prefix()
"""The prefix of a comment on a decision that belongs to nobody in particular."""


class BodyReader:
    """Reads the tokens of one game and stores every state of the main line."""

    def __init__(
        self,
        source: Source,
        start: State,
        errors: list[NotationError],
        *,
        remarking: bool = False,
        compares: bool = True,
    ) -> None:
        """Start at ``start``; add errors to ``errors``; with ``remarking``, fill ``remarks``.

        ``compares`` is off for a record of the result, where there is nothing to compare checks with.
        """
        self.variations = OpenVariations()
        self.findings: list[Finding] = []
        self.remarks: list[Remark] = []
        self._decider = Decider(Line(start))
        self._source = source
        self._written = source.tokens()
        self._tokens = self._written if source.body.isascii() else plain_tokens(self._written)
        self._errors = errors
        self._remarking = remarking
        if remarking:
            self.remarks += islice(retyped_remarks(source, self._written), MOST_FINDINGS)
        self._compares = compares
        # What the braces that must come next are: a note of this kind, or the name of a variation.
        self._prefix: Prefix | None = None
        self._names_variation = False
        # How many parentheses close on the word being read.
        self._closings = 0

    @classmethod
    def going_on(
        cls,
        source: Source,
        start: State,
        moves: Sequence[Move],
        errors: list[NotationError],
        *,
        may_vary: bool = False,
    ) -> "BodyReader":
        """Continue from a game so far; with ``may_vary``, variations of its last decision may follow at once."""
        body = cls(source, start, errors)
        body._decider.needs_numbers = True
        line = body._decider.line
        line.moves = [*moves]
        line.records_influence = bool(moves)
        body.variations.floor = 0 if may_vary else len(moves)
        return body

    @cached_property
    def log(self) -> ErrorLog:
        """The errors and findings with their places; a text without any needs none of this."""
        return ErrorLog(Places(self._source, self._written), self._errors, self.findings)

    @property
    def main(self) -> Line:
        """The main line, as far as it was read."""
        return self.variations.main(self._decider.line)

    def read(self) -> None:
        """Read every token; what was read without errors is left in the main line."""
        tokens, decider = self._tokens, self._decider
        struck = _struck_out(self._source.body, tokens)
        reads_runs = not struck and not self._remarking
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
        self._settle(self.main)
        self.findings.sort(key=lambda finding: (finding.place.line, finding.place.column))
        self.main.close()

    def _read_run(self, index: int, struck: Collection[int], *, reads_runs: bool) -> int:
        """Read on while there are only canonical words; return the index of the next word to examine."""
        if not reads_runs or self._prefix is not None or self.variations.skipped:
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
                index, refused = read_run(line, tokens, index)
                if refused is None:
                    return index
                self._go_on(refused, index)
            index += 1

    def _pass_lost(self, begin: int) -> int:
        """Skip words without meaning until a turn begins; return the index of the first that may have a meaning."""
        tokens = self._tokens
        for index in range(begin, len(tokens)):
            token = tokens[index]
            if "." in token or token[0] in _MEANT or token[-1] == CLOSE:
                return index
        return len(tokens)

    def _remark(self, token: str, index: int, before: int) -> None:
        """Add a remark about a word that is not canonical."""
        line = self._decider.line
        word = plain_word(self.log.word(index)).rstrip(CLOSE)
        if word and token[0] not in "{}" and len(self.remarks) < MOST_FINDINGS:
            meaning = canonical_words(
                word, line.state_at(before), line.moves[before:], is_mark=bool(_BARE_MARK.fullmatch(word))
            )
            if meaning:
                self.remarks.append(Remark(self.log.place(index), word, meaning))

    # Words.

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
        self._closings = closings
        if token[:1] == OPEN:
            opening = opening_of(token)
            self._open(opening)
            token = token[len(opening) :]
            self._number_on(index, token)
        if token and not self.variations.skipped:
            before = len(self._decider.line.moves)
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
            if token:
                self._number_on(index, token)
        line = self._decider.line
        if line.is_lost or not token:
            return
        if token[0] == MARK:
            self._check(token.lower(), index)
        elif token == END:
            self._separate()
        elif not token.isascii():
            strange = next(char for char in token if not char.isascii())
            sign = f"{strange!r} (U+{ord(strange):04X})"
            message = Message("{word} contains {sign}, which is not used in notation", word=quote(token), sign=sign)
            raise WrongWordError(NotWellFormedError, message, Message("letters, digits and ASCII punctuation"))
        elif is_annotation(token):
            self._annotation(token, index)
        elif token in GLYPH_NUMBERS and token != UNKNOWN:
            raise glyph_of_its_own(token, line.start, line.moves)
        elif SEEN in token:
            self._decider.observe(token)
        elif token in (STRUCK, STRUCK.lower()):
            message = Message("there is no word before X to strike out")
            raise WrongWordError(NotWellFormedError, message, Message("a decision before X"))
        else:
            self._symbol(token)

    def _symbol(self, token: str) -> None:
        """Read a decision, perhaps with glyphs written on it."""
        is_marked = token[-1] in GLYPH_SIGNS or "$" in token
        symbol, glyphs = split_glyphs(token) if is_marked else (token, ())
        self._decider.symbol(symbol)
        for glyph in glyphs:
            self._decider.line.note(glyph)

    def _number_on(self, index: int, rest: str) -> None:
        """Note that only the rest of a token is the word that errors speak of, after a parenthesis or a turn number."""
        self.log.number_on(index, len(self._written[index]) - self._closings - len(rest))

    # Marks of turns.

    def _separate(self) -> None:
        """Read a stroke; in a doubtful turn the rest of the activation counts as missed."""
        line = self._decider.line
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

        A repeated number is reported, and the turn is read nevertheless; ``7...`` continues turn 7.
        """
        line = self._decider.line
        turn = None if number == ENDING else int(number)
        if not line.is_lost:
            before = len(line.moves)
            try:
                self._decider.arrive(turn, is_repeated=is_repeated)
                return
            except WrongWordError as problem:
                is_known = line.doubted == line.state.turn and problem.kind is NotUniqueError
                line.is_lost = _is_before(line.state, turn)
                if line.is_lost:
                    line.forget(before)
                line.doubt(before)
                line.doubted = line.state.turn
                if not is_known:
                    self.log.report(problem, index)
        if line.is_lost:
            self._decider.recover(turn)

    # Notes.

    def _braces(self, token: str) -> None:
        """Read a comment, or what a prefix says it is."""
        prefix, self._prefix = self._prefix or PLAIN, None
        names, self._names_variation = self._names_variation, False
        if not is_closed(token):
            is_end = token[0] == "}"
            message = Message("this brace does not close a comment") if is_end else Message("the comment is not closed")
            expected = Message("{form}, with {brace} for a brace inside", form="{...}", brace="\\}")
            raise WrongWordError(NotWellFormedError, message, expected)
        if self.variations.skipped:
            return
        text = unquote_comment(token)
        if names:
            self._decider.line.name = text
        elif not self._decider.line.is_lost or prefix == PLAIN:
            self._decider.line.note(prefix.comment(text))

    def _annotation(self, word: str, index: int) -> None:
        state = self._decider.line.state
        note = parse_note(word, state)
        if note is None:
            message = Message("{word} is not a note", word=quote(word))
            examples = "! $4 %b+ #AS ;0:01:50 &maria{...}"
            raise WrongWordError(NotWellFormedError, message, Message("a note, e.g. {examples}", examples=examples))
        if isinstance(note, Prefix):
            self._prefix = note
            return
        if type(note) is Check:
            self._compare(note.word, index)
        elif type(note) is Extension and note.word[0] != "$":
            message = Message("{word} is not recognised and is kept as it is", word=quote(note.word))
            self.log.find(index, message)
        elif type(note) is Evaluation and len(note.chances) != state.setup.players:
            counts = {"number": len(note.chances), "players": state.setup.players}
            self.log.find(
                index, Message(("the number of chances is {number}, but the number of players is {players}"), **counts)
            )
        self._decider.line.note(note)

    def _check(self, word: str, index: int) -> None:
        """Check a statement here, or after everything that is forced up to the end of the turn."""
        if not is_check(word):
            message = Message("{word} is not a check", word=quote(word))
            raise WrongWordError(NotWellFormedError, message, Message("=bry, =12-9-7 or =# and a digest"))
        self._compare(word, index)
        self._decider.line.note(Check(word))

    def _compare(self, word: str, index: int) -> None:
        line = self._decider.line
        if not self._compares:
            return
        if CLAIM.fullmatch(word) and line.may_be_unrecorded:
            line.claim(word, index)
        elif failure := failure_of_check(word, line.state, line.happened):
            self.log.find(index, failure)

    def _settle(self, line: Line) -> None:
        """Report the checks of a line that are about missed turns and disagree with what is known, and all others."""
        if not line.claims:
            return
        checked = line.checked_points()
        problems = dict(checked.problems)
        for place, (claim, index) in enumerate(line.claims, checked.number_of_claims - len(line.claims)):
            failure = problems.get(place)
            if place not in checked.taken:
                failure = failure_of_check(claim.word, line.state_at(claim.number), line.happened_before(claim.number))
            if failure:
                self.log.find(index, failure)

    def _without_braces(self, index: int) -> WrongWordError:
        message = Message("{word} is not followed by braces", word=quote(self._tokens[index]))
        return WrongWordError(NotWellFormedError, message, Message("{symbols}", symbols="{...}"))

    # Variations.

    def _open(self, opening: str) -> None:
        """Begin a variation, with what is written on its parenthesis."""
        opened = self.variations.open(opening, self._decider.line)
        if opened is not None:
            self._decider.line = opened.line
            self._names_variation = opened.is_named
            self._prefix = Prefix() if opened.is_named else None

    def _close(self) -> None:
        """Read a parenthesis that closes a variation."""
        if self.variations.skipped:
            self.variations.skipped -= 1
            return
        if not self.variations:
            message = Message("there is no variation to close")
            raise WrongWordError(NotWellFormedError, message, Message("( before )"))
        ended = self._decider.line
        self._end_variation()
        if not ended.moves and ended.sound is None:
            message = Message("the variation has no decision")
            raise WrongWordError(NotWellFormedError, message, Message("a decision before )"))

    def _close_all(self) -> None:
        """Report at the end of the text what it leaves open."""
        index = len(self._tokens) - 1
        if self._prefix is not None:
            self.log.report(self._without_braces(index), index)
        if self.variations or self.variations.skipped:
            self.log.report(
                WrongWordError(
                    NotWellFormedError, Message("a variation is not closed"), Message("{symbols}", symbols=CLOSE)
                ),
                index,
            )
        while self.variations:
            self._end_variation()

    def _end_variation(self) -> None:
        """Go back to the line that contains the variation."""
        self._settle(self._decider.line)
        self._decider.line = self.variations.close(self._decider.line)

    # Errors.

    def _fail(self, problem: WrongWordError, index: int, before: int) -> None:
        """Report an error and continue as well as possible; ``before`` is the number of decisions before the word."""
        line = self._decider.line
        is_choice = problem.kind is NotUniqueError
        meant = None if is_choice else Suggestions(self.log.word(index).upper(), line.state_at(before), line.state)
        line.forget(before)
        is_first = line.doubted != line.state.turn
        line.doubt(before)
        if is_first or not is_choice:
            self.log.report(problem, index, meant or nothing_suggested)
        self._prefix = None
        line.is_lost = not self._pass_over(problem, self._tokens[index])

    def _go_on(self, refused: RefusedSymbol, index: int) -> None:
        """Decide the word that ``read_run`` refused; otherwise report it and continue as ``_fail`` does, in few steps.

        If only the card of a skipped action was refused, the action remains skipped.
        """
        decider = self._decider
        refusal = decider.go_on(refused)
        if refusal is None:
            return
        line, before, word = decider.line, refused.before, self._tokens[index]
        suggest = Suggestions(word, line.state_at(before), line.state)
        line.doubt(before)
        self.log.report(refusal, index, suggest)
        more = len(line.moves) - before
        if more == 1 and _is_card_of_undone(refused, line):
            _draw_unknown(line)
            return
        if more:
            line.forget(before)
        line.is_lost = not self._pass_over(refusal, word)

    def _pass_over(self, problem: Problem, word: str) -> bool:
        """Return whether the rest of an activation can be read after an error.

        An action that cannot be done as written counts as not done.
        """
        line = self._decider.line
        now = line.state.now
        if type(now) is not Activation:
            return False
        command = problem.command
        if type(command) is PlayCard:
            return True
        action = command.action if type(command) is DoAction or type(command) is SkipAction else word[:1].upper()
        if action in now.pending:
            try:
                line.apply(SkipAction(to_action(action)))
            except IllegalCommandError:
                return False
            _draw_unknown(line)
            return True
        return problem.kind is not NotUniqueError and command is None


def _struck_out(body: str, tokens: Sequence[str]) -> frozenset[int]:
    """Return the words of a body struck out by an ``X``, and those ``X`` themselves."""
    if not any(sign in body and sign in tokens for sign in (STRUCK, STRUCK.lower())):
        return frozenset()
    struck: set[int] = set()
    words: list[int] = []
    for index, token in enumerate(tokens):
        if token in (STRUCK, STRUCK.lower()):
            if words:
                struck |= {index, words.pop()}
        elif token[0] == OPEN or token[-1] == CLOSE:
            words.clear()
        elif token[0] not in "{}=" and not is_annotation(token) and not _BARE_MARK.fullmatch(token):
            words.append(index)
    return frozenset(struck)


def _is_before(state: State, turn: int | None) -> bool:
    """Return whether nothing can be read after the number of a turn that has not come: no turn begins in this state."""
    return turn is None or type(state.now) is not Placement or turn > state.turn


def _draw_unknown(line: Line) -> None:
    """Draw an unknown card, if one is due."""
    if type(line.state.now) is CardDraw:
        line.apply(DrawCard(UNKNOWN))


def _is_card_of_undone(refused: RefusedSymbol, line: Line) -> bool:
    """Return whether only a card was refused, drawn for the action that the last decision skips."""
    return (
        type(refused.commands[0]) is DrawCard
        and type(line.moves[-1].command) is SkipAction
        and type(line.state_before.now) is Activation
    )
