"""A record as one player, or the public, saw the game, with nothing in it that they could not have known.

Decisions and the position at the start are seen by ``calimala_es.view``. Whatever people say is free text, or an
opinion that somebody formed who saw more, so of that only what says nothing but public facts is kept.
"""

from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.components import COLOUR_WORDS
from calimala_es.decide import step
from calimala_es.errors import CalimalaError, IllegalCommandError
from calimala_es.events import AreaScored, Event, InfluenceScored, TileScored
from calimala_es.state import GameOver, State
from calimala_es.view import Viewer, view_command, view_state
from notation.heading.form import HeaderError
from notation.heading.headers import RESULT
from notation.heading.layers import LAYER, parse_layer
from notation.notes import AnyNote, Check, Clock, Notes, Stamp
from notation.record import Move, Record
from notation.words.checks import LOOK_BACK, check_failure, digest_check, points_check
from notation.writer import start_of

OWN: Final = ""
"""The layer of the record's own notes."""

PUBLIC_HEADERS: Final = frozenset(
    ("Event", "Site", "Date", "Time", "Round", "Scribe", RESULT, *map(str.capitalize, COLOUR_WORDS.values()))
)
"""The headers that stay, beside those of the set-up: who played where and when, who wrote, and how it ended."""


class RedactionError(CalimalaError):
    """What a viewer saw is no game by the rules; only observations that the box cannot explain bring that about."""


def redact(record: Record, viewer: Viewer, keep_layers: Collection[str] = ()) -> Record:
    """The record that a seat, or the public (``None``), could have written down.

    Cards that the viewer cannot see are unknown, in decisions and in the position at the start. Dropped are comments,
    glyphs, standings, evaluations, marks, notes that nobody knows, all variations, and all headers but those of the
    set-up and ``PUBLIC_HEADERS``, since each of them may tell something hidden. Kept are the time stamps and clocks of
    the record itself, which everybody at the table saw, and those of its checks that state what everybody saw:
    everybody's points, the last scoring or the digest of the position, as they were at that place or later in the turn.
    In a record that is not full, checks are what everybody saw, and nothing could be compared with them: all are kept.

    ``keep_layers`` names layers (``OWN``: the record's own notes) of which somebody has made sure that they tell
    nothing: their notes, and the headers that declare them, are kept as they are.

    The texts of two records that differ only in what the viewer cannot see are the same byte for byte. Raises
    ``IllegalCommandError`` for a record that the rules refuse, and ``RedactionError``.
    """
    commands, states, events = _seen(record, viewer)
    kept = frozenset(keep_layers)
    facts = _Facts(states, events) if record.depth == "full" else None
    return Record(
        setup=record.setup,
        moves=tuple(
            Move(command, _public_notes(move.notes, number, facts, kept))
            for number, (command, move) in enumerate(zip(commands, record.moves, strict=True), 1)
        ),
        headers=tuple(header for header in record.headers if _is_public(*header, kept)),
        notes=_public_notes(record.notes, 0, facts, kept),
        start=None if record.start is None else view_state(record.start, viewer),
        depth=record.depth,
    )


def unsaid(record: Record, keep_layers: Collection[str] = ()) -> Record:
    """The record as it is but for what people say, which may tell what somebody cannot see.

    Variations and all notes are dropped, but the time stamps and clocks of the record itself, and the layers of
    ``keep_layers``, as ``redact`` does it.
    """
    kept = frozenset(keep_layers)
    return replace(
        record,
        moves=tuple(Move(move.command, _unopinionated(move.notes, kept)) for move in record.moves),
        notes=_unopinionated(record.notes, kept),
    )


def _unopinionated(notes: Notes, kept: frozenset[str]) -> Notes:
    """The notes of the layers that are kept, and of the record's own those that everybody at the table saw."""
    return tuple(
        note for note in notes if note.layer in kept or (note.layer == OWN and isinstance(note, Stamp | Clock))
    )


def _seen(record: Record, viewer: Viewer) -> tuple[list[Command], list[State], list[list[Event]]]:
    """The decisions of a record as they were seen, the start and the state after each, and the events of each.

    A record that tells only the result has none of these.
    """
    if record.depth == "result":
        return [], [], []
    state = start_of(record)
    commands: list[Command] = []
    states = [view_state(state, viewer)]
    events: list[list[Event]] = []
    for command in record.commands:
        commands.append(view_command(state, command, viewer))
        _, state = step(state, command)
        try:
            happened, after = step(states[-1], commands[-1])
        except IllegalCommandError as error:
            reason = f"what was seen cannot be played again without the cards that were hidden: {error}"
            raise RedactionError(f"turn {states[-1].turn}: {reason}") from error
        events.append(happened)
        states.append(after)
    return commands, states, events


def _is_public(name: str, value: str, kept: frozenset[str]) -> bool:
    """Whether a header stays."""
    if name != LAYER:
        return name in PUBLIC_HEADERS
    try:
        return parse_layer(value).id in kept
    except HeaderError:
        return False


def _public_notes(notes: Notes, number: int, facts: "_Facts | None", kept: frozenset[str]) -> Notes:
    """The notes behind so many decisions that stay."""
    return tuple(
        note for note in notes if note.layer in kept or (note.layer == OWN and _is_public_note(note, number, facts))
    )


def _is_public_note(note: AnyNote, number: int, facts: "_Facts | None") -> bool:
    if isinstance(note, Check):
        return facts is None or facts.has(note.word, number)
    return isinstance(note, Stamp | Clock)


class _Facts:
    """What checks of a game as it was seen are right."""

    def __init__(self, states: Sequence[State], events: Sequence[Sequence[Event]]) -> None:
        """Find, for every place, where later in the turn something was scored, and where the turn has ended."""
        self.states = states
        self.events = events
        self.later: list[tuple[int, ...]] = [()] * len(states)
        for place in reversed(range(len(events))):
            before, after = states[place], states[place + 1]
            if before.turn != after.turn:
                self.later[place] = (place + 1,)
            elif any(isinstance(event, _SCORINGS) for event in events[place]):
                self.later[place] = (place + 1, *self.later[place + 1])
            else:
                self.later[place] = self.later[place + 1]

    def has(self, check: str, number: int) -> bool:
        """Whether a check is right behind so many decisions, or later in the turn."""
        return any(self._holds(check, place) for place in (number, *self.later[number]))

    def _holds(self, check: str, place: int) -> bool:
        """Whether it is right at a place; one of points is not where they are unknown, whatever it says."""
        state = self.states[place]
        if type(state.now) is GameOver and not state.now.winners:
            return check in (points_check(state), digest_check(state))
        return check_failure(check, state, self.events[max(0, place - LOOK_BACK) : place]) is None


_SCORINGS: Final = (TileScored, AreaScored, InfluenceScored)
