"""A game that goes on from a moment of another one, and the way back: what was played there as a variation."""

from typing import Final, NamedTuple

from msgspec.structs import replace

from calimala_es.game import Game, Move, Variation
from notation.headers.setup_headers import RESULT
from notation.variations import UNTOLD, with_ids
from replays.edit.points import Decisions, Point, TreeError
from replays.edit.tree import Branch, Tree

FORK: Final = "Fork"
"""The header that tells where a game comes from, as ``friday#7.2.3``: a game and the last event that is its own."""

FORK_NAME: Final = "Variation"
"""The header with the name of the variation that a fork is to be."""


def forked(record: Game, number: int, origin: str, name: str = "") -> Game:
    """The first ``number`` decisions of a game as a game of its own, with what is said about them.

    ``origin`` is what the header says, ``name`` that of the variation that it is to be. Raises ``TreeError`` for a
    record that does not tell everything.
    """
    if record.depth != "full":
        raise TreeError(f"a record that tells only the {record.depth} cannot go on; one that tells everything can")
    kept = [header for header in record.headers if header[0] not in (RESULT, FORK, FORK_NAME)]
    told = [(FORK, origin), *([(FORK_NAME, name)] if name else [])]
    return replace(record, moves=record.moves[:number], headers=(*kept, *told))


def branch_off(tree: Tree, number: int, decisions: Decisions, name: str = "") -> Branch:
    """Put a variation behind the first ``number`` decisions, beside the one that follows there.

    Raises ``TreeError`` where none follows, and as ``Node.add_variation``.
    """
    point = point_behind(tree, number)
    if point.next is None:
        raise TreeError("the game ends there, so there is nothing that the variation could stand beside; record it")
    return point.next.add_variation(decisions, name)


def point_behind(tree: Tree, number: int) -> Point:
    """The moment of the main line behind so many decisions; raises ``TreeError`` where there are fewer."""
    point: Point = tree.root
    while point.depth < number:
        if point.next is None:
            raise TreeError(f"the game has {point.depth} decisions, not {number}")
        point = point.next
    return point


def joined_back(record: Game, number: int, fork: Game) -> tuple[Game, str]:
    """A game with what a fork of it has behind its first ``number`` decisions as a variation, and the variation's id.

    A variation that stands there, with the same name and the same decisions as far as it goes, goes on. Raises
    ``TreeError`` where the fork has not gone on since, and ``IllegalCommandError`` where the game has become another
    one.
    """
    moves = fork.moves[number:]
    tree = Tree.of(record)
    known = _begun(tree, number, fork)
    if len(moves) <= (known.length if known else 0):
        raise TreeError("nothing was recorded since the fork")
    if known:
        own = with_ids(tuple(_untold(move) for move in moves[known.length :]), tree.lines.free_ids())
        assert known.branch.last is not None
        known.branch.last.add(own)
        return tree.record(), known.branch.id
    own = with_ids(tuple(_untold(move) for move in moves), tree.lines.free_ids())
    branch = branch_off(tree, number, own, fork.header(FORK_NAME) or "")
    return tree.record(), branch.id


class _Begun(NamedTuple):
    """A variation with which a fork begins, and how many decisions it has."""

    branch: Branch
    length: int


def _begun(tree: Tree, number: int, fork: Game) -> _Begun | None:
    """The variation that a fork was joined as before, if there is one."""
    point = point_behind(tree, number)
    own = fork.commands[number:]
    for branch in point.next.variations if point.next else ():
        commands = tuple(node.command for node in branch)
        if branch.name == (fork.header(FORK_NAME) or "") and own[: len(commands)] == commands:
            return _Begun(branch, len(commands))
    return None


def _untold(move: Move) -> Move:
    """A decision whose variations have no ids, since another game may have given them."""
    inner = tuple(Variation(UNTOLD, tuple(map(_untold, one.moves)), one.name, one.notes) for one in move.variations)
    return replace(move, variations=inner)
