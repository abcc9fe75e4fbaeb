"""Pictures that other programs draw: diagrams in DOT by Graphviz, SVG as PNG by resvg, QR codes by segno.

DOT text itself needs no program. A diagram is drawn by ``dot`` where that is installed, else by ``graphviz-pure``,
which has no PDF and only Latin letters. No other module knows resvg and segno.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calimala_es.errors import CalimalaError
from calimala_es.messages import Message
from notation.share import ShareCodeError
from replays.drawing.svg import FONT, element
from replays.text.languages import message
from replays.text.terminal import ascii_only

if TYPE_CHECKING:
    from segno import QRCode

# Diagrams.

DIAGRAM_FORMATS: Final = ("dot", "svg", "png", "pdf")
"""The formats in which a diagram can be written."""

SECONDS: Final = 60
"""The time limit for a drawing program, in seconds."""

_AT_ONCE: Final = 4
"""The number of programs that draw at the same time."""

_DOT: Final = "dot"
PURE: Final = "graphviz-pure"
PURE_FORMATS: Final = ("svg", "png")
_PNG_DPI: Final = "144"

_FONT_SIZE: Final = re.compile(rb'(?<=font-size=")[0-9.]+')
_DRAWN: Final = 0.92
"""How large letters of an SVG are, in parts of the size for which their box was made: the font in which the picture is
shown may be wider than the one by which it was measured, and browsers round the widths of letters up."""


class UndrawnError(CalimalaError):
    """No program could draw a picture; says what to install, or what the program said."""


class DiagramError(UndrawnError):
    """A diagram could not be drawn into a file; ``dot_path`` is where its DOT text is."""

    def __init__(self, message: str, dot_path: Path) -> None:
        """Say where the text is."""
        super().__init__(f"{message}; the DOT text is in {dot_path}")
        self.dot_path = dot_path


def write_diagram(dot: str, format: str, path: Path) -> Path:
    """Write DOT text, or the picture of it, to ``path``: all of it or nothing.

    Raises ``DiagramError`` where no program can draw it, and leaves the text beside ``path`` with the ending ``.dot``.
    """
    if format not in DIAGRAM_FORMATS:
        raise ValueError(f"{format!r} is not one of {', '.join(DIAGRAM_FORMATS)}")
    try:
        content = draw_diagram(dot, format)
    except UndrawnError as error:
        _write(path.with_suffix(".dot"), dot.encode())
        raise DiagramError(str(error), path.with_suffix(".dot")) from error
    _write(path, content)
    return path


def draw_diagram(dot: str, format: str) -> bytes:
    """Draw DOT text as one of ``DIAGRAM_FORMATS``; raises ``UndrawnError``."""
    if format == "dot":
        return dot.encode()
    text = dot.replace("{", f"{{\n\tdpi={_PNG_DPI}", 1) if format == "png" else dot
    try:
        for draw in (_draw_by_dot, _draw_by_pure):
            picture = draw(text, format)
            if picture:
                return _FONT_SIZE.sub(_with_room, picture) if format == "svg" else picture
    except (OSError, subprocess.SubprocessError) as error:
        raise UndrawnError(f"Graphviz cannot draw this: {error}") from error
    raise UndrawnError(
        f"drawing {format.upper()} needs Graphviz: install it so that `dot` is found "
        "(https://graphviz.org/download, Debian: apt install graphviz)"
        + (f", or for SVG and PNG `pip install {PURE}`" if format in PURE_FORMATS else "")
    )


def _with_room(size: re.Match[bytes]) -> bytes:
    return f"{float(size[0]) * _DRAWN:.2f}".encode()


def draw_diagrams(dots: Sequence[str], format: str) -> list[bytes]:
    """Draw several DOT texts in their order, see ``draw_diagram``; each once, several at a time."""
    different = [*dict.fromkeys(dots)]
    with ThreadPoolExecutor(max_workers=_AT_ONCE) as pool:
        pictures = dict(zip(different, pool.map(draw_diagram, different, [format] * len(different)), strict=True))
    return [pictures[dot] for dot in dots]


def loses_letters(dot: str, format: str) -> bool:
    """Check whether a picture would show ``?`` for letters beyond Latin, since Graphviz is not installed."""
    return format in PURE_FORMATS and not shutil.which(_DOT) and ascii_only(dot).count("?") > dot.count("?")


def _draw_by_dot(dot: str, format: str) -> bytes | None:
    program = shutil.which(_DOT)
    return _run([program, f"-T{format}"], dot) if program else None


def _draw_by_pure(dot: str, format: str) -> bytes | None:
    """Draw with Latin letters only, which are all that its fonts have."""
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


# PNG.

NARROWEST: Final = 200
WIDEST: Final = 2400
"""The largest width of a PNG, in pixels."""


class NoFontError(CalimalaError):
    """The system has no fonts, so a picture would have no words; says what to install."""


class PictureSizeError(CalimalaError):
    """A picture was requested in a size in which it is not drawn."""


def draw_png(svg: str, width: int) -> bytes:
    """Draw an SVG as PNG, ``width`` pixels wide; raises ``PictureSizeError`` and ``NoFontError``."""
    if not NARROWEST <= width <= WIDEST:
        words = message("a picture must be {least} to {most} pixels wide, not {number}")
        raise PictureSizeError(Message(words, least=NARROWEST, most=WIDEST, number=width))
    if not _has_fonts():
        words = message("no font is installed, so pictures would have no text; on Debian, run {command}")
        raise NoFontError(Message(words, command="apt install fonts-dejavu"))
    return _draw_by_resvg(svg, width)


def _draw_by_resvg(svg: str, width: int) -> bytes:
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=svg, width=width))


@cache
def _has_fonts() -> bool:
    """Check whether a letter in the fonts of a picture leaves anything on the paper."""
    paper = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40">{}</svg>'
    letter = element("text", text="M", x=4, y=32, font_size=32, font_family=FONT)
    return _draw_by_resvg(paper.format(letter), 40) != _draw_by_resvg(paper.format(""), 40)


# QR codes.

QR_FORMATS: Final = ("svg", "png")
"""The formats in which a QR code is drawn."""

QUIET_ZONE: Final = 4
"""Modules of white around a QR code, as its standard requires."""

_CORRECTION: Final = "m"
"""About a seventh of the picture may be lost."""

_LONGEST_QR: Final = 2331
"""Bytes in the largest QR code with that correction."""

_PIXELS: Final = 6
"""Pixels of a module."""


def qr_code(text: str) -> "QRCode":
    """Return the QR code of a text; raises ``ShareCodeError`` where the text is too long for one."""
    import segno

    try:
        return segno.make_qr(text, error=_CORRECTION)
    except segno.DataOverflowError:
        raise ShareCodeError(
            f"{len(text)} characters are too many for a QR code, which holds {_LONGEST_QR}; leave comments out"
        ) from None


def draw_qr(text: str, format: str) -> bytes:
    """Draw the QR code of a text as one of ``QR_FORMATS``, black on white; raises as ``qr_code``."""
    assert format in QR_FORMATS, format
    drawn = BytesIO()
    qr_code(text).save(drawn, kind=format, border=QUIET_ZONE, scale=_PIXELS, light="#fff")
    return drawn.getvalue()
