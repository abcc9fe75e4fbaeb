"""Those who follow games: transcripts of what each sees, and the watch that wakes them when theirs has changed.

A transcript is a game as the lines of its events (``docs/json.md``), as somebody sees it. A message to a follower says
how many of their lines stay, and which come after those: so a decision, an undo, a comment and the end of a game, when
hidden cards are shown, are all sent alike, and what somebody cannot see changes nothing.

One watch looks at the log of the store for the whole process, for what was written in this process and in any other:
when the store announces it, or otherwise as often as ``Options.poll`` says. A follower is woken only if what they may
see is other than before, so that nobody learns from a message, or from its time, that something happened that they do
not see.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import closing
from hashlib import blake2b
from threading import Lock
from typing import Any, Final

import msgspec
from anyio import to_thread
from msgspec import Struct

from calimala_es.errors import GameNotFoundError, StoreError
from calimala_es.store import PURGED
from notation.json.events import dumps_events
from replays.service.access import Principal, Right
from replays.service.live.listening import Listening
from replays.service.problems import Problem
from replays.service.visibility.game_views import LOG_END, CachedGame, GameCache, GameView, ViewKey

_log: Final = logging.getLogger("calimala.service")


# What somebody sees.

_MOST: Final = 512
"""Transcripts that are remembered, to say what changed since."""


class Transcript(Struct, frozen=True, eq=False):
    """What somebody sees of a game at a version; ``tag`` is that of the lines. Compared by ``id``, not by value."""

    version: int
    lines: tuple[str, ...]
    tag: str

    @property
    def id(self) -> str:
        """The version and the tag, since a comment changes no version."""
        return f"{self.version}-{self.tag}"


class TranscriptChange(Struct, frozen=True):
    """What leads from one transcript to a later one.

    The first ``unchanged`` lines stay, ``lines`` follow them, and the game is at ``version`` then.
    """

    version: int
    unchanged: int
    lines: list[msgspec.Raw]


def transcript_of(view: GameView) -> Transcript:
    """Return the transcript of what somebody sees."""
    lines = tuple(dumps_events(view.record))
    return Transcript(view.version, lines, blake2b("\n".join(lines).encode(), digest_size=6).hexdigest())


def change_between(before: Transcript | None, after: Transcript) -> TranscriptChange:
    """Return what leads from one transcript to another; ``None`` is an empty one."""
    had = before.lines if before else ()
    shared = min(len(had), len(after.lines))
    unchanged = next((place for place in range(shared) if had[place] != after.lines[place]), shared)
    return TranscriptChange(after.version, unchanged, [msgspec.Raw(line.encode()) for line in after.lines[unchanged:]])


def takes_back(before: Transcript | None, change: TranscriptChange) -> bool:
    """Return whether lines go that somebody had."""
    return before is not None and change.unchanged < len(before.lines)


class Transcripts:
    """The latest transcripts by game and by who sees them. May be asked from several threads."""

    def __init__(self) -> None:
        """Begin with none."""
        self._known: OrderedDict[tuple[str, Any, str], Transcript] = OrderedDict()
        self._lock = Lock()

    def of(self, view: GameView, key: ViewKey) -> Transcript:
        """Return the transcript of a view, and remember that those with this key have seen it."""
        found = view.cached(transcript_of, lambda: transcript_of(view))
        with self._lock:
            self._known[view.id, key, found.id] = found
            self._known.move_to_end((view.id, key, found.id))
            while len(self._known) > _MOST:
                self._known.popitem(last=False)
        return found

    def find(self, game: str, key: ViewKey, id: str) -> Transcript | None:
        """Return a transcript that those with this key have seen, if it is still remembered."""
        with self._lock:
            return self._known.get((game, key, id))


# Those who are to learn of it.

PrincipalFor = Callable[[CachedGame], Principal]
"""Gives who a follower is to a game, by its rights at that moment."""


class Follower:
    """Somebody who follows a game; ``seen`` is what they were sent last, ``due`` what it is by now.

    Where several changes come before somebody has taken the first, ``due`` is the last of them: a slow follower is sent
    messages less often, and nothing piles up. ``None`` as what is due: there is nothing more that they may see.
    """

    def __init__(self, game: str, principal_for: PrincipalFor) -> None:
        """Follow a game as this principal."""
        self.game = game
        self.principal_for = principal_for
        self.seen: Transcript | None = None
        self.due: Transcript | None = None
        self.woken = asyncio.Event()
        self.ended = False

    def cancel(self) -> None:
        """Follow no longer: the service stops."""
        self.ended = True
        self.woken.set()

    def wake(self, now: Transcript | None) -> None:
        """Wake up if that is other than what was due."""
        if now is None or self.due is None or now.id != self.due.id:
            self.due = now
            self.woken.set()


class Followers:
    """Those who follow games in this process, and the watch for them; of one event loop at a time."""

    def __init__(self, games: GameCache, poll: float, most: int) -> None:
        """Begin with no followers; at most so many are taken."""
        self.transcripts = Transcripts()
        self._games = games
        self._poll = poll
        self._most = most
        self._followers: dict[str, set[Follower]] = {}
        self._count = 0
        self._watch: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._lock = Lock()

    @property
    def count(self) -> int:
        """How many follow."""
        return self._count

    def has_room(self) -> bool:
        """Return whether one more may follow."""
        return self._count < self._most

    async def add(self, follower: Follower) -> None:
        """Add a follower: what they see from here on misses no change."""
        self._count += 1
        self._followers.setdefault(follower.game, set()).add(follower)
        if self._watch is None:
            self._ready = asyncio.Event()
            self._watch = asyncio.create_task(self._watch_log(self._ready))
        await self._ready.wait()

    def remove(self, follower: Follower) -> None:
        """Remove a follower; the watch ends with the last one."""
        of_game = self._followers.get(follower.game, set())
        if follower not in of_game:
            return
        of_game.discard(follower)
        self._count -= 1
        if not of_game:
            del self._followers[follower.game]
        if not self._followers and self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def now(self, game: str, principal_for: PrincipalFor) -> Transcript | None:
        """Return what somebody may see of a game by now; ``None`` for nothing, and for a game that is too large."""
        try:
            cached = self._games.get(game)
        except GameNotFoundError:
            return None
        principal = principal_for(cached)
        if not principal.may(Right.LOOK):
            return None
        with self._lock:
            try:
                return self.transcripts.of(cached.view(principal), cached.view_key(principal))
            except Problem:
                return None

    async def _watch_log(self, ready: asyncio.Event) -> None:
        position: int | None = None
        with closing(Listening(self._games.store, self._poll)) as listening:
            while True:
                try:
                    await listening.begin()
                    if position is None:
                        position = (await to_thread.run_sync(self._changes, LOG_END))[1]
                        ready.set()
                    else:
                        position = await self._wake_from(position)
                except StoreError as error:
                    _log.warning("the store's log cannot be read; followers are waiting: %s", error)
                await listening.wait()

    async def _wake_from(self, position: int) -> int:
        """Wake everybody whose game changed since a position of the log; return the position of its end."""
        touched, last = await to_thread.run_sync(self._changes, position)
        games = {stream.partition("/")[0] for stream in touched}
        if PURGED not in touched:
            games &= self._followers.keys()
        else:
            # It is not known which game it was.
            games = {*self._followers}
        woken = [follower for game in games for follower in self._followers[game]]
        if woken:
            due = await to_thread.run_sync(lambda: [self.now(one.game, one.principal_for) for one in woken])
            for follower, now in zip(woken, due, strict=True):
                follower.wake(now)
        return last

    def _changes(self, position: int) -> tuple[Mapping[str, int], int]:
        return self._games.store.changes_since(position)
