"""Stepping: what a step changed, where one can jump, and what became of every cube, card and disc."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es.board import STREETS
from calimala_es.components import ALL_ROWS, PALAZZO, UNKNOWN, WHITE
from calimala_es.events import AreaScored, DiscActivated, InfluenceScored, PartObserved, TileScored
from calimala_es.notes import Check, Comment, Glyph
from notation import loads
from replays.replay import Level, Replay, Step
from replays.stepping import Histories, Jumps, Life, SubjectError, format_subject, markers_of, parse_subject, story
from replays.stepping.cubes import scored_rows
from replays.stepping.jumps import next_of, previous_of
from replays.stepping.lives import COUNTED, LAY, PLACED, SEEN
from replays.text.changes import history_lines
from replays.text.names import Names
from tests.cli_runs import ROOT
from tests.profiles import examples
from tests.replayed import EVERY_KIND, cut_off, replay_of
from tests.strategies import AT_THE_TABLE, KNOWN, WITH_MISTAKES, Playout, any_games

FEW = examples(12)
FEWER = examples(5)


def steps_of(replay: Replay, level: Level) -> list[Step]:
    """Return all steps of a level."""
    return [replay.step(level, number) for number in range(replay.count(level))]


def subjects_of(replay: Replay) -> list[str]:
    """Return one subject of every kind that can be followed."""
    setup = replay.start.setup
    north, east = setup.city[:2], setup.city[1:3]
    names = [*ALL_ROWS[: len(replay.start.rows)], north, f"{north}/1", f"{east}/2", "SMF.W/1", "disc:1", "disc:5"]
    return [*names, *(f"card:{card}" for card in "WBMUAVSTC"), "card:0.0.8", "influence:LIS", "influence:PAL"]


# Stories.


@FEW
@given(any_games(*EVERY_KIND), st.sampled_from(Level))
def test_the_stories_of_a_level_come_to_the_whole_game(game: Playout, level: Level) -> None:
    """The changes of all steps of a level add up to the difference between the end and the beginning."""
    replay = replay_of(game)
    sums: Counter[tuple[int, str]] = Counter()
    for step in steps_of(replay, level):
        for delta in story(replay, step).deltas:
            for field in ("cubes", "goods", "cards", "discs", "points"):
                sums[delta.seat, field] += getattr(delta, field)
    for seat, (first, last) in enumerate(zip(replay.start.mats, replay.end.mats, strict=True)):
        rows = [row.count(str(seat)) for row in replay.end.rows]
        assert sums[seat, "cubes"] == sum(rows)
        assert sums[seat, "cards"] == last.hand_size - first.hand_size
        assert sums[seat, "points"] == last.points - first.points
        assert sums[seat, "discs"] == last.supply - first.supply
        stock = [mat.stock.wood + mat.stock.brick + mat.stock.marble + sum(mat.built.cloth) for mat in (first, last)]
        assert sums[seat, "goods"] == stock[1] - stock[0]


@FEW
@given(any_games(*EVERY_KIND))
def test_a_story_has_the_street_before_and_after(game: Playout) -> None:
    """A story shows the street of a placement or an activation first, before and after it; other streets follow."""
    replay = replay_of(game)
    for step in steps_of(replay, Level.ACTIVATION):
        reported = story(replay, step)
        before, after = replay.states[step.start], replay.states[step.end]
        for street in reported.streets:
            place = STREETS.index(street.street)
            assert (street.before, street.after) == (before.stacks[place], after.stacks[place])
        activated = [event.street for event in step.events if isinstance(event, DiscActivated)]
        assert [street.street for street in reported.streets][: len(activated)] == activated
        others = [one for one, old, new in zip(STREETS, before.stacks, after.stacks, strict=True) if old != new]
        assert {*others} <= {street.street for street in reported.streets}
        assert (reported.step, reported.until) == (step, replay.ids[step.end - 1])


# Histories.


def lying(lives: tuple[Life, ...], position: int, places: tuple[str, ...]) -> dict[str, list[str]]:
    """Return the marks of the pieces at each place, by their own histories."""
    found: dict[str, list[str]] = {place: [] for place in places}
    for life in lives:
        so_far = [happening for happening in life.happenings if happening.position <= position]
        if not so_far:
            continue
        there = ""
        for happening in so_far:
            if happening.what in (LAY, SEEN, PLACED, "added", "moved", "swapped"):
                there = happening.place
            elif happening.what in ("gone", "seated", "promoted", "taken back", "removed"):
                there = ""
        if there:
            found[there].append(life.mark)
    return found


@FEW
@given(any_games(*EVERY_KIND), st.randoms())
def test_histories_agree_with_the_position(game: Playout, random: Random) -> None:
    """At any position the histories that have not ended are those of the cubes, discs and hand cards there."""
    replay = replay_of(game)
    histories = Histories(replay)
    for position in (0, random.randrange(replay.last + 1), replay.last):
        state = replay.states[position]
        rows = ALL_ROWS[: len(state.rows)]
        cubes = lying(histories.cubes.lives, position, rows)
        assert {row: sorted(marks) for row, marks in cubes.items()} == {
            row: sorted(marks) for row, marks in zip(rows, state.rows, strict=True)
        }
        for row, marks in zip(rows, state.rows, strict=True):
            there = [histories.cubes.lives[cube].mark for cube in histories.cubes.rows.at(row, position)]
            assert "".join(there) == marks
        discs = lying(histories.discs.lives, position, STREETS)
        for street, stack in zip(STREETS, state.stacks, strict=True):
            there = [histories.discs.lives[disc].mark for disc in histories.discs.streets.at(street, position)]
            assert "".join(there) == stack
            assert sorted(discs[street]) == sorted(stack)


@FEW
@given(any_games(*EVERY_KIND), st.randoms())
def test_a_cube_is_called_by_the_cell_in_which_it_is(game: Playout, random: Random) -> None:
    """At any position the cubes of a row are named by their cells in order, and no two names are equal. When a cube is
    moved away those after it move up, and their histories say so (R11.Bardi, R11.Pulci)."""
    replay = replay_of(game)
    histories = Histories(replay)
    position = random.randrange(replay.last + 1)
    for row, marks in zip(ALL_ROWS, replay.states[position].rows, strict=False):
        lives = histories.of(parse_subject(row, game.setup), position).lives
        there = {life.name: life for life in lives if life.name.startswith(f"{row}/") and life.name[-1] != "-"}
        assert sorted(there) == sorted(f"{row}/{cell}" for cell in range(1, len(marks) + 1))
        for cell, mark in enumerate(marks, 1):
            life = there[f"{row}/{cell}"]
            assert life.mark == mark
            assert histories.of(parse_subject(life.name, game.setup), position).lives == (life,)


def test_cubes_after_one_that_was_moved_away_move_up() -> None:
    """R11.Pulci: in the example the cubes of Lisbon after the moved one get other cells, and their histories say so."""
    record = loads((ROOT / "examples" / "intrigue-with-four-families.cgn").read_text(encoding="utf-8"))
    replay = Replay(record)
    lives = Histories(replay).of(parse_subject("LIS", replay.start.setup)).lives
    names = [life.name for life in lives]
    assert len(names) == len({*names})
    moved = [one for life in lives for one in life.happenings if one.what == "closed up"]
    assert moved
    lines = history_lines(Histories(replay).of(parse_subject("LIS", replay.start.setup)), Names.of(replay.start.setup))
    assert sum("moves up to cell" in line for line in lines) == len(moved)


@FEW
@given(any_games(*EVERY_KIND), st.randoms())
def test_as_many_cards_have_come_as_have_left_or_are_held(game: Playout, random: Random) -> None:
    """Each of several equal cards may be the one that left, but their number is exactly that in the hand."""
    replay = replay_of(game)
    position = random.randrange(replay.last + 1)
    state = replay.states[position]
    lives = [life.until(position) for life in Histories(replay).cards if life.begins <= position]
    for seat, mat in enumerate(state.mats):
        for mark in {*"WBMUAVSTC", UNKNOWN}:
            mine = [life for life in lives if life.mark == mark and life.happenings[0].seat == seat]
            left = {happening for life in mine for happening in life.happenings[1:]}
            gone = Counter(happening.position for happening in left)
            held = (mat.open + mat.secret).count(mark) + (mat.unknown if mark == UNKNOWN else 0)
            certain = [life for life in mine if any(not one.alike for one in life.happenings[1:])]
            assert len(mine) >= held
            assert len(mine) - len(certain) >= held
            if not any(isinstance(event, PartObserved) for event in replay.events):
                assert len(mine) - gone.total() == held


@FEW
@given(any_games(KNOWN))
def test_what_cubes_counted_for_is_what_the_scoring_counted(game: Playout) -> None:
    """R6.4, R7.3, R10.7: the histories of a party's cubes (for the Palazzo also seats) agree with each scoring."""
    replay = replay_of(game)
    histories = Histories(replay)
    counted: Counter[tuple[int, str, int | None]] = Counter()
    for life in (*histories.cubes.lives, *histories.discs.lives):
        for one in life.happenings:
            if one.what == COUNTED:
                counted[one.position, one.place, one.seat] += 1
    promoted = Counter(one.seat for life in histories.discs.lives for one in life.happenings if one.what == "promoted")
    for place, event in enumerate(replay.events, 1):
        if isinstance(event, TileScored | InfluenceScored | AreaScored):
            name, _ = scored_rows(event, game.setup)
            for seat, count in enumerate(event.counts):
                more = promoted[seat] if name == PALAZZO else 0
                assert counted[place, name, seat] + more == count


