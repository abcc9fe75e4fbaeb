"""The second edition (R9)."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from calimala_es import Ruleset, legal
from calimala_es.commands import (
    DoAction,
    DrawCard,
    EndActivation,
    ObservePart,
    PlaceDisc,
    PlayCard,
    RevealInfluence,
    SkipAction,
    TakeDiscBack,
)
from calimala_es.components import TILE_ROWS, UNKNOWN, WHITE, Street
from calimala_es.editions import BY_ACTION, BY_ACTIVATION, UNLIMITED
from calimala_es.events import (
    ActionImpossible,
    ActionWaived,
    CardDrawn,
    DiscActivated,
    DiscPlaced,
    DiscPromoted,
    DiscRemoved,
    DiscTakenBack,
    EndReached,
    InfluenceScored,
    SeatTaken,
    TileScored,
    TurnEnded,
)
from calimala_es.frames import CardDraw, Placement, Promotion
from calimala_es.scoring import CLAUSE_WORDS, score_place, tile_rows
from calimala_es.setup import ruleset_of
from calimala_es.state import Built, Mat, State, Stock
from tests.rules.table import Table, deeds, happened, set_table
from tests.rules.test_duty import FULL_BOARD, NOTHING_POSSIBLE

SECOND = ruleset_of("second")
ALL_SCORED = "012" * 5


def settled(**settings: Any) -> Ruleset:
    """Return the second edition with other settings."""
    return replace(SECOND, settings=replace(SECOND.settings, **settings))


def set_second(actions: str = "WB", stack: str = "", ruleset: Ruleset = SECOND, **scene: Any) -> Table:
    """Return a table that plays the second edition."""
    return set_table(actions, stack, ruleset=ruleset, **scene)


# R9.1: the end is due.


def test_any_player_s_last_disc_ends_the_game() -> None:
    """R9.1: when any player has placed the last disc, the round is finished and the game is over."""
    table = set_second(mats={0: Mat(1, 0), 1: Mat(4, 0), 2: Mat(4, 1)}, council=ALL_SCORED[:13], turn=7)
    events = table.play_on(PlaceDisc(table.here))
    assert table.state.now == Placement(1)
    events += table.play_on(PlaceDisc("23"))
    assert table.state.now == Placement(2)
    assert happened(EndReached, events) == []
    events = table.play_on(PlaceDisc("36"))
    assert happened(EndReached, events) == [EndReached("discs")]
    tiles = [event.tile for event in events if isinstance(event, TileScored)]
    assert tiles == ["BRICK", "MARBLE"]
    assert table.state.council == ALL_SCORED[:13] + "xx"
    assert table.state.is_over
    assert [mat.supply for mat in table.state.mats] == [0, 3, 4]


def test_in_the_first_edition_the_others_place_theirs() -> None:
    """R7.1, R9.1: one player's last disc ends the game only in the second edition."""
    table = set_table(mats={0: Mat(1, 0), 1: Mat(4, 0), 2: Mat(4, 1)}, turn=7)
    for street in (table.here, "23", "36"):
        table.play_on(PlaceDisc(street))
    assert table.state.now == Placement(1)


@pytest.mark.parametrize("active", [0, 1, 2])
def test_the_player_who_places_the_last_disc(active: int) -> None:
    """R9.1: everybody has the same number of turns, so the third player's last disc ends the game at once."""
    mats = {seat: Mat(1 if seat == active else 5, 0) for seat in range(3)}
    table = set_second(mats=mats, active=active, turn=7 + active)
    turns = 0
    while not table.state.is_over:
        street = next(command for command in legal(table.state) if isinstance(command, PlaceDisc))
        table.play_on(street)
        turns += 1
    assert turns == 3 - active
    assert table.state.turn == 9


def test_white_discs_count_as_discs() -> None:
    """R9.1: a player who still has a white disc has not placed the last one."""
    table = set_second(mats={0: Mat(4, 0), 1: Mat(4, 0), 2: Mat(1, 1)}, active=2, turn=9)
    table.play_on(PlaceDisc(table.here))
    assert table.state.now == Placement(0)


