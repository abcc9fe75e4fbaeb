"""A library: importing, building and asking, each beside the least that could do the same.

The games are random ones of four, of which no two are alike. Importing is beside reading the texts and writing as many
bytes as the store has then; building beside reading the texts with all checks and nothing more; both of a ``SHARE`` of
the games. All of them are built by two processes beside one, by the clock on the wall. Games are added to the library
beside one with ``TIMES`` as many games, which are copies.

Each ready question is asked of the library and of the same rows in plain SQLite, with an index by game, as far as
SQLite has what it needs; answers are compared first. The library is opened for every question, as the command does,
SQLite once. A position in the middle of ``SOUGHT`` of the games is looked up beside a scan that reads each text and
compares the positions before all decisions of the same turn. A scan takes as long for every game, so only ``SCANNED``
games are read in a lap, which counts as much less: the more games there are, the greater is the difference.

Another library, made by ``games simulate --mixed``, can be asked and searched instead, as it is when the run begins; it
may go on growing, and is only read.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Final

from click.testing import CliRunner

from bench.harness import Figure, beside, contender, race, timed
from calimala_es.board import STREETS
from calimala_es.frames import Placement
from calimala_es.state import State
from cli.commands.games.simulate import Simulated, play_game
from cli.main import calimala
from notation import dumps, loads
from notation.files.scan import scan_games
from replays.library.keys import position_key
from replays.workers import Workforce

if TYPE_CHECKING:
    from replays.library.folder import Library

GAMES: Final = 1000
SHARE: Final = 20
TIMES: Final = 10
SOUGHT: Final = 5
"""The positions that are asked for in one lap."""

SCANNED: Final = 50
"""The games that a scan reads in one lap."""

_ROWS: Final = {
    "games": ("game", "rules", "players", "turns", "city", "council"),
    "seats": ("game", "seat", "name", "family", "points", "rank", "won"),
    "decisions": ("game", "number", "kind", "active", "street"),
    "scorings": ("game", "kind", "place", "seat", "rank", "clause", "points"),
    "activations": ("game", "street", "depth", "giver", "receiver", "disc", "points"),
}
"""The tables and columns that SQLite has; a list is a text there, with spaces between its words."""

_AT_ONCE: Final = 100_000

_NEIGHBOURS: Final = ", ".join(f"({street[0]}, {street[1]})" for street in STREETS)

_IN_SQLITE: Final = {
    "seats": """
        SELECT count(*), avg(won) FROM seats JOIN games USING (game) WHERE won IS NOT NULL
        GROUP BY players, seat
    """,
    "people": """
        WITH people AS (SELECT game, name, max(won) AS won FROM seats WHERE won IS NOT NULL GROUP BY game, name)
        SELECT count(*), avg(won) FROM people JOIN games USING (game) WHERE name != ''
        GROUP BY name
    """,
    "families": """
        SELECT count(*), avg(won) FROM seats JOIN games USING (game) WHERE won IS NOT NULL AND family != ''
        GROUP BY players, family
    """,
    "pairs": """
        WITH people AS (
            SELECT game, name, min(rank) AS rank FROM seats WHERE rank IS NOT NULL AND name != '' GROUP BY game, name
        )
        SELECT count(*), avg(CASE WHEN one.rank < two.rank THEN 1 WHEN one.rank = two.rank THEN 0.5 ELSE 0 END)
        FROM people one JOIN people two ON one.game = two.game AND one.name < two.name
        GROUP BY one.name, two.name
    """,
    "neighbours": f"""
        WITH streets (one, two) AS (VALUES {_NEIGHBOURS}),
        neighbours AS (
            SELECT game, players, substr(city, one, 1) AS tile, substr(city, two, 1) AS next FROM games, streets
        )
        SELECT count(*), avg(won) FROM neighbours JOIN seats USING (game) WHERE seat = 0 AND won IS NOT NULL
        GROUP BY players, min(tile, next), max(tile, next)
    """,
    "tile-order": """
        WITH before AS (
            SELECT game, players, won, substr(council, 1, instr(' ' || council, ' ' || place || ' ') - 1) AS tiles
            FROM scorings JOIN (SELECT game, players, council || ' ' AS council FROM games) USING (game)
            JOIN seats USING (game, seat) WHERE kind = 'tile' AND scorings.rank = 1 AND won IS NOT NULL
        )
        SELECT count(*), avg(won) FROM before GROUP BY players, length(tiles) - length(replace(tiles, ' ', ''))
    """,
    "first-tile": """
        WITH best AS (SELECT game, max(points) AS points FROM seats WHERE won GROUP BY game)
        SELECT count(*), avg(points) FROM best JOIN games USING (game)
        GROUP BY substr(council, 1, instr(council, ' ') - 1)
    """,
    "places": """
        WITH sums AS (
            SELECT game, kind, place, avg(scorings.points) FILTER (WHERE won) AS own,
                   avg(scorings.points) FILTER (WHERE NOT won) AS others
            FROM scorings JOIN seats USING (game, seat) WHERE won IS NOT NULL GROUP BY game, kind, place
        )
        SELECT count(*), avg(own - others) FROM sums JOIN games USING (game)
        WHERE own IS NOT NULL AND others IS NOT NULL GROUP BY kind, place
    """,
    "ties": """
        WITH tied AS (SELECT game, clause FROM scorings WHERE clause NOT IN ('', '.')),
        counted AS (SELECT game, clause, count(*) AS number FROM tied GROUP BY game, clause),
        totals AS (SELECT game, count(*) AS total FROM tied GROUP BY game),
        kinds AS (SELECT DISTINCT rules, clause FROM tied JOIN games USING (game))
        SELECT count(*), avg(coalesce(number, 0) * 1.0 / total)
        FROM totals JOIN games USING (game) JOIN kinds USING (rules)
        LEFT JOIN counted ON counted.game = totals.game AND counted.clause = kinds.clause
        GROUP BY rules, kinds.clause
    """,
    "first-street": """
        WITH firsts AS (
            SELECT game, active AS seat, street, min(number) FROM decisions WHERE kind = 'place_disc'
            GROUP BY game, active
        ),
        rates AS (SELECT game, street, avg(won) AS rate FROM firsts JOIN seats USING (game, seat)
                  WHERE won IS NOT NULL GROUP BY game, street)
        SELECT count(*), avg(rate) FROM rates JOIN games USING (game) GROUP BY street
    """,
    "streets": """
        WITH means AS (SELECT game, street, avg(points) AS points FROM activations GROUP BY game, street)
        SELECT count(*), avg(points) FROM means JOIN games USING (game) GROUP BY street
    """,
    "depths": """
        WITH means AS (SELECT game, depth, giver = receiver AS own, avg(points) AS points FROM activations
                       GROUP BY game, depth, giver = receiver)
        SELECT count(*), avg(points) FROM means JOIN games USING (game) GROUP BY depth, own
    """,
    "white": """
        WITH rates AS (SELECT game, disc, avg(points > 0) AS rate FROM activations GROUP BY game, disc)
        SELECT count(*), avg(rate) FROM rates JOIN games USING (game) GROUP BY disc
    """,
    "length": """
        SELECT count(*), avg(turns) FROM games WHERE turns IS NOT NULL
        GROUP BY rules, players
    """,
}
"""Ready questions in SQLite: the games and the value of each group."""


def _found_in(texts: list[str], state: State) -> int:
    """Return in how many games a position is, by reading all of them."""
    key, found = position_key(state), 0
    for text in texts:
        same = (one for one in loads(text).states if (one.turn, one.actor) == (state.turn, state.actor))
        found += any(position_key(one) == key for one in same)
    return found


def _middle(text: str) -> State:
    """Return the position before a placement in the middle of a game."""
    placements = [state for state in loads(text).states if type(state.now) is Placement]
    return placements[len(placements) // 2]


def figures(rounds: int, games: int = GAMES, other: Path | None = None) -> Iterator[Figure]:
    """Yield the figures of a library of so many games, or only those of questions to another one."""
    contender("duckdb")
    if other:
        yield from _other_figures(other, rounds)
        return
    texts = [dumps(play_game(["random"] * 4, "bench", number)) for number in range(games)]
    with TemporaryDirectory() as name:
        folder = Path(name)
        yield _importing(folder, texts[: max(games // SHARE, SOUGHT)], rounds)
        yield _building(folder, texts[: max(games // SHARE, SOUGHT)], rounds)
        yield _sharing(folder, texts, rounds)
        library = _built(folder / "library", texts)
        yield _adding(folder, library, games, rounds)
        yield from _asking(library, folder / "rows.db", rounds, games)
        yield _exploring(library, texts[:SCANNED], rounds, games)


def _other_figures(folder: Path, rounds: int) -> Iterator[Figure]:
    library = _at_this_moment(folder)
    with TemporaryDirectory() as name:
        with library.reading() as database:
            found = database.execute("SELECT source FROM games ORDER BY hash(game)").fetchall()
        yield from _asking(library, Path(name, "rows.db"), rounds, len(found))
        texts = [_simulated(source) for (source,) in found[:SCANNED]]
        yield _exploring(library, texts, rounds, len(found))


def _at_this_moment(folder: Path) -> "Library":
    """Return a library with the parts that it has, also when it has more."""
    from replays.library.folder import Library

    class Fixed(Library):
        def parts(self) -> list[Path]:
            return parts

    parts = Library(folder).parts()
    return Fixed(folder)


def _simulated(source: str) -> str:
    """Return the text of a game of a library made by ``games simulate --mixed``, by where it was found."""
    seed, _, number = source.removeprefix("seed ").rpartition("#")
    return dumps(Simulated(("greedy", "random"), seed, None, None).game(int(number)))


def _importing(folder: Path, texts: list[str], rounds: int) -> Figure:
    file, copy, number = folder / "some.cgn", folder / "copy", iter(range(rounds + 2))
    file.write_text("\n".join(texts), encoding="utf-8")

    def imported() -> Path:
        store = folder / f"store-{next(number)}.db"
        ended = CliRunner().invoke(calimala, ["--store", str(store), "import", str(file)])
        assert ended.exit_code == 0, ended.output
        return store

    size = imported().stat().st_size

    def copied() -> None:
        copy.write_bytes(file.read_bytes().ljust(size, b"\0"))

    laps = [partial(timed, work, len(texts), perf_counter) for work in (imported, copied)]
    ours, theirs = race(laps, rounds)
    return beside("library: importing games", "games/s", "reading and writing the same bytes", ours, theirs)


def _building(folder: Path, texts: list[str], rounds: int) -> Figure:
    number = iter(range(rounds + 1))

    def read() -> None:
        for text in texts:
            loads(text)

    def built() -> None:
        _built(folder / f"library-{next(number)}", texts)

    ours, theirs = race([partial(timed, work, len(texts), perf_counter) for work in (built, read)], rounds)
    return beside("library: building, one process", "games/s", "reading alone", ours, theirs)


def _sharing(folder: Path, texts: list[str], rounds: int) -> Figure:
    number = iter(range(2 * rounds + 2))

    def built(processes: int) -> None:
        _built(folder / f"shared-{next(number)}", texts, processes)

    laps = [partial(timed, partial(built, processes), len(texts), perf_counter) for processes in (2, 1)]
    two, one = race(laps, rounds)
    return beside("library: building, two processes", "games/s", "one process", two, one, goal=1.8)


def _adding(folder: Path, library: "Library", games: int, rounds: int) -> Figure:
    """Add some games to a library and to a greater one, from which they are taken away again."""
    greater = _multiplied(library, folder / "greater")
    new = [dumps(play_game(["random"] * 4, "more", number)) for number in range(max(games // SHARE, SOUGHT))]

    def added(to: "Library") -> None:
        parts = len(to.parts())
        _add(to, new)
        for part in to.parts()[parts:]:
            rmtree(part)

    ours, theirs = race([partial(timed, partial(added, each), len(new)) for each in (greater, library)], rounds)
    name, rival = f"library: adding to {games * TIMES} games", f"adding to {games}"
    return beside(name, "games/s", rival, ours, theirs, goal=1 / 1.1)


def _multiplied(library: "Library", folder: Path) -> "Library":
    """Return a library with copies of every game, each with digests of its own."""
    import duckdb

    from replays.library.folder import Library
    from replays.library.tables import TABLES

    copytree(library.folder, folder)
    greater = Library(folder)
    parts = greater.parts()
    with closing(duckdb.connect()) as database:
        for copy in range(1, TIMES):
            for number, part in enumerate(parts, copy * len(parts)):
                target = part.with_name(f"{number:06}")
                target.mkdir()
                for table in TABLES:
                    changed = ["game"] + ["text"] * (table == "games")
                    columns = ", ".join(f"{column} || '-{copy}' AS {column}" for column in changed)
                    database.execute(
                        f"COPY (SELECT * REPLACE ({columns}) FROM '{part / table}.parquet') "
                        f"TO '{target / table}.parquet' (FORMAT parquet, COMPRESSION zstd)"
                    )
    return greater


def _built(folder: Path, texts: Sequence[str], processes: int = 1) -> "Library":
    from replays.library.folder import Library

    library = Library.create(folder)
    _add(library, texts, processes)
    return library


def _add(library: "Library", texts: Sequence[str], processes: int = 1) -> None:
    from replays.library.building import Text, build

    passages = scan_games("\n".join(texts).encode())
    found = (Text(f"games.cgn#{number}", "", one) for number, one in enumerate(passages, 1))
    for _ in build(library, found, workers=Workforce(processes)):
        pass


def _asking(library: "Library", file: Path, rounds: int, games: int) -> Iterator[Figure]:
    from replays.library.questions import FEWEST, QUESTIONS, Answer, ReadyQuestion, ask

    with closing(_in_sqlite(library, file)) as database:
        for name, statement in _IN_SQLITE.items():

            def asked(question: ReadyQuestion = QUESTIONS[name]) -> list[Answer]:
                return [*ask(library, question)]

            def plain(statement: str = statement) -> list[tuple[int, float]]:
                return database.execute(statement).fetchall()

            answers, rows = asked(), plain()
            assert sorted(each.games for each in answers) == sorted(games for games, _ in rows), name
            known = sorted(round(each.value, 9) for each in answers if each.value is not None)
            assert known == sorted(round(value, 9) for games, value in rows if games >= FEWEST), name
            one, other = race([partial(timed, work, 1, perf_counter) for work in (asked, plain)], rounds)
            yield beside(f"library: {name} of {games} games", "answers/s", "plain SQLite", one, other)


def _in_sqlite(library: "Library", file: Path) -> sqlite3.Connection:
    """Return a database with the rows of a library that the questions read."""
    database = sqlite3.connect(file)
    with closing(library.open()) as source:
        for table, columns in _ROWS.items():
            database.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
            lists = [f"array_to_string({name}, ' ')" if name == "council" else name for name in columns]
            found = source.execute(f"SELECT {', '.join(lists)} FROM {table}")
            while rows := found.fetchmany(_AT_ONCE):
                database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", rows)
            database.execute(f"CREATE INDEX {table}_by_game ON {table} (game)")
    database.commit()
    return database


def _exploring(library: "Library", some: list[str], rounds: int, games: int) -> Figure:
    """Look for positions of the first of some games, which a scan reads, in a library of so many."""
    from replays.library.explorer import explore_position

    sought = [_middle(text) for text in some[:SOUGHT]]

    def explored() -> None:
        assert all(explore_position(library, state).games == 1 for state in sought)

    def scanned() -> None:
        assert _found_in(some, sought[0]) == 1

    share = len(some) / games
    laps = (partial(timed, explored, SOUGHT, perf_counter), partial(timed, scanned, share, perf_counter))
    one, other = race(laps, rounds)
    name = f"library: a position among {games} games"
    return beside(name, "positions/s", "reading all games", one, other, goal=20)