@FEW
@given(any_games(KNOWN))
def test_every_activation_is_in_the_history_of_one_disc(game: Playout) -> None:
    """R4.3: the history of a disc has each activation: in whose turn, for whom, and at what depth."""
    replay = replay_of(game)
    histories = Histories(replay)
    reported = [
        (one.position, one.place, one.number, one.seat, one.by)
        for life in histories.discs.lives
        for one in life.happenings
        if one.what == "activated"
    ]
    assert sorted(reported) == [
        (place, event.street, event.depth, event.seat, replay.states[place - 1].active)
        for place, event in enumerate(replay.events, 1)
        if isinstance(event, DiscActivated)
    ]
    for life in histories.discs.lives:
        assert life.happenings[0].what == PLACED
        assert [one.number for one in life.happenings if one.what == "activated"][:1] in ([], [1])
        if life.mark == WHITE:
            once = [one for one in life.happenings if one.what == "activated" and one.by != one.seat]
            assert once == []


def test_a_disc_is_followed_up_the_stack_into_the_council() -> None:
    """A coloured disc can be followed from its placement through activations to its seat in the council."""
    replay = replay_of(Playout(4, 3))
    histories = Histories(replay)
    seated = next(
        life
        for life in histories.discs.lives
        if life.happenings[-1].what == COUNTED or "seated" in [one.what for one in life.happenings]
    )
    subject = parse_subject(seated.name, replay.start.setup)
    assert histories.of(subject).lives == (seated,)
    depths = [one.number for one in seated.happenings if one.what == "activated"]
    assert depths == sorted(depths)
    lines = history_lines(histories.of(subject), Names.of(replay.start.setup))
    assert len(lines) == 1 + len(seated.happenings)
    assert any("in the council" in line for line in lines)


