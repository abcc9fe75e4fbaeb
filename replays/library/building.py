"""Adding games to a library: workers read texts and make the files of a part, and one process saves them.

A text that was read before is skipped unread; a game that is there already, in another text or with other notes, is
skipped when it has been read. So a build that was ended at any moment goes on where it was.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import blake2b
from typing import Final, NamedTuple, Protocol, TypeVar

from msgspec.structs import replace

from calimala_es.game import ERASED, Game
from calimala_es.headers import EVENT, NAME_HEADERS
from notation import NotationError
from notation.files.index import source_of
from notation.files.scan import Passage
from notation.reader.games import read_game
from replays.library.folder import Library, Names, PartWriter, encode_part, text_digest
from replays.library.rows import game_digest, rows_of
from replays.library.tables import Row
from replays.workers import ALONE, Workforce, growing, spread

PART: Final = 500
"""Texts of a part; if the program is ended, the parts that workers have begun are lost."""


class Item(Protocol):
    """A game to be added: where it was found, and the bytes by which it is recognised."""

    @property
    def place(self) -> str:
        """Where it was found."""
        ...

    @property
    def written(self) -> bytes:
        """What is written there, or what else is the same only for the same game."""
        ...


Source = TypeVar("Source", bound=Item)


class Text(NamedTuple):
    """A game to be added: where it was found, the name of its file for messages, and what is written there."""

    place: str
    file: str
    passage: Passage

    @property
    def written(self) -> bytes:
        """What is written there."""
        return self.passage.text or b""


class Progress(NamedTuple):
    """How far a build is: texts seen, games added, texts and games that were there already, games with errors.

    ``errors`` are those since the last progress; ``characters`` the length of all texts seen.
    """

    seen: int = 0
    added: int = 0
    known: int = 0
    failed: int = 0
    characters: int = 0
    errors: tuple[NotationError, ...] = ()


class _Found(NamedTuple):
    """What a worker found out about a text: the game's digest and its rows, or its first error."""

    digest: str
    rows: dict[str, list[Row]]
    error: NotationError | None = None


class _Part(NamedTuple):
    """What a worker made of some texts: the digests of the games, once each, their files, repetitions and errors."""

    digests: list[str]
    files: dict[str, bytes]
    repeated: int
    errors: list[NotationError]


def read_text(text: Text) -> Game:
    """Return the game of a text; raise ``NotationError`` for its first error."""
    reading = read_game(source_of(text.passage, text.file), inferring=True)
    if reading.errors or reading.game is None:
        raise reading.errors[0]
    return reading.game


def build(library: Library, texts: Iterable[Text], *, workers: Workforce = ALONE) -> Iterator[Progress]:
    """Add games to a library; yield the progress after every part, and at the end.

    What was yielded is on disk. Raises ``LibraryError`` if somebody else is adding games, and ``WorkersError``.
    """
    return build_from(library, texts, read_text, workers=workers)


def build_from(
    library: Library, items: Iterable[Source], read: Callable[[Source], Game], *, workers: Workforce = ALONE
) -> Iterator[Progress]:
    """Add games as ``build`` does, which ``read`` makes of what is not in the library yet, in any process."""
    with library.adding() as writer:
        yield from _Build(library, writer).run(items, read, workers)


class _Build:
    """A build under way: what is known, and how far it is."""

    def __init__(self, library: Library, writer: PartWriter) -> None:
        self._key = library.key
        self._names: Names = library.names
        self._writer = writer
        self._texts, self._games = library.digests("text"), library.digests("game")
        self._progress = Progress()

    def run(self, items: Iterable[Source], read: Callable[[Source], Game], workers: Workforce) -> Iterator[Progress]:
        describe = partial(_describe_all, read=read, names=self._names, key=self._key)
        for part in spread(describe, growing(self._unread(items), PART), workers):
            self._save(part)
            yield self._reported()
        yield self._progress

    def _unread(self, items: Iterable[Source]) -> Iterator[Source]:
        """Yield those that are not in the library as they are written here."""
        for item in items:
            digest = text_digest(item.written, self._key)
            self._count(seen=1, characters=len(item.written), known=digest in self._texts)
            if digest not in self._texts:
                self._texts.add(digest)
                yield item

    def _save(self, part: _Part) -> None:
        """Save the games of a part that are not there yet."""
        known = self._games.intersection(part.digests)
        if added := len(part.digests) - len(known):
            self._writer.write(part.files, known)
        self._games.update(part.digests)
        self._count(added=added, known=len(known) + part.repeated, failed=len(part.errors))
        self._progress = self._progress._replace(errors=tuple(part.errors))

    def _reported(self) -> Progress:
        """Return how far it is, with the errors since the last time."""
        progress, self._progress = self._progress, self._progress._replace(errors=())
        return progress

    def _count(self, **more: int) -> None:
        self._progress = self._progress._replace(
            **{name: getattr(self._progress, name) + number for name, number in more.items()}
        )


def _describe_all(items: list[Source], read: Callable[[Source], Game], names: Names, key: bytes) -> _Part:
    found = [_describe(item, read, names=names, key=key) for item in items]
    errors = [one.error for one in found if one.error is not None]
    games: dict[str, dict[str, list[Row]]] = {}
    for one in found:
        if one.error is None:
            games.setdefault(one.digest, one.rows)
    files = encode_part([*games.values()]) if games else {}
    return _Part([*games], files, len(found) - len(games) - len(errors), errors)


def _describe(item: Source, read: Callable[[Source], Game], *, names: Names, key: bytes) -> _Found:
    """Read a game and return its rows, or its first error in a form that can go to another process."""
    try:
        game = with_names(read(item), names, key)
    except NotationError as error:
        plain = type(error)(error.place, error.message, error.expected, error.rule)
        return _Found("", {}, plain)
    place = item.place if names == "keep" else ""
    return _Found(game_digest(game), rows_of(game, place, text_digest(item.written, key)))


def with_names(game: Game, names: Names, key: bytes) -> Game:
    """Return the game with the players' names as a library wants them; without their names also without the occasion.

    The same name becomes the same words as long as the key is the same.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> from msgspec.structs import replace
    >>> game = replace(play(Setup("bry", "WBMUCAVTS")), headers=(("Blue", "Maria"), ("Event", "Maria's birthday")))
    >>> with_names(game, "replace", b"a key").headers
    (('Blue', 'player 67715c07'),)
    """
    if names == "keep":
        return game
    headers = [(name, value) for name, value in game.headers if name != EVENT]
    return replace(
        game,
        headers=tuple(
            [(name, _replaced(value, names, key) if name in NAME_HEADERS else value) for name, value in headers]
        ),
    )


def _replaced(name: str, names: Names, key: bytes) -> str:
    if names == "omit" or not name.strip() or name.strip() == ERASED:
        return ""
    return f"player {blake2b(name.strip().casefold().encode(), digest_size=4, key=key).hexdigest()}"
