"""Patterns of positions and events: what they find, and which are invalid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.board import STREETS, street_names
from calimala_es.commands import kind_name
from calimala_es.components import ALL_ROWS, WHITE
from calimala_es.events import EVENTS, CardDrawn, DiscPlaced, TileScored
from calimala_es.observation import part_exists
from replays.patterns import PatternError, parse_conditions, parse_event_pattern, parse_position_pattern
from tests.profiles import examples
from tests.strategies import KNOWN, Playout, any_games

PLAYED = Playout(3, seed=7)


def positions(pattern: str, game: Playout = PLAYED) -> list[int]:
    """Return the positions of a game that a pattern finds."""
    test = parse_position_pattern(pattern).of(game.setup)
    return [number for number, state in enumerate(game.states) if test(state)]


def events(pattern: str, game: Playout = PLAYED) -> list[int]:
    """Return the events of a game that a pattern finds."""
    found = parse_event_pattern(pattern)
    return [number for number, event in enumerate(game.events) if found.holds(event, game.setup)]


@pytest.mark.parametrize(
    ("pattern", "holds"),
    [
        ("AS=b?r*", ["bbr", "bwr", "bgrr", "brrw"]),
        ("AS=b", ["b"]),
        ("AS!=b*", ["", "rb", "w"]),
        ("AS~rr", ["rr", "brrw", "bgrr", "rrrr"]),
        ("AS!~w", ["", "rb"]),
        ("AS=-", [""]),
        ("AS>=3", ["bbr", "bwr", "bgrr", "brrw", "rrrr"]),
        ("AS<1", [""]),
        ("as=RB", ["rb"]),
        ("AS~", []),
    ],
)
def test_operators(pattern: str, holds: list[str]) -> None:
    """Patterns support signs and stars, parts, emptiness and numbers of pieces, in either letter case."""
    values = {"", "b", "rb", "rr", "w", "bbr", "bwr", "bgrr", "brrw", "rrrr"}
    if pattern == "AS~":
        with pytest.raises(PatternError):
            parse_conditions(pattern)
        return
    (condition,) = parse_conditions(pattern)
    found = {value for value in values if condition.holds([value])}
    assert {*holds} <= found
    if "!" not in pattern:
        assert found == {*holds}


@given(any_games(KNOWN))
@examples(8)
def test_every_part_says_what_the_position_has(game: Playout) -> None:
    """Patterns match streets, rows, tiles, players and the table of the last position, by any rules."""
    setup, state = game.setup, game.states[-1]
    conditions = [f"turn={state.turn}", f"players={setup.players}", f"active={setup.colours[state.active]}"]
    for street, name in street_names(setup.city).items():
        stack = "".join(
            setup.parties[int(disc)] if disc.isdigit() else disc for disc in state.stacks[STREETS.index(street)]
        )
        conditions += [f"{one}={stack or '-'}" for one in (name, name[::-1], street)]
    for row, cubes in zip(ALL_ROWS, state.rows, strict=False):
        conditions += [f"{row}>={len(cubes)}", f"{row}<={len(cubes)}"]
    for tile, mark in zip(setup.council, state.council, strict=True):
        conditions.append(f">{tile}={setup.parties[int(mark)] if mark.isdigit() else mark}")
    for colour, mat in zip(setup.colours, state.mats, strict=False):
        conditions += [f"{colour}.points={mat.points}", f"{colour}.wood={mat.stock.wood}"]
        conditions += [f"*.points>={mat.points}", f"{colour}.faction={mat.faction}", f"{colour}.hand<={mat.hand_size}"]
    for first in range(0, len(conditions), 40):
        pattern = parse_position_pattern(" ".join(conditions[first : first + 40]))
        assert pattern.of(setup)(state), pattern
    assert not parse_position_pattern(f"turn>{state.turn}").of(setup)(state)


def test_what_a_game_does_not_have_fits_nothing() -> None:
    """A pattern about a street, a row or a colour that the game does not have matches no position."""
    city = set(map(frozenset, street_names(PLAYED.setup.city).values()))
    absent = next(a + b for a in "WBMUA" for b in "VSTC" if frozenset(a + b) not in city)
    assert not part_exists("CAR", PLAYED.setup)
    for pattern in (f"{absent}=*", "CAR>=0", "p.points>=0", f"{absent}!=b"):
        assert positions(pattern) == []


def test_conditions_hold_together() -> None:
    """All conditions must hold at one position; a star before the point is any player."""
    reds, blues = {*positions("r.wood>=1")}, {*positions("b.wood=0")}
    assert {*positions("r.wood>=1 b.wood=0")} == reds & blues != set()
    each = [{*positions(f"{colour}.points>=3")} for colour in PLAYED.setup.colours]
    assert {*positions("*.points>=3")} == each[0] | each[1] | each[2] != set()
    assert positions("now=over") == positions("winner!=-") == [len(PLAYED.states) - 1]


def test_events_by_kind_and_fields() -> None:
    """An event is found by its kind, however written, and by fields: seats as colours, streets by their tiles."""
    happened, setup = PLAYED.events, PLAYED.setup
    scored = [number for number, event in enumerate(happened) if isinstance(event, TileScored)]
    assert events("tile_scored") == events("TileScored") == events("tile-scored") == scored
    assert events("tile_scored tile=LIS") == [
        number for number in scored if getattr(happened[number], "tile", "") == "LIS"
    ]
    best = [number for number in scored if max(getattr(happened[number], "points", (0,))) >= 3]
    assert events("tile_scored points>=3") == best
    placed = [(number, event) for number, event in enumerate(happened) if isinstance(event, DiscPlaced)]
    name = street_names(setup.city)[placed[0][1].street]
    on_it = [number for number, event in placed if event.street == placed[0][1].street]
    assert events(f"disc_placed street={name}") == events(f"disc_placed street={name[::-1]}") == on_it
    assert events(f"disc_placed actor={setup.colours[1]}") == [number for number, event in placed if event.seat == 1]
    assert events("disc_placed actor=Red") == events("disc_placed actor=r")
    assert (
        events("disc_placed disc=white")
        == events("disc_placed disc=w")
        == [number for number, event in placed if event.disc == WHITE]
    )
    assert events("* actor=chance card=W") == [
        number for number, event in enumerate(happened) if isinstance(event, CardDrawn) and event.card == "W"
    ]


@given(any_games(KNOWN))
@examples(5)
def test_every_event_can_be_asked_for(game: Playout) -> None:
    """Each event is found by its kind and by any of its fields as a star, by any rules."""
    for event in game.events:
        fields = "".join(f" {name}=*" for name in type(event).__struct_fields__)
        assert parse_event_pattern(kind_name(type(event)) + fields).holds(event, game.setup)


@pytest.mark.parametrize(
    ("pattern", "column"),
    [
        ("", 1),
        ("turn", 1),
        ("turn>=5 foo=1", 9),
        ("turn>=x", 7),
        ("  AA=b", 3),
        ("AS=b[r", 5),
        ("AS=b AS=" + "*" * 9, 9),
        ("AS=b " * 41, 201),
        ("b.food=1", 1),
        ("x.wood=1", 1),
        (">PAL=b", 1),
        ("turn=" + "9" * 2_000, 1),
        ("\x00=1", 1),
        ("turn=é", 6),
        ("turn=5 active=pink", 15),
        ("*.family=Sforza", 10),
        ("now!=dinner", 6),
    ],
)
def test_wrong_position_pattern_is_reported_with_its_column(pattern: str, column: int) -> None:
    """A pattern with an unknown part or value, or too much, is an error with its column."""
    with pytest.raises(PatternError, match=rf"^column {column}: ") as shown:
        parse_position_pattern(pattern)
    assert shown.value.column == column


@pytest.mark.parametrize(
    ("pattern", "column", "meant"),
    [
        ("", 1, "the kind of event is missing"),
        ("tile_scorde", 1, "did you mean tile_scored"),
        ("  zzzz", 3, "the kinds are influence_dealt"),
        ("tile_scored foo=1", 13, "it has tile counts"),
        ("tile_scored tile", 13, "not a condition"),
        ("tile_scored points>=many", 21, "not a number"),
        ("tile_scored tile=NIX", 18, "not a value of tile; choose from BAR LIS"),
        ("tile_scored tile!=X*", 19, "not a value of tile"),
        ("card_drawn card=wood", 17, "choose from W B M"),
        ("* seat=pink", 8, "choose from b r y g p chance game"),
    ],
)
def test_wrong_event_pattern_is_reported_with_its_column(pattern: str, column: int, meant: str) -> None:
    """A pattern with an unknown kind or field of events is an error with what there is instead."""
    with pytest.raises(PatternError, match=rf"^column {column}: .*{meant}"):
        parse_event_pattern(pattern)


@given(st.text(st.sampled_from("ASLI=~<>!?*.-b0 turn_scoredile"), max_size=60))
@examples(150)
def test_any_text_is_a_pattern_or_reported(text: str) -> None:
    """Any text is a usable pattern or raises a pattern error."""
    columns: list[int] = []
    try:
        parse_position_pattern(text).of(PLAYED.setup)(PLAYED.states[-1])
    except PatternError as error:
        columns.append(error.column)
    try:
        parse_event_pattern(text).holds(PLAYED.events[-1], PLAYED.setup)
    except PatternError as error:
        columns.append(error.column)
    assert all(1 <= column <= len(text) + 1 for column in columns)


def test_what_placements_alone_show() -> None:
    """In a record of placements patterns about streets, council and discs apply, those about other things do not."""
    known = ("AS=b", "12=b", ">LIS=b", "turn>=3 b.discs<=2", "active=b")
    assert all(parse_position_pattern(pattern).needs_placements_only for pattern in known)
    unknown = ("LIS=b", "b.points>=1", "AS=b b.wood=1", "deck=0", "b.hand~W", "winner=b")
    assert not any(parse_position_pattern(pattern).needs_placements_only for pattern in unknown)
    assert parse_event_pattern("disc_placed").needs_placements_only
    assert not parse_event_pattern("card_drawn").needs_placements_only


def test_names_of_kinds_lead_to_them() -> None:
    """Every kind of event is found by the name that errors show."""
    assert [parse_event_pattern(kind_name(kind)).kind for kind in EVENTS] == [*EVENTS]
