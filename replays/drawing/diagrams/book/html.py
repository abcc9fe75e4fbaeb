"""A book as one file of HTML, with its pictures in it: to read on a screen, or to print, a chapter a page."""

import re
from typing import Final

from markupsafe import Markup

from replays.drawing.diagrams.book.contents import Book
from replays.drawing.render import draw_diagrams
from replays.drawing.svg import DISC_COLOURS
from replays.html import document, inline_svg
from replays.languages import Language

_ID: Final = re.compile(r'(<(?:g|svg|a)\b[^>]*?) id="')
"""An id of a part of a drawing."""


def book_html(book: Book, language: Language) -> str:
    """Return the document; raises ``UndrawnError`` where no program can draw its pictures."""
    drawings = iter(enumerate(draw_diagrams([dot for chapter in book.chapters for dot in chapter.pictures], "svg")))
    figures = [[_figure(*next(drawings)) for _ in chapter.pictures] for chapter in book.chapters]
    return document("book.html", language, book=book, figures=figures, disc_colours=DISC_COLOURS)


def _figure(number: int, svg: bytes) -> Markup:
    """Return a picture as part of the document; the ids of its parts are its own."""
    return inline_svg(_ID.sub(rf'\1 id="p{number}-', svg.decode()))
