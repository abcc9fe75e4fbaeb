"""Pages as PDF: text of ASCII without compression, with the two standard fonts that every reader of PDF has.

Those fonts have the letters of the languages of Western Europe. Others are written without their marks where that
leaves a letter, else as ``?``; ``is_writable`` tells which texts are whole.
"""

import unicodedata
from collections.abc import Sequence
from typing import Final

from replays.sheet.letters import text_width
from replays.sheet.page import HEIGHT, POINT, WIDTH, Box, Line, Page, Shape, Text

_CODE: Final = "cp1252"
"""What PDF calls WinAnsiEncoding."""

_FONT: Final = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"
_FONTS: Final = ("Helvetica", "Helvetica-Bold")
_FIRST_PAGE: Final = 5
"""The number of the first page's object: before it stand catalog, pages and the two fonts."""

_WITHOUT_STROKE: Final = dict(zip("ŁłĐđĦħı", "LlDdHhi", strict=True))
"""Letters that Unicode does not take apart, and those that they are read as without their stroke or dot."""

_ANCHORS: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}


def pdf(pages: Sequence[Page], title: str = "") -> str:
    """A file with these pages; ``title`` is shown by programs above it."""
    kids = " ".join(f"{_FIRST_PAGE + 2 * number} 0 R" for number in range(len(pages)))
    size = f"0 0 {_number(WIDTH / POINT)} {_number(HEIGHT / POINT)}"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} /MediaBox [{size}] >>",
        *(_FONT.format(font) for font in _FONTS),
    ]
    for page in pages:
        drawn = "".join(f"{_drawn(shape)}\n" for shape in page)
        resources = "<< /Font << /F1 3 0 R /F2 4 0 R >> >>"
        objects.append(f"<< /Type /Page /Parent 2 0 R /Resources {resources} /Contents {len(objects) + 2} 0 R >>")
        objects.append(f"<< /Length {len(drawn)} >>\nstream\n{drawn}endstream")
    objects.append(f"<< /Title <{_utf16(title)}> >>")
    return _file(objects)


def is_writable(text: str) -> bool:
    """Whether the standard fonts have every letter of a text."""
    return "?" not in _plain(text.replace("?", ""))


def _file(objects: Sequence[str]) -> str:
    """The objects with the table of where each begins; the last one is what is told about the file."""
    text = "%PDF-1.4\n"
    places: list[int] = []
    for number, content in enumerate(objects, 1):
        places.append(len(text))
        text += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    trailer = f"<< /Size {size} /Root 1 0 R /Info {len(objects)} 0 R >>"
    return f"{text}xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n{trailer}\nstartxref\n{len(text)}\n%%EOF\n"


def _drawn(shape: Shape) -> str:
    if isinstance(shape, Line):
        ends = f"{_point(shape.x1, shape.y1)} m {_point(shape.x2, shape.y2)} l S"
        return f"{_number(shape.grey)} G {_length(shape.width)} w {ends}"
    if isinstance(shape, Box):
        corner = _point(shape.x, shape.y + shape.height)
        paint = f"0 G {_length(shape.border)} w" if shape.border else ""
        way = "B" if shape.border else "f"
        rectangle = f"{corner} {_length(shape.width)} {_length(shape.height)} re {way}"
        return f"{_number(shape.fill)} g {paint} {rectangle}"
    return _text(shape)


def _text(shape: Text) -> str:
    text = _plain(shape.text)
    back = _ANCHORS[shape.anchor] * text_width(text, shape.size, bold=shape.bold)
    font = f"/F{2 if shape.bold else 1} {_number(shape.size)} Tf"
    return f"{_number(shape.grey)} g BT {font} {_point(shape.x - back, shape.y)} Td ({_quoted(text)}) Tj ET"


def _plain(text: str) -> str:
    """The text in letters that the fonts have."""
    return "".join(char if _has(char) else _stripped(char) for char in unicodedata.normalize("NFC", text))


def _stripped(char: str) -> str:
    if char in _WITHOUT_STROKE:
        return _WITHOUT_STROKE[char]
    letters = [part for part in unicodedata.normalize("NFKD", char) if not unicodedata.category(part).startswith("M")]
    return "".join(letters) if letters and all(map(_has, letters)) else "?"


def _has(char: str) -> bool:
    try:
        return char.isprintable() and bool(char.encode(_CODE))
    except UnicodeEncodeError:
        return False


def _quoted(text: str) -> str:
    """A string of PDF in ASCII: signs that mean something and all others by their number."""
    return "".join(
        chr(code) if 32 <= code < 127 and chr(code) not in "()\\" else f"\\{code:03o}" for code in text.encode(_CODE)
    )


def _utf16(text: str) -> str:
    return "FEFF" + text.encode("utf-16-be", "replace").hex()


def _point(x: float, y: float) -> str:
    """A place counted from the bottom left, in points."""
    return f"{_length(x)} {_length(HEIGHT - y)}"


def _length(value: float) -> str:
    return _number(value / POINT)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
