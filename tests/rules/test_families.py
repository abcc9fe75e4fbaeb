"""Families: rules for all of them, and their starts (R11, R11.1)."""

import pytest
from msgspec.structs import replace

from calimala_es import initial
from calimala_es.commands import ChooseStart, DeclineOffer, DiscardCard, DrawCard, KeepInfluence, MoveCube, PlaceDisc
from calimala_es.components import UNKNOWN, StartChoice
from calimala_es.errors import SetupError
from calimala_es.events import CardDrawn, FamilyStarted, InfluenceKept, PlayBegan
from calimala_es.families import FAMILIES
from calimala_es.frames import FamilyStart, Placement
from calimala_es.setup import ruleset_of
from tests.rules.intrigue_table import INTRIGUE_RULES, intrigue_setup, now, turn_zero, with_cells
from tests.rules.table import happened, set_table
from tests.strategies import NO_CODE

NINE = ("Bardi", "Cerchi", "Medici", "Mozzi", "Pazzi", "Peruzzi", "Pulci", "Scali", "Spini")


def test_the_nine() -> None:
    """R11.1: there are nine families, each with an ability and a start."""
    assert tuple(FAMILIES) == NINE
    assert all(family.ability and family.start for family in FAMILIES.values())


@pytest.mark.parametrize(
    "families",
    [("Bardi", "Cerchi"), ("Bardi", "Cerchi", "Medici", "Mozzi"), ("Bardi", "Bardi", ""), ("Strozzi", "", "")],
)
def test_one_for_each_player(families: tuple[str, ...]) -> None:
    """R11.1: each player has one of the nine, and no two have the same."""
    with pytest.raises(SetupError) as refusal:
        initial(intrigue_setup(families=families))
    assert refusal.value.rule == "R11"


def test_families_come_with_intrigue() -> None:
    """R11: families are played with Intrigue."""
    setup = replace(intrigue_setup(families=("Bardi", "", "")), intrigue=(), ruleset=ruleset_of("second"))
    with pytest.raises(SetupError) as refusal:
        initial(setup)
    assert refusal.value.rule == "R11"


def test_intrigue_without_families() -> None:
    """R11.1: Intrigue may be played without families, or with some players who have none."""
    assert [mat.family for mat in initial(intrigue_setup()).mats] == ["", "", ""]
    assert [mat.family for mat in initial(intrigue_setup(families=("", "Pulci", ""))).mats] == ["", "Pulci", ""]


def test_starts_in_seating_order() -> None:
    """R11.1: the starts come after the starting cards and before the first turn, in seating order."""
    table, events = turn_zero("Cerchi", "Scali", "Bardi")
    assert happened(FamilyStarted, events) == []
    assert (now(table), table.state.turn) == (FamilyStart(0), 0)
    events = table.do(ChooseStart("K"))
    assert events == [FamilyStarted(0, "K"), FamilyStarted(1, "")]
    assert now(table) == FamilyStart(2)
    assert table.do(ChooseStart("AF")) == [FamilyStarted(2, "AF"), PlayBegan()]
    assert (now(table), table.state.turn) == (Placement(0), 1)


def test_a_player_without_a_family_has_no_start() -> None:
    """R11.1: a player without a family has no start."""
    _, events = turn_zero("", "Medici", "")
    assert events[-2:] == [FamilyStarted(1, ""), PlayBegan()]


def test_nothing_else_before_the_first_turn() -> None:
    """R11: while a start is to be chosen no other decision is legal."""
    table, _ = turn_zero("Cerchi", "", "")
    table.refuses(PlaceDisc("12"), "R11")
    table.refuses(DeclineOffer(), "R11")


@pytest.mark.parametrize(("choice", "row"), [("AF", "SMF.A"), ("AM", "SMN.A"), ("AC", "SCR.A")])
def test_start_of_bardi(choice: StartChoice, row: str) -> None:
    """R11.Bardi: the start is a cube in the leftmost artwork cell of one of the churches."""
    table, _ = turn_zero("", "Bardi", "")
    table.refuses(ChooseStart(NO_CODE), "R11.Bardi")
    table.refuses(ChooseStart(""), "R11.Bardi")
    table.do(ChooseStart(choice))
    assert [name for name in ("SMF.A", "SMN.A", "SCR.A", "PAL.A") if table.row(name)] == [row]
    assert table.row(row) == "1"


def test_start_of_bardi_without_room() -> None:
    """R11.Bardi, R10.4: a church without artwork cells cannot be chosen; if there is none nothing happens."""
    table, _ = turn_zero("Bardi", "", "", ruleset=with_cells({"SMF.A": 0}))
    table.refuses(ChooseStart("AF"), "R11.Bardi")
    one, events = turn_zero("Bardi", "", "", ruleset=with_cells({"SMF.A": 0, "SCR.A": 0}))
    assert (FamilyStarted(0, "AM") in events, one.row("SMN.A")) == (True, "0")
    _, events = turn_zero("Bardi", "", "", ruleset=with_cells({"SMF.A": 0, "SCR.A": 0, "SMN.A": 0}))
    assert events[-2:] == [FamilyStarted(0, ""), PlayBegan()]


