"""A record as one JSON document, and back without loss; ``docs/json.md`` is the specification."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, cast, get_args

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.commands import COMMANDS, Command
from calimala_es.decide import step
from calimala_es.errors import IllegalCommandError, SetupError
from calimala_es.events import EVENTS, Event
from calimala_es.game import Game, Move, Variation, settle_notes
from calimala_es.initial import stand_in
from calimala_es.messages import Message
from calimala_es.notes import AnyNote, Note, Notes
from calimala_es.position import format_position
from calimala_es.setup import Setup
from calimala_es.state import State
from notation.errors import MOST_DECISIONS, MOST_HEADERS, MOST_NESTED
from notation.grammar.notes import format_note
from notation.headers.setup_headers import HeaderError
from notation.json.forms import (
    JsonError,
    any_of,
    convert,
    form_of,
    format_document,
    parse_document,
    tag_in,
    tag_of,
    to_plain,
    value_of,
)
from notation.places import is_variation_id
from notation.position.line import parse_position
from notation.position.values import PositionError
from notation.writer.games import format_headers

GAME_FORMAT: Final = "calimala-game-1"
"""What ``format`` says in a document, with the version of its form."""

NOTES: Final = cast(tuple[type[Note], ...], get_args(AnyNote))
"""Every kind of note."""

_SAID: Final[tuple[type[Struct], ...]] = (*COMMANDS, *NOTES)
_KINDS: Final = {tag_of(kind): kind for kind in _SAID}

if TYPE_CHECKING:
    CommandForm = Struct
    EventForm = Struct
    NoteForm = Struct
    SetupForm = Struct
else:
    CommandForm = any_of(map(form_of, COMMANDS))
    EventForm = any_of(map(form_of, EVENTS))
    NoteForm = any_of(map(form_of, NOTES))
    SetupForm = form_of(Setup)


class MoveForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision, what is said about it, and what might have been instead of it."""

    command: CommandForm
    notes: tuple[NoteForm, ...] = ()
    variations: tuple["VariationForm", ...] = ()


class VariationForm(Struct, frozen=True, forbid_unknown_fields=True):
    """Decisions that might have come instead of the one that they stand with; the first takes that one's place."""

    id: str
    moves: tuple[MoveForm, ...]
    name: str = ""
    notes: tuple[NoteForm, ...] = ()


class UndoneForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision that was taken back in a game of the store: its number there, and what had happened."""

    number: int
    events: tuple[EventForm, ...]


class GameForm(Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag=GAME_FORMAT):
    """A game: set-up, headers, and the decisions from the start or from a position line on.

    ``game``, the name of the game where it was stored, and ``undone`` are no part of the record and are not read.
    """

    setup: SetupForm
    headers: tuple[tuple[str, str], ...] = ()
    start: str | None = None
    notes: tuple[NoteForm, ...] = ()
    moves: tuple[MoveForm, ...] = ()
    game: str = ""
    undone: tuple[UndoneForm, ...] = ()


# Writing.


def game_document(record: Game) -> dict[str, Any]:
    """Return the document of a record: objects, lists, numbers and texts, without fields that are empty."""
    return {"format": GAME_FORMAT, **opening_json(record), **_not_empty(moves=[_move(move) for move in record.moves])}


def opening_json(record: Game) -> dict[str, Any]:
    """Return the fields of a document that come before the decisions."""
    return {
        "setup": to_plain(record.setup),
        **_not_empty(headers=to_plain(record.headers)),
        **({"start": format_position(record.start)} if record.starts_midway else {}),
        **_not_empty(notes=to_plain(record.notes)),
    }


def _not_empty(**lists: list[Any]) -> dict[str, Any]:
    """Return the lists that have something in them."""
    return {name: values for name, values in lists.items() if values}


def _move(move: Move) -> dict[str, Any]:
    variations = [_variation(variation) for variation in move.variations]
    return {"command": to_plain(move.command), **_not_empty(notes=to_plain(move.notes), variations=variations)}


def _variation(variation: Variation) -> dict[str, Any]:
    moves = [_move(move) for move in variation.moves]
    name = {"name": variation.name} if variation.name else {}
    return {"id": variation.id, **name, **_not_empty(notes=to_plain(variation.notes)), "moves": moves}


def dumps_json(record: Game) -> str:
    """Return the document of a record on one line of ASCII, without a line end.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> dumps_json(play(Setup("bry", "WBMUCAVTS")))[:60]
    '{"format":"calimala-game-1","setup":{"colours":"bry","city":'
    """
    return format_document(game_document(record))


# Reading.


def loads_json(text: str) -> Game:
    """Return the record of a document; raises ``JsonError``.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> game = play(Setup("bry", "WBMUCAVTS"))
    >>> loads_json(dumps_json(game)) == game
    True
    """
    return game_from_document(parse_document(text))


def game_from_document(document: Any) -> Game:
    """Return the record of a document, every decision checked by the rules; raises ``JsonError``."""
    check_format(document, GAME_FORMAT)
    form: GameForm = convert(document, GameForm)
    record = read_opening(form)
    if form.moves:
        refuse_decisions(record, "$.moves")
    return settle_notes(replace(record, moves=Builder().moves(form.moves, record.start, "$.moves", 0)))


def check_format(document: Any, expected: str) -> None:
    """Refuse what is no document of this form and version."""
    found = cast(dict[str, Any], document).get("format") if isinstance(document, dict) else None
    if found != expected:
        word = repr(str(found)[:60])
        problem = (
            Message("the format is missing")
            if found is None
            else Message(("this version does not know {word}"), word=word)
        )
        raise JsonError(problem, "$.format", Message("{symbols}", symbols=repr(expected)))


def read_opening(form: Any) -> Game:
    """Return the record without decisions that a document, or its first line, begins with; raises ``JsonError``."""
    setup = value_of(Setup, form.setup)
    if len(form.headers) > MOST_HEADERS:
        expected = Message("up to {number}", number=MOST_HEADERS)
        raise JsonError(Message("there are too many headers"), "$.headers", expected)
    if form.start is not None and not (setup.city and setup.council):
        raise JsonError(Message("a record of the result alone has no position"), "$.start", NOTHING)
    try:
        first = stand_in(setup)
    except SetupError as error:
        raise JsonError(error.text, "$.setup") from None
    try:
        start = first if form.start is None else parse_position(form.start)
    except PositionError as error:
        raise JsonError(error.text, "$.start") from None
    record = Game(setup, start, headers=form.headers)
    try:
        format_headers(record)
    except HeaderError as error:
        raise JsonError(error.text, "$.headers") from None
    return replace(record, notes=notes_of(form.notes, start, "$.notes"))


NOTHING: Final = Message("nothing here")
"""What is expected where a document should have nothing."""


def refuse_decisions(record: Game, path: str) -> None:
    """Refuse decisions of a record of the result only; raises ``JsonError``."""
    if not record.has_positions:
        raise JsonError(Message("a record of the result alone has no decisions"), path, NOTHING)


def notes_of(form: Iterable[Struct], state: State, path: str) -> Notes:
    """Return the notes on ``state``; raises ``JsonError`` for one that no text can have."""
    notes = tuple(cast(AnyNote, value_of(_KINDS[tag_in(note)], note)) for note in form)
    for place, note in enumerate(notes):
        try:
            format_note(note, state)
        except ValueError as error:
            raise JsonError(str(error), f"{path}[{place}]") from None
    return notes


def command_of_form(form: Struct) -> Command:
    """Return the command of a JSON object."""
    return cast(Command, value_of(_KINDS[tag_in(form)], form))


class Builder:
    """Makes moves of JSON objects, with every decision checked by the rules."""

    def __init__(self) -> None:
        """Begin with no decision and no variation."""
        self.ids: set[str] = set()
        self.decisions = 0

    def moves(self, form: Iterable[MoveForm], state: State, path: str, depth: int) -> tuple[Move, ...]:
        """Return the moves that go on from ``state``, with their notes and variations; raises ``JsonError``."""
        return tuple(self._moves(form, state, path, depth))

    def _moves(self, form: Iterable[MoveForm], state: State, path: str, depth: int) -> Iterator[Move]:
        for place, move in enumerate(form):
            here = f"{path}[{place}]"
            command = command_of_form(move.command)
            events, after = self.decide(state, command, f"{here}.command")
            notes = notes_of(move.notes, after, f"{here}.notes")
            variations = tuple(
                self._variation(variation, state, f"{here}.variations[{number}]", depth + 1)
                for number, variation in enumerate(move.variations)
            )
            yield Move(command, events, after, notes, variations)
            state = after

    def _variation(self, form: VariationForm, state: State, path: str, depth: int) -> Variation:
        self.open_variation(form.id, path, depth)
        if not form.moves:
            raise JsonError(Message("the variation has no decision"), f"{path}.moves", Message("at least one decision"))
        notes = notes_of(form.notes, state, f"{path}.notes")
        return Variation(form.id, self.moves(form.moves, state, f"{path}.moves", depth), form.name, notes)

    def open_variation(self, id: str, path: str, depth: int) -> None:
        """Take note of a variation at this depth, 1 on the main line; raises ``JsonError``."""
        if depth > MOST_NESTED:
            message = Message("variations are nested too deeply")
            raise JsonError(message, path, Message("up to {number}", number=MOST_NESTED))
        if not is_variation_id(id) or id in self.ids:
            message = Message("{word} is not an id of a variation, or is used twice", word=repr(id[:60]))
            raise JsonError(message, f"{path}.id", Message("another id"))
        self.ids.add(id)

    def decide(self, state: State, command: Command, path: str) -> tuple[tuple[Event, ...], State]:
        """Return the events of a decision and the state after it; raises ``JsonError`` for an illegal one."""
        self.decisions += 1
        if self.decisions > MOST_DECISIONS:
            expected = Message("up to {number} decisions", number=MOST_DECISIONS)
            raise JsonError(Message("the game is too long"), path, expected)
        try:
            return step(state, command)
        except IllegalCommandError as error:
            message = Message("{reason} ({rule})", reason=error.message, rule=error.rule)
            raise JsonError(message, path, error.remedy) from None
