"""Diagrams of games as graphs in DOT, and graphs as pictures.

Each kind is a module or a room that makes DOT text of a replay; ``pictures`` has it drawn. The only room that knows
graphviz.
"""

from replays.diagrams.pictures import FORMATS, DiagramError, UndrawnError, drawn, render
from replays.diagrams.turn import turn_diagram

__all__ = ["FORMATS", "DiagramError", "UndrawnError", "drawn", "render", "turn_diagram"]
