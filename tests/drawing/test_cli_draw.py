"""``calimala draw``, and books: every kind, every viewpoint, and errors; the pictures in the documents."""

import re
from pathlib import Path

import pytest

from tests.cli_runs import ROOT, Table
from tests.drawing.drawn import words_in, words_in_picture
from tests.pictures import DIAGRAMS, FOLDER, MAKERS, make_picture

STUDY = ROOT / "examples" / "study.cgn"
FOUR = ROOT / "examples" / "game-of-four.cgn"
RESULT = '[Blue "Maria"] [Red "Angelica"] [Yellow "Tania"] [Result "42-38-35"]\n'
DOT = ("--format", "dot", "-o", "-")


@pytest.fixture
def placements(table: Table) -> Path:
    """Return a game recorded by its placements only."""
    return table.file("placements.cgn", table.ok("export", FOUR, "--depth", "placements"))


def test_diagrams_of_turns(table: Table) -> None:
    """Each turn gets a file, and its name is printed."""
    out = table.ok("draw", FOUR, "--turn", "3", "--turn", "4", "-o", f"{table.folder}/pictures/", "--format", "svg")
    paths = [Path(line) for line in out.splitlines()]
    assert [path.name for path in paths] == ["game-of-four-turn-3.svg", "game-of-four-turn-4.svg"]
    assert all("<svg" in path.read_text(encoding="utf-8") for path in paths)


def test_diagram_as_text(table: Table) -> None:
    """A diagram as DOT needs no program and can be printed."""
    assert table.ok("draw", FOUR, "--turn", "3", "--format", "dot", "-o", "-").startswith("digraph")


def test_diagram_by_the_ending_of_the_file(table: Table) -> None:
    """The ending of --output determines the format."""
    path = table.folder / "turn.png"
    table.ok("draw", FOUR, "--turn", "3", "-o", path)
    assert path.read_bytes().startswith(b"\x89PNG")


