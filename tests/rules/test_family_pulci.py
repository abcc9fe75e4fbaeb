"""Pulci: a cube moves on from a scored area, and the player keeps all influence cards (R11.Pulci, R11.2)."""

from collections.abc import Mapping

import pytest

from calimala_es import initial, legal
from calimala_es.commands import DealInfluence, DeclineOffer, MoveCube, RevealInfluence
from calimala_es.components import COLOURED, SCORING_TILES, UNKNOWN, InfluenceCard, Tile
from calimala_es.events import (
    AreaScored,
    CubeMoved,
    GameEnded,
    InfluenceScored,
    OfferDeclined,
    TileScored,
    TurnEnded,
)
from calimala_es.frames import CardDraft, InfluenceChoice, InfluenceTurnUp, MoveOffer, Placement
from calimala_es.state import Mat
from tests.rules.intrigue_table import intrigue_setup, now, place_and_work, set_scene
from tests.rules.table import Table, happened
from tests.strategies import NO_CODE

PULCI = ("", "Pulci", "")


def after(tile: Tile, rows: Mapping[str, str], council: str = "", stack: str = "2ww", **scene: object) -> Table:
    """Return a table at which red has Pulci and blue's fourth disc has a tile scored, Barcelona's being the next."""
    others = [other for other in SCORING_TILES if other != tile]
    place = len(council)
    tiles = " ".join([*others[:place], tile, *others[place:]])
    table = set_scene("WB", stack, families=PULCI, pair="KR", rows=rows, tiles=tiles, council=council, **scene)  # type: ignore[arg-type]
    place_and_work(table, COLOURED)
    return table


def test_a_cube_moves_on() -> None:
    """R11.Pulci: after an area is scored a cube moves to another one that has an own cube and is not scored yet."""
    table = after("LIS", {"LIS": "0112", "LON": "1", "HAM": "0"})
    assert table.mat(1).points == 3
    assert isinstance(now(table), MoveOffer)
    assert table.cube_moves() == {("LIS", "LON")}
    assert table.do(MoveCube("LIS", "LON")) == [CubeMoved(1, "LIS", "LON"), TurnEnded(0)]
    assert (table.row("LIS"), table.row("LON")) == ("012", "11")


def test_one_cube() -> None:
    """R11.Pulci: one own cube moves after each scoring."""
    table = after("LIS", {"LIS": "1111", "LON": "1"})
    table.do(MoveCube("LIS", "LON"))
    table.refuses(MoveCube("LIS", "LON"), "R4.1")


def test_it_may_be_left() -> None:
    """R11.Pulci: the player may decline."""
    table = after("LIS", {"LIS": "1", "LON": "1"})
    assert table.do(DeclineOffer()) == [OfferDeclined(1), TurnEnded(0)]


@pytest.mark.parametrize("tile", ["ART", "PORT", "TRADE", "WOOD", "BRICK", "MARBLE"])
def test_not_after_a_group(tile: Tile) -> None:
    """R11.2: the tile of a group of places does not score an area."""
    rows: dict[str, str] = dict.fromkeys(("SMF.A", "SMF.W", "SMN.B", "SCR.M", "LIS", "LON", "TRO", "HAM"), "1")
    assert after(tile, rows).state.now == Placement(1)


@pytest.mark.parametrize("tile", SCORING_TILES[:9])
def test_after_each_area(tile: Tile) -> None:
    """R11.2: an area is one city or church whose own tile has been scored; the destination may be PAL, too."""
    own: dict[str, str] = dict.fromkeys(
        ("SMF.A", "SMN.A", "SCR.A", "BAR", "LIS", "LON", "TRO", "BRU", "HAM", "PAL.A"), "1"
    )
    table = after(tile, own)
    places = {place.partition(".")[0] for place in own} - {tile}
    assert {target.partition(".")[0] for _, target in table.cube_moves()} == places
    assert {source.partition(".")[0] for source, _ in table.cube_moves()} == {tile}


