"""Two libraries of the same games, one of them by other rules: every difference is listed, and nothing else."""

import json
import shutil
from pathlib import Path

import pytest
from msgspec import structs

from calimala_es.editions import EDITIONS, FIRST
from calimala_es.errors import LibraryError
from calimala_es.setup import RULES_VERSION
from notation.files.scan import scan_games
from replays.library import folder
from replays.library.building import Text, build
from replays.library.comparing import count_common, differences
from replays.library.folder import Library
from replays.library.questions import query
from tests.cli_runs import Table
from tests.leagues import league


def texts() -> list[Text]:
    """Return the games of a league."""
    return [Text(f"league.cgn#{number}", "", one) for number, one in enumerate(scan_games(league().encode()), 1)]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """Return a library of the games, which no test changes."""
    library = Library.create(tmp_path_factory.mktemp("one") / "library")
    assert [*build(library, texts())][-1].added == 4
    return library


def changed(library: Library, folder: Path, statement: str) -> Library:
    """Return a copy of a library in which a statement has changed a table, as other rules could have."""
    import duckdb

    shutil.copytree(library.folder, folder)
    table, _, values = statement.partition(": ")
    for path in folder.glob(f"parts/*/{table}.parquet"):
        new = path.with_suffix(".new")
        with duckdb.connect() as database:
            database.execute(f"COPY (SELECT {values} FROM '{path}' games) TO '{new}' (FORMAT parquet)")
        new.replace(path)
    return Library(folder)


def test_equal_libraries_do_not_differ(library: Library, tmp_path: Path) -> None:
    """The same texts give equal libraries, in whatever order and with whatever key."""
    other = Library.create(tmp_path / "other")
    assert [*build(other, reversed(texts()))][-1].added == 4
    assert [*differences(library, other)] == []
    assert count_common(library, other) == 4


def test_every_difference_is_listed(library: Library, tmp_path: Path) -> None:
    """A value that differs is listed once, with its game, row, turn and both values."""
    other = changed(
        library, tmp_path / "other", "scorings: * REPLACE (points + (seat = 1 AND kind = 'tile')::INTEGER AS points)"
    )
    found = [*differences(library, other)]
    _, ((expected,),) = query(library, "SELECT count(*) FROM scorings WHERE seat = 1 AND kind = 'tile'")
    assert len(found) == expected > 0
    for each in found:
        assert (each.table, each.column, each.row["seat"]) == ("scorings", "points", 1)
        assert each.turn == int(each.row["id"].partition(".")[0])
        assert each.other == each.one + 1
        assert each.place.startswith("league.cgn#")
    assert [(each.game, each.one, each.other) for each in differences(other, library)] == [
        (each.game, each.other, each.one) for each in found
    ]


def test_games_replayed_by_other_rules_are_compared(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Replayed by rules in which a first place is worth more and two players have fewer discs, every scoring that
    comes out differently is listed, and the game that these rules refuse.
    """
    changed_rules = structs.replace(FIRST, tile_points=(5, 2, 1), discs=FIRST.discs | {2: (11, 4)})
    monkeypatch.setitem(EDITIONS, FIRST.name, changed_rules)
    monkeypatch.setattr(folder, "RULES_VERSION", RULES_VERSION + 1)
    other = Library.create(tmp_path / "other")
    done = [*build(other, texts())][-1]
    assert (other.rules_version, done.added, done.failed) == (RULES_VERSION + 1, 3, 1)
    found = [*differences(library, other)]
    (refused,) = [each for each in found if not each.column]
    assert (refused.place, refused.one, refused.other) == ("league.cgn#2", True, False)
    firsts = "rules = 'first' AND kind = 'tile' AND points = 3"
    _, expected = query(library, f"SELECT game, id, seat FROM scorings JOIN games USING (game) WHERE {firsts}")
    scored = [each for each in found if each.table == "scorings"]
    assert {(each.game, each.row["id"], each.row["seat"]) for each in scored} == {*expected}
    assert {(each.one, each.other, each.place) for each in scored} == {(3, 5, "league.cgn#1")}
    (first,) = {each.game for each in scored}
    assert {each.game for each in found} == {first, refused.game}


@pytest.mark.long
def test_rows_and_games_of_one_library_are_listed(library: Library, tmp_path: Path) -> None:
    """A row that only one library has is listed, and of a game that only one has the game alone."""
    rows = changed(library, tmp_path / "rows", "seats: * EXCLUDE (colour), colour")
    assert [*differences(library, rows)] == []
    fewer = Library.create(tmp_path / "fewer")
    assert [*build(fewer, texts()[1:])][-1].added == 3
    (found,) = differences(library, fewer)
    assert (found.table, found.column, found.one, found.other) == ("games", "", True, False)
    assert found.place == "league.cgn#1"
    shorter = changed(library, tmp_path / "shorter", "positions: * EXCLUDE (turn), nullif(turn, 3) AS turn")
    kinds = {(each.table, each.row["turn"], each.one) for each in differences(library, shorter)}
    assert kinds == {("positions", 3, True), ("positions", None, False)}


def test_a_library_takes_games_by_one_version_of_the_rules(library: Library, tmp_path: Path) -> None:
    """A library of other rules can be read and compared, but not built on."""
    shutil.copytree(library.folder, tmp_path / "other")
    head = tmp_path / "other" / "library.json"
    written = json.loads(head.read_text(encoding="utf-8"))
    head.write_text(json.dumps(written | {"rules_version": RULES_VERSION + 1}), encoding="utf-8")
    other = Library(tmp_path / "other")
    assert other.rules_version == RULES_VERSION + 1
    assert [*differences(library, other)] == []
    with pytest.raises(LibraryError, match=f"version {RULES_VERSION + 1} of the rules"):
        [*build(other, texts())]


def test_command_line(table: Table, library: Library) -> None:
    """Differences are printed by game, the first of each or all, and in JSON; without any the exit code is 0."""
    one = library.folder
    other = changed(library, table.folder / "other", "seats: * REPLACE (points + 1 AS points)").folder
    assert "4 games in both, 0 games differ" in table.run("games", "compare", one, one).err
    first = table.run("games", "compare", one, other)
    assert first.code == 1
    assert "league.cgn#1  seats seat=0  points: " in first.out
    assert "more difference" in first.out
    assert "4 games in both, 4 games differ" in first.err
    every = table.run("games", "compare", one, other, "--all")
    shown = json.loads(table.run("games", "compare", one, other, "--json").out)
    assert len(every.out.splitlines()) == len(shown) > 4
    assert table.run("games", "compare", one, table.folder).code == 5
