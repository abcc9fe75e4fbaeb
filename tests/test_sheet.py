"""The score pad: `replays.sheet` and `calimala sheet`."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.board import street_names
from calimala_es.components import ACTIONS, COLOURS
from calimala_es.families import FAMILIES
from calimala_es.initial import initial
from calimala_es.setup import Setup
from calimala_es.shuffle import shuffled_setup
from cli.tables import setup_of
from notation import loads
from notation.words.symbols import DEEDS, DRAWS, INTRIGUE_DEEDS, placements
from replays.names import table_of
from replays.sheet import CITY, COUNCIL, INTRIGUE_TILES, Pad, is_writable, pages, pdf, svg
from replays.sheet.codes import FAMILIES as FAMILY_CODES
from replays.sheet.codes import codes_of
from replays.sheet.letters import fitted, text_width
from replays.sheet.pad import discs_of, most_turns
from replays.sheet.page import BOTTOM, HEIGHT, LEFT, POINT, RIGHT, TOP, WIDTH, Box, Line, Page, Text
from replays.sheet.turns import rows_of
from replays.wishes import Wishes
from tests.cli_runs import ROOT, Table
from tests.profiles import examples
from tests.strategies import KNOWN, Playout, any_games

SVG = "{http://www.w3.org/2000/svg}"
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


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A folder to write files into."""
    monkeypatch.chdir(tmp_path)
    return Table(tmp_path)


@st.composite
def pads(draw: st.DrawFn) -> Pad:
    """A pad for any rule set, with any names, some of it blank."""
    game: Playout = draw(any_games())
    setup = game.setup
    names = {seat: draw(st.sampled_from(HOSTILE)) for seat in range(setup.players)}
    blank = draw(st.frozensets(st.sampled_from([CITY, COUNCIL, INTRIGUE_TILES])))
    said = st.sampled_from(HOSTILE)
    return Pad(table_of(setup, names), setup.edition.title, blank, draw(said), draw(said), draw(said))


def pad_of(setup: Setup, *blank: str) -> Pad:
    """A pad without names."""
    return Pad(table_of(setup), setup.edition.title, frozenset(blank))


def texts(page: Page) -> list[Text]:
    """The texts of a page."""
    return [shape for shape in page if isinstance(shape, Text)]


def words(page: Page) -> list[str]:
    """What the texts of a page say."""
    return [text.text for text in texts(page)]


def spread(text: Text) -> tuple[float, float]:
    """Where a text begins and ends, from left to right."""
    width = text_width(text.text, text.size, bold=text.bold)
    begin = text.x - {"start": 0, "middle": width / 2, "end": width}[text.anchor]
    return begin, begin + width


@given(pads())
@examples(40)
def test_nothing_is_outside_of_what_a_printer_prints(pad: Pad) -> None:
    """Lines, boxes and texts of any pad stay within the margins of the page, whatever the names are."""
    slack = 0.01
    for page in pages(pad):
        for shape in page:
            if isinstance(shape, Text):
                (left, right), top, bottom = spread(shape), shape.y - shape.size * POINT * 0.75, shape.y
            elif isinstance(shape, Box):
                left, right, top, bottom = shape.x, shape.x + shape.width, shape.y, shape.y + shape.height
            else:
                left, right, top, bottom = shape.x1, shape.x2, shape.y1, shape.y2
            assert LEFT - slack <= left <= right <= RIGHT + slack, shape
            assert TOP - slack <= top <= bottom <= BOTTOM + slack, shape


@given(pads())
@examples(12)
def test_no_text_runs_into_another(pad: Pad) -> None:
    """Texts that stand on the same line leave room between each other, and lines leave room for their letters."""
    for page in pages(pad):
        found = [(*spread(text), text.y - text.size * POINT * 0.7, text) for text in texts(page) if text.text]
        for (left, right, top, one), (begin, end, high, other) in combinations(found, 2):
            is_beside = right <= begin or end <= left
            assert is_beside or one.y <= high or other.y <= top, (one, other)


@given(any_games(KNOWN))
@examples(25)
def test_there_is_a_row_for_every_turn(game: Playout) -> None:
    """No game that goes by the rules has more turns than the pad has rows, and each row names the right player."""
    rows = rows_of(pad_of(game.setup))
    turns = {state.turn: state.active for state in game.states if state.turn and not state.is_over}
    assert len(rows) == most_turns(game.setup) + 2
    assert max(turns) <= most_turns(game.setup)
    for turn, seat in turns.items():
        assert (rows[turn].number, rows[turn].seat) == (f"{turn}.", seat)


