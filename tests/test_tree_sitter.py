"""The tree-sitter grammar in editors/: the conformance cases are its tests."""

import ctypes
import json
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_sitter import Language, Node, Parser, Query, QueryCursor

from calimala_es.game import Game
from conformance import check
from conformance.check import Case
from notation import dumps, read_games
from notation.grammar.tokens import BYTE_ORDER_MARK, lines_of
from notation.highlight.kinds import KINDS, highlights
from tests.notation.records import records
from tests.profiles import examples, few
from tests.strategies import RECORDS, WITH_MISTAKES
from tests.test_highlight import damaged, kinds_of

pytestmark = pytest.mark.needs("cc")

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "editors" / "tree-sitter-calimala"
SOURCES = ("parser.c", "scanner.c")
SECTIONS = sorted({path.parent.name for path in check.paths()})
MOST_CHARS = 100_000
"""The length of a text whose every character is compared."""

LIMITS = {("244", 62), ("244", 69)}
"""Lines with a note and a layer that are too long: the grammar knows no lengths of these."""
UNREAD = {("212", 6), ("492", 72)}
"""Lines of which something is not read, since the headers before it define no start, or it is struck out."""
OPEN = {"172", "246", "251"}
"""Cases about comments and parentheses, whose errors no word shows alone."""


@cache
def language() -> Language:
    """Return the language that the C compiler of this machine makes of the sources."""
    with TemporaryDirectory() as place:
        library = Path(place) / "calimala.so"
        sources = [str(FOLDER / "src" / name) for name in SOURCES]
        warnings = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-const-variable"]
        command = ["cc", "-shared", "-fPIC", *warnings, "-I", str(FOLDER / "src"), *sources, "-o", str(library)]
        subprocess.run(command, check=True)
        made = ctypes.CDLL(str(library)).tree_sitter_calimala
    made.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype, capsule.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return Language(capsule(made(), b"tree_sitter.Language", None))


def tree(text: str) -> Node:
    """Return the root of the tree of a text."""
    return Parser(language()).parse(text.encode()).root_node


def errors(node: Node) -> Iterator[Node]:
    """Yield the outermost errors of a tree."""
    if node.is_error or node.is_missing:
        yield node
    elif node.has_error:
        for child in node.children:
            yield from errors(child)


def lines(node: Node) -> range:
    """Return the lines that a node is on, from 1."""
    return range(node.start_point.row + 1, node.end_point.row + 2)


def kinds(text: str) -> list[str]:
    """Return the kind of every character of a text, by the captures of its nodes; empty for blanks."""
    names = {KINDS[kind].capture: kind for kind in KINDS}
    captures = QueryCursor(Query(language(), highlights())).captures(tree(text))
    found = [(node.start_byte, node.end_byte, names[capture]) for capture, nodes in captures.items() for node in nodes]
    signs = [""] * len(text.encode())
    for begin, end, kind in sorted(found, key=lambda capture: capture[0] - capture[1]):
        signs[begin:end] = [kind] * (end - begin)
    places = [0]
    for sign in text:
        places.append(places[-1] + len(sign.encode()))
    return [signs[place] for place in places[:-1]]


def assert_alike(text: str) -> None:
    """Check that tree and lexer assign the same kind to every character of a text but blanks."""
    shown = [
        (place, text[max(0, place - 10) : place + 10], ours, theirs)
        for place, (ours, theirs) in enumerate(zip(kinds(text), kinds_of(text), strict=True))
        if not text[place].isspace() and text[place] != BYTE_ORDER_MARK and ours != theirs
    ]
    assert not shown


def cases(section: str) -> list[Case]:
    """Return the cases of a section."""
    return [check.load(path) for path in check.paths([section])]


def first_errors(case: Case) -> list[tuple[int, int, str]]:
    """Return the line, the column and the kind of the first error of every game that has one."""
    found = [game["errors"][0] for game in case.games if game["errors"]]
    return [(error["line"], error["column"], error["kind"]) for error in found]


@pytest.mark.parametrize("section", SECTIONS)
def test_a_sound_text_has_no_error(section: str) -> None:
    """A text of the suite whose games are sound is a tree without errors, with a node for each game."""
    for case in cases(section):
        if not first_errors(case):
            root = tree(case.text)
            assert [*errors(root)] == [], case.name
            assert [node.type for node in root.children] == ["game"] * len(case.games), case.name


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.cgn")), ids=lambda path: path.stem)
def test_an_example_has_no_error(path: Path) -> None:
    """The examples are trees without errors."""
    assert not tree(path.read_text(encoding="utf-8")).has_error


@pytest.mark.parametrize("section", SECTIONS)
def test_an_error_is_where_the_suite_has_one(section: str) -> None:
    """A word that has no form is an error on its line, and every error is on a line where the suite has one."""
    for case in cases(section):
        if not first_errors(case):
            continue
        text = "".join(lines_of(case.text))
        found = [lines(node) for node in errors(tree(text))]
        expected = {error["line"] for game in case.games for error in game["errors"]}
        expected |= {line for number, line in UNREAD if number == case.number}
        assert [span for span in found if not expected & {*span}] == [], case.name
        wrong = {
            line
            for line, column, kind in first_errors(case)
            if kind == "not well formed" and (case.number in OPEN or has_no_form(text, line, column))
        }
        wrong -= {line for number, line in LIMITS if number == case.number}
        assert [line for line in sorted(wrong) if not any(line in span for span in found)] == [], case.name


