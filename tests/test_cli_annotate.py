"""``calimala annotate``: in the store and in texts, by several people, without harm."""

import pytest

from calimala_es.errors import StaleGameError
from calimala_es.game import layers_of
from calimala_es.store import open_store
from cli.exits import code_of
from cli.games import now
from cli.options import FINDINGS, NOT_FOUND, STORE, USAGE
from notation import loads
from tests.cli_runs import ROOT, Table
from tests.stores.sayings import comment

STUDY = (ROOT / "examples" / "study.cgn").read_text(encoding="utf-8")


@pytest.fixture
def table(table: Table) -> Table:
    table.file("study.cgn", STUDY)
    table.ok("import", table.folder / "study.cgn", "--id", "lily")
    return table


def said(table: Table, name: object = "lily") -> list[tuple[str, str, str, str]]:
    """Return id, author, place and text of the current annotations."""
    found = table.json("annotate", name)
    return [(one["id"], one["author"] or "", one["place"] or "", one["text"]) for one in found if one["stands"]]


@pytest.mark.parametrize("is_stored", [True, False])
def test_said_edited_and_retracted(table: Table, is_stored: bool) -> None:
    """Notes and variations are added, edited and retracted alike in the store and in a text; the notes of others stay
    unchanged byte for byte."""
    name = "lily" if is_stored else str(table.folder / "study.cgn")
    before = [one[1:] for one in said(table, name)]
    table.ok(
        "annotate",
        f"{name}#2.1",
        "--by",
        "Tania",
        "-m",
        "Why not?",
        "--glyph",
        "?!",
        "--mark",
        "as/1",
        "--standing",
        "b+",
    )
    table.ok("annotate", name, "--at", "2", "--by", "Tania", "--variation", "AS {Here.}", "--title", "The port")
    table.ok("annotate", name, "--at", "v6:2", "--by", "Paolo", "-m", "Yes!")
    table.ok("annotate", name, "--title", "A study", "--by", "Tania")
    found = [one for one in said(table, name) if one[1:] not in before]
    assert [(author, place, text) for _, author, place, text in found] == [
        ("Tania", "", "A study"),
        ("Tania", "2.0.1", "The port"),
        ("Tania", "v6:2.0.1", "Here."),
        ("Paolo", "v6:2.0.1", "Yes!"),
        ("Tania", "2.1.2", "?!"),
        ("Tania", "2.1.2", "b+"),
        ("Tania", "2.1.2", "AS/1"),
        ("Tania", "2.1.2", "Why not?"),
    ]
    ids = {text: id for id, _, _, text in found}
    table.ok("annotate", name, "--edit", ids["?!"], "--glyph", "!")
    table.ok("annotate", name, "--edit", ids["Why not?"], "-m", "Why?")
    ids = {text: id for id, _, _, text in said(table, name)}
    table.ok("annotate", name, "--edit", ids["The port"], "--title", "Ships")
    table.ok("annotate", name, "--retract", ids["b+"], "--retract", ids["Yes!"])
    texts = [text for _, author, _, text in said(table, name) if author == "Tania"]
    assert texts == ["A study", "Ships", "Here.", "!", "AS/1", "Why?"]
    text = table.ok("export", name)
    record = loads(text)
    assert layers_of(record)["tania"].author == "Tania"
    left_out = [line for line in STUDY.splitlines() if line not in text.splitlines()]
    assert len(left_out) <= 3
    assert table.run("check", "-", input=text).code == 0


def test_the_example_can_only_be_read(table: Table) -> None:
    """Notes of the example are listed; with a new one it is printed, and stays as it is."""
    before = table.ok("annotate", "example")
    assert "{so early}" in table.ok("annotate", "example", "--at", "7", "-m", "so early")
    assert table.ok("annotate", "example") == before != ""


@pytest.mark.parametrize(
    "args",
    [
        ("--by", "Tania", "-m", ""),
        ("--by", "Tania", "-m", "  "),
        ("--by", "", "-m", "Why?"),
        ("--by", "   ", "-m", "Why?"),
    ],
)
def test_empty_notes_and_authors_are_errors(table: Table, args: tuple[str, ...]) -> None:
    """An empty text is an error and lists nothing; an empty author is an error."""
    before = said(table)
    printed = table.run("annotate", "lily#2", *args)
    assert (printed.code, printed.out) == (USAGE, "")
    assert "empty" in printed.err
    assert said(table) == before


