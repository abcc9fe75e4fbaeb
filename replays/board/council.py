"""The council: the scoring tiles and the seats."""

from typing import Final

from calimala_es.frames import TileScoring
from calimala_es.state import State
from replays.board.drawing import FREE, Drawing
from replays.council import seats_on_no_tile
from replays.names import padded
from replays.words.vocabulary import SHORT_PLACE_WORDS, TILE

TILE_WIDTH: Final = 18


def council_lines(drawing: Drawing) -> list[str]:
    """Return the fifteen scoring tiles in order, the next one to be scored marked, with the seats that were taken.

    Below them are the seats of the discs that came when no tile was left (R9.2).
    """
    state = drawing.state
    due = (frame.tile for frame in (state.now, *state.later) if isinstance(frame, TileScoring))
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
