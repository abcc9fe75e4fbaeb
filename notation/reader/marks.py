"""Marks between decisions: strokes that end an activation, and the numbers of turns, which must have begun."""

from functools import partial
from typing import Final

from calimala_es.commands import DraftCard, ObservePart
from calimala_es.components import UNKNOWN
from calimala_es.decide import step
from calimala_es.events import Event
from calimala_es.frames import OFFERS, Activation, CardDraw, Frame, GameOver, InfluenceReveal, Placement
from calimala_es.state import State, activation_of
from notation.errors import NotUniqueError, NotWellFormedError
from notation.reader.problems import WrongWordError, not_yet, rule_at_work, waiting
from notation.reader.running import Runner
from notation.reader.shorthand import SUBSTITUTES, expected_symbols, implied, is_settled_but_for_scoring

_MOST_SUBSTITUTES: Final = 400
"""More decisions than any turn or any end of a game has."""


class Marks(Runner):
    """Continues through what may be omitted up to a stroke, a turn or the end, and past what could not be read."""

    def separate(self) -> None:
        """Read a stroke, which ends an activation; if it has ended already, or outside turns, the stroke only
        separates.
        """
        line = self.line
        current = activation_of(line.state)
        if line.separated == len(line.moves) or not self._has_ended(current):
            turn = line.state.turn
            while current and _is_same(current, turn, line.state):
                if not self.imply(None):
                    raise not_yet(NotUniqueError, "the activation cannot end yet: {waiting}", line.state)
            if not current:
                raise not_yet(NotWellFormedError, "there is no activation to end: {waiting}", line.state)
        line.separated = len(line.moves)

    def reach(self, frame: type[Frame], what: str) -> None:
        """Continue through what may be omitted until the game is at such a frame, or over."""
        first = self.line.state
        while type(self.line.state.now) not in (frame, GameOver):
            if not self.imply(None):
                state = self.line.state
                expected = partial(expected_symbols, first, state)
                message = waiting("{word} not come yet: {waiting}", state, what)
                raise WrongWordError(NotUniqueError, message, expected, rule_at_work(state), is_due=False)

    # Numbers of turns.

    def arrive(self, turn: int | None, *, is_repeated: bool) -> None:
        """Continue to an announced turn, or to the end (``None``); with ``is_repeated``, continue a turn under way.

        Raises ``WrongWordError`` if the turn has not come.
        """
        if turn is None:
            self.reach(InfluenceReveal, "the end has")
            return
        line = self.line
        current = line.state.turn
        has_begun = current > 0 and type(line.state.now) is not Placement and len(line.moves) > 0
        if turn == current and (is_repeated or not has_begun):
            return
        if turn > current or has_begun:
            wrong = f"this is turn {current}, not {turn}; " if turn < current else ""
            self.reach(Placement, f"{wrong}turn {current + 1} has")
        state = line.state
        if state.is_over:
            raise WrongWordError(NotWellFormedError, f"the game is over, there is no turn {turn}")
        if turn != state.turn:
            message = f"this is turn {state.turn}, not {turn}"
            raise WrongWordError(NotWellFormedError, message, f"{state.turn}.")

    def is_before(self, turn: int | None) -> bool:
        """Whether nothing can be read behind the number of a turn that has not come, since no turn begins here."""
        state = self.line.state
        return turn is None or type(state.now) is not Placement or turn > state.turn

    def recover(self, turn: int | None) -> None:
        """Treat what could not be read as missed, up to an announced turn, or to the end."""
        line = self.line
        goal = InfluenceReveal if turn is None else Placement
        if turn == 0:
            return
        for _ in range(_MOST_SUBSTITUTES):
            state = line.state
            if type(state.now) is goal and (turn is None or state.turn >= turn):
                line.is_lost = turn is not None and state.turn != turn
                return
            substitute = SUBSTITUTES.get(type(state.now))
            if substitute is None or (turn is not None and state.turn > turn):
                return
            command = substitute(state)
            line.apply(command)
            if type(command) is DraftCard and line.state.turn:
                self._hide_hands()

    def _hide_hands(self) -> None:
        """Hide the hands: nobody knows which starting cards were taken if the draft could not be read."""
        for seat in range(self.line.state.setup.players):
            self.line.apply(ObservePart(f"{seat}.hand", UNKNOWN))

    def settled(self) -> tuple[State, list[tuple[Event, ...]]] | None:
        """Return the state after the forced end of the turn, and its events; ``None`` if a choice is left."""
        state = self.line.state
        later: list[tuple[Event, ...]] = []
        while type(state.now) in (CardDraw, *OFFERS) or is_settled_but_for_scoring(state):
            supplied = implied(state, None, tells_influence=True)
            assert supplied is not None
            events, state = step(state, supplied)
            later.append(events)
        return (state, later) if later else None


def _is_same(activation: Activation, turn: int, state: State) -> bool:
    """Return whether this activation of this turn is still under way."""
    current = activation_of(state)
    return current is not None and state.turn == turn and current.depth == activation.depth
