"""Diagrams of turns: what they contain, for which viewer, and what happens if no program can draw."""

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.commands import MarkMissed, ObservePart, PlaceDisc
from calimala_es.components import INTRIGUE_WORDS, PLACE_WORDS
from calimala_es.events import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CubeMoved,
    DiscActivated,
    DiscTakenBack,
    ThirdPartyActed,
    TileChosen,
    TileScored,
)
from calimala_es.game import play
from replays.drawing.diagrams import turn_diagram
from replays.drawing.render import DIAGRAM_FORMATS, DiagramError, write_diagram
from replays.replay import Level, Replay, Step
from replays.stacks import Deed, NoTurnError, TurnStory, drawn_turns, most_eventful_turns, turn_story
from replays.text.deeds import deed_text
from replays.text.languages import ENGLISH
from replays.text.terms import row_term, scored_text
from tests.drawing.drawn import HOSTILE, parsed, words_in
from tests.profiles import examples
from tests.replayed import EVERY_KIND, FEW, replay_of
from tests.strategies import FIRST, INTRIGUE, KNOWN, Playout, Rules, any_games

# The turn as data.

COUNTED = {
    "card": CardPlayed,
    "drawn": CardDrawn,
    "discarded": CardDiscarded,
    "moved": CubeMoved,
    "answered": ThirdPartyActed,
    "chosen": TileChosen,
}


def all_deeds(story: TurnStory) -> list[Deed]:
    return [
        *(deed for each in story.activations for deed in each.deeds),
        *story.schemes,
        *story.dealings,
        *story.others,
    ]


@FEW
@given(any_games(*EVERY_KIND))
def test_a_turn_has_all_its_activations_in_order(game: Playout) -> None:
    """The story of a turn has all its activations in order, each with its player's deeds, cards among them."""
    replay = replay_of(game)
    for turn in drawn_turns(replay):
        story = turn_story(replay, turn)
        events = [event for event, id in zip(replay.events, replay.ids, strict=True) if id.turn == turn]
        begun = [(e.seat, e.depth) for e in events if isinstance(e, DiscActivated)]
        assert [(each.seat, each.depth) for each in story.activations] == begun
        assert [each.order for each in story.activations] == [*range(1, len(begun) + 1)]
        deeds = [deed.kind for deed in all_deeds(story)]
        for kind, events_of in COUNTED.items():
            if turn != replay.ids[-1].turn:
                assert deeds.count(kind) == sum(isinstance(event, events_of) for event in events)
        assert story.is_finished
        assert story.is_missed or story.stack[:-1] == story.before


@FEW
@given(any_games(KNOWN))
def test_the_most_eventful_turns_come_fullest_first(game: Playout) -> None:
    """The most eventful turns are distinct turns of the game, and a longer list begins with a shorter one."""
    replay = replay_of(game)
    turns = most_eventful_turns(replay, 1000)
    assert sorted(turns) == drawn_turns(replay)
    assert most_eventful_turns(replay, 3) == turns[:3]
    lengths = {step.id.turn: len(step.events) for step in _turn_steps(replay)}
    assert lengths[turns[0]] >= lengths[turns[-1]]


def _turn_steps(replay: Replay) -> list[Step]:
    return [replay.step(Level.TURN, number) for number in range(replay.count(Level.TURN) - 1)]


@pytest.mark.parametrize("turn", [-1, 0, 999])
def test_a_turn_that_is_not_there_is_reported(turn: int) -> None:
    """A turn without a placement, turn 0 included, is an error."""
    with pytest.raises(NoTurnError, match=str(turn)):
        turn_story(replay_of(Playout(3, 1)), turn)


def test_a_turn_without_a_recorded_placement_is_reported() -> None:
    """A diagram of a turn within which the record starts is an error."""
    playout = Playout(3, 1)
    index = next(at for at, played in enumerate(playout.steps) if isinstance(played.command, PlaceDisc))
    replay = Replay(play(playout.steps[index].after, playout.game.commands[index + 1 :]))
    with pytest.raises(NoTurnError, match="after the placement in turn 1"):
        turn_story(replay, 1)
    assert turn_story(replay, 2).turn == 2


# The text.


@FEW
@given(any_games(*EVERY_KIND), st.randoms())
def test_everything_that_happened_in_the_turn_is_in_its_diagram(game: Playout, random: Random) -> None:
    """A diagram has a box for each activation, a row for each deed, the tile, and everybody's points."""
    replay = replay_of(game)
    turn = random.choice(drawn_turns(replay))
    story = turn_story(replay, turn)
    dot = turn_diagram(replay, turn)
    words = words_in(dot)
    assert f"Turn {turn}: " in words
    for activation in story.activations:
        assert f"stack:d{activation.depth}:e -> activation{activation.order}:head:w" in dot
    for deed in all_deeds(story):
        if deed.option or deed.kind in {"done", "card", "instead"}:
            assert deed_text(deed.action, deed.option, ENGLISH) in words
        for row in deed.rows:
            assert row_term(row, ENGLISH) in words
    _check_closing(story, words)


