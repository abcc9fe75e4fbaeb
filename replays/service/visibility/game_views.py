"""Games as somebody sees them: what endpoints answer with, and all that they answer with; made once, and cached.

Those who record a game, or own it, see what was recorded. A seat sees its own cards, those that it entered itself
included, everybody else what is open; once a game is over, everybody sees what was recorded. Two games that differ only
in what somebody may not see make the same ``GameView`` for them.

Before a game is given out the log of the store is asked what has changed, so several processes may serve one store and
none answers with anything that is out of date.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, cached_property, lru_cache, partial
from hashlib import blake2b
from importlib.resources import files
from threading import Lock, RLock
from typing import Any, Final, NamedTuple, TypeVar

from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.game import Game, LastMoves, moves_from, start_of
from calimala_es.setup import Setup
from calimala_es.state import State
from calimala_es.store import (
    PURGED,
    UNLISTED,
    UNSEEN_STREAM,
    Access,
    Receipt,
    Store,
    StoredGame,
    memory_store,
    seen_version,
)
from calimala_es.view import PUBLIC, Viewer, view, view_event
from notation import loads
from replays.edit.redact import redact
from replays.edit.tree import Tree
from replays.replay import Replay
from replays.service.access import Principal, Right
from replays.service.limits import check_length
from replays.service.middleware import packed
from replays.service.visibility.answered_games import AnsweredGame, AnsweredGames, GivenAnswers
from replays.service.visibility.overlay import Disagreement, overlay
from replays.service.visibility.pseudonyms import TABLE_LAYER, own_layer, without_names
from replays.text.languages import ENGLISH, Language
from replays.text.names import Names, SeatNames, names_of

_Made = TypeVar("_Made")

HEARD: Final = frozenset((TABLE_LAYER,))
"""The layers that everybody hears, whatever they see; a seat hears its own as well."""


class ViewKey(NamedTuple):
    """What decides what a principal sees of a game; those who have the same key see the same.

    ``viewer`` is the seat or the public while the game continues; ``writes`` is on for those who record it.
    """

    viewer: Viewer
    sees_all: bool
    names_shown: bool
    writes: bool

    @classmethod
    def of(cls, principal: Principal, *, is_over: bool, names_shown: bool) -> "ViewKey":
        """Return the key of a principal; ``names_shown`` says whether those who only look read people's names."""
        writes = principal.may(Right.RECORD)
        viewer = principal.seat if principal.right is Right.CLAIM else PUBLIC
        return cls(viewer, is_over or writes, names_shown or principal.right > Right.LOOK, writes)


_MOST_HANDED_ON: Final = 7
"""What is handed on from one version of a view to the next: the moves that are seen, and, in three languages, parts of
snapshots and their JSON.
"""


class HandedOn:
    """What is made once for later answers: the last few of all keys. May be asked from several threads."""

    def __init__(self, most: int = _MOST_HANDED_ON) -> None:
        """Begin with nothing."""
        self._most: Final = most
        self._made: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], _Made]) -> _Made:
        """Return what there is under a key, made where there is nothing."""
        with self._lock:
            if key not in self._made:
                self._made[key] = make()
                while len(self._made) > self._most:
                    self._made.popitem(last=False)
            self._made.move_to_end(key)
            made: _Made = self._made[key]
            return made

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._made.clear()


class GameView:
    """A game as somebody sees it; made by ``view_for``.

    ``version`` counts the rows of the game, or what those who look on know of them; ``game`` is what was played;
    ``viewer`` is the seat or ``PUBLIC`` where ``sees_all`` is off; ``player_names`` are those by seat, as far as they
    are known; ``disagreement`` is what of the cards that a seat entered is refuted.
    """

    def __init__(
        self,
        id: str,
        version: int,
        game: "Game | StoredGame | _Redacted",
        viewer: Viewer = PUBLIC,
        *,
        sees_all: bool,
        player_names: SeatNames,
        record: Callable[[], Game] | None = None,
        disagreement: Disagreement | None = None,
        handed_on: "HandedOn | None" = None,
    ) -> None:
        """Store what is seen: a game, or what was played of a stored one, redacted or not; ``record`` makes the game
        with all that is said about it, if this is without that.
        """
        self.id = id
        self.version = version
        self.state = game.state
        self._seen = game
        self.viewer = viewer
        self.sees_all = sees_all
        self.player_names = player_names
        self.disagreement = disagreement
        self._record = record
        self._handed_on = HandedOn() if handed_on is None else handed_on
        self._cache: dict[Hashable, Any] = {}

    def cached(self, key: Hashable, make: Callable[[], _Made]) -> _Made:
        """Return what was made of it under a key, so that it is made once for all who see the same."""
        if key not in self._cache:
            self._cache.setdefault(key, make())
        made: _Made = self._cache[key]
        return made

    def handed_on(self, key: Hashable, make: Callable[[], _Made]) -> _Made:
        """Return what is handed on under a key to those who see the same of later versions, as long as decisions are
        appended; it changes with the game, and has to find out by itself of what it was made.
        """
        return self._handed_on.get(key, make)

    @property
    def game(self) -> Game:
        """What was played."""
        return self._seen if isinstance(self._seen, Game) else self._seen.played

    def last_moves(self, count: int) -> LastMoves:
        """Return the last moves, so many at least if there are as many, from the beginning of a turn or of the game."""
        if not isinstance(self._seen, Game) and not self.state.has_gap:
            last = self._seen.last_moves
            if not last.before or len(last.game.moves) >= count:
                return last
        return LastMoves(self.game)

    @cached_property
    def record(self) -> Game:
        """The game with all that is said about it."""
        return self._record() if self._record else self.game

    @cached_property
    def replay(self) -> Replay:
        """The replay of the record."""
        return Replay(self.record)

    def names_in(self, language: Language = ENGLISH) -> Names:
        """Return how people are called in sentences."""
        return _names_in(self.state.setup, tuple(self.player_names.items()), language)

    @cached_property
    def tree(self) -> Tree:
        """The game with its variations."""
        return Tree.of(self.record)


