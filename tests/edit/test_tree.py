"""A game as a tree: traversed, edited, and written again."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from calimala_es.commands import MarkMissed
from calimala_es.errors import IllegalCommandError, NoPositionsError
from calimala_es.game import Game
from calimala_es.legal import legal
from calimala_es.notes import AnyNote, Clock, Comment, Glyph, Mark
from notation import NotationError, dumps, loads
from notation.writer.layout import Style
from replays.edit.nodes import Node, TreeError
from replays.edit.tree import Branch, Tree
from tests.notation.records import records
from tests.profiles import examples
from tests.strategies import AT_THE_TABLE, KNOWN, MIXED, OFF_THE_RULES, WITH_MISTAKES

KINDS: Final = (KNOWN, AT_THE_TABLE, MIXED, WITH_MISTAKES, OFF_THE_RULES)
START: Final = """[Seats "bry"]
[City "WBM/U-A/VTS"]
[Council "ART LIS SMN WOOD TRO BAR SMF BRICK HAM PORT LON SCR TRADE BRU MARBLE"]

0. ? ? ? / LIS / ? ? ? / W M U
"""


@pytest.fixture
def tree() -> Tree:
    """Return a game that has begun."""
    return Tree.read(START + "1. MA A-B M 2. MA A-? M / M AP")


def varied(record: Game) -> Tree:
    """Return a tree that has variations."""
    tree = Tree.of(record)
    if not any(True for _ in tree.variations()):
        node = tree.main.first
        assume(node is not None)
        assert node is not None
        node.add_variation(node.command)
    return tree


def any_branch(tree: Tree, seed: int) -> Branch:
    """Return one of the variations."""
    return Random(seed).choice([*tree.variations()])


def without_ids(tree: Tree) -> str:
    """Return the game with ids by their order."""
    text = tree.text()
    for number, branch in enumerate(tree.variations()):
        text = text.replace(f"({branch.id}:", f"(w{number}:").replace(f"({branch.id}=", f"(w{number}=")
    return text


def everything_said(tree: Tree) -> Counter[AnyNote]:
    """Return every note of a game."""
    places = [tree.root, *tree.walk(), *tree.variations()]
    return Counter(note for place in places for note in place.notes)


# From records and back.


@given(records(*KINDS))
@examples(15)
def test_a_record_becomes_a_tree_and_comes_back(record: Game) -> None:
    """`Tree.of(r).record() == r` holds, notes, variations, headers and start included, and the text is the same."""
    tree = Tree.of(record)
    assert tree.record() == record
    assert tree.text() == dumps(record)


@given(records(*KINDS))
@examples(15)
def test_every_position_is_there(record: Game) -> None:
    """Every decision knows the position before and after it, its parent and how many decisions come before it."""
    tree = Tree.of(record)
    states = record.states
    assert tuple(node.state for node in tree.main) == states[1:]
    for number, node in enumerate(tree.main):
        assert node.parent.state == states[number]
        assert (node.depth, node.command) == (number + 1, record.moves[number].command)
    for node in tree.walk():
        assert node.parent.next is node or node.branch.first is node
        assert [step.depth for step in node.path] == [*range(1, node.depth + 1)]


@given(records(*KINDS))
@examples(15)
def test_a_walk_goes_in_the_order_of_the_text(record: Game) -> None:
    """A walk visits each decision once: before its variations, and these before what follows it."""
    tree = Tree.of(record)

    def in_order(branch: Branch) -> list[Node]:
        return [
            one for node in branch for one in (node, *(inner for line in node.variations for inner in in_order(line)))
        ]

    assert [*tree.walk()] == in_order(tree.main)


# Growing.


def test_words_are_added_as_they_are_typed(tree: Tree) -> None:
    """Any words that a reader accepts may be added, notes and variations too; the last decision is returned."""
    node = tree.end.add("$3  3. bm! {so} b (v9={other} m) m")
    assert node is tree.end
    text = loads(tree.text())
    assert text == tree.record()
    assert tree.text().splitlines()[-4:] == [
        "2. MA A-? M / M AP!!",
        "3. BM! {so} B",
        "  (v9={other} 3... M )",
        "3... M",
    ]


@given(records(*KINDS))
@examples(6)
def test_a_tree_grows_by_commands_and_symbols(record: Game) -> None:
    """Decisions that are added one by one, as commands or as symbols, give the record."""
    by_command, by_symbol = Tree.of(record), Tree.of(record)
    for tree in (by_command, by_symbol):
        while tree.main.first is not None:
            tree.main.first.delete()
    for node in Tree.of(record).main:
        by_command.end.add(node.command)
        by_symbol.end.add(node.symbol)
    assert by_command.record().commands == by_symbol.record().commands == record.commands


def test_what_is_wrong_is_not_added(tree: Tree) -> None:
    """Illegal words and commands leave the tree unchanged, however late the error comes."""
    before = tree.record()
    with pytest.raises(NotationError, match=r"decisions:1:\d+: 'QQ' is not valid here"):
        tree.end.add("BM B {well} QQ")
    with pytest.raises(IllegalCommandError):
        tree.end.add([legal(tree.end.state)[0], *[legal(tree.end.state)[0]] * 9])
    with pytest.raises(TreeError, match="no decision"):
        tree.end.add("{only a comment}")
    with pytest.raises(NotationError, match="this is turn 2, not 7"):
        tree.find("2").add_variation("7. WB")
    assert tree.record() == before


def test_after_a_decision_that_is_followed_a_variation_begins(tree: Tree) -> None:
    """`add` in the middle of a line begins a variation; at the end of the line it continues the line."""
    node = tree.find("1").add("M")
    assert (node.branch.id, node.branch.instead_of) == ("v1", tree.find("1.1"))
    node.add("A-")
    assert [one.symbol for one in tree.variation("v1")] == ["M", "A-"]


@given(records(*KINDS), st.integers(0, 1 << 32))
@examples(15)
def test_deleting_undoes_adding(record: Game, seed: int) -> None:
    """Adding and deleting a variation, or decisions at the end, leaves no trace."""
    tree = Tree.of(record)
    random = Random(seed)
    nodes = [*tree.walk()]
    if nodes:
        node = random.choice(nodes)
        node.add_variation(random.choice(legal(node.parent.state) or (MarkMissed(),)), name="x").delete()
    if legal(tree.end.state):
        tree.end.add(random.choice(legal(tree.end.state))).delete()
    assert tree.record() == record


def test_ids_of_variations(tree: Tree) -> None:
    """An id in use is reported and not taken; a released id is not given to another variation by itself."""
    node = tree.find("2")
    assert node.add_variation("WB").id == "v1"
    assert node.add_variation("WB", id="port").id == "port"
    assert node.add_variation("WB").id == "v2"
    tree.variation("v2").delete()
    assert node.add_variation("WB").id == "v3"
    for id, message in (("port", "already"), ("V", "not an id"), ("7", "not an id"), ("a b", "not an id")):
        with pytest.raises(TreeError, match=message):
            node.add_variation("WB", id=id)
    with pytest.raises(TreeError, match="already"):
        tree.end.add("BM (port: MA) B")
    assert [branch.id for branch in node.variations] == ["v1", "port", "v3"]


# Promoting.


@given(records(*KINDS), st.integers(0, 1 << 32))
@examples(8)
def test_promoting_twice_is_nothing_but_for_ids(record: Game, seed: int) -> None:
    """Promoting exchanges a variation with the rest of the line, and twice restores it; a variation's notes remain."""
    tree = varied(record)
    branch = any_branch(tree, seed)
    node = branch.instead_of
    assert node is not None
    whole = tree.record()
    said, name, is_silent = everything_said(tree), branch.name, not branch.name and not branch.notes
    is_whole = node.branch.first is node and node.branch is not tree.main
    before = without_ids(tree)
    branch.promote()
    assert loads(tree.text()) == tree.record()
    node.promote()
    assert loads(tree.text()) == tree.record()
    if is_whole or is_silent:
        assert without_ids(tree) == before
    if is_whole:
        assert tree.record() == whole
    else:
        assert everything_said(tree) - said == Counter([Comment(name, on_position=True)] if name else [])
    assert not said - everything_said(tree)


