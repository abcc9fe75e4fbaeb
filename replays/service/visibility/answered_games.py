"""Games of which only the last answers are held.

These are a tenth of the size of a game that is held with its positions, so there is room for those of many more games:
what is asked about such a game again is answered without reading it. They go when anything of the game changes.
"""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Final, Generic, NamedTuple, TypeVar

from calimala_es.store import Access

_Answer = TypeVar("_Answer")

_MOST_OF_A_GAME: Final = 150_000
_MOST: Final = 48_000_000
"""Bytes of the answers that are held about a game, and about all games that are not held themselves."""


class GivenAnswers(Generic[_Answer]):
    """The last answers about a game at one moment, by what was asked and by whom; ``size`` are their bytes.

    May be asked from several threads.
    """

    def __init__(self, most: int = _MOST_OF_A_GAME) -> None:
        """Begin with none; together they have at most so many bytes."""
        self.size = 0
        self._most = most
        self._answers: OrderedDict[Hashable, tuple[_Answer, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, question: Hashable) -> _Answer | None:
        """Return the answer to a question if it is held."""
        found = self._answers.get(question)
        return None if found is None else found[0]

    def add(self, question: Hashable, answer: _Answer, size: int) -> None:
        """Hold an answer of so many bytes."""
        with self._lock:
            if question in self._answers:
                return
            self._answers[question] = answer, size
            self.size += size
            while self.size > self._most:
                _, (_, gone) = self._answers.popitem(last=False)
                self.size -= gone


class AnsweredGame(NamedTuple, Generic[_Answer]):
    """What is held of a game: who may do what, and the answers."""

    access: Access
    answers: GivenAnswers[_Answer]


class AnsweredGames(Generic[_Answer]):
    """Games of which only answers are held, the last ones by their ids. For one thread at a time."""

    def __init__(self, most: int = _MOST) -> None:
        """Begin with none; all answers together have at most so many bytes."""
        self._most = most
        self._size = 0
        self._games: OrderedDict[str, tuple[AnsweredGame[_Answer], int]] = OrderedDict()

    def get(self, id: str) -> AnsweredGame[_Answer] | None:
        """Return what is held of a game."""
        found = self._games.get(id)
        if found is None:
            return None
        self._games.move_to_end(id)
        return found[0]

    def add(self, id: str, game: AnsweredGame[_Answer]) -> None:
        """Hold the answers about a game, if there are any."""
        size = game.answers.size
        if not size:
            return
        self._games[id] = game, size
        self._size += size
        while self._size > self._most:
            self.forget(next(iter(self._games)))

    def forget(self, id: str) -> None:
        """Hold nothing of a game any more."""
        gone = self._games.pop(id, None)
        if gone is not None:
            self._size -= gone[1]

    def clear(self) -> None:
        """Hold nothing any more."""
        self._games.clear()
        self._size = 0
