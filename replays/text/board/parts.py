"""The parts of the board as text: the city with its stacks, the council, the cells of buildings and cities.

A ``Drawing`` is the data that the parts of one picture share.
"""

from collections.abc import Callable, Sequence
from typing import Final

from calimala_es.board import STREET_INDEX, street_between
from calimala_es.components import CHURCHES, PALAZZO, PORTS, ROW_INDEX, TRADING_CITIES, Street
from calimala_es.events import PartObserved
from calimala_es.frames import Activation, DiscOffer, TileScoring
from calimala_es.known import EVERYTHING, Known
from calimala_es.state import State, seats_on_no_tile
from replays.replay import Gap
from replays.text.languages import Language
from replays.text.names import Names
from replays.text.terminal import Palette, centred, left, padded, width_of
from replays.text.terms import BUILDING, PLACE, SHORT_PLACE_WORDS, TILE, action_term, place_term
from replays.text.terms import SQUARE as SQUARE_WORD

WIDTH: Final = 80
CUBE: Final = "■"
FREE: Final = "·"


class Drawing:
    """The data that the parts of one picture share: the position, the names, the style, the observed parts."""

    def __init__(
        self, state: State, names: Names, style: Palette, gaps: Sequence[Gap] = (), known: Known = EVERYTHING
    ) -> None:
        """Store the data, taking from the gaps which parts were observed; ``known`` says what is recorded."""
        self.known = known
        self.state = state
        self.names = names
        self.style = style
        self.gaps = gaps
        self.observed = {gap.event.part for gap in gaps if isinstance(gap.event, PartObserved)}

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


# The city: nine squares, and the stacks of the twelve streets between them.

SQUARE: Final = 12
GAP: Final = 7
CITY_WIDTH: Final = 3 * SQUARE + 2 * GAP + 1


def stack_text(drawing: Drawing, street: Street) -> str:
    """Return a stack from the bottom to the top, with the disc that is being activated in brackets."""
    stack = drawing.state.stacks[STREET_INDEX[street]]
    now = drawing.state.now
    active = len(stack) - now.depth if isinstance(now, Activation | DiscOffer) and now.street == street else -1
    shown = [drawing.paint_mark(disc, top=place == len(stack) - 1) for place, disc in enumerate(stack)]
    if 0 <= active < len(shown):
        shown[active] = f"[{shown[active]}]"
    return "".join(shown) + drawing.star(street)


def _across(drawing: Drawing, street: Street) -> str:
    text = stack_text(drawing, street)
    return centred(f" {text} " if 0 < width_of(text) <= GAP - 2 else text, GAP, "─")


def _square_line(drawing: Drawing, row: int, line: int) -> str:
    """Return one of the three lines of a row of squares and of the streets between them."""
    tiles = drawing.names.city[3 * row : 3 * row + 3]
    first = 3 * row + 1
    if line != 1:
        box = ("┌" if line == 0 else "└") + "─" * (SQUARE - 2) + ("┐" if line == 0 else "┘")
        pairs = [_intrigue_text(drawing, street_between(at, at + 1)) if line == 0 else "" for at in (first, first + 1)]
        gaps = [centred(pair, GAP) for pair in pairs]
        return f"{box}{gaps[0]}{box}{gaps[1]}{box}"
    boxes = ["│" + centred(action_term(tile, drawing.language, SQUARE_WORD), SQUARE - 2) + "│" for tile in tiles]
    gaps = [_across(drawing, street_between(square, square + 1)) for square in (first, first + 1)]
    return boxes[0] + gaps[0] + boxes[1] + gaps[1] + boxes[2]


def _down_line(drawing: Drawing, row: int, text_of: Callable[[Drawing, Street], str]) -> str:
    """Return one of the lines of the three streets that lead down from a row of squares."""
    texts = [text_of(drawing, street_between(square, square + 3)) or "│" for square in range(3 * row + 1, 3 * row + 4)]
    return (" " * GAP).join(centred(text, SQUARE) for text in texts)


