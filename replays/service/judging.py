"""Judging games beside the service: one after the other, in a process that has a limit of processor time.

A judgement takes a minute, so nobody waits for it; the answer says how many decisions are judged. It is made of a text
that has only what those who ask may see, and cached under that text: all who see the same share it, whatever is said
about the game meanwhile, and when the game changes there is none. The process that judges gets the text and nothing
else. That of a game that is over is saved, so that it need not be made again after a restart.
"""

import signal
import subprocess
import sys
import zlib
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from queue import SimpleQueue
from threading import Lock, Thread, Timer
from typing import IO, Final, NamedTuple

import msgspec
from msgspec import Struct

from calimala_es.errors import CalimalaError
from calimala_es.game import Game
from calimala_es.messages import Message
from notation import dumps
from replays.judge.costs import Judgement
from replays.judge.model import learned_weights
from replays.judge.puzzles import FoundPuzzle
from replays.service.limits import unavailable
from replays.service.options import Limits

COMMAND: Final = (sys.executable, "-m", "replays.service.judging_process")

_MOST_WAITING: Final = 16
"""Games that may wait to be judged."""

_EACH: Final = 3
"""Games that may wait for one address."""

_PATIENCE: Final = 5
"""How many times as long as its processor time a process may take, which yields to all others."""


class Assignment(Struct, frozen=True):
    """What the process that judges is given: a game as text, on how many boards, and the processor time in seconds."""

    text: str
    boards: int
    seconds: float


class JudgedGame(Struct, frozen=True):
    """A game that was judged, and the puzzles in it; none where there was no time to look for them."""

    judgement: Judgement
    puzzles: tuple[FoundPuzzle, ...] = ()

    def packed(self) -> bytes:
        """Return everything as bytes, as short as they can be."""
        return zlib.compress(msgspec.json.encode(self))

    @classmethod
    def unpacked(cls, content: bytes) -> "JudgedGame | None":
        """Return what ``packed`` wrote; ``None`` if it cannot be read."""
        try:
            return msgspec.json.decode(zlib.decompress(content), type=cls)
        except (ValueError, zlib.error):
            return None


class GameToJudge(NamedTuple):
    """A game that somebody wants to have judged, its text, and the key under which the judgement is cached.

    ``moves`` is how many decisions come before the first thing that was not recorded.
    """

    game: Game
    text: str
    key: bytes
    moves: int

    @classmethod
    def of(cls, game: Game, boards: int) -> "GameToJudge":
        """Return a game with what is made of it; other weights, or other ``boards``, make another judgement."""
        text = dumps(game)
        moves = next((number for number, move in enumerate(game.moves) if move.state.has_gap), len(game.moves))
        key = blake2b(b"%d " % boards + text.encode(), key=_judge(), digest_size=16).digest()
        return cls(game, text, key, moves)


@cache
def _judge() -> bytes:
    """Return a digest of what the judge has learned."""
    return blake2b(msgspec.json.encode(learned_weights()), digest_size=16).digest()


class Job:
    """A game that is judged: ``done`` of its ``moves``, then it is ``judged``, or there is a ``failure``."""

    def __init__(self, asked: GameToJudge, who: str, save: Callable[[bytes], None]) -> None:
        """Begin before anything is done, for somebody; in the end, ``save`` gets what is to be saved."""
        self.text = asked.text
        self.who = who
        self.moves = asked.moves
        self.done = 0
        self.save = save
        self.judged: JudgedGame | None = None
        self.failure: Message | None = None

    @property
    def is_ended(self) -> bool:
        """Whether there is nothing to wait for."""
        return self.judged is not None or self.failure is not None


