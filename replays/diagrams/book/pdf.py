"""A book as PDF on A4: title page and chapters, drawn by Graphviz and put on pages by pypdf.

Text is drawn as pictures are, so it has whatever letters the machine has fonts for, and takes them along.
"""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from calimala_es.errors import CalimalaError
from replays.diagrams.book.contents import INSTEAD, SAID, Book, Chapter, Line
from replays.diagrams.book.fonts import pack_fonts
from replays.diagrams.book.pages import HEIGHT, MARGIN, WIDTH, Block, laid_out
from replays.diagrams.cells import INK, QUIET, cell, escape, lines_of, row, row_of_chips, table
from replays.diagrams.graph import new_graph
from replays.diagrams.pictures import drawn_all
from replays.languages import Language, language_of

if TYPE_CHECKING:
    from pypdf import PageObject

_GAP: Final = 10.0
_MOST_PICTURE: Final = 380.0
"""In points: what is left free below a block; a picture is at most so high."""

_COLUMNS: Final = 92
_WIDEST: Final = 440
_INDENT: Final = 4
_LINES_A_BLOCK: Final = 8
_PAPER: Final = "#FFFFFF"


class NoPdfError(CalimalaError):
    """pypdf, which puts pages together, is not installed."""

    def __init__(self) -> None:
        """Say what is lacking."""
        super().__init__(f"a book as PDF needs {PYPDF}; as .html it needs nothing more")


PYPDF: Final = "pypdf"
"""The package that has to be installed for books as PDF."""


class _Part(Struct, frozen=True):
    """A part of a chapter: a graph in DOT, whether it is a picture, and what is left free below it."""

    dot: str
    is_picture: bool = False
    gap: float = _GAP

    def block(self, drawn: "PageObject") -> Block:
        """What is placed of it when it is drawn."""
        width, height = float(drawn.mediabox.width), float(drawn.mediabox.height)
        return Block(width, height, _MOST_PICTURE if self.is_picture else HEIGHT, self.is_picture, self.gap)


def book_pdf(book: Book) -> bytes:
    """The file; raises ``NoPdfError``, and ``UndrawnError`` where no program can draw its pages."""
    try:
        from pypdf import PdfReader, PdfWriter, Transformation
    except ImportError:
        raise NoPdfError from None
    language = language_of(book.language)
    chapters = [("", [_Part(_title_graph(book, language))]), *(_chapter(each, language) for each in book.chapters)]
    dots = [part.dot.replace("{", "{\n\tmargin=0", 1) for _, parts in chapters for part in parts]
    drawings = iter(drawn_all(dots, "pdf"))
    writer = PdfWriter()
    writer.add_metadata({"/Title": book.title})
    for title, parts in chapters:
        drawn = [PdfReader(BytesIO(next(drawings))).pages[0] for _ in parts]
        spots = laid_out([part.block(one) for part, one in zip(parts, drawn, strict=True)])
        first = len(writer.pages)
        pages = [writer.add_blank_page(WIDTH, HEIGHT) for _ in range(spots[-1].page + 1)]
        for one, spot in zip(drawn, spots, strict=True):
            move = Transformation().scale(spot.scale).translate(MARGIN, HEIGHT - spot.bottom)
            pages[spot.page].merge_transformed_page(one, move)
        if title:
            writer.add_outline_item(title, first)
    for each in writer.pages:
        each.compress_content_streams()
    pack_fonts(writer)
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


def _chapter(chapter: Chapter, language: Language) -> tuple[str, list[_Part]]:
    """Its title and its parts: the heading, the pictures, the text in blocks of a few lines."""
    heading = [_row(line, 18, bold=True) for line in lines_of(chapter.title, 50)]
    rows = [each for line in chapter.lines for each in _line_rows(line)]
    blocks = [rows[first : first + _LINES_A_BLOCK] for first in range(0, len(rows), _LINES_A_BLOCK)]
    return chapter.title, [
        _Part(_text_graph(heading, language)),
        *(_Part(dot, is_picture=True) for dot in chapter.pictures),
        *(_Part(_text_graph(block, language), gap=0) for block in blocks),
    ]


def _line_rows(line: Line) -> Iterator[str]:
    """The rows of a paragraph, its place before the first."""
    indent = _INDENT * (line.depth + (line.kind == SAID))
    words = f"{line.place}  {line.words}" if line.place and line.kind != SAID else line.words
    colour = QUIET if line.kind == SAID else INK
    for shown in lines_of(words, _COLUMNS - indent):
        yield _row(" " * indent + shown, 11, colour, bold=line.kind == INSTEAD)


def _row(words: str, size: int, colour: str = INK, *, bold: bool = False) -> str:
    """A line of text; spaces at its beginning stay."""
    return row(cell(_font(words, size, colour, bold=bold), align="LEFT", colspan=2))


def _font(words: str, size: int, colour: str = INK, *, bold: bool = False) -> str:
    stripped = words.lstrip(" ")
    shown = "&#160;" * (len(words) - len(stripped)) + escape(stripped)
    shown = f"<B>{shown}</B>" if bold else shown
    return f'<FONT POINT-SIZE="{size}" COLOR="{colour}">{shown}</FONT>'


def _text_graph(rows: Sequence[str], language: Language) -> str:
    graph = new_graph("text", "", language, bgcolor=_PAPER, pad="0")
    graph.node("text", table(rows, border=0, cellborder=0, cellspacing=0, cellpadding=1))
    return graph.source


def _title_graph(book: Book, language: Language) -> str:
    rows = [_row(line, 26, bold=True) for line in lines_of(book.title, 36)]
    rows += [_row(line, 13, QUIET) for fact in book.facts for line in lines_of(fact, 70)]
    rows.append(_row(" ", 20))
    for colour, words in book.players:
        rows.append(row(cell(row_of_chips([(colour, colour)])), cell(_font(words, 14), align="LEFT", width=_WIDEST)))
    if book.result:
        rows.append(_row(" ", 8))
    rows += [_row(line, 14, bold=True) for line in lines_of(book.result, 64)]
    rows += [_row(line, 11, QUIET) for words in book.lacks for line in lines_of(words, _COLUMNS)]
    rows.append(_row(" ", 20))
    rows += [_row(chapter.title, 11) for chapter in book.chapters]
    return _text_graph(rows, language)
