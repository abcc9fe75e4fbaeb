"""Games out of a stream of JSON, one after another, and the schemas of that JSON.

A game that is wrong does not disturb the others.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple, cast

import msgspec

from calimala_es.components import Action, Card, DiscKind, InfluenceCard, MaybeTile, Row, StartChoice, Street, Tile
from calimala_es.game import Game
from calimala_es.messages import Message
from notation.json.events import EVENTS_FORMAT, GAME, EventReader, LineForm
from notation.json.forms import MOST_DOCUMENT_CHARS, TYPE, JsonError, form_type, parse_document
from notation.json.game import GAME_FORMAT, CommandForm, EventForm, GameForm, NoteForm, game_from_document

GameOrError = Game | JsonError
"""A game, or why it is none."""

_CLOSING: Final = "}"
"""What a document on one line ends with."""


def read_json(lines: Iterable[str], source: str = "<json>") -> Iterator[GameOrError]:
    """Yield the games of a text that has a document on each line, or one document on any number of lines.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> from notation.json.game import dumps_json
    >>> game = play(Setup("bry", "WBMUCAVTS"))
    >>> next(read_json([dumps_json(game)])) == game
    True
    >>> next(read_json(["{}"])).path
    '$.format'
    """
    for number, (text,) in split_json(lines):
        try:
            yield game_from_document(parse_document(text))
        except JsonError as error:
            yield error.at(source, number)


def _numbered_lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, with their numbers from 1."""
    return ((number, line) for number, line in enumerate(lines, 1) if line.strip())


def _joined(first: str, others: Iterable[tuple[int, str]]) -> str:
    """Return a document that continues on further lines, as far as it may be read."""
    parts, length = [first], len(first)
    for _, line in others:
        parts.append(line)
        length += len(line)
        if length > MOST_DOCUMENT_CHARS:
            break
    return "".join(parts)


def read_events(lines: Iterable[str], source: str = "<json>") -> Iterator[GameOrError]:
    """Yield the games of a text of events, each with the lines up to the next beginning of a game.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> from notation.json.events import dumps_events
    >>> game = play(Setup("bry", "WBMUCAVTS"))
    >>> next(read_events(dumps_events(game))) == game
    True
    """
    try:
        for game in split_events(lines):
            yield _game(game, source)
    except JsonError as error:
        yield error.at(source, 1)


class GameLines(NamedTuple):
    """The lines of one game in JSON; ``line`` is the number of the first, from 1."""

    line: int
    lines: list[str]


def split_json(lines: Iterable[str]) -> Iterator[GameLines]:
    """Yield the lines of each game that ``read_json`` reads, without reading it.

    >>> [*split_json(["{}", "", "{}"])]
    [GameLines(line=1, lines=['{}']), GameLines(line=3, lines=['{}'])]
    """
    numbered = _numbered_lines(lines)
    for number, line in numbered:
        is_spread = number == 1 and not line.rstrip().endswith(_CLOSING)
        yield GameLines(number, [_joined(line, numbered) if is_spread else line])


def split_events(lines: Iterable[str], most: int = MOST_DOCUMENT_CHARS) -> Iterator[GameLines]:
    """Yield the lines of each game that ``read_events`` reads, without reading it; raises ``JsonError`` for a game with
    more characters than ``most``.

    >>> [game.lines for game in split_events(['{"type": "game"}', "{}", "", '{"type": "game"}'])]
    [['{"type": "game"}', '{}', ''], ['{"type": "game"}']]
    """
    number, found, size = 1, list[str](), 0
    for place, line in enumerate(lines, 1):
        if not found and not line.strip():
            continue
        if not found or _begins_game(line):
            if found:
                yield GameLines(number, found)
            number, found, size = place, [], 0
        found.append(line)
        size += len(line)
        if size > most:
            message = Message("this is not a game: it has more than {most} characters", most=most)
            raise JsonError(message).at("<json>", number)
    if found:
        yield GameLines(number, found)


def _begins_game(line: str) -> bool:
    """Return whether a line is the first one of a game; most are not parsed for that."""
    return (f'"{GAME}"' in line or "\\u" in line) and begins_game(_document(line))