def _intrigue_text(drawing: Drawing, street: Street) -> str:
    """Return the two actions of the intrigue tile beside a street, or nothing (R10.2)."""
    tiles = drawing.state.setup.intrigue
    return drawing.style.paint("/".join(tiles[STREET_INDEX[street]]), "quiet") if tiles else ""


def city_lines(drawing: Drawing) -> list[str]:
    """Return the nine squares and the stacks of the twelve streets between them (R2.1), 15 lines."""
    bars = (" " * GAP).join([centred("│", SQUARE)] * 3)
    lines: list[str] = []
    for row in range(3):
        if row:
            lines += [_down_line(drawing, row - 1, _intrigue_text), _down_line(drawing, row - 1, stack_text), bars]
        lines += [_square_line(drawing, row, line) for line in range(3)]
    return lines


# The council: the scoring tiles and the seats.

TILE_WIDTH: Final = 23


def council_lines(drawing: Drawing) -> list[str]:
    """Return the fifteen scoring tiles in order, the next one to be scored marked, with the seats that were taken.

    Below them are the seats of the discs that came when no tile was left (R9.2).
    """
    state = drawing.state
    due = (frame.tile for frame in state.frames if isinstance(frame, TileScoring))
    upcoming = next(due, _next_tile(state))
    lines: list[str] = []
    for number, (tile, mark) in enumerate(zip(state.setup.council, state.council, strict=True), 1):
        sign = "►" if tile == upcoming else " "
        seat = {".": FREE, "x": "-"}.get(mark) or drawing.paint_mark(mark)
        words = padded(drawing.language.word(TILE, SHORT_PLACE_WORDS[tile]), TILE_WIDTH)
        lines.append(f"{sign}{number:>2} {words} {seat}")
    lines[0] += drawing.star("council")
    more = seats_on_no_tile(state)
    if not more:
        return lines
    seats = "".join(map(drawing.paint_mark, more))
    return [*lines, f"    {drawing.language.text('on no tile    {seats}', seats=seats)}"]


def _next_tile(state: State) -> str | None:
    place = state.council.find(".")
    return None if place < 0 else state.setup.council[place]


# The rows of cells in buildings and cities.

WIDEST_CHURCH_ROW: Final = 7
WIDEST_CITY_ROW: Final = 16
NAME_WIDTH: Final = 21
CITY_NAME_WIDTH: Final = 10
CELLS_WIDTH: Final = 6


def building_lines(drawing: Drawing) -> list[str]:
    """Return the three churches and the Palazzo, with a row of cells for each kind of cube."""
    language = drawing.language
    building, artwork = padded(language.text("Buildings"), NAME_WIDTH), language.word("column", "artwork")
    lines = [drawing.heading(f"{building} {material_heads(drawing, CELLS_WIDTH)} {artwork}")]
    for church in CHURCHES:
        cells = [left(cells_text(drawing, f"{church}.{kind}", WIDEST_CHURCH_ROW), CELLS_WIDTH + 1) for kind in "WBMA"]
        lines.append(f"{_name(drawing, church, NAME_WIDTH, BUILDING)} {''.join(cells)}".rstrip())
    artwork_at = NAME_WIDTH + 3 * (CELLS_WIDTH + 1)
    return [
        *lines,
        f"{_name(drawing, PALAZZO, artwork_at, BUILDING)} {cells_text(drawing, f'{PALAZZO}.A', WIDEST_CHURCH_ROW)}",
    ]


def port_lines(drawing: Drawing) -> list[str]:
    """Return the six cities with their cells."""
    return [
        drawing.heading(drawing.language.text("Cities")),
        *(
            f"{_name(drawing, city, CITY_NAME_WIDTH)} {cells_text(drawing, city, WIDEST_CITY_ROW)}"
            for city in PORTS + TRADING_CITIES
        ),
    ]


def _name(drawing: Drawing, place: str, width: int, context: str = PLACE) -> str:
    return padded(place_term(place, drawing.language, context), width)
