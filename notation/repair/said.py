"""What was said about a game, put where it belongs in the repaired one."""

from collections.abc import Sequence

from calimala_es.commands import Command
from calimala_es.events import Event
from calimala_es.state import State
from notation.heading.headers import RESULT
from notation.notes import AnyNote, Check, Comment, Notes
from notation.record import Move, Record, Variation
from notation.repair.outcomes import WrongCheck
from notation.variations import can_be_played
from notation.words.checks import LOOK_BACK, check_failure, format_points, result_failure
from notation.writer import variation_text

Headers = tuple[tuple[str, str], ...]


class Said:
    """The decisions of a repaired game with what stands behind them.

    A note stays with its decision, and with the one before where that is left out; a variation that cannot be played
    where it would stand is kept as a comment. A check that does not hold any more is left out: it was of another
    position.
    """

    def __init__(self, record: Record, events: Sequence[tuple[Event, ...]]) -> None:
        """Begin with the decisions of a record that had these events, as they are."""
        self._moves = [*record.moves[: len(events)]]
        self._events = [*events]
        self.start_notes = record.notes
        self.wrong_checks: list[WrongCheck] = []

    @property
    def count(self) -> int:
        """The number of decisions."""
        return len(self._moves)

    @property
    def events(self) -> Sequence[tuple[Event, ...]]:
        """What happened by each decision."""
        return self._events

    def moves(self) -> tuple[Move, ...]:
        """The decisions."""
        return tuple(self._moves)

    def add(self, command: Command, events: tuple[Event, ...]) -> None:
        """A decision that nothing is said about yet."""
        self._moves.append(Move(command))
        self._events.append(events)

    def say_as_it_is(self, notes: Notes, variations: tuple[Variation, ...]) -> None:
        """Behind the last decision, in a position that is the old one."""
        last = self._moves[-1]
        self._moves[-1] = Move(last.command, last.notes + notes, last.variations + variations)

    def say(self, id: str, move: Move, before: State, states: Sequence[State]) -> None:
        """Behind the last decision, taken in the first of two states and leading to the second.

        ``move`` is the one that it was said about, taken in ``before`` at the place ``id``.
        """
        if not move.notes and not move.variations:
            return
        here, after = states
        playable = [variation for variation in move.variations if can_be_played(variation, here)]
        words = [_as_words(each, before) for each in move.variations if each not in playable]
        self.say_as_it_is((*self._holding(id, move.notes, after), *words), tuple(playable))

    def keep_words(self, id: str, move: Move, before: State) -> None:
        """What is said about a decision, taken in ``before`` at the place ``id``, that is left out."""
        kept = tuple(note for note in move.notes if type(note) is not Check)
        self.wrong_checks += [WrongCheck(id, note.word) for note in move.notes if type(note) is Check]
        words = tuple(_as_words(variation, before) for variation in move.variations)
        if self._moves:
            self.say_as_it_is((*kept, *words), ())
        else:
            self.start_notes = (*self.start_notes, *kept, *words)

    def _holding(self, id: str, notes: Notes, state: State) -> Notes:
        """The notes without the checks that do not agree."""
        kept: list[AnyNote] = []
        for note in notes:
            if type(note) is Check and check_failure(note.word, state, self._events[-LOOK_BACK:]) is not None:
                self.wrong_checks.append(WrongCheck(id, note.word))
            else:
                kept.append(note)
        return tuple(kept)


def _as_words(variation: Variation, state: State) -> Comment:
    """A variation that began in a position, as words."""
    return Comment(text=variation_text(variation, state))


def result_headers(headers: Headers, before: State, after: State) -> Headers:
    """The headers of a game that ended in ``before`` and ends in ``after``: the result is the one that it has."""
    told = dict(reversed(headers)).get(RESULT)
    if told is None or result_failure(told, before) is not None:
        return headers
    if after.is_over and result_failure(told, after) is None:
        return headers
    if not before.is_over and not after.is_over:
        return headers
    result = ((RESULT, format_points(after)),) if after.is_over else ()
    place = next(number for number, (name, _) in enumerate(headers) if name == RESULT)
    return (*headers[:place], *result, *(header for header in headers[place + 1 :] if header[0] != RESULT))