@given(pads())
@examples(20)
def test_rows_are_printed_in_order_and_high_enough(pad: Pad) -> None:
    """Every row is printed once, in order, at least 7 mm high."""
    printed: list[str] = []
    for page in pages(pad)[1:]:
        numbers = [text for text in texts(page) if re.fullmatch(r"(\d+|E)\.", text.text) and text.size == 9]
        assert all(below.y - above.y >= 7 for above, below in pairwise(numbers))
        printed += [text.text for text in numbers]
    assert printed == ["0.", *(f"{turn}." for turn in range(1, most_turns(pad.setup) + 1)), "E."]


@given(any_games())
@examples(20)
def test_the_first_page_has_what_lies_on_the_table(game: Playout) -> None:
    """City, all twelve streets, the scoring tiles in their order and the intrigue tiles stand on the first page."""
    setup = game.setup
    said = words(pages(pad_of(setup))[0])
    assert {*street_names(setup.city).values()} <= {*said}
    assert {*ACTIONS} <= {*said}
    assert [word for word in said if word in setup.council] == [*setup.council]
    assert sorted(word for word in said if re.fullmatch("[KREN]/[KREN]", word)) == sorted(
        "/".join(tile) for tile in setup.intrigue
    )
    for seat in range(setup.players):
        mat = initial(setup).mats[seat]
        assert discs_of(setup, seat) == (mat.coloured, mat.white, mat.support)
        assert "+".join(str(number) for number in discs_of(setup, seat) if number) in said


def test_what_is_blank_tells_nothing() -> None:
    """A blank pad shows neither a tile of the city nor the order of the council; its streets go by their squares."""
    setup = shuffled_setup("bry", Random(7), intrigue=True)
    said = words(pages(pad_of(setup, CITY, COUNCIL, INTRIGUE_TILES))[0])
    assert {*ACTIONS} & {*said} == {"C", "V"}
    assert {"12", "69", "_/_"} <= {*said}
    assert not {*setup.council} & {*said}
    assert " ".join(said) == " ".join(
        words(pages(pad_of(shuffled_setup("bry", Random(8), intrigue=True), CITY, COUNCIL, INTRIGUE_TILES))[0])
    )


def test_every_code_is_one_of_the_notation() -> None:
    """The symbols that a pad explains are those that the program reads."""
    setup = shuffled_setup("bry", Random(7), families=("Pazzi", "Scali", "Mozzi"))
    known = {*DEEDS, *INTRIGUE_DEEDS, *DRAWS, *placements(setup.city)}
    other = {"/", "_", "?", "!", "{...}", "^", "--", ":W", "=bry", "=12-9-7", "HAM.PAL", "b.wood:=2"}
    symbols = {symbol for code in codes_of(pad_of(setup)) for symbol in code.symbols.split()}
    taken = {symbol for symbol in symbols if re.fullmatch(r"[A-Z]{2}>2?", symbol)}
    assert symbols - taken <= known | other
    assert {symbol.split(">")[0] for symbol in taken} <= {*placements(setup.city)}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_has_its_code(family: str) -> None:
    """Whoever has a family finds its code on the pad, and nobody else."""
    setup = shuffled_setup("bry", Random(7), families=(family, "", ""))
    assert FAMILY_CODES[family] in codes_of(pad_of(setup))
    assert FAMILY_CODES[family] not in codes_of(pad_of(shuffled_setup("bry", Random(7), intrigue=True)))


@given(pads())
@examples(15)
def test_svg_is_the_page(pad: Pad) -> None:
    """An SVG is XML of the size of the paper, with every line, box and text of its page."""
    for page in pages(pad):
        root = ET.fromstring(svg(page))
        assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("148mm", "210mm", "0 0 148 210")
        assert len(root.findall(f"{SVG}line")) == sum(isinstance(shape, Line) for shape in page)
        shown = ["".join(element.itertext()) for element in root.findall(f"{SVG}text")]
        assert shown == words(page)


@given(pads())
@examples(15)
def test_pdf_is_sound(pad: Pad) -> None:
    """A PDF is ASCII, its table tells where each object begins, its pages are A5, and its streams as long as told."""
    drawn = pages(pad)
    text = pdf(drawn, "a pad ☺")
    assert text.isascii()
    begin = int(text.rsplit("startxref\n", 1)[1].split("\n")[0])
    entries = re.findall(r"(\d{10}) \d{5} [nf] \n", text[begin:])
    for number, place in enumerate(map(int, entries[1:]), 1):
        assert text[place:].startswith(f"{number} 0 obj\n")
    assert f"/Count {len(drawn)} " in text
    (box,) = re.findall(r"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", text)
    assert [round(float(size) * POINT, 1) for size in box] == [WIDTH, HEIGHT]
    for length, stream in re.findall(r"/Length (\d+) >>\nstream\n(.*?)endstream", text, re.DOTALL):
        assert len(stream) == int(length)


