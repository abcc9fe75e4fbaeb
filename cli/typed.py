"""Lines as they are typed at the table: words without the blanks between them.

``wccfww`` is ``WC CFW W``. A word that is notation, legal or not, is never taken apart, and one that is not has to have
exactly one reading; so what is accepted could not have meant anything else.
"""

from collections.abc import Callable, Iterable
from typing import Final

from calimala_es.commands import Command
from calimala_es.game import Game
from calimala_es.messages import Message
from notation.errors import NotUniqueError, NotWellFormedError, Place, quote
from notation.lines import ParsedLine

LONGEST: Final = 40
"""The characters of the longest word that is taken apart."""

MOST_TRIED: Final = 400
"""The number of words that are tried in one that is taken apart."""

Parse = Callable[[str, Game], ParsedLine]
"""Returns what a text came to that goes on from a game."""


def parse_typed(text: str, game: Game, parse: Parse) -> ParsedLine:
    """Return what a line came to, with every word taken apart that is several; errors are those of the whole words."""
    line = parse(text, game)
    if not line.errors or not isinstance(line.errors[0], NotWellFormedError):
        return line
    error = line.errors[0]
    begin = error.column - 1
    word = text[begin : begin + error.place.length]
    before = parse(text[:begin], game)
    if before.errors or not 1 < len(word) <= LONGEST:
        return line
    here = game.added(before.moves)
    readings = _Readings(parse).of(word, here)
    if len(readings) > 1:
        return line._replace(errors=(_ambiguous(error.place, word, readings), *line.errors[1:]))
    if not readings:
        return line
    (found,) = readings.values()
    end = begin + len(word)
    rest = parse_typed(" " * end + text[end:], here.added(found.moves), parse)
    errors = tuple(error.in_line(text) for error in rest.errors)
    return before.joined(found).joined(rest._replace(errors=errors))


def _ambiguous(place: Place, word: str, readings: Iterable[str]) -> NotUniqueError:
    one, other = readings
    reason = Message("{word} could mean {one} or {other}", word=quote(word), one=one, other=other)
    return NotUniqueError(place, reason, Message("spaces between the words"))


class _Readings:
    """The ways to take a word apart: as it is written with blanks, and what it comes to."""

    def __init__(self, parse: Parse) -> None:
        self._parse = parse
        self._left = MOST_TRIED
        self._found: dict[tuple[Command, ...], tuple[str, ParsedLine]] = {}

    def of(self, word: str, game: Game) -> dict[str, ParsedLine]:
        """Return the first two readings that differ in their decisions; none if there are too many words to try.

        A card after a hyphen is the one that was drawn, as in a whole word, if there is such a reading.
        """
        for is_bound in (True, False):
            self._read(word, game, ParsedLine(), (), is_bound=is_bound)
            if self._found or self._left <= 0:
                break
        return dict(self._found.values()) if self._left > 0 else {}

    def _read(self, rest: str, game: Game, line: ParsedLine, words: tuple[str, ...], *, is_bound: bool) -> None:
        if not rest:
            commands = tuple(move.command for move in line.moves)
            self._found.setdefault(commands, (" ".join(words).upper(), line))
            return
        for length in range(1, len(rest) + 1):
            if is_bound and rest[length - 1] == "-" and rest[length : length + 1].isalpha():
                continue
            self._left -= 1
            if self._left <= 0 or len(self._found) > 1:
                return
            part = self._parse(rest[:length], game)
            if part.moves and not part.errors:
                self._read(
                    rest[length:], game.added(part.moves), line.joined(part), (*words, rest[:length]), is_bound=is_bound
                )
