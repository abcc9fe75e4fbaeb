"""What diagrams are made of: a graph, and boxes as Graphviz's HTML-like labels.

A label is a table of rows of cells; every text in it goes through ``escape``. Names, and what somebody wrote, come
without control characters, by ``fit_names`` and ``one_line``. The functions return parts of labels: ``text`` goes into
a ``cell``, cells into a ``row``, rows into a ``nested`` table in a cell, or into a ``table`` or a ``box``, which are
whole labels. No other module knows the package graphviz.
"""

import html
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

import graphviz

from replays.drawing.svg import DISC_COLOURS, INK, LINE, PAPER, QUIET
from replays.replay import Replay
from replays.text.languages import Language
from replays.text.names import Names, clean_name
from replays.text.terminal import shortened, wrap_text

FONTS: Final = {"zh_TW": "Arial,Noto Sans CJK TC,Noto Sans TC,PingFang TC,Microsoft JhengHei,WenQuanYi Zen Hei"}
"""The fonts of a language whose letters neither Arial nor its usual substitutes have."""

_FONT: Final = "Arial"
_GRAPH: Final = {
    "rankdir": "LR",
    "bgcolor": PAPER,
    "labelloc": "t",
    "labeljust": "l",
    "nodesep": "0.25",
    "ranksep": "1.0",
    "pad": "0.3",
    "ordering": "out",
}


def new_graph(name: str, title: str, language: Language, **attributes: str) -> graphviz.Digraph:
    """Make a graph of boxes from left to right below a title, which is a label; ``attributes`` are the graph's."""
    font = FONTS.get(language.code, _FONT)
    return graphviz.Digraph(
        name,
        graph_attr=_GRAPH | {"fontname": font, "label": title} | attributes,
        node_attr={"shape": "plain", "fontname": font, "fontcolor": INK},
        edge_attr={"fontname": font, "penwidth": "2", "arrowsize": "0.8", "color": LINE},
    )


# Names and other texts.

NAME_WIDTH: Final = 24
VERB_WIDTH: Final = 80
DEED_WIDTH: Final = 270
BOX_WIDTH: Final = VERB_WIDTH + DEED_WIDTH
LINE_WIDTH: Final = 46
TITLE_WIDTH: Final = 78


def fit_names(table: Names) -> Names:
    """Shorten names so that they fit into the boxes; a name with right-to-left letters turns nothing else around."""
    return Names(tuple(_isolated(shortened(name, NAME_WIDTH)) for name in table.by_seat), table.setup, table.language)


def one_line(words: str, width: int = DEED_WIDTH) -> str:
    """Cut what somebody wrote to one line of at most ``width`` columns, without signs that control anything."""
    return _isolated(clean_name(words, width))


def _isolated(name: str) -> str:
    turns = any(unicodedata.bidirectional(char) in {"R", "AL"} for char in name)
    return f"\u200e\u2068{name}\u2069" if turns else name


# Cells.

BREAK: Final = '<BR ALIGN="LEFT"/>'


def escape(text: str) -> str:
    """Escape a text for a label: no markup, and no backslash that Graphviz takes for the name of a node."""
    return html.escape(text).replace("\\", "&#92;&#92;")


_DOTS: Final = re.compile(r"(…\u2069?)\.")
"""The end of a sentence after a name that was cut; its dots are enough."""


def text(words: str, *, size: int = 12, colour: str = INK, bold: bool = False, width: int = LINE_WIDTH) -> str:
    """Write a text in lines of at most ``width`` columns, aligned at the left."""
    if not words:
        return ""
    lines = BREAK.join([escape(line) for line in wrap_text(_DOTS.sub(r"\1", words), width)])
    lines = f"<B>{lines}</B>" if bold else lines
    several = BREAK if "<BR" in lines else ""
    return f'<FONT POINT-SIZE="{size}" COLOR="{colour}">{lines}{several}</FONT>'


def stacked(*texts: str) -> str:
    """Put texts below each other, aligned at the left; an empty one takes no line."""
    return "".join(one if one.endswith(f"{BREAK}</FONT>") else one + BREAK for one in texts if one)


