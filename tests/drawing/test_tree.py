"""The tree of variations as a picture."""

import re
from pathlib import Path

import pytest

from calimala_es import initial
from replays.drawing.diagrams import tree_diagram
from replays.drawing.diagrams.tree import MOST_LINES
from replays.edit.redact import redact
from replays.edit.tree import Tree
from tests.cli_runs import ROOT
from tests.drawing.drawn import HOSTILE, parsed, words_in, words_in_picture
from tests.strategies import Playout

STUDY = Path(ROOT / "examples" / "study.cgn").read_text(encoding="utf-8")


def grown(lines: int) -> Tree:
    """Return a game with this many variations of its second decision, and one more inside the first of them."""
    game = Playout(3, 1)
    tree = Tree(initial(game.setup))
    for played in game.steps[:12]:
        tree.end.add(played.command)
    node = [*tree.main][1]
    for number in range(lines):
        node.add_variation(node.command, name=f"line {number}")
    return tree


def test_every_line_has_a_box_and_an_arrow_from_its_beginning() -> None:
    """Each line is a box with id, name, glyphs and comments; the arrow to v5 begins in v4."""
    dot = tree_diagram(Tree.read(STUDY))
    words = words_in(dot)
    for words_of_line in (
        "the main line",
        "v1",
        "marble first",
        "v5",
        "!?",
        "Due cubi, nessuna carta.",
        "What the table expected.",
    ):
        assert words_of_line in words
    arrows = re.findall(r"(line\d+):d\d+:e -> (line\d+)", dot)
    assert len(arrows) == 5
    assert sum(one == "line0" for one, _ in arrows) == 4


def test_what_a_box_does_not_name_is_counted() -> None:
    """A variation has its first decisions, and in every line the decisions that are not named are counted."""
    tree = Tree.read(STUDY)
    main, v4 = [*tree.main], tree.variation("v4")
    words = words_in(tree_diagram(tree))
    for node in v4:
        assert str(node.places[0]) in words
    named = [node for node in main if node.variations]
    gaps = [int(number) for number in re.findall(r"… (\d+) more decisions?", words)]
    assert sum(gaps) == len(main) - len(named)
    assert len(gaps) == 4


def test_a_tree_until_a_decision_has_nothing_later() -> None:
    """A tree up to a decision has no later decision, neither of the main line nor of variations."""
    tree = Tree.read(STUDY)
    first = next(node for node in tree.main if node.variations)
    words = words_in(tree_diagram(tree, first.depth))
    assert "v1" in words
    assert "v4" not in words
    assert f"{first.depth} decisions" in words
    assert "no decisions yet" in words_in(tree_diagram(tree, 0))


def test_a_tree_as_the_public_may_see_it_has_the_main_line_alone() -> None:
    """The public's tree has no variations and comments, which may reveal hidden cards (``redact``)."""
    words = words_in(tree_diagram(Tree.of(redact(Tree.read(STUDY).record(), None))))
    assert "v1" not in words
    assert "Due cubi" not in words


def test_of_a_tree_without_end_the_first_lines_are_drawn() -> None:
    """If there are very many variations, the first are drawn and the others counted."""
    dot = tree_diagram(grown(MOST_LINES + 5))
    assert dot.count("the main line") == 1
    assert len(re.findall(r"-> line", dot)) == MOST_LINES - 1
    assert "6 more variations are not drawn" in words_in(dot)


def test_a_box_has_an_end_too() -> None:
    """A box is limited, however many variations and notes a line has."""
    tree = grown(MOST_LINES + 5)
    for node in [*tree.main][2:]:
        node.add_variation(node.command)
    for number in range(100):
        next(iter(tree.main)).comment(f"comment {number}.")
    words = words_in(tree_diagram(tree))
    assert "comment 3." in words
    assert "comment 4." not in words
    assert "more variations are not drawn" in words


@pytest.mark.needs("dot")
def test_hostile_names_and_comments_stay_words() -> None:
    """Markup, quotes, controls, right-to-left letters and very long words are drawn as text, and ids are not nodes."""
    tree = grown(1)
    texts = (*HOSTILE.values(), "]]> --> <!-- \u200b\u202e \\N", "字" * 500, "a" * 100 + "字")
    for node, text in zip(tree.main, texts, strict=False):
        node.comment(text)
    node = [*tree.main][3]
    node.add_variation(node.command, name="]]><svg/onload=x>")
    picture = parsed(tree_diagram(tree, None, HOSTILE))
    assert "<script" not in picture
    assert "<svg/onload" not in picture
    assert picture.count('class="node"') == 3
    assert any("\\N" in words for words in words_in_picture(picture))
    assert not re.search(r"[\u0000-\u0008\u200b\u202a-\u202e]", picture)
