"""The games of a store as a service holds them: kept in memory as long as nobody adds to them.

Before a game is given out the log of the store is asked what has changed, so several processes may serve one store and
none tells anything that is out of date.
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
from replays.service.asking.asker import Asker, Right
from replays.service.guard.texts import check_length
from replays.service.seeing.sight import Sight, knowing, sight_of, whose

_MOST: Final = 256
"""Games that are held."""

LOG_END: Final = 1 << 62
"""A place behind all rows: what changed since is nothing, and where the log ends is told."""


class Eyes(NamedTuple):
    """Whose eyes somebody has, and what they see; those who have the same see the same.

    ``viewer`` is the seat or the public while the game goes on; ``writes`` is on for who writes it down.
    """

    viewer: Viewer
    sees_all: bool
    names_shown: bool
    writes: bool


class Held:
    """A game as it is held: with who may do what, what seats told, and what has been seen of it."""

    def __init__(
        self, game: StoredGame, access: Access, told: tuple[Mapping[int, Command], ...], history: Game | None = None
    ) -> None:
        """Keep what was read."""
        self.game = game
        self.access = access
        self.told = told
        self.receipts: dict[bytes, Acknowledged] | None = None
        self._history = history
        self._sights: dict[object, Sight] = {}

    @cached_property
    def history(self) -> Game:
        """The game as far as it was played, for who goes on with it."""
        if self._history is not None:
            return self._history
        return self.game.played

    def sight(self, asker: Asker) -> Sight:
        """What somebody may see of it; raises ``Problem`` for a game that has more than a service shows."""
        eyes = self.eyes(asker)
        if eyes not in self._sights:
            check_length(len(self.game.numbers))
            self._sights[eyes] = sight_of(self.game, asker, self.told, names_shown=eyes.names_shown)
        return self._sights[eyes]

    def eyes(self, asker: Asker) -> "Eyes":
        """With what eyes somebody sees it."""
        names = self.access.names_shown or asker.right > Right.LOOK
        _, sees_all = whose(asker, is_over=self.game.state.is_over)
        return Eyes(knowing(asker), sees_all, names, asker.may(Right.RECORD))


class HeldGames:
    """The games of a store. May be asked from several threads."""

    def __init__(self, store: Store, usual: Access) -> None:
        """Hold nothing yet; ``usual`` are the rights of which nobody has said otherwise."""
        self.store = store
        self.usual = usual
        self._held: OrderedDict[str, Held] = OrderedDict()
        self._lock = RLock()
        self._position = store.changes_since(LOG_END)[1]

    def get(self, id: str) -> Held:
        """A game as it is; raises ``GameNotFoundError``."""
        with self._lock:
            self.forget_changed()
            held = self._held.get(id)
            if held is None:
                held = self._loaded(id)
                self._keep(id, held)
            else:
                self._held.move_to_end(id)
            return held

    def receipts(self, held: Held) -> dict[bytes, Acknowledged]:
        """What became of the requests about a game that were carried out, by what they called themselves."""
        if held.receipts is None:
            held.receipts = {**self.store.receipts(held.game.id)}
        return held.receipts

    def read(self, id: str) -> Held:
        """A game as it is, without keeping it if it is not kept already; raises ``GameNotFoundError``."""
        with self._lock:
            self.forget_changed()
            held = self._held.get(id)
        return held or self._loaded(id)

    def _loaded(self, id: str) -> Held:
        access = self.store.access(id).or_if_unsaid(self.usual)
        return Held(self.store.load(id), access, self.store.told(id))

    def grown(self, before: Held, game: StoredGame, history: Game | None, receipt: Acknowledged | None) -> None:
        """Hold a game as somebody has just made it of what was held, as long as nobody else did anything meanwhile."""
        with self._lock:
            if self._held.get(game.id) is not before:
                return
            grown = Held(game, before.access, before.told, history)
            if before.receipts is not None:
                grown.receipts = before.receipts | ({receipt.key: receipt} if receipt else {})
            self._keep(game.id, grown)

    def forget_changed(self) -> set[str]:
        """Let go of the games that others changed; the streams that did."""
        with self._lock:
            touched, self._position = self.store.changes_since(self._position)
            for stream, version in touched.items():
                id, _, rest = stream.partition("/")
                held = self._held.get(id)
                if held is not None and (rest not in ("", "receipts") or (not rest and held.game.version != version)):
                    del self._held[id]
            return set(touched)

    def _keep(self, id: str, held: Held) -> None:
        self._held[id] = held
        self._held.move_to_end(id)
        while len(self._held) > _MOST:
            self._held.popitem(last=False)
