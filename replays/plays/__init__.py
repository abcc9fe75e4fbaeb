"""Finished games for the logs that people keep of what they played: a result, a table of results, a link to BG Stats.

Knows nothing of turns: a play is who sat where, what everybody came to, and when.
"""

from replays.plays.bg_stats import bg_stats_link
from replays.plays.play import Play, Player, UnfinishedGameError, play_of
from replays.plays.results import RESULT_COLUMNS, result_rows

__all__ = [
    "RESULT_COLUMNS",
    "Play",
    "Player",
    "UnfinishedGameError",
    "bg_stats_link",
    "play_of",
    "result_rows",
]
