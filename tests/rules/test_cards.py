"""Playing cards, and who sees them (R5.10, R5.12)."""

import pytest

from calimala_es import legal, view_event, view_state
from calimala_es.commands import DoAction, DrawCard, EndActivation, PlaceDisc, PlayCard, SkipAction
from calimala_es.components import UNKNOWN
from calimala_es.events import ActivationEnded, CardDrawn, CardPlayed
from calimala_es.frames import Activation
from calimala_es.state import Mat
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
    assert happened(CardPlayed, events) == [CardPlayed(0, card, "") for card in "WVBBW"]
    assert (table.mat(0).wood, table.mat(0).brick, table.mat(0).cloth) == (3, 3, (1,))
    assert table.state.actor == 1


def test_the_card_just_drawn() -> None:
    """R5.10: a card that was just drawn may be played, too, before the next action or after the last."""
    table = set_table("AB")
    table.do(PlaceDisc(table.here), SkipAction("A"), DrawCard("W"), PlayCard("W"), DoAction("B"))
    assert table.mat(0).wood == 1
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
    assert table.mat(1).marble == 1


def test_a_played_card_has_to_do_something() -> None:
    """R5.10: a card with an impossible action cannot be played, and brings no card either."""
    table = set_table("WB", mats={0: Mat(5, 2, wood=4, secret="ASW")})
    table.do(PlaceDisc(table.here))
    assert not [command for command in legal(table.state) if isinstance(command, PlayCard)]
    table.refuses(PlayCard("W"), "R5.1")
    table.refuses(PlayCard("A", "P"), "R5.3")
    table.refuses(PlayCard("S", "L"), "R5.5")


def test_in_part_is_enough() -> None:
    """R5.10: the action of a played card may be done in part."""
    table = set_table("WB", mats={0: Mat(5, 2, cloth=(4,), ships=3, secret="S")})
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
    for card in ("M", "X", "", UNKNOWN, "WB"):
        assert "known in the hand: W B, unknown: 0" in table.refuses(PlayCard(card), "R5.10")
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
