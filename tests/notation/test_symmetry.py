"""The city turned and mirrored: the rules treat all sides of the table alike, and every position has one canonical
form."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from calimala_es import legal, step
from calimala_es.board import STREETS
from calimala_es.components import ACTIONS
from calimala_es.digest import DIGITS, position_digest
from calimala_es.symmetry import (
    IDENTITY,
    SYMMETRIES,
    Symmetry,
    canonical_game,
    canonical_position,
    canonical_symmetry,
    turn_command,
    turn_event,
    turn_game,
    turn_setup,
    turn_state,
)
from notation import dumps, format_position, loads, parse_position
from tests.notation.records import record_of
from tests.profiles import examples
from tests.strategies import AT_THE_TABLE, KNOWN, WITH_MISTAKES, Playout, any_games

ANY_SYMMETRY = st.sampled_from(SYMMETRIES)


def test_symmetries_are_a_group() -> None:
    """There are eight symmetries, one changes nothing, each has an inverse, and two in a row are one of them."""
    assert len({*SYMMETRIES}) == 8
    assert IDENTITY.squares == "123456789"
    for one, other in product(SYMMETRIES, SYMMETRIES):
        assert one.then(other) in SYMMETRIES
        assert one.then(other).city("WBMUCAVTS") == other.city(one.city("WBMUCAVTS"))
    for one in SYMMETRIES:
        assert one.then(one.inverse) == one.inverse.then(one) == IDENTITY


@given(ANY_SYMMETRY, st.permutations("WBMUAVST"))
def test_streets_join_the_same_tiles(symmetry: Symmetry, tiles: list[str]) -> None:
    """R2.1: a street goes where its two tiles go, and stays a street."""
    city = "".join([*tiles[:4], "C", *tiles[4:]])
    turned = symmetry.city(city)
    assert {symmetry.street(street) for street in STREETS} == {*STREETS}
    for street in STREETS:
        after = symmetry.street(street)
        assert {city[int(square) - 1] for square in street} == {turned[int(square) - 1] for square in after}


@given(any_games(KNOWN, AT_THE_TABLE, WITH_MISTAKES), ANY_SYMMETRY)
@examples(12)
def test_rules_know_no_side_of_the_table(game: Playout, symmetry: Symmetry) -> None:
    """A decision on a turned city causes the same events and the same position, turned."""
    for before, command, events, after in game.steps:
        turned, then = step(turn_state(before, symmetry), turn_command(command, symmetry))
        assert then == turn_state(after, symmetry)
        assert turned == tuple(turn_event(event, symmetry, game.setup.city) for event in events)


@given(any_games(KNOWN), ANY_SYMMETRY)
@examples(5)
def test_the_same_may_come_on_a_turned_city(game: Playout, symmetry: Symmetry) -> None:
    """The legal decisions on a turned city are the same, turned."""
    for state in game.states[::7]:
        turned = {turn_command(command, symmetry) for command in legal(state)}
        assert {*legal(turn_state(state, symmetry))} == turned


@given(any_games(KNOWN, AT_THE_TABLE, WITH_MISTAKES))
@examples(10)
def test_canonical_form_is_one(game: Playout) -> None:
    """All eight orientations of a city have one canonical form, with one line and one digest."""
    for state in game.states[:: max(1, len(game.states) // 12)]:
        canonical = canonical_position(state)
        assert canonical_position(canonical) == canonical
        assert canonical in [turn_state(state, symmetry) for symmetry in SYMMETRIES]
        for symmetry in SYMMETRIES:
            assert canonical_position(turn_state(state, symmetry)) == canonical
        assert parse_position(format_position(canonical)) == canonical


@given(st.permutations("WBMUAVST"))
def test_canonical_city_comes_first(tiles: list[str]) -> None:
    """No orientation of the city comes before the canonical one, tile by tile in the order of the actions."""
    city = "".join([*tiles[:4], "C", *tiles[4:]])
    canonical = canonical_symmetry(city).city(city)
    cities = [symmetry.city(city) for symmetry in SYMMETRIES]
    assert canonical == min(cities, key=lambda each: [ACTIONS.index(tile) for tile in each])
    assert {canonical_symmetry(each).city(each) for each in cities} == {canonical}


@given(any_games(KNOWN, WITH_MISTAKES), ANY_SYMMETRY)
@examples(10)
def test_text_stays_the_same(playout: Playout, symmetry: Symmetry) -> None:
    """The text of a game on a turned city differs only in the headers of the city and of the intrigue tiles."""
    record = playout.game
    turned = turn_game(record, symmetry)
    changed = ("[City ", "[Intrigue ")
    lines, others = (
        [line for line in dumps(each).splitlines() if not line.startswith(changed)] for each in (record, turned)
    )
    assert lines == others
    assert loads(dumps(turned)) == turned
    assert turn_game(turned, symmetry.inverse) == record
    assert canonical_game(turned) == canonical_game(record)


@given(any_games(KNOWN), ANY_SYMMETRY)
@examples(5)
def test_record_from_a_position_turns_as_a_whole(game: Playout, symmetry: Symmetry) -> None:
    """A record that starts in the middle is turned together with its start."""
    middle = len(game.steps) // 2
    turned = turn_game(record_of(game, middle), symmetry)
    assert turned.start == turn_state(game.states[middle], symmetry)
    assert turned.setup == turn_setup(game.setup, symmetry)
    assert loads(dumps(turned)) == turned


@given(any_games(KNOWN, WITH_MISTAKES))
@examples(5)
def test_digest_distinguishes_positions(game: Playout) -> None:
    """Positions have equal digests only if they are equal, hidden cards included."""
    digests = [position_digest(state) for state in game.states]
    assert all(len(digest) == DIGITS and int(digest, 16) >= 0 for digest in digests)
    lines = [format_position(state) for state in game.states]
    assert len({*digests}) == len({*lines})
