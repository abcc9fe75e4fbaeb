"""Intrigue: its actions, the faction track, scorings with both, and the two areas at the end (R10)."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from calimala_es import Setup, initial, legal
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
from calimala_es.components import (
    COLOURED,
    INTRIGUE_ROWS,
    SCORING_TILES,
    TRADING_CITIES,
    UNKNOWN,
    InfluenceCard,
    Tile,
    to_action,
)
from calimala_es.errors import SetupError
from calimala_es.events import (
    ActionDone,
    ActionImpossible,
    ActionWaived,
    AreaScored,
    CardDiscarded,
    CardDrawn,
    DeckShuffled,
    EndReached,
    Event,
    GameEnded,
    InfluenceScored,
    OfferDeclined,
    SeatTaken,
    TileScored,
    TurnEnded,
)
from calimala_es.frames import CardDiscard, IntrigueChoice, Placement
from calimala_es.options import INTRIGUE_OPTIONS
from calimala_es.setup import ruleset_of
from calimala_es.state import Built, Mat, Stock
from tests.rules.intrigue_table import INTRIGUE_RULES, intrigue_setup, place_and_work, set_scene, with_cells
from tests.rules.table import SOME, Table, happened, with_goods
from tests.strategies import NO_CODE

RICH = Mat(5, 2, Stock(wood=2, brick=2, marble=2), built=Built(cloth=(2,)))
"""A player who can do every intrigue action."""

EVERY_OPTION = [(action, option) for action, options in INTRIGUE_OPTIONS.items() for option in options]

ROW_OF_OPTION = {
    ("K", ""): "CAR",
    **{("R", code): f"{building}.R" for code, building in {"P": "PAL", "F": "SMF", "M": "SMN", "C": "SCR"}.items()},
    **{("E", material): f"EMP.{material}" for material in "WBM"},
    **{
        ("N", code + material): f"{city}.{material}"
        for code, city in {"T": "TRO", "B": "BRU", "H": "HAM"}.items()
        for material in "WBM"
    },
}
"""The row to which the cube of each option goes."""

PAIR = {"K": "KE", "R": "RE", "E": "KE", "N": "KN"}
"""For each action a tile that has it, beside one of the other side."""


def scheming(pair: str = "KE", mat: Mat = RICH, **scene: object) -> Table:
    """Return a table at the intrigue action of blue, whose hand is as `mat` says."""
    table = set_scene(pair=pair, mats={0: replace(mat, open="", secret="", unknown=0)}, **scene)  # type: ignore[arg-type]
    place_and_work(table, COLOURED)
    assert table.state.now == IntrigueChoice(0, pair)
    mats = (mat, *table.state.mats[1:])
    table.state = replace(table.state, mats=mats)
    return table


# R10.1: the intrigue action.


def test_between_activations_and_scoring() -> None:
    """R10.1: the intrigue action comes after all activations, before the seat, the scoring and the end of the turn."""
    table = set_scene("WB", "122", mats={0: RICH}, pair="KE")
    events = table.do(PlaceDisc(table.here), *[DoAction("W"), DoAction("B")] * 3, DoAction("E", "W"))
    reported = [event for event in events if isinstance(event, ActionDone | SeatTaken | TileScored | TurnEnded)]
    assert [event.seat for event in reported[:6] if isinstance(event, ActionDone)] == [0, 0, 2, 2, 2, 2]
    assert [type(event) for event in reported[6:]] == [ActionDone, SeatTaken, TileScored, TurnEnded]
    assert reported[6] == ActionDone(0, "E", "W")


def test_only_the_active_player() -> None:
    """R10.1: one intrigue action comes in a turn, that of the active player, even if others' discs were activated."""
    table = set_scene("WB", "1", mats={0: RICH, 1: RICH}, pair="KE")
    events = table.do(PlaceDisc(table.here), *[DoAction("W"), DoAction("B")] * 2)
    assert table.state.now == IntrigueChoice(0, "KE")
    events = table.do(DoAction("K"))
    assert events[-1] == TurnEnded(0)


