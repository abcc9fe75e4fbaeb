"""A repaired record put into the store in the place of the game that it was made of."""

from collections.abc import Iterator

from calimala_es.game import Game
from calimala_es.store import Receipt, Store, StoredGame
from notation.headers.setup_headers import RESULT
from replays.edit.outcomes import Repaired


def keep_repaired(
    store: Store, game: StoredGame | str, record: Game, found: Repaired, receipt: Receipt | None = None
) -> StoredGame:
    """Let the repaired game stand in the place of ``record``, which is the stored game as it was; all at once.

    What was said goes with the decisions that carry on for others. Raises ``StaleGameError`` as ``Store.rewrite``.
    """
    result = found.record.header(RESULT)
    headers = {RESULT: result} if result != record.header(RESULT) else {}
    commands = found.record.commands[found.first :]
    return store.rewrite(game, found.first, commands, dict(carried(record, found)), headers, receipt)


def carried(record: Game, found: Repaired) -> Iterator[tuple[int, int]]:
    """The places of decisions in the repaired game with those that they had, as far as what was said can go with them.

    Where a variation cannot be played any more all that was said there waits for an undo.
    """
    for was in range(found.first + 1, len(record.moves) + 1):
        place = found.places[was]
        if place == found.places[was - 1]:
            continue
        old, new = record.moves[was - 1], found.record.moves[place - 1]
        if all(one in new.variations for one in old.variations):
            yield place, was
