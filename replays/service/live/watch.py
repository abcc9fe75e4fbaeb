"""The one that watches the log of the store for a whole process, and tells those who follow a game that it changed.

It looks as often as ``Options.poll`` says, whoever wrote, in this process or in another one. A follower is woken only
if what they may see is otherwise than before, so that nobody learns from a message, or from its time, that something
happened that they do not see.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Final

from anyio import to_thread

from calimala_es.errors import GameNotFoundError, StoreError
from replays.service.asking.asker import Asker, Right
from replays.service.games import LOG_END, Held, HeldGames
from replays.service.live.transcripts import Transcript, Transcripts
from replays.service.problems import Problem

_log: Final = logging.getLogger("calimala.service")

Looks = Callable[[Held], Asker]
"""Who somebody is to a game, as its rights are when it is asked."""


class Follower:
    """Somebody who follows a game; ``seen`` is what they were told last, ``due`` what it is by now.

    Where several changes come before somebody has taken the first, ``due`` is the last of them: whoever is slow is told
    less often, and nothing piles up. ``None`` as what is due: there is nothing more that they may see.
    """

    def __init__(self, game: str, looks: Looks) -> None:
        """Follow a game with these eyes."""
        self.game = game
        self.looks = looks
        self.seen: Transcript | None = None
        self.due: Transcript | None = None
        self.woken = asyncio.Event()
        self.ended = False

    def cancel(self) -> None:
        """Follow no longer: the service stops."""
        self.ended = True
        self.woken.set()

    def tell(self, now: Transcript | None) -> None:
        """Wake up if that is otherwise than what was due."""
        if now is None or self.due is None or now.id != self.due.id:
            self.due = now
            self.woken.set()


class Live:
    """Those who follow games in this process, and the watch for them; of one event loop at a time."""

    def __init__(self, games: HeldGames, poll: float, most: int) -> None:
        """Watch nothing yet; at most so many may follow."""
        self.transcripts = Transcripts()
        self._games = games
        self._poll = poll
        self._most = most
        self._followers: dict[str, set[Follower]] = {}
        self._count = 0
        self._watch: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._lock = Lock()

    def has_room(self) -> bool:
        """Whether one more may follow."""
        return self._count < self._most

    async def joined(self, follower: Follower) -> None:
        """Let somebody follow: what they may see from here on misses no change."""
        self._count += 1
        self._followers.setdefault(follower.game, set()).add(follower)
        if self._watch is None:
            self._ready = asyncio.Event()
            self._watch = asyncio.create_task(self._watching(self._ready))
        await self._ready.wait()

    def left(self, follower: Follower) -> None:
        """Let somebody go; the watch ends with the last one."""
        there = self._followers.get(follower.game, set())
        if follower not in there:
            return
        there.discard(follower)
        self._count -= 1
        if not there:
            del self._followers[follower.game]
        if not self._followers and self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def now(self, game: str, looks: Looks) -> Transcript | None:
        """What somebody may see of a game by now; ``None`` for nothing, and for what has more than is shown."""
        try:
            held = self._games.get(game)
        except GameNotFoundError:
            return None
        asker = looks(held)
        if not asker.may(Right.LOOK):
            return None
        with self._lock:
            try:
                return self.transcripts.of(held.sight(asker), held.eyes(asker))
            except Problem:
                return None

    async def _watching(self, ready: asyncio.Event) -> None:
        position: int | None = None
        while True:
            try:
                if position is None:
                    position = (await to_thread.run_sync(self._changes, LOG_END))[1]
                    ready.set()
                else:
                    position = await self._looked(position)
            except StoreError as error:
                _log.warning("the log of the store cannot be read; those who follow wait: %s", error)
            await asyncio.sleep(self._poll)

    async def _looked(self, position: int) -> int:
        """Tell everybody whose game changed since a place in the log; the place up to which that was looked at."""
        touched, last = await to_thread.run_sync(self._changes, position)
        games = {stream.partition("/")[0] for stream in touched}
        woken = [follower for game in games & self._followers.keys() for follower in self._followers[game]]
        if woken:
            due = await to_thread.run_sync(lambda: [self.now(one.game, one.looks) for one in woken])
            for follower, now in zip(woken, due, strict=True):
                follower.tell(now)
        return last

    def _changes(self, position: int) -> tuple[Mapping[str, int], int]:
        return self._games.store.changes_since(position)
