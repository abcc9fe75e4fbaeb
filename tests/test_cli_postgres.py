"""The command line with a store in PostgreSQL prints and exits as with a file."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from cli.options import MISSING_PROGRAM, NOT_FOUND, OK, STORE
from tests.absent import make_absent
from tests.cli_runs import ROOT, Table
from tests.postgres import WITH_PASSWORD, Server
from tests.profiles import few

pytestmark = pytest.mark.needs("postgresql")

EXAMPLES: Final = ROOT / "examples"


class TableInPostgres(Table):
    """A folder, and the program run with a store in a database."""

    def __init__(self, folder: Path, url: str) -> None:
        super().__init__(folder)
        self.url = url

    @property
    def environment(self) -> dict[str, str]:
        """A person's surroundings, with the database as the store."""
        return {**super().environment, "CALIMALA_STORE": self.url}


@pytest.fixture
def tables(postgres: Server, tmp_path: Path) -> tuple[Table, TableInPostgres]:
    """Return a table with a store in a file, and one with a store in PostgreSQL, in one folder."""
    return Table(tmp_path), TableInPostgres(tmp_path, postgres.fresh_url())


SEATS: Final = ("blue=Maria", "red=Angelica", "yellow=Tania", "--seed", "7")
DECISIONS: Final = "0. ? ? ? / HAM / ? ? ? / W V U\n1. WV W V\n"

LINES: Final[Sequence[tuple[Sequence[object], str]]] = (
    (("list",), ""),
    (("new", *SEATS, "--id", "friday"), ""),
    (("new", *SEATS, "--id", "friday"), ""),
    (("record", "friday"), DECISIONS),
    (("record", "friday"), "comment Maria leads.\nXX\n"),
    (("show", "--legal", "friday"), ""),
    (("undo", "friday", "-n", "2"), ""),
    (("log", "friday", "--undone"), ""),
    (("redo", "friday", "--all"), ""),
    (("redo", "friday"), ""),
    (("show", "friday"), ""),
    (("annotate", "friday", "--at", "1", "--by", "Anna", "-m", "Why not the port?", "--glyph", "?!"), ""),
    (("annotate", "friday", "--undo", "--by", "Anna"), ""),
    (("annotate", "friday", "--history"), ""),
    (("import", EXAMPLES / "study.cgn", "--id", "lily"), ""),
    (("import", EXAMPLES / "two-players.cgn", "--id", "two"), ""),
    (("import", EXAMPLES / "study.cgn", "--id", "lily"), ""),
    (("fork", "lily#2.1", "--id", "lily-2"), ""),
    (("list",), ""),
    (("list", "--json"), ""),
    (("compare", "lily", "lily-2"), ""),
    (("games", "find", "--player", "Maria", "--list", "lily", "two"), ""),
    (("merge", "lily", "lily"), ""),
    (("repair", "friday#1.1", "WV B"), ""),
    (("export", "lily"), ""),
    (("export", "--all"), ""),
    (("check", "--all"), ""),
    (("check", "nobody"), ""),
)
"""Command lines that use a store, correctly and not, one after the other."""

READING: Final[Sequence[tuple[Sequence[object], str]]] = (
    (("show", "fri", "--as", "red"), ""),
    (("study", "lily"), "next\nnext\nback\n"),
    (("analyse", "lily", "--part", "points"), ""),
    (("compare", "lily"), ""),
    (("games", "stats", "two", "lily"), ""),
    (("export", "lily", "--to", "code"), ""),
    (("export", "lily", "--as", "red"), ""),
    (("export", "lily", "--to", "json"), ""),
    (("draw", "lily#2", "--format", "dot", "-o", "-"), ""),
    (("export", "lily", "--to", "plays"), ""),
    (("export", "--all", "--json"), ""),
    (("show", "nobody"), ""),
)
"""More that read what these lines stored."""


TIME: Final = re.compile(r"\d{4}-\d\d-\d\d[T ][0-9:.]+(Z|[+-][0-9:]+)?")


def outcome(table: Table, place: str, line: Sequence[object], typed: str) -> tuple[int, str, str]:
    """Return exit code, output and messages of a command line, without the store's location and times."""
    run = table.run(*line, input=typed or None)
    return run.code, TIME.sub("(time)", run.out), TIME.sub("(time)", run.err.replace(place, "(place)"))


def test_every_command_works_as_with_a_file(tables: tuple[Table, TableInPostgres]) -> None:
    """A command has the same output, messages and exit code as with a file."""
    file, database = tables
    for line, typed in (*LINES, *few(READING, 0)):
        assert outcome(database, database.url, line, typed) == outcome(file, str(file.store), line, typed), line


def test_store_is_said_by_option_or_surroundings(tables: tuple[Table, TableInPostgres]) -> None:
    """The URL may be given before or after the command, or in the environment."""
    file, database = tables
    database.ok("new", *SEATS, "--id", "friday")
    assert "friday" in database.ok("list")
    for line in (("--store", database.url, "list"), ("list", "--store", database.url)):
        assert file.ok(*line) == database.ok("list")
    assert "There are no games yet" in file.ok("list")
    assert not file.store.exists()


def test_what_is_wrong_with_a_database_is_reported(postgres: Server, tmp_path: Path) -> None:
    """Problems with a database are reported without a traceback or a password: no store, other tables, no access, no
    server, no URL."""
    schema = postgres.fresh_schema()
    other = postgres.fresh_schema()
    postgres.run(f"CREATE TABLE {other}.recipes (name text)")
    guarded = f"postgresql://{WITH_PASSWORD}:sesame@127.0.0.1:{postgres.port}/postgres"
    for url, code, words in (
        (postgres.url(schema), NOT_FOUND, "no store of games; calimala new or calimala import makes one"),
        (postgres.url(other), STORE, "recipes"),
        (guarded, STORE, "password authentication failed"),
        ("postgresql://maria:sesame@127.0.0.1:1/games", STORE, "refused"),
        ("postgresql://maria:sesame@/sesame@games", STORE, "write postgresql://"),
    ):
        run = TableInPostgres(tmp_path, url).run("show", "friday")
        assert (run.code, run.out) == (code, "")
        assert words in run.err
        assert run.err.count("\n") == 1
        assert "sesame" not in run.err


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without psycopg the error about a database says what to install; a file works."""
    make_absent(monkeypatch, "psycopg", "calimala_es.store.postgres")
    run = TableInPostgres(tmp_path, "postgresql://127.0.0.1/games").run("list")
    assert run.code == MISSING_PROGRAM
    assert "a store in PostgreSQL needs psycopg, which is not installed: run " in run.err
    assert "[postgres]" in run.err
    assert Table(tmp_path).run("list").code == OK
