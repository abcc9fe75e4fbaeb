"""A book as one file of HTML, with its pictures in it: to read on a screen, or to print, a chapter a page."""

import re
from collections.abc import Sequence
from typing import Final

from replays.diagrams.book.contents import INSTEAD, SAID, Book, Chapter, Line
from replays.diagrams.cells import DISC_COLOURS
from replays.diagrams.pictures import drawn_all
from replays.html import Node, document, element, picture
from replays.languages import Language

_STYLE: Final = """
.players{list-style:none;padding:0}.disc{display:inline-block;width:1.5em;text-align:center;border:1px solid #2b2622;
border-radius:.75em;margin-right:.5em;font-weight:bold}
.place{color:var(--quiet);font-size:.8rem;margin-right:.6rem}
.said{border-left:.25rem solid var(--line);padding-left:.6rem;font-style:italic}
.instead{font-weight:bold;margin-top:.8rem}.d1{margin-left:1.5rem}.d2{margin-left:3rem}.d3{margin-left:4.5rem}
figure{background:#fbf8f1}
@media print{@page{size:A4;margin:15mm}body{max-width:none}section{break-before:page;break-inside:auto}
figure svg{max-height:120mm}}
"""
_DEEPEST: Final = 3
_ID: Final = re.compile(r'(<(?:g|svg|a)\b[^>]*?) id="')


def book_html(book: Book, language: Language) -> str:
    """The document; raises ``UndrawnError`` where no program can draw its pictures."""
    drawings = iter(enumerate(drawn_all([dot for chapter in book.chapters for dot in chapter.pictures], "svg")))
    figures = [[_figure(*next(drawings)) for _ in chapter.pictures] for chapter in book.chapters]
    sections = [_section(chapter, drawn) for chapter, drawn in zip(book.chapters, figures, strict=True)]
    return document(book.title, book.language, [*_title_page(book, language), *sections], style=_STYLE)


def _title_page(book: Book, language: Language) -> list[Node]:
    links = (element("li", element("a", chapter.title, href=f"#{chapter.name}")) for chapter in book.chapters)
    return [
        element("h1", book.title, dir="auto"),
        *(element("p", fact, class_="quiet", dir="auto") for fact in book.facts),
        element("ul", *(_player(colour, words) for colour, words in book.players), class_="players"),
        *([element("p", element("strong", book.result))] if book.result else []),
        *(element("p", words, class_="warning") for words in book.lacks),
        element("nav", element("h2", language.text("Contents")), element("ul", *links)),
    ]


def _player(colour: str, words: str) -> Node:
    fill, ink = DISC_COLOURS[colour]
    disc = element("span", colour, class_="disc", style=f"background:{fill};color:{ink}")
    return element("li", disc, element("bdi", words))


def _section(chapter: Chapter, figures: Sequence[Node]) -> Node:
    lines = (_paragraph(line) for line in chapter.lines)
    return element("section", element("h2", chapter.title, dir="auto"), *figures, *lines, id=chapter.name)


def _paragraph(line: Line) -> Node:
    classes = [line.kind if line.kind in (SAID, INSTEAD) else "", f"d{min(line.depth, _DEEPEST)}" if line.depth else ""]
    place = [element("span", line.place, class_="place")] if line.place and line.kind != SAID else []
    named = " ".join(filter(None, classes))
    return element("p", *place, element("bdi", line.words), **({"class_": named} if named else {}))


def _figure(number: int, svg: bytes) -> Node:
    """A picture in the document; the ids of its parts are its own."""
    return picture(_ID.sub(rf'\1 id="p{number}-', svg.decode()))