def test_a_disc_taken_back_is_not_placed_again() -> None:
    """R9.1, R6.3: a player who takes a disc back for the council has placed the last disc all the same."""
    table = set_second(
        "WB", "www", mats={0: Mat(4, 0), 1: Mat(4, 0), 2: Mat(0, 1)}, active=2, turn=9, stacks={"23": "2"}
    )
    table.do(PlaceDisc(table.here, WHITE), *deeds("WWBB"), TakeDiscBack("23", 1))
    assert table.mat(2).supply == 0
    assert table.state.is_over


def test_fifteenth_tile() -> None:
    """R9.1: the fifteenth tile, too, ends the game after the round is finished."""
    table = set_second("WB", "2ww", council=ALL_SCORED[:14], turn=7)
    table.play_on(PlaceDisc(table.here))
    assert table.state.now == Placement(1)
    table.play_on(PlaceDisc("23"))
    events = table.play_on(PlaceDisc("36"))
    assert happened(EndReached, events) == [EndReached("tiles")]
    assert table.state.is_over
    table.refuses(PlaceDisc("36"), "R7.4")


# R9.2: seats after the end is due.


@pytest.mark.parametrize("active", [1, 2])
def test_a_seat_after_the_fifteenth_tile(active: int) -> None:
    """R9.2: the lowest disc of four still becomes a seat; no tile is scored for it, and the council's tiles stay."""
    table = set_second("WB", "2ww", council=ALL_SCORED, active=active, turn=7 + active)
    events = table.play_on(PlaceDisc(table.here))
    assert happened(SeatTaken, events) == [SeatTaken(2, table.here, "")]
    assert happened(TileScored, events) == []
    assert (table.state.council, table.state.seats) == (ALL_SCORED, ALL_SCORED + "2")
    assert table.stack() == "ww" + str(active)


def test_a_seat_after_the_last_disc() -> None:
    """R9.2: as long as a tile is free a seat goes to it and it is scored, also after a last disc."""
    table = set_second("WB", "2ww", mats={0: Mat(0, 0)}, council="01", active=1, turn=8)
    events = table.play_on(PlaceDisc(table.here))
    assert happened(SeatTaken, events) == [SeatTaken(2, table.here, "LON")]
    assert len(happened(TileScored, events)) == 1


def test_in_the_first_edition_it_leaves_the_game() -> None:
    """R7.2, R9.2: only the second edition seats a disc after the fifteenth tile."""
    table = set_table("WB", "2ww", council=ALL_SCORED, active=1, turn=8)
    assert happened(DiscRemoved, table.play_on(PlaceDisc(table.here))) == [DiscRemoved(table.here, "2")]


def test_a_white_disc_after_the_fifteenth_tile() -> None:
    """R9.2, R6.2: a white disc, too, is exchanged for a seat after the fifteenth tile, or an own disc is taken back."""
    table = set_second("WB", "www", council=ALL_SCORED, active=1, turn=8)
    assert happened(DiscPromoted, table.play_on(PlaceDisc(table.here))) == [DiscPromoted(1, table.here, "")]
    assert table.state.seats == ALL_SCORED + "1"
    table = set_second("WB", "www", council=ALL_SCORED, active=1, turn=8, mats={1: Mat(0, 2)}, stacks={"23": "1"})
    table.do(PlaceDisc(table.here, WHITE), *deeds("WWBB"))
    assert happened(DiscTakenBack, table.do(TakeDiscBack("23", 1))) == [DiscTakenBack(1, table.here, "23", 1, "")]
    assert table.state.seats == ALL_SCORED + "1"


def test_without_an_own_disc_there_is_no_seat() -> None:
    """R9.2, R6.3: with no own disc on any street the white one leaves the game after the fifteenth tile as well."""
    table = set_second("WB", "www", council=ALL_SCORED, active=1, turn=8, mats={1: Mat(0, 2)})
    events = table.do(PlaceDisc(table.here, WHITE), *deeds("WWBB"))
    assert happened(DiscRemoved, events) == [DiscRemoved(table.here, WHITE)]
    assert happened(TileScored, events) == []


