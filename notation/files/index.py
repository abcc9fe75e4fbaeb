"""An index over a file of games, however large, and any game of it at once.

The index says where each game begins; it can be saved and loaded again, and knows by the file's size and by samples
of it whether the file is still the same. What is read by it is the game with the lines of the whole file.
"""

from array import array
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from os import SEEK_END
from typing import BinaryIO, Final, TypeVar, overload

from msgspec import DecodeError, Struct, ValidationError, json

from calimala_es.errors import CalimalaError
from calimala_es.messages import Message
from notation.errors import NotWellFormedError, Place
from notation.files.scan import GameEntry, Passage, scan_headers
from notation.grammar.tokens import Source, lines_of, split_games

VERSION: Final = 1
_SAMPLES: Final = 64
_SAMPLE_BYTES: Final = 4096
_LONGEST_LINE: Final = 200

_Value = TypeVar("_Value")


class StaleIndexError(CalimalaError):
    """The file is not the one that was indexed: where a game should stand there is none, or another number of them."""


class DamagedIndexError(CalimalaError):
    """A saved index that cannot be loaded; says on which line, and what is wrong."""


class _Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a saved index."""

    index: int
    size: int
    digest: str
    games: int


class Index(Sequence[GameEntry]):
    """Where the games of a file stand, in their order; entries have no headers, 16 bytes a game are held."""

    def __init__(self, size: int, digest: str, offsets: "array[int]", lines: "array[int]") -> None:
        """Keep what was found; see ``index_of`` and ``load_index``."""
        self.size = size
        self.digest = digest
        self._offsets = offsets
        self._lines = lines

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self._offsets)

    @overload
    def __getitem__(self, index: int) -> GameEntry: ...
    @overload
    def __getitem__(self, index: slice) -> list[GameEntry]: ...
    def __getitem__(self, index: int | slice) -> GameEntry | list[GameEntry]:
        """Return the place of a game, counted from 0; raises ``IndexError``."""
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        end = self._offsets[place + 1] if place + 1 < len(self) else self.size
        return GameEntry(self._offsets[place], end - self._offsets[place], self._lines[place])

    def fits(self, file: BinaryIO) -> bool:
        """Return whether a file is the indexed one, by its size and samples of it."""
        return _size_of(file) == self.size and digest_of(file) == self.digest

    def saved(self) -> Iterator[bytes]:
        """Yield the index as lines of JSON: the identity of the file, then the byte and line of each game."""
        yield json.encode(_Head(VERSION, self.size, self.digest, len(self))) + b"\n"
        for offset, line in zip(self._offsets, self._lines, strict=True):
            yield b"[%d,%d]\n" % (offset, line)


def index_of(file: BinaryIO) -> Index:
    r"""Return the index of a seekable file; reads all of it once.

    >>> from io import BytesIO
    >>> [entry.line for entry in index_of(BytesIO(b'[Seats "bry"]\n\n1. WB\n\n[Seats "ryb"]\n'))]
    [1, 5]
    """
    file.seek(0)
    offsets, lines = array("Q"), array("Q")
    for entry in scan_headers(file):
        offsets.append(entry.offset)
        lines.append(entry.line)
    return Index(_size_of(file), digest_of(file), offsets, lines)


def load_index(file: BinaryIO) -> Index:
    """Return a saved index; raises ``DamagedIndexError``."""
    head = _decoded(file, 1, _Head)
    if head.index != VERSION:
        raise DamagedIndexError(f"index:1: version {head.index} is not supported; use version {VERSION}")
    if not 0 <= head.games <= head.size:
        raise DamagedIndexError(f"index:1: {head.games} games in {head.size} bytes")
    offsets, lines = array("Q"), array("Q")
    last, last_line = -1, 0
    for number in range(2, head.games + 2):
        offset, line = _decoded(file, number, tuple[int, int])
        if not last < offset < head.size or not last_line < line <= head.size:
            raise DamagedIndexError(f"index:{number}: byte {offset} on line {line} cannot follow what comes before it")
        offsets.append(offset)
        lines.append(line)
        last, last_line = offset, line
    if file.read(1):
        raise DamagedIndexError(f"index:{head.games + 2}: more than the {head.games} games that it says it has")
    return Index(head.size, head.digest, offsets, lines)


def _decoded(file: BinaryIO, number: int, kind: type[_Value]) -> _Value:
    line = file.readline(_LONGEST_LINE)
    try:
        return json.decode(line, type=kind)
    except (DecodeError, ValidationError, UnicodeDecodeError) as error:
        raise DamagedIndexError(f"index:{number}: this is not a line of an index: {error}") from None


def _size_of(file: BinaryIO) -> int:
    return file.seek(0, SEEK_END)


def digest_of(file: BinaryIO) -> str:
    """Return a digest of a file's size and of samples at even distances, the first and the last bytes included.

    A change of a few bytes between the samples that leaves the size as it is goes unnoticed.
    """
    size = _size_of(file)
    digest = blake2b(size.to_bytes(8), digest_size=16)
    most = max(0, size - _SAMPLE_BYTES)
    for place in sorted({most * number // (_SAMPLES - 1) for number in range(_SAMPLES)}):
        file.seek(place)
        digest.update(file.read(_SAMPLE_BYTES))
    return digest.hexdigest()


def read_at(file: BinaryIO, entry: GameEntry, name: str = "<text>") -> Source:
    r"""Return the one game at a place of a file, for ``read_game``; its lines count as in the whole file.

    Raises ``StaleIndexError`` where no game begins and ends there, and ``NotWellFormedError`` for bytes that are not
    UTF-8. A game that is too long is not read; the source says so.

    >>> from io import BytesIO
    >>> file = BytesIO(b'[Seats "bry"]\n\n1. WB\n')
    >>> read_at(file, index_of(file)[0], "game.cgn").tokens()
    ['1.', 'WB']
    """
    file.seek(entry.offset)
    text = None if entry.is_too_long else file.read(entry.length)
    if text is not None and len(text) < entry.length:
        raise StaleIndexError(f"{name}: the file has fewer than {entry.length} bytes from byte {entry.offset} on")
    return source_of(Passage(entry, text), name)


def source_of(passage: Passage, name: str = "<text>") -> Source:
    """Return a game that a scan has found, for ``read_game``; raises as ``read_at``."""
    entry = passage.entry
    if passage.text is None:
        return Source(name, (), "", entry.line, too_long=True)
    try:
        text = passage.text.decode()
    except UnicodeDecodeError as error:
        raise _not_utf8(passage.text, entry, name, error) from None
    sources = [*split_games(text, name)]
    if len(sources) != 1 or sources[0].line != 1:
        raise StaleIndexError(f"{name}: {len(sources)} games instead of one from byte {entry.offset} on")
    source, skipped = sources[0], entry.line - 1
    return source._replace(
        headers=tuple((line + skipped, text) for line, text in source.headers),
        body_line=source.body_line and source.body_line + skipped,
    )


def _not_utf8(text: bytes, entry: GameEntry, name: str, error: UnicodeDecodeError) -> NotWellFormedError:
    before = [*lines_of(text[: error.start].decode() + "x")]
    message = Message(
        "this is not UTF-8: byte {number} of the file is {byte}",
        number=entry.offset + error.start + 1,
        byte=f"0x{text[error.start]:02x}",
    )
    line = before[-1][:-2]
    place = Place(name, entry.line + len(before) - 1, len(line) + 1, line)
    return NotWellFormedError(place, message, Message("text in UTF-8"))
