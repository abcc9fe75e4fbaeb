"""Two players and the third party (R8)."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from calimala_es import Setup, initial, legal, view_event, view_state
from calimala_es.board import STREETS
from calimala_es.commands import (
    DealInfluence,
    DoAction,
    DraftCard,
    DrawCard,
    EndActivation,
    KeepInfluence,
    MarkMissed,
    ObservePart,
    OpenInfluence,
    PlaceDisc,
    PlayCard,
    RevealInfluence,
    SkipAction,
    TakeDiscBack,
)
from calimala_es.components import (
    GAME,
    IDLE_SUPPORT,
    INFLUENCE_CARDS,
    SUPPORT,
    TILE_ROWS,
    UNKNOWN,
    WHITE,
    InfluenceCard,
)
from calimala_es.deck import chance_command, is_chance
from calimala_es.events import (
    ActionImpossible,
    CardDrawn,
    DiscActivated,
    DiscPlaced,
    DiscPromoted,
    DiscRemoved,
    DiscTakenBack,
    EndReached,
    GameEnded,
    InfluenceOpened,
    InfluenceRevealed,
    InfluenceScored,
    SeatTaken,
    ThirdPartyActed,
    TileScored,
    TurnEnded,
)
from calimala_es.frames import CardDraw, GameOver, InfluenceReveal, Placement
from calimala_es.initial import shuffled_setup
from calimala_es.scoring import score_place
from calimala_es.state import Built, Mat, Stock
from tests.rules.table import Table, deeds, happened, set_table
from tests.rules.test_duty import FULL_BOARD, NOTHING_POSSIBLE
from tests.strategies import NO_CODE

MARIA, ANGELICA, GREEN = "012"
CITY = "WBMUCAVST"
HELPED = Mat(5, 2, support=3)
"""A player with discs of all three kinds and nothing else."""

ONLY_SUPPORT = Mat(0, 0, support=2)


def set_two(actions: str = "WB", stack: str = "", *, mats: Mapping[int, Mat] | None = None, **scene: Any) -> Table:
    """Return a table of two; a player who is not specified has discs of all kinds and nothing else."""
    return set_table(actions, stack, players=2, mats={0: HELPED, 1: HELPED, **(mats or {})}, **scene)


# R8.1, R8.2, R8.10: setting up.


def test_discs_of_two() -> None:
    """R8.1: each has 12 coloured, 4 white and 6 support discs; the third party has neither discs nor goods."""
    state = initial(Setup("br", CITY, third="g"))
    assert state.mats == (Mat(12, 4, support=6), Mat(12, 4, support=6), Mat(0, 0))


def test_the_colour_that_nobody_said() -> None:
    """R8.1: unless the set-up says otherwise, the third party has the first colour that nobody plays."""
    assert shuffled_setup("by", Random(1)).third == "r"
    assert shuffled_setup("ry", Random(1)).third == "b"


DEALT_TO_TWO = (INFLUENCE_CARDS[:4], INFLUENCE_CARDS[4:8], ())
"""The influence cards of each player: the first four of the box, the next four, and none of the third party's."""


def dealt_to_two() -> Table:
    """Return a table at which each of two players has been dealt four influence cards."""
    table = Table(initial(Setup("br", CITY, third="g")))
    table.do(DealInfluence(DEALT_TO_TWO[0]), DealInfluence(DEALT_TO_TWO[1]))
    return table


def test_influence_cards_of_two() -> None:
    """R8.2: each is dealt four, and one card is face down beside the board; each keeps one and places one face up."""
    table = dealt_to_two()
    assert [*table.state.by_board] == [UNKNOWN]
    table.do(KeepInfluence("BAR"), KeepInfluence("HAM"))
    assert table.do(OpenInfluence("LIS"), OpenInfluence("SMN")) == [
        InfluenceOpened(0, "LIS"),
        InfluenceOpened(1, "SMN"),
    ]
    assert [*table.state.by_board] == [UNKNOWN, "LIS", "SMN"]
    assert [mat.kept for mat in table.state.mats] == [("BAR",), ("HAM",), ()]


