"""Files of any size: where games begin, what their headers say, an index of them, and reading any one of them at
once."""

import tracemalloc
from collections.abc import Callable, Iterator
from io import BytesIO, RawIOBase, StringIO
from pathlib import Path
from typing import BinaryIO, Final, cast
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation import NotWellFormedError
from notation.errors import NotationError
from notation.files import index, scan
from notation.files.index import DamagedIndexError, Index, StaleIndexError, index_of, load_index, read_at, source_of
from notation.files.scan import GameEntry, scan_games, scan_headers
from notation.grammar import tokens
from notation.grammar.tokens import Source, split_games
from notation.headers.starting import read_start
from notation.reader.games import read_game
from tests.notation.tables import DEALS, SETUP, game
from tests.profiles import examples

BEGINNINGS = (
    *(
        '[CGN "1.0"]',
        '[CGN "',
        "[CGN ",
        "[",
        '[X "y"]',
        ' [X "y"]',
        "\ufeff",
        "\n",
        "\n",
        "\n",
        "\n",
        "\r",
        "\r\n",
        "{",
        "}",
        "\\",
    ),
    *(
        "\\}",
        "a",
        " ",
        "1. AS",
        '"',
        "\u2028",
        "\x85",
        "\x1c",
        "ä",
        '[Ä1 "x"]',
        '[Aé "x" ]',
        '\n[CGN "1.0"]\n',
        "[foo]",
    ),
    *(
        "[foo]",
        '\n[Seats "bry"]\n',
        "%{x}",
        '{[CGN "1.0"]}',
        '[X  "a\\"b"] [Y "c"]',
        "\t",
        "\x0b",
        "\n{\n",
        "\n}\n",
        "\udcff",
    ),
)
"""Beginnings of games, things that resemble them, and bytes that are not UTF-8."""

TEXTS = st.lists(st.sampled_from(BEGINNINGS), max_size=40).map(
    lambda parts: "".join(parts).encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
)
BLOCKS = st.sampled_from((1, 2, 3, 5, 16, 50, 1 << 20))


def split(text: str) -> list[Source]:
    """Return the games that the reader finds."""
    return [*split_games(text, "x")]


@given(TEXTS, BLOCKS)
@examples(300)
def test_scan_finds_the_games_that_the_reader_finds(text: str, block: int) -> None:
    """A scan finds the games of any text on the same lines as the reader, and their bytes are those games. This holds
    for any line ends, marks, open comments, indented headers and invalid bytes, and wherever the text is cut into
    blocks."""
    data = text.encode("utf-8", "surrogateescape")
    with patch.object(scan, "_BLOCK", block):
        passages = [*scan_games(data)]
        entries = [*scan_headers(BytesIO(data))]
    assert entries == [passage.entry for passage in passages]
    sources = split(text)
    assert [entry.line for entry in entries] == [source.line for source in sources]
    for passage, source in zip(passages, sources, strict=True):
        entry = passage.entry
        assert passage.text is not None
        assert passage.text == data[entry.offset : entry.offset + entry.length]
        (alone,) = split(passage.text.decode("utf-8", "surrogateescape"))
        assert (alone.body, [line for _, line in alone.headers]) == (source.body, [line for _, line in source.headers])


@pytest.mark.parametrize("text", ["\n\n\x1c\r(", '[X "y"]\r(', "\x1c\ra", '[X "y"]\r\r(', '[X "y"]\r\n('])
def test_a_carriage_return_before_the_last_sign_ends_a_line(text: str) -> None:
    """A carriage return ends a line also where a single sign of the file follows it, and no line feed."""
    (entry,) = scan_headers(text.encode())
    (source,) = split(text)
    assert (entry.line, entry.headers) == (source.line, (("X", "y"),) if source.headers else ())


@pytest.mark.parametrize("text", ["B\n[CGN ", "B\n\ufeff[CGN 1\n", '[CGN "1"]\n{\n[CGN x', "B\n [CGN ", "B\n[CGN"])
def test_a_version_begins_a_game_whatever_follows_it(text: str) -> None:
    """A line that begins with the header of a version begins a game after words, also without a quote after it."""
    assert [entry.line for entry in scan_headers(text.encode())] == [source.line for source in split(text)]


@given(TEXTS.map(lambda text: text.replace("\udcff", "")))
@examples(150)
def test_scan_reads_the_headers_that_the_reader_reads(text: str) -> None:
    """A scan gives names and values as the reader does, unescaped, and skips lines that are not headers."""
    for entry, source in zip(scan_headers(text.encode()), split(text), strict=True):
        errors: list[NotationError] = []
        start = read_start(source, errors)
        assert entry.headers == tuple((header.name, header.value) for header in start.headers)


@given(TEXTS.map(lambda text: text.replace("\udcff", "")))
@examples(60)
def test_game_read_by_the_index_is_the_game_of_the_file(text: str) -> None:
    """Any game that is read by its place is the game in the whole file, with the lines of the file."""
    file = BytesIO(text.encode())
    found = index_of(file)
    assert [read_at(file, entry, "x") for entry in found] == split(text)
    assert [entry._replace(headers=()) for entry in scan_headers(text.encode())] == [*found]


