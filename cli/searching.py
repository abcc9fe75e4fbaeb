"""Searches that several processes share: each reads some of the games, and makes one result of those that match.

Another process cannot report anything to the person who asked. So a game with something to report, such as an error or
a city that is not recorded, is left to the process that was asked.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from calimala_es.errors import CalimalaError
from calimala_es.store import Store, open_store
from cli.files import EXAMPLE, is_file, is_game_id
from cli.games import FoundGame, now_in_utc
from cli.options import settings
from cli.selection import Search, Selection
from cli.streams import GameText, games_of
from notation import NotationError, Reading
from notation.reader.games import read_game
from replays.workers import Workforce, growing, spread

Result = TypeVar("Result")

_Item = str | GameText
"""A game to be read: the id of one in the store, or a text."""

_FIRST: Final = 50
"""The games that are read before any other process is started."""

_MOST: Final = 400
"""The most games that a worker reads before it answers."""


def results_of(
    search: Search, files: Sequence[str], work: Callable[[Iterable[FoundGame]], Result], workers: Workforce
) -> Iterator[Result]:
    """Yield what ``work`` makes of the matching games, some hundred at a time; for a search that reads all.

    Another process must be able to import ``work``. Games with errors are reported to the search.
    """
    are_stored = all(is_game_id(name) and not is_file(name) and name != EXAMPLE for name in files)
    items: Iterable[_Item] = files if are_stored else games_of(files, damage=search.damage)
    place = settings().store_place
    read = partial(_read, work=work, wanted=search.wanted, place=place.absolute() if isinstance(place, Path) else place)
    waiting: deque[list[_Item]] = deque()

    def pieces() -> Iterator[list[_Item]]:
        for piece in growing(items, _MOST, _FIRST):
            waiting.append(piece)
            yield piece

    for result, silent, left in spread(read, pieces(), workers):
        piece = waiting.popleft()
        search.silent += silent
        yield result
        if left:
            yield work(search.games_among(_found(search, [piece[number] for number in left])))


def _found(search: Search, items: Iterable[_Item]) -> Iterator[GameText]:
    for item in items:
        if isinstance(item, GameText):
            yield item
        else:
            yield from games_of([item], damage=search.damage)


class _UnclearError(CalimalaError):
    """There is something to say about a game."""


class _SilentText(GameText):
    """A game that is read where nothing can be said about it."""

    def reading(self) -> Reading:
        """Return the game; raise ``_UnclearError`` if there is something to say about it."""
        reading = read_game(self.source(), inferring=True)
        if reading.errors or reading.inferred is not None:
            raise _UnclearError
        return reading


def _read(
    piece: Sequence[_Item], work: Callable[[Iterable[FoundGame]], Result], wanted: Selection, place: Path | str
) -> tuple[Result, int, list[int]]:
    """Return what is made of some games, how many do not record enough, and the places of those that are left."""
    search, left = Search(wanted), list[int]()

    def games(opened: ExitStack) -> Iterator[FoundGame]:
        store: Store | None = None
        for number, item in enumerate(piece):
            try:
                if isinstance(item, str):
                    store = store or opened.enter_context(open_store(place, now_in_utc, create=False))
                    stored = store.load(item)
                    found = GameText(item, 0, FoundGame(item, stored.game, stored=stored))
                else:
                    found = item.read_by(_SilentText)
                match = search.match(found)
            except (NotationError, CalimalaError):
                left.append(number)
                continue
            if match and match.game:
                yield match.game

    with ExitStack() as opened:
        return work(games(opened)), search.silent, left