@given(records(*KINDS), st.integers(0, 1 << 32))
@examples(10)
def test_any_decision_can_come_to_the_main_line(record: Game, seed: int) -> None:
    """Promoting a decision makes all that led to it main; no decision is lost, and other variations keep their ids."""
    tree = varied(record)
    node = Random(seed).choice([*any_branch(tree, seed)])
    commands = Counter(one.command for one in tree.walk())
    ids = {branch.id for branch in tree.variations()}
    path = node.path
    crossed = {one.branch.id for one in path}
    node.promote_to_main()
    assert [*tree.main][: len(path)] == path
    assert Counter(one.command for one in tree.walk()) == commands
    assert ids - crossed <= {branch.id for branch in tree.variations()}
    assert loads(tree.text()) == tree.record()
    assert all(tree.variation(branch.id) is branch for branch in tree.variations())


def test_the_id_of_a_promoted_variation_is_given_up(tree: Tree) -> None:
    """No id ever leads to other decisions than before, except those of the exchanged line."""
    first = tree.find("2").add_variation("WB W B", name="wood")
    first.comment("What if?")
    old = tree.find("2")
    point = old.parent
    line = first.promote()
    assert line is tree.main
    assert [branch.id for branch in tree.variations()] == ["v2"] == [old.branch.id]
    assert point.comments == ("wood", "What if?")
    with pytest.raises(TreeError, match="deleted"):
        first.promote()
    tree.find("2").demote()
    assert [node.symbol for node in tree.find("v3").branch] == ["WB", "W", "B"]
    with pytest.raises(TreeError, match="cannot be promoted"):
        tree.main.promote()
    with pytest.raises(TreeError, match="no variation beside"):
        tree.find("1").demote()


