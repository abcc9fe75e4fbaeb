"""Figures and the report page of an analysis, and ``calimala export --to report``."""

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from calimala_es.known import EVERYTHING
from notation import loads
from replays.analysis import analyse
from replays.drawing.figures import figures
from replays.replay import Replay
from replays.report import report
from replays.text.languages import LANGUAGES, language_of
from replays.text.names import Names
from tests.cli_runs import ROOT, Table
from tests.document import Document
from tests.replayed import EVERY_KIND, FEW, replay_of
from tests.strategies import Playout, any_games

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"


def without_scripts(page: str) -> Document:
    """Return a page and check that no element of it acts by itself."""
    document = Document(page)
    assert not [name for name in document.attributes if name.startswith("on")]
    return document


@FEW
@given(any_games(*EVERY_KIND))
def test_every_game_has_its_figures(game: Playout) -> None:
    """For a game by any rules, however recorded, every figure is well-formed and has a description."""
    replay = replay_of(game)
    drawn = figures(analyse(replay), Names.of(replay.start.setup))
    assert len({figure.name for figure in drawn}) == len(drawn)
    for figure in drawn:
        assert ET.fromstring(figure.svg).findtext("{http://www.w3.org/2000/svg}title") == figure.title
        assert figure.words


@FEW
@given(any_games(*EVERY_KIND))
def test_lines_end_at_the_points_of_the_track(game: Playout) -> None:
    """The figure of the points ends with everybody's points of the last position."""
    replay = replay_of(game)
    table = Names.of(replay.start.setup)
    found = {figure.name: figure for figure in figures(analyse(replay), table)}
    if "points" in found:
        for name, mat in zip(table.by_seat, replay.end.mats, strict=True):
            assert f"{name} {mat.points}" in found["points"].words


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_page_needs_no_other_file(code: str, four: Replay) -> None:
    """In each language the page has a linked chapter for each part, and loads and runs nothing."""
    table = Names.of(four.start.setup, {0: HOSTILE, 1: "Angelica"}, language_of(code))
    page = without_scripts(report(analyse(four), table, title=HOSTILE, about=[HOSTILE]))
    assert {"points", "lead", "turning", "races", "gifts", "discs"} <= {*page.values("id")}
    links = page.values("href", "src")
    assert links
    assert {*links} <= {f"#{id}" for id in page.values("id")}
    assert not {"script", "img", "link", "iframe", "object"} & {*page.names}
    assert page.names.count("svg") == page.names.count("figure") > 20


def test_missing_records_are_mentioned(four: Replay) -> None:
    """Without recorded cubes the page has no races and says so at the top."""
    page = without_scripts(
        report(analyse(four, EVERYTHING._replace(cubes=False)), Names.of(four.start.setup), title="A game")
    )
    assert "Cubes were not recorded" in page.text
    assert "races" not in page.values("id")


@pytest.fixture
def four(table: Table) -> Replay:
    return Replay(loads((ROOT / "examples" / "game-of-four.cgn").read_text()))


def test_the_report_is_written(table: Table) -> None:
    """The report has the game's title and its players, and the name of its file is printed."""
    game = ROOT / "examples" / "game-of-four.cgn"
    assert table.ok("export", "--to", "report", game, "-o", "report.html") == "report.html\n"
    page = without_scripts((table.folder / "report.html").read_text())
    assert "A complete game of four" in page.text
    assert "Maria (blue), Angelica (red)" in page.text


def test_a_report_up_to_a_moment(table: Table) -> None:
    """With --at, or a place after the game, only what had happened by then is in the report."""
    game = ROOT / "examples" / "game-of-four.cgn"
    early = table.ok("export", "--to", "report", game, "--at", "20")
    assert early == table.ok("export", "--to", "report", f"{game}#1#20") != table.ok("export", "--to", "report", game)
