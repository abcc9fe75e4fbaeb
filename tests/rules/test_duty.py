"""A street must offer a possible action, and the player must do something there (R4.2)."""

from msgspec.structs import replace

from calimala_es import legal, view_state
from calimala_es.board import street_actions
from calimala_es.commands import DoAction, DrawCard, EndActivation, PlaceDisc, PlayCard, SkipAction
from calimala_es.components import WHITE
from calimala_es.events import ActionImpossible, DiscPlaced
from calimala_es.frames import Activation, CardDraw
from calimala_es.state import Built, Mat, Stock
from tests.rules.table import Table, happened, set_table

FULL_CITIES = dict.fromkeys(("BAR", "LIS", "LON", "TRO", "BRU", "HAM"), "0" * 12)
FULL_BUILDINGS = {
    **{f"{church}.{kind}": "1" * cells for church, cells in (("SMF", 5), ("SMN", 3), ("SCR", 4)) for kind in "WBMA"},
    "PAL.A": "1111",
}
FULL_BOARD = {**FULL_CITIES, **FULL_BUILDINGS}
"""Rows in which nothing can be put on the board."""

NOTHING_POSSIBLE = Mat(5, 1, Stock(wood=4, brick=4, marble=4), built=Built(cloth=(4, 4, 4), ships=3, houses="TBH"))
"""A player for whom, with `FULL_BOARD`, no action at all is possible."""


def duty(table: Table) -> int:
    """Return whether the active disc still must do something."""
    assert isinstance(table.state.now, Activation)
    return table.state.now.duty


def test_a_street_has_to_offer_something() -> None:
    """R4.2: a street with two impossible actions may not be chosen; one possible action is enough."""
    table = set_table("AS", mats={0: Mat(5, 2)})
    text = table.refuses(PlaceDisc(table.here), "R4.2")
    assert "blue can do neither artwork nor ship" in text
    assert "possible streets: " in text
    table.refuses(PlaceDisc(table.here, WHITE), "R4.2")
    assert set_table("AS", mats={0: Mat(5, 2, Stock(marble=1))}).offers(PlaceDisc("12"), PlaceDisc("12", WHITE))


def test_open_streets_are_reported() -> None:
    """R4.2: the error about a closed street names the open ones."""
    table = set_table("AS", mats={0: Mat(5, 0)})
    text = table.refuses(PlaceDisc(table.here), "R4.2")
    listed = {command.street for command in legal(table.state) if isinstance(command, PlaceDisc)}
    assert len(text.rpartition("possible streets: ")[2].split()) == len(listed)


def test_cards_count() -> None:
    """R4.2: an action counts as possible if hand cards, one after another, make it so."""
    for hand, offered in (("M", True), ("B", False), ("UVWW", True), ("UVW", False), ("UWW", False)):
        table = set_table("AS", mats={0: Mat(5, 2, secret=hand)})
        assert table.offers(PlaceDisc(table.here)) is offered, hand
        if not offered:
            table.refuses(PlaceDisc(table.here), "R4.2")


def test_open_starting_card_counts() -> None:
    """R4.2: the starting card is a card of the hand like any other."""
    assert set_table("AS", mats={0: Mat(5, 2, open="M")}).offers(PlaceDisc("12"))


def test_hoped_for_cards_do_not_count() -> None:
    """R4.2: a card that might be drawn makes nothing possible, even if an impossible action would bring one."""
    table = set_table("AS", mats={0: Mat(5, 2)}, deck=40)
    table.refuses(PlaceDisc(table.here), "R4.2")


def test_at_least_one_action_is_done() -> None:
    """R4.2: no action may be skipped if no other action of the street would remain possible."""
    table = set_table("WB")
    table.do(PlaceDisc(table.here), SkipAction("W"))
    assert "blue must do at least one action" in table.refuses(SkipAction("B"), "R4.2")
    table.do(DoAction("B"))


def test_after_one_action_the_other_may_be_left_out() -> None:
    """R4.2: the duty is fulfilled when one action is done."""
    table = set_table("WB")
    table.do(PlaceDisc(table.here))
    assert duty(table) == 2
    table.do(DoAction("W"))
    assert duty(table) == 0
    table.do(SkipAction("B"))
    assert table.state.actor == 1


def test_an_impossible_action_is_settled_only_while_another_remains() -> None:
    """R4.2: an action is settled as impossible only if another pending one can still be done."""
    table = set_table("AS", mats={0: Mat(5, 2, Stock(marble=1))})
    table.do(PlaceDisc(table.here))
    table.refuses(SkipAction("A"), "R4.2")
    events = table.do(SkipAction("S"), DrawCard("W"))
    assert ActionImpossible(0, "S") in events
    table.refuses(SkipAction("A"), "R4.2")
    table.do(DoAction("A", "P"), EndActivation())


def test_duty_of_a_white_disc() -> None:
    """R4.2: at least one of the four actions of a white disc must be done."""
    table = set_table("WB")
    table.do(PlaceDisc(table.here, WHITE), SkipAction("W"), SkipAction("W"), SkipAction("B"))
    table.refuses(SkipAction("B"), "R4.2")
    table.do(DoAction("B"))
    assert table.state.actor == 1


def test_no_card_may_make_everything_impossible() -> None:
    """R4.2: before an action is done no card may be played that makes all pending actions impossible."""
    table = set_table("AS", mats={0: Mat(5, 2, Stock(marble=1), secret="C")})
    table.do(PlaceDisc(table.here))
    assert "neither action of the chosen street would be possible" in table.refuses(PlayCard("C", "FM"), "R4.2")
    table.do(DoAction("A", "F"))
    table.refuses(PlayCard("C", "FM"), "R5.7")


