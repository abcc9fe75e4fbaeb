"""Turn words and marks into decisions: each is decided by the rules as it is read, after what may be omitted before it.

Knows nothing of the location of a word in a text. Words may be written freely: case and the order of letters do not
matter, and everything that ``shorthand`` supplies may be omitted; an omitted choice is an error. Marks are strokes,
which end an activation, and the numbers of turns, which must have begun.
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final, get_args

from msgspec import Struct

from calimala_es.checks import agrees, check_failure
from calimala_es.commands import (
    Command,
    DeclineOffer,
    DoAction,
    DrawCard,
    EndActivation,
    MarkMissed,
    PlaceDisc,
    PlayCard,
    SkipAction,
)
from calimala_es.components import ACTION_WORDS, UNKNOWN
from calimala_es.decide import step
from calimala_es.errors import IllegalCommandError
from calimala_es.events import Event
from calimala_es.frames import (
    OFFERS,
    ActionOffer,
    Activation,
    CardDraft,
    CardDraw,
    Frame,
    GameOver,
    InfluenceDeal,
    InfluenceReveal,
    IntrigueChoice,
    Placement,
    Promotion,
)
from calimala_es.game import Move
from calimala_es.gaps import UNKNOWN_INFLUENCE, is_unsaid_start, missed_command
from calimala_es.messages import Message, Text, waiting_message
from calimala_es.notes import Comment, Glyph
from calimala_es.observation import MAT_PARTS, PARTS, part_exists, value_fits
from calimala_es.state import State, activation_of
from notation.errors import MOST_DECISIONS, MOST_QUOTED, LazyText, NotUniqueError, NotWellFormedError, quote
from notation.grammar.notes import GLYPH_SIGNS, MOST_GLYPH, split_glyphs
from notation.grammar.symbols import (
    DEALS,
    DEEDS,
    DRAWS,
    END,
    ENDING,
    MISSED,
    SEEN,
    SYMBOLS,
    TAKEN,
    Commands,
    placements,
    read_observed,
    read_placement,
    read_street,
    read_symbol,
)
from notation.grammar.tokens import is_closed, unquote_comment
from notation.reader.line import Line
from notation.reader.problems import (
    Early,
    Refusal,
    WrongWordError,
    cannot_end_yet,
    end_not_reached,
    glyph_of_its_own,
    no_card_due,
    not_yet,
    nothing_to_end,
    refusal_from,
    rule_at_work,
    wrong_turn,
)
from notation.reader.shorthand import (
    SUBSTITUTES,
    asked_first,
    complete_word,
    expected_symbols,
    implied_command,
    is_meant_for,
    is_settled_but_for_scoring,
)

_DEEDS: Final = frozenset((DoAction, SkipAction, PlayCard))

_UNKNOWN_CARD: Final = DrawCard(UNKNOWN)

_MOST_SUBSTITUTES: Final = 400
"""More decisions than any turn or any end of a game has."""


class Decider:
    """Adds to ``line`` the decisions of words and marks.

    ``needs_numbers`` says whether only its number begins a turn while there is something to do in the one before: where
    words come one by one a street is more likely to be a mistake.
    """

    def __init__(self, line: Line) -> None:
        """Continue from a line."""
        self.line = line
        self.needs_numbers = False
        self._city = line.state.setup.city

    def imply(self, command: Command | None) -> bool:
        """Add what may be omitted before ``command`` (``None``: before anything); return whether there was anything."""
        line = self.line
        supplied = implied_command(line.state, command, records_influence=line.records_influence)
        if supplied is None:
            return False
        line.apply(supplied)
        return True

    # Words.

    def go_on(self, refused: "RefusedSymbol") -> Refusal | None:
        """Decide the word that ``read_run`` refused, after what may be omitted before it; return a refusal, if any."""
        commands = refused.commands
        refusal = self._decide_later(commands[0], refused.error)
        if refusal is None:
            refusal = self._decided(commands[1:])
        if refusal is None:
            self.line.records_influence = True
            for glyph in refused.glyphs:
                self.line.note(glyph)
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
        if (
            type(command) is DoAction
            and not self.needs_numbers
            and (street := read_placement(self._city, command.action + command.option))
        ):
            if not _is_pending(line.state, command.action + command.option) and line.is_bare_turn:
                self.miss_rest()
                (command,) = street
        now = line.state.now
        if type(now) is Placement and type(command) is PlaceDisc:
            try:
                line.apply(command)
                return None
            except IllegalCommandError as closed:
                return refusal_from(closed, command)
        if type(command) is DrawCard and type(now) is not ActionOffer:
            return no_card_due(line.state, line.moves[-1].events[0] if line.moves else None, first, command.card)
        if type(now) is Activation and is_meant_for(now, command):
            return refusal_from(first, command)
        if type(now) is ActionOffer and type(command) is DoAction:
            # Only with its sign is a deed read here, so it cannot be meant for what comes after the offer.
            return refusal_from(first, command)
        error = first
        while _may_come_later(line.state, command) and self.imply(command):
            if type(command) is DoAction and type(line.state.now) is Placement:
                (command,) = read_placement(self._city, command.action + command.option) or (command,)
            try:
                line.apply(command)
                return None
            except IllegalCommandError as later:
                error = later if _speaks_of(line.state.now, command) else error
        return refusal_from(error, command)

    def symbol(self, token: str) -> None:
        """Decide what a word means, possibly after what is omitted; raises ``WrongWordError``."""
        word = token.upper()
        first, known = self.line.state, len(self.line.moves)
        if type(first.now) is not Placement:
            self._miss_before(word)
        while (commands := _look_up(self.line.state, word)) is None:
            if not self.imply(None) and not self._miss_draft():
                if word == UNKNOWN and type(self.line.state.now) is not CardDraft:
                    raise glyph_of_its_own(word, self.line.start, self.line.moves[:known])
                raise self.unknown(token, word, first)
        refusal = self._decided(commands)
        if refusal is not None:
            raise self.unknown(token, word, first) if _may_be_card(first, commands) else refusal.raised()
        self.line.records_influence = True
        if type(commands[-1]) is DeclineOffer or commands[-1] == _UNKNOWN_CARD:
            self.line.said = len(self.line.moves)

    # What was missed: the rest of a turn of only its placement, a turn 0 of which nothing is said.

    def _miss_before(self, word: str) -> None:
        """Go on to where a word belongs, if it is another turn, or what a turn may say beside its placement."""
        line = self.line
        if read_placement(self._city, word) and not _is_pending(line.state, word):
            if not self.needs_numbers:
                self.miss_rest()
        elif word == MISSED and not line.records_influence:
            while type(line.state.now) in UNKNOWN_INFLUENCE:
                self.imply(None)
        elif TAKEN in word and line.state.turn and line.is_bare_turn:
            self._miss_until(word)

    def miss_rest(self) -> None:
        """Go on to the next turn, if only the placement of this one was said, or nothing of turn 0."""
        line = self.line
        if line.is_bare_turn if line.state.turn else self._is_start_unsaid():
            while (command := missed_command(line.state)) is not None:
                line.apply(command)

    def _is_start_unsaid(self) -> bool:
        line = self.line
        said = line.records_influence and type(line.state.now) in UNKNOWN_INFLUENCE
        return not said and is_unsaid_start(line.start, line.moves)

    def _miss_until(self, word: str) -> None:
        """Go on to the disc that is taken back, or to the tile that is chosen; stay where the word means neither."""
        line, before = self.line, len(self.line.moves)
        while read_symbol(line.state, word) is None:
            command = missed_command(line.state)
            if command is None:
                line.forget(before)
                return
            line.apply(command)

    def _miss_draft(self) -> bool:
        """Go on to the start of a family, if the draft was not said; return whether there was anything to miss."""
        line = self.line
        if type(line.state.now) is not CardDraft or not is_unsaid_start(line.start, line.moves):
            return False
        while type(line.state.now) is CardDraft:
            line.apply(MarkMissed())
        return True

    def unknown(self, token: str, word: str, first: State) -> WrongWordError:
        """Return the error for a word without a meaning from the state ``first`` up to the next choice."""
        state = self.line.state
        expected: LazyText = partial(expected_symbols, first, state)
        if type(state.now) is Placement and (street := _no_street(token)):
            return WrongWordError(NotWellFormedError, street, expected, "R2.1")
        is_decision = word in DEEDS or read_placement(self._city, word) is not None
        if type(first.now) is GameOver or (type(state.now) is GameOver and is_decision):
            kind = NotUniqueError if is_decision else NotWellFormedError
            message = Message("{word} comes after the end: the game is over", word=quote(token))
            return WrongWordError(kind, message, rule=rule_at_work(state))
        if "=" in token:
            expected = Message("{word} for what you see on the table", word=token.replace("=", SEEN, 1))
        elif "." in token and part_exists(read_observed(first, token).part, first.setup):
            expected = _value_missing(token)
        if word.isdigit() and len(word) <= MOST_QUOTED and not read_placement(self._city, word):
            expected = Message("{word}. with a full stop, if it is a turn number", word=word)
        if type(state.now) is Promotion and word.endswith(TAKEN) and read_street(self._city, word[:-1]):
            message = Message("{word} could mean several discs", word=token)
            return WrongWordError(NotUniqueError, message, expected, "R6.3")
        if is_decision and not (type(first.now) is CardDraw and len(word) == 1):
            asked = asked_first(first, state)
            return WrongWordError(
                NotUniqueError,
                lambda: Message("{word} is not possible yet: {waiting}", word=token, waiting=waiting_message(asked)),
                expected,
                rule_at_work(asked),
                is_due=False,
            )
        return WrongWordError(
            NotWellFormedError,
            lambda: Message("{word} is not valid here; {waiting}", word=quote(token), waiting=waiting_message(first)),
            expected,
            rule_at_work(first),
        )

    def observe(self, token: str) -> None:
        """Observe a part of the position; raises ``WrongWordError``."""
        state = self.line.state
        observed = read_observed(state, token)
        if not part_exists(observed.part, state.setup):
            message = Message("{word} does not name a part of the position", word=quote(token))
            names = " ".join(MAT_PARTS)
            expected = Message("a street, a row, council, deck, discard, active, or a colour and {names}", names=names)
            raise WrongWordError(NotWellFormedError, message, expected)
        if not value_fits(observed.part, observed.value, state.setup):
            message = Message("{word} is not a valid observation", word=quote(token))
            form = _value_missing(token) if token.endswith(SEEN) else PARTS[observed.part].form
            raise WrongWordError(NotWellFormedError, message, form)
        if len(self.line.moves) >= MOST_DECISIONS:
            expected = Message("up to {number} decisions", number=MOST_DECISIONS)
            raise WrongWordError(NotWellFormedError, Message("the game is too long"), expected)
        self.decide((observed,))

    # Marks.

    def separate(self) -> None:
        """Read a stroke, which ends an activation; if it has ended already, or outside turns, it only separates."""
        line = self.line
        current = activation_of(line.state)
        if line.separated == len(line.moves) or not has_ended(line, current):
            turn = line.state.turn
            while current and _is_same(current, turn, line.state):
                if not self.imply(None):
                    raise not_yet(NotUniqueError, cannot_end_yet, line.state)
            if not current:
                raise not_yet(NotWellFormedError, nothing_to_end, line.state)
        line.separated = len(line.moves)

    def reach(self, frame: type[Frame], early: Early) -> None:
        """Continue through what may be omitted until the game is at such a frame, or over.

        ``early`` makes the message if a decision is due first.
        """
        first = self.line.state
        while type(self.line.state.now) not in (frame, GameOver):
            if not self.imply(None):
                state = self.line.state
                expected = partial(_expected_or_missed if frame is Placement else expected_symbols, first, state)
                asked = asked_first(first, state)
                message = early(waiting_message(asked))
                raise WrongWordError(NotUniqueError, message, expected, rule_at_work(asked), is_due=False)

    def arrive(self, turn: int | None, *, is_repeated: bool) -> None:
        """Continue to an announced turn, or to the end (``None``); with ``is_repeated``, continue a turn under way.

        Raises ``WrongWordError`` if the turn has not come.
        """
        line = self.line
        if turn is None or turn > line.state.turn:
            self.miss_rest()
        if turn is None:
            self.reach(InfluenceReveal, end_not_reached)
            return
        current = line.state.turn
        has_begun = current > 0 and type(line.state.now) is not Placement and len(line.moves) > 0
        if turn == current and (is_repeated or not has_begun):
            return
        if turn > current or has_begun:
            self.reach(Placement, partial(wrong_turn, current, turn))
        state = line.state
        if state.is_over:
            message = Message("the game is over, so there is no turn {turn}", turn=turn)
            raise WrongWordError(NotWellFormedError, message)
        if turn != state.turn:
            message = Message("this is turn {current}, not {turn}", current=state.turn, turn=turn)
            number = f"{state.turn}."
            early = Message(
                "{symbols}, or {missed} for a turn that nobody saw", symbols=number, missed=f"{number} {MISSED}"
            )
            expected = early if turn > state.turn else Message("{symbols}", symbols=number)
            raise WrongWordError(NotWellFormedError, message, expected)

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
            line.apply(substitute(state))


def after_forced(state: State) -> tuple[State, list[tuple[Event, ...]]] | None:
    """Return the state after the forced end of the turn, and its events; ``None`` if a choice is left."""
    later: list[tuple[Event, ...]] = []
    while type(state.now) in (CardDraw, *OFFERS) or is_settled_but_for_scoring(state):
        supplied = implied_command(state, None, records_influence=True)
        assert supplied is not None
        events, state = step(state, supplied)
        later.append(events)
    return (state, later) if later else None


def failure_of_check(word: str, state: State, happened: Sequence[Sequence[Event]]) -> Message | None:
    """Return what is wrong with a check here, or after everything that is forced up to the end of the turn."""
    if agrees(word, state, happened):
        return None
    settled = after_forced(state)
    if settled:
        state, later = settled
        happened = [*happened, *later]
        if agrees(word, state, happened):
            return None
    return check_failure(word, state, happened)


def _expected_or_missed(first: State, state: State) -> Text:
    """Return what may be written before a turn that comes too early; ``_`` if nobody saw what an activation did."""
    expected = expected_symbols(first, state)
    if type(state.now) is not Activation:
        return expected
    return Message("{expected}, or _ for what nobody saw", expected=expected)


def _may_be_card(state: State, commands: Commands) -> bool:
    """Return whether a card is due in a state, and a decision may be its letter without the hyphen."""
    return type(state.now) is CardDraw and type(commands[0]) is DoAction and not commands[0].option


def _look_up(state: State, word: str) -> Commands | None:
    """Return the decisions that an upper-case word means, whole or shortened; ``None`` if it means nothing here."""
    commands = read_symbol(state, word)
    if commands is None:
        commands, meanings = complete_word(state, word)
        if meanings:
            message = Message("{word} could mean several things", word=word)
            rule = "R10.3" if type(state.now) is IntrigueChoice else "R5"
            expected = Message("{symbols}", symbols=" ".join(meanings))
            raise WrongWordError(NotUniqueError, message, expected, rule)
    return commands


def _is_pending(state: State, word: str) -> bool:
    """Return whether a word that may be a street is a deed that is pending here: ``US`` while something is built."""
    return type(state.now) is Activation and word in DEEDS and word[0] in state.now.pending


def _may_come_later(state: State, command: Command) -> bool:
    """Return whether something may be omitted before a command that was refused."""
    kind = type(state.now)
    if kind in OFFERS:
        return True
    return kind is CardDraw if type(command) is MarkMissed else type(command) in _DEEDS


def _value_missing(token: str) -> Message:
    """Return what is expected of an observation that ends before its value."""
    return Message("{word} and the value, without a space", word=token.removesuffix(SEEN) + SEEN)


def _no_street(token: str) -> Message | None:
    """Return the message that no street joins two tiles of the city, if the word names such a street."""
    tiles = token.upper().rstrip("02")
    if len(tiles) != 2 or tiles[0] == tiles[1] or not set(tiles) <= set(ACTION_WORDS):
        return None
    return Message("{word}: no street joins {actions} in this city", word=quote(token), actions=tiles)


def _speaks_of(now: Frame, command: Command) -> bool:
    """Return whether a command that could come later is one for this moment."""
    if type(command) is PlaceDisc:
        return type(now) is Placement
    return (
        type(now) is Activation
        and (type(command) is DoAction or type(command) is SkipAction)
        and command.action in now.pending
    )


def _is_same(activation: Activation, turn: int, state: State) -> bool:
    """Return whether this activation of this turn is still under way."""
    current = activation_of(state)
    return current is not None and state.turn == turn and current.depth == activation.depth


# ----------------------------------------------------------------------------------------------------
# Canonical words to decisions, many at a time: where a text says what it mostly says, in the words of ``dumps``.

_END_ACTIVATION: Final = EndActivation()

_ENDINGS: Final = f"{END}."
"""What a stroke is, and what ends the number of a turn."""

_REVEALS: Final = f"{ENDING}."

_NUMBERED: Final = {f"${number}": Glyph(number) for number in range(MOST_GLYPH + 1)}
"""Glyphs by their number, as words of their own."""

_SYMBOLS: Final = {kind: SYMBOLS.get(kind, {}) for kind in get_args(Frame)} | {
    CardDraw: {word: commands for word, commands in DRAWS.items() if commands != (_UNKNOWN_CARD,)},
    InfluenceDeal: DEALS,
}


_BY_STREETS: Final = (Placement, Promotion)
"""Where a word names a street, which may be spelled in several ways."""


@lru_cache(maxsize=256)
def _symbols_in(city: str) -> dict[type[Frame], dict[str, Commands]]:
    """Return the commands that a symbol means, by the kind of moment, in games of a city."""
    return {**_SYMBOLS, Placement: placements(city)}


class RefusedSymbol(Struct, frozen=True, gc=False):
    """A symbol that the rules refused: the number of decisions before it, those of its decisions that are left, why.

    ``glyphs`` are those written on it.
    """

    before: int
    commands: Commands
    error: IllegalCommandError
    glyphs: tuple[Glyph, ...] = ()


def read_run(line: Line, tokens: Sequence[str], begin: int) -> tuple[int, RefusedSymbol | None]:
    """Add the decisions of canonical words to a line, from the index ``begin`` on.

    Return the index of the first word that is something else; if the rules refuse it as written, with the refusal.

    Canonical words are symbols, also with glyphs, strokes, the numbers of turns, comments on a decision and numbers of
    glyphs. Reading spends its time here, so this does once more, in one loop, what ``Decider.decide`` and
    ``Line.apply`` do.
    """
    moves = line.moves
    state, first = line.state, len(moves)
    symbols = _symbols_in(state.setup.city)
    glyphs: tuple[Glyph, ...] = ()
    for index in range(begin, len(tokens)):
        token = tokens[index]
        ready = symbols[type(state.now)].get(token)
        if ready is None:
            if token[-1] in _ENDINGS:
                passed = _pass_mark(line, token, state)
                if passed is None:
                    break
                state = passed
                continue
            if token[0] == "{" and is_closed(token):
                line.note(Comment(unquote_comment(token)))
                continue
            if token in _NUMBERED:
                line.note(_NUMBERED[token])
                continue
            if token[-1] in GLYPH_SIGNS:
                token, glyphs = split_glyphs(token)
                ready = symbols[type(state.now)].get(token) if glyphs else None
            if ready is None and type(state.now) in _BY_STREETS and token != MISSED:
                ready = read_symbol(state, token)
            if ready is None:
                break
        try:
            for command in ready:
                events, state = step(state, command)
                moves.append(Move(command, events, state))
        except IllegalCommandError as error:
            done = ready.index(error.command)
            known = len(moves) - done
            line.records_influence = line.records_influence or known > first
            # Nobody raises it again, and a traceback would hold every frame of it.
            return index, RefusedSymbol(known, ready[done:], error.with_traceback(None), glyphs)
        if glyphs:
            for glyph in glyphs:
                line.note(glyph)
            glyphs = ()
    else:
        index = len(tokens)
    line.records_influence = line.records_influence or len(moves) > first
    return index, None


def _pass_mark(line: Line, token: str, state: State) -> State | None:
    """Return the state after a stroke, a turn's number or the mark of the end.

    It is ``None`` if more than an activation must end for it.
    """
    now, moves = state.now, line.moves
    turn = state.turn
    if type(now) is Activation and not now.pending and (token in (END, _REVEALS) or token == f"{turn + 1}."):
        events, after = step(state, _END_ACTIVATION)
        if token != END and type(after.now) is not (InfluenceReveal if token == _REVEALS else Placement):
            return None
        moves.append(Move(_END_ACTIVATION, events, after))
        line.separated = len(moves) if token == END else line.separated
        return after
    if token == END:
        if line.separated == len(moves) or not has_ended(line, activation_of(state)):
            return None
        line.separated = len(moves)
        return state
    if token == f"{turn}.":
        return state if type(now) is Placement or not turn else None
    return state if token == f"{turn}..." else None


def has_ended(line: Line, current: Activation | None) -> bool:
    """Return whether the last decision of a line ended its activation, or there was none."""
    if current is None:
        return True
    if not line.moves:
        return False
    state = line.state_before
    before = activation_of(state)
    return type(state.now) in OFFERS if before is None else before.depth != current.depth
