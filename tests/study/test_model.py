"""The study without a screen: what it shows of generated and of incomplete games, its lines, and what it saves."""

from bisect import bisect_left
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es.commands import Command, EndActivation, PlayCard
from calimala_es.errors import AnnotationError, CalimalaError, UnknownIdError
from calimala_es.game import play
from calimala_es.state import State
from calimala_es.view import PUBLIC
from cli.study.shown import analysis_lines, head_line, log_lines, note_lines
from cli.study.study import Study, StudyError
from cli.study.timeline import SIGNS, ticks, timeline_lines
from notation import dumps
from replays.replay import Level, Replay
from replays.text.terminal import width_of
from tests.cli_runs import Table, played
from tests.profiles import examples, few
from tests.replayed import replay_of, secret_twins
from tests.strategies import INTRIGUE, Playout, any_games
from tests.study.driving import GAME, STUDY, at_the_table, study, written

WIDTH: Final = 60

PARTS: Final[dict[str, Callable[[Study], list[str]]]] = {
    "head": lambda studied: [head_line(studied, WIDTH)],
    "board": lambda studied: studied.walk.board().split("\n"),
    "turns": lambda studied: timeline_lines(studied, WIDTH),
    "few turns": lambda studied: timeline_lines(studied, WIDTH, is_short=True),
    "log": lambda studied: [line.text for line in log_lines(studied, WIDTH)],
    "notes": lambda studied: note_lines(studied, WIDTH),
    "analysis": lambda studied: analysis_lines(studied, WIDTH),
}


def shown(studied: Study) -> dict[str, list[str]]:
    """Return everything that is shown."""
    return {name: show(studied) for name, show in PARTS.items()}


# What is shown.


@examples(15)
@given(any_games(), st.sampled_from(Level), st.data())
def test_every_game_of_every_rule_set_is_shown_at_every_level(game: Playout, level: Level, data: st.DataObject) -> None:
    """Head, turns and log fit their width; the log marks the current place, and each turn has a tick."""
    with TemporaryDirectory() as folder, at_the_table():
        studied = study(written(Path(folder) / "game.cgn", replay_of(game)), level=level.value)
        walk = studied.walk
        for _ in range(4):
            walk.at = data.draw(st.integers(0, walk.replay.last))
            seen_parts = shown(studied)
            assert all(
                width_of(line) <= WIDTH for part in ("head", "turns", "few turns", "log") for line in seen_parts[part]
            )
            assert any(line.is_here for line in log_lines(studied, WIDTH)) or walk.record.is_hidden(walk.at - 1)
            found = ticks(studied)
            assert len(found) == max(walk.replay.count(Level.TURN), 0)
            assert [tick.is_here for tick in found].count(True) == 1
            step = walk.replay.step_before(Level.TURN, walk.at) or 0
            assert found[step].is_here


@pytest.mark.parametrize("name", few(sorted(path.name for path in GAME.parent.glob("*.cgn")), 2))
def test_every_example_is_shown_from_its_start_to_its_end(name: str) -> None:
    """Every example is shown at each step forward, and the same again backward."""
    studied = study(GAME.parent / name, level="round")
    seen = [shown(studied)]
    while studied.at < studied.walk.replay.last:
        studied.walk.forward()
        seen.append(shown(studied))
    for seen_parts in reversed(seen[:-1]):
        studied.walk.back()
        assert shown(studied) == seen_parts
    assert len(seen) > 1


def test_a_game_in_which_nothing_has_happened_is_shown(tmp_path: Path) -> None:
    """A game without decisions is shown without turns and search results; a variation of it is an error."""
    path = tmp_path / "new.cgn"
    path.write_text(dumps(play(played().setup)), encoding="utf-8")
    studied = study(path)
    assert "start of the game" in shown(studied)["log"][0]
    assert ticks(studied) == []
    studied.walk.forward()
    studied.by_coarser(is_forward=True)
    assert studied.at == 0
    studied.search.text = "wood"
    assert studied.search.find(studied.walk) is None
    with pytest.raises(StudyError, match="calimala fork"):
        studied.choices()
    studied.say("comment", "Before it begins.")
    assert "Before it begins." in path.read_text(encoding="utf-8")


