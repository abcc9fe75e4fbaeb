"""Stepping through a game: what changed, where to jump, what became of cubes, cards and discs.

Everything here takes a ``Replay``, whole or as somebody saw it, and knows only what had happened at a position: so a
viewpoint and a reader who does not want to know the end are served by the same functions.
"""

from replays.stepping.histories import Histories, Subject, SubjectError, format_subject, parse_subject
from replays.stepping.jumps import Jumps, Marker, markers_of
from replays.stepping.lives import Happening, History, Life
from replays.stepping.story import Delta, Story, story

__all__ = [
    "Delta",
    "Happening",
    "Histories",
    "History",
    "Jumps",
    "Life",
    "Marker",
    "Story",
    "Subject",
    "SubjectError",
    "format_subject",
    "markers_of",
    "parse_subject",
    "story",
]
