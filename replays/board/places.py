"""The rows of cells in buildings and cities."""

from typing import Final

from calimala_es.components import CHURCHES, PALAZZO, PLACE_WORDS, PORTS, TRADING_CITIES
from replays.board.drawing import Drawing, cells_text
from replays.style import left

WIDEST_CHURCH_ROW: Final = 7
WIDEST_CITY_ROW: Final = 16


def building_lines(drawing: Drawing) -> list[str]:
    """The three churches and the Palazzo, a row of cells for each kind of cube."""
    lines = [drawing.heading(f"{'Buildings':<22}{'wood':<7}{'brick':<7}{'marble':<7}artwork")]
    for church in CHURCHES:
        cells = [left(cells_text(drawing, f"{church}.{kind}", WIDEST_CHURCH_ROW), 7) for kind in "WBMA"]
        lines.append(f"{PLACE_WORDS[church]:<22}{''.join(cells)}".rstrip())
    return [*lines, f"{PLACE_WORDS[PALAZZO]:<43}{cells_text(drawing, f'{PALAZZO}.A', WIDEST_CHURCH_ROW)}"]


def port_lines(drawing: Drawing) -> list[str]:
    """The six cities with their cells."""
    return [
        drawing.heading("Cities"),
        *(f"{PLACE_WORDS[city]:<11}{cells_text(drawing, city, WIDEST_CITY_ROW)}" for city in PORTS + TRADING_CITIES),
    ]
