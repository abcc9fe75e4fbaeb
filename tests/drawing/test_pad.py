"""The score pad: `replays.drawing.pad`, `new --pad` and `export --to pad`."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.board import street_names
from calimala_es.components import ACTIONS, COLOURS
from calimala_es.families import FAMILIES
from calimala_es.initial import initial, shuffled_setup
from calimala_es.setup import Setup
from cli.setup_options import setup_of
from notation import loads
from notation.grammar.symbols import DEEDS, DRAWS, INTRIGUE_DEEDS, placements
from replays.drawing.pad import (
    CITY,
    COUNCIL,
    INTRIGUE_TILES,
    CodeMeaning,
    Pad,
    all_codes,
    booklet,
    count_discs,
    count_turns,
    pad_html,
    pad_rows,
    split_rows,
)
from replays.text.languages import ENGLISH, LANGUAGES, language_of
from replays.text.names import Names
from replays.wishes import Wishes
from tests.cli_runs import ROOT, Table
from tests.document import Document
from tests.page.browser import free_page
from tests.profiles import examples
from tests.strategies import KNOWN, Playout, any_games

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

GAME = ROOT / "examples" / "game-of-four.cgn"
HOSTILE = [
    "Maria",
    "",
    "<b>&amp;\"'",
    "x" * 300,
    "高橋さん" * 20,
    "مريم\u202e",
    "\x00\x1b[31m]]>",
    "Ő(\\)ż",
    "Ангелика",
]


@st.composite
def pads(draw: st.DrawFn) -> Pad:
    """Return a pad for any rule set, in any language, with any names, partly blank."""
    game: Playout = draw(any_games())
    setup = game.setup
    names = {seat: draw(st.sampled_from(HOSTILE)) for seat in range(setup.players)}
    blank = draw(st.frozensets(st.sampled_from([CITY, COUNCIL, INTRIGUE_TILES])))
    text = st.sampled_from(HOSTILE)
    language = language_of(draw(st.sampled_from([*LANGUAGES])))
    return Pad(Names.of(setup, names, language), setup.edition.title, blank, draw(text), draw(text), draw(text))


def pad_of(setup: Setup, *blank: str) -> Pad:
    """Return a pad without names."""
    return Pad(Names.of(setup), setup.edition.title, frozenset(blank))


def front(pad: Pad) -> list[str]:
    """Return the texts of the first page."""
    return next(section for section in Document(pad_html(pad)).texts_from("section") if "Codes" in section)


def codes_of(setup: Setup) -> list[CodeMeaning]:
    """Return all codes of a table."""
    return all_codes(setup, next(iter(street_names(setup.city).values())), "", ENGLISH)


@examples(15)
@given(pads())
def test_the_page_needs_no_network_and_runs_nothing(pad: Pad) -> None:
    """Whatever the names are, the page has no script, no handler and no address, and every text is text."""
    page = Document(pad_html(pad))
    assert not {"script", "img", "iframe", "object", "link", "a", "b"} & {*page.names}
    assert not [name for name in page.attributes if name.startswith("on") or name in {"href", "src"}]


@given(any_games(KNOWN))
@examples(25)
def test_there_is_a_row_for_every_turn(game: Playout) -> None:
    """No legal game has more turns than the pad has rows, and each row names the right player."""
    rows = pad_rows(pad_of(game.setup))
    turns = {state.turn: state.active for state in game.states if state.turn and not state.is_over}
    assert len(rows) == count_turns(game.setup) + 2
    assert max(turns) <= count_turns(game.setup)
    for turn, seat in turns.items():
        assert (rows[turn].number, rows[turn].seat) == (f"{turn}.", seat)


@given(pads())
@examples(10)
def test_rows_are_printed_in_order_and_high_enough(pad: Pad) -> None:
    """Every row is on the page once, in order, at least 8 mm high; the sheets are printed as a booklet."""
    page = Document(pad_html(pad))
    sections = page.texts_from("section")
    pages = len(sections)
    assert pages == 1 + len(split_rows(pad_rows(pad)))
    shown = [number for side in booklet(pages) for number in side if number <= pages]
    ordered = [section for _, section in sorted(zip(shown, sections, strict=True))]
    numbers = [text for section in ordered[1:] for text in section if re.fullmatch(r"(\d+|E)\.", text)]
    assert numbers == ["0.", *(f"{turn}." for turn in range(1, count_turns(pad.setup) + 1)), "E."]
    heights = re.findall(r"--row:([\d.]+)mm", " ".join(page.values("style")))
    assert heights
    assert min(map(float, heights)) >= 8


@given(any_games())
@examples(20)
def test_the_first_page_has_what_is_on_the_table(game: Playout) -> None:
    """City, all twelve streets, the scoring tiles in their order and the intrigue tiles are on the first page."""
    setup = game.setup
    shown = front(pad_of(setup))
    assert {*street_names(setup.city).values()} <= {*shown}
    assert {*ACTIONS} <= {*shown}
    assert [text for text in shown if text in setup.council] == [*setup.council]
    assert sorted(text for text in shown if re.fullmatch("[KREN]/[KREN]", text)) == sorted(
        "/".join(tile) for tile in setup.intrigue
    )
    for seat in range(setup.players):
        mat = initial(setup).mats[seat]
        assert count_discs(setup, seat) == (mat.coloured, mat.white, mat.support)
        assert "+".join(str(number) for number in count_discs(setup, seat) if number) in shown


def test_what_is_blank_shows_nothing() -> None:
    """A blank pad shows no tile of the city and no order of the council; its streets are named by their squares."""
    blank = (CITY, COUNCIL, INTRIGUE_TILES)
    shown = front(pad_of(shuffled_setup("bry", Random(7), intrigue=True), *blank))
    assert {*ACTIONS} & {*shown} == {"C", "V"}
    assert {"12", "69", "_/_"} <= {*shown}
    assert not {*shuffled_setup("bry", Random(7)).council} & {*shown}
    assert shown == front(pad_of(shuffled_setup("bry", Random(8), intrigue=True), *blank))


def test_every_code_is_one_of_the_notation() -> None:
    """The pad explains symbols that the program can read."""
    setup = shuffled_setup("bry", Random(7), families=("Pazzi", "Scali", "Mozzi"))
    known = {*DEEDS, *INTRIGUE_DEEDS, *DRAWS, *placements(setup.city)}
    other = {"/", "_", "?", "W!", "W?", "{...}", "^", "--", ":W", "=bry", "=12-9-7", "HAM.PAL", "b.wood:=2"}
    symbols = {symbol for code in codes_of(setup) for symbol in code.symbols.split()}
    taken = {symbol for symbol in symbols if re.fullmatch(r"[A-Z]{2}>2?", symbol)}
    assert symbols - taken <= known | other
    assert {symbol.split(">")[0] for symbol in taken} <= {*placements(setup.city)}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_has_its_code(family: str) -> None:
    """The pad has a family's code if and only if the table has that family."""
    setup = shuffled_setup("bry", Random(7), families=(family, "", ""))
    code = CodeMeaning(FAMILIES[family].example, FAMILIES[family].example_words)
    assert code in codes_of(setup)
    assert code not in codes_of(shuffled_setup("bry", Random(7), intrigue=True))


