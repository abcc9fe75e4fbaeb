"""Bardi: once in a turn a cube moves to a place where the player has one already (R11.Bardi, R11.4)."""

from msgspec.structs import replace

from calimala_es.commands import (
    DeclineOffer,
    DoAction,
    EndActivation,
    MoveCube,
    ObservePart,
    PlaceDisc,
    PlayCard,
    SkipAction,
)
from calimala_es.components import WHITE
from calimala_es.events import ActionDone, ActionImpossible, CubeMoved, OfferDeclined, TurnEnded
from calimala_es.frames import Activation, MoveOffer, Placement
from calimala_es.state import Built, Mat, Stock
from tests.rules.intrigue_table import now, set_scene, with_cells
from tests.rules.table import Table

BARDI = ("Bardi", "", "")


def bardi(actions: str, stack: str = "", **scene: object) -> Table:
    """Return a table at which blue has Bardi; the intrigue tile is elsewhere."""
    return set_scene(actions, stack, families=BARDI, pair="KR", **scene)  # type: ignore[arg-type]


def test_a_cube_goes_elsewhere() -> None:
    """R11.Bardi: a cube that an action puts on the board may go to a place with an own cube, whatever it represents."""
    table = bardi("AS", mats={0: Mat(5, 2, Stock(marble=1))}, rows={"LIS": "1012"})
    table.do(PlaceDisc(table.here), DoAction("A", "F"))
    assert table.cube_moves() == {("SMF.A", "LIS")}
    assert table.do(MoveCube("SMF.A", "LIS")) == [CubeMoved(0, "SMF.A", "LIS")]
    assert (table.row("SMF.A"), table.row("LIS"), table.mat(0).stock.marble) == ("", "10120", 0)
    assert now(table) == Activation(0, table.here, 1, "S")


def test_it_may_be_left() -> None:
    """R11.Bardi: the cube may stay where the action has put it."""
    table = bardi("AS", mats={0: Mat(5, 2, Stock(marble=1))}, rows={"LIS": "0"})
    table.do(PlaceDisc(table.here), DoAction("A", "F"))
    assert table.do(DeclineOffer()) == [OfferDeclined(0)]
    assert (table.row("SMF.A"), table.row("LIS")) == ("0", "0")


def test_only_places_with_own_cubes() -> None:
    """R11.Bardi: places with only others' cubes are not destinations; without a destination nothing is asked."""
    table = bardi("AS", mats={0: Mat(5, 2, Stock(marble=1))}, rows={"LIS": "12", "SMN.B": "2"})
    table.do(PlaceDisc(table.here), DoAction("A", "F"))
    assert now(table) == Activation(0, table.here, 1, "S")
    table.refuses(MoveCube("SMF.A", "LIS"), "R4.3")
    table.refuses(DeclineOffer(), "R4.3")


def test_a_place_is_all_of_its_rows() -> None:
    """R11.4: one cube in a church or a city opens every row of it with a free cell, those of Intrigue included."""
    rows = {"SCR.M": "0", "SCR.W": "1111", "TRO.B": "0", "TRO.W": "11"}
    table = bardi("AS", mats={0: Mat(5, 2, Stock(marble=1))}, rows=rows)
    table.do(PlaceDisc(table.here), DoAction("A", "P"))
    goals = ("SCR.B", "SCR.M", "SCR.A", "SCR.R", "TRO", "TRO.B", "TRO.M")
    assert table.cube_moves() == {("PAL.A", goal) for goal in goals}
    table.refuses(MoveCube("PAL.A", "SCR.W"), "R11.Bardi")
    table.refuses(MoveCube("PAL.A", "TRO.W"), "R11.Bardi")
    table.refuses(MoveCube("SCR.M", "TRO"), "R11.Bardi")
    table.do(MoveCube("PAL.A", "TRO.M"))
    assert (table.row("PAL.A"), table.row("TRO.M")) == ("", "0")


def test_within_one_place() -> None:
    """R11.4: the destination may be another row of the same place, but not the cube's own row."""
    table = bardi("CS", mats={0: Mat(5, 2, Stock(wood=1))}, rows={"SMF.W": "0"})
    table.do(PlaceDisc(table.here), DoAction("C", "FW"))
    assert table.cube_moves() == {("SMF.W", f"SMF.{kind}") for kind in "BMAR"}
    table.refuses(MoveCube("SMF.W", "SMF.W"), "R11.Bardi")


def test_nothing_but_the_row_itself() -> None:
    """R11.4: nothing is asked if the cube's own row would be the only destination."""
    table = bardi("WS", mats={0: Mat(5, 2, built=Built(cloth=(1,), ships=1))}, rows={"LIS": "0"})
    table.do(PlaceDisc(table.here), DoAction("S", "L"))
    assert now(table) == Activation(0, table.here, 1, "W")