def test_influence_cards_of_two_refused() -> None:
    """R8.2, R3.4: nobody may be dealt five, keep another's, or place a card face up that is another's or chosen."""
    table = Table(initial(Setup("br", CITY, third="g")))
    table.refuses(DealInfluence(INFLUENCE_CARDS[:5]), "R3.4")
    table = dealt_to_two()
    table.refuses(OpenInfluence("BAR"), "R3.4")
    table.refuses(KeepInfluence("HAM"), "R3.4")
    table.do(KeepInfluence("BAR"), KeepInfluence("HAM"))
    cards: tuple[InfluenceCard, ...] = ("BAR", "HAM", "PAL", NO_CODE)
    for card in cards:
        table.refuses(OpenInfluence(card), "R8.2")
    table.refuses(KeepInfluence("LIS"), "R8.2")
    table.do(OpenInfluence("LIS"))
    table.refuses(OpenInfluence("LIS"), "R8.2")


def test_a_card_placed_face_up_is_seen_by_all() -> None:
    """R8.2, R5.12: everybody sees a card that is placed face up, and nobody else sees the one that a player keeps."""
    table = dealt_to_two()
    table.do(KeepInfluence("BAR"), KeepInfluence("HAM"))
    [opened] = table.do(OpenInfluence("LIS"))
    assert view_event(opened, 1) == view_event(opened) == opened
    seen = view_state(table.state, 1)
    assert (seen.by_board, seen.mats[0].kept, seen.mats[0].dealt) == ((UNKNOWN, "LIS"), (UNKNOWN,), ())


def test_five_cards_are_scored() -> None:
    """R8.2, R7.3: at the end five cards are scored: those by the board, face down or not, then the players'."""
    table = set_two(mats={0: Mat(0, 0, kept=("BAR",)), 1: Mat(1, 0, kept=("HAM",))}, active=1, turn=44)
    table.state = replace(table.state, by_board=(UNKNOWN, "LIS", "SMN"))
    table.do(PlaceDisc(table.here))
    table.play_on()
    assert table.state.now == InfluenceReveal(GAME)
    cards: tuple[InfluenceCard, ...] = ("BAR", "LIS", NO_CODE)
    for card in cards:
        table.refuses(RevealInfluence(card), "R7.3")
    events = table.do(RevealInfluence("PAL"), RevealInfluence("BAR"), RevealInfluence("HAM"))
    assert events[0] == InfluenceRevealed(GAME, "PAL")
    scored = [event.card for event in events if isinstance(event, InfluenceScored)]
    assert scored == ["LIS", "SMN", "PAL", "BAR", "HAM"]


def test_an_unrecorded_card_placed_face_up() -> None:
    """R8.2, R7.3: exactly one card by the board may be one that was dealt to a player and not recorded."""
    table = set_two(mats={0: Mat(0, 0, kept=("BAR",)), 1: Mat(1, 0, kept=("HAM",))}, active=1, turn=44)
    mats = tuple(replace(mat, dealt=cards) for mat, cards in zip(table.state.mats, DEALT_TO_TWO, strict=True))
    table.state = replace(table.state, mats=mats, by_board=(UNKNOWN,) * 3)
    table.do(PlaceDisc(table.here))
    table.play_on()
    for card in ("BAR", "HAM"):
        table.refuses(RevealInfluence(card), "R7.3")
    table.do(RevealInfluence("LIS"))
    table.refuses(RevealInfluence("LON"), "R7.3")
    table.do(RevealInfluence("SMN"), RevealInfluence("PAL"))
    assert {*table.state.by_board} == {"LIS", "SMN", "PAL"}


def test_the_card_face_down_may_stay_unknown() -> None:
    """R8.2, R7.4: there is no result if nobody records the face-down card by the board."""
    table = set_two(mats={0: Mat(0, 0), 1: Mat(1, 0)}, active=1, turn=44)
    table.state = replace(table.state, by_board=(UNKNOWN, "LIS", "SMN"))
    table.do(PlaceDisc(table.here))
    table.play_on()
    assert table.do(RevealInfluence(UNKNOWN))[-1] == GameEnded((0, 0, 0), "", "open")


