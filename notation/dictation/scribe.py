"""Writes down one dictated game: every phrase becomes the symbol that the position asks for.

A phrase has several meanings; the longest that comes in the position is taken, and if the rules refuse that one no
shorter one is tried in its place.
"""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from typing import Final, NamedTuple

from calimala_es.clauses import clause
from calimala_es.commands import DrawCard
from calimala_es.components import COLOUR_WORDS, UNKNOWN
from calimala_es.refusals import waiting_for
from calimala_es.state import Placing, State, activation_of
from notation.dictation.hearing import MARK, NONE, NOTE, OWNER, RAW, WORD, Term
from notation.dictation.phrases import Meaning, meanings
from notation.dictation.spoken import expected_words, spoken
from notation.dictation.trial import LONGEST_WORD, Moment, Trial
from notation.dictation.vocabulary import SINGLE_WORDS
from notation.errors import Finding, NotationError, NotLegalError, NotUniqueError, NotWellFormedError, Place
from notation.limits import MOST_ERRORS, MOST_FINDINGS
from notation.reader import Reading
from notation.reading.body import ENDING, STRUCK
from notation.reading.problems import WrongWordError
from notation.reading.remarks import Remark, rewritten
from notation.reading.retelling import Retelling
from notation.words.annotations import is_card_due
from notation.words.symbols import DEEDS, END, INTRIGUE_DEEDS, read_symbol
from notation.words.tokens import Source

_NOT_READ: Final = "<"
"""What stands in the text of symbols for words that mean nothing; no reader takes it."""

_A_WORD: Final = "a word of the score pad, or a symbol"

_SILENT: Final = ("paying", "comment")
"""The senses of words that say nothing where they belong to no phrase."""

_POSSIBLE: Final = "possible: "
"""What stands before the ways that are possible where another one was refused."""

_MOST_FAILURES: Final = 4 * MOST_ERRORS
"""Errors, those taken back included, after which a game is given up."""

_MOST_TAKEN_BACK: Final = 1000
"""Phrases taken back after which a game is given up."""

_MOST_CARRIED: Final = 4
"""More words than any phrase has behind the one that was not understood."""

_LONGEST_MEANT: Final = 24
_LETTERS: Final = {word: code for code, word in COLOUR_WORDS.items()}


class _Written(NamedTuple):
    """A phrase that was written down: how things stood before it, where it stands in the text, and its symbols."""

    before: Moment
    at: int
    symbols: int = 1


