"""Graphs in DOT as pictures.

DOT text needs no program; a picture is drawn by ``dot`` where that is installed, else by ``graphviz-pure``, which has
no PDF and only Latin letters.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from calimala_es.errors import CalimalaError
from replays.names import ascii_only

FORMATS: Final = ("dot", "svg", "png", "pdf")
"""What ``render`` can write."""

SECONDS: Final = 60
"""How long a program may draw."""

_AT_ONCE: Final = 4
"""How many programs draw at the same time."""

_DOT: Final = "dot"
PURE: Final = "graphviz-pure"
PURE_FORMATS: Final = ("svg", "png")
_PNG_DPI: Final = "144"


class UndrawnError(CalimalaError):
    """No program could draw a picture; says what to install, or what the program said."""


class DiagramError(UndrawnError):
    """A picture could not be drawn; ``dot_path`` is where the DOT text was left."""

    def __init__(self, message: str, dot_path: Path) -> None:
        """Keep where the text is."""
        super().__init__(f"{message}; the DOT text is in {dot_path}")
        self.dot_path = dot_path


def render(dot: str, format: str, path: Path) -> Path:
    """Write DOT text, or the picture of it, to ``path``: all of it or nothing.

    Raises ``DiagramError`` where no program can draw it, and leaves the text beside ``path`` with the ending ``.dot``.
    """
    if format not in FORMATS:
        raise ValueError(f"{format!r} is none of {', '.join(FORMATS)}")
    try:
        content = drawn(dot, format)
    except UndrawnError as error:
        _write(path.with_suffix(".dot"), dot.encode())
        raise DiagramError(str(error), path.with_suffix(".dot")) from error
    _write(path, content)
    return path


def drawn(dot: str, format: str) -> bytes:
    """The picture of DOT text as one of ``FORMATS``, or the text itself; raises ``UndrawnError``."""
    if format == "dot":
        return dot.encode()
    text = dot.replace("{", f"{{\n\tdpi={_PNG_DPI}", 1) if format == "png" else dot
    try:
        for draw in (_draw_by_dot, _draw_by_pure):
            picture = draw(text, format)
            if picture:
                return picture
    except (OSError, subprocess.SubprocessError) as error:
        raise UndrawnError(f"Graphviz cannot draw this: {error}") from error
    raise UndrawnError(
        f"drawing {format.upper()} needs Graphviz: install it so that `dot` is found "
        "(https://graphviz.org/download, Debian: apt install graphviz)"
        + (f", or for SVG and PNG `pip install {PURE}`" if format in PURE_FORMATS else "")
    )


def loses_letters(dot: str, format: str) -> bool:
    """Whether a picture would show ``?`` for letters beyond Latin, since Graphviz is not installed."""
    return format in PURE_FORMATS and not shutil.which(_DOT) and ascii_only(dot).count("?") > dot.count("?")


def drawn_all(dots: Sequence[str], format: str) -> list[bytes]:
    """The pictures of several DOT texts in their order, see ``drawn``; each is drawn once, several at a time."""
    different = [*dict.fromkeys(dots)]
    with ThreadPoolExecutor(max_workers=_AT_ONCE) as pool:
        pictures = dict(zip(different, pool.map(drawn, different, [format] * len(different)), strict=True))
    return [pictures[dot] for dot in dots]


def _draw_by_dot(dot: str, format: str) -> bytes | None:
    program = shutil.which(_DOT)
    return _run([program, f"-T{format}"], dot) if program else None


def _draw_by_pure(dot: str, format: str) -> bytes | None:
    """Its fonts have Latin letters only, so others are replaced."""
    program = shutil.which(PURE) or shutil.which(PURE, path=str(Path(sys.executable).parent))
    if not program or format not in PURE_FORMATS:
        return None
    return _run([program, f"-T{format}"], ascii_only(dot))


def _run(command: list[str], dot: str) -> bytes:
    done = subprocess.run(command, input=dot.encode(), capture_output=True, check=True, timeout=SECONDS)
    return done.stdout


def _write(path: Path, content: bytes) -> None:
    """Write a file so that it is there with all its content or not at all."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
