"""The nine actions (R5.1 to R5.8), with the short examples of the rulebook (E5)."""

import pytest
from msgspec.structs import replace

from calimala_es import legal
from calimala_es.commands import DoAction, DrawCard, PlaceDisc, SkipAction
from calimala_es.components import ROW_INDEX, Action, to_action
from calimala_es.events import ActionImpossible
from calimala_es.setup import Ruleset
from calimala_es.state import Built, Mat, Stock
from tests.rules.table import Table, happened, set_table, with_goods


def acting(actions: str, mat: Mat, **rows: str) -> Table:
    """Return a table with Maria's disc active on two actions; keywords are rows of the board, `SCR_A` for SCR.A."""
    table = set_table(actions, mats={0: mat}, rows={row.replace("_", "."): cubes for row, cubes in rows.items()})
    table.do(PlaceDisc(table.here))
    return table


def options(table: Table, action: str) -> list[str]:
    """Return the options of an action that are possible."""
    return [
        command.option for command in legal(table.state) if isinstance(command, DoAction) and command.action == action
    ]


@pytest.mark.parametrize(
    ("actions", "mat", "rows", "option", "rule"),
    [
        ("WV", Mat(5, 2, Stock(wood=4)), {}, "", "R5.1"),
        ("BV", Mat(5, 2, Stock(brick=4)), {}, "", "R5.1"),
        ("MV", Mat(5, 2, Stock(marble=4)), {}, "", "R5.1"),
        ("UV", Mat(5, 2), {}, "S", "R5.2"),
        ("UV", Mat(5, 2, Stock(wood=1)), {}, "S", "R5.2"),
        ("UV", Mat(5, 2, Stock(brick=1)), {}, "S", "R5.2"),
        ("UV", Mat(5, 2, Stock(wood=4, brick=4), built=Built(cloth=(0,) * 3, ships=3, houses="TBH")), {}, "S", "R5.2"),
        ("AV", Mat(5, 2), {}, "P", "R5.3"),
        (
            "AV",
            Mat(5, 2, Stock(marble=1)),
            {"PAL_A": "1111", "SMF_A": "11111", "SMN_A": "111", "SCR_A": "1111"},
            "P",
            "R5.3",
        ),
        ("VW", Mat(5, 2, built=Built(cloth=(4, 4))), {}, "", "R5.4"),
        ("SW", Mat(5, 2, built=Built(cloth=(4,))), {}, "L", "R5.5"),
        ("SW", Mat(5, 2, built=Built(ships=3)), {}, "L", "R5.5"),
        (
            "SW",
            Mat(5, 2, built=Built(cloth=(4,), ships=1)),
            dict.fromkeys(("BAR", "LIS", "LON"), "1" * 12),
            "L",
            "R5.5",
        ),
        ("TW", Mat(5, 2, built=Built(cloth=(4,))), {}, "B", "R5.6"),
        ("TW", Mat(5, 2, built=Built(houses="TBH")), {}, "B", "R5.6"),
        ("TW", Mat(5, 2, built=Built(cloth=(4,), houses="B")), {"BRU": "1" * 12}, "B", "R5.6"),
        ("CW", Mat(5, 2), {}, "FW", "R5.7"),
        ("CW", Mat(5, 2, Stock(wood=3)), {"SMF_W": "11111", "SMN_W": "111", "SCR_W": "1111"}, "FW", "R5.7"),
    ],
)
def test_impossible_actions(actions: str, mat: Mat, rows: dict[str, str], option: str, rule: str) -> None:
    """R5.1 to R5.7: an action is impossible, and brings a card, if goods are missing or everything is full or built."""
    table, action = acting(actions, mat, **rows), to_action(actions[0])
    assert options(table, action) == []
    table.refuses(DoAction(action, option), rule)
    assert happened(ActionImpossible, table.do(SkipAction(action))) == [ActionImpossible(0, action)]
    table.do(DrawCard("V"))


