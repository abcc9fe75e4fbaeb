"""The deck and the discard pile (R5.11)."""

from calimala_es import legal
from calimala_es.commands import DoAction, DrawCard, EndActivation, PlaceDisc, PlayCard, SkipAction
from calimala_es.events import ActionImpossible, CardDrawn, DeckShuffled
from calimala_es.frames import Activation
from calimala_es.state import Mat
from tests.rules.table import happened, set_table


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
    table = set_table("AB", "1", mats={1: Mat(5, 2, brick=4)}, deck=1, discard="WWWWW")
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
        "SV", "1", mats={0: Mat(5, 2, cloth=(2,), ships=2), 1: Mat(5, 2, cloth=(1,), ships=1)}, rows={"LIS": "2"}
    )
    table.do(PlaceDisc(table.here), DoAction("S", "LL"), DoAction("V"), DoAction("S", "L"), DoAction("V"))
    assert table.row("LIS") == "2001"
