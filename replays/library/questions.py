"""Questions to a library, and how sure the answers are.

A ready question is a query that returns, for each group, its words' fields, in how many games it occurs, and a share or
a mean. Several things of one game depend on each other, so they are averaged within the game first: what is
counted is always games. Its interval has the true value in 19 of 20 cases: Wilson's for shares, also for rates, as if
they were shares among as many games as are equally sure; the normal one for means, that of the model for ratings.
Nothing is claimed from fewer than ``FEWEST`` games.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import sqrt
from typing import Any, Final, Literal

import duckdb
from msgspec import Struct

from calimala_es.board import STREETS
from calimala_es.components import ACTIONS
from calimala_es.errors import QueryError
from calimala_es.messages import Message
from replays.library.folder import Library, quoted
from replays.library.ratings import ratings_over_time
from replays.text.languages import message

FEWEST: Final = 30
"""The number of games below which nothing is claimed."""

_Z: Final = 1.959964
"""The normal distribution has 19 of 20 values within so many standard deviations of its mean."""

Kind = Literal["share", "rate", "mean", "rating"]
"""What is asked for: the share of games, the mean over games of a share within each, a mean, or a player's rating."""

Rows = Iterable[dict[str, Any]]
"""Rows by the names of their columns."""


class ReadyQuestion(Struct, frozen=True):
    """A ready question.

    ``label`` are the words for a group, with the query's columns as fields. The query has the columns ``games`` and
    ``value``, and ``spread``, the standard deviation, unless a share is asked for; it reads ``chosen`` for the games
    that are asked about. ``fold`` makes such rows of those of a query that cannot.
    """

    title: str
    kind: Kind
    label: str
    query: str
    fold: Callable[[Rows], Rows] = iter


_HIGHEST_FIRST: Final = f"CASE WHEN games >= {FEWEST} THEN value END DESC NULLS LAST"
"""The order of groups by value; those with too few games come last, as their order would be a claim too."""

_NEIGHBOURS: Final = ", ".join(f"({street[0]}, {street[1]})" for street in STREETS)
"""The two squares of every street as values in SQL."""


class Answer(Struct, frozen=True):
    """An answer for one group: the number of games, and unless there are too few the value with its interval."""

    fields: dict[str, Any]
    games: int
    value: float | None = None
    low: float | None = None
    high: float | None = None


