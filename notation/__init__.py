"""The notation: games and positions as text, and back without loss. ``docs/notation.md`` is the specification."""

from calimala_es.position import format_position
from notation.budget import Budget
from notation.errors import BudgetError, Finding, NotationError, NotLegalError, NotUniqueError, NotWellFormedError
from notation.headers.setup_headers import MEDIA_TYPE
from notation.position.line import parse_position
from notation.position.values import PositionError
from notation.reader.games import Reading, loads, read_games
from notation.reader.remarks import Remark
from notation.writer.games import dumps
from notation.writer.layout import Style

__all__ = [
    "MEDIA_TYPE",
    "Budget",
    "BudgetError",
    "Finding",
    "NotLegalError",
    "NotUniqueError",
    "NotWellFormedError",
    "NotationError",
    "PositionError",
    "Reading",
    "Remark",
    "Style",
    "dumps",
    "format_position",
    "loads",
    "parse_position",
    "read_games",
]