def test_the_cube_was_there_before() -> None:
    """R11.4: places that get their first own cube by this very action are not destinations."""
    mat = Mat(5, 2, built=Built(cloth=(3,), houses="TBH"))
    table = bardi("WT", mats={0: mat})
    table.do(PlaceDisc(table.here), DoAction("T", "TBH"))
    assert now(table) == Activation(0, table.here, 1, "W")
    one = bardi("WT", mats={0: mat}, rows={"TRO": "0"})
    one.do(PlaceDisc(one.here), DoAction("T", "TBH"))
    sources = {source for source, _ in one.cube_moves()}
    assert sources == {"TRO", "BRU", "HAM"}
    assert {target for _, target in one.cube_moves()} == {"TRO", "TRO.W", "TRO.B", "TRO.M"}


def test_one_of_several() -> None:
    """R11.Bardi: one of the cubes of an action moves, and the others stay."""
    table = bardi("WS", mats={0: Mat(5, 2, built=Built(cloth=(3,), ships=3))}, rows={"HAM": "0", "LIS": "1"})
    table.do(PlaceDisc(table.here), DoAction("S", "BLL"))
    table.do(MoveCube("LIS", "HAM"))
    assert (table.row("BAR"), table.row("LIS"), table.row("HAM")) == ("0", "10", "00")
    assert now(table) == Activation(0, table.here, 1, "W")


def test_between_the_destinations_of_an_action() -> None:
    """R11.4: of two ports, one with an own cube before, the other's cube may join it, and not the other way."""
    table = bardi("WS", mats={0: Mat(5, 2, built=Built(cloth=(3,), ships=3))}, rows={"LIS": "0"})
    table.do(PlaceDisc(table.here), DoAction("S", "BL"))
    assert table.cube_moves() == {("BAR", "LIS")}
    table.refuses(MoveCube("LIS", "LIS"), "R11.Bardi")
    table.refuses(MoveCube("LIS", "BAR"), "R11.Bardi")


def test_a_place_without_room() -> None:
    """R11.Bardi: a destination needs a free cell after the action."""
    table = bardi(
        "WS", mats={0: Mat(5, 2, built=Built(cloth=(3,), ships=3))}, rows={"LIS": "0" + "1" * 10, "BAR": "0" * 12}
    )
    table.do(PlaceDisc(table.here), DoAction("S", "LN"))
    assert now(table) == Activation(0, table.here, 1, "W")


def test_once_in_a_turn() -> None:
    """R11.Bardi: after one cube has moved no other moves in the turn; a declined offer comes again."""
    table = bardi("AW", mats={0: Mat(5, 2, Stock(marble=2))}, rows={"LIS": "0"})
    table.do(
        PlaceDisc(table.here, WHITE), DoAction("A", "F"), DeclineOffer(), DoAction("A", "F"), MoveCube("SMF.A", "LIS")
    )
    again = bardi("AW", mats={0: Mat(5, 2, Stock(marble=2))}, rows={"LIS": "0"})
    again.do(PlaceDisc(again.here, WHITE), DoAction("A", "F"), MoveCube("SMF.A", "LIS"), DoAction("A", "F"))
    assert now(again) == Activation(0, again.here, 1, "WW")


def test_also_in_the_turns_of_others() -> None:
    """R11.4: one cube moves in each turn, also in those of others, over all own discs."""
    table = bardi("AW", "00", active=1, mats={0: Mat(5, 2, Stock(marble=3))}, rows={"LIS": "0"})
    table.do(
        PlaceDisc(table.here),
        DoAction("W"),
        SkipAction("A"),
        DoAction("A", "F"),
        MoveCube("SMF.A", "LIS"),
        DoAction("W"),
    )
    assert now(table) == Activation(0, table.here, 3, "AW", 0, 1)
    table.do(DoAction("A", "F"))
    assert now(table) == Activation(0, table.here, 3, "W")
    table.do(DoAction("W"))
    assert (now(table), table.state.used) == (Placement(2), "")


def test_again_in_the_next_turn() -> None:
    """R11.4: a cube may move in one turn and in the next."""
    table = bardi("AW", mats={seat: Mat(5, 2, Stock(marble=1)) for seat in range(3)}, rows={"LIS": "0"})
    table.do(PlaceDisc(table.here), DoAction("A", "F"), MoveCube("SMF.A", "LIS"), DoAction("W"))
    table.state = replace(
        table.state, mats=(replace(table.mat(0), stock=replace(table.mat(0).stock, marble=1)), *table.state.mats[1:])
    )
    table.do(PlaceDisc(table.here), DoAction("A", "M"), DoAction("W"), DoAction("A", "F"))
    assert isinstance(now(table), MoveOffer)


