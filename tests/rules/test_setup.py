"""Setting up (R3), and which rule sets, settings, expansions and families go together."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from calimala_es import Ruleset, Setup, initial, legal
from calimala_es.commands import DealInfluence, DraftCard, KeepInfluence, PlaceDisc, TurnUpInfluence
from calimala_es.components import (
    ACTIONS,
    INFLUENCE_CARDS,
    INTRIGUE_TILES,
    SCORING_TILES,
    UNKNOWN,
    InfluenceCard,
    to_card,
)
from calimala_es.errors import SetupError
from calimala_es.frames import Placement
from calimala_es.initial import shuffled_setup
from calimala_es.setup import ruleset_of
from calimala_es.state import Mat
from tests.rules.table import Table, set_table
from tests.strategies import NO_CODE

CITY = "WBMUCAVST"


def dealt(players: int, ruleset: Ruleset | None = None) -> Table:
    """Return a table with every influence card dealt and turned up, the first ones first."""
    table = Table(initial(Setup("brygp"[:players], CITY, ruleset=ruleset or Ruleset())))
    while isinstance(legal(table.state)[0], DealInfluence | TurnUpInfluence):
        table.do(legal(table.state)[0])
    return table


def drafting(players: int) -> Table:
    """Return a table with the starting cards face up."""
    table = dealt(players)
    while isinstance(legal(table.state)[0], KeepInfluence):
        table.do(legal(table.state)[0])
    return table


def test_seating_is_turn_order() -> None:
    """R3.1: the seats are the order of the turns, clockwise from the starting player, round and round."""
    table = set_table("WB")
    seats: list[int | None] = []
    for _ in range(4):
        seats.append(table.state.actor)
        table.do(PlaceDisc(table.here))
        while not isinstance(table.state.now, Placement):
            table.do(legal(table.state)[0])
    assert seats == [0, 1, 2, 0]


@pytest.mark.parametrize("colours", ["bbr", "brx", "bré"])
def test_each_player_has_a_colour_of_their_own(colours: str) -> None:
    """R3.1: no two players have the same colour, and every colour is one of the box."""
    with pytest.raises(SetupError) as refusal:
        initial(Setup(colours, CITY))
    assert refusal.value.rule == "R3.1"


def test_tiles_are_shuffled() -> None:
    """R3.2: eight action tiles and fifteen scoring tiles come in any order; contribute stays in the centre."""
    first, second = (shuffled_setup("bry", Random(seed)) for seed in (1, 2))
    for setup in (first, second):
        assert initial(setup).setup == setup
        assert sorted(setup.city) == sorted(ACTIONS)
        assert setup.city[4] == "C"
        assert sorted(setup.council) == sorted(SCORING_TILES)
    assert first.city != second.city
    assert first.council != second.council


@pytest.mark.parametrize(
    ("setup", "rule"),
    [
        (Setup("bry", "CWBMUAVST"), "R2.1"),
        (Setup("bry", "WBMUCAVSS"), "R2.1"),
        (Setup("bry", "WBMUC"), "R2.1"),
        (Setup("bry", CITY, SCORING_TILES[1:]), "R2.2"),
        (Setup("bry", CITY, (*SCORING_TILES[1:], "LIS")), "R2.2"),
        (Setup("bry", CITY, ruleset=Ruleset(deck=(5, 5))), "R2.3"),
        (Setup("bry", CITY, ruleset=Ruleset(deck=(0, 5, 5, 5, 5, 5, 5, 5, 5))), "R3.5"),
        (Setup("bry", CITY, ruleset=Ruleset(cells=(5,))), "R2.5"),
        (Setup("bry", CITY, ruleset=Ruleset(edition="third")), "R3"),
        (Setup("bry", CITY, ruleset=Ruleset(version=99)), "R3"),
    ],
)
def test_a_table_uses_one_box(setup: Setup, rule: str) -> None:
    """R3.2: every tile is there once, and the numbers of components allow a game."""
    with pytest.raises(SetupError) as refusal:
        initial(setup)
    assert refusal.value.rule == rule


def test_first_position() -> None:
    """R3.2: before anything happens board, streets and council are empty, and each player has one empty workshop."""
    state = initial(Setup("bry", CITY))
    assert (state.turn, state.active, state.seats, state.discard) == (0, 0, "", "")
    assert state.stacks == ("",) * 12
    assert state.council == "." * 15
    assert set(state.rows) == {""}
    assert {mat.built.cloth for mat in state.mats} == {(0,)}
    assert (state.deck, state.laid_out, state.by_board) == (40, "WBMUV", ())


@pytest.mark.parametrize(("players", "coloured", "white"), [(3, 12, 3), (4, 10, 2), (5, 8, 2)])
def test_discs(players: int, coloured: int, white: int) -> None:
    """R3.3: three players have 12 coloured and 3 white discs, four 10 and 2, five 8 and 2."""
    state = initial(Setup("brygp"[:players], CITY))
    assert [(mat.coloured, mat.white) for mat in state.mats] == [(coloured, white)] * players


@pytest.mark.parametrize("edition", ["first", "second"])
@pytest.mark.parametrize("colours", ["", "b", "brygpb"])
def test_number_of_players(colours: str, edition: str) -> None:
    """R3.3: either edition has two to five players."""
    with pytest.raises(SetupError) as refusal:
        initial(Setup(colours, CITY, ruleset=ruleset_of(edition)))
    assert refusal.value.rule == "R3.3"


@pytest.mark.parametrize(("colours", "third"), [("br", ""), ("br", "r"), ("br", "x"), ("br", "yg"), ("bry", "g")])
def test_third_party_s_colour(colours: str, third: str) -> None:
    """R8.1: two players, and only two, have a third party, in a colour of the box that neither of them plays."""
    with pytest.raises(SetupError) as refusal:
        initial(Setup(colours, CITY, third=third))
    assert refusal.value.rule == "R8.1"


def test_third_party_joins() -> None:
    """R8.1: each of two players has 12 coloured, 4 white and 6 support discs; the third party has points only."""
    state = initial(Setup("yb", CITY, third="p"))
    assert state.mats == (Mat(12, 4, support=6), Mat(12, 4, support=6), Mat(0, 0))
    assert state.setup.parties == "ybp"
    assert shuffled_setup("yb", Random(1)).third == "r"


SECOND = ruleset_of("second")
INTRIGUE = ruleset_of("second", intrigue=True)
NO_FAMILY = ("", "", "")


def with_settings(ruleset: Ruleset, **changes: Any) -> Ruleset:
    """Return a rule set with other settings of R9."""
    return replace(ruleset, settings=replace(ruleset.settings, **changes))


@pytest.mark.parametrize(
    ("setup", "rule", "words"),
    [
        (Setup("br", CITY, ruleset=SECOND), "R9.7", "3 to 5 players, but this game has 2"),
        (Setup("br", CITY, ruleset=SECOND, third="y"), "R9.7", "3 to 5 players, but this game has 2"),
        (Setup("bry", CITY, ruleset=SECOND, third="g"), "R8.1", "only a game for two players"),
        (Setup("bry", CITY, ruleset=with_settings(Ruleset(), active_draw_limit=1)), "R9.3", "no settings"),
        (Setup("bry", CITY, ruleset=with_settings(Ruleset(), placement_may_draw=True)), "R9.3", "no settings"),
        (Setup("bry", CITY, ruleset=with_settings(Ruleset(), art_counts_pal=False)), "R9.3", "no settings"),
        (Setup("bry", CITY, ruleset=with_settings(SECOND, compensation_scope="turn")), "R9.3", "turn"),
        (Setup("bry", CITY, ruleset=with_settings(SECOND, active_draw_limit=-1)), "R9.3", "-1"),
        (Setup("bry", CITY, ruleset=with_settings(SECOND, active_draw_limit=100)), "R9.3", "100"),
        (
            Setup("bry", CITY, ruleset=Ruleset(cells=INTRIGUE.cells), intrigue=INTRIGUE_TILES),
            "R10",
            "the first edition",
        ),
        (Setup("bry", CITY, intrigue=INTRIGUE_TILES), "R10", "second edition"),
        (Setup("bry", CITY, ruleset=INTRIGUE), "R2.5", "19 rows"),
        (Setup("bry", CITY, ruleset=SECOND, intrigue=INTRIGUE_TILES), "R10.4", "36 rows"),
        (
            Setup("bry", CITY, ruleset=INTRIGUE, intrigue=INTRIGUE_TILES[:11]),
            "R10.2",
            "the number of intrigue tiles is 11, but each of the 12 streets",
        ),
        (Setup("bry", CITY, ruleset=INTRIGUE, intrigue=(*INTRIGUE_TILES[:11], "KK")), "R10.1", "KK"),
        (Setup("bry", CITY, ruleset=INTRIGUE, intrigue=(*INTRIGUE_TILES[:11], "K")), "R10.1", "'K'"),
        (Setup("bry", CITY, ruleset=INTRIGUE, intrigue=(*INTRIGUE_TILES[:11], "KW")), "R10.1", "KW"),
        (Setup("bry", CITY, ruleset=INTRIGUE, intrigue=(*INTRIGUE_TILES[:11], "KRE")), "R10.1", "KRE"),
        (Setup("bry", CITY, ruleset=replace(INTRIGUE, steps=0), intrigue=INTRIGUE_TILES), "R10.6", "0 steps"),
        (
            Setup("bry", CITY, ruleset=replace(INTRIGUE, stages=(2, 4)), intrigue=INTRIGUE_TILES),
            "R10.6",
            "at 2 4; it needs three",
        ),
        (
            Setup("bry", CITY, ruleset=replace(INTRIGUE, stages=(2, 2, 6)), intrigue=INTRIGUE_TILES),
            "R10.6",
            "at 2 2 6; it needs three different steps",
        ),
        (
            Setup("bry", CITY, ruleset=replace(INTRIGUE, stages=(4, 2, 6)), intrigue=INTRIGUE_TILES),
            "R10.6",
            "at 4 2 6; it needs three different steps",
        ),
        (
            Setup("bry", CITY, ruleset=replace(INTRIGUE, stages=(0, 2, 6)), intrigue=INTRIGUE_TILES),
            "R10.6",
            "of 6 steps cannot have its stages at 0 2 6",
        ),
        (
            Setup("bry", CITY, ruleset=replace(INTRIGUE, stages=(2, 4, 7)), intrigue=INTRIGUE_TILES),
            "R10.6",
            "of 6 steps cannot have its stages at 2 4 7",
        ),
        (Setup("bry", CITY, families=NO_FAMILY), "R11", "with Intrigue"),
        (Setup("bry", CITY, ruleset=SECOND, families=("Bardi", "", "")), "R11", "with Intrigue"),
        (
            Setup("bry", CITY, ruleset=INTRIGUE, intrigue=INTRIGUE_TILES, families=("Bardi",)),
            "R11",
            "the number of families is 1, but the number of players is 3",
        ),
        (
            Setup("bry", CITY, ruleset=INTRIGUE, intrigue=INTRIGUE_TILES, families=("Bardi", "Strozzi", "")),
            "R11",
            "Strozzi",
        ),
        (
            Setup("bry", CITY, ruleset=INTRIGUE, intrigue=INTRIGUE_TILES, families=("Bardi", "", "Bardi")),
            "R11",
            "two players",
        ),
    ],
)
def test_what_does_not_go_together(setup: Setup, rule: str, words: str) -> None:
    """R8 to R11: a combination that the rules do not allow is an error with its rule and the reason."""
    with pytest.raises(SetupError) as refusal:
        initial(setup)
    assert refusal.value.rule == rule
    assert words in str(refusal.value)


@pytest.mark.parametrize("families", [(), NO_FAMILY, ("", "Bardi", ""), ("Pulci", "Mozzi", "Scali")])
def test_what_goes_together(families: tuple[str, ...]) -> None:
    """R11.1: with Intrigue some players have a family, or all, or nobody."""
    state = initial(Setup("bry", CITY, ruleset=INTRIGUE, intrigue=("KR",) * 12, families=families))
    assert tuple(mat.family for mat in state.mats) == (families or NO_FAMILY)
    assert len(state.rows) == 36


def test_intrigue_tiles() -> None:
    """R10.2: there are twelve tiles, each of the six pairs of actions twice, one by each street."""
    setup = shuffled_setup("bry", Random(1), intrigue=True)
    assert initial(setup).setup == setup
    pairs = Counter(map(frozenset, setup.intrigue))
    assert (len(pairs), {*pairs.values()}) == (6, {2})
    assert setup.intrigue != shuffled_setup("bry", Random(2), intrigue=True).intrigue


@pytest.mark.parametrize(("players", "coloured", "white"), [(3, 12, 3), (4, 10, 2), (5, 8, 2)])
def test_discs_of_the_second_edition(players: int, coloured: int, white: int) -> None:
    """R9.7: the numbers of discs are those of R3.3."""
    state = initial(Setup("brygp"[:players], CITY, ruleset=SECOND))
    assert [(mat.coloured, mat.white) for mat in state.mats] == [(coloured, white)] * players


@pytest.mark.parametrize(("players", "each", "by_board"), [(3, 3, 1), (4, 2, 1), (5, 2, 0)])
def test_influence_cards_of_the_second_edition(players: int, each: int, by_board: int) -> None:
    """R9.5: the numbers of influence cards are those of R3.4."""
    state = dealt(players, SECOND).state
    assert [len(mat.dealt) for mat in state.mats] == [each] * players
    assert len(state.by_board) == by_board


@pytest.mark.parametrize(("players", "each", "by_board"), [(3, 3, 1), (4, 2, 1), (5, 2, 0)])
def test_influence_cards(players: int, each: int, by_board: int) -> None:
    """R3.4: three players get three influence cards each, four and five two; one is face up, but not with five."""
    state = dealt(players).state
    assert [len(mat.dealt) for mat in state.mats] == [each] * players
    assert len(state.by_board) == by_board
    assert len({*state.by_board, *(card for mat in state.mats for card in mat.dealt)}) == each * players + by_board


def test_a_player_keeps_one_influence_card() -> None:
    """R3.4: each player keeps one of the cards dealt, in seating order, and no other."""
    table = dealt(4)
    for seat in range(4):
        first, second = table.mat(seat).dealt
        assert legal(table.state) == (KeepInfluence(first), KeepInfluence(second), KeepInfluence(UNKNOWN))
        elsewhere: InfluenceCard = next(card for card in INFLUENCE_CARDS if card not in (first, second))
        table.refuses(KeepInfluence(elsewhere), "R3.4")
        table.do(KeepInfluence(second))
        assert table.mat(seat).kept == (second,)
    table.refuses(KeepInfluence("BAR"), "R3.5")


def test_influence_cards_are_dealt_once() -> None:
    """R3.4: each influence card exists once, and nobody is dealt more than the number for the table."""
    table = Table(initial(Setup("bryg", CITY)))
    table.refuses(DealInfluence(("BAR", "LIS", "LON")), "R3.4")
    table.refuses(DealInfluence(("BAR", "BAR")), "R3.4")
    table.refuses(DealInfluence((NO_CODE,)), "R3.4")
    table.do(DealInfluence(("BAR", "LIS")))
    table.refuses(DealInfluence(("LIS", "LON")), "R3.4")
    table.do(DealInfluence(("LON", "TRO")), DealInfluence(()), DealInfluence(("PAL",)))
    table.refuses(TurnUpInfluence("LIS"), "R3.4")
    table.refuses(TurnUpInfluence("PAL"), "R3.4")
    table.do(TurnUpInfluence("SMF"))
    table.refuses(TurnUpInfluence("SMN"), "R3.4")


def test_influence_cards_may_be_unknown() -> None:
    """R3.4: the cards are dealt face down, so a record may name some of them or none."""
    table = Table(initial(Setup("bry", CITY)))
    table.do(DealInfluence(()), DealInfluence(("BAR",)), DealInfluence(("LIS", "LON", "TRO")), TurnUpInfluence(UNKNOWN))
    assert KeepInfluence("PAL") in legal(table.state)
    table.refuses(KeepInfluence("BAR"), "R3.4")
    table.do(KeepInfluence("PAL"))
    table.refuses(KeepInfluence("PAL"), "R3.4")
    table.do(KeepInfluence(UNKNOWN))
    assert [mat.kept for mat in table.state.mats] == [("PAL",), (UNKNOWN,), ()]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_starting_cards(players: int) -> None:
    """R3.5: wood, brick, marble, build and weave are face up; each takes one anticlockwise, the first player last."""
    table = drafting(players)
    for seat, card in zip(reversed(range(players)), "WBMUV", strict=False):
        assert table.state.actor == seat
        table.refuses(DraftCard("S"), "R3.5")
        table.refuses(DraftCard(UNKNOWN), "R3.5")
        table.do(DraftCard(to_card(card)))
        assert table.mat(seat).open == card
        if seat:
            table.refuses(DraftCard(to_card(card)), "R3.5")
    assert (table.state.actor, table.state.turn) == (0, 1)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_rest_is_the_deck(players: int) -> None:
    """R3.5: the cards that nobody took are shuffled into the deck with all others."""
    table = drafting(players)
    for card in "VUMBW"[:players]:
        table.do(DraftCard(to_card(card)))
    assert table.state.deck == 45 - players
    assert table.state.pool.count("W") == (5 if players < 5 else 4)
    assert table.state.pool.count("V") == 4
    assert len(table.state.pool) == 45 - players


def test_families_bring_intrigue() -> None:
    """R11: a shuffled table with families is one of the second edition with Intrigue by default."""
    setup = shuffled_setup("bry", Random(1), families=("Bardi", "", "Spini"))
    assert setup.ruleset.edition == "second"
    assert len(setup.intrigue) == 12
    assert initial(setup).mats[2].family == "Spini"