@lru_cache(maxsize=256)
def _names_in(setup: Setup, names: tuple[tuple[int, str], ...], language: Language) -> Names:
    """Return the names of a game in sentences, which are the same however far it has gone."""
    return Names.of(setup, dict(names), language)


def view_for(
    game: StoredGame, entered: Sequence[Mapping[int, Command]], key: ViewKey, handed_on: HandedOn | None = None
) -> GameView:
    """Return what those with a key see of a game; ``entered`` are the commands that each seat entered of its cards,
    ``handed_on`` is what earlier versions of the view left.

    Raises ``Problem`` for a game that has more than a service shows; to those who record it only for the whole record.
    """
    if not key.writes:
        check_length(game.count)
    version = game.version if key.writes else seen_version(game, key.viewer)
    names = names_of(game.state.setup, game.headers) if key.names_shown else {}
    if key.sees_all:
        record = partial(_record_of, game, names_shown=key.names_shown)
        return GameView(game.id, version, game, sees_all=True, player_names=names, record=record, handed_on=handed_on)
    viewer = key.viewer
    redacted = _Redacted(game, key, (handed_on or HandedOn()).get(SeenMoves, SeenMoves))
    seen: _Redacted | Game = redacted
    disagreement = None
    if viewer is not None and entered[viewer]:
        seen = redacted.played
        start = start_of(seen)
        commands, disagreement = overlay(start, seen.commands, game.anchors, entered[viewer], viewer)
        moves = zip(moves_from(start, commands), seen.moves, strict=True)
        seen = replace(seen, moves=tuple(replace(move, notes=before.notes) for move, before in moves))
    return GameView(
        game.id,
        version,
        seen,
        viewer,
        sees_all=False,
        player_names=names,
        disagreement=disagreement,
        handed_on=handed_on,
    )


class SeenMoves:
    """What a seat, or the public, sees of the moves of a game as it goes on: a move is the same object from version to
    version, so what was made of it can be found again. May be asked from several threads.
    """

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._last: tuple[Game, Game] | None = None

    def of(self, game: Game, viewer: Viewer) -> Game:
        """Return a game without gaps as a seat, or the public, sees it; ``viewer`` is always the same."""
        last = self._last
        if last is not None and _continues(last[0], game):
            played, seen = last
            rest = Game(game.setup, played.state, game.moves[len(played.moves) :])
            seen = seen.added(view(rest, viewer).moves)
        else:
            seen = view(game, viewer)
        self._last = game, seen
        return seen


def _continues(before: Game, after: Game) -> bool:
    """Return whether a game goes on from another: a move that is the same object has the same past."""
    count = len(before.moves)
    if before.start is not after.start or count > len(after.moves):
        return False
    return not count or after.moves[count - 1] is before.moves[-1]


class _Redacted:
    """What a seat, or the public, sees of a stored game: its last moves, and the whole record if somebody asks."""

    def __init__(self, stored: StoredGame, key: ViewKey, moves: SeenMoves) -> None:
        self._stored = stored
        self._key = key
        self._moves = moves

    @cached_property
    def played(self) -> Game:
        """The game with what is said about it that they hear."""
        viewer = self._key.viewer
        layers = HEARD if viewer is None else HEARD | {own_layer(self._stored.state.setup, viewer)}
        return redact(_record_of(self._stored, names_shown=self._key.names_shown), viewer, layers)

    @cached_property
    def last_moves(self) -> LastMoves:
        """The last moves; all of a game in which something was missed or observed."""
        stored, viewer = self._stored, self._key.viewer
        if stored.state.has_gap or stored.was_observed:
            return LastMoves(self.played)
        game, before, earlier = stored.last_moves
        seen = self._moves.of(game, viewer)
        return LastMoves(seen, before, lambda: [view_event(event, viewer) for event in earlier()])

    @property
    def state(self) -> State:
        """The position that they see."""
        return self.last_moves.game.state


