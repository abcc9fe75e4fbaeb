"""Cards: playing them, the deck and the discard pile, and impossible actions that bring them (R5.9 to R5.12)."""

from typing import Any

import pytest

from calimala_es import legal, view_event, view_state
from calimala_es.commands import DoAction, DrawCard, EndActivation, PlaceDisc, PlayCard, SkipAction
from calimala_es.components import CHANCE, UNKNOWN, to_action, to_card
from calimala_es.events import (
    ActionDone,
    ActionImpossible,
    ActionWaived,
    ActivationEnded,
    CardDrawn,
    CardPlayed,
    DeckShuffled,
)
from calimala_es.frames import Activation, CardDraw
from calimala_es.state import Built, Mat, Stock
from tests.rules.table import happened, set_table


def test_before_between_and_after() -> None:
    """R5.10: any number of cards may be played before, between and after the activated actions."""
    table = set_table("WB", mats={0: Mat(5, 2, secret="BBWWV")})
    events = table.do(
        PlaceDisc(table.here),
        PlayCard("W"),
        PlayCard("V"),
        DoAction("W"),
        PlayCard("B"),
        DoAction("B"),
        PlayCard("B"),
        PlayCard("W"),
    )
    assert happened(CardPlayed, events) == [CardPlayed(0, to_action(card), "") for card in "WVBBW"]
    assert (table.mat(0).stock.wood, table.mat(0).stock.brick, table.mat(0).built.cloth) == (3, 3, (1,))
    assert table.state.actor == 1


def test_the_card_just_drawn() -> None:
    """R5.10: a card that was just drawn may be played, too, before the next action or after the last."""
    table = set_table("AB")
    table.do(PlaceDisc(table.here), SkipAction("A"), DrawCard("W"), PlayCard("W"), DoAction("B"))
    assert table.mat(0).stock.wood == 1
    assert table.state.actor == 1
    table = set_table("AB")
    table.do(PlaceDisc(table.here), DoAction("B"), SkipAction("A"), DrawCard("W"), PlayCard("W"))
    assert table.state.actor == 1


def test_only_while_an_own_disc_is_active() -> None:
    """R5.10: only the owner of the active disc plays cards, and only after a disc is placed."""
    table = set_table("WB", "1", mats={0: Mat(5, 2, secret="W"), 1: Mat(5, 2, secret="M")})
    table.refuses(PlayCard("W"), "R4.1")
    table.do(PlaceDisc(table.here))
    table.refuses(PlayCard("M"), "R5.10")
    table.do(DoAction("W"), DoAction("B"), EndActivation())
    table.refuses(PlayCard("W"), "R5.10")
    table.do(PlayCard("M"))
    assert table.mat(1).stock.marble == 1


def test_a_played_card_has_to_do_something() -> None:
    """R5.10: a card with an impossible action cannot be played, and brings no card either."""
    table = set_table("WB", mats={0: Mat(5, 2, Stock(wood=4), secret="ASW")})
    table.do(PlaceDisc(table.here))
    assert not [command for command in legal(table.state) if isinstance(command, PlayCard)]
    table.refuses(PlayCard("W"), "R5.1")
    table.refuses(PlayCard("A", "P"), "R5.3")
    table.refuses(PlayCard("S", "L"), "R5.5")


def test_in_part_is_enough() -> None:
    """R5.10: the action of a played card may be done in part."""
    table = set_table("WB", mats={0: Mat(5, 2, built=Built(cloth=(4,), ships=3), secret="S")})
    table.do(PlaceDisc(table.here), PlayCard("S", "L"))
    assert table.row("LIS") == "0"


def test_nothing_else_lets_a_card_go() -> None:
    """R5.10: a card leaves the hand only by being played."""
    table = set_table("WB", mats={0: Mat(5, 2, secret="AS")})
    table.do(PlaceDisc(table.here), DoAction("W"), DoAction("B"))
    assert legal(table.state) == (EndActivation(),)
    assert happened(ActivationEnded, table.do(EndActivation())) == [ActivationEnded(0)]
    assert table.mat(0).secret == "AS"
    assert table.state.discard == ""


def test_only_cards_of_the_hand() -> None:
    """R5.10: only cards in the hand can be played."""
    table = set_table("WB", mats={0: Mat(5, 2, open="W", secret="B")})
    table.do(PlaceDisc(table.here))
    cards: tuple[Any, ...] = ("M", "X", "", UNKNOWN, "WB")
    for card in cards:
        assert "in hand: W B" in table.refuses(PlayCard(card), "R5.10")
    table.refuses(PlayCard("W", "L"), "R5.1")
    table.do(PlayCard("W"), PlayCard("B"))


def test_each_copy_once() -> None:
    """R5.10: two copies may be played twice, and no more."""
    table = set_table("WB", mats={0: Mat(5, 2, open="M", secret="MV")})
    table.do(PlaceDisc(table.here), PlayCard("M"), PlayCard("M"))
    table.refuses(PlayCard("M"), "R5.10")
    assert table.state.discard == "MM"


