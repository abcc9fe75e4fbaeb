"""Turn words into decisions: each is decided by the rules as it is read, after what may be omitted before it.

Knows nothing of the location of a word in a text. Words may be written freely: case and the order of letters do not
matter, and everything that ``shorthand`` supplies may be omitted; an omitted choice is an error.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from calimala_es.commands import Command, DoAction, DrawCard, MarkMissed, PlaceDisc, PlayCard, SkipAction
from calimala_es.components import ACTION_WORDS
from calimala_es.errors import IllegalCommandError
from calimala_es.frames import (
    OFFERS,
    ActionOffer,
    Activation,
    CardDraw,
    Frame,
    GameOver,
    IntrigueChoice,
    Placement,
    Promotion,
)
from calimala_es.observation import MAT_PARTS, PARTS, part_exists, value_fits
from calimala_es.state import State
from notation.errors import MOST_QUOTED, NotUniqueError, NotWellFormedError, Words, quoted
from notation.grammar.symbols import DEEDS, TAKEN, Commands, read_observed, read_symbol, street_of
from notation.limits import MOST_DECISIONS
from notation.reader.marks import Marks
from notation.reader.problems import Refusal, WrongWordError, illegal, no_card_due, rule_at_work, waiting
from notation.reader.running import Refused
from notation.reader.shorthand import completed, expected_symbols, is_meant_for

_DEEDS: Final = frozenset((DoAction, SkipAction, PlayCard))


class Decider(Marks):
    """Adds to ``line`` the decisions of words and marks."""

    def go_on(self, refused: Refused) -> Refusal | None:
        """Decide the word at which ``run`` stopped, after what may be omitted before it; return a refusal, if any."""
        self.refused = None
        commands = refused.commands
        refusal = self._decide_later(commands[0], refused.error)
        if refusal is None:
            refusal = self._decided(commands[1:])
        if refusal is None:
            self.line.tells_influence = True
        return refusal

    def decide(self, commands: Commands) -> None:
        """Decide commands one by one, each after what may be omitted before it; raises ``WrongWordError``."""
        refusal = self._decided(commands)
        if refusal is not None:
            raise refusal.raised()

    def _decided(self, commands: Sequence[Command]) -> Refusal | None:
        for command in commands:
            try:
                self.line.apply(command)
            except IllegalCommandError as error:
                refusal = self._decide_later(command, error)
                if refusal is not None:
                    return refusal
        return None

    def _decide_later(self, command: Command, first: IllegalCommandError) -> Refusal | None:
        """Decide a refused command after what may be omitted before it; otherwise return the first refusal.

        The refusal of a later moment is reported if the command is meant for that moment. Where a turn must begin, a
        deed may be the name of a street as well: ``US`` builds a ship, or is the street between build and ship.
        """
        line = self.line
        now = line.state.now
        if type(command) is DrawCard and type(now) is not ActionOffer:
            return no_card_due(line, first)
        if type(now) is Activation and is_meant_for(now, command):
            return illegal(first, command)
        error = first
        while _may_come_later(line.state, command) and self.imply(command):
            if type(command) is DoAction and type(line.state.now) is Placement:
                (command,) = self.placements.get(command.action + command.option, (command,))
            try:
                line.apply(command)
                return None
            except IllegalCommandError as later:
                error = later if _speaks_of(line.state.now, command) else error
        return illegal(error, command)

    def symbol(self, token: str) -> None:
        """Decide what a word stands for, possibly after what is omitted; raises ``WrongWordError``."""
        word = token.upper()
        first = self.line.state
        while (commands := self._lookup(word)) is None:
            if not self.imply(None):
                raise self._unknown(token, word, first)
        self.decide(commands)
        self.line.tells_influence = True

    def means_something(self, word: str) -> bool:
        """Return whether an upper-case word is a symbol at once, without anything omitted before it."""
        return read_symbol(self.line.state, word) is not None

    def _lookup(self, word: str) -> Commands | None:
        state = self.line.state
        commands = read_symbol(state, word)
        if commands is None and (type(state.now) is Activation or type(state.now) is IntrigueChoice):
            commands, meanings = completed(state, state.now, word)
            if meanings:
                message = f"{word} can mean several things"
                rule = "R10.3" if type(state.now) is IntrigueChoice else "R5"
                raise WrongWordError(NotUniqueError, message, " ".join(meanings), rule)
        return commands

    def _unknown(self, token: str, word: str, first: State) -> WrongWordError:
        """Return the error for a word without a meaning from the state ``first`` up to the next choice."""
        state = self.line.state
        expected: Words = partial(expected_symbols, first, state)
        if type(state.now) is Placement and (street := _no_street(state, word)):
            return WrongWordError(NotWellFormedError, f"{quoted(token)}: {street}", expected, "R2.1")
        if word.isdigit() and len(word) <= MOST_QUOTED and word not in self.placements:
            expected = f"{word}. with a point, if it is the number of a turn"
        if type(state.now) is Promotion and word.endswith(TAKEN) and street_of(state, word[:-1]):
            return WrongWordError(NotUniqueError, f"{token} can mean several discs", expected, "R6.3")
        if word in DEEDS or word in self.placements:
            message = waiting("{word} cannot come yet: {waiting}", state, token)
            return WrongWordError(
                NotUniqueError, message, expected, rule_at_work(state), is_due=type(state.now) is GameOver
            )
        message = waiting("{word} is no symbol here; {waiting}", first, quoted(token))
        return WrongWordError(NotWellFormedError, message, expected, rule_at_work(first))

    def observe(self, token: str) -> None:
        """Observe a part of the position; raises ``WrongWordError``."""
        state = self.line.state
        observed = read_observed(state, token)
        if not part_exists(observed.part, state.setup):
            message = f"{quoted(token)} speaks of no part of the position"
            expected = "a street, a row, council, deck, discard, active, or a colour and " + " ".join(MAT_PARTS)
            raise WrongWordError(NotWellFormedError, message, expected)
        if not value_fits(observed.part, observed.value, state.setup):
            raise WrongWordError(NotWellFormedError, f"{quoted(token)} cannot be seen", PARTS[observed.part].words)
        if len(self.line.moves) >= MOST_DECISIONS:
            raise WrongWordError(NotWellFormedError, "the game is too long", f"at most {MOST_DECISIONS} decisions")
        self.decide((observed,))


def _may_come_later(state: State, command: Command) -> bool:
    """Return whether something may be omitted before a command that was refused."""
    kind = type(state.now)
    if kind in OFFERS:
        return True
    return kind is CardDraw if type(command) is MarkMissed else type(command) in _DEEDS


def _no_street(state: State, word: str) -> str:
    """Return the message that no street joins two tiles of the city, if the word names such a street."""
    tiles = word.rstrip("02")
    if len(tiles) != 2 or tiles[0] == tiles[1] or not set(tiles) <= set(ACTION_WORDS):
        return ""
    return f"no street joins {ACTION_WORDS[tiles[0]]} and {ACTION_WORDS[tiles[1]]} in this city"


def _speaks_of(now: Frame, command: Command) -> bool:
    """Return whether a command that could come later is one for this moment."""
    if type(command) is PlaceDisc:
        return type(now) is Placement
    return (
        type(now) is Activation
        and (type(command) is DoAction or type(command) is SkipAction)
        and command.action in now.pending
    )