def test_ids_that_were_printed_hold(table: Table) -> None:
    """The id that a command prints is accepted by the next command, in the store and in a text."""
    for name in ("lily", table.folder / "study.cgn"):
        for place in ("3", "1", "2"):
            run = table.json(
                "annotate", name, "--at", place, "--by", "Tania", "-m", f"At {place}.", "--variation", "WB"
            )
            (comment, variation) = run
            assert (comment["text"], variation["decisions"]) == (f"At {place}.", ["WB"])
            printed = {one["id"]: one for one in table.json("annotate", name)}
            assert (printed[comment["id"]], printed[variation["id"]]) == (comment, variation)


def test_undo_and_redo_are_ones_own(table: Table) -> None:
    """Undo reverts the last change of its author, redo restores it, and the history has both."""
    table.ok("annotate", "lily#2", "--by", "Tania", "-m", "One.")
    table.ok("annotate", "lily#2", "--by", "Angelica", "-m", "Two.")
    table.ok("annotate", "lily#2", "--by", "Tania", "-m", "Three.")
    assert "removed" in table.ok("annotate", "lily", "--by", "Tania", "--undo", "--undo")
    assert [text for _, _, place, text in said(table) if place == "2.0.1"] == ["Two."]
    assert "Three." in table.ok("annotate", "lily", "--by", "Tania", "--redo", "--redo")
    history = table.json("annotate", "lily", "--history")
    assert [(one["author"], one["what"], one["count"]) for one in history[-5:]] == [
        ("Tania", "written", None),
        ("Angelica", "written", None),
        ("Tania", "written", None),
        ("Tania", "undone", 2),
        ("Tania", "redone", 2),
    ]
    assert "Tania: added" in table.ok("annotate", "lily", "--history")


def test_what_was_said_about_undone_decisions_is_shown(table: Table) -> None:
    """A note on an undone decision has no place until the decision is redone."""
    table.ok("annotate", "lily", "--at", "4.4", "--by", "Tania", "-m", "The end.")
    with open_store(table.store, now) as store:
        store.undo("lily", 3)
    lines = table.ok("annotate", "lily").splitlines()
    assert any(line.split()[1] == "undone" and line.endswith("Tania: The end.") for line in lines)
    assert "The end." not in table.ok("export", "lily")
    with open_store(table.store, now) as store:
        store.redo("lily", 3)
    assert "The end." in table.ok("export", "lily")


def test_another_record_is_imported(table: Table) -> None:
    """The notes from an annotated copy are imported, once."""
    copy = table.file("copy.cgn", table.ok("export", "lily"))
    table.ok("annotate", "lily#3", "--by", "Maria", "-m", "Mine.")
    table.ok("annotate", copy, "--at", "3", "--by", "Zoe", "-m", "Hers.")
    assert "Hers." in table.ok("annotate", "lily", "--from", copy)
    assert table.json("annotate", "lily", "--from", copy) == []
    assert {"Mine.", "Hers."} <= {text for *_, text in said(table)}
    other = table.folder / "other.cgn"
    other.write_text((ROOT / "examples" / "game-of-four.cgn").read_text(encoding="utf-8"), encoding="utf-8")
    run = table.run("annotate", "lily", "--from", other)
    assert run.code == FINDINGS
    assert "calimala merge" in run.err


def test_one_game_of_a_file(table: Table) -> None:
    """Annotating one game of a file leaves the others unchanged, blanks included."""
    first, third = STUDY.replace("1. MA", "1.   MA"), STUDY.replace("2. MA", "2.\nMA")
    path = table.file("three.cgn", f"{first}\n\n{STUDY}\n{third}")
    assert table.run("annotate", path, "--at", "2", "-m", "Hm.").code == USAGE
    table.ok("annotate", f"{path}#2", "--at", "2", "--by", "Tania", "-m", "Hm.")
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f"{first}\n\n[CGN")
    assert text.endswith(f"\n\n{third}")
    assert text.count("Hm.") == 1
    assert table.run("check", path).code == 0


