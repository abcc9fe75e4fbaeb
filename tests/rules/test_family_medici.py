"""Medici: the player may play a card before any tile is scored (R11.Medici, R11.6)."""

from msgspec.structs import replace

from calimala_es import legal
from calimala_es.commands import DeclineOffer, DoAction, DrawCard, EndActivation, PlaceDisc, PlayCard
from calimala_es.components import COLOURED, UNKNOWN
from calimala_es.events import (
    AreaScored,
    CardPlayed,
    DiscRemoved,
    InfluenceScored,
    OfferDeclined,
    SeatTaken,
    TileScored,
    TurnEnded,
)
from calimala_es.frames import CardOffer
from calimala_es.state import Mat, Stock
from tests.rules.intrigue_table import now, place_and_work, set_scene
from tests.rules.table import SOME, Table, happened

MEDICI = ("", "Medici", "")
CHURCHES = "SMF SMN SCR BAR LIS LON TRO BRU HAM ART PORT TRADE WOOD BRICK MARBLE"


def due(mat: Mat, stack: str = "2ww", **scene: object) -> Table:
    """Return a table at which red has Medici and blue has placed the fourth disc; San Miniato follows Santa Maria."""
    table = set_scene("WB", stack, families=MEDICI, pair="KR", mats={1: mat}, tiles=CHURCHES, **scene)  # type: ignore[arg-type]
    place_and_work(table, COLOURED)
    return table


def test_a_card_before_the_tile() -> None:
    """R11.Medici: before a tile is scored one card may be played, and what it does counts in that scoring."""
    table = due(replace(SOME, stock=Stock(wood=1), open="C"))
    assert now(table) == CardOffer(1)
    events = table.do(PlayCard("C", "FW"))
    assert events[0] == CardPlayed(1, "C", "FW")
    [scored] = happened(TileScored, events)
    assert isinstance(scored, TileScored)
    assert scored.counts == (0, 1, 0)
    assert (table.mat(1).hand_size, table.mat(1).points) == (0, 3)
    assert table.state.discard == "C"


def test_it_may_be_left() -> None:
    """R11.Medici: the player may decline and keep the cards."""
    table = due(replace(SOME, stock=Stock(wood=1), open="C"))
    assert [type(event) for event in table.do(DeclineOffer())] == [OfferDeclined, TileScored, TurnEnded]
    assert table.mat(1).hand_size == 1


def test_one_card() -> None:
    """R11.6: at most one card is played before each tile."""
    table = due(replace(SOME, stock=Stock(wood=2), open="C", secret="C"))
    assert happened(TileScored, table.do(PlayCard("C", "FW"))) != []
    assert table.mat(1).hand_size == 1


def test_a_card_that_can_be_played() -> None:
    """R11.Medici, R5.10: the card must be in the hand and its action possible; nothing else is legal then."""
    table = due(replace(SOME, open="C", secret="W"))
    table.refuses(PlayCard("C", "FW"), "R5.7")
    table.refuses(PlayCard("B"), "R5.10")
    table.refuses(DoAction("W"), "R11.Medici")
    table.refuses(EndActivation(), "R11.Medici")
    assert table.offers(PlayCard("W"), DeclineOffer())


def test_a_hand_of_no_use() -> None:
    """R11.6: the offer comes whenever the player has cards, even if none can be played."""
    table = due(replace(SOME, open="C"))
    assert legal(table.state) == (DeclineOffer(),)


def test_an_unknown_card() -> None:
    """R11.6: an unknown card may be played as any card with an unseen copy."""
    table = due(replace(SOME, stock=Stock(marble=1), unknown=1))
    table.do(PlayCard("A", "M"))
    assert (table.row("SMN.A"), table.mat(1).hand_size) == ("1", 0)


def test_an_empty_hand() -> None:
    """R11.6: a player with an empty hand gets no offer."""
    table = due(SOME)
    assert table.state.council[:1] == "2"


