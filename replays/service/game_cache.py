"""The games of a store in memory, as long as nobody adds to them, with what was worked out of each.

Before a game is given out the log of the store is asked what has changed, so several processes may serve one store and
none answers with anything that is out of date.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import RLock
from typing import Final

from calimala_es.commands import Command
from calimala_es.store import Access, Acknowledged, Store, StoredGame
from replays.service.access import Principal
from replays.service.visibility.game_view import GameView, ViewKey, view_for

_MOST: Final = 256
"""Games that are cached."""

LOG_END: Final = 1 << 62
"""A position after all rows: nothing changed since, and the answer says where the log ends."""


class CachedGame:
    """A game of the store: with who may do what, the cards that seats entered, and the views that were made of it."""

    def __init__(self, game: StoredGame, access: Access, entered: Sequence[Mapping[int, Command]]) -> None:
        """Store a game; ``entered`` are the commands that each seat entered of its cards, as ``Store.told``."""
        self.game = game
        self.access = access
        self.entered = entered
        self.receipts: dict[bytes, Acknowledged] | None = None
        self._views: dict[ViewKey, GameView] = {}

    def view(self, principal: Principal) -> GameView:
        """Return what somebody may see of it; raises ``Problem`` for a game that has more than a service shows."""
        key = self.view_key(principal)
        if key not in self._views:
            self._views[key] = view_for(self.game, self.entered, key)
        return self._views[key]

    def view_key(self, principal: Principal) -> ViewKey:
        """Return the key of what somebody sees of it."""
        return ViewKey.of(principal, is_over=self.game.state.is_over, names_shown=self.access.names_shown)


class GameCache:
    """The games of a store. May be asked from several threads."""

    def __init__(self, store: Store, default: Access) -> None:
        """Begin empty; ``default`` are the rights of a game without its own."""
        self.store = store
        self.default = default
        self._games: OrderedDict[str, CachedGame] = OrderedDict()
        self._lock = RLock()
        self._position = store.changes_since(LOG_END)[1]

    def get(self, id: str) -> CachedGame:
        """Return a game as it is now; raises ``GameNotFoundError``."""
        with self._lock:
            self.forget_changed()
            cached = self._games.get(id)
            if cached is None:
                cached = self._load(id)
                self._add(id, cached)
            else:
                self._games.move_to_end(id)
            return cached

    def receipts(self, cached: CachedGame) -> dict[bytes, Acknowledged]:
        """Return what became of the requests about a game that were carried out, by their own names."""
        if cached.receipts is None:
            cached.receipts = {**self.store.receipts(cached.game.id)}
        return cached.receipts

    def read(self, id: str) -> CachedGame:
        """Return a game as it is now, and cache it only if it is cached already; raises ``GameNotFoundError``."""
        with self._lock:
            self.forget_changed()
            cached = self._games.get(id)
        return cached or self._load(id)

    def _load(self, id: str) -> CachedGame:
        access = self.store.access(id).or_if_unsaid(self.default)
        return CachedGame(self.store.load(id), access, self.store.told(id))

    def replace(self, before: CachedGame, game: StoredGame, receipt: Acknowledged | None) -> CachedGame:
        """Return a game as somebody has just changed it; cache it as long as nobody else did anything meanwhile."""
        cached = CachedGame(game, before.access, before.entered)
        with self._lock:
            if self._games.get(game.id) is before:
                if before.receipts is not None:
                    cached.receipts = before.receipts | ({receipt.key: receipt} if receipt else {})
                self._add(game.id, cached)
        return cached

    def forget_changed(self) -> set[str]:
        """Remove the games that others changed; return the streams that they wrote."""
        with self._lock:
            touched, self._position = self.store.changes_since(self._position)
            for stream, version in touched.items():
                id, _, rest = stream.partition("/")
                cached = self._games.get(id)
                if cached is None:
                    continue
                if rest not in ("", "receipts") or (not rest and cached.game.version != version):
                    del self._games[id]
            return set(touched)

    def _add(self, id: str, cached: CachedGame) -> None:
        self._games[id] = cached
        self._games.move_to_end(id)
        while len(self._games) > _MOST:
            self._games.popitem(last=False)
