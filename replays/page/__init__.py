"""A game as one page of HTML that a browser steps through: frames, and the viewer that shows them.

Python knows the rules and says what changes from one moment to the next; the viewer puts it on the screen.
"""

from replays.page.contents import Page, page_of, recorded_page, title_of, viewers_of, whose_view
from replays.page.live import LivePages
from replays.page.packing import (
    KINDS,
    TAG,
    in_script,
    packed_modules,
    packed_style,
    page_html,
    viewer_module,
    viewer_sources,
)

__all__ = [
    "KINDS",
    "TAG",
    "LivePages",
    "Page",
    "in_script",
    "packed_modules",
    "packed_style",
    "page_html",
    "page_of",
    "recorded_page",
    "title_of",
    "viewer_module",
    "viewer_sources",
    "viewers_of",
    "whose_view",
]
