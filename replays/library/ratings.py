"""How strong people are: ratings after Plackett and Luce, as the package openskill works them out.

Everybody begins with a rating of 25 and a standard deviation of 25/3. Each game, in the order of their days, changes
the ratings of those who played it by the order in which they came in; a person without a name counts as a beginner.
A game in which a name occurs twice is skipped.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import inf
from operator import itemgetter
from typing import Any, Final

_YEARS: Final = 2
"""If the games are of more years, a period is a year."""

_YEAR: Final = len("2026")
_MONTH: Final = len("2026.11")
_UNKNOWN: Final = ".??"


def ratings_over_time(rows: Iterable[dict[str, Any]], fewest: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the rating of each person at the end of each period in which they played, the strongest person first.
    Those who played fewer than ``fewest`` games come last, by name.

    ``rows`` are the seats of games with ``game``, ``date``, ``name`` and ``rank``, in the order in which the games were
    played. A period is a month, or a year if the games are of more than two. What is yielded has ``name``, ``period``,
    ``games`` until then, ``value`` and ``spread``.

    >>> games = [
    ...     {"game": game, "date": "2026.11.20", "name": name, "rank": rank}
    ...     for game in "ab"
    ...     for rank, name in enumerate(("Maria", "Piero"), 1)
    ... ]
    >>> [(row["name"], row["period"], row["games"], round(row["value"], 1)) for row in ratings_over_time(games)]
    [('Maria', '2026.11', 2, 29.7), ('Piero', '2026.11', 2, 20.3)]
    """
    from openskill.models import PlackettLuce

    rows = [*rows]
    length = _MONTH if len({row["date"][:_YEAR] for row in rows}) <= _YEARS else _YEAR
    model = PlackettLuce()
    games: dict[str, int] = {}
    periods: dict[str, dict[str, dict[str, Any]]] = {}
    ratings: dict[str, Any] = {}
    for _, seats in groupby(rows, key=itemgetter("game")):
        played = [*seats]
        names = [row["name"] for row in played if row["name"]]
        if len(names) != len({*names}) or len(played) == 1:
            continue
        teams = [[ratings.get(row["name"]) or model.rating()] for row in played]
        for row, (rating,) in zip(played, model.rate(teams, ranks=[row["rank"] for row in played]), strict=True):
            name, period = row["name"], row["date"][:length].removesuffix(_UNKNOWN)
            if name:
                ratings[name], games[name] = rating, games.get(name, 0) + 1
                periods.setdefault(name, {})[period] = {
                    "name": name,
                    "period": period,
                    "games": games[name],
                    "value": rating.mu,
                    "spread": rating.sigma,
                }
    for name in sorted(periods, key=lambda one: (-ratings[one].mu if games[one] >= fewest else inf, one)):
        yield from periods[name].values()