def captioned(content: str, note: str, align: str = "LEFT") -> str:
    """Put a smaller text below a text, with room between them for letters as high as Chinese ones."""
    rows = [row(cell(one, align=align)) for one in (content, note)]
    return nested(rows, border=0, cellborder=0, cellspacing=0, cellpadding=1)


def cell(content: str, **attributes: object) -> str:
    """Write a cell; attributes in lower case."""
    return f"<TD{_written(attributes)}>{content}</TD>"


def _written(attributes: Mapping[str, object]) -> str:
    return "".join([f' {name.upper()}="{value}"' for name, value in attributes.items()])


def row(*cells: str) -> str:
    """Write a row of cells."""
    return f"<TR>{''.join(cells)}</TR>"


def nested(rows: Iterable[str], /, **attributes: object) -> str:
    """Write a table within a cell."""
    return f"<TABLE{_written(attributes)}>{''.join(rows)}</TABLE>"


def table(rows: Iterable[str], /, **attributes: object) -> str:
    """Write a table that is a whole label."""
    return f"<{nested(rows, **attributes)}>"


def box(rows: Iterable[str], colour: str = LINE) -> str:
    """Write a box with a border of a colour, which is a whole label."""
    return table(rows, border=1, color=colour, cellborder=0, cellspacing=0, cellpadding=4, bgcolor="#FFFFFF")


def header(words: str, colour: str, note: str = "", span: int = 2) -> str:
    """Write the title of a box in a player's colour, with a port ``head``; below it, smaller, a note."""
    fill, ink = DISC_COLOURS.get(colour, (LINE, INK))
    content = text(words, size=13, colour=ink, bold=True)
    if note:
        content = captioned(content, text(note, size=10, colour=ink, width=LINE_WIDTH + 26))
    return row(cell(content, colspan=span, bgcolor=fill, align="LEFT", port="head", width=BOX_WIDTH))


def note(words: str, span: int = 2, colour: str = QUIET) -> str:
    """Write a row of small print."""
    return row(cell(text(words, size=10, colour=colour, width=LINE_WIDTH + 26), colspan=span, align="LEFT"))


def chip(content: str, colour: str, **attributes: object) -> str:
    """Write a small cell in a colour of ``DISC_COLOURS``, like a disc of it."""
    fill, ink = DISC_COLOURS[colour]
    shown = text(content, size=11, colour=ink, bold=True)
    return cell(shown, bgcolor=fill, border=1, color=INK, **attributes)


def title(head: str, *notes: str) -> str:
    """Write the title of a diagram, and below it in small print how to read it."""
    shown = [
        text(head, size=17, bold=True, width=TITLE_WIDTH),
        *(text(note, size=11, colour=QUIET, width=120) for note in notes),
    ]
    rows = (row(cell(content, align="LEFT")) for content in shown)
    return table(rows, border=0, cellborder=0, cellspacing=0, cellpadding=2)


def row_of_chips(chips: Iterable[tuple[str, str]], align: str = "LEFT", size: int = 22) -> str:
    """Put chips beside each other, each a letter and its colour, in a size that the row around them does not change."""
    cells = [chip(letter, colour, width=size, height=size) for letter, colour in chips]
    fixed = {"fixedsize": "TRUE", "width": len(cells) * (size + 4) + 4, "height": size + 6, "align": align}
    return nested([row(*cells)], border=0, cellborder=0, cellspacing=2, cellpadding=1, **fixed)


# What a diagram says about itself.


def moment_text(replay: Replay, position: int, language: Language) -> str:
    """Name the moment of a position: the start, the end of a turn or of the game, or an event."""
    if not position:
        return language.text("at the start")
    if replay.states[position].is_over:
        return language.text("at the end of the game")
    id = replay.ids[position - 1]
    if replay.states[position].turn > id.turn:
        return language.text("after turn {turn}", turn=id.turn)
    return language.text("after {place}", place=id)
