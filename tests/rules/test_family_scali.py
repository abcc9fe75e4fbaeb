"""Scali: the player keeps one of two cards drawn (R11.Scali, R11.7)."""

from typing import Any

from msgspec.structs import replace

from calimala_es import legal
from calimala_es.commands import (
    DeclineOffer,
    DiscardCard,
    DoAction,
    DrawCard,
    EndActivation,
    PlaceDisc,
    PlayCard,
    SkipAction,
)
from calimala_es.components import ACTIONS, COLOURED, UNKNOWN
from calimala_es.editions import Settings
from calimala_es.events import ActionImpossible, CardDiscarded, CardDrawn, DeckShuffled, TurnEnded
from calimala_es.frames import Activation, CardDraw, KeepOneCard, Placement
from calimala_es.state import Mat, Stock
from calimala_es.view import view_command, view_state
from tests.rules.intrigue_table import now, place_and_work, set_scene
from tests.rules.table import Table, happened
from tests.strategies import MIXED, Playout, Rules

SCALI = ("Scali", "", "")
WOOD = Mat(5, 2, Stock(wood=3))


def compensated(deck: int = 9, mat: Mat = WOOD, **scene: object) -> Table:
    """Return a table at which blue has Scali and a second disc that can do nothing, so that a card is due."""
    table = set_scene("WS", "0", families=SCALI, pair="KR", mats={0: mat}, deck=deck, **scene)  # type: ignore[arg-type]
    table.do(PlaceDisc(table.here), DoAction("W"), SkipAction("S"))
    if mat.hand_size:
        table.do(EndActivation())
    table.do(SkipAction("W"), SkipAction("S"))
    return table


def test_one_of_two() -> None:
    """R11.Scali: the player draws two cards, discards one face up, and keeps the other one."""
    table = compensated()
    table.do(DrawCard("V"))
    assert now(table) == CardDraw(0)
    table.do(DrawCard("C"))
    assert now(table) == KeepOneCard(0, "VC")
    assert legal(table.state) == (DiscardCard("V"), DiscardCard("C"))
    assert table.do(DiscardCard("V")) == [CardDiscarded(0, "V", 0)]
    assert (table.mat(0).secret, table.state.discard, table.mat(0).faction) == ("C", "V", 0)
    assert now(table) == Activation(0, table.here, 2, "")


def test_one_has_to_go() -> None:
    """R11.Scali: one of the two drawn cards is discarded, not one from the hand before, and nothing else is legal."""
    table = compensated(mat=Mat(5, 2, Stock(wood=3), open="M", secret="B"))
    table.do(DrawCard("V"), DrawCard("C"))
    cards: tuple[Any, ...] = ("M", "B", "W", "VC", UNKNOWN, "")
    for card in cards:
        table.refuses(DiscardCard(card), "R11.Scali")
    table.refuses(DeclineOffer(), "R11.Scali")
    table.refuses(PlayCard("M"), "R11.Scali")
    table.refuses(EndActivation(), "R11.Scali")
    table.do(DiscardCard("C"))
    assert (table.mat(0).open, table.mat(0).secret) == ("M", "BV")


def test_a_card_like_an_open_one() -> None:
    """R11.Scali: the discarded card is the one drawn; the open card of the same action stays open."""
    table = compensated(mat=Mat(5, 2, Stock(wood=3), open="M"))
    table.do(DrawCard("M"), DrawCard("C"), DiscardCard("M"))
    assert (table.mat(0).open, table.mat(0).secret) == ("M", "C")


def test_two_alike() -> None:
    """R11.Scali: of two equal cards one is discarded and one stays."""
    table = compensated()
    table.do(DrawCard("V"), DrawCard("V"))
    assert legal(table.state) == (DiscardCard("V"),)
    table.do(DiscardCard("V"))
    assert (table.mat(0).secret, table.state.discard) == ("V", "V")


def test_unknown_cards() -> None:
    """R11.7: the record names the discarded card; the other one may stay unknown."""
    table = compensated()
    table.do(DrawCard(UNKNOWN), DrawCard(UNKNOWN))
    assert {command.card for command in legal(table.state) if isinstance(command, DiscardCard)} == {*ACTIONS}
    table.do(DiscardCard("V"))
    assert (table.mat(0).secret, table.mat(0).unknown, table.state.discard) == ("", 1, "V")
    assert table.state.pool.count("V") == 4


def test_one_unknown_card() -> None:
    """R11.7: of a known and an unknown card either may be discarded."""
    known = compensated()
    known.do(DrawCard("C"), DrawCard(UNKNOWN), DiscardCard("C"))
    assert (known.mat(0).secret, known.mat(0).unknown) == ("", 1)
    other = compensated()
    other.do(DrawCard(UNKNOWN), DrawCard("C"), DiscardCard("V"))
    assert (other.mat(0).secret, other.mat(0).unknown) == ("C", 0)


def test_only_cards_that_may_be_there() -> None:
    """R11.7, R2.3: an unknown card cannot be one of which all copies have been seen elsewhere."""
    table = compensated(discard="VVVVV")
    table.do(DrawCard(UNKNOWN), DrawCard(UNKNOWN))
    table.refuses(DiscardCard("V"), "R11.Scali")


