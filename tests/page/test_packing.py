"""Pages as files: ``replays.page.packing`` and ``export --to page``."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from calimala_es.view import PUBLIC, Viewer
from notation import dumps
from replays.drawing.places import Sheet, Site
from replays.page import contents
from replays.page.frames import MAT_SLOTS, TABLE_SLOTS
from replays.page.packing import viewer_module
from replays.page.remarks import PageRemark
from replays.text.languages import LANGUAGES
from tests.cli_runs import ROOT, Table
from tests.page.examples import data_of
from tests.profiles import examples, few
from tests.replayed import EVERY_KIND, secret_twins
from tests.strategies import Playout, any_games

FOLDER = Path(str(files("replays.page"))) / "viewer"


def exported(table: Table, name: str, *options: str) -> str:
    """Return the page of an example."""
    return table.ok("export", "--to", "page", ROOT / "examples" / f"{name}.cgn", "-o", "-", *options)


def held(html: str) -> dict[str, Any]:
    """Return what a page contains."""
    page: dict[str, Any] = json.loads(data_of(html))
    return page


@pytest.mark.parametrize("language", few(sorted(LANGUAGES, reverse=True), 2))
@pytest.mark.parametrize("name", few(["game-of-four", "intrigue-with-five-families", "two-players"], 2))
def test_a_whole_game_is_small(table: Table, name: str, language: str) -> None:
    """The page of a whole game with comments and all viewpoints is under 180 KB in every language."""
    assert len(exported(table, name, "--lang", language).encode()) < 180_000


def test_the_policy_lets_only_the_viewer_run(table: Table) -> None:
    """The hash in the policy is that of the only script, and nothing is loaded from anywhere."""
    html = exported(table, "study")
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', html)
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", html, re.DOTALL)
    assert [kind for kind, _ in scripts] == [' type="application/zlib"', ' type="module"']
    digest = b64encode(sha256(scripts[1][1].encode()).digest()).decode()
    assert policy.startswith(f"default-src 'none'; script-src 'sha256-{digest}';")
    assert not re.search(r'\s(?:src|srcset|href|action)="', html)


def test_the_viewer_puts_text_in_as_text() -> None:
    """No module makes elements or programs from strings."""
    makes = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|srcdoc|javascript:"
    )
    assert not makes.search(viewer_module())


def test_the_viewer_is_packed_in_order() -> None:
    """Every module is in the viewer once, after those that it imports."""
    packed = viewer_module()
    begins = {path.stem: packed.index(f"const ${path.stem.replace('-', '_')}=(") for path in FOLDER.glob("*.js")}
    assert packed.count("=(()=>{") == len(begins)
    for name, begin in begins.items():
        source = (FOLDER / f"{name}.js").read_text(encoding="utf-8")
        imported = re.findall(r'^(?:import|}) .*from "\./([\w-]+)\.js"', source, re.MULTILINE)
        assert all(begins[each] < begin for each in imported), name
    assert not re.search(r"^(?:import|export) ", packed, re.MULTILINE)


def test_the_viewer_knows_what_a_page_holds() -> None:
    """The types of the viewer have the fields of a page and its parts, and its slots."""
    source = (FOLDER / "page.d.ts").read_text(encoding="utf-8")
    interfaces = re.findall(r"^(?:export )?interface (\w+) \{\n(.*?)^\}", source, re.MULTILINE | re.DOTALL)
    known = {name: tuple(re.findall(r"^  (\w+)\??:", body, re.MULTILINE)) for name, body in interfaces}
    assert known == {
        "Page": contents.Page.__struct_fields__,
        "Sheet": Sheet.__struct_fields__,
        "Site": Site.__struct_fields__,
        "Party": contents.Party.__struct_fields__,
        "LineData": contents.PageLine.__struct_fields__,
        "ViewData": contents.PageView.__struct_fields__,
        "Remark": PageRemark.__struct_fields__,
        "TableSlots": TABLE_SLOTS,
        "MatSlots": MAT_SLOTS,
    }


@examples(2)
@given(any_games(*EVERY_KIND))
def test_a_page_as_somebody_saw_it_reveals_nothing_more(game: Playout) -> None:
    """Pages for a viewer of two games that differ only in hidden cards are equal."""
    table = Table(Path("unused"))
    viewers: list[Viewer] = [PUBLIC, 0]
    for viewer in viewers:
        pair = secret_twins(game, viewer)
        if pair is not None:
            seat = "public" if viewer is PUBLIC else game.setup.colours[0]
            one, other = (
                table.run("export", "--to", "page", "-", "--as", seat, "-o", "-", input=dumps(each.game))
                for each in pair
            )
            assert one.out == other.out
            assert one.code == other.code == 0


def test_a_page_as_somebody_saw_it_has_no_words_of_others(table: Table) -> None:
    """A page for a viewer has no comments, glyphs and variations but those of the chosen layers."""
    views: list[list[str]] = [[], ["--as", "public"], ["--as", "public", "--notes-by", "paolo"]]
    whole, public, with_layer = (data_of(exported(table, "study", *view)) for view in views)
    for words, has in (("Artwork first", (True, False, False)), ("Due cubi", (True, False, False))):
        assert tuple(words in page for page in (whole, public, with_layer)) == has
    assert "marble first" in whole
    assert "marble first" not in public + with_layer
    assert '"kind":"glyph"' in with_layer
    assert '"kind":"glyph"' not in public


@pytest.mark.parametrize(
    ("seat", "notice"), [("red", "As Angelica (red) saw it."), ("public", "As the public saw it."), ("all", None)]
)
def test_a_page_says_whose_view_it_is(table: Table, seat: str, notice: str | None) -> None:
    """A page of a view says so at the top, in the page's language; a page of the whole record does not."""
    notices = held(exported(table, "study", "--as", seat))["notices"]
    assert [each.partition(" Only comments")[0] for each in notices] == ([notice] if notice else [])
    russian = held(exported(table, "study", "--as", seat, "--lang", "ru"))["notices"]
    assert [each.partition(" ")[0] for each in russian] == (["Партия"] if notice else [])