def test_starting_cards_of_two() -> None:
    """R8.10: two players choose starting cards as others do, the starting player last; the rest joins the deck."""
    table = dealt_to_two()
    table.do(KeepInfluence("BAR"), KeepInfluence("HAM"), OpenInfluence("LIS"), OpenInfluence("SMN"))
    assert table.state.actor == 1
    table.refuses(DraftCard("S"), "R3.5")
    table.do(DraftCard("V"))
    table.refuses(DraftCard("V"), "R3.5")
    table.do(DraftCard("W"))
    assert (table.state.now, table.state.turn, table.state.deck) == (Placement(0), 1, 43)


# R8.3, R8.4: where support discs go.


def test_example_of_a_free_street() -> None:
    """R8.3, example (a): a support disc goes on an empty street."""
    table = set_two("WB")
    [placed, activated] = table.do(PlaceDisc(table.here, SUPPORT))
    assert (placed, activated) == (DiscPlaced(0, "12", SUPPORT, 2), DiscActivated(0, "12", 1, "WB"))
    assert (table.stack(), table.mat(0).support) == (GREEN, 2)


def test_example_of_an_own_disc() -> None:
    """R8.3, example (b): Angelica may put a support disc on her red one."""
    table = set_two("WB", ANGELICA, active=1)
    table.do(PlaceDisc(table.here, SUPPORT))
    assert table.stack() == ANGELICA + GREEN


def test_example_of_another_support_disc() -> None:
    """R8.3, example (c): it may not lie on Maria's blue disc and a support disc, since a stack has at most one."""
    table = set_two("WB", MARIA + GREEN, active=1)
    text = table.refuses(PlaceDisc(table.here, SUPPORT), "R8.3")
    assert "there is already a support disc on this street" in text
    assert table.offers(PlaceDisc(table.here), PlaceDisc(table.here, WHITE))


@pytest.mark.parametrize("stack", [GREEN, GREEN + "1", "1" + GREEN + "w", GREEN + "01", GREEN + "ww"])
def test_one_support_disc_on_a_street(stack: str) -> None:
    """R8.3: no second support disc comes on a street, even if the first is the lowest of three."""
    table = set_two("WB", stack)
    table.refuses(PlaceDisc(table.here, SUPPORT), "R8.3")
    table.refuses(PlaceDisc(table.here, IDLE_SUPPORT), "R8.3")


def test_a_street_has_to_offer_something_to_a_support_disc() -> None:
    """R8.5, R4.2: a support disc needs a possible action as any other disc does."""
    table = set_two("AS")
    text = table.refuses(PlaceDisc(table.here, SUPPORT), "R4.2")
    assert "blue can do neither artwork nor ship" in text
    assert set_two("AS", mats={0: replace(HELPED, secret="M")}).offers(PlaceDisc("12", SUPPORT))


def test_support_discs_run_out() -> None:
    """R8.1, R4.1: without a support disc none can be placed, and with three players nobody has any."""
    set_two(mats={0: Mat(5, 2)}).refuses(PlaceDisc("12", SUPPORT), "R4.1")
    set_two(mats={0: Mat(5, 2)}).refuses(PlaceDisc("12", IDLE_SUPPORT), "R4.1")
    set_table("WB").refuses(PlaceDisc("12", SUPPORT), "R4.1")


def stuck(**more: object) -> Mat:
    """Return a table at which a player can do nothing on a full board and, by default, has only support discs left."""
    return replace(NOTHING_POSSIBLE, **{"coloured": 0, "white": 0, "support": 2, **more})