def _check_closing(story: TurnStory, words: str) -> None:
    if story.bottom:
        assert PLACE_WORDS.get(story.bottom.tile, "Council") in words
    if story.scoring and story.scoring.ranking:
        assert scored_text(story.scoring.tile, ENGLISH) in words


@FEW
@given(any_games(KNOWN), st.randoms())
def test_the_same_turn_is_the_same_text(game: Playout, random: Random) -> None:
    """The diagram of a turn is always the same to the byte."""
    turn = random.choice(drawn_turns(replay_of(game)))
    assert turn_diagram(replay_of(game), turn, HOSTILE) == turn_diagram(replay_of(game), turn, HOSTILE)


@examples(3)
@given(any_games(KNOWN))
def test_an_unseen_card_is_just_a_card(game: Playout) -> None:
    """In a diagram for the public a drawn card is just a card."""
    seen = replay_of(game).view()
    for turn in drawn_turns(seen):
        events = seen.events[seen.find(str(turn), before=True) : seen.find(str(turn))]
        if any(isinstance(event, CardDrawn) for event in events):
            assert "a hidden card" in words_in(turn_diagram(seen, turn))


# What rule sets add.


def first_story(rules: Rules, players: int, wanted: Callable[[TurnStory], object]) -> tuple[TurnStory, str]:
    """Return the first turn of generated games that fits, and the words of its diagram."""
    for game in (Playout(players, seed, rules=rules) for seed in range(60)):
        replay = replay_of(game)
        for turn in drawn_turns(replay):
            story = turn_story(replay, turn)
            if wanted(story):
                return story, words_in(turn_diagram(replay, turn, {0: "Maria", 1: "Tania", 2: "Bruno"}))
    raise AssertionError("no such turn")


def family(*names: str) -> Rules:
    return Rules("second", intrigue=True, families=names)


def test_a_support_disc_activates_nobody_below_and_the_third_party_answers() -> None:
    """R8.5 to R8.8: a support disc is drawn where it is placed, below the top, and as the fourth."""
    story, words = first_story(FIRST, 2, lambda story: story.disc == "s" and len(story.stack) == 4)
    assert len(story.activations) == 1
    assert "(support disc)" in words
    assert "third party" in words
    story, words = first_story(
        FIRST, 2, lambda story: story.bottom and story.bottom.kind == "seated" and story.bottom.seat == 2
    )
    assert story.bottom
    assert story.bottom.disc == story.support
    assert "takes a seat for Yellow (the third party)" in words
    _, words = first_story(FIRST, 2, lambda story: story.disc == "d")
    assert "so two cards are drawn" in words


def test_the_intrigue_action_has_a_box() -> None:
    """R10.1, R10.5: a box shows the two actions, the chosen one, and the cards discarded for steps."""
    story, words = first_story(
        INTRIGUE, 3, lambda story: any(deed.kind == "discarded" for deed in story.schemes) and story.bottom
    )
    assert f"one of: {INTRIGUE_WORDS[story.intrigue[0]]} or {INTRIGUE_WORDS[story.intrigue[1]]}" in words
    assert re.search(r"a step towards the (cardinal|emperor)", words)


def test_points_for_the_faction_track_follow_a_plus() -> None:
    """R10.8: the points for the faction track are beside those of the tile."""
    _, words = first_story(INTRIGUE, 3, lambda story: story.scoring and any(story.scoring.bonus))
    assert re.search(r"\d \+ \d", words)
    assert "+ faction track bonus" in words


def test_what_families_do_is_in_the_picture() -> None:
    """R11: a diagram shows each family's effect, e.g. a white disc used, a tile chosen, a cube moved."""
    story, words = first_story(family("Pazzi", "", ""), 3, lambda story: any(a.is_borrowed for a in story.activations))
    assert "with the white disc: " in words
    assert not story.activations[0].is_borrowed
    seen = {
        "chosen": ("Cerchi", " scored first"),
        "card": ("Medici", "Maria plays a card: "),
        "moved": ("Pulci", "Maria moves a cube: from "),
    }
    for kind, (name, shown) in seen.items():
        _, words = first_story(family(name, "", ""), 3, partial(has_dealing, kind))
        assert shown in words
    for name, kind in (("Spini", "instead"), ("Bardi", "moved"), ("Scali", "discarded")):
        story, _ = first_story(family("", name, ""), 3, partial(has_deed, kind))
        assert all(deed.kind not in {"missed", "observed"} for deed in story.schemes)


def has_dealing(kind: str, story: TurnStory) -> bool:
    return any(deed.kind == kind for deed in story.dealings)