def test_what_is_not_recorded_is_named_and_not_a_gap(table: Table) -> None:
    """A record of placements says what is not recorded at every position, and supplied decisions are not a gap."""
    placements = table.ok("export", ROOT / "examples" / "game-of-four.cgn", "--depth", "placements")
    html = table.ok("export", "--to", "page", "-", "-o", "-", input=placements)
    page = held(html)
    assert page["notices"] == ["The record shows where discs were placed, but not what was done."]
    assert page["views"] == []
    assert page["lines"][0]["gaps"] == []
    unrecorded = page["slots"].index("unrecorded")
    changes = [frame[4] for frame in page["lines"][0]["frames"]]
    assert any(
        change[at] == unrecorded and "cubes" in change[at + 1] for change in changes for at in range(0, len(change), 2)
    )
    missed = table.ok("export", "--to", "page", ROOT / "examples" / "at-the-table.cgn", "-o", "-")
    assert held(missed)["lines"][0]["gaps"]


def test_export_says_where_it_wrote(table: Table) -> None:
    """A page is written to the chosen file, or to one named after the game in a folder, and its name is printed."""
    game = ROOT / "examples" / "study.cgn"
    for output, path in (("there.html", "there.html"), ("", "study.html")):
        printed = table.ok("export", "--to", "page", game, "-o", f"{table.folder}/{output}")
        assert printed == f"{table.folder}/{path}\n"
        assert (table.folder / path).read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    table.ok("export", "--to", "viewer", "-o", table.folder / "viewer.js")
    assert (table.folder / "viewer.js").read_text(encoding="utf-8") == viewer_module()


@pytest.mark.parametrize("wrong", [["--all"], ["--json"], ["--width", "60"], ["study.cgn"]])
def test_options_that_do_not_fit_a_page(table: Table, wrong: list[str]) -> None:
    """An option that does not fit a page is an error with the code for wrong usage."""
    run = table.run("export", "--to", "page", ROOT / "examples" / "study.cgn", *wrong)
    assert (run.code, run.out) == (2, "")
    assert "calimala: error: " in run.err


def test_a_page_of_less_depth(table: Table) -> None:
    """With --depth the page is that of a record of placements."""
    page = held(exported(table, "game-of-four", "--depth", "placements"))
    assert page["notices"] == ["The record shows where discs were placed, but not what was done."]
