"""Diagrams of games as graphs in DOT, and graphs as pictures.

Each kind is a module or a room that makes DOT text of a replay; ``pictures`` has it drawn. The only room that knows
graphviz.
"""

from replays.diagrams.activations import activations_diagram
from replays.diagrams.city import city_diagram
from replays.diagrams.council import council_diagram
from replays.diagrams.pictures import FORMATS, DiagramError, UndrawnError, drawn, loses_letters, render
from replays.diagrams.street import StreetError, street_diagram, street_of
from replays.diagrams.tree import tree_diagram
from replays.diagrams.turn import turn_diagram

__all__ = [
    "FORMATS",
    "DiagramError",
    "StreetError",
    "UndrawnError",
    "activations_diagram",
    "city_diagram",
    "council_diagram",
    "drawn",
    "loses_letters",
    "render",
    "street_diagram",
    "street_of",
    "tree_diagram",
    "turn_diagram",
]
