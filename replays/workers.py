"""Work in pieces for several processes: those of this computer, or the workers of a Dask cluster.

``spread`` takes a pure function and pieces of a few hundred games; the process that asks saves the results, which come
in the order of the pieces, so they are the same with any number of workers. A worker that is lost costs time and no
result, since its pieces are done again by another.
"""

import gc
import logging
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from itertools import chain, islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from typing import Any, Final, Protocol, TypeVar, cast

from msgspec import Struct

from calimala_es.errors import WorkersError
from calimala_es.messages import Message
from calimala_es.setup import RULES_VERSION

Piece = TypeVar("Piece")
Result = TypeVar("Result")

_AHEAD: Final = 2
"""Pieces that wait for each worker."""

_LOSSES: Final = 3
"""How often the processes are replaced for the same piece."""

_OBJECTS: Final = 100_000
"""So many new objects let a process look for cycles."""

_SECONDS: Final = 10
"""How long a scheduler may take to answer at first, and its first worker to come."""


class Workforce(Struct, frozen=True):
    """Who does the work: so many processes of this computer, or the cluster with this scheduler."""

    processes: int = 1
    scheduler: str = ""


ALONE: Final = Workforce()
"""Nobody but the process that asks."""


def spread(function: Callable[[Piece], Result], pieces: Iterable[Piece], workers: Workforce) -> Iterator[Result]:
    """Yield what a function returns for each piece, in their order; raise ``WorkersError``.

    The function must be one that another process can import. With one process, or one piece, it is called here.

    >>> [*spread(len, ["one", "three"], Workforce())]
    [3, 5]
    """
    waiting_pieces = iter(pieces)
    first = [*islice(waiting_pieces, 2)]
    every = chain(first, waiting_pieces)
    if not workers.scheduler and (workers.processes < 2 or len(first) < 2):
        with _seldom_collecting():
            yield from map(function, every)
        return
    with _cluster(workers.scheduler) if workers.scheduler else _processes(workers.processes) as pool:
        yield from _spread(function, every, pool)


def growing(items: Iterable[Piece], most: int, first: int = 25) -> Iterator[list[Piece]]:
    """Yield items in pieces that begin small, so that every worker soon has one, and grow to ``most``.

    Items that are all in the ``first`` are not worth starting another process.

    >>> [len(piece) for piece in growing(range(400), 100)]
    [25, 50, 100, 100, 100, 25]
    """
    rest, size = iter(items), min(first, most)
    while piece := [*islice(rest, size)]:
        yield piece
        size = min(2 * size, most)