def test_variations_change_places(tree: Tree) -> None:
    """A variation may take any place among the variations of the same decision."""
    node = tree.find("2")
    for id in "abc":
        node.add_variation("WB", id=id)
    tree.variation("c").move(0)
    assert [branch.id for branch in node.variations] == ["c", "a", "b"]
    with pytest.raises(IndexError):
        tree.variation("c").move(3)


# Deleting.


@given(records(*KINDS), st.integers(0, 1 << 32))
@examples(10)
def test_deleting_a_decision_takes_what_is_after_it(record: Game, seed: int) -> None:
    """Deleting a decision removes what follows; the first of its variations takes its place."""
    tree = Tree.of(record)
    nodes = [*tree.walk()]
    assume(nodes)
    node = Random(seed).choice(nodes)
    gone = {id(one) for one in node.branch.after(node)} | {id(node)}
    inner = {id(one) for after in node.branch.after(node) for line in after.variations for one in walked(line)}
    left = [one for one in nodes if id(one) not in gone | inner]
    node.delete()
    assert {id(one) for one in tree.walk()} == {id(one) for one in left}
    assert loads(tree.text()) == tree.record()
    with pytest.raises(TreeError, match="deleted"):
        node.add(MarkMissed())


def walked(line: Branch) -> list[Node]:
    """Return all decisions of a line and of its variations."""
    return [one for node in line for one in (node, *(inner for other in node.variations for inner in walked(other)))]


def test_too_many_variations_in_each_other_are_refused(tree: Tree) -> None:
    """A tree never nests deeper than a text may, whether it grows or a variation is promoted."""
    node = tree.find("2")
    for _ in range(50):
        first = node.add_variation("WB W").first
        assert first is not None
        node = first
    with pytest.raises(TreeError, match="the limit is 50"):
        node.add_variation("WB")
    assert loads(tree.text()) == tree.record()
    deepest = node.branch.last
    assert deepest is not None
    before = tree.record()
    outer = tree.find("2").add_variation("WB")
    outer.promote()
    tree.find("2").demote()
    assert len(tree.text()) > len(dumps(before))


# Saying something.


def test_everything_can_be_said(tree: Tree) -> None:
    """Comments, glyphs, advantages, chances, marks, stamps, clocks and checks can be added with author and time."""
    node = tree.find("2")
    node.comment("Bold.", layer="maria", time="2026-11-20T19:04:11Z")
    node.comment("Level.", on_position=True)
    node.glyph("!?")
    node.glyph("$14")
    node.glyph(139, layer="maria")
    node.advantage("b+")
    node.evaluation(62, 25, 12.5)
    node.mark("SA", 2, "b")
    node.mark("SMF.W")
    node.stamp("2026-11-20T19:04:11Z")
    node.clock(110)
    node.clock(750, "b")
    node.check("=0-0-0")
    said = "&maria@2026-11-20T19:04:11Z{Bold.} %{Level.} $5 $14 &maria$139 %b+ %62-25-12.5 #AS/2:b #SMF.W"
    said += " ;2026-11-20T19:04:11Z ;0:01:50 ;b:0:12:30 =0-0-0"
    assert f"2. MA {said} A-?" in tree.text()
    assert loads(tree.text()) == tree.record()
    assert (node.comments, node.glyphs, node.checks) == (("Bold.", "Level."), ("!?", "$14", "$139"), ("=0-0-0",))
    assert [note.seconds for note in node.said(Clock)] == [110, 750]
    assert node.unsay(Glyph, layer="maria") == 1
    assert node.unsay(Mark) == 2
    assert node.unsay() == 10
    assert node.notes == []