def test_a_support_disc_that_brings_cards() -> None:
    """R8.4: a player with only support discs and no possible action places one and draws two cards at once."""
    table = set_two("WB", "0w1", mats={0: stuck()}, rows=FULL_BOARD, stacks={"23": "0" + GREEN})
    assert table.offers(PlaceDisc("12", IDLE_SUPPORT), PlaceDisc("14", IDLE_SUPPORT))
    assert not any(getattr(command, "disc", "") == SUPPORT for command in legal(table.state))
    table.refuses(PlaceDisc("23", IDLE_SUPPORT), "R8.3")
    table.refuses(PlaceDisc("12", SUPPORT), "R8.4")
    events = table.do(PlaceDisc("12", IDLE_SUPPORT))
    assert events == [DiscPlaced(0, "12", IDLE_SUPPORT, 0), DiscActivated(0, "12", 1, "")]
    assert table.state.now == CardDraw(0)
    events = table.do(DrawCard("W"), DrawCard("B"))
    assert happened(CardDrawn, events) == [CardDrawn(0, "W"), CardDrawn(0, "B")]
    assert table.mat(0).secret == "BW"
    events = table.do(EndActivation())
    assert [type(event) for event in events[1:]] == [ThirdPartyActed, SeatTaken, TileScored, TurnEnded]


ONLY_LISBON = {**FULL_BOARD, "LIS": ""}
SHIPS_BLOCKED = {"58": GREEN, "78": GREEN, "89": GREEN}
"""Streets such that the only possible action is ship and every street of a ship has a support disc."""


def test_both_actions_are_settled_by_the_two_cards() -> None:
    """R8.4: no action of the street is done then; cards may still be played, and the third party acts."""
    table = set_two("WB", GREEN, mats={0: stuck()}, rows=ONLY_LISBON, stacks=SHIPS_BLOCKED)
    table.do(PlaceDisc("45", IDLE_SUPPORT), DrawCard("W"), DrawCard("S"))
    for command in (DoAction("U", "S"), SkipAction("U"), DoAction("C", "FW")):
        table.refuses(command, "R4.3")
    events = table.do(PlayCard("S", "L"), EndActivation())
    assert ThirdPartyActed(2, ("LIS",)) in events
    assert table.row("LIS") == MARIA + GREEN


def test_cards_only_where_nothing_else_is_left() -> None:
    """R8.4: a player with another disc or a possible action places no support disc for cards."""
    for mat in (stuck(coloured=1), stuck(white=1)):
        table = set_two("WB", mats={0: mat}, rows=FULL_BOARD)
        table.refuses(PlaceDisc("12", IDLE_SUPPORT), "R8.4")
        table.refuses(PlaceDisc("12", SUPPORT), "R4.2")
    table = set_two("WB", mats={0: stuck(stock=replace(NOTHING_POSSIBLE.stock, wood=3))}, rows=FULL_BOARD)
    table.refuses(PlaceDisc("89", IDLE_SUPPORT), "R8.4")
    assert table.offers(PlaceDisc("12", SUPPORT))


def test_what_a_support_street_offers_counts_only_where_it_may_lie() -> None:
    """R8.4: an action on a street that already has a support disc does not count as possible."""
    table = set_two(
        "WB",
        GREEN,
        mats={0: stuck(stock=replace(NOTHING_POSSIBLE.stock, wood=3))},
        rows=FULL_BOARD,
        stacks={"14": "1" + GREEN},
    )
    assert table.offers(PlaceDisc("23", IDLE_SUPPORT))
    assert not any(getattr(command, "street", "") in {"12", "14"} for command in legal(table.state))


def test_known_cards_make_a_street_open_to_a_support_disc() -> None:
    """R8.4, R4.2: the cards of the hand count when it is decided whether an action is possible."""
    table = set_two("AS", mats={0: replace(ONLY_SUPPORT, secret="M")})
    assert table.offers(PlaceDisc("12", SUPPORT))
    table.refuses(PlaceDisc("12", IDLE_SUPPORT), "R8.4")


def test_an_unknown_card_leaves_both_open() -> None:
    """R8.4: an unknown card could make an action possible, so the record says which kind of support disc it was."""
    table = set_two("WB", mats={0: stuck(unknown=1)}, rows=ONLY_LISBON, stacks=SHIPS_BLOCKED)
    assert table.offers(PlaceDisc("47", SUPPORT), PlaceDisc("47", IDLE_SUPPORT), PlaceDisc("12", IDLE_SUPPORT))
    table.refuses(PlaceDisc("12", SUPPORT), "R4.2")
    table = set_two("WB", mats={0: stuck(unknown=1, coloured=1)}, rows=ONLY_LISBON, stacks=SHIPS_BLOCKED)
    assert table.offers(PlaceDisc("47", SUPPORT))
    table.refuses(PlaceDisc("12", IDLE_SUPPORT), "R8.4")


