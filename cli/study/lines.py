"""The lines of a game that is studied, each as a game of its own: the main line, and every variation."""

from typing import NamedTuple

from msgspec.structs import replace

from cli.games import FoundGame
from replays.edit.points import Node
from replays.edit.tree import Branch, Tree


class Line(NamedTuple):
    """A line from the start of the game: as a game, the branch that it ends in, and its decisions."""

    game: FoundGame
    branch: Branch
    path: tuple[Node, ...]

    @property
    def is_main(self) -> bool:
        """Whether it is the main line."""
        return self.branch.instead_of is None


def line_of(base: FoundGame, tree: Tree, branch: Branch) -> Line:
    """Return the line that leads to the end of a branch; ``base`` is the game of the tree.

    Its own variations follow its decisions; the line that it branches from is not among them.
    """
    path = tuple(branch.last.path) if branch.last else ()
    if branch.instead_of is None:
        return Line(base, branch, path)
    game = FoundGame(base.name, replace(base.record, moves=tuple(node.move for node in path)))
    game.kept_layers = base.kept_layers
    game.variation = branch.id
    game.branch = sum(len(node.events) for node in path[: branch.begins_at.depth])
    return Line(game, branch, path)
