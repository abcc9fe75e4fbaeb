"""The variations of a record: a box for each line, with what was said in it and where others branch off."""

from collections.abc import Container, Iterator
from typing import Final

from calimala_es.components import SEATS
from calimala_es.notes import Comment, Glyph, glyph_sign
from replays.drawing.diagrams.graph import (
    BOX_WIDTH,
    box,
    cell,
    chip,
    fit_names,
    new_graph,
    note,
    one_line,
    row,
    stacked,
    text,
    title,
)
from replays.drawing.svg import LINE, QUIET, TILE
from replays.edit.nodes import Node
from replays.edit.tree import Branch, Tree
from replays.text.decisions import move_text
from replays.text.languages import ENGLISH, Language
from replays.text.names import Names, SeatNames
from replays.text.terms import points_term

MOST_LINES: Final = 80
"""The lines that are drawn; of a larger tree those that come first in the text."""

MOST_ROWS: Final = 30
"""The decisions that a box names beside those where a line parts that is drawn."""

MOST_FIRST: Final = 12
"""The first decisions of a variation, which its box names."""

MOST_COMMENTS: Final = 4
"""The comments of a decision, or before a line, that are shown."""

_COMMENT_WIDTH: Final = 60
_WORDS_WIDTH: Final = 400


def tree_diagram(
    tree: Tree, until: int | None = None, names: SeatNames | None = None, language: Language = ENGLISH
) -> str:
    """Draw the lines of a tree as DOT: the main line, and every variation with its id, its name and where it begins.

    ``until`` is how many decisions of the main line are drawn, by default all; a variation that parts later is left
    out. What somebody wrote is shown as it is, so give the tree of what a viewer may see (``replays.edit.redact``).

    >>> from pathlib import Path
    >>> tree = Tree.read(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> tree_diagram(tree).splitlines()[0]
    'digraph tree {'
    """
    table_ = fit_names(Names.of(tree.root.state.setup, names, language))
    shown = [*_shown(tree.main, until)]
    left_out = len(shown) - MOST_LINES
    drawn = shown[:MOST_LINES]
    notes = [
        language.text(
            "Each box is a line of play; an arrow leads from a decision to what could have been played instead."
        )
    ]
    if left_out > 0:
        notes.append(
            language.counted(
                "{number} more variation is not drawn.", "{number} more variations are not drawn.", left_out
            )
        )
    graph = new_graph("tree", title(language.text("The variations"), *notes), language)
    numbers = {id(branch): number for number, branch in enumerate(drawn)}
    for branch, number in zip(drawn, numbers.values(), strict=True):
        graph.node(f"line{number}", _line_label(branch, until if not number else None, numbers, table_))
    for branch in drawn[1:]:
        node = branch.instead_of
        assert node is not None, "only the main line begins at the start"
        parent = numbers[id(node.branch)]
        graph.edge(f"line{parent}:d{node.depth}:e", f"line{numbers[id(branch)]}:head:w")
    return graph.source


def _shown(branch: Branch, until: int | None) -> Iterator[Branch]:
    """Yield a line and those in it, each before those that branch off from it."""
    yield branch
    for node in branch:
        if until is not None and node.depth > until:
            return
        for variation in node.variations:
            yield from _shown(variation, None)


def _line_label(branch: Branch, until: int | None, drawn: Container[int], table_: Names) -> str:
    nodes = [node for node in branch if until is None or node.depth <= until]
    rows = [_head_row(branch, table_)]
    rows += [note(words, 4) for words in _about(branch, nodes, table_)]
    parting = [node for node in nodes if any(id(variation) in drawn for variation in node.variations)]
    others = [node for node in nodes if node.variations or _is_noted(node)]
    first = nodes[:MOST_FIRST] if branch.instead_of is not None else []
    named = {node.depth: node for node in (*first, *parting, *others[:MOST_ROWS])}
    before = branch.begins_at.depth
    for depth, node in sorted(named.items()):
        rows += _gap(depth - before - 1, table_.language)
        rows.append(_node_row(node, table_))
        before = depth
    rows += _gap(nodes[-1].depth - before, table_.language) if nodes else []
    return box(rows, LINE)


def _gap(number: int, language: Language) -> list[str]:
    """Return a row for decisions that are not named, if there are any."""
    if not number:
        return []
    words = language.counted("… {number} more decision", "… {number} more decisions", number)
    return [note(words, 4)]


def _is_noted(node: Node) -> bool:
    return bool(node.said(Comment) or node.said(Glyph))


def _head_row(branch: Branch, table_: Names) -> str:
    language = table_.language
    words = language.text("the main line") if branch.instead_of is None else one_line(branch.id, 40)
    name = text(one_line(branch.name, _COMMENT_WIDTH), size=11)
    content = stacked(text(words, size=13, bold=True), name)
    return row(cell(content, colspan=4, bgcolor=TILE, align="LEFT", port="head", width=BOX_WIDTH))


def _about(branch: Branch, nodes: list[Node], table_: Names) -> Iterator[str]:
    """Yield how long a line is, how far it goes, what everybody has then, and what was said before it."""
    language = table_.language
    if nodes:
        decisions = language.counted("{number} decision", "{number} decisions", len(nodes))
        yield language.text("{decisions}, up to {place}", decisions=decisions, place=nodes[-1].places[-1])
        state = nodes[-1].state
        points = (
            language.text("{name} {points}", name=table_.by_seat[seat], points=points_term(mat.points, language))
            for seat, mat in enumerate(state.mats)
        )
        yield language.word("list", ", ").join(points)
    else:
        yield language.text("no decisions yet")
    yield from (one_line(words, _COMMENT_WIDTH) for words in branch.comments[:MOST_COMMENTS])


def _node_row(node: Node, table_: Names) -> str:
    """Return a decision: its place, its player, what it is, and what was said; with a port where others branch off."""
    actor = node.events[0].actor
    colour = table_.colours[actor] if 0 <= actor < len(SEATS) else ""
    glyphs = " ".join(glyph_sign(note.number) for note in node.said(Glyph))
    words = move_text(node.command, node.events, table_)
    shown = [text(f"{words} {glyphs}".strip(), bold=bool(node.variations), width=64)]
    shown += [
        text(one_line(comment, 2 * _COMMENT_WIDTH), size=10, colour=QUIET, width=70)
        for comment in node.comments[:MOST_COMMENTS]
    ]
    return row(
        cell(text(str(node.places[0]), size=10, colour=QUIET), align="RIGHT"),
        chip(colour, colour, width=20) if colour else cell("", width=20),
        cell(text(node.symbol, size=11), align="LEFT"),
        cell(stacked(*shown), align="LEFT", width=_WORDS_WIDTH, port=f"d{node.depth}"),
    )
