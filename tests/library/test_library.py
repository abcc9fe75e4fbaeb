"""A library on disk: building, what happens when it is interrupted, and asking."""

import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from calimala_es.board import street_names
from calimala_es.errors import LibraryError
from notation import loads
from notation.files.scan import scan_games
from replays.library import building
from replays.library.building import Text, build
from replays.library.folder import Library, Names
from replays.library.questions import FEWEST, QUESTIONS, Chosen, answer_of, ask, query, share_interval
from replays.library.tables import TABLES, columns_of
from replays.replay import Replay
from replays.scores import TILE, scores
from replays.workers import Workforce
from tests.cli_runs import ROOT, Table
from tests.leagues import league
from tests.profiles import is_long

MANY = 40


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> list[Text]:
    """Return short games of three with names, more than are needed for an answer."""
    table = Table(tmp_path_factory.mktemp("games") / "here")
    table.folder.mkdir()
    path = table.folder / "many.cgn"
    # Processes take longer to begin than these games take.
    table.ok(*("games", "simulate", "--processes", "1", "-n", MANY, "--players", "3", "--bot", "random", "-o", path))
    written = path.read_bytes()
    for colour, name in (("Blue", "Maria"), ("Red", "Piero"), ("Yellow", "Nicole")):
        written = written.replace(f'[{colour} "random"]'.encode(), f'[{colour} "{name}"]'.encode())
    written = written.replace(b"[Blue ", b'[Date "2026.11.20"]\n[Blue ')
    passages = scan_games(written)
    return [Text(f"many.cgn#{number}", "many.cgn", passage) for number, passage in enumerate(passages, 1)]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, texts: list[Text]) -> Library:
    """Return a library of these games, which no test changes."""
    return built(tmp_path_factory.mktemp("shared") / "library", texts)


@pytest.fixture(scope="module")
def some(texts: list[Text]) -> list[Text]:
    """Return some of the games, of which a library is soon built."""
    return texts[:16]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, some: list[Text]) -> Library:
    """Return a library of some games that was built at once."""
    return built(tmp_path_factory.mktemp("whole") / "library", some)


def built(folder: Path, texts: list[Text], names: Names = "keep") -> Library:
    library = Library.create(folder, names)
    assert [*build(library, texts)][-1].added == len(texts)
    return library


def contents(library: Library) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of every table in one order, without the digests of texts, which depend on the library's key."""
    with closing(library.open()) as database:
        return {
            table: database.execute(f"SELECT {chosen} FROM {table} ORDER BY ALL").fetchall()
            for table, chosen in {**dict.fromkeys(TABLES, "*"), "games": "* EXCLUDE (text)"}.items()
        }


def is_equal(library: Library, other: Library) -> bool:
    """Return whether two libraries have the same rows; a difference would be too long to be shown."""
    return contents(library) == contents(other)


def test_only_an_empty_or_unfinished_folder_becomes_a_library(tmp_path: Path, texts: list[Text]) -> None:
    """A folder with anything else in it is refused, also a library without its first file."""
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(LibraryError):
        Library.create(tmp_path)
    library = built(tmp_path / "library", texts[:1])
    (library.folder / "library.json").unlink()
    with pytest.raises(LibraryError):
        Library.create(library.folder)


def test_each_game_is_there_once(library: Library, texts: list[Text], some: list[Text]) -> None:
    """Building again adds nothing; nor does a game in another text or with other notes."""
    before = contents(library)
    assert len(before["games"]) == MANY
    assert [*build(library, some)][-1]._replace(characters=0) == (len(some), 0, len(some), 0, 0, ())
    (passage,) = scan_games(texts[0].passage.text + b"{What a game!}\n" if texts[0].passage.text else b"")
    assert [*build(library, [Text("other.cgn", "other.cgn", passage)])][-1].known == 1
    assert contents(library)["games"] == before["games"]


def test_a_rate_is_as_sure_as_its_games_differ() -> None:
    """Rates of 0 and 1 have the limits of a share, others nearer ones; those that are all alike are not certain."""

    def limits(value: float, spread: float) -> tuple[float | None, float | None]:
        answer = answer_of("rate", {"games": 100, "value": value, "spread": spread})
        return answer.low, answer.high

    assert limits(0.5, 0.5) == share_interval(0.5, 100)
    assert limits(0.5, 0.05) == share_interval(0.5, 10_000)
    assert limits(0, 0) == share_interval(0, 100)


