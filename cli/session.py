"""Recording a game at the table: what a typed line does to the game.

Every decision is in the store before it is acknowledged; an error in a line is reported at once, and the decisions
before it stay recorded.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from calimala_es.anyway import play_anyway, with_forgotten_draw
from calimala_es.commands import DealInfluence
from calimala_es.deck import dealt_to_each, is_chance
from calimala_es.errors import CalimalaError
from calimala_es.events import (
    AreaScored,
    CardDrawn,
    DeckShuffled,
    DiscPromoted,
    DiscRemoved,
    DiscTakenBack,
    EndReached,
    Event,
    FamilyStarted,
    GameEnded,
    InfluenceDealt,
    InfluenceScored,
    InfluenceTurnedUp,
    SeatTaken,
    ThirdPartyActed,
    TileScored,
)
from calimala_es.frames import OFFERS, Activation, CardDiscard, CardOffer, KeepOneCard, Placement
from calimala_es.game import Game
from calimala_es.messages import Message, Text, waiting_message, waiting_rule
from calimala_es.notes import Comment, Notes
from calimala_es.state import State
from calimala_es.store import Draft, Store, StoredGame, drafts_at
from calimala_es.store.undoing import too_few_error
from cli.games import table_for
from cli.missed import missed_lines, supplied_as_missed
from cli.terminal import paint, say
from cli.typed import parse_typed, street_named_again
from notation.errors import NotUniqueError, Place, quote
from notation.grammar.notes import format_note
from notation.grammar.symbols import DECLINED, MISSED, format_command, joined_symbols
from notation.lines import ANNOTATED, ParsedLine, expected_deed, format_moves, parse_deed, parse_line
from notation.reader.shorthand import expected_symbols
from replays.dealer import Dealer, deal_due, parse_dealt_line
from replays.text.events import event_text
from replays.text.messages import message_text, seat_waited_for, waiting_text
from replays.text.names import Names
from replays.text.terms import hand_text

CONSEQUENCES: Final = (
    AreaScored,
    DeckShuffled,
    DiscPromoted,
    DiscRemoved,
    DiscTakenBack,
    EndReached,
    FamilyStarted,
    GameEnded,
    InfluenceScored,
    SeatTaken,
    ThirdPartyActed,
    TileScored,
)
"""The consequences of a decision that are printed."""

DEALT: Final = (CardDrawn, InfluenceDealt, InfluenceTurnedUp)
"""The events that are printed if the program deals the cards."""

_NUMBER_ALONE: Final = re.compile(r"\s*(?:[0-9]+\.)?\s*")
"""The beginning of a line in which nothing was read before an error, except which turn it is."""


class WordError(CalimalaError):
    """A word of the session has an invalid argument; ``expected`` is what may be written."""

    def __init__(self, message: Text, expected: Text) -> None:
        """Store what is wrong and what would be correct."""
        super().__init__(message)
        self.expected = expected


class Session:
    """A game that is being recorded; ``say`` shows a line of what it answers."""

    def __init__(
        self, store: Store, stored: StoredGame, dealer: Dealer | None, say: Callable[[str], None] = say
    ) -> None:
        """Continue a game; a dealer, if there is one, deals the cards."""
        self.store = store
        self.stored = stored
        self.dealer = dealer
        self.say = say

    @property
    def game(self) -> Game:
        """The game as it is stored."""
        return self.stored.game

    @property
    def state(self) -> State:
        """The current position of the game."""
        return self.game.state

    @property
    def names(self) -> Names:
        """The names of people, in the requested language."""
        return table_for(self.state.setup, self.game.headers)

    def _text(self, message: Text) -> str:
        """Return a message with the players' names, in the requested language."""
        return message_text(message, self.names)

    # Decisions.

    def read(self, text: str, name: str, number: int) -> ParsedLine:
        """Read a line of notation and record what is sound of it."""
        line = self.try_out(text, name, number)
        if line.errors and _NUMBER_ALONE.fullmatch(text[: line.errors[0].column - 1]):
            # The turn's number alone says that what is still open was declined: not if what follows is a slip.
            line = ParsedLine(errors=line.errors)
        before = len(self.game.moves)
        self._keep(line)
        findings = tuple(finding.in_words(self._text) for finding in line.findings)
        if MISSED in text:
            for said in missed_lines(self.game, before, self.names):
                self.say(f"      {said}")
        missed = [] if MISSED in text else supplied_as_missed(self.game, before)
        notes = map(self._text, (*missed, *_cards_of_several(line, self.state)))
        for words in (*notes, *(finding.message for finding in findings)):
            self.say(paint(self.names.language.text("note: {words}", words=words), "warning"))
        if text.strip() and line == ParsedLine():
            self.say(self.names.language.text("There is nothing to record in this line."))
        errors = tuple(error.in_words(self._text) for error in line.errors)
        return line._replace(errors=errors, findings=findings)

    def try_out(self, text: str, name: str = "<line>", number: int = 1) -> ParsedLine:
        """Return the result that a line of notation would have; nothing is recorded."""
        dealer = self.dealer

        def parse(text: str, game: Game) -> ParsedLine:
            if dealer:
                return parse_dealt_line(text, game, name, number, dealer)
            return parse_line(text, game, name, number)

        line = parse_typed(text, self.game, parse)
        street = street_named_again(text, self.game, line)
        if not street:
            return line
        place = Place(name, number, text.index(street) + 1, text, len(street))
        return ParsedLine(errors=(_named_again(place, street, self.state),))

    def deal(self) -> None:
        """Deal the cards that are due."""
        if self.dealer and is_chance(self.state):
            self._keep(ParsedLine(deal_due(self.game, self.dealer)))

    def _keep(self, line: ParsedLine) -> None:
        before = len(self.game.moves)
        if line.moves:
            self.stored = self.store.append(self.stored, [move.command for move in line.moves])
        drafts = [*drafts_at(before, line.notes)] if line.notes else []
        for place, move in enumerate(line.moves, before + 1):
            if move.notes or move.variations:
                drafts += drafts_at(place, move.notes, move.variations)
        if drafts:
            self._annotate(drafts)
        self._acknowledge(before, line.notes)

    def _acknowledge(self, before: int, notes: Notes = ()) -> None:
        """Answer with the moves that are stored since ``before``, and with the notes on the move before them."""
        state = self.game.state_at(before)
        spoken = " ".join(format_note(note, state) for note in notes)
        for text in filter(None, (spoken, *format_moves(self.game, before, ANNOTATED))):
            self._confirm(text)
        for words in self._consequences(event for move in self.game.moves[before:] for event in move.events):
            self.say(f"      {words}")

    def _confirm(self, text: str) -> None:
        """Answer that a text is stored."""
        self.say(f"{paint(self.names.language.word('recorder', 'kept'), 'quiet')}  {text}")

    def _consequences(self, events: Iterable[Event]) -> Iterator[str]:
        kinds = (*CONSEQUENCES, *DEALT) if self.dealer else CONSEQUENCES
        for event in events:
            if (isinstance(event, kinds) and not _is_nothing(event)) or self._is_partly_dealt(event):
                yield event_text(event, self.names)

    def _is_partly_dealt(self, event: Event) -> bool:
        """Return whether somebody was dealt fewer influence cards than there are: they may be meant for one player."""
        return isinstance(event, InfluenceDealt) and 0 < len(event.cards) < dealt_to_each(self.state)

    def anyway(self, argument: str) -> None:
        """Record an illegal decision that was nevertheless taken; raise ``WordError``."""
        deed = parse_deed(argument, self.state)
        if deed is None:
            words = (
                Message("{word} cannot have been done here", word=repr(argument[:60]))
                if argument
                else Message("the decision is missing")
            )
            raise WordError(words, expected_deed(self.state))
        unchanged, played = with_forgotten_draw(self.game, deed)
        moves = play_anyway(played.state, deed)
        if unchanged == len(self.game.moves):
            self._keep(ParsedLine(moves))
        else:
            commands = [move.command for move in (*played.moves[unchanged:], *moves)]
            carried = {number: number for number in range(unchanged + 1, len(self.game.moves) + 1)}
            before = len(self.game.moves)
            self.stored = self.store.rewrite(self.stored, unchanged, commands, carried)
            self._acknowledge(before)
        self.deal()

    # Undoing.

    def undo(self, argument: str) -> None:
        """Undo decisions: a number of them, or the turn; raise ``WordError`` and ``NothingToUndoError``."""
        count = (
            turns_length(self.stored, 1)
            if argument.casefold() == "turn"
            else undo_length(self.stored, _number(argument, _UNDO))
        )
        before = self.game
        self.stored = self.store.undo(self.stored, count)
        symbols = _symbols(before, len(before.commands) - count)
        self.say(self.names.language.text("undone: {decisions}", decisions=symbols))

    def redo(self, argument: str) -> None:
        """Redo decisions, all that are requested or none, or the turn; raise as ``undo``."""
        count = (
            redo_turns_length(self.stored, 1)
            if argument.casefold() == "turn"
            else redo_length(self.stored, _number(argument, _REDO))
        )
        before = len(self.game.commands)
        self.stored = self.store.redo(self.stored, count)
        language, more = self.names.language, len(self.stored.redo_stops)
        self.say(language.text("redone: {decisions}", decisions=_symbols(self.game, before)))
        if more:
            words = language.counted(
                "{number} more decision can be redone", "{number} more decisions can be redone", more
            )
            self.say(paint(words, "quiet"))

    def reload(self) -> None:
        """Load what others have added."""
        self.stored = self.store.load(self.stored.id)

    # Words.

    def _annotate(self, drafts: Sequence[Draft]) -> None:
        """Save notes, together with the game as it was seen."""
        self.store.annotations.add(self.stored, "", drafts)
        self.stored = self.store.load(self.stored.id, self.stored.version)

    def comment(self, text: str) -> None:
        """Add a comment on this moment."""
        if not text:
            raise WordError(Message("the comment is empty"), Message("comment, then your words"))
        note = Comment(text)
        self._annotate([Draft(len(self.game.moves), note)])
        self._confirm(format_note(note, self.state))


