"""A repaired game: one decision is changed, and every later one is decided again.

Each later decision is searched for where it was due, and is unchanged if it is still legal there. A decision that is
due and was not recorded is supplied, a card as ``?``; one that is no longer due is omitted. For each decision of a
player, and each card, that is no longer legal a chooser decides what happens to it.
"""

from typing import Final, NamedTuple

from calimala_es.commands import (
    CHANCE_COMMANDS,
    Command,
    DealInfluence,
    DeclineOffer,
    DrawCard,
    EndActivation,
    MarkMissed,
    ObservePart,
    PlaceDisc,
    SkipAction,
    TurnUpInfluence,
)
from calimala_es.components import UNKNOWN
from calimala_es.errors import IllegalCommandError
from calimala_es.frames import (
    INTERRUPTIONS,
    OFFERS,
    Activation,
    ActivationDue,
    CardDiscard,
    CardDraw,
    CardOffer,
    DiscOffer,
    EndCheck,
    Frame,
    GameOver,
    InfluenceScoring,
    IntrigueChoice,
    KeepOneCard,
    MoveOffer,
    Placement,
    Promotion,
    ThirdPartyAnswer,
    TileOffer,
    TileScoring,
    TurnEnd,
)
from calimala_es.game import Game
from calimala_es.messages import Message, Text, waiting_for, waiting_message
from calimala_es.state import State
from notation.errors import MOST_DECISIONS
from notation.grammar.symbols import format_command
from notation.reader.shorthand import SUBSTITUTES
from replays.edit.edits import Edit, RepairError
from replays.edit.outcomes import (
    Chooser,
    RepairConflict,
    Repaired,
    RepairOutcome,
    Resolution,
    Supplier,
    Trouble,
    missing_decision,
    nearest_decisions,
)
from replays.edit.repaired import RepairedGame, seat_in

_END: Final = 12
_STAGES: Final[dict[type[Frame], int]] = {
    Placement: 0,
    IntrigueChoice: 4,
    CardDiscard: 5,
    TileOffer: 6,
    Promotion: 7,
    CardOffer: 8,
    TileScoring: 8,
    MoveOffer: 9,
    TurnEnd: 10,
    EndCheck: 11,
}
"""The stages of a turn; discs have their depth, 1 to 3."""

_OF_DISCS: Final = (Activation, ActivationDue, DiscOffer, ThirdPartyAnswer)


class DueMoment(NamedTuple):
    """A place in a game; a later one is greater.

    ``left`` orders turn 0 and the end of the game, in which every frame is known from the beginning.
    """

    is_end: bool
    turn: int
    stage: int
    left: int = 0


def due_moment(state: State) -> DueMoment:
    """Return the place of a position."""
    frames = state.frames
    if any(type(frame) in (InfluenceScoring, GameOver) for frame in frames):
        return DueMoment(True, state.turn, _END, -len(frames))
    if not state.turn:
        return DueMoment(False, 0, 0, -len(frames))
    anchor = next((frame for frame in frames if not isinstance(frame, INTERRUPTIONS)), state.now)
    if isinstance(anchor, _OF_DISCS):
        return DueMoment(False, state.turn, anchor.depth)
    if type(state.now) is MoveOffer:
        anchor = state.now
    return DueMoment(False, state.turn, _STAGES.get(type(anchor), 0))


_ON_TOP: Final = (CardDraw, KeepOneCard, *OFFERS)
"""Frames that may interrupt another one; they are completed before that one continues."""

_FORMALITIES: Final = (*CHANCE_COMMANDS, EndActivation, DeclineOffer, SkipAction, MarkMissed)
"""The decisions that have no meaning if no decision of their kind is due."""

_UNKNOWN: Final[dict[type[Command], Command]] = {
    DrawCard: DrawCard(UNKNOWN),
    DealInfluence: DealInfluence(()),
    TurnUpInfluence: TurnUpInfluence(UNKNOWN),
}
"""The replacement for a card that is not possible."""


