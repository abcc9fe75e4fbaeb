"""Mozzi: cloth can be contributed as any material (R11.Mozzi)."""

import pytest
from msgspec.structs import replace

from calimala_es.commands import DoAction, PlaceDisc, PlayCard, SkipAction
from calimala_es.components import CHURCHES, MATERIALS
from calimala_es.frames import Activation
from calimala_es.state import Built, Mat, Stock
from tests.rules.intrigue_table import now, set_scene
from tests.rules.table import Table

MOZZI = ("Mozzi", "", "")
CHURCH_ROWS = [f"{church}.{material}" for church in CHURCHES for material in MATERIALS]
FULL_CHURCHES = {f"{church}.{material}": "1" * 5 for church in CHURCHES for material in MATERIALS}


def mozzi(actions: str, mat: Mat, stack: str = "", **scene: object) -> Table:
    """Return a table at which blue has Mozzi."""
    return set_scene(actions, stack, families=MOZZI, pair="KR", mats={0: mat}, **scene)  # type: ignore[arg-type]


@pytest.mark.parametrize("church", ["F", "M", "C"])
@pytest.mark.parametrize("material", "WBM")
def test_cloth_for_any_material(church: str, material: str) -> None:
    """R11.Mozzi: one cloth goes to a free cell for any material, in any church; a material goes as usual."""
    row = {"F": "SMF", "M": "SMN", "C": "SCR"}[church] + f".{material}"
    table = mozzi("CV", Mat(5, 2, Stock(wood=1, brick=1, marble=1), built=Built(cloth=(2,))))
    table.do(PlaceDisc(table.here), DoAction("C", church + material + "V"))
    assert (table.row(row), table.mat(0).built.cloth) == ("0", (1,))
    assert (table.mat(0).stock.wood, table.mat(0).stock.brick, table.mat(0).stock.marble) == (1, 1, 1)
    usual = mozzi("CV", Mat(5, 2, Stock(wood=1, brick=1, marble=1), built=Built(cloth=(2,))))
    usual.do(PlaceDisc(usual.here), DoAction("C", church + material))
    assert (usual.row(row), usual.mat(0).built.cloth) == ("0", (2,))


def test_where_there_is_room() -> None:
    """R11.Mozzi, R5.7: cloth needs a free cell as a material does, and must be in a workshop."""
    table = mozzi("CV", Mat(5, 2, Stock(wood=1), built=Built(cloth=(1,))), rows={"SMN.W": "111"})
    table.do(PlaceDisc(table.here))
    table.refuses(DoAction("C", "MWV"), "R5.7")
    table.refuses(DoAction("C", "MW"), "R5.7")
    assert table.offers(DoAction("C", "MBV"), DoAction("C", "FW"))
    table.refuses(DoAction("C", "MB"), "R5.7")
    bare = mozzi("CV", Mat(5, 2, Stock(wood=1)))
    bare.do(PlaceDisc(bare.here))
    bare.refuses(DoAction("C", "FWV"), "R5.7")


def test_only_for_contributions() -> None:
    """R11.Mozzi: cloth replaces neither the marble of an artwork nor the price of a building."""
    table = mozzi("AU", Mat(5, 2, Stock(wood=1, brick=1), built=Built(cloth=(4,))))
    table.do(PlaceDisc(table.here))
    table.refuses(DoAction("A", "F"), "R5.3")
    table.refuses(DoAction("U", "S"), "R5.2")


def test_only_its_own_player() -> None:
    """R11.Mozzi: no other player can contribute cloth."""
    table = set_scene(
        "CV", families=("", "Mozzi", ""), pair="KR", mats={0: Mat(5, 2, Stock(wood=1), built=Built(cloth=(2,)))}
    )
    table.do(PlaceDisc(table.here))
    table.refuses(DoAction("C", "FWV"), "R5.7")


def test_with_a_card() -> None:
    """R11.Mozzi: the ability applies to cards, and in the turns of others as well."""
    table = mozzi("WB", Mat(5, 2, built=Built(cloth=(1,)), open="C"), "0", active=1)
    table.do(PlaceDisc(table.here), DoAction("W"), DoAction("B"), PlayCard("C", "CMV"))
    assert table.row("SCR.M") == "0"


def test_one_cloth_for_one_cube() -> None:
    """R11.Mozzi, R5.8: one cloth from any workshop is one cube."""
    table = mozzi("CB", Mat(5, 2, built=Built(cloth=(0, 2))))
    table.do(PlaceDisc(table.here, "w"), DoAction("C", "FBV"), DoAction("C", "FBV"))
    table.refuses(DoAction("C", "FBV"), "R4.3")
    assert (sum(table.mat(0).built.cloth), table.row("SMF.B")) == (0, "00")


def test_reach_by_weaving() -> None:
    """R4.2, R11.Mozzi: cloth, or a card that brings it, makes contributing possible."""
    assert mozzi("CS", Mat(5, 2, built=Built(cloth=(1,)))).opens()
    assert mozzi("CS", Mat(5, 2, open="V")).opens()
    assert mozzi("CS", Mat(5, 2, unknown=1)).opens()
    mozzi("CS", Mat(5, 2)).refuses(PlaceDisc("25"), "R4.2")
    mozzi("CS", Mat(5, 2, open="V"), rows=FULL_CHURCHES).refuses(PlaceDisc("25"), "R4.2")
    set_scene("CS", mats={0: Mat(5, 2, open="V")}, pair="KR").refuses(PlaceDisc("25"), "R4.2")


def test_reach_of_any_row() -> None:
    """R4.2, R11.Mozzi: one free cell for any material is enough for cloth."""
    for row in CHURCH_ROWS:
        full = {other: cubes for other, cubes in FULL_CHURCHES.items() if other != row}
        assert mozzi("CS", Mat(5, 2, open="V"), rows=full).opens(), row


def test_reach_of_weaving() -> None:
    """R4.2, R11.Mozzi: contributing cloth makes room in full workshops, which no other family can do."""
    full = Mat(5, 2, built=Built(cloth=(4,)), open="C")
    assert mozzi("VS", full).opens()
    mozzi("VS", full, rows=FULL_CHURCHES).refuses(PlaceDisc("12"), "R4.2")
    set_scene("VS", mats={0: full}, pair="KR").refuses(PlaceDisc("12"), "R4.2")


def test_the_duty() -> None:
    """R4.2, R11.Mozzi: if only woven cloth makes contributing possible, it must be woven and contributed."""
    table = mozzi("CS", Mat(5, 2, open="V"))
    table.do(PlaceDisc(table.here))
    table.refuses(SkipAction("C"), "R4.2")
    table.do(SkipAction("S"), PlayCard("V"))
    assert now(table) == Activation(0, table.here, 1, "C", 2, 1)
    table.refuses(SkipAction("C"), "R4.2")
    table.do(DoAction("C", "FMV"))
    assert table.row("SMF.M") == "0"


def test_the_last_cloth() -> None:
    """R4.2, R11.Mozzi: during the duty no card may use the cloth that the action needs."""
    table = mozzi("SA", Mat(5, 2, built=Built(cloth=(1,), ships=1), open="C"))
    table.do(PlaceDisc(table.here))
    table.refuses(PlayCard("C", "FWV"), "R4.2")
    table.do(DoAction("S", "L"))
    more = mozzi("SA", Mat(5, 2, built=Built(cloth=(2,), ships=1), open="C"))
    more.do(PlaceDisc(more.here), PlayCard("C", "FWV"), DoAction("S", "L"))
    assert more.mat(0) == replace(more.mat(0), built=replace(more.mat(0).built, cloth=(0,)), open="")