def test_with_too_few_cards_one_comes_or_none() -> None:
    """R8.4, R5.11: if there are fewer than two cards, as many come as there are."""
    for deck, discard, cards in ((1, "", 1), (0, "", 0), (1, "W", 2), (0, "WM", 2)):
        table = set_two("WB", mats={0: stuck()}, rows=FULL_BOARD, deck=deck, discard=discard)
        events = table.do(PlaceDisc("12", IDLE_SUPPORT))
        while isinstance(table.state.now, CardDraw):
            events += table.do(DrawCard(UNKNOWN))
        assert len(happened(CardDrawn, events)) == cards
        if not cards:
            assert isinstance(events[-1], TurnEnded)


# R8.5 to R8.7: what happens on a street with a support disc.


def test_a_support_disc_acts_alone() -> None:
    """R8.5, example: Angelica's support disc is on red and blue; she does both actions, and the third party acts."""
    table = set_two("AB", ANGELICA + MARIA, mats={1: replace(HELPED, stock=Stock(marble=1))}, active=1)
    events = table.do(PlaceDisc(table.here, SUPPORT), DoAction("B"), DoAction("A", "M"))
    assert events[-2:] == [ThirdPartyActed(2, ("SMN.A",)), TurnEnded(1)]
    assert (
        happened(DiscActivated, events) == [DiscActivated(1, table.here, 1, "BA")]
        or len(happened(DiscActivated, events)) == 1
    )
    assert table.row("SMN.A") == ANGELICA + GREEN
    assert table.mat(1).stock.brick == 1


def test_a_support_disc_brings_cards_as_a_coloured_one() -> None:
    """R8.5, R5.9: an impossible action of a support disc brings its player a card."""
    table = set_two("AB")
    events = table.do(PlaceDisc(table.here, SUPPORT), SkipAction("A"), DrawCard("M"), DoAction("B"), EndActivation())
    assert happened(ActionImpossible, events) == [ActionImpossible(0, "A")]
    assert table.mat(0).secret == "M"


def test_the_fourth_disc_below_a_support_disc() -> None:
    """R8.5: a stack of four loses its lowest disc to the council under a support disc, too."""
    table = set_two("WB", "1w0")
    events = table.do(PlaceDisc(table.here, SUPPORT), DoAction("W"), DoAction("B"))
    assert happened(SeatTaken, events) == [SeatTaken(1, table.here, "BAR")]
    assert table.stack() == "w0" + GREEN
    assert len(happened(DiscActivated, events)) == 1


def test_example_of_a_support_disc_at_the_bottom() -> None:
    """R8.6, R8.8, example: red on three with green lowest: red acts and green, white is passed over, blue and green.

    Then the green disc, being the fourth, moves to the council, and its tile is scored.
    """
    table = set_two(
        "MA",
        GREEN + MARIA + "w",
        mats={
            0: replace(HELPED, stock=Stock(marble=1)),
            1: replace(HELPED, stock=Stock(marble=1)),
        },
        active=1,
    )
    events = table.do(PlaceDisc(table.here), DoAction("A", "P"), DoAction("M"))
    assert events[-2:] == [ThirdPartyActed(2, ("PAL.A",)), DiscActivated(0, table.here, 3, "MA")]
    events = table.do(DoAction("M"), DoAction("A", "C"))
    assert [type(event) for event in events[2:]] == [ThirdPartyActed, SeatTaken, TileScored, TurnEnded]
    assert (events[2], events[3]) == (ThirdPartyActed(2, ("SCR.A",)), SeatTaken(2, table.here, "BAR"))
    assert (table.row("PAL.A"), table.row("SCR.A")) == (ANGELICA + GREEN, MARIA + GREEN)
    assert table.state.seats == GREEN