def has_no_form(text: str, line: int, column: int) -> bool:
    """Return whether the word at a place has a part that the lexer shows as an error."""
    place = sum(len(before) + 1 for before in text.split("\n")[: line - 1]) + column - 1
    word = re.match(r"[^\s{}/]*", text[place:])
    assert word is not None
    return "error" in kinds_of(text)[place : place + len(word[0])]


@pytest.mark.parametrize("section", SECTIONS)
def test_colours_are_those_of_the_lexer(section: str) -> None:
    """Every character of a sound text of the suite has the kind that Pygments gives it."""
    for case in few(cases(section), 16):
        if not first_errors(case) and len(case.text) < MOST_CHARS:
            assert_alike("".join(lines_of(case.text)))


@given(records(*RECORDS, WITH_MISTAKES))
@examples(25)
def test_what_the_writer_writes_is_a_tree(record: Game) -> None:
    """A written record of any rules, with notes and variations, has no error and the colours of the lexer."""
    text = dumps(record)
    assert not tree(text).has_error
    assert_alike(text)


SHORT = [case.text for case in map(check.load, check.paths()) if len(case.text) < 2_000 and case.section != "limits"]
WORDS = [
    "A-?",
    "?!",
    "$7/",
    "/",
    "(v1: ",
    "% {x}",
    "&m",
    "%b+",
    "#AS/2:b",
    '\n[X "y"]\n',
    '\n[CGN "1.0"]\n',
    "{so}",
    "7.",
    "WB:=r",
]


@given(
    st.sampled_from(SHORT),
    st.lists(st.integers(0, 2_000), max_size=3),
    st.lists(st.sampled_from([*" \n/?!{}()=.-…“_$%#;&+>^:@[]", *WORDS]), max_size=3),
)
@examples(100)
def test_an_error_of_the_tree_is_one_of_the_reader(text: str, places: list[int], signs: list[str]) -> None:
    """Whatever the reader reads is a tree without errors, however a case was damaged; words struck out may be wrong."""
    damage = "".join(lines_of(damaged(text, places, signs)))
    if tree(damage).has_error and not re.search(r"x\b", damage, re.IGNORECASE):
        assert any(reading.errors for reading in read_games(damage))


@pytest.mark.parametrize(
    "words",
    ["0.WB:=r W B M", "0. W B M 1.b.hand:=W? WB", "0. W B M $7/WB:=r", "0. W B M #AS)y $x)y", "0. W B M %…1 #q.wood–"],
)
def test_words_next_to_each_other(words: str) -> None:
    """A number, a stroke or a parenthesis next to a word is cut from it where the specification says so."""
    root = tree(f'[CGN "1.0"]\n{words}\n')
    assert not root.has_error


def test_turns_are_nodes() -> None:
    """A tree has headers and turns, and a turn its number, placement and all that follows."""
    (game,) = tree('[CGN "1.0"]\n[City "x"]\n\n0. W B\n1. WB W! (v1: 1... W-? ) B {so}\n2. BM\n').children
    assert [node.type for node in game.children] == ["header", "header", "turn", "turn", "turn"]
    assert str(game.children[3]) == (
        "(turn (turn_number) (placement) (deed) (glyph) "
        "(variation (variation_id) (turn (turn_number) (not_done) (drawn))) (deed) (comment))"
    )


def test_an_error_ends_with_its_game() -> None:
    """Neither a wrong word nor a comment left open keeps the next game from being a node of its own."""
    root = tree('[CGN "1.0"]\n1. WB AX {open\n2. BM\n\n[CGN "1.0"]\n1. WB W B\n')
    last = root.children[-1]
    assert (last.type, last.has_error, last.start_point.row) == ("game", False, 4)


def test_every_kind_has_a_capture_of_its_own() -> None:
    """No two kinds share a capture, the query in the folder is the generated one, and the folds are a query too."""
    captures = [kind.capture for name, kind in KINDS.items() if name != "blank"]
    assert len({*captures}) == len(captures)
    queries = FOLDER / "queries"
    assert (queries / "highlights.scm").read_text(encoding="utf-8") == highlights()
    assert Query(language(), (queries / "folds.scm").read_text(encoding="utf-8")).capture_count == 1


def test_the_parser_is_made_from_the_grammar() -> None:
    """The rules of grammar.js are those that the parser in src was generated from."""
    written = re.findall(r"^    (\w+): \(\$?\) =>", (FOLDER / "grammar.js").read_text(encoding="utf-8"), re.MULTILINE)
    generated = json.loads((FOLDER / "src" / "grammar.json").read_text(encoding="utf-8"))
    assert written == [*generated["rules"]]
    assert language().name in {None, generated["name"]}