class Judging:
    """The games that are judged or wait for it, and the latest judgements. May be asked from several threads."""

    def __init__(self, limits: Limits) -> None:
        """Start nothing: the first game does."""
        self._limits = limits
        self._jobs: OrderedDict[bytes, Job] = OrderedDict()
        self._queue: SimpleQueue[Job] = SimpleQueue()
        self._threads = 0
        self._lock = Lock()

    def find(self, asked: GameToJudge) -> Job | None:
        """Return the job of a game, if somebody asked for it."""
        with self._lock:
            return self._jobs.get(asked.key)

    def remember(self, asked: GameToJudge, content: bytes) -> Job | None:
        """Return the job of a game that was judged earlier and saved; ``None`` if that cannot be read."""
        job = Job(asked, "", _save_nothing)
        job.judged = JudgedGame.unpacked(content)
        if job.judged is None:
            return None
        with self._lock:
            return self._jobs.setdefault(asked.key, job)

    def ask(self, asked: GameToJudge, who: str, save: Callable[[bytes], None]) -> Job:
        """Return the job of a game for somebody, a new one where there is none or where it failed.

        What comes of it is given to ``save``. Raises ``Problem`` where they wait for too many, or all do.
        """
        with self._lock:
            job = self._jobs.get(asked.key)
            if job is not None and job.failure is None:
                return job
            waiting = [one for one in self._jobs.values() if not one.is_ended]
            if len(waiting) >= _MOST_WAITING or sum(one.who == who for one in waiting) >= _EACH:
                raise unavailable(Message("too many games are waiting to be judged; try again later"))
            job = self._jobs[asked.key] = Job(asked, who, save)
            self._jobs.move_to_end(asked.key)
            self._forget_oldest()
            self._queue.put(job)
            if self._threads < min(self._limits.judging, len(waiting) + 1):
                self._threads += 1
                Thread(target=self._work, daemon=True).start()
            return job

    def _forget_oldest(self) -> None:
        ended = [key for key, job in self._jobs.items() if job.is_ended]
        for key in ended[: max(0, len(ended) - self._limits.judgements)]:
            del self._jobs[key]

    def _work(self) -> None:
        while True:
            job = self._queue.get()
            try:
                _judge_apart(job, self._limits)
            except (OSError, ValueError):
                job.failure = Message("the game could not be judged; try again later")
            if job.judged is not None:
                # What cannot be saved, e.g. because the game was deleted meanwhile, stays in memory.
                with suppress(CalimalaError):
                    job.save(job.judged.packed())


def _save_nothing(_content: bytes) -> None:
    """Save nothing: it is saved already, or it is not to be."""


def _judge_apart(job: Job, limits: Limits) -> None:
    """Judge a game in another process, which ends when this one does or when its time is over."""
    assignment = Assignment(job.text, limits.boards, limits.judged)
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        last = Timer(_PATIENCE * limits.judged, process.kill)
        last.daemon = True
        last.start()
        try:
            assert process.stdin
            assert process.stdout
            process.stdin.write(msgspec.json.encode(assignment))
            process.stdin.close()
            _follow(job, process.stdout)
        finally:
            last.cancel()
            process.kill()
    if not job.is_ended:
        if process.returncode in _TOO_LONG:
            seconds = f"{limits.judged:g}"
            job.failure = Message("judging this game took more than {seconds} s of processor time", seconds=seconds)
        else:
            job.failure = Message("the game could not be judged; try again later")


_TOO_LONG: Final = (-signal.SIGKILL, -getattr(signal, "SIGXCPU", signal.SIGKILL)) if sys.platform != "win32" else ()
"""How a process ends whose time is over."""


def _follow(job: Job, lines: IO[bytes]) -> None:
    """Read how many moves are judged, a line for each, then the judgement, and then the puzzles."""
    judgement: Judgement | None = None
    puzzles: tuple[FoundPuzzle, ...] = ()
    for line in lines:
        if line.startswith(b"{"):
            judgement = msgspec.json.decode(line, type=Judgement)
        elif line.startswith(b"["):
            puzzles = msgspec.json.decode(line, type=tuple[FoundPuzzle, ...])
        else:
            job.done += 1
    if judgement is not None:
        job.judged = JudgedGame(judgement, puzzles)