QUESTIONS: Final = {
    "seats": ReadyQuestion(
        message("How often each seat wins"),
        "share",
        message("{players} players, seat {seat}"),
        """
        SELECT players, seat + 1 AS seat, count(*) AS games, avg(won::INTEGER) AS value
        FROM seats JOIN chosen USING (game) WHERE won IS NOT NULL
        GROUP BY ALL ORDER BY players, seat
        """,
    ),
    "families": ReadyQuestion(
        message("How often each family wins"),
        "share",
        message("{players} players, {family}"),
        f"""
        SELECT players, family, count(*) AS games, avg(won::INTEGER) AS value
        FROM seats JOIN chosen USING (game) WHERE won IS NOT NULL AND family != ''
        GROUP BY ALL ORDER BY players, {_HIGHEST_FIRST}, family
        """,
    ),
    "people": ReadyQuestion(
        message("How often each person wins"),
        "share",
        message("{name}"),
        """
        WITH people AS (SELECT game, name, bool_or(won) AS won FROM seats WHERE won IS NOT NULL GROUP BY ALL)
        SELECT name, count(*) AS games, avg(won::INTEGER) AS value
        FROM people JOIN chosen USING (game) WHERE name != ''
        GROUP BY ALL ORDER BY games DESC, name
        """,
    ),
    "pairs": ReadyQuestion(
        message("How often one person comes out ahead of another"),
        "share",
        message("{name} ahead of {other}"),
        """
        WITH people AS (
            SELECT game, name, min(rank) AS rank FROM seats WHERE rank IS NOT NULL AND name != '' GROUP BY ALL
        )
        SELECT one.name AS name, two.name AS other, count(*) AS games,
               avg(CASE WHEN one.rank < two.rank THEN 1 WHEN one.rank = two.rank THEN 0.5 ELSE 0 END) AS value
        FROM people one JOIN people two ON one.game = two.game AND one.name < two.name
        JOIN chosen ON chosen.game = one.game
        GROUP BY ALL ORDER BY games DESC, name, other
        """,
    ),
    "ratings": ReadyQuestion(
        message("How strong each person was at the end of a month or year; everybody begins with 25"),
        "rating",
        message("{name}, {period}"),
        """
        SELECT game, date, name, rank FROM seats JOIN chosen USING (game)
        WHERE rank IS NOT NULL AND year IS NOT NULL ORDER BY date, len(source), source, game, seat
        """,
        partial(ratings_over_time, fewest=FEWEST),
    ),
    "neighbours": ReadyQuestion(
        message("How often seat 1 wins, by pair of neighbouring action tiles"),
        "share",
        message("{players} players, {street}"),
        f"""
        WITH neighbours AS (
            SELECT game, players, substr(city, one, 1) AS tile, substr(city, two, 1) AS next
            FROM chosen, (VALUES {_NEIGHBOURS}) AS streets(one, two) WHERE city != ''
        )
        SELECT players,
               CASE WHEN strpos('{ACTIONS}', tile) < strpos('{ACTIONS}', next) THEN tile || next ELSE next || tile END
                   AS street,
               count(*) AS games, avg(won::INTEGER) AS value
        FROM neighbours JOIN seats USING (game) WHERE seat = 0 AND won IS NOT NULL
        GROUP BY ALL ORDER BY players, {_HIGHEST_FIRST}, street
        """,
    ),
    "tile-order": ReadyQuestion(
        message("How often the player who comes first in the scoring of a tile wins the game, by the tile's number"),
        "share",
        message("{players} players, tile {number}"),
        """
        SELECT players, list_position(council, place) AS number, count(*) AS games, avg(won::INTEGER) AS value
        FROM scorings JOIN chosen USING (game) JOIN seats USING (game, seat)
        WHERE kind = 'tile' AND scorings.rank = 1 AND won IS NOT NULL
        GROUP BY ALL ORDER BY players, number
        """,
    ),
    "first-street": ReadyQuestion(
        message("How often a player wins, by the street of their first disc"),
        "rate",
        message("{street}"),
        f"""
        WITH firsts AS (
            SELECT game, active AS seat, arg_min(street, number) AS street
            FROM decisions WHERE kind = 'place_disc' GROUP BY game, active
        ),
        rates AS (
            SELECT game, street, avg(won::INTEGER) AS rate
            FROM firsts JOIN seats USING (game, seat) WHERE won IS NOT NULL GROUP BY ALL
        )
        SELECT street, count(*) AS games, avg(rate) AS value, stddev_samp(rate) AS spread
        FROM rates JOIN chosen USING (game) GROUP BY ALL ORDER BY {_HIGHEST_FIRST}, street
        """,
    ),
    "streets": ReadyQuestion(
        message("How many points an activation brings, by street"),
        "mean",
        message("{street}"),
        f"""
        WITH means AS (SELECT game, street, avg(points) AS points FROM activations GROUP BY ALL)
        SELECT street, count(*) AS games, avg(points) AS value, stddev_samp(points) AS spread
        FROM means JOIN chosen USING (game) GROUP BY ALL ORDER BY {_HIGHEST_FIRST}, street
        """,
    ),
    "depths": ReadyQuestion(
        message("How many points an activation brings, by the disc's place in the stack"),
        "mean",
        message("disc {depth} from the top, {whose}"),
        """
        WITH means AS (
            SELECT game, depth, CASE WHEN giver = receiver THEN 'own' ELSE 'other' END AS whose, avg(points) AS points
            FROM activations GROUP BY ALL
        )
        SELECT depth, whose, count(*) AS games, avg(points) AS value, stddev_samp(points) AS spread
        FROM means JOIN chosen USING (game) GROUP BY ALL ORDER BY depth, whose DESC
        """,
    ),
    "white": ReadyQuestion(
        message("How often activating a disc leads to points, by kind of disc"),
        "rate",
        message("{disc}"),
        """
        WITH rates AS (SELECT game, disc, avg((points > 0)::INTEGER) AS rate FROM activations GROUP BY ALL)
        SELECT disc, count(*) AS games, avg(rate) AS value, stddev_samp(rate) AS spread
        FROM rates JOIN chosen USING (game) GROUP BY ALL ORDER BY disc
        """,
    ),
    "length": ReadyQuestion(
        message("How many turns a game takes"),
        "mean",
        message("{rules}, {players} players"),
        """
        SELECT rules, players, count(*) AS games, avg(turns) AS value, stddev_samp(turns) AS spread
        FROM chosen WHERE turns IS NOT NULL GROUP BY ALL ORDER BY rules, players
        """,
    ),
    "first-tile": ReadyQuestion(
        message("How many points the winner has, by the tile scored first"),
        "mean",
        message("{tile}"),
        f"""
        WITH best AS (SELECT game, max(points) AS points FROM seats WHERE won GROUP BY game)
        SELECT council[1] AS tile, count(*) AS games, avg(points) AS value, stddev_samp(points) AS spread
        FROM best JOIN chosen USING (game) GROUP BY ALL ORDER BY {_HIGHEST_FIRST}, tile
        """,
    ),
    "places": ReadyQuestion(
        message("How many more points winners get from a place than the other players, on average"),
        "mean",
        message("{kind} {place}"),
        f"""
        WITH sums AS (
            SELECT game, kind, place,
                   avg(scorings.points) FILTER (won) AS own, avg(scorings.points) FILTER (NOT won) AS others
            FROM scorings JOIN seats USING (game, seat) WHERE won IS NOT NULL GROUP BY ALL
        )
        SELECT kind, place, count(*) AS games, avg(own - others) AS value, stddev_samp(own - others) AS spread
        FROM sums JOIN chosen USING (game) WHERE own IS NOT NULL AND others IS NOT NULL
        GROUP BY ALL ORDER BY kind DESC, {_HIGHEST_FIRST}, place
        """,
    ),
    "ties": ReadyQuestion(
        message("How often each tiebreaker decides a tie in a scoring"),
        "rate",
        message("{rules}, {clause}"),
        f"""
        WITH tied AS (SELECT game, clause FROM scorings WHERE clause NOT IN ('', '.')),
        counted AS (SELECT game, clause, count(*) AS number FROM tied GROUP BY ALL),
        kinds AS (SELECT DISTINCT rules, clause FROM tied JOIN chosen USING (game)),
        rates AS (
            SELECT chosen.rules, kinds.clause,
                   coalesce(number, 0) / (SELECT count(*) FROM tied WHERE tied.game = chosen.game) AS rate
            FROM chosen JOIN kinds USING (rules) LEFT JOIN counted ON counted.game = chosen.game
                AND counted.clause = kinds.clause
            WHERE chosen.game IN (SELECT game FROM tied)
        )
        SELECT rules, clause, count(*) AS games, avg(rate) AS value, stddev_samp(rate) AS spread
        FROM rates GROUP BY ALL ORDER BY rules, {_HIGHEST_FIRST}, clause
        """,
    ),
    "leads": ReadyQuestion(
        message("How often the sole leader wins, by how much of the game has been played"),
        "share",
        message("after {percent}% of the turns"),
        """
        WITH moments AS (
            SELECT positions.game, percent, list_slice(points, 1, players) AS points
            FROM positions JOIN chosen USING (game), (VALUES (25), (50), (75), (90)) AS parts(percent)
            WHERE turn = 1 + (turns * percent) // 100 AND turns IS NOT NULL
        )
        SELECT percent, count(*) AS games, avg(won::INTEGER) AS value
        FROM moments JOIN seats ON seats.game = moments.game
            AND seats.seat = list_position(moments.points, list_max(moments.points)) - 1
        WHERE len(list_filter(moments.points, lambda each: each = list_max(moments.points))) = 1
        GROUP BY ALL ORDER BY percent
        """,
    ),
}
"""The ready questions by name."""


