"""What a PostgreSQL server does wrong, in words: waits that ended, connections that were lost, and what it refused."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from eventsourcing.persistence import IntegrityError, PersistenceError
from psycopg import Connection, errors
from psycopg_pool import PoolClosed, PoolTimeout

from calimala_es.errors import StoreError

CONNECT_SECONDS: Final = 5
"""How long a server may take to answer a new connection."""

POOL_SECONDS: Final = 5
"""How long somebody waits for a connection while others have all of them."""

LOCK_SECONDS: Final = 10
"""How long a writer waits for another one."""

STATEMENT_SECONDS: Final = 30
"""How long a statement may take."""

_WORDS: Final[tuple[tuple[type[psycopg.Error], str], ...]] = (
    (PoolClosed, "the store is closed"),
    (PoolTimeout, f"the server gave no connection within {POOL_SECONDS} seconds"),
    (errors.LockNotAvailable, f"somebody else kept the store locked for {LOCK_SECONDS} seconds; nothing was saved"),
    (errors.QueryCanceled, f"the server took longer than {STATEMENT_SECONDS} seconds; nothing was saved"),
)
"""The first line that fits decides."""

_LOST: Final = "the connection to the server was lost; read again whether what was being saved is there"


_NOT_WRITTEN: Final = "the names are erased, but the disk of the server may still have them"


class LostError(PersistenceError):
    """The connection was lost while something was asked."""


@contextmanager
def faults_told() -> Generator[None]:
    """Errors of psycopg become errors of eventsourcing that say what happened in one line.

    Nothing becomes ``OperationalError`` or ``InterfaceError``: eventsourcing asks again after those, and a save whose
    connection was lost may have been done.
    """
    try:
        yield
    except psycopg.IntegrityError as error:
        raise IntegrityError(_first_line(error)) from error
    except psycopg.Error as error:
        raise PersistenceError(_reason(error)) from error


@contextmanager
def vacuum_told(connection: Connection[Any]) -> Generator[None]:
    """What keeps a table from being written anew, which the server only warns of, becomes a ``StoreError``."""
    warnings: list[str] = []

    def hear(warning: errors.Diagnostic) -> None:
        warnings.append(warning.message_primary or "")

    connection.add_notice_handler(hear)
    try:
        yield
    except (errors.LockNotAvailable, errors.QueryCanceled):
        raise StoreError(f"{_NOT_WRITTEN} (somebody else is reading them); erase again later") from None
    finally:
        connection.remove_notice_handler(hear)
    if warnings:
        raise StoreError(f"{_NOT_WRITTEN} ({warnings[0]})")


def lost(error: psycopg.Error) -> LostError:
    """What is told where a connection was lost."""
    return LostError(f"{_LOST} ({_first_line(error)})")


def _reason(error: psycopg.Error) -> str:
    return next((words for kind, words in _WORDS if isinstance(error, kind)), _first_line(error))


def _first_line(error: psycopg.Error) -> str:
    """What the server said, without the statement and the values that follow."""
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__
