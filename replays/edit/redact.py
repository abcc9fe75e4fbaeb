"""A game as one player, or the public, saw it, for writing: with nothing that they could not have known.

The game is the one that ``calimala_es.view`` gives. Anything people write is free text, or an opinion of someone who
may have seen more, so only headers and notes with nothing but public facts are included.
"""

from collections.abc import Callable, Collection
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from calimala_es.checks import LOOK_BACK, agrees, digest_check, points_check
from calimala_es.commands import ObservePart
from calimala_es.decide import step
from calimala_es.errors import CalimalaError, IllegalCommandError
from calimala_es.events import AreaScored, InfluenceScored, TileScored
from calimala_es.frames import GameOver
from calimala_es.game import Game, Move, parse_layer
from calimala_es.headers import LAYER, PUBLIC_HEADERS
from calimala_es.known import extent_of
from calimala_es.messages import Message
from calimala_es.notes import TIMES, AnyNote, Check, Notes
from calimala_es.view import Viewer, view

OWN: Final = ""
"""The layer of the record's own notes."""


class RedactionError(CalimalaError):
    """What a viewer saw is not a legal game; only observations that the box cannot explain cause this."""


def redact(record: Game, viewer: Viewer, keep_layers: Collection[str] = ()) -> Game:
    """Return the game that a seat, or the public (``None``), could have recorded.

    Cards that the viewer cannot see are unknown, in decisions and in the position at the start. Removed are comments,
    glyphs, standings, evaluations, marks, unrecognised notes, all variations, and all headers but those of the set-up
    and ``PUBLIC_HEADERS``, since each of them may reveal something hidden. Retained are the time stamps and clocks of
    the record itself, which everybody at the table saw, and those of its checks that state what everybody saw:
    everybody's points, the last scoring or the digest of the position, as they were at that place or later in the
    turn. In a record that is not full, checks are what everybody saw, and nothing could be compared with them: all are
    retained.

    ``keep_layers`` names layers (``OWN``: the record's own notes) that somebody has checked for hidden information:
    their notes, and the headers that declare them, are unchanged.

    The texts of two records that differ only in what the viewer cannot see are the same byte for byte. Raises
    ``RedactionError``.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> redact(game, 0).commands[:2]
    (DealInfluence(cards=('TRO', 'SMN')), DealInfluence(cards=()))
    """
    seen = view(record, viewer)
    _check_play(seen)
    layers = frozenset(keep_layers)
    facts = _Facts(seen) if extent_of(record) == "full" else None
    said = enumerate(zip(seen.moves, record.moves, strict=True), 1)
    return replace(
        seen,
        moves=tuple(
            replace(move, notes=_public_notes(whole.notes, number, facts, layers)) if whole.notes else move
            for number, (move, whole) in said
        ),
        headers=tuple(header for header in record.headers if _is_public(*header, layers)),
        notes=_public_notes(record.notes, 0, facts, layers),
    )


def remove_opinions(record: Game, keep_layers: Collection[str] = ()) -> Game:
    """Return the record without comments and opinions, which may reveal hidden information.

    Variations and all notes are removed, except the time stamps and clocks of the record itself, and the layers of
    ``keep_layers``, as in ``redact``.
    """
    layers = frozenset(keep_layers)
    return replace(
        record,
        moves=tuple(replace(move, notes=_unopinionated(move.notes, layers), variations=()) for move in record.moves),
        notes=_unopinionated(record.notes, layers),
    )


def filter_notes(record: Game, keeps: Callable[[AnyNote], bool], *, variations: bool = True) -> Game:
    """Return the record with only some of its notes, also in its variations, which can be removed as well."""
    return replace(record, notes=_selected(record.notes, keeps), moves=_filtered(record.moves, keeps, variations))


def _filtered(moves: tuple[Move, ...], keeps: Callable[[AnyNote], bool], variations: bool) -> tuple[Move, ...]:
    return tuple(
        replace(
            move,
            notes=_selected(move.notes, keeps),
            variations=tuple(
                replace(line, notes=_selected(line.notes, keeps), moves=_filtered(line.moves, keeps, variations))
                for line in (move.variations if variations else ())
            ),
        )
        for move in moves
    )


def _selected(notes: Notes, keeps: Callable[[AnyNote], bool]) -> Notes:
    return tuple(note for note in notes if keeps(note))


def _unopinionated(notes: Notes, layers: frozenset[str]) -> Notes:
    """Return the notes of the retained layers, and those of the record's own that everybody at the table saw."""
    return tuple(note for note in notes if note.layer in layers or (note.layer == OWN and isinstance(note, TIMES)))


def _check_play(seen: Game) -> None:
    """Raise ``RedactionError`` if what was seen is illegal, so that its text could not be read.

    Only an observation, or a position at the start, may have more cards than the box; any other view can be played.
    """
    observed = (number for number, move in enumerate(seen.moves) if type(move.command) is ObservePart)
    first = 0 if seen.starts_midway else next(observed, len(seen.moves))
    state = seen.state_at(first)
    for move in seen.moves[first:]:
        try:
            step(state, move.command)
        except IllegalCommandError as error:
            raise RedactionError(
                Message(
                    "turn {turn}: what was seen cannot be replayed without the hidden cards: {reason}",
                    turn=state.turn,
                    reason=error.text,
                )
            ) from error
        state = move.state


def _is_public(name: str, value: str, layers: frozenset[str]) -> bool:
    """Return whether a header remains."""
    if name != LAYER:
        return name in PUBLIC_HEADERS
    layer = parse_layer(value)
    return layer is not None and layer.id in layers


def _public_notes(notes: Notes, number: int, facts: "_Facts | None", layers: frozenset[str]) -> Notes:
    """Return the notes after ``number`` decisions that remain."""
    return tuple(
        note for note in notes if note.layer in layers or (note.layer == OWN and _is_public_note(note, number, facts))
    )


def _is_public_note(note: AnyNote, number: int, facts: "_Facts | None") -> bool:
    if isinstance(note, Check):
        return facts is None or facts.has(note.word, number)
    return isinstance(note, TIMES)


class _Facts:
    """The checks that are true in a game as it was seen."""

    def __init__(self, seen: Game) -> None:
        """Store the game."""
        self.seen = seen

    @cached_property
    def later(self) -> list[tuple[int, ...]]:
        """For every place, where later in the turn something was scored, and where the turn ended."""
        seen = self.seen
        later: list[tuple[int, ...]] = [()] * (len(seen.moves) + 1)
        for place in reversed(range(len(seen.moves))):
            move = seen.moves[place]
            if seen.state_at(place).turn != move.state.turn:
                later[place] = (place + 1,)
            elif any(isinstance(event, _SCORINGS) for event in move.events):
                later[place] = (place + 1, *later[place + 1])
            else:
                later[place] = later[place + 1]
        return later

    def has(self, check: str, number: int) -> bool:
        """Return whether a check is true after ``number`` decisions, or later in the turn."""
        return any(self._holds(check, place) for place in (number, *self.later[number]))

    def _holds(self, check: str, place: int) -> bool:
        """Return whether a check is true at a place; a check of unknown points is never true."""
        state = self.seen.state_at(place)
        if type(state.now) is GameOver and not state.now.winners:
            return check in (points_check(state), digest_check(state))
        events = [move.events for move in self.seen.moves[max(0, place - LOOK_BACK) : place]]
        return agrees(check, state, events)


_SCORINGS: Final = (TileScored, AreaScored, InfluenceScored)
