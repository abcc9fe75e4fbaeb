"""The notation: games and positions as text, and back without loss. ``docs/notation.md`` is the specification."""

from notation.errors import Finding, NotationError, NotLegalError, NotUniqueError, NotWellFormedError
from notation.position import format_position, parse_position
from notation.position_values import PositionError
from notation.reader import Reading, loads, read_games
from notation.record import Move, Record
from notation.writer import dumps, start_of

__all__ = [
    "Finding",
    "Move",
    "NotLegalError",
    "NotUniqueError",
    "NotWellFormedError",
    "NotationError",
    "PositionError",
    "Reading",
    "Record",
    "dumps",
    "format_position",
    "loads",
    "parse_position",
    "read_games",
    "start_of",
]
