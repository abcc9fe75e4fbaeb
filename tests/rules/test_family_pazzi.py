"""Pazzi: white discs below the top act as the player's own (R11.Pazzi, R11.7)."""

import pytest
from msgspec.structs import replace

from calimala_es.commands import (
    ActivateWhiteDisc,
    DeclineOffer,
    DoAction,
    DrawCard,
    EndActivation,
    PlaceDisc,
    SkipAction,
)
from calimala_es.components import COLOURED, UNKNOWN, WHITE
from calimala_es.events import (
    ActionWaived,
    CardDrawn,
    DiscActivated,
    DiscPromoted,
    EndReached,
    GameEnded,
    OfferDeclined,
    WhiteDiscUsed,
)
from calimala_es.frames import Activation, DiscOffer, Placement
from calimala_es.state import Mat, Stock
from tests.rules.intrigue_table import now, place_and_work, set_scene
from tests.rules.table import Table, happened

PAZZI = ("Pazzi", "", "")


def pazzi(stack: str, actions: str = "WB", **scene: object) -> Table:
    """Return a table at which blue has Pazzi."""
    return set_scene(actions, stack, families=PAZZI, pair="KR", **scene)  # type: ignore[arg-type]


def test_a_white_disc_below() -> None:
    """R11.Pazzi: a white disc below may be activated as the player's own, each action once."""
    table = pazzi("w")
    place_and_work(table, COLOURED)
    assert now(table) == DiscOffer(0, table.here, 2)
    events = table.do(ActivateWhiteDisc())
    assert events == [WhiteDiscUsed(0, table.here, 2), DiscActivated(0, table.here, 2, "WB")]
    table.do(DoAction("B"))
    table.refuses(DoAction("B"), "R4.3")
    table.do(DoAction("W"))
    assert (table.mat(0).stock.wood, table.mat(0).stock.brick) == (2, 2)
    assert now(table) == Placement(1)
    assert table.stack() == "w0"


def test_it_may_be_left() -> None:
    """R11.Pazzi: the player may leave the white disc inactive."""
    table = pazzi("w")
    place_and_work(table, COLOURED)
    assert table.do(DeclineOffer())[0] == OfferDeclined(0)
    assert (table.mat(0).stock.wood, now(table)) == (1, Placement(1))


def test_each_for_itself() -> None:
    """R11.7: the player decides for each of two white discs, the upper one first; the fourth disc never counts."""
    for answers, wood in [((True, True), 3), ((True, False), 2), ((False, True), 2), ((False, False), 1)]:
        table = pazzi("www")
        place_and_work(table, COLOURED)
        for depth, answer in enumerate(answers, 2):
            assert now(table) == DiscOffer(0, table.here, depth)
            table.do(*((ActivateWhiteDisc(), DoAction("W"), DoAction("B")) if answer else (DeclineOffer(),)))
        assert (table.mat(0).stock.wood, now(table)) == (wood, Placement(1))


def test_under_a_white_disc() -> None:
    """R11.Pazzi: the ability also applies when the disc just placed is white, which acts twice itself."""
    table = pazzi("w")
    place_and_work(table, WHITE)
    table.do(ActivateWhiteDisc(), DoAction("W"), DoAction("B"))
    assert (table.mat(0).stock.wood, table.mat(0).stock.brick) == (3, 3)


def test_in_the_order_of_the_stack() -> None:
    """R4.4, R11.Pazzi: coloured and white discs act in the order of the stack."""
    table = pazzi("w1")
    place_and_work(table, COLOURED)
    assert now(table) == Activation(1, table.here, 2, "WB", 0, 1)
    table.do(DoAction("W"), DoAction("B"))
    assert now(table) == DiscOffer(0, table.here, 3)
    other = pazzi("1w")
    place_and_work(other, COLOURED)
    other.do(ActivateWhiteDisc(), DoAction("W"), DoAction("B"), DoAction("W"), DoAction("B"))
    assert (other.mat(0).stock.wood, other.mat(1).stock.wood) == (2, 1)


def test_where_the_player_places() -> None:
    """R11.Pazzi: white discs act only on the stack on which this player has just placed a disc."""
    table = pazzi("w", active=1, stacks={"36": "w"})
    place_and_work(table, COLOURED)
    assert now(table) == Placement(2)
    below = pazzi("w0", active=1)
    below.do(PlaceDisc(below.here), *[DoAction("W"), DoAction("B")] * 2)
    assert now(below) == Placement(2)


