"""From the headers of a record to the position that it starts from."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from calimala_es.components import ACTIONS, COLOURS, SCORING_TILES, Tile
from calimala_es.editions import EDITIONS
from calimala_es.errors import SetupError
from calimala_es.headers import NAME_HEADERS
from calimala_es.initial import NO_STREETS, initial, stand_in, third_colour
from calimala_es.legal import legal
from calimala_es.messages import Message, Text
from calimala_es.setup import Ruleset, Setup
from calimala_es.state import State
from notation.errors import (
    MOST_ERRORS,
    MOST_GAME_CHARS,
    MOST_HEADERS,
    NotationError,
    NotLegalError,
    NotUniqueError,
    NotWellFormedError,
    Place,
    quote,
)
from notation.grammar.tokens import Source, has_decisions, unescape
from notation.headers.setup_headers import (
    FORMAT_VERSION,
    HEADER,
    SETUP_HEADERS,
    HeaderError,
    can_read,
    cells_of,
    parse_cells,
    parse_city,
    parse_council,
    parse_deck,
    parse_faction,
    parse_families,
    parse_intrigue,
    parse_rules,
    parse_seats,
    parse_settings,
    settings_of,
)
from notation.position.line import parse_position
from notation.position.values import PositionError

T = TypeVar("T")


class Header(NamedTuple):
    """A header and its place."""

    name: str
    value: str
    place: Place


class Start(NamedTuple):
    """What the headers say: where the game starts (``None`` if they do not say it), and all headers.

    ``has_position`` says whether the start was given as a position, and not only as a set-up. ``setup`` is that of
    the state, but if only the result is recorded: then the state is a placeholder, and city and council
    may be missing from ``setup``.
    """

    state: State | None
    headers: tuple[Header, ...]
    has_position: bool = False
    setup: Setup | None = None

    @property
    def has_positions(self) -> bool:
        """Whether city and council are recorded."""
        return self.setup is not None and bool(self.setup.city and self.setup.council)

    @property
    def noted(self) -> tuple[tuple[str, str], ...]:
        """The headers that say nothing of the start."""
        return tuple((header.name, header.value) for header in self.headers if header.name not in SETUP_HEADERS)


def read_start(source: Source, errors: list[NotationError]) -> Start:
    """Return the start of a game; errors in its headers are added to ``errors``."""
    headers = tuple(_scan(source, errors))
    named: dict[str, Header] = {}
    for header in headers:
        first = named.setdefault(header.name, header)
        if header.name in SETUP_HEADERS and first.value != header.value:
            message = Message("there are two {name} headers that differ", name=header.name)
            expected = Message("only one; the first is on line {line}", line=first.place.line)
            errors.append(NotUniqueError(header.place, message, expected))
    reader = _StartReader(source, named, errors)
    state = reader.read()
    return Start(state, headers, "Position" in named, reader.setup or (state.setup if state else None))


def _scan(source: Source, errors: list[NotationError]) -> list[Header]:
    """Return the headers of a game; those of the set-up do not count towards the limit."""
    found: list[Header] = []
    counts = {True: 0, False: 0}
    for line, text in source.headers:
        end = 0
        for match in HEADER.finditer(text):
            if text[end : match.start()].strip() or max(counts.values()) > MOST_HEADERS:
                break
            place = Place(source.name, line, match.start() + 1, text, match.end() - match.start())
            counts[match[1] in SETUP_HEADERS] += 1
            found.append(Header(match[1], unescape(match[2]), place))
            end = match.end()
        if max(counts.values()) > MOST_HEADERS:
            place = Place(source.name, line, 1, text)
            expected = Message("up to {number}", number=MOST_HEADERS)
            errors.append(NotWellFormedError(place, Message("there are too many headers"), expected))
            break
        rest = text[end:].strip()
        if rest and len(errors) < MOST_ERRORS:
            place = Place(source.name, line, text.index(rest, end) + 1, text, len(rest))
            expected = Message("{symbols}", symbols='[Name "value"]')
            errors.append(NotWellFormedError(place, Message("this is not a header"), expected))
    return found


_AGREEING: Final[dict[str, Callable[[str, Setup], bool]]] = {
    "Rules": lambda value, setup: parse_rules(value) == (setup.ruleset.edition, setup.ruleset.version),
    "Settings": lambda value, setup: (
        settings_of(setup.ruleset.edition, parse_settings(value)) == setup.ruleset.settings
    ),
    "Seats": lambda value, setup: parse_seats(value) == setup.colours,
    "Third": lambda value, setup: parse_seats(value) == setup.third,
    "City": lambda value, setup: parse_city(value) == setup.city,
    "Council": lambda value, setup: parse_council(value) == setup.council,
    "Intrigue": lambda value, setup: parse_intrigue(value, setup.city) == setup.intrigue,
    "Families": lambda value, setup: parse_families(value) == setup.families,
    "Deck": lambda value, setup: parse_deck(value) == setup.ruleset.deck,
    "Cells": lambda value, setup: cells_of(parse_cells(value), intrigue=bool(setup.intrigue)) == setup.ruleset.cells,
    "Faction": lambda value, setup: parse_faction(value) == (setup.ruleset.steps, setup.ruleset.stages),
}
"""Whether a header of the set-up says what a position says."""

_USUAL: Final = Ruleset()
_NOBODY: Final[tuple[str, ...]] = ()
_NO_COUNCIL: Final[tuple[Tile, ...]] = ()
_ANY_COUNCIL: Final[tuple[Tile, ...]] = SCORING_TILES
_NO_SETTINGS: Final[dict[str, str | int | bool]] = {}
"""The headers assumed if they are missing."""

_HEADER_OF_RULE: Final = {
    "R2.1": "City",
    "R2.2": "Council",
    "R2.3": "Deck",
    "R2.5": "Cells",
    "R3": "Rules",
    "R3.1": "Seats",
    "R3.3": "Seats",
    "R3.5": "Deck",
    "R8.1": "Third",
    "R9.3": "Settings",
    "R9.7": "Seats",
    "R10": "Intrigue",
    "R10.1": "Intrigue",
    "R10.2": "Intrigue",
    "R10.4": "Cells",
    "R10.6": "Faction",
    "R11": "Families",
}
"""The header that is at fault where a set-up breaks a rule."""


class _StartReader:
    """Makes the start of a game out of its headers."""

    def __init__(self, source: Source, named: dict[str, Header], errors: list[NotationError]) -> None:
        self.source = source
        self.named = named
        self.errors = errors
        self.is_sound = True
        self.setup: Setup | None = None

    def read(self) -> State | None:
        if self.source.too_long:
            expected = Message("up to {number} characters", number=MOST_GAME_CHARS)
            self._refuse(NotWellFormedError, "", Message("the game is too long"), expected)
            return None
        if not self._value("CGN", can_read, default=True):
            version = quote(self.named["CGN"].value)
            message = Message("this text is in version {version} of the notation", version=version)
            expected = Message("version {version}, or a newer program", version=FORMAT_VERSION)
            self._refuse(NotWellFormedError, "CGN", message, expected)
            return None
        state = self._position() if "Position" in self.named else self._set_up()
        return state if self.is_sound else None

    def _place_of(self, name: str) -> Place:
        return self.named[name].place if name in self.named else self.source.beginning

    def _refuse(self, kind: type[NotationError], name: str, message: Text, expected: Text = "", rule: str = "") -> None:
        """Add an error at the header of that name, at the beginning of the game if there is none."""
        self.is_sound = False
        self.errors.append(kind(self._place_of(name), message, expected, rule))

    def _value(self, name: str, parse: Callable[[str], T], default: T) -> T:
        """Return the parsed value of a header; ``default`` if it is missing or wrong."""
        if name not in self.named:
            return default
        try:
            return parse(self.named[name].value)
        except HeaderError as error:
            self._refuse(NotWellFormedError, name, error.text, error.expected, error.rule)
            return default

    def _set_up(self) -> State | None:
        """Return the first position of a game with the set-up that the headers make up."""
        names = [name for name in self.named if name in NAME_HEADERS]
        seats = self._value("Seats", parse_seats, "".join(NAME_HEADERS[name] for name in names))
        is_result = not {"City", "Council"} <= self.named.keys() and not has_decisions(self.source)
        missing = [name for name in ("City", "Council") if name not in self.named and not is_result]
        if is_result and "Intrigue" in self.named and "City" not in self.named:
            expected = Message("{symbols}", symbols='[City "..."]')
            self._refuse(NotWellFormedError, "Intrigue", NO_STREETS, expected)
        if not seats and "Seats" not in self.named:
            missing.insert(0, "Seats")
        if missing:
            expected = Message("{symbols}", symbols=" ".join(f'[{name} "..."]' for name in missing))
            message = Message("missing from the set-up: {names}", names=", ".join(missing))
            self._refuse(NotWellFormedError, "CGN", message, expected, "R3")
        city = self._value("City", parse_city, "")
        council = self._value("Council", parse_council, _NO_COUNCIL if is_result else _ANY_COUNCIL)
        intrigue, families = self._intrigue(city), self._value("Families", parse_families, _NOBODY)
        setup = Setup(seats, city, council, self._ruleset(), self._third(seats), intrigue, families)
        if not self.is_sound:
            return None
        self.setup = setup if is_result else None
        try:
            return stand_in(setup) if is_result else initial(setup)
        except SetupError as error:
            name = _HEADER_OF_RULE.get(error.rule, "CGN")
            if name == "Seats" and name not in self.named:
                name = names[0]
            self._refuse(NotLegalError, name, error.message, rule=error.rule)
            return None

    def _agrees(self, name: str, agrees: Callable[[str, Setup], bool], setup: Setup) -> bool:
        """Return whether a header, if it is there, says what a set-up says."""
        return self._value(name, lambda value: agrees(value, setup), default=True)

    def _ruleset(self) -> Ruleset:
        edition, version = self._value("Rules", parse_rules, ("first", 1))
        steps, stages = self._value("Faction", parse_faction, (_USUAL.steps, _USUAL.stages))
        settings = self._value("Settings", parse_settings, _NO_SETTINGS)
        return Ruleset(
            edition,
            version,
            self._value("Deck", parse_deck, _USUAL.deck),
            self._cells(intrigue="Intrigue" in self.named),
            settings_of(edition, settings) if edition in EDITIONS else _USUAL.settings,
            steps,
            stages,
        )

    def _cells(self, *, intrigue: bool) -> tuple[int, ...]:
        usual = cells_of({}, intrigue=intrigue)
        return self._value("Cells", lambda value: cells_of(parse_cells(value), intrigue=intrigue), usual)

    def _third(self, seats: str) -> str:
        """Return the third party's colour; the first that is free where two play and no header says it (R8.1)."""
        usual = third_colour(seats) if len(seats) == 2 and set(seats) <= set(COLOURS) else ""
        return self._value("Third", parse_seats, usual)

    def _intrigue(self, city: str) -> tuple[str, ...]:
        """Return the intrigue tiles, which are named by the streets of a sound city."""
        if sorted(city) != sorted(ACTIONS):
            return _NOBODY
        return self._value("Intrigue", lambda value: parse_intrigue(value, city), _NOBODY)

    def _position(self) -> State | None:
        """Return the position that a header gives, if no other header says otherwise."""
        try:
            state = parse_position(self.named["Position"].value)
        except PositionError as error:
            expected = Message("a position line, as the notation describes it")
            self._refuse(NotWellFormedError, "Position", error.text, expected)
            return None
        for name, agrees in _AGREEING.items():
            if not self._agrees(name, agrees, state.setup):
                message = Message("the {name} header and the position differ", name=name)
                self._refuse(NotUniqueError, name, message, Message("the same set-up in both"))
        if not state.is_over and not legal(state):
            message = Message("nothing can be decided in this position, so the game cannot continue")
            self._refuse(NotLegalError, "Position", message)
        return state
