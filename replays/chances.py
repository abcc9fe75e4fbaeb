"""The chances of winning that the judge noted in a game."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeGuard

from calimala_es.game import JUDGE
from calimala_es.notes import AnyNote, Evaluation
from replays.replay import Replay


class NotedChances(NamedTuple):
    """The chance of winning of each player in percent at a position, as the judge noted it."""

    at: int
    chances: tuple[float, ...]


def noted_chances(notes: Iterable[tuple[int, Iterable[AnyNote]]]) -> Iterator[NotedChances]:
    """Yield the chances that are among the notes at positions, those of people left out."""
    for position, said in notes:
        for note in said:
            if is_noted_chance(note):
                yield NotedChances(position, note.chances)


def is_noted_chance(note: AnyNote) -> TypeGuard[Evaluation]:
    """Return whether a note holds the chances of winning as the judge estimates them."""
    return isinstance(note, Evaluation) and note.layer == JUDGE


def chances_in(replay: Replay) -> list[NotedChances]:
    """Return the chances that the judge noted in a game; a view has none, since they may say what was hidden.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> chances_in(Replay(loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))))
    []
    """
    game = replay.game
    ends = (first + len(move.events) for first, move in zip(replay.firsts, game.moves, strict=True))
    return [*noted_chances([(0, game.notes), *zip(ends, (move.notes for move in game.moves), strict=True)])]
