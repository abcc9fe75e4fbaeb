"""Diagrams of games as graphs in DOT; each kind is a module that makes one of a replay.

``graph`` has what they are made of; ``replays.drawing.render`` turns DOT into pictures.
"""

from replays.drawing.diagrams.activations import activations_diagram
from replays.drawing.diagrams.city import city_diagram
from replays.drawing.diagrams.council import council_diagram
from replays.drawing.diagrams.street import StreetError, find_street, street_diagram
from replays.drawing.diagrams.tree import tree_diagram
from replays.drawing.diagrams.turn import turn_diagram

__all__ = [
    "StreetError",
    "activations_diagram",
    "city_diagram",
    "council_diagram",
    "find_street",
    "street_diagram",
    "tree_diagram",
    "turn_diagram",
]