def test_also_on_an_empty_street() -> None:
    """R10.1: the intrigue action comes in every turn, whether the stack has one disc or four."""
    table = scheming()
    assert table.stack() == "0"
    assert {type(command) for command in legal(table.state)} == {DoAction, SkipAction}


def test_the_tile_of_the_street() -> None:
    """R10.1, R10.2: the two actions are those of the tile beside the street on which the disc was placed."""
    table = set_scene("WB", mats={0: RICH, 1: RICH}, stacks={"45": ""})
    intrigue = ("RN", *table.state.setup.intrigue[1:])
    table.state = replace(table.state, setup=replace(table.state.setup, intrigue=intrigue))
    place_and_work(table, COLOURED)
    assert table.state.now == IntrigueChoice(0, "RN")
    table.do(DoAction("R", "P"), PlaceDisc("23"), DoAction("B"), DoAction("M"))
    assert table.state.now == IntrigueChoice(1, "KE")


def test_one_of_the_two() -> None:
    """R10.1: one of the two actions is done, and the turn goes on; never both, nor one that is not on the tile."""
    table = scheming("KE")
    assert table.offers(DoAction("K"), DoAction("E", "W"), DoAction("E", "B"), DoAction("E", "M"))
    table.refuses(DoAction("N", "TW"), "R10.1")
    table.refuses(DoAction("R", "P"), "R10.1")
    table.refuses(DoAction("W"), "R10.1")
    table.refuses(DoAction(NO_CODE), "R10.1")
    table.do(DoAction("K"))
    assert table.state.now == Placement(1)
    assert (table.row("CAR"), table.row("EMP.W")) == ("0", "")


def test_waived() -> None:
    """R10.1: a possible intrigue action may be skipped, which is recorded and brings no card and no discards."""
    table = scheming("KE", replace(RICH, open="W"), deck=5)
    table.refuses(SkipAction("K"), "R10.1")
    assert table.do(SkipAction("I")) == [ActionWaived(0, "I"), TurnEnded(0)]
    assert (table.mat(0).faction, table.mat(0).hand_size) == (0, 1)


def test_waiving_has_its_moment() -> None:
    """R10.1: the intrigue action can be skipped only when it is due, not before."""
    table = set_scene("WB", mats={0: RICH})
    table.refuses(SkipAction("I"), "R4.1")
    table.do(PlaceDisc(table.here))
    table.refuses(SkipAction("I"), "R4.3")
    table.refuses(DoAction("K"), "R4.3")


def test_no_card_is_played() -> None:
    """R10.1: hand cards are not played in this step, neither before the action nor after it."""
    table = scheming("KE", replace(RICH, open="W", secret="V", unknown=1))
    table.refuses(PlayCard("W"), "R10.1")
    table.refuses(PlayCard("V"), "R10.1")
    table.refuses(EndActivation(), "R10.1")
    table.do(DoAction("K"))
    table.refuses(PlayCard("W"), "R10.5")


def test_impossible_brings_a_card() -> None:
    """R10.1: a player who can do neither action draws a card, whatever hand cards could change."""
    table = set_scene("MB", mats={0: Mat(5, 2, secret="W")}, pair="KR", deck=9)
    events = table.do(PlaceDisc(table.here), DoAction("M"), DoAction("B"), EndActivation())
    assert events[-1] == ActionImpossible(0, "I")
    table.refuses(PlayCard("W"), "R10.1")
    assert table.do(DrawCard("V")) == [CardDrawn(0, "V"), TurnEnded(0)]
    assert table.mat(0).secret == "VW"


def test_impossible_only_if_both_are() -> None:
    """R10.1: no card comes if one of the two is possible; the error about the other one names its own rule."""
    table = scheming("KE", Mat(5, 2, Stock(wood=1)), deck=9)
    table.refuses(DoAction("K"), "R10.3")
    assert happened(CardDrawn, table.do(SkipAction("I"))) == []