def test_only_places_with_own_cubes() -> None:
    """R11.Pulci: nothing is asked without an own cube in the area, or without one in any other."""
    assert after("LIS", {"LIS": "02", "LON": "1"}).state.now == Placement(1)
    assert after("LIS", {"LIS": "1", "LON": "02"}).state.now == Placement(1)
    assert after("LIS", {"LIS": "111"}).state.now == Placement(1)
    assert after("SMF", {"SMF.W": "1", "SMF.A": "1"}).state.now == Placement(1)


def test_not_where_the_tile_is_gone() -> None:
    """R11.2: an area whose own tile has been scored is not a destination; the tile of its group does not matter."""
    table = after("LIS", {"LIS": "1", "BAR": "1", "LON": "1", "TRO": "1"}, council="2x")
    assert table.cube_moves() == {("LIS", target) for target in ("TRO", "TRO.W", "TRO.B", "TRO.M")}
    table.refuses(MoveCube("LIS", "BAR"), "R11.Pulci")
    tiles = " ".join(["PORT", *(tile for tile in SCORING_TILES if tile != "PORT")])
    rows = {"BAR": "1", "LON": "1"}
    group = set_scene("WB", "2ww", families=PULCI, pair="KR", rows=rows, tiles=tiles, council="2")
    place_and_work(group, COLOURED)
    assert group.cube_moves() == {("BAR", "LON")}


def test_any_free_cell_of_the_destination() -> None:
    """R11.2: the cube goes to any row of the destination with a free cell, those of Intrigue included."""
    rows = {"LIS": "1", "SMN.R": "1", "SMN.A": "222", "SMN.W": "202"}
    table = after("LIS", rows)
    assert table.cube_moves() == {("LIS", "SMN.B"), ("LIS", "SMN.M"), ("LIS", "SMN.R")}
    table.refuses(MoveCube("LIS", "SMN.A"), "R11.Pulci")
    table.refuses(MoveCube("LIS", NO_CODE), "R11.Pulci")
    full = after("LIS", {"LIS": "1", "BAR": "1" * 12})
    assert now(full) == Placement(1)


def test_out_of_any_row() -> None:
    """R11.2: the cube comes from any row of the church or city, and it is the last one of that row."""
    table = after("SMF", {"SMF.W": "11021", "SMF.R": "1", "BAR": "1"})
    assert table.cube_moves() == {("SMF.W", "BAR"), ("SMF.R", "BAR")}
    table.do(MoveCube("SMF.W", "BAR"))
    assert table.row("SMF.W") == "1102"
    table = after("TRO", {"TRO.M": "1", "BAR": "1"})
    table.do(MoveCube("TRO.M", "BAR"))
    assert (table.row("TRO.M"), table.row("BAR")) == ("", "11")
    table = after("TRO", {"TRO.M": "1", "BAR": "1"})
    table.refuses(MoveCube("TRO", "BAR"), "R11.Pulci")


def test_palazzo_is_never_scored() -> None:
    """R11.2: PAL has no tile, so it stays a destination when all tiles are scored; no cube leaves it."""
    table = after("LIS", {"LIS": "1", "BAR": "1", "PAL.A": "1"}, council="2" * 14)
    assert table.cube_moves() == {("LIS", "PAL.A"), ("LIS", "PAL.R")}


def test_areas_of_intrigue_are_not_destinations() -> None:
    """R11.2: the cardinal's and the emperor's area are not destinations."""
    assert after("LIS", {"LIS": "1", "CAR": "1", "EMP.W": "1"}).state.now == Placement(1)


def test_in_the_own_turn() -> None:
    """R11.Pulci: the ability applies in every turn, the own one included."""
    table = after("LIS", {"LIS": "1", "BAR": "1"}, active=1)
    table.do(MoveCube("LIS", "BAR"))
    assert now(table) == Placement(2)


def test_only_its_own_player() -> None:
    """R11.Pulci: the cubes of other players do not move."""
    assert after("LIS", {"LIS": "0", "BAR": "0"}).state.now == Placement(1)


