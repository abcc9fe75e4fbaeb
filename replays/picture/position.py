"""The whole picture: the city at the left; at the right the moment in words, who has what, and the council."""

from typing import Final

from calimala_es.state import State
from notation.depth.known import EVERYTHING, Known
from replays.board import Drawing
from replays.board.pending import waiting_line
from replays.diagrams.cells import INK, PAPER, QUIET, lines_of
from replays.names import Table
from replays.picture.city import SIDE, city
from replays.picture.pieces import label
from replays.picture.standing import COUNCIL_HIGH, council, standing
from replays.plots.ink import FONT, element
from replays.style import Style

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The size, which is the one that chats and forums show without cutting it."""

_MARGIN: Final = 20
_LEFT: Final = SIDE + 2 * _MARGIN + 12
_COLUMN: Final = WIDTH - _LEFT - _MARGIN
_WORDS_SIZE: Final = 21
_LINE: Final = 46
"""Columns of a line of words."""


def position_picture(state: State, table: Table, known: Known = EVERYTHING, *, words: str = "", title: str = "") -> str:
    """A position as SVG of 1200 by 630, as large as whoever shows it likes.

    ``known`` is what the record tells of it; ``title`` stands above, by default the turn, and ``words`` below it, by
    default what is waited for.
    """
    title = title or heading(state, table)
    told = words or waiting_line(Drawing(state, table, Style(colour=False), known=known))
    lines = lines_of(told, _LINE)
    if len(lines) > 2:
        lines = [lines[0], f"{lines[1]} …"]
    top = 84 + 28 * len(lines)
    bottom = HEIGHT - _MARGIN - COUNCIL_HIGH
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" font-family="{FONT}">'
        + element("title", text=f"{title}. {told}")
        + element("rect", width=WIDTH, height=HEIGHT, fill=PAPER)
        + city(state, table, _MARGIN, _MARGIN)
        + label(title, _LEFT, 58, _COLUMN, 36, font_weight="bold")
        + "".join(
            label(line, _LEFT, 92 + 28 * number, _COLUMN, _WORDS_SIZE, fill=QUIET if number > 1 else INK)
            for number, line in enumerate(lines)
        )
        + standing(state, table, known, _LEFT, top, _COLUMN, bottom - top - 14)
        + council(state, table, _LEFT, bottom, _COLUMN + 6)
        + "</svg>\n"
    )


def heading(state: State, table: Table) -> str:
    """The turn, and whose it is."""
    language = table.language
    if state.is_over:
        return language.text("The end of the game")
    if not state.turn:
        return language.text("Before the first turn")
    return language.text("Turn {number}: {name}", number=state.turn, name=table.person(state.active))