def test_nothing_to_draw() -> None:
    """R10.1, R5.11: no card comes if deck and open pile are empty; the open pile is shuffled if it is not."""
    bare = set_scene("WB", pair="KR")
    assert place_and_work(bare, COLOURED)[-2:] == [ActionImpossible(0, "I"), TurnEnded(0)]
    piled = set_scene("WB", pair="KR", discard="W")
    assert place_and_work(piled, COLOURED)[-2:] == [ActionImpossible(0, "I"), DeckShuffled()]
    piled.do(DrawCard(UNKNOWN))
    assert (piled.mat(0).hand_size, piled.state.discard) == (1, "")


def test_a_card_beyond_the_limit() -> None:
    """R10.1, R9.3: own discs bring one card in a turn, and the intrigue action one more: two in a turn."""
    table = set_scene("WS", "00", mats={0: Mat(5, 2, Stock(wood=3))}, pair="KR", deck=9)
    table.do(PlaceDisc(table.here), DoAction("W"), SkipAction("S"))
    assert happened(CardDrawn, table.do(SkipAction("W"), SkipAction("S"), DrawCard(UNKNOWN), EndActivation())) != []
    events = table.do(SkipAction("W"), SkipAction("S"), EndActivation())
    assert happened(CardDrawn, events) == []
    assert events[-1] == ActionImpossible(0, "I")
    table.do(DrawCard(UNKNOWN))
    assert table.mat(0).hand_size == 2
    assert table.state.now == Placement(1)


# R10.2, R10.4, R10.6: the box.


def test_a_tile_for_each_street() -> None:
    """R10.2: every street has a tile of two different actions; several may have the same one."""
    assert initial(intrigue_setup(pair="KE")).setup.intrigue == ("KE",) * 12
    for tiles, rule in [
        (("KE",) * 11, "R10.2"),
        (("KK",) * 12, "R10.1"),
        (("KW",) * 12, "R10.1"),
        (("K",) * 12, "R10.1"),
    ]:
        with pytest.raises(SetupError) as refusal:
            initial(replace(intrigue_setup(), intrigue=tiles))
        assert refusal.value.rule == rule


def test_intrigue_goes_with_the_second_edition() -> None:
    """R10: the expansion is played with the second edition."""
    first = Setup("bry", "WBMUCAVST", ruleset=ruleset_of("first", intrigue=True), intrigue=("KE",) * 12)
    with pytest.raises(SetupError) as refusal:
        initial(first)
    assert refusal.value.rule == "R10"


def test_usual_cells() -> None:
    """R10.4: 12 places in the cardinal's area, 3 of artistry, 4 of the emperor's materials, 2 of each in each city."""
    cells = dict(zip(INTRIGUE_ROWS, INTRIGUE_RULES.cells[-len(INTRIGUE_ROWS) :], strict=True))
    assert cells == {
        "CAR": 12,
        **{f"{building}.R": 3 for building in ("SMF", "SMN", "SCR", "PAL")},
        **{f"EMP.{material}": 4 for material in "WBM"},
        **{f"{city}.{material}": 2 for city in TRADING_CITIES for material in "WBM"},
    }


def test_other_cells() -> None:
    """R10.4: a rule set may have other numbers of cells, zero included, but must have a number for each row."""
    table = scheming("KN", ruleset=with_cells({"CAR": 1, "TRO.W": 0, "HAM.B": 7}), rows={"HAM.B": "111111"})
    table.refuses(DoAction("N", "TW"), "R10.3")
    assert table.offers(DoAction("N", "TB"), DoAction("N", "HB"), DoAction("K"))
    full = scheming("KN", ruleset=with_cells({"CAR": 1}), rows={"CAR": "1"})
    full.refuses(DoAction("K"), "R10.3")
    with pytest.raises(SetupError) as refusal:
        initial(intrigue_setup(ruleset=ruleset_of("second")))
    assert refusal.value.rule == "R10.4"