def test_what_no_text_can_say_is_refused(tree: Tree) -> None:
    """A note that could not be read back raises an error when it is added."""
    node = tree.find("2")
    saying: list[tuple[str, Callable[[], AnyNote]]] = [
        ("'!!!' is not a glyph", lambda: node.glyph("!!!")),
        ("a note cannot be written like this: '$256'", lambda: node.glyph(256)),
        ("'$' is not a glyph", lambda: node.glyph("$")),
        ("a note cannot be written like this: '%b++++'", lambda: node.advantage("b++++")),
        ("a note cannot be written like this: '%200-0-0'", lambda: node.evaluation(200, 0, 0)),
        ("a note cannot be written like this: '#nowhere'", lambda: node.mark("nowhere")),
        ("-1 is not a time; a clock shows 0 seconds or more", lambda: node.clock(-1)),
        ("a note cannot be written like this: ';yesterday'", lambda: node.stamp("yesterday")),
        ("'bry' is not a check", lambda: node.check("bry")),
        ("a note cannot be written like this: '&Maria Rossi{x}'", lambda: node.comment("x", layer="Maria Rossi")),
    ]
    for words, say in saying:
        with pytest.raises(ValueError, match=re.escape(words)):
            say()
    assert node.notes == []


def test_headers_are_set_in_their_place(tree: Tree) -> None:
    """A header gets its new value in its place, and comes last if it is new."""
    tree.set_header("Event", "Friday")
    tree.set_header("Site", "Florence")
    tree.set_header("Event", "Saturday")
    assert tree.headers == [("Event", "Saturday"), ("Site", "Florence")]
    assert (tree.header("Event"), tree.header("Wine")) == ("Saturday", None)
    assert tree.text(Style(headers=False)).splitlines()[0].startswith("0. ")


def test_an_empty_tree_grows(tree: Tree) -> None:
    """A tree begins from a set-up or from any position."""
    from_setup = Tree(tree.root.state.setup)
    from_setup.end.add("0. W M U 1. MA")
    assert from_setup.record().commands[-1] == tree.find("1").command
    from_position = Tree(tree.end.state)
    from_position.end.add("AC")
    assert loads(from_position.text()).start == tree.end.state


def test_a_record_of_placements() -> None:
    """A record of placements can be traversed, annotated and edited; one of the result has no decision."""
    record = loads(START + "1. MA MA MA2 MA =bry WB")
    tree = Tree.of(record)
    assert tree.record() == record
    node = tree.find("2")
    node.comment("On top of it.")
    assert loads(tree.text()) == tree.record() != record
    tree.find("5").add_variation("AS")
    assert loads(tree.text()) == tree.record()
    with pytest.raises(NoPositionsError):
        Tree.of(loads('[Seats "bry"]\n[Result "42-38-35"]\n'))


def test_a_file_of_the_examples() -> None:
    """A whole game is read, traversed and written without a difference."""
    text = (Path(__file__).parents[2] / "examples" / "game-of-four.cgn").read_text(encoding="utf-8")
    assert Tree.read(text).text() == dumps(loads(text))


@pytest.mark.parametrize(("seconds", "rounded"), [(0.0004, 0), (110.1239, 110.124), (7, 7)])
def test_clocks_have_milliseconds(tree: Tree, seconds: float, rounded: float) -> None:
    """Seconds are rounded to the precision that a text has."""
    tree.find("2").clock(seconds)
    (clock,) = tree.find("2").said(Clock)
    assert clock.seconds == rounded


@pytest.mark.parametrize("seconds", [-1, float("inf"), float("-inf"), float("nan")])
def test_no_clock_shows_that(tree: Tree, seconds: float) -> None:
    """An impossible time raises an error with its own message."""
    with pytest.raises(ValueError, match="is not a time; a clock shows 0 seconds or more"):
        tree.find("2").clock(seconds)