def test_diagram_where_nothing_can_draw(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Graphviz the code is 6, and the DOT text is written."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("replays.drawing.render.PURE", "a-program-that-is-not-there")
    result = table.run("draw", FOUR, "--turn", "3", "-o", table.folder / "turn.svg")
    assert result.code == 6
    assert (table.folder / "turn.dot").read_text(encoding="utf-8").startswith("digraph")


def test_a_turn_that_is_not_there(table: Table) -> None:
    """A diagram of a missing turn has code 3."""
    assert table.run("draw", FOUR, "--turn", "99").code == 3


def test_turn_of_the_moment_is_drawn(table: Table) -> None:
    """Without a turn, that of the place is drawn, else the last one; -n draws the most eventful turns."""
    turn = table.ok("draw", FOUR, "--turn", "43", *DOT)
    assert table.ok("draw", f"{FOUR}#1#43", *DOT) == table.ok("draw", FOUR, "--at", "43.2", *DOT) == turn
    assert table.ok("draw", FOUR, *DOT) == table.ok("draw", FOUR, "--turn", "48", *DOT)
    assert table.ok("draw", FOUR, "-n", "1", *DOT).startswith("digraph")


def test_plots_are_drawn(table: Table) -> None:
    """Plots of points, leads and races go into a folder, up to the chosen moment and as the seat knows them."""
    whole, half = f"{table.folder}/whole/", f"{table.folder}/half/"
    names = table.ok("draw", FOUR, "--kind", "plots", "-o", whole).splitlines()
    assert f"{whole}game-of-four-plot-points.svg" in names
    assert all(Path(name).read_text(encoding="utf-8").startswith("<svg") for name in names)
    assert len(table.ok("draw", FOUR, "--kind", "plots", "--at", "20", "-o", half).splitlines()) < len(names)


@pytest.mark.parametrize("kind", ["city", "activations", "council", "tree"])
def test_every_kind_of_a_whole_game(kind: str, table: Table) -> None:
    """Every kind of diagram is printed by its name, with the players' names and at the requested moment."""
    dot = table.ok("draw", STUDY, "--kind", kind, *DOT)
    assert dot.startswith(f"digraph {kind} {{")
    assert "Angelica" in words_in(dot)
    assert dot != table.ok("draw", STUDY, "--kind", kind, "--at", "1", *DOT)
    assert table.ok("draw", f"{STUDY}#2.1", "--kind", kind, *DOT) == table.ok(
        "draw", STUDY, "--at", "2.1", "--kind", kind, *DOT
    )


@pytest.mark.needs("dot")
def test_pictures_are_called_by_game_and_kind(table: Table) -> None:
    """The file of a street has the street in its name, that of a variation its id."""
    folder = f"{table.folder}/pictures/"
    table.ok("draw", STUDY, "--kind", "street", "--street", "MA", "--street", "as", "-o", folder)
    table.ok("draw", f"{STUDY}#v4", "--kind", "city", "-o", folder)
    assert sorted(path.name for path in Path(folder).iterdir()) == [
        "study-street-AS.svg",
        "study-street-MA.svg",
        "study-v4-city.svg",
    ]


@pytest.mark.parametrize(
    "args",
    [
        ["--kind", "street"],
        ["--kind", "street", "--street", "XX"],
        ["--kind", "city", "--turn", "7"],
        ["--kind", "tree", "-n", "2"],
        ["--street", "AS"],
        ["--kind", "gifts"],
        ["--turn", "seven"],
        ["--turn", "0"],
        ["--turn", "3", "-n", "2"],
        ["--turn", "3", "--turn", "4", "-o", "one.svg"],
        ["--at", "start"],
        ["--kind", "plots", "-o", "plots.png"],
        ["--kind", "plots", "-o", "plots.svg"],
        ["--kind", "plots", "-o", "-"],
        ["--kind", "street", "--street", "MA", "--street", "AS", *DOT],
    ],
)
def test_what_cannot_be_asked_for(args: list[str], table: Table) -> None:
    """A missing, superfluous or unknown turn or street, or several pictures at once, are errors."""
    run = table.run("draw", STUDY, *args)
    assert (run.code, run.out) == (2, "")
    assert "calimala: error:" in run.err


def test_several_pictures_need_a_folder(table: Table) -> None:
    """Several pictures are not written into one file; the folder in the error has no ending of a file."""
    run = table.run("draw", STUDY, "--kind", "plots", "-o", "pictures/plots.svg")
    assert (run.code, "write it as pictures/plots/\n" in run.err) == (2, True), run


def test_an_unknown_place(table: Table) -> None:
    """An unknown place is an error with its own code, for pictures and for books."""
    for args in (["draw", STUDY, "--kind", "city"], ["export", STUDY, "--to", "book"]):
        assert table.run(*args, "--at", "77").code == 3


def test_a_tree_as_somebody_sees_it_has_no_variations(table: Table) -> None:
    """A tree under a viewpoint has no variations, since they may reveal hidden cards."""
    whole = words_in(table.ok("draw", STUDY, "--kind", "tree", *DOT))
    assert ("v1" in whole, "artwork is impossible" in whole, "skip artwork" in whole) == (True, True, False)
    assert "v1" not in words_in(table.ok("draw", STUDY, "--kind", "tree", "--as", "red", *DOT))


def test_records_of_less_depth(table: Table, placements: Path) -> None:
    """The diagram of a record of placements says that it has nothing else; a record of the result has no diagram."""
    for kind in ("city", "activations", "council"):
        words = words_in(table.ok("draw", placements, "--kind", kind, *DOT))
        assert "The record shows where discs were placed, but not what was done." in words
        assert "worth" not in words
    result = table.file("result.cgn", RESULT)
    for args in (["draw", result, "--kind", "city"], ["export", result, "--to", "book"]):
        run = table.run(*args)
        assert run.code == 1
        assert "only the result" in run.err


def test_a_game_with_an_error_is_drawn_as_far_as_it_is_sound(table: Table) -> None:
    """A game with an error is drawn up to the error, and the error is reported."""
    path = table.file("broken.cgn", STUDY.read_text(encoding="utf-8") + "\nZZZ\n")
    run = table.run("draw", path, "--kind", "city", *DOT)
    assert run.code == 1
    assert "after turn 4" in words_in(run.out)
    assert "'ZZZ' is not valid here" in run.err


@pytest.mark.parametrize("kind", ["city", "tree"])
def test_letters_that_no_program_here_has_are_reported(
    kind: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without Graphviz letters beyond Latin are drawn as ``?``, which is reported if there are any."""
    monkeypatch.setenv("PATH", str(table.folder))
    folder = f"{table.folder}/pictures/"
    latin = table.run("draw", STUDY, "--kind", kind, "-o", folder)
    assert (latin.code, latin.err) == (0, "")
    other = table.run("draw", STUDY, "--kind", kind, "--lang", "zh_TW", "-o", folder)
    assert other.code == 0
    assert "drawn as ?" in other.err
    assert "Graphviz" in other.err
    text = table.run("draw", STUDY, "--kind", kind, "--lang", "zh_TW", *DOT)
    assert text.err == ""


@pytest.mark.parametrize(
    "args",
    [
        ["draw", STUDY, "--kind", "tree", "-o", "nowhere/tree.dot"],
        ["export", STUDY, "--to", "book", "--at", "0", "-o", "nowhere/book.html"],
        ["new", "--pad", "nowhere/pad.html"],
        ["export", STUDY, "--to", "report", "-o", "nowhere/report.html"],
        ["export", STUDY, "-o", "nowhere/study.cgn"],
    ],
    ids=lambda args: args[0],
)
def test_a_file_in_a_folder_that_is_not_there(args: list[str], table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing into a missing folder is code 5 with the name of the file for every command, and nothing is made."""
    monkeypatch.chdir(table.folder)
    run = table.run(*args)
    assert (run.code, run.out) == (5, "")
    assert str(args[-1]) in run.err
    assert ".part" not in run.err
    assert not (table.folder / "nowhere").exists()


@pytest.mark.parametrize(
    "args",
    [
        ["draw", STUDY, "--kind", "tree", "--format", "dot", "-o", "made/"],
        ["export", STUDY, "--to", "book", "--at", "0", "-o", "made/"],
        ["new", "--pad", "made/"],
        ["draw", STUDY, "--kind", "plots", "-o", "made/"],
    ],
    ids=lambda args: args[0],
)
def test_a_folder_that_is_called_one_is_made(args: list[str], table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """``-o made/`` creates the folder, and the files in it have their usual names."""
    monkeypatch.chdir(table.folder)
    out = table.ok(*args)
    assert all((table.folder / line).is_file() for line in out.splitlines())
    assert (table.folder / "made").is_dir()


# Books.


@pytest.mark.needs("dot")
def test_a_book_is_a_file_of_html(table: Table) -> None:
    """A book is written to a file or a new folder, or printed."""
    assert table.ok("export", "--to", "book", STUDY, "-o", table.folder / "study.html")
    assert table.ok("export", "--to", "book", STUDY, "-o", f"{table.folder}/books/", "--at", "1")
    html = (table.folder / "study.html").read_text(encoding="utf-8")
    assert html == table.ok("export", "--to", "book", STUDY, "-o", "-")
    assert "Due cubi" in html
    assert (table.folder / "books" / "study-book.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.needs("dot")
def test_a_book_as_somebody_sees_it(table: Table) -> None:
    """A book under a viewpoint has no comments but of the chosen layers, and no hidden card."""
    path = table.file("said.cgn", STUDY.read_text(encoding="utf-8"))
    public = table.ok("export", "--to", "book", path, "--as", "public", "-o", "-")
    with_layer = table.ok("export", "--to", "book", path, "--as", "public", "--notes-by", "maria", "-o", "-")
    assert "Due cubi" not in public + with_layer
    assert "Artwork first" in with_layer
    assert "Artwork first" not in public
    assert "draws the brick card" not in with_layer


@pytest.mark.needs("dot")
def test_a_book_of_placements_shows_nothing_that_was_supplied(table: Table, placements: Path) -> None:
    """Decisions that the reader supplied are not in the book as events of the record."""
    html = re.sub("<svg.*?</svg>", "", table.ok("export", "--to", "book", placements, "-o", "-"), flags=re.DOTALL)
    assert "was not recorded" not in html
    assert "were not recorded" not in html
    assert "(cubes not recorded)" in html


@pytest.mark.parametrize("args", [["-o", "book.pdf"], ["-o", "book.txt"], ["--width", "60"]])
def test_a_book_that_cannot_be(args: list[str], table: Table) -> None:
    """Each mistake with book has its own exit code, and nothing is written."""
    run = table.run("export", "--to", "book", STUDY, *args)
    assert (run.code, run.out) == (2, "")


def test_a_book_as_pdf_is_printed_by_a_browser(table: Table) -> None:
    """The error about a PDF explains how to get one."""
    run = table.run("export", "--to", "book", STUDY, "-o", "book.pdf")
    assert "book.pdf: book is written as .html; a browser prints it or saves it as PDF" in run.err


def test_a_book_where_nothing_can_draw(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit code says that a program is missing, the message says which."""
    monkeypatch.setattr("replays.drawing.render.PURE", "a-program-that-is-not-there")
    monkeypatch.setenv("PATH", str(table.folder))
    run = table.run("export", "--to", "book", STUDY, "-o", table.folder / "study.html")
    assert run.code == 6
    assert "needs Graphviz" in run.err
    assert not (table.folder / "study.html").exists()


# The pictures in the documents.


def parts_of(svg: str) -> list[str]:
    """Return the boxes by name, and how many arrows there are."""
    return [*sorted(re.findall(r'class="node">\s*<title>([^<]*)</title>', svg)), str(svg.count('class="edge"'))]


@pytest.mark.needs("dot")
@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_picture_in_the_documents_is_what_its_command_draws(name: str, tmp_path: Path) -> None:
    """A picture has the words, boxes and arrows that its command draws."""
    drawn, published = (path.read_text(encoding="utf-8") for path in (make_picture(name, tmp_path), FOLDER / name))
    assert words_in_picture(drawn) == words_in_picture(published)
    assert parts_of(drawn) == parts_of(published)


def test_every_picture_can_be_made_again_and_is_shown() -> None:
    """Every file of `docs/pictures` has what makes it, and a page that shows it."""
    pages = "".join(path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
    names = {path.name for path in FOLDER.iterdir()}
    assert names == DIAGRAMS.keys() | MAKERS.keys()
    assert names == set(re.findall(r"!\[[^\]]+\]\((?:docs/)?pictures/([^)]+)\)", pages))


def test_help_shows_what_draws(table: Table) -> None:
    """The help says what needs Graphviz."""
    assert "PDF and the best layout need Graphviz" in " ".join(table.ok("draw", "--help").split())
