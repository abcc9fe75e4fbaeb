"""Scorings: who got how many points for how many cubes, and what decided ties."""

from typing import Final

from calimala_es.components import PALAZZO
from calimala_es.council import BY_CUBES, CLAUSE_WORDS, SHARED
from calimala_es.events import AreaScored, InfluenceScored, TileScored
from replays.names import Table
from replays.words.basics import counted, listed, scored


def ranking_words(table: Table, ranking: str, decided: str) -> list[str]:
    """What decided between players with equally many cubes, a clause a pair of neighbours."""
    words: list[str] = []
    for one, other, clause in zip(ranking, ranking[1:], decided, strict=False):
        if clause == SHARED:
            words.append(f"{table.name(int(one))} and {table.name(int(other))}: {CLAUSE_WORDS[SHARED]}")
        elif clause != BY_CUBES:
            words.append(f"{table.name(int(one))} before {table.name(int(other))}: {CLAUSE_WORDS[clause]}")
    return words


def scored_words(place: str, event: TileScored | InfluenceScored | AreaScored, table: Table) -> str:
    """A scoring in a sentence: places, points, cubes, ties."""
    kind = "cube" if place != PALAZZO else "artwork or seat"
    many = "" if place != PALAZZO else "artworks and seats"
    parts = [
        f"{table.name(int(seat))} {counted(event.points[int(seat)], 'point')}"
        f" for {counted(event.counts[int(seat)], kind, many)}"
        for seat in event.ranking
    ]
    ties = ranking_words(table, event.ranking, event.decided)
    outcome = ", ".join(parts) or "nobody has a cube there"
    return f"{scored(place)}: {outcome}" + (f" ({'; '.join(ties)})" if ties else "")


def tile_words(event: TileScored, table: Table) -> str:
    """The scoring of a tile, and what the faction track brings more (R10.8)."""
    more = [f"{table.name(seat)} {counted(points, 'point')}" for seat, points in enumerate(event.bonus) if points]
    words = scored_words(event.tile, event, table)
    return f"{words}; for the faction track {listed(more)} more" if more else words


_REASONS: Final = {"discs": "all discs are placed", "tiles": "all scoring tiles are scored"}
_LAST_DISC: Final = "a player has placed the last disc"
_VICTORIES: Final = {
    "points": "by points",
    "council": "by more seats and Palazzo artwork together",
    "shared": "together: nothing separates them",
}


def end_words(reason: str, table: Table) -> str:
    """Why the game ends, of ``EndReached`` (R7.1, R7.2, R9.1)."""
    if reason == "discs" and table.setup.edition.ends_by_any_player:
        return _LAST_DISC
    return _REASONS.get(reason, "the last turn is over")


def victory_words(winners: str, by: str, table: Table) -> str:
    """Who has won and what decided, of ``GameEnded`` or of a state that is ``Over``."""
    if not winners:
        return "the result stays open: an influence card was never told"
    names = listed(table.name(int(seat)) for seat in winners)
    return f"{names} {'win' if len(winners) > 1 else 'wins'} {_VICTORIES[by]}"
