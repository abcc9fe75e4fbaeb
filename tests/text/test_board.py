"""The board as text: everything on the table, and nothing that the viewer may not see."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es import State, initial, view_state
from calimala_es.board import STREETS
from calimala_es.commands import MarkMissed, ObservePart
from calimala_es.components import ALL_ROWS, ROW_INDEX, UNKNOWN
from calimala_es.frames import AreaScoring, CardDiscard, DiscOffer, KeepOneCard, MoveOffer, TileScoring
from calimala_es.game import play
from calimala_es.scoring import next_tile
from replays.replay import Replay
from replays.text.board.mats import faction_lines, intrigue_lines, mat_lines
from replays.text.board.parts import (
    CUBE,
    FREE,
    Drawing,
    building_lines,
    cells_text,
    city_lines,
    council_lines,
    port_lines,
)
from replays.text.board.picture import board_text
from replays.text.names import Names, clean_name
from replays.text.terminal import Palette, columns, width_of
from replays.text.terms import SHORT_PLACE_WORDS, hand_text
from tests.replayed import EVERY_KIND, FEW, replay_of
from tests.strategies import (
    INTRIGUE,
    KNOWN,
    MIXED,
    SECOND,
    WITH_FAMILIES,
    WITH_INTRIGUE,
    WITH_MISTAKES,
    Playout,
    Rules,
    any_games,
)

ESCAPE = "\x1b"


def drawing_of(state: State) -> Drawing:
    return Drawing(state, Names.of(state.setup), Palette(colour=False))


def some_state(game: Playout, random: Random) -> State:
    return random.choice(replay_of(game).states)


@FEW
@given(any_games(*EVERY_KIND), st.randoms())
def test_every_disc_on_the_streets_is_shown(game: Playout, random: Random) -> None:
    """The city has a letter for each disc, and each stack is shown from the bottom to the top."""
    drawing = drawing_of(some_state(game, random))
    text = re.sub(r"│[^│]*?[a-z]{4,}[^│]*?│|[KREN]/[KREN]", "", "\n".join(city_lines(drawing)))
    letters = [char for char in text.lower() if char.isalpha()]
    for mark, letter in [*enumerate(game.setup.parties), ("w", "w")]:
        assert letters.count(letter) == "".join(drawing.state.stacks).count(str(mark))
    for stack in drawing.state.stacks:
        shown = drawing.names.letters(stack)
        assert shown[:-1] + shown[-1:].upper() in text.replace("[", "").replace("]", "")
    assert len(city_lines(drawing)) == 15
    assert len(STREETS) == 12


@FEW
@given(any_games(*EVERY_KIND), st.randoms())
def test_every_cube_and_every_free_cell_is_shown(game: Playout, random: Random) -> None:
    """A row has its cubes as letters in order of arrival, and a dot for each free cell."""
    drawing = drawing_of(some_state(game, random))
    lines = "\n".join([*building_lines(drawing), *port_lines(drawing), *intrigue_lines(drawing)])
    for row, cubes, cells in zip(ALL_ROWS, drawing.state.rows, game.setup.ruleset.cells, strict=False):
        text = cells_text(drawing, row, 99)
        assert text == drawing.names.letters(cubes) + FREE * max(cells - len(cubes), 0)
        if len(cubes) <= cells:
            assert text in lines


@FEW
@given(any_games(*EVERY_KIND), st.randoms())
def test_the_mats_show_goods_discs_points_and_hands(game: Playout, random: Random) -> None:
    """A mat shows warehouses, workshops, ships, houses, supply, track, and a sign for each card of the hand."""
    drawing = drawing_of(some_state(game, random))
    setup, state = game.setup, drawing.state
    lines = mat_lines(drawing)[1:]
    for line, mat, letter in zip(lines, state.mats, setup.colours, strict=False):
        assert line.count(CUBE) == mat.stock.wood + mat.stock.brick + mat.stock.marble + sum(mat.built.cloth)
        assert f"{mat.coloured}{letter} {mat.white}w" + f" {mat.support}{setup.third}" * bool(setup.third) in line
        assert f" {mat.points} " in line
        assert len(hand_text(mat)) == mat.hand_size
        assert hand_text(mat).count(UNKNOWN) == mat.unknown
    assert len(lines) == len(setup.parties)
    assert lines[-1].endswith(f" {state.mats[-1].points} the third party") == bool(setup.third)


@FEW
@given(any_games(*EVERY_KIND, kinds=(WITH_INTRIGUE, WITH_FAMILIES)), st.randoms())
def test_the_faction_track_shows_where_everybody_is(game: Playout, random: Random) -> None:
    """R10.6: the track has a capital at each player's step, the family, and the stage reached."""
    drawing = drawing_of(some_state(game, random))
    setup, state = game.setup, drawing.state
    lines = faction_lines(drawing)[-setup.players :]
    for line, mat, letter in zip(lines, state.mats, setup.colours, strict=True):
        track = line[25:].split()[: 2 * setup.ruleset.steps + 1]
        assert track.index(letter.upper()) == setup.ruleset.steps + mat.faction
        assert (mat.family or "") in line
        stages = sum(abs(mat.faction) >= stage for stage in setup.ruleset.stages)
        assert line.endswith(f"stage {stages}") == (stages > 0)


