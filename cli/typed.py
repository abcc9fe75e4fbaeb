"""Lines as they are typed at the table: words without the blanks between them.

``wccfww`` is ``WC CFW W``. A word that is legal as it is typed is never taken apart; one that is not is several words
if they can be legal in one way only, in the light of the rest of the line. Nothing is guessed: a hyphen belongs to the
action before it and to the card after it wherever that is legal; a decision that the rules refuse, e.g. ``SB``, never
becomes others that are not typed in full, e.g. ``S`` for ``SL``; and a street typed twice, ``WB WB``, is a slip as well
as its two actions.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final

from calimala_es.commands import Command, PlaceDisc
from calimala_es.components import ACTIONS
from calimala_es.frames import Activation
from calimala_es.game import Game
from calimala_es.messages import Message
from notation.errors import NotationError, NotLegalError, NotUniqueError, NotWellFormedError, Place, quote
from notation.grammar.symbols import DEEDS, INTRIGUE_DEEDS, NOT_DONE, PLAYED, read_placement
from notation.lines import ParsedLine

LONGEST_LINE: Final = 400
"""The characters of the longest line whose words are taken apart."""

LONGEST_WORD: Final = 40
"""The characters of the longest word that is taken apart."""

SHORTEST_NARROWED: Final = 5
"""The characters of the shortest word whose error says where it ceases to be read: a shorter one is seen as a whole."""

MOST_TRIED: Final = 1_000
"""How often parts of one line are read to take it apart."""

MOST_READINGS: Final = 4
"""How many readings of a word are compared in the light of the rest of the line."""

Parse = Callable[[str, Game], ParsedLine]
"""Returns what a text came to that goes on from a game."""

_SHORT: Final = frozenset(sign + action for sign in ("", PLAYED) for action in ACTIONS if action not in DEEDS)
"""Actions without their way, which is the only possible one where they are legal."""


def parse_typed(text: str, game: Game, parse: Parse) -> ParsedLine:
    """Return what a line came to, with every word taken apart that is several; errors are those of the whole words."""
    if len(text) > LONGEST_LINE:
        return parse(text, game)
    try:
        return _TypedLine(text, parse).read(0, game)
    except _TooManyError:
        return parse(text, game)


def street_named_again(text: str, game: Game, line: ParsedLine) -> str:
    """Return the word with which a line begins the turn under way anew, e.g. after a mistake; empty if it does not.

    ``line`` is what the text came to: a disc of the next player on the same street, and the rest of this turn skipped.
    """
    state = game.state
    if not (isinstance(state.now, Activation) and state.now.pending and line.moves):
        return ""
    word = text.split(maxsplit=1)[0]
    named = read_placement(state.setup.city, word.upper()) or ()
    placed = next((move.command for move in reversed(game.moves) if isinstance(move.command, PlaceDisc)), None)
    is_placed = any(move.command in named for move in line.moves)
    return word if is_placed and placed in named else ""


class _TooManyError(Exception):
    """There is too much to try in a line."""


def _ambiguous(place: Place, word: str, one: str, other: str) -> NotUniqueError:
    reason = Message("{word} could mean {one} or {other}", word=quote(word), one=one, other=other)
    return NotUniqueError(place, reason, Message("spaces between the words"))


def _typed_twice(place: Place, word: str, meant: str) -> NotUniqueError:
    reason = Message("the second {word} could mean the same street or {words}", word=quote(word), words=meant)
    return NotUniqueError(place, reason, Message("spaces between the words, or the street only once"))


def _is_placement_again(word: str, text: str, before: ParsedLine) -> bool:
    """Return whether a word is the street that the text before it ends with."""
    written = text.split()[-1:]
    return bool(
        written
        and written[0].casefold() == word.casefold()
        and before.moves
        and isinstance(before.moves[-1].command, PlaceDisc)
    )


def _likely(readings: dict[str, ParsedLine]) -> dict[str, ParsedLine]:
    """Return the readings without a disc that is placed after something else, or all if there are none."""
    return {
        words: line
        for words, line in readings.items()
        if not any(isinstance(move.command, PlaceDisc) for move in line.moves[1:])
    } or readings


class _TypedLine:
    """A line, and how often parts of it may still be read."""

    def __init__(self, text: str, parse: Parse) -> None:
        self._text = text
        self._parse_part = parse
        self._left = MOST_TRIED

    def _parse(self, text: str, game: Game) -> ParsedLine:
        self._left -= 1
        if self._left < 0:
            raise _TooManyError
        return self._parse_part(text, game)

    def read(self, start: int, game: Game) -> ParsedLine:
        """Return what the line came to from the character ``start`` on."""
        text = self._text
        line = self._parse(" " * start + text[start:], game)
        if not line.errors:
            return line
        place = line.errors[0].place
        begin, end = place.column - 1, place.column - 1 + place.length
        word = text[begin:end]
        if not 1 < len(word) <= LONGEST_WORD:
            return line
        before = self._parse(" " * start + text[start:begin], game)
        if before.errors:
            return line
        here = game.added(before.moves)
        readings = self._readings(word, here)
        if readings and _is_placement_again(word, text[:begin], before):
            meant, *_ = readings
            return line._replace(errors=(_typed_twice(place, word, meant), *line.errors[1:]))
        if len(readings) <= MOST_READINGS:
            lines = {
                words: before.joined(found).joined(self.read(end, here.added(found.moves)))
                for words, found in readings.items()
            }
            readings = _likely({words: found for words, found in lines.items() if not found.errors} or lines)
        if len(readings) > 1:
            one, other, *_ = readings
            return line._replace(errors=(_ambiguous(place, word, one, other), *line.errors[1:]))
        for found in readings.values():
            return found._replace(errors=tuple(error.in_line(text) for error in found.errors))
        return line._replace(errors=(self._narrowed(word, here, line.errors[0]), *line.errors[1:]))

    def _narrowed(self, word: str, game: Game, error: NotationError) -> NotationError:
        """Return the error of a word that is not several either: that of the part at which it ceases to be, if at least
        half of it comes before.
        """
        if type(error) is not NotWellFormedError or len(word) < SHORTEST_NARROWED:
            return error
        try:
            symbols, after, rest = self._furthest(word, game)
            if len(rest) * 2 > len(word):
                return error
            before, _, last = symbols.rpartition(" ")
            if before and last.endswith(NOT_DONE) and rest[0].isalpha():
                # Not the skip is wrong, but the card that was drawn for it.
                symbols, after, rest = before, game.added(self._parse(before, game).moves), last + rest
            tried = (self._parse(rest[:length], after).errors[:1] for length in range(len(rest), 0, -1))
            found = [*chain.from_iterable(tried)]
        except _TooManyError:
            return error
        refused = [each for each in found if isinstance(each, NotLegalError)]
        return (refused or found)[0].after(symbols, error.place)

    def _furthest(self, word: str, game: Game) -> tuple[str, Game, str]:
        """Return the longest beginning of a word that is decisions written in full: these, the game then, the rest."""
        best = "", game, word
        for length in range(1, len(word)):
            symbol = word[:length].upper()
            part = self._parse(symbol, game) if symbol not in _SHORT else ParsedLine()
            if part.errors or not part.moves:
                continue
            symbols, after, rest = self._furthest(word[length:], game.added(part.moves))
            if len(rest) < len(best[2]):
                best = f"{symbol} {symbols}".rstrip(), after, rest
        return best

    def _readings(self, word: str, game: Game) -> dict[str, ParsedLine]:
        """Return what a word comes to that is several, by the words; of readings with the same decisions the first.

        Only those with the fewest hyphens apart from their action or their card are returned.
        """
        is_deed = word.upper() in DEEDS or word.upper() in INTRIGUE_DEEDS
        for parted in range(1 if is_deed else 1 + 2 * word.count(NOT_DONE)):
            found: dict[tuple[Command, ...], tuple[str, ParsedLine]] = {}
            for words, line in self._apart(word, game, parted, in_full=is_deed):
                found.setdefault(tuple(move.command for move in line.moves), (words.upper(), line))
                if len(found) > MOST_READINGS:
                    break
            if found:
                return dict(found.values())
        return {}

    def _apart(self, rest: str, game: Game, parted: int, *, in_full: bool) -> Iterator[tuple[str, ParsedLine]]:
        """Yield every way to take a word apart, with so many hyphens ``parted`` from what they may belong to."""
        for length in range(1, len(rest) + 1):
            more = rest[length:]
            left = parted - (bool(more) and _parts_hyphen(rest[length - 1], more[0]))
            if left < 0 or (not more and left) or (in_full and rest[:length].upper() in _SHORT):
                continue
            part = self._parse(rest[:length], game)
            if not part.moves or part.errors:
                continue
            if not more:
                yield rest, part
                continue
            for words, line in self._apart(more, game.added(part.moves), left, in_full=in_full):
                yield f"{rest[:length]} {words}", part.joined(line)


def _parts_hyphen(before: str, after: str) -> bool:
    """Return whether a blank between two signs parts a hyphen from an action or a card."""
    return (before == NOT_DONE and after.isalpha()) or (before.isalpha() and after == NOT_DONE)
