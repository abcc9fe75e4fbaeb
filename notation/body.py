"""The body of a record: tokens to decisions, each decided by the rules as it is read.

The reader is lax: case, the order of letters, turn numbers and everything that is forced may be left out. It never
guesses: a choice that is left out is an error. After an error the rest of the turn is taken as missed, so that the
turns that follow are looked at too; what follows the first error is checked and not kept.
"""

import re
from collections.abc import Callable
from typing import Final

from calimala_es.actions import TRADING_CODES, able, possible_ways
from calimala_es.commands import (
    Act,
    Command,
    DealInfluence,
    DraftCard,
    DrawCard,
    EndActivation,
    KeepInfluence,
    Missed,
    PlayCard,
    RevealInfluence,
    Skip,
    TurnUpInfluence,
)
from calimala_es.components import UNKNOWN
from calimala_es.decide import step, waiting_for
from calimala_es.errors import IllegalCommandError
from calimala_es.events import Event
from calimala_es.legal import legal
from calimala_es.state import (
    Activation,
    Bottom,
    Dealing,
    Drafting,
    Drawing,
    Frame,
    Keeping,
    Placing,
    Revealing,
    State,
    TurningUp,
    activation_of,
)
from notation.checks import MARK, check_failure, is_check
from notation.errors import Finding, NotationError, NotLegalError, NotUniqueError, NotWellFormedError
from notation.limits import MOST_ERRORS
from notation.record import Move
from notation.symbols import (
    DEEDS,
    END,
    NOT_DONE,
    PLAYED,
    SEEN,
    Commands,
    format_command,
    placements,
    read_observed,
    read_symbol,
)
from notation.tokens import Source, is_closed, unquote_comment

_MARKER: Final = re.compile(r"([0-9]{1,4}|[Ee])\.+(.*)", re.DOTALL)
ENDING: Final = "E"
"""What stands in place of a turn number before the influence cards that are turned over at the end."""

MOST_EXPECTED: Final = 16
"""How many possibilities an error lists at most."""


