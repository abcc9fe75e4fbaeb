"""Photos in a store that is a SQLite file: a table that is made with the first of them."""

import sqlite3
from typing import Final

from eventsourcing.sqlite import SQLiteProcessRecorder

from calimala_es.errors import StoreError

_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS photos (game TEXT, name TEXT, content BLOB NOT NULL, PRIMARY KEY (game, name))"
)
_THERE: Final = "SELECT COUNT(*) FROM sqlite_master WHERE type='table' AND name='photos'"
_PUT: Final = "INSERT OR REPLACE INTO photos VALUES (?,?,?)"
_SELECT: Final = "SELECT content FROM photos WHERE game=? AND name=?"
_ERASE: Final = "DELETE FROM photos WHERE game=?1 AND (?2 IS NULL OR name=?2)"


class SQLitePhotos(SQLiteProcessRecorder):
    """The part of a file's recorder that stores photos."""

    def put_photo(self, game: str, name: str, content: bytes) -> None:
        """Store a photo."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.sqlite_cursor.execute(_TABLE)
            cursor.sqlite_cursor.execute(_PUT, (game, name, content))

    def select_photo(self, game: str, name: str) -> bytes | None:
        """Return a photo."""
        with self.datastore.get_connection(commit=False) as connection:
            cursor = connection.cursor().sqlite_cursor
            if not _number(cursor.execute(_THERE)):
                return None
            row = cursor.execute(_SELECT, (game, name)).fetchone()
            return None if row is None else bytes(row[0])

    def erase_photos(self, game: str, name: str | None) -> int:
        """Erase photos: their pages are overwritten, and the log of the file is emptied."""
        with self.datastore.get_connection(commit=True) as connection:
            cursor = connection.cursor().sqlite_cursor
            if not _number(cursor.execute(_THERE)):
                return 0
            cursor.execute("PRAGMA secure_delete=ON")
            erased = cursor.execute(_ERASE, (game, name)).rowcount
            if _number(cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")):
                raise StoreError("the photos are erased, but another program is reading the file; erase again later")
        return erased


def _number(cursor: sqlite3.Cursor) -> int:
    """Return the first number that a statement produced."""
    number: int = cursor.fetchone()[0]
    return number