def test_games_of_headers_alone_follow_one_another() -> None:
    """A second version header begins another game even if the one before has no decisions, as with results alone."""
    text = "".join(f'[CGN "1.0"]\n[Result "{number}-2-3"]\n\n' for number in range(3))
    assert [entry.header("Result") for entry in scan_headers(text.encode())] == ["0-2-3", "1-2-3", "2-2-3"]
    assert [source.line for source in split(text)] == [1, 4, 7]


def test_errors_have_the_lines_of_the_file() -> None:
    """An error in a game that was read by its place has its line and column in the file."""
    text = game("BM B M") + "\n" + game("BM B M\n2. XX")
    file = BytesIO(text.encode())
    (error,) = read_game(read_at(file, index_of(file)[1], "games.cgn")).errors
    assert str(error).startswith("games.cgn:14:4: ")


def test_bytes_that_are_not_text_are_reported_with_their_place() -> None:
    """A game that is not UTF-8 is an error with line, column and byte; the games beside it are read."""
    data = (game("BM B M") + game("BM {x\n caf\ue000}")).encode().replace("\ue000".encode(), b"\xe9") + SETUP.encode()
    one, other, last = scan_games(data)
    assert split(game("BM B M")) == [source_of(one, "x")]
    with pytest.raises(NotWellFormedError, match=r"^x:13:5: this is not UTF-8: byte \d+ of the file is 0xe9") as raised:
        source_of(other, "x")
    assert data[int(str(raised.value).split("byte ")[1].split()[0]) - 1] == 0xE9
    assert source_of(last).headers[0][0] == 14


# Saved indexes.


def saved(found: Index) -> bytes:
    return b"".join(found.saved())


def test_saved_index_is_loaded_again() -> None:
    """A saved index has the same places when it is loaded, and the file to which it belongs."""
    file = BytesIO((game("BM B M") * 5).encode())
    found = index_of(file)
    loaded = load_index(BytesIO(saved(found)))
    assert [*loaded] == [*found]
    assert len(loaded) == 5
    assert loaded[1:3] == [found[1], found[2]]
    assert loaded[-1] == found[4]
    assert loaded.fits(file)
    with pytest.raises(IndexError):
        loaded[5]


