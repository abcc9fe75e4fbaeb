"""A text of the notation that is made out of something else, and the places of that for whatever is wrong with it."""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from notation.errors import Finding, NotationError, Place
from notation.reader import Reading, read_game
from notation.words.tokens import Source

_BODY_LINE: Final = 1 << 40
"""The first line of the text, so far down that no header stands on a line of such a number."""


class _Piece(NamedTuple):
    """A part of the text: where it begins, its length, where it comes from, and whether it stands there as it is."""

    at: int
    length: int
    place: Callable[[], Place]
    is_verbatim: bool


class Retelling:
    """A body that is put together piece by piece, each with the place that it comes from."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._pieces: list[_Piece] = []
        self._size = 0

    @property
    def text(self) -> str:
        """The text so far."""
        return "".join(self._parts)

    @property
    def following(self) -> int:
        """Where the next piece begins."""
        return self._size + 1

    def add(self, piece: str, place: Callable[[], Place], separator: str = " ", *, is_verbatim: bool = False) -> None:
        """Add a piece behind a separator of one character; ``place`` is asked for only where something is wrong."""
        self._pieces.append(_Piece(self._size + 1, len(piece), place, is_verbatim))
        self._parts += [separator, piece]
        self._size += 1 + len(piece)

    def under(self, source: Source) -> Source:
        """The text under the headers of ``source``; its places are those that ``located`` knows."""
        return Source(source.name, source.headers, self.text, _BODY_LINE, source.too_long)

    def read(self, source: Source, problems: Mapping[int, NotationError]) -> Reading:
        """What the text says under the headers of ``source``.

        Errors and findings stand at the places that the pieces come from; an error at a piece that has a problem is
        that problem.
        """
        reading = read_game(self.under(source))
        starts = _line_starts(self.text)
        errors = [self._replaced(error, starts, problems) for error in reading.errors]
        findings = [Finding(self._origin(found.place, starts)[1], found.message) for found in reading.findings]
        return reading._replace(line=source.line, errors=tuple(errors), findings=tuple(findings))

    def located(self, error: NotationError) -> NotationError:
        """An error of the text at the place that it comes from."""
        return self._replaced(error, _line_starts(self.text), {})

    def _replaced(
        self, error: NotationError, starts: list[int], problems: Mapping[int, NotationError]
    ) -> NotationError:
        at, place = self._origin(error.place, starts)
        problem = problems.get(at)
        if problem is not None:
            problem.may_follow = error.may_follow
            return problem
        error.place = place
        return error

    def _origin(self, place: Place, starts: list[int]) -> tuple[int, Place]:
        """The piece at a place of the text, and where that comes from."""
        if place.line < _BODY_LINE or not self._pieces:
            return -1, place
        offset = starts[min(place.line - _BODY_LINE, len(starts) - 1)] + place.column - 1
        piece = self._pieces[max(0, bisect_right(self._pieces, offset, key=lambda piece: piece.at) - 1)]
        origin = piece.place()
        if piece.is_verbatim:
            within = min(max(0, offset - piece.at), piece.length)
            origin = origin._replace(column=origin.column + within, length=place.length)
        return piece.at, origin


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts[:-1]
