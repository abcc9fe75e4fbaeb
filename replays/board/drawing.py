"""The data that the parts of one picture share: the position, the names and colours, and a row of cells."""

from collections.abc import Sequence
from typing import Final

from calimala_es.components import ROW_INDEX
from calimala_es.events import PartObserved
from calimala_es.state import State
from notation.partial.known import EVERYTHING, Known
from replays.languages import Language
from replays.names import Names, padded
from replays.replay import Mark
from replays.style import Style

WIDTH: Final = 80
CUBE: Final = "■"
FREE: Final = "·"


class Drawing:
    """The data that the parts of one picture share: the position, the names, the style, the observed parts."""

    def __init__(
        self, state: State, names: Names, style: Style, marks: Sequence[Mark] = (), known: Known = EVERYTHING
    ) -> None:
        """Store the data, taking from the marks which parts were observed; ``known`` says what is recorded."""
        self.known = known
        self.state = state
        self.names = names
        self.style = style
        self.marks = marks
        self.observed = {mark.event.part for mark in marks if isinstance(mark.event, PartObserved)}

    @property
    def language(self) -> Language:
        """The language of all words in the picture."""
        return self.names.language

    def star(self, *parts: str) -> str:
        """Return a star if one of these parts was only observed at the table."""
        return self.style.paint("*", "warning") if self.observed.intersection(parts) else ""

    def paint_mark(self, mark: str, *, top: bool = False) -> str:
        """Return one disc or cube, painted."""
        letter = self.names.letter(mark)
        return self.style.paint(letter.upper() if top else letter, letter)

    def heading(self, text: str) -> str:
        """Return the title of a part of the board."""
        return self.style.paint(text, "heading")


def cells_text(drawing: Drawing, row: str, most: int) -> str:
    """Return a row of cells: a letter per cube, in order of arrival, a dot per free cell, or numbers for many."""
    place = ROW_INDEX[row]
    cubes, cells = drawing.state.rows[place], drawing.state.setup.ruleset.cells[place]
    free = max(cells - len(cubes), 0)
    dots = FREE * free if max(cells, len(cubes)) <= most else f"+{free}"
    return "".join(map(drawing.paint_mark, cubes)) + dots + drawing.star(row)


def material_heads(drawing: Drawing, width: int) -> str:
    """Return the headings of three columns of cells, each ``width`` wide, with a space between them."""
    language = drawing.language
    heads = language.word("column", "wood"), language.word("column", "brick"), language.word("column", "marble")
    return " ".join(padded(head, width) for head in heads)