def test_copies_of_a_card_cannot_be_distinguished() -> None:
    """R5.12: if a player has two wood cards and plays one, the histories of both say that it may be either."""
    for seed in range(30):
        replay = replay_of(Playout(3, seed))
        histories = Histories(replay)
        found = [one for life in histories.cards for one in life.happenings if one.alike]
        if not found:
            continue
        position, alike = found[0].position, found[0].alike
        both = [life for life in histories.cards if found[0] in life.happenings]
        assert len(both) == alike > 1
        assert len({life.mark for life in both}) == 1
        lines = history_lines(
            histories.of(parse_subject(both[0].name, replay.start.setup), position), Names.of(replay.start.setup)
        )
        assert f"any of {alike} that look alike" in lines[-1]
        return
    raise AssertionError("nobody had two of a kind")


@FEWER
@given(any_games(AT_THE_TABLE))
def test_a_card_that_nobody_saw_is_named_when_it_is_played(game: Playout) -> None:
    """An unknown card belongs to the history of its kind only from the moment at which it is revealed."""
    replay = replay_of(game)
    histories = Histories(replay)
    lives = [life for life in histories.cards if life.mark == UNKNOWN and len(life.happenings) > 1]
    for life in lives[:3]:
        shown = life.happenings[1]
        if shown.what != "played":
            continue
        subject = parse_subject(f"card:{shown.place}", game.setup)
        assert life.until(shown.position) in histories.of(subject, shown.position).lives
        before = histories.of(subject, shown.position - 1).lives
        assert all(other.name != life.name for other in before)


@FEWER
@given(any_games(WITH_MISTAKES))
def test_a_history_names_what_was_missed(game: Playout) -> None:
    """A history names the ids of what was missed until then, in data and in words."""
    replay = replay_of(game)
    histories = Histories(replay)
    history = histories.of(parse_subject("SMF.W", game.setup))
    missed = [str(gap.id) for gap in replay.gaps if type(gap.event) is not PartObserved]
    assert [*history.missed] == missed
    lines = history_lines(history, Names.of(game.setup))
    assert any("something may be missing" in line for line in lines) == bool(missed)