class Scribe:
    """Reads terms and writes symbols; ``remarks`` and ``findings`` have the places of the words."""

    def __init__(self, source: Source, terms: Sequence[Term], start: State, names: Mapping[str, str]) -> None:
        """Begin at ``start``; ``names`` has the colour of each player by name, in small letters."""
        self.source = source
        self.terms = terms
        self.names = names
        self.remarks: list[Remark] = []
        self.findings: list[Finding] = []
        self._trial = Trial(start)
        self._retelling = Retelling()
        self._problems: dict[int, NotationError] = {}
        self._wrong: set[int] = set()
        self._misspelt: dict[int, NotationError] = {}
        self._phrases: list[_Written | None] = []
        self._owner: Term | None = None
        self._place = 0
        self._failures = 0
        self._taken_back = 0

    @property
    def symbols(self) -> str:
        """The text of symbols."""
        return self._retelling.text

    def reading(self) -> Reading:
        """What the text of symbols is read as, with the places of the words."""
        reading = self._retelling.read(self.source, self._problems)
        findings = sorted([*reading.findings, *self.findings], key=lambda found: found.place[1:3])
        errors = sorted([*reading.errors, *self._misspelt.values()], key=lambda error: error.place[1:3])
        return reading._replace(findings=tuple(findings), errors=tuple(errors[:MOST_ERRORS]))

    def write(self) -> None:
        """Write every term, as long as there are not too many errors."""
        while self._place < len(self.terms) and len(self._wrong) < MOST_ERRORS:
            if self._failures > _MOST_FAILURES or self._taken_back > _MOST_TAKEN_BACK:
                self._trial.line.is_lost = False
                self._fail(1, NotWellFormedError, "too much was wrong or taken back", "the game without it")
                break
            term = self.terms[self._place]
            marked = self._marked()
            order = self._ORDERS.get(term.sense)
            if marked:
                self._mark(*marked)
            elif term.kind == OWNER:
                self._owner = term
                self._place += 1
            elif term.kind == NOTE or (term.said == UNKNOWN and not is_card_due(self._trial.state)):
                self._note(term)
            elif order is not None and order(self):
                continue
            elif self._trial.line.is_lost:
                self._pass_over()
            elif term.kind == RAW:
                self._typed()
            else:
                self._phrase()

    # The text of symbols.

    def _said(self, count: int) -> str:
        """So many terms as they were said."""
        first, last = self.terms[self._place], self.terms[self._place + count - 1]
        return " ".join(self.source.body[first.offset : last.end].split())

    def _spot(self, count: int) -> Callable[[], Place]:
        """The place of so many terms, for whoever asks."""
        first, last = self.terms[self._place], self.terms[self._place + count - 1]
        shown = self.source.body[first.offset : last.end].split("\n", 1)[0]
        return partial(self.source.place, first.offset, len(shown))

    def _emit(self, symbol: str, count: int, separator: str = " ") -> None:
        """Write a symbol for so many terms."""
        self._retelling.add(symbol, self._spot(count), separator)
        self._place += count

    def _remark(self, count: int, meaning: str) -> None:
        said = self._said(count)
        if meaning and meaning != said and len(self.remarks) < MOST_FINDINGS:
            self.remarks.append(Remark(self._spot(count)(), said, meaning))

    def _fail(self, count: int, kind: type[NotationError], message: str, expected: str, rule: str = "") -> None:
        """Tell what is wrong; nothing more is understood up to the next number of a turn."""
        if self._trial.line.is_lost:
            self._place += count
            return
        error = kind(self._spot(count)(), message, expected, rule)
        if self.terms[self._place].kind == RAW:
            error.suggest = partial(_alike, self._said(1))
        self._problems[self._retelling.following] = error
        self._lose(_NOT_READ, count)

    def _lose(self, symbol: str, count: int) -> None:
        """Write what cannot be; what belongs to it is passed over, as is the rest of the turn."""
        self._failures += 1
        self._wrong.add(self._retelling.following)
        self._write(symbol, count, self._trial.moment())
        end = self._place + _MOST_CARRIED
        while self._place < end and self._belongs():
            self._place += 1
        self._trial.line.is_lost = True

    def _belongs(self) -> bool:
        """Whether a word is of the same phrase as the one before it, which was not understood.

        A pause ends a phrase, and so does what comes in this position. A word that nobody knows belongs to the phrase
        if it is a misspelt one, and is a symbol else.
        """
        if self._place >= len(self.terms) or self._marked():
            return False
        term = self.terms[self._place]
        if term.pause != NONE or term.kind not in (WORD, RAW) or term.sense in self._ORDERS:
            return False
        if term.kind == RAW:
            return self._is_misspelt(term)
        meant = meanings(self.terms, self._place, self._trial.state)
        return not any(meaning.problem or self._trial.means_at_once(meaning) for meaning in meant)

    def _is_misspelt(self, term: Term) -> bool:
        """Whether a word that nobody knows is like one, and no symbol."""
        word = term.value.upper()
        return word not in DEEDS and not self._trial.decider.means_something(word) and bool(_alike(term.said))

    def _pass_over(self) -> None:
        """A phrase where nothing is understood any more: it may be taken back, and only misspelt words in it are told.

        Two tiles count as two phrases, since they may be two deeds: then a mistake is rather kept than taken back.
        """
        meant = meanings(self.terms, self._place, self._trial.state)
        whole = (meaning.terms for meaning in meant if meaning.terms > 2 or len(meaning.letters) < 2)
        term = self.terms[self._place]
        if term.kind == RAW and self._is_misspelt(term):
            error = NotWellFormedError(self._spot(1)(), f"{self._said(1)[:60]!r} is no word of the game", _A_WORD)
            error.suggest = partial(_alike, term.said)
            self._misspelt[len(self._phrases)] = error
        if term.sense not in _SILENT:
            self._phrases.append(None)
        self._place += max(whole, default=1)

    def _write(self, symbols: str, count: int, before: Moment) -> None:
        """Write the symbols of a phrase, which can be taken back."""
        self._phrases.append(_Written(before, self._retelling.following, symbols.count(" ") + 1))
        self._emit(symbols, count)

    # Numbers of turns, owners, notes and orders.

    def _marked(self) -> tuple[str, int] | None:
        """The number of a turn that stands here, and how many terms say it."""
        term = self.terms[self._place]
        following = self.terms[self._place + 1] if self._place + 1 < len(self.terms) else None
        if term.kind == MARK:
            return term.value.upper(), 1
        if term.sense == "end":
            return f"{ENDING}.", 1
        if term.sense == "turn" and following and following.kind == MARK:
            return following.value.upper(), 2
        if term.sense == "turn" and following and following.sense.isdigit():
            return f"{following.sense}.", 2
        if term.sense.isdigit() and term.pause != NONE and self._is_number(term.sense):
            return f"{term.sense}.", 1
        return None

    def _is_number(self, digits: str) -> bool:
        """Whether a number without a point is that of the turn that begins, and no street by its squares."""
        if digits in self._trial.decider.placements:
            return False
        if self._trial.line.is_lost:
            return True
        state = self._trial.ahead
        return type(state.now) is Placing and state.turn == int(digits)

    def _mark(self, mark: str, count: int) -> None:
        self._remark(count, mark)
        self._emit(mark, count, separator="\n")
        number = mark.rstrip(".")
        self._trial.mark(None if number == ENDING else int(number), is_repeated=mark.endswith(".."))

    def _note(self, term: Term) -> None:
        if term.value.startswith(("(", ")")):
            self._fail(1, NotWellFormedError, "variations are not dictated", "a decision of the game")
            return
        self._remark(1, term.value)
        self._emit(term.value, 1)

    def _check_owner(self) -> None:
        """Who was called has to be who decided."""
        owner, self._owner = self._owner, None
        seat = getattr(self._trial.line.states[-2].now, "seat", -1)
        if owner is None or seat < 0 or len(self.findings) >= MOST_FINDINGS:
            return
        colours = self._trial.state.setup.colours
        said = owner.value.casefold()
        colour = self.names.get(said) or _LETTERS.get(said, said)
        if colour != colours[seat]:
            nobody = "" if colour in colours else f"nobody plays {COLOUR_WORDS.get(colour, colour)}; "
            message = f"{owner.value} is called, and {nobody}it is {COLOUR_WORDS[colours[seat]]} who decides here"
            self.findings.append(Finding(self.source.place(owner.offset, owner.length), message))

    def _stroke(self) -> bool:
        before = self._trial.moment()
        if before.is_lost:
            self._phrases.append(None)
            self._place += 1
            return True
        problem = self._trial.separate()
        if problem is not None:
            self._fail(1, problem.kind, str(problem), expected_words(self._trial.state), problem.rule)
            return True
        self._remark(1, END)
        self._write(END, 1, before)
        return True

    def _then(self) -> bool:
        """A stroke where nothing is pending in the activation; else only a word."""
        current = activation_of(self._trial.state)
        if current is not None and not current.pending:
            return self._stroke()
        self._place += 1
        return True

    def _strike(self) -> bool:
        """Take back the last phrase; one that was not looked at has left nothing."""
        if not self._phrases:
            self._fail(1, NotWellFormedError, "there is nothing before it that it could take back", "a decision")
            return True
        phrase = self._phrases.pop()
        if phrase is None:
            self._misspelt.pop(len(self._phrases), None)
            self._place += 1
            return True
        self._taken_back += 1
        self._trial.go_back(phrase.before)
        self._problems.pop(phrase.at, None)
        self._wrong.discard(phrase.at)
        struck = " ".join([STRUCK] * phrase.symbols)
        self._remark(1, struck)
        self._emit(struck, 1)
        return True

    def _back(self) -> bool:
        """``take back`` strikes out what was said, unless a disc may be taken back for the council."""
        meant = meanings(self.terms, self._place, self._trial.state)
        return not any(read_symbol(self._trial.state, meaning.symbol) for meaning in meant) and self._strike()

    _ORDERS: Final = {"stroke": _stroke, "then": _then, "scratch": _strike, "back": _back}
    """What words do that are no decisions, by their sense; whether they have done it."""

    # Decisions.

    def _accept(self, symbol: str, count: int, before: Moment) -> None:
        states, moves = self._trial.since(before)
        self._remark(count, rewritten(self._said(count), states, moves, is_mark=False))
        self._check_owner()
        self._write(symbol, count, before)

    def _phrase(self) -> None:
        """The longest meaning that comes here."""
        before = self._trial.moment()
        failed: tuple[Meaning, WrongWordError] | None = None
        for meaning in meanings(self.terms, self._place, self._trial.state):
            if meaning.problem:
                message = f"{self._said(meaning.terms)!r} says too little"
                self._fail(meaning.terms, NotUniqueError, message, meaning.problem)
                return
            problem = self._trial.attempt(meaning.symbol, meaning)
            if problem is None:
                self._accept(meaning.symbol, meaning.terms, before)
                return
            if problem.kind is not NotWellFormedError and self._trial.means_at_once(meaning):
                self._refuse(meaning, problem)
                return
            failed = failed or (meaning, problem)
        if failed is not None:
            self._refuse(*failed)
        elif self.terms[self._place].sense in _SILENT:
            self._place += 1
        else:
            self._misunderstood(1)

    def _refuse(self, meaning: Meaning, problem: WrongWordError) -> None:
        """Tell why the words cannot come here, in words."""
        state, count = self._trial.state, meaning.terms
        said = self._said(count)
        if problem.kind is NotLegalError:
            possible = _in_words(state, problem.expected.removeprefix(_POSSIBLE))
            expected = _POSSIBLE + possible if possible else problem.expected
            self._fail(count, NotLegalError, f"{said!r}: {problem}", expected, problem.rule)
        elif problem.rule in ("R5", "R10.3") and (several := _in_words(state, problem.expected)):
            self._fail(count, NotUniqueError, f"{said!r} can mean several things", several, problem.rule)
        elif DrawCard in meaning.kinds:
            expected = expected_words(state)
            message = f"{said!r}: no card is due, since an action that is possible and left out brings none"
            self._fail(count, NotWellFormedError, message, expected, "R5.9")
        elif type(self._trial.ahead.now) is Placing and len(meaning.letters) == 2 and not meaning.symbol[0].isdigit():
            message = f"{said!r}: no street joins these tiles in this city"
            self._fail(count, NotWellFormedError, message, expected_words(self._trial.ahead), "R2.1")
        else:
            self._misunderstood(count)

    def _misunderstood(self, count: int) -> None:
        state, later = self._trial.state, self._trial.ahead
        rule, waited = waiting_for(state)
        word = repr(self._said(count)[:60])
        message = clause("{word} is not understood here; {waiting}", state, word=word, waiting=waited)
        expected = expected_words(*((state,) if later is state else (state, later)))
        self._fail(count, NotWellFormedError, message, expected, rule)

    def _typed(self) -> None:
        """A symbol as it is; else several that were written without blanks, or one with blanks in it."""
        before = self._trial.moment()
        term = self.terms[self._place]
        problem = self._trial.attempt(term.value)
        if problem is None:
            self._accept(term.value, 1, before)
            return
        for count in dict.fromkeys((self._run(), 1)):
            run = self.terms[self._place : self._place + count]
            cuts = self._trial.cuts("".join(part.value for part in run))
            if len(cuts) > 1:
                ways = " or ".join(" ".join(cut) for cut in cuts)
                self._fail(count, NotUniqueError, f"{self._said(count)!r} can be cut in several ways", ways)
                return
            if cuts:
                for symbol in cuts[0]:
                    self._trial.attempt(symbol)
                self._accept(" ".join(cuts[0]), count, before)
                return
        if problem.kind is NotLegalError:
            self._lose(term.value, 1)
        else:
            self._misunderstood(1)

    def _run(self) -> int:
        """The number of typed words from here on without a pause between them."""
        end, size = self._place + 1, len(self.terms[self._place].value)
        while end < len(self.terms) and self.terms[end].kind == RAW and not self.terms[end].pause:
            size += len(self.terms[end].value)
            if size > LONGEST_WORD:
                break
            end += 1
        return end - self._place


def _in_words(state: State, symbols: str) -> str:
    """Symbols of deeds as words; empty if one is no deed."""
    told: list[str] = []
    for symbol in symbols.split():
        commands = DEEDS.get(symbol) or INTRIGUE_DEEDS.get(symbol)
        if commands is None:
            return ""
        told.append(spoken(state, commands[0]))
    return ", ".join(told)


def _alike(word: str) -> tuple[str, ...]:
    """The other words of the vocabulary that are written most like a word."""
    meant = word.casefold()
    if len(meant) > _LONGEST_MEANT:
        return ()
    return tuple(get_close_matches(meant, SINGLE_WORDS - {meant}, cutoff=0.75))
