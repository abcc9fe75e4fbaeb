"""Whatever happened to the file of a store, its sound games are recovered, and the rest is reported."""

import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Final

import pytest

from calimala_es.errors import NoStoreError, StoreError
from calimala_es.game import Game
from calimala_es.notes import Comment
from calimala_es.store import Draft, Store, VisibilitySet, memory_store, open_sound, open_store
from calimala_es.store.remains import read_remains
from calimala_es.store.row_events import GameDeleted
from calimala_es.store.rows import EventRow, decode_rows, encode_rows, place_rows
from calimala_es.store.sqlite import SQLiteGamesRecorder
from calimala_es.store.streams import Streams, TimeSource
from calimala_es.store.verify import verify_rows
from tests.cli_runs import Table
from tests.stores.places import Clock, clock
from tests.stores.test_copying import limit
from tests.strategies import Playout

PAGE: Final = 4096
GAMES: Final = 8
LONG: Final = Random(2).randbytes(5_000).hex()
"""A comment that one page cannot hold."""


def streams_of(store: Store) -> Streams:
    return store._streams  # pyright: ignore[reportPrivateUsage]


def filled(store: Store) -> Store:
    """Return the store with games that fill pages: names, notes, rights, photos, undone decisions."""
    for number in range(GAMES):
        id, played = f"g{number}", Playout(2 + number % 4, number).game
        headers = (("Blue", f"Maria {number}"), ("Event", id))
        store.create(id, Game(played.setup, played.start, played.moves[: 60 + number], headers))
        store.undo(id, 3)
        store.annotations.add(id, "Anna", Draft(3, Comment(LONG if number == 1 else f"Why {id}?")))
        store.access.add(id, VisibilitySet("public"))
    store.photos.save("g2", "table.png", Random(1).randbytes(9_000))
    return store


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with these games."""
    path = tmp_path_factory.mktemp("sound") / "games.db"
    filled(open_store(path, Clock())).close()
    return path


def test_a_record_without_end(tmp_path: Path) -> None:
    """A record that claims to be longer than its file, and whose pages lead back to each other, is no record."""
    path = tmp_path / "games.db"
    cell = b"\xff" * 9 + b"\x01" + bytes(489) + (2).to_bytes(4, "big")
    leaf = b"\x0d\0\0\0\1" + bytes(3) + (200).to_bytes(2, "big")
    first = (b"SQLite format 3\0" + PAGE.to_bytes(2, "big")).ljust(100, b"\0") + leaf
    path.write_bytes((first.ljust(200, b"\0") + cell).ljust(PAGE, b"\0") + (2).to_bytes(4, "big").ljust(PAGE, b"\0"))
    assert read_remains(path).rows == {}


def varint(number: int) -> bytes:
    """Return a number as SQLite writes it."""
    parts = [number & 0x7F]
    while number := number >> 7:
        parts.insert(0, 0x80 | number & 0x7F)
    return bytes(parts)


def test_a_file_made_to_be_large(tmp_path: Path) -> None:
    """A file whose records lie over each other, and all end in the same pages, is read with no more memory than a few
    times what it has."""
    path = tmp_path / "games.db"
    leaves, chain, step, first, length = 4, 9, 24, 400, 33_229
    rests = leaves + 1
    pages = [(rests + number + 1).to_bytes(4, "big").ljust(PAGE, b"\0") for number in range(chain)]
    values = b"\x05\0" + varint(2 * (length - 5) + 12)
    for leaf in range(leaves):
        places = range(first, PAGE - 600, step)
        head = b"\x0d\0\0" + len(places).to_bytes(2, "big") + bytes(3)
        head += b"".join(place.to_bytes(2, "big") for place in places)
        cells = [varint(length) + varint((leaf + 1 << 20) + place) + values for place in places]
        # Each record goes on where a later one has the number of the same page.
        content = b"".join(cell.ljust(step - 4, b"\0") + rests.to_bytes(4, "big") for cell in [*cells, *[b""] * 25])
        start = b"" if leaf else (b"SQLite format 3\0" + PAGE.to_bytes(2, "big")).ljust(100, b"\0")
        pages.insert(leaf, ((start + head).ljust(first, b"\0") + content)[:PAGE])
    path.write_bytes(b"".join(pages))
    size = sum(len(row) for rows in read_remains(path).rows.values() for row in rows.values())
    assert path.stat().st_size < size < 20 * path.stat().st_size


def test_pages_have_all_that_sqlite_reads(tmp_path: Path) -> None:
    """Every row, name and photo is found without SQLite, those too that are only in the file written ahead."""
    path = tmp_path / "games.db"
    with filled(open_store(path, Clock())) as store:
        recorder, versions = streams_of(store).recorder, store.changes_since(0)[0]
        assert path.with_name("games.db-wal").stat().st_size > PAGE
        before = read_remains(path)
        rows = {stream: recorder.select_rows(stream) for stream in versions}
        names = sorted(recorder.select_names())
    for found in (before, read_remains(path)):
        assert {stream: sorted(one.items()) for stream, one in found.rows.items()} == rows
        assert (found.versions, sorted(found.names)) == (versions, names)
        assert [*found.photos] == [("g2", "table.png")]


def recovered(path: Path, sound: Path) -> tuple[dict[str, str], list[str], list[str]]:
    """Return why games were not recovered, what else is missing, and the games that were, after comparing each with
    what it was.
    """
    with open_sound(path, clock) as store, memory_store(clock) as copy, open_store(sound, clock) as original:
        left_out, faults = store.copy_to(copy, only_sound=True), store.faults
        for id in copy.ids():
            here, there = copy.load(id), original.load(id)
            reported = faults if here.version < there.version else [*faults, *map(str, copy.verify(id))]
            assert here.game == there.game or any(id in fault for fault in reported) or "name" in str(reported), id
        return left_out, faults, copy.ids()


def test_a_file_that_was_cut(tmp_path: Path, sound: Path) -> None:
    """Games whose rows are in a file that is too short, which SQLite does not open, are recovered, and the others are
    named; the exit code says so.
    """
    path, data = tmp_path / "cut.db", sound.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])
    with pytest.raises(StoreError, match="calimala backup --sound"):
        open_store(path, clock)
    left_out, faults, ids = recovered(path, sound)
    assert ids
    assert {*ids} | {*left_out} >= {f"g{number}" for number in range(GAMES)}
    assert faults[0].startswith("the file is damaged")
    result = Table(tmp_path).run("backup", "--sound", str(tmp_path / "copy.db"), "--store", str(path))
    assert (result.code, "g7" in result.err, "the file is damaged" in result.err) == (4, True, True)
    with open_store(tmp_path / "copy.db", clock) as copy:
        assert copy.ids() == ids


def test_a_damaged_backup_is_restored_whole_or_sound(tmp_path: Path, sound: Path) -> None:
    """If a game of a backup is damaged nothing is restored, and its sound games can be restored to the same place."""
    backup, store = tmp_path / "backup.db", tmp_path / "games.db"
    backup.write_bytes(sound.read_bytes())
    with closing(sqlite3.connect(backup)) as connection, connection:
        connection.execute(
            "UPDATE stored_events SET state = zeroblob(9) "
            "WHERE key = (SELECT (id << 20) + 8 FROM streams WHERE name = 'g5')"
        )
    table = Table(tmp_path)
    whole = table.run("restore", str(backup), "--store", str(store))
    assert (whole.code, "g5" in whole.err, [*tmp_path.glob("games.db*")]) == (4, True, [])
    result = table.run("restore", "--sound", str(backup), "--store", str(store))
    assert (result.code, "g5" in result.err) == (4, True)
    with open_store(store, clock) as restored:
        assert restored.ids() == [f"g{number}" for number in range(GAMES) if number != 5]


def overwrite(path: Path, structure: str) -> None:
    """Write zeros over the first page of a table or an index."""
    write(path, page_of(path, structure), bytes(PAGE))


def erase_last_rows(path: Path) -> None:
    """Write zeros over the page of the last rows, to which the first page of their table points."""
    pointer = page_of(path, "stored_events") + 8
    write(path, (int.from_bytes(path.read_bytes()[pointer : pointer + 4]) - 1) * PAGE, bytes(PAGE))


def run(path: Path, statement: str, *, schema: bool = False) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"PRAGMA writable_schema = {schema}")
        assert connection.execute(statement).rowcount > 0


def page_of(path: Path, structure: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        ((root,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (structure,))
    return int(root - 1) * PAGE


def write(path: Path, place: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(place)
        file.write(data)


def test_a_game_that_cannot_be_read_is_named(tmp_path: Path, sound: Path) -> None:
    """If SQLite cannot follow a page, `check --all` and `export --all` name the games that it is of, and read the
    others.
    """
    table, path = Table(tmp_path), tmp_path / "games.db"
    path.write_bytes(sound.read_bytes())
    table.ok("list", "--store", str(path))
    erase_last_rows(path)
    for command in ("check", "export"):
        result = table.run(command, "--all", "--store", str(path))
        named = [line.split(": ")[2] for line in result.err.splitlines() if "malformed" in line and "error: g" in line]
        assert result.code == 4
        assert 0 < len(named) < GAMES
        assert {*named} < {f"g{number}" for number in range(GAMES)}


@pytest.mark.parametrize(
    "structure",
    [
        "sqlite_autoindex_streams_1",
        "sqlite_autoindex_photos_1",
        "places",
        "last_changed",
        "copies",
        "summaries",
        "tracking",
    ],
)
def test_what_only_repeats_the_rows_is_not_needed(structure: str, tmp_path: Path, sound: Path) -> None:
    """Where an index or the list of games is damaged, every game is listed, checked, exported and copied, the damage is
    reported with what to do about it, and the exit code says that there is some.
    """
    table, path = Table(tmp_path), tmp_path / "games.db"
    path.write_bytes(sound.read_bytes())
    listed, exported = (table.ok(*args, "--store", str(path)) for args in (["list"], ["export", "--all"]))
    overwrite(path, structure)
    assert table.run("list", "--store", str(path)).out == listed
    result = table.run("export", "--all", "--store", str(path))
    assert (result.code, result.out) == (4, exported)
    assert f"{path}: the file is damaged" in result.err
    assert "calimala backup --sound" in result.err
    result = table.run("check", "--all", "--store", str(path))
    assert result.code in (1, 4)
    assert f"{GAMES} games" in result.err
    assert {line.partition(": ")[0] for line in result.out.splitlines()} == {str(path)}
    assert f"Copied {GAMES} games" in table.run("backup", str(tmp_path / "copy.db"), "--store", str(path)).out


def test_a_sound_file_is_checked_once(tmp_path: Path, sound: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A backup of what is sound has SQLite check all pages of a sound file once, however many games there are."""
    path, checks, faults = tmp_path / "games.db", list[SQLiteGamesRecorder](), SQLiteGamesRecorder.faults
    path.write_bytes(sound.read_bytes())

    def counted(recorder: SQLiteGamesRecorder) -> list[str]:
        checks.append(recorder)
        return faults(recorder)

    monkeypatch.setattr(SQLiteGamesRecorder, "faults", counted)
    Table(tmp_path).ok("backup", "--sound", str(tmp_path / "copy.db"), "--store", str(path))
    assert len(checks) == 1