def test_a_text_goes_where_it_is_asked_for(table: Table) -> None:
    """A text from the standard input is printed, and --output writes to another file."""
    out = table.ok("annotate", "-", "--by", "Tania", "-m", "Hello.", input=STUDY)
    assert loads(out).notes[-1].layer == "tania"
    table.ok("annotate", table.folder / "study.cgn", "-m", "Hello.", "-o", table.folder / "out.cgn")
    assert (table.folder / "study.cgn").read_text(encoding="utf-8") == STUDY
    assert loads((table.folder / "out.cgn").read_text(encoding="utf-8")).comments[-1] == "Hello."
    run = table.run("annotate", table.folder / "study.cgn", "-m", "Hello.", "-o", table.folder / "nowhere" / "out.cgn")
    assert run.code == 5


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        (["lily#99", "-m", "hm"], NOT_FOUND, "no moment 99"),
        (["lily#v9:1", "-m", "hm"], NOT_FOUND, "no variation 'v9'"),
        (["nobody", "-m", "hm"], NOT_FOUND, "there is no game 'nobody'"),
        (["lily", "--edit", "7-7", "-m", "hm"], NOT_FOUND, "no annotation 7-7"),
        (["lily", "--retract", "x"], NOT_FOUND, "2-5"),
        (["lily", "--edit", "1-2"], USAGE, "add the new content of"),
        (["lily#2", "--glyph", "??!"], FINDINGS, "$255"),
        (["lily#2", "--standing", "g++++"], FINDINGS, "b++"),
        (["lily#2", "--chances", "a lot"], FINDINGS, "55-30-15"),
        (["lily#2", "--chances", "50-50"], FINDINGS, "2 chances for 3 players; expected one for each"),
        (["study.cgn#2", "-m", "hm"], NOT_FOUND, "for a moment in it write study.cgn#1#2 or --at 2"),
        (["lily#2", "--mark", "ZZ"], FINDINGS, "a street AS"),
        (["lily#2", "--variation", "XX"], FINDINGS, "expected"),
        (["lily", "--variation", "AS"], FINDINGS, "replaces a decision"),
        (["lily#v1", "--variation", "AS"], USAGE, "replaces a decision"),
        (["lily", "--undo", "--by", "Zoe"], FINDINGS, "there is nothing to undo in lily"),
        (["lily", "--undo", "--redo"], USAGE, "use only one of"),
        (["lily", "--history", "-m", "hm"], USAGE, "use only one of"),
        (["lily#2", "-m", "hm", "--at", "3"], USAGE, "leave out --at"),
        (["lily", "-m", "hm", "-o", "x.cgn"], USAGE, "calimala export"),
        (["lily#2", "--on-position", "--glyph", "!"], USAGE, "--on-position"),
        (["lily#2", "-m", "x" * 100_001], FINDINGS, "the limit is 100000"),
        (["study.cgn", "--undo"], FINDINGS, "calimala import"),
        (["study.cgn", "--history"], FINDINGS, "calimala import"),
    ],
)
def test_what_cannot_be_done(
    table: Table, line: list[str], code: int, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each mistake is reported with what would be correct, and changes nothing."""
    monkeypatch.chdir(table.folder)
    before = table.ok("export", "lily")
    run = table.run("annotate", *line)
    assert (run.code, message in run.err) == (code, True), run.err
    assert table.ok("export", "lily") == before
    assert (table.folder / "study.cgn").read_text(encoding="utf-8") == STUDY


def test_text_with_errors_is_not_written(table: Table) -> None:
    """A text with errors is not changed."""
    path = table.file("bad.cgn", STUDY.replace("1. MA", "1. ZZ"))
    before = path.read_bytes()
    assert table.run("annotate", path, "--by", "Tania", "-m", "Hm.").code == FINDINGS
    assert path.read_bytes() == before


def test_hostile_names_and_texts(table: Table) -> None:
    """Names and texts with markup, control characters and line ends are harmless, and a text preserves them."""
    name, text = "\x1b[31m<b>Evil</b>\u202e} [Layer]", '\x1b]0;x\x07{}\\ "\n\n[Event "x"]\n\n1. WB'
    table.ok("annotate", "lily#2", "--by", name, "-m", text)
    shown = table.ok("annotate", "lily") + table.ok("annotate", "lily", "--history") + table.ok("show", "lily#2.0.1")
    assert not {"\x1b", "\x07", "\u202e"} & {*shown}
    copy = table.file("copy.cgn", table.ok("export", "lily"))
    assert [one[1] for one in said(table, copy) if one[3] == text] == [name]


def test_one_author_twice_at_once(table: Table) -> None:
    """A change of the same author in between is not overwritten."""
    with open_store(table.store, now) as store:
        seen = store.load("lily")
        table.ok("annotate", "lily#2", "--by", "Maria Rossi", "-m", "First.")
        table.ok("annotate", "lily#2", "--by", "Tania", "-m", "Third.")
        with pytest.raises(StaleGameError) as raised:
            store.annotations.add(seen, "Tania", comment(3, "Fourth."))
        assert code_of(raised.value) == STORE