def test_seats_beyond_the_tiles_count_at_the_end() -> None:
    """R9.2: such a seat counts when the Palazzo is scored, and in ties."""
    table = set_second("WB", "2ww", council="x" * 15, active=2, turn=9, mats={2: Mat(4, 2, kept=("PAL",))})
    table.play_on(PlaceDisc(table.here))
    events = table.do(RevealInfluence("PAL"))
    [scored] = happened(InfluenceScored, events)
    assert scored == InfluenceScored("PAL", (0, 0, 1), "2", "", (0, 0, 5))


# R9.3, R9.7: compensation.

EMPTY = Mat(5, 2)
"""A player without goods: neither artwork nor ship is possible."""


def below(actions: str, ruleset: Ruleset, *discs: int, mats: Mapping[int, Mat] | None = None) -> Table:
    """Return a table at which Maria placed on artwork and ship above other discs, and did both actions."""
    able = Mat(5, 2, Stock(marble=1), built=Built(ships=1, cloth=(1,)))
    table = set_second(actions, "".join(map(str, discs)), ruleset, mats={0: able, **(mats or {})})
    table.do(PlaceDisc(table.here), DoAction("A", "P"), DoAction("S", "L"))
    return table


def test_neither_is_possible() -> None:
    """R9.3, R9.7: a player who can do neither action draws one card when the second is settled, without a choice."""
    table = below("AS", SECOND, 1)
    [impossible] = table.do(SkipAction("A"))
    assert impossible == ActionImpossible(1, "A")
    events = table.do(SkipAction("S"))
    assert events == [ActionImpossible(1, "S")]
    assert table.state.now == CardDraw(1)
    table.refuses(EndActivation(), "R5.9")
    table.do(DrawCard("T"), EndActivation())
    assert table.mat(1).secret == "T"
    assert table.state.actor == 1


def test_one_is_possible() -> None:
    """R9.3: an impossible action brings nothing if the other one was done, or was possible and skipped."""
    marble = {1: Mat(5, 2, Stock(marble=1))}
    table = below("AS", SECOND, 1, mats=marble)
    events = table.do(DoAction("A", "P"), SkipAction("S"))
    assert (happened(ActionImpossible, events), happened(CardDrawn, events)) == ([ActionImpossible(1, "S")], [])
    table = below("AS", SECOND, 1, mats=marble)
    events = table.do(SkipAction("S"), SkipAction("A"))
    assert happened(ActionWaived, events) == [ActionWaived(1, "A")]
    assert table.state.now == Placement(1)
    assert table.mat(1).hand_size == 0


def test_a_card_that_makes_an_action_possible() -> None:
    """R9.3: an action that a card just played has made possible is not impossible."""
    table = below("AS", SECOND, 1, mats={1: Mat(5, 2, secret="M")})
    events = table.do(SkipAction("S"), PlayCard("M"), DoAction("A", "P"))
    assert happened(CardDrawn, events) == []
    table = below("AS", SECOND, 1, mats={1: Mat(5, 2, secret="M")})
    table.do(SkipAction("S"), PlayCard("M"), SkipAction("A"))
    assert (table.state.now, table.mat(1).hand_size) == (Placement(1), 0)


def test_judged_at_its_moment() -> None:
    """R9.7: an action that is impossible when it is settled counts as such, whatever a later card changes."""
    table = below("AS", SECOND, 1, mats={1: Mat(5, 2, secret="M")})
    table.do(SkipAction("A"), PlayCard("M"), SkipAction("S"), DrawCard("T"))
    assert table.mat(1).secret == "T"


