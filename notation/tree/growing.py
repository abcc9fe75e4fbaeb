"""What somebody types to add to a tree, read as the reader reads it: words, notes and variations behind a decision."""

from collections.abc import Iterable, Iterator

from calimala_es.commands import Command
from calimala_es.errors import CalimalaError
from calimala_es.game import Move, moves_from, replay_moves
from calimala_es.notes import Notes
from calimala_es.state import State
from notation.errors import NotationError
from notation.reading.body import Body
from notation.variations import with_ids
from notation.words.tokens import Source

Decisions = str | Command | Iterable[Command | Move]
"""Decisions that follow each other: in notation as a person types it, one of the rules' commands, or several."""

Last = tuple[State, Move]
"""The position before a decision, and the decision."""


class TreeError(CalimalaError):
    """An edit that leads to no game that could be written down, or of something that is not in the tree any more."""


def read_decisions(
    decisions: Decisions, state: State, last: Last | None, ids: Iterator[str]
) -> tuple[Notes, tuple[Move, ...]]:
    """What is said before the first decision, and the decisions that go on from ``state``.

    ``last`` is the decision that led to ``state``, ``None`` at the start; variations without an id get one of ``ids``.
    Raises the first ``NotationError``, and ``TreeError`` where there is no decision.
    """
    notes: Notes = ()
    moves: tuple[Move, ...]
    if isinstance(decisions, str):
        notes, moves = _read(decisions, state, last)
        moves = with_ids(moves, ids)
    else:
        several = (decisions,) if isinstance(decisions, Command) else decisions
        moves = _decided(several, state)
    if not moves:
        raise TreeError("there is no decision to add")
    return notes, moves


def _decided(decisions: Iterable[Command | Move], state: State) -> tuple[Move, ...]:
    """Return decisions that go on from ``state``, each decided there; raises ``IllegalCommandError``."""
    moves: list[Move] = []
    for one in decisions:
        moves += replay_moves(state, (one,)) if isinstance(one, Move) else moves_from(state, (one,))
        state = moves[-1].state
    return tuple(moves)


def _read(text: str, state: State, last: Last | None) -> tuple[Notes, tuple[Move, ...]]:
    """The same of a text; variations have ids as far as it says them."""
    errors: list[NotationError] = []
    source = Source("decisions", (), text, 1)
    if last is None:
        body = Body(source, state, errors)
    else:
        before, move = last
        body = Body.going_on(source, before, [move], errors)
    body.read()
    if errors:
        raise errors[0]
    line, known = body.main, 0 if last is None else 1
    return line.notes_at(known), tuple(line.moves[known:])
