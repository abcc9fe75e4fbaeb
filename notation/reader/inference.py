"""Infer the city of a record without a ``City`` header from the streets that it names.

Two tiles whose street is named are adjacent, and contribute is in the middle (R2.1). The nine tiles can be arranged in
5040 ways that differ under rotation and reflection; the result is one of them, or that several remain. A city is given
in one orientation of its eight: the one that comes first, read row by row in the order of the actions.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import combinations, permutations
from typing import Final, NamedTuple

from calimala_es.board import STREETS, street_names
from calimala_es.components import ACTIONS
from calimala_es.messages import Message
from calimala_es.position import format_city
from notation.errors import NotationError, NotUniqueError, NotWellFormedError, Place, quote
from notation.grammar.notes import split_glyphs
from notation.grammar.symbols import DEEDS, MISSED, SEEN, TAKEN
from notation.grammar.tokens import TOKEN, Source, has_decisions, plain_word
from notation.headers.setup_headers import HEADER, format_header

MIDDLE: Final = "C"

_PAIRS: Final = {"".join(pair): 1 << index for index, pair in enumerate(combinations(ACTIONS, 2))}
_TILES: Final = f"[{ACTIONS}]"
_STREET: Final = re.compile(rf"({_TILES}{_TILES})(2|00?|{TAKEN}[1-4]?|{SEEN}.*)?", re.IGNORECASE | re.DOTALL)
_SQUARES: Final = re.compile(rf"(?:{'|'.join({*STREETS, *(street[::-1] for street in STREETS)})})(?:2|00?|>.*|:=.*)?")
_MARK: Final = re.compile(r"([0-9]{1,9})\.+(.*)", re.DOTALL)
_INTRIGUE: Final = re.compile(rf"\b({_TILES}{_TILES}):", re.IGNORECASE)
_NOTES: Final = ("{", "}", "%", "$", "#", ";", "&", "=", "!", "?", "(", ")")
"""The first characters of words that are not decisions."""


_NEEDED: Final = {"Seats", "Council"}
"""What else a set-up requires."""


class WrittenStreet(NamedTuple):
    """A street that a text names: its two tiles in the order of ``ACTIONS``, and its place in the text."""

    tiles: str
    place: Callable[[], Place]


class InferredCity(NamedTuple):
    """The inferred city, as in ``Setup.city``, and the streets that determine it, each once."""

    city: str
    streets: tuple[str, ...]

    def __str__(self) -> str:
        """Return the city and its streets: ``inferred from VT UV: MWS/U-B/VTA``."""
        return f"inferred from {' '.join(self.streets)}: {format_city(self.city)}"


def street_of_tiles(tiles: str) -> str:
    """Return two different tiles in the order of ``ACTIONS``, ``"SA"`` as ``"AS"``; empty for anything else.

    >>> street_of_tiles("SA"), street_of_tiles("SS")
    ('AS', '')
    """
    pair = "".join(sorted(tiles.upper(), key=ACTIONS.find))
    return pair if pair in _PAIRS else ""


@cache
def _cities() -> tuple[tuple[str, int], ...]:
    """Return every city in its one orientation, with its streets as bits."""
    found: list[tuple[str, int]] = []
    others = ACTIONS.replace(MIDDLE, "")
    for ring in map("".join, permutations(others, len(others))):
        first = ACTIONS.index(ring[0])
        is_first = all(first < ACTIONS.index(ring[corner]) for corner in (2, 5, 7))
        if is_first and ACTIONS.index(ring[1]) < ACTIONS.index(ring[3]):
            city = ring[:4] + MIDDLE + ring[4:]
            found.append((city, sum(_PAIRS[name] for name in street_names(city).values())))
    return tuple(found)


def infer_city(streets: Iterable[WrittenStreet], beginning: Place) -> InferredCity:
    """Return the one city that has all these streets; ``beginning`` is where the text begins.

    Raises ``NotWellFormedError`` at the first street that no city can have together with those before it, and
    ``NotUniqueError`` if several cities remain, with their number and the streets that would decide.
    """
    seen: dict[str, None] = {}
    left = _cities()
    for tiles, place in streets:
        if tiles in seen:
            continue
        fitting = tuple((city, bits) for city, bits in left if bits & _PAIRS[tiles])
        if not fitting:
            message = Message("no city has the streets {streets} and {street}", streets=" ".join(seen), street=tiles)
            raise NotWellFormedError(place(), message, Message("streets of one city, or a City header"), "R2.1")
        seen[tiles] = None
        left = fitting
    if len(left) > 1:
        message = Message("the City header is missing, and no street is certain")
        if seen:
            found = {"streets": " ".join(seen), "number": len(left)}
            message = Message("the City header is missing, and {number} cities have the streets {streets}", **found)
        raise NotUniqueError(beginning, message, _deciding(left), "R2.1")
    return InferredCity(next(city for city, _ in left), tuple(seen))


def _deciding(left: tuple[tuple[str, int], ...]) -> Message:
    """Return the one further street that would decide between the cities, or leave the fewest of them."""
    counts = {name: sum(1 for _, streets in left if streets & bit) for name, bit in _PAIRS.items()}
    open_pairs = {name: count for name, count in counts.items() if 0 < count < len(left)}
    fewest = min(open_pairs.values())
    names = [name for name, count in open_pairs.items() if count == fewest]
    shown = " ".join(names[:4]) + (" ..." if len(names) > 4 else "")
    header = '[City "WBM/U-A/VTS"]'
    if fewest == 1:
        return Message(
            "{header}, or one more street that decides between them: {streets}", header=header, streets=shown
        )
    return Message(
        "{header}; with one more street, {number} cities would still be possible: {streets}",
        header=header,
        number=fewest,
        streets=shown,
    )


# Streets that a text of the notation names.


def streets_in(source: Source) -> Iterator[WrittenStreet]:
    """Yield the streets that a game's text certainly names, in its order.

    A word after the number of a turn is a street. Elsewhere ``AM`` may be a deed, so only words that cannot be one
    count, and those that say what a disc is or what is there. Raises ``NotWellFormedError`` for a street by its
    squares.

    >>> source = Source("game.cgn", (), "1. AS 2. CW", 1)
    >>> [street.tiles for street in streets_in(source)]
    ['AS', 'WC']
    """
    yield from _streets_of_intrigue(source)
    begins = False
    for match in TOKEN.finditer(source.body):
        token = match[0] if match[0][0] == "{" else plain_word(match[0])
        marked = _MARK.fullmatch(token)
        if marked:
            begins, token = int(marked[1]) > 0, marked[2]
        offset = match.end() - len(token)
        token, _ = split_glyphs(token)
        if not token or token.startswith(_NOTES):
            continue
        if _SQUARES.fullmatch(token):
            message = Message("{word} names a street by its squares, but there is no City header", word=quote(token))
            raise NotWellFormedError(source.place(offset, len(token)), message, Message("a City header"), "R2.1")
        street = _STREET.fullmatch(token)
        tiles = street_of_tiles(street[1]) if street else ""
        if street and tiles and (begins or street[2] or token.upper() not in DEEDS):
            yield WrittenStreet(tiles, partial(source.place, offset, len(token)))
        begins = begins and SEEN in token and token != MISSED


def _streets_of_intrigue(source: Source) -> Iterator[WrittenStreet]:
    for line, text in source.headers:
        for header in HEADER.finditer(text):
            if header[1] != "Intrigue":
                continue
            for match in _INTRIGUE.finditer(header[2]):
                if tiles := street_of_tiles(match[1]):
                    column = header.start(2) + match.start() + 1
                    yield WrittenStreet(tiles, partial(Place, source.name, line, column, text, 2))


def header_names(source: Source) -> dict[str, str]:
    """Return the headers of a game by name, as written; the first if several have the same name."""
    names: dict[str, str] = {}
    for _, text in source.headers:
        for header in HEADER.finditer(text):
            names.setdefault(header[1], header[2])
    return names


def is_city_missing(source: Source) -> bool:
    """Return whether a game with headers and decisions has nothing that gives its city."""
    has_city = {"City", "Position"} & header_names(source).keys()
    return bool(source.headers) and not has_city and has_decisions(source)


def with_city(source: Source, inferred: InferredCity) -> Source:
    """Return the game with a header of its city, after the last header."""
    header = (source.headers[-1][0], format_header("City", format_city(inferred.city)))
    return source._replace(headers=(*source.headers, header))


def with_inferred_city(source: Source) -> tuple[Source, InferredCity | None]:
    """Return the game with its city: unchanged if the city is given, otherwise with the one inferred from its streets.

    Raises ``NotWellFormedError`` and ``NotUniqueError`` as ``infer_city`` if the streets do not determine it. A game
    with more missing headers is unchanged, so that its reader reports all of them.
    """
    if not is_city_missing(source):
        return source, None
    try:
        inferred = infer_city(streets_in(source), source.beginning)
    except NotationError:
        if header_names(source).keys() >= _NEEDED:
            raise
        return source, None
    return with_city(source, inferred), inferred
