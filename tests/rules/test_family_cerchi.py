"""Cerchi: the tile after the next one is scored first (R11.Cerchi, R11.5)."""

from calimala_es.commands import (
    ChooseTile,
    DeclineOffer,
    DiscardCard,
    DoAction,
    EndActivation,
    PlaceDisc,
    SkipAction,
    TakeDiscBack,
)
from calimala_es.components import COLOURED, Tile
from calimala_es.events import DiscPromoted, DiscRemoved, DiscTakenBack, EndReached, SeatTaken, TileChosen, TileScored
from calimala_es.frames import CardDiscard, IntrigueChoice, Placement, Promotion, TileOffer
from calimala_es.state import Mat, Stock
from tests.rules.intrigue_table import now, place_and_work, set_scene
from tests.rules.table import Table, happened
from tests.strategies import NO_CODE

CERCHI = ("Cerchi", "", "")


def cerchi(stack: str = "www", **scene: object) -> Table:
    """Return a table at which blue has Cerchi and the fourth disc comes; next are Barcelona, Lisbon and London."""
    table = set_scene("WB", stack, families=CERCHI, pair="KR", **scene)  # type: ignore[arg-type]
    place_and_work(table, COLOURED)
    return table


def tiles_scored(events: list[object]) -> list[str]:
    """Return the tiles that were scored."""
    return [event.tile for event in events if isinstance(event, TileScored)]


def test_the_tile_after_the_next() -> None:
    """R11.Cerchi, R11.5: in the own turn the tile after the next one may be scored, and the seat goes there, too."""
    table = cerchi("1ww")
    assert now(table) == TileOffer(0, "LIS")
    events = table.do(ChooseTile("LIS"))
    assert events[:2] == [TileChosen(0, "LIS"), SeatTaken(1, table.here, "LIS")]
    assert tiles_scored([*events]) == ["LIS"]
    assert (table.state.council[:3], table.state.seats) == (".1.", "1")


def test_it_may_be_left() -> None:
    """R11.Cerchi: if the player declines, the next tile is scored as usual."""
    table = cerchi("1ww")
    assert tiles_scored([*table.do(DeclineOffer())]) == ["BAR"]
    assert table.state.council[:3] == "1.."


def test_the_tile_passed_over_is_next() -> None:
    """R11.Cerchi: the skipped tile is the next one, and the tile after the scored one is offered then."""
    later = cerchi("www", council=".1")
    assert now(later) == TileOffer(0, "LON")
    assert tiles_scored([*later.do(DeclineOffer())]) == ["BAR"]
    others = set_scene("WB", "www", families=CERCHI, pair="KR", council=".1", active=1)
    assert tiles_scored([*place_and_work(others, COLOURED)]) == ["BAR"]


def test_again_and_again() -> None:
    """R11.Cerchi: the same tile may be skipped more than once."""
    table = cerchi("www", council=".1")
    table.do(ChooseTile("LON"))
    assert table.state.council[:4] == ".10."


def test_no_other_tile() -> None:
    """R11.Cerchi: neither the next tile, nor one further on, nor a scored one can be chosen."""
    table = cerchi("www", council=".1")
    tiles: tuple[Tile, ...] = ("BAR", "LIS", "TRO", NO_CODE)
    for tile in tiles:
        table.refuses(ChooseTile(tile), "R11.Cerchi")
    table.refuses(SkipAction("I"), "R11.Cerchi")


def test_only_in_the_own_turn() -> None:
    """R11.Cerchi: in the turns of others no offer comes, even if the player's disc gets the seat."""
    table = set_scene("WB", "0ww", families=CERCHI, pair="KR", active=1)
    assert tiles_scored([*place_and_work(table, COLOURED)]) == ["BAR"]
    assert table.state.council[:1] == "0"


def test_only_where_a_tile_is_due() -> None:
    """R11.5: a stack of three brings no scoring, so no offer comes."""
    table = cerchi("ww")
    assert now(table) == Placement(1)
    table.refuses(ChooseTile("LIS"), "R4.1")


def test_two_tiles_are_free() -> None:
    """R11.5: the offer comes if at least two tiles are free."""
    one = cerchi("www", council="x" * 14)
    assert one.state.council == "x" * 14 + "0"
    assert cerchi("www", council="x" * 13).state.now == TileOffer(0, "MARBLE")


def test_after_the_last_tile() -> None:
    """R11.5, R9.2: after the fifteenth tile a seat is taken without a choice."""
    table = cerchi("1ww", council="x" * 15)
    assert (now(table), table.state.seats) == (Placement(1), "1")


def test_a_white_disc() -> None:
    """R11.5, R6.2: the coloured disc that replaces a white one goes to the chosen tile."""
    table = cerchi("www")
    events = table.do(ChooseTile("LIS"))
    assert happened(DiscPromoted, events) == [DiscPromoted(0, table.here, "LIS")]
    assert table.state.council[:2] == ".0"


def test_a_disc_taken_back() -> None:
    """R11.5, R6.3: the tile is chosen first, then the disc, which goes to that tile."""
    table = cerchi("www", mats={0: Mat(1, 1)}, stacks={"47": "01"})
    table.do(ChooseTile("LIS"))
    assert now(table) == Promotion(0, table.here, "LIS")
    events = table.do(TakeDiscBack("47", 2))
    assert events[0] == DiscTakenBack(0, table.here, "47", 2, "LIS")
    assert tiles_scored([*events]) == ["LIS"]
    assert table.state.council[:2] == ".0"


def test_nobody_gets_the_seat() -> None:
    """R11.5, R6.3: without an own disc on any street the offer comes all the same, and the chosen tile is scored."""
    table = set_scene("WB", "www", families=CERCHI, pair="KR", mats={0: Mat(0, 1)})
    place_and_work(table)
    assert now(table) == TileOffer(0, "LIS")
    events = table.do(ChooseTile("LIS"))
    assert happened(DiscRemoved, events) == [DiscRemoved(table.here, "w")]
    assert tiles_scored([*events]) == ["LIS"]
    assert table.state.council[:2] == ".x"


def test_after_the_intrigue_action() -> None:
    """R11.5, R10.1: the offer comes when the tile is due, after the intrigue action and the discards."""
    mat = Mat(5, 2, Stock(wood=1), open="V")
    table = set_scene("WB", "www", families=CERCHI, pair="KE", mats={0: mat})
    table.do(PlaceDisc(table.here), DoAction("W"), DoAction("B"), EndActivation())
    assert now(table) == IntrigueChoice(0, "KE")
    table.do(DoAction("E", "W"))
    assert now(table) == CardDiscard(0, 1)
    table.do(DiscardCard("V"))
    assert now(table) == TileOffer(0, "LIS")


def test_not_at_the_end() -> None:
    """R11.5: the tiles scored at the end come in their order."""
    mats = {0: Mat(0, 0), 1: Mat(0, 0), 2: Mat(1, 0)}
    table = set_scene("WB", families=("", "", "Cerchi"), pair="KR", mats=mats, council="x" * 12, turn=3, active=2)
    events = place_and_work(table, COLOURED)
    assert EndReached("discs") in events
    assert tiles_scored([*events]) == ["WOOD", "BRICK", "MARBLE"]