@pytest.mark.parametrize(("choice", "step"), [("K", -1), ("E", 1)])
def test_start_of_cerchi(choice: StartChoice, step: int) -> None:
    """R11.Cerchi: the start is one step on the faction track, to either side."""
    table, _ = turn_zero("", "", "Cerchi")
    table.refuses(ChooseStart(NO_CODE), "R11.Cerchi")
    table.do(ChooseStart(choice))
    assert [mat.faction for mat in table.state.mats] == [0, 0, step]


def test_start_of_medici() -> None:
    """R11.Medici: the start is a cube in the leftmost artwork cell of PAL, if there is one."""
    table, events = turn_zero("", "", "Medici")
    assert events[-2:] == [FamilyStarted(2, ""), PlayBegan()]
    assert table.row("PAL.A") == "2"
    assert turn_zero("Medici", "", "", ruleset=with_cells({"PAL.A": 0}))[0].row("PAL.A") == ""


def test_start_of_mozzi() -> None:
    """R11.Mozzi: the start is a cube in the cardinal's area, if there is room."""
    assert turn_zero("", "Mozzi", "")[0].row("CAR") == "1"
    assert turn_zero("", "Mozzi", "", ruleset=with_cells({"CAR": 0}))[0].row("CAR") == ""


@pytest.mark.parametrize(("players", "discs"), [(3, (13, 4)), (4, (11, 3)), (5, (9, 3))])
def test_start_of_pazzi(players: int, discs: tuple[int, int]) -> None:
    """R11.Pazzi: the player has one coloured and one white disc more than the others."""
    mats = initial(intrigue_setup(players=players, families=("", "Pazzi") + ("",) * (players - 2))).mats
    assert (mats[1].coloured, mats[1].white) == discs
    assert {(mat.coloured + 1, mat.white + 1) for mat in mats if not mat.family} == {discs}


@pytest.mark.parametrize(("choice", "row"), [("EW", "EMP.W"), ("EB", "EMP.B"), ("EM", "EMP.M")])
def test_start_of_peruzzi(choice: StartChoice, row: str) -> None:
    """R11.Peruzzi: the start is a cube in any row of the emperor's area."""
    table, _ = turn_zero("Peruzzi", "", "")
    table.refuses(ChooseStart("E"), "R11.Peruzzi")
    table.refuses(ChooseStart(NO_CODE), "R11.Peruzzi")
    table.do(ChooseStart(choice))
    assert {name: table.row(name) for name in ("EMP.W", "EMP.B", "EMP.M")} == {
        "EMP.W": "",
        "EMP.B": "",
        "EMP.M": "",
        row: "0",
    }


def test_start_of_peruzzi_without_room() -> None:
    """R11.Peruzzi, R10.4: a row without cells cannot be chosen."""
    table, _ = turn_zero("Peruzzi", "", "", ruleset=with_cells({"EMP.B": 0}))
    table.refuses(ChooseStart("EB"), "R11.Peruzzi")
    _, events = turn_zero("Peruzzi", "", "", ruleset=with_cells({"EMP.W": 0, "EMP.B": 0, "EMP.M": 0}))
    assert events[-2:] == [FamilyStarted(0, ""), PlayBegan()]


def test_start_of_pulci() -> None:
    """R11.Pulci: the player chooses no influence card, and keeps all that were dealt."""
    table, events = turn_zero("", "Pulci", "")
    assert happened(InfluenceKept, events) == [InfluenceKept(0, UNKNOWN), InfluenceKept(2, UNKNOWN)]
    assert [mat.kept for mat in table.state.mats] == [(UNKNOWN,), (UNKNOWN,) * 3, (UNKNOWN,)]
    table.refuses(KeepInfluence("BAR"), "R4.1")


def test_start_of_scali() -> None:
    """R11.Scali, R11.7: the start is one brick and one wood, and the starting card is chosen as usual."""
    table, events = turn_zero("", "Scali", "")
    assert (table.mat(1).stock.wood, table.mat(1).stock.brick, table.mat(1).stock.marble) == (1, 1, 0)
    assert (table.mat(1).hand_size, happened(CardDrawn, events)) == (1, [])


def test_start_of_spini() -> None:
    """R11.Spini, R11.3: the start is two cards, without a choice, and the next family starts after them."""
    table, _ = turn_zero("Spini", "Cerchi", "")
    table.refuses(ChooseStart("K"), "R11.Spini")
    table.do(DrawCard("V"), DrawCard(UNKNOWN))
    assert (table.mat(0).secret, table.mat(0).unknown, len(table.mat(0).open)) == ("V", 1, 1)
    assert now(table) == FamilyStart(1)
    events = table.do(ChooseStart("E"))
    assert events[-1] == PlayBegan()


def test_offers_need_an_offer() -> None:
    """R11: an answer to an offer that was not made is illegal."""
    for table in (set_table("WB"), turn_zero("Bardi", "", "", ruleset=INTRIGUE_RULES)[0]):
        rule = "R4.1" if isinstance(now(table), Placement) else "R11"
        for command in (DeclineOffer(), DiscardCard("W"), MoveCube("LIS", "BAR")):
            table.refuses(command, rule)