def test_track_of_other_lengths() -> None:
    """R10.6: a track may have other steps and stages, as long as its three stages are on it, in ascending order."""
    for steps, stages in [(0, (1, 2, 3)), (6, (2, 4, 7)), (6, (2, 2, 4)), (6, (4, 2, 6)), (6, (0, 2, 4)), (6, (2, 4))]:
        with pytest.raises(SetupError) as refusal:
            initial(intrigue_setup(ruleset=replace(INTRIGUE_RULES, steps=steps, stages=stages)))
        assert refusal.value.rule == "R10.6"
    short = replace(INTRIGUE_RULES, steps=3, stages=(1, 2, 3))
    table = scheming("KE", replace(RICH, open="BW", faction=2), ruleset=short)
    events = table.do(DoAction("E", "W"), DiscardCard("W"))
    assert events[-1] == TurnEnded(0)
    assert table.mat(0).faction == 3


def test_everybody_starts_in_the_middle() -> None:
    """R10.6: at the beginning everybody is in the middle of the track."""
    assert [mat.faction for mat in initial(intrigue_setup(players=5)).mats] == [0] * 5


# R10.3: what each action needs and changes.


def test_every_option_is_listed() -> None:
    """R10.3: the cardinal has one option, artistry four, the emperor three, banking nine."""
    assert {*EVERY_OPTION} == {*ROW_OF_OPTION}


@pytest.mark.parametrize(("action", "option"), EVERY_OPTION)
def test_a_cube_goes_there(action: str, option: str) -> None:
    """R10.3: one cloth of a workshop, or one cube of a warehouse, goes to a free cell, and nothing else changes."""
    table = scheming(PAIR[action])
    before = table.mat(0)
    table.do(DoAction(to_action(action), option))
    spent = {"W": {"wood": 1}, "B": {"brick": 1}, "M": {"marble": 1}}.get(option[-1:], {})
    assert table.mat(0) == with_goods(before, **({"cloth": (1,)} if action in "KR" else spent))
    row = ROW_OF_OPTION[action, option]
    assert {name: table.row(name) for name in INTRIGUE_ROWS if table.row(name)} == {row: "0"}


@pytest.mark.parametrize(("action", "option"), EVERY_OPTION)
def test_a_full_row(action: str, option: str) -> None:
    """R10.3: no cube goes into a full row."""
    row = ROW_OF_OPTION[action, option]
    cells_of: dict[str, int] = dict(zip(INTRIGUE_ROWS, INTRIGUE_RULES.cells[-len(INTRIGUE_ROWS) :], strict=True))
    cells = cells_of[row]
    scheming(PAIR[action], rows={row: "1" * cells}).refuses(DoAction(to_action(action), option), "R10.3")
    assert scheming(PAIR[action], rows={row: "1" * (cells - 1)}).offers(DoAction(to_action(action), option))


@pytest.mark.parametrize(("action", "option"), EVERY_OPTION)
def test_without_the_goods(action: str, option: str) -> None:
    """R10.3: an option is impossible if its cloth or its material is missing."""
    without = {"W": "wood", "B": "brick", "M": "marble"}.get(option[-1:] if action in "EN" else "", "")
    poor = with_goods(RICH, **({without: 0} if without else {"cloth": (0,)}))
    scheming(PAIR[action], poor).refuses(DoAction(to_action(action), option), "R10.3")


def test_cloth_comes_from_anywhere() -> None:
    """R10.3, R5.8: the cloth may come from any workshop, since cloth may be moved about at any time."""
    table = scheming("KE", Mat(5, 2, Stock(wood=1), built=Built(cloth=(0, 3))))
    table.do(DoAction("K"))
    assert sum(table.mat(0).built.cloth) == 2