def test_a_library_is_read_while_it_grows(tmp_path: Path, some: list[Text]) -> None:
    """A library that is open has the games of that moment; those that are added are there when it is opened again."""
    library = built(tmp_path / "library", some[:2])
    with library.reading() as before, library.reading() as other:
        assert [*build(library, some[:4])][-1].added == 2
        for database in (before, other):
            for table in TABLES:
                assert database.execute(f"SELECT count(DISTINCT game) FROM {table}").fetchone() == (2,)
    assert len(contents(library)["games"]) == 4
    assert {each.name for each in library.folder.iterdir()} == {"library.json", "key", "parts"}


@pytest.mark.long
def test_several_processes_build_the_same(tmp_path: Path, some: list[Text], whole: Library) -> None:
    """Two processes write the rows that one writes."""
    other = Library.create(tmp_path / "other")
    assert [*build(other, some, workers=Workforce(2))][-1].added == len(some)
    assert is_equal(other, whole)


@pytest.mark.long
def test_an_interrupted_build_goes_on(
    tmp_path: Path, some: list[Text], whole: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often a build is ended, the library has whole parts, and in the end the games of one uninterrupted."""
    monkeypatch.setattr(building, "PART", 4)
    other = Library.create(tmp_path / "other")
    for _ in range(3):
        steps = build(other, some)
        assert next(steps).added == 4
        assert isinstance(steps, Iterator)
        steps.close()  # type: ignore[attr-defined]
    assert len(contents(other)["games"]) == 12
    assert [*build(other, some)][-1].added == 4
    assert is_equal(other, whole)


@pytest.mark.long
def test_a_killed_build_goes_on(table: Table, texts: list[Text]) -> None:
    """A process that is killed while it builds leaves a library that can be asked and built on."""
    table.file("many.cgn", b"\n".join(text.passage.text or b"" for text in texts[:20]))
    program = (
        "import os, signal; from replays.library import building, folder; building.PART = 5\n"
        "whole = folder._write_part\n"
        "def broken(part, files):\n"
        "    if part.name == '000004':\n"
        "        half = part.parent.parent / 'under-way'; half.mkdir(); (half / 'games.parquet').write_bytes(b'half')\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "    whole(part, files)\n"
        "folder._write_part = broken\n"
        "from cli.main import calimala\n"
        "calimala(['games', 'build', 'club', 'many.cgn', '--processes', '1'])\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=table.folder, env=table.environment, check=False, capture_output=True
    )
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    assert len(contents(Library(table.folder / "club"))["games"]) == 15
    assert table.json("games", "build", "club", "many.cgn") == {"added": 5, "known": 15, "with_errors": 0}
    assert len(contents(Library(table.folder / "club"))["games"]) == 20


KILLED = """
import os, pathlib, signal, sys
from replays.library import building
building.PART = 5
left = int(sys.argv[1])
def counted(function):
    def call(*args, **named):
        global left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*args, **named)
    return call
for name in ("write_bytes", "write_text", "rename", "replace", "unlink", "mkdir"):
    setattr(pathlib.Path, name, counted(getattr(pathlib.Path, name)))
