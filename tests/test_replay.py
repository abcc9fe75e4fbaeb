"""A replay: every position of a game, its steps, its ids, and how others see it."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es import fold, initial, view_event, view_state
from calimala_es.commands import MarkMissed, ObservePart
from calimala_es.components import ROW_INDEX
from calimala_es.errors import UnknownIdError
from calimala_es.events import (
    DiscActivated,
    DiscPlaced,
    EndReached,
    ThirdPartyActed,
    TurnEnded,
    WentUnrecorded,
    WhiteDiscUsed,
)
from calimala_es.frames import Placement
from calimala_es.game import play
from calimala_es.view import PUBLIC, Viewer
from replays.changes import changes
from replays.replay import Level, Replay
from replays.text.changes import changes_lines
from replays.text.names import Names
from tests.profiles import examples
from tests.replayed import EVERY_KIND, FEW, replay_of, secret_twins
from tests.strategies import AT_THE_TABLE, INTRIGUE, KNOWN, Playout, any_games


@FEW
@given(any_games(*EVERY_KIND), st.randoms())
def test_the_state_at_a_position_is_the_fold_of_the_events_before_it(game: Playout, random: Random) -> None:
    """The state at any position is the result of the events before it."""
    replay = replay_of(game)
    position = random.randrange(replay.last + 1)
    assert replay.states[position] == fold(replay.start, replay.events[:position])
    assert replay.events == tuple(game.events)
    assert len(replay.states) == replay.last + 1


@FEW
@given(any_games(*EVERY_KIND))
def test_each_event_belongs_to_the_command_that_led_to_it(game: Playout) -> None:
    """A replay knows for each event the index of its command."""
    replay = replay_of(game)
    expected = [index for index, played in enumerate(game.steps) for _ in played.events]
    assert [replay.command_at(place) for place in range(replay.last)] == expected


@FEW
@given(any_games(*EVERY_KIND), st.sampled_from(Level))
def test_the_steps_of_a_level_follow_each_other_without_a_gap(game: Playout, level: Level) -> None:
    """All events are in exactly one step of each level, and a step forward and back leads to the same position."""
    replay = replay_of(game)
    steps = [replay.step(level, number) for number in range(replay.count(level))]
    assert [event for step in steps for event in step.events] == [*replay.events]
    position = 0
    for step in steps:
        assert step.start == position
        assert replay.next(level, position) == step.end
        assert replay.previous(level, step.end) == step.start
        assert replay.step_before(level, step.end) == step.number
        assert replay.coming(level, position) == step == replay.coming(level, step.end - 1)
        position = step.end
    assert replay.next(level, replay.last) == replay.last
    assert replay.previous(level, 0) == 0
    assert replay.step_before(level, 0) is None
    assert replay.coming(level, replay.last) is None
    with pytest.raises(IndexError):
        replay.step(level, len(steps))


@FEW
@given(any_games(*EVERY_KIND), st.randoms())
def test_within_a_step_forward_goes_to_its_end_and_back_to_its_beginning(game: Playout, random: Random) -> None:
    """From the middle of a step, forward leads to its end and back to its beginning."""
    replay = replay_of(game)
    step = replay.step(Level.TURN, random.randrange(replay.count(Level.TURN)))
    if step.end - step.start > 1:
        inside = random.randrange(step.start + 1, step.end)
        assert (replay.next(Level.TURN, inside), replay.previous(Level.TURN, inside)) == (step.end, step.start)


@FEW
@given(any_games(*EVERY_KIND))
def test_finer_steps_lie_within_coarser_ones(game: Playout) -> None:
    """Steps are nested: events in actions, actions in activations, activations in turns."""
    replay = replay_of(game)
    bounds = [{replay.step(level, n).start for n in range(replay.count(level))} for level in Level]
    for coarse, fine in pairwise(bounds):
        assert coarse <= fine


@FEW
@given(any_games(KNOWN))
def test_a_turn_is_a_step_and_so_is_each_activation(game: Playout) -> None:
    """Turn 0, each turn and the end are steps; no activation step has two activated discs or only the end of a turn."""
    replay = replay_of(game)
    turns = {id.turn for id in replay.ids}
    assert replay.count(Level.TURN) == len(turns) + 1
    last = replay.step(Level.TURN, replay.count(Level.TURN) - 1)
    assert type(last.events[0]) is EndReached
    for number in range(replay.count(Level.ACTIVATION)):
        events = replay.step(Level.ACTIVATION, number).events
        assert sum(type(event) is DiscActivated for event in events) <= 1
        assert any(type(event) is not TurnEnded for event in events)


@FEW
@given(any_games(*EVERY_KIND))
def test_the_game_is_one_step_and_a_round_has_one_turn_of_each(game: Playout) -> None:
    """No player has two turns in a round, seats follow clockwise, and turn 0 and the end are separate rounds."""
    replay = replay_of(game)
    whole = replay.step(Level.GAME, 0)
    assert (replay.count(Level.GAME), whole.start, whole.end) == (1, 0, replay.last)
    for step in (replay.step(Level.ROUND, number) for number in range(replay.count(Level.ROUND))):
        turns = [place for place in range(step.start, step.end) if replay.next(Level.TURN, place - 1) == place]
        starts = [place for place in [step.start, *turns] if place < step.end]
        seats = [replay.states[place].active for place in dict.fromkeys(starts)]
        assert seats == sorted(set(seats))
        assert len({id.turn for id in replay.ids[step.start : step.end]}) == len(seats)
        if {0} & {id.turn for id in replay.ids[step.start : step.end]} or EndReached in map(type, step.events):
            assert len(seats) == 1


@FEW
@given(any_games(KNOWN))
def test_in_a_whole_game_only_the_last_round_may_miss_somebody(game: Playout) -> None:
    """R4.5: players take turns; a round has fewer turns only if discs or tiles run out."""
    replay = replay_of(game)
    rounds = [replay.step(Level.ROUND, number) for number in range(1, replay.count(Level.ROUND) - 1)]
    placed = [sum(type(event) is DiscPlaced for event in step.events) for step in rounds]
    assert placed[0] == game.setup.players
    assert placed == sorted(placed, reverse=True)


@FEW
@given(any_games(*EVERY_KIND), st.randoms())
def test_an_id_leads_to_the_position_after_or_before_it(game: Playout, random: Random) -> None:
    """The id of an event, an activation or a turn leads to the position after its last or before its first event.

    The end of an activation has the id of the event before it, to which that id leads.
    """
    replay = replay_of(game)
    id = random.choice(replay.ids)
    place = [*replay.ids].index(id)
    assert replay.find(str(id)) == place + 1
    assert replay.find(str(id), before=True) == place
    for prefix in ((id.turn,), (id.turn, id.activation)):
        inside = [at for at, other in enumerate(replay.ids) if other[: len(prefix)] == prefix]
        text = ".".join(map(str, prefix))
        assert (replay.find(text, before=True), replay.find(text)) == (inside[0], inside[-1] + 1)


@FEW
@given(any_games(*EVERY_KIND))
def test_what_comes_of_an_activation_belongs_to_it_and_the_rest_to_the_close(game: Playout) -> None:
    """R8.7, R10.1, R11.Pazzi: the third party's answer ends an activation step, and using a white disc begins one."""
    replay = replay_of(game)
    for number in range(replay.count(Level.ACTIVATION)):
        events = replay.step(Level.ACTIVATION, number).events
        kinds = [type(event) for event in events]
        assert ThirdPartyActed not in kinds[:-1] or TurnEnded in kinds
        assert WhiteDiscUsed not in kinds or kinds[:2] == [WhiteDiscUsed, DiscActivated]
        assert DiscActivated not in kinds or not any(getattr(event, "action", "") in {*"KRENI"} for event in events)


