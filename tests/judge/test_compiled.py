"""The board and what the judge asks of it most can be compiled, and play the same games then."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli_runs import ROOT

PACKAGES = ("calimala_es", "notation", "replays", "bench")
ASKED = """
from random import Random
from calimala_es.initial import initial, shuffled_setup
from calimala_es.playing import Board, play_out
from replays.judge import policy
from replays.judge.model import model_of
board = Board.from_game(initial(shuffled_setup("bryg", Random(7))))
print(model_of(board.rules).estimate(board), play_out(board, Random(7).random), board.parts())
"""


@pytest.mark.long
@pytest.mark.needs("cc", "setuptools")
def test_what_is_compiled_plays_the_same_game(tmp_path: Path) -> None:
    """`python -m bench.compiled` makes libraries, with which estimates and games are those of plain Python."""
    for name in PACKAGES:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)

    def run(*arguments: str) -> str:
        command = [sys.executable, *arguments]
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        return subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True).stdout

    plain = run("-c", ASKED)
    run("-m", "bench.compiled")
    assert [*(tmp_path / "calimala_es/playing").glob("board*.so")]
    assert [*(tmp_path / "replays/judge").glob("policy*.so")]
    assert run("-c", ASKED) == plain