class _Problem(Exception):
    """Something is wrong with the token in hand; it becomes a ``NotationError`` once its place is known."""

    def __init__(self, kind: type[NotationError], message: str, expected: str = "", rule: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.expected = expected
        self.rule = rule


def expected_symbols(state: State) -> str:
    """What may be written in a state, as a list that fits a line."""
    symbols = list(dict.fromkeys(format_command(state, command) for command in legal(state)))
    if len(symbols) > MOST_EXPECTED:
        symbols = [*symbols[:MOST_EXPECTED], "..."]
    return " ".join(symbols) or "nothing: the game is over"


class Body:
    """Reads the tokens of one game and keeps every state."""

    def __init__(self, source: Source, start: State, errors: list[NotationError]) -> None:
        """Begin at ``start``; what goes wrong is added to ``errors``."""
        self.source = source
        self.errors = errors
        self.findings: list[Finding] = []
        self.states = [start]
        self.events: list[tuple[Event, ...]] = []
        self.moves: list[Move] = []
        self.opening_comments: list[str] = []
        self.opening_checks: list[str] = []
        self._placements = placements(start.setup.city)
        self._lost = False
        self._separated = -1

    def read(self) -> None:
        """Read every token; what was read soundly is left in ``moves``, ``states`` and ``events``."""
        sound = None
        for index, token in enumerate(self.source.tokens()):
            before = len(self.moves)
            try:
                self._read_token(token, index)
            except _Problem as problem:
                sound = before if sound is None else sound
                self._lost = True
                place = self.source.place(index)
                self.errors.append(problem.kind(place, str(problem), problem.expected, problem.rule))
                if len(self.errors) >= MOST_ERRORS:
                    break
        if sound is not None:
            del self.moves[sound:], self.events[sound:], self.states[sound + 1 :]

    def _read_token(self, token: str, index: int) -> None:
        if not self._lost:
            kind = type(self.states[-1].now)
            commands = None
            if kind is Activation:
                commands = DEEDS.get(token)
            elif kind is Placing:
                commands = self._placements.get(token)
            if commands is not None:
                for command in commands:
                    self._decide(command)
                return
        self._read_slowly(token, index)

    def _read_slowly(self, token: str, index: int) -> None:
        """Everything but the canonical symbols of a turn."""
        if token[0] in "{}":
            self._comment(token)
            return
        marker = _MARKER.fullmatch(token)
        if marker:
            self._mark(marker[1].upper())
            if marker[2]:
                self._read_token(marker[2], index)
        elif self._lost:
            return
        elif token[0] == MARK:
            self._check(token.lower(), index)
        elif SEEN in token:
            self._observe(token)
        elif token == END:
            self._separate()
        else:
            self._symbol(token)

    # Decisions.

    def _apply(self, command: Command) -> None:
        events, state = step(self.states[-1], command)
        self.events.append(tuple(events))
        self.states.append(state)
        self.moves.append(Move(command))

    def _decide(self, command: Command) -> None:
        try:
            self._apply(command)
        except IllegalCommandError as error:
            if not self._imply(command):
                raise _Problem(NotLegalError, error.reason, error.remedy, error.rule) from error
            self._decide(command)

    def _imply(self, command: Command | None) -> bool:
        """Add what may be left out before ``command`` (``None``: before anything else); whether there was such a thing."""
        state = self.states[-1]
        now = state.now
        if type(now) is Drawing and type(command) is not DrawCard:
            implied: Command = DrawCard(UNKNOWN)
        elif type(now) is Activation and not now.pending and type(command) is not PlayCard:
            implied = EndActivation()
        else:
            options = legal(state)
            if len(options) != 1 or options[0] == command:
                return False
            implied = options[0]
        self._apply(implied)
        return True

    def _symbol(self, token: str) -> None:
        word = token.upper()
        while (commands := self._lookup(word)) is None:
            if not self._imply(None):
                state = self.states[-1]
                rule, waited = waiting_for(state)
                raise _Problem(NotWellFormedError, f"{token!r} is no symbol here; {waited}", expected_symbols(state), rule)
        for command in commands:
            self._decide(command)

    def _lookup(self, word: str) -> Commands | None:
        state = self.states[-1]
        now = state.now
        if type(now) is Activation:
            if word == NOT_DONE and now.pending:
                return (Skip(now.pending[0]),)
            if word in ("T", PLAYED + "T"):
                return self._transport(word, state, now)
        return read_symbol(state, word)

    def _transport(self, word: str, state: State, now: Activation) -> Commands:
        """Transport alone: one cloth to every city where that is possible, if there is cloth for all of them."""
        ways = possible_ways("T", state.room | able(state.mats[now.seat]))
        widest = ways[-1] if ways else "".join(TRADING_CODES)
        if any(not set(way) <= set(widest) for way in ways):
            raise _Problem(NotUniqueError, "there is not cloth for every city", " ".join("T" + way for way in ways), "R5.6")
        return (PlayCard("T", widest) if word[0] == PLAYED else Act("T", widest),)

    def _observe(self, token: str) -> None:
        observed = read_observed(self.states[-1], token)
        if observed is None:
            raise _Problem(NotWellFormedError, f"{token!r} is no observation", "part:=value, as b.points:=12")
        self._decide(observed)

    # Marks between decisions.

    def _separate(self) -> None:
        """A stroke ends an activation; where it has ended by itself, or in turn 0, it only separates."""
        if self._separated == len(self.moves):
            self._refuse_stroke()
        while self._is_going_on():
            if not self._imply(None):
                self._refuse_stroke()
        self._separated = len(self.moves)

    def _refuse_stroke(self) -> None:
        state = self.states[-1]
        rule, waited = waiting_for(state)
        raise _Problem(NotUniqueError, f"there is no activation to end: {waited}", expected_symbols(state), rule)

    def _is_going_on(self) -> bool:
        """Whether the last decision belongs to an activation that has not ended."""
        current = activation_of(self.states[-1])
        if current is None or len(self.states) < 2:
            return current is not None
        before = activation_of(self.states[-2])
        same_turn = self.states[-2].turn == self.states[-1].turn
        return before is not None and same_turn and before.depth == current.depth

    def _mark(self, number: str) -> None:
        if self._lost:
            self._recover(number)
            return
        if number != ENDING and int(number) == self.states[-1].turn:
            return
        frame: type[Frame] = Revealing if number == ENDING else Placing
        while type(self.states[-1].now) is not frame:
            if not self._imply(None):
                self._refuse_mark(number)
        turn = self.states[-1].turn
        if number != ENDING and int(number) != turn:
            raise _Problem(NotWellFormedError, f"this is turn {turn}, not {number}", f"{turn}.")

    def _refuse_mark(self, number: str) -> None:
        state = self.states[-1]
        rule, waited = waiting_for(state)
        what = "the end has" if number == ENDING else f"turn {number} has"
        raise _Problem(NotUniqueError, f"{what} not come yet: {waited}", expected_symbols(state), rule)

    def _comment(self, token: str) -> None:
        if token[0] == "}" or not is_closed(token):
            raise _Problem(
                NotWellFormedError,
                "a brace closes no comment" if token[0] == "}" else "the comment is not closed",
                "{...}, with \\} for a brace inside",
            )
        if self._lost:
            return
        comment = unquote_comment(token)
        if self.moves:
            last = self.moves[-1]
            self.moves[-1] = Move(last.command, (*last.comments, comment), last.checks)
        else:
            self.opening_comments.append(comment)

    def _check(self, word: str, index: int) -> None:
        if not is_check(word):
            raise _Problem(NotWellFormedError, f"{word!r} is no check", "=bry, =12-9-7 or =# and a digest")
        while type(self.states[-1].now) is Drawing or (
            type(self.states[-1].now) is Activation and self._only_scoring_is_left()
        ):
            if not self._imply(None):
                break
        failure = check_failure(word, self.states[-1], self.events)
        if failure:
            self.findings.append(Finding(self.source.place(index), failure))
        if self.moves:
            last = self.moves[-1]
            self.moves[-1] = Move(last.command, last.comments, (*last.checks, word))
        else:
            self.opening_checks.append(word)

    def _only_scoring_is_left(self) -> bool:
        """Whether the turn's last activation has nothing pending, so that a check speaks of what follows it."""
        state = self.states[-1]
        now = state.now
        return type(now) is Activation and not now.pending and type(state.later[0]) is Bottom

    # Going on after an error.

    def _recover(self, number: str) -> None:
        """Take what could not be read as missed, up to the turn that the mark announces."""
        if number == ENDING:
            return
        for _ in range(200):
            state = self.states[-1]
            if type(state.now) is Placing and state.turn >= int(number):
                break
            substitute = _SUBSTITUTES.get(type(state.now))
            if substitute is None or (state.turn and state.turn > int(number)):
                return
            self._apply(substitute(state))
        self._lost = self.states[-1].turn != int(number)


_SUBSTITUTES: Final[dict[type[Frame], Callable[[State], Command]]] = {
    Dealing: lambda state: DealInfluence(()),
    TurningUp: lambda state: TurnUpInfluence(UNKNOWN),
    Keeping: lambda state: KeepInfluence(UNKNOWN),
    Drafting: lambda state: DraftCard(state.laid_out[0]),
    Drawing: lambda state: DrawCard(UNKNOWN),
    Placing: lambda state: Missed(),
    Activation: lambda state: Missed(),
    Bottom: lambda state: Missed(),
    Revealing: lambda state: RevealInfluence(UNKNOWN),
}
"""What is put in place of something that could not be read."""
