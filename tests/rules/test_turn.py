"""Placing a disc and activating a stack (R4.1, R4.3 to R4.5), and the longer examples of the rulebooks (E1, E3)."""

from calimala_es import legal
from calimala_es.commands import DoAction, DrawCard, EndActivation, PlaceDisc, PlayCard, SkipAction
from calimala_es.components import COLOURED, UNKNOWN, WHITE, to_action
from calimala_es.events import (
    ActionDone,
    ActionImpossible,
    CardDrawn,
    CardPlayed,
    DiscActivated,
    DiscPlaced,
    DiscPromoted,
    SeatTaken,
    TileScored,
    TurnEnded,
)
from calimala_es.frames import Activation, Placement
from calimala_es.state import Built, Mat, Stock
from tests.rules.table import SOME, happened, set_table
from tests.strategies import NO_CODE


def activated(events: list[object]) -> list[tuple[int, int]]:
    """Return whose disc was activated and how deep it was, for each activation."""
    return [(event.seat, event.depth) for event in events if isinstance(event, DiscActivated)]


def test_any_street() -> None:
    """R4.1: the disc, coloured or white, may go on an empty street or on any discs."""
    table = set_table("WB", mats={0: Mat(3, 1)}, stacks={"12": "", "14": "0", "23": "12w", "25": "ww"})
    streets = {
        street for street in ("12", "14", "23", "25") if table.offers(PlaceDisc(street), PlaceDisc(street, WHITE))
    }
    assert streets >= {"12", "14", "23"}
    table.do(PlaceDisc("14", WHITE))
    assert table.stack("14") == "0w"
    assert (table.mat(0).coloured, table.mat(0).white) == (3, 0)


def test_only_discs_of_the_supply() -> None:
    """R4.1: one disc of the supply is placed, of a kind that is left, on an existing street."""
    table = set_table("WB", mats={0: Mat(0, 1)})
    table.refuses(PlaceDisc(table.here, COLOURED), "R4.1")
    table.refuses(PlaceDisc(table.here, "s"), "R4.1")
    table.refuses(PlaceDisc(NO_CODE, WHITE), "R2.1")
    table.do(PlaceDisc(table.here, WHITE))
    assert table.mat(0).supply == 0


def test_nothing_else_in_place_of_a_disc() -> None:
    """R4.1: at the beginning of a turn only a placement is legal."""
    table = set_table("WB")
    table.refuses(DoAction("W"), "R4.1")
    table.refuses(SkipAction("W"), "R4.1")
    table.refuses(EndActivation(), "R4.1")
    assert all(isinstance(command, PlaceDisc) for command in legal(table.state))


def test_coloured_disc_acts_once_in_either_order() -> None:
    """R4.3: a coloured disc activates both actions once, in either order."""
    for first, second in ("WB", "BW"):
        table = set_table("WB")
        table.do(PlaceDisc(table.here), DoAction(to_action(first)))
        table.refuses(DoAction(to_action(first)), "R4.3")
        table.refuses(SkipAction(to_action(first)), "R4.3")
        table.do(DoAction(to_action(second)))
        assert table.state.actor == 1


def test_white_disc_acts_twice_in_any_order() -> None:
    """R4.3: a white disc activates both actions twice, in any order."""
    for order in ("WWBB", "WBWB", "WBBW", "BWWB", "BWBW", "BBWW"):
        table = set_table("WB")
        table.do(PlaceDisc(table.here, WHITE), *(DoAction(to_action(action)) for action in order))
        assert (table.mat(0).stock.wood, table.mat(0).stock.brick) == (2, 2)
        assert table.state.actor == 1


def test_white_disc_of_the_rulebook() -> None:
    """E5, R4.3: Maria's white disc takes wood twice and then gives both to San Miniato."""
    table = set_table("WC")
    table.do(PlaceDisc(table.here, WHITE), DoAction("W"), DoAction("W"), DoAction("C", "MW"), DoAction("C", "MW"))
    assert (table.row("SMN.W"), table.mat(0).stock.wood) == ("00", 0)


def test_only_the_two_actions_of_the_street() -> None:
    """R4.3: the disc activates the actions of its own street, and both must be settled before it ends."""
    table = set_table("WB", mats={0: Mat(1, 0, Stock(marble=1))})
    table.do(PlaceDisc(table.here))
    table.refuses(DoAction("M"), "R4.3")
    table.refuses(DoAction("A", "P"), "R4.3")
    table.refuses(EndActivation(), "R4.3")
    table.refuses(PlaceDisc(table.here), "R4.3")


def test_stack_of_the_rulebook() -> None:
    """E5, R4.4: Maria's blue disc is on Angelica's red and Tania's yellow one; they act in this order."""
    table = set_table("WC", "21")
    events = table.do(PlaceDisc(table.here), *[DoAction("W"), DoAction("C", "FW")] * 3)
    assert activated([*events]) == [(0, 1), (1, 2), (2, 3)]
    assert table.row("SMF.W") == "012"


def test_second_and_third_disc_from_the_top() -> None:
    """R4.4: after the disc just placed the second and the third from the top act, the upper one first."""
    table = set_table("WB", "012")
    events = table.do(
        PlaceDisc(table.here),
        DoAction("W"),
        DoAction("B"),
        DoAction("B"),
        DoAction("W"),
        SkipAction("W"),
        DoAction("B"),
    )
    assert activated([*events]) == [(0, 1), (2, 2), (1, 3)]
    assert [(event.seat, event.action) for event in events if isinstance(event, ActionDone)] == [
        (0, "W"),
        (0, "B"),
        (2, "B"),
        (2, "W"),
        (1, "B"),
    ]


