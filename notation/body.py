"""The body of a record: tokens to decisions, each decided by the rules as it is read.

The reader is lax: case, the order of letters, turn numbers and everything that ``shorthand`` supplies may be left out.
It never guesses: a choice that is left out is an error. After an error the rest of the turn is taken as missed, so
that the turns that follow are looked at too; what follows the first error is checked and not kept.
"""

import re
from collections.abc import Sequence
from typing import Final

from calimala_es.commands import (
    Act,
    Command,
    DraftCard,
    DrawCard,
    EndActivation,
    Missed,
    Observed,
    Place,
    PlayCard,
    Skip,
)
from calimala_es.components import ACTION_WORDS, UNKNOWN
from calimala_es.decide import step
from calimala_es.errors import IllegalCommandError
from calimala_es.events import ActionImpossible, ActionWaived, Event
from calimala_es.observation import MAT_PARTS, PARTS, part_exists, value_fits
from calimala_es.refusals import waiting_for
from calimala_es.state import (
    OFFERS,
    ActionOffer,
    Activation,
    Bottom,
    Drawing,
    Frame,
    Over,
    Placing,
    Revealing,
    Scheming,
    State,
    activation_of,
)
from notation.checks import LOOK_BACK, MARK, check_failure, is_check
from notation.errors import Finding, NotationError, NotLegalError, NotUniqueError, NotWellFormedError
from notation.errors import Place as TextPlace
from notation.limits import MOST_DECISIONS, MOST_ERRORS, MOST_FINDINGS
from notation.record import Move
from notation.shorthand import SUBSTITUTES, completed, expected_symbols, implied, is_settled_but_for_scoring
from notation.symbols import (
    DEEDS,
    END,
    SEEN,
    TAKEN,
    Commands,
    placements,
    read_observed,
    read_symbol,
    street_of,
)
from notation.tokens import Source, is_closed, unquote_comment

_TURN: Final = re.compile(r"[0-9]{1,9}\.")
_MARKER: Final = re.compile(r"([0-9]{1,9}|[Ee])(\.+)(.*)", re.DOTALL)
ENDING: Final = "E"
"""What stands in place of a turn number before the influence cards that are turned over at the end."""

_MOST_SUBSTITUTES: Final = 400
"""More decisions than any turn or any end of a game has."""