@FEWER
@given(any_games(*EVERY_KIND), st.randoms())
def test_a_history_shows_nothing_of_what_comes_later(game: Playout, random: Random) -> None:
    """A history at a position equals that of the game cut off there, in data and in words."""
    replay = replay_of(game)
    at = random.randrange(replay.last + 1)
    whole, part = Histories(replay), Histories(cut_off(replay, at))
    names = Names.of(game.setup)
    for name in subjects_of(replay):
        subject = parse_subject(name, game.setup)
        assert whole.of(subject, at) == part.of(subject, at)
        assert history_lines(whole.of(subject, at), names) == history_lines(part.of(subject, at), names)


# What can be followed.


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("smf.w", "SMF.W"),
        ("SMF.W/2", "SMF.W/2"),
        ("pal.a", "PAL.A"),
        ("disc:7", "disc:7"),
        ("DISC:7.2.3/sa.1", "disc:7.2.3/SA.1"),
        ("card:wood", "card:W"),
        ("card:w", "card:W"),
        ("card:7.2.3", "card:7.2.3"),
        ("Influence:lis", "influence:LIS"),
    ],
)
def test_what_can_be_followed_has_a_name(text: str, canonical: str) -> None:
    """The name of a subject may be in small letters, and its canonical form is read back."""
    setup = Playout(3, 1).setup
    subject = parse_subject(text, setup)
    assert format_subject(subject, setup) == canonical
    assert parse_subject(canonical, setup) == subject


def test_streets_are_named_by_their_tiles() -> None:
    """A street is named by its two tiles in either order."""
    setup = Playout(3, 1).setup
    subject = parse_subject(setup.city[0] + setup.city[1], setup)
    assert subject == parse_subject((setup.city[1] + setup.city[0]).lower(), setup)
    assert (subject.kind, subject.name) == ("street", "12")
    assert parse_subject(f"{setup.city[:2]}/2", setup) == subject._replace(kind="lying", number=2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "card:X",
        "card:",
        "disc:x",
        "influence:XXX",
        "SMF.W/0",
        "SMF.W/",
        "CAR",
        "row:1" * 999,
        "disc:9/AS",
        "１",
    ],
)
def test_an_unknown_subject_cannot_be_followed(text: str) -> None:
    """The error about an unknown name quotes it, cut, and shows examples; a row of Intrigue needs Intrigue."""
    with pytest.raises(SubjectError, match="a row is SMF"):
        parse_subject(text, Playout(3, 1).setup)


# Jumps.


@FEW
@given(any_games(*EVERY_KIND), st.randoms())
def test_a_jump_goes_to_the_nearest_of_its_kind(game: Playout, random: Random) -> None:
    """A jump from anywhere, forward or back, ends right after the nearest event of its kind."""
    replay = replay_of(game)
    jumps = Jumps(replay)
    at = random.randrange(replay.last + 1)
    seat = random.randrange(game.setup.players)
    for places, kinds in (
        (jumps.scorings, (TileScored, InfluenceScored, AreaScored)),
        (jumps.activations(seat), (DiscActivated,)),
    ):
        fits = [
            place
            for place, event in enumerate(replay.events, 1)
            if isinstance(event, kinds) and (not isinstance(event, DiscActivated) or event.seat == seat)
        ]
        assert next_of(places, at) == next((place for place in fits if place > at), None)
        assert previous_of(places, at) == next((place for place in reversed(fits) if place < at), None)
    for name in subjects_of(replay):
        subject = parse_subject(name, game.setup)
        changes = jumps.changes(subject, at)
        assert [*changes] == sorted({*changes})


def test_markers_stand_where_something_was_said_or_missed() -> None:
    """Markers are after commented decisions and their events, by layer, and at a reader's own places, not at checks."""
    replay = replay_of(Playout(3, 2, WITH_MISTAKES))
    notes = (Comment("Well.", layer="maria"), Glyph(1), Check("=1-2-3"))
    moves = [*replay.game.moves]
    moves[10] = replace(moves[10], notes=notes)
    game = replace(replay.game, moves=tuple(moves), notes=(Comment("Friday."),))
    markers = markers_of(replay, game, own=[5, -1, replay.last + 1])
    end = replay.firsts[11]
    assert [(one.position, one.kind, one.layer) for one in markers if one.kind in ("comment", "glyph", "own")] == [
        (0, "comment", ""),
        (5, "own", ""),
        (end, "comment", "maria"),
        (end, "glyph", ""),
    ]
    assert sum(one.kind in ("missed", "observed") for one in markers) == len(replay.gaps) > 0
    assert [*Jumps(replay, markers).markers] == sorted({one.position for one in markers})


# Viewpoints.