@pytest.mark.parametrize("id", ["", "seven", "7.", "99", "1.9", "1.0.99", "1.0.1.1", "-1"])
def test_an_id_that_is_not_there_is_reported(id: str) -> None:
    """The error about an unknown id quotes it."""
    replay = replay_of(Playout(3, 1))
    with pytest.raises(UnknownIdError, match=id.replace(".", r"\.") or "''"):
        replay.find(id)


@FEW
@given(any_games(KNOWN, AT_THE_TABLE), st.randoms())
def test_a_game_from_a_position_keeps_the_ids_of_the_whole_game(game: Playout, random: Random) -> None:
    """A record that starts anywhere continues the numbers of turns and activations, and from a placement of steps."""
    whole = replay_of(game)
    index = random.randrange(len(game.steps))
    start = game.steps[index].before
    part = Replay(play(start, whole.commands[index:]))
    ids = whole.ids[whole.firsts[index] :]
    assert [id[:2] for id in part.ids] == [id[:2] for id in ids]
    if type(start.now) is Placement:
        assert part.ids == ids


def test_a_game_without_decisions() -> None:
    """A game without decisions has one position, no step, and no id."""
    replay = Replay(play(Playout(3, 1).setup))
    assert (replay.last, replay.end) == (0, replay.start)
    assert all(replay.count(level) == 0 and replay.next(level, 0) == 0 for level in Level)
    with pytest.raises(UnknownIdError, match="nothing has happened"):
        replay.find("1")


# Marks.


