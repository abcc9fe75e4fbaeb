"""The games of a store in memory, as long as nobody adds to them, with what was worked out of each.

Before a game is given out the log of the store is asked what has changed, so several processes may serve one store and
none answers with anything that is out of date.
"""

from collections import OrderedDict
from collections.abc import Mapping
from functools import cached_property
from threading import RLock
from typing import Final, NamedTuple

from calimala_es.commands import Command
from calimala_es.game import Game
from calimala_es.store import Access, Acknowledged, Store, StoredGame
from calimala_es.view import Viewer
from replays.service.access import Principal, Right
from replays.service.limits import check_length
from replays.service.visibility.game_view import GameView, follower_viewer, view_for, viewer_for

_MOST: Final = 256
"""Games that are cached."""

LOG_END: Final = 1 << 62
"""A position after all rows: nothing changed since, and the answer says where the log ends."""


class ViewKey(NamedTuple):
    """What decides what a principal sees of a game; those who have the same key see the same.

    ``viewer`` is the seat or the public while the game goes on; ``writes`` is on for those who write it down.
    """

    viewer: Viewer
    sees_all: bool
    names_shown: bool
    writes: bool


class CachedGame:
    """A game of the store: with who may do what, the cards that seats entered, and what has been seen of it."""

    def __init__(
        self,
        game: StoredGame,
        access: Access,
        entered: tuple[Mapping[int, Command], ...],
        played: Game | None = None,
    ) -> None:
        """Hold a game; ``entered`` are the commands that seats entered of their cards, by seat, as ``Store.told``."""
        self.game = game
        self.access = access
        self.entered = entered
        self.receipts: dict[bytes, Acknowledged] | None = None
        self._played = played
        self._views: dict[ViewKey, GameView] = {}

    @cached_property
    def played(self) -> Game:
        """The game as far as it was played, for those who go on with it."""
        return self.game.played if self._played is None else self._played

    def view(self, principal: Principal) -> GameView:
        """Return what somebody may see of it; raises ``Problem`` for a game that has more than a service shows."""
        key = self.view_key(principal)
        if key not in self._views:
            check_length(len(self.game.numbers))
            self._views[key] = view_for(self.game, principal, self.entered, names_shown=key.names_shown)
        return self._views[key]

    def view_key(self, principal: Principal) -> ViewKey:
        """Return the key of what somebody sees of it."""
        names = self.access.names_shown or principal.right > Right.LOOK
        _, sees_all = viewer_for(principal, is_over=self.game.state.is_over)
        return ViewKey(follower_viewer(principal), sees_all, names, principal.may(Right.RECORD))


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

    def replace(self, before: CachedGame, game: StoredGame, played: Game | None, receipt: Acknowledged | None) -> None:
        """Cache a game as somebody has just changed it, as long as nobody else did anything meanwhile."""
        with self._lock:
            if self._games.get(game.id) is not before:
                return
            cached = CachedGame(game, before.access, before.entered, played)
            if before.receipts is not None:
                cached.receipts = before.receipts | ({receipt.key: receipt} if receipt else {})
            self._add(game.id, cached)

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
