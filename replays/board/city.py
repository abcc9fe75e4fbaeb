"""The city: nine squares, and the stacks of the twelve streets between them."""

from collections.abc import Callable
from typing import Final

from calimala_es.board import STREET_INDEX
from calimala_es.frames import Activation, DiscOffer
from replays.board.drawing import Drawing
from replays.style import centred, width_of
from replays.words import action_words
from replays.words.vocabulary import SQUARE as SQUARE_WORD

SQUARE: Final = 12
GAP: Final = 8
CITY_WIDTH: Final = 3 * SQUARE + 2 * GAP + 2


def _stack_text(drawing: Drawing, street: str) -> str:
    """Return a stack from the bottom to the top, with the disc that is being activated in brackets."""
    stack = drawing.state.stacks[STREET_INDEX[street]]
    now = drawing.state.now
    active = len(stack) - now.depth if isinstance(now, Activation | DiscOffer) and now.street == street else -1
    shown = [drawing.paint_mark(disc, top=place == len(stack) - 1) for place, disc in enumerate(stack)]
    if 0 <= active < len(shown):
        shown[active] = f"[{shown[active]}]"
    return "".join(shown) + drawing.star(street)


def _across(drawing: Drawing, street: str) -> str:
    text = _stack_text(drawing, street)
    return centred(f" {text} " if 0 < width_of(text) <= GAP - 2 else text, GAP, "─")


def _square_line(drawing: Drawing, row: int, line: int) -> str:
    """Return one of the three lines of a row of squares and of the streets between them."""
    tiles = drawing.names.city[3 * row : 3 * row + 3]
    first = 3 * row + 1
    if line != 1:
        box = ("┌" if line == 0 else "└") + "─" * (SQUARE - 2) + ("┐" if line == 0 else "┘")
        pairs = [_intrigue_text(drawing, f"{at}{at + 1}") if line == 0 else "" for at in (first, first + 1)]
        gaps = [centred(pair, GAP) for pair in pairs]
        return f"{box}{gaps[0]}{box}{gaps[1]}{box}"
    boxes = ["│" + centred(action_words(tile, drawing.language, SQUARE_WORD), SQUARE - 2) + "│" for tile in tiles]
    gaps = [_across(drawing, f"{square}{square + 1}") for square in (first, first + 1)]
    return boxes[0] + gaps[0] + boxes[1] + gaps[1] + boxes[2]


def _down_line(drawing: Drawing, row: int, text_of: Callable[[Drawing, str], str]) -> str:
    """Return one of the lines of the three streets that lead down from a row of squares."""
    texts = [text_of(drawing, f"{square}{square + 3}") or "│" for square in range(3 * row + 1, 3 * row + 4)]
    return (" " * GAP).join(centred(text, SQUARE) for text in texts)


def _intrigue_text(drawing: Drawing, street: str) -> str:
    """Return the two actions of the intrigue tile beside a street, or nothing (R10.2)."""
    tiles = drawing.state.setup.intrigue
    return drawing.style.paint("/".join(tiles[STREET_INDEX[street]]), "quiet") if tiles else ""


def city_lines(drawing: Drawing) -> list[str]:
    """Return the nine squares and the stacks of the twelve streets between them (R2.1), 15 lines."""
    bars = (" " * GAP).join([centred("│", SQUARE)] * 3)
    lines: list[str] = []
    for row in range(3):
        if row:
            lines += [_down_line(drawing, row - 1, _intrigue_text), _down_line(drawing, row - 1, _stack_text), bars]
        lines += [_square_line(drawing, row, line) for line in range(3)]
    return lines
