"""Ratings of people, from the seats of their games."""

from collections.abc import Iterator
from typing import Any

from replays.library.questions import FEWEST, answer_of
from replays.library.ratings import ratings_over_time


def seats(game: int, names: str, date: str = "2026.11.20", ranks: str = "1234") -> Iterator[dict[str, Any]]:
    """Yield the seats of a game, whose players have the letters as names and came in in this order."""
    for name, rank in zip(names, ranks, strict=False):
        yield {"game": str(game), "date": date, "name": name.strip(), "rank": int(rank)}


def last(rows: list[dict[str, Any]]) -> dict[str, float]:
    """Return the last rating of each person."""
    return {row["name"]: row["value"] for row in ratings_over_time(rows)}


def test_a_player_who_wins_more_is_stronger() -> None:
    """People are listed by their ratings, those who tie rise alike, and each game makes them surer."""
    rows = [row for game in range(9) for row in seats(game, "abc", ranks="133" if game else "123")]
    found = [*ratings_over_time(rows)]
    assert [row["name"] for row in found] == ["a", "b", "c"]
    assert found[0]["value"] > 25 > found[2]["value"]
    assert found[0]["spread"] < next(ratings_over_time(rows[:3]))["spread"] < 25 / 3
    alike = last([*seats(1, "ab", ranks="11")])
    assert alike["a"] == alike["b"]


def test_ratings_are_those_at_the_end_of_each_month_or_year() -> None:
    """Games of two years have a row a month, more a row a year, each with the games until then; of a date without its
    month the year is the period.
    """
    days = ("2024.01.02", "2024.01.30", "2024.05.??", "2025.02.01", "2025.??.??")
    rows = [row for game, day in enumerate(days) for row in seats(game, "ab", day)]
    found = [(row["period"], row["games"]) for row in ratings_over_time(rows) if row["name"] == "a"]
    assert found == [("2024.01", 2), ("2024.05", 3), ("2025.02", 4), ("2025", 5)]
    found = [(row["period"], row["games"]) for row in ratings_over_time([*rows, *seats(9, "ab", "2026.01.01")])]
    assert found == [("2024", 3), ("2025", 5), ("2026", 6)] * 2


def test_people_without_a_name_of_their_own_have_no_rating() -> None:
    """A seat without a name is a beginner and has no row; a game with a name twice changes nothing."""
    assert last([*seats(1, "a  ")]).keys() == {"a"}
    assert last([*seats(1, "ab"), *seats(2, "aab")]) == last([*seats(1, "ab")])
    assert not last([])


def test_the_order_claims_nothing_from_few_games() -> None:
    """The strongest come first; those with fewer games than are needed come last, by name."""
    rows = [row for game, names in enumerate(("ab", "ab", "dc")) for row in seats(game, names)]
    assert [row["name"] for row in ratings_over_time(rows)] == ["a", "d", "c", "b"]
    assert [row["name"] for row in ratings_over_time(rows, 2)] == ["a", "b", "c", "d"]


def test_few_games_have_no_rating() -> None:
    """Before the thirtieth game of a person nothing is claimed; afterwards the limits are two deviations away."""
    rows = [row for game in range(FEWEST) for row in seats(game, "ab", f"2026.{1 + game // 20:02}.01")]
    first, second, *_ = [answer_of("rating", row) for row in ratings_over_time(rows)]
    assert (first.games, first.value, first.low, first.high) == (20, None, None, None)
    assert second.games == FEWEST
    assert second.low is not None
    assert second.value is not None
    assert second.high is not None
    assert 1 < second.value - second.low < 16
    assert abs(second.high + second.low - 2 * second.value) < 1e-9
