"""What is wrong with words: problems before their place in the text is known, and the log of errors with places."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import ClassVar, Final

from msgspec import Struct

from calimala_es.commands import Command, DrawCard, SkipAction
from calimala_es.components import UNKNOWN
from calimala_es.errors import IllegalCommandError, NotDueError
from calimala_es.events import ActionImpossible, ActionWaived, Event
from calimala_es.frames import CardDraw
from calimala_es.game import Move, count_decided
from calimala_es.messages import Message, Text, waiting_message, waiting_rule
from calimala_es.notes import GLYPH_NUMBERS, Glyph
from calimala_es.state import State
from notation.errors import (
    MOST_ERRORS,
    MOST_FINDINGS,
    Finding,
    LazyPlace,
    LazyText,
    NotationError,
    NotLegalError,
    NotWellFormedError,
    Place,
    Suggest,
    nothing_suggested,
    to_text,
)
from notation.grammar.notes import write_glyph
from notation.grammar.symbols import format_command
from notation.grammar.tokens import Places, TokenPlace
from notation.reader.shorthand import expected_symbols


class WrongWordError(Exception):
    """Something is wrong with the word in hand; it becomes a ``NotationError`` once its place is known.

    ``command`` is the decision that was refused, if the word means one; ``is_due`` is off where it is one of
    another moment.
    """

    def __init__(
        self,
        kind: type[NotationError],
        message: LazyText,
        expected: LazyText = "",
        rule: LazyText = "",
        command: Command | None = None,
        *,
        is_due: bool = True,
    ) -> None:
        self.kind = kind
        self._parts = (message, expected, rule)
        self.command = command
        self.is_due = is_due

    def __str__(self) -> str:
        """Return what is wrong."""
        return str(to_text(self._parts[0]))

    @property
    def expected(self) -> Text:
        """What would be right."""
        return to_text(self._parts[1])

    @property
    def rule(self) -> str:
        """The id of the rule, empty if none applies."""
        return str(to_text(self._parts[2]))

    def at(self, place: LazyPlace, suggest: Suggest = nothing_suggested, *, may_follow: bool = False) -> NotationError:
        """Return the error with its place, now that it is known, and with suggestions."""
        message, expected, rule = self._parts
        return self.kind(place, message, expected, rule, suggest=suggest, may_follow=may_follow, is_due=self.is_due)


class Refusal(Struct, frozen=True, gc=False):
    """What the rules say against a word: rule, reason and remedy, and the decision that was refused.

    Damaged texts have many of them, so none is raised where it can be handed on.
    """

    rule: LazyText
    message: LazyText
    remedy: LazyText
    command: Command | None = None
    is_due: bool = True
    kind: ClassVar[type[NotationError]] = NotLegalError

    def at(self, place: LazyPlace, suggest: Suggest = nothing_suggested, *, may_follow: bool = False) -> NotationError:
        """Return the error with its place, now that it is known, and with suggestions."""
        return self.kind(
            place, self.message, self.remedy, self.rule, suggest=suggest, may_follow=may_follow, is_due=self.is_due
        )

    def raised(self) -> WrongWordError:
        """Return the refusal as an exception."""
        return WrongWordError(self.kind, self.message, self.remedy, self.rule, self.command, is_due=self.is_due)


Problem = WrongWordError | Refusal
"""What is wrong with a word."""


def refusal_from(error: IllegalCommandError, command: Command | None = None) -> Refusal:
    """Return the rules' objection to a word, put into words on request."""
    is_due = not isinstance(error, NotDueError)
    return Refusal(error.rule, lambda: error.message, lambda: error.remedy, command, is_due)


def no_card_due(state: State, last: Event | None, error: IllegalCommandError, card: str) -> Refusal:
    """Return why no card is drawn after the event ``last``, or the rules' objection to the card if one is due."""
    if type(state.now) is CardDraw:
        return refusal_from(error)
    if type(last) is ActionWaived:
        return _waived(last.action, is_mark=card == UNKNOWN)
    if type(last) is ActionImpossible and (state.deck or state.discard):
        return _brings_none(last.action)
    return _NONE_LEFT


@cache
def _waived(action: str, *, is_mark: bool) -> Refusal:
    reason = Message("the {action} action is possible here, so skipping it draws no card", action=action)
    skipped = f"{action}-"
    if is_mark:
        marked = f"{skipped}${GLYPH_NUMBERS[UNKNOWN]}"
        return Refusal("R5.9", reason, Message("write {word}, or {marked} for a mistake", word=skipped, marked=marked))
    return Refusal("R5.9", reason, Message("write {word} without a card", word=skipped))


@cache
def _brings_none(action: str) -> Refusal:
    remedy = Message("write {word} without a card; the Settings header says when cards are drawn", word=f"{action}-")
    return Refusal("R9.3", Message("no card is drawn for this action"), remedy)