def has_deed(kind: str, story: TurnStory) -> bool:
    return any(deed.kind == kind for each in story.activations for deed in each.deeds)


def a_missed_turn() -> Replay:
    """Return a game that ends after a turn that nobody recorded and a street that was seen then."""
    playout = Playout(4, 7)
    commands = playout.game.commands
    index = next(at for at, played in enumerate(playout.steps) if played.before.turn == 5)
    return Replay(play(playout.setup, [*commands[:index], MarkMissed(), ObservePart("12", "012")]))


def test_a_missed_turn_says_so() -> None:
    """The diagram of a missed turn says so and shows what was observed afterwards."""
    words = words_in(turn_diagram(a_missed_turn(), 5, {0: "Maria"}))
    assert "Turn 5: what Maria did was not recorded" in words
    assert "the ship-transport street: blue, red, yellow" in words


# Pictures.


@pytest.mark.needs("dot")
@examples(8)
@given(any_games(*EVERY_KIND), st.randoms())
def test_graphviz_draws_every_activation(game: Playout, random: Random) -> None:
    """Graphviz draws the diagram without a warning, whatever the players' names are."""
    replay = replay_of(game)
    for turn in random.sample(drawn_turns(replay), 3):
        picture = parsed(turn_diagram(replay, turn, HOSTILE))
        for activation in turn_story(replay, turn).activations:
            assert f"<title>activation{activation.order}</title>" in picture
        assert "<script" not in picture
        assert picture.count('class="node"') <= 7
        assert "evil</title>" not in picture


@pytest.mark.needs("dot")
def test_a_missed_turn_and_a_disc_taken_back_are_drawn() -> None:
    """R6.3: the diagram names the street from which a disc was taken back."""
    assert "was not recorded" in parsed(turn_diagram(a_missed_turn(), 5))
    for game in (Playout(5, seed) for seed in range(100)):
        replay = replay_of(game)
        taken = [at for at, event in enumerate(replay.events) if isinstance(event, DiscTakenBack)]
        if taken:
            turn = replay.ids[taken[0]].turn
            dot = turn_diagram(replay, turn)
            assert "no coloured disc in the supply" in words_in(dot)
            assert parsed(dot)
            assert any(isinstance(event, TileScored) for event in replay.events[taken[0] :])
            return
    raise AssertionError("no such game")


SIGNATURES = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF", "dot": b"digraph"}


@pytest.mark.needs("dot")
@pytest.mark.parametrize("format", DIAGRAM_FORMATS)
def test_a_picture_of_each_format_is_written(format: str, tmp_path: Path) -> None:
    """A picture is written completely, and no other file."""
    path = tmp_path / f"turn.{format}"
    assert write_diagram(turn_diagram(replay_of(Playout(4, 4)), 20), format, path) == path
    assert path.read_bytes().startswith(SIGNATURES[format])
    assert [*tmp_path.iterdir()] == [path]


def without_programs(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(sys, "executable", str(folder / "python"))


@pytest.mark.parametrize("format", ["svg", "png"])
def test_where_graphviz_is_not_installed_its_pure_kin_draws(
    format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without Graphviz its Python substitute draws, from any folder of programs; names become ASCII for it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    path = write_diagram(turn_diagram(replay_of(Playout(4, 4)), 20, HOSTILE), format, tmp_path / "turn")
    assert path.read_bytes().startswith(SIGNATURES[format])


@pytest.mark.parametrize(("format", "remedy"), [("pdf", "graphviz.org"), ("svg", "pip install graphviz-pure")])
def test_where_nothing_can_draw_the_text_is_left(
    format: str, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error says what to install and where the text is, and there is no partial picture."""
    without_programs(monkeypatch, tmp_path)
    dot = turn_diagram(replay_of(Playout(4, 4)), 20)
    with pytest.raises(DiagramError, match=re.escape(remedy)) as caught:
        write_diagram(dot, format, tmp_path / f"turn.{format}")
    assert caught.value.dot_path == tmp_path / "turn.dot"
    assert str(caught.value.dot_path) in str(caught.value)
    assert [*tmp_path.iterdir()] == [tmp_path / "turn.dot"]
    assert (tmp_path / "turn.dot").read_text(encoding="utf-8") == dot


@pytest.mark.needs("dot")
def test_what_graphviz_cannot_read_is_reported_and_an_old_picture_stays(tmp_path: Path) -> None:
    """A failed drawing raises an error and leaves an old picture unchanged."""
    path = tmp_path / "turn.svg"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(DiagramError, match="cannot draw"):
        write_diagram("digraph {", "svg", path)
    assert path.read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["turn.dot", "turn.svg"]


def test_a_format_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """The error about an unknown format lists the known ones."""
    with pytest.raises(ValueError, match="dot, svg, png, pdf"):
        write_diagram("digraph {}", "gif", tmp_path / "turn.gif")
