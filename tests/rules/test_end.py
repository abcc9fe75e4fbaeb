"""The end of the game (section 7)."""

import pytest
from msgspec.structs import replace

from calimala_es import legal
from calimala_es.commands import (
    DoAction,
    EndActivation,
    MarkMissed,
    ObservePart,
    PlaceDisc,
    RevealInfluence,
    SkipAction,
)
from calimala_es.components import GAME, INFLUENCE_CARDS, UNKNOWN, WHITE, InfluenceCard, Street
from calimala_es.events import (
    Deciding,
    DiscRemoved,
    EndReached,
    GameEnded,
    InfluenceRevealed,
    InfluenceScored,
    SeatTaken,
    TileScored,
)
from calimala_es.frames import InfluenceReveal, Placement
from calimala_es.state import Mat
from tests.rules.table import Table, happened, set_table

ALL_SCORED = "012" * 5
LAST_TILE_FREE = ALL_SCORED[:14]


def last_disc(council: str = "", cards: tuple[str, ...] = (), **mats: Mat) -> Table:
    """Return a table at which the third of three players is about to place the very last disc."""
    table = set_table(
        "WB",
        mats={0: mats.get("blue", Mat(0, 0)), 1: mats.get("red", Mat(0, 0)), 2: mats.get("yellow", Mat(1, 0))},
        council=council,
        active=2,
        turn=45,
    )
    table.state = replace(table.state, by_board=cards)
    return table


def test_all_discs_are_placed() -> None:
    """R7.1: when all players have placed all discs, the free tiles are scored in order, without seats."""
    table = last_disc(ALL_SCORED[:12])
    events = table.play_on(PlaceDisc(table.here))
    [end] = happened(EndReached, events)
    assert end == EndReached("discs")
    after = events[events.index(end) :]
    assert [event.tile for event in after if isinstance(event, TileScored)] == ["WOOD", "BRICK", "MARBLE"]
    assert happened(SeatTaken, events) == []
    assert table.state.council == ALL_SCORED[:12] + "xxx"
    assert table.state.is_over
    assert legal(table.state) == ()


def test_white_discs_have_to_be_placed_too() -> None:
    """R7.1: the game continues as long as anybody has a disc, coloured or white."""
    table = last_disc(yellow=Mat(1, 1))
    table.play_on(PlaceDisc(table.here))
    assert table.state.now == Placement(2)
    table.play_on(PlaceDisc(table.here, WHITE))
    assert table.state.is_over


