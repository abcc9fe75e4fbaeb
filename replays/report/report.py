"""The report page: a chapter for each part of an analysis, its figures, tables and sentences."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from replays.analysis import Analysis
from replays.analysis.telling import PARTS
from replays.analysis.telling.basis import basis_lines
from replays.analysis.telling.lead import lead_sentences
from replays.analysis.telling.points import point_sentences
from replays.html import Node, document, element, picture
from replays.languages import message
from replays.names import Table
from replays.plots import Figure, figures
from replays.plots.ink import STYLE, STYLE_ELEMENT
from replays.report.tables import lead_table, points_table

_FIGURES: Final = {
    "points": ("points", "sources"),
    "lead": ("projected", "lead"),
    "races": ("race-", "area-", "influence-"),
    "gifts": ("gifts-",),
}
"""The figures of each part, by how their names begin."""

_TABLES: Final[dict[str, Callable[[Analysis, Table], Node | None]]] = {"points": points_table, "lead": lead_table}
"""The table of each part that has one."""

_SENTENCES: Final = {
    **{part: tell for part, (_, tell) in PARTS.items()},
    "points": point_sentences,
    "lead": lead_sentences,
}
"""What tells each part in sentences alone."""

_FEW: Final = 2
"""So many figures stand below each other in full size, more of them side by side."""

_STYLE: Final = """
.many{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(26rem,100%),1fr));gap:1rem}
.many figure{margin:0}.indented{padding-left:1.5rem}
"""


def report(analysis: Analysis, table: Table, *, title: str, about: Sequence[str] = ()) -> str:
    """The page; ``title`` is the game's, ``about`` lines below it, as where and when it was played."""
    language = table.language
    drawn = figures(analysis, table)
    chapters = [
        chapter for name, (words, _) in PARTS.items() if (chapter := _chapter(name, words, analysis, table, drawn))
    ]
    warnings = [element("p", line, class_="warning") for line in basis_lines(analysis, table)]
    body = [
        element("h1", title),
        *(element("p", line, class_="quiet") for line in about),
        *warnings,
        _contents(analysis, table, [name for name, _ in chapters]),
        *(chapter for _, chapter in chapters),
    ]
    return document(
        language.text("{title}: what the game was about", title=title), language.code, body, style=STYLE + _STYLE
    )


def _contents(analysis: Analysis, table: Table, names: Iterable[str]) -> Node:
    """Links to the chapters."""
    links = [element("li", element("a", table.language.text(PARTS[name][0]), href=f"#{name}")) for name in names]
    return element("nav", element("ul", *links), aria_label=table.language.text(_CONTENTS))


_CONTENTS: Final = message("What this page has")


def _chapter(
    name: str, words: str, analysis: Analysis, table: Table, drawn: Iterable[Figure]
) -> tuple[str, Node] | None:
    """A part with its figures, then its table, then its sentences; ``None`` where it has nothing to tell."""
    pictures = [_picture(figure) for figure in drawn if figure.name.startswith(_FIGURES.get(name, ("-",)))]
    made = _TABLES[name](analysis, table) if name in _TABLES else None
    lines = [*_paragraphs(_SENTENCES[name](analysis, table))]
    if not (pictures or made or lines):
        return None
    heading = element("h2", table.language.text(words))
    gallery = [element("div", *pictures, class_="many")] if len(pictures) > _FEW else pictures
    return name, element("section", heading, *gallery, *([made] if made else []), *lines, id=name)


def _picture(figure: Figure) -> Node:
    """A figure without the style that the page has once."""
    return picture(figure.svg.replace(STYLE_ELEMENT, ""), figure.words)


def _paragraphs(lines: Iterable[str]) -> Iterator[Node]:
    """Sentences as paragraphs; those that stand below another one are indented."""
    for line in lines:
        if line.startswith(" "):
            yield element("p", line.strip(), class_="indented quiet")
        elif line:
            yield element("p", line)
