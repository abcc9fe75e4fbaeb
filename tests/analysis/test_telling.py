"""An analysis as text, and the command that prints it."""

from pathlib import Path

import pytest
from hypothesis import given

from cli.analyse import KEYS
from replays.analysis import analyse, analysis_json
from replays.analysis.telling import PARTS, analysis_lines
from replays.names import table_of
from tests.analysis import SOME
from tests.cli_runs import ROOT, Table
from tests.replayed import EVERY_KIND, replay_of
from tests.strategies import Game, any_games

FOUR = ROOT / "examples" / "game-of-four.cgn"


@pytest.fixture
def at(tmp_path: Path) -> Table:
    """A table in an empty folder."""
    return Table(tmp_path)


@SOME
@given(any_games(*EVERY_KIND))
def test_every_part_of_any_game_is_told(game: Game) -> None:
    """By any rules, with missed turns and mistakes: the titles of all parts that have something to say, no gaps."""
    analysis = analyse(replay_of(game))
    lines = analysis_lines(analysis, table_of(game.setup, {0: "Maria", 1: "{name}"}))
    told = [title for title, tell in PARTS.values() if tell(analysis, table_of(game.setup))]
    assert [line for line in lines if line in told] == told
    assert not any("{" in line.replace("{name}", "") for line in lines)
    assert not any(line != line.rstrip() for line in lines)


def test_the_parts_are_those_that_the_command_knows() -> None:
    """Each part has its keys of the JSON; together with the basis they are all of it."""
    assert KEYS.keys() == PARTS.keys()
    keys = {key for part in KEYS.values() for key in part}
    assert keys | {"basis"} == analysis_json(analyse(replay_of(Game(3, 1)))).keys()


def test_only_the_parts_that_are_asked_for_are_printed(at: Table) -> None:
    """``--part`` several times: these parts, in the usual order."""
    out = at.ok("analyse", FOUR, "--part", "gifts", "--part", "points")
    assert out.index("Where the points came from") < out.index("Who gave what to whom")
    assert "Turning points" not in out
    told = at.json("analyse", FOUR, "--part", "next")
    assert [*told] == ["game", "at", "depth", "players", "third", "basis", "next", "errors"]


def test_the_json_has_players_and_exact_fractions(at: Table) -> None:
    """Seats are places among the players; points that followed are text, so that thirds stay thirds."""
    told = at.json("analyse", FOUR)
    assert [player["name"] for player in told["players"]] == ["Maria", "Angelica", "Tania", "Nicole"]
    assert told["points"]["totals"] == [33, 33, 24, 26]
    points = [cell["points"] for cell in told["gifts"]["cells"]]
    assert all(isinstance(one, str) for one in points)
    assert any("/" in one for one in points)


def test_at_a_place_only_what_had_happened_counts(at: Table) -> None:
    """``--at`` cuts the game there: nothing tells how it went on, nor how long it was."""
    told = at.json("analyse", FOUR, "--at", "17")
    assert told["course"][-1]["turn"] == 17
    assert not told["basis"]["is_over"]
    assert "48" not in {str(race["turn"]) for race in told["races"]}


def test_a_seat_sees_its_own_card_only(at: Table) -> None:
    """``--as``: the influence cards that are still to be scored are the board's and the own one."""
    everything = at.json("analyse", FOUR, "--at", "17", "--part", "next")["next"]
    red = at.json("analyse", FOUR, "--at", "17", "--as", "red", "--part", "next")
    cards = [one["place"] for one in red["next"] if one["kind"] == "influence"]
    assert sorted(cards) == ["LON", "PAL"]
    assert len([one for one in everything if one["kind"] == "influence"]) == 5
    assert red["basis"]["unknown_cards"] == 3


def test_a_part_that_there_is_not_is_told_with_those_that_there_are(at: Table) -> None:
    """Exit code 2 and the parts; a place that the game has not, 3."""
    run = at.run("analyse", FOUR, "--part", "luck")
    assert run.code == 2
    assert "turning" in run.err
    assert at.run("analyse", FOUR, "--at", "99").code == 3


def test_hostile_names_do_nothing_to_a_terminal(at: Table) -> None:
    """Control characters in names are left out, as everywhere."""
    text = FOUR.read_text(encoding="utf-8").replace('[Blue "Maria"]', '[Blue "Ma\x1b[31mria{0}"]')
    (at.folder / "hostile.cgn").write_text(text, encoding="utf-8")
    out = at.ok("analyse", at.folder / "hostile.cgn")
    assert "\x1b" not in out
    assert "Maria{0}" in out


def test_a_record_of_placements_says_what_it_leaves_out(at: Table) -> None:
    """A record of less depth has no races; a record of the result alone has no positions at all."""
    cgn = '[CGN "1"]\n[Rules "first 1"]\n[Seats "bry"]\n[City "WBM/U-A/VTS"]\n[Deck "W5 B5 M5 U5 A5 V5 S5 T5 C5"]\n'
    council = '[Council "ART LIS SMN WOOD TRO BAR SMF BRICK HAM PORT LON SCR TRADE BRU MARBLE"]\n'
    (at.folder / "evening.cgn").write_text(f'{cgn}{council}[Depth "placements"]\n\n1. MA MA MA2 MA WB\n')
    out = at.ok("analyse", at.folder / "evening.cgn")
    assert out.startswith("Cubes are not recorded")
    assert "Blue, own discs: 2 activations." in out
    assert "followed" not in out
    (at.folder / "result.cgn").write_text(f'{cgn}[Depth "result"]\n[Result "20-30-25"]\n')
    assert at.run("analyse", at.folder / "result.cgn").code == 1
