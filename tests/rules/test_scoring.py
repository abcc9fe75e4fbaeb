"""What a scoring counts and brings (R6.4, R6.5, R6.7)."""

import pytest

from calimala_es.commands import ObservePart, PlaceDisc
from calimala_es.components import SCORING_TILES, WHITE, Tile
from calimala_es.events import TileScored
from calimala_es.state import Mat
from tests.rules.table import deeds, happened, set_table

ONE_EACH = {
    **{f"{church}.{kind}": "0" for church in ("SMF", "SMN", "SCR") for kind in "WBMA"},
    **dict.fromkeys(("PAL.A", "BAR", "LIS", "LON", "TRO", "BRU", "HAM"), "0"),
}
"""Rows in which Maria has one cube each."""


def scored(tile: Tile, rows: dict[str, str], players: int = 3) -> TileScored:
    """Return the scoring of a tile that a disc causes which leaves the game without a seat."""
    tiles = " ".join([tile, *(other for other in SCORING_TILES if other != tile)])
    table = set_table("WB", "www", players=players, mats={0: Mat(0, 1)}, rows=rows, tiles=tiles)
    [event] = happened(TileScored, table.do(PlaceDisc(table.here, WHITE), *deeds("WWBB")))
    assert isinstance(event, TileScored)
    return event


@pytest.mark.parametrize(
    ("tile", "count"),
    [
        *((city, 1) for city in ("BAR", "LIS", "LON", "TRO", "BRU", "HAM")),
        *((church, 4) for church in ("SMF", "SMN", "SCR")),
        ("ART", 4),
        ("PORT", 3),
        ("TRADE", 3),
        ("WOOD", 3),
        ("BRICK", 3),
        ("MARBLE", 3),
    ],
)
def test_what_is_counted(tile: Tile, count: int) -> None:
    """R6.4: a tile counts a city, a church's four rows, artwork in four buildings, three cities, or a material."""
    assert scored(tile, ONE_EACH).counts == (count, 0, 0)


@pytest.mark.parametrize(
    ("tile", "rows"),
    [
        ("LIS", ("LIS",)),
        ("HAM", ("HAM",)),
        ("SMN", ("SMN.W", "SMN.B", "SMN.M", "SMN.A")),
        ("ART", ("SMF.A", "SMN.A", "SCR.A", "PAL.A")),
        ("PORT", ("BAR", "LIS", "LON")),
        ("TRADE", ("TRO", "BRU", "HAM")),
        ("WOOD", ("SMF.W", "SMN.W", "SCR.W")),
        ("BRICK", ("SMF.B", "SMN.B", "SCR.B")),
        ("MARBLE", ("SMF.M", "SMN.M", "SCR.M")),
    ],
)
def test_nothing_else_is_counted(tile: Tile, rows: tuple[str, ...]) -> None:
    """R6.4: cubes in other rows do not count."""
    assert scored(tile, {row: "1" for row in ONE_EACH if row not in rows}).counts == (0, 0, 0)
    assert scored(tile, dict.fromkeys(rows, "21")).counts == (0, len(rows), len(rows))


def test_three_two_one() -> None:
    """R6.5: most cubes bring 3 points, second 2, third 1, and a fourth nothing."""
    event = scored("LIS", {"LIS": "1111333002"}, players=4)
    assert event == TileScored("LIS", (2, 4, 1, 3), "1302", "...", (1, 3, 0, 2))


def test_without_a_cube_no_points() -> None:
    """R6.5: a player without a cube gets nothing, even if a rank is left over."""
    assert scored("LIS", {"LIS": "2"}) == TileScored("LIS", (0, 0, 1), "2", "", (0, 0, 3))
    assert scored("LIS", {}) == TileScored("LIS", (0, 0, 0), "", "", (0, 0, 0))


def test_points_add_up() -> None:
    """R6.7: points may exceed 50."""
    table = set_table("WB", "www", mats={0: Mat(0, 1), 1: Mat(5, 2, points=49)}, rows={"BAR": "1"})
    table.do(PlaceDisc(table.here, WHITE), *deeds("WWBB"))
    assert table.mat(1).points == 52
    table.do_unlisted(ObservePart("1.points", "101"))
    assert table.mat(1).points == 101
