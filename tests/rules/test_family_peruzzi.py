"""Peruzzi: any two of wood and brick pay for any building (R11.Peruzzi, R11.7)."""

import pytest

from calimala_es import legal
from calimala_es.commands import DoAction, PlaceDisc, PlayCard, SkipAction
from calimala_es.state import Built, Mat, Stock
from tests.rules.intrigue_table import set_scene
from tests.rules.table import Table

PERUZZI = ("Peruzzi", "", "")
PAID = {"WW": (2, 0), "WB": (1, 1), "BB": (0, 2)}


def peruzzi(actions: str, mat: Mat, **scene: object) -> Table:
    """Return a table at which blue has Peruzzi."""
    return set_scene(actions, families=PERUZZI, pair="KR", mats={0: mat}, **scene)  # type: ignore[arg-type]


@pytest.mark.parametrize("paid", PAID)
@pytest.mark.parametrize("building", "SWTBH")
def test_any_two(building: str, paid: str) -> None:
    """R11.Peruzzi, R11.7: a ship, a workshop or a house costs any two of wood and brick; the record says which."""
    table = peruzzi("UM", Mat(5, 2, Stock(wood=3, brick=3, marble=4)))
    table.do(PlaceDisc(table.here), DoAction("U", building + paid))
    mat = table.mat(0)
    assert (3 - mat.stock.wood, 3 - mat.stock.brick) == PAID[paid]
    assert (mat.built.ships, len(mat.built.cloth), mat.built.houses) == (
        int(building == "S"),
        1 + (building == "W"),
        building if building in "TBH" else "",
    )


def test_the_payment_is_always_recorded() -> None:
    """R11.7: this player's record always says what is paid, even if it is the usual price."""
    table = peruzzi("UM", Mat(5, 2, Stock(wood=3, brick=3)))
    table.do(PlaceDisc(table.here))
    assert {
        command.option for command in legal(table.state) if isinstance(command, DoAction) and command.action == "U"
    } == {building + paid for building in "SWTBH" for paid in PAID}
    for building in "SWTBH":
        table.refuses(DoAction("U", building), "R5.2")


def test_two_of_what_is_there() -> None:
    """R11.Peruzzi: two cubes from the warehouses are paid, and neither marble nor cloth."""
    table = peruzzi("UM", Mat(5, 2, Stock(wood=1, brick=1, marble=2), built=Built(cloth=(3,))))
    table.do(PlaceDisc(table.here))
    table.refuses(DoAction("U", "SWW"), "R5.2")
    table.refuses(DoAction("U", "SBB"), "R5.2")
    table.do(DoAction("U", "SWB"))
    poor = peruzzi("UM", Mat(5, 2, Stock(wood=1, marble=2)))
    poor.do(PlaceDisc(poor.here))
    poor.refuses(DoAction("U", "WWB"), "R5.2")
    poor.refuses(DoAction("U", "WWW"), "R5.2")


def test_where_there_is_room() -> None:
    """R11.Peruzzi, R5.2: what can be built, and where, is as usual."""
    table = peruzzi("UM", Mat(5, 2, Stock(wood=4, brick=4), built=Built(ships=3, houses="T", cloth=(0, 0, 0))))
    table.do(PlaceDisc(table.here))
    for building in "SWT":
        table.refuses(DoAction("U", building + "WB"), "R5.2")
    table.do(DoAction("U", "HWW"))
    assert table.mat(0).built.houses == "TH"


def test_only_its_own_player() -> None:
    """R11.Peruzzi: all other players pay the usual price."""
    table = set_scene("UM", families=("", "Peruzzi", ""), pair="KR", mats={0: Mat(5, 2, Stock(wood=2, brick=1))})
    table.do(PlaceDisc(table.here))
    for paid in PAID:
        table.refuses(DoAction("U", "S" + paid), "R5.2")
    table.do(DoAction("U", "S"))


