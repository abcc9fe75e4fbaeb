"""Two libraries of the same games, row by row: what came out differently.

A program that plays by other rules, or reads texts in another way, builds another library of the same texts; what it
makes of old games is seen here. Keys of positions are not compared, since the version of the rules is part of them.
"""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from replays.library.folder import Library, reading_both
from replays.library.tables import TABLES, columns_of

_IDENTITY: Final = {
    "games": ("game",),
    "seats": ("game", "seat"),
    "decisions": ("game", "number"),
    "scorings": ("game", "id", "seat"),
    "activations": ("game", "id"),
    "positions": ("game", "turn"),
}
"""The columns that name a row of each table."""

_NOT_COMPARED: Final = frozenset({"source", "text", "setup", "key"})
"""The columns that depend on where a text was, on the library's key or on the version of the rules."""

_AT_ONCE: Final = 10_000


class Difference(Struct, frozen=True):
    """A column of a row that differs between two libraries; without a column the row, or game, is in only one of them,
    and ``one`` and ``other`` say in which.

    ``row`` are the columns that name the row, ``place`` is where the game was found; ``turn`` is ``None`` for what is
    about the whole game.
    """

    game: str
    place: str
    table: str
    row: dict[str, Any]
    turn: int | None
    column: str
    one: Any
    other: Any


def differences(one: Library, other: Library) -> Iterator[Difference]:
    """Yield the games that only one library has, then every difference between the games that both have."""
    with reading_both(one, other) as database:
        for table in TABLES:
            columns = [name for name in columns_of(table) if name not in (*_IDENTITY[table], *_NOT_COMPARED)]
            found = database.execute(_statement(table, columns))
            while rows := found.fetchmany(_AT_ONCE):
                for row in rows:
                    yield from _in_row(table, columns, row)


def count_common(one: Library, other: Library) -> int:
    """Return how many games both libraries have."""
    with reading_both(one, other) as database:
        row = database.execute("SELECT count(*) FROM one_games JOIN other_games USING (game)").fetchone()
        assert row is not None, "a count is a row"
        number: int = row[0]
        return number


def _statement(table: str, columns: list[str]) -> str:
    """Return the query for the rows that differ, of all games for the table of games, else of those in both."""
    named = ", ".join(_IDENTITY[table])
    both = "" if table == "games" else "SEMI JOIN one_games USING (game) SEMI JOIN other_games USING (game)"
    values = "".join(f", one.{name}, other.{name}" for name in columns)
    differing = " OR ".join([f"one.{name} IS DISTINCT FROM other.{name}" for name in ("game", *columns)])
    turn = "turn" if "turn" in columns_of(table) else None
    moment = "NULL" if turn is None else turn if turn in _IDENTITY[table] else "coalesce(one.turn, other.turn)"
    return f"""
        WITH found AS (
            SELECT {named}, {moment} AS moment, one.game IS NOT NULL, other.game IS NOT NULL{values}
            FROM (SELECT * FROM one_{table} {both}) one FULL JOIN (SELECT * FROM other_{table} {both}) other
            USING ({named}) WHERE {differing}
        ),
        places AS (SELECT game, source FROM one_games UNION SELECT game, source FROM other_games ANTI JOIN one_games
                   USING (game))
        SELECT places.source, found.* FROM found JOIN places USING (game) ORDER BY {named}
    """


def _in_row(table: str, columns: list[str], row: tuple[Any, ...]) -> Iterator[Difference]:
    place, *rest = row
    named = dict(zip(_IDENTITY[table], rest, strict=False))
    turn, in_one, in_other, *values = rest[len(named) :]
    game = named.pop("game")
    if not (in_one and in_other):
        yield Difference(game, place, table, named, turn, "", in_one, in_other)
        return
    for column, one, other in zip(columns, values[::2], values[1::2], strict=True):
        if one != other:
            yield Difference(game, place, table, named, turn, column, one, other)