class Chosen(Struct, frozen=True):
    """The games that a question is about: those of these rule sets and numbers of players; of all if empty."""

    rules: tuple[str, ...] = ()
    players: tuple[int, ...] = ()


ALL: Final = Chosen()
"""All games."""


def ask(library: Library, question: ReadyQuestion, chosen: Chosen = ALL) -> Iterator[Answer]:
    """Yield the answer for every group."""
    with library.reading() as database:
        database.execute(f"CREATE TEMP VIEW chosen AS SELECT * FROM games WHERE {condition_of(chosen)}")
        found = database.execute(question.query)
        names = [column[0] for column in found.description]
        for row in question.fold([dict(zip(names, row, strict=True)) for row in found.fetchall()]):
            yield answer_of(question.kind, row)


def condition_of(chosen: Chosen) -> str:
    """Return the condition in SQL on the table of games.

    >>> condition_of(Chosen(("first",), (3, 4)))
    "rules IN ('first') AND players IN (3, 4)"
    """
    rules = ", ".join(map(quoted, chosen.rules))
    players = ", ".join(map(str, chosen.players))
    tests = [f"rules IN ({rules})"] * bool(rules) + [f"players IN ({players})"] * bool(players)
    return " AND ".join(tests) or "true"


def answer_of(kind: Kind, fields: dict[str, Any]) -> Answer:
    """Return the answer for a group: of its fields ``games``, ``value`` and ``spread`` are numbers, others its words.

    >>> answer_of("share", {"seat": 1, "games": 29, "value": 0.5})
    Answer(fields={'seat': 1}, games=29, value=None, low=None, high=None)
    """
    games, value, spread = fields.pop("games"), fields.pop("value"), fields.pop("spread", None)
    if games < FEWEST or value is None:
        return Answer(fields, games)
    if kind == "share":
        low, high = share_interval(value, games)
    elif kind == "rate":
        low, high = share_interval(value, _equally_sure(value, spread or 0, games))
    else:
        low, high = mean_interval(value, spread or 0, 1 if kind == "rating" else games)
    return Answer(fields, games, value, low, high)


