"""Players with equally many cubes (R6.6)."""

import pytest
from msgspec.structs import replace

from calimala_es.components import TILE_ROWS
from calimala_es.scoring import CLAUSE_WORDS, Score, score_place
from calimala_es.state import State
from tests.rules.table import set_table

TILE = (3, 2, 1)


def council(seats: str, palazzo: str = "", players: int = 4, **rows: str) -> State:
    """Return a position with seats in the order in which they were taken, artwork in PAL, and cubes in other rows."""
    table = set_table(players=players, rows={"PAL.A": palazzo, **rows}, council=seats)
    assert table.state.seats == seats
    return table.state


def scored(state: State, place: str = "LIS", places: tuple[int, ...] = TILE) -> tuple[str, str, tuple[int, ...]]:
    """Return the ranking, what decided it, and the points."""
    score = score_place(state, place, TILE_ROWS[place], places)
    assert isinstance(score, Score)
    assert set(score.decided) <= set(CLAUSE_WORDS)
    return score.ranking, score.decided, score.points


def test_example_of_the_rulebook() -> None:
    """E2, R6.6: red with three seats and an artwork wins all ties; yellow had two seats before blue; green is last."""
    blue, red, yellow, green = "0123"
    state = council(f"{red}{blue}{yellow}{yellow}{red}{blue}{red}{green}", red, LIS="0123")
    assert scored(state) == (red + yellow + blue + green, "aca", (1, 3, 2, 0))


def test_seats_and_artwork_together() -> None:
    """R6.6 (a): of equals the one with more seats and PAL artwork, counted together, goes first."""
    assert scored(council("0", "11", LIS="01")) == ("10", "a", (2, 3, 0, 0))
    assert scored(council("00", "1", LIS="10")) == ("01", "a", (3, 2, 0, 0))


def test_more_seats() -> None:
    """R6.6 (b): if these are equal, more seats go first."""
    assert scored(council("100", "11", LIS="01")) == ("10", "a", (2, 3, 0, 0))
    assert scored(council("011", "0", LIS="01")) == ("10", "b", (2, 3, 0, 0))


def test_who_reached_the_number_first() -> None:
    """R6.6 (c): of equal seats, at least one, the player who reached that number first goes first."""
    assert scored(council("0110", LIS="01")) == ("10", "c", (2, 3, 0, 0))
    assert scored(council("10", LIS="01")) == ("10", "c", (2, 3, 0, 0))
    assert scored(council("01", "10", LIS="01")) == ("01", "c", (3, 2, 0, 0))


def test_first_artwork_in_the_palazzo() -> None:
    """R6.6 (d): without seats the player whose first artwork came first to PAL goes first."""
    assert scored(council("", "10", LIS="01")) == ("10", "d", (2, 3, 0, 0))
    assert scored(council("", "0110", LIS="01")) == ("01", "d", (3, 2, 0, 0))
    assert scored(council("2", "10", LIS="01")) == ("10", "d", (2, 3, 0, 0))


@pytest.mark.parametrize(
    ("cubes", "places", "points"),
    [
        ("01", TILE, (2, 2, 0, 0)),
        ("012", TILE, (2, 2, 2, 0)),
        ("0123", TILE, (1, 1, 1, 1)),
        ("0012", TILE, (3, 1, 1, 0)),
        ("00123", TILE, (3, 1, 1, 1)),
        ("0001123", TILE, (3, 2, 0, 0)),
        ("01", (5, 3, 1), (4, 4, 0, 0)),
        ("0012", (5, 3, 1), (5, 2, 2, 0)),
        ("0123", (5, 3, 1), (2, 2, 2, 2)),
    ],
)
def test_sharing(cubes: str, places: tuple[int, ...], points: tuple[int, ...]) -> None:
    """R6.6 (e): players without seats and PAL artwork share the points of the places they fill, rounded down."""
    ranking, decided, won = scored(council("", LIS=cubes), places=places)
    assert won == points
    assert "e" in decided
    assert ranking == "".join(sorted(ranking))


def test_a_group_may_split() -> None:
    """R6.6: some of several equal players may be ranked by (a) to (d) while the rest share by (e)."""
    assert scored(council("2", LIS="0123")) == ("2013", "aee", (1, 1, 3, 1))
    assert scored(council("33", "0", LIS="0123")) == ("3012", "aae", (2, 0, 0, 3))
    assert scored(council("", "21", LIS="01233")) == ("3210", ".da", (0, 1, 2, 3))


def test_more_cubes_come_before_everything() -> None:
    """R6.6: seats and artwork decide only between equals."""
    assert scored(council("1111", "1111", LIS="001")) == ("01", ".", (3, 2, 0, 0))


def test_seats_and_artwork_never_make_cubes() -> None:
    """R6.6: a player without a cube in the scoring gets nothing by seats."""
    assert scored(council("1111", "1", LIS="0")) == ("0", "", (3, 0, 0, 0))


def test_five_players() -> None:
    """R6.6: five completely equal players share 6 points."""
    state = council("", players=5, LIS="01234")
    assert scored(replace(state)) == ("01234", "eeee", (1, 1, 1, 1, 1))
