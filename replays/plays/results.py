"""Plays as a table of results, one row per player; a name cannot become a formula in it (``notation/tables/cells``)."""

from collections.abc import Iterator
from typing import Final

from notation.csv import safe
from replays.plays.play import Play, Player

RESULT_COLUMNS: Final = (
    "game", "date", "minutes", "event", "site", "rules", "players", "turns",
    "seat", "name", "colour", "family", "points", "rank", "won", "decided by",
)  # fmt: skip
"""The heads of the columns, in their order."""

_WON: Final = {True: "yes", False: "no", None: "?"}


def result_rows(play: Play) -> Iterator[tuple[str, ...]]:
    """Yield the rows of one play, in seating order; unknown values are empty, the winner among equals is ``?``."""
    for player in play.players:
        yield tuple(map(str, (*_of_play(play), *_of_player(player), play.by)))


def _of_play(play: Play) -> tuple[str | int, ...]:
    return (
        play.id,
        play.day.isoformat() if play.day else "",
        play.minutes or "",
        safe(play.event),
        safe(play.site),
        play.rules,
        len(play.players),
        play.turns or "",
    )


def _of_player(player: Player) -> tuple[str | int, ...]:
    return (
        player.seat + 1,
        safe(player.name),
        player.colour,
        player.family,
        player.points,
        player.rank,
        _WON[player.has_won],
    )