def test_the_turns_show_scorings_remarks_and_who_led() -> None:
    """Turns with a scoring and turns with a comment have their signs; leaders are those of the score."""
    studied = study(GAME)
    found = ticks(studied)
    replay = studied.walk.replay
    for number, tick in enumerate(found):
        step = replay.step(Level.TURN, number)
        scored = [place for place in studied.walk.jumps.scorings if step.start < place <= step.end]
        assert (tick.scored == "S") == bool(scored)
        points = [mat.points for mat in replay.states[step.end].mats]
        best = [seat for seat, own in enumerate(points) if own == max(points)]
        assert tick.leader == (replay.start.setup.colours[best[0]] if len(best) == 1 else "=")
    assert found[5].said == SIGNS["comment"]
    assert found[-1].turn == -1


def test_the_analysis_is_of_the_position_and_of_the_turn() -> None:
    """The analysis has the ranking at the next tile, the turn's activations and the sources of points so far."""
    lines = "\n".join(analysis_lines(study(GAME, "17"), 200))
    assert "the next tile, Santa Maria del Fiore: Tania 3 points for 4 cubes" in lines
    assert lines.count("Turn 17, the brick-contribute street: Maria activated a disc of their own") == 3
    assert "contributions of wood             2 (1)" in lines
    assert "port cities                       " not in lines


# Viewpoints and spoilers.


@pytest.mark.parametrize(
    ("game", "viewer"),
    few(
        [
            (Playout(2, 4), PUBLIC),
            (Playout(3, 4, rules=INTRIGUE), 2),
            (Playout(3, 4), 0),
            (Playout(4, 6, rules=INTRIGUE), PUBLIC),
        ],
        2,
    ),
)
def test_all_that_is_shown_is_equal_for_games_that_differ_in_what_is_hidden(
    game: Playout, viewer: int | None, tmp_path: Path
) -> None:
    """For a player or the public everything shown is equal whatever the hidden cards are."""
    twins = secret_twins(game, viewer)
    assert twins is not None
    seat = "public" if viewer is None else game.setup.colours[viewer]
    seen_parts: list[list[dict[str, list[str]]]] = []
    for replay in twins:
        studied = study(written(tmp_path / "game.cgn", replay), seat=seat, level="activation")
        seen_parts.append([])
        while studied.at < studied.walk.replay.last:
            studied.walk.forward()
            if studied.walk.replay.step_before(Level.ACTIVATION, studied.at) in range(0, 999, 7):
                seen_parts[-1].append(shown(studied))
    assert len(seen_parts[0]) > 5
    assert seen_parts[0] == seen_parts[1]


def test_without_spoilers_nothing_of_what_comes_is_shown(tmp_path: Path) -> None:
    """Without spoilers a game shows what its part up to there shows, and steps to the end raise an error."""
    game = played()
    replay = Replay(game)
    commands = next(number for number, first in enumerate(replay.firsts) if first >= replay.find("14.4"))
    seen_parts: list[list[dict[str, list[str]]]] = []
    for until in (len(game.moves), commands):
        path = tmp_path / "game.cgn"
        path.write_text(dumps(replace(game, moves=game.moves[:until], headers=())), encoding="utf-8")
        studied = study(path, no_spoilers=True, level="activation")
        seen_parts.append([])
        for turn in range(13):
            studied.go(str(turn))
            seen_parts[-1].append(shown(studied))
            studied.by_finer(is_forward=True)
            seen_parts[-1].append(shown(studied))
        with pytest.raises(UnknownIdError, match="hidden"):
            studied.walk.to_end()
        studied.go("start")
        assert studied.at == 0
        studied.walk.by(Level.ROUND)
        with pytest.raises(UnknownIdError, match="hidden"):
            studied.by_coarser(is_forward=True)
    assert seen_parts[0] == seen_parts[1]


def test_long_remarks_are_shown_by_their_beginning(copy: Path) -> None:
    """A comment of many thousand words takes at most a page of log and notes, and the file has all of it."""
    studied = study(copy, "1")
    studied.say("comment", "word " * 19_000 + "end")
    seen_parts = shown(studied)
    assert 10 < sum("word word" in line for line in seen_parts["log"]) < 60
    assert 10 < sum("word word" in line for line in seen_parts["notes"]) < 60
    assert "word end}" in copy.read_text(encoding="utf-8")


def test_stored_layers_are_listed_under_a_viewpoint(copy: Path) -> None:
    """With --notes-by a player reads the notes of that layer alone; the full view shows all of them again."""
    studied = study(copy, "1", seat="red", layers=("maria",))
    assert "Artwork first" in "\n".join(shown(studied)["log"])
    assert "Artwork first" in "\n".join(shown(studied)["notes"])
    assert "took 0:01:50" in "\n".join(shown(studied)["log"])
    assert "v1" not in "\n".join(shown(studied)["log"])
    studied.walk.look_at_all()
    assert "v1" in "\n".join(shown(studied)["log"])


