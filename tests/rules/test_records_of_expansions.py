"""Records of tables with Intrigue and families: missed decisions and observations."""

import pytest

from calimala_es import legal, view_command, view_state
from calimala_es.commands import (
    ActivateWhiteDisc,
    ChooseTile,
    DeclineOffer,
    DiscardCard,
    DoAction,
    DrawCard,
    EndActivation,
    MarkMissed,
    ObservePart,
    PlaceDisc,
    SkipAction,
)
from calimala_es.components import ACTIONS, COLOURED, UNKNOWN, Card, to_card
from calimala_es.deck import unseen
from calimala_es.events import DiscActivated, Event, SeatTaken, TileScored, TurnEnded, WentUnrecorded
from calimala_es.frames import (
    ActionOffer,
    Activation,
    CardDiscard,
    CardOffer,
    DiscOffer,
    InfluenceReveal,
    IntrigueChoice,
    KeepOneCard,
    MoveOffer,
    Placement,
    TileOffer,
)
from calimala_es.ids import event_ids
from calimala_es.state import Built, Mat, Stock
from tests.rules.intrigue_table import now, place_and_work, set_scene
from tests.rules.table import Table, happened

CLOTH = Mat(5, 2, built=Built(cloth=(2,)))


def drawing(deck: int = 9, mat: Mat = CLOTH, family: str = "Scali") -> Table:
    """Return a table at which blue has a second disc that can do nothing, so that a card is due."""
    table = set_scene("WS", "0", families=(family, "", ""), pair="EN", mats={0: mat}, deck=deck, stacks={"23": "0"})
    table.do(PlaceDisc(table.here), DoAction("W"), SkipAction("S"))
    table.do_unlisted(ObservePart("0.wood", "4"))
    table.do(SkipAction("W"), SkipAction("S"))
    return table


def sorting(*cards: Card) -> Table:
    """Return a table at which blue has drawn two cards and must choose which one to keep."""
    table = drawing()
    table.do(*map(DrawCard, cards))
    return table


def test_a_missed_intrigue_action() -> None:
    """R10.1: an unrecorded intrigue action is over, and the turn goes on."""
    table = set_scene("WB", "1ww", pair="KR", mats={0: CLOTH})
    place_and_work(table, COLOURED)
    assert isinstance(now(table), IntrigueChoice)
    events = table.do_unlisted(MarkMissed())
    assert [type(event) for event in events] == [WentUnrecorded, SeatTaken, TileScored, TurnEnded]


def test_missed_discards() -> None:
    """R10.5: unrecorded discards are over; the hand and the track may be observed afterwards."""
    table = set_scene("WB", pair="KR", mats={0: Mat(5, 2, built=Built(cloth=(2,)), unknown=2)})
    table.do(PlaceDisc(table.here), DoAction("W"), DoAction("B"), EndActivation(), DoAction("K"))
    assert now(table) == CardDiscard(0, -1)
    table.do_unlisted(ObservePart("0.hand", "?"), ObservePart("0.faction", "-1"), MarkMissed())
    assert (now(table), table.mat(0).faction, table.mat(0).hand_size) == (Placement(1), -1, 1)


def test_faction_seen() -> None:
    """R10.6: a player's step on the track can be observed, within its length, and counts from then on."""
    table = set_scene("WB")
    table.do_unlisted(ObservePart("0.faction", "-6"), ObservePart("1.faction", "3"))
    assert [mat.faction for mat in table.state.mats] == [-6, 3, 0]
    for value in ("7", "-7", "", "1.5", "+1", "x"):
        table.refuses(ObservePart("0.faction", value), "R2")


def test_rows_of_intrigue_seen() -> None:
    """R10.3: cubes observed in a row of Intrigue restrict what is possible there."""
    table = set_scene("WB", pair="KR", mats={0: CLOTH})
    table.do_unlisted(ObservePart("CAR", "1" * 12), ObservePart("PAL.R", "000"), ObservePart("TRO.W", "12"))
    place_and_work(table, COLOURED)
    table.refuses(DoAction("K"), "R10.3")
    table.refuses(DoAction("R", "P"), "R10.3")
    assert table.row("TRO.W") == "12"
    table.do(DoAction("R", "F"))


def test_one_of_two_cards_that_nobody_saw_go() -> None:
    """R11.Scali: if the discard was missed, one of the two cards is in the hand, unknown."""
    table = sorting("V", "C")
    assert now(table) == KeepOneCard(0, "VC")
    table.do_unlisted(MarkMissed())
    assert (table.mat(0).secret, table.mat(0).unknown) == ("", 1)
    assert table.state.pool == unseen(table.state)


@pytest.mark.parametrize("hand", ["", "V", "C?", "BM", "???"])
def test_a_hand_seen_while_cards_are_sorted(hand: str) -> None:
    """R11.Scali: after the hand was observed no card must be discarded any more."""
    table = sorting("V", "C")
    command, before = ObservePart("0.hand", hand), view_state(table.state, 1)
    table.do_unlisted(command)
    assert not isinstance(now(table), KeepOneCard)
    assert table.mat(0).hand_size == len(hand)
    seen = Table(before)
    seen.do_unlisted(view_command(before, command, 1))
    assert seen.state == view_state(table.state, 1)


def test_a_hand_seen_between_two_draws() -> None:
    """R11.Scali: after the hand was observed between the two draws no card must be discarded any more."""
    table = drawing()
    table.do(DrawCard("V"))
    table.do_unlisted(ObservePart("0.hand", "V"))
    table.do(DrawCard("C"))
    assert isinstance(now(table), Activation)
    assert table.mat(0).secret == "CV"