def test_the_scope_of_an_action() -> None:
    """R9.3: with `action` each impossible action brings a card, as in the first edition."""
    table = below("AS", settled(compensation_scope=BY_ACTION), 1)
    table.do(SkipAction("A"), DrawCard("W"), SkipAction("S"), DrawCard("B"), EndActivation())
    assert table.mat(1).secret == "BW"
    marble = {1: Mat(5, 2, Stock(marble=1))}
    table = below("AS", settled(compensation_scope=BY_ACTION), 1, mats=marble)
    table.do(SkipAction("S"), DrawCard("B"), DoAction("A", "P"), EndActivation())
    assert table.mat(1).secret == "B"


def test_others_draw_for_each_of_their_discs() -> None:
    """R9.3: a player who is not the active one draws for each own disc."""
    table = below("AS", SECOND, 1, 1)
    table.do(
        SkipAction("A"),
        SkipAction("S"),
        DrawCard("T"),
        EndActivation(),
        SkipAction("A"),
        SkipAction("S"),
        DrawCard("T"),
        EndActivation(),
    )
    assert table.mat(1).secret == "TT"


@pytest.mark.parametrize(("limit", "cards"), [(0, 0), (1, 1), (2, 2), (UNLIMITED, 2)])
@pytest.mark.parametrize("scope", [BY_ACTIVATION, BY_ACTION])
def test_the_active_player_s_limit(limit: int, cards: int, scope: str) -> None:
    """R9.3: the active player draws at most so many cards in a turn, over all own discs."""
    table = below("AS", settled(active_draw_limit=limit, compensation_scope=scope), 0, 0)
    drawn = 0
    while not isinstance(table.state.now, Placement):
        command = legal(table.state)[0]
        drawn += isinstance(command, DrawCard)
        table.do(
            DrawCard("T")
            if isinstance(command, DrawCard)
            else next(command for command in legal(table.state) if isinstance(command, SkipAction | EndActivation))
        )
    assert drawn == (min(4, limit) if scope == BY_ACTION else cards)


def test_the_limit_is_one_turn_s() -> None:
    """R9.3: the limit starts anew in the player's next turn."""
    table = below("AS", SECOND, 0)
    table.do(SkipAction("A"), SkipAction("S"), DrawCard("M"), EndActivation())
    assert table.state.now == Placement(1)
    assert table.state.used == ""


def test_the_limit_is_the_active_player_s_alone() -> None:
    """R9.3: with a limit of zero the active player draws nothing, and the others still draw."""
    table = below("AS", settled(active_draw_limit=0), 1, 0)
    events = table.do(SkipAction("A"), SkipAction("S"))
    assert happened(CardDrawn, events) == []
    assert table.state.actor == 1
    table.do(SkipAction("A"), SkipAction("S"), DrawCard("T"), EndActivation())
    assert (table.mat(1).secret, table.state.now) == ("T", Placement(1))


def test_with_nothing_to_draw() -> None:
    """R9.3, R5.11: with deck and open pile empty no card comes, and none counts towards the limit."""
    able = Mat(5, 2, Stock(marble=1), built=Built(ships=1, cloth=(1,)))
    table = set_second("AS", "0", mats={0: able}, deck=0)
    events = table.do(PlaceDisc(table.here), DoAction("A", "P"), DoAction("S", "L"), SkipAction("A"), SkipAction("S"))
    assert isinstance(events[-1], TurnEnded)
    assert happened(CardDrawn, events) == []


def test_the_duty_remains() -> None:
    """R9.7, R4.2: the disc just placed may not go where neither action is possible, and may not leave both undone."""
    table = set_second("AS")
    table.refuses(PlaceDisc(table.here), "R4.2")
    table = set_second("AB")
    table.do(PlaceDisc(table.here), SkipAction("A"))
    table.refuses(SkipAction("B"), "R4.2")


def test_the_disc_just_placed_draws_where_nothing_is_offered() -> None:
    """R9.7: if no street offers an action there is no duty, and the disc just placed brings its one card."""
    table = set_second("WB", mats={0: replace(NOTHING_POSSIBLE, white=1)}, rows=FULL_BOARD)
    [placed, _] = table.do(PlaceDisc(table.here, WHITE))
    assert placed == DiscPlaced(0, table.here, WHITE, 0)
    table.do(SkipAction("W"), SkipAction("W"), SkipAction("B"), SkipAction("B"), DrawCard("T"), EndActivation())
    assert table.mat(0).secret == "T"


