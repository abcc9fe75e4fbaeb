"""Errors and findings of a body with their places, and how reading continues after an error.

After an error, the rest of the turn is checked where it can be read, but not stored; where nothing more can be read, it
counts as missed, so that the turns that follow are checked too.
"""

from calimala_es.commands import DoAction, DrawCard, PlayCard, SkipAction
from calimala_es.components import UNKNOWN
from calimala_es.errors import IllegalCommandError
from calimala_es.frames import Activation, CardDraw
from calimala_es.state import State
from notation.errors import Finding, NotationError, NotLegalError, NotUniqueError, Place, Suggest, nothing_suggested
from notation.grammar.annotations import Prefix
from notation.grammar.tokens import Places, Source, Where
from notation.limits import MOST_ERRORS, MOST_FINDINGS
from notation.reader.deciding import Decider
from notation.reader.line import Line
from notation.reader.problems import Problem, WrongWordError
from notation.reader.remarks import Meant
from notation.reader.running import Refused


class GivenUpError(Exception):
    """There were too many errors, or the text is too long."""


class Failing:
    """The tokens of one game, the decider that reads them, and their errors.

    ``_prefix`` is the prefix for the braces that must come next.
    """

    def __init__(self, source: Source, start: State, errors: list[NotationError]) -> None:
        """Start at ``start``; add errors to ``errors``."""
        self.source = source
        self.errors = errors
        self.findings: list[Finding] = []
        self._decider = Decider(Line(start))
        self._tokens = source.tokens()
        self._places = Places(source, self._tokens)
        self._number_on = (-1, 0)
        self._prefix: Prefix | None = None

    @property
    def _line(self) -> Line:
        return self._decider.line

    def _fail(self, problem: WrongWordError, index: int, before: int) -> None:
        """Report an error and continue as well as possible; ``before`` is the number of decisions before the word."""
        line = self._decider.line
        is_choice = problem.kind is NotUniqueError
        meant = None if is_choice else Meant(self._word(index).upper(), line.state_at(before), line.state)
        line.forget(before)
        is_first = line.doubted != line.state.turn
        line.doubt(before)
        if is_first or not is_choice:
            self._report(problem, index, meant or nothing_suggested)
        self._prefix = None
        line.is_lost = not self._pass_over(problem, self._tokens[index])

    def _go_on(self, refused: Refused, index: int) -> None:
        """Decide the word at which ``run`` stopped; otherwise report it and continue as ``_fail`` does, in few steps.

        If only the card of a skipped action was refused, the action remains skipped.
        """
        decider = self._decider
        refusal = decider.go_on(refused)
        if refusal is None:
            return
        line, before, word, errors = decider.line, refused.before, self._tokens[index], self.errors
        place, meant = Where(self._places, index, 0), Meant(word, line.state_at(before), line.state)
        errors.append(
            NotLegalError(
                place,
                refusal.message,
                refusal.remedy,
                refusal.rule,
                suggest=meant,
                may_follow=bool(errors),
                is_due=refusal.is_due,
            )
        )
        line.doubt(before)
        if len(errors) >= MOST_ERRORS:
            raise GivenUpError
        more = len(line.moves) - before
        if more == 1 and _is_card_of_undone(refused, line):
            self._draw_unknown()
            return
        if more:
            line.forget(before)
        line.is_lost = not self._pass_over(refusal, word)

    def _draw_unknown(self) -> None:
        """Draw an unknown card, if one is due."""
        line = self._decider.line
        if type(line.state.now) is CardDraw:
            line.apply(DrawCard(UNKNOWN))

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
                line.apply(SkipAction(action))
            except IllegalCommandError:
                return False
            self._draw_unknown()
            return True
        return problem.kind is not NotUniqueError and command is None

    def _report(self, problem: WrongWordError, index: int, suggest: Suggest = nothing_suggested) -> None:
        """Add an error at a token."""
        errors = self.errors
        place = Where(self._places, index, self._skipped(index))
        errors.append(problem.at(place, suggest, may_follow=bool(errors)))
        if len(errors) >= MOST_ERRORS:
            raise GivenUpError

    def _find(self, index: int, message: str) -> None:
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(Finding(self._place(index), message))

    # Places.

    def _skipped(self, index: int) -> int:
        """Return the length of the turn number written on a token."""
        marked, skipped = self._number_on
        return skipped if marked == index else 0

    def _word(self, index: int) -> str:
        """Return a token without the turn number written on it."""
        return self._tokens[index][self._skipped(index) :]

    def _place(self, index: int) -> Place:
        return self._places.of(index, self._skipped(index))


def _is_card_of_undone(refused: Refused, line: Line) -> bool:
    """Return whether only a card was refused, drawn for the action that the last decision skips."""
    return (
        type(refused.commands[0]) is DrawCard
        and type(line.moves[-1].command) is SkipAction
        and type(line.state_before.now) is Activation
    )
