"""Words to games: every phrase is taken for the symbol that the position asks for, and the symbols are read as any text.

A phrase has several readings; the longest that means something in the position is taken, and if the rules refuse that
one no shorter one is tried in its place. The symbols make a text of the notation, which the one reader of games reads:
what is wrong there is told at the words that it came from.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from calimala_es.commands import Act, Skip
from calimala_es.components import COLOUR_WORDS, UNKNOWN
from calimala_es.decide import step
from calimala_es.errors import IllegalCommandError
from calimala_es.refusals import waiting_for
from calimala_es.state import Activation, Placing, Revealing, State, activation_of
from notation.annotations import is_card_due
from notation.body import ENDING, STRUCK
from notation.deciding import Decider, WrongWordError
from notation.dictation.hearing import MARK, NONE, NOTE, OWNER, RAW, Term, hear
from notation.dictation.phrases import Reading as Meaning
from notation.dictation.phrases import readings
from notation.dictation.spoken import expected_words, spoken
from notation.dictation.streets import spoken_streets
from notation.errors import Finding, NotationError, NotLegalError, NotUniqueError, NotWellFormedError, Place
from notation.headers import NAME_HEADERS
from notation.inference import Inferred, header_names, infer_city, lacks_city, with_city
from notation.limits import MOST_FINDINGS
from notation.line import Line
from notation.reader import Reading, read_game
from notation.remarks import Remark, rewritten
from notation.shorthand import SUBSTITUTES, implied
from notation.starting import read_start
from notation.symbols import DEEDS, END, INTRIGUE_DEEDS, SEEN, Commands, read_symbol
from notation.tokens import Source, split_games

_NOT_READ: Final = "<"
"""What stands in the text of symbols for words that mean nothing; no reader takes it."""

_BODY_LINE: Final = 1 << 40
"""The first line of the text of symbols, so far down that no header has such a number."""

_MOST_AHEAD: Final = 32
_MOST_TRIED: Final = 400
"""Symbols that are tried to cut a word without blanks."""
_LONGEST_SYMBOL: Final = 12
_LONGEST_RUN: Final = 160
_MOST_SUBSTITUTES: Final = 400


class Transcript(NamedTuple):
    """A dictated game: what was read, with all places those of the words; the symbols that the words became.

    ``remarks`` tell every phrase that is no symbol itself and what it was taken for, ``inferred`` the city if it was
    not told.
    """

    reading: Reading
    symbols: str
    remarks: tuple[Remark, ...] = ()
    inferred: Inferred | None = None


def transcribe(
    text: str | Iterable[str], name: str = "<text>", headers: tuple[tuple[int, str], ...] = ()
) -> Iterator[Transcript]:
    """The games of a dictation, one after another; nothing is raised for what is wrong with one.

    ``headers`` are lines with their numbers for games that have none of their own.
    """
    for source in split_games(text, name):
        yield transcribe_game(source if source.headers else source._replace(headers=headers))


def transcribe_game(source: Source) -> Transcript:
    """One dictated game."""
    terms = hear(source.body, _names(source))
    inferred = None
    if lacks_city(source):
        try:
            inferred = infer_city(spoken_streets(source, terms), source.beginning)
        except NotationError as error:
            return Transcript(Reading(source.line, None, (), (), (error,), ()), "")
        source = with_city(source, inferred)
    errors: list[NotationError] = []
    start = read_start(source, errors).state
    if start is None:
        return Transcript(Reading(source.line, None, (), (), tuple(errors), ()), "", (), inferred)
    scribe = _Scribe(source, terms, start)
    scribe.write()
    return Transcript(scribe.reading(), scribe.symbols, tuple(scribe.remarks), inferred)


def _names(source: Source) -> dict[str, str]:
    """The colour of each player by name, in small letters."""
    told = header_names(source)
    return {name.casefold(): code for header, code in NAME_HEADERS.items() if (name := told.get(header, "").strip())}


class _Written(NamedTuple):
    """How things stood before a symbol was written, so that it can be struck out."""

    moves: int
    separated: int
    tells_influence: bool
    is_lost: bool


class _Piece(NamedTuple):
    """A symbol of the text that is written: where it stands there, and where its words stand."""

    at: int
    offset: int
    length: int


class _Scribe:
    """Writes the symbols of one game and keeps the position."""

    def __init__(self, source: Source, terms: list[Term], start: State) -> None:
        self.source = source
        self.terms = terms
        self.decider = Decider(Line(start))
        self.line = self.decider.line
        self.names = _names(source)
        self.remarks: list[Remark] = []
        self.findings: list[Finding] = []
        self._place = 0
        self._text: list[str] = []
        self._size = 0
        self._pieces: list[_Piece] = []
        self._problems: dict[int, NotationError] = {}
        self._written: list[_Written] = []
        self._owner: Term | None = None
        self._is_lost = False

    @property
    def symbols(self) -> str:
        """The text of symbols."""
        return "".join(self._text)

    def write(self) -> None:
        """Write every term."""
        while self._place < len(self.terms):
            term = self.terms[self._place]
            marked = self._marked()
            if marked:
                number, count = marked
                self._mark(number, count)
            elif term.kind == OWNER:
                self._owner = term
                self._place += 1
            elif term.kind == NOTE or (term.said == UNKNOWN and not is_card_due(self.line.state)):
                self._note(term)
            elif term.sense in _ORDERS and _ORDERS[term.sense](self):
                continue
            elif self._is_lost:
                self._place += 1
            elif term.kind == RAW:
                self._raw()
            else:
                self._phrase()

    # The text of symbols.

    def _emit(self, symbol: str, count: int, *, is_decision: bool, separator: str = " ") -> None:
        """Write a symbol for so many terms."""
        first, last = self.terms[self._place], self.terms[self._place + count - 1]
        self._text += [separator, symbol]
        self._pieces.append(_Piece(self._size + 1, first.offset, last.end - first.offset))
        self._size += 1 + len(symbol)
        self._place += count
        if not is_decision and self._written and symbol == STRUCK:
            self._written.pop()

    def _remember(self) -> _Written:
        line = self.line
        return _Written(len(line.moves), line.separated, line.tells_influence, self._is_lost)

    def _restore(self, written: _Written) -> None:
        line = self.line
        line.forget(written.moves)
        line.separated, line.tells_influence, self._is_lost = written[1:]

    def _remark(self, count: int, meaning: str) -> None:
        first, last = self.terms[self._place], self.terms[self._place + count - 1]
        said = " ".join(self.source.body[first.offset : last.end].split())
        if meaning and meaning != said and len(self.remarks) < MOST_FINDINGS:
            place = self.source.place(first.offset, self._shown(first, last))
            self.remarks.append(Remark(place, said, meaning))

    def _shown(self, first: Term, last: Term) -> int:
        return len(self.source.body[first.offset : last.end].split("\n", 1)[0])

    # Marks, owners, notes and orders.

    def _marked(self) -> tuple[str, int] | None:
        """The number of a turn that stands here, and how many terms say it."""
        term = self.terms[self._place]
        following = self.terms[self._place + 1] if self._place + 1 < len(self.terms) else None
        if term.kind == MARK:
            return term.value.upper(), 1
        if term.sense == "end":
            return f"{ENDING}.", 1
        if term.sense == "turn" and following:
            if following.kind == MARK:
                return following.value.upper(), 2
            if following.sense.isdigit():
                return f"{following.sense}.", 2
        if term.sense.isdigit() and self._is_number(int(term.sense), term):
            return f"{term.sense}.", 1
        return None

    def _is_number(self, number: int, term: Term) -> bool:
        """Whether a number without a point begins the turn of that number, and is no street by its squares."""
        state = _ahead(self.line)
        is_due = type(state.now) is Placing and state.turn == number
        return term.pause != NONE and (is_due or self._is_lost) and term.said not in self.decider.placements

    def _mark(self, mark: str, count: int) -> None:
        self._remark(count, mark)
        self._emit(mark, count, is_decision=False, separator="\n")
        number = mark.rstrip(".")
        before = self._remember()
        if not self._is_lost:
            try:
                self._arrive(number, is_repeated=mark.endswith(".."))
            except WrongWordError:
                self._restore(before)
                self._is_lost = True
        if self._is_lost:
            self._recover(number)

    def _arrive(self, number: str, *, is_repeated: bool) -> None:
        state = self.line.state
        if number == ENDING:
            self.decider.reach(Revealing, "the end has")
        elif int(number) > state.turn or (type(state.now) is not Placing and state.turn and not is_repeated):
            if self.line.moves:
                self.decider.reach(Placing, "the turn has")
            self._is_lost = int(number) > self.line.state.turn

    def _recover(self, number: str) -> None:
        """Take what was not understood as missed, up to the turn that a mark announces."""
        goal, turn = (Revealing, 0) if number == ENDING else (Placing, int(number))
        for _ in range(_MOST_SUBSTITUTES):
            state = self.line.state
            if type(state.now) is goal and state.turn >= turn:
                self._is_lost = turn > 0 and state.turn != turn
                return
            substitute = SUBSTITUTES.get(type(state.now))
            if substitute is None or (goal is Placing and state.turn > turn):
                return
            self.line.apply(substitute(state))

    def _note(self, term: Term) -> None:
        if term.value.startswith(("(", ")")):
            self._fail(1, NotWellFormedError, "variations are not dictated", "them written as notation")
            return
        self._remark(1, term.value)
        self._emit(term.value, 1, is_decision=False)

    def _check_owner(self) -> None:
        """Who was called has to be who decided."""
        owner, self._owner = self._owner, None
        seat = getattr(self.line.states[-2].now, "seat", -1)
        if owner is None or seat < 0:
            return
        state = self.line.state
        said = owner.value.casefold()
        letters = {word: code for code, word in COLOUR_WORDS.items()}
        colour = self.names.get(said) or letters.get(said, said)
        real = state.setup.colours[seat]
        if colour == real or len(self.findings) >= MOST_FINDINGS:
            return
        nobody = "" if colour in state.setup.colours else f"nobody plays {COLOUR_WORDS.get(colour, colour)}; "
        message = f"{owner.value} is called, and {nobody}it is {COLOUR_WORDS[real]} who decides here"
        self.findings.append(Finding(self.source.place(owner.offset, owner.length), message))

    def _stroke(self) -> bool:
        if self._is_lost:
            self._place += 1
            return True
        before = self._remember()
        try:
            self.decider.separate()
        except WrongWordError as problem:
            self._restore(before)
            self._fail(1, problem.kind, str(problem), expected_words(self.line.state), problem.rule)
            return True
        self._remark(1, END)
        self._written.append(before)
        self._emit(END, 1, is_decision=True)
        return True

    def _then(self) -> bool:
        """A stroke where nothing is pending in the activation; else only a word."""
        current = activation_of(self.line.state)
        if current is not None and not current.pending:
            return self._stroke()
        self._place += 1
        return True

    def _strike(self) -> bool:
        """Take back the last symbol."""
        if not self._written:
            self._fail(1, NotWellFormedError, "there is nothing before it that it could take back", "a decision")
            return True
        self._restore(self._written[-1])
        last = self._pieces[-1].at
        self._problems.pop(last, None)
        self._remark(1, STRUCK)
        self._emit(STRUCK, 1, is_decision=False)
        return True

    def _back(self) -> bool:
        """``take back`` strikes out what was said, unless a disc may be taken back for the council."""
        meant = readings(self.terms, self._place, self.line.state)
        if any(read_symbol(self.line.state, meaning.symbol) for meaning in meant):
            return False
        return self._strike()

    def _pass(self) -> bool:
        """A word that belongs to no phrase here and says nothing alone."""
        self._place += 1
        return True

    # Decisions.

    def _try(self, symbol: str, meaning: Meaning | None = None) -> WrongWordError | None:
        """Decide a symbol; what is wrong with it if it cannot be decided, and then nothing has changed."""
        before = self._remember()
        try:
            (self.decider.observe if SEEN in symbol else self.decider.symbol)(symbol)
        except WrongWordError as problem:
            self._restore(before)
            return problem
        commands = [move.command for move in self.line.moves[before.moves :]]
        if meaning and not _is_meant(meaning, commands):
            self._restore(before)
            return WrongWordError(NotWellFormedError, f"{symbol} is something else here")
        return None

    def _accept(self, symbol: str, count: int, before: _Written) -> None:
        line = self.line
        first, last = self.terms[self._place], self.terms[self._place + count - 1]
        said = " ".join(self.source.body[first.offset : last.end].split())
        self._remark(count, rewritten(said, line.states[before.moves :], line.moves[before.moves :], is_mark=False))
        self._check_owner()
        self._written.append(before)
        self._emit(symbol, count, is_decision=True)

    def _phrase(self) -> None:
        """The longest reading that means something here."""
        before = self._remember()
        state = self.line.state
        failed: tuple[Meaning, WrongWordError] | None = None
        for meaning in readings(self.terms, self._place, state):
            if meaning.problem:
                said = self._said(meaning.count)
                self._fail(meaning.count, NotUniqueError, f"{said!r} says too little", meaning.problem)
                return
            problem = self._try(meaning.symbol, meaning)
            if problem is None:
                self._accept(meaning.symbol, meaning.count, before)
                return
            if problem.kind is not NotWellFormedError and _means_at_once(state, meaning):
                self._refuse(meaning, problem)
                return
            failed = failed or (meaning, problem)
        if failed is None and self.terms[self._place].sense in _SILENT:
            self._place += 1
        elif failed is None:
            self._misunderstood(1)
        else:
            self._refuse(*failed)

    def _refuse(self, meaning: Meaning, problem: WrongWordError) -> None:
        """Tell why the words cannot come here, in words."""
        state = self.line.state
        said = self._said(meaning.count)
        if problem.kind is NotLegalError:
            before = self._remember()
            self._written.append(before)
            self._emit(meaning.symbol, meaning.count, is_decision=True)
            self._is_lost = True
        elif problem.rule == "R5" and (several := _in_words(state, problem.expected)):
            self._fail(meaning.count, NotUniqueError, f"{said!r} can mean several things", several, "R5")
        elif type(state.now) is Placing and len(meaning.letters) == 2 and not meaning.symbol[0].isdigit():
            message = f"{said!r}: no street joins these tiles in this city"
            self._fail(meaning.count, NotWellFormedError, message, expected_words(state), "R2.1")
        else:
            self._misunderstood(meaning.count)

    def _misunderstood(self, count: int) -> None:
        state, later = self.line.state, _ahead(self.line)
        rule, waited = waiting_for(state)
        states = (state,) if later is state else (state, later)
        message = f"{self._said(count)!r} is not understood here; {waited}"
        self._fail(count, NotWellFormedError, message, expected_words(*states), rule)

    def _said(self, count: int) -> str:
        first, last = self.terms[self._place], self.terms[self._place + count - 1]
        return " ".join(self.source.body[first.offset : last.end].split())[:60]

    def _fail(self, count: int, kind: type[NotationError], message: str, expected: str, rule: str = "") -> None:
        """Tell what is wrong; nothing more is understood up to the next number of a turn."""
        if self._is_lost:
            self._place += count
            return
        first, last = self.terms[self._place], self.terms[self._place + count - 1]
        place = self.source.place(first.offset, self._shown(first, last))
        self._problems[self._size + 1] = kind(place, message, expected, rule)
        self._written.append(self._remember())
        self._emit(_NOT_READ, count, is_decision=True)
        self._is_lost = True

    # Symbols that were typed.

    def _raw(self) -> None:
        """A symbol as it is; else several that were written without blanks, or one with blanks in it."""
        before = self._remember()
        term = self.terms[self._place]
        problem = self._try(term.value)
        if problem is None:
            self._accept(term.value, 1, before)
            return
        run = self._run()
        for count in range(len(run), 0, -1):
            word = "".join(part.value for part in run[:count])
            cuts = self._cuts(word)
            if len(cuts) > 1:
                ways = " or ".join(" ".join(cut) for cut in cuts)
                self._fail(count, NotUniqueError, f"{self._said(count)!r} can be cut in several ways", ways)
                return
            if cuts:
                for symbol in cuts[0]:
                    self._try(symbol)
                self._accept(" ".join(cuts[0]), count, before)
                return
        if problem.kind is NotLegalError:
            self._written.append(before)
            self._emit(term.value, 1, is_decision=True)
            self._is_lost = True
        else:
            self._misunderstood(1)

    def _run(self) -> list[Term]:
        """The typed words from here on without a pause between them."""
        end, size = self._place + 1, len(self.terms[self._place].value)
        while end < len(self.terms) and self.terms[end].kind == RAW and not self.terms[end].pause:
            size += len(self.terms[end].value)
            if size > _LONGEST_RUN:
                break
            end += 1
        return self.terms[self._place : end]

    def _cuts(self, word: str) -> list[tuple[str, ...]]:
        """The ways to cut a word into symbols that come to different decisions; two are enough."""
        found: dict[Commands, tuple[str, ...]] = {}
        tried = 0
        start = self._remember()

        def cut(place: int, symbols: tuple[str, ...]) -> None:
            nonlocal tried
            if place == len(word):
                commands = tuple(move.command for move in self.line.moves[start.moves :])
                found.setdefault(commands, symbols)
                return
            for end in range(min(len(word), place + _LONGEST_SYMBOL), place, -1):
                if tried >= _MOST_TRIED or len(found) > 1:
                    return
                tried += 1
                before = self._remember()
                if word[place:end].isalnum() or not word[place:end].isspace():
                    if self._try(word[place:end]) is None:
                        cut(end, (*symbols, word[place:end]))
                        self._restore(before)

        if len(word) <= _LONGEST_RUN and word.isascii():
            cut(0, ())
        return [] if tried >= _MOST_TRIED else list(found.values())

    # What the reader says.

    def reading(self) -> Reading:
        """What the text of symbols is read as, with the places of the words."""
        text = self.symbols
        reading = read_game(Source(self.source.name, self.source.headers, text, _BODY_LINE, self.source.too_long))
        starts = _line_starts(text)
        errors = [self._located(error, starts) for error in reading.errors]
        findings = [Finding(self._original(found.place, starts)[1], found.message) for found in reading.findings]
        findings = sorted([*findings, *self.findings], key=lambda found: found.place[1:3])
        return reading._replace(errors=tuple(errors), findings=tuple(findings))

    def _original(self, place: Place, starts: list[int]) -> tuple[int, Place]:
        """The piece of the text of symbols at a place, and the place of its words."""
        if place.line < _BODY_LINE or not self._pieces:
            return -1, place
        offset = starts[min(place.line - _BODY_LINE, len(starts) - 1)] + place.column - 1
        piece = self._pieces[max(0, bisect_right(self._pieces, offset, key=lambda piece: piece.at) - 1)]
        shown = self.source.body[piece.offset : piece.offset + piece.length].split("\n", 1)[0]
        return piece.at, self.source.place(piece.offset, len(shown))

    def _located(self, error: NotationError, starts: list[int]) -> NotationError:
        at, place = self._original(error.place, starts)
        problem = self._problems.get(at)
        if problem is not None:
            problem.may_follow = error.may_follow
            return problem
        error.place = place
        return error


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts[:-1]


def _ahead(line: Line) -> State:
    """The position after everything that may be left out before the next word."""
    state = line.state
    for _ in range(_MOST_AHEAD):
        supplied = implied(state, None, tells_influence=line.tells_influence)
        if supplied is None:
            break
        try:
            _, state = step(state, supplied)
        except IllegalCommandError:
            break
    return state


def _is_meant(meaning: Meaning, commands: list[object]) -> bool:
    """Whether decisions are of the kind that the words name, and nothing supplied before speaks of the same actions."""
    if not commands or type(commands[-1]) not in meaning.kinds:
        return False
    is_street = len(meaning.letters) == 2
    return not (is_street and any(isinstance(c, Act | Skip) and c.action in meaning.letters for c in commands[:-1]))


def _means_at_once(state: State, meaning: Meaning) -> bool:
    """Whether the words name something that comes in this very position."""
    now = state.now
    commands = read_symbol(state, meaning.symbol)
    if commands is None:
        return isinstance(now, Activation) and meaning.symbol[-1:] in now.pending
    return type(commands[-1]) in meaning.kinds


def _in_words(state: State, symbols: str) -> str:
    """Symbols of deeds as words."""
    told: list[str] = []
    for symbol in symbols.split():
        commands = DEEDS.get(symbol) or INTRIGUE_DEEDS.get(symbol)
        if commands is None:
            return ""
        told.append(spoken(state, commands[0]))
    return ", ".join(told)


_SILENT: Final = ("paying", "comment")
"""The senses of words that say nothing where they belong to no phrase."""

_ORDERS: Final[dict[str, Callable[[_Scribe], bool]]] = {
    "stroke": lambda scribe: scribe._stroke(),
    "then": lambda scribe: scribe._then(),
    "scratch": lambda scribe: scribe._strike(),
    "back": lambda scribe: scribe._back(),
}
"""What words do that are no decisions; whether they have done it."""