def test_at_the_end() -> None:
    """R11.Pulci: the ability applies after each tile scored at the end, before the next; not after areas and cards."""
    mats = {0: Mat(0, 0), 1: Mat(0, 0), 2: Mat(1, 0)}
    rows = {"BAR": "11", "LIS": "1", "LON": "12", "CAR": "1", "PAL.A": "1"}
    table = set_scene(
        "WB",
        families=PULCI,
        pair="KR",
        mats=mats,
        rows=rows,
        council="...xxxxxxxxxxxx",
        turn=3,
        active=2,
        by_board=("LON",),
    )
    events = place_and_work(table, COLOURED)
    assert [event.tile for event in events if isinstance(event, TileScored)] == ["BAR"]
    assert table.cube_moves() == {("BAR", goal) for goal in ("LIS", "LON", "PAL.A", "PAL.R")}
    events = table.do(MoveCube("BAR", "LIS"))
    [lisbon] = happened(TileScored, events)
    assert isinstance(lisbon, TileScored)
    assert (lisbon.tile, lisbon.counts) == ("LIS", (0, 2, 0))
    table.do(MoveCube("LIS", "LON"))
    assert table.cube_moves() == {("LON", "PAL.A"), ("LON", "PAL.R")}
    events = table.do(DeclineOffer())
    assert (len(happened(AreaScored, events)), len(happened(InfluenceScored, events))) == (2, 1)
    assert table.state.is_over


def finale(*cards: InfluenceCard) -> Table:
    """Return the end of a game at the first influence card turned over; red, with Pulci, has these."""
    dealt: tuple[InfluenceCard, ...] = tuple(card for card in cards if card != UNKNOWN)
    mats = {0: Mat(0, 0, kept=("SMN",)), 1: Mat(0, 0, dealt=dealt, kept=cards), 2: Mat(1, 0)}
    rows = {"BAR": "1", "LIS": "1", "HAM": "1"}
    table = set_scene(
        "WB", families=PULCI, pair="KR", mats=mats, rows=rows, council="x" * 15, turn=3, active=2, by_board=("TRO",)
    )
    place_and_work(table, COLOURED)
    table.do(RevealInfluence("SMN"))
    return table


def test_all_cards_are_shown() -> None:
    """R11.Pulci, R7.3: at the end all of the player's cards are revealed and scored in the order of the box."""
    table = finale("HAM", "BAR", "LIS")
    table.refuses(RevealInfluence("BAR"), "R7.3")
    events = table.do(RevealInfluence("HAM"), RevealInfluence("BAR"), RevealInfluence("LIS"))
    assert [event.card for event in events if isinstance(event, InfluenceScored)] == [
        "TRO",
        "SMN",
        "BAR",
        "LIS",
        "HAM",
    ]
    assert table.mat(1).points == 15


def test_cards_that_nobody_named() -> None:
    """R11.Pulci, R7.3: unknown cards may be any that are not elsewhere; unnamed ones leave the result open."""
    table = finale(UNKNOWN, UNKNOWN, UNKNOWN)
    for elsewhere in ("SMN", "TRO"):
        table.refuses(RevealInfluence(elsewhere), "R7.3")
    table.do(RevealInfluence("LIS"))
    table.refuses(RevealInfluence("LIS"), "R7.3")
    events = table.do(RevealInfluence(UNKNOWN), RevealInfluence("BAR"))
    [ended] = happened(GameEnded, events)
    assert isinstance(ended, GameEnded)
    assert ended.by == "open"


def test_a_player_keeps_all_cards_dealt() -> None:
    """R11.Pulci: the player keeps all cards dealt, known and unknown."""
    table = Table(initial(intrigue_setup(families=PULCI)))
    table.do(DealInfluence(()), DealInfluence(("BAR", "HAM")), DealInfluence(()))
    while isinstance(now(table), InfluenceTurnUp | InfluenceChoice | CardDraft):
        table.do(legal(table.state)[-1])
    assert table.mat(1).kept == ("BAR", "HAM", UNKNOWN)
    assert [len(mat.kept) for mat in table.state.mats] == [1, 3, 1]