_NONE_LEFT: Final = Refusal("R5.11", Message("there is no card to draw"), Message("leave out the card"))


def glyph_of_its_own(sign: str, start: State, moves: Sequence[Move]) -> WrongWordError:
    """Return the error for the sign of a glyph that is a word of its own, after the moves of a line.

    It says how the decision before it is marked; one unknown card more is answered with what is due instead.
    """
    number = GLYPH_NUMBERS[sign]
    expected: LazyText = Message("{number} for a glyph at the start", number=f"${number}")
    last = count_decided(moves)
    if last:
        before = moves[last - 2] if last > 1 else None
        symbol = format_command(before.state if before else start, moves[last - 1].command)
        if before and type(before.command) is SkipAction and type(moves[last - 1].command) is DrawCard:
            symbol = before.command.action + symbol
        marked = write_glyph(symbol, Glyph(number)) or f"{symbol}${number}"
        expected = Message("{marked} without a space, or {number} after a comment", marked=marked, number=f"${number}")
        if sign == symbol == UNKNOWN:
            expected = partial(expected_symbols, moves[-1].state)
    if sign == UNKNOWN:
        message = Message("{word} on its own is an unknown card, but no card is needed here", word=sign)
    else:
        message = Message("{word} has a space before it, so it does not belong to a decision", word=sign)
    return WrongWordError(NotWellFormedError, message, expected)


def rule_at_work(state: State) -> LazyText:
    """Return the rule that applies in a state, worked out on request."""
    return lambda: waiting_rule(state)


Early = Callable[[Message], Message]
"""Makes the message that something has not come yet, of the one that says what the game waits for."""


def cannot_end_yet(waiting: Message) -> Message:
    """Return the message that an activation cannot end yet."""
    return Message("the activation cannot end yet: {waiting}", waiting=waiting)


def nothing_to_end(waiting: Message) -> Message:
    """Return the message that no activation is under way."""
    return Message("there is no activation to end: {waiting}", waiting=waiting)


def end_not_reached(waiting: Message) -> Message:
    """Return the message that the end of the game has not come yet."""
    return Message("the game is not over yet: {waiting}", waiting=waiting)


def end_of_turn_not_reached(waiting: Message) -> Message:
    """Return the message that the end of a turn has not come yet."""
    return Message("the turn is not over yet: {waiting}", waiting=waiting)


def turn_not_reached(turn: int, waiting: Message) -> Message:
    """Return the message that a turn has not come yet."""
    return Message("turn {turn} has not begun yet: {waiting}", turn=turn, waiting=waiting)


def wrong_turn(current: int, turn: int, waiting: Message) -> Message:
    """Return why a turn cannot begin while the turn ``current`` is under way."""
    if turn > current:
        return turn_not_reached(current + 1, waiting)
    if turn == current:
        return Message("turn {turn} is not over yet: {waiting}", turn=turn, waiting=waiting)
    return Message("this is turn {current}, not {turn}: {waiting}", current=current, turn=turn, waiting=waiting)


def not_yet(kind: type[NotationError], early: Early, state: State) -> WrongWordError:
    """Return the error that something cannot come yet in a state; ``early`` makes its message of what is waited for."""
    expected = partial(expected_symbols, state)
    return WrongWordError(kind, lambda: early(waiting_message(state)), expected, rule_at_work(state), is_due=False)


class GivenUpError(Exception):
    """There were too many errors, or the text is too long."""


class ErrorLog:
    """Adds the errors and findings of a game's tokens to two lists, with their places."""

    def __init__(self, places: Places, errors: list[NotationError], findings: list[Finding]) -> None:
        """Add errors to ``errors`` and findings to ``findings``."""
        self.errors = errors
        self.findings = findings
        self._places = places
        self._number_on = (-1, 0)

    def report(self, problem: Problem, index: int, suggest: Suggest = nothing_suggested) -> None:
        """Add an error at a token; raises ``GivenUpError`` after the last that is reported."""
        errors = self.errors
        place = TokenPlace(self._places, index, self._skipped(index))
        errors.append(problem.at(place, suggest, may_follow=bool(errors)))
        if len(errors) >= MOST_ERRORS:
            raise GivenUpError

    def find(self, index: int, message: Text) -> None:
        """Add a finding at a token, if there are not too many."""
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(Finding(self.place(index), message))

    def number_on(self, index: int, length: int) -> None:
        """Note that a turn number of this length is written on a token, so that the word begins after it."""
        self._number_on = (index, length)

    def word(self, index: int) -> str:
        """Return a token without the turn number written on it."""
        return self._places.tokens[index][self._skipped(index) :]

    def place(self, index: int) -> Place:
        """Return the place of a token without the turn number written on it."""
        return self._places.of(index, self._skipped(index))

    def _skipped(self, index: int) -> int:
        marked, length = self._number_on
        return length if marked == index else 0
