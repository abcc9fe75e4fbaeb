"""The board as text for a terminal, as a player knows it from the table.

Discs and cubes are the letters of their colours. A stack reads from the bottom to the top, and the top disc is the
capital at its right end. Anything unknown in a position is ``?``: to draw what one player sees, draw that player's view
of it. Nothing here depends on files or on the reader.
"""

from replays.board.city import CITY_WIDTH, city_lines
from replays.board.council import council_lines
from replays.board.drawing import CUBE, FREE, WIDTH, Drawing, cells_text
from replays.board.intrigue import faction_lines, intrigue_lines
from replays.board.mats import hand_text, mat_lines
from replays.board.places import building_lines, port_lines
from replays.board.text import board_text

__all__ = [
    "CITY_WIDTH",
    "CUBE",
    "FREE",
    "WIDTH",
    "Drawing",
    "board_text",
    "building_lines",
    "cells_text",
    "city_lines",
    "council_lines",
    "faction_lines",
    "hand_text",
    "intrigue_lines",
    "mat_lines",
    "port_lines",
]