def test_another_hand_seen_while_cards_are_sorted() -> None:
    """R11.Scali: after another player's hand was observed a card must still be discarded."""
    table = sorting("V", "C")
    table.do_unlisted(ObservePart("1.hand", "W"))
    assert now(table) == KeepOneCard(0, "VC")


def test_more_cards_seen_than_there_are() -> None:
    """R2.3, R11.Scali: if more cards were seen than the box has, any card may be the discarded one."""
    table = sorting(UNKNOWN, UNKNOWN)
    table.do_unlisted(ObservePart("discard", ACTIONS * 5))
    assert legal(table.state) == tuple(DiscardCard(to_card(card)) for card in ACTIONS)
    table.do(DiscardCard("W"))
    assert table.mat(0).unknown == 1


def test_missed_offers() -> None:
    """R11: any offer may go unrecorded; then it counts as declined."""
    table = set_scene("WB", "1ww", pair="KR", families=("Cerchi", "", ""))
    place_and_work(table, COLOURED)
    assert now(table) == TileOffer(0, "LIS")
    assert happened(SeatTaken, table.do_unlisted(MarkMissed())) == [SeatTaken(1, table.here, "BAR")]
    table = set_scene("WB", "w", pair="KR", families=("Pazzi", "", ""))
    place_and_work(table, COLOURED)
    assert now(table) == DiscOffer(0, table.here, 2)
    assert happened(DiscActivated, table.do_unlisted(MarkMissed())) == []
    table = set_scene("WB", "1ww", pair="KR", families=("", "Medici", ""), mats={1: Mat(5, 2, secret="M")})
    place_and_work(table, COLOURED)
    assert isinstance(now(table), CardOffer)
    assert len(happened(TileScored, table.do_unlisted(MarkMissed()))) == 1
    assert table.mat(1).secret == "M"


def test_a_card_offer_falls_away() -> None:
    """R11.6: a player whose hand was observed to be empty may only decline."""
    table = set_scene("WB", "1ww", pair="KR", families=("", "Medici", ""), mats={1: Mat(5, 2, secret="M")})
    place_and_work(table, COLOURED)
    table.do_unlisted(ObservePart("1.hand", ""))
    assert legal(table.state) == (DeclineOffer(),)


def test_a_white_disc_seen_during_the_turn() -> None:
    """R11.Pazzi: white discs are offered as they were observed, whatever the record had."""
    table = set_scene("WB", "11", families=("Pazzi", "", ""))
    table.do(PlaceDisc(table.here))
    table.do_unlisted(ObservePart(table.here, "1w0"))
    events = table.do(DoAction("W"), DoAction("B"))
    assert now(table) == DiscOffer(0, table.here, 2)
    events = table.do(ActivateWhiteDisc(), DoAction("W"), DoAction("B"))
    assert [event.depth for event in events if isinstance(event, DiscActivated)] == [2, 3]


def test_a_stack_seen_when_its_discs_are_done() -> None:
    """R10.1, R4.5: a stack observed to be lower during the intrigue action loses no disc, and none acts again."""
    table = set_scene("WB", "1ww", pair="KR", mats={0: CLOTH})
    place_and_work(table, COLOURED)
    table.do_unlisted(ObservePart(table.here, "0"))
    assert now(table) == IntrigueChoice(0, "KR")
    events = table.do(DoAction("K"))
    assert [type(event) for event in events][1:] == [TurnEnded]


def test_a_chosen_tile_stays_chosen() -> None:
    """R11.Cerchi: an observation after the choice of a tile does not change the choice."""
    table = set_scene("WB", "www", pair="KR", families=("Cerchi", "", ""), mats={0: Mat(1, 0)}, stacks={"23": "0"})
    place_and_work(table, COLOURED)
    table.do(ChooseTile("LIS"))
    table.do_unlisted(ObservePart("1.points", "9"))
    events = table.do(legal(table.state)[0])
    assert [event.tile for event in events if isinstance(event, TileScored)] == ["LIS"]


def test_ids_of_what_was_missed_at_the_end() -> None:
    """R7.1, R11.6: something missed before a tile of the end belongs to the last turn, not to one of its own."""
    mats = {0: Mat(4, 0), 1: Mat(4, 0, secret="M"), 2: Mat(1, 0)}
    table = set_scene("WB", pair="KR", families=("", "Medici", ""), mats=mats, active=2, turn=9, council="x" * 14)
    events: list[Event] = [*place_and_work(table, COLOURED)]
    assert isinstance(now(table), CardOffer)
    events += table.do_unlisted(MarkMissed())
    assert isinstance(now(table), InfluenceReveal) or table.state.is_over
    assert {place.turn for place in event_ids(events, 8)} == {9}


def test_offers_on_top_of_an_activation() -> None:
    """R11.Bardi, R11.Spini: a missed offer does not change the activation below it."""
    able = Mat(5, 2, Stock(marble=2))
    table = set_scene("AB", families=("Bardi", "", ""), mats={0: able}, rows={"LIS": "0"})
    table.do(PlaceDisc(table.here), DoAction("A", "P"))
    assert isinstance(now(table), MoveOffer)
    table.do_unlisted(MarkMissed())
    assert now(table) == Activation(0, table.here, 1, "B")
    table = drawing(family="Spini", mat=Mat(5, 2))
    assert isinstance(now(table), ActionOffer)
    table.do_unlisted(MarkMissed())
    assert table.offers(*[DrawCard(to_card(card)) for card in "WB"])
