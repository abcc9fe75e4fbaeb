"""What was said about a game, put where it belongs in the repaired one."""

from msgspec.structs import replace

from calimala_es.errors import IllegalCommandError
from calimala_es.game import Game, Headers, Move, Variation, replay_variation
from calimala_es.notes import AnyNote, Check, Comment, Notes
from calimala_es.state import State
from notation.heading.headers import RESULT
from notation.repair.outcomes import WrongCheck
from notation.words.checks import LOOK_BACK, check_failure, format_points, result_failure
from notation.writer import variation_text


class Said:
    """The decisions of a repaired game with what stands behind them.

    A note stays with its decision, and with the one before where that is left out; a variation that cannot be played
    where it would stand is kept as a comment. A check that does not hold any more is left out: it was of another
    position.
    """

    def __init__(self, record: Game, count: int) -> None:
        """Begin with so many decisions of a record, as they are."""
        self.start = record.start
        self.moves = [*record.moves[:count]]
        self.start_notes = record.notes
        self.wrong_checks: list[WrongCheck] = []

    @property
    def state(self) -> State:
        """The position reached."""
        return self.moves[-1].state if self.moves else self.start

    def say(self, id: str, move: Move, before: State) -> None:
        """Behind the last decision, what was said about ``move``, taken in ``before`` at the place ``id``."""
        if not move.notes and not move.variations:
            return
        here = self.moves[-2].state if len(self.moves) > 1 else self.start
        words: list[Comment] = []
        playable: list[Variation] = []
        for variation in move.variations:
            try:
                playable.append(replay_variation(here, variation))
            except IllegalCommandError:
                words.append(_as_words(variation, before))
        self._add((*self._holding(id, move.notes), *words), tuple(playable))

    def keep_words(self, id: str, move: Move, before: State) -> None:
        """What is said about a decision, taken in ``before`` at the place ``id``, that is left out."""
        kept = tuple(note for note in move.notes if type(note) is not Check)
        self.wrong_checks += [WrongCheck(id, note.word) for note in move.notes if type(note) is Check]
        words = tuple(_as_words(variation, before) for variation in move.variations)
        if self.moves:
            self._add((*kept, *words))
        else:
            self.start_notes = (*self.start_notes, *kept, *words)

    def _add(self, notes: Notes, variations: tuple[Variation, ...] = ()) -> None:
        last = self.moves[-1]
        self.moves[-1] = replace(last, notes=last.notes + notes, variations=last.variations + variations)

    def _holding(self, id: str, notes: Notes) -> Notes:
        """The notes without the checks that do not agree with the last decision."""
        events = [move.events for move in self.moves[-LOOK_BACK:]]
        kept: list[AnyNote] = []
        for note in notes:
            if type(note) is Check and check_failure(note.word, self.state, events) is not None:
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
