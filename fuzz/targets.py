"""What is fuzzed: each target takes any bytes, and fails only where the program breaks a promise."""

from collections.abc import Callable
from io import BytesIO
from typing import Final

from calimala_es.errors import SetupError
from calimala_es.store import memory_store
from calimala_es.store.backup import BackupError
from cli.exits import TextError
from cli.setup_file import format_box, parse_box
from fuzz.bodies import FuzzedService, store_clock
from fuzz.laws import position_or_error, reads_or_reports
from fuzz.rows import changed, game_or_error, stored
from fuzz.vocabulary import text_of
from notation import dumps
from notation.files.scan import scan_headers
from notation.grammar.tokens import split_games
from notation.share import ShareCodeError, decode, decode_from, encode


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def game(data: bytes) -> None:
    """Check any text as games."""
    reads_or_reports(_text(data))


def words(data: bytes) -> None:
    """Check words of the notation in any order, after a sound start."""
    reads_or_reports(text_of(data))


def position(data: bytes) -> None:
    """Check any line as a position."""
    position_or_error(_text(data))


def share(data: bytes) -> None:
    """Check any text as a share code; if it is one, its game has a code too."""
    try:
        record = decode_from(_text(data))
    except ShareCodeError:
        return
    assert decode(encode(record)) == record
    assert dumps(record)


def scanned(data: bytes) -> None:
    """Check that scanning a file finds the games that reading it finds."""
    text = _text(data)
    found = [entry.line for entry in scan_headers(BytesIO(text.encode())) if not entry.is_too_long]
    assert found == [source.line for source in split_games(text, "<text>") if not source.too_long]


def box(data: bytes) -> None:
    """Check any text as a file with the numbers of the components."""
    try:
        found = parse_box(_text(data), "<text>")
    except (TextError, SetupError):
        return
    assert parse_box(format_box(found), "<text>") == found


def body(data: bytes) -> None:
    """Check any bytes as the body of a request to an endpoint, which the first byte chooses."""
    assert FuzzedService.running().status(data[:1], data[1:]) < 500


def pieces(data: bytes) -> None:
    """Check that a text of games that arrives in pieces, whose size is the first byte, brings the games of the text."""
    size, text = 1 + (data or b"\0")[0], _text(data[1:]).encode()
    cut = [text[start : start + size] for start in range(0, len(text), size)] or [b""]
    service = FuzzedService.running()
    assert service.imported(cut) == service.imported([text])


def rows(data: bytes) -> None:
    """Check rows of a game with right checksums that no program has written: they are read, or an error is reported."""
    with stored(changed(data)) as store:
        game_or_error(store)


def backup(data: bytes) -> None:
    """Check any bytes as a backup of all games: it adds games, of which a second time adds nothing, or is an error."""
    lines = data.splitlines()
    with memory_store(store_clock) as store:
        try:
            found = store.restore_backup(lines)
        except BackupError:
            return
        assert {line.id for line in store.summaries()} <= {*found.added}
        again = store.restore_backup(lines)
        assert (again.added, again.continued, again.refused) == ([], [], found.refused)


TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    "game": game,
    "words": words,
    "position": position,
    "share": share,
    "scan": scanned,
    "box": box,
    "body": body,
    "pieces": pieces,
    "rows": rows,
    "backup": backup,
}
"""Every target by name; its corpus and its findings are the folders of this name."""
