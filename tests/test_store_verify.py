"""`verify` checks a stored game again: it reports nothing about a sound game, and every change of a row."""

import shutil
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from calimala_es.commands import PlaceDisc
from calimala_es.errors import GameNotFoundError, IllegalCommandError, StoreError
from calimala_es.events import DiscPlaced, TileScored
from calimala_es.notes import Comment, Glyph
from calimala_es.store import Draft, VerifyDifference, open_store
from calimala_es.store.row_events import VisibilitySet
from calimala_es.store.rows import seal
from tests.stores.places import clock
from tests.stores.sayings import game_with
from tests.strategies import Playout

FRIDAY = Playout(4, 11)
COMMANDS = FRIDAY.game.commands


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file with one complete game in it, in which three commands were undone and two redone."""
    path = tmp_path / "games.db"
    with open_store(path, clock) as store:
        game = store.create("game", game_with(FRIDAY.setup, COMMANDS[:50], [("Event", "Friday")]))
        game = store.redo(store.undo(game, 3), 2)
        store.append(game, COMMANDS[49:])
        assert not store.verify("game")
    return path


def rows(path: Path, stream: str = "game") -> dict[int, list[Any]]:
    """Return the rows of a stream by version, each as ``[number, time, event, digest]``."""
    connection = sqlite3.connect(path)
    found = connection.execute(
        "SELECT key - (id << 20), state FROM stored_events JOIN streams ON id = key >> 20 WHERE name=?", (stream,)
    ).fetchall()
    connection.close()
    return {version: msgspec.msgpack.decode(state[:-4]) for version, state in found}


def run(path: Path, statement: str, *parameters: object) -> None:
    """Change the file outside of the store."""
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement, parameters)
    connection.close()


def write(path: Path, version: int, row: object, stream: str = "game") -> None:
    """Put other bytes into a row, with the checksum that a program would give them."""
    run(
        path,
        "UPDATE stored_events SET state=? WHERE key = (SELECT id << 20 FROM streams WHERE name=?) + ?",
        seal(row if isinstance(row, bytes) else msgspec.msgpack.encode(row), stream, version),
        stream,
        version,
    )


def differences(path: Path) -> list[VerifyDifference]:
    with open_store(path, clock) as store:
        return store.verify("game")


def first_row(path: Path, tag: int) -> tuple[int, list[Any]]:
    """Return the first row that holds an event of this tag."""
    return next((version, row) for version, row in rows(path).items() if row[2][0] == tag)


def test_changed_consequence(path: Path) -> None:
    """An event that does not follow from its command is reported, with the recorded and the correct one."""
    version, row = first_row(path, 18)
    points = row[2][5]
    row[2][5] = [points[0] + 1, *points[1:]]
    write(path, version, row)
    found = differences(path)
    assert {difference.kind for difference in found} == {"event", "digest", "position"}
    event = found[0]
    assert (event.kind, event.version, event.number) == ("event", version, row[0])
    assert isinstance(event.recorded, TileScored)
    assert isinstance(event.decided, TileScored)
    assert [*event.decided.points] == points
    digests = [version for version, row in rows(path).items() if row[3] and version >= event.version]
    announced = [difference.version for difference in found if difference.kind == "digest"]
    assert announced == digests, "wrong points stay wrong until the end"


def test_changed_decision(path: Path) -> None:
    """A replaced decision is reported at the first place where it does not fit."""
    version, row = first_row(path, 5)
    row[2][2] = next(street for street in ("12", "23", "45") if street != row[2][2])
    write(path, version, row)
    found = differences(path)
    assert found
    assert found[0].number == row[0]


def test_refused_command(path: Path) -> None:
    """An illegal command is reported with its error."""
    version, row = [(version, row) for version, row in rows(path).items() if row[2][0] == 5][7]
    row[2][3] = "s"
    write(path, version, row)
    refused = next(difference for difference in differences(path) if difference.kind == "refused")
    assert refused.version == version
    assert refused.recorded == PlaceDisc(row[2][2], "s")
    assert isinstance(refused.decided, IllegalCommandError)
    assert refused.decided.rule
    assert str(version) in str(refused)


def test_several_changes_are_all_reported(path: Path) -> None:
    """Verifying continues after a difference, and finds changes far apart."""
    all_rows = rows(path)
    scored = [version for version, row in all_rows.items() if row[2][0] == 18]
    for version in scored:
        row = all_rows[version]
        row[2][4] = "e" * len(row[2][4]) + "e"
        write(path, version, row)
    announced = [difference.version for difference in differences(path) if difference.kind == "event"]
    assert announced == scored


def test_changed_digest(path: Path) -> None:
    """A digest that is wrong, missing, or in the wrong row is reported."""
    all_rows = rows(path)
    closing = [version for version, row in all_rows.items() if row[3]]
    changed, gone, added = closing[0], closing[3], next(version for version in all_rows if version not in closing[:9])
    for version, digest in ((changed, b"12345678"), (gone, None), (added + 1, b"12345678")):
        write(path, version, [*all_rows[version][:3], digest])
    announced = [(difference.kind, difference.version) for difference in differences(path)]
    assert announced == sorted([("digest", changed), ("digest", gone), ("digest", added + 1)], key=lambda pair: pair[1])


def test_removed_row(path: Path) -> None:
    """A missing row is reported; such a game cannot be loaded, and the error says so."""
    version, _ = first_row(path, 6)
    run(path, "DELETE FROM stored_events WHERE key = (SELECT id << 20 FROM streams WHERE name='game') + ?", version)
    found = differences(path)
    assert ("row", version) in [(difference.kind, difference.version) for difference in found]
    with open_store(path, clock) as store, pytest.raises(StoreError, match="missing"):
        store.load("game")
    run(path, "DELETE FROM stored_events WHERE key = (SELECT id << 20 FROM streams WHERE name='game') + 1")
    assert "does not create a game" in differences(path)[-1].message


UNKNOWN_STREET = msgspec.msgpack.encode([1, None, [5, 0, "99", "c", 2], None])


@pytest.mark.parametrize(
    "damage", [b"", b"\xc1", b"\x94\x01", msgspec.msgpack.encode([1, None, [99], None]), UNKNOWN_STREET]
)
def test_damaged_row(path: Path, damage: bytes) -> None:
    """An unreadable row is reported, and the others are still verified."""
    version, _ = first_row(path, 7)
    scored, row = first_row(path, 18)
    row[2][4] += "e"
    write(path, scored, row)
    write(path, version, damage)
    announced = [(difference.kind, difference.version) for difference in differences(path)]
    assert ("row", version) in announced
    assert ("event", scored) in announced
    with open_store(path, clock) as store:
        with pytest.raises(StoreError, match="game"):
            store.load("game")
        assert store.summaries()[0].fault


def test_rows_out_of_place(path: Path) -> None:
    """Events of another kind of stream, an undo of nothing, and numbers out of order are reported."""
    all_rows = rows(path)
    undone = next(version for version, row in all_rows.items() if row[2][0] == -2)
    write(path, undone, [0, None, [-2, 5000], None])
    assert ("undo", undone) in [(difference.kind, difference.version) for difference in differences(path)]
    write(path, undone, all_rows[undone])
    carrying: list[object] = [-2, 3, [], undone]
    write(path, undone, [0, None, carrying, None])
    assert ("undo", undone) in [(difference.kind, difference.version) for difference in differences(path)]
    write(path, undone, all_rows[undone])
    write(path, undone, [0, None, [-5, "Event"], None])
    assert ("row", undone) in [(difference.kind, difference.version) for difference in differences(path)]
    write(path, undone, all_rows[undone])
    version, row = first_row(path, 5)
    for later in [place for place, other in all_rows.items() if other[0] >= row[0]]:
        other = all_rows[later]
        write(path, later, [other[0] + 1, *other[1:]])
    assert [(difference.kind, difference.version) for difference in differences(path)] == [("row", version)]


def test_consequence_without_its_command(path: Path) -> None:
    """Events without a command before them are reported."""
    version, row = first_row(path, 5)
    write(path, version, [row[0], None, [19, 0], None])
    kinds = {(difference.kind, difference.version) for difference in differences(path)}
    assert ("command", version) in kinds


def test_headers_are_verified_too(path: Path) -> None:
    """The rows of headers are checked as well."""
    write(path, 1, b"\xc1", "game/headers")
    (found,) = differences(path)
    assert found.kind == "row"
    write(path, 1, [0, None, [19, 0], None], "game/headers")
    (found,) = differences(path)
    assert "turn_ended" in found.message


def test_unknown_setup(path: Path) -> None:
    """A game of a later version of the rules is reported as such."""
    row = rows(path)[1]
    row[2][1][3][1] = 999
    write(path, 1, row)
    (found,) = differences(path)
    assert (found.kind, found.version) == ("setup", 1)
    assert "999" in found.message


def test_undone_commands_are_verified(path: Path) -> None:
    """Undone commands are checked as well."""
    with open_store(path, clock) as store:
        game = store.load("game")
        version = store.append(store.undo(game), COMMANDS[-1]).undone[-1].version
    row = rows(path)[version]
    write(path, version, [*row[:3], b"12345678"])
    assert [(difference.kind, difference.version) for difference in differences(path)] == [("digest", version)]


@pytest.mark.parametrize("announced", [-1, 7, 400])
def test_commands_that_come_with_an_undo_are_counted(path: Path, announced: int) -> None:
    """A row that replaces commands must say how many follow."""
    with open_store(path, clock) as store:
        version = store.rewrite("game", len(COMMANDS) - 6, COMMANDS[-6:]).version
        assert not store.verify("game")
        store.undo("game", 2)
    last = max(at for at, row in rows(path).items() if at < version and row[2] == [-2, 6, [], 0, 6, None])
    row = rows(path)[last]
    write(path, last, [*row[:2], [*row[2][:-2], announced, None], *row[3:]])
    (found,) = differences(path)
    assert (found.kind, found.version) == ("undo", last)
    assert f"announces {announced} commands, but 6 follow" in found.message


def test_no_such_game(path: Path) -> None:
    """Verifying a missing game raises an error."""
    with open_store(path, clock) as store, pytest.raises(GameNotFoundError):
        store.verify("other")


def test_every_byte_of_a_public_fact_counts(path: Path) -> None:
    """Changing any part of a placement or a scoring is reported."""
    for version, row in rows(path).items():
        if row[2][0] not in (5, 18) or version % 5:
            continue
        for place in range(1, len(row[2])):
            changed = [*row[2]]
            value = changed[place]
            changed[place] = value + 1 if isinstance(value, int) else [9, *value] if isinstance(value, list) else "12w"
            write(path, version, [row[0], row[1], changed, row[3]])
            assert differences(path), (version, place)
        write(path, version, row)
    assert not differences(path)


def test_difference_is_data() -> None:
    """Differences can be distinguished and counted without reading their texts."""
    difference = VerifyDifference("event", 5, 2, "recorded this, decided that", DiscPlaced(0, "12", "c"), None)
    assert str(difference) == "row 5, command 2: recorded this, decided that"
    assert str(VerifyDifference("row", 5, 0, "gone")) == "row 5: gone"


SOME_BITS = range(8)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a game that has names, comments, rights and a photo."""
    path = tmp_path_factory.mktemp("sound") / "games.db"
    with open_store(path, clock) as store:
        store.create("game", game_with(FRIDAY.setup, COMMANDS[:30], [("Blue", "Maria"), ("Event", "Friday")]))
        store.append("game", COMMANDS[30:34])
        store.annotations.add("game", "Anna", [Draft(3, Comment("Why not the port?")), Draft(4, Glyph(5))])
        store.access.add("game", VisibilitySet("public"))
        store.photos.save("game", "table.png", b"a photo of the table")
        assert not store.verify("game")
    return path