@given(st.text(), st.floats(0, 60), st.booleans())
def test_a_text_is_cut_to_its_room(text: str, width: float, bold: bool) -> None:
    """What is cut fits, what fits is not cut, and at least an ellipsis is left."""
    cut = fitted(text, width, 8, bold=bold)
    assert cut == text or cut.endswith("…")
    assert text_width(cut, 8, bold=bold) <= max(width, text_width("…", 8, bold=bold))


def test_letters_of_a_pdf() -> None:
    """Letters of Western Europe are written as they are, those with other marks without them, others not at all."""
    assert is_writable("Zoë Müller – Ødegård? …")
    assert is_writable("Őrsi Łukasz")
    assert not is_writable("高橋")


# The command.


def test_a_blank_pad(table: Table) -> None:
    """Without more there is a PDF for four with nothing told but the rules."""
    assert table.ok("sheet") == "sheet.pdf\n"
    text = (table.folder / "sheet.pdf").read_text(encoding="ascii")
    assert text.startswith("%PDF-1.4")
    assert "(Green)" in text
    assert "(artwork)" not in text


def test_a_pad_of_a_game(table: Table) -> None:
    """Of a game the pad has its tiles and its names; SVG is a file for each page."""
    said = table.ok("sheet", GAME, "-o", "pad.svg").split()
    assert said == [f"pad-{number}.svg" for number in range(1, 5)]
    first = (table.folder / "pad-1.svg").read_text(encoding="utf-8")
    record = loads(GAME.read_text(encoding="utf-8"))
    for name in ("Blue", "Red", "Yellow", "Green"):
        assert f">{record.header(name)}</text>" in first
    for street in street_names(record.setup.city).values():
        assert f">{street}</text>" in first


def test_a_pad_in_a_folder(table: Table) -> None:
    """A folder is made where there is none, and what is in it is called as usual."""
    assert Path(table.ok("sheet", GAME, "-o", "pads/").strip()) == Path("pads/game-of-four-sheet.pdf")
    said = table.ok("sheet", "-o", "pads", "--format", "svg").split()
    assert [Path(path) for path in said] == [Path(f"pads/sheet-{number}.svg") for number in range(1, 5)]


def test_a_pad_of_a_text_with_an_error(table: Table) -> None:
    """What is wrong in a game is told; its set-up is sound, so the pad is made."""
    damaged = GAME.read_text(encoding="utf-8").replace("\n7. ", "\n7. ZZ ")
    run = table.run("sheet", "-", input=damaged)
    assert (run.code, run.out) == (1, "sheet.pdf\n")
    assert "ZZ" in run.err


def test_a_seed_shuffles_as_new_does(table: Table) -> None:
    """With a seed the tiles lie as those of the game that `new` makes with it."""
    people = ("Maria", "Paolo", "Tania")
    told = table.json("new", *people, "--families", "deal", "--seed", "7")
    named = [option for person in people for option in ("--player", person)]
    table.ok("sheet", *named, "--families", "deal", "--seed", "7", "-o", "pad.svg")
    setup = setup_of(COLOURS[:3], Random("7"), Wishes(families="deal"))
    first = (table.folder / "pad-1.svg").read_text(encoding="utf-8")
    assert told["city"].replace("/", "").replace("-", "C") == setup.city
    for word in (*street_names(setup.city).values(), *people):
        assert f">{word}</text>" in first
    for family in setup.families:
        assert f", {family}</text>" in first


def test_a_pad_on_the_standard_output(table: Table) -> None:
    """`-o -` prints the PDF, and names that it cannot write are told beside it and left to the pencil."""
    run = table.run("sheet", "--player", "Maria", "--player", "高橋", "--player", "Tania", "-o", "-")
    assert run.code == 0
    assert run.out.startswith("%PDF")
    assert "(Maria)" in run.out
    assert "(Red)" in run.out
    assert "高橋" in run.err
    assert "svg" in run.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--format", "svg", "-o", "-"), "a file a page"),
        (("--families", "deal"), "--seed"),
        (("--players", "3", "--player", "Maria"), "1 are named"),
        ((GAME, "--players", "3"), "its own table"),
        ((GAME, "--intrigue"), "its own table"),
        (("--players", "6"), "2<=x<=5"),
    ],
)
def test_what_cannot_be_is_refused(table: Table, arguments: tuple[object, ...], message: str) -> None:
    """Options that contradict each other are told, and nothing is written."""
    run = table.run("sheet", *arguments)
    assert run.code == 2
    assert message in run.err
    assert [*table.folder.glob("*.pdf")] == []