@pytest.mark.parametrize(
    ("actions", "mat", "option", "row", "left"),
    [
        ("UV", Mat(5, 2, Stock(wood=2, brick=1)), "S", "", {"wood": 0, "ships": 1}),
        (
            "UV",
            Mat(5, 2, Stock(wood=1, brick=1), built=Built(cloth=(3,))),
            "W",
            "",
            {"wood": 0, "brick": 0, "cloth": (3, 0)},
        ),
        ("VW", Mat(5, 2, built=Built(cloth=(1, 0))), "", "", {"cloth": (2, 1)}),
        ("SW", Mat(5, 2, built=Built(cloth=(2, 1), ships=2)), "LL", "LIS", {"cloth": (0, 1)}),
        ("SW", Mat(5, 2, built=Built(cloth=(1, 1, 1), ships=3)), "BLN", "BAR LIS LON", {"cloth": (0, 0, 0)}),
    ],
)
def test_what_an_action_changes(actions: str, mat: Mat, option: str, row: str, left: dict[str, object]) -> None:
    """E5, R5.2, R5.4, R5.5: Maria pays for a ship or a workshop, weaves in every workshop, and ships from any."""
    table = acting(actions, mat)
    table.do(DoAction(to_action(actions[0]), option))
    assert table.mat(0) == with_goods(replace(mat, coloured=table.mat(0).coloured), **left)
    assert "".join(map(table.row, row.split())) == "0" * len(option) * bool(row)


@pytest.mark.parametrize(("action", "material"), [("W", "wood"), ("B", "brick"), ("M", "marble")])
def test_materials(action: Action, material: str) -> None:
    """R5.1: wood, brick and marble put one cube into the warehouse of that material."""
    table = acting(action + "U", Mat(5, 2))
    table.do(DoAction(action))
    assert table.mat(0).stock == Stock(**{material: 1})


def test_the_fourth_wood() -> None:
    """E5, R5.1: Maria puts a cube on the last free cell of her wood warehouse; the next time she would draw a card."""
    table = set_table("WV", "0", mats={0: Mat(5, 2, Stock(wood=3))})
    table.do(PlaceDisc(table.here), DoAction("W"), DoAction("V"))
    assert table.mat(0).stock.wood == 4
    table.do(SkipAction("W"), DrawCard("T"))
    assert table.mat(0).secret == "T"


def test_trading_house() -> None:
    """E5, R5.2: Maria spends two brick and gets a house in Hamburg."""
    table = acting("UV", Mat(5, 2, Stock(brick=3), built=Built(houses="T")))
    assert options(table, "U") == ["B", "H"]
    table.refuses(DoAction("U", "T"), "R5.2")
    table.do(DoAction("U", "H"))
    assert (table.mat(0).stock.brick, table.mat(0).built.houses) == (1, "TH")


@pytest.mark.parametrize(
    ("mat", "possible"),
    [
        (Mat(5, 2, Stock(wood=4, brick=4)), ["S", "W", "T", "B", "H"]),
        (Mat(5, 2, Stock(wood=4, brick=4), built=Built(ships=3)), ["W", "T", "B", "H"]),
        (Mat(5, 2, Stock(wood=4, brick=4), built=Built(cloth=(0, 0, 0))), ["S", "T", "B", "H"]),
        (Mat(5, 2, Stock(wood=4, brick=4), built=Built(houses="TBH")), ["S", "W"]),
        (Mat(5, 2, Stock(wood=1, brick=1)), ["W"]),
        (Mat(5, 2, Stock(wood=2)), ["S"]),
    ],
)
def test_what_can_be_built(mat: Mat, possible: list[str]) -> None:
    """R5.2: a player has at most three ships, three workshops and a house in each trading city, and pays for all."""
    table = acting("UV", mat)
    assert options(table, "U") == possible
    for option in {*"SWTBH"} - {*possible}:
        table.refuses(DoAction("U", option), "R5.2")


def test_artwork() -> None:
    """E5, R5.3: Maria brings a marble from the warehouse to Santa Croce."""
    table = acting("AV", Mat(5, 2, Stock(marble=2)))
    assert options(table, "A") == ["P", "F", "M", "C"]
    table.do(DoAction("A", "C"))
    assert (table.mat(0).stock.marble, table.row("SCR.A")) == (1, "0")


def test_artwork_cells() -> None:
    """R5.3: an artwork goes to a free artwork cell of one of the four buildings."""
    table = acting("AV", Mat(5, 2, Stock(marble=1)), PAL_A="1111", SMF_A="11111", SCR_A="121")
    assert options(table, "A") == ["M", "C"]
    table.refuses(DoAction("A", "P"), "R5.3")
    table.refuses(DoAction("A", "L"), "R5.3")


