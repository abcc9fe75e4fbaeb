"""Where a store in PostgreSQL is: its URL, and what messages call it, which is never its password."""

import re
from typing import Final

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
"""Stricter than libpq, which takes half of a password that has ``@`` or ``/`` in it for the name of a host."""

_STRAY_PERCENT: Final = re.compile(r"%(?![0-9A-Fa-f]{2})|%00")

_FORM: Final = (
    "this is no URL of a PostgreSQL database; it has the form postgresql://USER:PASSWORD@HOST:PORT/DATABASE, and in a "
    "name or a password the characters : / ? # @ % are written %3A %2F %3F %23 %40 %25"
)


def is_postgres(place: str) -> bool:
    """Whether a place is meant to be a PostgreSQL database."""
    return place.startswith(SCHEMES)


def shown_url(url: str) -> str:
    """What messages call a database: user, hosts and database, without password and settings.

    Raises ``StoreError`` for what is no URL of a database; the message has nothing of it.
    """
    found = _URL.fullmatch(url) if len(url) <= MOST_CHARACTERS else None
    if found is None or _STRAY_PERCENT.search(url):
        raise StoreError(f"postgresql: {_FORM}")
    user = f"{found['user']}@" if found["user"] else ""
    return f"postgresql://{user}{found['hosts']}/{found['database'] or ''}"
