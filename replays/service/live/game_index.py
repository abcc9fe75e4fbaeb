"""All games of a store as one finds them: the last changed first, by words of what may be known of each.

The index is in memory, and brought up to date by the log: a search reads only the games that changed since the last.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import islice
from operator import attrgetter
from threading import Lock
from typing import Final, NamedTuple

from msgspec import Struct

from calimala_es.components import COLOUR_WORDS
from calimala_es.headers import DATE, EVENT, ROUND, SITE
from calimala_es.store import PUBLIC_GAME, PURGED, UNSEEN_STREAM, Access, Store, Summary
from replays.service.live.text_index import TextIndex, numbers_in
from replays.service.visibility.game_views import LOG_END
from replays.service.visibility.pseudonyms import Headers, headers_without_names

_FEW: Final = 500
"""Games that are put in order; more are met soon when all are gone through in their order."""

SEARCHED: Final = (EVENT, SITE, DATE, ROUND)
"""The headers that are searched; beside them names where they are shown, colours, rules and the id."""


class IndexedGame(NamedTuple):
    """A game: its summary, who may look on, whether names are shown; the words by which everybody finds it, and all;
    and the number that it has among the games.
    """

    summary: Summary
    visibility: str
    names_shown: bool
    words: tuple[str, ...]
    all_words: tuple[str, ...]
    number: int

    @property
    def changed(self) -> datetime | None:
        """When it changed last, as far as everybody may know."""
        return self.summary.seen or self.summary.changed

    @property
    def is_public(self) -> bool:
        """Whether everybody finds it."""
        return self.visibility == PUBLIC_GAME and not self.summary.fault

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
        self._position: int | None = None
        self._lock = Lock()
        self._clear()

    def _clear(self) -> None:
        self._games: dict[str, IndexedGame] = {}
        self._all: list[tuple[float, str]] = []
        self._public: list[tuple[float, str]] = []
        self._text = TextIndex()
        self._public_text = TextIndex()
        self._by_number: dict[int, IndexedGame] = {}
        self._free: list[int] = []

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
            text = self._text if everything else self._public_text
            first_word, *others = {*wanted}
            hits = text.find(first_word)
            for word in others:
                hits &= text.find(word)
            return FoundGames(self._page(hits, order, first, most), hits.bit_count())

    def _page(self, hits: int, order: Sequence[tuple[float, str]], first: int, most: int) -> Sequence[IndexedGame]:
        """Return some of the games with these numbers, in their order."""
        if hits.bit_count() <= _FEW:
            games = (self._by_number[number] for number in numbers_in(hits))
            return sorted(games, key=attrgetter("place"))[first : first + most]
        flags = hits.to_bytes((hits.bit_length() + 7) // 8, "little")
        in_order = (self._games[id] for _, id in order)
        there = (
            game for game in in_order
            if game.number >> 3 < len(flags) and flags[game.number >> 3] >> (game.number & 7) & 1
        )  # fmt: skip
        return [*islice(there, first, first + most)]

    def ids(self, *, everything: bool) -> list[str]:
        """Return the ids of all games, in the order of the ids."""
        with self._lock:
            self._catch_up()
            return sorted(id for _, id in (self._all if everything else self._public))

    def _catch_up(self) -> None:
        if self._position is None:
            position = self._store.changes_since(LOG_END)[1]
            self._clear()
            for summary in self._store.summaries():
                self._add(summary)
            self._all = sorted(game.place for game in self._games.values())
            self._public = [place for place in self._all if self._games[place[1]].is_public]
            self._position = position
        touched, last = self._store.changes_since(self._position)
        if PURGED in touched:
            touched = dict.fromkeys(self._games, 0) | {**touched}
        for id in {stream.partition("/")[0] for stream in touched if stream.rpartition("/")[2] != UNSEEN_STREAM}:
            self._update(id)
        self._position = last

    def _update(self, id: str) -> None:
        """Read one game again."""
        before = self._games.get(id)
        if before is not None:
            self._remove(before)
        summary = self._store.summary(id)
        if summary is None:
            return
        game = self._add(summary)
        insort(self._all, game.place)
        if game.is_public:
            insort(self._public, game.place)

    def _add(self, summary: Summary) -> IndexedGame:
        """Add a game to what is found, but not to the order."""
        number = self._free.pop() if self._free else len(self._games)
        access = self._store.access.read(summary.id).with_default(self._default)
        whole = _words(summary, summary.headers) + _names(summary)
        words = whole if access.names_shown else _words(summary, headers_without_names(summary.headers))
        game = IndexedGame(summary, access.visibility, access.names_shown, words, whole, number)
        self._games[summary.id] = self._by_number[number] = game
        self._text.add(number, whole)
        if game.is_public:
            self._public_text.add(number, words)
        return game

    def _remove(self, game: IndexedGame) -> None:
        """Remove a game, from the order as well."""
        del self._games[game.summary.id], self._by_number[game.number]
        self._free.append(game.number)
        self._text.remove(game.number, game.all_words)
        if game.is_public:
            self._public_text.remove(game.number, game.words)
        for order in (self._all, self._public):
            at = bisect_left(order, game.place)
            if at < len(order) and order[at] == game.place:
                del order[at]


def _words(summary: Summary, shown: Headers) -> tuple[str, ...]:
    headers = dict(shown)
    rules = [summary.edition, "intrigue" if summary.has_intrigue else "", *summary.families]
    colours = (COLOUR_WORDS[colour] for colour in summary.colours)
    return _split([summary.id, *(headers.get(name, "") for name in SEARCHED), *colours, *rules])


def _names(summary: Summary) -> tuple[str, ...]:
    headers = dict(summary.headers)
    return _split(headers.get(COLOUR_WORDS[colour].capitalize(), "") for colour in summary.colours)


def _split(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple("\n".join(texts).casefold().split())
