"""The stack activation of a turn.

Here a ``TurnStory`` becomes words, colours and cells; ``diagram`` has the edges and the order of the boxes.
"""

from replays.diagrams.turn.diagram import turn_diagram

__all__ = ["turn_diagram"]