def repair(record: Game, edit: Edit, choose: Chooser, supply: Supplier | None = None) -> Repaired:
    """Repair a game with an edit, and report what happened to everything after it.

    ``supply`` gives decisions that are due and were not recorded; without it they are unknown. Decisions before the
    edit are untouched, and the record can always be replayed. Raises ``IllegalCommandError`` for an illegal choice,
    and ``RepairError`` for a game that would be too long to be read.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> from replays.edit.edits import remove_at
    >>> from replays.edit.outcomes import choose_observed
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> repaired = repair(game, remove_at(game, "7"), choose_observed)
    >>> repaired.first, len(repaired.conflicts)
    (47, 10)
    """
    repaired = RepairedGame(record, edit)
    _Repair(repaired, choose, supply).run()
    if repaired.count > MOST_DECISIONS:
        raise RepairError(
            Message(
                "the repaired game would have {number} decisions; the limit is {limit}",
                number=repaired.count,
                limit=MOST_DECISIONS,
            )
        )
    return repaired.repaired()


class _Repair:
    """The repair of a game, decision by decision."""

    def __init__(self, game: RepairedGame, choose: Chooser, supply: Supplier | None) -> None:
        self.game = game
        self._choose = choose
        self._supplier = supply
        self._stops = False

    def run(self) -> None:
        self.game.begin()
        number = self.game.edit.end
        while number < len(self.game.old) and not self._stops:
            if self.game.state == self.game.old[number].parent.state:
                self.game.copy_rest(number)
                return
            number = self._next(number)

    # One decision of the old game.

    def _next(self, number: int) -> int:
        """Handle a decision, or what comes before it; return the number of the next one."""
        node = self.game.old[number]
        before, command = node.parent.state, node.command
        here, there = due_moment(self.game.state), due_moment(before)
        if self.game.state.is_over or (here.is_end and not there.is_end):
            return self._gone(number)
        if here < there:
            return self._supply(number)
        if not isinstance(command, ObservePart):
            if here > there:
                return self._gone(number)
            if type(self.game.state.now) is not type(before.now):
                return self._supply(number) if isinstance(self.game.state.now, _ON_TOP) else self._gone(number)
            if seat_in(self.game.state) != seat_in(before):
                return self._gone(number)
        try:
            return self.game.copy(number)
        except IllegalCommandError as error:
            return self._refused(number, error)

    # Decisions that are due and were not recorded.

    def _supply(self, number: int) -> int:
        """Supply what is due before a decision of the old game; return the same number again."""
        state = self.game.state
        if type(state.now) is Activation and not state.now.pending:
            self.game.apply(EndActivation())
            return number
        command = DeclineOffer() if isinstance(state.now, OFFERS) else SUBSTITUTES[type(state.now)](state)
        if self._supplier is not None:
            return self._ask(self._supplier, number, command)
        rule, waited = waiting_for(state)
        word = format_command(state, command)
        seat = seat_in(state)
        self.game.apply(command)
        self.game.outcomes.append(
            RepairOutcome("supplied", "missing", self.game.old[number].id, seat, "", rule, waited, "", (), (word,))
        )
        return number

    def _ask(self, supply: Supplier, number: int, unknown: Command) -> int:
        """Apply the supplied decision for one that was not recorded; return the same number again."""
        state, place = self.game.state, self.game.next_place(unknown)
        missing = missing_decision(state, unknown, place)
        if missing is None:
            self.game.apply(unknown)
            return number
        command = missing.nearest[0] if len(missing.nearest) == 1 else supply(missing)
        why = (missing.rule, missing.reason, "")
        self.game.apply(command)
        instead = (format_command(state, command),)
        self.game.outcomes.append(RepairOutcome("entered", "missing", place, missing.seat, "", *why, (), instead))
        return number

    # Decisions that are no longer legal.

    def _gone(self, number: int) -> int:
        """Handle a decision that is no longer due; return the number of the next one."""
        node = self.game.old[number]
        rule, waited = waiting_for(self.game.state)
        was_due = waiting_message(node.parent.state)
        if self.game.state.is_over:
            self.game.report("dropped", "over", number, (rule, waited, ""))
            return self.game.omit(number)
        if isinstance(node.command, _FORMALITIES):
            if not isinstance(node.command, EndActivation):
                trouble: Trouble = "chance" if isinstance(node.command, CHANCE_COMMANDS) else "idle"
                self.game.report("dropped", trouble, number, (rule, waited, ""))
            return self.game.omit(number)
        return self._conflict(number, "gone", (rule, waited, was_due), ())

    def _refused(self, number: int, error: IllegalCommandError) -> int:
        """Handle a decision that is due but illegal; return the number of the next one."""
        node = self.game.old[number]
        command = node.command
        if isinstance(command, EndActivation):
            return self._supply(number)
        why = (error.rule, error.message, error.remedy)
        if type(command) in _UNKNOWN:
            return self._conflict(number, "chance", why, (_UNKNOWN[type(command)],))
        return self._conflict(number, "refused", why, nearest_decisions(self.game.state, command, node.symbol))

    def _conflict(
        self, number: int, trouble: Trouble, why: tuple[str, Text, Text], options: tuple[Command, ...]
    ) -> int:
        node = self.game.old[number]
        words = tuple(format_command(self.game.state, option) for option in options)
        conflict = RepairConflict(
            node.id,
            seat_in(node.parent.state),
            node.symbol,
            trouble,
            node.command,
            self.game.state,
            *why,
            options,
            words,
        )
        choice = self._choose(conflict)
        if choice is Resolution.STOPPED:
            self.game.report("stopped", trouble, number, why, words)
            self._stops = True
            return self.game.omit(number, len(self.game.old))
        if trouble == "chance" and isinstance(choice, Resolution):
            # The decision had results: a card that is not possible becomes unknown.
            choice = options[0]
        if choice is Resolution.DROPPED:
            return self._without(number, trouble, why, words)
        if choice is Resolution.OBSERVED:
            return self._observed(number, trouble, why, words)
        assert not isinstance(choice, Resolution)
        word = format_command(self.game.state, choice)
        self.game.apply(choice)
        self.game.report("replaced", trouble, number, why, words, (word,))
        return self.game.done(number)

    def _without(self, number: int, trouble: Trouble, why: tuple[str, Text, Text], words: tuple[str, ...]) -> int:
        """Omit a decision, a placement with its turn, which then counts as missed; return the next one's number."""
        end = (
            self._end_of_turn(number)
            if trouble == "refused" and isinstance(self.game.old[number].command, PlaceDisc)
            else number + 1
        )
        if end > number + 1:
            self.game.report(
                "dropped", trouble, number, why, words, (format_command(self.game.state, MarkMissed()),), end
            )
            self.game.apply(MarkMissed())
            return self.game.done(number, end)
        self.game.report("dropped", trouble, number, why, words)
        return self.game.omit(number)

    def _observed(self, number: int, trouble: Trouble, why: tuple[str, Text, Text], words: tuple[str, ...]) -> int:
        """Turn a decision's effects into observations, for a placement those of its turn, which counts as missed."""
        is_turn = trouble == "refused" and isinstance(self.game.old[number].command, PlaceDisc)
        end = self._end_of_turn(number) if is_turn else number + 1
        known = self.game.count
        commands: list[Command] = [*self.game.observe(number, end)]
        if is_turn:
            # The missed turn uses a disc by itself, a coloured one if there is any (R4.1). The observation comes first,
            # since a player without discs is skipped.
            part = f"{self.game.state.active}.coloured"
            left = next((c.value for c in commands if isinstance(c, ObservePart) and c.part == part), "")
            left = left or str(self.game.state.mats[self.game.state.active].coloured)
            others = [c for c in commands if not (isinstance(c, ObservePart) and c.part == part)]
            commands = [ObservePart(part, str(int(left) + 1)), *others, MarkMissed()]
        symbols: list[str] = []
        for command in commands:
            symbols.append(format_command(self.game.state, command))
            self.game.apply(command)
        self.game.report("observed", trouble, number, why, words, tuple(symbols), end)
        return self.game.done(number, end) if self.game.count > known else self.game.omit(number, end)

    def _end_of_turn(self, number: int) -> int:
        """Return the number of the first decision after the turn of a placement."""
        turn = self.game.old[number].parent.state.turn
        end = number + 1
        while end < len(self.game.old):
            there = due_moment(self.game.old[end].parent.state)
            if there.is_end or there.turn != turn:
                break
            end += 1
        return end