def test_every_byte_is_covered(sound: Path, tmp_path: Path) -> None:
    """A bit that changed anywhere in a row, a name or a photo is found, and says in which row or at which name."""
    connection = sqlite3.connect(sound)
    names = connection.execute("SELECT name, id, version FROM streams").fetchall()
    connection.close()
    random = Random(1)
    for stream, number, last in names:
        for version in {1, last, random.randint(1, last)}:
            path = tmp_path / f"{number}-{version}.db"
            shutil.copy(sound, path)
            key = (number << 20) + version
            connection = sqlite3.connect(path)
            (data,) = connection.execute("SELECT state FROM stored_events WHERE key=?", (key,)).fetchone()
            connection.close()
            place, bit = random.randrange(len(data)), random.choice(SOME_BITS)
            changed = bytes([*data[:place], data[place] ^ 1 << bit, *data[place + 1 :]])
            run(path, "UPDATE stored_events SET state=? WHERE key=?", changed, key)
            with open_store(path, clock) as store:
                found = [(one.kind, one.version) for one in store.verify("game")]
            assert ("row", version) in found, (stream, version, place, bit)
    for place, (statement, kind) in enumerate(
        [
            ("UPDATE names SET name = replace(name, 'Maria', 'Marie')", "name"),
            ("UPDATE names SET name = replace(name, 'Anna', 'Anne')", "name"),
            ("DELETE FROM names WHERE name LIKE '%Maria'", "name"),
            ("INSERT INTO names VALUES ('game/headers', 2, '00000000')", "name"),
            ("UPDATE photos SET content = substr(content, 2)", "photo"),
        ]
    ):
        path = tmp_path / f"{place}.db"
        shutil.copy(sound, path)
        run(path, statement)
        with open_store(path, clock) as store:
            assert {one.kind for one in store.verify("game")} == {kind}, statement