def test_weave_passes_full_workshops_over() -> None:
    """R5.4: each workshop with room gets a cloth, and none is skipped."""
    table = acting("VW", Mat(5, 2, built=Built(cloth=(4, 3, 4))))
    assert options(table, "V") == [""]
    table.do(DoAction("V"))
    assert table.mat(0).built.cloth == (4, 4, 4)


def test_ship_is_a_choice() -> None:
    """R5.5: a player ships one or more cloth, at most one per ship, to the same port or different ones."""
    table = acting("SW", Mat(5, 2, built=Built(cloth=(4,), ships=2)))
    assert options(table, "S") == ["B", "L", "N", "BB", "BL", "BN", "LL", "LN", "NN"]
    table.refuses(DoAction("S", ""), "R5.5")
    table.refuses(DoAction("S", "LLL"), "R5.5")
    table.refuses(DoAction("S", "LB"), "R5.5")


def test_ship_needs_cells() -> None:
    """R5.5: a port gets no more cloth than it has free cells; a full port cannot be chosen."""
    table = acting("SW", Mat(5, 2, built=Built(cloth=(4,), ships=3)), BAR="1" * 12, LIS="1" * 11, LON="1" * 12)
    assert options(table, "S") == ["L"]
    table.refuses(DoAction("S", "LL"), "R5.5")
    table.refuses(DoAction("S", "B"), "R5.5")


def test_transport() -> None:
    """E5, R5.6: Maria has a house in Hamburg and brings a cloth there."""
    table = acting("TW", Mat(5, 2, built=Built(cloth=(2,), houses="H")))
    assert options(table, "T") == ["H"]
    table.do(DoAction("T", "H"))
    assert (table.mat(0).built.cloth, table.row("HAM")) == ((1,), "0")


def test_transport_is_a_choice() -> None:
    """R5.6: a player transports at most one cloth to each city with an own house, and at least one in all."""
    table = acting("TW", Mat(5, 2, built=Built(cloth=(2,), houses="TBH")))
    assert options(table, "T") == ["T", "B", "H", "TB", "TH", "BH"]
    table.refuses(DoAction("T", "HH"), "R5.6")
    table.refuses(DoAction("T", ""), "R5.6")
    table.refuses(DoAction("T", "TBH"), "R5.6")


def test_contribute() -> None:
    """E5, R5.7: Maria gives a wood to Santa Croce."""
    table = acting("CW", Mat(5, 2, Stock(wood=1)))
    assert options(table, "C") == ["FW", "MW", "CW"]
    table.do(DoAction("C", "CW"))
    assert (table.mat(0).stock.wood, table.row("SCR.W")) == (0, "0")


def test_contribute_to_the_row_of_the_material() -> None:
    """R5.7: the cube goes to a free cell of its own material."""
    table = acting("CW", Mat(5, 2, Stock(brick=1, marble=1)), SMF_B="11111", SMN_B="111", SCR_M="1111")
    assert options(table, "C") == ["FM", "MM", "CB"]
    table.refuses(DoAction("C", "FB"), "R5.7")
    table.refuses(DoAction("C", "FW"), "R5.7")


def test_numbers_of_cells_are_data() -> None:
    """R5.7: the set-up says how many cells a row has, so that somebody with the box can correct it."""
    cells = [*Ruleset().cells]
    cells[ROW_INDEX["SMN.W"]] = 0
    table = set_table("CW", mats={0: Mat(5, 2, Stock(wood=1))}, ruleset=Ruleset(cells=tuple(cells)))
    table.do(PlaceDisc(table.here))
    assert options(table, "C") == ["FW", "CW"]


@pytest.mark.parametrize(
    ("before", "cargo", "after"),
    [
        ((4, 2), "L", (3, 2)),
        ((2, 4, 4), "L", (2, 3, 4)),
        ((2, 4, 4), "LL", (2, 3, 3)),
        ((1, 2, 2), "BLN", (0, 1, 1)),
        ((1, 1), "LL", (0, 0)),
    ],
)
def test_cloth_leaves_the_fullest_workshop(before: tuple[int, ...], cargo: str, after: tuple[int, ...]) -> None:
    """R5.8: cloth leaves the fullest workshop, the leftmost of equals."""
    table = acting("SW", Mat(5, 2, built=Built(cloth=before, ships=3)))
    table.do(DoAction("S", cargo))
    assert table.mat(0).built.cloth == after