def _named_again(place: Place, street: str, state: State) -> NotUniqueError:
    """Return the error that a street is the one of the turn under way."""
    reason = Message(
        "{word} is already the street of this turn: {waiting}", word=quote(street), waiting=waiting_message(state)
    )
    expected = Message(
        "{expected}, or {turn} if the next disc is placed there too",
        expected=expected_symbols(state),
        turn=f"{state.turn + 1}. {street.upper()}",
    )
    return NotUniqueError(place, reason, expected, waiting_rule(state))


def _cards_of_several(line: ParsedLine, state: State) -> list[Message]:
    """Return a note if a line deals one influence card each to several players who have more: they may be one's."""
    dealt = [move.command.cards for move in line.moves if isinstance(move.command, DealInfluence)]
    alone = [first for first, *more in filter(None, dealt) if not more]
    if not 1 < len(alone) <= dealt_to_each(state):
        return []
    return [Message("a space begins the next player's cards; for one player, type {cards}", cards=".".join(alone))]


def _is_nothing(event: Event) -> bool:
    """Return whether the third party had nothing to answer."""
    return isinstance(event, ThirdPartyActed) and not event.rows


def _symbols(game: Game, first: int) -> str:
    """Return the decisions from ``first`` on in notation."""
    numbers = range(first, len(game.moves))
    return joined_symbols(format_command(game.state_at(number), game.moves[number].command) for number in numbers)