class _WrongTokenError(Exception):
    """Something is wrong with the token in hand; it becomes a ``NotationError`` once its place is known."""

    def __init__(self, kind: type[NotationError], message: str, expected: str = "", rule: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.expected = expected
        self.rule = rule


class _GivenUpError(Exception):
    """There have been too many errors."""


_ENDED: Final = (EndActivation(),)


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
        self._comments: dict[int, list[str]] = {}
        self._checks: dict[int, list[str]] = {}
        self._placements = placements(start.setup.city)
        self._offsets: list[int] = []
        self._tokens = source.tokens()
        self._number_on = (-1, 0)
        self._sound: int | None = None
        self._is_lost = False
        self._separated = -1
        self._tells_influence = False

    @classmethod
    def going_on(
        cls,
        source: Source,
        commands: Sequence[Command],
        states: Sequence[State],
        events: Sequence[tuple[Event, ...]],
        errors: list[NotationError],
    ) -> "Body":
        """Go on from a game so far: its decisions, the start and the state after each, and the events of each."""
        body = cls(source, states[0], errors)
        body.moves, body.states, body.events = [*map(Move, commands)], [*states], [*events]
        body._tells_influence = bool(commands)
        return body

    def read(self) -> None:
        """Read every token; what was read soundly is left in ``moves``, ``states`` and ``events``."""
        try:
            for index, token in enumerate(self._tokens):
                before = len(self.moves)
                try:
                    self._read_token(token, index)
                except _WrongTokenError as problem:
                    self._forget(before)
                    self._is_lost = True
                    self._report(problem, index)
        except _GivenUpError:
            pass
        if self._sound is not None:
            self._forget(self._sound)
        for number in {*self._comments, *self._checks} - {0}:
            command = self.moves[number - 1].command
            self.moves[number - 1] = Move(command, self.comments_at(number), self.checks_at(number))

    def comments_at(self, number: int) -> tuple[str, ...]:
        """The comments behind so many decisions."""
        return tuple(self._comments.get(number, ()))

    def checks_at(self, number: int) -> tuple[str, ...]:
        """The checks behind so many decisions."""
        return tuple(self._checks.get(number, ()))

    def _forget(self, sound: int) -> None:
        """Take back all decisions but the first ``sound``."""
        del self.moves[sound:], self.events[sound:], self.states[sound + 1 :]

    def _report(self, problem: _WrongTokenError, index: int) -> None:
        if self._sound is None:
            self._sound = len(self.moves)
        place = self._place(index)
        self.errors.append(problem.kind(place, str(problem), problem.expected, problem.rule))
        if len(self.errors) >= MOST_ERRORS:
            raise _GivenUpError

    def _place(self, index: int) -> TextPlace:
        """The place of a token, without the turn number that is written on it."""
        self._offsets = self._offsets or self.source.offsets()
        marked, skipped = self._number_on
        skipped = skipped if marked == index else 0
        token = self._tokens[index][skipped:]
        return self.source.place(self._offsets[index] + skipped, len(token.split("\n", 1)[0]))

    def _read_token(self, token: str, index: int) -> None:
        """The canonical symbols of a turn, as most tokens are, take the short way."""
        now = self.states[-1].now
        kind = type(now)
        commands = DEEDS.get(token) if kind is Activation else self._placements.get(token) if kind is Placing else None
        if self._is_lost:
            self._read_slowly(token, index)
        elif commands is not None:
            self._decide(commands)
        elif token == END and type(now) is Activation and not now.pending:
            self._decide(_ENDED)
            self._separated = len(self.moves)
        elif _TURN.fullmatch(token):
            self._mark(token[:-1], index, is_repeated=False)
        else:
            self._read_slowly(token, index)

    def _read_slowly(self, token: str, index: int) -> None:
        """Everything but the canonical symbols of a turn."""
        if token[0] in "{}":
            self._comment(token)
            return
        marker = _MARKER.fullmatch(token) if "." in token else None
        if marker:
            self._mark(marker[1].upper(), index, is_repeated=len(marker[2]) > 1)
            token = marker[3]
            self._number_on = (index, marker.start(3)) if token else self._number_on
        if self._is_lost or not token:
            return
        if token[0] == MARK:
            self._check(token.lower(), index)
        elif token == END:
            self._separate()
        elif not token.isascii():
            strange = next(char for char in token if not char.isascii())
            message = f"{token!r} has a sign that no symbol has: {strange!r} (U+{ord(strange):04X})"
            raise _WrongTokenError(NotWellFormedError, message, "Latin letters, digits and signs of ASCII")
        elif SEEN in token:
            self._observe(token)
        else:
            self._symbol(token)

    # Decisions.

    def _apply(self, command: Command) -> None:
        events, state = step(self.states[-1], command)
        self.events.append(tuple(events))
        self.states.append(state)
        self.moves.append(Move(command))

    def _decide(self, commands: Commands) -> None:
        """Decide one command after another; written out, since reading spends its time here."""
        for command in commands:
            try:
                events, state = step(self.states[-1], command)
            except IllegalCommandError as error:
                self._decide_later(command, error)
                continue
            self.events.append(tuple(events))
            self.states.append(state)
            self.moves.append(Move(command))

    def _decide_later(self, command: Command, first: IllegalCommandError) -> None:
        """Decide a command that was refused after what may be left out before it; else tell the first refusal.

        The refusal of a later moment is told where the command speaks of that moment. Where a turn has to begin, a
        deed may be the name of a street as well: ``US`` builds a ship, or is the street between build and ship.
        """
        if type(command) is DrawCard and type(self.states[-1].now) is not ActionOffer:
            raise self._no_card_due(first)
        error = first
        while self._may_come_later(command) and self._imply(command):
            if type(command) is Act and type(self.states[-1].now) is Placing:
                (command,) = self._placements.get(command.action + command.way, (command,))
            try:
                self._apply(command)
                return
            except IllegalCommandError as later:
                error = later if _speaks_of(self.states[-1].now, command) else error
        raise _WrongTokenError(NotLegalError, error.reason, error.remedy, error.rule) from error

    def _may_come_later(self, command: Command) -> bool:
        kind = type(self.states[-1].now)
        if kind in OFFERS:
            return True
        return kind is Drawing if type(command) is Missed else isinstance(command, Act | Skip | PlayCard)

    def _no_card_due(self, error: IllegalCommandError) -> _WrongTokenError:
        last = self.events[-1][0] if self.events else None
        if type(self.states[-1].now) is Drawing:
            reason, remedy, rule = error.reason, error.remedy, error.rule
        elif type(last) is ActionWaived:
            word = ACTION_WORDS[last.action]
            reason, rule = f"{word} is possible here, and leaving it out brings no card", "R5.9"
            remedy = f"{last.action}- without a card"
        elif type(last) is ActionImpossible and (self.states[-1].deck or self.states[-1].discard):
            reason, rule = "no card is due for this action", "R9.3"
            remedy = f"{last.action}- without a card: see the settings for what brings one, and how many in a turn"
        else:
            reason, remedy, rule = "there is no card to draw", "no card", "R5.11"
        return _WrongTokenError(NotLegalError, reason, remedy, rule)

    def _imply(self, command: Command | None) -> bool:
        """Add what may be left out before ``command`` (``None``: before anything); whether there was such a thing."""
        supplied = implied(self.states[-1], command, tells_influence=self._tells_influence)
        if supplied is None:
            return False
        self._apply(supplied)
        return True

    def _symbol(self, token: str) -> None:
        word = token.upper()
        first = self.states[-1]
        while (commands := self._lookup(word)) is None:
            if not self._imply(None):
                raise self._unknown(token, word, first)
        self._decide(commands)
        self._tells_influence = True

    def _lookup(self, word: str) -> Commands | None:
        state = self.states[-1]
        commands = read_symbol(state, word)
        if commands is None and isinstance(state.now, Activation | Scheming):
            commands, meanings = completed(state, state.now, word)
            if meanings:
                message = f"{word} can mean several things"
                raise _WrongTokenError(NotUniqueError, message, " ".join(meanings), "R5")
        return commands

    def _unknown(self, token: str, word: str, first: State) -> _WrongTokenError:
        """The error for a word that means nothing from the state ``first`` on up to the next choice."""
        state = self.states[-1]
        rule, waited = waiting_for(first)
        expected = expected_symbols(first, state)
        if type(state.now) is Placing and (street := _no_street(state, word)):
            return _WrongTokenError(NotWellFormedError, f"{token!r}: {street}", expected, "R2.1")
        if word.isdigit() and word not in self._placements:
            expected = f"{word}. with a point, if it is the number of a turn"
        if type(state.now) is Bottom and word.endswith(TAKEN) and street_of(state, word[:-1]):
            return _WrongTokenError(NotUniqueError, f"{token} can mean several discs", expected, "R6.3")
        if word in DEEDS or word in self._placements:
            later_rule, waited = waiting_for(state)
            return _WrongTokenError(NotUniqueError, f"{token} cannot come yet: {waited}", expected, later_rule)
        return _WrongTokenError(NotWellFormedError, f"{token!r} is no symbol here; {waited}", expected, rule)

    def _observe(self, token: str) -> None:
        state = self.states[-1]
        observed = read_observed(state, token)
        if not part_exists(observed.part, state.setup):
            message = f"{token!r} speaks of no part of the position"
            expected = "a street, a row, council, deck, discard, active, or a colour and " + " ".join(MAT_PARTS)
            raise _WrongTokenError(NotWellFormedError, message, expected)
        if not value_fits(observed.part, observed.value, state.setup):
            raise _WrongTokenError(NotWellFormedError, f"{token!r} cannot be seen", PARTS[observed.part].words)
        if len(self.moves) >= MOST_DECISIONS:
            raise _WrongTokenError(NotWellFormedError, "the game is too long", f"at most {MOST_DECISIONS} decisions")
        self._decide((observed,))

    # Marks between decisions.

    def _separate(self) -> None:
        """A stroke ends an activation; where it has ended by itself, or outside of turns, it only separates."""
        current = activation_of(self.states[-1])
        if self._separated == len(self.moves) or not self._has_ended(current):
            turn = self.states[-1].turn
            while current and _is_same(current, turn, self.states[-1]):
                if not self._imply(None):
                    state = self.states[-1]
                    rule, waited = waiting_for(state)
                    message = f"the activation cannot end yet: {waited}"
                    raise _WrongTokenError(NotUniqueError, message, expected_symbols(state), rule)
            if not current:
                rule, waited = waiting_for(self.states[-1])
                message = f"there is no activation to end: {waited}"
                raise _WrongTokenError(NotWellFormedError, message, expected_symbols(self.states[-1]), rule)
        self._separated = len(self.moves)

    def _has_ended(self, current: Activation | None) -> bool:
        """Whether the last decision ended its activation, or there was none."""
        if current is None:
            return True
        if len(self.states) < 2:
            return False
        before = activation_of(self.states[-2])
        return type(self.states[-2].now) in OFFERS if before is None else before.depth != current.depth

    def _mark(self, number: str, index: int, *, is_repeated: bool) -> None:
        """The number of a turn, or the mark of the end; where it has not come, what lies before it is taken as missed.

        A number that has been before is told, and the turn is read all the same; ``7...`` goes on with turn 7.
        """
        if not self._is_lost:
            before = len(self.moves)
            try:
                self._arrive(number, is_repeated=is_repeated)
                return
            except _WrongTokenError as problem:
                state = self.states[-1]
                self._is_lost = number == ENDING or type(state.now) is not Placing or int(number) > state.turn
                if self._is_lost:
                    self._forget(before)
                self._report(problem, index)
        if self._is_lost:
            self._recover(number)

    def _arrive(self, number: str, *, is_repeated: bool) -> None:
        if number == ENDING:
            self._reach(Revealing, "the end has")
            return
        announced, turn = int(number), self.states[-1].turn
        has_begun = turn > 0 and type(self.states[-1].now) is not Placing and len(self.moves) > 0
        if announced == turn and (is_repeated or not has_begun):
            return
        if announced > turn or has_begun:
            wrong = f"this is turn {turn}, not {announced}; " if announced < turn else ""
            self._reach(Placing, f"{wrong}turn {turn + 1} has")
        state = self.states[-1]
        if state.is_over:
            raise _WrongTokenError(NotWellFormedError, f"the game is over, there is no turn {announced}")
        if announced != state.turn:
            message = f"this is turn {state.turn}, not {announced}"
            raise _WrongTokenError(NotWellFormedError, message, f"{state.turn}.")

    def _reach(self, frame: type[Frame], what: str) -> None:
        """Go on by what may be left out until the game is at such a frame, or over."""
        first = self.states[-1]
        while type(self.states[-1].now) not in (frame, Over):
            if not self._imply(None):
                rule, waited = waiting_for(self.states[-1])
                expected = expected_symbols(first, self.states[-1])
                raise _WrongTokenError(NotUniqueError, f"{what} not come yet: {waited}", expected, rule)

    def _comment(self, token: str) -> None:
        if not is_closed(token):
            message = "a brace closes no comment" if token[0] == "}" else "the comment is not closed"
            raise _WrongTokenError(NotWellFormedError, message, "{...}, with \\} for a brace inside")
        if self._sound is None:
            self._comments.setdefault(len(self.moves), []).append(unquote_comment(token))

    def _check(self, word: str, index: int) -> None:
        """A check holds here, or once everything has happened that is forced up to the end of the turn."""
        if not is_check(word):
            raise _WrongTokenError(NotWellFormedError, f"{word!r} is no check", "=bry, =12-9-7 or =# and a digest")
        failure = check_failure(word, self.states[-1], self.events)
        settled = self._settled() if failure else None
        if settled:
            failure = check_failure(word, *settled)
        if failure and len(self.findings) < MOST_FINDINGS:
            self.findings.append(Finding(self._place(index), failure))
        if self._sound is None:
            self._checks.setdefault(len(self.moves), []).append(word)

    def _settled(self) -> tuple[State, Sequence[Sequence[Event]]] | None:
        """The state after the forced end of the turn, and what then has happened; ``None`` if a choice is left."""
        state = self.states[-1]
        later: list[list[Event]] = []
        while type(state.now) in (Drawing, *OFFERS) or is_settled_but_for_scoring(state):
            supplied = implied(state, None, tells_influence=True)
            assert supplied is not None
            events, state = step(state, supplied)
            later.append(events)
        return (state, [*self.events[-LOOK_BACK:], *later]) if later else None

    # Going on after an error.

    def _recover(self, number: str) -> None:
        """Take what could not be read as missed, up to the turn that a mark announces."""
        is_end = number == ENDING
        goal = Revealing if is_end else Placing
        turn = 0 if is_end else int(number)
        if not turn and not is_end:
            return
        for _ in range(_MOST_SUBSTITUTES):
            state = self.states[-1]
            if type(state.now) is goal and state.turn >= turn:
                self._is_lost = not is_end and state.turn != turn
                return
            substitute = SUBSTITUTES.get(type(state.now))
            if substitute is None or (not is_end and state.turn > turn):
                return
            command = substitute(state)
            self._apply(command)
            if type(command) is DraftCard and self.states[-1].turn:
                self._hide_hands()

    def _hide_hands(self) -> None:
        """Nobody knows which starting cards were taken where the draft could not be read."""
        for seat in range(self.states[-1].setup.players):
            self._apply(Observed(f"{seat}.hand", UNKNOWN))


def _no_street(state: State, word: str) -> str:
    """That no street joins two tiles of the city, if that is what a word asks for."""
    tiles = word.rstrip("02")
    if len(tiles) != 2 or tiles[0] == tiles[1] or not set(tiles) <= set(ACTION_WORDS):
        return ""
    return f"no street joins {ACTION_WORDS[tiles[0]]} and {ACTION_WORDS[tiles[1]]} in this city"


def _speaks_of(now: Frame, command: Command) -> bool:
    """Whether a command that may have come later is one for this moment."""
    if type(command) is Place:
        return type(now) is Placing
    return isinstance(command, Act | Skip) and type(now) is Activation and command.action in now.pending


def _is_same(activation: Activation, turn: int, state: State) -> bool:
    """Whether this activation of this turn still goes on."""
    current = activation_of(state)
    return current is not None and state.turn == turn and current.depth == activation.depth