@pytest.mark.parametrize("stream", ["game", "game/headers", "game/notes/1", "game/access"])
def test_rows_missing_at_the_end(sound: Path, tmp_path: Path, stream: str) -> None:
    """Rows that are gone from the end of any stream are reported, even if none is left."""
    for rest in ("0", "version - 1"):
        path = tmp_path / f"{rest}.db"
        shutil.copy(sound, path)
        last = "SELECT (id << 20) + {} FROM streams WHERE name = ?"
        run(
            path,
            f"DELETE FROM stored_events WHERE key > ({last.format(rest)}) AND key <= ({last.format('version')})",
            stream,
            stream,
        )
        with open_store(path, clock) as store:
            assert any("missing" in one.message for one in store.verify("game") if one.kind == "row"), rest


@pytest.mark.parametrize(
    ("statement", "listed"),
    [
        ("UPDATE summaries SET summary = CAST(substr(summary, 1, 40) || X'FF' || substr(summary, 42) AS BLOB)", True),
        ("UPDATE summaries SET summary = 'a text'", True),
        ("DELETE FROM summaries", False),
    ],
)
def test_a_damaged_list(sound: Path, tmp_path: Path, statement: str, listed: bool) -> None:
    """A summary of a game that is damaged or gone is computed again, and one that is gone is reported: a list shows
    nothing else than the games.
    """
    path = tmp_path / "games.db"
    shutil.copy(sound, path)
    with open_store(path, clock) as store:
        before = store.summaries()
    run(path, statement)
    with open_store(path, clock) as store:
        assert store.summaries() == before
        assert store.faults == ([] if listed else ["the list of games does not have game"])


