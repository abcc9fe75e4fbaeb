"""The position under a dictation: symbols are tried in it, decided or taken back."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from calimala_es.commands import Act, Command, Skip
from calimala_es.decide import step
from calimala_es.errors import IllegalCommandError
from calimala_es.state import Activation, State
from notation.dictation.phrases import Meaning
from notation.errors import NotWellFormedError
from notation.reading.deciding import Decider
from notation.reading.line import Line
from notation.reading.problems import WrongWordError
from notation.reading.shorthand import implied
from notation.record import Move
from notation.words.symbols import SEEN, Commands, read_symbol

_MOST_AHEAD: Final = 32
_MOST_TRIED: Final = 400
"""Symbols that are tried to cut a word without blanks."""
_LONGEST_SYMBOL: Final = 12
LONGEST_WORD: Final = 160
"""The signs of a word without blanks that is cut into symbols."""


class Moment(NamedTuple):
    """How things stood before a symbol, so that it can be taken back."""

    moves: int
    separated: int
    tells_influence: bool
    is_lost: bool


class Trial:
    """The game as far as it was understood; its ``line`` is lost where nothing is up to the next turn."""

    def __init__(self, start: State) -> None:
        """Begin at ``start``."""
        self.line = Line(start)
        self.decider = Decider(self.line)

    @property
    def state(self) -> State:
        """The position reached."""
        return self.line.state

    @property
    def ahead(self) -> State:
        """The position after everything that may be left out before the next word."""
        state = self.line.state
        for _ in range(_MOST_AHEAD):
            supplied = implied(state, None, tells_influence=self.line.tells_influence)
            if supplied is None:
                break
            try:
                _, state = step(state, supplied)
            except IllegalCommandError:
                break
        return state

    def moment(self) -> Moment:
        """How things stand."""
        line = self.line
        return Moment(len(line.moves), line.separated, line.tells_influence, line.is_lost)

    def go_back(self, moment: Moment) -> None:
        """Take back what has come since."""
        line = self.line
        line.forget(moment.moves)
        line.separated, line.tells_influence, line.is_lost = moment[1:]

    def since(self, moment: Moment) -> tuple[Sequence[State], Sequence[Move]]:
        """The decisions since then, and the states before the first and after each."""
        return self.line.states[moment.moves :], self.line.moves[moment.moves :]

    def attempt(self, symbol: str, meaning: Meaning | None = None) -> WrongWordError | None:
        """Decide a symbol; what is wrong with it if it cannot be decided, and then nothing has changed."""
        before = self.moment()
        try:
            (self.decider.observe if SEEN in symbol else self.decider.symbol)(symbol)
        except WrongWordError as problem:
            self.go_back(before)
            return problem
        commands = [move.command for move in self.line.moves[before.moves :]]
        if meaning and not _is_meant(meaning, commands):
            self.go_back(before)
            return WrongWordError(NotWellFormedError, f"{symbol} is something else here")
        return None

    def separate(self) -> WrongWordError | None:
        """A stroke; what is wrong with it, and then nothing has changed."""
        before = self.moment()
        try:
            self.decider.separate()
        except WrongWordError as problem:
            self.go_back(before)
            return problem
        return None

    def means_at_once(self, meaning: Meaning) -> bool:
        """Whether words name something that comes in this very position."""
        now = self.state.now
        commands = read_symbol(self.state, meaning.symbol)
        if commands is None:
            return isinstance(now, Activation) and meaning.symbol[-1:] in now.pending
        last = commands[-1]
        if isinstance(now, Activation) and isinstance(last, Act | Skip):
            return last.action in now.pending
        return type(last) in meaning.kinds

    def cuts(self, word: str) -> list[tuple[str, ...]]:
        """Ways to cut a word into symbols that come to different decisions; two are enough."""
        found: dict[Commands, tuple[str, ...]] = {}
        start = self.moment()
        tried = 0

        def cut(place: int, symbols: tuple[str, ...]) -> None:
            nonlocal tried
            if place == len(word):
                found.setdefault(tuple(move.command for move in self.line.moves[start.moves :]), symbols)
            for end in range(min(len(word), place + _LONGEST_SYMBOL), place, -1):
                if tried >= _MOST_TRIED or len(found) > 1:
                    return
                tried += 1
                before = self.moment()
                if self.attempt(word[place:end]) is None:
                    cut(end, (*symbols, word[place:end]))
                    self.go_back(before)

        if len(word) <= LONGEST_WORD and word.isascii():
            cut(0, ())
        return [] if tried >= _MOST_TRIED else list(found.values())

    def mark(self, turn: int | None, *, is_repeated: bool) -> None:
        """A turn of this number begins, or the end; what was not understood before it is taken as missed."""
        line = self.line
        if not line.is_lost:
            before = self.moment()
            try:
                self.decider.arrive(turn, is_repeated=is_repeated)
            except WrongWordError:
                is_lost = self.decider.is_before(turn)
                if is_lost:
                    self.go_back(before)
                line.is_lost = is_lost
        if line.is_lost:
            self.decider.recover(turn)


def _is_meant(meaning: Meaning, commands: Sequence[Command]) -> bool:
    """Whether decisions are of the kind that the words name, and nothing supplied before speaks of the same actions."""
    if not commands or type(commands[-1]) not in meaning.kinds:
        return False
    is_street = len(meaning.letters) == 2
    return not (is_street and any(isinstance(c, Act | Skip) and c.action in meaning.letters for c in commands[:-1]))