@contextmanager
def _seldom_collecting() -> Generator[None]:
    """Look for cycles as seldom as a worker process does; see ``_begin_worker``."""
    before = gc.get_threshold()
    gc.set_threshold(_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


class _Pool(Protocol):
    """Processes that take pieces of work."""

    def count(self) -> int:
        """Return how many there are at the moment."""
        ...

    def submit(self, function: Callable[[Any], Any], piece: Any) -> Any:
        """Begin a piece; return its future."""
        ...

    def replace(self) -> None:
        """Begin new processes after one was lost, with which all others end."""
        ...


def _spread(function: Callable[[Piece], Result], pieces: Iterator[Piece], pool: _Pool) -> Iterator[Result]:
    waiting: deque[tuple[Piece, Any]] = deque()
    losses = 0
    while True:
        for piece in islice(pieces, max(pool.count() * _AHEAD - len(waiting), 0 if waiting else 1)):
            waiting.append((piece, pool.submit(function, piece)))
        if not waiting:
            return
        try:
            result = waiting[0][1].result()
        except BrokenProcessPool:
            losses += 1
            if losses > _LOSSES:
                raise WorkersError(
                    Message(
                        "a worker process crashed {number} times on the same games; free some memory, or use fewer "
                        "processes",
                        number=losses,
                    )
                ) from None
            pool.replace()
            waiting = deque([(piece, pool.submit(function, piece)) for piece, _ in waiting])
            continue
        losses = 0
        waiting.popleft()
        yield result


class _Processes:
    """Processes of this computer."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        # Forking a process that has threads is not safe, and DuckDB has some.
        self._context = get_context("spawn")
        self._ended, self._lifeline = self._context.Pipe(duplex=False)
        self._executor = self._begin()

    def _begin(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._processes, self._context, _begin_worker, (self._ended,))

    def count(self) -> int:
        return self._processes

    def submit(self, function: Callable[[Any], Any], piece: Any) -> Any:
        try:
            return self._executor.submit(function, piece)
        except BrokenProcessPool:
            self.replace()
            return self._executor.submit(function, piece)

    def replace(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._begin()

    def end(self) -> None:
        self._lifeline.close()
        self._executor.shutdown(cancel_futures=True)


def _begin_worker(ended: Connection) -> None:
    """Prepare a process: the one that asked ends the work when a person interrupts it.

    Games are many objects without cycles, among which a collector would look for them in vain.
    """
    signal(SIGINT, SIG_IGN)
    gc.set_threshold(_OBJECTS)
    Thread(target=_end_with, args=(ended,), daemon=True).start()


def _end_with(ended: Connection) -> None:
    """End this process in the middle of its work when the one that asked wants no more of it, or was killed."""
    ended.poll(None)
    os._exit(1)


@contextmanager
def _processes(number: int) -> Generator[_Processes]:
    pool = _Processes(number)
    try:
        yield pool
    finally:
        pool.end()


class _Cluster:
    """The workers of a Dask cluster, which may come and go."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def count(self) -> int:
        return sum(self._client.ncores().values())

    def submit(self, function: Callable[[Any], Any], piece: Any) -> Any:
        # The same piece is done again if it is asked for again: what it reads may have changed.
        return self._client.submit(partial(_as_here, _release(), function), piece, pure=False)

    def replace(self) -> None:
        """Do nothing: the scheduler gives the work of a lost worker to another."""


@contextmanager
def _cluster(address: str) -> Generator[_Cluster]:
    from distributed import Client, KilledWorker
    from distributed.comm.core import CommClosedError

    with _unlogged():
        try:
            client: Any = cast("Any", Client)(address, timeout=_SECONDS, set_as_default=False)
        except (OSError, ValueError, ImportError) as error:
            raise WorkersError(
                Message("cannot reach a scheduler at {address}: {reason}", address=address, reason=_first_line(error))
            ) from None
        try:
            with client:
                _wait_for_a_worker(client, address)
                yield _Cluster(client)
        except (KilledWorker, CancelledError, CommClosedError, ImportError) as error:
            raise WorkersError(
                Message(
                    "the cluster at {address} failed: {reason}; run the command again",
                    address=address,
                    reason=_first_line(error),
                )
            ) from None


def _wait_for_a_worker(client: Any, address: str) -> None:
    """Wait until the cluster has a worker; raise ``WorkersError`` if none comes."""
    try:
        client.wait_for_workers(1, _SECONDS)
    except TimeoutError:
        raise WorkersError(
            Message("the cluster at {address} has no workers: start some, then run the command again", address=address)
        ) from None


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]


@contextmanager
def _unlogged() -> Generator[None]:
    """Let nothing be logged: Dask prints the same failure many times, and here it is one error."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def _as_here(release: Sequence[object], function: Callable[[Piece], Result], piece: Piece) -> Result:
    """Do a piece on a worker, which must run the same release of the program as the one that asked."""
    if (here := _release()) != release:
        raise WorkersError(
            Message(
                "a worker runs Calimala {other}, but this computer runs {known}; install the same version on both",
                other="/".join(map(str, here)),
                known="/".join(map(str, release)),
            )
        )
    return function(piece)


def _release() -> tuple[str, int]:
    """Return the version of the program and that of the rules."""
    try:
        return version("calimala"), RULES_VERSION
    except PackageNotFoundError:
        return "", RULES_VERSION
