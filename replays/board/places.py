"""The rows of cells in buildings and cities."""

from typing import Final

from calimala_es.components import CHURCHES, PALAZZO, PORTS, TRADING_CITIES
from replays.board.drawing import Drawing, cells_text, material_heads
from replays.names import padded
from replays.style import left
from replays.words import place_words
from replays.words.vocabulary import BUILDING, PLACE

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
    return padded(place_words(place, drawing.language, context), width)