def _record_of(stored: StoredGame, *, names_shown: bool) -> Game:
    """Return a game with all that is said about it, without the names of people if they are not shown."""
    check_length(stored.count)
    record = stored.game
    return record if names_shown else without_names(record)


# Contents that take long to make, made once for all who see the same of a game.

_MOST_CONTENTS: Final = 48
"""Contents of one view of a game that are cached, of a kind."""


class Content:
    """The body of an answer, the tag that goes with it, and the same packed; both are made when they are asked for."""

    def __init__(self, content: bytes) -> None:
        """Store the body."""
        self.content: Final = content

    @cached_property
    def tag(self) -> str:
        """A digest of the body as an entity tag."""
        return f'"{blake2b(self.content, digest_size=12).hexdigest()}"'

    @cached_property
    def packed(self) -> bytes:
        """The body in gzip."""
        return packed(self.content)


class ContentCache:
    """What was made of a view, the last few by name. May be asked from several threads: each is made once."""

    def __init__(self, most: int = _MOST_CONTENTS) -> None:
        """Begin empty; at most so many are cached."""
        self._most = most
        self._contents: OrderedDict[Hashable, Content] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}

    def get(self, name: Hashable, make: Callable[[], bytes]) -> Content:
        """Return the content of a name; others who ask for it while it is made wait for it."""
        found = self._contents.get(name)
        if found is not None:
            return found
        with self._making.setdefault(name, Lock()):
            try:
                found = self._contents.get(name)
                if found is None:
                    found = self._contents[name] = Content(make())
                    while len(self._contents) > self._most:
                        self._contents.popitem(last=False)
            finally:
                self._making.pop(name, None)
        return found


def cached_content(
    view: GameView, name: Hashable, make: Callable[[], bytes], *, kind: Hashable = None, most: int = _MOST_CONTENTS
) -> Content:
    """Return what ``make`` makes of a view, made once for a name; of those of a kind the last few are cached."""
    return view.cached((ContentCache, kind), lambda: ContentCache(most)).get(name, make)


# The games of a store in memory, as long as nobody adds to them.

MOST_HELD: Final = 256
"""Games that are cached."""

LOG_END: Final = 1 << 62
"""A position after all rows: nothing changed since, and the answer says where the log ends."""


class CachedGame:
    """A game of the store: with who may do what, the cards that seats entered, and the views that were made of it.

    ``answers`` are the last ones that were given to those who looked at it.
    """

    def __init__(
        self,
        stored: StoredGame,
        access: Access,
        entered: Sequence[Mapping[int, Command]],
        handed_on: dict[ViewKey, HandedOn] | None = None,
    ) -> None:
        """Store a game; ``entered`` are the commands that each seat entered of its cards, as the store has them;
        ``handed_on`` is what the views of an earlier version left.
        """
        self.handed_on: Final = {} if handed_on is None else handed_on
        self.stored = stored
        self.access = access
        self.entered = entered
        self.receipts: dict[bytes, bytes] | None = None
        self.answers: Final[GivenAnswers[Any]] = GivenAnswers()
        self._views: dict[ViewKey, GameView] = {}
        self._seen: dict[Principal, GameView] = {}

    def view(self, principal: Principal) -> GameView:
        """Return what somebody may see of it; raises ``Problem`` for a game that has more than a service shows."""
        found = self._seen.get(principal)
        if found is None:
            key = self.view_key(principal)
            if key not in self._views:
                self._views[key] = view_for(self.stored, self.entered, key, self.handed_on.setdefault(key, HandedOn()))
            found = self._seen[principal] = self._views[key]
        return found

    def has_view(self, principal: Principal) -> bool:
        """Return whether what somebody may see of it is made."""
        return principal in self._seen or self.view_key(principal) in self._views

    def view_key(self, principal: Principal) -> ViewKey:
        """Return the key of what somebody sees of it."""
        return ViewKey.of(principal, is_over=self.stored.state.is_over, names_shown=self.access.names_shown)


EXAMPLE: Final = "example"
"""The id of the complete game that comes with the program, in every service; no game is stored under it."""


@cache
def example_game() -> CachedGame:
    """Return the game that comes with the program, which anyone with the link may view and nobody changes."""
    text = files("replays").joinpath(f"{EXAMPLE}.cgn").read_text(encoding="utf-8")
    with memory_store(lambda: datetime(2026, 11, 21, tzinfo=UTC)) as store:
        stored = store.create(EXAMPLE, loads(text))
        return CachedGame(stored, Access(UNLISTED, names_shown=True), store.claims.read(EXAMPLE))