# R10.5: discards.


@pytest.mark.parametrize(("action", "option", "step"), [("K", "", -1), ("R", "P", -1), ("E", "B", 1), ("N", "TM", 1)])
def test_a_step_for_each_card(action: str, option: str, step: int) -> None:
    """R10.5: each discarded card is a step, towards the cardinal after K and R, towards the emperor after E and N."""
    table = scheming(PAIR[action], replace(RICH, open="W", secret="CC", unknown=1))
    table.do(DoAction(to_action(action), option))
    assert table.state.now == CardDiscard(0, step)
    assert table.do(DiscardCard("C")) == [CardDiscarded(0, "C", step)]
    table.do(DiscardCard("S"))
    assert table.mat(0).faction == 2 * step
    assert (table.mat(0).open, table.mat(0).secret, table.mat(0).unknown) == ("W", "C", 0)
    assert table.state.discard == "CS"
    assert table.do(DeclineOffer()) == [OfferDeclined(0), TurnEnded(0)]
    assert table.mat(0).faction == 2 * step


def test_the_last_card() -> None:
    """R10.5: no discard is asked for after the last card of the hand."""
    table = scheming("KE", replace(RICH, open="W"))
    assert table.do(DoAction("K"), DiscardCard("W"))[-1] == TurnEnded(0)


def test_nothing_to_discard() -> None:
    """R10.5: a player with an empty hand is not asked for a discard."""
    assert scheming("KE").do(DoAction("K"))[-1] == TurnEnded(0)


def test_what_is_discarded() -> None:
    """R10.5: cards of the hand are discarded one at a time, and no other decision is legal meanwhile."""
    table = scheming("KE", replace(RICH, open="W"))
    table.do(DoAction("K"))
    table.refuses(DiscardCard("B"), "R5.10")
    table.refuses(DiscardCard(NO_CODE), "R5.10")
    table.refuses(DiscardCard(UNKNOWN), "R5.10")
    table.refuses(DoAction("E", "W"), "R10.5")
    table.refuses(SkipAction("I"), "R10.5")
    table.refuses(PlaceDisc("12"), "R10.5")


def test_discards_have_their_moment() -> None:
    """R10.5: no card is discarded before the intrigue action, nor after one that was skipped or impossible."""
    table = scheming("KE", replace(RICH, open="W"))
    table.refuses(DiscardCard("W"), "R10.1")
    table.refuses(DeclineOffer(), "R10.1")
    table.do(SkipAction("I"))
    table.refuses(DiscardCard("W"), "R4.1")
    impossible = set_scene("WB", pair="KR", mats={0: Mat(5, 2, open="S")})
    events = impossible.do(PlaceDisc(impossible.here), DoAction("W"), DoAction("B"), EndActivation())
    assert events[-2:] == [ActionImpossible(0, "I"), TurnEnded(0)]


@pytest.mark.parametrize(
    ("side", "action", "back"), [(1, DoAction("E", "W"), DoAction("K")), (-1, DoAction("K"), DoAction("E", "W"))]
)
def test_the_end_of_the_track(side: int, action: DoAction, back: DoAction) -> None:
    """R10.5, R10.6: six steps lead to the end; at the end no card may be discarded that would lead further."""
    near = scheming("KE", replace(RICH, open="BW", faction=5 * side))
    events = near.do(action, DiscardCard("W"))
    assert (near.mat(0).faction, events[-1]) == (6 * side, TurnEnded(0))
    at_end = scheming("KE", replace(RICH, open="BW", faction=6 * side))
    assert at_end.do(action)[-1] == TurnEnded(0)
    returning = scheming("KE", replace(RICH, open="BW", faction=6 * side))
    returning.do(back, DiscardCard("W"), DiscardCard("B"))
    assert returning.mat(0).faction == 4 * side


