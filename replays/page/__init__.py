"""A game as one page of HTML that a browser steps through: frames, and the viewer that shows them.

Python knows the rules and says what changes from one moment to the next; the viewer puts it on the screen.
"""

from replays.page.contents import Page, page_of, recorded_page, title_of, viewers_of, whose_view
from replays.page.packing import TAG, compact_script, compact_style, in_script, page_html, viewer_module

__all__ = [
    "TAG",
    "Page",
    "compact_script",
    "compact_style",
    "in_script",
    "page_html",
    "page_of",
    "recorded_page",
    "title_of",
    "viewer_module",
    "viewers_of",
    "whose_view",
]
