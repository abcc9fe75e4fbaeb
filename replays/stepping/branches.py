"""A game as it would be with something else in place of what came after a decision, as with what was undone in it."""

from collections.abc import Sequence

from msgspec.structs import replace

from calimala_es.game import Move
from replays.replay import Replay


def branch(replay: Replay, anchor: int, moves: Sequence[Move]) -> Replay:
    """Return the game with other moves in place of all those after the first ``anchor``.

    ``replay`` is the full view, since the moves that follow are.
    """
    return Replay(replace(replay.game, moves=(*replay.game.moves[:anchor], *moves)))