@pytest.mark.parametrize(
    ("stack", "acting"),
    [(GREEN, 1), ("1" + GREEN, 2), (GREEN + "1", 2), (GREEN + "w", 1), (GREEN + "11", 3), ("1" + GREEN + "1", 2)],
)
def test_the_third_party_acts_after_each_activation(stack: str, acting: int) -> None:
    """R8.6: the third party acts after each activation wherever the support disc is, and is never activated."""
    table = set_two("WB", stack)
    events = table.do(PlaceDisc(table.here))
    events += table.play_on()
    assert len(happened(DiscActivated, events)) == acting
    assert len(happened(ThirdPartyActed, events)) == acting


def test_no_third_party_without_a_support_disc() -> None:
    """R8.6: on a street without a support disc the third party does nothing."""
    table = set_two("WB", "10", mats={0: replace(HELPED, stock=Stock(wood=1))})
    events = table.do(PlaceDisc(table.here))
    events += table.play_on()
    assert happened(ThirdPartyActed, events) == []


def test_a_white_disc_on_a_support_disc() -> None:
    """R8.6: a white disc has each action done twice as usual, and then the third party acts once."""
    mat = replace(HELPED, stock=Stock(wood=2), built=Built(ships=1, cloth=(4,)))
    table = set_two("SC", GREEN, mats={0: mat})
    events = table.do(
        PlaceDisc(table.here, WHITE), DoAction("C", "FW"), DoAction("C", "FW"), DoAction("S", "L"), DoAction("S", "B")
    )
    assert happened(ThirdPartyActed, events) == [ThirdPartyActed(2, ("SMF.W", "LIS", "BAR"))]
    assert (table.row("SMF.W"), table.row("LIS"), table.row("BAR")) == ("002", "02", "02")


def test_every_row_counts_by_itself() -> None:
    """R8.7: each row of a church, artwork and each city gets one cube, in the order in which they were first used."""
    mat = replace(HELPED, stock=Stock(wood=1, brick=1, marble=2), secret="ACC")
    table = set_two("AC", GREEN, mats={0: mat})
    events = table.do(
        PlaceDisc(table.here),
        PlayCard("C", "MB"),
        DoAction("A", "M"),
        PlayCard("A", "M"),
        DoAction("C", "MW"),
        EndActivation(),
    )
    assert happened(ThirdPartyActed, events) == [ThirdPartyActed(2, ("SMN.B", "SMN.A", "SMN.W"))]
    assert table.row("SMN.A") == "002"


def test_only_where_a_cell_is_free() -> None:
    """R8.7: no cube comes into a row that the player has just filled, and the other rows get theirs."""
    mat = replace(HELPED, stock=Stock(wood=1), built=Built(ships=2, cloth=(2,)))
    table = set_two("SC", GREEN, mats={0: mat}, rows={"SMN.W": "01", "LIS": "0" * 11})
    events = table.do(PlaceDisc(table.here), DoAction("C", "MW"), DoAction("S", "BL"))
    assert happened(ThirdPartyActed, events) == [ThirdPartyActed(2, ("BAR",))]
    assert (table.row("SMN.W"), table.row("LIS")) == ("010", "0" * 12)


def test_goods_and_buildings_are_not_cubes_on_the_board() -> None:
    """R8.7: taking goods, weaving and building bring the third party nothing."""
    table = set_two("WU", GREEN, mats={0: replace(HELPED, stock=Stock(wood=1, brick=1), secret="V")})
    events = table.do(PlaceDisc(table.here), DoAction("W"), DoAction("U", "S"), PlayCard("V"))
    assert happened(ThirdPartyActed, events) == [ThirdPartyActed(2, ())]


def test_each_activation_is_answered_by_itself() -> None:
    """R8.7: only cubes that came to the board during that activation count."""
    table = set_two(
        "AB",
        GREEN + ANGELICA,
        mats={
            0: replace(HELPED, stock=Stock(marble=1)),
            1: replace(HELPED, stock=Stock(marble=1)),
        },
    )
    first = table.do(PlaceDisc(table.here), DoAction("A", "P"), DoAction("B"))
    second = table.do(DoAction("A", "F"), DoAction("B"))
    assert happened(ThirdPartyActed, first) == [ThirdPartyActed(2, ("PAL.A",))]
    assert happened(ThirdPartyActed, second) == [ThirdPartyActed(2, ("SMF.A",))]


