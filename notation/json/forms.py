"""Commands, events, notes and set-ups as JSON objects whose fields have names.

In files of the store and in bytes they are arrays with a number for a tag. Other programs get objects: ``type`` is the
kind as a word (``disc_placed``), and every field under its name. The form of each kind is derived from the kind
itself, so one that is added needs no line here.
"""

import json
from collections.abc import Iterable
from functools import cache
from types import GenericAlias
from typing import Annotated, Any, Final, Literal, TypeVar, cast, get_args, get_origin

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields

from calimala_es.commands import kind_name
from calimala_es.errors import CalimalaError
from calimala_es.messages import Message, Text
from calimala_es.notes import Note

TYPE: Final = "type"
"""The key of the word for the kind."""

MOST_DOCUMENT_CHARS: Final = 64_000_000
MOST_DIGITS: Final = 300
"""Digits of a number; those of games have far fewer."""
"""Characters of one document, or of one line of events."""

_Kind = TypeVar("_Kind", bound=Struct)


class JsonError(CalimalaError):
    """JSON that is no game; ``str`` gives ``source:line: path: message``.

    ``path`` is the place within the document, as ``$.moves[3].command``; ``expected`` what would be right.
    """

    def __init__(self, message: Text, path: str = "$", expected: Text = "") -> None:
        """Keep what is wrong and where in the document."""
        super().__init__(message)
        self.message = message
        self.path = path
        self.expected = expected
        self.source = "<json>"
        self.line = 1

    def at(self, source: str, line: int) -> "JsonError":
        """Return the same error with the source of the document and the line, from 1, on which it begins."""
        self.source = source
        self.line += line - 1
        return self

    @property
    def text(self) -> Text:
        """The place, what is wrong, and what would be right."""
        return self._said_of(f"{self.source}:{self.line}: {self.path}")

    @property
    def reason(self) -> Text:
        """The same without the source and the line."""
        return self._said_of(self.path)

    def _said_of(self, place: str) -> Text:
        if not self.expected:
            return Message("{place}: {reason}", place=place, reason=self.message)
        return Message(
            "{place}: {reason}; expected {expected}", place=place, reason=self.message, expected=self.expected
        )

    def __str__(self) -> str:
        """Return ``source:line: path: message; expected ...`` on one line."""
        return str(self.text)


def tag_of(kind: type[Struct]) -> str | None:
    """Return the word for a kind; ``None`` for a value of one kind only, e.g. a set-up."""
    tag = kind.__struct_config__.tag
    return kind_name(kind) if isinstance(tag, int) else tag


def tag_in(form: Struct) -> str | None:
    """Return the word for the kind of a value, or of an object of a form."""
    return tag_of(type(form))


def any_of(forms: Iterable[type[Struct]]) -> Any:
    """Return the union of these forms."""
    joined: Any
    joined, *others = forms
    for other in others:
        joined |= other
    return joined


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


@cache
def form_of(kind: type[Struct]) -> type[Struct]:
    """Return the type of the JSON objects for values of a kind."""
    return make_form(kind.__name__, kind.__doc__, tag_of(kind), fields_of(kind))


Field = tuple[str, Any, Any] | tuple[str, Any]


def fields_of(kind: type[Struct]) -> list[Field]:
    """Return the fields of a kind as those of its form: name, type, and the default if there is one."""
    return [_field(field) for field in fields(kind)]


def _field(field: FieldInfo) -> Field:
    kind = form_of(field.type) if _is_struct(field.type) else form_type(field.type)
    if field.default is msgspec.NODEFAULT:
        return field.name, kind
    return field.name, kind, _form_default(field.default)


def form_type(kind: Any) -> Any:
    """Return the type of a field of a form: any text where a kind has codes, which the rules judge in their words.

    The schema lists the codes.
    """
    if get_origin(kind) is Literal:
        return Annotated[str, Meta(extra_json_schema={"enum": [*get_args(kind)]})]
    if get_origin(kind) is tuple:
        return GenericAlias(tuple, tuple(map(form_type, get_args(kind))))
    return kind


def _form_default(default: object) -> object:
    """Return the default of a field of a form; that of a nested value is a form as well."""
    return msgspec.convert(to_plain(default), form_of(type(default))) if isinstance(default, Struct) else default


def make_form(name: str, doc: str | None, tag: str | None, of: list[Field]) -> type[Struct]:
    """Return a type of JSON objects with exactly these fields, and a ``type`` if it has a tag."""
    return msgspec.defstruct(
        name,
        of,
        namespace={"__doc__": doc},
        module=__name__,
        tag_field=TYPE if tag else None,
        tag=tag,
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )


# Values to plain JSON and back.


def to_plain(value: object) -> Any:
    """Return a value as JSON: objects, lists, numbers and texts, without the empty fields of a note."""
    if isinstance(value, tuple):
        return [to_plain(part) for part in cast(tuple[object, ...], value)]
    if not isinstance(value, Struct):
        return value
    kind = type(value)
    tag = tag_of(kind)
    is_brief = issubclass(kind, Note)
    return ({TYPE: tag} if tag else {}) | {
        name: to_plain(getattr(value, name))
        for name, usual in _defaults(kind)
        if not is_brief or getattr(value, name) != usual
    }


@cache
def _defaults(kind: type[Struct]) -> tuple[tuple[str, object], ...]:
    return tuple((field.name, field.default) for field in fields(kind))


def value_of(kind: type[_Kind], form: Struct) -> _Kind:
    """Return the value of a kind from an object of its form."""
    values: dict[str, Any] = {}
    for field in fields(kind):
        value = getattr(form, field.name)
        values[field.name] = value_of(field.type, value) if _is_struct(field.type) else value
    return kind(**values)


# Text.


def format_document(document: object) -> str:
    """Return a document on one line of ASCII."""
    return json.dumps(document, separators=(",", ":"))


def parse_document(text: str) -> Any:
    """Return the document in a text; raises ``JsonError`` if it is not JSON."""
    if len(text) > MOST_DOCUMENT_CHARS:
        message = Message("this is not a game: it has more than {most} characters", most=MOST_DOCUMENT_CHARS)
        raise JsonError(message)
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number, parse_int=_whole)
    except json.JSONDecodeError as error:
        broken = JsonError(Message("column {column} is not JSON: {words}", column=error.colno, words=error.msg))
        broken.line = error.lineno
        raise broken from None
    except RecursionError:
        raise JsonError(_TOO_DEEP) from None


_TOO_DEEP: Final = Message("this is not a game: it has too many nested brackets")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    form = dict(pairs)
    if len(form) != len(pairs):
        names = [name for name, _ in pairs]
        doubled = next(name for name in names if names.count(name) > 1)
        raise JsonError(Message("{word} appears twice in one object", word=repr(doubled[:60])))
    return form


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        counts = {"number": len(digits), "most": MOST_DIGITS}
        raise JsonError(Message("a number has {number} digits; the limit is {most}", **counts))
    return int(digits)


def _no_number(word: str) -> Any:
    raise JsonError(Message("{word} is not a number in JSON", word=word))


def convert(document: object, kind: Any) -> Any:
    """Return a document as a value of a type of forms; raises ``JsonError`` with the place that is wrong."""
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `")
        raise JsonError(message, path.removesuffix("`") or "$") from None
    except RecursionError:
        raise JsonError(_TOO_DEEP) from None
    except UnicodeEncodeError:
        raise JsonError(Message("a string contains an incomplete character")) from None
