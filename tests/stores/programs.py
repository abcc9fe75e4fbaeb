"""Other programs that use a store: processes forked from one that has imported everything once."""

import multiprocessing
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final

if sys.platform == "win32":
    _PROCESSES = multiprocessing.get_context("spawn")
else:
    _PROCESSES = multiprocessing.get_context("forkserver")
    _PROCESSES.set_forkserver_preload(["tests.test_store_files", "tests.test_store_postgres"])

PATIENCE: Final = 60
"""Seconds after which a program is expected never to end."""


class Program:
    """A function of a module that runs in a process of its own; its first argument is the other end of ``line``."""

    def __init__(self, work: Callable[..., None], *arguments: object) -> None:
        self.line, its = _PROCESSES.Pipe()
        self.process = _PROCESSES.Process(target=work, args=(its, *arguments), daemon=True)
        self.process.start()
        its.close()

    def _sent(self) -> Iterator[Any]:
        while True:
            try:
                yield self.line.recv()
            except (EOFError, ConnectionResetError):
                return

    def rest(self) -> list[Any]:
        """Wait for the end and return what was sent until then."""
        sent = [*self._sent()]
        self.process.join(PATIENCE)
        self.line.close()
        return sent

    def result(self) -> list[Any]:
        """Return what the program sent until its end, which must be without an error."""
        sent = self.rest()
        assert self.process.exitcode == 0
        return sent