def test_an_unknown_card_shows_what_it_was() -> None:
    """R5.10: an unknown card may be played as any card with an unseen copy."""
    table = set_table("WB", mats={0: Mat(5, 2, unknown=2), 1: Mat(5, 2, secret="VV")}, discard="VVV")
    table.do(PlaceDisc(table.here))
    table.refuses(PlayCard("V"), "R5.10")
    pool = table.state.pool
    table.do(PlayCard("M"), PlayCard("M"))
    assert (table.state.discard, table.mat(0).unknown) == ("MMVVV", 0)
    assert table.state.pool == pool.replace("MM", "", 1)
    table.refuses(PlayCard("M"), "R5.10")


def test_known_cards_are_played_first() -> None:
    """R5.10: a known card of the hand is the one that is played, and the unknown ones stay."""
    table = set_table("WB", mats={0: Mat(5, 2, open="M", secret="M", unknown=1)})
    table.do(PlaceDisc(table.here), PlayCard("M"))
    assert (table.mat(0).open, table.mat(0).secret, table.mat(0).unknown) == ("", "M", 1)
    table.do(PlayCard("M"))
    assert (table.mat(0).secret, table.mat(0).unknown) == ("", 1)


def test_an_empty_hand_ends_the_activation() -> None:
    """R5.10: with nothing pending and an empty hand the activation ends by itself."""
    table = set_table("WB", "1", mats={0: Mat(5, 2, secret="V")})
    table.do(PlaceDisc(table.here), DoAction("W"), DoAction("B"), PlayCard("V"))
    assert table.state.now == Activation(1, table.here, 2, "WB")


@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_hands_are_secret_their_sizes_are_not(viewer: int | None) -> None:
    """R5.12: others see how many cards a hand has, but not the cards."""
    table = set_table("AB", mats={0: Mat(5, 2, secret="MV", unknown=1)})
    seen = view_state(table.state, viewer)
    assert (seen.mats[0].secret, seen.mats[0].hand_size) == ("", 3)
    assert view_state(table.state, 0).mats[0] == table.mat(0)
    [drawn] = happened(CardDrawn, table.do(PlaceDisc(table.here), SkipAction("A"), DrawCard("T")))
    assert view_event(drawn, viewer) == CardDrawn(0, UNKNOWN)
    assert view_event(drawn, 0) == drawn


def test_the_starting_card_stays_known() -> None:
    """R5.12: everybody knows a starting card until it is played, and it is played first."""
    table = set_table("WB", mats={0: Mat(5, 2, open="V", secret="V")})
    assert view_state(table.state).mats[0].open == "V"
    table.do(PlaceDisc(table.here), PlayCard("V"))
    assert (table.mat(0).open, table.mat(0).secret) == ("", "V")
    assert view_state(table.state).mats[0].unknown == 1


# The deck and the discard pile (R5.11).


def test_played_cards_go_to_the_open_pile() -> None:
    """R5.11: played cards are face up on the discard pile."""
    table = set_table("WB", mats={0: Mat(5, 2, secret="VW")}, discard="M")
    table.do(PlaceDisc(table.here), PlayCard("W"), PlayCard("V"))
    assert table.state.discard == "MVW"


def test_the_player_who_draws_the_last_card_shuffles() -> None:
    """R5.11: when the last card of the deck is drawn, the discard pile becomes the new deck at once."""
    table = set_table("AB", deck=1, discard="MMWWW")
    events = table.do(PlaceDisc(table.here), SkipAction("A"), DrawCard("T"))
    assert events[-2:] == [CardDrawn(0, "T"), DeckShuffled()]
    assert (table.state.deck, table.state.discard) == (5, "")
    assert table.state.pool.count("W") == 5
    assert table.mat(0).secret == "T"


def test_not_before_the_last_card() -> None:
    """R5.11: nothing is shuffled as long as a card is left in the deck."""
    table = set_table("AB", deck=2, discard="MM")
    assert happened(DeckShuffled, table.do(PlaceDisc(table.here), SkipAction("A"), DrawCard("T"))) == []
    assert (table.state.deck, table.state.discard) == (1, "MM")


def test_shuffled_cards_may_be_drawn_again() -> None:
    """R5.11: the new deck has the cards of the pile, and no others."""
    table = set_table("AB", "1", mats={1: Mat(5, 2, Stock(brick=4))}, deck=1, discard="WWWWW")
    table.do(PlaceDisc(table.here), SkipAction("A"))
    assert DrawCard("W") not in legal(table.state)
    table.do(DrawCard("T"), DoAction("B"), EndActivation(), SkipAction("A"), DrawCard("W"))
    assert table.mat(1).secret == "W"
    assert table.state.deck == 4


