"""All games of a store as one finds them: the last changed first, by words of what may be known of each.

The index is in memory, and brought up to date by the log: a search reads only the games that changed since the last.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from datetime import datetime
from threading import Lock
from typing import Final, NamedTuple

from msgspec import Struct

from calimala_es.components import COLOUR_WORDS
from calimala_es.headers import DATE, EVENT, ROUND, SITE
from calimala_es.store import PUBLIC_GAME, PURGED, Access, Store, Summary
from replays.service.visibility.game_views import LOG_END
from replays.service.visibility.pseudonyms import Headers, headers_without_names

SEARCHED: Final = (EVENT, SITE, DATE, ROUND)
"""The headers that are searched; beside them names where they are shown, colours, rules and the id."""


class IndexedGame(NamedTuple):
    """A game: its summary, who may look on, whether names are shown; the words by which everybody finds it, and all."""

    summary: Summary
    visibility: str
    names_shown: bool
    words: str
    all_words: str

    @property
    def changed(self) -> datetime | None:
        """When it changed last, as far as everybody may know."""
        return self.summary.seen or self.summary.changed

    @property
    def place(self) -> tuple[float, str]:
        """Where it comes: the last changed first."""
        return (-self.changed.timestamp() if self.changed else 0.0, self.summary.id)


class FoundGames(Struct, frozen=True):
    """Some of the games that were found, and how many there are."""

    games: Sequence[IndexedGame]
    count: int


class GameIndex:
    """The games of a store. May be asked from several threads."""

    def __init__(self, store: Store, default: Access) -> None:
        """Read nothing yet: the first search waits for that. ``default`` are the rights of a game without its own."""
        self._store = store
        self._default = default
        self._games: dict[str, IndexedGame] = {}
        self._all: list[tuple[float, str]] = []
        self._public: list[tuple[float, str]] = []
        self._position: int | None = None
        self._lock = Lock()

    def find(self, words: str, first: int, most: int, *, everything: bool) -> FoundGames:
        """Return the games that have all of these words, ``most`` from number ``first`` on.

        ``everything`` is for those who may see every game and every name; others get the games that anyone may find.
        """
        with self._lock:
            self._catch_up()
            order = self._all if everything else self._public
            wanted = words.casefold().split()
            if not wanted:
                return FoundGames([self._games[id] for _, id in order[first : first + most]], len(order))
            hits = [id for _, id in order if self._has(id, wanted, everything=everything)]
            return FoundGames([self._games[id] for id in hits[first : first + most]], len(hits))

    def ids(self, *, everything: bool) -> list[str]:
        """Return the ids of all games, in the order of the ids."""
        with self._lock:
            self._catch_up()
            return sorted(id for _, id in (self._all if everything else self._public))

    def _has(self, id: str, wanted: Sequence[str], *, everything: bool) -> bool:
        game = self._games[id]
        words = game.all_words if everything else game.words
        return all(word in words for word in wanted)

    def _catch_up(self) -> None:
        if self._position is None:
            self._position = self._store.changes_since(LOG_END)[1]
            for summary in self._store.summaries():
                self._games[summary.id] = self._indexed(summary)
            self._all = sorted(game.place for game in self._games.values())
            self._public = [place for place in self._all if self._is_public(place[1])]
        touched, last = self._store.changes_since(self._position)
        if PURGED in touched:
            touched = dict.fromkeys(self._games, 0) | {**touched}
        for id in {stream.partition("/")[0] for stream in touched if not stream.endswith("/receipts")}:
            self._update(id)
        self._position = last

    def _update(self, id: str) -> None:
        """Read one game again."""
        before = self._games.pop(id, None)
        for order in (self._all, self._public) if before else ():
            at = bisect_left(order, before.place if before else (0.0, ""))
            if at < len(order) and order[at][1] == id:
                del order[at]
        summary = self._store.summary(id)
        if summary is None:
            return
        game = self._games[id] = self._indexed(summary)
        insort(self._all, game.place)
        if self._is_public(id):
            insort(self._public, game.place)

    def _is_public(self, id: str) -> bool:
        game = self._games[id]
        return game.visibility == PUBLIC_GAME and not game.summary.fault

    def _indexed(self, summary: Summary) -> IndexedGame:
        access = self._store.access.read(summary.id).with_default(self._default)
        whole = _words(summary, summary.headers) + _names(summary)
        words = whole if access.names_shown else _words(summary, headers_without_names(summary.headers))
        return IndexedGame(summary, access.visibility, access.names_shown, words, whole)


def _words(summary: Summary, shown: Headers) -> str:
    headers = dict(shown)
    rules = [summary.edition, "intrigue" if summary.has_intrigue else "", *summary.families]
    colours = (COLOUR_WORDS[colour] for colour in summary.colours)
    return _joined([summary.id, *(headers.get(name, "") for name in SEARCHED), *colours, *rules])


def _names(summary: Summary) -> str:
    headers = dict(summary.headers)
    return _joined(headers.get(COLOUR_WORDS[colour].capitalize(), "") for colour in summary.colours)


def _joined(words: Iterable[str]) -> str:
    return "\n".join([*filter(None, words), ""]).casefold()
