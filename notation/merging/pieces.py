"""What two records of one game are cut into when they are laid side by side."""

from typing import NamedTuple

from calimala_es.commands import Command


class Stretch(NamedTuple):
    """Moves of a record, from one number up to another."""

    first: int
    end: int


class Together(NamedTuple):
    """A move of each that are one decision; ``command`` is what both know of it."""

    one: int
    other: int
    command: Command


class Alone(NamedTuple):
    """Moves of one record (0 or 1) of which the other one, which begins later or has stopped, tells nothing."""

    side: int
    moves: Stretch


class Seen(NamedTuple):
    """A move of one record that is an observation, and that the other does not have."""

    side: int
    number: int


class Filled(NamedTuple):
    """A missed move of one record (``side``), and the moves of the other that it stands for."""

    side: int
    number: int
    moves: Stretch


class Deeper(NamedTuple):
    """Moves that one record (``side``) does not tell, and the moves of the other that tell what was there."""

    side: int
    untold: Stretch
    moves: Stretch


class Apart(NamedTuple):
    """Moves of each that contradict each other; one of the two may be empty."""

    one: Stretch
    other: Stretch


Piece = Together | Alone | Seen | Filled | Deeper | Apart