def test_placement_may_draw() -> None:
    """R9.7: with `placement_may_draw` every street is open, and the disc just placed brings cards like any other."""
    table = set_second("AS", ruleset=settled(placement_may_draw=True))
    [placed, _] = table.do(PlaceDisc(table.here))
    assert placed == DiscPlaced(0, table.here, "c", 0)
    table.do(SkipAction("A"), SkipAction("S"), DrawCard("T"), EndActivation())
    assert table.mat(0).secret == "T"
    table = set_second("WB", ruleset=settled(placement_may_draw=True))
    events = table.do(PlaceDisc(table.here), SkipAction("W"), SkipAction("B"))
    assert happened(ActionWaived, events) == [ActionWaived(0, "W"), ActionWaived(0, "B")]


def test_placements_where_all_streets_are_open() -> None:
    """R9.7: with `placement_may_draw` each street is listed for each disc of the supply."""
    table = set_second("AS", ruleset=settled(placement_may_draw=True))
    assert len(legal(table.state)) == 24


# R9.4: ties.


def scored(
    seats: str = "", palazzo: str = "", cubes: str = "01", active: int = 0, players: int = 4, place: str = "LIS"
) -> tuple[str, str]:
    """Return the ranking of Lisbon and what decided it."""
    rows = {"PAL.A": palazzo, "LIS": cubes}
    table = set_second(players=players, rows=rows, council=seats, active=active)
    score = score_place(table.state, place, TILE_ROWS[place], (3, 2, 1))
    assert set(score.decided) <= {*CLAUSE_WORDS} - {"c", "e"}
    return score.ranking, score.decided


@pytest.mark.parametrize(
    ("seats", "palazzo", "active", "ranking", "clause"),
    [
        ("0", "11", 0, "10", "a"),
        ("1", "", 0, "10", "a"),
        ("011", "0", 0, "10", "b"),
        ("01", "", 0, "10", "r"),
        ("100", "1", 1, "01", "b"),
        ("1001", "", 0, "10", "r"),
        ("0110", "", 1, "01", "r"),
        ("", "10", 0, "10", "d"),
        ("", "0110", 1, "01", "d"),
        ("2", "10", 0, "10", "d"),
        ("", "", 1, "10", "p"),
        ("", "", 0, "01", "p"),
        ("2", "3", 1, "10", "p"),
        ("", "", 2, "01", "n"),
        ("", "", 3, "01", "n"),
    ],
)
def test_tie_breakers(seats: str, palazzo: str, active: int, ranking: str, clause: str) -> None:
    """R9.4: more seats and artwork; more seats; the most recent seat; artwork furthest left; the active player; next.
    Each of the six decides only if those before it do not."""
    assert scored(seats, palazzo, active=active) == (ranking, clause)


def test_clockwise_from_the_active_player() -> None:
    """R9.4 (e), (f): of five who are equal in everything the active player goes first, the others follow clockwise."""
    assert scored(cubes="01234", players=5, active=3) == ("34012", "pnnn")


def test_the_most_recent_seat_is_not_the_first() -> None:
    """R9.4 (c), R6.6 (c): the first edition asks who reached the number first, the second who took a seat last."""
    assert scored("01") == ("10", "r")
    first = set_table(players=4, rows={"LIS": "01"}, council="01")
    assert score_place(first.state, "LIS", TILE_ROWS["LIS"], (3, 2, 1)).ranking == "01"


def test_nothing_is_shared() -> None:
    """R9.4: points are never shared, even if only the order of turns distinguishes players."""
    table = set_second(players=5, rows={"LIS": "01234"}, active=2)
    assert score_place(table.state, "LIS", TILE_ROWS["LIS"], (3, 2, 1)).points == (0, 0, 3, 2, 1)