def test_in_the_own_turn() -> None:
    """R11.6: the offer comes in every turn, the own one included, also for a card just drawn."""
    table = set_scene("WB", "2ww", families=MEDICI, pair="KR", tiles=CHURCHES, active=1, deck=5)
    place_and_work(table, COLOURED)
    table.do(DrawCard("W"))
    assert now(table) == CardOffer(1)
    table.do(PlayCard("W"))
    assert table.mat(1).stock.wood == 2


def test_when_the_seat_has_been_taken() -> None:
    """R11.6: the offer comes after the seat has been taken."""
    table = set_scene("WB", "2ww", families=MEDICI, pair="KR", mats={1: replace(SOME, open="W")})
    events = place_and_work(table, COLOURED)
    assert events[-1] == SeatTaken(2, table.here, "BAR")
    assert table.state.council[:1] == "2"


def test_without_a_seat() -> None:
    """R11.6, R6.3: the offer also comes if nobody gets the seat."""
    mats = {0: Mat(0, 1), 1: replace(SOME, open="W")}
    table = set_scene("WB", "www", families=MEDICI, pair="KR", mats=mats)
    assert happened(DiscRemoved, place_and_work(table)) != []
    assert now(table) == CardOffer(1)


def test_only_before_a_tile() -> None:
    """R11.6, R9.2: a seat after the fifteenth tile, and a turn without a scoring, bring no offer."""
    assert due(replace(SOME, open="W"), council="x" * 15).state.actor == 1
    assert not isinstance(due(replace(SOME, open="W"), council="x" * 15).state.now, CardOffer)
    low = due(replace(SOME, open="W"), stack="ww")
    low.refuses(PlayCard("W"), "R4.1")


def ending(mat: Mat) -> Table:
    """Return the end of a game with three free tiles, an influence card and both areas to score; red has Medici."""
    mats = {0: Mat(0, 0), 1: mat, 2: Mat(1, 0)}
    table = set_scene(
        "WB", families=MEDICI, pair="KR", mats=mats, council="x" * 12, turn=3, active=2, by_board=("SMF",)
    )
    place_and_work(table, COLOURED)
    return table


def test_at_the_end() -> None:
    """R11.6: at the end one card may be played before each tile that is still free."""
    table = ending(Mat(0, 0, Stock(wood=1, brick=1, marble=1), secret="CCCC"))
    events = table.do(PlayCard("C", "FW"))
    assert [event.tile for event in events if isinstance(event, TileScored)] == ["WOOD"]
    events = table.do(DeclineOffer())
    assert [event.tile for event in events if isinstance(event, TileScored)] == ["BRICK"]
    events = table.do(PlayCard("C", "FM"))
    assert [event.tile for event in events if isinstance(event, TileScored)] == ["MARBLE"]
    assert table.mat(1).points == 3 + 0 + 3 + 5


def test_the_hand_runs_out_at_the_end() -> None:
    """R11.6: after the last card no offer comes before the remaining tiles."""
    table = ending(Mat(0, 0, Stock(wood=1), unknown=1))
    events = table.do(PlayCard("C", "FW"))
    assert len(happened(TileScored, events)) == 3
    assert table.state.is_over


def test_not_before_cards_and_areas() -> None:
    """R11.6: no offer comes before the two areas and the influence cards."""
    table = ending(Mat(0, 0, secret="VVVV"))
    events = table.do(DeclineOffer(), DeclineOffer(), DeclineOffer())
    assert len(happened(AreaScored, events)) == 2
    assert len(happened(InfluenceScored, events)) == 1
    assert table.state.is_over


def test_only_its_own_player() -> None:
    """R11.Medici: no other player gets an offer."""
    table = set_scene("WB", "2ww", families=MEDICI, pair="KR", mats={2: replace(SOME, open="W", unknown=2)})
    place_and_work(table, COLOURED)
    assert table.state.council[:1] == "2"
    table.refuses(DrawCard(UNKNOWN), "R4.1")
    table.do(PlaceDisc("36"))
