"""What the JSON of games looks like, as JSON schemas made from the types that read it."""

import json
from collections.abc import Callable
from inspect import cleandoc
from typing import Any, Final

import msgspec

from notation.json_events import LineForm
from notation.json_game import CommandForm, EventForm, GameForm, NoteForm

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


_UNIONS: Final = {"AnyCommand": CommandForm, "AnyEvent": EventForm, "AnyNote": NoteForm}
"""What may be one of several kinds, by the name that it gets in a schema."""


def _schema(title: str, form: Any) -> dict[str, Any]:
    told = _generated(form)
    kinds = {name: _generated(union) for name, union in _UNIONS.items()}
    for union in kinds.values():
        del union["$defs"]
    parts = {name: _with_names(part, kinds) for name, part in told.pop("$defs").items()}
    for part in parts.values():
        if "description" in part:
            part["description"] = cleandoc(part["description"])
    used = {name: union for name, union in kinds.items() if f'/{name}"' in json.dumps(parts)}
    return {"$schema": DIALECT, "title": title, **told, "$defs": {**used, **parts}}


def _generated(form: Any) -> dict[str, Any]:
    generated: dict[str, Any] = json.loads(msgspec.json.encode(msgspec.json.schema(form)))
    return generated


def _with_names(part: Any, kinds: dict[str, Any]) -> Any:
    """The same part of a schema, with each of these kinds by its name."""
    if isinstance(part, list):
        return [_with_names(item, kinds) for item in part]
    if not isinstance(part, dict):
        return part
    name = next((name for name, kind in kinds.items() if kind == part), None)
    return {"$ref": f"#/$defs/{name}"} if name else {key: _with_names(item, kinds) for key, item in part.items()}


SCHEMAS: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    "game": lambda: _schema("A game of Calimala", GameForm),
    "events": lambda: _schema("A line of the events of a game of Calimala", LineForm),
}
"""The schemas by name: of a whole game in one document, and of one line of events."""


def schema_text(name: str) -> str:
    """A schema as text, the same each time, ending in a line end."""
    return json.dumps(SCHEMAS[name](), indent=2, ensure_ascii=False) + "\n"
