"""A book of a game: its key positions with pictures, what happened and what was said, as HTML or as PDF.

``book_of`` gathers what is in it, whatever it becomes; ``book_html`` and ``book_pdf`` make the file.
"""

from replays.diagrams.book.contents import Book, Chapter, Line, book_of
from replays.diagrams.book.html import book_html
from replays.diagrams.book.pdf import PYPDF, NoPdfError, book_pdf

__all__ = ["PYPDF", "Book", "Chapter", "Line", "NoPdfError", "book_html", "book_of", "book_pdf"]
