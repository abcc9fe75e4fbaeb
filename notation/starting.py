"""From the headers of a record to the position that it starts from."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from calimala_es.components import CELLS, DECK, SCORING_TILES
from calimala_es.errors import SetupError
from calimala_es.initial import initial
from calimala_es.legal import legal
from calimala_es.setup import Ruleset, Setup
from calimala_es.state import State
from notation.errors import NotationError, NotLegalError, NotUniqueError, NotWellFormedError, Place
from notation.escapes import unescape
from notation.headers import (
    FORMAT_VERSION,
    HEADER,
    NAME_HEADERS,
    SETUP_HEADERS,
    HeaderError,
    parse_cells,
    parse_city,
    parse_council,
    parse_deck,
    parse_rules,
    parse_seats,
)
from notation.limits import MOST_ERRORS, MOST_GAME_CHARS, MOST_HEADERS
from notation.position import PositionError, parse_position
from notation.tokens import Source

T = TypeVar("T")


class Header(NamedTuple):
    """A header and where it stands."""

    name: str
    value: str
    place: Place


class Start(NamedTuple):
    """What the headers say: where the game starts (``None`` if they do not say it), and all headers.

    ``has_position`` tells whether the start was given as a position, and not only as a set-up.
    """

    state: State | None
    headers: tuple[Header, ...]
    has_position: bool = False

    @property
    def noted(self) -> tuple[tuple[str, str], ...]:
        """The headers that say nothing of the start."""
        return tuple((header.name, header.value) for header in self.headers if header.name not in SETUP_HEADERS)


def read_start(source: Source, errors: list[NotationError]) -> Start:
    """Where a game starts; what is wrong with its headers is added to ``errors``."""
    headers = tuple(_scan(source, errors))
    told: dict[str, Header] = {}
    for header in headers:
        first = told.setdefault(header.name, header)
        if header.name in SETUP_HEADERS and first.value != header.value:
            message = f"two headers {header.name} that differ"
            errors.append(NotUniqueError(header.place, message, f"one; the first is on line {first.place.line}"))
    reader = _StartReader(source, told, errors)
    return Start(reader.read(), headers, "Position" in told)


def _scan(source: Source, errors: list[NotationError]) -> list[Header]:
    found: list[Header] = []
    for line, text in source.headers:
        end = 0
        for match in HEADER.finditer(text):
            if text[end : match.start()].strip() or len(found) > MOST_HEADERS:
                break
            place = Place(source.name, line, match.start() + 1, text, match.end() - match.start())
            found.append(Header(match[1], unescape(match[2]), place))
            end = match.end()
        if len(found) > MOST_HEADERS:
            place = Place(source.name, line, 1, text)
            errors.append(NotWellFormedError(place, "too many headers", f"at most {MOST_HEADERS}"))
            break
        rest = text[end:].strip()
        if rest and len(errors) < MOST_ERRORS:
            place = Place(source.name, line, text.index(rest, end) + 1, text, len(rest))
            errors.append(NotWellFormedError(place, "this is no header", '[Name "value"]'))
    return found[:MOST_HEADERS]


_AGREEING: Final[dict[str, tuple[Callable[[str], object], Callable[[Setup], object]]]] = {
    "Rules": (parse_rules, lambda setup: (setup.ruleset.edition, setup.ruleset.version)),
    "Seats": (parse_seats, lambda setup: setup.colours),
    "City": (parse_city, lambda setup: setup.city),
    "Council": (parse_council, lambda setup: setup.council),
    "Deck": (parse_deck, lambda setup: setup.ruleset.deck),
    "Cells": (parse_cells, lambda setup: setup.ruleset.cells),
}
"""How a header of the set-up is read, and what a position says in its place."""

_HEADER_OF_RULE: Final = {
    "R2.1": "City",
    "R2.2": "Council",
    "R2.3": "Deck",
    "R2.5": "Cells",
    "R3": "Rules",
    "R3.1": "Seats",
    "R3.3": "Seats",
    "R3.5": "Deck",
}
"""The header that is at fault where a set-up breaks a rule."""


class _StartReader:
    """Makes the start of a game out of its headers."""

    def __init__(self, source: Source, told: dict[str, Header], errors: list[NotationError]) -> None:
        self.source = source
        self.told = told
        self.errors = errors
        self.is_sound = True

    def read(self) -> State | None:
        if self.source.too_long:
            self._refuse(NotWellFormedError, "", "the game is too long", f"at most {MOST_GAME_CHARS} characters")
            return None
        version = self.told["CGN"].value if "CGN" in self.told else FORMAT_VERSION
        if version.strip() != FORMAT_VERSION:
            message = f"format version {version!r} is not known here"
            self._refuse(NotWellFormedError, "CGN", message, f"version {FORMAT_VERSION}")
            return None
        state = self._position() if "Position" in self.told else self._set_up()
        return state if self.is_sound else None

    def _place_of(self, name: str) -> Place:
        return self.told[name].place if name in self.told else self.source.beginning

    def _refuse(self, kind: type[NotationError], name: str, message: str, expected: str = "", rule: str = "") -> None:
        """Add an error at the header of that name, at the beginning of the game if there is none."""
        self.is_sound = False
        self.errors.append(kind(self._place_of(name), message, expected, rule))

    def _value(self, name: str, parse: Callable[[str], T], default: T) -> T:
        """What a header says; ``default`` where it is not there or says nothing sound."""
        if name not in self.told:
            return default
        try:
            return parse(self.told[name].value)
        except HeaderError as error:
            self._refuse(NotWellFormedError, name, str(error), error.expected, error.rule)
            return default

    def _set_up(self) -> State | None:
        """The first position of a game with the set-up that the headers make up."""
        names = [name for name in self.told if name in NAME_HEADERS]
        seats = self._value("Seats", parse_seats, "".join(NAME_HEADERS[name] for name in names))
        missing = [name for name in ("City", "Council") if name not in self.told]
        if not seats and "Seats" not in self.told:
            missing.insert(0, "Seats")
        if missing:
            expected = " ".join(f'[{name} "..."]' for name in missing)
            self._refuse(NotWellFormedError, "CGN", f"the set-up lacks {', '.join(missing)}", expected, "R3")
        edition, version = self._value("Rules", parse_rules, ("first", 1))
        ruleset = Ruleset(
            edition, version, self._value("Deck", parse_deck, DECK), self._value("Cells", parse_cells, CELLS)
        )
        city = self._value("City", parse_city, "")
        any_council: tuple[str, ...] = SCORING_TILES
        council = self._value("Council", parse_council, any_council)
        if not self.is_sound:
            return None
        try:
            return initial(Setup(seats, city, council, ruleset))
        except SetupError as error:
            name = _HEADER_OF_RULE.get(error.rule, "CGN")
            if name == "Seats" and name not in self.told:
                name = names[0]
            self._refuse(NotLegalError, name, str(error).removesuffix(f" ({error.rule})"), rule=error.rule)
            return None

    def _position(self) -> State | None:
        """The position that a header gives, if no other header says otherwise."""
        try:
            state = parse_position(self.told["Position"].value)
        except PositionError as error:
            expected = "a position line, see docs/notation.md"
            self._refuse(NotWellFormedError, "Position", str(error), expected)
            return None
        for name, (parse, said) in _AGREEING.items():
            if self._value(name, parse, said(state.setup)) != said(state.setup):
                self._refuse(NotUniqueError, name, f"{name} and Position do not agree", "one set-up")
        if not state.is_over and not legal(state):
            self._refuse(NotLegalError, "Position", "nobody can decide anything here, so no game goes on from it")
        return state