def test_what_was_missed_or_observed_is_marked() -> None:
    """Missed decisions and observations are reported with their places from there on."""
    playout = Playout(4, 7)
    commands = playout.game.commands
    index = next(at for at, played in enumerate(playout.steps) if played.before.turn == 5)
    replay = Replay(play(playout.setup, [*commands[:index], MarkMissed(), ObservePart("0.points", "7")]))
    missed, observed = replay.gaps
    assert type(missed.event) is WentUnrecorded
    assert str(missed.id) == "5.0.1"
    assert observed.event == replay.events[-1]
    assert replay.gaps_until(missed.position) == ()
    assert replay.gaps_until(missed.position + 1) == (missed,)
    assert replay.gaps_until(replay.last) == (missed, observed)


# Views.


@FEW
@given(any_games(*EVERY_KIND), st.sampled_from([None, 0, 1]))
def test_a_view_has_the_view_of_every_state_and_event(game: Playout, viewer: int | None) -> None:
    """A view has the same positions and ids, and a view of a view is the same view."""
    replay = replay_of(game)
    seen = replay.view(viewer)
    assert seen.events == tuple(view_event(event, viewer) for event in replay.events)
    assert seen.states == tuple(view_state(state, viewer) for state in replay.states)
    assert (seen.ids, seen.firsts) == (replay.ids, replay.firsts)
    assert Replay(play(seen.start, seen.commands)).states == seen.states
    assert seen.view(viewer).states == seen.states


@examples(6)
@given(any_games(KNOWN), st.sampled_from((PUBLIC, 0, 1)))
def test_games_that_differ_only_in_hidden_cards_have_equal_views(game: Playout, viewer: Viewer) -> None:
    """A view, and so all that is made of it, is the same for a player or the public whatever the hidden cards are."""
    twins = secret_twins(game, viewer)
    if twins is None:
        return
    one, other = twins
    assert one.states != other.states
    assert one.view(viewer).game == other.view(viewer).game


# What changed.


@FEW
@given(any_games(*EVERY_KIND))
def test_changes_add_up_over_a_game(game: Playout) -> None:
    """The changes of all steps add up to the change between the first and the last position."""
    replay = replay_of(game)
    steps = [replay.step(Level.ACTION, number) for number in range(replay.count(Level.ACTION))]
    parts = [changes(replay.states[step.start], replay.states[step.end]) for step in steps]
    for seat, mat in enumerate(replay.end.mats):
        own = [change for part in parts for change in part.mats if change.seat == seat]
        assert sum(change.points for change in own) == mat.points
        assert sum(change.hand for change in own) == mat.hand_size
        assert sum(change.wood for change in own) == mat.stock.wood
        assert sum(change.cloth for change in own) == sum(mat.built.cloth)
        assert 1 + sum(change.workshops for change in own) == len(mat.built.cloth)
        before = replay.start.mats[seat]
        assert sum(change.coloured for change in own) == mat.coloured - before.coloured
        assert sum(change.support for change in own) == mat.support - before.support
        assert sum(change.faction for change in own) == mat.faction
        assert sum(row.added[seat] for part in parts for row in part.rows) == sum(
            row.count(str(seat)) for row in replay.end.rows
        )
    assert sum(part.deck for part in parts) == replay.end.deck - replay.start.deck


@FEW
@given(any_games(KNOWN), st.randoms())
def test_nothing_changes_between_a_position_and_itself(game: Playout, random: Random) -> None:
    """A position compared with itself has no change, and a step back has the opposite changes."""
    replay = replay_of(game)
    state = random.choice(replay.states)
    assert changes_lines(changes(state, state), Names.of(game.setup)) == []
    there, back = changes(replay.start, state), changes(state, replay.start)
    assert [(row.row, row.after, row.before) for row in there.rows] == [
        (row.row, row.before, row.after) for row in back.rows
    ]
    assert [-mat.points for mat in there.mats] == [mat.points for mat in back.mats]


def test_changes_show_steps_support_discs_and_seats_on_no_tile() -> None:
    """R8.1, R9.2, R10.5, R10.3: changes include faction steps, rows of Intrigue, support discs and late seats."""
    before = initial(Playout(3, 1, rules=INTRIGUE).setup)
    rows = tuple("0" if row == ROW_INDEX["TRO.W"] else cubes for row, cubes in enumerate(before.rows))
    mats = (replace(before.mats[0], faction=-2), *before.mats[1:])
    after = replace(before, rows=rows, mats=mats, seats="1")
    found = changes(before, after)
    assert (found.mats[0].faction, found.rows[0].row, found.late) == (-2, "TRO.W", "1")
    assert changes_lines(found, Names.of(before.setup)) == [
        "Blue: 2 steps towards the cardinal",
        "Troyes (banking, wood): empty -> b",
        "council, on no tile: r",
    ]
    two = initial(Playout(2, 1).setup)
    placed = replace(two, mats=(replace(two.mats[0], support=5), *two.mats[1:-1], replace(two.mats[-1], points=3)))
    assert changes_lines(changes(two, placed), Names.of(two.setup)) == [
        "Blue: -1 support disc",
        "Yellow (the third party): +3 points",
    ]
