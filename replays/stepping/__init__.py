"""Stepping through a game: what changed, where to jump, what became of cubes, cards and discs.

Everything here takes a ``Replay``, whole or as somebody saw it, and knows only what had happened at a position: so a
viewpoint and a reader who does not want to know the end are served by the same functions.
"""

from replays.stepping.histories import Histories
from replays.stepping.jumps import Jumps
from replays.stepping.lives import Happening, History, Life
from replays.stepping.markers import Marker, markers_of
from replays.stepping.story import Delta, Story, story
from replays.stepping.subjects import Subject, SubjectError, format_subject, parse_subject

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