def test_discards_before_the_scoring() -> None:
    """R10.1, R10.5: the steps of a turn count in the scoring of that turn."""
    tiles = " ".join(["BAR", *SCORING_TILES[1:]])
    mats = {0: Mat(5, 2, Stock(wood=1), secret="V", faction=1)}
    table = set_scene("WB", "www", mats=mats, rows={"BAR": "0"}, tiles=tiles, pair="KE")
    table.do(PlaceDisc(table.here), DoAction("W"), DoAction("B"), EndActivation())
    [scored] = happened(TileScored, table.do(DoAction("E", "W"), DiscardCard("V")))
    assert isinstance(scored, TileScored)
    assert scored.bonus == (1, 0, 0)


# R10.7: what is counted.


def scored(tile: Tile, rows: Mapping[str, str], factions: tuple[int, ...] = (0, 0, 0, 0)) -> tuple[TileScored, Table]:
    """Return the scoring of a tile, for four players, and the table after it."""
    tiles = " ".join([tile, *(other for other in SCORING_TILES if other != tile)])
    mats = {seat: replace(SOME, faction=step) for seat, step in enumerate(factions)}
    table = set_scene("WB", "www", players=4, pair="KR", mats=mats, rows=rows, tiles=tiles)
    [event] = happened(TileScored, place_and_work(table))
    assert isinstance(event, TileScored)
    return event, table


COUNTED = {
    "SMF": ("SMF.R",),
    "SMN": ("SMN.R",),
    "SCR": ("SCR.R",),
    "TRO": ("TRO.W", "TRO.B", "TRO.M"),
    "BRU": ("BRU.W", "BRU.B", "BRU.M"),
    "HAM": ("HAM.W", "HAM.B", "HAM.M"),
    "TRADE": tuple(f"{city}.{material}" for city in ("TRO", "BRU", "HAM") for material in "WBM"),
}
"""The rows of Intrigue that each scoring tile counts besides its own."""


@pytest.mark.parametrize("tile", SCORING_TILES)
def test_where_cubes_count(tile: Tile) -> None:
    """R10.7: a church counts its artistry, a city and the trading cities their banking, and other tiles neither."""
    rows: dict[str, str] = dict.fromkeys(INTRIGUE_ROWS, "12")
    event, _ = scored(tile, rows)
    assert event.counts == (0, len(COUNTED.get(tile, ())), len(COUNTED.get(tile, ())), 0)
    others: dict[str, str] = {row: "1" for row in INTRIGUE_ROWS if row not in COUNTED.get(tile, ())}
    assert scored(tile, others)[0].counts == (0, 0, 0, 0)


def test_cubes_count_beside_the_usual_ones() -> None:
    """R10.7: these cubes count in addition to those that the tile counts without Intrigue."""
    assert scored("TRO", {"TRO": "1122", "TRO.M": "2"})[0].points == (0, 2, 3, 0)
    assert scored("SMN", {"SMN.A": "1", "SMN.W": "12", "SMN.R": "22"})[0].counts == (0, 2, 3, 0)


def test_ties_count_none() -> None:
    """R10.7, R9.4: artistry in PAL is not artwork, so it breaks no tie."""
    event, _ = scored("LIS", {"LIS": "23", "PAL.R": "333"})
    assert (event.ranking, event.decided) == ("23", "n")


def test_influence_cards_count_none() -> None:
    """R10.7: influence cards of churches, cities and PAL do not count artistry and banking."""
    cards: tuple[InfluenceCard, ...] = ("TRO", "SMF", "PAL")
    events, _ = ended(rows={"TRO.W": "1", "SMF.R": "1", "PAL.R": "1", "TRO": "2"}, by_board=cards)
    counts = {event.card: event.counts for event in events if isinstance(event, InfluenceScored)}
    assert counts == {"TRO": (0, 0, 1), "SMF": (0, 0, 0), "PAL": (0, 0, 0)}


# R10.8: points for the track.