def test_the_last_disc_may_still_bring_a_seat() -> None:
    """R7.1: the last turn is a complete one, council and scoring included."""
    table = set_table("WB", "1ww", mats={seat: Mat(seat // 2, 0) for seat in range(3)}, active=2, turn=45)
    events = table.play_on(PlaceDisc(table.here))
    kinds = [type(event) for event in events if isinstance(event, SeatTaken | EndReached)]
    assert kinds == [SeatTaken, EndReached]


def test_nothing_after_the_end() -> None:
    """R7.1: no decision and no observation is accepted when the game is over."""
    table = last_disc()
    table.play_on(PlaceDisc(table.here))
    for command in (
        PlaceDisc(table.here),
        MarkMissed(),
        ObservePart("deck", "0"),
        SkipAction("W"),
        RevealInfluence("BAR"),
    ):
        table.refuses(command, "R7.4")


def fifteenth(active: int) -> Table:
    """Return a table after the fifteenth scoring, in the round that began with turn 7."""
    table = set_table(
        "WB", "2ww", council=LAST_TILE_FREE, active=active, turn=7 + active, stacks={"23": "1ww", "78": "www"}
    )
    table.play_on(PlaceDisc(table.here))
    return table


def test_fifteenth_tile_finishes_the_round() -> None:
    """R7.2: after the fifteenth tile the round is finished, until all have placed the same number of discs."""
    table = fifteenth(0)
    assert table.state.now == Placement(1)
    table.play_on(PlaceDisc(table.here))
    assert table.state.now == Placement(2)
    events = table.play_on(PlaceDisc(table.here))
    assert happened(EndReached, events) == [EndReached("tiles")]
    assert happened(TileScored, events) == []
    assert table.state.is_over


def test_fifteenth_tile_in_the_last_turn_of_a_round() -> None:
    """R7.2: if the round is just finished the game ends at once, although discs are left."""
    table = fifteenth(2)
    assert table.state.is_over
    assert all(mat.supply for mat in table.state.mats)


@pytest.mark.parametrize(("street", "disc"), [("23", "1"), ("78", WHITE)])
def test_the_fourth_disc_leaves_the_game(street: Street, disc: str) -> None:
    """R7.2: from then on the fourth disc of a stack, coloured or white, leaves the game and nothing is scored."""
    table = fifteenth(0)
    before = table.state
    events = table.play_on(PlaceDisc(street, WHITE))
    assert happened(DiscRemoved, events) == [DiscRemoved(street, disc)]
    assert happened(TileScored, events) == []
    assert (table.state.council, table.state.seats) == (before.council, before.seats)
    assert table.stack(street) == "www"
    assert table.mat(1).coloured == before.mats[1].coloured


def test_influence_cards_are_turned_over() -> None:
    """R7.3: the card by the board is scored first, then the players' in seating order; each brings 5, 3 and 1."""
    table = last_disc(
        "x" * 15, ("HAM",), blue=Mat(0, 0, kept=("BAR",)), red=Mat(0, 0, kept=("PAL",)), yellow=Mat(1, 0, kept=("LIS",))
    )
    table.do_unlisted(ObservePart("HAM", "001"), ObservePart("BAR", "2221101"), ObservePart("LIS", "0"))
    table.play_on(PlaceDisc(table.here))
    table.refuses(RevealInfluence("LIS"), "R7.3")
    table.refuses(RevealInfluence(UNKNOWN), "R7.3")
    events = table.do(RevealInfluence("BAR"), RevealInfluence("PAL"), RevealInfluence("LIS"))
    assert happened(InfluenceRevealed, events) == [
        InfluenceRevealed(0, "BAR"),
        InfluenceRevealed(1, "PAL"),
        InfluenceRevealed(2, "LIS"),
    ]
    assert happened(InfluenceScored, events) == [
        InfluenceScored("HAM", (2, 1, 0), "01", ".", (5, 3, 0)),
        InfluenceScored("BAR", (1, 3, 3), "120", "e.", (1, 4, 4)),
        InfluenceScored("PAL", (0, 0, 0), "", "", (0, 0, 0)),
        InfluenceScored("LIS", (1, 0, 0), "0", "", (5, 0, 0)),
    ]
    assert events[-1] == GameEnded((11, 7, 4), "0", "points")


def test_palazzo_counts_seats() -> None:
    """R7.3: the card PAL counts artwork there and seats together; ties are broken as usual."""
    table = last_disc("0110" + "x" * 11, yellow=Mat(1, 0, kept=("PAL",)))
    table.do_unlisted(ObservePart("PAL.A", "2221"))
    table.play_on(PlaceDisc(table.here))
    [scored] = happened(InfluenceScored, table.do(RevealInfluence("PAL")))
    assert scored == InfluenceScored("PAL", (2, 3, 3), "120", "b.", (1, 5, 3))


def test_tiles_first_then_influence_cards() -> None:
    """R7.3: influence cards come after the free tiles, and only the result comes after them."""
    table = last_disc(ALL_SCORED[:14], yellow=Mat(1, 0, kept=("LIS",)))
    events = [*table.play_on(PlaceDisc(table.here)), *table.do(RevealInfluence("LIS"))]
    kinds = [
        type(event) for event in events if isinstance(event, EndReached | TileScored | InfluenceScored | GameEnded)
    ]
    assert kinds == [EndReached, TileScored, InfluenceScored, GameEnded]


def test_an_unknown_card_by_the_board_is_named_at_the_end() -> None:
    """R7.3: an unrecorded card by the board is asked for first, and cannot be a card that is elsewhere."""
    table = last_disc("x" * 15, (UNKNOWN,), yellow=Mat(1, 0, kept=("LIS",)))
    table.play_on(PlaceDisc(table.here))
    assert table.state.now == InfluenceReveal(GAME)
    table.refuses(RevealInfluence("LIS"), "R7.3")
    events = table.do(RevealInfluence("HAM"), RevealInfluence("LIS"))
    assert events[0] == InfluenceRevealed(GAME, "HAM")
    assert [event.card for event in events if isinstance(event, InfluenceScored)] == ["HAM", "LIS"]


def test_an_unknown_card_of_a_player_is_named_at_the_end() -> None:
    """R7.3: a player's unknown card is revealed as one that the player can have had."""
    table = last_disc(
        "x" * 15,
        ("HAM",),
        blue=Mat(0, 0, kept=(UNKNOWN,)),
        yellow=Mat(1, 0, kept=(UNKNOWN,), dealt=("LIS", "BAR", "LON")),
    )
    table.play_on(PlaceDisc(table.here))
    free: tuple[InfluenceCard, ...] = tuple(
        card for card in INFLUENCE_CARDS if card not in {"HAM", "LIS", "BAR", "LON"}
    )
    assert legal(table.state) == tuple(RevealInfluence(card) for card in (*free, UNKNOWN))
    table.do(RevealInfluence("PAL"))
    assert legal(table.state) == tuple(RevealInfluence(card) for card in ("LIS", "BAR", "LON", UNKNOWN))


def test_a_card_never_named_leaves_the_result_open() -> None:
    """R7.3, R7.4: the result is open if one of the cards stays unknown."""
    table = last_disc("x" * 15, blue=Mat(0, 0, points=30), yellow=Mat(1, 0, kept=(UNKNOWN,)))
    table.play_on(PlaceDisc(table.here))
    assert table.do(RevealInfluence(UNKNOWN))[-1] == GameEnded((30, 0, 0), "", "open")


@pytest.mark.parametrize(
    ("points", "seats", "palazzo", "winners", "by"),
    [
        ((9, 10, 8), "000", "0", "1", "points"),
        ((10, 10, 8), "001", "", "0", "council"),
        ((10, 10, 8), "001", "11", "1", "council"),
        ((10, 10, 8), "2222", "", "01", "shared"),
        ((10, 10, 10), "012", "", "012", "shared"),
        ((10, 10, 10), "010", "12", "01", "shared"),
        ((0, 0, 0), "", "", "012", "shared"),
    ],
)
def test_winners(points: tuple[int, ...], seats: str, palazzo: str, winners: str, by: Deciding) -> None:
    """R7.4: most points win, then more seats and PAL artwork together; players equal in both win together."""
    blue, red, yellow = (Mat(0, 0, points=won) for won in points)
    table = last_disc(seats.ljust(15, "x"), blue=blue, red=red, yellow=replace(yellow, coloured=1))
    table.do_unlisted(ObservePart("PAL.A", palazzo))
    assert table.play_on(PlaceDisc(table.here))[-1] == GameEnded(points, winners, by)


def test_the_order_of_moves_at_the_end() -> None:
    """R7.1: a player without a disc is passed over while others still place theirs."""
    table = set_table("WB", mats={0: Mat(2, 0), 1: Mat(0, 0), 2: Mat(1, 0)})
    table.do(PlaceDisc(table.here), DoAction("W"), DoAction("B"))
    assert table.state.now == Placement(2)
    table.play_on(PlaceDisc("69", "c") if table.offers(PlaceDisc("69")) else PlaceDisc(table.here))
    assert table.state.now == Placement(0)
    table.refuses(EndActivation(), "R4.1")
