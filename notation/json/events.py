"""A record as lines of JSON: what it starts from, then every event with its id; ``docs/json.md`` is the specification.

Each line says what it is (``type``). The first event of a decision carries the decision and what is said about it.
The reader decides every decision again, so lines that are not a game of these rules are refused.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, replace

from calimala_es.events import EVENTS, Event
from calimala_es.game import Game, Move, Variation, settle_notes
from calimala_es.ids import Numbering, numbering_in
from calimala_es.messages import Message
from calimala_es.notes import Notes
from calimala_es.state import State
from notation.json.forms import (
    TYPE,
    JsonError,
    any_of,
    convert,
    fields_of,
    format_document,
    make_form,
    tag_in,
    tag_of,
    to_plain,
)
from notation.json.game import (
    NOTHING,
    Builder,
    CommandForm,
    NoteForm,
    SetupForm,
    check_format,
    command_of_form,
    notes_of,
    opening_json,
    read_opening,
    refuse_decisions,
)
from notation.places import MAIN

EVENTS_FORMAT: Final = "calimala-events-1"
"""What ``format`` says in the first line, with the version of its form."""

GAME: Final = "game"
"""The type of the first line of a game."""


class OpeningForm(Struct, frozen=True, forbid_unknown_fields=True, tag_field=TYPE, tag=GAME):
    """The first line of a game: what it starts from, and what is said before the first decision."""

    format: Literal["calimala-events-1"]
    setup: SetupForm
    headers: tuple[tuple[str, str], ...] = ()
    start: str | None = None
    notes: tuple[NoteForm, ...] = ()


class VariationLineForm(Struct, frozen=True, forbid_unknown_fields=True, tag_field=TYPE, tag="variation"):
    """A variation begins, instead of the decision of this number, the last one of the line ``variation``."""

    id: str
    decision: int
    variation: str = MAIN
    name: str = ""
    notes: tuple[NoteForm, ...] = ()


@cache
def _line_form(kind: type[Event]) -> type[Struct]:
    """Return the lines of a kind of event: its place, its fields, and with the first of a decision the decision."""
    places = [("id", str), ("decision", int), ("actor", int)]
    said = [("command", CommandForm | UnsetType, UNSET), ("notes", tuple[NoteForm, ...], ())]
    return make_form(
        kind.__name__, kind.__doc__, tag_of(kind), [*places, *fields_of(kind), ("variation", str, MAIN), *said]
    )


if TYPE_CHECKING:
    LineForm = Struct
else:
    LineForm = OpeningForm | VariationLineForm | any_of(map(_line_form, EVENTS))

_LEFT_OUT: Final = {"variation": MAIN, "command": UNSET, "notes": ()}
"""The fields of a line that are left out where they say nothing."""

_NEVER: Final = object()


def _lines_of(branch: str, number: int, numbering: Numbering, events: Sequence[Event]) -> Iterator[Any]:
    """Yield the lines of one decision as forms, without the decision."""
    for event, id in zip(events, numbering.number(events)[0], strict=True):
        place = f"{branch}:{id}" if branch else str(id)
        kind = type(event)
        fields = {name: getattr(event, name) for name in kind.__struct_fields__}
        yield _line_form(kind)(id=place, decision=number, actor=event.actor, variation=branch, **fields)


# Writing.


def dumps_events(record: Game) -> Iterator[str]:
    """Yield the lines of a record, each without a line end; raises ``IllegalCommandError``.

    >>> from calimala_es import Setup
    >>> from calimala_es.commands import DealInfluence
    >>> from calimala_es.game import play
    >>> game = play(Setup("bry", "WBMUCAVTS"), [DealInfluence(())])
    >>> [*dumps_events(game)][1][:71]
    '{"type":"influence_dealt","id":"0.0.1","decision":1,"actor":-1,"seat":0'
    """
    yield format_document({TYPE: GAME, "format": EVENTS_FORMAT, **opening_json(record)})
    if not record.moves:
        return
    for document in _documents(MAIN, record.moves, record.start, numbering_in(record.start), 1):
        yield format_document(document)


def _documents(
    branch: str, moves: Iterable[Move], state: State, numbering: Numbering, first: int
) -> Iterator[dict[str, Any]]:
    """Yield the lines of decisions and of the variations after each; the first decision has the number ``first``."""
    for number, move in enumerate(moves, first):
        said: dict[str, Any] = {"command": to_plain(move.command), "notes": to_plain(move.notes)}
        for line in _lines_of(branch, number, numbering, move.events):
            yield _document(line) | {name: value for name, value in said.items() if value}
            said = {}
        for variation in move.variations:
            begins = VariationLineForm(variation.id, number, branch, variation.name)
            yield _document(begins) | ({"notes": to_plain(variation.notes)} if variation.notes else {})
            yield from _documents(variation.id, variation.moves, state, numbering, number)
        state, numbering = move.state, numbering.after(move.events)


def _document(line: Struct) -> dict[str, Any]:
    fields = {name: to_plain(value) for name, value in asdict(line).items() if value != _LEFT_OUT.get(name, _NEVER)}
    return {TYPE: tag_in(line), **fields}


# Reading.


class _Branch:
    """A line of decisions that is being read; ``to_come`` are the lines of its last decision still to be read."""

    def __init__(self, id: str, name: str, notes: Notes, state: State, numbering: Numbering, number: int) -> None:
        self.id = id
        self.name = name
        self.notes = notes
        self.before = self.state = state
        self.numbering_before = self.numbering = numbering
        self.number = number
        self.decided: list[tuple[Move, list[_Branch]]] = []
        self.to_come: Iterator[Any] = iter(())

    def moves(self) -> tuple[Move, ...]:
        return tuple(
            replace(move, variations=tuple(branch.variation() for branch in branches))
            for move, branches in self.decided
        )

    def variation(self) -> Variation:
        return Variation(self.id, self.moves(), self.name, self.notes)


class EventReader:
    """Reads the lines of one game, one after another."""

    def __init__(self, document: Any) -> None:
        """Begin with the first line; raises ``JsonError``, as all of these do."""
        check_format(document, EVENTS_FORMAT)
        line = _converted(document)
        if type(line) is not OpeningForm:
            raise JsonError(
                Message("the line that begins a game is missing"), "$.type", Message("{symbols}", symbols=repr(GAME))
            )
        self.record = read_opening(line)
        self._builder = Builder()
        start = self.record.start
        self._open = [_Branch(MAIN, "", (), start, numbering_in(start), 0)]

    def add(self, document: Any) -> None:
        """Read another line."""
        line = _converted(document)
        if type(line) is OpeningForm:
            raise JsonError(Message("another game begins here"), "$.type", Message("an event or a variation"))
        refuse_decisions(self.record, "$.type")
        branch = self._branch(line.variation)
        if type(line) is VariationLineForm:
            self._vary(branch, line)
            return
        if line.command is not UNSET:
            self._decide(branch, line)
        _compare(next(branch.to_come, None), replace(line, command=UNSET, notes=()))
        if line.notes:
            if line.command is UNSET:
                raise JsonError(Message("notes belong to the first event of a decision"), "$.notes", NOTHING)
            move, branches = branch.decided[-1]
            branch.decided[-1] = (replace(move, notes=notes_of(line.notes, branch.state, "$.notes")), branches)

    def _branch(self, id: str) -> _Branch:
        """Return the line of decisions of that id; those within it are at their end."""
        if all(branch.id != id for branch in self._open):
            message = Message("variation {id} does not continue here", id=repr(id[:60]))
            expected = Message("{meant}", meant=" ".join(repr(branch.id) for branch in self._open))
            raise JsonError(message, "$.variation", expected)
        while self._open[-1].id != id:
            self._close(self._open.pop())
        return self._open[-1]

    def _close(self, branch: _Branch) -> None:
        self._finish(branch)
        if branch.id and not branch.decided:
            raise JsonError(Message("variation {id} has no decision", id=branch.id))

    @staticmethod
    def _finish(branch: _Branch) -> None:
        missing = next(branch.to_come, None)
        if missing is not None:
            expected = Message("{event} with the id {id}", event=tag_in(missing), id=missing.id)
            raise JsonError(Message("an event is missing"), "$", expected)

    def _decide(self, branch: _Branch, line: Any) -> None:
        self._finish(branch)
        number = branch.number + 1
        if line.decision != number:
            message = Message("decision {number} is not the next one", number=line.decision)
            raise JsonError(message, "$.decision", Message("{symbols}", symbols=str(number)))
        command = command_of_form(line.command)
        events, after = self._builder.decide(branch.state, command, "$.command")
        branch.to_come = _lines_of(branch.id, number, branch.numbering, events)
        branch.before, branch.state = branch.state, after
        branch.numbering_before, branch.numbering = (
            branch.numbering,
            branch.numbering.after(events),
        )
        branch.number = number
        branch.decided.append((Move(command, events, after), []))

    def _vary(self, branch: _Branch, line: VariationLineForm) -> None:
        self._finish(branch)
        if not branch.decided or line.decision != branch.number:
            message = Message("a variation of decision {number} cannot be here", number=line.decision)
            expected = (
                Message("{symbols}", symbols=str(branch.number)) if branch.decided else Message("a decision before it")
            )
            raise JsonError(message, "$.decision", expected)
        self._builder.open_variation(line.id, "$", len(self._open))
        notes = notes_of(line.notes, branch.before, "$.notes")
        variation = _Branch(line.id, line.name, notes, branch.before, branch.numbering_before, branch.number - 1)
        branch.decided[-1][1].append(variation)
        self._open.append(variation)

    def finish(self) -> Game:
        """Return the record, once all lines of it have been read."""
        main = self._branch(MAIN)
        self._close(main)
        return settle_notes(replace(self.record, moves=main.moves()))


def _converted(document: Any) -> Any:
    """Return a line as a value of its form."""
    return convert(document, LineForm)


def _compare(expected: Any, line: Any) -> None:
    """Refuse a line that says something else than the rules; ``expected`` is ``None`` where they say no more."""
    if expected == line:
        return
    if expected is None:
        raise JsonError(
            Message("this decision has no further event"), "$", Message("the next decision, under the key `command`")
        )
    message = Message("under the rules, this decision leads to something else")
    if type(expected) is not type(line):
        raise JsonError(message, "$.type", Message("{symbols}", symbols=repr(tag_in(expected))))
    name = next(name for name in expected.__struct_fields__ if getattr(expected, name) != getattr(line, name))
    raise JsonError(
        message, f"$.{name}", Message("{symbols}", symbols=format_document(to_plain(getattr(expected, name))))
    )
