"""Translate the words of a placement record into decisions: a word is a turn, unless a colon marks a full turn."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from calimala_es.commands import Command, DoAction, MarkMissed, ObservePart, PlaceDisc, PlayCard, SkipAction
from calimala_es.components import ACTIONS, IDLE_SUPPORT, SUPPORT
from calimala_es.frames import (
    OFFERS,
    Activation,
    ActivationDue,
    CardDraw,
    Frame,
    GameOver,
    InfluenceReveal,
    IntrigueChoice,
    KeepOneCard,
    Placement,
)
from calimala_es.messages import Message, waiting_for
from calimala_es.state import State
from notation.errors import NotUniqueError, NotWellFormedError, quote
from notation.grammar.symbols import DEEDS, INTRIGUE_DEEDS, MISSED, Commands, read_symbol
from notation.partial.coverage import Context, coverage_of
from notation.partial.means import Following, means_of, means_of_placement
from notation.partial.points import claims_of, final_points, points_by_checks
from notation.partial.rest import ANSWERED, is_at_rest, rest_command, rest_of_start, supplied_until
from notation.partial.upcoming import following
from notation.reader.deciding import Decider
from notation.reader.line import Line
from notation.reader.problems import Early, WrongWordError, end_of_turn_not_reached, turn_not_reached
from notation.reader.shorthand import expected_symbols, implied_command

IN_FULL: Final = ":"
"""Marks a turn recorded in full; it follows the placement."""


class Knowledge:
    """What is known of a line of decisions while it is read: its context (``origin`` at first) and its last turn.

    ``first`` is the number of decisions before the turn under way, or before the turn just recorded, and ``None`` if
    there is neither. ``begins`` is true once a mark has announced another turn, ``is_start`` once one has announced
    turn 0. ``claims`` are the checks of the turn, each with the number of decisions before it and its place in the
    text.
    """

    def __init__(self, context: Context, first: int | None) -> None:
        """Start in a context."""
        self.origin = context
        self.context = context
        self.first = first
        self.begins = False
        self.is_start = False
        self.claims: list[tuple[int, int]] = []
        self.problems: list[tuple[int, Message]] = []


class PlacementDecider(Decider):
    """Add to ``line`` the decisions that words record and those that this depth omits."""

    def __init__(self, line: Line) -> None:
        """Continue from a line."""
        super().__init__(line)
        self.tokens: Sequence[str] = ()
        self.index = 0
        self._known: dict[Line, Knowledge] = {}

    @property
    def known(self) -> Knowledge:
        """What is known of the line."""
        known = self._known.get(self.line)
        if known is None:
            first = 0 if self.line.state.turn and not is_at_rest(self.line.state) else None
            known = self._known[self.line] = Knowledge(Context(is_full=True), first)
        return known

    def branch_off(self, outer: Line) -> None:
        """Make the line a variation of the last decision of another line."""
        known = self._known.get(outer)
        if known is None:
            return
        start = self.line.start
        mid_turn = start.turn > 0 and not is_at_rest(start)
        self._known[self.line] = Knowledge(known.context, 0 if mid_turn else None)

    @property
    def is_full(self) -> bool:
        """Whether the turn under way is recorded in full."""
        return self.known.context.is_full and not is_at_rest(self.line.state) and self.line.state.turn > 0

    @property
    def _is_left_out(self) -> bool:
        """Whether a turn is under way of which only the placement is recorded."""
        return not self.known.context.is_full and not is_at_rest(self.line.state) and self.line.state.turn > 0

    # Words.

    def symbol(self, token: str) -> None:
        """Decide what a word means."""
        word = token.upper()
        is_full = word.endswith(IN_FULL)
        place = self.placements.get(word[:-1] if is_full else word)
        is_missed = word == MISSED and not self.line.state.turn and type(self.line.state.now) is not KeepOneCard
        if is_missed:
            self._at_rest(token, word)
        elif not self.line.state.turn and self.known.is_start and not self.known.begins:
            self._in_turn_0(token, word)
        elif place and not self._is_deed(word):
            self._place_disc(place, token, is_full=is_full)
        elif not self.line.state.turn and not is_at_rest(self.line.state):
            self._in_turn_0(token, word)
        elif self._is_left_out and not self.known.begins:
            self._answer(token, word)
        elif self.is_full and not self.known.begins:
            self._lead_to(word)
            super().symbol(token)
        else:
            self._at_rest(token, word)
        self.line.records_influence = True

    def _is_deed(self, word: str) -> bool:
        """Return whether a word that could be a placement is something else here."""
        state = self.line.state
        if self.known.begins or is_at_rest(state) or self._is_left_out:
            return False
        commands = read_symbol(state, word) or (DEEDS.get(word) if state.turn else None)
        if not commands:
            return False
        command = commands[0]
        if not isinstance(command, DoAction | SkipAction):
            return True
        later = [
            frame
            for frame in (state.now, *state.later)
            if isinstance(frame, Activation | ActivationDue | IntrigueChoice)
        ]
        return any(command.action in frame.pending for frame in later)

    def _place_disc(self, place: Commands, token: str, *, is_full: bool) -> None:
        self.finish()
        line, known = self.line, self.known
        command = place[0]
        if type(line.state.now) is not Placement or type(command) is not PlaceDisc:
            raise self.unknown(token, token.upper(), line.state)
        if known.context.is_incomplete:
            if command.disc == IDLE_SUPPORT and not is_full:
                command = PlaceDisc(command.street, SUPPORT)
            self._take(means_of_placement(line.state, command))
        self._begin_turn(is_full=is_full)
        super().decide((command,))

    def _begin_turn(self, *, is_full: bool) -> None:
        known = self.known
        known.first = len(self.line.moves)
        known.context = known.context._replace(is_full=is_full)

    def start(self, word: str) -> None:
        """Decide what a word of turn 0 means."""
        self.known.is_start = True
        self.symbol(word)

    def _in_turn_0(self, token: str, word: str) -> None:
        """Read a word of turn 0 after supplying what was not recorded before it."""
        line = self.line
        while read_symbol(line.state, word) is None and not is_at_rest(line.state):
            commands = rest_of_start(line.state)
            if commands is None:
                break
            for command in commands:
                line.apply(command)
        if is_at_rest(line.state):
            self.symbol(token)
        else:
            super().symbol(token)

    def _answer(self, token: str, word: str) -> None:
        """Read what accompanies the placement of a turn (R6.3, R11.Cerchi); ``_`` is the turn after it."""
        line = self.line
        while not is_at_rest(line.state):
            commands = read_symbol(line.state, word) if type(line.state.now) in ANSWERED else None
            if commands and type(commands[0]) is not MarkMissed:
                super().decide(commands)
                return
            line.apply(rest_command(line.state))
        commands = read_symbol(line.state, word)
        if commands is None:
            raise self._not_a_placement(token, line.state)
        self._at_rest(token, word)

    def _not_a_placement(self, token: str, state: State) -> WrongWordError:
        """Return the error for a word that is not a placement of this city."""
        if len(token.rstrip("02")) == 2 and {*token.upper().rstrip("02")} <= {*ACTIONS}:
            return self.unknown(token, token.upper(), state)
        message = f"{quote(token)} is not a placement, and this record has only placements (Depth)"
        expected = "a street, as AS, AS2 or _; AS: before a turn that is told in full; "
        return WrongWordError(NotWellFormedError, message, f"{expected}{expected_symbols(state)}")

    def _at_rest(self, token: str, word: str) -> None:
        """Read a missed turn or an influence card at the end of the game."""
        self.finish()
        state = self.line.state
        commands = read_symbol(state, word)
        if commands is None:
            raise (
                self._not_a_placement(token, state)
                if type(state.now) is Placement
                else self.unknown(token, word, state)
            )
        if type(state.now) is Placement:
            self._begin_turn(is_full=False)
        super().decide(commands)

    def observe(self, token: str) -> None:
        """Observe a part of the position; this ends a turn of which only the placement is recorded."""
        if not self.is_full or self.known.begins:
            if self.line.state.turn or self.known.begins:
                self.finish()
        super().observe(token)

    def separate(self) -> None:
        """Read a stroke, in turn 0 or in a turn recorded in full."""
        if self._is_left_out or (is_at_rest(self.line.state) and not self._just_recorded):
            message = Message("a stroke belongs to a turn that is recorded in full, and this one is not")
            raise WrongWordError(NotWellFormedError, message, Message("a street and a colon, e.g. AS:"))
        super().separate()

    @property
    def _just_recorded(self) -> bool:
        return self.known.context.is_full and self.known.first is not None

    # What is supplied.

    def _take(self, means: Sequence[ObservePart]) -> None:
        for observed in means:
            self.line.apply(observed)

    @property
    def _takes_means(self) -> bool:
        return self.known.context.is_incomplete and self.is_full

    def decide(self, commands: Commands) -> None:
        """Decide commands one by one, each after the observations it requires."""
        for place, command in enumerate(commands):
            if self._takes_means:
                more = commands[place + 1] if place + 1 < len(commands) else None
                self._take(means_of(self.line.state, command, self._following(command, more)))
            super().decide((command,))

    def imply(self, command: Command | None) -> bool:
        """Add what may be omitted; if goods are not recorded, missing goods do not make an action impossible."""
        if self._is_left_out:
            return False
        if not self._takes_means:
            return super().imply(command)
        supplied = implied_command(self.line.state, command, records_influence=True)
        if supplied is None or isinstance(supplied, DoAction | SkipAction):
            return False
        self._take(means_of(self.line.state, supplied, self._following(supplied, command)))
        self.line.apply(supplied)
        return True

    def _lead_to(self, word: str) -> None:
        """Continue to the moment of a deed, so that what it requires is observed there."""
        commands = DEEDS.get(word) or INTRIGUE_DEEDS.get(word)
        if not self._takes_means or commands is None or type(commands[0]) is PlayCard:
            return
        command = commands[0]
        while not is_at_rest(self.line.state) and self._comes_later(command):
            if not self.imply(command):
                return

    def _comes_later(self, command: Command) -> bool:
        now = self.line.state.now
        if isinstance(now, Activation | IntrigueChoice):
            return (
                isinstance(command, DoAction | SkipAction)
                and command.action not in now.pending
                and command.action != "I"
            )
        return type(now) is CardDraw or type(now) in OFFERS

    def _following(self, command: Command, more: Command | None) -> Following:
        """Return what the next words say that the decision depends on."""
        return following(self.tokens, self.index, command, more, self.line.state)

    # Turns.

    def mend(self) -> None:
        """Supply what the last turn omits in a line that was cut at an error."""
        line, known = self.line, self.known
        coverage = coverage_of(line.start, line.moves, known.origin)
        if type(line.state.now) is GameOver:
            known.context = coverage.contexts[-1]
            self._settle_end()
        elif coverage.turns and coverage.turns[-1].end == len(line.moves):
            turn = coverage.turns[-1]
            known.context, known.first = coverage.contexts[turn.first]._replace(is_full=turn.is_full), turn.first
            self.finish(at_end=True)
            known.problems.clear()
        line.sound = len(line.moves)
        line.close()

    def ahead(self) -> State:
        """Return the state at the end of the turn under way, or of turn 0, without going there."""
        supplied = [*supplied_until(self.line.state, ())]
        return supplied[-1][1] if supplied else self.line.state

    def arrive(self, turn: int | None, *, is_repeated: bool) -> None:
        """Read a number that announces the turn after one recorded by its placement, and wait for its word."""
        state = self.line.state
        if self.is_full or (is_repeated and turn == state.turn):
            super().arrive(turn, is_repeated=is_repeated)
            return
        if turn == 0 and not state.turn:
            self.known.is_start = True
            return
        ahead = self.ahead()
        if turn is None:
            if not isinstance(ahead.now, InfluenceReveal | GameOver):
                message = Message("the end of the game has not come yet: this is turn {turn}", turn=ahead.turn)
                raise WrongWordError(NotUniqueError, message, Message("{symbols}", symbols=f"{ahead.turn}."))
        elif type(ahead.now) is not Placement or turn != ahead.turn:
            message, expected = Message("the game is over, so there is no turn {number}", number=turn), "E."
            if isinstance(ahead.now, Placement):
                message = Message("this is turn {turn}, not {number}", turn=ahead.turn, number=turn)
                expected = f"{ahead.turn}."
            raise WrongWordError(NotWellFormedError, message, Message("{symbols}", symbols=expected))
        self.known.begins = not is_at_rest(state)

    def recover(self, turn: int | None) -> None:
        """Treat what could not be read as missed; nothing more is known of a turn under way."""
        super().recover(turn)
        self.known.first, self.known.begins = None, False

    def finish(self, *, at_end: bool = False) -> None:
        """Continue to the end of the turn under way, and observe what the checks after it state.

        With ``at_end`` nothing follows, so a turn recorded in full, or turn 0, may stop where it is.
        """
        line, known = self.line, self.known
        known.begins = False
        if at_end and self.is_full and known.first is not None and _is_left_out(line, known.first):
            known.context = known.context._replace(is_full=False)
        if at_end and (self.is_full or not line.state.turn) and not is_at_rest(line.state):
            return
        if self.is_full:
            self.reach(Placement, end_of_turn_not_reached)
        else:
            for command, _ in supplied_until(line.state, ()):
                line.apply(command)
            if not is_at_rest(line.state):
                self.reach(Placement, partial(turn_not_reached, 1))
        if known.first is not None:
            self._settle(known.first)
            known.first = None
        if type(line.state.now) is GameOver:
            self._settle_end()
        known.claims.clear()

    def reach(self, frame: type[Frame], early: Early) -> None:
        """Continue through what may be omitted until the game is at rest."""
        if frame is not Placement:
            super().reach(frame, early)
            return
        line, first = self.line, self.line.state
        while not is_at_rest(line.state):
            if not self.imply(None):
                rule, waited = waiting_for(line.state)
                expected = expected_symbols(first, line.state)
                raise WrongWordError(
                    NotUniqueError,
                    early(waited),
                    expected,
                    rule,
                )

    def _settle(self, first: int) -> None:
        line, known = self.line, self.known
        context, moves = known.context, line.moves[first:]
        incomplete = context.is_incomplete or any(type(move.command) is MarkMissed for move in moves)
        unsure = context.is_unsure
        if incomplete:
            turn = [(move.command, line.notes_at(number)) for number, move in enumerate(moves, first + 1)]
            claims = claims_of(turn, is_full=context.is_full)
            points = points_by_checks(claims, line.state, [move.events for move in moves], is_unsure=unsure)
            indices = [index for _, index in known.claims][-len(claims) :] if claims else []
            known.problems += [(indices[place], text) for place, text in points.problems if place < len(indices)]
            unsure = points.is_unsure
            self._take(points.observed)
        known.context = context._replace(is_incomplete=incomplete, is_unsure=unsure)

    def _settle_end(self) -> None:
        """Observe the points before the last influence card is revealed, as given by a total after that card."""
        line = self.line
        if (
            not self.known.context.is_incomplete
            or len(line.moves) < 1
            or type(line.state_before.now) is not InfluenceReveal
        ):
            return
        last = len(line.moves)
        taken = final_points(line.state_before, line.moves[-1].command, line.notes_at(last))
        if taken:
            line.insert(taken)


def _is_left_out(line: Line, first: int) -> bool:
    """Return whether only the placement of a turn is recorded."""
    return type(line.state_at(first).now) is Placement and all(
        move.command == rest_command(line.state_at(place)) and not line.notes_at(place + 1)
        for place, move in enumerate(line.moves[first + 1 :], first + 1)
    )