def test_only_an_offer_is_taken() -> None:
    """R11.Pazzi: a white disc acts only when its turn in the stack has come, and then nothing else is legal."""
    table = pazzi("w")
    table.refuses(ActivateWhiteDisc(), "R4.1")
    table.do(PlaceDisc(table.here))
    table.refuses(ActivateWhiteDisc(), "R4.3")
    table.do(DoAction("W"), DoAction("B"))
    table.refuses(DoAction("W"), "R11.Pazzi")
    table.refuses(EndActivation(), "R11.Pazzi")


def test_nothing_has_to_be_done() -> None:
    """R4.2, R11.Pazzi: the duty is only that of the disc just placed; a white one's actions may be skipped."""
    table = pazzi("w")
    place_and_work(table, COLOURED)
    events = table.do(ActivateWhiteDisc(), SkipAction("W"), SkipAction("B"))
    assert len(happened(ActionWaived, events)) == 2


def test_compensation() -> None:
    """R9.3, R11.Pazzi: own discs and white discs used as own that can do nothing bring one card in all."""
    table = pazzi("ww", "WS", mats={0: Mat(5, 2, Stock(wood=3))}, deck=9)
    table.do(PlaceDisc(table.here), DoAction("W"), SkipAction("S"))
    table.do(ActivateWhiteDisc(), SkipAction("W"), SkipAction("S"), DrawCard(UNKNOWN), EndActivation())
    events = table.do(ActivateWhiteDisc(), SkipAction("W"), SkipAction("S"))
    assert happened(CardDrawn, events) == []


def test_the_white_disc_at_the_bottom() -> None:
    """R6.2, R11.Pazzi: the white disc at the bottom of four brings a seat, as usual, and is not activated."""
    table = pazzi("w11")
    place_and_work(table, COLOURED)
    events = table.do(*[DoAction("W"), DoAction("B")] * 2)
    assert happened(DiscPromoted, events) == [DiscPromoted(0, table.here, "BAR")]


@pytest.mark.parametrize("left", [(1, 1), (2, 0), (0, 2)])
def test_two_discs_are_left(left: tuple[int, int]) -> None:
    """R11.Pazzi, R9.1: with two discs left the game ends in the same round, and they stay unused."""
    mats = {0: Mat(0, 0), 1: Mat(0, 0), 2: Mat(left[0] + 1, left[1])}
    table = set_scene("WB", families=("", "", "Pazzi"), pair="KR", mats=mats, council="x" * 15, turn=45, active=2)
    events = place_and_work(table, COLOURED)
    assert happened(EndReached, events) == [EndReached("tiles")]
    tiles = set_scene("WB", families=("", "", "Pazzi"), pair="KR", mats=mats, turn=45, active=2)
    events = place_and_work(tiles, COLOURED)
    assert happened(EndReached, events) == [EndReached("discs")]
    assert len(happened(GameEnded, events)) == 1
    assert (tiles.mat(2).coloured, tiles.mat(2).white) == left


def test_the_others_finish_the_round() -> None:
    """R9.1, R11.Pazzi: the players after Pazzi in the round still place a disc."""
    mats = {0: Mat(2, 1), 1: Mat(1, 0), 2: Mat(1, 0)}
    table = pazzi("", mats=mats, turn=43)
    place_and_work(table, COLOURED)
    assert now(table) == Placement(1)
    table.do(PlaceDisc("36"), DoAction("M"), SkipAction("A"))
    assert now(table) == Placement(2)


def test_three_discs_are_not_the_last() -> None:
    """R11.Pazzi: the game continues with three discs left."""
    mats = {0: Mat(5, 2), 1: Mat(5, 2), 2: Mat(3, 1)}
    table = set_scene("WB", families=("", "", "Pazzi"), pair="KR", mats=mats, turn=3, active=2)
    place_and_work(table, COLOURED)
    assert now(table) == Placement(0)
    two = set_scene("WB", families=PAZZI, pair="KR", mats={**mats, 2: Mat(3, 0)}, turn=3, active=2)
    place_and_work(two, COLOURED)
    assert now(two) == Placement(0)
    assert two.mat(2) == replace(two.mat(2), coloured=2, white=0)
