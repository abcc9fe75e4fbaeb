"""The council: the scoring tiles and the seats."""

from typing import Final

from calimala_es.components import PLACE_WORDS
from calimala_es.state import Scoring, State
from replays.board.drawing import FREE, Drawing
from replays.council import seats_on_no_tile

COUNCIL_WORDS: Final = {
    **PLACE_WORDS,
    "SMF": "S. Maria del Fiore",
    "WOOD": "wood in churches",
    "BRICK": "brick in churches",
    "MARBLE": "marble in churches",
}
"""What the tiles are called where there is little room."""


def council_lines(drawing: Drawing) -> list[str]:
    """The fifteen scoring tiles in order, the one that is scored next marked, with the seats that were taken.

    Below them the seats of those that came when no tile was left (R9.2).
    """
    state = drawing.state
    due = (frame.tile for frame in (state.now, *state.later) if isinstance(frame, Scoring))
    upcoming = next(due, _next_tile(state))
    lines: list[str] = []
    for number, (tile, mark) in enumerate(zip(state.setup.council, state.council, strict=True), 1):
        sign = "►" if tile == upcoming else " "
        seat = {".": FREE, "x": "-"}.get(mark) or drawing.paint_mark(mark)
        lines.append(f"{sign}{number:>2} {COUNCIL_WORDS[tile]:<18} {seat}")
    lines[0] += drawing.star("council")
    more = seats_on_no_tile(state)
    return [*lines, f"    on no tile    {''.join(map(drawing.paint_mark, more))}"] if more else lines


def _next_tile(state: State) -> str | None:
    place = state.council.find(".")
    return None if place < 0 else state.setup.council[place]
