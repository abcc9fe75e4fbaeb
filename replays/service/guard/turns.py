"""Answers that go on for long are made a few at a time, however slowly they are taken."""

from replays.service.problems import Problem

_AGAIN = 10
"""Seconds after which somebody who was sent away may try again."""


class Turns:
    """So many may go on at once. For the thread of the event loop only."""

    def __init__(self, most: int) -> None:
        """None goes on yet."""
        self._most = most
        self._going = 0

    def begin(self) -> None:
        """One begins; raises ``Problem`` where too many go on."""
        if self._going >= self._most:
            detail = f"{self._most} of these are being sent already; ask again in a while"
            raise Problem(503, "unavailable", detail, {"Retry-After": str(_AGAIN)})
        self._going += 1

    def end(self) -> None:
        """One has come to its end."""
        self._going -= 1