def test_what_was_undone_is_shown_where_it_was(tmp_path: Path) -> None:
    """The log of a stored game shows undone decisions if asked for, and redone ones only to viewers without a limit."""
    table = Table(tmp_path)
    table.ok("import", STUDY, "--id", "lily")
    table.ok("undo", "lily")
    for hidden in (False, True):
        with at_the_table(table):
            studied = study("lily", "4", no_spoilers=hidden)
            studied.walk.forward()
            before = shown(studied)["log"]
            studied.walk.shows_undone = True
            more = [line for line in shown(studied)["log"] if line not in before]
        assert any("undone" in line for line in more)
        assert any("marble to the warehouse" in line or "plays no more cards" in line for line in more)
        assert any("redo" in line for line in more) != hidden


# Incomplete records, and those that cannot be written.


def test_records_of_less_depth_say_what_they_do_not_record(tmp_path: Path) -> None:
    """Records of placements show no leaders, cubes or legal decisions; a record of the result cannot be studied."""
    table = Table(tmp_path)
    table.file("placements.cgn", table.ok("export", GAME, "--depth", "placements"))
    table.file("result.cgn", '[Seats "bry"]\n[Result "42-38-35"]\n')
    studied = study(tmp_path / "placements.cgn", "17")
    seen_parts = shown(studied)
    assert {tick.leader for tick in ticks(studied)[1:17]} <= {"?", "="}
    assert "not recorded" in "\n".join(seen_parts["board"] + seen_parts["analysis"])
    with pytest.raises(StudyError, match="what the players have"):
        studied.choices()
    result = table.run("study", tmp_path / "result.cgn")
    assert result.code == 1
    assert "result" in result.err


def test_records_with_what_was_missed_and_observed_have_signs_for_it(tmp_path: Path) -> None:
    """Turns with missed decisions or observations have signs for them."""
    studied = study(GAME.parent / "at-the-table.cgn")
    signs = {tick.said for tick in ticks(studied)}
    assert signs & {SIGNS["missed"], SIGNS["observed"]}
    for _ in range(9):
        studied.walk.forward()
        assert shown(studied)["log"]


def test_what_cannot_be_written_says_why(copy: Path, tmp_path: Path) -> None:
    """A share code, the example and a text with errors are shown but cannot be annotated, and the error says why."""
    table = Table(tmp_path)
    wrong = table.file("wrong.cgn", copy.read_text(encoding="utf-8") + "\nXX\n")
    code = table.ok("export", "--to", "code", GAME.parent / "two-players.cgn").strip()
    code = f"share:{code.removeprefix('share:')}"
    for name, why in ((wrong, "errors"), (code, "share code"), ("example", "the example")):
        studied = study(name, "1")
        assert shown(studied)["log"]
        with pytest.raises(AnnotationError, match=why):
            studied.say("comment", "x")
    assert "XX" in wrong.read_text(encoding="utf-8")


# Lines.


def test_ids_in_a_variation_name_the_innermost(copy: Path) -> None:
    """Events of a nested variation have ids of the innermost line, and are found by them."""
    studied = study(copy)
    studied.enter("v5")
    replay = studied.walk.replay
    ids = [studied.id_at(place) for place in range(replay.last)]
    assert ids[-1].startswith("v5:")
    assert not any(id.startswith("v4") for id in ids)
    assert ids[0] == "0.0.1"
    studied.go(ids[-1])
    assert studied.at == replay.last
    studied.up()
    assert studied.line.branch.id == "v4"
    studied.up()
    assert studied.line.is_main


def test_variations_of_one_step_follow_each_other(copy: Path) -> None:
    """Down goes through all variations of a step, up goes back to the decision that the first replaces."""
    studied = study(copy, "1")
    seen: list[str] = []
    for _ in range(2):
        studied.down()
        seen.append(studied.line.branch.id)
    with pytest.raises(StudyError, match="no variation"):
        studied.down()
    studied.up()
    seen.append(studied.line.branch.id)
    studied.up()
    assert seen == ["v1", "v2", "v1"]
    assert studied.line.is_main
    assert studied.node() is studied.session.tree.variation("v1").instead_of


