"""A game as it would be with something else in place of what came after a decision, as with what was undone in it."""

from collections.abc import Sequence

from msgspec.structs import replace

from calimala_es.game import Move
from replays.replay import Replay


def branch(replay: Replay, anchor: int, moves: Sequence[Move]) -> Replay:
    """The game with others in place of all moves after the first ``anchor``, as they are.

    ``replay`` is seen by all, since the moves that follow are.
    """
    return Replay(replace(replay.game, moves=(*replay.game.moves[:anchor], *moves)))
