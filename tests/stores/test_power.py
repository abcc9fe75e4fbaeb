"""Power cuts, simulated: what a recording program writes and syncs is traced, and every disk that a cut may leave is
opened.

A cut at any point leaves of each file what was synced, and of what was written since any part, in any order, the last
of it torn. What is acknowledged is what the program has printed.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import pytest

from calimala_es.errors import CalimalaError
from calimala_es.store import open_store
from tests.cli_runs import ROOT
from tests.profiles import is_long

MOMENT: Final = datetime(2026, 11, 20, 19, tzinfo=UTC)
DECISIONS: Final = 400 if is_long() else 30
"""More than 350 fill the log, which is then written into the file itself."""

CUTS: Final = 2_000 if is_long() else 30
_SECTOR: Final = 512

RECORDING: Final = """
import os, sys
from datetime import UTC, datetime
from random import Random
from calimala_es.game import play
from calimala_es.store import open_store
from calimala_es.deck import chance_command, is_chance
from calimala_es.initial import shuffled_setup
from calimala_es.legal import legal

path, durable, count = sys.argv[1], sys.argv[2] == "durable", int(sys.argv[3])
chance = Random(4)
with open_store(path, lambda: datetime(2026, 11, 20, 19, tzinfo=UTC), durable=durable) as store:
    game = store.create("g", play(shuffled_setup("bryg", chance)))
    os.write(1, b"0")
    for number in range(1, count + 1):
        state = game.state
        game = store.append(game, [chance_command(state, chance) if is_chance(state) else chance.choice(legal(state))])
        os.write(1, b"%d" % number)
    os._exit(0)
"""

_CALL: Final = re.compile(r"(\w+)\((.*)\) += (-?\d+)")
_TEXT: Final = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


class Written(NamedTuple):
    """A write to a file, ``None`` as its bytes for a file that is cut to a length."""

    path: str
    offset: int
    content: bytes | None


class Point(NamedTuple):
    """A moment of the recording: what is on the disk for sure, what may be, how many decisions are acknowledged."""

    synced: dict[str, bytes]
    pending: tuple[Written, ...]
    acknowledged: int


def _bytes(text: str) -> bytes:
    found = _TEXT.search(text)
    assert found
    return bytes.fromhex(found[1].replace("\\x", ""))


def applied(files: dict[str, bytes], write: Written) -> dict[str, bytes]:
    """Return the files after a write."""
    before = files.get(write.path, b"")
    if write.content is None:
        after = before[: write.offset].ljust(write.offset, b"\0")
    else:
        end = write.offset + len(write.content)
        after = before[: write.offset].ljust(write.offset, b"\0") + write.content + before[end:]
    return {**files, write.path: after}


def points(trace: str) -> Iterator[Point]:
    """Yield every moment of a traced recording after a call that changes something."""
    opened: dict[int, str] = {}
    synced: dict[str, bytes] = {}
    pending: list[Written] = []
    acknowledged = -1
    for line in trace.splitlines():
        found = _CALL.match(line)
        if found is None or int(found[3]) < 0:
            continue
        call, given = found[1], found[2]
        if call == "openat":
            opened[int(found[3])] = _bytes(given).decode()
            continue
        number = int(given.partition(",")[0])
        path = opened.get(number, "")
        if call == "write" and number == 1:
            acknowledged = int(_bytes(given))
        elif not path.endswith((".db", ".db-wal")):
            continue
        elif call in ("fsync", "fdatasync"):
            for write in (one for one in pending if one.path == path):
                synced = applied(synced, write)
            pending = [one for one in pending if one.path != path]
        elif call == "ftruncate":
            pending.append(Written(path, int(given.rpartition(",")[2]), None))
        elif call == "pwrite64":
            pending.append(Written(path, int(given.rpartition(",")[2]), _bytes(given)))
        else:
            continue
        yield Point(synced, tuple(pending), acknowledged)


def disks(point: Point, chance: Random) -> Iterator[dict[str, bytes]]:
    """Yield disks that a cut at this point may leave: without what is not synced, with all of it, with some, torn."""
    yield point.synced
    everything = point.synced
    for write in point.pending:
        everything = applied(everything, write)
    yield everything
    some = point.synced
    arrived = [write for write in point.pending if chance.random() < 0.7]
    chance.shuffle(arrived)
    for number, write in enumerate(arrived, 1):
        if number == len(arrived) and write.content is not None:
            most = len(write.content) // _SECTOR
            write = write._replace(content=write.content[: chance.randint(0, most) * _SECTOR])
        some = applied(some, write)
    yield some


@pytest.mark.needs("strace")
@pytest.mark.timeout(300 + CUTS)
@pytest.mark.parametrize("kind", ["durable", "usual"])
def test_a_power_cut_leaves_a_sound_store(kind: str, tmp_path: Path) -> None:
    """Whatever part of the unsynced writes a power cut leaves, the store is sound and has whole decisions, a beginning
    of those that were recorded; a durable one has every decision that was acknowledged."""
    path, trace = tmp_path / "games.db", tmp_path / "trace"
    calls = "openat,pwrite64,write,ftruncate,fsync,fdatasync"
    command: list[str | Path] = ["strace", "-xx", "-s", "70000", "-e", f"trace={calls}", "-o", trace]
    program: list[str | Path] = [sys.executable, "-c", RECORDING, path, kind, str(DECISIONS)]
    subprocess.run([*command, *program], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    with open_store(path, lambda: MOMENT) as store:
        recorded = store.load("g").game.commands
    assert len(recorded) == DECISIONS
    chance = Random(9)
    moments = [*points(trace.read_text(encoding="ascii"))]
    lost = []
    for number, point in enumerate(chance.sample(moments, min(CUTS, len(moments)))):
        for disk in disks(point, chance):
            place = tmp_path / f"disk{number}"
            place.mkdir(exist_ok=True)
            for name, content in disk.items():
                (place / Path(name).name).write_bytes(content)
            try:
                with open_store(place / path.name, lambda: MOMENT) as store:
                    found = store.load("g").game.commands
                    assert store.verify("g") == []
            except CalimalaError:
                # The game had not begun.
                found = ()
                assert kind == "usual" or point.acknowledged < 0
            assert found == recorded[: len(found)]
            lost.append(point.acknowledged - len(found))
            for left in place.iterdir():
                left.unlink()
    assert max(lost) > 0 if kind == "usual" else max(lost) <= 0
