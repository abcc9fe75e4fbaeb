"""What a request calls itself, so that it is carried out once: its ``Idempotency-Key``."""

import re
from typing import Final

from starlette.requests import Request

from replays.service.problems import Problem

MOST: Final = 200
"""Characters that a request may call itself by."""

_FORM: Final = re.compile(r"[ -~]*")
"""The characters of ASCII that are seen, and blanks: all clients and proxies send them alike."""


def called(request: Request, least: int = 0) -> str | None:
    """What a request calls itself; ``None`` where it is not called anything.

    Raises ``Problem`` for fewer characters than ``least``, for too many, and for others than a header has everywhere.
    """
    name = request.headers.get("idempotency-key")
    if name is None or (not name and not least):
        return None
    if not least <= len(name) <= MOST:
        length = f"{least} to {MOST}" if least else f"at most {MOST}"
        raise Problem(400, "bad-request", f"an idempotency key has {length} characters here, not {len(name)}")
    if not _FORM.fullmatch(name):
        raise Problem(400, "bad-request", "an idempotency key has letters, digits and signs of ASCII, and blanks")
    return name
