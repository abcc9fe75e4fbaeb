"""Frames: ``replays.page.frames``."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es.events import Event
from calimala_es.frames import DiscOffer
from calimala_es.view import PUBLIC
from replays.page import LivePages
from replays.page.frames import PageSentences, frames, levels_of, shown_of, slots, turns, values, view
from replays.page.moments import moments, winners_of
from replays.replay import Level, Replay
from replays.text.events import event_text, recorded_event_text
from replays.text.names import Names
from tests.page.examples import before
from tests.profiles import examples
from tests.replayed import EVERY_KIND, replay_of
from tests.strategies import Playout, any_games


def changed(slots: list[Any], changes: list[Any]) -> list[Any]:
    """Return values with the changes of a frame in their slots."""
    after = [*slots]
    for slot, value in zip(changes[::2], changes[1::2], strict=True):
        after[slot] = value
    return after


@examples(10)
@given(any_games(*EVERY_KIND))
def test_frames_lead_to_every_position(game: Playout) -> None:
    """Each frame leads from the values of one position to those of the next, and contains only changed slots."""
    replay = replay_of(game)
    teller = PageSentences(Names.of(replay.start.setup))
    names = slots(replay.start.setup, len(replay.start.rows))
    now: list[Any] = [*teller.values(replay.start, 0)]
    assert len(names) == len(now)
    for position, frame in enumerate(frames(replay, teller), 1):
        after = changed(now, frame.changed)
        assert all(now[slot] != after[slot] for slot in frame.changed[::2])
        assert tuple(after) == teller.values(replay.states[position], position)
        waiting = dict(zip(names, after, strict=True))["waiting"]
        assert tuple(after) == values(replay.states[position], waiting)
        now = after


def test_a_white_disc_is_shown_when_it_is_offered() -> None:
    """R11.Pazzi: the disc just placed comes first; a white disc below it is shown with both actions once it may be
    activated."""
    replay = Replay(before("intrigue-with-four-families", 20, DiscOffer))
    disc = slots(replay.start.setup, len(replay.start.rows)).index("disc")
    shown = [values(state)[disc] for state in replay.states[replay.find("20.0.1") :]]
    assert shown == ["", "23/1/SB", "23/1/B", "23/2/SB"]


@examples(10)
@given(any_games(*EVERY_KIND), st.data())
def test_a_line_may_begin_anywhere(game: Playout, data: st.DataObject) -> None:
    """The frames from any position on are those of the whole game from there."""
    replay = replay_of(game)
    teller = PageSentences(Names.of(replay.start.setup))
    since = data.draw(st.integers(0, replay.last))
    assert frames(replay, teller, since) == frames(replay, teller)[since:]


@examples(20)
@given(any_games(*EVERY_KIND), st.data())
def test_a_live_page_is_the_end_of_the_whole(game: Playout, data: st.DataObject) -> None:
    """The page of a game that goes on has the frames of the whole game from there, in the same words, and all
    scorings, whatever part of the game there was a page of before."""
    replay = replay_of(game)
    whole = replay.game
    names = Names.of(replay.start.setup)
    count = len(whole.moves)
    most = data.draw(st.integers(0, 20))
    pages = LivePages()
    for number in sorted(data.draw(st.lists(st.integers(max(0, count - 25), count), max_size=3))):
        pages.page(replace(whole, moves=whole.moves[:number]), names, most)
    page = pages.page(whole, names, most)
    since = replay.before(max(0, count - most))
    (line,) = page.lines

    def describe(event: Event, place: int) -> str:
        return recorded_event_text(event, place, names, replay)

    teller = PageSentences(names, describe, replay.known)
    assert page.start == teller.values(replay.states[since], since)
    assert line.frames == frames(replay, teller, since)
    assert [" ".join(page.words[word] for word in sentence) for sentence in page.sentences] == [*teller.sentences]
    scored = moments(replay, teller)
    assert line.moments == [replace(moment, at=moment.at - since) for moment in scored]
    assert (page.over, page.winners) == (replay.end.is_over, winners_of(replay.events))


def test_a_page_says_nothing_of_those_before_it() -> None:
    """The page of a game that goes on is, to the last number, the page made anew: it does not show which pages there
    were before it."""
    game = Replay(before("game-of-four", 12)).game
    names, pages = Names.of(game.setup), LivePages()
    for number in range(1, len(game.moves) + 1):
        played = replace(game, moves=game.moves[:number])
        assert pages.page(played, names, 12) == LivePages().page(played, names, 12)


@examples(10)
@given(any_games(*EVERY_KIND))
def test_levels_are_those_of_steps(game: Playout) -> None:
    """A frame's level is the coarsest one at which a step begins with it."""
    replay = replay_of(game)
    starts = [{replay.step(level, number).start for number in range(replay.count(level))} for level in Level]
    for position, level in enumerate(levels_of(replay)):
        assert position in starts[level]
        assert all(position not in coarser for coarser in starts[:level])


@examples(10)
@given(any_games(*EVERY_KIND), st.data())
def test_a_view_is_the_record_with_its_differences(game: Playout, data: st.DataObject) -> None:
    """The record's values and sentences with the differences of a view are what the viewer sees; the sentences about
    whole turns are the same for everybody."""
    replay = replay_of(game)
    teller = PageSentences(Names.of(replay.start.setup))
    viewer = data.draw(st.sampled_from([PUBLIC, *range(replay.start.setup.players)]))
    seen = replay.view(viewer)
    assert turns(seen, teller) == turns(replay, teller)
    seen_view, _ = view(shown_of(replay, teller), seen, teller)
    other: dict[int, Any] = {}
    for position, state in enumerate(replay.states):
        changes = seen_view.changed.get(position, [])
        other.update(zip(changes[::2], changes[1::2], strict=True))
        shown = [
            value if other.get(slot) is None else other[slot]
            for slot, value in enumerate(teller.values(state, position))
        ]
        assert tuple(shown) == teller.values(seen.states[position], position)
        if position:
            words = event_text(replay.events[position - 1], teller.names)
            if position in seen_view.words:
                words = teller.sentences[seen_view.words[position]]
            assert words == event_text(seen.events[position - 1], teller.names)
