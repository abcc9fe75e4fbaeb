"""Patterns of positions and events, as a person types them, to find moments of games by."""

from replays.patterns.conditions import Condition, PatternError, parse_conditions
from replays.patterns.happenings import EventPattern, parse_event_pattern
from replays.patterns.positions import PositionPattern, parse_position_pattern

__all__ = [
    "Condition",
    "EventPattern",
    "PatternError",
    "PositionPattern",
    "parse_conditions",
    "parse_event_pattern",
    "parse_position_pattern",
]
