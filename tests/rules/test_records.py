"""Records of what went wrong at a table: missed turns, and observed positions. A record says what happened, not what
should have happened; the rules continue from there.

A record says what happened, not what should have happened; the rules go on from there.
"""

import pytest

from calimala_es import Setup, initial, legal, view_command, view_event, view_state
from calimala_es.commands import (
    DoAction,
    DrawCard,
    EndActivation,
    MarkMissed,
    ObservePart,
    PlaceDisc,
    SkipAction,
    TakeDiscBack,
)
from calimala_es.components import WHITE
from calimala_es.events import (
    DiscActivated,
    DiscPlaced,
    DiscPromoted,
    EndReached,
    PartObserved,
    SeatTaken,
    TurnEnded,
    WentUnrecorded,
)
from calimala_es.frames import Placement, Promotion
from calimala_es.ids import event_ids
from calimala_es.state import Mat, Stock
from tests.rules.table import deeds, happened, set_table


def test_a_missed_turn() -> None:
    """A turn that nobody recorded used up a disc, coloured if there is one, and the next player is due."""
    table = set_table("WB", mats={0: Mat(1, 1), 1: Mat(0, 2)})
    assert table.do_unlisted(MarkMissed()) == [WentUnrecorded(0), TurnEnded(0)]
    assert table.mat(0) == Mat(0, 1)
    table.do_unlisted(MarkMissed())
    assert table.mat(1) == Mat(0, 1)
    assert (table.state.actor, table.state.turn) == (2, 3)


def test_a_missed_activation() -> None:
    """The rest of an unrecorded activation is over without any duty, and the next disc follows."""
    table = set_table("WB", "1")
    table.do(PlaceDisc(table.here))
    events = table.do_unlisted(MarkMissed())
    assert events == [WentUnrecorded(0), DiscActivated(1, table.here, 2, "WB")]


def test_what_cannot_be_missed() -> None:
    """A drawn card, a deal and a reveal are never missed, since an unknown card can be recorded."""
    table = set_table("AB")
    table.do(PlaceDisc(table.here), SkipAction("A"))
    assert "write ? for an unknown card" in table.refuses(MarkMissed(), "R5.9")
    table.state = initial(Setup("bry", "WBMUCAVST"))
    table.refuses(MarkMissed(), "R3.4")


def test_missed_and_observed_are_not_listed() -> None:
    """Missed decisions and observations are accepted and never listed as legal."""
    table = set_table("WB")
    assert not {MarkMissed(), ObservePart("0.wood", "3")} & {*legal(table.state)}
    table.do_unlisted(ObservePart("0.wood", "3"), MarkMissed())


@pytest.mark.parametrize(
    ("part", "value", "field", "expected"),
    [
        ("0.wood", "3", "wood", 3),
        ("0.brick", "0", "brick", 0),
        ("0.marble", "4", "marble", 4),
        ("0.coloured", "12", "coloured", 12),
        ("0.white", "0", "white", 0),
        ("0.cloth", "3.1", "cloth", (3, 1)),
        ("0.ships", "2", "ships", 2),
        ("0.houses", "HT", "houses", "TH"),
        ("0.points", "49", "points", 49),
    ],
)
def test_mat_observed(part: str, value: str, field: str, expected: object) -> None:
    """Every part of a mat can be observed."""
    table = set_table("WB")
    assert table.do_unlisted(ObservePart(part, value)) == [PartObserved(part, value)]
    mat = table.mat(0)
    holder = next(part for part in (mat, mat.stock, mat.built) if field in part.__struct_fields__)
    assert getattr(holder, field) == expected


def test_board_observed() -> None:
    """Rows, streets, council, deck, discard pile and the active player can be observed."""
    table = set_table("WB", mats={1: Mat(5, 2, secret="MM")})
    table.do_unlisted(
        ObservePart("SMN.A", "012"),
        ObservePart("36", "1w2"),
        ObservePart("council", "01x2"),
        ObservePart("deck", "17"),
        ObservePart("discard", "WMW"),
        ObservePart("active", "2"),
    )
    assert (table.row("SMN.A"), table.stack("36")) == ("012", "1w2")
    assert (table.state.council, table.state.seats) == ("01x2" + "." * 11, "012")
    assert (table.state.deck, table.state.discard) == (17, "MWW")
    assert (table.state.pool.count("M"), table.state.pool.count("W")) == (2, 3)
    assert table.state.now == Placement(2)


