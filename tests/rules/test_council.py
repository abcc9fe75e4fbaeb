"""The bottom disc of a stack of four (R6.1 to R6.3)."""

import pytest

from calimala_es import legal
from calimala_es.commands import DoAction, MarkMissed, PlaceDisc, TakeDiscBack
from calimala_es.components import WHITE, Street
from calimala_es.events import (
    DiscPromoted,
    DiscRemoved,
    DiscTakenBack,
    Event,
    SeatTaken,
    TileScored,
    TurnEnded,
    WentUnrecorded,
)
from calimala_es.frames import Placement, Promotion
from calimala_es.state import Mat, Stock
from tests.rules.table import Table, deeds, happened, set_table
from tests.strategies import NO_CODE

TILES = "LIS SMN BAR LON TRO BRU HAM SMF SCR ART PORT TRADE WOOD BRICK MARBLE"


def topped(stack: str, council: str = "") -> tuple[Table, list[Event]]:
    """Return a table on which Maria placed a white disc as the fourth; no coloured disc below is activated."""
    table = set_table("WB", stack, mats={0: Mat(5, 2)}, council=council, tiles=TILES)
    table.do(PlaceDisc(table.here, WHITE), *deeds("WWB"))
    return table, table.do(DoAction("B"))


def test_bottom_disc_takes_a_seat() -> None:
    """R6.1: the bottom disc of four takes its owner's seat on the first free scoring tile, which is scored."""
    table, events = topped("2ww", council="1")
    assert events[1:] == [
        SeatTaken(2, table.here, "SMN"),
        TileScored("SMN", (0, 0, 0), "", "", (0, 0, 0)),
        TurnEnded(0),
    ]
    assert (table.stack(), table.state.council[:3], table.state.seats) == ("www", "12.", "12")


def test_third_tile() -> None:
    """E5, R6.1: Angelica and Tania have a seat each, so Maria's first goes to the third tile, which is scored."""
    _, events = topped("0ww", council="12")
    assert happened(SeatTaken, events) == [SeatTaken(0, "12", "BAR")]


def test_the_seat_counts_already() -> None:
    """R6.1: the new seat counts in the scoring that it causes."""
    table = set_table("WB", "2ww", rows={"BAR": "0022"})
    [scored] = happened(TileScored, table.do(PlaceDisc(table.here, WHITE), *deeds("WWBB")))
    assert scored == TileScored("BAR", (2, 0, 2), "20", "a", (2, 0, 3))


def test_a_white_disc_is_exchanged() -> None:
    """R6.2: for a white disc the active player seats a coloured one of the supply and takes the white one."""
    table, events = topped("www")
    assert happened(DiscPromoted, events) == [DiscPromoted(0, table.here, "LIS")]
    assert (table.mat(0).coloured, table.mat(0).white) == (4, 2)
    assert table.state.seats == "0"
    assert table.stack() == "www"


def test_the_active_player_exchanges_it() -> None:
    """R6.2: the active player gets the seat, whichever player placed the white disc."""
    table, events = topped("www")
    assert happened(DiscPromoted, events) == [DiscPromoted(0, table.here, "LIS")]
    assert happened(SeatTaken, events) == []


def no_coloured_disc(*, street: str = "", other: str = "") -> Table:
    """Return a table on which Maria has no coloured disc, and a white disc is the bottom one of four."""
    table = set_table("WB", "w" + (street or "ww"), mats={0: Mat(0, 3)}, stacks={"23": other} if other else {})
    table.do(PlaceDisc(table.here, WHITE), *deeds("WWBB"))
    while not isinstance(table.state.now, Promotion | Placement):
        table.do(legal(table.state)[0])
    return table


def test_a_disc_is_taken_back() -> None:
    """R6.3: without a coloured disc in the supply an own one comes from a street, where the white one goes on top."""
    table = no_coloured_disc(other="102")
    [taken, scored, _] = table.do(TakeDiscBack("23", 2))
    assert taken == DiscTakenBack(0, table.here, "23", 2, "BAR")
    assert isinstance(scored, TileScored)
    assert (table.stack("23"), table.stack(), table.state.seats) == ("12w", "www", "0")
    assert table.mat(0).white == 2


def test_which_disc_is_the_player_s_choice() -> None:
    """R6.3: any own disc may be taken, also from the stack that the white disc has just left, and no other's."""
    table = no_coloured_disc(street="0w", other="010")
    assert legal(table.state) == (TakeDiscBack("12", 3), TakeDiscBack("23", 1), TakeDiscBack("23", 3))
    table.refuses(TakeDiscBack("23", 2), "R6.3")
    table.refuses(TakeDiscBack("23", 4), "R6.3")
    table.refuses(TakeDiscBack("23", 0), "R6.3")
    table.refuses(TakeDiscBack("14", 1), "R6.3")
    table.refuses(TakeDiscBack(NO_CODE, 1), "R6.3")
    table.refuses(PlaceDisc("12", WHITE), "R6.3")


@pytest.mark.parametrize(("street", "depth", "left"), [("0w", 3, "www"), ("w0", 2, "www")])
def test_taken_from_the_same_stack(street: Street, depth: int, left: str) -> None:
    """R6.3: if it is taken from the stack that the white disc has just left, the white one returns on top of it."""
    table = no_coloured_disc(street=street)
    table.do(TakeDiscBack(table.here, depth))
    assert table.stack() == left
    assert table.state.seats == "0"


def test_white_discs_in_the_supply_do_not_matter() -> None:
    """R6.3: only a coloured disc in the supply prevents taking one from a street."""
    table = no_coloured_disc(other="0")
    assert table.mat(0).white == 2
    assert isinstance(table.state.now, Promotion)


def test_no_own_disc_anywhere() -> None:
    """R6.3: without an own disc on any street the white one leaves the game, and the tile is scored without a seat."""
    table = set_table("WB", "www", mats={0: Mat(0, 2)}, stacks={"23": "12"})
    events = table.do(PlaceDisc(table.here, WHITE), *deeds("WWBB"))
    assert [type(event) for event in events[-3:]] == [DiscRemoved, TileScored, TurnEnded]
    assert (table.stack(), table.state.council[:2], table.state.seats) == ("www", "x.", "")
    assert table.mat(0) == Mat(0, 1, Stock(wood=2, brick=2))


def test_an_unrecorded_disc_taken_back() -> None:
    """R6.3: if the disc taken back is unrecorded, the white one leaves and the tile is scored without a seat."""
    table = no_coloured_disc(other="0")
    events = table.do_unlisted(MarkMissed())
    assert events[:2] == [WentUnrecorded(0), DiscRemoved(table.here, WHITE)]
    assert table.state.council[0] == "x"