def test_a_step_of_another_level_leaves_the_level(copy: Path) -> None:
    """A coarser or finer step with shift or ctrl does not change the level of the next step."""
    studied = study(copy, "1")
    replay = studied.walk.replay
    at = studied.at
    studied.by_finer(is_forward=True)
    assert studied.at == replay.next(Level.ACTIVATION, at)
    studied.by_coarser(is_forward=False)
    assert studied.at == replay.previous(Level.ROUND, replay.next(Level.ACTIVATION, at))
    assert studied.walk.level is Level.TURN
    studied.walk.by(Level.EVENT)
    before = studied.at
    studied.by_finer(is_forward=True)
    assert studied.at == before + 1


# Saying something.


@examples(10)
@given(any_games(), st.data())
def test_any_legal_decision_can_be_a_variation_that_goes_on(game: Playout, data: st.DataObject) -> None:
    """Every offered decision is accepted as a variation at that moment, by any rules; nothing else in the file
    changes.
    """
    with TemporaryDirectory() as folder, at_the_table():
        path = written(Path(folder) / "game.cgn", replay_of(game))
        studied = study(path)
        main = studied.session.game.record.commands
        studied.walk.at = data.draw(st.integers(0, studied.walk.replay.last - 1))
        for _ in range(3):
            try:
                commands = studied.choices()
            except StudyError:
                break
            offered = studied.walk.replay.states[studied.coming()]
            command = data.draw(st.sampled_from(commands))
            studied.choose(command)
            assert _decided(studied) == (offered, command)
        again = study(path)
        assert again.session.game.record.commands == main
        assert not again.session.game.errors
        assert again.session.game.record == studied.session.game.record


def test_what_comes_instead_of_the_end_of_an_activation(copy: Path) -> None:
    """A card that is played instead of ending an activation begins a variation at that moment, not one before it."""
    studied = study(copy)
    moves, replay, cards = studied.session.game.record.moves, studied.walk.replay, list[PlayCard]()
    for move, studied.walk.at in zip(moves, replay.firsts, strict=True):
        cards = [one for one in studied.choices() if isinstance(one, PlayCard)]
        if isinstance(move.command, EndActivation) and cards:
            break
    moment = replay.states[studied.at]
    studied.choose(cards[0])
    assert _decided(studied) == (moment, cards[0])


def _decided(studied: Study) -> tuple[State, Command]:
    """Return the decision before the moment that is shown, after the position in which it was made."""
    node = studied.line.path[bisect_left(studied.walk.replay.firsts, studied.at) - 1]
    assert node.parent is not None
    return node.parent.state, node.command


def test_only_what_one_said_oneself_is_changed(copy: Path) -> None:
    """Somebody else's note cannot be edited, retracted or continued, and undo affects only the author's own."""
    studied = study(copy, "2", by="Tania")
    paolo = next(one for one in studied.said() if one.author.name == "Paolo")
    acts: list[Callable[[], None]] = [
        lambda: studied.edit(paolo, "!"),
        lambda: studied.retract(paolo),
        studied.take_back,
    ]
    for act in acts:
        with pytest.raises(CalimalaError):
            act()
    studied.enter("v3")
    studied.walk.to_end()
    with pytest.raises(AnnotationError, match="is unsigned"):
        studied.choose(studied.choices()[0])
    assert copy.read_text(encoding="utf-8") == STUDY.read_text(encoding="utf-8")


def test_other_games_of_a_file_stay_byte_for_byte(tmp_path: Path) -> None:
    """Annotating the second game of a file leaves the first and the third unchanged."""
    first, second = GAME.read_text(encoding="utf-8"), STUDY.read_text(encoding="utf-8")
    path = tmp_path / "games.cgn"
    path.write_text(f"{first}\n{second}\n{first}", encoding="utf-8")
    study(f"{path}#2", "2").say("comment", "In the middle.")
    text = path.read_text(encoding="utf-8")
    assert text.startswith(first)
    assert text.endswith(first)
    assert text.count("In the middle.") == 1


def test_a_retracted_variation_is_left(copy: Path) -> None:
    """Retracting the variation that is shown leads to the line beside which it began, and undo restores it."""
    studied = study(copy, "2", by="Tania")
    node = studied.line.path[[*studied.walk.replay.firsts].index(studied.at)]
    studied.choose(next(command for command in studied.choices() if command != node.command))
    mine = next(one for one in studied.said() if one.is_variation)
    studied.retract(mine)
    assert studied.line.is_main
    studied.take_back()
    assert mine.id in {one.id for one in studied.session.said_at([node], at_start=False, inside=studied.line.branch)}