def _equally_sure(rate: float, spread: float, games: int) -> float:
    """Return among how many games a share is as sure as the mean of rates is that differ from game to game like this.

    Rates that are all alike say no more than as many shares: if they are 0 in 30 games, the next may be another one.
    """
    return games * rate * (1 - rate) / spread**2 if spread else games


def share_interval(share: float, number: float) -> tuple[float, float]:
    """Return Wilson's interval of a share among a number of independent cases.

    >>> [round(limit, 3) for limit in share_interval(0.5, 100)]
    [0.404, 0.596]
    """
    square = _Z**2 / number
    centre = (share + square / 2) / (1 + square)
    half = _Z * sqrt(share * (1 - share) / number + square / (4 * number)) / (1 + square)
    return max(centre - half, 0.0), min(centre + half, 1.0)


def mean_interval(mean: float, spread: float, number: int) -> tuple[float, float]:
    """Return the interval of a mean of independent cases with a standard deviation.

    >>> [round(limit, 2) for limit in mean_interval(10, 5, 100)]
    [9.02, 10.98]
    """
    half = _Z * spread / sqrt(number)
    return mean - half, mean + half


def query(library: Library, statement: str) -> tuple[list[str], Sequence[Sequence[Any]]]:
    """Return the names of the columns and the rows of anybody's query; raise ``QueryError``.

    It must be one ``SELECT``: others could change files.
    """
    with library.reading() as database:
        try:
            statements = database.extract_statements(statement)
            if [each.type for each in statements] != [duckdb.StatementType.SELECT]:
                raise QueryError(Message("an SQL query must be a single SELECT; nothing in a library can be changed"))
            found = database.execute(statements[0])
            return [column[0] for column in found.description], found.fetchall()
        except duckdb.Error as error:
            reason = str(error).rstrip()
            raise QueryError(
                Message("{reason}\n{option} lists the tables and their columns", reason=reason, option="--tables")
            ) from None
