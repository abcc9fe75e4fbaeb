"""Words to decisions: each is decided by the rules as it is read, after what may be left out before it.

Knows nothing of where a word stands in a text. The words are lax: case, the order of letters and everything that
``shorthand`` supplies may be left out; a choice that is left out is an error.
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple, get_args

from calimala_es.clauses import clause
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
from calimala_es.errors import IllegalCommandError, Words, in_words
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
from notation.errors import (
    MOST_QUOTED,
    Finds,
    NotationError,
    NotLegalError,
    NotUniqueError,
    NotWellFormedError,
    quoted,
)
from notation.limits import MOST_DECISIONS
from notation.notes import GLYPH_NUMBERS, Comment, Glyph
from notation.reading.line import Line
from notation.reading.shorthand import (
    SUBSTITUTES,
    completed,
    expected_symbols,
    implied,
    is_settled_but_for_scoring,
)
from notation.record import Move
from notation.words.symbols import (
    DEEDS,
    END,
    SYMBOLS,
    TAKEN,
    Commands,
    placements,
    read_observed,
    read_symbol,
    street_of,
)
from notation.words.tokens import is_closed, unquote_comment

_ENDED: Final = Move(EndActivation())

_PASSED: Final = f"{END}."
"""What a stroke is, and what ends the number of a turn."""

SIGN_GLYPHS: Final = {sign: Glyph(number) for sign, number in GLYPH_NUMBERS.items() if sign != UNKNOWN}
"""Glyphs as they mostly stand, by their sign; a question mark may be an unknown card as well."""

_MOST_SUBSTITUTES: Final = 400
"""More decisions than any turn or any end of a game has."""


def _ready(symbols: dict[str, Commands]) -> dict[str, tuple[Move, ...]]:
    """The decisions of symbols as moves of which nothing is said."""
    return {symbol: tuple(map(Move, commands)) for symbol, commands in symbols.items()}


_READY: Final = {kind: _ready(SYMBOLS.get(kind, {})) for kind in get_args(Frame)}


@lru_cache(maxsize=256)
def _ready_in(city: str) -> dict[type[Frame], dict[str, tuple[Move, ...]]]:
    """The moves that a symbol stands for, by the kind of moment, in games of a city."""
    return {**_READY, Placing: _ready(placements(city))}


class WrongWordError(Exception):
    """Something is wrong with the word in hand; it becomes a ``NotationError`` once its place is known.

    ``command`` is the decision that was refused, if the word stands for one.
    """

    def __init__(
        self,
        kind: type[NotationError],
        message: Words,
        expected: Words = "",
        rule: Words = "",
        command: Command | None = None,
    ) -> None:
        super().__init__(kind, message, expected, rule, command)
        self.kind = kind
        self._told = (message, expected, rule)
        self.command = command

    def __str__(self) -> str:
        """What is wrong."""
        return in_words(self._told[0])

    @property
    def expected(self) -> str:
        """What would be right."""
        return in_words(self._told[1])

    @property
    def rule(self) -> str:
        """The id of the rule, empty where none is at work."""
        return in_words(self._told[2])

    def at(self, place: Finds) -> NotationError:
        """The error that it is once its place is known."""
        return self.kind(place, *self._told)


class Refused(NamedTuple):
    """A symbol that the rules refused: the number of decisions before it, those of its decisions that are left, why."""

    before: int
    commands: Commands
    error: IllegalCommandError


class Decider:
    """Adds to ``line`` what words say; ``refused`` is the symbol that the rules refused as ``run`` came to it."""

    def __init__(self, line: Line) -> None:
        """Go on from a line."""
        self.line = line
        city = line.state.setup.city
        self.placements = placements(city)
        self._symbols = _ready_in(city)
        self.refused: Refused | None = None

    def run(self, tokens: Sequence[str], index: int) -> int:
        """Read canonical words from ``index`` on; the index of the first that is something else.

        Canonical words are symbols, strokes, the numbers of turns, comments on a decision and signs of glyphs. Reading
        spends its time here, so this says once more, in one loop, what ``decide`` and ``apply`` do. What the rules
        refuse as it stands is left to ``go_on``.
        """
        line, symbols = self.line, self._symbols
        states, events, moves = line.states, line.events, line.moves
        state, first = states[-1], len(moves)
        while index < len(tokens):
            token = tokens[index]
            ready = symbols[type(state.now)].get(token)
            if ready is None:
                if token[-1] in _PASSED:
                    if not self._is_passed(token, state):
                        break
                    state = states[-1]
                elif token in SIGN_GLYPHS:
                    line.note(SIGN_GLYPHS[token])
                elif token[0] == "{" and is_closed(token):
                    line.note(Comment(unquote_comment(token)))
                else:
                    break
                index += 1
                continue
            known = len(moves)
            try:
                for move in ready:
                    happened, state = step(state, move.command)
                    events.append(tuple(happened))
                    states.append(state)
                    moves.append(move)
            except IllegalCommandError as error:
                left = tuple([move.command for move in ready[len(moves) - known :]])
                self.refused = Refused(known, left, error)
                line.tells_influence = line.tells_influence or known > first
                return index
            index += 1
        line.tells_influence = line.tells_influence or len(moves) > first
        return index

    def go_on(self, refused: Refused) -> None:
        """Decide what ``run`` has stopped at after what may be left out before it; raises ``WrongWordError``."""
        self.refused = None
        self._decide_later(refused.commands[0], refused.error)
        self.decide(refused.commands[1:])
        self.line.tells_influence = True

    def _is_passed(self, token: str, state: State) -> bool:
        """Whether a token is a stroke or a turn's number that comes where at most an activation has to end for it."""
        line, now = self.line, state.now
        if token == END:
            if type(now) is Activation and not now.pending:
                self._end_activation(state)
            elif line.separated == len(line.moves) or not self._has_ended(activation_of(state)):
                return False
            line.separated = len(line.moves)
            return True
        turn = state.turn
        if type(now) is Activation and not now.pending and token == f"{turn + 1}.":
            after = self._end_activation(state)
            if type(after.now) is Placing and after.turn > turn:
                return True
            line.forget(len(line.moves) - 1)
            return False
        if token == f"{turn}.":
            return type(now) is Placing or not turn
        return token == f"{turn}..."

    def _end_activation(self, state: State) -> State:
        """End an activation that has nothing pending; the state after it."""
        line = self.line
        events, state = step(state, _ENDED.command)
        line.events.append(tuple(events))
        line.states.append(state)
        line.moves.append(_ENDED)
        return state

    def decide(self, commands: Commands) -> None:
        """Decide one command after another, each after what may be left out before it."""
        line = self.line
        for command in commands:
            try:
                line.apply(command)
            except IllegalCommandError as error:
                self._decide_later(command, error)

    def _decide_later(self, command: Command, first: IllegalCommandError) -> None:
        """Decide a command that was refused after what may be left out before it; else tell the first refusal.

        The refusal of a later moment is told where the command speaks of that moment. Where a turn has to begin, a
        deed may be the name of a street as well: ``US`` builds a ship, or is the street between build and ship.
        """
        line = self.line
        if type(command) is DrawCard and type(line.state.now) is not ActionOffer:
            raise self._no_card_due(first)
        error = first
        while self._may_come_later(command) and self.imply(command):
            if type(command) is Act and type(line.state.now) is Placing:
                (command,) = self.placements.get(command.action + command.way, (command,))
            try:
                line.apply(command)
                return
            except IllegalCommandError as later:
                error = later if _speaks_of(line.state.now, command) else error
        raise _refusal(error, command) from error

    def _may_come_later(self, command: Command) -> bool:
        kind = type(self.line.state.now)
        if kind in OFFERS:
            return True
        return kind is Drawing if type(command) is Missed else isinstance(command, Act | Skip | PlayCard)

    def _no_card_due(self, error: IllegalCommandError) -> WrongWordError:
        state = self.line.state
        last = self.line.events[-1][0] if self.line.events else None
        if type(state.now) is Drawing:
            return _refusal(error)
        if type(last) is ActionWaived:
            word = ACTION_WORDS[last.action]
            reason, rule = f"{word} is possible here, and leaving it out brings no card", "R5.9"
            remedy = f"{last.action}- without a card"
        elif type(last) is ActionImpossible and (state.deck or state.discard):
            reason, rule = "no card is due for this action", "R9.3"
            remedy = f"{last.action}- without a card: see the settings for what brings one, and how many in a turn"
        else:
            reason, remedy, rule = "there is no card to draw", "no card", "R5.11"
        return WrongWordError(NotLegalError, reason, remedy, rule)

    def imply(self, command: Command | None) -> bool:
        """Add what may be left out before ``command`` (``None``: before anything); whether there was such a thing."""
        supplied = implied(self.line.state, command, tells_influence=self.line.tells_influence)
        if supplied is None:
            return False
        self.line.apply(supplied)
        return True

    # Words.

    def symbol(self, token: str) -> None:
        """Decide what a word stands for, which may come after what is left out; raises ``WrongWordError``."""
        word = token.upper()
        first = self.line.state
        while (commands := self._lookup(word)) is None:
            if not self.imply(None):
                raise self._unknown(token, word, first)
        self.decide(commands)
        self.line.tells_influence = True

    def means_something(self, word: str) -> bool:
        """Whether an upper-case word is a symbol at once, without anything that may be left out."""
        return read_symbol(self.line.state, word) is not None

    def _lookup(self, word: str) -> Commands | None:
        state = self.line.state
        commands = read_symbol(state, word)
        if commands is None and isinstance(state.now, Activation | Scheming):
            commands, meanings = completed(state, state.now, word)
            if meanings:
                message = f"{word} can mean several things"
                rule = "R10.3" if type(state.now) is Scheming else "R5"
                raise WrongWordError(NotUniqueError, message, " ".join(meanings), rule)
        return commands

    def _unknown(self, token: str, word: str, first: State) -> WrongWordError:
        """The error for a word that means nothing from the state ``first`` on up to the next choice."""
        state = self.line.state
        expected: Words = partial(expected_symbols, first, state)
        if type(state.now) is Placing and (street := _no_street(state, word)):
            return WrongWordError(NotWellFormedError, f"{quoted(token)}: {street}", expected, "R2.1")
        if word.isdigit() and len(word) <= MOST_QUOTED and word not in self.placements:
            expected = f"{word}. with a point, if it is the number of a turn"
        if type(state.now) is Bottom and word.endswith(TAKEN) and street_of(state, word[:-1]):
            return WrongWordError(NotUniqueError, f"{token} can mean several discs", expected, "R6.3")
        if word in DEEDS or word in self.placements:
            return WrongWordError(
                NotUniqueError, _waiting("{word} cannot come yet: {waiting}", state, token), expected, _rule(state)
            )
        message = _waiting("{word} is no symbol here; {waiting}", first, quoted(token))
        return WrongWordError(NotWellFormedError, message, expected, _rule(first))

    def observe(self, token: str) -> None:
        """Take a part of the position as it was seen; raises ``WrongWordError``."""
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

    # Marks between decisions.

    def separate(self) -> None:
        """A stroke ends an activation; where it has ended by itself, or outside of turns, it only separates."""
        line = self.line
        current = activation_of(line.state)
        if line.separated == len(line.moves) or not self._has_ended(current):
            turn = line.state.turn
            while current and _is_same(current, turn, line.state):
                if not self.imply(None):
                    raise _not_yet(NotUniqueError, "the activation cannot end yet: {waiting}", line.state)
            if not current:
                raise _not_yet(NotWellFormedError, "there is no activation to end: {waiting}", line.state)
        line.separated = len(line.moves)

    def _has_ended(self, current: Activation | None) -> bool:
        """Whether the last decision ended its activation, or there was none."""
        if current is None:
            return True
        if len(self.line.states) < 2:
            return False
        before = activation_of(self.line.states[-2])
        return type(self.line.states[-2].now) in OFFERS if before is None else before.depth != current.depth

    def reach(self, frame: type[Frame], what: str) -> None:
        """Go on by what may be left out until the game is at such a frame, or over."""
        first = self.line.state
        while type(self.line.state.now) not in (frame, Over):
            if not self.imply(None):
                state = self.line.state
                expected = partial(expected_symbols, first, state)
                raise WrongWordError(
                    NotUniqueError, _waiting("{word} not come yet: {waiting}", state, what), expected, _rule(state)
                )

    # Numbers of turns.

    def arrive(self, turn: int | None, *, is_repeated: bool) -> None:
        """Go on to a turn that is announced, or to the end (``None``); ``is_repeated`` goes on with a turn under way.

        Raises ``WrongWordError`` where it has not come.
        """
        if turn is None:
            self.reach(Revealing, "the end has")
            return
        line = self.line
        current = line.state.turn
        has_begun = current > 0 and type(line.state.now) is not Placing and len(line.moves) > 0
        if turn == current and (is_repeated or not has_begun):
            return
        if turn > current or has_begun:
            wrong = f"this is turn {current}, not {turn}; " if turn < current else ""
            self.reach(Placing, f"{wrong}turn {current + 1} has")
        state = line.state
        if state.is_over:
            raise WrongWordError(NotWellFormedError, f"the game is over, there is no turn {turn}")
        if turn != state.turn:
            message = f"this is turn {state.turn}, not {turn}"
            raise WrongWordError(NotWellFormedError, message, f"{state.turn}.")

    def is_before(self, turn: int | None) -> bool:
        """Whether nothing can be read behind the number of a turn that has not come, since no turn begins here."""
        state = self.line.state
        return turn is None or type(state.now) is not Placing or turn > state.turn

    def recover(self, turn: int | None) -> None:
        """Take what could not be read as missed, up to a turn that is announced, or to the end."""
        line = self.line
        goal = Revealing if turn is None else Placing
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
        """Nobody knows which starting cards were taken where the draft could not be read."""
        for seat in range(self.line.state.setup.players):
            self.line.apply(Observed(f"{seat}.hand", UNKNOWN))

    def settled(self) -> tuple[State, list[list[Event]]] | None:
        """The state after the forced end of the turn, and what then has happened; ``None`` if a choice is left."""
        state = self.line.state
        later: list[list[Event]] = []
        while type(state.now) in (Drawing, *OFFERS) or is_settled_but_for_scoring(state):
            supplied = implied(state, None, tells_influence=True)
            assert supplied is not None
            events, state = step(state, supplied)
            later.append(events)
        return (state, later) if later else None


def _refusal(error: IllegalCommandError, command: Command | None = None) -> WrongWordError:
    """What the rules refuse, as an error of a word."""
    rule, reason, remedy = error.told
    return WrongWordError(NotLegalError, reason, remedy, rule, command)


def _waiting(message: str, state: State, word: str = "") -> Words:
    """A message with a word and behind it what is waited for, made once somebody asks."""
    return lambda: clause(message, state, word=word, waiting=waiting_for(state)[1])


def _rule(state: State) -> Words:
    """The rule that is at work in a state, told once somebody asks."""
    return lambda: waiting_for(state)[0]


def _not_yet(kind: type[NotationError], message: str, state: State) -> WrongWordError:
    return WrongWordError(kind, _waiting(message, state), partial(expected_symbols, state), _rule(state))


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