def test_a_game_without_rows_is_listed(sound: Path, tmp_path: Path) -> None:
    """A game all of whose rows are gone is listed with its fault, and does not hide the others."""
    path = tmp_path / "games.db"
    shutil.copy(sound, path)
    with open_store(path, clock) as store:
        store.create("other", FRIDAY.setup)
    run(path, "DELETE FROM stored_events WHERE key >> 20 = (SELECT id FROM streams WHERE name = 'game')")
    run(path, "DELETE FROM tracking")
    run(path, "DELETE FROM summaries")
    with open_store(path, clock) as store:
        assert [(line.id, line.fault) for line in store.summaries()] == [
            ("game", "game: all rows are missing"),
            ("other", ""),
        ]


def test_erased_names_are_not_missing(sound: Path, tmp_path: Path) -> None:
    """Names that were erased are no damage."""
    path = tmp_path / "erased.db"
    shutil.copy(sound, path)
    with open_store(path, clock) as store:
        store.erase_names("game")
        assert not store.verify("game")
        store.set_header("game", "Red", "Tom")
        store.erase_person("Tom")
        assert not store.verify("game")


def test_a_row_of_another_place_is_damage(path: Path) -> None:
    """A row that was copied from another place of the store is not taken for its own."""
    copy = "UPDATE stored_events SET state = (SELECT state FROM stored_events WHERE key = (1 << 20) + 9) WHERE key = ?"
    run(path, copy, (1 << 20) + 11)
    assert ("row", 11) in [(one.kind, one.version) for one in differences(path)]
    with open_store(path, clock) as store, pytest.raises(StoreError, match="game: row 11 is damaged"):
        store.load("game")


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("DELETE FROM stored_events WHERE key = ?", "game: rows missing: 1"),
        ("UPDATE stored_events SET state = 5 WHERE key = ?", "game: row 11 is damaged"),
        ("UPDATE stored_events SET state = 'a text' WHERE key = ?", "game: row 11 is damaged"),
        ("UPDATE stored_events SET state = X'' WHERE key = ?", "game: row 11 is damaged"),
    ],
)
def test_loading_names_the_row(path: Path, statement: str, message: str) -> None:
    """A game with a row that is gone, or has anything in the place of its bytes, is not loaded: the error names it."""
    run(path, statement, (1 << 20) + 11)
    with open_store(path, clock) as store, pytest.raises(StoreError, match=message):
        store.load("game")


def test_damaged_pages(path: Path) -> None:
    """A page of the file that is overwritten is found by the database, and is an error of the store for the games."""
    with open_store(path, clock) as store:
        assert not store.faults
    data = bytearray(path.read_bytes())
    size = int.from_bytes(data[16:18], "big")
    for page in range(4, len(data) // size):
        data[page * size : page * size + 200] = bytes(200)
    path.write_bytes(data)
    with open_store(path, clock) as store:
        assert store.faults
        with pytest.raises(StoreError):
            store.load("game")