def test_with_a_card() -> None:
    """R11.Peruzzi: the ability applies to cards as well."""
    table = peruzzi("MB", Mat(5, 2, Stock(brick=2), open="U"))
    table.do(PlaceDisc(table.here))
    table.refuses(PlayCard("U", "S"), "R5.2")
    table.do(PlayCard("U", "SBB"))
    assert (table.mat(0).built.ships, table.mat(0).stock.brick) == (1, 0)


@pytest.mark.parametrize(
    ("mat", "is_open"),
    [
        (Mat(5, 2, Stock(wood=1, brick=1)), True),
        (Mat(5, 2, Stock(brick=1), open="W"), True),
        (Mat(5, 2, Stock(brick=1), open="B"), True),
        (Mat(5, 2, Stock(wood=1), open="W"), True),
        (Mat(5, 2, open="WB"), True),
        (Mat(5, 2, open="WW"), True),
        (Mat(5, 2, open="BB"), True),
        (Mat(5, 2, unknown=2), True),
        (Mat(5, 2, open="W", unknown=1), True),
        (Mat(5, 2, open="W"), False),
        (Mat(5, 2, Stock(wood=1)), False),
        (Mat(5, 2, Stock(wood=1), open="M"), False),
        (Mat(5, 2, unknown=1), False),
        (Mat(5, 2, Stock(wood=4, brick=4), built=Built(ships=3, houses="TBH", cloth=(0, 0, 0))), False),
    ],
)
def test_reach_of_building(mat: Mat, is_open: bool) -> None:
    """R4.2, R11.Peruzzi: any two of wood and brick, in warehouses or as cards, make building possible."""
    assert peruzzi("US", mat).opens() == is_open


def test_reach_of_what_needs_a_building() -> None:
    """R4.2, R11.Peruzzi: a ship or a house built with a card opens shipping or transport, for any two cubes."""
    assert peruzzi("SA", Mat(5, 2, Stock(brick=2), built=Built(cloth=(1,)), open="U")).opens()
    assert peruzzi("SA", Mat(5, 2, Stock(brick=1), open="BUV")).opens()
    assert peruzzi("TA", Mat(5, 2, Stock(wood=2), built=Built(cloth=(1,)), open="U")).opens()
    assert peruzzi("VA", Mat(5, 2, Stock(wood=2), built=Built(cloth=(4,), ships=3, houses="TBH"), open="U")).opens()
    usual = {"pair": "KR"}
    for actions, mat in [
        ("SA", Mat(5, 2, Stock(brick=2), built=Built(cloth=(1,)), open="U")),
        ("TA", Mat(5, 2, Stock(wood=2), built=Built(cloth=(1,)), open="U")),
        ("VA", Mat(5, 2, Stock(wood=2), built=Built(cloth=(4,)), open="U")),
    ]:
        table = set_scene(actions, mats={0: mat}, **usual)  # type: ignore[arg-type]
        table.refuses(PlaceDisc(table.here), "R4.2")


def test_reach_of_a_full_warehouse() -> None:
    """R4.2, R11.Peruzzi: any building can use wood from a full warehouse, a house too."""
    mat = Mat(5, 2, Stock(wood=4), built=Built(ships=3, cloth=(0, 0, 0)), open="U")
    assert peruzzi("WA", mat).opens()
    table = set_scene("WA", mats={0: mat}, pair="KR")
    table.refuses(PlaceDisc(table.here), "R4.2")


def test_the_duty() -> None:
    """R4.2, R11.Peruzzi: no card may be played that would leave too little to build with."""
    table = peruzzi("US", Mat(5, 2, Stock(wood=1, brick=1), open="C"))
    table.do(PlaceDisc(table.here))
    table.refuses(PlayCard("C", "FW"), "R4.2")
    table.refuses(SkipAction("U"), "R4.2")
    table.do(DoAction("U", "SWB"))
    more = peruzzi("US", Mat(5, 2, Stock(wood=2, brick=1), open="C"))
    more.do(PlaceDisc(more.here), PlayCard("C", "FB"), DoAction("U", "TWW"))
