"""Work that several processes share: of this computer, and of a Dask cluster whose workers come and go."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import sleep

import pytest

from calimala_es.errors import WorkersError
from notation.files.scan import scan_games
from replays.library import building
from replays.library.building import Text, build
from replays.library.folder import Library
from replays.workers import Workforce, growing, spread
from tests.cli_runs import ROOT, Table
from tests.library.test_library import is_equal

PIECES = 12


def squared(number: int) -> int:
    return number * number


def squared_with_a_loss(folder: Path, number: int) -> int:
    """Return the square; the process that is the first to be asked for that of 5 is lost."""
    mark = folder / "lost"
    if number == 5 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def always_lost(number: int) -> int:
    if number:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_one_process_works_here() -> None:
    """One process, or one piece, is worked on by the process that asks, as far as it wants results."""
    asked: list[int] = []

    def noted(number: int) -> int:
        asked.append(number)
        return number

    results = spread(noted, iter(range(9)), Workforce())
    assert next(results) == 0
    assert asked == [0]
    assert [*spread(noted, [7], Workforce(2))] == [7]
    assert [*spread(noted, [], Workforce(2))] == []


def test_pieces_have_every_item_in_order() -> None:
    """Pieces grow, and have everything once."""
    pieces = [*growing(range(1000), 200)]
    assert [item for piece in pieces for item in piece] == [*range(1000)]
    assert [len(piece) for piece in pieces][:4] == [25, 50, 100, 200]
    assert [*growing([], 200)] == []


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="signals differ")
def test_a_lost_process_costs_no_result(tmp_path: Path) -> None:
    """The pieces of a process that ended are done again; work that ends every process is an error."""
    results = [*spread(partial(squared_with_a_loss, tmp_path), range(PIECES), Workforce(2))]
    assert results == [number * number for number in range(PIECES)]
    assert (tmp_path / "lost").exists()
    with pytest.raises(WorkersError, match="crashed 4 times"):
        [*spread(always_lost, range(PIECES), Workforce(2))]


def note_and_wait(folder: Path, number: int) -> int:
    (folder / str(os.getpid())).touch()
    sleep(300)
    return number


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="signals differ")
def test_processes_end_with_the_one_that_asked(tmp_path: Path) -> None:
    """If the process that asks is killed, those that work for it end, whatever they are doing."""
    program = (
        "import pathlib, sys; from functools import partial; from replays.workers import Workforce, spread\n"
        "from tests.test_workers import note_and_wait\n"
        "[*spread(partial(note_and_wait, pathlib.Path(sys.argv[1])), range(4), Workforce(2))]"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], cwd=ROOT) as asking:
        while len([*tmp_path.iterdir()]) < 2:
            assert asking.poll() is None
            sleep(0.1)
        asking.kill()
    found = [int(path.name) for path in tmp_path.iterdir()]
    for _ in range(100):
        if not any(map(is_running, found)):
            break
        sleep(0.1)
    assert [process for process in found if is_running(process)] == []


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.address = ""
        self.folder = folder
        self.processes = [self._start("dask_scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard")]
        assert self.processes[0].stderr
        for line in self.processes[0].stderr:
            if "Scheduler at:" in line:
                self.address = line.split()[-1]
                break

    def _start(self, program: str, *options: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", f"distributed.cli.{program}", *options]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.Popen(
            command, cwd=self.folder, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )

    def add_worker(self) -> "subprocess.Popen[str]":
        """Start another worker and wait until it has joined."""
        worker = self._start("dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        self.processes.append(worker)
        assert worker.stderr
        assert any("Registered to" in line for line in worker.stderr)
        return worker


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    found = Cluster(folder)
    try:
        yield found
    finally:
        for process in reversed(found.processes):
            process.kill()
            process.wait()
            assert process.stderr
            process.stderr.close()


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="signals differ")
def test_a_cluster_that_loses_a_worker_and_gets_another(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two workers build a library; one is killed and another joins on the way: the rows are those of one process."""
    monkeypatch.setattr(building, "PART", 5)
    table.ok("games", "simulate", "-n", "60", "--players", "3", "--bot", "random", "-o", table.folder / "many.cgn")
    passages = scan_games((table.folder / "many.cgn").read_bytes())
    texts = [Text(f"many.cgn#{number}", "many.cgn", one) for number, one in enumerate(passages, 1)]
    alone, shared = Library.create(tmp_path / "alone"), Library.create(tmp_path / "shared")
    assert [*build(alone, texts)][-1].added == len(texts)
    with cluster(tmp_path) as machines:
        first = machines.add_worker()
        machines.add_worker()
        steps = build(shared, texts, workers=Workforce(scheduler=machines.address))
        assert next(steps).added == 5
        first.kill()
        machines.add_worker()
        assert [*steps][-1].added == len(texts)
        assert is_equal(shared, alone)
        same = table.ok(
            *("games", "simulate", "-n", "60", "--players", "3", "--bot", "random", "--scheduler", machines.address)
        )
        assert same == (table.folder / "many.cgn").read_text(encoding="utf-8")


@pytest.mark.long
def test_a_cluster_without_workers(table: Table, tmp_path: Path) -> None:
    """If no worker comes, the command says what to start instead of waiting for ever."""
    with cluster(tmp_path) as machines:
        result = table.run("games", "simulate", "-n", "50", "--scheduler", machines.address)
    assert result.code == 5
    assert f"the cluster at {machines.address} has no workers: start some" in result.err


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="signals differ")
def test_a_scheduler_that_ends(table: Table, tmp_path: Path) -> None:
    """If the scheduler ends, the command says so in one line."""
    with cluster(tmp_path) as machines:
        command = ("games", "simulate", "-n", "50", "--scheduler", machines.address)
        with table.start(*command) as program:
            scheduler = machines.processes[0].stderr
            assert scheduler
            assert any("Receive client connection" in line for line in scheduler)
            sleep(2)
            machines.processes[0].kill()
            assert program.stderr
            (line,) = program.stderr.read().decode().splitlines()
    assert line.startswith("calimala: error: ")
    assert machines.address in line


def test_a_scheduler_that_is_not_there(table: Table) -> None:
    """A cluster that cannot be reached is an error in words, and both ways at once cannot be asked for."""
    both = table.run("games", "simulate", "--processes", "2", "--scheduler", "tcp://127.0.0.1:1")
    assert both.code == 2
    assert "use only one of" in both.err
    wrong = table.run("games", "simulate", "--scheduler", "nonsense://")
    assert wrong.code == 5
    assert "cannot reach a scheduler at nonsense://" in wrong.err
