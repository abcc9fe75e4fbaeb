"""A book of a game: its key positions with pictures, what happened and what was said, as a page that prints.

``book_of`` gathers what is in it; ``book_html`` makes the file.
"""

from replays.drawing.diagrams.book.contents import Book, Chapter, Line, book_of
from replays.drawing.diagrams.book.html import book_html

__all__ = ["Book", "Chapter", "Line", "book_html", "book_of"]