def test_the_active_player_in_a_turn() -> None:
    """R9.4 (e): the active player goes first, not the owner of the disc that caused the scoring."""
    table = set_second(
        "WB",
        "2ww",
        rows={"BAR": "0112"},
        active=1,
        tiles="ART BAR LIS LON TRO BRU HAM SMF SMN SCR PORT TRADE WOOD BRICK MARBLE",
        council="x",
    )
    [tile] = happened(TileScored, table.play_on(PlaceDisc(table.here)))
    assert tile == TileScored("BAR", (1, 2, 1), "120", ".a", (1, 3, 2))
    table = set_second(
        "WB",
        "0ww",
        rows={"LIS": "12"},
        active=2,
        council="",
        tiles="LIS BAR ART LON TRO BRU HAM SMF SMN SCR PORT TRADE WOOD BRICK MARBLE",
    )
    [tile] = happened(TileScored, table.play_on(PlaceDisc(table.here)))
    assert tile == TileScored("LIS", (0, 1, 1), "21", "p", (0, 2, 3))


def test_the_starting_player_at_the_end() -> None:
    """R9.7: for tiles scored at the end and at the final scoring the starting player counts as the active one."""
    table = set_second(
        mats={0: Mat(4, 0), 1: Mat(4, 0), 2: Mat(1, 0, kept=("LON",))},
        active=2,
        turn=9,
        council=ALL_SCORED[:14].replace("0", "x").replace("1", "x").replace("2", "x"),
        tiles="BAR LIS TRO BRU HAM SMF SMN SCR ART PORT TRADE WOOD BRICK MARBLE LON",
        rows={"LON": "210"},
    )
    events = table.play_on(PlaceDisc(table.here))
    events += table.do(RevealInfluence("LON"))
    assert happened(TileScored, events) == [TileScored("LON", (1, 1, 1), "012", "pn", (3, 2, 1))]
    assert happened(InfluenceScored, events) == [InfluenceScored("LON", (1, 1, 1), "012", "pn", (5, 3, 1))]


# R9.5, R9.6, R9.7: influence cards, white discs, the artwork tile, cloth.


def test_influence_cards_of_the_second_edition_are_scored() -> None:
    """R9.5: influence cards bring 5, 3 and 1: the one by the board first, then the players' in seating order."""
    table = set_second(
        mats={0: Mat(4, 0, kept=("TRO",)), 1: Mat(4, 0, kept=("BAR",)), 2: Mat(1, 0, kept=("LIS",))},
        active=2,
        turn=9,
        council="x" * 15,
        rows={"HAM": "001"},
    )
    table.state = replace(table.state, by_board=("HAM",))
    table.play_on(PlaceDisc(table.here))
    events = table.do(RevealInfluence("TRO"), RevealInfluence("BAR"), RevealInfluence("LIS"))
    cards = [event for event in events if isinstance(event, InfluenceScored)]
    assert [event.card for event in cards] == ["HAM", "TRO", "BAR", "LIS"]
    assert cards[0].points == (5, 3, 0)


@pytest.mark.parametrize(
    ("stack", "depth", "after"),
    [("102", 2, "1w2"), ("0", 1, "w"), ("012", 3, "w12"), ("120", 1, "12w"), ("001", 2, "0w1"), ("0w1", 3, "ww1")],
)
def test_the_white_disc_changes_places(stack: str, depth: int, after: str) -> None:
    """R9.6: the white disc goes to the place of the own disc within its stack, not on top of it."""
    table = set_second("WB", "www", mats={0: Mat(0, 2)}, stacks={"23": stack})
    table.do(PlaceDisc(table.here, WHITE), *deeds("WWBB"))
    assert isinstance(table.state.now, Promotion)
    table.do(TakeDiscBack("23", depth))
    assert (table.stack("23"), table.stack(), table.state.seats) == (after, "www", "0")