def test_nothing_to_draw() -> None:
    """R5.11: with deck and discard pile empty nothing is drawn, and the game goes on."""
    table = set_table("AB", deck=0)
    events = table.do(PlaceDisc(table.here), SkipAction("A"))
    assert events[-1] == ActionImpossible(0, "A")
    assert table.state.now == Activation(0, table.here, 1, "B", 2)
    assert happened(CardDrawn, table.do(DoAction("B"))) == []
    assert table.state.actor == 1


def test_nothing_to_draw_at_the_end_of_an_activation() -> None:
    """R5.11: if no card comes and the hand is empty, the activation is over."""
    table = set_table("AB", "1", deck=0)
    table.do(PlaceDisc(table.here), DoAction("B"), SkipAction("A"))
    assert table.state.now == Activation(1, table.here, 2, "AB")


def test_the_last_card_without_a_discard_pile() -> None:
    """R5.11: without a discard pile the deck stays empty after its last card."""
    table = set_table("AB", deck=1)
    assert happened(DeckShuffled, table.do(PlaceDisc(table.here), SkipAction("A"), DrawCard("T"))) == []
    assert table.state.deck == 0


def test_a_pile_that_grows_later() -> None:
    """R5.11: a discard pile that grows while the deck is empty is shuffled when the next card is due."""
    table = set_table("AB", "1", mats={0: Mat(5, 2, secret="VW"), 1: Mat(5, 2)}, deck=0)
    table.do(PlaceDisc(table.here), PlayCard("V"), PlayCard("W"))
    assert (table.state.deck, table.state.discard) == (0, "VW")
    table.do(DoAction("B"))
    assert table.do(SkipAction("A")) == [ActionImpossible(0, "A"), DeckShuffled()]
    assert (table.state.deck, table.state.discard) == (2, "")
    table.do(DrawCard("V"), PlayCard("V"))
    assert happened(DeckShuffled, table.do(DoAction("B"), SkipAction("A"), DrawCard("W"))) == [DeckShuffled()]
    assert (table.state.deck, table.state.discard) == (1, "")


def test_cells_fill_in_order_of_arrival() -> None:
    """R5.11: cubes fill a row from the left, in the order in which they come."""
    table = set_table(
        "SV",
        "1",
        mats={0: Mat(5, 2, built=Built(cloth=(2,), ships=2)), 1: Mat(5, 2, built=Built(cloth=(1,), ships=1))},
        rows={"LIS": "2"},
    )
    table.do(PlaceDisc(table.here), DoAction("S", "LL"), DoAction("V"), DoAction("S", "L"), DoAction("V"))
    assert table.row("LIS") == "2001"


# Cards for impossible actions (R5.9).


def test_an_impossible_action_brings_a_card() -> None:
    """E5, R5.9: without marble Maria cannot do artwork and draws a card; then she takes her brick."""
    table = set_table("AB", mats={0: Mat(5, 2)})
    events = table.do(PlaceDisc(table.here), SkipAction("A"), DrawCard("T"), DoAction("B"), EndActivation())
    assert happened(CardDrawn, events) == [CardDrawn(0, "T")]
    assert (table.mat(0).secret, table.mat(0).stock.brick) == ("T", 1)


def test_the_order_is_the_player_s_choice() -> None:
    """E5, R5.9: Angelica has no goods; she contributes first and draws a card, and takes her wood after that."""
    table = set_table("WC", "1", mats={0: Mat(5, 2), 1: Mat(5, 2)})
    table.do(PlaceDisc(table.here), DoAction("W"), DoAction("C", "FW"))
    events = table.do(SkipAction("C"), DrawCard("B"), DoAction("W"), EndActivation())
    assert happened(ActionImpossible, events) == [ActionImpossible(1, "C")]
    assert (table.mat(1).secret, table.mat(1).stock.wood) == ("B", 1)


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
    table = set_table("AB", "11", mats={1: Mat(5, 2, Stock(marble=1))})
    table.do(PlaceDisc(table.here), DoAction("B"))
    assert ActionImpossible(0, "A") in table.do(SkipAction("A"), DrawCard("W"), EndActivation())
    events = table.do(SkipAction("A"), SkipAction("B"))
    assert events[:2] == [ActionWaived(1, "A"), ActionWaived(1, "B")]
    assert table.mat(1).hand_size == 0


def test_done_in_part_brings_no_card() -> None:
    """R5.9: an action done in part brings no card."""
    table = set_table("SB", mats={0: Mat(5, 2, built=Built(cloth=(4,), ships=3))})
    events = table.do(PlaceDisc(table.here), DoAction("S", "L"), DoAction("B"))
    assert happened(CardDrawn, events) == []


def test_both_impossible_bring_two_cards() -> None:
    """R5.9: an owner below the top who can do neither action draws two cards."""
    table = set_table("AS", "1", mats={0: Mat(5, 2, Stock(marble=1), built=Built(ships=1, cloth=(1,)))})
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
    cards: tuple[Any, ...] = ("T", "X", "", "WB")
    for card in cards:
        table.refuses(DrawCard(card), "R2.3")
    assert legal(table.state) == tuple(DrawCard(to_card(card)) for card in "WBMUAVSC?")
