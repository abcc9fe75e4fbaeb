"""A book as PDF on A4: title page and chapters, drawn by Graphviz and put on pages by pypdf.

Text is drawn as pictures are, so it has whatever letters the machine has fonts for, and takes them along.
"""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Final

from msgspec import Struct

from calimala_es.errors import CalimalaError
from replays.diagrams.book.contents import INSTEAD, SAID, Book, Chapter, Line
from replays.diagrams.cells import INK, QUIET, cell, escape, lines_of, row, row_of_chips, table
from replays.diagrams.graph import new_graph
from replays.diagrams.pictures import drawn_all
from replays.languages import Language, language_of

_WIDTH: Final = 595.0
_HEIGHT: Final = 842.0
_MARGIN: Final = 40.0
_GAP: Final = 10.0
_MOST_PICTURE: Final = 380.0
"""A4 and what is kept free of it, in points; a picture is at most so high."""

_COLUMNS: Final = 92
_WIDEST: Final = 440
_INDENT: Final = 4
_LINES_A_BLOCK: Final = 8
_PAPER: Final = "#FFFFFF"


class NoPdfError(CalimalaError):
    """pypdf, which puts pages together, is not installed."""

    def __init__(self) -> None:
        """Say how to install it."""
        super().__init__("a book as PDF needs pypdf: pip install 'calimala[book]'; as .html it needs nothing more")


class _Block(Struct, frozen=True):
    """Something on a page: a graph in DOT, how high it may be, and whether a page begins with it.

    ``title`` is what the list of chapters beside the pages has for it, if anything; ``gap`` is left free below it.
    """

    dot: str
    most: float = _HEIGHT
    begins: bool = False
    title: str = ""
    gap: float = _GAP


def book_pdf(book: Book) -> bytes:
    """The file; raises ``NoPdfError``, and ``UndrawnError`` where no program can draw its pages."""
    try:
        from pypdf import PdfReader, PdfWriter, Transformation
    except ImportError:
        raise NoPdfError from None
    language = language_of(book.language)
    blocks = [*_blocks(book, language)]
    writer = PdfWriter()
    writer.add_metadata({"/Title": book.title})
    page, top = None, 0.0
    dots = [block.dot.replace("{", "{\n\tmargin=0", 1) for block in blocks]
    for block, content in zip(blocks, drawn_all(dots, "pdf"), strict=True):
        drawn = PdfReader(BytesIO(content)).pages[0]
        width, height = float(drawn.mediabox.width), float(drawn.mediabox.height)
        scale = min(1.0, (_WIDTH - 2 * _MARGIN) / width, min(block.most, _HEIGHT - 2 * _MARGIN) / height)
        if page is None or block.begins or top - scale * height < _MARGIN:
            page, top = writer.add_blank_page(_WIDTH, _HEIGHT), _HEIGHT - _MARGIN
        if block.title:
            writer.add_outline_item(block.title, len(writer.pages) - 1)
        top -= scale * height
        page.merge_transformed_page(drawn, Transformation().scale(scale).translate(_MARGIN, top))
        top -= block.gap
    for each in writer.pages:
        each.compress_content_streams()
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


def _blocks(book: Book, language: Language) -> Iterator[_Block]:
    yield _Block(_title_graph(book, language), begins=True)
    for chapter in book.chapters:
        yield from _chapter_blocks(chapter, language)


def _chapter_blocks(chapter: Chapter, language: Language) -> Iterator[_Block]:
    heading = [_row(line, 18, bold=True) for line in lines_of(chapter.title, 50)]
    yield _Block(_text_graph(heading, language), begins=True, title=chapter.title)
    for dot in chapter.pictures:
        yield _Block(dot, _MOST_PICTURE)
    rows = [each for line in chapter.lines for each in _line_rows(line)]
    for first in range(0, len(rows), _LINES_A_BLOCK):
        yield _Block(_text_graph(rows[first : first + _LINES_A_BLOCK], language), gap=0)


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
    rows += [_row(line, 14, bold=True) for line in lines_of(book.result, 64)]
    rows += [_row(line, 11, QUIET) for words in book.lacks for line in lines_of(words, _COLUMNS)]
    rows.append(_row(" ", 20))
    rows += [_row(chapter.title, 11) for chapter in book.chapters]
    return _text_graph(rows, language)