@pytest.mark.parametrize(("street", "depth", "left"), [("0w", 3, "www"), ("w0", 2, "www")])
def test_changed_within_its_own_stack(street: Street, depth: int, left: str) -> None:
    """R9.6: the own disc may be in the very stack that the white disc has just left."""
    table = set_second("WB", "w" + street, mats={0: Mat(0, 2)})
    table.do(PlaceDisc(table.here, WHITE), *deeds("WWBB"))
    while not isinstance(table.state.now, Promotion):
        table.do(legal(table.state)[0])
    table.refuses(TakeDiscBack(table.here, 4), "R6.3")
    table.do(TakeDiscBack(table.here, depth))
    assert (table.stack(), table.state.seats) == (left, "0")


@pytest.mark.parametrize(("counts_pal", "counts"), [(True, (1, 3, 0)), (False, (1, 1, 0))])
def test_the_artwork_tile(counts_pal: bool, counts: tuple[int, ...]) -> None:
    """R9.7, R6.4: the artwork tile counts PAL unless the setting says otherwise; influence card: PAL always does."""
    state: State = set_second(
        ruleset=settled(art_counts_pal=counts_pal), rows={"PAL.A": "11", "SMF.A": "0", "SCR.A": "1"}
    ).state
    assert score_place(state, "ART", tile_rows(state.setup, "ART"), (3, 2, 1)).counts == counts
    assert score_place(state, "PAL", TILE_ROWS["PAL"], (5, 3, 1)).counts == (0, 2, 0)


def test_ties_ask_for_palazzo_artwork_whatever_the_tile_counts() -> None:
    """R9.4, R9.7: PAL artwork breaks ties even if the artwork tile does not count it."""
    state = set_second(ruleset=settled(art_counts_pal=False), rows={"PAL.A": "1", "SMF.A": "01"}).state
    score = score_place(state, "ART", tile_rows(state.setup, "ART"), (3, 2, 1))
    assert (score.ranking, score.decided) == ("10", "a")


def test_cloth_is_pooled() -> None:
    """R5.8, R9.7: cloth may be moved about, so only its number counts, and it is always spread evenly."""
    table = set_second("VS", mats={0: Mat(5, 2, built=Built(cloth=(2, 1), ships=3))})
    table.do(PlaceDisc(table.here), DoAction("V"))
    assert table.mat(0).built.cloth == (3, 2)
    table.do(DoAction("S", "BBB"))
    assert table.mat(0).built.cloth == (1, 1)


def test_cloth_that_was_seen_is_pooled() -> None:
    """R5.8: cloth observed in one workshop may be moved to the others, so weaving finds room in both."""
    table = set_second("VS")
    table.do_unlisted(ObservePart("0.cloth", "4.0"))
    table.do(PlaceDisc(table.here), DoAction("V"))
    assert sum(table.mat(0).built.cloth) == 6


def test_a_new_workshop_shares_the_cloth() -> None:
    """R5.8: a new workshop takes over some cloth, so weaving finds room in both."""
    table = set_second("UV", mats={0: Mat(5, 2, Stock(wood=1, brick=1), built=Built(cloth=(4,)))})
    table.do(PlaceDisc(table.here), DoAction("U", "W"))
    assert table.mat(0).built.cloth == (2, 2)
    table.do(DoAction("V"))
    assert table.mat(0).built.cloth == (3, 3)
    first = set_table("UV", mats={0: Mat(5, 2, Stock(wood=1, brick=1), built=Built(cloth=(4,)))})
    first.do(PlaceDisc(first.here), DoAction("U", "W"), DoAction("V"))
    assert first.mat(0).built.cloth == (4, 1)


def test_activations_are_those_of_the_first_edition() -> None:
    """R4.4: the second and third disc from the top are activated; white ones and the fourth are not."""
    table = set_second("WB", "21w")
    events = table.play_on(PlaceDisc(table.here))
    assert [(event.seat, event.depth) for event in events if isinstance(event, DiscActivated)] == [(0, 1), (1, 3)]


def test_unknown_cards_draw_as_well() -> None:
    """R9.3: a record may leave open which card came."""
    table = below("AS", SECOND, 1)
    table.do(SkipAction("A"), SkipAction("S"), DrawCard(UNKNOWN), EndActivation())
    assert table.mat(1).unknown == 1
