"""The log: a line for each request, without keys and without what would let others look."""

import logging
import re
from typing import Final

ACCESS: Final = logging.getLogger("calimala.access")
FAULTS: Final = logging.getLogger("calimala.service")

_KEY: Final = re.compile(r"cal[orsva]_[A-Za-z0-9_-]*")
_ID: Final = re.compile(r"(?<=/)([a-z2-9]{4})[a-z2-9]{8}(?![a-z0-9])")
_LONGEST: Final = 160


def told_path(path: str) -> str:
    """The path of a request as the log has it.

    Of ids that nobody can guess there are four letters, enough to tell games apart, and of keys nothing; what is behind
    the ``?`` is not told at all.
    """
    shown = _ID.sub(r"\1...", _KEY.sub("cal?_...", path[:_LONGEST]))
    plain = shown if shown.isprintable() else ascii(shown)[1:-1]
    return plain.replace(" ", "%20") + ("..." if len(path) > _LONGEST else "")


def log_access(method: str, path: str, status: int, size: int, seconds: float) -> None:
    """Write the line: method, path, status, bytes of the body, milliseconds."""
    if ACCESS.isEnabledFor(logging.INFO):
        ACCESS.info("%s %s %d %d %.1f", method[:16], told_path(path), status, size, seconds * 1000)


def log_ended(method: str, path: str, error: BaseException) -> None:
    """Write that an answer was cut short because something it needs did not answer, which is no fault."""
    FAULTS.warning("cut short %s %s: %s", method[:16], told_path(path), error)


def log_fault(id: str, method: str, path: str, error: BaseException) -> None:
    """Write a fault with the id that was told to whoever met it."""
    FAULTS.error("fault %s at %s %s", id, method[:16], told_path(path), exc_info=error)
