"""What was played in a library from a position or a set-up, however the city lay: how often, by whom, with what result.

Positions are the same if their keys are, see ``keys``. A game counts once, at the first time it was there. From fewer
than ``FEWEST`` games with a result nothing is claimed.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from calimala_es.setup import Setup
from calimala_es.state import State
from replays.library.folder import Library
from replays.library.keys import position_key, setup_key
from replays.library.questions import ALL, Answer, Chosen, answer_of, condition_of
from replays.library.similar import PLACEMENTS, condition_in_sql
from replays.patterns import PositionPattern

PLACES: Final = 5
"""How many games are named for each decision."""


class ExploredDecision(Struct, frozen=True):
    """A decision that was taken: its symbol in the notation, in how many games, and what became of who took it.

    ``wins`` is the share of games that they won, alone or with others, ``points`` the mean of their points, both of the
    games with a result. ``people`` are the games by name, ``places`` where it was taken, as ``league.cgn#2#7.1``;
    without the names of files there are none. ``street`` and ``disc`` are those of a placement.
    """

    symbol: str
    games: int
    wins: Answer
    points: Answer
    people: dict[str, int]
    places: tuple[str, ...]
    street: str = ""
    disc: str = ""


class Explored(Struct, frozen=True):
    """In how many games something was on the table, and what was decided there, the most frequent first."""

    games: int
    played: tuple[ExploredDecision, ...]


_HERE: Final = "SELECT * FROM decisions SEMI JOIN chosen USING (game) WHERE key = ?"
_FIRST: Final = """
    SELECT * FROM decisions
    SEMI JOIN (SELECT game FROM chosen WHERE setup = ?) same USING (game)
    WHERE kind = 'place_disc' AND turn = 1
"""
_SIMILAR: Final = """
    SELECT * FROM decisions
    SEMI JOIN (SELECT game, min(turn) AS turn FROM ({placements}) WHERE {condition} GROUP BY game) matching
    USING (game, turn)
    WHERE kind = 'place_disc'
"""
"""The decisions in a position, the first placements from a set-up, and those where a pattern first matches."""

_PLAYED: Final = """
    WITH here AS (SELECT * FROM ({here}) QUALIFY row_number() OVER (PARTITION BY game ORDER BY number) = 1)
    SELECT symbol, street, disc, count(*) AS games, count(won) AS known,
           avg(won::INTEGER) AS share, avg(points) FILTER (won IS NOT NULL) AS mean,
           stddev_samp(points) FILTER (won IS NOT NULL) AS spread,
           map_entries(histogram(name) FILTER (name != '')) AS people,
           list(source || '#' || id ORDER BY len(source), source, game) FILTER (source != '') AS places
    FROM here JOIN games USING (game) LEFT JOIN seats USING (game, seat)
    GROUP BY symbol, street, disc ORDER BY games DESC, symbol
"""


def explore_position(library: Library, state: State, chosen: Chosen = ALL) -> Explored:
    """Return what was decided in this position; nothing if chance acts in it, or not all of it is known."""
    return _explored(library, _HERE, [position_key(state)], chosen)


def explore_setup(library: Library, setup: Setup, chosen: Chosen = ALL) -> Explored:
    """Return what was placed first in games with this set-up."""
    return _explored(library, _FIRST, [setup_key(setup)], chosen)


def explore_patterns(library: Library, patterns: Sequence[PositionPattern], chosen: Chosen = ALL) -> Explored:
    """Return what was placed where all patterns match before a placement for the first time in a game.

    Raises ``PatternError`` for what is not in a library.
    """
    condition = " AND ".join(map(condition_in_sql, patterns)) or "true"
    return _explored(library, _SIMILAR.format(placements=PLACEMENTS, condition=condition), [], chosen)


def _explored(library: Library, here: str, values: Sequence[object], chosen: Chosen) -> Explored:
    with library.reading() as database:
        database.execute(f"CREATE TEMP VIEW chosen AS SELECT * FROM games WHERE {condition_of(chosen)}")
        found = database.execute(_PLAYED.format(here=here), values)
        names = [column[0] for column in found.description]
        played = tuple([_played(dict(zip(names, row, strict=True))) for row in found.fetchall()])
    return Explored(sum(one.games for one in played), played)


def _played(row: dict[str, Any]) -> ExploredDecision:
    known = row["known"]
    people = sorted(((one["key"], one["value"]) for one in row["people"] or ()), key=lambda one: (-one[1], one[0]))
    return ExploredDecision(
        symbol=row["symbol"],
        games=row["games"],
        wins=answer_of("share", {"games": known, "value": row["share"]}),
        points=answer_of("mean", {"games": known, "value": row["mean"], "spread": row["spread"]}),
        people=dict(people),
        places=tuple((row["places"] or ())[:PLACES]),
        street=row["street"],
        disc=row["disc"],
    )
