"""What two records say where they contradict each other, so that it can be told from each other."""

from typing import Final

from calimala_es.commands import ObservePart
from calimala_es.components import COLOUR_WORDS
from calimala_es.state import State
from notation.merging.conflicts import Reading
from notation.merging.parts import part_value, parts_of
from notation.merging.pieces import Apart
from notation.merging.trace import Trace
from notation.words.symbols import format_observed

MOST_PARTS: Final = 3
"""The parts of the positions that are told where the words are the same."""


def readings_apart(one: Trace, other: Trace, piece: Apart) -> tuple[Reading, Reading]:
    """What each of two records has; where the words are the same, with whose disc it is, its stack, or other parts."""
    readings = one.reading(*piece.one), other.reading(*piece.other)
    if readings[0].said != readings[1].said:
        return readings
    states = one.game.state_at(piece.one.first), other.game.state_at(piece.other.first)
    said = [_situation(state) for state in states]
    if said[0] == said[1]:
        said = [*_parts_apart(*states)]
    first, second = (
        Reading(reading.origin, f"{reading.said} ({words})") if words else reading
        for reading, words in zip(readings, said, strict=True)
    )
    return first, second


def _situation(state: State) -> str:
    """Whose decision is due, and the stack of discs that it belongs to."""
    now = state.now
    seat, street = getattr(now, "seat", -1), getattr(now, "street", "")
    parties = state.setup.parties
    who = [COLOUR_WORDS[parties[seat]]] if 0 <= seat < len(parties) else []
    stack = [format_observed(state, ObservePart(street, part_value(state, street)))] if street else []
    return ", ".join([*who, *stack])


def _parts_apart(one: State, other: State) -> tuple[str, str]:
    """The first parts in which two positions differ, with the values of each."""
    mine, theirs = parts_of(one), parts_of(other)
    names = [name for name, value in mine.items() if value != theirs.get(name, value)][:MOST_PARTS]
    first, second = (", ".join(f"{name} {parts[name]}" for name in names) for parts in (mine, theirs))
    return first, second
