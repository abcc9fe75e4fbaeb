"""The longer examples of the rulebooks (E1, E3), move by move."""

from calimala_es.commands import DoAction, DrawCard, EndActivation, PlaceDisc, PlayCard, SkipAction
from calimala_es.components import UNKNOWN
from calimala_es.events import (
    ActionDone,
    ActionImpossible,
    CardDrawn,
    CardPlayed,
    DiscActivated,
    DiscPlaced,
    DiscPromoted,
    TileScored,
    TurnEnded,
)
from calimala_es.state import Mat
from tests.rules.table import set_table

MARIA, ANGELICA, TANIA = "012"


def test_extended_turn() -> None:
    """E1: the rulebook's turn ends as stated: artwork and ship, four discs with a white one at the bottom, cards,
    Lisbon scored."""
    table = set_table(
        "AS",
        "w" + TANIA + ANGELICA,
        mats={
            0: Mat(5, 1, marble=2, cloth=(1, 1), ships=2, secret="AW", points=10),
            1: Mat(5, 1, marble=1, brick=1, cloth=(0,), ships=2, houses="T", secret="U", points=10),
            2: Mat(5, 1, wood=1, cloth=(0,), points=10),
        },
        rows={"LIS": TANIA + MARIA + ANGELICA * 2},
        tiles="BRU ART LIS BAR LON TRO HAM SMF SMN SCR PORT TRADE WOOD BRICK MARBLE",
        council=MARIA + TANIA,
    )

    maria = table.do(PlaceDisc(table.here), DoAction("A", "C"), PlayCard("A", "C"), DoAction("S", "L"), EndActivation())
    assert maria[:5] == [
        DiscPlaced(0, table.here, "c", 2),
        DiscActivated(0, table.here, 1, "AS"),
        ActionDone(0, "A", "C"),
        CardPlayed(0, "A", "C"),
        ActionDone(0, "S", "L"),
    ]
    assert table.row("SCR.A") == MARIA * 2
    assert sorted(table.row("LIS")) == sorted(TANIA + MARIA * 2 + ANGELICA * 2)
    assert (table.mat(0).marble, table.mat(0).cloth, table.mat(0).secret) == (0, (0, 1), "W")

    angelica = table.do(DoAction("A", "M"), SkipAction("S"), DrawCard("W"), PlayCard("W"), PlayCard("U", "W"))
    assert angelica[:5] == [
        ActionDone(1, "A", "M"),
        ActionImpossible(1, "S"),
        CardDrawn(1, "W"),
        CardPlayed(1, "W", ""),
        CardPlayed(1, "U", "W"),
    ]
    assert table.row("SMN.A") == ANGELICA
    assert table.mat(1) == Mat(5, 1, cloth=(0, 0), ships=2, houses="T", points=10)

    tania = table.do(SkipAction("A"), DrawCard(UNKNOWN), SkipAction("S"), DrawCard(UNKNOWN), EndActivation())
    assert [type(event) for event in tania[:4]] == [ActionImpossible, CardDrawn, ActionImpossible, CardDrawn]
    assert table.mat(2).hand_size == 2

    promoted, scored, ended = tania[-3:]
    assert promoted == DiscPromoted(0, table.here, "LIS")
    assert scored == TileScored("LIS", (2, 2, 1), MARIA + ANGELICA + TANIA, "a.", (3, 2, 1))
    assert ended == TurnEnded(0)
    assert (table.mat(0).coloured, table.mat(0).white) == (3, 2)
    assert table.stack() == TANIA + ANGELICA + MARIA
    assert [mat.points for mat in table.state.mats] == [13, 12, 11]
    assert table.state.discard == "AUW"
    assert table.state.actor == 1


def test_two_discs_in_one_stack() -> None:
    """E3: Maria has two discs in the stack and Angelica's is between: three activations, each with its own means."""
    table = set_table(
        "US",
        MARIA + ANGELICA,
        mats={
            0: Mat(5, 1, wood=1, cloth=(2, 2), ships=1, secret="W"),
            1: Mat(5, 1, wood=1, brick=1, cloth=(2,)),
        },
    )

    table.do(PlaceDisc(table.here))
    table.refuses(DoAction("U", "S"), "R5.2")
    table.do(PlayCard("W"), DoAction("U", "S"), DoAction("S", "LL"))
    assert (table.mat(0).wood, table.mat(0).ships, table.row("LIS")) == (0, 2, MARIA * 2)

    table.do(DoAction("U", "W"), SkipAction("S"), DrawCard("T"), EndActivation())
    assert (table.mat(1).wood, table.mat(1).brick, table.mat(1).cloth, table.mat(1).secret) == (0, 0, (2, 0), "T")

    table.do(SkipAction("U"), DrawCard("V"), PlayCard("V"))
    assert sum(table.mat(0).cloth) == 4
    events = table.do(DoAction("S", "BN"))
    assert (table.row("BAR"), table.row("LON"), table.mat(0).hand_size) == (MARIA, MARIA, 0)
    assert events[-1] == TurnEnded(0)
    assert table.stack() == MARIA + ANGELICA + MARIA
