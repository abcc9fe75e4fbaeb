"""What boxes are made of: colours, widths, escaped text, cells, rows, tables, as Graphviz's HTML-like labels.

Every text goes through ``escape``: names are anybody's.
"""

import re
import textwrap
import unicodedata
from collections.abc import Iterable
from typing import Final

from calimala_es.components import WHITE
from replays.markup import escaped
from replays.names import Table, clean_name, columns, shortened
from replays.style import wrapped

PAPER: Final = "#FBF8F1"
INK: Final = "#2B2622"
QUIET: Final = "#6F665C"
TILE: Final = "#E6D5B8"
ROAD: Final = "#F1EADC"
LINE: Final = "#B9AC98"
ALARM: Final = "#B3261E"

DISC_COLOURS: Final = {
    "b": ("#2F6DB5", "#FFFFFF"),
    "r": ("#C0392B", "#FFFFFF"),
    "y": ("#F2C230", "#2B2622"),
    "g": ("#2E7D4F", "#FFFFFF"),
    "p": ("#7A4B9E", "#FFFFFF"),
    WHITE: ("#FFFFFF", "#2B2622"),
}
"""Fill and text of a disc or a header by colour."""

NAME_WIDTH: Final = 24
VERB_WIDTH: Final = 80
DEED_WIDTH: Final = 270
BOX_WIDTH: Final = VERB_WIDTH + DEED_WIDTH
LINE_WIDTH: Final = 46
TITLE_WIDTH: Final = 78


def labelled(table: Table) -> Table:
    """A table whose names fit into the boxes; a name with right-to-left letters turns nothing else around."""
    return table._replace(names=tuple(_isolated(shortened(name, NAME_WIDTH)) for name in table.names))


def said(words: str, width: int = DEED_WIDTH) -> str:
    """What somebody wrote, in one line of at most ``width`` columns, without signs that control anything."""
    return _isolated(clean_name(words, width))


def _isolated(name: str) -> str:
    turns = any(unicodedata.bidirectional(char) in {"R", "AL"} for char in name)
    return f"\u200e\u2068{name}\u2069" if turns else name


# Cells.

BREAK: Final = '<BR ALIGN="LEFT"/>'


def escape(text: str) -> str:
    """Text as it may stand in a label: no markup, and no backslash that Graphviz takes for the name of a node."""
    return escaped(text).replace("\\", "&#92;&#92;")


_DOTS: Final = re.compile(r"(…\u2069?)\.")
"""The end of a sentence behind a name that was cut; its dots are enough."""


def text(words: str, *, size: int = 12, colour: str = INK, bold: bool = False, width: int = LINE_WIDTH) -> str:
    """Words in lines of at most ``width`` characters, aligned at the left."""
    if not words:
        return ""
    lines = BREAK.join(escape(line) for line in lines_of(_DOTS.sub(r"\1", words), width))
    lines = f"<B>{lines}</B>" if bold else lines
    several = BREAK if "<BR" in lines else ""
    return f'<FONT POINT-SIZE="{size}" COLOR="{colour}">{lines}{several}</FONT>'


def lines_of(words: str, width: int) -> list[str]:
    """Words in lines of at most ``width`` columns; scripts that write without spaces are broken between letters."""
    if columns(words) == len(words):
        return textwrap.wrap(words, width)
    return [part for line in wrapped(words.split(), width) for part in _cut(line, width)]


def _cut(line: str, width: int) -> list[str]:
    """A line, or the parts of one with a word that is longer than a line."""
    parts = [""]
    for char in line:
        if columns(parts[-1] + char) > width:
            parts.append("")
        parts[-1] += char
    return parts


def stacked(*texts: str) -> str:
    """Texts below each other, aligned at the left; what is empty takes no line."""
    return "".join(one if one.endswith(f"{BREAK}</FONT>") else one + BREAK for one in texts if one)


def captioned(content: str, note: str, align: str = "LEFT") -> str:
    """A text and a smaller one below it, with room between them for letters as high as Chinese ones."""
    rows = (row(cell(one, align=align)) for one in (content, note))
    return nested(rows, border=0, cellborder=0, cellspacing=0, cellpadding=1)


def cell(content: str, **attributes: object) -> str:
    """A cell; attributes in lower case."""
    shown = "".join(f' {name.upper()}="{value}"' for name, value in attributes.items())
    return f"<TD{shown}>{content}</TD>"


def row(*cells: str) -> str:
    """A row of cells."""
    return f"<TR>{''.join(cells)}</TR>"


def nested(rows: Iterable[str], /, **attributes: object) -> str:
    """A table within a cell."""
    shown = "".join(f' {name.upper()}="{value}"' for name, value in attributes.items())
    return f"<TABLE{shown}>{''.join(rows)}</TABLE>"


def table(rows: Iterable[str], /, **attributes: object) -> str:
    """A table, which is a whole label."""
    return f"<{nested(rows, **attributes)}>"


def box(rows: Iterable[str], colour: str = LINE) -> str:
    """A box with a border of a colour."""
    return table(rows, border=1, color=colour, cellborder=0, cellspacing=0, cellpadding=4, bgcolor="#FFFFFF")


def header(words: str, colour: str, note: str = "", span: int = 2) -> str:
    """The title of a box in somebody's colour, with a port ``head``; below it, smaller, a note."""
    fill, ink = DISC_COLOURS.get(colour, (LINE, INK))
    content = text(words, size=13, colour=ink, bold=True)
    if note:
        content = captioned(content, text(note, size=10, colour=ink))
    return row(cell(content, colspan=span, bgcolor=fill, align="LEFT", port="head", width=BOX_WIDTH))


def note(words: str, span: int = 2, colour: str = QUIET) -> str:
    """A row of small print."""
    return row(cell(text(words, size=10, colour=colour, width=LINE_WIDTH + 26), colspan=span, align="LEFT"))


def disc_colour(table: Table, disc: str) -> str:
    """The colour code of a disc: its owner's, or white."""
    return WHITE if disc == WHITE else table.colours[int(disc)]


def chip(content: str, colour: str, **attributes: object) -> str:
    """A small cell in a colour of ``DISC_COLOURS``, as a disc of it."""
    fill, ink = DISC_COLOURS[colour]
    shown = text(content, size=11, colour=ink, bold=True)
    return cell(shown, bgcolor=fill, border=1, color=INK, **attributes)


def title(head: str, *notes: str) -> str:
    """The title of a picture, and below it in small print how to read it."""
    shown = [
        text(head, size=17, bold=True, width=TITLE_WIDTH),
        *(text(note, size=11, colour=QUIET, width=120) for note in notes),
    ]
    rows = (row(cell(content, align="LEFT")) for content in shown)
    return table(rows, border=0, cellborder=0, cellspacing=0, cellpadding=2)


def row_of_chips(chips: Iterable[tuple[str, str]], align: str = "LEFT", size: int = 22) -> str:
    """Chips beside each other, each its letter and its colour, as large as they are whatever the row around them is."""
    cells = [chip(letter, colour, width=size, height=size) for letter, colour in chips]
    fixed = {"fixedsize": "TRUE", "width": len(cells) * (size + 4) + 4, "height": size + 6, "align": align}
    return nested([row(*cells)], border=0, cellborder=0, cellspacing=2, cellpadding=1, **fixed)