def begins_game(document: Any) -> bool:
    """Return whether a document is the first line of a game."""
    return isinstance(document, dict) and cast(dict[str, Any], document).get(TYPE) == GAME


def _document(line: str) -> Any:
    """Return the document on a line, or the error."""
    try:
        return parse_document(line)
    except JsonError as error:
        return error


def _game(game: GameLines, source: str) -> GameOrError:
    reader: EventReader | None = None
    place = game.line
    try:
        for number, line in enumerate(game.lines, game.line):
            if not line.strip():
                continue
            place = number
            document = parse_document(line)
            if reader is None:
                reader = EventReader(document)
            else:
                reader.add(document)
        assert reader is not None, "a game has a line"
        return reader.finish()
    except JsonError as error:
        return error.at(source, place)


def format_in(line: str) -> str:
    """Return the format of a text by its first line: ``json``, ``ndjson``, or ``cgn``, the notation.

    >>> format_in("{}"), format_in("1. WB")
    ('cgn', 'cgn')
    """
    line = line.lstrip("\ufeff \t")
    if EVENTS_FORMAT.rstrip("0123456789") in line:
        return "ndjson"
    is_object = line.rstrip() == "{" or GAME_FORMAT.rstrip("0123456789") in line or line.startswith('{"')
    return "json" if line.startswith("{") and is_object else "cgn"


# The JSON schemas, made from the types that read it.

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


_CODES: Final = {
    "Street": Street,
    "Tile": Tile,
    "MaybeTile": MaybeTile,
    "InfluenceCard": InfluenceCard,
    "Row": Row,
    "StartChoice": StartChoice,
    "DiscKind": DiscKind,
    "Action": Action,
    "Card": Card,
}
_NAMED: Final[dict[str, Any]] = {
    "AnyCommand": CommandForm,
    "AnyEvent": EventForm,
    "AnyNote": NoteForm,
    **{name: form_type(code) for name, code in _CODES.items()},
}
"""What occurs in many places, by the name that it gets in a schema: one of several kinds, and codes."""


def to_schema(title: str, form: Any, others: Mapping[type, dict[str, Any]] | None = None) -> dict[str, Any]:
    """Return the schema of a type, with the docstrings of its parts; ``others`` has those of types unknown to JSON."""
    kinds = {name: _generated(kind) for name, kind in _NAMED.items()}
    for kind in kinds.values():
        kind.pop("$defs", None)

    def by_name(part: dict[str, Any]) -> dict[str, Any]:
        default = {"default": part["default"]} if "default" in part else {}
        name = next((name for name, kind in kinds.items() if kind | default == part), None)
        return {"$ref": f"#/$defs/{name}", **default} if name else part

    schema = _generated(form, by_name, others)
    parts: dict[str, Any] = schema.pop("$defs")
    for part in parts.values():
        if "description" in part:
            part["description"] = _unwrapped(part["description"])
    used = {name: kind for name, kind in kinds.items() if f'/{name}"' in json.dumps(parts)}
    return {"$schema": DIALECT, "title": title, **schema, "$defs": {**used, **parts}}


def _unwrapped(description: str) -> str:
    """Return a docstring with a line for each paragraph."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in description.split("\n\n"))


def _generated(
    form: Any,
    change: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
    others: Mapping[type, dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """Return the schema of a type, each object in it changed."""
    schema = msgspec.json.schema(form, schema_hook=(others or {}).__getitem__)
    generated: dict[str, Any] = json.loads(msgspec.json.encode(schema), object_hook=change)
    return generated


SCHEMAS: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    "game": lambda: to_schema("A game of Calimala", GameForm),
    "events": lambda: to_schema("A line of the events of a game of Calimala", LineForm),
}
"""The schemas by name: of a whole game in one document, and of one line of events."""


def schema_text(name: str) -> str:
    """Return a schema as text, the same each time, ending in a line end."""
    return format_schema(SCHEMAS[name]())


def format_schema(schema: Mapping[str, Any]) -> str:
    """Return a schema as text, ending in a line end."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
