"""Adding games to a library: processes read texts and make rows, and one writes them, a part at a time.

A text that was read before is skipped unread; a game that is there already, in another text or with other notes, is
skipped when it has been read. So a build that was ended at any moment goes on where it was.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import blake2b
from itertools import chain, islice
from multiprocessing import get_context
from typing import Final, NamedTuple

from msgspec.structs import replace

from calimala_es.game import ERASED, Game
from calimala_es.headers import EVENT, NAME_HEADERS
from notation import NotationError
from notation.files.index import source_of
from notation.files.scan import Passage
from notation.reader.games import read_game
from replays.library.folder import Library, Names, PartWriter, encode_rows, text_digest
from replays.library.rows import game_digest, rows_of

PART: Final = 500
"""Games in a part; as many are lost if the program is ended."""

_BATCH: Final = 25
"""Games that a process reads before it answers."""

_AHEAD: Final = 2
"""Batches that wait for each process."""


class Text(NamedTuple):
    """A game to be added: where it was found, the name of its file for messages, and what is written there."""

    place: str
    file: str
    passage: Passage


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
    """What a process found out about a text: the game's digest and its encoded rows, or its first error."""

    digest: str
    rows: dict[str, bytes]
    error: NotationError | None = None


def build(library: Library, texts: Iterable[Text], *, processes: int = 1) -> Iterator[Progress]:
    """Add games to a library; yield the progress after every part, and at the end.

    What was yielded is on disk. Raises ``LibraryError`` if somebody else is adding games.
    """
    with library.adding() as writer:
        yield from _Build(library, writer).run(texts, processes)


class _Build:
    """A build under way: what is known, and the part that fills."""

    def __init__(self, library: Library, writer: PartWriter) -> None:
        self._key = library.key
        self._names: Names = library.names
        self._writer = writer
        self._texts, self._games = library.digests("text"), library.digests("game")
        self._part: list[dict[str, bytes]] = []
        self._progress = Progress()

    def run(self, texts: Iterable[Text], processes: int) -> Iterator[Progress]:
        fresh = self._unread(texts)
        first = [*islice(fresh, _BATCH)]
        describe = partial(_describe, names=self._names, key=self._key)
        if processes < 2 or len(first) < _BATCH:
            yield from self._take_all(map(describe, chain(first, fresh)))
        else:
            # Forking a process that has threads is not safe, and DuckDB has some.
            with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
                batches = chain([first], iter(lambda: [*islice(fresh, _BATCH)], []))
                waiting = deque(
                    pool.submit(_describe_all, batch, self._names, self._key)
                    for batch in islice(batches, processes * _AHEAD)
                )
                while waiting:
                    yield from self._take_all(waiting.popleft().result())
                    waiting.extend(
                        pool.submit(_describe_all, batch, self._names, self._key) for batch in islice(batches, 1)
                    )
        yield self._written()

    def _unread(self, texts: Iterable[Text]) -> Iterator[Text]:
        """Yield the texts that are not in the library as they are written here."""
        for text in texts:
            written = text.passage.text or b""
            digest = text_digest(written, self._key)
            self._count(seen=1, characters=len(written), known=digest in self._texts)
            if digest not in self._texts:
                self._texts.add(digest)
                yield text

    def _take_all(self, found: Iterable[_Found]) -> Iterator[Progress]:
        for one in found:
            if one.error is not None:
                self._count(failed=1)
                self._progress = self._progress._replace(errors=(*self._progress.errors, one.error))
            elif one.digest in self._games:
                self._count(known=1)
            else:
                self._games.add(one.digest)
                self._part.append(one.rows)
                if len(self._part) == PART:
                    yield self._written()

    def _written(self) -> Progress:
        """Write the part, if there is anything in it, and return how far it is."""
        if self._part:
            self._writer.write(self._part)
            self._count(added=len(self._part))
            self._part = []
        progress, self._progress = self._progress, self._progress._replace(errors=())
        return progress

    def _count(self, **more: int) -> None:
        self._progress = self._progress._replace(
            **{name: getattr(self._progress, name) + number for name, number in more.items()}
        )


def _describe_all(texts: list[Text], names: Names, key: bytes) -> list[_Found]:
    return [_describe(text, names=names, key=key) for text in texts]


def _describe(text: Text, *, names: Names, key: bytes) -> _Found:
    """Read a game and return its rows; what is returned can go to another process."""
    try:
        reading = read_game(source_of(text.passage, text.file), inferring=True)
        if reading.errors or reading.game is None:
            raise reading.errors[0]
    except NotationError as error:
        plain = type(error)(error.place, error.message, error.expected, error.rule)
        return _Found("", {}, plain)
    game = with_names(reading.game, names, key)
    place = text.place if names == "keep" else ""
    rows = rows_of(game, place, text_digest(text.passage.text or b"", key))
    return _Found(game_digest(game), encode_rows(rows))


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