def test_index_of_another_file_does_not_fit() -> None:
    """An index fits neither a longer file nor one of the same length with another beginning, middle or end."""
    data = (game("BM B M") * 300).encode()
    found = index_of(BytesIO(data))
    assert found.fits(BytesIO(data))
    assert not found.fits(BytesIO(data + b"\n"))
    for place in (0, len(data) // 2, len(data) - 1):
        assert not found.fits(BytesIO(data[:place] + b"#" + data[place + 1 :]))


def test_game_that_is_not_where_it_was_is_an_error() -> None:
    """A place where no single game is raises an error, and is never read as something else."""
    text = (game("BM B M") * 3).encode()
    one, other, _ = index_of(BytesIO(text))
    for wrong in (one._replace(length=one.length + other.length), one._replace(offset=10**6)):
        with pytest.raises(StaleIndexError):
            read_at(BytesIO(text), wrong)


DAMAGES: Final[list[tuple[Callable[[list[bytes]], list[bytes]], int]]] = [
    (lambda lines: [], 1),
    (lambda lines: [b"{}\n"], 1),
    (lambda lines: [b"\xff\n", *lines[1:]], 1),
    (lambda lines: [lines[0].replace(b'"index":1', b'"index":2'), *lines[1:]], 1),
    (lambda lines: [lines[0].replace(b'"games":3', b'"games":-1'), *lines[1:]], 1),
    (lambda lines: lines[:-1], 4),
    (lambda lines: [*lines, lines[-1]], 5),
    (lambda lines: [lines[0], lines[2], lines[1], lines[3]], 3),
    (lambda lines: [lines[0], b"[0,1]\n", b"[99999999,2]\n", lines[3]], 3),
    (lambda lines: [lines[0], b"[-5,1]\n", *lines[2:]], 2),
    (lambda lines: [lines[0], b"[" + b"1" * 500 + b",1]\n", *lines[2:]], 2),
]
"""Damages to a saved index of three games, each with the line on which it is reported."""


@pytest.mark.parametrize(("damage", "line"), DAMAGES)
def test_damaged_index_is_refused(damage: Callable[[list[bytes]], list[bytes]], line: int) -> None:
    """A damaged index raises an error with the line."""
    lines = [*index_of(BytesIO((game("BM B M") * 3).encode())).saved()]
    damaged = b"".join(damage(lines))
    with pytest.raises(DamagedIndexError, match=rf"^index:{line}: "):
        load_index(BytesIO(damaged))


# What is too long to be a game.

MOST = 2_000
"""The number of characters that a game may have in the tests below."""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST_GAME_CHARS", MOST)
    monkeypatch.setattr(scan, "MOST_GAME_BYTES", MOST)
    monkeypatch.setattr(scan, "_BLOCK", 100)


class Endless(RawIOBase):
    """A file that is made while it is read, and records the largest read."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self.parts = parts
        self.most = 0

    def read(self, size: int = -1, /) -> bytes:
        self.most = max(self.most, size)
        return next(self.parts, b"")


LONG_LINES = (
    "x" * 5_000,
    "{" + "\\}" * 3_000,
    "\\" * 5_001 + "}",
    "[" * 5_000,
    "{" + "\\" * 5_000 + "}",
    " \t" * 3_000,
)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("line", LONG_LINES)
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_long_line_makes_its_game_too_long_and_no_other(line: str, end: str) -> None:
    """A line longer than a game may be makes its game too long; the games beside it are read as usual."""
    text = (game("BM B M") + game(line) + '[CGN "1.0"]\n' + game("BM B M")).replace("\n", end)
    expected = [(1, False), (7, True), (13, False)]
    passages = [*scan_games(text.encode())]
    assert [(passage.entry.line, passage.text is None) for passage in passages] == expected
    assert [source_of(passage, "x").too_long for passage in passages] == [False, True, False]
    assert [(source.line, source.too_long) for source in split(text)] == expected
    for newline in (None, ""):
        assert [(source.line, source.too_long) for source in split_games(StringIO(text, newline), "x")] == expected


LONG = ("x" * 40, "{" + "y" * 30, "\\" * 21, "abcdefghij", "klmno", "\\\\")
"""Words that make lines longer than a game may be in the test below."""


@given(
    st.lists(
        st.sampled_from((*LONG, '[CGN "1.0"]', '\n[CGN "1.0"]\n', '[X "y"]', *"\n\r\\{}[\ufeff ", "\r\n")), max_size=60
    ),
    st.sampled_from((24, 40)),
    st.sampled_from((1, 2, 7)),
)
@examples(150)
def test_long_lines_hide_no_game(parts: list[str], most: int, block: int) -> None:
    """Games begin on the same lines whether lines fit into memory or not, in bytes and in open text files."""
    text = "".join(parts)
    expected = [source.line for source in split(text)]
    with patch.object(scan, "_BLOCK", block), patch.object(scan, "MOST_GAME_BYTES", most):
        assert [entry.line for entry in scan_headers(text.encode())] == expected
    with patch.object(tokens, "MOST_GAME_CHARS", most):
        for newline in (None, "", "\n"):
            assert [source.line for source in split_games(StringIO(text, newline), "x")] == expected


@pytest.mark.usefixtures("small")
def test_game_that_is_too_long_is_reported_and_passed_over() -> None:
    """A game of too many lines is one error, and the next game is read."""
    text = game("BM B M {" + "x\n" * 2_000 + "}") + game("BM B M")
    long, short = (read_game(source_of(passage)) for passage in scan_games(text.encode()))
    assert [str(error.message) for error in long.errors] == ["the game is too long"]
    assert not short.errors


@pytest.mark.usefixtures("small")
def test_no_more_than_a_game_is_held() -> None:
    """A scan reads one block at a time and holds at most one game, however long a line, a game or a file is."""

    def parts() -> Iterator[bytes]:
        yield SETUP.encode()
        for _ in range(10_000):
            yield b"x\\{" * 30
        yield b'\n[CGN "1.0"]\n' + game("BM B M").encode()

    file = Endless(parts())
    tracemalloc.start()
    passages = [*scan_games(cast("BinaryIO", file))]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [passage.text is None for passage in passages] == [True, False]
    assert file.most == 100
    assert peak < 100_000


@pytest.mark.usefixtures("small")
def test_reader_holds_no_long_line() -> None:
    """The reader of an open text file reads at most as much of a line as a game may have."""

    class Watched(StringIO):
        most = 0

        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            assert size is not None
            assert 0 < size <= MOST + 1
            return super().readline(size)

    (source,) = split_games(Watched(SETUP + "x" * 50_000), "x")
    assert source.too_long
    assert len(source.body) <= MOST


def test_file_on_disk(tmp_path: Path) -> None:
    """An index of a file on a disk gives each of its games."""
    path = tmp_path / "games.cgn"
    path.write_text("\n".join(game(f"BM B M {{{number}}}") for number in range(20)), encoding="utf-8")
    with path.open("rb") as file:
        found = index_of(file)
        comments = [read_game(read_at(file, entry)).game for entry in reversed(found)]
    assert [record and record.moves[-2].comments + record.moves[-1].comments for record in comments] == [
        (str(number),) for number in reversed(range(20))
    ]


def test_entry_has_the_first_header_of_a_name() -> None:
    """An entry gives the value of a header, or nothing."""
    (entry,) = scan_headers((SETUP + '[Event "A"]\n[Event "B"]\n' + DEALS).encode())
    assert (entry.header("Event"), entry.header("Site")) == ("A", None)
    assert GameEntry(0, scan.MOST_GAME_BYTES + 1, 1).is_too_long
    assert index.VERSION == 1
