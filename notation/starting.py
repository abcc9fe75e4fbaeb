"""From the headers of a record to the position that it starts from."""

from calimala_es.errors import SetupError
from calimala_es.initial import initial
from calimala_es.setup import check_setup
from calimala_es.state import State
from notation.errors import NotationError, NotLegalError, NotUniqueError, NotWellFormedError, Place
from notation.headers import (
    FORMAT_VERSION,
    HEADER,
    SETUP_HEADERS,
    HeaderError,
    parse_setup_header,
    seats_of_names,
    setup_of,
    unquote,
)
from notation.limits import MOST_GAME_CHARS, MOST_HEADERS
from notation.position import PositionError, parse_position
from notation.tokens import Source

Headers = tuple[tuple[str, str], ...]


def header_place(source: Source, name: str) -> Place:
    """Where the header of that name stands; the beginning of the game if there is none."""
    for line, text in source.headers:
        column = text.find("[" + name)
        if column >= 0:
            return Place(source.name, line, column + 1, text, len(name) + 1)
    return Place(source.name, source.line, 1, source.headers[0][1] if source.headers else "")


def _scan_headers(source: Source, errors: list[NotationError]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for line, text in source.headers:
        end = 0
        for match in HEADER.finditer(text):
            if text[end : match.start()].strip():
                break
            found.append((match[1], unquote(match[2])))
            end = match.end()
        rest = text[end:].lstrip()
        if rest:
            place = Place(source.name, line, len(text) - len(rest) + 1, text, len(rest))
            errors.append(NotWellFormedError(place, "this is no header", '[Name "value"]'))
        if len(found) > MOST_HEADERS:
            place = Place(source.name, line, 1, text)
            errors.append(NotWellFormedError(place, "too many headers", f"at most {MOST_HEADERS}"))
            break
    return found[:MOST_HEADERS]


def read_headers(
    source: Source, errors: list[NotationError]
) -> tuple[State | None, Headers, bool]:
    """The start that the headers describe, the headers that say nothing of it, and whether it is a position."""
    found = _scan_headers(source, errors)
    others = tuple((name, value) for name, value in found if name not in SETUP_HEADERS)
    values: dict[str, str] = {}
    for name, value in found:
        if name in SETUP_HEADERS and values.setdefault(name, value) != value:
            errors.append(NotUniqueError(header_place(source, name), f"two headers {name} that differ", "one"))
    if source.too_long:
        place = header_place(source, "CGN")
        errors.append(NotWellFormedError(place, "the game is too long", f"at most {MOST_GAME_CHARS} characters"))
    position = values.pop("Position", None)
    version = values.pop("CGN", FORMAT_VERSION)
    if version != FORMAT_VERSION:
        place = header_place(source, "CGN")
        errors.append(NotWellFormedError(place, f"format version {version} is not known here", f"version {FORMAT_VERSION}"))
    if errors:
        return None, others, False
    if position is not None:
        return _start_at(source, position, values, errors), others, True
    return _start_of(source, values, others, errors), others, False


def _parse_parts(source: Source, values: dict[str, str], errors: list[NotationError]) -> dict[str, object]:
    parts: dict[str, object] = {}
    for name, value in values.items():
        try:
            parts[name] = parse_setup_header(name, value)
        except HeaderError as error:
            place = header_place(source, name)
            errors.append(NotWellFormedError(place, str(error), error.expected, error.rule))
    return parts


def _start_of(
    source: Source, values: dict[str, str], others: Headers, errors: list[NotationError]
) -> State | None:
    parts = _parse_parts(source, values, errors)
    seats = seats_of_names(name for name, _ in others)
    if seats:
        parts.setdefault("Seats", seats)
    missing = [name for name in ("Seats", "City", "Council") if name not in parts and name not in values]
    if missing:
        place = header_place(source, "CGN")
        expected = " ".join(f'[{name} "..."]' for name in missing)
        errors.append(NotWellFormedError(place, f"the set-up lacks {', '.join(missing)}", expected, "R3"))
    if errors:
        return None
    try:
        return initial(check_setup(setup_of(parts)))
    except SetupError as error:
        errors.append(NotLegalError(header_place(source, "Seats"), str(error), rule=error.rule))
        return None


def _start_at(
    source: Source, position: str, values: dict[str, str], errors: list[NotationError]
) -> State | None:
    place = header_place(source, "Position")
    try:
        start = parse_position(position)
    except PositionError as error:
        errors.append(NotWellFormedError(place, str(error), "a position line, see docs/notation.md"))
        return None
    parts = _parse_parts(source, values, errors)
    setup, rules = start.setup, start.setup.ruleset
    told = {
        "Rules": (rules.edition, rules.version),
        "Seats": setup.colours,
        "City": setup.city,
        "Council": setup.council,
        "Deck": rules.deck,
        "Cells": rules.cells,
    }
    for name, value in parts.items():
        if told[name] != value:
            errors.append(NotUniqueError(header_place(source, name), f"{name} and Position do not agree"))
    return None if errors else start
