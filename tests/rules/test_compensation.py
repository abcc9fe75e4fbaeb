"""Impossible actions and the cards that they bring (R5.9)."""

from calimala_es import legal
from calimala_es.commands import DoAction, DrawCard, EndActivation, PlaceDisc, PlayCard, SkipAction
from calimala_es.components import CHANCE, UNKNOWN
from calimala_es.events import ActionDone, ActionImpossible, ActionWaived, CardDrawn
from calimala_es.frames import CardDraw
from calimala_es.state import Mat
from tests.rules.table import happened, set_table


def test_an_impossible_action_brings_a_card() -> None:
    """E5, R5.9: without marble Maria cannot do artwork and draws a card; then she takes her brick."""
    table = set_table("AB", mats={0: Mat(5, 2)})
    events = table.do(PlaceDisc(table.here), SkipAction("A"), DrawCard("T"), DoAction("B"), EndActivation())
    assert happened(CardDrawn, events) == [CardDrawn(0, "T")]
    assert (table.mat(0).secret, table.mat(0).brick) == ("T", 1)


def test_the_order_is_the_player_s_choice() -> None:
    """E5, R5.9: Angelica has no goods; she contributes first and draws a card, and takes her wood after that."""
    table = set_table("WC", "1", mats={0: Mat(5, 2), 1: Mat(5, 2)})
    table.do(PlaceDisc(table.here), DoAction("W"), DoAction("C", "FW"))
    events = table.do(SkipAction("C"), DrawCard("B"), DoAction("W"), EndActivation())
    assert happened(ActionImpossible, events) == [ActionImpossible(1, "C")]
    assert (table.mat(1).secret, table.mat(1).wood) == ("B", 1)


def test_the_card_comes_at_once() -> None:
    """R5.9: the card is drawn before anything else is done, and it is taken, not offered."""
    table = set_table("AB")
    table.do(PlaceDisc(table.here), SkipAction("A"))
    assert table.state.now == CardDraw(0)
    assert all(isinstance(command, DrawCard) for command in legal(table.state))
    for command in (DoAction("B"), SkipAction("B"), EndActivation(), PlayCard("B")):
        table.refuses(command, "R5.9")


def test_an_impossible_action_is_never_waived() -> None:
    """R5.9: skipping an impossible action brings a card, skipping a possible one brings none."""
    table = set_table("AB", "11", mats={1: Mat(5, 2, marble=1)})
    table.do(PlaceDisc(table.here), DoAction("B"))
    assert ActionImpossible(0, "A") in table.do(SkipAction("A"), DrawCard("W"), EndActivation())
    events = table.do(SkipAction("A"), SkipAction("B"))
    assert events[:2] == [ActionWaived(1, "A"), ActionWaived(1, "B")]
    assert table.mat(1).hand_size == 0


def test_done_in_part_brings_no_card() -> None:
    """R5.9: an action done in part brings no card."""
    table = set_table("SB", mats={0: Mat(5, 2, cloth=(4,), ships=3)})
    events = table.do(PlaceDisc(table.here), DoAction("S", "L"), DoAction("B"))
    assert happened(CardDrawn, events) == []


def test_both_impossible_bring_two_cards() -> None:
    """R5.9: an owner below the top who can do neither action draws two cards."""
    table = set_table("AS", "1", mats={0: Mat(5, 2, marble=1, ships=1, cloth=(1,))})
    table.do(PlaceDisc(table.here), DoAction("A", "P"), DoAction("S", "B"))
    table.do(SkipAction("A"), DrawCard("W"), SkipAction("S"), DrawCard("B"), EndActivation())
    assert table.mat(1).secret == "BW"


def test_no_card_has_to_be_played() -> None:
    """R5.9: an action counts as impossible even if a hand card could make it possible."""
    table = set_table("AB", mats={0: Mat(5, 2, secret="M")})
    table.do(PlaceDisc(table.here), SkipAction("A"), DrawCard("M"))
    assert table.mat(0).secret == "MM"


def test_judged_at_its_moment() -> None:
    """R5.9: each action is settled separately, by the position at its moment."""
    table = set_table("MA", "1")
    table.do(PlaceDisc(table.here))
    table.refuses(DoAction("A", "P"), "R5.3")
    table.do(DoAction("M"))
    table.refuses(SkipAction("M"), "R4.3")
    table.do(DoAction("A", "P"))
    table.do(SkipAction("A"), DrawCard("A"), DoAction("M"), PlayCard("A", "F"))
    assert (table.row("PAL.A"), table.row("SMF.A")) == ("0", "1")


def test_a_white_disc_may_draw_for_one_and_do_the_other() -> None:
    """R5.9: an action that is activated twice may be impossible once and done later."""
    table = set_table("MA")
    events = table.do(
        PlaceDisc(table.here, "w"),
        SkipAction("A"),
        DrawCard("T"),
        DoAction("M"),
        DoAction("A", "P"),
        SkipAction("M"),
        EndActivation(),
    )
    kinds = [type(event) for event in events if type(event) in {ActionImpossible, ActionDone, ActionWaived}]
    assert kinds == [ActionImpossible, ActionDone, ActionDone, ActionWaived]


def test_who_draws_is_reported_and_what_may_be_unknown() -> None:
    """R5.9: chance determines the card, and a record may leave it unknown."""
    table = set_table("AB")
    [drawn] = happened(CardDrawn, table.do(PlaceDisc(table.here), SkipAction("A"), DrawCard(UNKNOWN)))
    assert drawn == CardDrawn(0, UNKNOWN)
    assert drawn.actor == CHANCE
    assert (table.mat(0).unknown, table.mat(0).hand_size) == (1, 1)


def test_only_cards_that_are_left_can_be_drawn() -> None:
    """R2.3, R5.9: a card of which all copies are elsewhere cannot be drawn."""
    table = set_table("AB", mats={1: Mat(5, 2, secret="TT")}, discard="TTT")
    table.do(PlaceDisc(table.here), SkipAction("A"))
    for card in ("T", "X", "", "WB"):
        table.refuses(DrawCard(card), "R2.3")
    assert legal(table.state) == tuple(DrawCard(card) for card in "WBMUAVSC?")
