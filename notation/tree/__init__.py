"""A game that can be walked and edited: decisions with their positions, variations, and what is said about them."""

from notation.tree.branches import Branch
from notation.tree.growing import Decisions, TreeError
from notation.tree.points import Node, Point, Root
from notation.tree.tree import Tree

__all__ = ["Branch", "Decisions", "Node", "Point", "Root", "Tree", "TreeError"]