building._describe = counted(building._describe)
from cli.main import calimala
calimala(["games", "build", "club", "many.cgn", "--processes", "1"])
"""
"""A build that is killed at its so manieth step: reading a game, or anything that it does with a file."""


def test_a_build_killed_at_any_moment_goes_on(table: Table, some: list[Text], whole: Library) -> None:
    """However often and wherever a build is killed, the next goes on, and the library is that of one uninterrupted."""
    table.file("many.cgn", b"\n".join(text.passage.text or b"" for text in some))
    random, kills = Random(3), 0
    while kills < (40 if is_long() else 2):
        ended = subprocess.run(
            [sys.executable, "-c", KILLED, str(random.randint(1, 30))],
            cwd=table.folder,
            env=table.environment,
            check=False,
            capture_output=True,
        )
        assert ended.returncode in (-signal.SIGKILL, 0), ended.stderr
        if ended.returncode == 0:
            assert is_equal(Library(table.folder / "club"), whole)
            shutil.rmtree(table.folder / "club")
        kills += ended.returncode != 0
    table.ok("games", "build", "club", "many.cgn")
    assert is_equal(Library(table.folder / "club"), whole)


def test_two_cannot_build_at_once(library: Library) -> None:
    """While somebody adds games, another process is refused, and reading goes on."""
    program = (
        "import pathlib, sys; from replays.library.folder import Library\n"
        "with Library(pathlib.Path(sys.argv[1])).adding(): pass"
    )
    with library.adding():
        ended = subprocess.run(
            [sys.executable, "-c", program, str(library.folder)],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
            capture_output=True,
        )
        assert b"somebody else is adding games" in ended.stderr
        assert len(contents(library)["games"]) == MANY


@pytest.mark.parametrize("names", ["replace", "omit"])
def test_names_can_stay_outside(tmp_path: Path, names: Names) -> None:
    """Without the names no row has a player's name, the occasion or the file; replaced, a person is still one."""
    passages = [*scan_games(league().encode())]
    people = {
        value for passage in passages for name, value in passage.entry.headers if name in ("Blue", "Red", "Yellow")
    }
    library = built(tmp_path / "library", [Text("private.cgn", "private.cgn", passage) for passage in passages], names)
    rows = contents(library)
    written = str(rows)
    assert not [name for name in (*people, "private.cgn") if name in written]
    column = [*columns_of("seats")].index("name")
    found = Counter(row[column] for row in rows["seats"])
    original = Counter(
        value
        for passage in passages
        for name, value in passage.entry.headers
        if name in ("Blue", "Red", "Yellow", "Green", "Purple")
    )
    if names == "replace":
        assert sorted(number for name, number in found.items() if name) == sorted(original.values())
    else:
        assert [*found] == [""]


def test_only_reading_is_possible(library: Library) -> None:
    """A question in SQL changes nothing and reads no other file."""
    assert query(library, "SELECT count(*) AS n FROM games") == (["n"], [(MANY,)])
    target = library.folder / "parts" / "more.parquet"
    for statement in (
        f"COPY games TO '{target}'",
        "CREATE TABLE games2 AS SELECT 1",
        "SELECT 1; SELECT 2",
        "SET enable_external_access = true",
        f"ATTACH '{library.folder / 'new.duckdb'}'",
        f"SELECT * FROM read_text('{library.folder / 'key'}')",
        "SELECT * FROM read_csv('/etc/passwd')",
        "nonsense",
    ):
        with pytest.raises(LibraryError):
            query(library, statement)
    assert not target.exists()


def test_answers_are_those_of_the_games(library: Library, texts: list[Text]) -> None:
    """How often each seat wins is counted as the games say, with limits around it."""
    wins: Counter[int] = Counter()
    for text in texts:
        winners = getattr(loads((text.passage.text or b"").decode()).state.now, "winners", "")
        wins.update(int(seat) + 1 for seat in winners)
    answers = [*ask(library, QUESTIONS["seats"])]
    assert {answer.fields["seat"]: answer.value for answer in answers} == {
        seat: wins[seat] / MANY for seat in (1, 2, 3)
    }
    for answer in answers:
        assert answer.games == MANY
        assert answer.low is not None
        assert answer.value is not None
        assert answer.high is not None
        assert answer.low <= answer.value <= answer.high


def test_setups_are_asked_as_the_games_say(library: Library, texts: list[Text]) -> None:
    """How often seat 1 wins between two tiles, and the player who is first in the scoring of a tile, is counted as the
    games say.
    """
    games = [loads((text.passage.text or b"").decode()) for text in texts]
    neighbours: Counter[tuple[str, bool]] = Counter()
    leaders: Counter[tuple[int, bool]] = Counter()
    for game in games:
        winners = getattr(game.state.now, "winners", "")
        neighbours.update((street, "0" in winners) for street in street_names(game.setup.city).values())
        for source in scores(Replay(game)).sources:
            if source.kind == TILE and source.ranking:
                leaders[game.setup.council.index(source.place) + 1, source.ranking[0] in winners] += 1
    for name, column, counted in (("neighbours", "street", neighbours), ("tile-order", "number", leaders)):
        answers = {answer.fields[column]: answer for answer in ask(library, QUESTIONS[name])}
        assert answers.keys() == {group for group, _ in counted}
        for group, answer in answers.items():
            won, lost = counted[group, True], counted[group, False]
            assert answer.games == won + lost
            assert answer.value == (pytest.approx(won / (won + lost)) if won + lost >= FEWEST else None)