def test_a_long_faction_track_is_described_in_words() -> None:
    """A track that does not fit into the lines is described in words."""
    rules = Rules("second", intrigue=True, track=(20, (5, 10, 20)))
    state = initial(Playout(3, 1, rules=rules).setup)
    mats = (replace(state.mats[0], faction=-12), *state.mats[1:])
    assert faction_lines(drawing_of(replace(state, mats=mats)))[1].endswith("12 steps towards the cardinal")


def test_each_street_has_its_intrigue_tile() -> None:
    """R10.2: intrigue tiles are above horizontal streets and above the stacks of vertical ones."""
    setup = Playout(3, 1, rules=INTRIGUE).setup
    pairs = re.findall(r"[KREN]/[KREN]", "\n".join(city_lines(drawing_of(initial(setup)))))
    assert sorted(pairs) == sorted("/".join(pair) for pair in setup.intrigue)


def test_seats_on_no_tile_are_shown() -> None:
    """R9.2: seats without a tile, which count at the end, are shown."""
    state = initial(Playout(3, 1, rules=SECOND).setup)
    late = replace(state, council="01x" * 5, seats="0101010101" + "20")
    assert council_lines(drawing_of(late))[-1].split() == ["on", "no", "tile", "yb"]
    assert len(council_lines(drawing_of(replace(state, council="01x" * 5, seats="0101010101")))) == 15


def waiting_line(state: State) -> str:
    return board_text(state).split("\n\n")[0].replace("\n  ", " ")


def test_what_is_offered_is_shown_in_full() -> None:
    """R10.5, R11: an offer names rows, discs and the viewer's own cards."""
    rules = Rules("second", intrigue=True, families=("Bardi", "Scali", "Pazzi"))
    state = initial(Playout(3, 1, rules=rules).setup)
    move = MoveOffer(0, (ROW_INDEX["LIS"],), (ROW_INDEX["LON"], ROW_INDEX["SMN.A"]))
    assert "a cube: from Lisbon to London or San Miniato (artwork) (R11.Bardi)" in waiting_line(
        replace(state, now=move)
    )
    cards = replace(state, now=KeepOneCard(1, "WB"))
    assert "drawn: the wood card or the brick card (R11.Scali)" in waiting_line(cards)
    assert "one of the cards drawn (R11.Scali)" in waiting_line(view_state(cards, 0))
    disc = replace(state, now=DiscOffer(2, "12", 3))
    assert "the white disc, the third from the top of the build-ship street (R11.Pazzi)" in waiting_line(disc)
    steps = replace(state, now=CardDiscard(0, -1))
    assert "each for a step towards the cardinal" in waiting_line(steps)
    assert "Next: the cardinal's area is scored" in waiting_line(replace(state, now=AreaScoring("CAR")))


@FEW
@given(any_games(*EVERY_KIND), st.randoms())
def test_the_council_shows_the_tiles_in_order_and_marks_the_next(game: Playout, random: Random) -> None:
    """The council has fifteen tiles, and an arrow at the next one as long as there is one."""
    state = some_state(game, random)
    lines = council_lines(drawing_of(state))[:15]
    for tile, line in zip(game.setup.council, lines, strict=True):
        assert SHORT_PLACE_WORDS[tile] in line
    marked = [place for place, line in enumerate(lines) if "►" in line]
    due = [frame.tile for frame in state.frames if isinstance(frame, TileScoring)]
    upcoming = due[0] if due else next_tile(state)
    assert marked == ([] if upcoming is None else [game.setup.council.index(upcoming)])


