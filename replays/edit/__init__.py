"""Games worked on: variations, forks, repairs, merged records, differences, and what a viewer may see of a game.

``Tree`` is the game to be walked and edited. ``fork``, ``repair``, ``merge``, ``diff``, ``futures`` and ``redact`` are
modules of their own, each named after the function that it has.
"""

from replays.edit.points import Decisions, Node, Point, Root, TreeError
from replays.edit.tree import Branch, Tree

__all__ = ["Branch", "Decisions", "Node", "Point", "Root", "Tree", "TreeError"]