@pytest.mark.parametrize("pages", range(1, 14))
def test_folded_sheets_are_a_booklet(pages: int) -> None:
    """Every page is on the sheets once; pages that are back to back on a sheet follow each other."""
    sides = booklet(pages)
    last = len(sides) * 2
    assert sorted(number for side in sides for number in side) == [*range(1, last + 1)]
    assert pages <= last < pages + 4
    for front_side, back_side in zip(sides[::2], sides[1::2], strict=True):
        assert (front_side[1] + 1, front_side[0] - 1) == back_side


# On paper.

TABLES = [
    ("en", "bryg", ("Pulci", "Scali", "Spini", "Medici")),
    ("zh_TW", "brygp", ("Cerchi", "Pazzi", "Peruzzi", "Mozzi", "Bardi")),
    ("ru", "brygp", ("Cerchi", "Pazzi", "Peruzzi", "Mozzi", "Bardi")),
    ("hu", "br", ()),
]

_MEASURE = """
() => [...document.querySelectorAll('.page:not(.empty)')].map(page => {
    const edge = page.getBoundingClientRect(), margin = edge.width / 148 * 8;
    const isCut = one => one.parentElement.closest('.cut, td, th, .common');
    const outside = [...page.querySelectorAll('*')].filter(one => !isCut(one)).filter(one => {
        const box = one.getBoundingClientRect();
        return box.width && box.height && (box.left < edge.left + margin || box.right > edge.right - margin
            || box.top < edge.top + margin || box.bottom > edge.bottom - margin);
    });
    const lines = [...page.querySelectorAll('.codes div, tbody tr')].map(one => one.getBoundingClientRect());
    const isOn = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const onOthers = lines.filter((one, at) => lines.slice(0, at).some(other => isOn(one, other)));
    return [...outside.map(one => one.outerHTML.slice(0, 80)), ...onOthers.map(box => `a line at ${box.top}`)];
})
"""
"""A script that returns what is outside of the margins, or overlaps something else, on each page."""


def full_pads() -> Iterator[Pad]:
    """Yield pads with long names in every language, filled in and blank."""
    names, text = dict(enumerate(HOSTILE[2:7])), HOSTILE[3]
    for code, colours, families in TABLES:
        setup = shuffled_setup(colours, Random(7), families=families)
        for blank in (frozenset[str](), frozenset([CITY, COUNCIL, INTRIGUE_TILES])):
            yield Pad(Names.of(setup, names, language_of(code)), "rules " * 30, blank, text, text, text)