class _Loading:
    """A game that is being loaded; ``changed`` says that somebody wrote to it meanwhile."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.count = 0
        self.changed = False


class GameCache:
    """The games of a store. May be asked from several threads, which wait only for a game that they all ask for."""

    def __init__(self, store: Store, default: Access, most: int = MOST_HELD) -> None:
        """Begin empty, for at most so many games; ``default`` are the rights of a game without its own."""
        self.store = store
        self.default = default
        self._most = most
        self._games: OrderedDict[str, CachedGame] = OrderedDict()
        self._loading: dict[str, _Loading] = {}
        self._lock = RLock()
        self._position = store.changes_since(LOG_END)[1]
        self._answered = AnsweredGames[Any]()
        self.given: Final = HandedOn(most)
        """What was given of games to those who see the same, whatever has become of them; by game and ``ViewKey``."""

    @property
    def count(self) -> int:
        """How many games are cached."""
        return len(self._games)

    def get(self, id: str) -> CachedGame:
        """Return a game as it is now; raises ``GameNotFoundError``."""
        if id == EXAMPLE:
            return example_game()
        with self._lock:
            self.forget_changed()
            cached = self._games.get(id)
            if cached is not None:
                self._games.move_to_end(id)
                return cached
            loading = self._loading.setdefault(id, _Loading())
            loading.count += 1
        try:
            with loading.lock:
                return self._loaded(id, loading)
        finally:
            with self._lock:
                loading.count -= 1
                if not loading.count:
                    self._loading.pop(id, None)

    def _loaded(self, id: str, loading: _Loading) -> CachedGame:
        """Return a game that was not cached, and cache it unless it changes while it is loaded."""
        with self._lock:
            self.forget_changed()
            cached = self._games.get(id)
            loading.changed = False
        if cached is not None:
            return cached
        cached = self._load(id)
        with self._lock:
            self.forget_changed()
            if not loading.changed:
                self._add(id, cached)
        return cached

    def held(self, id: str) -> CachedGame | None:
        """Return a game as it is now if it is cached."""
        with self._lock:
            self.forget_changed()
            return self._games.get(id)

    def answered(self, id: str) -> AnsweredGame[Any] | None:
        """Return what is held of a game that is not cached, as it was when ``held`` or ``get`` was asked last."""
        with self._lock:
            return self._answered.get(id)

    def receipts(self, cached: CachedGame) -> Mapping[bytes, bytes]:
        """Return the digests of the contents of the requests about a game that were carried out, by their own names."""
        if cached.receipts is None:
            cached.receipts = {**cached.stored.receipts}
        return cached.receipts

    def read(self, id: str) -> CachedGame:
        """Return a game as it is now, and cache it only if it is cached already; raises ``GameNotFoundError``."""
        if id == EXAMPLE:
            return example_game()
        with self._lock:
            self.forget_changed()
            cached = self._games.get(id)
        return cached or self._load(id)

    def _load(self, id: str) -> CachedGame:
        game, access, claimed = self.store.load_shared(id)
        return CachedGame(game, access.with_default(self.default), claimed)

    def replace(self, before: CachedGame, game: StoredGame, receipt: Receipt | None) -> CachedGame:
        """Return a game as somebody has just changed it; cache it as long as nobody else did anything meanwhile."""
        cached = CachedGame(game, before.access, before.entered, before.handed_on)
        with self._lock:
            if self._games.get(game.id) is before:
                cached.receipts = before.receipts
                if cached.receipts is not None and receipt is not None:
                    cached.receipts[receipt.key] = receipt.body
                self._add(game.id, cached)
        return cached

    def forget_changed(self) -> set[str]:
        """Remove the games that others changed; return the streams that they wrote."""
        with self._lock:
            touched, self._position = self.store.changes_since(self._position)
            if PURGED in touched:
                self._games.clear()
                self._answered.clear()
                self.given.clear()
                for loading in self._loading.values():
                    loading.changed = True
            for stream, version in touched.items():
                id, _, rest = stream.partition("/")
                if id in self._loading:
                    self._loading[id].changed = True
                self._answered.forget(id)
                cached = self._games.get(id)
                if cached is None:
                    continue
                if rest not in ("", UNSEEN_STREAM) or (not rest and cached.stored.version != version):
                    del self._games[id]
            return set(touched)

    def _add(self, id: str, cached: CachedGame) -> None:
        self._games[id] = cached
        self._games.move_to_end(id)
        self._answered.forget(id)
        while len(self._games) > self._most:
            oldest, last = self._games.popitem(last=False)
            self._answered.add(oldest, AnsweredGame(last.access, last.answers))