def test_full_row_observed() -> None:
    """An observation restricts what is possible from then on, even if it has more cubes than there are cells."""
    table = set_table("AB", mats={0: Mat(5, 2, Stock(marble=1))})
    table.do_unlisted(*(ObservePart(row, "0" * 9) for row in ("SMF.A", "SMN.A", "SCR.A", "PAL.A")))
    table.do(PlaceDisc(table.here))
    table.refuses(DoAction("A", "P"), "R5.3")
    table.do_unlisted(ObservePart("PAL.A", "000"))
    table.do(DoAction("A", "P"))


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("", ""),
        ("3.wood", "1"),
        ("0.gold", "1"),
        ("0.wood", "5"),
        ("0.wood", ""),
        ("0.wood", "1\n"),
        ("0.cloth", "5"),
        ("0.cloth", "1.1.1.1"),
        ("0.houses", "X"),
        ("0.hand", "Z"),
        ("13", "0"),
        ("12", "3"),
        ("12", "00000"),
        ("LIS", "w"),
        ("council", "3"),
        ("council", "0" * 16),
        ("active", "3"),
        ("deck", "-1"),
        ("deck", "\u0661"),
    ],
)
def test_what_cannot_be_seen(part: str, value: str) -> None:
    """R2: an observation of something that the box does not have is an error."""
    set_table("WB").refuses(ObservePart(part, value), "R2")


def test_four_discs_at_rest() -> None:
    """R4.5: four discs are on a street only during their activations, and cannot be observed elsewhere."""
    set_table("WB").refuses(ObservePart("36", "0120"), "R4.5")


def test_observed_hand() -> None:
    """An observed hand has these cards and so many unknown ones; from then on only its observer knows them."""
    table = set_table("WB", mats={0: Mat(5, 2, open="W", secret="M")})
    table.do_unlisted(ObservePart("0.hand", "WV??"))
    assert (table.mat(0).open, table.mat(0).secret, table.mat(0).unknown) == ("", "VW", 2)
    assert "V" * 5 not in table.state.pool


def test_observed_hand_in_views() -> None:
    """R5.12: others see only the number of cards in an observed hand; its owner sees the cards."""
    table = set_table("WB", mats={0: Mat(5, 2, open="W")})
    command, before = ObservePart("0.hand", "WV?"), table.state
    [event] = table.do_unlisted(command)
    assert view_event(event, 1) == view_event(event) == PartObserved("0.hand", "???")
    assert view_event(event, 0) == event
    assert view_command(before, command, 1) == ObservePart("0.hand", "???")
    assert view_command(before, command, 0) == command
    assert view_state(table.state).mats[0] == Mat(5, 2, unknown=3)


def test_stack_observed_while_it_is_activated() -> None:
    """R4.4: the observed discs are the ones still to be activated, and four lose their bottom one."""
    table = set_table("WB", "12")
    table.do(PlaceDisc(table.here))
    table.do_unlisted(ObservePart(table.here, "2110"))
    events = table.do(DoAction("W"), *[DoAction("B"), DoAction("W")] * 2, DoAction("B"))
    assert happened(DiscActivated, events) == [
        DiscActivated(1, table.here, 2, "WB"),
        DiscActivated(1, table.here, 3, "WB"),
    ]
    assert happened(SeatTaken, events) == [SeatTaken(2, table.here, "BAR")]


def test_stack_gone_while_it_is_activated() -> None:
    """R4.5: if the stack is observed to be lower, nobody is left to act and no bottom disc is removed."""
    table = set_table("WB", "121")
    table.do(PlaceDisc(table.here))
    table.do_unlisted(ObservePart(table.here, ""))
    table.do(DoAction("W"), DoAction("B"))
    assert table.state.now == Placement(1)


def test_observed_while_a_disc_is_to_be_taken_back() -> None:
    """R6.3: an observation determines what becomes of the white disc."""

    def waiting() -> Promotion:
        assert isinstance(table.state.now, Promotion)
        return table.state.now

    for part, value, follows in (
        ("0.coloured", "1", DiscPromoted),
        ("12", "1www", SeatTaken),
        ("12", "w", TurnEnded),
        ("council", "0" * 15, TurnEnded),
    ):
        table = set_table("WB", "www", mats={0: Mat(0, 2)}, stacks={"23": "0"})
        table.do(PlaceDisc(table.here, WHITE), *deeds("WWBB"))
        assert waiting() == Promotion(0, table.here)
        assert happened(follows, table.do_unlisted(ObservePart(part, value))) != []
        assert table.state.actor == 1