def test_a_damaged_part_is_an_error(tmp_path: Path, texts: list[Text]) -> None:
    """A file that is damaged, or missing, is named as such by whatever reads it."""
    library = built(tmp_path / "library", texts[:1])
    for path in library.folder.glob("parts/*/seats.parquet"):
        path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(LibraryError, match="is damaged"):
        [*ask(library, QUESTIONS["seats"])]
    for path in library.folder.glob("parts/*/games.parquet"):
        path.unlink()
    with pytest.raises(LibraryError, match="is damaged"):
        [*build(library, texts[1:2])]


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_has_an_answer(library: Library, name: str) -> None:
    """Each ready question is answered, and claims nothing from few games, by its order either."""
    answers = [*ask(library, QUESTIONS[name])]
    assert answers or name == "families"
    if name in ("first-street", "streets", "first-tile"):
        known = sum(answer.value is not None for answer in answers)
        few = [(answer.value, *answer.fields.values()) for answer in answers[known:]]
        assert few == sorted(few, key=itemgetter(1))
        assert {value for value, _ in few} <= {None}
    assert all((answer.value is None) == (answer.games < FEWEST) for answer in answers)
    assert not [*ask(library, QUESTIONS[name], Chosen(players=(5,)))]


def test_command_line(table: Table) -> None:
    """A library is built from files, asked in words, SQL and JSON, and drawn; what is wrong is explained."""
    table.file("league.cgn", league())
    assert table.ok("games", "build", "club", "league.cgn") == "Added 4 games\n"
    again = table.ok("games", "build", "club", "league.cgn")
    assert again == "Added 0 games\n4 games were already there, or appeared twice\n"
    assert "How often each seat wins" in table.ok("games", "ask", "club")
    assert "3 players, seat 1" in table.ok("games", "ask", "club", "seats", "--players", "3")
    assert table.json("games", "ask", "club", "--sql", "SELECT rules FROM games ORDER BY rules LIMIT 1") == [
        {"rules": "families"}
    ]
    assert table.json("games", "ask", "club", "--tables").keys() == TABLES.keys()
    assert table.ok("games", "ask", "club", "streets", "-o", "streets.svg") == "streets.svg\n"
    nothing = table.run("games", "ask", "club", "seats", "--players", "5")
    assert (nothing.code, nothing.out, "No game in this library answers" in nothing.err) == (3, "", True)
    drawn = (table.folder / "streets.svg").read_text(encoding="utf-8")
    assert "<svg" in drawn
    assert ": too few to say anything</text>" in drawn, "a chart says why it has no dot"
    assert table.ok("games", "ask", "club", "seats", "-o", "seats.csv") == "seats.csv\n"
    assert (table.folder / "seats.csv").read_text(encoding="utf-8").startswith("players,seat,games,value,low,high\n")
    statement = "SELECT '=1' AS name, [1, 2] AS list, NULL AS nothing, 0.5 AS number"
    written = table.ok("games", "ask", "club", "--sql", statement, "-o", "-")
    assert written == "name,list,nothing,number\n'=1,1 2,,0.5\n"
    assert ".svg is not one of .csv" in table.run("games", "ask", "club", "--sql", statement, "-o", "a.svg").err
    assert table.run("games", "ask", "club", "seat").code == 2
    assert table.run("games", "ask", "nothing", "seats").code == 5
    for wrong in ("SELECT nothing FROM games", "DROP TABLE games"):
        asked = table.run("games", "ask", "club", "--sql", wrong)
        assert (asked.code, "--tables lists the tables" in asked.err or "a single SELECT" in asked.err) == (2, True)
    assert table.run("games", "build", "club", "league.cgn", "--names", "omit").code == 2
    table.file("damaged.cgn", league().replace("1. ", "1. ??? ", 1))
    damaged = table.run("games", "build", "club", "damaged.cgn")
    assert damaged.code == 1
    assert "damaged.cgn:" in damaged.err
