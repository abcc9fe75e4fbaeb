"""What the JSON of games looks like, as JSON schemas made from the types that read it."""

import json
from collections.abc import Callable
from typing import Any, Final

import msgspec

from notation.json.events import LineForm
from notation.json.game import CommandForm, EventForm, GameForm, NoteForm

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


_UNIONS: Final = {"AnyCommand": CommandForm, "AnyEvent": EventForm, "AnyNote": NoteForm}
"""What may be one of several kinds, by the name that it gets in a schema."""


def _schema(title: str, form: Any) -> dict[str, Any]:
    kinds = {name: _generated(union) for name, union in _UNIONS.items()}
    for union in kinds.values():
        del union["$defs"]

    def by_name(part: dict[str, Any]) -> dict[str, Any]:
        return next(({"$ref": f"#/$defs/{name}"} for name, kind in kinds.items() if kind == part), part)

    schema = _generated(form, by_name)
    parts: dict[str, Any] = schema.pop("$defs")
    for part in parts.values():
        if "description" in part:
            part["description"] = _unwrapped(part["description"])
    used = {name: union for name, union in kinds.items() if f'/{name}"' in json.dumps(parts)}
    return {"$schema": DIALECT, "title": title, **schema, "$defs": {**used, **parts}}


def _unwrapped(description: str) -> str:
    """Return a docstring with a line for each paragraph."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in description.split("\n\n"))


def _generated(form: Any, change: Callable[[dict[str, Any]], dict[str, Any]] | None = None) -> dict[str, Any]:
    """Return the schema of a type, each object in it changed."""
    generated: dict[str, Any] = json.loads(msgspec.json.encode(msgspec.json.schema(form)), object_hook=change)
    return generated


SCHEMAS: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    "game": lambda: _schema("A game of Calimala", GameForm),
    "events": lambda: _schema("A line of the events of a game of Calimala", LineForm),
}
"""The schemas by name: of a whole game in one document, and of one line of events."""


def schema_text(name: str) -> str:
    """Return a schema as text, the same each time, ending in a line end."""
    return json.dumps(SCHEMAS[name](), indent=2, ensure_ascii=False) + "\n"
