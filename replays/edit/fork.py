"""A game that continues from a moment of another one, and the way back: its moves as a variation of that game."""

from typing import Final

from msgspec.structs import replace

from calimala_es.game import Game, Move, Variation, start_of
from calimala_es.headers import FORK, RESULT
from calimala_es.messages import Message
from notation.places import NO_ID, with_ids
from replays.edit.nodes import Decisions, Point, TreeError
from replays.edit.tree import Branch, Tree

FORK_NAME: Final = "Variation"
"""The header with the name of the variation that a fork will become."""


def fork_game(record: Game, number: int, origin: str, name: str = "") -> Game:
    """Return the first ``number`` decisions of a game as a game of its own, with their notes.

    ``origin`` is the value of the header, ``name`` that of the future variation. Raises ``NoPositionsError`` for a
    record that has only the result.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> fork_game(game, 132, "friday#17.2.2").header("Fork")
    'friday#17.2.2'
    """
    start_of(record)
    headers = [header for header in record.headers if header[0] not in (RESULT, FORK, FORK_NAME)]
    own = [(FORK, origin), *([(FORK_NAME, name)] if name else [])]
    return replace(record, moves=record.moves[:number], headers=(*headers, *own))


def branch_off(tree: Tree, number: int, decisions: Decisions, name: str = "") -> Branch:
    """Add a variation after the first ``number`` decisions, as an alternative to the next one.

    Raises ``TreeError`` if there is no next one, and the same errors as ``Node.add_variation``.
    """
    point = point_after(tree, number)
    if point.next is None:
        raise TreeError(
            Message("the game ends there, so a variation would replace nothing; record the decisions instead")
        )
    return point.next.add_variation(decisions, name)


def point_after(tree: Tree, number: int) -> Point:
    """Return the point of the main line after ``number`` decisions; raises ``TreeError`` if there are fewer."""
    point: Point = tree.root
    while point.depth < number:
        if point.next is None:
            raise TreeError(
                Message("the game has only {limit} decisions, not {number}", limit=point.depth, number=number)
            )
        point = point.next
    return point


def join_back(record: Game, number: int, fork: Game) -> tuple[Game, str]:
    """Return a game with a fork after its first ``number`` decisions as a variation, and the variation's id.

    A variation there with the same name and the same first decisions is extended. Raises ``TreeError`` if the fork has
    no new decisions, and ``IllegalCommandError`` if the game has changed.
    """
    tree = Tree.of(record)
    branch = _earlier_branch(tree, number, fork)
    moves = fork.moves[number + (len([*branch]) if branch else 0) :]
    if not moves:
        raise TreeError(Message("nothing has been recorded since the fork"))
    own = with_ids(tuple(map(_without_ids, moves)), tree.lines.free_ids())
    if branch is None:
        branch = branch_off(tree, number, own, fork.header(FORK_NAME) or "")
    else:
        assert branch.last is not None
        branch.last.add(own)
    return tree.record(), branch.id


def _earlier_branch(tree: Tree, number: int, fork: Game) -> Branch | None:
    """Return the variation as which a fork was joined before, the beginning of its decisions, if there is one."""
    point = point_after(tree, number)
    own = fork.commands[number:]
    for branch in point.next.variations if point.next else ():
        commands = tuple(node.command for node in branch)
        if branch.name == (fork.header(FORK_NAME) or "") and own[: len(commands)] == commands:
            return branch
    return None


def _without_ids(move: Move) -> Move:
    """Return a decision whose variations have no ids, since another game may have given them."""
    inner = tuple(Variation(NO_ID, tuple(map(_without_ids, one.moves)), one.name, one.notes) for one in move.variations)
    return replace(move, variations=inner)