def test_what_others_see() -> None:
    """R11.7, R5.12: others see the discarded card and, before that, neither of the two."""
    table = compensated()
    table.do(DrawCard("V"), DrawCard("C"))
    seen = Table(view_state(table.state, 1), table.here)
    assert now(seen) == KeepOneCard(0, "??")
    command = view_command(table.state, DiscardCard("V"), 1)
    assert command == DiscardCard("V")
    table.do(command)
    seen.do(command)
    assert seen.state == view_state(table.state, 1)
    assert (seen.mat(0).secret, seen.mat(0).unknown) == ("", 1)


def test_one_card_is_left() -> None:
    """R11.7: if only one card is there the player keeps it; if there is none, nothing follows."""
    table = compensated(deck=1)
    table.do(DrawCard("V"))
    assert (table.mat(0).secret, now(table)) == ("V", Activation(0, table.here, 2, ""))
    piled = compensated(deck=0, discard="C")
    piled.do(DrawCard("C"))
    assert (piled.mat(0).secret, piled.state.discard) == ("C", "")
    assert compensated(deck=0).state.now == Placement(1)


def test_the_deck_ends_between() -> None:
    """R11.7, R5.11: if the deck ends between the two draws, the open pile becomes the deck, without either card."""
    table = compensated(deck=1, discard="AT")
    assert table.do(DrawCard("V")) == [CardDrawn(0, "V"), DeckShuffled()]
    assert (table.state.deck, table.state.discard, now(table)) == (2, "", CardDraw(0))
    table.do(DrawCard("T"))
    assert table.state.deck == 1
    table.do(DiscardCard("V"))
    assert (table.state.deck, table.state.discard, table.mat(0).secret) == (1, "V", "T")


def test_the_deck_ends_after() -> None:
    """R11.7, R5.11: the discarded card is not shuffled into a new deck that the second draw requires."""
    table = compensated(deck=2, discard="A")
    table.do(DrawCard("V"))
    assert table.do(DrawCard("C")) == [CardDrawn(0, "C"), DeckShuffled()]
    table.do(DiscardCard("V"))
    assert (table.state.deck, table.state.discard) == (1, "V")
    bare = compensated(deck=2)
    bare.do(DrawCard("V"), DrawCard("C"), DiscardCard("C"))
    assert (bare.state.deck, bare.state.discard) == (0, "C")


def test_the_card_that_stays_is_a_card() -> None:
    """R5.10, R11.Scali: the remaining card may be played at once."""
    table = compensated()
    table.do(DrawCard("M"), DrawCard("C"), DiscardCard("C"), PlayCard("M"))
    assert table.mat(0).stock.marble == 1


def test_one_card_for_the_limit() -> None:
    """R9.3, R11.7: the two count as one card for the limit of a turn; the intrigue action brings another two."""
    table = set_scene("WS", "00", families=SCALI, pair="KR", mats={0: Mat(5, 2, Stock(wood=3))}, deck=20)
    table.do(PlaceDisc(table.here), DoAction("W"), SkipAction("S"), SkipAction("W"), SkipAction("S"))
    table.do(DrawCard("V"), DrawCard("C"), DiscardCard("V"), EndActivation())
    table.do(SkipAction("W"), SkipAction("S"))
    assert now(table) == Activation(0, table.here, 3, "", 0, 1)
    assert table.do(EndActivation())[-1] == ActionImpossible(0, "I")
    events = table.do(DrawCard("A"), DrawCard("T"), DiscardCard("A"))
    assert events[-1] == TurnEnded(0)
    assert table.mat(0).secret == "CT"


def test_in_the_turns_of_others() -> None:
    """R11.Scali: the ability applies whenever the player gains a card, also in the turns of others."""
    mats = {0: Mat(5, 2, Stock(wood=4))}
    table = set_scene("WS", "0", families=SCALI, pair="KR", mats=mats, deck=9, active=1)
    table.do(
        PlaceDisc(table.here),
        DoAction("W"),
        SkipAction("S"),
        SkipAction("W"),
        SkipAction("S"),
        DrawCard("V"),
        DrawCard("C"),
    )
    assert now(table) == KeepOneCard(0, "VC")


def test_only_its_own_player() -> None:
    """R11.Scali: all other players draw one card."""
    table = set_scene("WB", families=SCALI, pair="KR", active=1, deck=9)
    events = place_and_work(table, COLOURED)
    assert happened(CardDrawn, events) == []
    assert table.do(DrawCard("V"))[-1] == TurnEnded(1)
    assert table.mat(1) == replace(table.mat(1), secret="V", unknown=0)


def test_duty_that_a_discard_left_unmet_forbids_nothing() -> None:
    """R4.2, R11.Scali: if the remaining card makes nothing possible, the action may be skipped, and play goes on."""
    cells = (0, 1, 1, 4, 0, 3, 0, 3, 1, 3, 0, 4, 0, 0, 0, 1, 5, 8, 8, 1, 3, 2, 2, 3, 3, 4, 0, 2, 1, 0, 0, 1, 1, 1, 2, 3)
    settings = Settings(
        compensation_scope="action", active_draw_limit=1, placement_may_draw=False, art_counts_pal=False
    )
    rules = Rules("second", settings, intrigue=True, families=("Scali", "Bardi", "Mozzi"), cells=cells)
    game = Playout(3, 5209, MIXED, "low", rules)
    assert game.states[-1].is_over