CITIES = ("BAR", "LIS", "LON", "TRO", "BRU", "HAM", "PORT", "TRADE")
CARDINALS = ("SMF", "SMN", "SCR", "WOOD", "BRICK", "MARBLE")
CUBES = {
    **dict.fromkeys(("BAR", "TRO", "BRU", "LIS", "LON", "HAM"), "0000111223"),
    **{f"{church}.{material}": "0001123" for church in ("SMF", "SMN", "SCR") for material in "WBM"},
    "SMF.A": "0011",
    "SMN.A": "0011",
    "SCR.A": "0011",
}
"""Cubes with which the four players come first to fourth in every scoring, in seating order."""


@pytest.mark.parametrize(
    ("step", "bonus"),
    [
        (0, (0, 0, 0)),
        (1, (0, 0, 0)),
        (2, (1, 0, 0)),
        (3, (1, 0, 0)),
        (4, (2, 1, 0)),
        (5, (2, 1, 0)),
        (6, (3, 2, 1)),
    ],
)
@pytest.mark.parametrize(("tiles", "side"), [(CITIES, 1), (CARDINALS, -1)])
def test_points_by_stage(tiles: tuple[Tile, ...], side: int, step: int, bonus: tuple[int, ...]) -> None:
    """R10.8, R10.6: steps 2, 4 and 6 bring points to the first, the first two and the first three. The emperor's side
    counts for cities, the cardinal's for churches and materials; each side gives nothing for the other's tiles, and the
    fourth player gets nothing."""
    for tile in tiles:
        event, table = scored(tile, CUBES, (step * side,) * 4)
        assert (event.ranking[:3], event.points[:3]) == ("012", (3, 2, 1)), tile
        assert event.bonus == (*bonus, 0), tile
        assert [table.mat(seat).points for seat in range(4)] == [3 + bonus[0], 2 + bonus[1], 1 + bonus[2], 0]
        assert scored(tile, CUBES, (-step * side,) * 4)[0].bonus == (0, 0, 0, 0), tile


def test_everybody_has_a_stage() -> None:
    """R10.8: a player's bonus depends on the player's own rank in the scoring and own stage."""
    rows = {"BAR": "3331122000", "LIS": "0"}
    assert scored("BAR", rows, (6, 6, 4, 1))[0].ranking == "0312"
    assert scored("BAR", rows, (2, 6, 4, 4))[0].bonus == (1, 1, 0, 1)
    assert scored("BAR", rows, (1, 4, 6, 6))[0].bonus == (0, 0, 0, 2)


@pytest.mark.parametrize("step", [6, -6])
def test_artwork_has_no_side(step: int) -> None:
    """R10.8: the track gives nothing for the artwork tile on either side."""
    assert scored("ART", CUBES, (step,) * 4)[0].bonus == (0, 0, 0, 0)


def test_without_a_cube_no_points() -> None:
    """R10.8: a player without a cube is not among the first three."""
    assert scored("LIS", {"LIS": "2"}, (6, 6, 6, 6))[0].bonus == (0, 0, 3, 0)
    assert scored("LIS", {}, (6, 6, 6, 6))[0].bonus == (0, 0, 0, 0)


def test_other_stages() -> None:
    """R10.6, R10.8: if a rule set has other stages, the points come from those steps on."""
    rules = replace(INTRIGUE_RULES, steps=9, stages=(1, 5, 9))
    mats = {0: replace(SOME, faction=9), 1: replace(SOME, faction=5), 2: replace(SOME, faction=8)}
    table = set_scene("WB", "www", pair="KR", mats=mats, rows={"BAR": "000112"}, ruleset=rules)
    [event] = happened(TileScored, place_and_work(table))
    assert isinstance(event, TileScored)
    assert event.bonus == (3, 1, 0)


# R10.9: the two areas at the end.