def test_each_owner_acts_once_each() -> None:
    """R4.4: the discs below do each action once, also below a white one."""
    table = set_table("WB", "1")
    table.do(PlaceDisc(table.here, WHITE), DoAction("W"), DoAction("W"), DoAction("B"), DoAction("B"))
    assert table.state.now == Activation(1, table.here, 2, "WB")
    table.do(DoAction("W"))
    table.refuses(DoAction("W"), "R4.3")


def test_white_discs_below_do_nothing() -> None:
    """R4.4: a white disc below the top is passed over, and no deeper disc replaces it."""
    table = set_table("WB", "12w")
    table.do(PlaceDisc(table.here), DoAction("W"), DoAction("B"))
    assert table.state.now == Activation(2, table.here, 3, "WB")
    events = table.do(DoAction("W"), DoAction("B"))
    assert activated([*events]) == []


def test_same_owner_again() -> None:
    """R4.4: the player who placed the disc may own those below it, too, and then acts again."""
    table = set_table("WB", "00")
    events = table.do(PlaceDisc(table.here), *[DoAction("W"), DoAction("B")] * 3)
    assert activated([*events]) == [(0, 1), (0, 2), (0, 3)]
    assert table.mat(0).stock.wood == 3


def test_fourth_disc_is_not_activated() -> None:
    """R4.4: the fourth disc from the top is never activated."""
    table = set_table("WB", "102")
    events = table.do(PlaceDisc(table.here), *[DoAction("W"), DoAction("B")] * 3)
    assert activated([*events]) == [(0, 1), (2, 2), (0, 3)]


def test_the_turn_passes() -> None:
    """R4.5: after all activations the next player clockwise is due, and then the starting player again."""
    table = set_table("WB", active=2)
    events = table.do(PlaceDisc(table.here), DoAction("W"), DoAction("B"))
    assert events[-1] == TurnEnded(2)
    assert table.state.now == Placement(0)
    assert table.state.turn == 2


def test_four_discs_lose_the_bottom_one() -> None:
    """R4.5: a stack of four loses its bottom disc after the activations and before the next turn; three lose none."""
    table = set_table("WB", "122")
    events = table.do(PlaceDisc(table.here), *[DoAction("W"), DoAction("B")] * 3)
    assert table.stack() == "220"
    kinds = [type(event) for event in events if type(event) in {ActionDone, SeatTaken, TileScored, TurnEnded}]
    assert kinds == [*[ActionDone] * 6, SeatTaken, TileScored, TurnEnded]
    three = set_table("WB", "12")
    three.do(PlaceDisc(three.here), *[DoAction("W"), DoAction("B")] * 3)
    assert three.stack() == "120"


def test_placed_disc_is_reported() -> None:
    """R4.1: the event of a placement has the player, the disc and the street."""
    table = set_table("WB", mats={0: SOME})
    assert happened(DiscPlaced, table.do(PlaceDisc(table.here, WHITE))) == [DiscPlaced(0, table.here, WHITE, 2)]


# The longer examples of the rulebooks.


MARIA, ANGELICA, TANIA = "012"


def test_extended_turn() -> None:
    """E1: the rulebook's turn ends as stated: artwork and ship, four discs, cards played and drawn, Lisbon scored."""
    table = set_table(
        "AS",
        "w" + TANIA + ANGELICA,
        mats={
            0: Mat(5, 1, Stock(marble=2), built=Built(cloth=(1, 1), ships=2), secret="AW", points=10),
            1: Mat(5, 1, Stock(marble=1, brick=1), built=Built(cloth=(0,), ships=2, houses="T"), secret="U", points=10),
            2: Mat(5, 1, Stock(wood=1), built=Built(cloth=(0,)), points=10),
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
    assert (table.mat(0).stock.marble, table.mat(0).built.cloth, table.mat(0).secret) == (0, (0, 1), "W")

    angelica = table.do(DoAction("A", "M"), SkipAction("S"), DrawCard("W"), PlayCard("W"), PlayCard("U", "W"))
    assert angelica[:5] == [
        ActionDone(1, "A", "M"),
        ActionImpossible(1, "S"),
        CardDrawn(1, "W"),
        CardPlayed(1, "W", ""),
        CardPlayed(1, "U", "W"),
    ]
    assert table.row("SMN.A") == ANGELICA
    assert table.mat(1) == Mat(5, 1, built=Built(cloth=(0, 0), ships=2, houses="T"), points=10)

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
            0: Mat(5, 1, Stock(wood=1), built=Built(cloth=(2, 2), ships=1), secret="W"),
            1: Mat(5, 1, Stock(wood=1, brick=1), built=Built(cloth=(2,))),
        },
    )

    table.do(PlaceDisc(table.here))
    table.refuses(DoAction("U", "S"), "R5.2")
    table.do(PlayCard("W"), DoAction("U", "S"), DoAction("S", "LL"))
    assert (table.mat(0).stock.wood, table.mat(0).built.ships, table.row("LIS")) == (0, 2, MARIA * 2)

    table.do(DoAction("U", "W"), SkipAction("S"), DrawCard("T"), EndActivation())
    assert (table.mat(1).stock.wood, table.mat(1).stock.brick, table.mat(1).built.cloth, table.mat(1).secret) == (
        0,
        0,
        (2, 0),
        "T",
    )

    table.do(SkipAction("U"), DrawCard("V"), PlayCard("V"))
    assert sum(table.mat(0).built.cloth) == 4
    events = table.do(DoAction("S", "BN"))
    assert (table.row("BAR"), table.row("LON"), table.mat(0).hand_size) == (MARIA, MARIA, 0)
    assert events[-1] == TurnEnded(0)
    assert table.stack() == MARIA + ANGELICA + MARIA