@FEW
@given(any_games(KNOWN, MIXED), st.randoms())
def test_it_fits_into_eighty_columns(game: Playout, random: Random) -> None:
    """With the box's cells and cards a board fits 80 columns, whatever the names."""
    names = dict.fromkeys(range(5), "Massimiliano Buonarroti-Simoni 王五" * 3)
    for line in board_text(some_state(game, random), names).splitlines():
        assert width_of(line) <= 80


@FEW
@given(any_games(*EVERY_KIND), st.randoms())
def test_colour_changes_no_letter(game: Playout, random: Random) -> None:
    """A coloured board without its colours equals the plain one, which has no control characters."""
    replay = replay_of(game)
    position = random.randrange(replay.last)
    gaps = replay.gaps_until(position)
    plain = board_text(replay.states[position], gaps=gaps)
    painted = board_text(replay.states[position], gaps=gaps, colour=True)
    assert re.sub(ESCAPE + r"\[[0-9;]*m", "", painted) == plain
    assert ESCAPE in painted
    assert all(char.isprintable() or char == "\n" for char in plain)


def test_a_player_sees_his_own_cards_and_of_others_how_many() -> None:
    """A seat's view has the letters of its own cards, and question marks for other cards."""
    for state in replay_of(Playout(3, 3)).states:
        if all(mat.secret for mat in state.mats):
            seen = view_state(state, 1)
            texts = [hand_text(mat) for mat in seen.mats]
            assert UNKNOWN not in texts[1]
            assert all(text.replace(UNKNOWN, "") == "".join(sorted(seen.mats[0].open)) for text in texts[:1])
            assert texts[0].count(UNKNOWN) == len(state.mats[0].secret)
            return
    raise AssertionError("no such position")


def test_what_was_missed_or_only_seen_is_marked() -> None:
    """A warning names the place of something missed, and an observed part has a star."""
    playout = Playout(3, 2)
    commands = playout.game.commands
    index = next(at for at, played in enumerate(playout.steps) if played.before.turn == 6)
    seen = [
        ObservePart("12", "01w"),
        ObservePart("0.wood", "3"),
        ObservePart("LIS", "012"),
        ObservePart("1.points", "9"),
    ]
    replay = Replay(play(playout.setup, [*commands[:index], MarkMissed(), *seen]))
    text = board_text(replay.end, {2: "Tania"}, gaps=replay.gaps_until(replay.last))
    assert "! 6.0.1: what Tania did was not recorded" in text
    assert "brW*" in text
    assert "■■■·*" in text
    assert re.search(r"Lisbon +bry·+\*", text)
    assert re.search(r"  9\*", text)
    assert "*" not in board_text(replay.states[replay.firsts[index]])


@FEW
@given(any_games(WITH_MISTAKES), st.randoms())
def test_a_board_can_be_drawn_whatever_was_observed(game: Playout, random: Random) -> None:
    """A board can be drawn even if the observations make no sense."""
    replay = replay_of(game)
    position = random.randrange(replay.last)
    assert board_text(replay.states[position], gaps=replay.gaps_until(position), colour=True)


# Names.

HOSTILE = [
    "\x1b[2J\x1b]0;title\x07Eve",
    "Eve\r\nMallory",
    "E\x00v\x7fe",
    "\u202eevE\u202c",
    "\u200bEve\ufeff",
    "Eve" + "\u0301" * 50,
    "\x9b31mEve",
    "E" * 500,
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_moves_no_cursor_and_turns_no_text_around(name: str) -> None:
    """A name is shown as one short line of printable letters."""
    shown = clean_name(name)
    assert shown.isprintable()
    assert columns(shown) <= 40
    assert len(shown) < 60
    assert "E" in shown
    text = board_text(initial(Playout(3, 1).setup), {0: name}, colour=True)
    assert not set(text) & set("\r\x00\x07\x7f\x9b\u202e\u202c\u200b\ufeff")
    assert re.sub(ESCAPE + r"\[[0-9;]*m", "", text).count(ESCAPE) == 0


@given(st.text())
def test_any_text_becomes_a_name(name: str) -> None:
    """Any text is cleaned to one line of limited width, and cleaning it again changes nothing."""
    shown = clean_name(name)
    assert shown.isprintable() or not shown
    assert "\n" not in shown
    assert columns(shown) <= 40
    assert clean_name(shown) == shown


def test_a_player_without_a_name_is_called_by_the_colour() -> None:
    """A player without a printable name is called by the colour."""
    names = Names.of(Playout(3, 1).setup, {0: "Maria", 1: " \x00\u200b "})
    assert names.by_seat == ("Maria", "Red", "Yellow")