def test_a_duty_falls_away() -> None:
    """R4.2: an observation during an activation may make the actions impossible, so the duty ends."""
    table = set_table("AB", mats={0: Mat(5, 2, Stock(marble=1, brick=4))})
    table.do(PlaceDisc(table.here))
    table.refuses(SkipAction("A"), "R4.2")
    table.do_unlisted(ObservePart("0.marble", "0"))
    table.do(SkipAction("A"), DrawCard("T"), SkipAction("B"), DrawCard("T"), EndActivation())
    assert table.state.actor == 1


def test_a_duty_falls_away_while_a_card_is_drawn() -> None:
    """R4.2: the duty also ends if the observation is between an impossible action and its card."""
    table = set_table("AB", mats={0: Mat(5, 2)})
    table.do(PlaceDisc(table.here), SkipAction("A"))
    table.do_unlisted(ObservePart("0.brick", "4"))
    table.do(DrawCard("T"), SkipAction("B"), DrawCard("T"))


def test_no_disc_left() -> None:
    """R4.1: a player who was observed to have no disc is passed over."""
    table = set_table("WB", mats={0: Mat(1, 0), 1: Mat(0, 0), 2: Mat(1, 0)})
    assert table.do_unlisted(ObservePart("0.coloured", "0")) == [PartObserved("0.coloured", "0"), TurnEnded(0)]
    assert table.state.now == Placement(2)
    events = table.do_unlisted(ObservePart("2.coloured", "0"))
    assert happened(EndReached, events) == [EndReached("discs")]
    assert table.state.is_over


def test_turn_observed_mid_turn() -> None:
    """R6.2: the player observed to be active takes the seat for a white disc, and the turn order continues there."""
    table = set_table("WB", "www")
    table.do(PlaceDisc(table.here, WHITE))
    table.do_unlisted(ObservePart("active", "1"))
    events = table.do(*deeds("WWBB"))
    assert happened(DiscPromoted, events) == [DiscPromoted(1, table.here, "BAR")]
    assert table.state.now == Placement(2)


def test_starting_player_observed_before_the_first_turn() -> None:
    """R3.1: a player observed to be active before the first placement is the starting player."""
    table = set_table("WB")
    table.state = initial(Setup("bry", "WBMUCAVST"))
    table.do_unlisted(ObservePart("active", "1"))
    while not isinstance(table.state.now, Placement):
        table.do(legal(table.state)[0])
    assert (table.state.now, table.state.active) == (Placement(1), 1)


def test_empty_deck_observed() -> None:
    """R5.11: a card that is due comes even if no source of it is known."""
    table = set_table("AB")
    table.do(PlaceDisc(table.here), SkipAction("A"))
    table.do_unlisted(ObservePart("deck", "0"))
    table.do(DrawCard("T"))
    assert table.state.deck == 0


def test_ids_of_missed_turns() -> None:
    """A missed turn and one that was passed over have turn numbers of their own in the ids of events."""
    table = set_table("WB", mats={1: Mat(1, 0)})
    events = [
        *table.do_unlisted(MarkMissed(), ObservePart("1.coloured", "0")),
        *table.do(PlaceDisc(table.here)),
    ]
    kinds = [type(event) for event in events]
    assert kinds == [WentUnrecorded, TurnEnded, PartObserved, TurnEnded, DiscPlaced, DiscActivated]
    assert [str(place) for place in event_ids(events)] == ["1.0.1", "1.4.1", "1.4.2", "2.0.1", "3.0.1", "3.1.1"]


def test_a_card_taken_back_is_listed_after_observation() -> None:
    """R6.3: discs that were observed on other streets may be taken back."""
    table = set_table("WB", "www", mats={0: Mat(0, 2)}, stacks={"23": "0"})
    table.do(PlaceDisc(table.here, WHITE), *deeds("WWBB"))
    table.do_unlisted(ObservePart("36", "101"))
    assert legal(table.state) == (TakeDiscBack("23", 1), TakeDiscBack("36", 2))