def test_with_a_card() -> None:
    """R11.4: the ability applies to cards as to discs."""
    table = bardi("WB", mats={0: Mat(5, 2, Stock(wood=1), open="C")}, rows={"LIS": "0"})
    table.do(PlaceDisc(table.here), PlayCard("C", "FW"), MoveCube("SMF.W", "LIS"))
    assert (table.row("LIS"), now(table)) == ("00", Activation(0, table.here, 1, "WB", 2, 1))


def test_with_the_last_card() -> None:
    """R11.4: the ability applies if no action or card is left for the player; then the turn goes on."""
    table = bardi("WB", mats={0: Mat(5, 2, Stock(wood=1), open="C")}, rows={"LIS": "0"})
    table.do(PlaceDisc(table.here), DoAction("W"), DoAction("B"), PlayCard("C", "FW"))
    assert table.do(MoveCube("SMF.W", "LIS"))[1:2] == [ActionImpossible(0, "I")]
    more = bardi("AB", mats={0: Mat(5, 2, Stock(marble=1), open="V")}, rows={"LIS": "0"})
    more.do(PlaceDisc(more.here), DoAction("B"), DoAction("A", "F"), MoveCube("SMF.A", "LIS"))
    more.refuses(MoveCube("SMF.A", "LIS"), "R4.3")
    assert more.do(EndActivation())[-1] == TurnEnded(0)


def test_not_for_intrigue_actions() -> None:
    """R11.4: the ability does not apply to intrigue actions, and neither area is a destination."""
    table = set_scene(
        "AB", families=BARDI, pair="KE", mats={0: Mat(5, 2, Stock(marble=2))}, rows={"CAR": "0", "EMP.W": "0"}
    )
    table.do(PlaceDisc(table.here), DoAction("A", "F"), DoAction("B"))
    assert table.do(DoAction("E", "M"))[-1] == TurnEnded(0)


def test_possible_without_the_ability() -> None:
    """R11.4: the ability does not make an action possible that would be impossible without it."""
    full = with_cells({f"{building}.A": 0 for building in ("SMF", "SMN", "SCR", "PAL")})
    table = bardi("AW", mats={0: Mat(5, 2, Stock(marble=1))}, rows={"LIS": "0"}, ruleset=full)
    table.do(PlaceDisc(table.here))
    table.refuses(DoAction("A", "F"), "R5.3")
    table.refuses(MoveCube("SMF.A", "LIS"), "R4.3")


def test_only_its_own_player() -> None:
    """R11.Bardi: the cubes of other players do not move."""
    table = bardi("AW", active=1, mats={1: Mat(5, 2, Stock(marble=1))}, rows={"LIS": "01"})
    events = table.do(PlaceDisc(table.here), DoAction("A", "F"), DoAction("W"))
    assert [type(event) for event in events if isinstance(event, ActionDone | CubeMoved)] == [ActionDone, ActionDone]


def test_the_duty_stays_open() -> None:
    """R4.2, R11.4: after a card before any action, no cube may move to the cell that the action needs."""
    rows = {"SMF.A": "1" * 5, "SMN.A": "1" * 3, "SCR.A": "1" * 4, "PAL.A": "011"}
    table = bardi("AS", mats={0: Mat(5, 2, Stock(brick=1, marble=1), open="C")}, rows=rows)
    table.do(PlaceDisc(table.here), PlayCard("C", "FB"))
    assert table.cube_moves() == {("SMF.B", "PAL.R")}
    table.refuses(MoveCube("SMF.B", "PAL.A"), "R4.2")
    table.do(MoveCube("SMF.B", "PAL.R"))
    table.do(DoAction("A", "P"))
    assert table.row("PAL.A") == "0110"


def test_what_was_seen_meanwhile() -> None:
    """R11.Bardi: after an observation only a cube that is there moves, and only to a free cell."""
    for part, value in (("SMF.A", "1"), ("LIS", "1" * 12)):
        table = bardi("AS", mats={0: Mat(5, 2, Stock(marble=1))}, rows={"LIS": "0"})
        table.do(PlaceDisc(table.here), DoAction("A", "F"))
        table.do_unlisted(ObservePart(part, value))
        table.refuses(MoveCube("SMF.A", "LIS"), "R11.Bardi")
        table.do(DeclineOffer())


def test_done_is_done() -> None:
    """R4.2, R11.4: an action whose cube moves on still counts as done."""
    table = bardi("AS", mats={0: Mat(5, 2, Stock(marble=1))}, rows={"LIS": "0"})
    table.do(PlaceDisc(table.here), DoAction("A", "F"), MoveCube("SMF.A", "LIS"))
    assert table.offers(SkipAction("S"))
