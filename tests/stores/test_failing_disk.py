"""A disk on which calls fail, one after the other and in every place: a system call that writes or syncs returns an
error instead of what it does, as a broken or a full disk lets it."""

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest

from calimala_es.store import open_store
from tests.cli_runs import ROOT
from tests.profiles import few, is_long

DECISIONS: Final = 300 if is_long() else 60
MOMENT: Final = datetime(2026, 11, 20, 19, tzinfo=UTC)

RECORDING: Final = """
import json, sys
from datetime import UTC, datetime
from random import Random
from calimala_es.errors import StoreError
from calimala_es.game import play
from calimala_es.store import open_store
from calimala_es.deck import chance_command, is_chance
from calimala_es.initial import shuffled_setup
from calimala_es.legal import legal

path, durable, count = sys.argv[1], sys.argv[2] == "durable", int(sys.argv[3])
chance, errors = Random(4), []

def clock():
    return datetime(2026, 11, 20, 19, tzinfo=UTC)

def tried(call, check=lambda: None):
    for _ in range(20):
        try:
            return call()
        except StoreError as error:
            errors.append(str(error))
            check()
    raise SystemExit(f"given up: {errors}")

with tried(lambda: open_store(path, clock, durable=durable)) as store:
    game = tried(lambda: store.create("g", play(shuffled_setup("bryg", chance))))
    print("begun", flush=True)

    def check():
        # Another store, as another program would open it; that may fail as well.
        try:
            with open_store(path, clock, create=False) as other:
                stored = other.load("g")
        except StoreError as error:
            errors.append(str(error))
        else:
            assert stored.game == game.game, "what failed was saved"
        assert store.load("g").game == game.game

    while len(game.game.moves) < count:
        state = game.state
        command = chance_command(state, chance) if is_chance(state) else chance.choice(legal(state))
        game = tried(lambda: store.append(game, [command]), check)
    print(json.dumps({"decisions": len(game.game.moves), "errors": errors}), flush=True)
"""
"""Records a game, tries again whatever could not be saved, and looks each time whether anything was saved of it."""

FAILURES: Final = (
    ("pwrite64", "EIO", "1+31"),
    ("fdatasync", "EIO", "2+7"),
    ("pwrite64", "ENOSPC", "3+37"),
    ("pwrite64", "EDQUOT", "2+53"),
    ("fdatasync", "ENOSPC", "1+5"),
    ("pwrite64", "EIO", "5+61"),
)
"""The call that fails, its error, and which calls fail: the first, and every so many after it."""


def recorded(path: Path, kind: str, *faults: str) -> Any:
    """Return what a program reports that records with these faults injected."""
    injected = [part for fault in faults for part in ("-e", f"inject={fault}")]
    strace: list[str | Path] = ["strace", "-f", "-o", "/dev/null", "-e", "trace=pwrite64,fdatasync", *injected]
    program: list[str | Path] = [sys.executable, "-c", RECORDING, path, kind, str(DECISIONS)]
    ended = subprocess.run([*strace, *program], cwd=ROOT, check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr == ""
    begun, report = ended.stdout.splitlines()
    assert begun == "begun"
    return json.loads(report)


@pytest.mark.needs("strace")
@pytest.mark.parametrize("failure", few(FAILURES, 2), ids="-".join)
def test_a_disk_whose_calls_fail(failure: tuple[str, str, str], tmp_path: Path) -> None:
    """A call that fails is reported in a sentence, and nothing of the decision is saved; the same store goes on when
    calls succeed again, and in the end every acknowledged decision is there and sound."""
    call, error, when = failure
    path = tmp_path / "games.db"
    report = recorded(path, "durable", f"{call}:error={error}:when={when}")
    assert report["decisions"] == DECISIONS
    assert len(report["errors"]) >= 5
    assert not [text for text in report["errors"] if not text.startswith(str(path)) or "\n" in text]
    with open_store(path, lambda: MOMENT) as store:
        assert len(store.load("g").game.moves) == DECISIONS
        assert store.verify("g") == []
        assert store.faults == []
