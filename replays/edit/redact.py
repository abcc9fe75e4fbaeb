"""A game as one player, or the public, saw it, to be written down: with nothing that they could not have known.

The game is the one that ``calimala_es.view`` gives. Whatever people say is free text, or an opinion that somebody
formed who saw more, so of headers and notes only those are given back that say nothing but public facts.
"""

from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from calimala_es.commands import ObservePart
from calimala_es.components import COLOUR_WORDS
from calimala_es.decide import step
from calimala_es.errors import CalimalaError, IllegalCommandError
from calimala_es.events import AreaScored, InfluenceScored, TileScored
from calimala_es.frames import GameOver
from calimala_es.game import Game
from calimala_es.notes import AnyNote, Check, Clock, Notes, Stamp
from calimala_es.view import Viewer, view
from notation.grammar.checks import LOOK_BACK, check_failure, digest_check, points_check
from notation.headers.layers import LAYER, parse_layer
from notation.headers.setup_headers import RESULT, HeaderError

OWN: Final = ""
"""The layer of the record's own notes."""

PUBLIC_HEADERS: Final = frozenset(
    ("Event", "Site", "Date", "Time", "Round", "Scribe", RESULT, *map(str.capitalize, COLOUR_WORDS.values()))
)
"""The headers that stay, beside those of the set-up: who played where and when, who wrote, and how it ended."""


class RedactionError(CalimalaError):
    """What a viewer saw is no game by the rules; only observations that the box cannot explain bring that about."""


def redact(record: Game, viewer: Viewer, keep_layers: Collection[str] = ()) -> Game:
    """Return the game that a seat, or the public (``None``), could have written down.

    Cards that the viewer cannot see are unknown, in decisions and in the position at the start. Dropped are comments,
    glyphs, standings, evaluations, marks, notes that nobody knows, all variations, and all headers but those of the
    set-up and ``PUBLIC_HEADERS``, since each of them may tell something hidden. Kept are the time stamps and clocks of
    the record itself, which everybody at the table saw, and those of its checks that state what everybody saw:
    everybody's points, the last scoring or the digest of the position, as they were at that place or later in the turn.
    In a record that is not full, checks are what everybody saw, and nothing could be compared with them: all are kept.

    ``keep_layers`` names layers (``OWN``: the record's own notes) of which somebody has made sure that they tell
    nothing: their notes, and the headers that declare them, are kept as they are.

    The texts of two records that differ only in what the viewer cannot see are the same byte for byte. Raises
    ``RedactionError``.
    """
    seen = view(record, viewer)
    _check_play(seen)
    kept = frozenset(keep_layers)
    facts = _Facts(seen) if record.depth == "full" else None
    said = enumerate(zip(seen.moves, record.moves, strict=True), 1)
    return replace(
        seen,
        moves=tuple(
            replace(move, notes=_public_notes(whole.notes, number, facts, kept)) for number, (move, whole) in said
        ),
        headers=tuple(header for header in record.headers if _is_public(*header, kept)),
        notes=_public_notes(record.notes, 0, facts, kept),
    )


def unsaid(record: Game, keep_layers: Collection[str] = ()) -> Game:
    """The record as it is but for what people say, which may tell what somebody cannot see.

    Variations and all notes are dropped, but the time stamps and clocks of the record itself, and the layers of
    ``keep_layers``, as ``redact`` does it.
    """
    kept = frozenset(keep_layers)
    return replace(
        record,
        moves=tuple(replace(move, notes=_unopinionated(move.notes, kept), variations=()) for move in record.moves),
        notes=_unopinionated(record.notes, kept),
    )


def _unopinionated(notes: Notes, kept: frozenset[str]) -> Notes:
    """The notes of the layers that are kept, and of the record's own those that everybody at the table saw."""
    return tuple(
        note for note in notes if note.layer in kept or (note.layer == OWN and isinstance(note, Stamp | Clock))
    )


def _check_play(seen: Game) -> None:
    """Raise ``RedactionError`` where the rules refuse what was seen, so that no text of it could be read.

    Only an observation, or a position at the start, may have more cards than the box; any other view can be played.
    """
    observed = (number for number, move in enumerate(seen.moves) if type(move.command) is ObservePart)
    first = 0 if seen.starts_midway else next(observed, len(seen.moves))
    state = seen.state_at(first)
    for move in seen.moves[first:]:
        try:
            step(state, move.command)
        except IllegalCommandError as error:
            reason = f"what was seen cannot be played again without the cards that were hidden: {error}"
            raise RedactionError(f"turn {state.turn}: {reason}") from error
        state = move.state


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

    def __init__(self, seen: Game) -> None:
        """Find, for every place, where later in the turn something was scored, and where the turn has ended."""
        self.seen = seen
        self.later: list[tuple[int, ...]] = [()] * (len(seen.moves) + 1)
        for place in reversed(range(len(seen.moves))):
            move = seen.moves[place]
            if seen.state_at(place).turn != move.state.turn:
                self.later[place] = (place + 1,)
            elif any(isinstance(event, _SCORINGS) for event in move.events):
                self.later[place] = (place + 1, *self.later[place + 1])
            else:
                self.later[place] = self.later[place + 1]

    def has(self, check: str, number: int) -> bool:
        """Whether a check is right behind so many decisions, or later in the turn."""
        return any(self._holds(check, place) for place in (number, *self.later[number]))

    def _holds(self, check: str, place: int) -> bool:
        """Whether it is right at a place; one of points is not where they are unknown, whatever it says."""
        state = self.seen.state_at(place)
        if type(state.now) is GameOver and not state.now.winners:
            return check in (points_check(state), digest_check(state))
        events = [move.events for move in self.seen.moves[max(0, place - LOOK_BACK) : place]]
        return check_failure(check, state, events) is None


_SCORINGS: Final = (TileScored, AreaScored, InfluenceScored)