@pytest.mark.long
@pytest.mark.needs("chromium")
def test_nothing_is_outside_of_what_a_printer_prints(context: "BrowserContext", tmp_path: Path) -> None:
    """In every language, with the longest names, everything is within A4's margins, and no lines overlap."""
    page = free_page(context)
    for pad in full_pads():
        (tmp_path / "pad.html").write_text(pad_html(pad), encoding="utf-8")
        page.goto((tmp_path / "pad.html").as_uri())
        assert page.evaluate(_MEASURE) == [[]] * 4, pad.names.language
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.locator(".page").first.evaluate("page => page.getBoundingClientRect().left") == 0, (
            "a phone scrolls to the left edge"
        )
        if pad.blank:
            continue
        pdf = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 2
        boxes = re.findall(rb"/MediaBox \[([^]]+)\]", pdf)
        assert {tuple(round(float(side)) for side in box.split()) for box in boxes} == {(0, 0, 842, 595)}


# The command.


def test_a_blank_pad(table: Table) -> None:
    """`new --pad` without players makes a pad for four without tiles or names, and starts no game."""
    assert table.ok("new", "--pad", "pad.html") == "pad.html\n"
    text = (table.folder / "pad.html").read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "<bdi>Green</bdi>" in text
    assert ">artwork<" not in text
    assert table.json("list") == []


def test_a_pad_for_a_number_of_players(table: Table) -> None:
    """--players is the number of columns; headers and the day are printed above."""
    text = table.ok("new", "--players", "3", "--header", "Event=Final", "--date", "2026.11.20", "--pad", "-")
    assert "<bdi>Yellow</bdi>" in text
    assert "<bdi>Green</bdi>" not in text
    assert "Final" in text
    assert "2026.11.20" in text


def test_a_pad_of_a_game(table: Table) -> None:
    """The pad of a game has its tiles and its names."""
    assert table.ok("export", "--to", "pad", GAME, "-o", "pad.html") == "pad.html\n"
    text = (table.folder / "pad.html").read_text(encoding="utf-8")
    record = loads(GAME.read_text(encoding="utf-8"))
    for name in ("Blue", "Red", "Yellow", "Green"):
        assert f"<bdi>{record.header(name)}</bdi>" in text
    for street in street_names(record.setup.city).values():
        assert f">{street}</text>" in text


def test_a_pad_in_a_language(table: Table) -> None:
    """The pad is in the chosen language, and names are not changed."""
    text = table.ok("new", "高橋", "Maria", "Ö", "--lang", "zh_TW", "--pad", "-")
    assert '<html lang="zh-TW">' in text
    assert "代碼" in text
    assert "<bdi>高橋</bdi>" in text
    assert "Codes" not in text


def test_a_pad_in_a_folder(table: Table) -> None:
    """A missing folder is created, and the file in it has the usual name."""
    assert Path(table.ok("export", "--to", "pad", GAME, "-o", "pads/").strip()) == Path("pads/game-of-four-pad.html")
    assert Path(table.ok("new", "--pad", "pads").strip()) == Path("pads/pad.html")


def test_a_pad_of_a_text_with_an_error(table: Table) -> None:
    """The error of a text is reported, and the pad of its sound set-up is made."""
    damaged = GAME.read_text(encoding="utf-8").replace("\n7. ", "\n7. ZZ ")
    run = table.run("export", "--to", "pad", "-", "-o", "pad.html", input=damaged)
    assert (run.code, run.out) == (1, "pad.html\n")
    assert "ZZ" in run.err


def test_a_seed_shuffles_as_new_does(table: Table) -> None:
    """A seed gives the same tiles as `new` does."""
    people = ("Maria", "Paolo", "Tania")
    shown = table.json("new", *people, "--families", "deal", "--seed", "7")
    text = table.ok("new", *people, "--families", "deal", "--seed", "7", "--pad", "-")
    setup = setup_of(COLOURS[:3], Random("7"), Wishes(families="deal"))
    assert shown["city"].replace("/", "").replace("-", "C") == setup.city
    for street in street_names(setup.city).values():
        assert f">{street}</text>" in text
    for person in people:
        assert f"<bdi>{person}</bdi>" in text
    for family in setup.families:
        assert f", {family}</small>" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--pad", "pad.pdf"), "pad.pdf: pad is written as .html; a browser prints it or saves it as PDF"),
        (("--pad", "pad.svg"), ".html"),
        (("--pad", "pad"), ".html"),
        (("--families", "deal", "--pad", "pad.html"), "add --seed"),
        (("Maria", "--players", "3", "--pad", "pad.html"), "--players is 3, but 1 are named"),
        (("--id", "friday", "--pad", "pad.html"), "--pad does not start a game"),
        (("--players", "6", "--pad", "pad.html"), "choose a number from 2 to 5"),
    ],
)
def test_what_cannot_be_is_refused(table: Table, arguments: tuple[object, ...], message: str) -> None:
    """Options that contradict each other, and a file that is not a page, are reported, and nothing is written."""
    run = table.run("new", *arguments)
    assert run.code == 2
    assert message in run.err
    assert [*table.folder.glob("*.*")] == []