def test_the_third_party_after_a_missed_activation() -> None:
    """R8.6: the third party answers what was recorded of a missed activation."""
    table = set_two("AB", GREEN, mats={0: replace(HELPED, stock=Stock(marble=1))})
    events = [*table.do(PlaceDisc(table.here), DoAction("A", "P")), *table.do_unlisted(MarkMissed())]
    assert happened(ThirdPartyActed, events) == [ThirdPartyActed(2, ("PAL.A",))]


@pytest.mark.parametrize(("before", "seen", "answers"), [("11", GREEN + "10", 1), (GREEN + "1", "110", 0)])
def test_a_support_disc_seen_during_the_turn(before: str, seen: str, answers: int) -> None:
    """R8.6: the third party answers later activations if a support disc was observed, and not if none was."""
    table = set_two("WB", before)
    table.do(PlaceDisc(table.here))
    table.do_unlisted(ObservePart(table.here, seen))
    table.do(DoAction("W"), DoAction("B"))
    assert len(happened(ThirdPartyActed, table.do(DoAction("W"), DoAction("B")))) == answers


# R8.8, R8.9, R8.11: council, points, winners.


def test_a_support_disc_takes_a_seat() -> None:
    """R8.8: a support disc that is the fourth is a seat of the third party, and its tile is scored."""
    table = set_two("WB", GREEN + "ww", rows={"BAR": "0022"})
    events = table.do(PlaceDisc(table.here), DoAction("W"), DoAction("B"))
    assert happened(SeatTaken, events) == [SeatTaken(2, table.here, "BAR")]
    assert happened(TileScored, events) == [TileScored("BAR", (2, 0, 2), "20", "a", (2, 0, 3))]
    assert [mat.points for mat in table.state.mats] == [2, 0, 3]


def test_the_third_party_scores_like_a_player() -> None:
    """R8.8: the third party is like a third player in scorings, and in ties, too."""
    table = set_two("WB", council="21", rows={"PAL.A": "02", "LIS": "012", "LON": "2221100"})
    for place, ranking, decided in (("LIS", "210", "ab"), ("LON", "210", ".b")):
        score = score_place(table.state, place, TILE_ROWS[place], (3, 2, 1))
        assert (score.ranking, score.decided, score.points) == (ranking, decided, (1, 2, 3))


def test_only_players_win() -> None:
    """R8.9: the third party's points are recorded and shown, and never make it a winner."""
    table = set_two(
        mats={0: Mat(0, 0, points=7), 1: Mat(1, 0, points=9), 2: Mat(0, 0, points=80)},
        active=1,
        turn=44,
        council="x" * 15,
    )
    table.do(PlaceDisc(table.here))
    table.play_on()
    table.do(RevealInfluence("PAL"))
    assert isinstance(table.state.now, GameOver)
    assert (table.state.now.winners, table.state.now.by) == ("1", "points")
    assert [mat.points for mat in table.state.mats] == [7, 9, 80]


def test_a_support_disc_is_not_a_coloured_disc_of_the_supply() -> None:
    """R8.11, R6.2: a support disc is not exchanged for a white disc at the bottom; a disc from a street is."""
    table = set_two("WB", "www", mats={0: Mat(0, 1, support=3)}, stacks={"23": "0" + GREEN, "36": GREEN})
    table.do(PlaceDisc(table.here, WHITE), *deeds("WWBB"))
    assert legal(table.state) == (TakeDiscBack("23", 2),)
    table.refuses(TakeDiscBack("36", 1), "R6.3")
    table.refuses(TakeDiscBack("23", 1), "R6.3")
    events = table.do(TakeDiscBack("23", 2))
    assert happened(DiscTakenBack, events) == [DiscTakenBack(0, "12", "23", 2, "BAR")]
    assert (table.stack("23"), table.mat(0).support) == (GREEN + "w", 3)


