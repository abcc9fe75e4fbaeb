"""Answers that go on until somebody goes away: ended all together when the service stops."""

from typing import Protocol


class Ends(Protocol):
    """Something that can be ended."""

    def cancel(self) -> None:
        """End it."""


class Streams:
    """The answers that go on. For the thread of the event loop only."""

    def __init__(self) -> None:
        """None goes on yet."""
        self._going: set[Ends] = set()
        self.stopped = False

    def begin(self, stream: Ends) -> None:
        """An answer goes on; where the service has stopped it ends at once."""
        self._going.add(stream)
        if self.stopped:
            stream.cancel()

    def end(self, stream: Ends) -> None:
        """It has come to its end."""
        self._going.discard(stream)

    def stop(self) -> None:
        """End all of them, and those that come."""
        self.stopped = True
        for stream in [*self._going]:
            stream.cancel()
