"""The saved inputs: one file per target, one input per line, as Base64, the shortest first."""

from base64 import b64decode, b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parent
CORPUS: Final = FOLDER / "corpus"
"""Inputs each of which reaches code that no other reaches."""
FINDINGS: Final = FOLDER / "findings"
"""Inputs that once broke something."""


def saved(folder: Path, target: str) -> list[bytes]:
    """Return the inputs of a target, none if there is no file yet."""
    path = folder / f"{target}.txt"
    return [b64decode(line) for line in path.read_text(encoding="ascii").split()] if path.exists() else []


def save(folder: Path, target: str, inputs: Iterable[bytes]) -> None:
    """Save exactly these inputs."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [b64encode(found).decode("ascii") for found in sorted(set(inputs), key=lambda found: (len(found), found))]
    (folder / f"{target}.txt").write_text("".join(f"{line}\n" for line in lines if line), encoding="ascii")