def test_support_discs_on_streets_are_nobody_s_own() -> None:
    """R8.11, R6.3: a player with only support discs on streets gets no seat, and the white disc leaves the game."""
    table = set_two("WB", "www", mats={0: Mat(0, 1, support=3)}, stacks={"36": GREEN})
    events = table.do(PlaceDisc(table.here, WHITE), *deeds("WWBB"))
    assert happened(DiscRemoved, events) == [DiscRemoved("12", WHITE)]


def test_a_white_disc_under_a_support_disc_is_exchanged() -> None:
    """R8.5, R6.2: the player who placed the support disc is the active one, and seats a coloured disc."""
    table = set_two("WB", "w01")
    events = table.do(PlaceDisc(table.here, SUPPORT), DoAction("W"), DoAction("B"))
    assert happened(DiscPromoted, events) == [DiscPromoted(0, "12", "BAR")]
    assert (table.mat(0).coloured, table.mat(0).white) == (4, 3)


def test_support_discs_have_to_be_placed_too() -> None:
    """R8.1, R7.1: the game continues as long as anybody has a disc, support discs included."""
    table = set_two(mats={0: Mat(0, 0), 1: Mat(1, 0, support=1)}, active=1, turn=43)
    table.do(PlaceDisc("12"))
    table.play_on()
    assert table.state.now == Placement(1)
    events = table.do(PlaceDisc("78", SUPPORT))
    events += table.play_on()
    assert happened(EndReached, events) == [EndReached("discs")]


def test_a_support_disc_leaves_the_game_after_the_last_tile() -> None:
    """R7.2: after the fifteenth tile a support disc that is the fourth leaves the game."""
    table = set_two("WB", GREEN + "ww", council="01" * 7 + "2", active=1)
    events = table.do(PlaceDisc(table.here), DoAction("W"), DoAction("B"))
    assert happened(DiscRemoved, events) == [DiscRemoved("12", GREEN)]


def test_a_missed_turn_may_have_used_a_support_disc() -> None:
    """R8.1: a turn that nobody recorded used up a support disc if the player had no other disc."""
    table = set_two(mats={0: ONLY_SUPPORT})
    table.do_unlisted(MarkMissed())
    assert table.mat(0).support == 1


def test_support_discs_seen_on_every_street() -> None:
    """R8.3: if a support disc was observed on every street, one more may be placed on any."""
    table = set_two("WB", mats={0: ONLY_SUPPORT})
    table.do_unlisted(*(ObservePart(street, GREEN) for street in STREETS))
    assert table.offers(PlaceDisc("12", SUPPORT), PlaceDisc("23", SUPPORT))


def test_what_of_the_third_party_can_be_seen() -> None:
    """R8.9: the third party's points, discs, cubes and seats can be observed; it has no goods and no turn."""
    table = set_two()
    table.do_unlisted(
        ObservePart("2.points", "12"),
        ObservePart("23", "12w"),
        ObservePart("LIS", "2201"),
        ObservePart("council", "2x"),
        ObservePart("0.support", "1"),
    )
    assert (table.mat(2).points, table.stack("23"), table.row("LIS"), table.state.seats) == (12, "12w", "2201", "2")
    assert table.mat(0).support == 1
    for part in ("2.wood", "2.support", "2.hand", "3.points", "0.faction"):
        table.refuses(ObservePart(part, "0"), "R2")
    table.refuses(ObservePart("active", "2"), "R2")
    set_table().refuses(ObservePart("0.support", "1"), "R2")


def test_a_whole_game_of_two() -> None:
    """R8: two players play a game to its end, and have placed all 22 discs or had the same number of turns."""
    random = Random(3)
    table = Table(initial(shuffled_setup("br", random)))
    while not table.state.is_over:
        table.do(chance_command(table.state, random) if is_chance(table.state) else random.choice(legal(table.state)))
    assert table.state.turn % 2 == 0
    assert sum(mat.supply for mat in table.state.mats) == 44 - table.state.turn