_UNDO: Final = Message("{symbols}", symbols="undo, undo 3, undo turn")
_REDO: Final = Message("{symbols}", symbols="redo, redo 3, redo turn")
"""Examples of how to write the redo command."""


def _number(argument: str, expected: Text) -> int:
    """Return the number that follows a word; 1 if there is none."""
    if argument and not (argument.isascii() and argument.isdigit() and int(argument[:6]) > 0 and len(argument) < 7):
        raise WordError(Message("{word} is not a number of decisions", word=repr(argument)), expected)
    return int(argument or 1)


# How much is undone and redone: whole decisions, as the store knows what belongs together.


def undo_length(stored: StoredGame, decisions: int) -> int:
    """Return the number of commands in the last decisions of a game; raise ``NothingToUndoError``."""
    stops = stored.undo_stops
    _check_enough(stored, len(stops), decisions, "undo")
    return len(stored.numbers) - stops[decisions - 1]


def turns_length(stored: StoredGame, turns: int) -> int:
    """Return the number of commands in the last turns, including observations before a placement.

    If nothing has been recorded about this turn, the last one is the turn before. Raises ``NothingToUndoError``.
    """
    before = [state.turn for state in stored.game.states[:-1]]
    found = sorted(set(before))
    _check_enough(stored, len(found), turns, "undo", "turns")
    return len(before) - before.index(found[-turns])


def redo_turns_length(stored: StoredGame, turns: int) -> int:
    """Return the number of commands in the next undone turns, the rest of this one first; raise as ``redo_length``."""
    after = [stored.state, *(move.state for move in stored.redoable_moves)]
    before = [state.turn for state in after[:-1]]
    found = sorted(set(before))
    _check_enough(stored, len(found), turns, "redo", "turns")
    return sum(turn <= found[turns - 1] for turn in before)


def redo_length(stored: StoredGame, decisions: int) -> int:
    """Return the number of commands in the next undone decisions; raise ``NothingToUndoError``."""
    stops = stored.redo_stops
    _check_enough(stored, len(stops), decisions, "redo")
    return stops[decisions - 1] - len(stored.numbers)


def _check_enough(stored: StoredGame, found: int, wanted: int, verb: str, unit: str = "decisions") -> None:
    if found < wanted:
        raise too_few_error(stored.id, verb, unit, wanted, found)


# What the game waits for.


def asked_words(state: State, names: Names) -> str:
    """Return what the game is waiting for, with the name of the player who must act, in that player's colour."""
    seat = seat_waited_for(state)
    who = paint(names.name(seat), names.colours[seat]) if seat >= 0 else names.name(seat)
    if isinstance(state.now, Activation) and not state.now.pending:
        return names.language.text("{name} may play cards; / ends the activation", name=who)
    return waiting_text(state, names, who)


_WITH_HAND: Final = (Activation, Placement, CardOffer, CardDiscard, KeepOneCard)
"""The decisions in which cards of the hand may be played or discarded."""


def waiting_line(state: State, names: Names, *, has_hand: bool = True) -> str:
    """Return who must decide, what and why, with the hand where its cards may be used, unless ``has_hand`` is off."""
    language, words = names.language, asked_words(state, names)
    if has_hand and isinstance(state.now, _WITH_HAND):
        hand = hand_text(state.mats[state.now.seat]) or "-"
        words = language.text("{waiting}; hand {cards}", waiting=words, cards=hand)
    if isinstance(state.now, OFFERS):
        words = language.text("{waiting}; {sign} or Enter declines", waiting=words, sign=DECLINED)
    return language.text("{waiting} ({rule})", waiting=words, rule=waiting_rule(state))