def test_a_card_that_makes_it_possible_may_be_played() -> None:
    """R4.2: cards that lead to an action of the street may be played first, others if enough remains."""
    table = set_table("AS", mats={0: Mat(5, 2, secret="CMM")})
    table.do(PlaceDisc(table.here), PlayCard("M"))
    table.do(PlayCard("C", "FM"))
    table.do(PlayCard("M"))
    table.do(DoAction("A", "F"), SkipAction("S"), DrawCard("V"), EndActivation())


def test_only_the_disc_just_placed_has_the_duty() -> None:
    """R4.2: the second and the third disc may skip both actions."""
    table = set_table("WB", "21")
    table.do(
        PlaceDisc(table.here),
        DoAction("W"),
        DoAction("B"),
        SkipAction("W"),
        SkipAction("B"),
        SkipAction("B"),
        SkipAction("W"),
    )
    assert table.state.actor == 1


def test_where_no_street_offers_anything_all_are_open() -> None:
    """R4.2: if no street offers a possible action, every street is open and the duty ends."""
    table = set_table("WB", mats={0: NOTHING_POSSIBLE}, rows=FULL_BOARD)
    assert len(legal(table.state)) == 24
    events = table.do(PlaceDisc(table.here, WHITE), SkipAction("B"), DrawCard("M"), SkipAction("W"), DrawCard("S"))
    assert duty(table) == 0
    assert happened(DiscPlaced, events) == [DiscPlaced(0, table.here, WHITE, 0)]
    table.do(SkipAction("B"), DrawCard("B"), SkipAction("W"), DrawCard("B"), EndActivation())
    assert table.mat(0).secret == "BBMS"


def test_a_card_that_opens_one_street_closes_the_others() -> None:
    """R4.2: if an action is possible with the hand, only streets that offer one are open."""
    mat = Mat(5, 1, Stock(wood=4, brick=4, marble=4), built=Built(cloth=(4, 4, 4), ships=3, houses="TBH"), secret="A")
    rows = {**FULL_BOARD, "SCR.A": "111"}
    table = set_table("WB", mats={0: mat}, rows=rows)
    open_streets = {command.street for command in legal(table.state) if isinstance(command, PlaceDisc)}
    pairs = street_actions(table.state.setup.city)
    assert open_streets == {street for street, pair in pairs.items() if {"A", "M"} & {*pair}}
    table.refuses(PlaceDisc(table.here), "R4.2")


def test_an_unknown_card_may_be_the_right_one() -> None:
    """R4.2: a street that only an unknown card could open may be chosen, and then the card must be revealed."""
    table = set_table("AS", mats={0: Mat(5, 2, unknown=1)})
    table.do(PlaceDisc(table.here))
    assert duty(table) == 2
    table.refuses(SkipAction("A"), "R4.2")
    table.refuses(PlayCard("W"), "R4.2")
    table.do(PlayCard("M"), DoAction("A", "P"), SkipAction("S"))


def test_an_unknown_card_cannot_be_one_that_was_seen_elsewhere() -> None:
    """R4.2: an unknown card may be any card with an unseen copy, and no other."""
    table = set_table("AS", mats={0: Mat(5, 2, unknown=1), 1: Mat(5, 2, secret="MM")}, discard="MMM")
    table.refuses(PlaceDisc(table.here), "R4.2")
    assert set_table("AS", mats={0: Mat(5, 2, unknown=1), 1: Mat(5, 2, secret="MM")}, discard="MM").offers(
        PlaceDisc("12")
    )


def test_unknown_cards_do_not_take_the_exemption_away() -> None:
    """R4.2: whether no street offers anything depends on the board and the known cards only."""
    mat = Mat(5, 1, Stock(wood=4, brick=4, marble=4), built=Built(cloth=(4, 4, 4), ships=3, houses="TBH"), unknown=1)
    table = set_table("WB", mats={0: mat}, rows={**FULL_BOARD, "SCR.A": "111"})
    open_streets = {command.street for command in legal(table.state) if isinstance(command, PlaceDisc)}
    assert open_streets < {*street_actions(table.state.setup.city)}
    full = set_table("WB", mats={0: mat}, rows=FULL_BOARD)
    events = full.do(PlaceDisc(full.here))
    assert happened(DiscPlaced, events) == [DiscPlaced(0, full.here, "c", 0)]


def test_the_exemption_does_not_depend_on_the_hand() -> None:
    """R4.2: if the board allows no action at all, no card can be played either, whatever the hand."""
    for hand in ("A", "CMU", "WBMUAVSTC"):
        mat = Mat(
            5, 1, Stock(wood=4, brick=4, marble=4), built=Built(cloth=(4, 4, 4), ships=3, houses="TBH"), secret=hand
        )
        table = set_table("WB", mats={0: mat}, rows=FULL_BOARD)
        assert len(legal(table.state)) == 24
        table.do(PlaceDisc(table.here))
        assert legal(table.state) == (SkipAction("W"), SkipAction("B"))


def test_only_the_owner_sees_a_duty_that_hidden_cards_bring() -> None:
    """R4.2: others, who do not know the hand, see a disc that may do nothing."""
    table = set_table("WB", mats={0: NOTHING_POSSIBLE}, rows=FULL_BOARD)
    table.do(PlaceDisc(table.here))
    now = table.state.now
    assert isinstance(now, Activation)
    without_duty = replace(table.state, now=replace(now, duty=1))
    assert view_state(without_duty, 0).now == without_duty.now
    assert view_state(without_duty, 1).now == view_state(without_duty).now == now
    drawing = replace(table.state, now=CardDraw(0), later=(replace(now, duty=1), table.state.later))
    assert view_state(drawing, 1) == replace(view_state(drawing, 1), later=(now, table.state.later))
