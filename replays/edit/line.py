"""A line while it is made from the moves of other games: moves are decided again, notes and variations follow them.

Repairs and merges both build one. A note follows its move; a variation is decided again where it is to begin, and
becomes a comment with its text where the rules do not allow it.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from calimala_es.commands import Command, ObservePart, PlaceDisc, TakeDiscBack
from calimala_es.errors import IllegalCommandError
from calimala_es.game import Move, Variation, moves_from, replay_variation
from calimala_es.notes import Comment, Notes
from calimala_es.state import State
from notation.grammar.symbols import format_command, read_observed, read_symbol
from notation.writer.games import format_variation


class Sorted(NamedTuple):
    """Variations that can begin at a place, decided again there, and those that are illegal there."""

    playable: tuple[Variation, ...]
    illegal: tuple[Variation, ...]


class MoveLine:
    """Moves that follow each other from a position, and the notes before the first of them."""

    def __init__(self, start: State, moves: Iterable[Move] = (), start_notes: Notes = ()) -> None:
        """Begin at a position, perhaps with some moves."""
        self.start = start
        self.moves = [*moves]
        self.start_notes = start_notes

    @property
    def state(self) -> State:
        """The position reached."""
        return self.moves[-1].state if self.moves else self.start

    def before(self, at: int) -> State:
        """Return the position in which a move was decided; ``-1`` is the last one."""
        at %= len(self.moves)
        return self.moves[at - 1].state if at else self.start

    def add_notes(self, notes: Notes, variations: tuple[Variation, ...] = ()) -> None:
        """Put notes and variations after those of the last move; before the first move, notes go to the start."""
        if self.moves:
            last = self.moves[-1]
            self.moves[-1] = replace(last, notes=last.notes + notes, variations=last.variations + variations)
        else:
            self.start_notes += notes


def sort_variations(variations: Sequence[Variation], state: State, before: State | None = None) -> Sorted:
    """Return which variations can begin in a position; ``before`` is where they began, if the set-up differs."""
    played = [
        (variation, play_variation(reread_variation(variation, before, state) if before else variation, state))
        for variation in variations
    ]
    return Sorted(
        tuple(here for _, here in played if here is not None), tuple(each for each, here in played if here is None)
    )


def play_variation(variation: Variation | None, state: State) -> Variation | None:
    """Decide a variation in a position; ``None`` if it is illegal there."""
    if variation is None:
        return None
    try:
        return replay_variation(state, variation)
    except IllegalCommandError:
        return None


# Decisions of a game with another set-up: what was recorded of them is read again. So a street is that between the same
# two tiles, and an observed cube one of the same colour.


def reread(command: Command, before: State, state: State) -> Command | None:
    """Return what the symbol of a decision taken in ``before`` means in another position; ``None`` for nothing."""
    symbol = format_command(before, command)
    if isinstance(command, ObservePart):
        return read_observed(state, symbol)
    meant = read_symbol(state, symbol)
    if meant is None and isinstance(command, PlaceDisc | TakeDiscBack):
        return None
    # Anything else means the same everywhere, and is illegal where it is not due.
    return meant[0] if meant else command


def reread_variation(variation: Variation, before: State, state: State) -> Variation | None:
    """Return a variation as its symbols mean it in another position; ``None`` if one of them means nothing."""
    moves: list[Move] = []
    for move in variation.moves:
        command = reread(move.command, before, state)
        if command is None:
            return None
        nested = tuple(reread_variation(one, before, state) for one in move.variations)
        try:
            (played,) = moves_from(state, [command])
        except IllegalCommandError:
            return None
        variations = tuple(one for one in nested if one is not None)
        moves.append(replace(played, notes=move.notes, variations=variations))
        before, state = move.state, played.state
    return replace(variation, moves=tuple(moves))


def variation_comments(variations: Iterable[Variation], before: State) -> tuple[Comment, ...]:
    """Return variations that began in a position as comments with their text."""
    return tuple(Comment(format_variation(variation, before)) for variation in variations)
