"""Editing games: variations, forks, repairs, merged records, differences, and what a viewer may see of a game.

``Tree`` is a game that can be navigated and edited. ``fork``, ``repair``, ``merge``, ``diff``, ``futures`` and
``redact`` are modules of their own.
"""

from replays.edit.nodes import Decisions, Node, Point, Root, TreeError
from replays.edit.tree import Branch, Tree

__all__ = ["Branch", "Decisions", "Node", "Point", "Root", "Tree", "TreeError"]