def ended(
    rows: Mapping[str, str], council: str = "x" * 15, by_board: tuple[InfluenceCard, ...] = (), faction: int = 0
) -> tuple[list[Event], Table]:
    """Return the end of a game, after the last disc was placed."""
    mats = {seat: Mat(0, 0, faction=faction) for seat in (0, 1)} | {2: Mat(1, 0, faction=faction)}
    table = set_scene("WB", pair="KR", mats=mats, rows=rows, council=council, by_board=by_board, turn=3, active=2)
    events = place_and_work(table, COLOURED)
    assert table.state.is_over
    return events, table


def test_after_the_tiles_and_before_the_cards() -> None:
    """R10.9: the areas are scored after the free tiles and before the influence cards, the cardinal's first."""
    events, _ = ended({}, council="x" * 14 + ".", by_board=("BAR",))
    order = [type(event) for event in events[events.index(EndReached("discs")) :]]
    assert order == [EndReached, TileScored, AreaScored, AreaScored, InfluenceScored, GameEnded]
    assert [event.area for event in events if isinstance(event, AreaScored)] == ["CAR", "EMP"]


@pytest.mark.parametrize(
    ("cardinal", "emperor", "points"),
    [
        ("001", ("0", "1", ""), ((5, 3, 0), (3, 2, 0))),
        ("01", ("0", "0", "1"), ((3, 2, 0), (5, 3, 0))),
        ("00012", ("", "01", "012"), ((3, 2, 1), (3, 2, 1))),
        ("000112", ("222", "11", ""), ((5, 3, 1), (0, 2, 3))),
        ("", ("", "", ""), ((0, 0, 0), (0, 0, 0))),
        ("", ("", "", "1"), ((0, 0, 0), (0, 5, 0))),
    ],
)
def test_more_fewer_equal(cardinal: str, emperor: tuple[str, str, str], points: tuple[tuple[int, ...], ...]) -> None:
    """R10.9: the area with more cubes brings 5, 3 and 1 points, the other one, or both if equal, 3, 2 and 1."""
    rows = {"CAR": cardinal, **{f"EMP.{material}": cubes for material, cubes in zip("WBM", emperor, strict=True)}}
    events, table = ended(rows)
    assert tuple(event.points for event in events if isinstance(event, AreaScored)) == points
    assert [mat.points for mat in table.state.mats] == [sum(both) for both in zip(*points, strict=True)]


def test_all_materials_count_together() -> None:
    """R10.9: the emperor's area is scored as one, whatever material a cube represents."""
    events, _ = ended({"EMP.W": "01", "EMP.B": "1", "EMP.M": "012"})
    assert [event.counts for event in events if isinstance(event, AreaScored)] == [(0, 0, 0), (2, 3, 1)]


def test_ties_in_an_area() -> None:
    """R10.9, R9.4, R9.7: ties are broken as elsewhere, with the starting player as the active one."""
    events, _ = ended({"CAR": "210"})
    areas = [event for event in events if isinstance(event, AreaScored)]
    assert (areas[0].ranking, areas[0].decided, areas[0].points) == ("012", "pn", (5, 3, 1))
    events, _ = ended({"CAR": "210", "PAL.A": "2"})
    areas = [event for event in events if isinstance(event, AreaScored)]
    assert (areas[0].ranking, areas[0].decided) == ("201", "ap")


@pytest.mark.parametrize("faction", [6, -6])
def test_no_points_for_the_track_at_the_end(faction: int) -> None:
    """R10.9: areas and influence cards bring nothing for the track; the tiles scored at the end do."""
    events, table = ended(
        {"CAR": "2", "EMP.W": "2", "BAR": "2", "SMF.W": "2"}, by_board=("BAR", "SMF"), faction=faction
    )
    assert len(happened(InfluenceScored, events)) == 2
    assert table.mat(2).points == 3 + 3 + 5 + 5
    events, table = ended({"MARBLE": "", "SMF.M": "2"}, council="x" * 14 + ".", faction=faction)
    assert table.mat(2).points == (3 if faction > 0 else 6)