def test_nothing_is_left_of_a_backup_that_failed(tmp_path: Path, sound: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A backup to a disk that is full leaves no file there, neither the copy nor what SQLite has beside it."""

    @contextmanager
    def opened(place: Path, now: TimeSource) -> Generator[Store]:
        with open_store(place, now) as store:
            limit(store, 12)
            yield store

    def leave(store: Store) -> None:
        close(store)
        for ending in ("-wal", "-shm"):
            Path(f"{store.location}{ending}").touch()

    close = Store.close
    monkeypatch.setattr(Store, "close", leave)
    monkeypatch.setattr("cli.commands.backup.open_store", opened)
    result = Table(tmp_path).run("backup", str(tmp_path / "copy.db"), "--store", str(sound))
    assert (result.code, "the disk is full; nothing was saved" in result.err) == (4, True)
    assert [*tmp_path.glob("copy*")] == []


@pytest.mark.parametrize("command", ["list", "check", "export"])
def test_a_damaged_list_of_games_is_reported(command: str, tmp_path: Path, sound: Path) -> None:
    """If the list of games cannot be read, or lost a game, the command reports it and ends with code 4."""
    table, path = Table(tmp_path), tmp_path / "games.db"
    whole = [command, *["--all"] * (command != "list"), "--store", str(path)]
    path.write_bytes(sound.read_bytes())
    table.ok("list", "--store", str(path))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM summaries WHERE game = 'g3'")
    result = table.run(*whole)
    assert (result.code, "the list of games does not have g3" in result.err) == (4, True)
    overwrite(path, "summaries")
    result = table.run(*whole)
    assert (result.code, "the file is damaged" in result.err) == (4, True)


def test_a_list_of_damaged_games(tmp_path: Path, sound: Path) -> None:
    """If SQLite cannot follow a page of the rows, or of the names, its games are listed as damaged, the others as they
    are.
    """
    table, path = Table(tmp_path), tmp_path / "games.db"
    path.write_bytes(sound.read_bytes())
    listed = table.ok("list", "--store", str(path)).splitlines()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript("DELETE FROM summaries; DELETE FROM tracking")
    erase_last_rows(path)
    result = table.run("list", "--store", str(path))
    lines = result.out.splitlines()
    damaged = [line for line in lines if "damaged" in line]
    assert (result.code, len(lines)) == (4, GAMES)
    assert 0 < len(damaged) < GAMES
    assert {*lines} - {*damaged} < {*listed}
    assert all(line.partition(" ")[0] in line.partition("damaged")[2] for line in damaged)
    overwrite(path, "names")
    result = table.run("list", "--store", str(path))
    assert (result.code, result.out.count("damaged  ")) == (4, GAMES)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE streams SET name = CAST(name AS BLOB) WHERE name = 'g5'",
        "UPDATE streams SET version = X'07' WHERE name = 'g5'",
        "UPDATE streams SET place = 'late' WHERE name = 'g5'",
        "UPDATE summaries SET game = CAST(game AS BLOB) WHERE game = 'g5'",
        "UPDATE summaries SET game = CAST(X'67FF' AS TEXT) WHERE game = 'g5'",
        "UPDATE summaries SET changed = 'late' WHERE game = 'g5'",
        "UPDATE names SET name = CAST(name AS BLOB) WHERE originator_id = 'g5/headers'",
        "UPDATE photos SET name = CAST(name AS BLOB)",
        "UPDATE tracking SET notification_id = X'07'",
        "DELETE FROM streams WHERE name = 'g5'",
        "DELETE FROM stored_events WHERE key >> 20 = (SELECT id FROM streams WHERE name = 'g5')",
    ],
)
def test_what_nobody_stored_is_damage(statement: str, tmp_path: Path, sound: Path) -> None:
    """Columns of other kinds than anybody stored, and rows that are gone, are no fault of the program: commands go on
    with the games that are sound, or say that the file is damaged, and a backup has all that is sound.
    """
    table, path = Table(tmp_path), tmp_path / "games.db"
    path.write_bytes(sound.read_bytes())
    table.ok("list", "--store", str(path))
    run(path, statement)
    for args in (["list"], ["check", "--all"], ["export", "--all"], ["show", "last"], ["check", "g2"], ["show", "g5"]):
        assert table.run(*args, "--store", str(path)).code in (0, 1, 4), args
    exported = table.run("export", "--all", "--store", str(path))
    assert exported.out.count("[Event") >= GAMES - (exported.code == 4)
    copied = table.run("backup", "--sound", str(tmp_path / "copy.db"), "--store", str(path))
    with open_store(tmp_path / "copy.db", clock) as copy:
        missing = {f"g{number}" for number in range(GAMES)} - {*copy.ids()}
    assert missing <= {"g2" if "photos" in statement else "g5"}
    assert copied.code == 4 if missing else copied.code in (0, 4)
    assert all(id in copied.err for id in missing)


def test_a_damaged_statement_of_a_table(tmp_path: Path, sound: Path) -> None:
    """If SQLite cannot even quote the statement of a table, the file is damaged, and its games are copied."""
    path = tmp_path / "games.db"
    path.write_bytes(sound.read_bytes())
    run(path, "UPDATE sqlite_master SET sql = CAST(X'435245415445FF' AS TEXT) WHERE name = 'names'", schema=True)
    with pytest.raises(StoreError, match="the file is damaged"):
        open_store(path, clock)
    with open_sound(path, clock) as store, memory_store(clock) as copy:
        assert (store.copy_to(copy), len(copy.ids())) == ({}, GAMES)


def test_a_list_that_covers_more_than_there_is(tmp_path: Path, sound: Path) -> None:
    """If the list of games says that it covers rows that nobody has added yet, changed games are read all the same."""
    path = tmp_path / "games.db"
    path.write_bytes(sound.read_bytes())
    with open_store(path, clock) as store:
        before = store.summaries()
    run(path, "UPDATE tracking SET notification_id = 1 << 40 WHERE application_name = 'summaries'")
    with open_store(path, clock) as store:
        store.undo("g3")
        after = store.summaries()
        assert [one.id for one, other in zip(before, after, strict=True) if one != other] == ["g3"]
        assert store.damage()


def test_no_game_is_created_among_rows_of_none(tmp_path: Path, sound: Path) -> None:
    """If rows that belong to no game are in the place of a new one, the file is damaged, and the id is not taken."""
    path = tmp_path / "games.db"
    path.write_bytes(sound.read_bytes())
    run(path, "INSERT INTO stored_events SELECT (MAX(id) + 1 << 20) + 1, X'00' FROM streams")
    result = Table(tmp_path).run("new", "blue", "red", "--store", str(path))
    assert (result.code, "the file is damaged" in result.err) == (4, True)


def test_a_row_that_is_there_twice() -> None:
    """A row that a damaged table has twice is named."""
    rows = [(version, b"") for version in (1, 1, 3)]
    with pytest.raises(StoreError, match="g: row 1 is damaged"):
        decode_rows("g", rows)
    (row,) = encode_rows(place_rows("g", 1, [EventRow(0, clock(), GameDeleted())]))
    with pytest.raises(StoreError, match="g: row 1 is there twice"):
        decode_rows("g", [row[1:], row[1:]])
    assert [one.message for one in verify_rows("g", [row[1:], row[1:]])[1]] == ["row 1 is there twice"]


def test_a_row_with_the_key_of_another_game(tmp_path: Path, sound: Path) -> None:
    """A row whose key is damaged, and would be another game's, costs only the game that it was of."""
    path = tmp_path / "games.db"
    path.write_bytes(sound.read_bytes())
    with closing(sqlite3.connect(path)) as connection, connection:
        ((old, data), (new,)) = (
            connection.execute(
                "SELECT key, state FROM stored_events WHERE key > (SELECT id << 20 FROM streams WHERE name = 'g3') + 8"
            ).fetchone(),
            connection.execute("SELECT (id << 20) + version + 5 FROM streams WHERE name = 'g1'").fetchone(),
        )
        connection.execute("UPDATE stored_events SET key = ? WHERE key = ?", (new, old))
        # A damaged number of the layout, so that the file is read page by page.
        connection.execute("PRAGMA user_version = 99")
    left_out, _, ids = recovered(path, sound)
    assert ([*left_out], data in read_remains(path).rows["g1"].values()) == (["g3"], False)
    assert len(ids) == GAMES - 1


def test_nothing_is_recovered_where_nothing_is(tmp_path: Path, sound: Path) -> None:
    """Another file, or none, is an error as always; of a file of which nothing is left the error says so."""
    path = tmp_path / "games.db"
    with pytest.raises(NoStoreError):
        open_sound(path, clock)
    for content in (b"a text", b"SQLite format 3\0" + bytes(PAGE), Random(1).randbytes(20 * PAGE)):
        path.write_bytes(content)
        with pytest.raises(StoreError):
            open_sound(path, clock)
    path.write_bytes(sound.read_bytes()[: PAGE + 100])
    with pytest.raises(StoreError, match="no row of a store is left"):
        open_sound(path, clock)


def bits(data: bytearray, random: Random) -> None:
    for _ in range(random.choice((1, 4, 30))):
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def page(data: bytearray, random: Random) -> None:
    place = random.randrange(len(data) // PAGE) * PAGE
    data[place : place + PAGE] = random.randbytes(PAGE)


def cut(data: bytearray, random: Random) -> None:
    del data[random.randrange(100, len(data)) :]


def zeros(data: bytearray, random: Random) -> None:
    place, size = random.randrange(len(data)), random.choice((300, PAGE, 3 * PAGE))
    data[place : place + size] = bytes(len(data[place : place + size]))


def pages_of(data: bytes, part: bytes) -> set[int]:
    """Return the pages that have these bytes, or a part of them where they go on from one to the next."""
    found, place = set[int](), data.find(part)
    while place >= 0:
        found |= {place // PAGE, (place + len(part) - 1) // PAGE}
        place = data.find(part, place + 1)
    return found


@pytest.mark.long
@pytest.mark.parametrize("damage", [bits, page, cut, zeros])
def test_a_hundred_damaged_stores(damage: Callable[[bytearray, Random], None], tmp_path: Path, sound: Path) -> None:
    """Whatever is damaged, every game is recovered whose pages are as they were, and of the others nothing is recovered
    that is not as it was, unless it is reported.
    """
    random, data = Random(damage.__name__), sound.read_bytes()
    with open_store(sound, clock) as store:
        recorder, streams = streams_of(store).recorder, [*store.changes_since(0)[0]]
        rows = {stream: [row for _, row in recorder.select_rows(stream)] for stream in streams}
    names = {stream: pages_of(data, stream.encode()) for stream in streams}
    parts = {
        stream: {row[at : at + 100] for row in rows[stream] for at in range(0, len(row), 100)} for stream in streams
    }
    places = {stream: set().union(*(pages_of(data, part) for part in parts[stream])) for stream in streams}
    recoveries = 0
    for number in range(100):
        damaged, path = bytearray(data), tmp_path / f"{number}.db"
        damage(damaged, random)
        path.write_bytes(damaged)
        changed = {
            place for place in range(len(data) // PAGE) if damaged[place * PAGE :][:PAGE] != data[place * PAGE :][:PAGE]
        }
        whole = {f"g{one}" for one in range(GAMES)} - {
            stream.partition("/")[0] for stream in streams if places[stream] & changed or not names[stream] - changed
        }
        try:
            left_out, faults, ids = recovered(path, sound)
        except StoreError:
            assert not whole, number
            continue
        recoveries += len(ids)
        beside = {id for id, why in left_out.items() if "the photo" in why or "the name" in why}
        assert whole <= {*ids} | beside, (number, left_out)
        assert len(ids) == GAMES or left_out or faults, number
    assert recoveries > 100
