"""Where a store is, for people: the URL of a database without its password, and errors that name the location."""

import re
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from eventsourcing.domain import EventSourcingError

from calimala_es.errors import StoreError

SCHEMES: Final = ("postgresql://", "postgres://")

MOST_CHARACTERS: Final = 2000

_URL: Final = re.compile(
    r"postgres(?:ql)?://"
    r"(?:(?P<user>[^:@/?#\s]*)(?::[^:@/?#\s]*)?@)?"
    r"(?P<hosts>[^@/?#\s]*)"
    r"(?:/(?P<database>[^@/?#\s]*))?"
    r"(?:\?[^?#\s]*)?"
)
"""Stricter than libpq, which mistakes half of a password with ``@`` or ``/`` for the name of a host."""

_STRAY_PERCENT: Final = re.compile(r"%(?![0-9A-Fa-f]{2})|%00")

_FORM: Final = (
    "this is no URL of a PostgreSQL database; it has the form postgresql://USER:PASSWORD@HOST:PORT/DATABASE, and in a "
    "name or a password the characters : / ? # @ % are written %3A %2F %3F %23 %40 %25"
)


@contextmanager
def store_errors(location: str) -> Generator[None]:
    """Turn database and file errors into ``StoreError``, prefixed with the location."""
    try:
        yield
    except (sqlite3.Error, EventSourcingError, OSError) as error:
        system = error.strerror if isinstance(error, OSError) else None
        raise StoreError(f"{location}: {system or str(error) or type(error).__name__}") from error
    except StoreError as error:
        if str(error).startswith(location):
            raise
        raise type(error)(f"{location}: {error}") from error.__cause__


def is_postgres(location: str) -> bool:
    """Return whether a location is meant to be a PostgreSQL database."""
    return location.startswith(SCHEMES)


def shown_url(url: str) -> str:
    """Return how messages call a database: user, hosts and database, without password and settings.

    Raises ``StoreError`` for an invalid URL; the message contains nothing of it.
    """
    found = _URL.fullmatch(url) if len(url) <= MOST_CHARACTERS else None
    if found is None or _STRAY_PERCENT.search(url):
        raise StoreError(f"postgresql: {_FORM}")
    user = f"{found['user']}@" if found["user"] else ""
    return f"postgresql://{user}{found['hosts']}/{found['database'] or ''}"
